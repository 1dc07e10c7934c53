/* Which thread is this?

   Thread-local state in a header exists once for every extension module that includes it, so this one belongs
   to encoder.axes.writer alone. Everyone else reaches it through Call.thread.  */
#pragma once

#include <pthread.h>

#include "pool.h"

static __thread Thread *this_thread;
static pthread_key_t thread_key;

static void free_thread(void *pointer)
{
    Thread *thread = pointer;
    while (thread->spares) PyMem_RawFree(thread->spare[--thread->spares].start);
    PyMem_RawFree(thread->frames);
    PyMem_RawFree(thread->entries);
    PyMem_RawFree(thread->call.frames);
    PyMem_RawFree(thread);
    this_thread = NULL;
}

static Thread *new_thread(void)
{
    static int ready;
    /* Under the GIL: no two threads are here at once.  */
    if (!ready) ready = pthread_key_create(&thread_key, free_thread) == 0;
    this_thread = PyMem_RawCalloc(1, sizeof(Thread));
    if (!this_thread || !ready) {
        PyErr_NoMemory();
        return NULL;
    }
    pthread_setspecific(thread_key, this_thread);
    return this_thread;
}

static inline Thread *current_thread(void) { return this_thread ? this_thread : new_thread(); }

static Py_ssize_t retained_bytes(void) { return this_thread ? kept_bytes(this_thread) : 0; }
