/* How does text of two or four bytes a character become escaped UTF-8 with AVX-512?
 *
 * One loop for both, 32 characters at a time, which are looked at as 16-bit units: what is beyond them counts
 * as U+FFFF. Then it depends on what there is: units of three bytes only need no closing up; what is below
 * U+0800 goes in one vector, and any mixture in two. Only \u00xx and surrogates are left to put_characters.
 */

/* Write 32 units from U+0800 on as 96 bytes. */
static ALWAYS_INLINE void KERNEL(put_threes)(char *out, __m512i units, const Escape512 *constants) {
    __m512i bytes = _mm512_permutexvar_epi16(EACH_512(three_units), units);
    bytes = _mm512_multishift_epi64_epi8(EACH_512(three_shifts), bytes);
    bytes = _mm512_ternarylogic_epi32(bytes, EACH_512(three_bits), EACH_512(three_tags), AND_OR);
    _mm512_storeu_si512(out, bytes);
#define REST(name) _mm256_load_si256((const __m256i *)((const uint8_t *)constants->name + 64))
    bytes = _mm512_permutexvar_epi16(_mm512_castsi256_si512(REST(three_units)), units);
    __m256i rest = _mm256_multishift_epi64_epi8(REST(three_shifts), _mm512_castsi512_si256(bytes));
    rest = _mm256_ternarylogic_epi32(rest, REST(three_bits), REST(three_tags), AND_OR);
    _mm256_storeu_si256((__m256i *)(out + 64), rest);
#undef REST
}

/* Write the first `count` of 16 characters. Those `escaped` are letters that follow a backslash. Scribbles up
   to 64 bytes. */
static ALWAYS_INLINE char *KERNEL(put_fours)(char *out, __m512i codes, int escapes, __mmask16 escaped,
                                             size_t count, const Escape512 *constants) {
    __m512i zeros = _mm512_lzcnt_epi32(codes);
    const __m512i *four_tags = (const __m512i *)constants->four_tags;
    __m512i tags = _mm512_permutex2var_epi32(four_tags[0], zeros, four_tags[1]);
    __m512i bytes = _mm512_multishift_epi64_epi8(EACH_512(four_shifts), codes);
    bytes = _mm512_ternarylogic_epi32(bytes, EACH_512(four_bits), tags, AND_OR);
    /* Each byte that is needed has a tag with the top bit set, but for the last, which always is. */
    __mmask64 keep = _mm512_movepi8_mask(tags) | 0x8888888888888888;
    if (escapes) {
        __m512i pairs = _mm512_or_si512(_mm512_slli_epi32(codes, 24), EACH_512(code_backslash));
        bytes = _mm512_mask_mov_epi32(bytes, escaped, pairs);
        keep |= _pdep_u64(escaped, 0x4444444444444444);
    }
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(keep, bytes));
    return out + count_bits(_bzhi_u64(keep, (unsigned)(4 * count)));
}

/* The same for 32 characters in two vectors. */
static ALWAYS_INLINE char *KERNEL(put_mixture)(char *out, __m512i first, __m512i second, int escapes,
                                               __mmask32 escaped, size_t count, const Escape512 *constants) {
    if (count <= 16) return KERNEL(put_fours)(out, first, escapes, (__mmask16)escaped, count, constants);
    out = KERNEL(put_fours)(out, first, escapes, (__mmask16)escaped, 16, constants);
    return KERNEL(put_fours)(out, second, escapes, (__mmask16)(escaped >> 16), count - 16, constants);
}

/* Copy ASCII without escapes, 64 characters at a time, as long as there is any among `count`. Returns the
   number of characters. */
static ALWAYS_INLINE size_t KERNEL(copy_ascii)(char *out, const uint8_t *text, size_t count, int width,
                                               const Escape512 *constants) {
    size_t done = 0;
    for (; count - done >= 64; done += 64) {
        const uint8_t *at = text + done * (size_t)width;
        __m512i a = _mm512_loadu_si512(at), b = _mm512_loadu_si512(at + 64), all = _mm512_or_si512(a, b);
        __mmask32 wide;
        if (width == 4) {
            __m512i c = _mm512_loadu_si512(at + 128), d = _mm512_loadu_si512(at + 192);
            all = _mm512_or_si512(all, _mm512_or_si512(c, d));
            wide = _mm512_test_epi32_mask(all, EACH_512(wider_than_ascii));
            a = _mm512_packus_epi32(a, b);
            b = _mm512_packus_epi32(c, d);
            a = _mm512_permutexvar_epi32(EACH_512(codes_packed), _mm512_packus_epi16(a, b));
        } else {
            wide = _mm512_test_epi16_mask(all, EACH_512(not_ascii));
            a = _mm512_permutexvar_epi64(EACH_512(units_packed), _mm512_packus_epi16(a, b));
        }
        __mmask64 marks = _mm512_cmplt_epu8_mask(_mm512_xor_si512(a, EACH_512(bit_1)), EACH_512(space_and_1));
        if (wide | marks | _mm512_cmpeq_epi8_mask(a, EACH_512(backslash))) break;
        _mm512_storeu_si512(out + done, a);
    }
    return done;
}

/* Write the text of `width` bytes a character from *text to `end`; the contract of escape_ucs2. */
static ALWAYS_INLINE char *KERNEL(escape_wide)(char *out, char *limit, const uint8_t **text,
                                               const uint8_t *end, int width) {
    const Escape512 *constants = hidden_512();
    const uint8_t *at = *text;
    while (at < end && limit - out >= ESCAPE_MARGIN) {
        size_t left = (size_t)(end - at) / (size_t)width, count = left < 32 ? left : 32;
        __mmask32 inside = _bzhi_u32(~0u, (unsigned)count);
        __m512i units, first, second;
        __mmask16 beyond = 0;
        if (width == 2) {
            units = _mm512_maskz_loadu_epi16(inside, at);
        } else {
            first = _mm512_maskz_loadu_epi32((__mmask16)inside, at);
            second = _mm512_maskz_loadu_epi32((__mmask16)(inside >> 16), at + 64);
            units = _mm512_packus_epi32(first, second);
            units = _mm512_permutexvar_epi64(EACH_512(units_packed), units);
            beyond = _mm512_cmpgt_epu32_mask(_mm512_or_si512(first, second), EACH_512(last_unit));
        }
        __m512i top = _mm512_and_si512(units, EACH_512(top_bits));
        __mmask32 three = _mm512_test_epi16_mask(top, top); /* or a surrogate */
        __mmask32 valid = _mm512_mask_cmpneq_epi16_mask(three, top, EACH_512(surrogate));
        if (valid == inside && !beyond) {
            KERNEL(put_threes)(out, units, constants);
            out += 3 * count;
            at += count * (size_t)width;
            continue;
        }
        __m512i flipped = _mm512_xor_si512(units, EACH_512(unit_bit_1));
        __mmask32 plain = _mm512_mask_cmpge_epu16_mask(inside, flipped, EACH_512(unit_space_and_1));
        plain = _mm512_mask_cmpneq_epi16_mask(plain, units, EACH_512(unit_backslash));
        __mmask32 escaped = 0;
        size_t singles = 0;
        if (plain != inside || three != valid) {
            escaped = inside & ~plain;
            /* The backslash is its own letter. */
            __mmask32 low = _mm512_mask_cmplt_epu16_mask(inside, flipped, EACH_512(unit_space_and_1));
            units = _mm512_mask_mov_epi16(units, low, _mm512_permutexvar_epi8(units, EACH_512(letters)));
            if (width == 4) {
                __m256i half = _mm512_castsi512_si256(units);
                first = _mm512_mask_cvtepu16_epi32(first, (__mmask16)low, half);
                half = _mm512_extracti64x4_epi64(units, 1);
                second = _mm512_mask_cvtepu16_epi32(second, (__mmask16)(low >> 16), half);
            }
            uint32_t stops = (three & ~valid) | _mm512_mask_testn_epi16_mask(low, units, units);
            if (UNLIKELY(stops)) {
                /* Go on behind the first stop; where there are many, write all one by one. */
                singles = count_bits(stops) <= 2 ? 1 : count;
                count = count_bits(stops) <= 2 ? (size_t)low_zeros(stops) : 0;
            }
        }
        at += count * (size_t)width;
        if (three) {
            if (width == 2) {
                first = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(units));
                second = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(units, 1));
            }
            out = escaped ? KERNEL(put_mixture)(out, first, second, 1, escaped, count, constants)
                          : KERNEL(put_mixture)(out, first, second, 0, 0, count, constants);
        } else if (escaped || _mm512_cmpge_epu16_mask(units, EACH_512(unit_128))) {
            out = KERNEL(put_twos)(out, units, escaped, count, constants);
        } else {
            _mm256_storeu_si256((__m256i *)out, _mm512_cvtepi16_epi8(units));
            out += count;
            /* Where there is ASCII, more of the same is likely. */
            size_t room = (size_t)(limit - out), most = left - count < room ? left - count : room;
            size_t clean = KERNEL(copy_ascii)(out, at, most, width, constants);
            out += clean;
            at += clean * (size_t)width;
        }
        if (UNLIKELY(singles)) {
            const uint8_t *next = at, *stop = at + singles * (size_t)width;
            out = KERNEL(put_characters)(out, &next, singles, width);
            at = next;
            if (at != stop) break;
        }
    }
    *text = at;
    return out;
}
