/* Where are the marks of compact JSON, outside strings: commas, colons and brackets?

   A template (see isa.h). Comparisons of 64 bytes at once give a bit a byte; what is inside strings follows from the
   quotes before it (technique: G. Langdale and D. Lemire, "Parsing Gigabytes of JSON per Second", 2019).  */

#ifndef LAYOUT_EVEN
#define LAYOUT_EVEN 0x5555555555555555

/* One bit for each byte of a block.  */
typedef struct Marks {
    uint64_t quotes, backslashes, separators, openings, closings;
} Marks;

/* The marks of a chunk, and room for what is scribbled behind them.  */
typedef struct MarkList {
    uint16_t at[LAYOUT_CHUNK + LAYOUT_BLOCK];
    char marks[LAYOUT_CHUNK + LAYOUT_BLOCK]; /* the bytes themselves, at the level that has a use for them */
} MarkList;

#if ISA_X86
ALIGNED(64) static const uint8_t LAYOUT_NUMBERS[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
};
#endif

/* The bytes of a block of which an escape ends there; moves `escaped` on to the end of its `count` bytes. Branches
   would depend on the text: of each row of backslashes, every other one escapes (technique: simdjson).  */
static ALWAYS_INLINE uint64_t find_escaped(uint64_t backslashes, uint64_t *escaped, int count)
{
    uint64_t before = *escaped;
    if (LIKELY(!backslashes)) {
        *escaped = 0;
        return before;
    }
    backslashes &= ~before;
    uint64_t behind = backslashes << 1 | before;
    uint64_t starts = backslashes & ~LAYOUT_EVEN & ~behind, runs = starts + backslashes;
    uint64_t found = (LAYOUT_EVEN ^ runs << 1) & behind;
    *escaped = count == LAYOUT_BLOCK ? runs < starts : found >> count & 1;
    return found;
}
#endif

#if ISA_USES(ISA_AVX512)
#define MASK(bytes, byte) _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte))
static ALWAYS_INLINE Marks KERNEL(find_marks)(const char *block, int indented)
{
    __m512i bytes = _mm512_loadu_si512(block), curly = _mm512_or_si512(bytes, _mm512_set1_epi8(0x20));
    return (Marks){
        MASK(bytes, '"'), MASK(bytes, '\\'), MASK(bytes, ',') | MASK(bytes, ':'),
        indented ? MASK(curly, '{') : 0, indented ? MASK(curly, '}') : 0,
    };
}
#undef MASK
#elif ISA_X86
#if ISA_USES(ISA_AVX2)
#define VECTOR __m256i
#define LOAD(from) _mm256_loadu_si256((const __m256i *)(from))
#define FILL(byte) _mm256_set1_epi8(byte)
#define OR(one, other) _mm256_or_si256(one, other)
#define EQUAL(bytes, byte) _mm256_cmpeq_epi8(bytes, FILL(byte))
#define MASK(bytes) ((uint64_t)(uint32_t)_mm256_movemask_epi8(bytes) << at)
#else
#define VECTOR __m128i
#define LOAD(from) _mm_loadu_si128((const __m128i *)(from))
#define FILL(byte) _mm_set1_epi8(byte)
#define OR(one, other) _mm_or_si128(one, other)
#define EQUAL(bytes, byte) _mm_cmpeq_epi8(bytes, FILL(byte))
#define MASK(bytes) ((uint64_t)_mm_movemask_epi8(bytes) << at)
#endif
static ALWAYS_INLINE Marks KERNEL(find_marks)(const char *block, int indented)
{
    Marks marks = {0, 0, 0, 0, 0};
    for (int at = 0; at < LAYOUT_BLOCK; at += (int)sizeof(VECTOR)) {
        VECTOR bytes = LOAD(block + at), curly = OR(bytes, FILL(0x20));
        marks.quotes |= MASK(EQUAL(bytes, '"'));
        marks.backslashes |= MASK(EQUAL(bytes, '\\'));
        marks.separators |= MASK(OR(EQUAL(bytes, ','), EQUAL(bytes, ':')));
        if (!indented) continue;
        marks.openings |= MASK(EQUAL(curly, '{'));
        marks.closings |= MASK(EQUAL(curly, '}'));
    }
    return marks;
}
#undef VECTOR
#undef LOAD
#undef FILL
#undef OR
#undef EQUAL
#undef MASK
#else
static ALWAYS_INLINE Marks KERNEL(find_marks)(const char *block, int indented)
{
    Marks marks = {0, 0, 0, 0, 0};
    for (int at = 0; at < LAYOUT_BLOCK; at++) {
        char byte = block[at];
        marks.quotes |= (uint64_t)(byte == '"') << at;
        marks.backslashes |= (uint64_t)(byte == '\\') << at;
        marks.separators |= (uint64_t)(byte == ',' || byte == ':') << at;
        marks.openings |= (uint64_t)(indented && IS_OPENING(byte)) << at;
        marks.closings |= (uint64_t)(indented && IS_CLOSING(byte)) << at;
    }
    return marks;
}
#endif

/* List the bits of the block at `at` behind `count` others; up to a block more is scribbled. Returns the new count.  */
static ALWAYS_INLINE int KERNEL(list_bits)(MarkList *list, int count, uint64_t bits, const char *text, int at)
{
    uint16_t *to = list->at + count;
#if ISA_USES(ISA_AVX512)
    /* Squeezed as bytes, which takes half as long as as words, and widened: those of the upper half seldom are any. */
    int sum = __builtin_popcountll(bits);
    __m512i found = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(LAYOUT_NUMBERS));
    __m512i base = _mm512_set1_epi16((short)at);
    _mm512_storeu_si512(list->marks + count, _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(text + at)));
    _mm512_storeu_si512(to, _mm512_add_epi16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(found)), base));
    if (UNLIKELY(sum > 32)) {
        found = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(found, 1));
        _mm512_storeu_si512(to + 32, _mm512_add_epi16(found, base));
    }
    return count + sum;
#elif ISA_USES(ISA_AVX2)
    /* Eight at once, whether or not there are so many: the branch that asks after each would be guessed wrong. */
    uint16_t *end = to + __builtin_popcountll(bits);
    (void)text;
    do {
        for (int i = 0; i < 8; i++, bits &= bits - 1) to[i] = (uint16_t)(at + (int)_tzcnt_u64(bits));
        to += 8;
    } while (to < end);
    return (int)(end - list->at);
#else
    (void)text;
    for (; bits; bits &= bits - 1) *to++ = (uint16_t)(at + low_zeros(bits));
    return (int)(to - list->at);
#endif
}

/* List the marks of `size` bytes, at most a chunk, at which there is something to do; the spot is moved past them.
   What lies behind them, up to a whole block, is read too, and none of it may be a mark. Returns how many.  */
static ALWAYS_INLINE int KERNEL(list_marks)(MarkList *list, const char *text, int size, Spot *spot, int indented,
                                            int open_empty)
{
    int listed = 0;
    uint64_t empty = spot->opened; /* whose closing bracket comes next, if one does */
    for (int at = 0; at < size; at += LAYOUT_BLOCK) {
        Marks marks = KERNEL(find_marks)(text + at, indented);
        int count = Py_MIN(size - at, LAYOUT_BLOCK);
        uint64_t string = marks.quotes & ~find_escaped(marks.backslashes, &spot->escaped, count);
        for (int shift = 1; shift < LAYOUT_BLOCK; shift *= 2) string ^= string << shift; /* of all quotes up to here */
        string ^= spot->string;
        spot->string = (uint64_t)0 - (string >> (LAYOUT_BLOCK - 1));
        uint64_t bits = marks.separators;
        if (indented) {
            uint64_t openings = marks.openings & ~string, closings = marks.closings & ~string;
            int is_last = at + LAYOUT_BLOCK >= size;
            uint64_t next = closings >> 1;
            if (!is_last) next |= (uint64_t)IS_CLOSING(text[at + LAYOUT_BLOCK]) << (LAYOUT_BLOCK - 1);
            if (!open_empty) {
                uint64_t pairs = openings & next;
                bits |= (openings ^ pairs) | (closings & ~(pairs << 1 | empty));
                empty = pairs >> (LAYOUT_BLOCK - 1);
            } else {
                bits |= openings | closings;
            }
            if (is_last) {
                spot->opened = openings >> (count - 1) & 1;
                bits &= ~(spot->opened << (count - 1));
            }
        }
        listed = KERNEL(list_bits)(list, listed, bits & ~string, text, at);
    }
    return listed;
}
