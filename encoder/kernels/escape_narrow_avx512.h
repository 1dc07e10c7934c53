/* How is text of one byte a character, ASCII or Latin-1, escaped with AVX-512?
 *
 * Copy a block first, then look at it, as in escape_narrow.h. But masks make the end of a text a block like
 * the others, and a block with something to escape is written again as a whole, whatever is in it.
 */

/* Write `count` <= 64 bytes, already copied to `out`, of which `marks` need more than a copy, as the function
   of that name in escape_narrow.h does. Scribbles up to 64 bytes. */
COLD static char *KERNEL(escape_marked)(char *out, const uint8_t *text, size_t count, uint64_t marks) {
    if (count_bits(marks) > 12) return KERNEL(escape_by_table)(out, text, count);
    size_t done = 0;
    for (; marks; marks &= marks - 1) {
        size_t next = (size_t)low_zeros(marks);
        out = KERNEL(put_escape)(out + (next - done), text[next]);
        done = next + 1;
        __mmask64 rest = _bzhi_u64(~0ull, (unsigned)(count - done));
        _mm512_storeu_si512(out, _mm512_maskz_loadu_epi8(rest, text + done));
    }
    return out + (count - done);
}

/* Write the first `count` of 64 `bytes`, already copied to `out`. Those `escaped` need a backslash; those
   `low` are not backslashes themselves; those `high` are from 0x80 on. Scribbles up to 64 bytes. */
static ALWAYS_INLINE char *KERNEL(put_pairs)(char *out, const uint8_t *text, size_t count, __m512i bytes,
                                             __mmask64 low, __mmask64 escaped, __mmask64 high,
                                             const Escape512 *constants) {
    __m512i first = EACH_512(backslash);
    __m512i last = _mm512_mask_permutexvar_epi8(bytes, low, bytes, EACH_512(letters));
    uint64_t pairs = escaped | high;
    if (UNLIKELY(_mm512_mask_testn_epi8_mask(low, last, last)))
        return KERNEL(escape_marked)(out, text, count, pairs); /* one has no letter */
    __m512i lead = _mm512_srli_epi16(bytes, 6);
    lead = _mm512_ternarylogic_epi32(lead, EACH_512(lead_bits), EACH_512(lead_tag), AND_OR);
    first = _mm512_mask_mov_epi8(first, high, lead);
    last = _mm512_mask_mov_epi8(last, high, _mm512_and_si512(bytes, EACH_512(not_bit_6)));
    /* Interleaving takes the lower or upper half of each quarter. */
    first = _mm512_permutexvar_epi64(EACH_512(halves), first);
    last = _mm512_permutexvar_epi64(EACH_512(halves), last);
    __m512i half = _mm512_unpacklo_epi8(first, last);
    __mmask64 keep = _pdep_u64(pairs, 0x5555555555555555) | 0xaaaaaaaaaaaaaaaa;
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(keep, half));
    char *end = out + count + (size_t)count_bits(pairs);
    if (count <= 32) return end;
    half = _mm512_unpackhi_epi8(first, last);
    keep = _pdep_u64(pairs >> 32, 0x5555555555555555) | 0xaaaaaaaaaaaaaaaa;
    out += 32 + (size_t)count_bits((uint32_t)pairs);
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(keep, half));
    return end;
}

static char *KERNEL(put_ascii)(char *out, const uint8_t *text, size_t count, __m512i bytes, __mmask64 low,
                               __mmask64 escaped, const Escape512 *constants) {
    return KERNEL(put_pairs)(out, text, count, bytes, low, escaped, 0, constants);
}

static char *KERNEL(put_latin1)(char *out, const uint8_t *text, size_t count, __m512i bytes, __mmask64 low,
                                __mmask64 escaped, __mmask64 high, const Escape512 *constants) {
    return KERNEL(put_pairs)(out, text, count, bytes, low, escaped, high, constants);
}

/* Write text of at most 32 bytes; the contract of escape_narrow.h. */
static inline char *KERNEL(escape_short)(char *out, const uint8_t *text, size_t count) {
    const Escape512 *constants = hidden_512();
#define HALF(name) _mm256_load_si256((const __m256i *)constants->name)
    __mmask32 inside = _bzhi_u32(~0u, (unsigned)count);
    __m256i bytes = _mm256_maskz_loadu_epi8(inside, text), flipped = _mm256_xor_si256(bytes, HALF(bit_1));
    _mm256_storeu_si256((__m256i *)out, bytes);
    __mmask32 low = _mm256_mask_cmplt_epu8_mask(inside, flipped, HALF(space_and_1));
    __mmask32 escaped = low | _mm256_cmpeq_epi8_mask(bytes, HALF(backslash));
#undef HALF
    if (LIKELY(!escaped)) return out + count;
    return KERNEL(put_ascii)(out, text, count, _mm512_zextsi256_si512(bytes), low, escaped, constants);
}

/* Write `count` <= 64 bytes, the first ones of `bytes`. */
static ALWAYS_INLINE char *KERNEL(escape_block)(char *out, const uint8_t *text, size_t count, __m512i bytes,
                                                int latin1, const Escape512 *constants) {
    _mm512_storeu_si512(out, bytes);
    __mmask64 inside = _bzhi_u64(~0ull, (unsigned)count);
    __m512i flipped = _mm512_xor_si512(bytes, EACH_512(bit_1));
    __mmask64 low = _mm512_mask_cmplt_epu8_mask(inside, flipped, EACH_512(space_and_1));
    __mmask64 escaped = low | _mm512_cmpeq_epi8_mask(bytes, EACH_512(backslash));
    __mmask64 high = latin1 ? _mm512_movepi8_mask(bytes) : 0;
    if (LIKELY(!(escaped | high))) return out + count;
    return latin1 ? KERNEL(put_latin1)(out, text, count, bytes, low, escaped, high, constants)
                  : KERNEL(put_ascii)(out, text, count, bytes, low, escaped, constants);
}

/* Write text of at most 128 bytes; the contract of escape_narrow.h. */
static ALWAYS_INLINE char *KERNEL(escape_medium)(char *out, const uint8_t *text, size_t count) {
    const Escape512 *constants = hidden_512();
    if (count > 64) {
        out = KERNEL(escape_block)(out, text, 64, _mm512_loadu_si512(text), 0, constants);
        text += 64;
        count -= 64;
    }
    __m512i bytes = _mm512_maskz_loadu_epi8(_bzhi_u64(~0ull, (unsigned)count), text);
    return KERNEL(escape_block)(out, text, count, bytes, 0, constants);
}

/* Copy 128 bytes. Does any of them need an escape? */
static ALWAYS_INLINE int KERNEL(copy_and_ask)(char *out, const uint8_t *text, const Escape512 *constants) {
    __mmask64 any = 0;
    for (int i = 0; i < 128; i += 64) {
        __m512i bytes = _mm512_loadu_si512(text + i);
        _mm512_storeu_si512(out + i, bytes);
        /* Signed, so that bytes from 0x80 on count too. */
        any |= _mm512_cmplt_epi8_mask(_mm512_xor_si512(bytes, EACH_512(bit_1)), EACH_512(space_and_1));
        any |= _mm512_cmpeq_epi8_mask(bytes, EACH_512(backslash));
    }
    return any != 0;
}

static ALWAYS_INLINE char *KERNEL(escape_narrow)(char *out, char *limit, const uint8_t **text,
                                                 const uint8_t *end, int latin1) {
    const Escape512 *constants = hidden_512();
    const uint8_t *at = *text;
    while (at < end && limit - out >= ESCAPE_MARGIN) {
        size_t left = (size_t)(end - at);
        if (left < 64) {
            __m512i bytes = _mm512_maskz_loadu_epi8(_bzhi_u64(~0ull, (unsigned)left), at);
            out = KERNEL(escape_block)(out, at, left, bytes, latin1, constants);
            at = end;
            break;
        }
        char *start = out;
        out = KERNEL(escape_block)(out, at, 64, _mm512_loadu_si512(at), latin1, constants);
        at += 64;
        if (out != start + 64) continue;
        /* Where nothing is to escape, more of the same is likely. */
        size_t room = (size_t)(limit - out);
        left -= 64;
        for (size_t clean = (left < room ? left : room) / 128; clean; clean--) {
            /* The processor looks ahead for lines to read, less for those to write: 18 % at a megabyte. */
            __builtin_prefetch(out + 512, 1);
            __builtin_prefetch(out + 576, 1);
            if (KERNEL(copy_and_ask)(out, at, constants)) break;
            out += 128;
            at += 128;
        }
    }
    *text = at;
    return out;
}

/* Write ASCII text; the contract of escape_narrow.h. */
static inline char *KERNEL(escape_ascii)(char *out, char *limit, const uint8_t **text, const uint8_t *end) {
    return KERNEL(escape_narrow)(out, limit, text, end, 0);
}

/* The same for Latin-1 text. */
static inline char *KERNEL(escape_latin1)(char *out, char *limit, const uint8_t **text, const uint8_t *end) {
    return KERNEL(escape_narrow)(out, limit, text, end, 1);
}
