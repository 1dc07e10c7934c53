/* How does compact JSON become JSON for people to read, with separators and a member a line?

   By a filter on what leaves the encoder, piece by piece: a Spot says where in the document a piece was cut.
   Comparisons of 64 bytes at once give a bit a byte, and only the marks outside strings are looked at one by one
   (technique: G. Langdale and D. Lemire, "Parsing Gigabytes of JSON per Second", 2019).  */
#pragma once

#include <Python.h>

#include "isa.h"

#define LAYOUT_BLOCK 64
#define LAYOUT_STEP 32   /* bytes copied at once, some of them past the end */
#define LAYOUT_READY 128 /* bytes of an item separator and the line behind it that are kept ready */
typedef struct Layout {
    const char *item, *key, *indent, *newline;
    Py_ssize_t item_size, key_size, indent_size, newline_size;
    int indented, open_empty;
    int kept;               /* are the texts short enough to be kept ready? */
    Py_ssize_t ready_depth; /* the deepest line that is; -1: none */
    Py_ssize_t room;        /* what a stretch and a mark take at most, with what their copies scribble past the end */
    char ready[LAYOUT_READY + LAYOUT_STEP];
    char ready_key[LAYOUT_READY + LAYOUT_STEP];
} Layout;

typedef struct Spot {
    Py_ssize_t depth;
    uint64_t string;  /* all ones inside a string */
    uint64_t escaped; /* 1 right after a backslash that begins an escape */
    uint64_t opened;  /* 1 right after an opening bracket: the line that follows it, if any, is not yet written */
} Spot;

/* One bit for each byte of a block.  */
typedef struct Marks {
    uint64_t quotes, backslashes, commas, colons, brackets;
} Marks;

#define IS_OPENING(byte) (((byte) | 0x20) == '{') /* bit 0x20 makes square brackets curly ones */
#define IS_CLOSING(byte) (((byte) | 0x20) == '}')

#if ISA_X86
#define EQUAL(bytes, byte) _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte))
#define MASK(bytes) ((uint64_t)_mm_movemask_epi8(bytes) << at)
static ALWAYS_INLINE Marks find_marks(const char *block, int indented)
{
    Marks marks = {0, 0, 0, 0, 0};
    for (int at = 0; at < LAYOUT_BLOCK; at += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(block + at));
        marks.quotes |= MASK(EQUAL(bytes, '"'));
        marks.backslashes |= MASK(EQUAL(bytes, '\\'));
        marks.commas |= MASK(EQUAL(bytes, ','));
        marks.colons |= MASK(EQUAL(bytes, ':'));
        if (!indented) continue;
        __m128i curly = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        marks.brackets |= MASK(_mm_or_si128(EQUAL(curly, '{'), EQUAL(curly, '}')));
    }
    return marks;
}
#undef EQUAL
#undef MASK
#else
static ALWAYS_INLINE Marks find_marks(const char *block, int indented)
{
    Marks marks = {0, 0, 0, 0, 0};
    for (int at = 0; at < LAYOUT_BLOCK; at++) {
        marks.quotes |= (uint64_t)(block[at] == '"') << at;
        marks.backslashes |= (uint64_t)(block[at] == '\\') << at;
        marks.commas |= (uint64_t)(block[at] == ',') << at;
        marks.colons |= (uint64_t)(block[at] == ':') << at;
        marks.brackets |= (uint64_t)(indented & (IS_OPENING(block[at]) | IS_CLOSING(block[at]))) << at;
    }
    return marks;
}
#endif

/* The bytes of a block at which an escape ends; moves `escaped` on to the end of its `count` bytes.  */
static ALWAYS_INLINE uint64_t find_escaped(uint64_t backslashes, Spot *place, int count)
{
    uint64_t escaped = place->escaped;
    place->escaped = 0;
    for (uint64_t rest = backslashes & ~escaped; UNLIKELY(rest);) {
        int next = low_zeros(rest) + 1;
        uint64_t bit = next < LAYOUT_BLOCK ? (uint64_t)1 << next : 0;
        place->escaped = next == count;
        escaped |= bit;
        rest &= (rest - 1) & ~bit;
    }
    return escaped;
}

/* The marks of `count` bytes that stand outside strings, which the place is moved past.  */
static ALWAYS_INLINE Marks find_outside(const char *block, int count, Spot *place, int indented)
{
    Marks marks = find_marks(block, indented);
    uint64_t string = marks.quotes & ~find_escaped(marks.backslashes, place, count);
    for (int shift = 1; shift < LAYOUT_BLOCK; shift *= 2) string ^= string << shift; /* of all quotes up to here */
    string ^= place->string;
    place->string = (uint64_t)0 - (string >> (LAYOUT_BLOCK - 1));
    marks.commas &= ~string;
    marks.colons &= ~string;
    marks.brackets &= ~string;
    return marks;
}

/* A block of `left` bytes of text or more: where a copy of them in steps would read past their end, in `spare`. */
static ALWAYS_INLINE const char *whole_block(const char *block, Py_ssize_t left, char *spare)
{
    if (LIKELY(left >= LAYOUT_BLOCK + LAYOUT_STEP)) return block;
    memset(spare, 0, LAYOUT_BLOCK + LAYOUT_STEP);
    return memcpy(spare, block, left);
}

/* The result while it grows.  */
typedef struct Laid {
    PyObject *bytes;
    char *limit;
    Py_ssize_t done, size; /* how much of the piece is laid out, and of how much */
} Laid;

/* Make room for `need` more bytes, and for the rest of the piece if that takes as much as what is done did (which
   is nearer than to double it). Returns where `out` is now, or NULL with an exception set.  */
COLD static char *make_room(Laid *laid, char *out, Py_ssize_t need)
{
    Py_ssize_t used = out - PyBytes_AS_STRING(laid->bytes);
    if (need > PY_SSIZE_T_MAX / 4 - used) return (char *)PyErr_NoMemory();
    double expected = (double)used / (double)(laid->done + 1) * (double)laid->size * 1.06;
    Py_ssize_t capacity = used + used / 16 + need;
    /* What comes first may be far deeper than what follows: never more than twice what is there. */
    if (expected > 2.0 * (double)used) expected = 2.0 * (double)used;
    if ((Py_ssize_t)expected + need > capacity) capacity = (Py_ssize_t)expected + need;
    if (_PyBytes_Resize(&laid->bytes, capacity) < 0) return NULL;
    laid->limit = PyBytes_AS_STRING(laid->bytes) + capacity;
    return PyBytes_AS_STRING(laid->bytes) + used;
}

/* Copy in steps.  */
static ALWAYS_INLINE char *put_stretch(char *out, const char *from, Py_ssize_t count)
{
    memcpy(out, from, LAYOUT_STEP);
    for (Py_ssize_t at = LAYOUT_STEP; UNLIKELY(at < count); at += LAYOUT_STEP) memcpy(out + at, from + at, LAYOUT_STEP);
    return out + count;
}

/* Copy one of the style's texts.  */
static ALWAYS_INLINE char *put_separator(char *out, const Layout *layout, const char *text, Py_ssize_t size)
{
    if (LIKELY(layout->kept)) return put_stretch(out, text, size);
    memcpy(out, text, size);
    return out + size;
}

/* Write `count` indents by copying what is there already, more each time.  */
static void put_indents(char *out, const Layout *layout, Py_ssize_t count)
{
    Py_ssize_t size = layout->indent_size * count, done = Py_MIN(layout->indent_size, size);
    memcpy(out, layout->indent, done);
    for (; done < size; done += Py_MIN(done, size - done)) memcpy(out + done, out, Py_MIN(done, size - done));
}

/* A line that is not kept ready. NULL with an exception set where there is no memory.  */
COLD static char *put_deep_line(Laid *laid, char *out, const Layout *layout, Py_ssize_t depth, Py_ssize_t item_size)
{
    if (depth > PY_SSIZE_T_MAX / 4 / (layout->indent_size + 1)) return (char *)PyErr_NoMemory();
    Py_ssize_t need = item_size + layout->newline_size + layout->indent_size * depth + layout->room;
    if (laid->limit - out < need) out = make_room(laid, out, need);
    if (!out) return NULL;
    memcpy(out, layout->item, item_size);
    memcpy(out + item_size, layout->newline, layout->newline_size);
    out += item_size + layout->newline_size;
    if (layout->indent_size) put_indents(out, layout, depth);
    return out + layout->indent_size * depth;
}

/* Begin a line, behind `item_size` bytes of the item separator: all of them or none.  */
static ALWAYS_INLINE char *put_line(Laid *laid, char *out, const Layout *layout, Py_ssize_t depth, Py_ssize_t item_size)
{
    if (UNLIKELY(depth > layout->ready_depth)) return put_deep_line(laid, out, layout, depth, item_size);
    const char *ready = layout->ready + layout->item_size - item_size;
    return put_stretch(out, ready, item_size + layout->newline_size + layout->indent_size * depth);
}

/* Write `text` behind `out`; the place is moved to its end. Returns the end of the result, or NULL with an exception
   set.  */
static ALWAYS_INLINE char *put_laid_out(Laid *laid, char *out, const Layout *layout, const char *text, Spot *place,
                                        int indented)
{
    char spare[LAYOUT_BLOCK + LAYOUT_STEP];
    Py_ssize_t size = laid->size;
    uint64_t opened = place->opened;
    if (opened && !IS_CLOSING(*text)) out = put_line(laid, out, layout, place->depth, 0);
    for (Py_ssize_t at = 0; at < size && out; at += LAYOUT_BLOCK) {
        const char *block = whole_block(text + at, size - at, spare);
        int count = (int)Py_MIN(size - at, LAYOUT_BLOCK), from = 0;
        Marks marks = find_outside(block, count, place, indented);
        for (uint64_t rest = marks.commas | marks.colons | marks.brackets; rest; rest &= rest - 1) {
            int mark = low_zeros(rest);
            char byte = block[mark];
            if (UNLIKELY(laid->limit - out < layout->room)) {
                laid->done = at + from;
                out = make_room(laid, out, layout->room);
                if (!out) return NULL;
            }
            out = put_stretch(out, block + from, mark - from);
            from = mark + 1;
            if (byte == ':') {
                out = put_separator(out, layout, layout->key, layout->key_size);
            } else if (byte == ',') {
                out = indented ? put_line(laid, out, layout, place->depth, layout->item_size)
                               : put_separator(out, layout, layout->item, layout->item_size);
            } else if (IS_OPENING(byte)) {
                place->depth++;
                *out++ = byte;
                if (at + mark + 1 == size || IS_CLOSING(text[at + mark + 1])) continue;
                out = put_line(laid, out, layout, place->depth, 0);
            } else {
                int empty = at + mark ? IS_OPENING(text[at + mark - 1]) : (int)opened;
                place->depth -= place->depth > 0;
                if (!empty) {
                    out = put_line(laid, out, layout, place->depth, 0);
                } else if (layout->open_empty) {
                    out = put_separator(out, layout, layout->newline, layout->newline_size);
                    out = put_line(laid, out, layout, place->depth, 0);
                }
                if (out) *out++ = byte;
            }
            if (UNLIKELY(!out)) return NULL;
        }
        if (UNLIKELY(laid->limit - out < layout->room)) {
            laid->done = at + from;
            out = make_room(laid, out, layout->room);
            if (!out) return NULL;
        }
        out = put_stretch(out, block + from, count - from);
    }
    place->opened = indented && !place->string && IS_OPENING(text[size - 1]);
    return out;
}

/* What a style (see layout.py) means for the kernel; its texts stay the tuple's.  */
static void read_style(Layout *layout, PyObject *style)
{
    PyObject *indent = PyTuple_GET_ITEM(style, 2);
    layout->indented = indent != Py_None;
    layout->open_empty = PyTuple_GET_ITEM(style, 4) == Py_True;
    layout->item = PyBytes_AS_STRING(PyTuple_GET_ITEM(style, 0));
    layout->item_size = PyBytes_GET_SIZE(PyTuple_GET_ITEM(style, 0));
    layout->key = PyBytes_AS_STRING(PyTuple_GET_ITEM(style, 1));
    layout->key_size = PyBytes_GET_SIZE(PyTuple_GET_ITEM(style, 1));
    layout->newline = PyBytes_AS_STRING(PyTuple_GET_ITEM(style, 3));
    layout->newline_size = PyBytes_GET_SIZE(PyTuple_GET_ITEM(style, 3));
    layout->indent = layout->indented ? PyBytes_AS_STRING(indent) : "";
    layout->indent_size = layout->indented ? PyBytes_GET_SIZE(indent) : 0;
    layout->ready_depth = -1;
    Py_ssize_t lead = layout->item_size + layout->newline_size;
    layout->kept = lead <= LAYOUT_READY && layout->key_size <= LAYOUT_READY;
    layout->room = LAYOUT_BLOCK + 2 * LAYOUT_READY + LAYOUT_STEP + (layout->kept ? 0 : lead + layout->key_size);
    if (!layout->kept) return;
    memcpy(layout->ready, layout->item, layout->item_size);
    memcpy(layout->ready + layout->item_size, layout->newline, layout->newline_size);
    layout->ready_depth = layout->indent_size ? (LAYOUT_READY - lead) / layout->indent_size : PY_SSIZE_T_MAX;
    if (layout->indent_size) put_indents(layout->ready + lead, layout, layout->ready_depth);
    layout->item = layout->ready;
    layout->newline = layout->ready + layout->item_size;
    layout->key = memcpy(layout->ready_key, layout->key, layout->key_size);
}

/* The laid-out form of a piece of compact JSON, as new bytes; NULL with an exception set. The state is empty at the
   start of a document, and from then on what this function puts there.  */
static PyObject *lay_out(PyObject *text, PyObject *style, PyObject *state)
{
    const char *from = PyBytes_AS_STRING(text);
    Py_ssize_t size = PyBytes_GET_SIZE(text);
    Layout layout;
    Spot place = {0, 0, 0, 0};
    if (size == 0) return Py_NewRef(text);
    if (PyByteArray_GET_SIZE(state) == (Py_ssize_t)sizeof(place)) {
        memcpy(&place, PyByteArray_AS_STRING(state), sizeof(place));
    } else if (PyByteArray_Resize(state, sizeof(place)) < 0) {
        return NULL;
    }
    read_style(&layout, style);
    Py_ssize_t capacity = size + size / (layout.indented ? 4 : 8) + layout.room;
    Laid laid = {PyBytes_FromStringAndSize(NULL, capacity), NULL, 0, size};
    if (!laid.bytes) return NULL;
    char *out = PyBytes_AS_STRING(laid.bytes);
    laid.limit = out + capacity;
    out = layout.indented ? put_laid_out(&laid, out, &layout, from, &place, 1)
                          : put_laid_out(&laid, out, &layout, from, &place, 0);
    if (!out) {
        Py_CLEAR(laid.bytes);
        return NULL;
    }
    memcpy(PyByteArray_AS_STRING(state), &place, sizeof(place));
    _PyBytes_Resize(&laid.bytes, out - PyBytes_AS_STRING(laid.bytes));
    return laid.bytes;
}
