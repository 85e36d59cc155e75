/* Metrics: every resource, scope and metric as the reader gives them. */

static void double_of(Buffer *b, uint8_t t, PyObject *object, PyObject *name)
{
    PyObject *value = get(object, name);
    if (value != Py_None) {
        double number = PyFloat_AsDouble(value);
        tag(b, t);
        raw(b, &number, 8);
    }
    Py_DECREF(value);
}

static void zigzag_of(Buffer *b, uint8_t t, PyObject *object, PyObject *name)
{
    PyObject *value = get(object, name);
    long number = PyLong_AsLong(value);
    Py_DECREF(value);
    if (number) {
        tag(b, t);
        varint(b, ((uint32_t)number << 1) ^ (uint32_t)(number >> 31));
    }
}

static void double_value(Buffer *b, uint8_t t, PyObject *value)
{
    if (Py_TYPE(value) == &PyFloat_Type) {
        double number = PyFloat_AsDouble(value);
        tag(b, t);
        raw(b, &number, 8);
    }
}

static void integer_value(Buffer *b, PyObject *value)
{
    if (Py_TYPE(value) == &PyLong_Type) {
        int64_t number = PyLong_AsLongLong(value);
        tag(b, 0x31);
        raw(b, &number, 8);
    }
}

static void exemplars(Buffer *b, uint8_t t, PyObject *point)
{
    PyObject *list = get(point, n_exemplars);
    Py_ssize_t size = PySequence_Size(list);
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *exemplar = PySequence_GetItem(list, i);
        PyObject *value = get(exemplar, n_value);
        PyObject *span = get(exemplar, n_span_id);
        PyObject *trace = get(exemplar, n_trace_id);
        tag(b, t);
        size_t start = begin(b, 1);
        fixed64_of(b, 0x11, exemplar, n_time_unix_nano);
        double_value(b, 0x19, value);
        if (span != Py_None && trace != Py_None) {
            span_id(b, 0x22, span);
            trace_id(b, 0x2a, trace);
        }
        integer_value(b, value);
        attributes_of(b, 0x3a, exemplar, n_filtered_attributes);
        end(b, start, 1);
        Py_DECREF(trace);
        Py_DECREF(span);
        Py_DECREF(value);
        Py_DECREF(exemplar);
    }
    Py_DECREF(list);
}

static void number_point(Buffer *b, PyObject *point, int has_start)
{
    if (has_start) {
        fixed64_of(b, 0x11, point, n_start_time_unix_nano);
    }
    fixed64_of(b, 0x19, point, n_time_unix_nano);
    PyObject *value = get(point, n_value);
    double_value(b, 0x21, value);
    exemplars(b, 0x2a, point);
    integer_value(b, value);
    Py_DECREF(value);
    attributes_of(b, 0x3a, point, n_attributes);
}

static void span_of_time(Buffer *b, PyObject *point)
{
    fixed64_of(b, 0x11, point, n_start_time_unix_nano);
    fixed64_of(b, 0x19, point, n_time_unix_nano);
    fixed64_of(b, 0x21, point, n_count);
    double_of(b, 0x29, point, n_sum);
}

static void histogram_point(Buffer *b, PyObject *point)
{
    span_of_time(b, point);
    PyObject *counts = get(point, n_bucket_counts);
    Py_ssize_t size = PySequence_Size(counts);
    if (size) {
        tag(b, 0x32);
        varint(b, size * 8);
        need(b, size * 8);
        for (Py_ssize_t i = 0; i < size; i++) {
            PyObject *count = PySequence_GetItem(counts, i);
            uint64_t number = PyLong_AsUnsignedLongLong(count);
            Py_DECREF(count);
            raw(b, &number, 8);
        }
    }
    Py_DECREF(counts);
    PyObject *bounds = get(point, n_explicit_bounds);
    size = PySequence_Size(bounds);
    if (size) {
        tag(b, 0x3a);
        varint(b, size * 8);
        for (Py_ssize_t i = 0; i < size; i++) {
            PyObject *bound = PySequence_GetItem(bounds, i);
            double number = PyFloat_AsDouble(bound);
            Py_DECREF(bound);
            raw(b, &number, 8);
        }
    }
    Py_DECREF(bounds);
    exemplars(b, 0x42, point);
    attributes_of(b, 0x4a, point, n_attributes);
    double_of(b, 0x59, point, n_min);
    double_of(b, 0x61, point, n_max);
}

static void buckets(Buffer *b, uint8_t t, PyObject *point, PyObject *name)
{
    PyObject *side = get(point, name);
    PyObject *counts = get(side, n_bucket_counts);
    Py_ssize_t size = PySequence_Size(counts);
    if (size) {
        tag(b, t);
        size_t start = begin(b, 1);
        zigzag_of(b, 0x08, side, n_offset);
        tag(b, 0x12);
        size_t packed = begin(b, 1);
        for (Py_ssize_t i = 0; i < size; i++) {
            PyObject *count = PySequence_GetItem(counts, i);
            varint(b, PyLong_AsUnsignedLongLong(count));
            Py_DECREF(count);
        }
        end(b, packed, 1);
        end(b, start, 1);
    }
    Py_DECREF(counts);
    Py_DECREF(side);
}

static void exponential_point(Buffer *b, PyObject *point)
{
    attributes_of(b, 0x0a, point, n_attributes);
    span_of_time(b, point);
    zigzag_of(b, 0x30, point, n_scale);
    fixed64_of(b, 0x39, point, n_zero_count);
    buckets(b, 0x42, point, n_positive);
    buckets(b, 0x4a, point, n_negative);
    PyObject *flags = get(point, n_flags);
    uint64_t number = PyLong_AsUnsignedLongLong(flags);
    if (number) {
        tag(b, 0x50);
        varint(b, number);
    }
    Py_DECREF(flags);
    exemplars(b, 0x5a, point);
    double_of(b, 0x61, point, n_min);
    double_of(b, 0x69, point, n_max);
}

static void data(Buffer *b, PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    PyObject *points = get(object, n_data_points);
    Py_ssize_t size = PySequence_Size(points);
    tag(b, type == Gauge ? 0x2a : type == Sum ? 0x3a : type == Histogram ? 0x4a : 0x52);
    size_t start = begin(b, 3);
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *point = PySequence_GetItem(points, i);
        tag(b, 0x0a);
        size_t inner = begin(b, 1);
        if (type == Gauge || type == Sum) {
            number_point(b, point, type == Sum);
        } else if (type == Histogram) {
            histogram_point(b, point);
        } else {
            exponential_point(b, point);
        }
        end(b, inner, 1);
        Py_DECREF(point);
    }
    Py_DECREF(points);
    if (type != Gauge) {
        PyObject *temporality = get(object, n_aggregation_temporality);
        long number = PyLong_AsLong(temporality);
        if (number) {
            tag(b, 0x10);
            varint(b, number);
        }
        Py_DECREF(temporality);
    }
    if (type == Sum) {
        PyObject *monotonic = get(object, n_is_monotonic);
        if (monotonic == Py_True) {
            tag(b, 0x18);
            tag(b, 1);
        }
        Py_DECREF(monotonic);
    }
    end(b, start, 3);
}

static void metric(Buffer *b, PyObject *object)
{
    tag(b, 0x12);
    size_t start = begin(b, 3);
    text_of(b, 0x0a, object, n_name);
    text_of(b, 0x12, object, n_description);
    text_of(b, 0x1a, object, n_unit);
    PyObject *content = get(object, n_data);
    data(b, content);
    Py_DECREF(content);
    end(b, start, 3);
}

static void for_each_of(Buffer *b, PyObject *object, PyObject *name, void (*write)(Buffer *, PyObject *))
{
    PyObject *list = get(object, name);
    Py_ssize_t size = PySequence_Size(list);
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *item = PySequence_GetItem(list, i);
        write(b, item);
        Py_DECREF(item);
    }
    Py_DECREF(list);
}

static void scope_metrics(Buffer *b, PyObject *object)
{
    PyObject *its_scope = get(object, n_scope);
    tag(b, 0x12);
    size_t start = begin(b, 3);
    scope(b, its_scope);
    for_each_of(b, object, n_metrics, metric);
    schema_url(b, its_scope);
    end(b, start, 3);
    Py_DECREF(its_scope);
}

static void resource_metrics(Buffer *b, PyObject *object)
{
    PyObject *its_resource = get(object, n_resource);
    tag(b, 0x0a);
    size_t start = begin(b, 3);
    resource(b, its_resource);
    for_each_of(b, object, n_scope_metrics, scope_metrics);
    schema_url(b, its_resource);
    end(b, start, 3);
    Py_DECREF(its_resource);
}

static PyObject *metrics(PyObject *module, PyObject *object)
{
    Buffer b = {malloc(65536), 0, 65536};
    last_id = NULL;
    for_each_of(&b, object, n_resource_metrics, resource_metrics);
    PyObject *result = PyBytes_FromStringAndSize((char *)b.bytes, b.length);
    free(b.bytes);
    return result;
}
