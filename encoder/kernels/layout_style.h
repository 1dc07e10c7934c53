/* What does a style mean for the kernel that lays text out? Where it cuts at a mark, and what it writes there.  */
#pragma once

#include <Python.h>

#include "isa.h"

#define LAYOUT_BLOCK 64
#define LAYOUT_CHUNK 2048 /* bytes whose marks are listed before anything is done at them */
#define LAYOUT_STEP 32   /* bytes copied at once, some of them past the end */
#define LAYOUT_READY 128 /* bytes of a newline and the indent behind it that are kept ready: no fewer than a step */

/* What is done at each kind of mark, in tables by kind: an index into an array of structs takes longer to work out. */
typedef struct Kinds {
    const char *text[8];   /* what is written, and can be read for a step */
    Py_ssize_t size[8];    /* its bytes without the indent */
    Py_ssize_t indents[8]; /* all ones where the indent follows, else 0 */
    Py_ssize_t deeper[8];  /* bytes by which the indent is longer from here on */
    Py_ssize_t kept[8];    /* 1 where the mark itself stands before it */
    Py_ssize_t dropped[8]; /* 1 where the mark is left out; one that is neither follows what is written */
} Kinds;

/* The low three bits of a mark tell its kind. That of a bracket whose container is empty is none's. */
enum { KIND_EMPTY = 0, KIND_COLON = ':' & 7, KIND_OPENING = '[' & 7, KIND_COMMA = ',' & 7, KIND_CLOSING = ']' & 7 };

#define IS_OPENING(byte) (((byte) | 0x20) == '{') /* bit 0x20 makes square brackets curly ones */
#define IS_CLOSING(byte) (((byte) | 0x20) == '}')

typedef struct Style {
    Kinds kinds;
    const char *indent;
    Py_ssize_t indent_size;
    Py_ssize_t ready_size; /* how much of a line is ready, from the item separator on */
    int indented, open_empty;
    int is_usual; /* is all short, and does each separator begin with the mark itself? */
    char *rows; /* `few`, or memory of its own where the texts are long */
    char few[2 * (LAYOUT_READY + LAYOUT_STEP)];
} Style;

/* Write an indent of `size` bytes by copying what is there already, more each time.  */
static void put_indents(char *out, const Style *style, Py_ssize_t size)
{
    Py_ssize_t done = Py_MIN(style->indent_size, size);
    memcpy(out, style->indent, done);
    for (; done < size; done += Py_MIN(done, size - done)) memcpy(out + done, out, Py_MIN(done, size - done));
}

static void set_kind(Style *style, int kind, const char *text, Py_ssize_t size, Py_ssize_t deeper)
{
    Kinds *kinds = &style->kinds;
    kinds->text[kind] = text;
    kinds->size[kind] = size;
    kinds->deeper[kind] = deeper;
    kinds->indents[kind] = style->indented ? -1 : 0;
    kinds->kept[kind] = 1;
    kinds->dropped[kind] = 0;
}

/* A separator, whose first byte may be the mark itself, as it is in most styles.  */
static void set_separator(Style *style, int kind, char mark, const char *text, Py_ssize_t size, Py_ssize_t more)
{
    int kept = size && *text == mark;
    set_kind(style, kind, text + kept, size + more - kept, 0);
    style->kinds.kept[kind] = kept;
    style->kinds.dropped[kind] = !kept;
}

/* Read a style (see layout.py), whose texts stay the tuple's. Returns 0, or -1 with an exception set.  */
static int read_style(Style *style, PyObject *form)
{
    const char *texts[4];
    Py_ssize_t sizes[4];
    for (int i = 0; i < 4; i++) {
        PyObject *text = PyTuple_GET_ITEM(form, i);
        texts[i] = text == Py_None ? "" : PyBytes_AS_STRING(text);
        sizes[i] = text == Py_None ? 0 : PyBytes_GET_SIZE(text);
    }
    style->indented = PyTuple_GET_ITEM(form, 2) != Py_None;
    style->open_empty = PyTuple_GET_ITEM(form, 4) == Py_True;
    style->indent = texts[2];
    style->indent_size = sizes[2];

    Py_ssize_t newline = style->indented ? sizes[3] : 0, lead = sizes[0] + newline;
    Py_ssize_t blanks = sizes[2] ? (LAYOUT_READY - Py_MIN(newline, LAYOUT_READY)) / sizes[2] * sizes[2] : 0;
    Py_ssize_t need = lead + blanks + sizes[1] + 2 * LAYOUT_STEP;
    style->rows = need <= (Py_ssize_t)sizeof style->few ? style->few : PyMem_RawMalloc(need);
    if (!style->rows) {
        PyErr_NoMemory();
        return -1;
    }
    style->ready_size = lead + blanks;
    char *item = style->rows, *line = item + sizes[0], *key = line + newline + blanks + LAYOUT_STEP;
    memcpy(item, texts[0], sizes[0]);
    memcpy(line, texts[3], newline);
    put_indents(line + newline, style, blanks);
    memset(line + newline + blanks, 0, LAYOUT_STEP);
    memcpy(key, texts[1], sizes[1]);
    memset(key + sizes[1], 0, LAYOUT_STEP);

    for (int kind = 0; kind < 8; kind++) set_kind(style, kind, line, newline, sizes[2]); /* of no mark, most of them */
    style->kinds.deeper[KIND_CLOSING] = -sizes[2];
    style->kinds.kept[KIND_CLOSING] = 0;
    style->kinds.indents[KIND_EMPTY] = 0;
    set_separator(style, KIND_COMMA, ',', item, sizes[0], newline);
    set_separator(style, KIND_COLON, ':', key, sizes[1], 0);
    style->kinds.indents[KIND_COLON] = 0;
    style->is_usual = lead <= LAYOUT_STEP && sizes[1] <= LAYOUT_STEP && sizes[2] <= LAYOUT_STEP &&
                      style->kinds.kept[KIND_COMMA] && style->kinds.kept[KIND_COLON];
    return 0;
}

static void forget_style(Style *style)
{
    if (style->rows != style->few) PyMem_RawFree(style->rows);
}
