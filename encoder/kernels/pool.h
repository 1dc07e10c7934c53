/* What does a thread keep between calls? One writer, one buffer and a few spare blocks of bytes.  */
#pragma once

#include "frames.h"

/* System.Text.Json rents 16 KiB arrays (JsonSerializerOptions.DefaultBufferSize).  */
#define FIRST_BLOCK 16384
#define SPARE_BLOCKS 4

typedef struct Block {
    char *start;
    Py_ssize_t capacity;
} Block;

struct Thread {
    Call call;     /* the cached pair: a writer ... */
    Buffer buffer; /* ... and its buffer */
    int rented;    /* is the pair in use? A nested call must not get it */
    int spares;
    Block spare[SPARE_BLOCKS];
    Frame *frames; /* spare frames for a fresh writer, so that it does not pay for them either */
    Py_ssize_t frame_room;
    Py_ssize_t large; /* length of the last result that outgrew the pool */
};

/* A block that no thread keeps; its start is NULL, with an exception set, where there is no memory.  */
static Block new_block(Py_ssize_t capacity)
{
    Block block = {PyMem_RawMalloc(capacity), capacity};
    if (!block.start) PyErr_NoMemory();
    return block;
}

/* A block of at least `capacity` bytes: a spare one where one is large enough. No smaller than the first block of a
   call, or small ones would take the few places for spares and every call make its block anew.  */
static Block take_block(Thread *thread, Py_ssize_t capacity)
{
    for (int i = thread->spares - 1; i >= 0; i--) {
        Block block = thread->spare[i];
        if (block.capacity < capacity) continue;
        thread->spare[i] = thread->spare[--thread->spares];
        return block;
    }
    return new_block(Py_MAX(capacity, FIRST_BLOCK));
}

/* Keep `block` for the next call, or free it: a thread retains at most `retain` bytes in all.  */
static void give_block(Thread *thread, Block block, Py_ssize_t retain)
{
    Py_ssize_t kept = block.capacity;
    for (int i = 0; i < thread->spares; i++) kept += thread->spare[i].capacity;
    if (kept <= retain && thread->spares < SPARE_BLOCKS) {
        thread->spare[thread->spares++] = block;
    } else {
        PyMem_RawFree(block.start);
    }
}
