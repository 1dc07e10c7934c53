/* What does the garbage collector see of a call that waits for the next piece to be asked for?

   The frames own the containers that the walk is in. Where one of them leads to who has the call, only the collector
   can free them, and of a C structure it knows nothing. What it asks of a type, and Cython has written, is asked of the
   frames first.  */
#pragma once

#include "frames.h"

static Call *(*waiting_call)(PyObject *); /* the call that an object has, borrowed; NULL: none */
static traverseproc visit_attributes;
static inquiry clear_attributes;

static int visit_frames(Call *call, visitproc visit, void *arg)
{
    for (Py_ssize_t i = 0; i < call->owned; i++) {
        Frame *frame = &call->frames[i];
        Py_VISIT(frame->container);
        Py_VISIT(frame->held);
        if (frame->kind != FRAME_ENTRIES) continue;
        for (Py_ssize_t j = 0; j < frame->size; j++) {
            Py_VISIT(copied_entries(call, frame)[j].key);
            Py_VISIT(copied_entries(call, frame)[j].value);
        }
    }
    Py_VISIT(call->kept);
    return 0;
}

static int visit_waiting(PyObject *self, visitproc visit, void *arg)
{
    Call *call = waiting_call(self);
    int stop = call ? visit_frames(call, visit, arg) : 0;
    return stop ? stop : visit_attributes(self, visit, arg);
}

static int clear_waiting(PyObject *self)
{
    Call *call = waiting_call(self);
    if (call) {
        clear_frames(call);
        Py_CLEAR(call->kept);
    }
    return clear_attributes(self);
}

/* Let the collector see the calls that the objects of a class have; once, before there are any.  */
static void show_calls(PyObject *cls, Call *(*call_of)(PyObject *))
{
    PyTypeObject *type = (PyTypeObject *)cls;
    waiting_call = call_of;
    visit_attributes = type->tp_traverse;
    clear_attributes = type->tp_clear;
    type->tp_traverse = visit_waiting;
    type->tp_clear = clear_waiting;
}
