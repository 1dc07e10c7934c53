/* How is text written with other escapes than the fewest? By a table, which escape_tables.py builds and
   describes.

   Nothing is ever reserved for the worst case, six bytes for each: as much text is written as surely fits, and what
   it took tells how much room the rest needs.  */
#pragma once

#include "buffer.h"

/* A table as escape_tables.py lays it out.  */
typedef struct StyledTable {
    struct {
        char text[7];
        uint8_t length;
    } entries[256];
    uint8_t wide, upper, lines, surrogates;
} StyledTable;

enum { SURROGATE_REFUSED, SURROGATE_ESCAPED, SURROGATE_REPLACED };

#define STYLED_SLACK 16 /* bytes that the copies below scribble past the end */

static ALWAYS_INLINE char *put_entry(char *out, const StyledTable *table, uint32_t code)
{
    memcpy(out, &table->entries[code], 8);
    return out + table->entries[code].length;
}

/* \u and four digits. */
static ALWAYS_INLINE char *put_hex(char *out, uint32_t unit, const char *digits)
{
    memcpy(out, "\\u", 2);
    for (int at = 0; at < 4; at++) out[2 + at] = digits[unit >> (12 - 4 * at) & 15];
    return out + 6;
}

/* A character from U+0100 on; NULL: a lone surrogate that is refused.  */
static char *put_wide(char *out, const StyledTable *table, uint32_t code)
{
    const char *digits = table->upper ? "0123456789ABCDEF" : "0123456789abcdef";
    int escaped = table->wide | (table->lines & (code >> 1 == 0x2028 >> 1));
    if (UNLIKELY(code >> 11 == 0xD800 >> 11)) {
        if (table->surrogates == SURROGATE_REFUSED) return NULL;
        if (table->surrogates == SURROGATE_ESCAPED) return put_hex(out, code, digits);
        code = 0xFFFD;
    }
    if (escaped && code < 0x10000) return put_hex(out, code, digits);
    if (escaped) return put_hex(put_hex(out, 0xD7C0 + (code >> 10), digits), 0xDC00 + (code & 0x3FF), digits);
    if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
    } else {
        *out++ = (char)(0xF0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3F));
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
    }
    *out++ = (char)(0x80 | (code & 0x3F));
    return out;
}

/* Write what fits without asking: `count` characters of one byte each. */
static char *put_narrow_run(char *out, const StyledTable *table, const uint8_t *from, Py_ssize_t count)
{
    const uint8_t *stop = from + count;
#define LENGTH(at) table->entries[from[at]].length
    for (; stop - from >= 8; from += 8) {
        /* An entry of one byte is the character itself, and an "or" of lengths is 1 where all of them are.  */
        int first = LENGTH(0) | LENGTH(1) | LENGTH(2) | LENGTH(3);
        int second = LENGTH(4) | LENGTH(5) | LENGTH(6) | LENGTH(7);
        if (LIKELY((first | second) == 1)) {
            memcpy(out, from, 8);
            out += 8;
        } else {
            for (int at = 0; at < 8; at++) out = put_entry(out, table, from[at]);
        }
    }
#undef LENGTH
    while (from < stop) out = put_entry(out, table, *from++);
    return out;
}

/* Write `count` characters at `from` of a text's own `kind`; NULL: a lone surrogate that is refused.  */
static char *put_styled_run(char *out, const StyledTable *table, const void *data, int kind, Py_ssize_t from,
                            Py_ssize_t count)
{
    if (kind == PyUnicode_1BYTE_KIND) return put_narrow_run(out, table, (const uint8_t *)data + from, count);
    for (Py_ssize_t at = from; at < from + count && out; at++) {
        uint32_t code = kind == PyUnicode_2BYTE_KIND ? ((const uint16_t *)data)[at] : ((const uint32_t *)data)[at];
        out = code < 0x100 ? put_entry(out, table, code) : put_wide(out, table, code);
    }
    return out;
}

/* The table in a bytes object; NULL with an exception set where there is none, as for the ordinary escapes.  */
static const StyledTable *table_in(PyObject *bytes)
{
    if (LIKELY(PyBytes_Check(bytes) && PyBytes_GET_SIZE(bytes) == (Py_ssize_t)sizeof(StyledTable))) {
        return (const StyledTable *)PyBytes_AS_STRING(bytes);
    }
    PyErr_SetString(PyExc_TypeError, "no table of escapes");
    return NULL;
}

/* Write a text with its quotes: STATUS_DONE, STATUS_SURROGATE (call->value is the text) or STATUS_RAISED.  */
static int put_styled(Call *call, PyObject *text, PyObject *table_bytes)
{
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0) return STATUS_RAISED; /* the wchar_t texts of old extensions */
#endif
    const StyledTable *table = table_in(table_bytes);
    if (!table) return STATUS_RAISED;
    const void *data = PyUnicode_DATA(text);
    int kind = PyUnicode_KIND(text), most = kind == PyUnicode_4BYTE_KIND ? 12 : 6;
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), begin = call->cursor - call->buffer->start;
    if (reserve(call, length + 2 + ROOM) < 0) return STATUS_RAISED;
    *call->cursor++ = '"';
    for (Py_ssize_t from = 0; from < length;) {
        Py_ssize_t count = Py_MIN(length - from, (call->limit - call->cursor - STYLED_SLACK) / most);
        char *out = put_styled_run(call->cursor, table, data, kind, from, count);
        if (UNLIKELY(!out)) {
            call->cursor = call->buffer->start + begin;
            call->value = text;
            return STATUS_SURROGATE;
        }
        call->cursor = out;
        from += count;
        if (call->limit - out >= ROOM) continue;
        /* The rest at the rate so far, rounded up. */
        Py_ssize_t rate = (out - call->buffer->start - begin) / from + 1;
        if (grow(call, (length - from) * rate + ROOM) < 0) return STATUS_RAISED;
    }
    *call->cursor++ = '"';
    return reserve(call, ROOM) < 0 ? STATUS_RAISED : STATUS_DONE;
}

/* How many bytes a text takes, without its quotes. What of it is refused counts for nothing.  */
static Py_ssize_t styled_size(const StyledTable *table, const void *data, int kind, Py_ssize_t length)
{
    Py_ssize_t size = 0;
    char character[STYLED_SLACK + 8];
    for (Py_ssize_t at = 0; at < length; at++) {
        uint32_t code = PyUnicode_READ(kind, data, at);
        char *end = code < 0x100 ? NULL : put_wide(character, table, code);
        size += code < 0x100 ? table->entries[code].length : end ? end - character : 0;
    }
    return size;
}

/* A text with its quotes as new bytes; None where it holds a lone surrogate that is refused; NULL with an exception
   set.  */
static PyObject *spell_styled(PyObject *text, PyObject *table_bytes)
{
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0) return NULL;
#endif
    const StyledTable *table = table_in(table_bytes);
    if (!table) return NULL;
    const void *data = PyUnicode_DATA(text);
    int kind = PyUnicode_KIND(text);
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), size = styled_size(table, data, kind, length) + 2;
    PyObject *spelled = PyBytes_FromStringAndSize(NULL, size + STYLED_SLACK);
    if (!spelled) return NULL;
    char *out = PyBytes_AS_STRING(spelled);
    *out = '"';
    out = put_styled_run(out + 1, table, data, kind, 0, length);
    if (!out) {
        Py_DECREF(spelled);
        return Py_NewRef(Py_None);
    }
    *out = '"';
    _PyBytes_Resize(&spelled, size);
    return spelled;
}
