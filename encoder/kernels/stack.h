/* Is there C stack enough for one more own type? Each runs code of the user's inside of the call that met it.  */
#pragma once

#include <Python.h>
#include <pthread.h>
#include <stdint.h>

#define STACK_RESERVE (96 * 1024) /* bytes; a level takes about 1.5 KB, and what it calls must run as well */

/* The lowest address of this thread's stack; 0 where nobody tells.  */
static uintptr_t stack_floor(void)
{
#if defined(__APPLE__)
    pthread_t self = pthread_self();
    return (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
    pthread_attr_t attributes;
    void *start = NULL;
    size_t size, guard = 0;
    if (pthread_getattr_np(pthread_self(), &attributes)) return 0;
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_getguardsize(&attributes, &guard);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)start + guard;
#else
    return 0;
#endif
}

static int is_stack_short(void)
{
    static _Thread_local uintptr_t floor, is_known;
    char here;
    if (!is_known) {
        floor = stack_floor();
        is_known = 1;
    }
    /* Below the floor: a coroutine that has a stack of its own, of which nothing is known.  */
    return (uintptr_t)&here > floor && (uintptr_t)&here - floor < STACK_RESERVE;
}
