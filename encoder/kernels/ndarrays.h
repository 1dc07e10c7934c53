/* Where is the memory of a numpy array? In the array object's public fields, which numpy's C interface has kept since its
   first version: for the buffer protocol numpy makes notes that stay with the array.

   A probe compares the fields with the buffers of a few arrays, once; where they differ the buffer protocol is used.  */
#pragma once

#include <Python.h>

#include "dicts.h"

/* PyArrayObject_fields of numpy/ndarraytypes.h.  */
typedef struct Ndarray {
    PyObject_HEAD
    char *data;
    int axes;
    Py_ssize_t *shape;
    Py_ssize_t *strides;
    PyObject *base;
    struct Dtype *dtype;
} Ndarray;

/* The head of PyArray_Descr, which numpy 1 and 2 have in common.  */
typedef struct Dtype {
    PyObject_HEAD
    PyTypeObject *scalar;
    char kind;
    char code; /* the struct module's, for the numbers that have one */
    char byte_order;
    char flags;
    int number; /* of the type; from 256 on, or below 0, it is another library's */
} Dtype;

static PyTypeObject *ndarray_type; /* numpy's, if its fields are known; compared, never followed */

/* Is it an array whose fields may be read?  */
static ALWAYS_INLINE int is_ndarray(PyObject *value) { return Py_TYPE(value) == ndarray_type; }

/* The code of its numbers; 0 where they are in another order of bytes than this machine's, or no type of numpy's own:
   other libraries give theirs codes that are taken, such as "L" to a float of one byte.  */
static inline char ndarray_code(const Ndarray *array)
{
    const Dtype *dtype = array->dtype;
    const char order = dtype->byte_order;
    const int is_native = order == '=' || order == '|' || order == (PY_LITTLE_ENDIAN ? '<' : '>');
    return is_native && dtype->number >= 0 && dtype->number < 256 ? dtype->code : 0;
}

#if DICT_TABLES
/* Do the fields of an array say what its buffer says? Those that a wrong layout would have lie elsewhere are compared
   before they are followed.  */
static int is_layout_right(PyObject *value)
{
    const Ndarray *array = (const Ndarray *)value;
    Py_buffer view;
    PyObject *dtype = PyObject_GetAttrString(value, "dtype");
    int right = Py_TYPE(value)->tp_basicsize >= (Py_ssize_t)sizeof(Ndarray) && dtype &&
                Py_TYPE(dtype)->tp_basicsize >= (Py_ssize_t)sizeof(Dtype) && array->dtype == (Dtype *)dtype;
    PyObject *number = right ? PyObject_GetAttrString(dtype, "num") : NULL;
    right = number && PyLong_AsLong(number) == array->dtype->number;
    Py_XDECREF(number);
    Py_XDECREF(dtype);
    if (!right || PyObject_GetBuffer(value, &view, PyBUF_RECORDS_RO) < 0) return 0;
    right = array->data == view.buf && array->axes == view.ndim && array->strides == array->shape + array->axes;
    for (int i = 0; right && i < view.ndim; i++) {
        right = array->shape[i] == view.shape[i] && array->strides[i] == view.strides[i];
    }
    const char *code = view.format;
    int is_swapped = *code == (PY_LITTLE_ENDIAN ? '>' : '<');
    code += is_swapped;
    right = right && ndarray_code(array) == (is_swapped ? 0 : *code) && !code[1];
    PyBuffer_Release(&view);
    return right;
}
#endif

/* Learn whether the fields of `type` can be read from `probes`, a list of such arrays.  */
static void probe_ndarrays(PyObject *type, PyObject *probes)
{
    int right = 0;
#if DICT_TABLES
    Py_ssize_t count = PyList_GET_SIZE(probes);
    right = count > 0;
    for (Py_ssize_t i = 0; right && i < count; i++) {
        PyObject *probe = PyList_GET_ITEM(probes, i);
        right = (PyObject *)Py_TYPE(probe) == type && is_layout_right(probe);
    }
    PyErr_Clear();
#else
    (void)probes;
#endif
    ndarray_type = right ? (PyTypeObject *)type : NULL;
}
