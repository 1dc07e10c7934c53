/* What does a thread keep between calls? One writer, one buffer, and a few spare blocks.  */
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
    Entries *entries; /* spare room for copies of entries */
    Py_ssize_t large; /* length of the last result that outgrew the pool */
};

/* A block that no thread keeps; its start is NULL, with an exception set, where there is no memory.  */
static Block new_block(Py_ssize_t capacity)
{
    Block block = {PyMem_RawMalloc(capacity), capacity};
    if (!block.start) PyErr_NoMemory();
    return block;
}

/* A block of at least `capacity` bytes: the smallest spare one that is large enough, so that who needs more still finds
   it. No smaller than the first block of a call, or small ones would take the few places for spares and every call make
   its block anew.  */
static Block take_block(Thread *thread, Py_ssize_t capacity)
{
    int best = -1;
    for (int i = 0; i < thread->spares; i++) {
        Py_ssize_t found = thread->spare[i].capacity;
        if (found >= capacity && (best < 0 || found < thread->spare[best].capacity)) best = i;
    }
    if (UNLIKELY(best < 0)) return new_block(Py_MAX(capacity, FIRST_BLOCK));
    Block block = thread->spare[best];
    thread->spare[best] = thread->spare[--thread->spares];
    return block;
}

static inline Py_ssize_t size_of_entries(const Entries *entries)
{
    return entries ? (Py_ssize_t)sizeof(Entries) + entries->room * (Py_ssize_t)sizeof(Entry) : 0;
}

/* How many bytes does a thread keep?  */
static Py_ssize_t kept_bytes(const Thread *thread)
{
    Py_ssize_t kept = size_of_entries(thread->entries);
    for (int i = 0; i < thread->spares; i++) kept += thread->spare[i].capacity;
    return kept;
}

/* Keep `block` for the next call, or free it: a thread retains at most `retain` bytes in all. Room for entries that the
   call had no use for gives way.  */
static void give_block(Thread *thread, Block block, Py_ssize_t retain)
{
    if (thread->entries && block.capacity + kept_bytes(thread) > retain) {
        PyMem_RawFree(thread->entries);
        thread->entries = NULL;
    }
    if (block.capacity + kept_bytes(thread) <= retain && thread->spares < SPARE_BLOCKS) {
        thread->spare[thread->spares++] = block;
    } else {
        PyMem_RawFree(block.start);
    }
    /* What another call was allowed to keep may be more than this one is.  */
    while (thread->spares && kept_bytes(thread) > retain) PyMem_RawFree(thread->spare[--thread->spares].start);
}

/* The same of the room for entries that a call did use. Blocks give way to it: the next such call makes do with smaller
   ones, see `grow`.  */
static void give_entries(Thread *thread, Entries *entries, Py_ssize_t retain)
{
    if (thread->entries || size_of_entries(entries) > retain) {
        PyMem_RawFree(entries);
        return;
    }
    entries->used = 0;
    thread->entries = entries;
    while (thread->spares && kept_bytes(thread) > retain) PyMem_RawFree(thread->spare[--thread->spares].start);
}
