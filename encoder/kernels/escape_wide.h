/* How does text of two or four bytes a character become escaped UTF-8?
 *
 * One loop for both: load a vector of 16-bit units, whatever the width of the text; work out up to three
 * bytes for each unit; close up the gaps with a byte shuffle. A character that this cannot write (an escape,
 * one beyond U+FFFF) ends the vector early and is written alone.
 */
#ifndef ENCODER_ESCAPE_WIDE_H
#define ENCODER_ESCAPE_WIDE_H

static ALWAYS_INLINE int is_surrogate(uint32_t code) { return (code & 0xfffff800u) == 0xd800; }

/* How to close up four lanes of up to three bytes, right-aligned in the lower three: a byte shuffle for each
   of the ways in which four characters take 1, 2 or 3 bytes. The index has two bits a character: is it
   U+0080 or more, is it U+0800 or more? (The second without the first does not happen.)
   Technique: D. Lemire and W. Mula, "Transcoding Billions of Unicode Characters per Second with SIMD
   Instructions", Software: Practice and Experience 52 (2022). */
#define BYTES_0(lane) 4 * lane + 2,
#define BYTES_1(lane) 4 * lane + 1, BYTES_0(lane)
#define BYTES_2(lane) BYTES_3(lane)
#define BYTES_3(lane) 4 * lane, BYTES_1(lane)
#define ENTRY(a, b, c, d) {BYTES_##a(0) BYTES_##b(1) BYTES_##c(2) BYTES_##d(3)},
#define ENTRIES_4(b, c, d) ENTRY(0, b, c, d) ENTRY(1, b, c, d) ENTRY(2, b, c, d) ENTRY(3, b, c, d)
#define ENTRIES_16(c, d) ENTRIES_4(0, c, d) ENTRIES_4(1, c, d) ENTRIES_4(2, c, d) ENTRIES_4(3, c, d)
#define ENTRIES_64(d) ENTRIES_16(0, d) ENTRIES_16(1, d) ENTRIES_16(2, d) ENTRIES_16(3, d)

ALIGNED(64) static const uint8_t CLOSE_UP[256][16] = {
    ENTRIES_64(0) ENTRIES_64(1) ENTRIES_64(2) ENTRIES_64(3)
};
#undef BYTES_0
#undef BYTES_1
#undef BYTES_2
#undef BYTES_3
#undef ENTRY
#undef ENTRIES_4
#undef ENTRIES_16
#undef ENTRIES_64

/* From FIRST_LANES + 16 - n on: a vector with its first n lanes set. */
ALIGNED(64) static const uint16_t FIRST_LANES[32] = {65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535,
                                         65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535};

/* The character at `text`, of `width` bytes (2 or 4). */
static ALWAYS_INLINE uint32_t load_character(const uint8_t *text, int width) {
    uint16_t unit;
    uint32_t code;
    memcpy(&unit, text, 2);
    if (width == 2) return unit;
    memcpy(&code, text, 4);
    return code;
}

#endif /* ENCODER_ESCAPE_WIDE_H */

/* Write one character, no surrogate. */
static ALWAYS_INLINE char *KERNEL(put_character)(char *out, uint32_t code) {
    if (code < 0x100) return KERNEL(put_escape)(out, (uint8_t)code);
    char last = (char)(0x80 | (code & 0x3f));
    if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        *out++ = (char)(0xf0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    *out++ = last;
    return out;
}

/* Write up to `count` characters one by one, and move *text; it stops at a surrogate. */
COLD static char *KERNEL(put_characters)(char *out, const uint8_t **text, size_t count, int width) {
    const uint8_t *at = *text;
    for (; count; count--, at += width) {
        uint32_t code = load_character(at, width);
        if (UNLIKELY(is_surrogate(code))) break;
        out = KERNEL(put_character)(out, code);
    }
    *text = at;
    return out;
}

#if ISA_USES(ISA_AVX512) && defined(ESCAPE_JSON)
#include "escape_wide_avx512.h"
#elif ISA_USES(ISA_SSSE3)

#if ISA_USES(ISA_AVX2)
#define UNITS 16
#define VECTOR Units16
#define BYTES Bytes32
#define SIGN_BITS(vector) (uint32_t)_mm256_movemask_epi8((__m256i)(vector))
#else
#define UNITS 8
#define VECTOR Units8
#define BYTES Bytes16
#define SIGN_BITS(vector) (uint32_t)_mm_movemask_epi8((__m128i)(vector))
#endif

static ALWAYS_INLINE VECTOR KERNEL(load_vector)(const void *from) {
    VECTOR vector;
    memcpy(&vector, from, sizeof vector);
    return vector;
}

/* Load UNITS characters of `width` bytes as 16-bit units, and what is above 16 bits in *above. */
static ALWAYS_INLINE VECTOR KERNEL(load_units)(const uint8_t *text, int width, VECTOR *above) {
    *above = (VECTOR){0};
    if (width == 2) return KERNEL(load_vector)(text);
#if ISA_USES(ISA_AVX2)
    const __m256i *from = (const __m256i *)text;
    __m256i a = _mm256_loadu_si256(from), b = _mm256_loadu_si256(from + 1), zero = _mm256_setzero_si256();
    __m256i high = _mm256_packus_epi32(_mm256_srli_epi32(a, 16), _mm256_srli_epi32(b, 16));
    a = _mm256_blend_epi16(a, zero, 0xaa);
    b = _mm256_blend_epi16(b, zero, 0xaa);
    __m256i low = _mm256_packus_epi32(a, b);
    /* Packing works within each half. */
    *above = (VECTOR)_mm256_permute4x64_epi64(high, 0xd8);
    return (VECTOR)_mm256_permute4x64_epi64(low, 0xd8);
#else
    const __m128i *from = (const __m128i *)text;
    const __m128i split = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
    __m128i a = _mm_shuffle_epi8(_mm_loadu_si128(from), split);
    __m128i b = _mm_shuffle_epi8(_mm_loadu_si128(from + 1), split);
    *above = (VECTOR)_mm_unpackhi_epi64(a, b);
    return (VECTOR)_mm_unpacklo_epi64(a, b);
#endif
}

/* How many bytes do the first `count` units take, by their `lengths` (two bits a unit)? */
static ALWAYS_INLINE size_t KERNEL(size_of)(uint64_t lengths, size_t count) {
    return count + (size_t)count_bits(lengths & low_bits(2 * count));
}

/* Write UNITS units. `one` and `below_three`: all ones in the lanes of units that take 1, less than 3 bytes;
   `lengths` says the same in bits. Scribbles to 16 bytes past the start of the last four. */
static ALWAYS_INLINE void KERNEL(put_units)(char *out, VECTOR units, VECTOR one, VECTOR below_three,
                                            uint32_t lengths, const EscapeConstants *constants) {
    /* In each lane the first and middle byte, and the last. A middle byte that comes first begins 0xc0. */
    VECTOR front = units >> 12 | (units << 2 & EACH(VECTOR, middle_bits)) | EACH(VECTOR, two_leads);
    front |= below_three & EACH(VECTOR, lead_of_two);
    VECTOR last = (((units & EACH(VECTOR, low_bits)) | EACH(VECTOR, continued)) & ~one) | (units & one);
    const __m128i *shuffles = (const __m128i *)CLOSE_UP;
#if ISA_USES(ISA_AVX2)
    /* Units 0 to 3 and 8 to 11, and those between and behind. */
    __m256i even = _mm256_unpacklo_epi16((__m256i)front, (__m256i)last);
    __m256i odd = _mm256_unpackhi_epi16((__m256i)front, (__m256i)last);
    __m256i close_even = _mm256_set_m128i(shuffles[lengths >> 16 & 0xff], shuffles[lengths & 0xff]);
    __m256i close_odd = _mm256_set_m128i(shuffles[lengths >> 24], shuffles[lengths >> 8 & 0xff]);
    even = _mm256_shuffle_epi8(even, close_even);
    odd = _mm256_shuffle_epi8(odd, close_odd);
    _mm_storeu_si128((__m128i *)out, _mm256_castsi256_si128(even));
    _mm_storeu_si128((__m128i *)(out + KERNEL(size_of)(lengths, 4)), _mm256_castsi256_si128(odd));
    _mm_storeu_si128((__m128i *)(out + KERNEL(size_of)(lengths, 8)), _mm256_extracti128_si256(even, 1));
    _mm_storeu_si128((__m128i *)(out + KERNEL(size_of)(lengths, 12)), _mm256_extracti128_si256(odd, 1));
#else
    __m128i even = _mm_unpacklo_epi16((__m128i)front, (__m128i)last);
    __m128i odd = _mm_unpackhi_epi16((__m128i)front, (__m128i)last);
    even = _mm_shuffle_epi8(even, shuffles[lengths & 0xff]);
    odd = _mm_shuffle_epi8(odd, shuffles[lengths >> 8 & 0xff]);
    _mm_storeu_si128((__m128i *)out, even);
    _mm_storeu_si128((__m128i *)(out + KERNEL(size_of)(lengths, 4)), odd);
#endif
}

/* Two vectors of units below 0x80 as bytes. */
static ALWAYS_INLINE BYTES KERNEL(pack)(VECTOR first, VECTOR second) {
#if ISA_USES(ISA_AVX2)
    /* Packing works within each half. */
    return (BYTES)_mm256_permute4x64_epi64(_mm256_packus_epi16((__m256i)first, (__m256i)second), 0xd8);
#else
    return (BYTES)_mm_packus_epi16((__m128i)first, (__m128i)second);
#endif
}

/* Copy vectors of ASCII without escapes, two at a time, as long as there are any among `count` characters.
   Returns the number of characters. */
static ALWAYS_INLINE size_t KERNEL(copy_ascii)(char *out, const uint8_t *text, size_t count, int width,
                                               const EscapeConstants *constants) {
    size_t done = 0;
    for (; count - done >= 2 * UNITS; done += 2 * UNITS) {
        VECTOR above, above_2, units = KERNEL(load_units)(text + done * (size_t)width, width, &above);
        VECTOR units_2 = KERNEL(load_units)(text + (done + UNITS) * (size_t)width, width, &above_2);
        VECTOR wide = ((units | units_2) & ~EACH(VECTOR, last_ascii)) | above | above_2;
        BYTES bytes = KERNEL(pack)(units, units_2);
        if (SIGN_BITS((VECTOR)(wide != 0)) | SIGN_BITS(ESCAPE_MARKS(BYTES, bytes))) break;
        memcpy(out + done, &bytes, sizeof bytes);
    }
    return done;
}

/* Load the last `count` < UNITS characters of a text. What lies behind them becomes like the first of them,
   so that it changes no decision. */
static ALWAYS_INLINE VECTOR KERNEL(load_last)(const uint8_t *text, size_t count, int width, VECTOR *above) {
    uint8_t spare[UNITS * 4];
    const uint8_t *from = readable(text, count * (size_t)width, UNITS * (size_t)width, spare);
    VECTOR inside = KERNEL(load_vector)(FIRST_LANES + 16 - count);
    VECTOR units = KERNEL(load_units)(from, width, above);
    *above &= inside;
    return (units & inside) | ((uint16_t)load_character(text, width) & ~inside);
}

/* Write the text of `width` bytes a character from *text to `end`; the contract of escape_ucs2. */
static ALWAYS_INLINE char *KERNEL(escape_wide)(char *out, char *limit, const uint8_t **text,
                                               const uint8_t *end, int width) {
    const EscapeConstants *constants = hidden_constants();
    const VECTOR none = {0};
    const uint8_t *at = *text;
    while (at < end && limit - out >= ESCAPE_MARGIN) {
        VECTOR units, above;
        size_t count = (size_t)(end - at) / (size_t)width;
        if (LIKELY(count >= UNITS)) {
            count = UNITS;
            units = KERNEL(load_units)(at, width, &above);
        } else {
            units = KERNEL(load_last)(at, count, width, &above);
        }
        VECTOR top = units & EACH(VECTOR, top_bits);
        VECTOR below_three = (VECTOR)(top == 0); /* less than three bytes */
        VECTOR alone = (VECTOR)(top == EACH(VECTOR, surrogate));
        if (width == 4) alone |= (VECTOR)(above != 0);
        if (!SIGN_BITS(below_three | alone)) {
            KERNEL(put_units)(out, units, none, none, 0xffffffff, constants);
            out += 3 * count;
            at += count * (size_t)width;
            continue;
        }
        VECTOR one = (VECTOR)(units <= EACH(VECTOR, last_ascii));
        uint32_t lengths = SIGN_BITS(~(one | (below_three & EACH(VECTOR, high_byte))));
        /* Of the two bytes of a unit the lower one speaks for both. */
        VECTOR escapes = (VECTOR)(ESCAPE_MARKS(BYTES, (BYTES)units)) & one;
        uint32_t stops = SIGN_BITS(escapes | alone) & 0x55555555;
        if (lengths) {
            KERNEL(put_units)(out, units, one, below_three, lengths, constants);
        } else {
            BYTES bytes = KERNEL(pack)(units, units);
            memcpy(out, &bytes, sizeof bytes);
        }
        if (stops) {
            /* Go on behind the first stop; where there are many, write the whole vector one by one. */
            size_t clean = count_bits(stops) <= 2 ? (size_t)low_zeros(stops) / 2 : 0;
            size_t singles = count_bits(stops) <= 2 ? 1 : count;
            out += KERNEL(size_of)(lengths, clean);
            at += clean * (size_t)width;
            const uint8_t *next = at;
            out = KERNEL(put_characters)(out, &next, singles, width);
            int surrogate = next != at + singles * (size_t)width;
            at = next;
            if (surrogate) break;
            continue;
        }
        out += KERNEL(size_of)(lengths, count);
        at += count * (size_t)width;
        if (lengths == 0) {
            /* Where a vector is ASCII, more of the same is likely. */
            size_t left = (size_t)(end - at) / (size_t)width, room = (size_t)(limit - out);
            size_t clean = KERNEL(copy_ascii)(out, at, left < room ? left : room, width, constants);
            out += clean;
            at += clean * (size_t)width;
        }
    }
    *text = at;
    return out;
}

#undef BYTES
#undef UNITS
#undef VECTOR
#undef SIGN_BITS

#else /* no byte shuffle: one by one */

static ALWAYS_INLINE char *KERNEL(escape_wide)(char *out, char *limit, const uint8_t **text,
                                               const uint8_t *end, int width) {
    while (*text < end && limit - out >= ESCAPE_MARGIN) {
        size_t left = (size_t)(end - *text) / (size_t)width, count = left < 64 ? left : 64;
        const uint8_t *stop = *text + count * (size_t)width;
        out = KERNEL(put_characters)(out, text, count, width);
        if (UNLIKELY(*text != stop)) break;
    }
    return out;
}

#endif

/* Write text of two bytes a character. At a lone surrogate it stops with *text there, and with room left. */
static inline char *KERNEL(escape_ucs2)(char *out, char *limit, const uint16_t **text, const uint16_t *end) {
    const uint8_t *at = (const uint8_t *)*text;
    out = KERNEL(escape_wide)(out, limit, &at, (const uint8_t *)end, 2);
    *text = (const uint16_t *)at;
    return out;
}

/* Write text of four bytes a character; the contract of escape_ucs2. */
static inline char *KERNEL(escape_ucs4)(char *out, char *limit, const uint32_t **text, const uint32_t *end) {
    const uint8_t *at = (const uint8_t *)*text;
    out = KERNEL(escape_wide)(out, limit, &at, (const uint8_t *)end, 4);
    *text = (const uint32_t *)at;
    return out;
}
