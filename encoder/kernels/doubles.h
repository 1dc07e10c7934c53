/* What is the shortest decimal text that reads back as this double?
 *
 * The text is exactly that of Python's float.__repr__: of the decimals inside the double's rounding interval
 * the ones with the fewest digits, of those the nearest, of two the even one; an exponent if the first digit
 * counts less than 10^-4 or at least 10^16.
 *
 * A double is c * 2^q.  With 10^(e-1) <= 2^q < 10^e, a table holds 2^q / 10^e to 128 bits, and one product
 * gives
 *
 *     c * 2^q / 10^e = whole + rest,     half = 2^(q-1) / 10^e  (half a unit in the last place),
 *
 * with 0.05 <= half < 0.5.  The interval is less than 1 wide, so it holds at most one integer: `whole` if
 * rest < half, whole + 1 if rest > 1 - half.  That is the shortest decimal, once its zeros are dropped.
 * If there is none, one more digit, 10 * rest rounded, always lies inside.  No step of this branches.
 * The product is cut off, so a comparison closer than its error, a tie, and the doubles with an uneven
 * interval (powers of two) or few bits (subnormals) are left to an exact algorithm.
 *
 * Sources: Raffaele Giulietti, "The Schubfach way to render doubles", 2020 (the exact path; the theory of the
 * interval).  The form with one product follows the idea of Xiang JunBo's xjb and Victor Zverovich's zmij,
 * 2025; the table by binary exponent, which saves their shifts, and the layout table are our own.
 */
#include "integers.h"
#include "isa.h"
#include "powers.h"

#ifndef ENCODER_DOUBLES_H
#define ENCODER_DOUBLES_H

#define DOUBLE_LENGTH 24   /* the longest text: -2.2250738585072014e-308 */

/* (digits + last / 10) * 10^exponent, where 10^14 <= digits < 10^16 and last is one digit. */
typedef struct {
    uint64_t digits;
    int32_t last;
    int32_t exponent;
} Decimal;

/* The high and low words of a * b. */
static ALWAYS_INLINE uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low)
{
#if ISA_GNU && defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t carry = a0 * b1 + (uint32_t)middle;
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (carry >> 32);
#endif
}

/* The upper two words of a * (high, low): the first is returned, the other is `rest`. */
static ALWAYS_INLINE uint64_t scale(uint64_t a, uint64_t high, uint64_t low, uint64_t *rest)
{
    uint64_t middle, ignored, whole = multiply(a, high, &middle);
    uint64_t carried = multiply(a, low, &ignored);
    *rest = middle + carried;
    return whole + (*rest < carried);
}

/* floor(log10(2^q)) + 1 for the q of doubles. */
static ALWAYS_INLINE int decimal_exponent(int q)
{
    return (q * 1262611 >> 22) + 1;
}

/* Giulietti's rounding to odd: the whole part of the product, with bit 0 set if there is a rest.  That 128
 * bits suffice is computed for every exponent in tests/test_kernel_numbers.py. */
static inline uint64_t scale_to_odd(uint64_t a, uint64_t high, uint64_t low)
{
    uint64_t rest, whole = scale(a, high, low, &rest);
    /* The factor is too large by up to one unit; where the true product is whole, the rest is 0 or 1. */
    return whole | (rest > 1);
}

/* Schubfach: exact for every c * 2^(q = max(field, 1) - 1075).  `uneven`: a power of two, whose neighbour
 * below is only half as far away. */
static COLD Decimal exact_decimal(uint64_t c, int field, int uneven)
{
    int q = (field ? field : 1) - 1075, exponent = decimal_exponent(q);
    int k = uneven ? (q * 1262611 - 524031) >> 22 : exponent - 1; /* floor(log10(2^q * 3/4)) if uneven */
    uint64_t low = POWERS[field][1] + 1, high = POWERS[field][0] + (low == 0);
    /* Four times the value and the ends of its interval, in units of 10^k.  An odd c excludes the ends. */
    uint64_t unit = k == exponent - 1 ? 10 : 100;
    uint64_t value = scale_to_odd(4 * c * unit, high, low);
    uint64_t lower = scale_to_odd((4 * c - (uneven ? 1 : 2)) * unit, high, low) + (c & 1);
    uint64_t upper = scale_to_odd((4 * c + 2) * unit, high, low) - (c & 1);
    uint64_t s = value >> 2, tens = s / 10;
    uint64_t below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
    if (s >= 10 && below != above) {
        s = 10 * (tens + above);
    } else {
        below = lower <= 4 * s;
        above = 4 * s + 4 <= upper;
        uint64_t nearest = value > 4 * s + 2 || (value == 4 * s + 2 && (s & 1));
        s += below != above ? above : nearest;
    }
    for (; s < 10000000000000000; k--) s *= 10;
    Decimal exact = {s / 10, (int32_t)(s % 10), k + 1};
    return exact;
}

/* The same by one product, for an even interval; false if it is too close to call.  The digits are as many as
 * c gives: 15 or 16 for a double. */
static ALWAYS_INLINE int shortest_decimal(uint64_t c, uint64_t field, Decimal *decimal)
{
    uint64_t high = POWERS[field][0], rest, whole = scale(c, high, POWERS[field][1], &rest);
    uint64_t half = high >> 1; /* like rest in 2^-64; up to 1 less than the true value, and rest up to 2 */
    uint64_t below = rest - half, above = rest + half;
    uint64_t down = rest < half, up = above < half;
    uint64_t tenths = (rest >> 4) * 10 + (1ULL << 59); /* 10 rest + 1/2 in 2^-60, up to 12 less */
    uint64_t longer = (down | up) - 1;                 /* all ones if another digit is needed, else 0 */
    decimal->digits = whole + up;
    decimal->last = (int32_t)(tenths >> 60 & longer);
    decimal->exponent = decimal_exponent((int)field - 1075);
    /* Too close: rest and half, rest and 1 - half, or a tie between two last digits. */
    return !((below + 2 < 5) | (above + 4 < 5) | ((tenths << 4) + 256 < 512));
}

/* Where the parts of a text without exponent go, for a first digit that counts 10^(row - 4). */
typedef struct {
    uint8_t first; /* the digits are stored here ... */
    uint8_t skip;  /* ... and once more without the first `skip`, */
    uint8_t shift; /*     `shift` further right, to make room for the point */
    uint8_t point; /* the point */
    uint8_t least; /* the length at least: up to one zero after the point */
} Layout;

static const Layout LAYOUTS[20] = {
    {5, 0, 5, 1, 0},    {4, 0, 4, 1, 0},    {3, 0, 3, 1, 0},    {2, 0, 2, 1, 0},
    {0, 1, 1, 1, 3},    {0, 2, 1, 2, 4},    {0, 3, 1, 3, 5},    {0, 4, 1, 4, 6},
    {0, 5, 1, 5, 7},    {0, 6, 1, 6, 8},    {0, 7, 1, 7, 9},    {0, 8, 1, 8, 10},
    {0, 9, 1, 9, 11},   {0, 10, 1, 10, 12}, {0, 11, 1, 11, 13}, {0, 12, 1, 12, 14},
    {0, 13, 1, 13, 15}, {0, 14, 1, 14, 16}, {0, 15, 1, 15, 17}, {0, 16, 1, 16, 18},
};

#endif /* ENCODER_DOUBLES_H */

/* Every part is stored in full, and a later store corrects an earlier one: no step depends on a length, which
 * real data makes hard to predict. */
static ALWAYS_INLINE char *KERNEL(write_decimal)(char *out, Decimal decimal)
{
    size_t leading = decimal.digits < 1000000000000000; /* zeros: one or none */
#if ISA_USES(ISA_SSSE3)
    __m128i digits = digits16(decimal.digits);
    uint64_t used = (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(digits, _mm_setzero_si128()));
    used = used << 1 | (decimal.last != 0); /* a bit a digit, the last one lowest */
    size_t count = 17 - leading - (size_t)low_zeros(used);
    digits = _mm_or_si128(digits, _mm_set1_epi8('0'));
    const uint8_t *rows = REVERSE + leading;
#define STORE_DIGITS(at, skipped) \
    _mm_storeu_si128((__m128i *)(at), \
                     _mm_shuffle_epi8(digits, _mm_loadu_si128((const __m128i *)(rows + (skipped)))))
#else
    uint64_t high = decimal.digits / 100000000;
    uint64_t first = digits8((uint32_t)high), second = digits8((uint32_t)(decimal.digits - high * 100000000));
    char digits[40] = {0};
    store64(digits, first | ASCII_ZEROS);
    store64(digits + 8, second | ASCII_ZEROS);
    size_t unused = second ? (size_t)high_zeros(second) / 8 : 8 + (size_t)high_zeros(first) / 8;
    size_t count = (decimal.last ? 17 : 16 - unused) - leading;
    const char *rows = digits + leading;
#define STORE_DIGITS(at, skipped) memcpy(at, rows + (skipped), 16)
#endif
    char last = (char)('0' + decimal.last);
    int64_t magnitude = decimal.exponent + 15 - (int64_t)leading; /* the first digit counts 10^magnitude */
    if (LIKELY((uint64_t)(magnitude + 4) < 20)) {
        const Layout *layout = &LAYOUTS[magnitude + 4];
        size_t skip = layout->skip, shift = layout->shift, least = layout->least;
        store64(out, ASCII_ZEROS);
        STORE_DIGITS(out + layout->first, 0);
        STORE_DIGITS(out + skip + shift, skip);
        (out + shift - leading)[16] = last;
        out[layout->point] = '.';
        size_t length = count + shift;
        return out + (length > least ? length : least);
    }
    STORE_DIGITS(out, 0);
    STORE_DIGITS(out + 2, 1);
#undef STORE_DIGITS
    out[1] = '.';
    (out - leading)[17] = last;
    out += count + (count > 1);
    uint32_t size = (uint32_t)(magnitude < 0 ? -magnitude : magnitude);
    int hundreds = size >= 100;
    out[0] = 'e';
    out[1] = magnitude < 0 ? '-' : '+';
    store32(out + 2, text4(size) >> (hundreds ? 8 : 16));
    return out + 4 + hundreds;
}

/* The rare numbers, out of line and called last, so that the others keep nothing alive across a call. */
static COLD char *KERNEL(write_exact)(char *out, uint64_t c, uint64_t field, int uneven)
{
    return KERNEL(write_decimal)(out, exact_decimal(c, (int)field, uneven));
}

/* `v` must be finite. */
static inline char *KERNEL(write_double)(char *out, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, 8);
    *out = '-';
    out += bits >> 63;
    bits &= ~(1ULL << 63);
    uint64_t field = bits >> 52, c = (bits & 0xfffffffffffff) | 1ULL << 52;

    /* Whole numbers below 10^16 are their own shortest text (doubles are at most 2 apart there).  This cheap
     * test lets through all that end in 16 zero bits, as small whole numbers and powers of two do, and all
     * from 2^49 to 10^16, where a whole number would not fit the layouts. */
    if ((bits & 0xffff) == 0 || bits - 0x4300000000000000 < 0x41c37937e08000) {
        memcpy(&v, &bits, 8);
        if (v < 1e16 && (double)(int64_t)v == v) {
            out = KERNEL(write_uint64)(out, (uint64_t)(int64_t)v);
            memcpy(out, ".0", 2);
            return out + 2;
        }
        if (c == 1ULL << 52) return KERNEL(write_exact)(out, c, field, field > 1);
    }
    if (UNLIKELY(field == 0)) return KERNEL(write_exact)(out, bits, 0, 0);

    Decimal decimal;
    if (UNLIKELY(!shortest_decimal(c, field, &decimal))) return KERNEL(write_exact)(out, c, field, 0);
    return KERNEL(write_decimal)(out, decimal);
}
