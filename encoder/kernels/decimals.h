/* How is a decimal.Decimal written? As `str` gives it, from its coefficient and exponent, read in place.

   Where its private layout is not as expected, and for very long ones, `str` itself is asked. What is no number is
   left to the walk, which knows what `non_finite` says.  */

#ifndef ENCODER_DECIMALS_H
#define ENCODER_DECIMALS_H

#include "frames.h"

#if !defined(ENCODER_PUBLIC_API) && PY_VERSION_HEX < 0x030E0000 && UINTPTR_MAX > UINT32_MAX
#define DECIMALS_IN_PLACE 1
#else
#define DECIMALS_IN_PLACE 0
#endif

#define IS_NEGATIVE 1
#define IS_NO_NUMBER 14  /* an infinity, a nan, or a signalling one */
#define WORD_DIGITS 19   /* digits in a word of a coefficient */
#define MOST_DIGITS 380  /* 20 words; with point, zeros and exponent that is less than ROOM */

/* Modules/_decimal/_decimal.c (PyDecObject) and libmpdec/mpdecimal.h (mpd_t), the same in 3.11 to 3.13.  */
typedef struct {
    PyObject_HEAD
    Py_hash_t hash;
    uint8_t flags;
    int64_t exponent;
    int64_t digits; /* of the coefficient; 1 for zero */
    int64_t words;
    int64_t room;
    uint64_t *coefficient; /* words of 19 digits, the lowest first */
    uint64_t spare[4];
} DecimalObject;

static int decimals_are_known;

static int has_parts(PyObject *value, int flags, int64_t exponent, int64_t digits, int64_t words, uint64_t low)
{
    DecimalObject *number = (DecimalObject *)value;
    return (number->flags & (IS_NO_NUMBER | IS_NEGATIVE)) == flags &&
           (flags > 1 || (number->exponent == exponent && number->digits == digits && number->words == words &&
                          number->coefficient[0] == low));
}

static int has_decimal_parts(PyTypeObject *type, const char *text, int flags, int64_t exponent, int64_t digits,
                             int64_t words, uint64_t low)
{
    PyObject *value = PyObject_CallFunction((PyObject *)type, "s", text);
    int has = value && Py_IS_TYPE(value, type) && has_parts(value, flags, exponent, digits, words, low);
    Py_XDECREF(value);
    return has;
}

/* Is this the class of the module in C? Then look how its values are laid out.  */
static int is_decimal_known(PyTypeObject *type)
{
    PyObject *module = PyDict_GetItemString(PyImport_GetModuleDict(), "_decimal"); /* borrowed */
    PyObject *found = module ? PyObject_GetAttrString(module, "Decimal") : NULL;
    int is_known = found == (PyObject *)type;
    Py_XDECREF(found);
#if DECIMALS_IN_PLACE
    decimals_are_known = is_known && type->tp_basicsize == sizeof(DecimalObject) &&
                         has_decimal_parts(type, "-12.50", 1, -2, 4, 1, 1250) &&
                         has_decimal_parts(type, "98765432109876543210E7", 0, 7, 20, 2, 8765432109876543210u) &&
                         has_decimal_parts(type, "0", 0, 0, 1, 1, 0) &&
                         has_decimal_parts(type, "Infinity", 2, 0, 0, 0, 0) &&
                         has_decimal_parts(type, "-NaN", 5, 0, 0, 0, 0) &&
                         has_decimal_parts(type, "sNaN", 8, 0, 0, 0, 0);
#endif
    PyErr_Clear();
    return is_known;
}

/* By `str`. A decimal context may ask for a small e.  */
static char *put_decimal_text(Call *call, PyObject *value)
{
    expose_leaf(call, value); /* a new thread's context is made for this, and making one may run a collection */
    PyObject *text = Py_TYPE(value)->tp_str(value);
    if (!text) return NULL;
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    const char *from = (const char *)PyUnicode_1BYTE_DATA(text);
    char *out = NULL;
    if (from[*from == '-'] <= '9') out = reserve_at(call, call->cursor, length + ROOM); /* no Infinity, NaN or sNaN */
    for (Py_ssize_t i = 0; out && i < length; i++) *out++ = from[i] == 'e' ? 'E' : from[i];
    Py_DECREF(text);
    return out;
}

/* Move all from `at` on so much further, `end` being where it ends.  */
static ALWAYS_INLINE char *move_on(char *at, char *end, size_t by)
{
    memmove(at + by, at, (size_t)(end - at));
    return end + by;
}

#endif /* ENCODER_DECIMALS_H */

/* All digits of a coefficient; the first word has no zeros in front.  */
static char *KERNEL(write_words)(char *out, const uint64_t *words, int64_t count)
{
    out = KERNEL(write_uint64)(out, words[--count]);
    while (count--) {
        uint64_t high = words[count] / 10000000000000000;
        store32(out, text4((uint32_t)high) >> 8);
        KERNEL(store_digits16)(out + 3, words[count] - high * 10000000000000000);
        out += WORD_DIGITS;
    }
    return out;
}

#if DECIMALS_IN_PLACE
static ALWAYS_INLINE char *KERNEL(write_number)(char *out, const DecimalObject *number)
{
    int64_t digits = number->digits, exponent = number->exponent;
    int64_t whole = digits + exponent; /* digits before the point, where there is no exponent */
    *out = '-';
    out += number->flags & IS_NEGATIVE;
#if ISA_USES(ISA_SSSE3)
    if (LIKELY(digits <= 16 && exponent < 0 && whole > -6)) {
        /* All digits are stored, and once more those behind the point where they belong: nothing depends on lengths. */
        __m128i text = _mm_or_si128(digits16(number->coefficient[0]), _mm_set1_epi8('0'));
        const uint8_t *row = REVERSE + 16 - digits;
        int64_t skip = whole > 0 ? whole : 0, start = whole > 0 ? whole : 1;
        _mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(text, _mm_loadu_si128((const __m128i *)row)));
        if (whole <= 0) *out = '0';
        store64(out + start, '.' | ASCII_ZEROS << 8);
        out += start + 1 + (skip - whole);
        _mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(text, _mm_loadu_si128((const __m128i *)(row + skip))));
        return out + digits - skip;
    }
#endif
    char *end = KERNEL(write_words)(out, number->coefficient, number->words);
    if (exponent == 0) return end;
    if (exponent < 0 && whole > -6) {
        if (whole > 0) {
            end = move_on(out + whole, end, 1);
            out[whole] = '.';
            return end;
        }
        end = move_on(out, end, (size_t)(2 - whole));
        memcpy(out, "0.00000", (size_t)(2 - whole));
        return end;
    }
    if (digits > 1) {
        end = move_on(out + 1, end, 1);
        out[1] = '.';
    }
    *end++ = 'E';
    *end++ = whole > 0 ? '+' : '-';
    return KERNEL(write_uint64)(end, (uint64_t)(whole > 0 ? whole - 1 : 1 - whole));
}
#endif

static char *KERNEL(put_decimal)(Call *call, char *out, PyObject *value, Plan *Py_UNUSED(plan))
{
#if DECIMALS_IN_PLACE
    const DecimalObject *number = (const DecimalObject *)value;
    if (LIKELY(decimals_are_known && number->digits <= MOST_DIGITS)) {
        if (UNLIKELY(number->flags & IS_NO_NUMBER || !(out = reserve_at(call, out, ROOM)))) return NULL;
        return KERNEL(write_number)(out, number);
    }
#endif
    (void)out;
    return put_decimal_text(call, value);
}
