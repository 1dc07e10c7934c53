/* How are numbers of one kind written that lie one after the other in memory?

   Included once for every instruction-set level. A function for each kind: it is called for as many numbers as there is
   room for, so that nothing but digits is thought of between two of them. Arrays hold small integers above all; those
   of up to six digits come out of a table, in two halves and without a branch.  */

#include "vector_kinds.h"

#ifndef ROW_NUMBER
#define ROW_NUMBER (DOUBLE_LENGTH + 1) /* bytes that a number and its comma take at most */

/* Some numbers of one row, as far as they are not yet written.  */
typedef struct Row {
    const char *from;
    Py_ssize_t stride;
    Py_ssize_t left;
} Row;

#define THREE_DIGITS 1000

/* The texts of 0 to 999, each with a comma and, in the highest byte, its length; then the same of all three digits.  */
static uint64_t three_digits[2 * THREE_DIGITS];

static void spell_three_digits(void)
{
    for (int i = 0; i < THREE_DIGITS; i++) {
        uint64_t all = (uint64_t)text4(i) >> 8 | (uint64_t)',' << 24;
        int zeros = (i < 10) + (i < 100);
        three_digits[i] = all >> 8 * zeros | (uint64_t)(4 - zeros) << 56;
        three_digits[THREE_DIGITS + i] = all | (uint64_t)4 << 56;
    }
}

#define ROW_WRITER(name, type, is_fine, write)                     \
    static FLATTEN char *KERNEL(name)(char *out, Row *row)         \
    {                                                              \
        const char *from = row->from;                              \
        Py_ssize_t stride = row->stride, left = row->left;         \
        for (; left; left--, from += stride) {                     \
            type number;                                           \
            memcpy(&number, from, sizeof(number));                 \
            if (UNLIKELY(!(is_fine))) break;                       \
            out = KERNEL(write)(out, number);                      \
        }                                                          \
        row->from = from;                                          \
        row->left = left;                                          \
        return out;                                                \
    }

/* By vector kind.  */
#define ROW_WRITERS                                                                                      \
    {                                                                                                    \
        NULL, KERNEL(put_bools), KERNEL(put_int8s), KERNEL(put_int16s), KERNEL(put_int32s),              \
        KERNEL(put_int64s), KERNEL(put_uint8s), KERNEL(put_uint16s), KERNEL(put_uint32s),                \
        KERNEL(put_uint64s), KERNEL(put_float16s), KERNEL(put_float32s), KERNEL(put_float64s),           \
    }
#endif

/* One number or truth each, and a comma.  */

static ALWAYS_INLINE char *KERNEL(next_bool)(char *out, uint8_t truth)
{
    const uint64_t no = 0x2c65736c6166, yes = 0x2c65757274; /* "false," and "true," */
    uint64_t is_true = truth != 0;
    store64(out, no ^ ((no ^ yes) & (0 - is_true))); /* compilers make a branch of ?:, and data has no pattern */
    return out + 6 - is_true;
}

static ALWAYS_INLINE char *KERNEL(next_uint64)(char *out, uint64_t v)
{
    if (v >= THREE_DIGITS * THREE_DIGITS) {
        out = KERNEL(write_uint64)(out, v);
        *out++ = ',';
        return out;
    }
    uint64_t high = v * 4294968 >> 32, low = v - high * THREE_DIGITS; /* 2^32 / 1000 */
    uint64_t is_long = high != 0, text = three_digits[high];
    store64(out, text);
    out += ((text >> 56) - 1) & (0 - is_long);
    text = three_digits[low + (THREE_DIGITS & (0 - is_long))];
    store64(out, text);
    return out + (text >> 56);
}

static ALWAYS_INLINE char *KERNEL(next_int64)(char *out, int64_t v)
{
    uint64_t negative = v < 0;
    *out = '-';
    return KERNEL(next_uint64)(out + negative, negative ? 0 - (uint64_t)v : (uint64_t)v);
}

static ALWAYS_INLINE char *KERNEL(next_float16)(char *out, uint16_t bits)
{
    out = KERNEL(write_float16)(out, bits);
    *out++ = ',';
    return out;
}

static ALWAYS_INLINE char *KERNEL(next_float32)(char *out, float number)
{
    out = KERNEL(write_float32)(out, number);
    *out++ = ',';
    return out;
}

static ALWAYS_INLINE char *KERNEL(next_double)(char *out, double number)
{
    out = KERNEL(write_double)(out, number);
    *out++ = ',';
    return out;
}

/* As many as `left` says, or up to the first that is not finite.  */
ROW_WRITER(put_bools, uint8_t, 1, next_bool)
ROW_WRITER(put_int8s, int8_t, 1, next_int64)
ROW_WRITER(put_int16s, int16_t, 1, next_int64)
ROW_WRITER(put_int32s, int32_t, 1, next_int64)
ROW_WRITER(put_int64s, int64_t, 1, next_int64)
ROW_WRITER(put_uint8s, uint8_t, 1, next_uint64)
ROW_WRITER(put_uint16s, uint16_t, 1, next_uint64)
ROW_WRITER(put_uint32s, uint32_t, 1, next_uint64)
ROW_WRITER(put_uint64s, uint64_t, 1, next_uint64)
ROW_WRITER(put_float16s, uint16_t, (number & 0x7c00) != 0x7c00, next_float16)
ROW_WRITER(put_float32s, float, isfinite(number), next_float32)
ROW_WRITER(put_float64s, double, isfinite(number), next_double)
