/* Single values, attribute maps, and what all signals say about resource and scope. */

static inline PyObject *get(PyObject *object, PyObject *name)
{
    return PyObject_GetAttr(object, name);
}

static inline void text(Buffer *b, uint8_t t, PyObject *value)
{
    Py_ssize_t size;
    const char *chars = as_utf8(value, &size);
    if (size) {
        tag(b, t);
        varint(b, size);
        raw(b, chars, size);
    }
}

static inline void text_of(Buffer *b, uint8_t t, PyObject *object, PyObject *name)
{
    PyObject *value = get(object, name);
    if (value != Py_None) {
        text(b, t, value);
    }
    Py_DECREF(value);
}

static void fixed64(Buffer *b, uint8_t t, PyObject *value)
{
    if (value != Py_None) {
        uint64_t number = PyLong_AsUnsignedLongLong(value);
        if (number) {
            tag(b, t);
            raw(b, &number, 8);
        }
    }
}

static inline void fixed64_of(Buffer *b, uint8_t t, PyObject *object, PyObject *name)
{
    PyObject *value = get(object, name);
    fixed64(b, t, value);
    Py_DECREF(value);
}

/* The bytes of the last trace id stay: most spans share theirs with the one before. */
static PyObject *last_id;
static uint8_t last_bytes[16];

static void trace_id(Buffer *b, uint8_t t, PyObject *value)
{
    tag(b, t);
    varint(b, 16);
    if (value != last_id) {
        PyObject *shifted = PyNumber_Rshift(value, sixty_four);
        uint64_t low = __builtin_bswap64(PyLong_AsUnsignedLongLongMask(value));
        uint64_t high = __builtin_bswap64(PyLong_AsUnsignedLongLongMask(shifted));
        Py_DECREF(shifted);
        memcpy(last_bytes, &high, 8);
        memcpy(last_bytes + 8, &low, 8);
        last_id = value;
    }
    raw(b, last_bytes, 16);
}

static void span_id(Buffer *b, uint8_t t, PyObject *value)
{
    uint64_t number = __builtin_bswap64(PyLong_AsUnsignedLongLong(value));
    tag(b, t);
    varint(b, 8);
    raw(b, &number, 8);
}

static void any_value(Buffer *b, PyObject *value);

static inline void element(Buffer *b, PyObject *value)
{
    tag(b, 0x0a);
    size_t start = begin(b, 1);
    any_value(b, value);
    end(b, start, 1);
}

static inline void pairs(Buffer *b, uint8_t t, PyObject *dict)
{
    PyObject *key;
    PyObject *value;
    Py_ssize_t position = 0;
    while (PyDict_Next(dict, &position, &key, &value)) {
        tag(b, t);
        size_t pair = begin(b, 1);
        text(b, 0x0a, key);
        tag(b, 0x12);
        size_t inner = begin(b, 1);
        any_value(b, value);
        end(b, inner, 1);
        end(b, pair, 1);
    }
}

static void any_value(Buffer *b, PyObject *value)
{
    PyTypeObject *type = Py_TYPE(value);
    if (type == &PyUnicode_Type) {
        Py_ssize_t size;
        const char *chars = as_utf8(value, &size);
        tag(b, 0x0a);
        varint(b, size);
        raw(b, chars, size);
    } else if (type == &PyBool_Type) {
        tag(b, 0x10);
        tag(b, value == Py_True);
    } else if (type == &PyLong_Type) {
        tag(b, 0x18);
        varint(b, (uint64_t)PyLong_AsLongLong(value));
    } else if (type == &PyFloat_Type) {
        double number = PyFloat_AsDouble(value);
        tag(b, 0x21);
        raw(b, &number, 8);
    } else if (type == &PyTuple_Type || type == &PyList_Type) {
        int fixed = type == &PyTuple_Type;
        tag(b, 0x2a);
        size_t start = begin(b, 1);
        Py_ssize_t size = fixed ? PyTuple_Size(value) : PyList_Size(value);
        for (Py_ssize_t i = 0; i < size; i++) {
            element(b, fixed ? PyTuple_GetItem(value, i) : PyList_GetItem(value, i));
        }
        end(b, start, 1);
    } else if (type == &PyDict_Type) {
        tag(b, 0x32);
        size_t start = begin(b, 1);
        pairs(b, 0x0a, value);
        end(b, start, 1);
    }
}

static void attributes(Buffer *b, uint8_t t, PyObject *mapping)
{
    if (Py_TYPE(mapping) == BoundedAttributes) {
        PyObject *dict = get(mapping, n__dict);
        pairs(b, t, dict);
        Py_DECREF(dict);
    } else if (mapping != Py_None) {
        pairs(b, t, mapping);
    }
}

static void attributes_of(Buffer *b, uint8_t t, PyObject *object, PyObject *name)
{
    PyObject *mapping = get(object, name);
    attributes(b, t, mapping);
    Py_DECREF(mapping);
}

static void dropped(Buffer *b, uint8_t t, PyObject *container)
{
    if (Py_TYPE(container) == BoundedAttributes || Py_TYPE(container) == BoundedList) {
        PyObject *count = get(container, n_dropped);
        uint64_t number = PyLong_AsUnsignedLongLong(count);
        Py_DECREF(count);
        if (number) {
            tag(b, t);
            varint(b, number);
        }
    }
}

/* Attributes and how many were dropped from them. */
static inline void counted_attributes_of(Buffer *b, uint8_t t, uint8_t count, PyObject *object, PyObject *name)
{
    PyObject *mapping = get(object, name);
    attributes(b, t, mapping);
    dropped(b, count, mapping);
    Py_DECREF(mapping);
}

static void resource(Buffer *b, PyObject *object)
{
    tag(b, 0x0a);
    size_t start = begin(b, 1);
    attributes_of(b, 0x0a, object, n__attributes);
    end(b, start, 1);
}

static void scope(Buffer *b, PyObject *object)
{
    tag(b, 0x0a);
    size_t start = begin(b, 1);
    text_of(b, 0x0a, object, n__name);
    text_of(b, 0x12, object, n__version);
    attributes_of(b, 0x1a, object, n__attributes);
    end(b, start, 1);
}

static void schema_url(Buffer *b, PyObject *object)
{
    text_of(b, 0x1a, object, n__schema_url);
}
