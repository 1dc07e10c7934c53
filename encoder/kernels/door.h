/* How does a call with one argument get in without the cost of parsing keywords?

   A C fast call looks at the argument count and goes on; anything more goes to a Python function. One door for
   each function of the face, at most DOORS of them.  */
#pragma once

#include <Python.h>

#define DOORS 4

typedef PyObject *(*Quick)(PyObject *value);

typedef struct Door {
    PyMethodDef method;
    Quick quick;
    PyObject *slow;
} Door;

static Door doors[DOORS];

static PyObject *enter(Door *door, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    if (count == 1 && !names) return door->quick(args[0]);
    return PyObject_Vectorcall(door->slow, args, count, names);
}

/* A C function carries no pointer of its own but `self`, which must be an object: here an int, the number of
   the door.  */
static PyObject *open_door(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    return enter(&doors[PyLong_AsLong(self)], args, count, names);
}

/* A function that calls `quick` where it can and `slow` otherwise, with the name and the documentation of
   `slow` (whose lifetime is the process's).  */
static PyObject *front_door(Quick quick, PyObject *slow, const char *name, const char *doc)
{
    static long used;
    PyObject *number = PyLong_FromLong(used);
    if (!number || used == DOORS) {
        PyErr_SetString(PyExc_SystemError, "door.h: more doors than DOORS");
        return NULL;
    }
    Door *door = &doors[used++];
    door->method = (PyMethodDef){name, (PyCFunction)(void (*)(void))open_door, METH_FASTCALL | METH_KEYWORDS, doc};
    door->quick = quick;
    door->slow = Py_NewRef(slow);
    PyObject *module = PyUnicode_FromString("encoder");
    PyObject *function = module ? PyCFunction_NewEx(&door->method, number, module) : NULL;
    Py_XDECREF(module);
    Py_DECREF(number);
    return function;
}
