/* What do the AVX-512 text kernels share? How characters of up to two bytes, and of up to four, become UTF-8.
 *
 * Every character gets a lane for all the bytes that it could take; then one instruction (vpcompressb) closes
 * up those that it does take. An escape of two bytes is a form like the others, so no branch depends on where
 * escapes are, and nothing is written twice. The closed-up vector is stored whole, since compressing straight
 * into memory is slow on Zen 4.
 * Technique: R. Clausecker and D. Lemire, "Transcoding Unicode Characters with AVX-512 Instructions",
 * Software: Practice and Experience 53 (2023).
 */
#ifndef ENCODER_ESCAPE_AVX512_H
#define ENCODER_ESCAPE_AVX512_H

/* Fields of 64 bytes are whole vectors, by byte, by unit of 16 bits or by code of 32.

   Lanes of two, three or four bytes take the bits of a character so: a byte is the eight bits from its shift
   on; of these, those in `bits` stay; then those of the tag are set. */
typedef struct {
    uint8_t letters[64]; /* what follows the backslash of an escape; 0 where that is more than one letter */
    uint8_t bit_1[64], space_and_1[64], backslash[64];
    uint16_t unit_bit_1[32], unit_space_and_1[32], unit_backslash[32], unit_128[32];
    uint16_t not_ascii[32], top_bits[32], surrogate[32];
    uint8_t two_shifts[64];
    uint16_t two_bits[32], two_tags[32];
    /* Eight units of three bytes fill three words of eight; each word takes its bytes from four units. */
    uint16_t three_units[64];
    uint8_t three_shifts[128], three_bits[128], three_tags[128];
    uint8_t four_shifts[64];
    uint32_t four_bits[16];
    uint32_t four_tags[32]; /* by the number of zeros above the highest bit, 32 counting as none */
    uint32_t last_unit[16], wider_than_ascii[16], code_backslash[16];
    uint8_t lead_bits[64], lead_tag[64], not_bit_6[64];
    /* Interleaving bytes takes halves of quarters: here they come in the order in which it takes them. */
    uint64_t halves[8];
    /* Packing takes quarters of its two vectors by turns: these put two, and four, in order again. */
    uint64_t units_packed[8];
    uint32_t codes_packed[16];
} Escape512;

#define TWICE(...) __VA_ARGS__, __VA_ARGS__
#define TIMES_4(...) TWICE(TWICE(__VA_ARGS__))
#define TIMES_16(...) TIMES_4(TIMES_4(__VA_ARGS__))
#define BYTES(x) {TIMES_4(TIMES_16(x))}
#define UNITS(x) {TWICE(TIMES_16(x))}
#define CODES(x) {TIMES_16(x)}
#define FOUR(i) i, i + 1, i + 2, i + 3
#define EIGHT(i) FOUR(i), FOUR(i + 2), FOUR(i + 5)
#define BIT_6 0x40000000 /* of ASCII alone: `bits` are those of all forms */
#define TWO 0x80c00000
#define THREE 0x8080e000
#define FOUR_BYTES 0x808080f0
ALIGNED(64) static const Escape512 ESCAPE_512 = {
    .letters = {[8] = 'b', 't', 'n', 0, 'f', 'r', ['"'] = '"'},
    .bit_1 = BYTES(2), .space_and_1 = BYTES(0x21), .backslash = BYTES('\\'),
    .unit_bit_1 = UNITS(2), .unit_space_and_1 = UNITS(0x21), .unit_backslash = UNITS('\\'),
    .unit_128 = UNITS(0x80), .not_ascii = UNITS(0xff80),
    .top_bits = UNITS(0xf800), .surrogate = UNITS(0xd800),
    .two_shifts = {TIMES_4(TWICE(6, 0, 22, 16, 38, 32, 54, 48))},
    .two_bits = UNITS(0x3f1f), .two_tags = UNITS(0x80c0),
    .three_units = {EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24)},
    .three_shifts = {TIMES_4(12, 6, 0, 28, 22, 16, 44, 38,
                             0, 28, 22, 16, 44, 38, 32, 60,
                             6, 0, 28, 22, 16, 44, 38, 32)},
    .three_bits = {TWICE(TIMES_16(0x0f, 0x3f, 0x3f))}, .three_tags = {TWICE(TIMES_16(0xe0, 0x80, 0x80))},
    .four_shifts = {TIMES_4(TWICE(18, 12, 6, 0, 50, 44, 38, 32))},
    .four_bits = CODES(0x3f3f3f07),
    .four_tags = {[11] = FOUR_BYTES, FOUR_BYTES, FOUR_BYTES, FOUR_BYTES, FOUR_BYTES,
                  THREE, THREE, THREE, THREE, THREE, TWO, TWO, TWO, TWO, BIT_6},
    .last_unit = CODES(0xffff), .wider_than_ascii = CODES(0xffffff80),
    .code_backslash = CODES((uint32_t)'\\' << 16),
    .lead_bits = BYTES(0x03), .lead_tag = BYTES(0xc0), .not_bit_6 = BYTES(0xbf),
    .halves = {0, 4, 1, 5, 2, 6, 3, 7},
    .units_packed = {0, 2, 4, 6, 1, 3, 5, 7},
    .codes_packed = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15},
};
#undef TWICE
#undef TIMES_4
#undef TIMES_16
#undef BYTES
#undef UNITS
#undef CODES
#undef FOUR
#undef EIGHT
#undef BIT_6
#undef TWO
#undef THREE
#undef FOUR_BYTES

/* Hidden for the reason that hidden_constants() gives. */
static ALWAYS_INLINE const Escape512 *hidden_512(void) {
    const Escape512 *hidden = &ESCAPE_512;
    __asm__("" : "+r"(hidden));
    return hidden;
}
#define EACH_512(name) _mm512_load_si512(constants->name)
#define AND_OR 0xea /* of three vectors: first & second | third */

#endif /* ENCODER_ESCAPE_AVX512_H */

/* Write the first `count` of 32 characters below U+0800. Those `escaped` are letters that follow a backslash.
   Scribbles up to 64 bytes. */
static ALWAYS_INLINE char *KERNEL(put_twos)(char *out, __m512i units, __mmask32 escaped, size_t count,
                                            const Escape512 *constants) {
    __mmask32 ascii = _mm512_cmplt_epu16_mask(units, EACH_512(unit_128));
    __m512i pairs = _mm512_multishift_epi64_epi8(EACH_512(two_shifts), units);
    pairs = _mm512_ternarylogic_epi32(pairs, EACH_512(two_bits), EACH_512(two_tags), AND_OR);
    __m512i escapes = _mm512_or_si512(_mm512_slli_epi16(units, 8), EACH_512(unit_backslash));
    pairs = _mm512_mask_mov_epi16(pairs, ascii, escapes); /* a plain one keeps its second byte only */
    uint32_t first = ~ascii | escaped;
    __mmask64 keep = _pdep_u64(first, 0x5555555555555555) | 0xaaaaaaaaaaaaaaaa;
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(keep, pairs));
    return out + count + (size_t)count_bits(_bzhi_u32(first, (unsigned)count));
}
