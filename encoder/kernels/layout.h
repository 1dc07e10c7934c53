/* Where does laid-out text go? JSON for people to read is made by a filter on what leaves the encoder, piece by piece:
   see layout_lines.h. Here is what it writes to: a block that the thread lends while the text is short, and straight
   into the result once it is long.  */
#pragma once

#include "buffer.h"
#include "layout_style.h"

/* Where in a document a piece of it was cut.  */
typedef struct Spot {
    Py_ssize_t indent; /* bytes, of the current level */
    uint64_t string;   /* all ones inside a string */
    uint64_t escaped;  /* 1 right after a backslash that begins an escape */
    uint64_t opened;   /* 1 right after an opening bracket, at which nothing was done yet: it may be an empty one's */
} Spot;

struct Laid {
    char *start, *out, *limit;
    PyObject *result;      /* owned: what `start` points into; NULL while that is a block of the thread's */
    int is_text;           /* shall the result be a str? */
    Thread *thread;        /* that lends the block, or NULL */
    Py_ssize_t retain;     /* what it keeps, which this block has to share */
    Py_ssize_t room;       /* what the rest of a chunk may take, long rows aside, with what is scribbled */
    Py_ssize_t size, left; /* of all the text, where it is known at the start; else 0 */
    Spot spot;
    Style style;
};

/* How many bytes in all is the result likely to have? What the last large one had and a sixteenth more; or as many a
   byte of text as so far (what comes first may be far deeper than what follows: never more than twice what is there);
   or twice what is there.  */
static Py_ssize_t expected_size(const Laid *laid, Py_ssize_t used)
{
    if (!laid->size) {
        Py_ssize_t large = laid->thread ? laid->thread->large : 0;
        return Py_MAX(2 * used, large + large / 16);
    }
    if (!used) return laid->size + laid->size / (laid->style.indented ? 4 : 8);
    double rate = (double)used / (double)(laid->size - laid->left + 1) * 1.06;
    return (Py_ssize_t)Py_MIN(rate * (double)laid->size, 2.0 * (double)used);
}

static int grow_laid(Laid *laid, Py_ssize_t used, Py_ssize_t need)
{
    Py_ssize_t capacity = Py_MAX(expected_size(laid, used), used + used / 16 + need);
    if (laid->result) {
        laid->start = NULL; /* where this fails it is freed */
        if (resize_result(&laid->result, capacity) < 0) return -1;
        laid->start = result_start(laid->result);
    } else if (laid->thread && used + need <= laid->retain / 2) {
        capacity = Py_MIN(Py_MAX(2 * used, used + need), laid->retain / 2);
        Block block = {laid->start, capacity};
        if (!laid->start) {
            block = take_block(laid->thread, capacity);
        } else {
            block.start = PyMem_RawRealloc(laid->start, capacity);
            if (!block.start) PyErr_NoMemory();
        }
        if (!block.start) return -1;
        laid->start = block.start;
        capacity = block.capacity;
    } else {
        PyObject *result = new_result(laid->is_text, capacity);
        if (!result) return -1;
        if (laid->start) {
            memcpy(result_start(result), laid->start, used);
            give_block(laid->thread, (Block){laid->start, laid->limit - laid->start}, laid->retain);
        }
        laid->result = result;
        laid->start = result_start(result);
    }
    laid->limit = laid->start + capacity;
    return 0;
}

/* Make room for `need` more bytes behind `out`. Returns where that is now, or NULL with an exception set.  */
COLD static char *make_room(Laid *laid, char *out, Py_ssize_t need)
{
    Py_ssize_t used = laid->start ? out - laid->start : 0;
    if (need > PY_SSIZE_T_MAX / 4 - used) return (char *)PyErr_NoMemory();
    return grow_laid(laid, used, need) < 0 ? NULL : laid->start + used;
}

/* What stands behind a mark of a kind where it is longer than a step. NULL: no memory (exception set).  */
static char *put_long_row(Laid *laid, char *out, int kind, Py_ssize_t indent)
{
    const Style *style = &laid->style;
    const char *text = style->kinds.text[kind];
    Py_ssize_t fixed = style->kinds.size[kind], size = fixed + (indent & style->kinds.indents[kind]);
    if (laid->limit - out < size + laid->room) out = make_room(laid, out, size + laid->room);
    if (!out) return NULL;
    if (size == fixed || size <= style->rows + style->ready_size - text) {
        memcpy(out, text, size);
    } else {
        memcpy(out, text, fixed);
        put_indents(out + fixed, style, size - fixed);
    }
    return out + size;
}

/* Give up what is laid out, as new bytes: exactly as long where it is short, else with a sixteenth of slack at most. */
static PyObject *give_up(Laid *laid)
{
    Py_ssize_t used = laid->start ? laid->out - laid->start : 0;
    if (!laid->result) return PyBytes_FromStringAndSize(laid->start, used);
    PyObject *result = laid->result;
    Py_ssize_t capacity = laid->limit - laid->start;
    laid->result = NULL;
    laid->start = NULL;
    if (laid->thread) laid->thread->large = used;
    return trim_result(result, capacity, used);
}

static int open_laid(Laid *laid, PyObject *style, Thread *thread, Py_ssize_t retain, int is_text)
{
    laid->start = laid->out = laid->limit = NULL;
    laid->result = NULL;
    laid->is_text = is_text;
    laid->thread = thread;
    laid->retain = retain;
    laid->size = laid->left = 0;
    laid->spot = (Spot){0, 0, 0, 0};
    return read_style(&laid->style, style);
}

static void close_laid(Laid *laid)
{
    if (laid->result) {
        Py_CLEAR(laid->result);
    } else if (laid->start && laid->thread) {
        give_block(laid->thread, (Block){laid->start, laid->limit - laid->start}, laid->retain);
    }
    forget_style(&laid->style);
}

/* Let what a call writes be laid out from time to time, while it is still near.  */
static int aim_at_layout(Call *call, Laid *laid, PyObject *style, int is_text)
{
    if (open_laid(laid, style, call->thread, call->policy->retain, is_text) < 0) return -1;
    call->buffer->laid = laid;
    aim_at_sink(call, SINK_LAYOUT);
    return 0;
}

/* Lay out all that is written but the last `keep` bytes. Returns 0, or -1 with an exception set.  */
static int flush_to_layout(Call *call, Py_ssize_t keep)
{
    char *start = call->buffer->start;
    Py_ssize_t used = call->cursor - start - keep;
    if (call->policy->kernels->lay_out(call->buffer->laid, start, used) < 0) return -1;
    memmove(start, start + used, keep);
    call->cursor = start + keep;
    aim_at_sink(call, SINK_LAYOUT);
    return 0;
}

static PyObject *take_laid_out(Call *call)
{
    return flush_to_layout(call, 0) < 0 ? NULL : give_up(call->buffer->laid);
}

static PyObject *take_laid_out_str(Call *call)
{
    Laid *laid = call->buffer->laid;
    if (flush_to_layout(call, 0) < 0) return NULL;
    Py_ssize_t used = laid->out - laid->start;
    int is_large = laid->result != NULL;
    if (is_large && call->thread) call->thread->large = used;
    PyObject *text = take_text(&laid->result, laid->start, laid->limit - laid->start, used);
    if (is_large && !laid->result) laid->start = NULL; /* or it would be taken for a block */
    return text;
}

static void release_layout(Call *call)
{
    close_laid(call->buffer->laid);
    call->buffer->laid = NULL;
}

/* The laid-out form of a piece of compact JSON, as new bytes; NULL with an exception set. The state is empty at the
   start of a document, and from then on what this function puts there.  */
static PyObject *lay_out(const Kernels *kernels, PyObject *text, PyObject *style, PyObject *state)
{
    Laid laid;
    PyObject *result = NULL;
    if (PyBytes_GET_SIZE(text) == 0) return Py_NewRef(text);
    if (open_laid(&laid, style, NULL, 0, 0) < 0) return NULL;
    if (PyByteArray_GET_SIZE(state) == (Py_ssize_t)sizeof(Spot)) {
        memcpy(&laid.spot, PyByteArray_AS_STRING(state), sizeof(Spot));
    } else if (PyByteArray_Resize(state, sizeof(Spot)) < 0) {
        goto end;
    }
    laid.size = PyBytes_GET_SIZE(text);
    if (kernels->lay_out(&laid, PyBytes_AS_STRING(text), laid.size) < 0) goto end;
    memcpy(PyByteArray_AS_STRING(state), &laid.spot, sizeof(Spot));
    result = give_up(&laid);
end:
    close_laid(&laid);
    return result;
}
