/* Where in the value does a call stand? Its frames are the path, read when somebody asks.  */
#pragma once

#include "frames.h"

/* The place that the frames from `first` to before `depth` stand at, those before them at `before`: a new tuple of
   keys and indexes, outermost first.  */
static PyObject *path_from(Call *call, PyObject *before, Py_ssize_t first, Py_ssize_t depth)
{
    pin_frames(call); /* a collection may run in any allocation */
    PyObject *path = PySequence_List(before);
    for (Py_ssize_t i = Py_MAX(first, 0); path && i < depth; i++) {
        Frame *frame = &call->frames[i];
        PyObject *part = NULL;
        if (frame->kind == FRAME_ONE || !frame->position) continue;
        if (frame->kind == FRAME_FINAL) {
            if (PyList_SetSlice(path, 0, PY_SSIZE_T_MAX, frame->held)) Py_CLEAR(path);
            continue;
        }
        if (frame->kind == FRAME_VECTOR) {
            PyObject *place = PyTuple_GetSlice(frame->held, 0, PyTuple_GET_SIZE(frame->held) / 2 - 1);
            if (!place || PyList_SetSlice(path, PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, place)) Py_CLEAR(path);
            Py_XDECREF(place);
            continue;
        }
        if (frame->kind == FRAME_DICT) {
            part = Py_XNewRef(frame->held);
        } else if (frame->kind == FRAME_FIELDS) {
            part = Py_NewRef(PyTuple_GET_ITEM(frame->plan->names, frame->position - 1));
        } else if (frame->kind == FRAME_ITEMS) {
            PyObject *pair = PyList_GET_ITEM(frame->container, frame->position - 1);
            part = Py_NewRef(PyTuple_GET_ITEM(pair, PyTuple_GET_SIZE(pair) > 2 ? 2 : 0));
        } else if (frame->kind == FRAME_ENTRIES) {
            part = PyObject_Str(copied_entries(call, frame)[frame->position - 1].key); /* an int as it is written */
        } else {
            part = PyLong_FromSsize_t(frame->position - 1);
        }
        if (!part || PyList_Append(path, part)) Py_CLEAR(path);
        Py_XDECREF(part);
    }
    PyObject *tuple = path ? PyList_AsTuple(path) : NULL;
    Py_XDECREF(path);
    return tuple;
}

static PyObject *path_to(Call *call, Py_ssize_t depth)
{
    PyObject *root = PyTuple_New(0);
    PyObject *path = root ? path_from(call, root, 0, depth) : NULL;
    Py_XDECREF(root);
    return path;
}

static PyObject *frame_path(Call *call) { return path_to(call, call->depth); }

/* A cycle is found some rounds late; the first frame that stands for the same object as one before it tells
   where it closed.  */
static Py_ssize_t first_repeated(Call *call, PyObject *container)
{
    Py_ssize_t round = period(call, container);
    for (Py_ssize_t i = round; i < call->depth; i++) {
        PyObject *object = subject(&call->frames[i]);
        if (object && object == subject(&call->frames[i - round])) return i;
    }
    return call->depth;
}

/* The way to the place where the container that STATUS_CIRCULAR is about holds itself.  */
static PyObject *circular_path(Call *call) { return path_to(call, first_repeated(call, call->value)); }
