/* Where do the bytes go? Into a block that the thread lends while they are few, and straight into the
   result once they are many: copying a megabyte costs more than growing it.  */
#pragma once

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "pool.h"
#include "result.h"

#define HEAP_BLOCK 256     /* what a writer without a pool starts from, like System.Text.Json's smallest hint */
#define FLUSH_MARK 65536   /* a sink is written to in pieces of about this size */
#define LAYOUT_MARK FIRST_BLOCK /* and what is to be laid out in smaller ones, that it is still near */

/* From 32 MiB on malloc gets its memory from the system anew each time, page by page; pages of 2 MiB are 512 times fewer
   to ask for. numpy asks for them from the same size on. Without such pages nothing happens.  */
#define HUGE_MARK (4 << 20)
static inline void prefer_huge_pages(char *start, Py_ssize_t capacity)
{
#ifdef MADV_HUGEPAGE
    uintptr_t page = 4096, from = ((uintptr_t)start + page - 1) & ~(page - 1);
    if (capacity >= HUGE_MARK) madvise((void *)from, (size_t)capacity - (from - (uintptr_t)start), MADV_HUGEPAGE);
#else
    (void)start, (void)capacity;
#endif
}

/* The caller's memory that a document goes to; see memory.h.  */
struct Target {
    Py_buffer view;
    char *next; /* where the next flushed byte goes, and the end of the room */
    char *end;
};

/* Let the Call write into `start` from `used` on.  */
static void set_room(Call *call, char *start, Py_ssize_t used, Py_ssize_t capacity)
{
    call->buffer->start = start;
    call->buffer->capacity = capacity;
    call->cursor = start + used;
    call->limit = start + capacity;
}

/* When a sink is due its bytes.  */
static inline Py_ssize_t mark_of(const Buffer *buffer)
{
    return buffer->sink == SINK_LAYOUT ? LAYOUT_MARK : FLUSH_MARK;
}

/* A sink gets its bytes in pieces: the room ends at the mark, however large the block is.  */
static void aim_at_sink(Call *call, int sink)
{
    Buffer *buffer = call->buffer;
    buffer->sink = sink;
    call->limit = buffer->start + Py_MIN(buffer->capacity, mark_of(buffer));
}

/* Give the Call its first block. Returns 0, or -1 with an exception set.  */
static int open_buffer(Call *call, int home)
{
    Block block = home == HOME_HEAP ? new_block(HEAP_BLOCK + ROOM) : take_block(call->thread, FIRST_BLOCK);
    call->buffer->home = home;
    call->buffer->result = NULL;
    if (!block.start) return -1;
    set_room(call, block.start, 0, block.capacity);
    return 0;
}

static void close_buffer(Call *call)
{
    Buffer *buffer = call->buffer;
    if (buffer->home == HOME_POOL && buffer->start) {
        give_block(call->thread, (Block){buffer->start, buffer->capacity}, call->policy->retain);
    } else if (buffer->home == HOME_HEAP) {
        PyMem_RawFree(buffer->start);
    }
    Py_CLEAR(buffer->result);
    buffer->start = NULL;
}

/* Leave the thread's block for an object that will be the result: at least twice what is needed, or
   what the last large result took and a sixteenth more, so that steady work grows once and keeps little.  */
static int move_to_result(Call *call, Py_ssize_t used, Py_ssize_t need)
{
    Buffer *buffer = call->buffer;
    Py_ssize_t expected = call->thread->large + call->thread->large / 16;
    Py_ssize_t capacity = Py_MAX(2 * used + need, used + need + ROOM);
    if (expected >= used + need) capacity = expected;
    PyObject *result = new_result(buffer->is_text, capacity);
    if (!result) return -1;
    prefer_huge_pages(result_start(result), capacity);
    memcpy(result_start(result), buffer->start, used);
    close_buffer(call);
    buffer->home = HOME_RESULT;
    buffer->result = result;
    set_room(call, result_start(result), used, capacity);
    return 0;
}

/* Make room for `need` more bytes. Returns 0, or -1 with an exception set.  */
static int grow(Call *call, Py_ssize_t need)
{
    Buffer *buffer = call->buffer;
    Py_ssize_t used = call->cursor - buffer->start;
    if (need > PY_SSIZE_T_MAX / 4 - used) {
        PyErr_NoMemory();
        return -1;
    }
    Py_ssize_t capacity = Py_MAX(2 * buffer->capacity, used + need);
    if (buffer->home == HOME_POOL && buffer->sink == SINK_RESULT) {
        /* What a thread may keep is shared with the copies of entries that this call needed so far.  */
        Py_ssize_t most = call->policy->retain - size_of_entries(call->entries);
        if (used + need > most) return move_to_result(call, used, need);
        capacity = Py_MIN(capacity, most);
    }
    if (buffer->sink != SINK_RESULT) {
        /* Past the mark only as far as this one value needs.  */
        capacity = Py_MAX(Py_MIN(capacity, mark_of(buffer)), used + need);
        if (capacity <= buffer->capacity) {
            call->limit = buffer->start + capacity;
            return 0;
        }
    }
    if (buffer->home == HOME_RESULT) {
        if (resize_result(&buffer->result, capacity) < 0) {
            buffer->start = NULL;
            return -1;
        }
        prefer_huge_pages(result_start(buffer->result), capacity);
        set_room(call, result_start(buffer->result), used, capacity);
        return 0;
    }
    char *start = PyMem_RawRealloc(buffer->start, capacity);
    if (!start) {
        PyErr_NoMemory();
        return -1;
    }
    set_room(call, start, used, capacity);
    return 0;
}

static inline int reserve(Call *call, Py_ssize_t need)
{
    return LIKELY(call->limit - call->cursor >= need) ? 0 : grow(call, need);
}

/* The same for who keeps the cursor in a local, `out`: where that is now, or NULL.  */
static ALWAYS_INLINE char *reserve_at(Call *call, char *out, Py_ssize_t need)
{
    if (LIKELY(call->limit - out >= need)) return out;
    call->cursor = out;
    return grow(call, need) < 0 ? NULL : call->cursor;
}

/* Is it time to hand the bytes to the sink? Asked between values, where the text can be cut.  */
static inline int is_full(Call *call)
{
    return call->buffer->sink != SINK_RESULT && call->cursor - call->buffer->start >= mark_of(call->buffer) - ROOM;
}

/* Copy what is written to the caller's memory, all but the last `keep` bytes (closing a container overwrites
   its last comma). Returns STATUS_DONE, or STATUS_SMALL where it does not fit.  */
static int flush_to_memory(Call *call, Py_ssize_t keep)
{
    Buffer *buffer = call->buffer;
    Py_ssize_t used = call->cursor - buffer->start - keep;
    Target *target = buffer->target;
    if (used > target->end - target->next) return STATUS_SMALL;
    memcpy(target->next, buffer->start, used);
    target->next += used;
    memmove(buffer->start, buffer->start + used, keep);
    call->cursor = buffer->start + keep;
    aim_at_sink(call, SINK_MEMORY);
    return STATUS_DONE;
}

/* Write a bytes object as it is.  */
static int put_bytes(Call *call, PyObject *text)
{
    Py_ssize_t size = PyBytes_GET_SIZE(text);
    if (reserve(call, size + ROOM) < 0) return -1;
    memcpy(call->cursor, PyBytes_AS_STRING(text), size);
    call->cursor += size;
    return 0;
}

static int put_byte(Call *call, int byte)
{
    if (reserve(call, ROOM) < 0) return -1;
    *call->cursor++ = (char)byte;
    return 0;
}

/* End a container: its bracket takes the place of the last comma, and a comma follows it.  */
static int put_end(Call *call, int byte)
{
    if (reserve(call, ROOM) < 0) return -1;
    call->cursor -= call->cursor[-1] == ',';
    *call->cursor++ = (char)byte;
    *call->cursor++ = ',';
    return 0;
}

static Py_ssize_t length(Call *call) { return call->cursor - call->buffer->start; }
static void truncate_to(Call *call, Py_ssize_t length) { call->cursor = call->buffer->start + length; }

/* Take back all but the first `length` bytes; they too are gone where there was no memory for more.  */
static void cut_to(Call *call, Py_ssize_t length)
{
    call->cursor = call->buffer->start;
    if (call->cursor) call->cursor += length;
}

/* End a record: `newline` takes the place of its last comma.  */
static int end_line(Call *call, PyObject *newline)
{
    call->cursor--;
    if (PyBytes_GET_SIZE(newline) != 1) return put_bytes(call, newline);
    *call->cursor++ = *PyBytes_AS_STRING(newline);
    return 0;
}

/* A finished document leaves its last comma behind.  */
static void drop_last(Call *call) { call->cursor--; }

/* The bytes written since the output had `length` of them, as a new bytes object; they are taken back.  */
static PyObject *take_from(Call *call, Py_ssize_t length)
{
    char *from = call->buffer->start + length;
    PyObject *text = PyBytes_FromStringAndSize(from, call->cursor - from);
    call->cursor = from;
    return text;
}

/* What a file is due: a new bytes object with all that is written but the last `keep` bytes, which stay. */
static PyObject *take_pending(Call *call, Py_ssize_t keep)
{
    char *start = call->buffer->start;
    Py_ssize_t used = call->cursor - start - keep;
    PyObject *piece = PyBytes_FromStringAndSize(start, used);
    memmove(start, start + used, keep);
    call->cursor = start + keep;
    if (call->buffer->sink == SINK_FILE) aim_at_sink(call, SINK_FILE);
    return piece;
}

/* The result is to be a str: before anything is written.  */
static void aim_at_text(Call *call) { call->buffer->is_text = 1; }

/* The written bytes as a str. They are UTF-8 by construction.  */
static PyObject *take_str(Call *call)
{
    Buffer *buffer = call->buffer;
    Py_ssize_t used = call->cursor - buffer->start;
    if (buffer->home == HOME_RESULT) call->thread->large = used;
    PyObject *text = take_text(&buffer->result, buffer->start, buffer->capacity, used);
    if (!buffer->result && buffer->home == HOME_RESULT) buffer->start = NULL;
    return text;
}

/* The written bytes as a new bytes object: copied out of a block to exactly their size; in a result they stay
   where they are.  */
static PyObject *take_result(Call *call)
{
    Buffer *buffer = call->buffer;
    Py_ssize_t used = call->cursor - buffer->start;
    if (buffer->home != HOME_RESULT) return PyBytes_FromStringAndSize(buffer->start, used);
    PyObject *result = buffer->result;
    buffer->result = NULL;
    buffer->start = NULL;
    call->thread->large = used;
    return trim_result(result, buffer->capacity, used);
}
