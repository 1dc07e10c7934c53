/* How long is what is copied up to each mark, and what is written behind it? For 32 marks at once, so that the loop
   that copies has nothing left to work out. Part of layout_lines.h.  */

typedef struct Steps {
    uint16_t length[32], row[32], text[32], indent[32];
} Steps;

/* Find the steps at `count` marks, which stand `at` those places; the copy begins at `from` and the indent is `indent`.
   Returns 0 where a row is too long for these steps, or a bracket too many is closed.  */
static ALWAYS_INLINE int find_steps(Steps *steps, const Style *style, const uint16_t *at, const char *marks, int count,
                                    int from, Py_ssize_t indent, int indented)
{
#define TABLE(name) _mm512_broadcast_i32x4(_mm512_cvtepi64_epi16(_mm512_loadu_si512(style->kinds.name)))
#define LOOK_UP(table) _mm512_permutexvar_epi16(kinds, table)
    const __m512i numbers = _mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)LAYOUT_NUMBERS));
    __mmask32 used = (__mmask32)(0xffffffffu >> (32 - count));
    __m512i kinds = _mm512_and_si512(_mm512_cvtepu8_epi16(_mm256_loadu_si256((const __m256i *)marks)),
                                     _mm512_set1_epi16(7));
    __m512i ends = _mm512_add_epi16(_mm512_loadu_si512(at), LOOK_UP(TABLE(kept)));
    __m512i starts = _mm512_mask_permutexvar_epi16(_mm512_set1_epi16((short)from), ~1u,
                                                   _mm512_sub_epi16(numbers, _mm512_set1_epi16(1)), ends);
    __m512i rows = LOOK_UP(TABLE(size));
    if (indented) {
        __m512i indents = _mm512_maskz_mov_epi16(used, LOOK_UP(TABLE(deeper)));
        for (int by = 1; by < 32; by *= 2) { /* sums of all up to each */
            __m512i lower = _mm512_sub_epi16(numbers, _mm512_set1_epi16((short)by));
            indents = _mm512_add_epi16(indents, _mm512_maskz_permutexvar_epi16(~0u << by, lower, indents));
        }
        indents = _mm512_add_epi16(indents, _mm512_set1_epi16((short)indent));
        rows = _mm512_add_epi16(rows, _mm512_and_si512(indents, LOOK_UP(TABLE(indents))));
        _mm512_storeu_si512(steps->indent, indents);
        if (_mm512_mask_cmpgt_epu16_mask(used, rows, _mm512_set1_epi16(LAYOUT_STEP))) return 0;
    }
    _mm512_storeu_si512(steps->length, _mm512_sub_epi16(ends, starts));
    _mm512_storeu_si512(steps->row, rows);
    __m512i texts = _mm512_sub_epi64(_mm512_loadu_si512(style->kinds.text), _mm512_set1_epi64((long long)style->rows));
    _mm512_storeu_si512(steps->text, LOOK_UP(_mm512_broadcast_i32x4(_mm512_cvtepi64_epi16(texts))));
    return 1;
#undef TABLE
#undef LOOK_UP
}
