/* How does a frame go on with other children than it began with?  */
#pragma once

#include "frames.h"

/* The entry that the top dict stands at and all that follow, as a new list of (key, value).  */
static PyObject *rest_of_dict(Call *call)
{
    Frame *frame = top_frame(call);
    Py_ssize_t position = frame->position;
    PyObject *key = Py_NewRef(call->key), *value = Py_NewRef(call->value);
    pin_frames(call); /* a collection may run in any allocation */
    PyObject *list = PyList_New(0);
    do {
        PyObject *pair = list ? PyTuple_Pack(2, key, value) : NULL;
        if (!pair || PyList_Append(list, pair)) Py_CLEAR(list);
        Py_XDECREF(pair);
        Py_DECREF(key);
        Py_DECREF(value);
        if (!list || !PyDict_Next(frame->container, &position, &key, &value)) return list;
        Py_INCREF(key);
        Py_INCREF(value);
    } while (1);
}

/* How many entries of the top dict were handed out before the one it stands at?  */
static Py_ssize_t entries_before(Call *call) { return top_frame(call)->entries - 1; }

/* Let the top list, whose length changed, go on with what it holds now. 0: it is no list of the caller's.  */
static int follow_list(Call *call)
{
    Frame *frame = top_frame(call);
    if (frame->kind != FRAME_LIST || frame->held) return 0;
    pin_frames(call);
    frame->size = Py_MAX(PyList_GET_SIZE(frame->container), frame->position);
    if (frame->size == frame->position) { /* over, and shorter than what is written of it */
        PyObject *nothing = PyTuple_New(0);
        if (!nothing) return -1;
        frame->kind = FRAME_TUPLE;
        Py_SETREF(frame->container, nothing);
    }
    return 1;
}

/* Let the top dict go on with `items`, a list of (str, value), in place of what is left of it.  */
static void swap_for_items(Call *call, PyObject *items)
{
    Frame *frame = top_frame(call);
    pin_frames(call);
    Py_XSETREF(frame->held, frame->container);
    frame->container = Py_NewRef(items);
    frame->kind = FRAME_ITEMS;
    frame->position = 0;
    frame->size = PyList_GET_SIZE(items);
}
