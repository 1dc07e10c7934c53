/* How does text become the body of a JSON string, in UTF-8?
 *
 * Minimal escapes: \" \\ \b \t \n \f \r, and \u00xx for the other control characters; all else stays raw.
 * A template (see isa.h): escape_narrow.h writes ASCII and Latin-1, escape_wide.h the two wider forms that
 * CPython keeps text in; AVX-512 has ways of its own, in files named so. All write whole vectors, so they
 * scribble past the position that they return.
 *
 * For another rule define ESCAPE_TABLE, ESCAPE_MARKS and ESCAPE_IN_WORD before including this file; what a
 * vector or a word marks must be what the table writes as more than the character itself.
 */
#ifndef ENCODER_ESCAPE_H
#define ENCODER_ESCAPE_H

#include "isa.h"

/* A function that stops before the end of the text with at least this much room left met a lone surrogate.
   It is what 64 characters of 6 bytes and a scribbled vector may take, rounded up. */
#define ESCAPE_MARGIN 512

/* What a character below 256 is written as: at most 6 bytes, always copied as 8. */
typedef struct {
    char text[7];
    uint8_t length;
} Escape;

#define HEX(digit) (char)((digit) < 10 ? '0' + (digit) : 'a' - 10 + (digit))
#define RAW(c) {{(char)(c)}, 1}
#define SHORT(c) {{'\\', (c)}, 2}
#define CONTROL(c) {{'\\', 'u', '0', '0', HEX((c) >> 4), HEX((c) & 15)}, 6}
#define LATIN(c) {{(char)(0xc0 | (c) >> 6), (char)(0x80 | ((c) & 0x3f))}, 2}
#define FOUR(kind, c) kind(c), kind((c) + 1), kind((c) + 2), kind((c) + 3)
#define ROW(kind, c) FOUR(kind, c), FOUR(kind, (c) + 4), FOUR(kind, (c) + 8), FOUR(kind, (c) + 12)

static const Escape JSON_ESCAPES[256] = {
    FOUR(CONTROL, 0x00), FOUR(CONTROL, 0x04),
    SHORT('b'), SHORT('t'), SHORT('n'), CONTROL(0x0b), SHORT('f'), SHORT('r'), CONTROL(0x0e), CONTROL(0x0f),
    ROW(CONTROL, 0x10),
    RAW(' '), RAW('!'), SHORT('"'), RAW('#'), FOUR(RAW, 0x24), FOUR(RAW, 0x28), FOUR(RAW, 0x2c),
    ROW(RAW, 0x30),
    ROW(RAW, 0x40),
    FOUR(RAW, 0x50), FOUR(RAW, 0x54), FOUR(RAW, 0x58), SHORT('\\'), RAW(']'), RAW('^'), RAW('_'),
    ROW(RAW, 0x60),
    ROW(RAW, 0x70),
    ROW(LATIN, 0x80), ROW(LATIN, 0x90), ROW(LATIN, 0xa0), ROW(LATIN, 0xb0),
    ROW(LATIN, 0xc0), ROW(LATIN, 0xd0), ROW(LATIN, 0xe0), ROW(LATIN, 0xf0),
};

#undef HEX
#undef RAW
#undef SHORT
#undef CONTROL
#undef LATIN
#undef FOUR
#undef ROW

#if ISA_X86
/* Bytes are signed, as the instructions that compare them are. */
typedef int8_t Bytes16 __attribute__((vector_size(16), may_alias));
typedef int8_t Bytes32 __attribute__((vector_size(32), may_alias));
typedef uint16_t Units8 __attribute__((vector_size(16), may_alias));
typedef uint16_t Units16 __attribute__((vector_size(32), may_alias));

/* One number in every lane, for each that a comparison or a mask needs. */
typedef struct {
    Bytes32 bit_1, above_space, backslash;
    Units16 top_bits, surrogate, last_ascii, high_byte;
    Units16 middle_bits, low_bits, two_leads, continued, lead_of_two;
} EscapeConstants;

#define EIGHT(x) x, x, x, x, x, x, x, x
#define UNITS(x) {EIGHT(x), EIGHT(x)}
#define BYTES(x) {EIGHT(x), EIGHT(x), EIGHT(x), EIGHT(x)}
static const EscapeConstants ESCAPE_CONSTANTS = {
    .bit_1 = BYTES(2), .above_space = BYTES(0x21), .backslash = BYTES('\\'),
    .top_bits = UNITS(0xf800), .surrogate = UNITS(0xd800),
    .last_ascii = UNITS(0x7f), .high_byte = UNITS(0xff00),
    .middle_bits = UNITS(0x3f00), .low_bits = UNITS(0x3f),
    .two_leads = UNITS(0x80e0), .continued = UNITS(0x80), .lead_of_two = UNITS(0x4000),
};
#undef EIGHT
#undef UNITS
#undef BYTES

/* Hidden from the compiler, which would make each constant anew at each use, by three instructions in a row,
   where one load does. */
static ALWAYS_INLINE const EscapeConstants *hidden_constants(void) {
    const EscapeConstants *hidden = &ESCAPE_CONSTANTS;
    __asm__("" : "+r"(hidden));
    return hidden;
}
#define EACH(type, name) (*(const type *)&constants->name)
#endif

COLD static const void *copy_to_spare(void *spare, const void *text, size_t length, size_t size) {
    memset(spare, 0, size);
    return memcpy(spare, text, length);
}

/* `text` itself, or where reading `size` bytes could touch the next page, which may not exist, a copy of its
   `length` bytes in `spare`. With EXACT_LOADS always the copy, for sanitizers. */
static ALWAYS_INLINE const void *readable(const void *text, size_t length, size_t size, void *spare) {
#ifndef EXACT_LOADS
    if (LIKELY(((uintptr_t)text & 4095) <= 4096 - size)) return text;
#endif
    return copy_to_spare(spare, text, length, size);
}

/* A mask of the lowest `count` bits, for count < 64. */
static ALWAYS_INLINE uint64_t low_bits(size_t count) { return ((uint64_t)1 << count) - 1; }

/* Compilers see that this is popcnt, and use it where the level has it. (Their builtin would call a library
   function where it has not.) */
static ALWAYS_INLINE int count_bits(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

#endif /* ENCODER_ESCAPE_H */

#ifndef ESCAPE_TABLE
#define ESCAPE_JSON 1 /* AVX-512 knows this rule only; for others that level does as AVX2 does */
#define ESCAPE_TABLE JSON_ESCAPES
/* All ones in the bytes of a vector to escape; bytes from 0x80 on (negative) count too. Flipping bit 1 makes
   the quote 0x20, and keeps all below 0x20 there. Technique: D. Lemire, "Detect control characters, quotes
   and backslashes efficiently using SWAR" (2025). */
#define ESCAPE_MARKS(type, v) \
    ((((v) ^ EACH(type, bit_1)) < EACH(type, above_space)) | ((v) == EACH(type, backslash)))
/* The same for eight bytes in a word, which is not 0 if there is one. */
#define EACH_BYTE(value) (0x0101010101010101u * (value))
#define ESCAPE_IN_WORD(word)                                                                            \
    (((word) | (((word) ^ EACH_BYTE(2)) - EACH_BYTE(0x21)) | (((word) ^ EACH_BYTE('\\')) - EACH_BYTE(1))) \
     & EACH_BYTE(0x80))
#endif

/* Write a character below 256, escaped if it must be. */
static ALWAYS_INLINE char *KERNEL(put_escape)(char *out, uint8_t character) {
    memcpy(out, &ESCAPE_TABLE[character], 8);
    return out + ESCAPE_TABLE[character].length;
}

/* Write `count` bytes by table. No branch depends on the text, so this wins where escapes are dense. */
static ALWAYS_INLINE char *KERNEL(escape_by_table)(char *out, const uint8_t *text, size_t count) {
    for (; count >= 4; count -= 4, text += 4) {
        out = KERNEL(put_escape)(out, text[0]);
        out = KERNEL(put_escape)(out, text[1]);
        out = KERNEL(put_escape)(out, text[2]);
        out = KERNEL(put_escape)(out, text[3]);
    }
    while (count--) out = KERNEL(put_escape)(out, *text++);
    return out;
}

#if ISA_USES(ISA_AVX512) && defined(ESCAPE_JSON)
#include "escape_avx512.h"
#include "escape_narrow_avx512.h"
#else
#include "escape_narrow.h"
#endif
#include "escape_wide.h"
