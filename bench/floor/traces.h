/* Spans. */

static void trace_state(Buffer *b, PyObject *state)
{
    PyObject *dict = get(state, n__dict);
    if (PyDict_Size(dict)) {
        PyObject *key;
        PyObject *value;
        Py_ssize_t position = 0;
        Py_ssize_t size;
        int first = 1;
        tag(b, 0x1a);
        size_t start = begin(b, 1);
        while (PyDict_Next(dict, &position, &key, &value)) {
            if (!first) {
                tag(b, ',');
            }
            first = 0;
            const char *chars = as_utf8(key, &size);
            raw(b, chars, size);
            tag(b, '=');
            chars = as_utf8(value, &size);
            raw(b, chars, size);
        }
        end(b, start, 1);
    }
    Py_DECREF(dict);
}

static void event(Buffer *b, PyObject *object)
{
    tag(b, 0x5a);
    size_t start = begin(b, 1);
    fixed64_of(b, 0x09, object, n__timestamp);
    text_of(b, 0x12, object, n__name);
    counted_attributes_of(b, 0x1a, 0x20, object, n__attributes);
    end(b, start, 1);
}

static uint32_t remote_flags(PyObject *context)
{
    return 0x100 | (context != Py_None && PyTuple_GetItem(context, 2) == Py_True ? 0x200 : 0);
}

/* The trace state of a link is left out. */
static void link_(Buffer *b, PyObject *object)
{
    PyObject *context = get(object, n__context);
    uint32_t flags = remote_flags(context);
    tag(b, 0x6a);
    size_t start = begin(b, 1);
    trace_id(b, 0x0a, PyTuple_GetItem(context, 0));
    span_id(b, 0x12, PyTuple_GetItem(context, 1));
    counted_attributes_of(b, 0x22, 0x28, object, n__attributes);
    tag(b, 0x35);
    raw(b, &flags, 4);
    Py_DECREF(context);
    end(b, start, 1);
}

static void each(Buffer *b, PyObject *span, PyObject *name, void (*write)(Buffer *, PyObject *), uint8_t count)
{
    PyObject *container = get(span, name);
    PyObject *items = container;
    if (Py_TYPE(container) == BoundedList) {
        items = get(container, n__dq);
    } else {
        Py_INCREF(items);
    }
    Py_ssize_t size = PySequence_Size(items);
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *item = PySequence_GetItem(items, i);
        write(b, item);
        Py_DECREF(item);
    }
    Py_DECREF(items);
    dropped(b, count, container);
    Py_DECREF(container);
}

static void status(Buffer *b, PyObject *object)
{
    tag(b, 0x7a);
    size_t start = begin(b, 1);
    text_of(b, 0x12, object, n__description);
    PyObject *code = get(object, n__status_code);
    for (int i = 1; i < 3; i++) {
        if (code == codes[i]) {
            tag(b, 0x18);
            tag(b, i);
        }
    }
    Py_DECREF(code);
    end(b, start, 1);
}

static void kind(Buffer *b, PyObject *value)
{
    for (int i = 0; i < 5; i++) {
        if (value == kinds[i]) {
            tag(b, 0x30);
            tag(b, i + 1);
            break;
        }
    }
}

static void span(Buffer *b, PyObject *object, PyObject *context)
{
    PyObject *value;
    tag(b, 0x12);
    size_t start = begin(b, 2);
    trace_id(b, 0x0a, PyTuple_GetItem(context, 0));
    span_id(b, 0x12, PyTuple_GetItem(context, 1));
    trace_state(b, PyTuple_GetItem(context, 4));
    PyObject *parent = get(object, n__parent);
    if (parent != Py_None) {
        span_id(b, 0x22, PyTuple_GetItem(parent, 1));
    }
    text_of(b, 0x2a, object, n__name);
    value = get(object, n__kind);
    kind(b, value);
    Py_DECREF(value);
    fixed64_of(b, 0x39, object, n__start_time);
    fixed64_of(b, 0x41, object, n__end_time);
    counted_attributes_of(b, 0x4a, 0x50, object, n__attributes);
    each(b, object, n__events, event, 0x60);
    each(b, object, n__links, link_, 0x70);
    value = get(object, n__status);
    status(b, value);
    Py_DECREF(value);
    uint32_t flags = remote_flags(parent);
    tag(b, 0x85);
    tag(b, 0x01);
    raw(b, &flags, 4);
    Py_DECREF(parent);
    end(b, start, 2);
}

typedef struct {
    PyObject *resource;
    PyObject *scope;
    Buffer buffer;
} Group;

enum { GROUPS = 64 };

static Group *find_group(Group *groups, int *count, PyObject *resource, PyObject *scope, Py_ssize_t spans)
{
    for (int i = 0; i < *count; i++) {
        if (groups[i].resource == resource && groups[i].scope == scope) {
            return &groups[i];
        }
    }
    Group *group = &groups[(*count)++];
    group->resource = resource;
    group->scope = scope;
    group->buffer.capacity = spans > 64 ? 65536 : 1024;
    group->buffer.length = 0;
    group->buffer.bytes = malloc(group->buffer.capacity);
    return group;
}

static void scope_spans(Buffer *b, Group *group)
{
    tag(b, 0x12);
    size_t start = begin(b, 3);
    scope(b, group->scope);
    raw(b, group->buffer.bytes, group->buffer.length);
    schema_url(b, group->scope);
    end(b, start, 3);
    free(group->buffer.bytes);
    group->buffer.bytes = NULL;
}

static PyObject *spans_request(Group *groups, int count)
{
    Buffer out = {NULL, 0, 1024};
    for (int i = 0; i < count; i++) {
        out.capacity += groups[i].buffer.length + 4096;
    }
    out.bytes = malloc(out.capacity);
    for (int i = 0; i < count; i++) {
        if (!groups[i].buffer.bytes) {
            continue;
        }
        tag(&out, 0x0a);
        size_t start = begin(&out, 3);
        resource(&out, groups[i].resource);
        for (int k = i; k < count; k++) {
            if (groups[k].resource == groups[i].resource && groups[k].buffer.bytes) {
                scope_spans(&out, &groups[k]);
            }
        }
        schema_url(&out, groups[i].resource);
        end(&out, start, 3);
    }
    PyObject *result = PyBytes_FromStringAndSize((char *)out.bytes, out.length);
    free(out.bytes);
    return result;
}

/* A list of spans of at most GROUPS pairs of a resource and a scope, told apart by identity. */
static PyObject *spans(PyObject *module, PyObject *list)
{
    Group groups[GROUPS];
    Group *group = NULL;
    int count = 0;
    Py_ssize_t size = PyList_Size(list);
    last_id = NULL;
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *object = PyList_GetItem(list, i);
        PyObject *resource = get(object, n__resource);
        PyObject *scope = get(object, n__instrumentation_scope);
        if (!(group && group->resource == resource && group->scope == scope)) {
            group = find_group(groups, &count, resource, scope, size);
        }
        Py_DECREF(resource);
        Py_DECREF(scope);
        PyObject *context = get(object, n__context);
        span(&group->buffer, object, context);
        Py_DECREF(context);
    }
    return spans_request(groups, count);
}
