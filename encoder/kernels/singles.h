/* What is the shortest decimal text that reads back as this float32 or float16?
 *
 * As doubles.h does it, whose table and exact path serve here too; but what has few bits takes one product of 64 bits,
 * and its digits, nine at most, are laid out by one shuffle.
 */
#include "doubles.h"

#ifndef ENCODER_SINGLES_H
#define ENCODER_SINGLES_H

/* eight * 10 + last, in units of 10^exponent; eight < 10^8 and has six digits at least. */
typedef struct {
    uint64_t eight;
    uint32_t last;
    int32_t exponent;
} Nine;

/* The shortest decimal of c * 2^(field - 1075), c < 2^24, for an even interval; false if it is too close to call. */
static ALWAYS_INLINE int shortest_nine(uint64_t c, uint64_t field, Nine *nine)
{
    uint64_t high = POWERS[field][0], rest, whole = multiply(c, high, &rest);
    uint64_t half = high >> 1; /* like rest in 2^-64; up to 1 less than the true value, and rest up to 2^24 */
    uint64_t below = rest - half, above = rest + half;
    uint64_t down = rest < half, up = above < half;
    uint64_t tenths = (rest >> 4) * 10 + (1ULL << 59); /* 10 rest + 1/2 in 2^-60, up to 2^24 less */
    uint64_t longer = (down | up) - 1;                 /* all ones if another digit is needed, else 0 */
    nine->eight = whole + up;
    nine->last = (uint32_t)(tenths >> 60 & longer);
    nine->exponent = decimal_exponent((int)field - 1075) - 1;
    return !((below + (1 << 25) < 1 << 26) | (above + (1 << 25) < 1 << 26) |
             ((tenths << 4) + (1 << 28) < 1 << 29));
}

/* Where nine digits, a zero (9 and on) and the point (12 and on) go, for a first digit that counts 10^(row - 4). */
static const ALIGNED(16) uint8_t SPREAD[13][16] = {
    {9, 12, 9, 9, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9},
    {9, 12, 9, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9},
    {9, 12, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9},
    {9, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9},
    {0, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9},
    {0, 1, 12, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9},
    {0, 1, 2, 12, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9},
    {0, 1, 2, 3, 12, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9},
    {0, 1, 2, 3, 4, 12, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9},
    {0, 1, 2, 3, 4, 5, 12, 6, 7, 8, 9, 9, 9, 9, 9, 9},
    {0, 1, 2, 3, 4, 5, 6, 12, 7, 8, 9, 9, 9, 9, 9, 9},
    {0, 1, 2, 3, 4, 5, 6, 7, 12, 8, 9, 9, 9, 9, 9, 9},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 9, 9, 9, 9, 9, 9},
};

#endif /* ENCODER_SINGLES_H */

static ALWAYS_INLINE char *KERNEL(write_nine)(char *out, Nine nine)
{
    int leading = (nine.eight < 10000000) + (nine.eight < 1000000); /* zeros */
#if ISA_USES(ISA_SSSE3)
    int magnitude = nine.exponent + 8 - leading;
    if (LIKELY((unsigned)(magnitude + 4) < 13)) {
        uint64_t first = digits8((uint32_t)nine.eight);
        int used = 9 - ((1 + high_zeros(first) / 8) & (0 - (nine.last == 0))) - leading; /* data has no pattern */
        __m128i row = _mm_load_si128((const __m128i *)SPREAD[magnitude + 4]);
        row = _mm_add_epi8(row, _mm_set1_epi8((char)leading)); /* which skips them */
        __m128i text = _mm_set_epi64x((long long)(0x2e2e2e30303030 + nine.last), (long long)(first | ASCII_ZEROS));
        _mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(text, row));
        int length = used + (magnitude < 0 ? 1 - magnitude : 1), least = magnitude + 3;
        return out + (length > least ? length : least);
    }
#endif
    static const uint32_t scales[3] = {10000000, 100000000, 1000000000};
    Decimal decimal = {(nine.eight * 10 + nine.last) * scales[leading], 0, nine.exponent - 7 - leading};
    return KERNEL(write_decimal)(out, decimal);
}

/* `v` must be finite. */
static inline char *KERNEL(write_float32)(char *out, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, 4);
    *out = '-';
    out += bits >> 31;
    bits &= 0x7fffffff;
    uint64_t c = bits & 0x7fffff, field = bits >> 23;
    memcpy(&v, &bits, 4);
    if (v < 16777216.0f && (float)(int32_t)v == v) {
        out = KERNEL(write_uint64)(out, (uint64_t)(int32_t)v);
        memcpy(out, ".0", 2);
        return out + 2;
    }
    /* A float's unit, 2^(field - 150), is that of the double whose field is 925 more. */
    if (UNLIKELY(field == 0)) return KERNEL(write_exact)(out, c, 926, 0);
    c |= 1 << 23;
    field += 925;
    if (UNLIKELY(c == 1 << 23)) return KERNEL(write_exact)(out, c, field, field > 926);
    Nine nine;
    if (UNLIKELY(!shortest_nine(c, field, &nine))) return KERNEL(write_exact)(out, c, field, 0);
    return KERNEL(write_nine)(out, nine);
}

/* The float16 with these bits, which must be finite. */
static inline char *KERNEL(write_float16)(char *out, uint16_t bits)
{
    *out = '-';
    out += bits >> 15;
    uint64_t c = bits & 0x3ff, field = bits >> 10 & 31;
    int below = 25 - (int)field; /* how many bits of c count less than 1 */
    c |= field ? 1 << 10 : 0;
    if ((below >= 0 && below <= 10 && !(c & ((1u << below) - 1))) || !c) {
        out = KERNEL(write_uint30)(out, c ? (uint32_t)(c >> below) : 0);
        memcpy(out, ".0", 2);
        return out + 2;
    }
    /* A half's unit, 2^(field - 25), is that of the double whose field is 1050 more. */
    if (UNLIKELY(field == 0)) return KERNEL(write_exact)(out, c, 1051, 0);
    field += 1050;
    if (UNLIKELY(c == 1 << 10)) return KERNEL(write_exact)(out, c, field, field > 1051);
    Nine nine;
    if (UNLIKELY(!shortest_nine(c, field, &nine))) return KERNEL(write_exact)(out, c, field, 0);
    nine.eight = (nine.eight * 10 + nine.last) * 1000; /* four digits or five */
    nine.last = 0;
    nine.exponent -= 4;
    return KERNEL(write_nine)(out, nine);
}
