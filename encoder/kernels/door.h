/* How does a call with one argument get in without the cost of parsing keywords?

   A C fast call looks at the argument count and goes on; anything more goes to a Python function.  */
#pragma once

#include "state.h"

typedef PyObject *(*Quick)(PyObject *value);

/* A C function has no place for pointers of its own but `self`, and must have none to be pickled by its name:
   so there is one door, for encode().  */
static struct {
    const Kernels *kernels;
    Quick quick;
    PyObject *slow;
    PyMethodDef method;
} door;

static PyObject *enter(PyObject *Py_UNUSED(self), PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    if (count == 1 && !names) {
        PyObject *whole = try_bare(door.kernels, args[0]);
        return whole ? whole : door.quick(args[0]);
    }
    return PyObject_Vectorcall(door.slow, args, count, names);
}

/* A function `name` of the package that writes a scalar by `kernels`, calls `quick` for another single argument and
   `slow` otherwise. All of it lives as long as the process.  */
static PyObject *front_door(const Kernels *kernels, Quick quick, PyObject *slow, const char *name, const char *doc)
{
    door.kernels = kernels;
    door.quick = quick;
    door.slow = Py_NewRef(slow);
    door.method = (PyMethodDef){name, (PyCFunction)(void (*)(void))enter, METH_FASTCALL | METH_KEYWORDS, doc};
    PyObject *module = PyUnicode_FromString("encoder");
    PyObject *function = module ? PyCFunction_NewEx(&door.method, NULL, module) : NULL;
    Py_XDECREF(module);
    return function;
}
