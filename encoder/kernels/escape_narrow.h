/* How is text of one byte a character, ASCII or Latin-1, escaped?
 *
 * Copy a block first, then look at it: one bit for every byte that needs an escape (or two bytes of UTF-8).
 * Most blocks have none and are done. In the others the text behind each escape is copied once more, further
 * on, while the bits say where the next one is: nothing is looked at twice.
 */

#if ISA_X86

#if ISA_USES(ISA_AVX2)
#define BYTES Bytes32
#define SIGN_BITS(bytes) (uint32_t)_mm256_movemask_epi8((__m256i)(bytes))
#else
#define BYTES Bytes16
#define SIGN_BITS(bytes) (uint32_t)_mm_movemask_epi8((__m128i)(bytes))
#endif

static ALWAYS_INLINE BYTES KERNEL(copy_block)(char *out, const uint8_t *text) {
    BYTES block;
    memcpy(&block, text, sizeof block);
    memcpy(out, &block, sizeof block);
    return block;
}

/* Copy `size` bytes (32 or 64). */
static ALWAYS_INLINE void KERNEL(copy)(char *out, const uint8_t *text, int size) {
    for (int i = 0; i < size; i += (int)sizeof(BYTES)) KERNEL(copy_block)(out + i, text + i);
}

/* Copy `size` bytes (32 or 64) and mark those that need an escape, bit i for byte i. */
static ALWAYS_INLINE uint64_t KERNEL(copy_and_mark)(char *out, const uint8_t *text, int size,
                                                    const EscapeConstants *constants) {
    uint64_t marks = 0;
    for (int i = 0; i < size; i += (int)sizeof(BYTES)) {
        BYTES block = KERNEL(copy_block)(out + i, text + i);
        marks |= (uint64_t)(SIGN_BITS(ESCAPE_MARKS(BYTES, block))) << i;
    }
    return marks;
}

/* Copy 128 bytes. Does any of them need an escape? */
static ALWAYS_INLINE int KERNEL(copy_and_ask)(char *out, const uint8_t *text,
                                              const EscapeConstants *constants) {
    BYTES any = {0};
    for (int i = 0; i < 128; i += (int)sizeof(BYTES)) {
        BYTES block = KERNEL(copy_block)(out + i, text + i);
        any |= (BYTES)(ESCAPE_MARKS(BYTES, block));
    }
    return SIGN_BITS(any) != 0;
}

/* Write `count` bytes, already copied to `out`, of which `marks` need an escape. Reads and scribbles up to
   `size` (32 or 64) bytes past them. */
static ALWAYS_INLINE char *KERNEL(escape_marked)(char *out, const uint8_t *text, size_t count, uint64_t marks,
                                                 int size) {
    /* An escape here costs about four bytes by table, and leaving the loop fifteen (a missed branch). */
    if (count_bits(marks) > size / 5) return KERNEL(escape_by_table)(out, text, count);
    size_t done = 0;
    for (; marks; marks &= marks - 1) {
        size_t next = (size_t)low_zeros(marks);
        out = KERNEL(put_escape)(out + (next - done), text[next]);
        done = next + 1;
        KERNEL(copy)(out, text + done, size);
    }
    return out + (count - done);
}

/* Write `count` <= `size` bytes (32 or 64), wherever they lie. */
static ALWAYS_INLINE char *KERNEL(escape_piece)(char *out, const uint8_t *text, size_t count, int size) {
    const EscapeConstants *constants = hidden_constants();
    uint8_t spare[128];
    text = readable(text, count, 2 * (size_t)size, spare);
    uint64_t marks = KERNEL(copy_and_mark)(out, text, size, constants);
    if (count < 64) marks &= low_bits(count);
    if (LIKELY(!marks)) return out + count;
    return KERNEL(escape_marked)(out, text, count, marks, size);
}

/* Write text of at most 32 bytes. 6 * count + 64 bytes must be free at `out`; an empty text must have a
   readable place too (CPython's have: each text ends with a zero). */
static inline char *KERNEL(escape_short)(char *out, const uint8_t *text, size_t count) {
    return KERNEL(escape_piece)(out, text, count, 32);
}

/* Write text of at most 128 bytes; the same contract. */
static ALWAYS_INLINE char *KERNEL(escape_medium)(char *out, const uint8_t *text, size_t count) {
    if (count > 64) {
        out = KERNEL(escape_piece)(out, text, 64, 64);
        text += 64;
        count -= 64;
    }
    return KERNEL(escape_piece)(out, text, count, 64);
}

/* Write ASCII or Latin-1 text up to `end`, or as far as the room up to `limit` safely allows; then less than
   ESCAPE_MARGIN is left. Moves *text past what is written and returns the new `out`. */
static inline char *KERNEL(escape_ascii)(char *out, char *limit, const uint8_t **text, const uint8_t *end) {
    const EscapeConstants *constants = hidden_constants();
    const uint8_t *at = *text;
    while (at < end && limit - out >= ESCAPE_MARGIN) {
        size_t left = (size_t)(end - at);
        if (left < 128) {
            size_t count = left < 64 ? left : 64;
            out = KERNEL(escape_piece)(out, at, count, 64);
            at += count;
            continue;
        }
        uint64_t marks = KERNEL(copy_and_mark)(out, at, 64, constants);
        at += 64;
        if (UNLIKELY(marks)) {
            out = KERNEL(escape_marked)(out, at - 64, 64, marks, 64);
            continue;
        }
        /* Where nothing is to escape, more of the same is likely. */
        out += 64;
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

#undef BYTES
#undef SIGN_BITS

#else /* plain C: eight bytes in a word */

static inline char *KERNEL(escape_ascii)(char *out, char *limit, const uint8_t **text, const uint8_t *end) {
    const uint8_t *at = *text;
    for (; end - at >= 8 && limit - out >= ESCAPE_MARGIN; at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        memcpy(out, &word, 8);
        out = LIKELY(!(ESCAPE_IN_WORD(word))) ? out + 8 : KERNEL(escape_by_table)(out, at, 8);
    }
    if (end - at < 8 && limit - out >= ESCAPE_MARGIN) {
        out = KERNEL(escape_by_table)(out, at, (size_t)(end - at));
        at = end;
    }
    *text = at;
    return out;
}

static inline char *KERNEL(escape_short)(char *out, const uint8_t *text, size_t count) {
    return KERNEL(escape_ascii)(out, out + 2 * ESCAPE_MARGIN, &text, text + count);
}

static inline char *KERNEL(escape_medium)(char *out, const uint8_t *text, size_t count) {
    return KERNEL(escape_ascii)(out, out + 3 * ESCAPE_MARGIN, &text, text + count);
}

#endif

/* The same for Latin-1 text: a byte from 0x80 on is written by table, as an escape is. */
static inline char *KERNEL(escape_latin1)(char *out, char *limit, const uint8_t **text, const uint8_t *end) {
    return KERNEL(escape_ascii)(out, limit, text, end);
}
