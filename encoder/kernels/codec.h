/* How do bytes become base64 in the output: in place, or by way of a temporary?

   The encoder itself is one and the same (base64.h); only the temporary and its copy differ.  */
#pragma once

#include "buffer.h"

#define ON_STACK 256 /* encoded bytes; System.Text.Json's threshold for stackalloc */

typedef struct Temporary {
    char *start;
    Py_ssize_t size;
    Py_ssize_t capacity; /* of a block from the pool; 0 on the stack */
    char stack[ON_STACK];
} Temporary;

static inline Py_ssize_t encoded_size(PyObject *data) { return (PyBytes_GET_SIZE(data) + 2) / 3 * 4; }

static inline char *encode_at(Call *call, char *out, PyObject *data)
{
    return call->policy->kernels->base64(out, (const uint8_t *)PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), 0);
}

/* The place of a text of `size` bytes in the output. A long one goes straight into the caller's memory, where
   that is the sink: the codec writes nothing past its end. NULL: no room there, or an exception is set.  */
static char *place_text(Call *call, Py_ssize_t size)
{
    Buffer *buffer = call->buffer;
    if (buffer->sink == SINK_MEMORY && size >= ON_STACK) {
        Target *target = buffer->target;
        if (flush_to_memory(call, 0) || size > target->end - target->next) return NULL;
        target->next += size;
        return target->next - size;
    }
    if (reserve(call, size + ROOM) < 0) return NULL;
    call->cursor += size;
    return call->cursor - size;
}

static int refused(void) { return PyErr_Occurred() ? STATUS_RAISED : STATUS_SMALL; }

static int encode_in_place(Call *call, PyObject *data)
{
    char *out = place_text(call, encoded_size(data));
    if (!out) return refused();
    encode_at(call, out, data);
    return STATUS_DONE;
}

/* The thread whose spare blocks this call may use, or NULL.  */
static Thread *lender(Call *call) { return call->borrow ? call->borrow() : call->thread; }

/* Encode into a temporary: on the stack while it is small, else in a block that the thread lends, or in memory
   of its own where the call has no thread to ask. A block above the thread's cap is not kept either.  */
static int encode_aside(Call *call, Temporary *aside, PyObject *data)
{
    aside->size = encoded_size(data);
    aside->start = aside->stack;
    aside->capacity = 0;
    if (aside->size > ON_STACK) {
        Thread *thread = lender(call);
        Block block = thread ? take_block(thread, aside->size) : new_block(aside->size);
        if (!block.start) return STATUS_RAISED;
        aside->start = block.start;
        aside->capacity = block.capacity;
    }
    encode_at(call, aside->start, data);
    return STATUS_DONE;
}

/* Copy a temporary to the output and give it up.  */
static int copy_in(Call *call, Temporary *aside)
{
    char *out = place_text(call, aside->size);
    if (out) memcpy(out, aside->start, aside->size);
    Thread *thread = aside->capacity ? lender(call) : NULL;
    if (thread) {
        give_block(thread, (Block){aside->start, aside->capacity}, call->policy->retain);
    } else if (aside->capacity) {
        PyMem_RawFree(aside->start);
    }
    return out ? STATUS_DONE : refused();
}
