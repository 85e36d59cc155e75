/* Log records of one resource and one scope. */

static int is_zero(PyObject *number)
{
    return PyLong_AsUnsignedLongLongMask(number) == 0 && PyObject_Not(number);
}

static void severity(Buffer *b, PyObject *record)
{
    PyObject *severity = get(record, n_severity_number);
    if (severity != Py_None) {
        PyObject *value = get(severity, n__value_);
        tag(b, 0x10);
        varint(b, PyLong_AsUnsignedLongLong(value));
        Py_DECREF(value);
    }
    Py_DECREF(severity);
}

static void body(Buffer *b, PyObject *record)
{
    PyObject *value = get(record, n_body);
    tag(b, 0x2a);
    size_t start = begin(b, 1);
    any_value(b, value);
    end(b, start, 1);
    Py_DECREF(value);
}

static void log_flags(Buffer *b, PyObject *record)
{
    PyObject *value = get(record, n_trace_flags);
    uint32_t flags = (uint32_t)PyLong_AsUnsignedLongLong(value);
    if (flags) {
        tag(b, 0x45);
        raw(b, &flags, 4);
    }
    Py_DECREF(value);
}

static void log_ids(Buffer *b, PyObject *record)
{
    PyObject *id = get(record, n_trace_id);
    if (!is_zero(id)) {
        trace_id(b, 0x4a, id);
    }
    Py_DECREF(id);
    id = get(record, n_span_id);
    if (!is_zero(id)) {
        span_id(b, 0x52, id);
    }
    Py_DECREF(id);
}

static void log_record(Buffer *b, PyObject *record)
{
    tag(b, 0x12);
    size_t start = begin(b, 2);
    fixed64_of(b, 0x09, record, n_timestamp);
    severity(b, record);
    text_of(b, 0x1a, record, n_severity_text);
    body(b, record);
    counted_attributes_of(b, 0x32, 0x38, record, n_attributes);
    log_flags(b, record);
    log_ids(b, record);
    fixed64_of(b, 0x59, record, n_observed_timestamp);
    text_of(b, 0x62, record, n_event_name);
    end(b, start, 2);
}

static PyObject *logs(PyObject *module, PyObject *list)
{
    Buffer b = {malloc(65536), 0, 65536};
    PyObject *first_resource = NULL;
    PyObject *first_scope = NULL;
    size_t scope_start = 0;
    Py_ssize_t size = PySequence_Size(list);
    last_id = NULL;
    tag(&b, 0x0a);
    size_t start = begin(&b, 3);
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *item = PySequence_GetItem(list, i);
        PyObject *record = get(item, n_log_record);
        PyObject *its_resource = get(item, n_resource);
        PyObject *its_scope = get(item, n_instrumentation_scope);
        if (!first_resource) {
            first_resource = its_resource;
            first_scope = its_scope;
            resource(&b, its_resource);
            tag(&b, 0x12);
            scope_start = begin(&b, 3);
            scope(&b, its_scope);
        }
        log_record(&b, record);
        Py_DECREF(record);
        Py_DECREF(its_resource);
        Py_DECREF(its_scope);
        Py_DECREF(item);
    }
    if (first_resource) {
        schema_url(&b, first_scope);
        end(&b, scope_start, 3);
        schema_url(&b, first_resource);
        end(&b, start, 3);
    } else {
        b.length = 0;
    }
    PyObject *result = PyBytes_FromStringAndSize((char *)b.bytes, b.length);
    free(b.bytes);
    return result;
}
