/* How do bytes become base64 in the output: in place, or by way of a temporary?

   The encoder itself is one and the same (base64.h); only the temporary and its copy differ.  */
#pragma once

#include "buffer.h"

#define ON_STACK 256 /* encoded bytes; System.Text.Json's threshold for stackalloc */

typedef struct Temporary {
    char *start;
    Py_ssize_t size;
    Py_ssize_t capacity; /* of a block from the pool; 0 on the stack */
    char stack[ON_STACK + 64]; /* whole-vector stores may pass the end */
} Temporary;

static inline Py_ssize_t encoded_size(PyObject *data) { return (PyBytes_GET_SIZE(data) + 2) / 3 * 4; }

static inline char *encode_at(Call *call, char *out, PyObject *data)
{
    return call->kernels->base64(out, (const uint8_t *)PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), 0);
}

/* Room for a base64 text with its quotes, and the first of them.  */
static int open_text(Call *call, PyObject *data)
{
    if (reserve(call, encoded_size(data) + ROOM) < 0) return -1;
    *call->cursor++ = '"';
    return 0;
}

static void close_text(Call *call) { *call->cursor++ = '"'; }

static void encode_in_place(Call *call, PyObject *data) { call->cursor = encode_at(call, call->cursor, data); }

/* Encode into a temporary: on the stack while it is small, else in a block that the thread lends. A block
   above the thread's cap comes from malloc and goes back there.  */
static int encode_aside(Call *call, Temporary *aside, PyObject *data)
{
    aside->size = encoded_size(data);
    aside->start = aside->stack;
    aside->capacity = 0;
    if (aside->size > ON_STACK) {
        Block block = take_block(call->thread, aside->size + 64);
        if (!block.start) return -1;
        aside->start = block.start;
        aside->capacity = block.capacity;
    }
    encode_at(call, aside->start, data);
    return 0;
}

static void copy_in(Call *call, Temporary *aside)
{
    memcpy(call->cursor, aside->start, aside->size);
    call->cursor += aside->size;
    if (aside->capacity) give_block(call->thread, (Block){aside->start, aside->capacity}, call->retain);
}
