/* How is an array of numbers written straight from its memory?

   Whatever has the buffer protocol is one: numpy's arrays (see ndarrays.h) and scalars, and those of the module array. A
   value is a leaf of a run (see classes.h), so that a thousand small arrays cost no way out of the run; one that has to
   stop, for its sink is full or a number is not finite, becomes a frame. Python code may run meanwhile, and numpy lets it
   shrink memory that is exported. So nothing is held while a frame waits: the memory is asked for again and compared.

   Included once for every instruction-set level.  */

#include "ndarrays.h"
#include "vector_kinds.h"
#include "rows.h"

#ifndef ENCODER_VECTORS_H
#define ENCODER_VECTORS_H

typedef struct Vector {
    Py_buffer view; /* what its memory is borrowed by, if its `obj` is not NULL */
    const char *start;
    int axes;
    int kind;
    int is_empty;
    Py_ssize_t shape[PyBUF_MAX_NDIM];
    Py_ssize_t strides[PyBUF_MAX_NDIM];
    Py_ssize_t place[PyBUF_MAX_NDIM]; /* of the next number, an index for each axis */
} Vector;

/* What is remembered of an array: its own notes may change with its shape.  */
static void note_axes(Vector *vector, const void *start, int axes, const Py_ssize_t *shape, const Py_ssize_t *strides)
{
    vector->start = start;
    vector->axes = axes;
    vector->is_empty = 0;
    for (int axis = 0; axis < axes; axis++) {
        vector->shape[axis] = shape[axis];
        vector->strides[axis] = strides[axis];
        vector->is_empty |= !shape[axis];
    }
}

/* Get hold of an array's memory. STATUS_VALUE: it has none, or no plain numbers there.  */
static int open_vector(Vector *vector, PyObject *value)
{
    vector->view.obj = NULL;
    if (is_ndarray(value)) {
        const Ndarray *array = (const Ndarray *)value;
        const char code = ndarray_code(array);
        vector->kind = coded_kind(code, coded_size(code));
        if (vector->kind == VECTOR_OTHER || array->axes > PyBUF_MAX_NDIM) return STATUS_VALUE;
        note_axes(vector, array->data, array->axes, array->shape, array->strides);
        return STATUS_DONE;
    }
    if (PyObject_GetBuffer(value, &vector->view, PyBUF_RECORDS_RO) < 0) {
        if (PyErr_ExceptionMatches(PyExc_MemoryError)) return STATUS_RAISED;
        PyErr_Clear(); /* numpy has no code for a moment, say */
        return STATUS_VALUE;
    }
    note_axes(vector, vector->view.buf, vector->view.ndim, vector->view.shape, vector->view.strides);
    vector->kind = vector_kind(&vector->view);
    if (vector->kind != VECTOR_OTHER) return STATUS_DONE;
    PyBuffer_Release(&vector->view);
    return STATUS_VALUE;
}

static void close_vector(Vector *vector)
{
    if (vector->view.obj) PyBuffer_Release(&vector->view);
}

/* The memory of the next number.  */
static const char *vector_memory(Vector *vector)
{
    const char *from = vector->start;
    for (int axis = 0; axis < vector->axes; axis++) from += vector->place[axis] * vector->strides[axis];
    return from;
}

/* What a frame keeps of an array that stopped: the place of its last number, its shape and its kind, and what call->value
   is.  */
static PyObject *vector_notes(Vector *vector, PyObject *number)
{
    int axes = vector->axes;
    PyObject *notes = PyTuple_New(2 * axes + 2);
    for (int i = 0; notes && i <= 2 * axes; i++) {
        Py_ssize_t note = i == 2 * axes ? vector->kind : i < axes ? vector->place[i] : vector->shape[i - axes];
        PyObject *part = PyLong_FromSsize_t(note - (i == axes - 1));
        if (!part) {
            Py_CLEAR(notes);
        } else {
            PyTuple_SET_ITEM(notes, i, part);
        }
    }
    if (notes) PyTuple_SET_ITEM(notes, 2 * axes + 1, Py_NewRef(number));
    return notes;
}

/* Take up the place where an array stopped; 0 where it is not the array any more that it was.  */
static int recall_vector(Vector *vector, PyObject *notes)
{
    int axes = vector->axes;
    if (PyTuple_GET_SIZE(notes) != 2 * axes + 2) return 0;
    if (PyLong_AsSsize_t(PyTuple_GET_ITEM(notes, 2 * axes)) != vector->kind) return 0;
    for (int i = 0; i < axes; i++) {
        if (PyLong_AsSsize_t(PyTuple_GET_ITEM(notes, axes + i)) != vector->shape[i]) return 0;
        vector->place[i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(notes, i)) + (i == axes - 1);
    }
    return 1;
}

/* A number that is not finite, as Python's.  */
static PyObject *odd_number(const Vector *vector, const char *from)
{
    double number;
    if (vector->kind == VECTOR_FLOAT64) {
        memcpy(&number, from, 8);
    } else if (vector->kind == VECTOR_FLOAT32) {
        float single;
        memcpy(&single, from, 4);
        number = single;
    } else {
        uint16_t half;
        memcpy(&half, from, 2);
        number = half & 0x3ff ? NAN : half >> 15 ? -INFINITY : INFINITY;
    }
    return PyFloat_FromDouble(number);
}

#endif

/* The numbers from `place` on and the brackets around them, which are the whole array where nothing stops it:
   STATUS_FULL, or STATUS_NON_FINITE with the number's place in place of the next. Then at least one number of the row is
   written, so that what stops never waits at the beginning of one.  */
static int KERNEL(put_rows)(Call *call, Vector *vector, int is_new, const char **odd)
{
    static char *(*const writers[])(char *, Row *) = ROW_WRITERS;
    char *(*write)(char *, Row *) = writers[vector->kind];
    const Py_ssize_t *shape = vector->shape, *strides = vector->strides;
    int last = vector->axes - 1;
    Py_ssize_t *at = &vector->place[last];
    Row row = {vector_memory(vector), strides[last], 0};
    char *out = call->cursor;

    for (int axis = 0; is_new && axis <= last; axis++) *out++ = '[';
    for (;;) {
        Py_ssize_t room = call->limit - out - ROOM;
        if (UNLIKELY(*at && room < ROW_NUMBER)) {
            call->cursor = out;
            if (is_full(call)) return STATUS_FULL;
            if (grow(call, ROOM + ROW_NUMBER) < 0) return STATUS_RAISED;
            out = call->cursor;
            continue;
        }
        if (*at == shape[last]) {
            int axis = last;
            out[-1] = ']';
            for (; axis && ++vector->place[axis - 1] == shape[axis - 1]; axis--) *out++ = ']';
            if (!axis) break;
            *out++ = ',';
            for (; axis <= last; axis++) {
                *out++ = '[';
                vector->place[axis] = 0;
            }
            row.from = vector_memory(vector);
        }
        /* ROOM has space for a number behind all these brackets.  */
        Py_ssize_t count = Py_MIN(shape[last] - *at, room < ROW_NUMBER ? 1 : room / ROW_NUMBER);
        row.left = count;
        out = write(out, &row);
        *at += count - row.left;
        if (UNLIKELY(row.left)) {
            ++*at;
            *odd = row.from;
            call->cursor = out;
            return STATUS_NON_FINITE;
        }
    }
    call->cursor = out;
    return STATUS_DONE;
}

/* Write on, and remember the place in the top frame, entered if it is new, where this has to stop.  */
static int KERNEL(go_on)(Call *call, PyObject *value, Vector *vector, int is_new)
{
    const char *odd = NULL;
    int status = KERNEL(put_rows)(call, vector, is_new, &odd);
    if (status == STATUS_DONE || status == STATUS_RAISED) return status;
    PyObject *number = odd ? odd_number(vector, odd) : Py_NewRef(Py_None);
    PyObject *notes = number ? vector_notes(vector, number) : NULL;
    Py_XDECREF(number);
    if (!notes) return STATUS_RAISED;
    if (is_new) {
        int entered = push_frame(call, value, FRAME_VECTOR, 0);
        if (entered) {
            Py_DECREF(notes);
            return entered;
        }
        pin_frames(call);
    }
    Frame *frame = top_frame(call);
    frame->position = 1; /* there is a place to tell */
    Py_XSETREF(frame->held, notes);
    call->value = number;
    return status;
}

/* An array of no dimension, or a scalar of numpy's: the number alone.  */
static int KERNEL(put_single)(Call *call, Vector *vector)
{
    static char *(*const writers[])(char *, Row *) = ROW_WRITERS;
    Row row = {vector->start, 0, 1};
    char *end = writers[vector->kind](call->cursor, &row);
    if (row.left) return STATUS_VALUE;
    call->cursor = end - 1;
    return STATUS_DONE;
}

/* numpy's float64, which is a float too: quicker than its buffer.  */
static int KERNEL(put_float64)(Call *call, PyObject *value)
{
    if (!isfinite(PyFloat_AS_DOUBLE(value))) return STATUS_VALUE;
    if (reserve(call, ROOM) < 0) return STATUS_RAISED;
    call->cursor = KERNEL(write_double)(call->cursor, PyFloat_AS_DOUBLE(value));
    count(call, COUNT_VECTORS);
    return STATUS_DONE;
}

/* All of a value, without a comma; the walk decides about what is none of these numbers, or might be too deep.  */
static int KERNEL(put_vector)(Call *call, PyObject *value)
{
    Vector vector;
    if (PyFloat_Check(value)) return KERNEL(put_float64)(call, value);
    expose_leaf(call, value); /* before anything is allocated: a collection may begin, and what held it be collected */
    int status = reserve(call, ROOM) < 0 ? STATUS_RAISED : open_vector(&vector, value);
    if (!status) {
        int axes = vector.axes;
        memset(vector.place, 0, axes * sizeof(Py_ssize_t));
        if (call->depth + axes >= call->max_depth || (axes > 1 && vector.is_empty)) {
            status = STATUS_VALUE; /* of an empty array only some brackets are written */
        } else if (axes && vector.is_empty) {
            call->cursor = put_word(call->cursor, "[]", 2);
        } else if (axes) {
            status = KERNEL(go_on)(call, value, &vector, 1);
        } else {
            status = KERNEL(put_single)(call, &vector);
        }
        close_vector(&vector);
    }
    if (status == STATUS_DONE) count(call, COUNT_VECTORS);
    return status;
}

/* The rest of the array that the top frame is about, without a comma.  */
static int KERNEL(resume_vector)(Call *call)
{
    Vector vector;
    expose_frames(call);
    PyObject *value = Py_NewRef(top_frame(call)->container);
    int status = open_vector(&vector, value);
    if (status == STATUS_VALUE) status = STATUS_CHANGED;
    if (!status) {
        int is_same = recall_vector(&vector, top_frame(call)->held);
        status = is_same ? KERNEL(go_on)(call, value, &vector, 0) : STATUS_CHANGED;
        close_vector(&vector);
    }
    if (status == STATUS_DONE) {
        count(call, COUNT_VECTORS);
        pop_frame(call);
    }
    Py_DECREF(value);
    return status;
}
