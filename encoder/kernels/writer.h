/* What lends and takes back a writer? The three ways of the writer axis differ only in where the Call and its
   Buffer come from.  */
#pragma once

#include "buffer.h"
#include "thread.h"

#define SPARE_FRAMES 256 /* more than this a thread does not keep */

static Counts unread; /* of calls that nobody asks */

/* Make the Call ready for one encode; its frames are the caller's business. Returns it, or NULL with an exception
   set.  */
static inline Call *open_call(Call *call, Buffer *buffer, Thread *thread, int home)
{
    call->buffer = buffer;
    call->thread = home == HOME_POOL ? thread : NULL; /* it may outlive the thread */
    call->counts = &unread;
    call->borrow = NULL;
    call->depth = call->owned = 0;
    call->epoch = 0;
    call->exposed = 0;
    call->root = call->value = call->key = call->kept = NULL;
    call->hook = NULL;
    buffer->sink = SINK_RESULT;
    buffer->is_text = 0;
    return open_buffer(call, home) < 0 ? NULL : call;
}

/* A new writer and a new buffer object.  */
static Call *new_call(int home)
{
    Thread *thread = current_thread();
    if (!thread) return NULL;
    Call *call = PyObject_Malloc(sizeof(Call));
    Buffer *buffer = PyObject_Malloc(sizeof(Buffer));
    if (!call || !buffer) {
        PyErr_NoMemory();
    } else if (open_call(call, buffer, thread, home)) {
        call->frames = call->thread ? thread->frames : NULL;
        call->frame_room = call->frames ? thread->frame_room : 0;
        if (call->frames) thread->frames = NULL;
        call->entries = NULL;
        return call;
    }
    PyObject_Free(call);
    PyObject_Free(buffer);
    return NULL;
}

/* The thread's own pair, which keeps its frames, or NULL without an exception where an outer call on this thread has
   it.  */
static inline Call *cached_call(void)
{
    Thread *thread = current_thread();
    if (!thread || thread->rented) return NULL;
    thread->rented = open_call(&thread->call, &thread->buffer, thread, HOME_POOL) != NULL;
    return thread->rented ? &thread->call : NULL;
}

/* Is it the thread's own?  */
static inline int is_kept(Call *call) { return call->thread && call == &call->thread->call; }

/* Let a call that no thread lent use spare blocks of whichever thread it writes on.  */
static void let_borrow(Call *call) { call->borrow = current_thread; }

static void close_entries(Call *call)
{
    if (call->thread) {
        give_entries(call->thread, call->entries, call->policy->retain);
    } else {
        PyMem_RawFree(call->entries);
    }
    call->entries = NULL;
}

/* Take everything back that the Call holds; right after success and after any failure.  */
static void close_call(Call *call)
{
    Thread *thread = call->thread;
    clear_frames(call);
    Py_CLEAR(call->kept);
    close_buffer(call);
    if (UNLIKELY(call->entries != NULL)) close_entries(call);
    if (LIKELY(thread && call == &thread->call)) {
        if (UNLIKELY(call->frame_room > SPARE_FRAMES)) {
            PyMem_RawFree(call->frames);
            call->frames = NULL;
            call->frame_room = 0;
        }
        thread->rented = 0;
        return;
    }
    if (thread && call->frames && !thread->frames && call->frame_room <= SPARE_FRAMES) {
        thread->frames = call->frames;
        thread->frame_room = call->frame_room;
    } else {
        PyMem_RawFree(call->frames);
    }
    PyObject_Free(call->buffer);
    PyObject_Free(call);
}
