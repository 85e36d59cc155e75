/* Under valgrind's callgrind, started with --instr-atstart=no: counts the instructions of one call of a Python function.
   Outside valgrind the requests do nothing. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <valgrind/callgrind.h>

/* counted(function, argument, label): the function's result; the counts go to a file of callgrind that bears the label. */
static PyObject *counted(PyObject *module, PyObject *arguments)
{
    PyObject *function;
    PyObject *argument;
    const char *label;
    PyObject *result;

    if (!PyArg_ParseTuple(arguments, "OOs", &function, &argument, &label)) {
        return NULL;
    }
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    result = PyObject_CallFunctionObjArgs(function, argument, NULL);
    CALLGRIND_DUMP_STATS_AT(label);
    CALLGRIND_STOP_INSTRUMENTATION;
    return result;
}

static PyMethodDef methods[] = {
    {"counted", counted, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "counted", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_counted(void)
{
    return PyModule_Create(&definition);
}
