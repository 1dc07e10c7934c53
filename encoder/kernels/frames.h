/* Where is the walk? A stack of frames on the heap: no document is deep enough to overflow the C stack.

   Ownership is lazy. The loops of a run execute no Python code, so the containers they enter stay alive through
   their parents; frames are pinned (made to own them) only when control goes to code that could drop one.  */
#pragma once

#include "state.h"
#include "classes.h"

#define FIRST_FRAMES 32

static inline Frame *top_frame(Call *call) { return &call->frames[call->depth - 1]; }

/* The entries that a frame of FRAME_ENTRIES goes through.  */
static inline Entry *copied_entries(Call *call, Frame *frame) { return call->entries->of + frame->entries; }

/* All of them: since they were copied no code ran that could have dropped those written already.  */
static void own_entries(Call *call, Frame *frame)
{
    Entry *entries = copied_entries(call, frame);
    for (Py_ssize_t i = 0; i < frame->size; i++) {
        Py_INCREF(entries[i].key);
        Py_INCREF(entries[i].value);
    }
}

/* A finalizer may copy entries of its own behind these, so that they may move.  */
static void drop_entries(Call *call, Py_ssize_t first, Py_ssize_t count)
{
    for (Py_ssize_t i = first; i < first + count; i++) {
        Entry entry = call->entries->of[i];
        Py_DECREF(entry.key);
        Py_DECREF(entry.value);
    }
    call->entries->used = first;
}

static void pin_frames(Call *call)
{
    for (; call->owned < call->depth; call->owned++) {
        Frame *frame = &call->frames[call->owned];
        Py_INCREF(frame->container);
        Py_XINCREF(frame->held);
        if (frame->kind == FRAME_ENTRIES) own_entries(call, frame);
    }
}

/* Code of the user's runs next: it may drop or change anything that is on the way. A dict's size tells little:
   one that is emptied and filled again may have the same. So its keys are hashed now and again at its end.  */
static void expose_frames(Call *call)
{
    pin_frames(call);
    call->epoch++;
    for (; call->exposed < call->depth; call->exposed++) {
        Frame *frame = &call->frames[call->exposed];
        if (frame->kind == FRAME_DICT) frame->keys = hash_keys(frame->container);
    }
}

/* The same for a leaf that asks such code: it may drop the very value, which the leaf reads on and the walk may get.  */
static void expose_leaf(Call *call, PyObject *value)
{
    expose_frames(call);
    Py_XSETREF(call->kept, Py_NewRef(value));
}

/* Remember what the top frame stands at: the key in a dict, the value that a record's getattr gave.  */
static void hold_owned(Call *call, PyObject *object)
{
    Frame *frame = top_frame(call);
    call->epoch += frame->kind == FRAME_FIELDS; /* a finalizer of the last field's value may run */
    Py_XSETREF(frame->held, Py_NewRef(object));
}

static ALWAYS_INLINE void hold(Call *call, Frame *top, PyObject *object)
{
    if (UNLIKELY(call->owned == call->depth)) {
        hold_owned(call, object);
    } else {
        top->held = object;
    }
}

/* Let go of what a frame owns that was left just now.  */
static void drop_frame(Call *call, Frame *frame)
{
    call->owned = call->depth;
    call->exposed = Py_MIN(call->exposed, call->depth);
    call->epoch++; /* a finalizer may run, and enter frames of its own here */
    PyObject *container = frame->container, *held = frame->held;
    Py_ssize_t first = frame->entries, copied = frame->kind == FRAME_ENTRIES ? frame->size : 0;
    Py_DECREF(container);
    Py_XDECREF(held);
    if (copied) drop_entries(call, first, copied);
}

static ALWAYS_INLINE void pop_frame(Call *call)
{
    Frame *frame = &call->frames[--call->depth];
    if (frame->kind == FRAME_FIELDS) release_plan(frame->plan);
    if (UNLIKELY(call->owned > call->depth)) drop_frame(call, frame);
}

static void clear_frames(Call *call)
{
    while (call->depth > 0) pop_frame(call);
}

/* The object that a frame stands for: the items of a dict or a set are a list of ours.  */
static PyObject *subject(Frame *frame)
{
    if (frame->kind == FRAME_FINAL) return NULL;
    int stands_in = frame->kind == FRAME_ONE || frame->kind == FRAME_ITEMS || (frame->kind == FRAME_LIST && frame->held);
    return stands_in ? frame->held : frame->container;
}

/* How far below the top is `container`, which is about to be entered, met for the last time? 0: nowhere.  */
static Py_ssize_t period(Call *call, PyObject *container)
{
    for (Py_ssize_t i = call->depth - 1; i >= 0; i--) {
        if (subject(&call->frames[i]) == container) return call->depth - i;
    }
    return 0;
}

static int more_frames(Call *call)
{
    Py_ssize_t room = call->frame_room ? call->frame_room * 2 : FIRST_FRAMES;
    Frame *frames = PyMem_RawRealloc(call->frames, room * sizeof(Frame));
    if (!frames) {
        PyErr_NoMemory();
        return STATUS_RAISED;
    }
    call->frames = frames;
    call->frame_room = room;
    return STATUS_DONE;
}

/* May a container be entered, and is there room for its frame? STATUS_DONE or why not.  */
static int may_enter(Call *call, PyObject *container)
{
    Py_ssize_t depth = call->depth;
    /* Looking for a cycle at every level would make depth quadratic; it passes the powers of two as well.  */
    if ((depth >= 32 && (depth & (depth - 1)) == 0) || depth >= call->max_depth) {
        if (period(call, container)) {
            call->value = container;
            return STATUS_CIRCULAR;
        }
    }
    if (depth >= call->max_depth) {
        call->value = container;
        return STATUS_DEEP;
    }
    return depth >= call->frame_room ? more_frames(call) : STATUS_DONE;
}

/* Enter a container. Returns STATUS_DONE or why not; `container` is borrowed, see pin_frames. *top: the top frame, where
   it is known, else NULL; afterwards the new one.  */
static ALWAYS_INLINE int push_above(Call *call, Frame **top, PyObject *container, int kind, Py_ssize_t size)
{
    Py_ssize_t depth = call->depth;
    Frame *frame = *top + 1;
    if (UNLIKELY(!*top || depth >= FIRST_FRAMES || depth >= call->max_depth)) {
        int status = may_enter(call, container);
        if (status) return status;
        frame = &call->frames[depth];
    }
    *top = frame;
    frame->container = container;
    frame->held = NULL;
    frame->keys = 0;
    frame->asked = 0;
    frame->position = frame->entries = 0;
    frame->size = size;
    frame->kind = kind;
    frame->epoch = call->epoch;
    call->depth = depth + 1;
    return STATUS_DONE;
}

static int push_frame(Call *call, PyObject *container, int kind, Py_ssize_t size)
{
    Frame *top = NULL;
    return push_above(call, &top, container, kind, size);
}

/* Enter a record.  */
static int push_record(Call *call, PyObject *record, Plan *plan)
{
    int status = push_frame(call, record, FRAME_FIELDS, PyTuple_GET_SIZE(plan->names));
    if (status) return status;
    top_frame(call)->plan = plan;
    plan->references++;
    return STATUS_DONE;
}

/* Enter a record that the walk knows the fields of: tuples of names and of keys, see Plan. `read` is for the twin.  */
static int push_fields(Call *call, PyObject *record, PyObject *names, PyObject *keys, PyObject *Py_UNUSED(read),
                       int is_own)
{
    Plan *plan = plan_of(call, record, names, keys, is_own);
    if (!plan) return STATUS_RAISED;
    int status = push_record(call, record, plan);
    pin_frames(call);
    return status;
}

/* Enter what stands in for `subject`: that is what may not come back further down.  */
static int push_stand_in(Call *call, PyObject *stand_in, PyObject *subject, int kind, Py_ssize_t size)
{
    int status = push_frame(call, subject, kind, size);
    if (status) return status;
    top_frame(call)->container = stand_in;
    top_frame(call)->held = subject;
    pin_frames(call);
    return status;
}

/* A list of (str, value) or (str, value, what the path calls it).  */
static int push_items(Call *call, PyObject *items, PyObject *subject)
{
    return push_stand_in(call, items, subject, FRAME_ITEMS, PyList_GET_SIZE(items));
}

/* The members of `subject`, a list of ours.  */
static int push_elements(Call *call, PyObject *elements, PyObject *subject)
{
    return push_stand_in(call, elements, subject, FRAME_LIST, PyList_GET_SIZE(elements));
}

#define SOON 1024

/* Enter what code of the user's gave for `subject`. A cycle through it makes containers anew at every round, and only
   `subject` comes back, so it is looked for at once; far down no more, or depth would be quadratic.  */
static int push_answer(Call *call, PyObject *answer, PyObject *subject)
{
    if (call->depth < SOON && period(call, subject)) {
        call->value = subject;
        return STATUS_CIRCULAR;
    }
    return push_stand_in(call, answer, subject, FRAME_ONE, 1);
}

/* A function of the option `rules` gave `value` itself, which is entered next: then its answer is no level of its own,
   and no ancestor of what it is an answer for.  */
static void leave_answer(Call *call, PyObject *value)
{
    Frame *frame = call->depth ? top_frame(call) : NULL;
    if (frame && frame->kind == FRAME_ONE && frame->held == value) pop_frame(call);
}

/* Is `value`, which the last frame is for, met a second time, as an own type or an iterator?  */
static int is_open(Call *call, PyObject *value)
{
    for (Py_ssize_t i = Py_MAX(call->depth - SOON, 0); i < call->depth - 1; i++) {
        Frame *frame = &call->frames[i];
        int is_own = frame->kind == FRAME_ONE && !frame->held;
        if (frame->container == value && (is_own || frame->kind == FRAME_ITERATOR)) return 1;
    }
    return 0;
}

/* Enter a value whose rules were applied already, at `place`: the tuple of the keys and indexes from the root.  */
static int push_final(Call *call, PyObject *value, PyObject *place)
{
    int status = push_frame(call, value, FRAME_FINAL, 1);
    if (status) return status;
    top_frame(call)->held = place;
    pin_frames(call);
    return status;
}

/* Leave what was entered since there were `depth` frames.  */
static void pop_to(Call *call, Py_ssize_t depth)
{
    while (call->depth > depth) pop_frame(call);
}

/* The value that a status is about, for code that may run Python: from here on the frames own what they hold. */
static PyObject *take_value(Call *call)
{
    pin_frames(call);
    return Py_NewRef(call->value);
}

/* A run stopped: take hold of all that it stands at and of the value that its status is about, if it is about one.
   Until then any allocation may run a collection, and that code of the user's.  */
static PyObject *hold_stopped(Call *call, int status)
{
    int is_about_value = status == STATUS_VALUE || status == STATUS_KEY || status == STATUS_DEEP ||
                         status == STATUS_CIRCULAR || status == STATUS_SURROGATE || status == STATUS_KEY_SURROGATE ||
                         status == STATUS_NON_FINITE;
    pin_frames(call);
    return Py_NewRef(is_about_value ? call->value : Py_None);
}

/* Its key, or None outside of objects.  */
static PyObject *take_key(Call *call) { return Py_NewRef(call->key ? call->key : Py_None); }

static PyObject *top_container(Call *call) { return Py_NewRef(top_frame(call)->container); }
