/* What do many bytes become? A bytes object, or a str whose characters are those bytes: it grows, is written to and is
   given away in the same way, if in the end all of it is ASCII.  */
#pragma once

#include <Python.h>

static PyObject *new_result(int is_text, Py_ssize_t capacity)
{
    return is_text ? PyUnicode_New(capacity, 127) : PyBytes_FromStringAndSize(NULL, capacity);
}

static inline char *result_start(PyObject *result)
{
    return PyBytes_CheckExact(result) ? PyBytes_AS_STRING(result) : (char *)PyUnicode_DATA(result);
}

/* Returns 0, or -1 with an exception set; *result may be NULL then.  */
static int resize_result(PyObject **result, Py_ssize_t capacity)
{
    return PyBytes_CheckExact(*result) ? _PyBytes_Resize(result, capacity) : PyUnicode_Resize(result, capacity);
}

/* A result of which `used` bytes are written. Its slack stays where it is a sixteenth or less.  */
static PyObject *trim_result(PyObject *result, Py_ssize_t capacity, Py_ssize_t used)
{
    if (capacity - used > used / 16) {
        if (resize_result(&result, used) < 0) Py_CLEAR(result);
        return result;
    }
    if (PyBytes_CheckExact(result)) {
        Py_SET_SIZE(result, used);
    } else {
        ((PyASCIIObject *)result)->length = used;
    }
    result_start(result)[used] = 0;
    return result;
}

/* Is all of it ASCII? In steps that take no branch, for compilers to make of them what the machine has.  */
static int is_ascii(const char *text, Py_ssize_t size)
{
    enum { STEP = 256 };
    for (Py_ssize_t at = 0; at < size; at += STEP) {
        const char *from = text + at;
        char all = 0;
        Py_ssize_t count = Py_MIN(size - at, STEP);
        for (Py_ssize_t i = 0; i < count; i++) all |= from[i];
        if (all & 0x80) return 0;
    }
    return 1;
}

/* The str that `used` bytes of UTF-8 are, which lie in *result if there is one: itself, if it can be.  */
static PyObject *take_text(PyObject **result, const char *start, Py_ssize_t capacity, Py_ssize_t used)
{
    if (!*result || !PyUnicode_CheckExact(*result) || !is_ascii(start, used)) {
        return PyUnicode_DecodeUTF8(start, used, NULL);
    }
    PyObject *text = *result;
    *result = NULL;
    return trim_result(text, capacity, used);
}
