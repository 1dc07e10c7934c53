/* Which dicts are written from a copy of their entries? One in order of its keys, and one whose keys are all ints.

   The copies lie one behind the other in a block that the Call keeps, those of the top frame last. Like all that
   frames hold, a copy's keys and values are borrowed until the frame is pinned; see frames.h.  */
#pragma once

#include "buffer.h"
#include "internals.h"

#define FIRST_ENTRIES 64

static int more_entries(Call *call, Py_ssize_t count)
{
    if (!call->entries && call->thread) {
        call->entries = call->thread->entries;
        call->thread->entries = NULL;
    }
    Entries *entries = call->entries;
    Py_ssize_t used = entries ? entries->used : 0, room = entries ? entries->room : 0;
    if (entries && used + count <= room) return 0; /* an empty dict needs a place too */
    room = Py_MAX(used + count, Py_MAX(2 * room, FIRST_ENTRIES));
    entries = PyMem_RawRealloc(entries, sizeof(Entries) + room * sizeof(Entry));
    if (!entries) {
        PyErr_NoMemory();
        return -1;
    }
    entries->used = used;
    entries->room = room;
    call->entries = entries;
    return 0;
}

/* Room for `count` more entries. Returns 0, or -1 with an exception set.  */
static ALWAYS_INLINE int reserve_entries(Call *call, Py_ssize_t count)
{
    Entries *entries = call->entries;
    return LIKELY(entries && count <= entries->room - entries->used) ? 0 : more_entries(call, count);
}

/* Where the next copies of entries go.  */
static ALWAYS_INLINE Entry *next_copies(Call *call) { return call->entries->of + call->entries->used; }

/* The next entry of a dict: from its table, if it has one that may be read, else by PyDict_Next.  */
static ALWAYS_INLINE int next_pair(PyObject *dict, DictEntry *table, size_t stride, Py_ssize_t end, Py_ssize_t *at,
                                   Entry *entry)
{
    if (UNLIKELY(!table)) return PyDict_Next(dict, at, &entry->key, &entry->value);
    while (*at < end) {
        DictEntry *found = entry_at(table, (*at)++, stride);
        if (UNLIKELY(!found->value)) continue;
        entry->key = found->key;
        entry->value = found->value;
        return 1;
    }
    return 0;
}

/* Is it an int that 64 bits hold, the sign among them?  */
static ALWAYS_INLINE int read_number(PyObject *key, int64_t *number)
{
    Magnitude magnitude;
    if (UNLIKELY(!PyLong_CheckExact(key) || !magnitude_of(key, &magnitude))) return 0;
    *number = (int64_t)(magnitude.negative ? 0 - magnitude.number : magnitude.number);
    return !magnitude.number || (*number < 0) == magnitude.negative;
}

/* Copy the entries of a dict whose keys are all ints that 64 bits hold, the numbers as ranks, behind those of the Call.
   No two such keys have the same text. Returns how many; -1: there are other keys; -2 with an exception set.  */
static Py_ssize_t copy_numbers(Call *call, PyObject *dict)
{
    Py_ssize_t size = PyDict_GET_SIZE(dict), at = 0, end = 0, count = 0;
    DictEntry *table = general_table(dict, &end);
    Entry first;
    if (!next_pair(dict, table, GENERAL_STRIDE, end, &at, &first) || !PyLong_CheckExact(first.key)) return -1;
    if (reserve_entries(call, size) < 0) return -2;
    Entry *entry = next_copies(call);
    for (at = 0; count < size && next_pair(dict, table, GENERAL_STRIDE, end, &at, entry); entry++, count++) {
        if (UNLIKELY(!read_number(entry->key, (int64_t *)&entry->rank))) return -1;
    }
    return count;
}

/* Let the top dict, of which nothing is written yet, go on from a copy if all its keys are ints. 1: it does; 0: there
   are others; -1 with an exception set.  */
static int take_numbers(Call *call)
{
    Frame *frame = top_frame(call);
    if (frame->entries || frame->keys) return 0;
    Py_ssize_t count = copy_numbers(call, frame->container);
    if (count < 0) return count == -1 ? 0 : -1;
    frame->kind = FRAME_ENTRIES;
    frame->entries = call->entries->used;
    frame->size = count;
    call->entries->used += count;
    if (call->owned == call->depth) own_entries(call, frame);
    return 1;
}
