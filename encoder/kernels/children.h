/* Which child of the top frame comes next? Borrowed from its container where that can be read in place; where code of the
   user's may have changed it meanwhile, that is found out first.  */
#pragma once

#include "frames.h"

/* Does the top dict still stand where it was left? Where its table was changed while code of the user's ran,
   the entry handed out last is no longer the one before the next. (PyDict_Next counts table entries.)  */
static int is_found_in_place(Call *call)
{
    Frame *frame = top_frame(call);
    Py_ssize_t last = frame->position - 1;
    PyObject *key, *value;
    frame->epoch = call->epoch;
    return !frame->entries || (PyDict_Next(frame->container, &last, &key, &value) && key == frame->held);
}

/* The same, without a look where no code has run.  */
static ALWAYS_INLINE int is_in_place(Call *call)
{
    return LIKELY(top_frame(call)->epoch == call->epoch) || is_found_in_place(call);
}

/* Has the dict that ends here the keys that it had before code of the user's ran?  */
static inline int has_its_keys(Frame *frame)
{
    return LIKELY(!frame->keys) || hash_keys(frame->container) == frame->keys;
}

/* The next child of a dict. PyDict_Next is safe whatever happened to the table meanwhile; counting what it
   hands out is what tells that something did.  */
static ALWAYS_INLINE int next_entry(Frame *frame, PyObject **key, PyObject **value)
{
    if (PyDict_GET_SIZE(frame->container) != frame->size) return STATUS_CHANGED;
    int more = PyDict_Next(frame->container, &frame->position, key, value);
    if (more && frame->entries < frame->size) {
        frame->entries++;
        return PyUnicode_CheckExact(*key) ? STATUS_VALUE : STATUS_KEY;
    }
    return !more && frame->entries == frame->size && has_its_keys(frame) ? STATUS_END : STATUS_CHANGED;
}

static ALWAYS_INLINE int next_item(Frame *frame, PyObject **value)
{
    if (PyList_GET_SIZE(frame->container) != frame->size) return STATUS_CHANGED;
    if (frame->position >= frame->size) return STATUS_END;
    *value = PyList_GET_ITEM(frame->container, frame->position++);
    return STATUS_VALUE;
}

/* The next child of the top frame, whatever its kind: STATUS_VALUE or STATUS_KEY with `value` (and `key` in
   an object) set, STATUS_ATTRIBUTE, STATUS_END or STATUS_CHANGED.  */
static int next_child(Call *call)
{
    Frame *frame = top_frame(call);
    PyObject *pair;
    int status;
    call->key = NULL;
    switch (frame->kind) {
    case FRAME_LIST:
        return next_item(frame, &call->value);
    case FRAME_DICT:
        if (!is_in_place(call)) return STATUS_CHANGED;
        status = next_entry(frame, &call->key, &call->value);
        if (status == STATUS_VALUE || status == STATUS_KEY) hold(call, frame, call->key);
        return status;
    case FRAME_TUPLE:
        if (frame->position >= frame->size) return STATUS_END;
        call->value = PyTuple_GET_ITEM(frame->container, frame->position++);
        return STATUS_VALUE;
    case FRAME_ITEMS:
        if (frame->position >= frame->size) return STATUS_END;
        pair = PyList_GET_ITEM(frame->container, frame->position++);
        call->key = PyTuple_GET_ITEM(pair, 0);
        call->value = PyTuple_GET_ITEM(pair, 1);
        return STATUS_VALUE;
    case FRAME_ITERATOR:
        if (!frame->asked) return STATUS_ATTRIBUTE;
        frame->asked = 0;
        call->value = frame->held;
        return call->value ? STATUS_VALUE : STATUS_END;
    case FRAME_FIELDS:
        if (UNLIKELY(frame->asked)) {
            frame->asked = 0;
            call->value = frame->held;
        } else if (frame->position >= frame->size) {
            return STATUS_END;
        } else {
            PyObject *value = field_in_place(frame->plan, frame->container, frame->position);
            if (UNLIKELY(!value)) return STATUS_ATTRIBUTE;
            frame->position++;
            hold(call, frame, value);
            frame = top_frame(call); /* a finalizer may have entered frames and left them: they may have moved */
            call->value = value;
        }
        call->key = PyTuple_GET_ITEM(frame->plan->keys, frame->position - 1);
        if (PyBytes_CheckExact(call->key)) call->key = PyTuple_GET_ITEM(frame->plan->names, frame->position - 1);
        return STATUS_VALUE;
    default:
        if (frame->position) return STATUS_END;
        frame->position = 1;
        call->value = frame->container;
        return STATUS_VALUE;
    }
}

/* Ask for what STATUS_ATTRIBUTE is about: the next field of the top record, or the next of the top iterator. This
   may run code of the user's.  */
static int ask_next(Call *call)
{
    Frame *frame = top_frame(call);
    PyObject *value;
    count(call, COUNT_ASKED);
    expose_frames(call);
    if (frame->kind == FRAME_ITERATOR) {
        frame->position++;
        value = PyIter_Next(frame->container);
        frame = top_frame(call);
        frame->asked = 1;
        frame->size += value != NULL; /* how many there were, for the last comma */
        Py_XSETREF(frame->held, value);
        return value || !PyErr_Occurred() ? 0 : -1;
    }
    value = PyObject_GetAttr(frame->container, PyTuple_GET_ITEM(frame->plan->names, frame->position++));
    frame = top_frame(call);
    frame->asked = value != NULL;
    Py_XSETREF(frame->held, value);
    return value ? 0 : -1;
}

/* Advance without writing: what a tree needs, which wants to see every value. A frame that stands for one
   value (FRAME_ONE) opens and closes unseen.  */
static int step(Call *call)
{
    while (call->depth) {
        int kind = top_frame(call)->kind;
        int status = next_child(call);
        if (status != STATUS_END) return status;
        pop_frame(call);
        if (kind == FRAME_FINAL) return STATUS_FINAL;
        if (kind != FRAME_ONE) return STATUS_END;
    }
    return STATUS_DONE;
}
