/* How does an integer become decimal digits?
 *
 * Digits are made several at once inside one word ("SWAR"): a number is split into halves of 4, then 2, then
 * 1 digits by multiplications that work on all parts together.  The number of digits is not branched on;
 * leading zeros are shifted out, because lengths in real data are hard to predict.  It is found from the
 * number itself, long before the digits are there: whatever is written next waits for its place, and reads
 * after it wait for where that is.  (In the values of small dicts that was half the time.)
 * (Idea: Wojciech Mula, "SSE: conversion integers to decimal representation", 2011; Khuong, "How to print
 * integers really fast", 2017.)
 *
 * Every writer may touch INTEGER_CAPACITY bytes from `out`, more than it keeps, and returns the new end.
 */
#include "isa.h"

#ifndef ENCODER_INTEGERS_H
#define ENCODER_INTEGERS_H

#define INTEGER_CAPACITY 24 /* bytes that a writer may touch, counted from `out` */

#define ASCII_ZEROS 0x3030303030303030ULL

/* Eight digits of v < 10^8, one a byte, the first digit in the lowest byte; values 0 to 9, not text. */
static ALWAYS_INLINE uint64_t digits8(uint32_t v)
{
    uint64_t high = (uint64_t)v * 109951163 >> 40;
    uint64_t fours = high | ((uint64_t)v - high * 10000) << 32;
    uint64_t hundreds = fours * 5243 >> 19 & 0x0000007f0000007f;
    uint64_t pairs = (fours << 16) - hundreds * 6553599; /* = hundreds | (fours - 100 hundreds) << 16 */
    uint64_t tens = pairs * 103 >> 10 & 0x000f000f000f000f;
    return (pairs << 8) - tens * 2559;
}

#define PAIR(tens, ones) ('0' + tens) | ('0' + ones) << 8
#define PAIRS_OF(tens)                                                                                        \
    PAIR(tens, 0), PAIR(tens, 1), PAIR(tens, 2), PAIR(tens, 3), PAIR(tens, 4), PAIR(tens, 5), PAIR(tens, 6), \
        PAIR(tens, 7), PAIR(tens, 8), PAIR(tens, 9)

/* The two digits of a number below 100 as text, the first one in the low byte. */
static const uint16_t PAIRS[100] = {PAIRS_OF(0), PAIRS_OF(1), PAIRS_OF(2), PAIRS_OF(3), PAIRS_OF(4),
                                    PAIRS_OF(5), PAIRS_OF(6), PAIRS_OF(7), PAIRS_OF(8), PAIRS_OF(9)};
#undef PAIR
#undef PAIRS_OF

/* Four digits of v < 10^4 as text, the first digit in the lowest byte. */
static ALWAYS_INLINE uint32_t text4(uint32_t v)
{
    uint32_t hundreds = v * 5243 >> 19;
    return PAIRS[hundreds] | (uint32_t)PAIRS[v - hundreds * 100] << 16;
}

/* By the bits of a number: the power of ten that a number of so many bits may reach, and how many digits those
 * below it have.  (Idea: H. S. Warren, "Hacker's Delight", 2nd edition, 11-4.) */
#define UP_TO(power, digits, ...) {power##u, digits}, {power##u, digits}, {power##u, digits} __VA_ARGS__
#define ONE_MORE(power, digits) , {power##u, digits}
static const struct { uint64_t reached; int digits; } DIGITS_BY_BITS[55] = {
    {10, 1}, {10, 1}, UP_TO(10, 1), UP_TO(100, 2), UP_TO(1000, 3), UP_TO(10000, 4, ONE_MORE(10000, 4)),
    UP_TO(100000, 5), UP_TO(1000000, 6), UP_TO(10000000, 7, ONE_MORE(10000000, 7)),
    UP_TO(100000000, 8), UP_TO(1000000000, 9), UP_TO(10000000000, 10, ONE_MORE(10000000000, 10)),
    UP_TO(100000000000, 11), UP_TO(1000000000000, 12), UP_TO(10000000000000, 13, ONE_MORE(10000000000000, 13)),
    UP_TO(100000000000000, 14), UP_TO(1000000000000000, 15),
    UP_TO(10000000000000000, 16, ONE_MORE(10000000000000000, 16)),
};
#undef UP_TO
#undef ONE_MORE

/* How many digits has v < 10^16?  (0 has one.) */
static ALWAYS_INLINE int count_digits(uint64_t v)
{
    int bits = 64 - high_zeros(v | 1);
    return DIGITS_BY_BITS[bits].digits + (v >= DIGITS_BY_BITS[bits].reached);
}

#if ISA_X86
/* Sixteen digits of v < 10^16 as 16 bytes, the first digit in the HIGHEST byte: the reversed order costs the
 * fewest instructions, and a byte shuffle afterwards turns them round for nothing. */
static ALWAYS_INLINE __m128i digits16(uint64_t v)
{
    uint64_t high = v / 100000000;
    __m128i x = _mm_set_epi64x((long long)high, (long long)(v - high * 100000000));
    /* x + q * (2^32 - 10^4) puts the quotient q into the upper half and leaves the remainder below. */
    __m128i q = _mm_srli_epi64(_mm_mul_epu32(x, _mm_set1_epi64x(3518437209)), 45);
    x = _mm_add_epi64(x, _mm_mul_epu32(q, _mm_set1_epi64x(4294967296 - 10000)));
    q = _mm_srli_epi16(_mm_mulhi_epu16(x, _mm_set1_epi32(5243)), 3);
    x = _mm_sub_epi16(_mm_add_epi16(x, _mm_slli_epi32(q, 16)), _mm_mullo_epi16(q, _mm_set1_epi32(100)));
    q = _mm_mulhi_epu16(x, _mm_set1_epi16(6554));
    __m128i ten = _mm_set1_epi16(256 - 10);
    __asm__("" : "+x"(ten)); /* or else gcc makes six shifts and additions of the multiplication */
    return _mm_add_epi16(x, _mm_mullo_epi16(q, ten));
}

/* Shuffle rows: loaded from REVERSE + n it drops n leading digits of digits16() and fills up with zeros. */
static const ALIGNED(64) uint8_t REVERSE[64] = {
    15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
};
#endif

#endif /* ENCODER_INTEGERS_H */

/* v < 10^16 as exactly sixteen digits. */
static ALWAYS_INLINE void KERNEL(store_digits16)(char *out, uint64_t v)
{
#if ISA_USES(ISA_SSSE3)
    __m128i turned = _mm_shuffle_epi8(digits16(v), _mm_load_si128((const __m128i *)REVERSE));
    _mm_storeu_si128((__m128i *)out, _mm_or_si128(turned, _mm_set1_epi8('0')));
#else
    uint64_t high = v / 100000000;
    store64(out, digits8((uint32_t)high) | ASCII_ZEROS);
    store64(out + 8, digits8((uint32_t)(v - high * 100000000)) | ASCII_ZEROS);
#endif
}

/* v < 10^4, which has `length` digits. */
static ALWAYS_INLINE char *KERNEL(write_short)(char *out, uint32_t v, int length)
{
    store32(out, text4(v) >> 8 * (4 - length));
    return out + length;
}

/* 0 < v < 10^16, which has `length` digits.  With a shuffle at hand one path for all lengths is the fastest. */
static char *KERNEL(write_long)(char *out, uint64_t v, int length)
{
#if ISA_USES(ISA_SSSE3)
    int skip = 16 - length;
    __m128i digits = _mm_or_si128(digits16(v), _mm_set1_epi8('0'));
    digits = _mm_shuffle_epi8(digits, _mm_loadu_si128((const __m128i *)(REVERSE + skip)));
    _mm_storeu_si128((__m128i *)out, digits);
    return out + 16 - skip;
#else
    uint64_t high = v / 100000000;
    uint64_t digits = digits8((uint32_t)(high ? high : v));
    int skip = (high ? 16 : 8) - length;
    store64(out, (digits | ASCII_ZEROS) >> 8 * skip);
    out += 8 - skip;
    if (!high) return out;
    store64(out, digits8((uint32_t)(v - high * 100000000)) | ASCII_ZEROS);
    return out + 8;
#endif
}

/* v < 2^30. */
static ALWAYS_INLINE char *KERNEL(write_uint30)(char *out, uint32_t v)
{
    int length = count_digits(v);
    return length <= 4 ? KERNEL(write_short)(out, v, length) : KERNEL(write_long)(out, v, length);
}

static inline char *KERNEL(write_uint64)(char *out, uint64_t v)
{
    if (v < 10000) return KERNEL(write_short)(out, (uint32_t)v, count_digits(v));
    if (v < 10000000000000000) return KERNEL(write_long)(out, v, count_digits(v));
    uint64_t high = v / 10000000000000000;
    out = KERNEL(write_short)(out, (uint32_t)high, count_digits(high));
    KERNEL(store_digits16)(out, v - high * 10000000000000000);
    return out + 16;
}

static inline char *KERNEL(write_int64)(char *out, int64_t v)
{
    uint64_t negative = v < 0;
    *out = '-';
    return KERNEL(write_uint64)(out + negative, negative ? 0 - (uint64_t)v : (uint64_t)v);
}
