/* How is one value of an exact built-in type written?

   Included once for every instruction-set level. Functions take the output position and return the new one,
   or NULL where the value is not for them: then call->value says which, and `failed` tells why.  */

#ifndef SHORT_TEXT
#define SHORT_TEXT 32   /* characters that escape_short takes */
#define MEDIUM_TEXT 128 /* and escape_medium */
#define MAY_WRITE_AS_ONE (MAY_WRITE_LISTS | MAY_WRITE_FLAT)

static ALWAYS_INLINE char *put_word(char *out, const char *word, int length)
{
    memcpy(out, word, length);
    return out + length;
}

/* An int that no 64-bit register holds, in CPython's own digits. STATUS_DONE, STATUS_LONG or STATUS_RAISED.  */
static int put_huge_integer(Call *call, PyObject *integer)
{
    Py_INCREF(integer); /* the code behind repr may drop it */
    PyObject *text = PyLong_Type.tp_repr(integer);
    Py_DECREF(integer);
    if (!text) {
        if (!PyErr_ExceptionMatches(PyExc_ValueError)) return STATUS_RAISED;
        PyErr_Clear();
        return STATUS_LONG;
    }
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    int status = reserve(call, length + ROOM);
    if (!status) {
        memcpy(call->cursor, PyUnicode_DATA(text), length);
        call->cursor += length;
    }
    Py_DECREF(text);
    return status;
}
#endif

/* Escape all of `from` to `end`, with more room where escapes need it. Leaves the function with NULL at a lone
   surrogate, or where there is no memory (exception set).  */
#define ESCAPE_ALL(escape, unit, widest)                                                             \
    do {                                                                                             \
        const unit *from = PyUnicode_DATA(text), *const stop = from + length;                        \
        for (;;) {                                                                                   \
            out = KERNEL(escape)(out, call->limit, &from, stop);                                     \
            if (LIKELY(from == stop)) break;                                                         \
            if (call->limit - out >= ESCAPE_MARGIN) return NULL;                                     \
            call->cursor = out;                                                                      \
            if (grow(call, (stop - from) * widest + ROOM) < 0) return NULL;                          \
            out = call->cursor;                                                                      \
        }                                                                                            \
    } while (0)

/* A str of any kind and length, with its quotes. UTF-8 takes up to 1, 2, 3 and 4 bytes a character in the four
   kinds. NULL: a lone surrogate, or no memory (exception set).  */
static char *KERNEL(put_long_text)(Call *call, char *out, PyObject *text)
{
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0) return NULL; /* the wchar_t texts of old extensions */
#endif
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    int widest = PyUnicode_IS_ASCII(text) ? 1 : kind == 1 ? 2 : kind == 2 ? 3 : 4;
    if (UNLIKELY(call->limit - out < length * widest + ROOM)) {
        call->cursor = out;
        if (grow(call, length * widest + ROOM) < 0) return NULL;
        out = call->cursor;
    }
    *out++ = '"';
    switch (widest) {
    case 1: ESCAPE_ALL(escape_ascii, uint8_t, 1); break;
    case 2: ESCAPE_ALL(escape_latin1, uint8_t, 2); break;
    case 3: ESCAPE_ALL(escape_ucs2, uint16_t, 3); break;
    default: ESCAPE_ALL(escape_ucs4, uint32_t, 4); break;
    }
    *out++ = '"';
    if (LIKELY(call->limit - out >= ROOM)) return out;
    call->cursor = out;
    return grow(call, ROOM) < 0 ? NULL : call->cursor;
}
#undef ESCAPE_ALL

/* The same for one that is not short.  */
static char *KERNEL(put_more_text)(Call *call, char *out, PyObject *text)
{
    Py_ssize_t length = ((PyASCIIObject *)text)->length;
    int is_medium = PyUnicode_IS_COMPACT_ASCII(text) && length <= MEDIUM_TEXT;
    if (UNLIKELY(!is_medium || call->limit - out < 6 * MEDIUM_TEXT + 2 + ROOM)) return KERNEL(put_long_text)(call, out, text);
    *out++ = '"';
    out = KERNEL(escape_medium)(out, (const uint8_t *)((PyASCIIObject *)text + 1), length);
    *out++ = '"';
    return out;
}

static ALWAYS_INLINE char *KERNEL(put_text)(Call *call, char *out, PyObject *text)
{
    Py_ssize_t length = ((PyASCIIObject *)text)->length;
    if (UNLIKELY(!PyUnicode_IS_COMPACT_ASCII(text) || length > SHORT_TEXT)) return KERNEL(put_more_text)(call, out, text);
    *out++ = '"';
    out = KERNEL(escape_short)(out, (const uint8_t *)((PyASCIIObject *)text + 1), length);
    *out++ = '"';
    return out;
}

/* The same with its quotes and escapes by whoever is to write texts.  */
static ALWAYS_INLINE char *KERNEL(put_key)(Call *call, char *out, PyObject *text, uint32_t mask)
{
    if (LIKELY(!(mask & TEXT_BY_SLOT))) return KERNEL(put_text)(call, out, text);
    call->cursor = out;
    return call->policy->put_text(call, text) ? NULL : call->cursor;
}

static char *KERNEL(put_long_integer)(char *out, PyObject *integer)
{
    Magnitude magnitude;
    if (UNLIKELY(!magnitude_of(integer, &magnitude))) return NULL; /* see put_huge_integer */
    *out = '-';
    return KERNEL(write_uint64)(out + magnitude.negative, magnitude.number);
}

static ALWAYS_INLINE char *KERNEL(put_integer)(char *out, PyObject *integer)
{
    Magnitude magnitude;
    if (UNLIKELY(!small_magnitude(integer, &magnitude))) return KERNEL(put_long_integer)(out, integer);
    *out = '-';
    return KERNEL(write_uint30)(out + magnitude.negative, (uint32_t)magnitude.number);
}

static ALWAYS_INLINE char *KERNEL(put_float)(char *out, PyObject *number)
{
    double value = PyFloat_AS_DOUBLE(number);
    return LIKELY(isfinite(value)) ? KERNEL(write_double)(out, value) : NULL;
}

/* A value that holds no others. NULL with call->value set: it is barred, no scalar, or cannot be written.  */
static ALWAYS_INLINE char *KERNEL(put_scalar)(Call *call, char *out, PyObject *value, uint32_t mask)
{
    PyTypeObject *type = Py_TYPE(value);
    char *end = NULL;
    if (type == &PyUnicode_Type) {
        if (mask & MAY_WRITE_TEXT) end = KERNEL(put_key)(call, out, value, mask);
    } else if (type == &PyLong_Type) {
        if (mask & MAY_WRITE_INTEGERS) end = KERNEL(put_integer)(out, value);
    } else if (type == &PyFloat_Type) {
        if (mask & MAY_WRITE_FLOATS) end = KERNEL(put_float)(out, value);
    } else if (!(mask & MAY_WRITE_WORDS)) {
        end = NULL;
    } else if (value == Py_None) {
        end = put_word(out, "null", 4);
    } else if (value == Py_True) {
        end = put_word(out, "true", 4);
    } else if (value == Py_False) {
        end = put_word(out, "false", 5);
    }
    return end;
}

/* Why did put_scalar refuse `value`? Called at leisure.  */
static int KERNEL(failed)(Call *call, PyObject *value, uint32_t mask)
{
    call->value = value;
    if (PyErr_Occurred()) return STATUS_RAISED;
    if (PyUnicode_CheckExact(value) && (mask & MAY_WRITE_TEXT)) return STATUS_SURROGATE;
    if (PyFloat_CheckExact(value) && (mask & MAY_WRITE_FLOATS)) return STATUS_NON_FINITE;
    return STATUS_VALUE;
}
