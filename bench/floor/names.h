/* The attribute names that are read, as interned strings: `n_` and the name. */
#define NAMES(X) \
    X(_attributes) X(_context) X(_description) X(_dict) X(_dq) X(_end_time) X(_events) X(_instrumentation_scope) \
    X(_kind) X(_links) X(_name) X(_parent) X(_resource) X(_schema_url) X(_start_time) X(_status) X(_status_code) \
    X(_timestamp) X(_value_) X(_version) X(aggregation_temporality) X(attributes) X(body) X(bucket_counts) X(count) \
    X(data) X(data_points) X(description) X(dropped) X(event_name) X(exemplars) X(explicit_bounds) \
    X(filtered_attributes) X(flags) X(instrumentation_scope) X(is_monotonic) X(log_record) X(max) X(metrics) X(min) \
    X(name) X(negative) X(observed_timestamp) X(offset) X(positive) X(resource) X(resource_metrics) X(scale) \
    X(scope) X(scope_metrics) X(severity_number) X(severity_text) X(span_id) X(start_time_unix_nano) X(sum) \
    X(time_unix_nano) X(timestamp) X(trace_flags) X(trace_id) X(unit) X(value) X(zero_count)

#define DECLARE(name) static PyObject *n_##name;
NAMES(DECLARE)

static PyObject *kinds[5];
static PyObject *codes[3];
static PyObject *sixty_four;
static PyTypeObject *BoundedAttributes;
static PyTypeObject *BoundedList;
static PyTypeObject *Gauge;
static PyTypeObject *Sum;
static PyTypeObject *Histogram;
static const char *(*as_utf8)(PyObject *, Py_ssize_t *);

static void *member(const char *module, const char *name)
{
    return PyObject_GetAttrString(PyImport_ImportModule(module), name);
}

static void find_names(void)
{
    static const char *const kind_names[] = {"INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"};
    static const char *const code_names[] = {"UNSET", "OK", "ERROR"};
    PyObject *kind = member("opentelemetry.trace", "SpanKind");
    PyObject *code = member("opentelemetry.trace", "StatusCode");

#define FIND(name) n_##name = PyUnicode_InternFromString(#name);
    NAMES(FIND)
    for (int i = 0; i < 5; i++) {
        kinds[i] = PyObject_GetAttrString(kind, kind_names[i]);
    }
    for (int i = 0; i < 3; i++) {
        codes[i] = PyObject_GetAttrString(code, code_names[i]);
    }
    sixty_four = PyLong_FromLong(64);
    BoundedAttributes = member("opentelemetry.attributes", "BoundedAttributes");
    BoundedList = member("opentelemetry.sdk.util", "BoundedList");
    Gauge = member("opentelemetry.sdk.metrics.export", "Gauge");
    Sum = member("opentelemetry.sdk.metrics.export", "Sum");
    Histogram = member("opentelemetry.sdk.metrics.export", "Histogram");
    as_utf8 = dlsym(RTLD_DEFAULT, "PyUnicode_AsUTF8AndSize");
}
