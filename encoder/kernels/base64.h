/* How do bytes become base64 text (RFC 4648, padded)?
 *
 * A template (see isa.h). The vector levels turn 24 bytes into 32 characters at a time: a byte shuffle
 * spreads three bytes over four, two multiplications shift the groups of six bits apart, and a shuffle of a
 * table of 16 finds what to add to each group to get its character. The baseline looks 12 bits up at a time;
 * for AVX-512 see base64_avx512.h.
 * Technique: W. Mula and D. Lemire, "Faster Base64 Encoding and Decoding Using AVX2 Instructions", ACM
 * Transactions on the Web 12 (2018).
 */
#ifndef ENCODER_BASE64_H
#define ENCODER_BASE64_H

#include "isa.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
static const char BASE64_ALPHABETS[2][65] = {LETTERS "+/", LETTERS "-_"};
#undef LETTERS

/* The two characters of each number of 12 bits, in both alphabets. */
#define AFTER(a, y, z)                                                                              \
    a "A" a "B" a "C" a "D" a "E" a "F" a "G" a "H" a "I" a "J" a "K" a "L" a "M" a "N" a "O" a "P" \
    a "Q" a "R" a "S" a "T" a "U" a "V" a "W" a "X" a "Y" a "Z" a "a" a "b" a "c" a "d" a "e" a "f" \
    a "g" a "h" a "i" a "j" a "k" a "l" a "m" a "n" a "o" a "p" a "q" a "r" a "s" a "t" a "u" a "v" \
    a "w" a "x" a "y" a "z" a "0" a "1" a "2" a "3" a "4" a "5" a "6" a "7" a "8" a "9" a y a z
#define AFTER_8(a, b, c, d, e, f, g, h, y, z)                                           \
    AFTER(a, y, z) AFTER(b, y, z) AFTER(c, y, z) AFTER(d, y, z) AFTER(e, y, z) AFTER(f, y, z) \
    AFTER(g, y, z) AFTER(h, y, z)
#define PAIRS(y, z)                                                                             \
    AFTER_8("A", "B", "C", "D", "E", "F", "G", "H", y, z)                                       \
    AFTER_8("I", "J", "K", "L", "M", "N", "O", "P", y, z)                                       \
    AFTER_8("Q", "R", "S", "T", "U", "V", "W", "X", y, z)                                       \
    AFTER_8("Y", "Z", "a", "b", "c", "d", "e", "f", y, z)                                       \
    AFTER_8("g", "h", "i", "j", "k", "l", "m", "n", y, z)                                       \
    AFTER_8("o", "p", "q", "r", "s", "t", "u", "v", y, z)                                       \
    AFTER_8("w", "x", "y", "z", "0", "1", "2", "3", y, z)                                       \
    AFTER_8("4", "5", "6", "7", "8", "9", y, z, y, z)

static const char BASE64_PAIRS[2][8193] = {PAIRS("+", "/"), PAIRS("-", "_")};

#undef AFTER
#undef AFTER_8
#undef PAIRS

/* The last one or two bytes, padded. */
static ALWAYS_INLINE char *base64_finish(char *out, const uint8_t *in, size_t n, const char *alphabet) {
    if (n == 0) return out;
    unsigned bits = in[0] << 16 | (n == 2 ? in[1] << 8 : 0);
    out[0] = alphabet[bits >> 18];
    out[1] = alphabet[bits >> 12 & 63];
    out[2] = n == 2 ? alphabet[bits >> 6 & 63] : '=';
    out[3] = '=';
    return out + 4;
}

/* Bytes by table; `n` is a multiple of three. */
static ALWAYS_INLINE char *base64_by_table(char *out, const uint8_t *in, size_t n, const char *pairs) {
    for (const uint8_t *end = in + n; in != end; in += 3, out += 4) {
        memcpy(out, pairs + 2 * (in[0] << 4 | in[1] >> 4), 2);
        memcpy(out + 2, pairs + 2 * ((in[1] & 15) << 8 | in[2]), 2);
    }
    return out;
}

#endif /* ENCODER_BASE64_H */

#if ISA_USES(ISA_AVX512)
#include "base64_avx512.h"
#else

#if ISA_USES(ISA_SSSE3)

#if ISA_USES(ISA_AVX2)
#define VECTOR __m256i
#define OP(name) _mm256_##name
#define BITS(name) _mm256_##name##_si256
#else
#define VECTOR __m128i
#define OP(name) _mm_##name
#define BITS(name) _mm_##name##_si128
#endif

/* The characters of the groups of six bits in `spread`, which holds three bytes a b c as b a c b. `offsets`
   says what to add to the capitals (groups 0 to 25), the small letters (26 to 51) and each of 52 to 63. */
static ALWAYS_INLINE VECTOR KERNEL(base64_translate)(VECTOR spread, VECTOR offsets) {
    VECTOR outer = BITS(and)(spread, OP(set1_epi32)(0x0fc0fc00));
    VECTOR inner = BITS(and)(spread, OP(set1_epi32)(0x003f03f0));
    VECTOR groups = BITS(or)(OP(mulhi_epu16)(outer, OP(set1_epi32)(0x04000040)),
                             OP(mullo_epi16)(inner, OP(set1_epi32)(0x01000010)));
    VECTOR small = OP(cmpgt_epi8)(groups, OP(set1_epi8)(25)); /* -1 where it is no capital */
    VECTOR index = OP(sub_epi8)(OP(subs_epu8)(groups, OP(set1_epi8)(51)), small);
    return OP(add_epi8)(groups, OP(shuffle_epi8)(offsets, index));
}

/* Encode 24 bytes, and read no others: the second twelve are loaded with the four before them. */
static ALWAYS_INLINE void KERNEL(base64_block)(char *out, const uint8_t *in, __m128i offsets) {
    const __m128i first = _mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
    const __m128i second = _mm_setr_epi8(5, 4, 6, 5, 8, 7, 9, 8, 11, 10, 12, 11, 14, 13, 15, 14);
    __m128i a = _mm_loadu_si128((const __m128i *)in), b = _mm_loadu_si128((const __m128i *)(in + 8));
#if ISA_USES(ISA_AVX2)
    __m256i spread = _mm256_shuffle_epi8(_mm256_set_m128i(b, a), _mm256_set_m128i(second, first));
    spread = KERNEL(base64_translate)(spread, _mm256_broadcastsi128_si256(offsets));
    _mm256_storeu_si256((__m256i *)out, spread);
#else
    a = KERNEL(base64_translate)(_mm_shuffle_epi8(a, first), offsets);
    b = KERNEL(base64_translate)(_mm_shuffle_epi8(b, second), offsets);
    _mm_storeu_si128((__m128i *)out, a);
    _mm_storeu_si128((__m128i *)(out + 16), b);
#endif
}

#undef VECTOR
#undef OP
#undef BITS

#endif

/* Write the `n` bytes at `in` as 4 * ceil(n / 3) characters, and not a byte more; `url` chooses - and _ over
   + and /. Returns the end. */
static inline char *KERNEL(base64_encode)(char *out, const uint8_t *in, size_t n, int url) {
    size_t whole = n - n % 3;
    const char *alphabet = BASE64_ALPHABETS[!!url];
#if ISA_USES(ISA_SSSE3)
    if (whole >= 24) {
        const char digit = '0' - 52;
        const char second_last = (char)(alphabet[62] - 62), last = (char)(alphabet[63] - 63);
        const __m128i offsets = _mm_setr_epi8('A', 'a' - 26, digit, digit, digit, digit, digit, digit, digit,
                                              digit, digit, digit, second_last, last, 0, 0);
        size_t i = 0;
        for (; whole - i >= 24; i += 24, out += 32) KERNEL(base64_block)(out, in + i, offsets);
        /* What is left of the triples, and some of those before once more. */
        if (whole != i) {
            out += (whole - i) / 3 * 4;
            KERNEL(base64_block)(out - 32, in + whole - 24, offsets);
        }
        return base64_finish(out, in + whole, n - whole, alphabet);
    }
#endif
    out = base64_by_table(out, in, whole, BASE64_PAIRS[!!url]);
    return base64_finish(out, in + whole, n - whole, alphabet);
}

#endif
