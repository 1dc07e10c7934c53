/* Where is the walk? A stack of frames on the heap: no document is deep enough to overflow the C stack.

   Ownership is lazy. The loops of a run execute no Python code, so the containers they enter stay alive through
   their parents; frames are pinned (made to own them) only when control goes to code that could drop one.  */
#pragma once

#include "state.h"
#include "classes.h"

#define FIRST_FRAMES 32

static inline Frame *top_frame(Call *call) { return &call->frames[call->depth - 1]; }

/* The entries that a frame of FRAME_ENTRIES goes through.  */
static inline Entry *copied_entries(Call *call, Frame *frame) { return call->entries + frame->entries; }

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
        Entry entry = call->entries[i];
        Py_DECREF(entry.key);
        Py_DECREF(entry.value);
    }
    call->entries_used = first;
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

/* A text counts by its own hash too: where it was freed, another may lie at its address.  */
static ALWAYS_INLINE uint64_t hash_in(uint64_t hash, PyObject *key)
{
    if (PyUnicode_CheckExact(key)) hash += (uint64_t)((PyASCIIObject *)key)->hash;
    hash = (hash ^ (uintptr_t)key) * 0x9e3779b97f4a7c15u; /* 2^64 / the golden ratio */
    return hash ^ hash >> 32;
}

/* A hash of a dict's keys in their order, never 0.  */
static uint64_t hash_keys(PyObject *dict)
{
    uint64_t hash = 0;
    Py_ssize_t position = 0, entries;
    DictEntry *table = dict_table(dict, &entries);
    PyObject *key, *value;
    if (table) {
        for (; position < entries; position++) {
            if (table[position].value) hash = hash_in(hash, table[position].key);
        }
    } else {
        while (PyDict_Next(dict, &position, &key, &value)) hash = hash_in(hash, key);
    }
    return hash | 1;
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

/* Enter a record that the walk knows the fields of: tuples of names and of keys, see Plan. `read` is for the
   twin.  */
static int push_fields(Call *call, PyObject *record, PyObject *names, PyObject *keys, PyObject *Py_UNUSED(read),
                       int is_own)
{
    Plan *plan = plan_of(call, record, names, keys, is_own);
    if (!plan) return STATUS_RAISED;
    int status = push_record(call, record, plan);
    pin_frames(call);
    return status;
}

/* Enter what stands in for `subject`: a list of (str, value) or (str, value, what the path calls it).  */
static int push_items(Call *call, PyObject *items, PyObject *subject)
{
    int status = push_frame(call, subject, FRAME_ITEMS, PyList_GET_SIZE(items));
    if (status) return status;
    top_frame(call)->container = items;
    top_frame(call)->held = subject;
    pin_frames(call);
    return STATUS_DONE;
}

/* Enter the members of `subject`, a list of ours.  */
static int push_elements(Call *call, PyObject *elements, PyObject *subject)
{
    int status = push_frame(call, subject, FRAME_LIST, PyList_GET_SIZE(elements));
    if (status) return status;
    top_frame(call)->container = elements;
    top_frame(call)->held = subject;
    pin_frames(call);
    return status;
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
    int status = push_frame(call, subject, FRAME_ONE, 1);
    if (status) return status;
    top_frame(call)->container = answer;
    top_frame(call)->held = subject;
    pin_frames(call);
    return status;
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
