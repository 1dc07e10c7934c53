/* How do bytes become base64 text with AVX-512?
 *
 * Three instructions turn 48 bytes into 64 characters: a byte shuffle spreads three bytes over four, a
 * multishift takes the groups of six bits out of them, and a second shuffle looks all 64 characters up. Masks
 * keep the ends exact, where the other levels encode some bytes twice or go on without vectors.
 * Technique: W. Mula and D. Lemire, "Base64 encoding and decoding at almost the speed of a memory copy",
 * Software: Practice and Experience 50 (2020).
 */
#ifndef ENCODER_BASE64_AVX512_H
#define ENCODER_BASE64_AVX512_H

/* For each three bytes a b c: b a c b. In those 32 bits, lowest first, the four groups begin at bits 10, 4,
   22 and 16. */
#define SPREAD(i) i + 1, i, i + 2, i + 1
ALIGNED(64) static const uint8_t BASE64_SPREAD[64] = {
    SPREAD(0), SPREAD(3), SPREAD(6), SPREAD(9), SPREAD(12), SPREAD(15), SPREAD(18), SPREAD(21),
    SPREAD(24), SPREAD(27), SPREAD(30), SPREAD(33), SPREAD(36), SPREAD(39), SPREAD(42), SPREAD(45),
};
#undef SPREAD

/* The characters of the first 48 of `bytes`. A byte that is an index counts by its lowest six bits, so what
   lies above each group needs no mask. */
static ALWAYS_INLINE __m512i base64_characters(__m512i bytes, __m512i spread, __m512i alphabet) {
    const __m512i shifts = _mm512_set1_epi64(0x3036242a1016040a);
    bytes = _mm512_permutexvar_epi8(spread, bytes);
    return _mm512_permutexvar_epi8(_mm512_multishift_epi64_epi8(shifts, bytes), alphabet);
}

#endif /* ENCODER_BASE64_AVX512_H */

/* The contract of base64.h. */
static inline char *KERNEL(base64_encode)(char *out, const uint8_t *in, size_t n, int url) {
    const __m512i spread = _mm512_load_si512(BASE64_SPREAD);
    const __m512i alphabet = _mm512_loadu_si512(BASE64_ALPHABETS[!!url]);
    for (; n >= 64; n -= 48, in += 48, out += 64)
        _mm512_storeu_si512(out, base64_characters(_mm512_loadu_si512(in), spread, alphabet));
    if (n >= 48) {
        __m512i bytes = _mm512_maskz_loadu_epi8(_bzhi_u64(~0ull, 48), in);
        _mm512_storeu_si512(out, base64_characters(bytes, spread, alphabet));
        n -= 48, in += 48, out += 64;
    }
    if (n) {
        __m512i bytes = _mm512_maskz_loadu_epi8(_bzhi_u64(~0ull, n), in);
        __m512i characters = base64_characters(bytes, spread, alphabet);
        unsigned whole = (unsigned)(4 * n + 2) / 3, padded = (unsigned)(n + 2) / 3 * 4;
        __mmask64 padding = ~_bzhi_u64(~0ull, whole);
        characters = _mm512_mask_mov_epi8(characters, padding, _mm512_set1_epi8('='));
        _mm512_mask_storeu_epi8(out, _bzhi_u64(~0ull, padded), characters);
        out += padded;
    }
    return out;
}
