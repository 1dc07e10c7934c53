/* The text kernels behind one door per function, for test_kernel_text.py: every level in one library. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "isa.h"

#define ISA_LEVEL ISA_BASELINE
#include "base64.h"
#include "escape.h"
#undef ISA_LEVEL
#if ISA_DISPATCH
ISA_BEGIN_SSSE3
#define ISA_LEVEL ISA_SSSE3
#include "base64.h"
#include "escape.h"
#undef ISA_LEVEL
ISA_END
ISA_BEGIN_AVX2
#define ISA_LEVEL ISA_AVX2
#include "base64.h"
#include "escape.h"
#undef ISA_LEVEL
ISA_END
#if ISA_DISPATCH_AVX512
ISA_BEGIN_AVX512
#define ISA_LEVEL ISA_AVX512
#include "base64.h"
#include "escape.h"
#undef ISA_LEVEL
ISA_END
#define AT_AVX512(level, name, ...) (level) == ISA_AVX512 ? name##_avx512(__VA_ARGS__) :
#else
#define AT_AVX512(level, name, ...)
#endif
#define AT_LEVEL(level, name, ...)                                                \
    (AT_AVX512(level, name, __VA_ARGS__)                                          \
     (level) == ISA_AVX2 ? name##_avx2(__VA_ARGS__)                               \
     : (level) == ISA_SSSE3 ? name##_ssse3(__VA_ARGS__) : name##_baseline(__VA_ARGS__))
#else
#define AT_LEVEL(level, name, ...) ((void)(level), name##_baseline(__VA_ARGS__))
#endif

enum { KIND_SHORT, KIND_ASCII, KIND_LATIN1, KIND_UCS2, KIND_UCS4 };
enum { CANARY = 0xa5, CANARIES = 64, STAGE = 1 << 21 };

static char *stage_end; /* the page behind it cannot be read */

int open_stage(void) {
    char *stage = mmap(NULL, STAGE + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stage == MAP_FAILED || mprotect(stage + STAGE, 4096, PROT_NONE)) return -1;
    stage_end = stage + STAGE;
    return isa_detect();
}

/* Where a text is put before it is read. At the stage's end a read past it is fatal; amid a page, where one is
   harmless, quotes lie behind it, which must not be seen. With EXACT_LOADS both are blocks that a sanitizer
   watches. An empty text has a place too, as CPython's have, which end with a zero. */
enum { AT_END, AMID };

static void *put_on_stage(const void *text, size_t size, int where) {
#ifdef EXACT_LOADS
    void *place = malloc(size);
    (void)where;
#else
    char *place = where == AMID ? stage_end - 2048 - size : size ? stage_end - size : stage_end - 4;
    if (where == AMID) memset(place + size, '"', 1024);
#endif
    return memcpy(place, text, size);
}

static void clear_stage(void *place) {
#ifdef EXACT_LOADS
    free(place);
#else
    (void)place;
#endif
}

static char *escape(int level, int kind, char *out, char *limit, const uint8_t **text, const uint8_t *end) {
    if (kind == KIND_SHORT) {
        out = AT_LEVEL(level, escape_short, out, *text, (size_t)(end - *text));
        *text = end;
        return out;
    }
    if (kind == KIND_ASCII) return AT_LEVEL(level, escape_ascii, out, limit, text, end);
    if (kind == KIND_LATIN1) return AT_LEVEL(level, escape_latin1, out, limit, text, end);
    if (kind == KIND_UCS2) {
        const uint16_t *units = (const uint16_t *)*text;
        out = AT_LEVEL(level, escape_ucs2, out, limit, &units, (const uint16_t *)end);
        *text = (const uint8_t *)units;
        return out;
    }
    const uint32_t *codes = (const uint32_t *)*text;
    out = AT_LEVEL(level, escape_ucs4, out, limit, &codes, (const uint32_t *)end);
    *text = (const uint8_t *)codes;
    return out;
}

/* Escape one text of `size` bytes, lending `room` bytes at a time (escape_short: all it may ask for). Returns
   the length, or -1 - the byte offset of a surrogate, or INT64_MIN if a byte past the limit was changed. */
static int64_t escape_text(int level, int kind, char *out, const uint8_t *text, size_t size, size_t room,
                           int where) {
    char *start = out;
    const uint8_t *staged = put_on_stage(text, size, where), *at = staged, *end = staged + size;
    int64_t length = 0;
    do {
        char *limit = out + (kind == KIND_SHORT ? 6 * size + 64 : room);
        memset(limit, CANARY, CANARIES);
        out = escape(level, kind, out, limit, &at, end);
        for (int i = 0; i < CANARIES; i++) {
            if ((uint8_t)limit[i] != CANARY) length = INT64_MIN;
        }
        if (at != end && limit - out >= ESCAPE_MARGIN) length = -1 - (at - staged);
    } while (at != end && length == 0);
    clear_stage((void *)staged);
    return length ? length : out - start;
}

/* The same from both places; INT64_MIN too where it makes a difference. */
static int64_t escape_twice(int level, int kind, char *out, const uint8_t *text, size_t size, size_t room) {
    int64_t length = escape_text(level, kind, out, text, size, room, AT_END);
    size_t written = length > 0 ? (size_t)length : 0;
    char *first = memcpy(malloc(written + 1), out, written);
    int64_t again = escape_text(level, kind, out, text, size, room, AMID);
    int same = again == length && memcmp(first, out, written) == 0;
    free(first);
    return same ? length : INT64_MIN;
}

/* Escape `count` texts that lie one behind the other, sizes[i] bytes each; fills ends[i] with where each ends
   in `out`. Returns the number done; what stopped it is in ends[that]. */
size_t escape_texts(int level, int kind, char *out, const uint8_t *texts, const size_t *sizes, size_t count,
                    size_t room, int64_t *ends) {
    int64_t end = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t length = escape_twice(level, kind, out + end, texts, sizes[i], room);
        if (length < 0) {
            ends[i] = length;
            return i;
        }
        ends[i] = end += length;
        texts += sizes[i];
    }
    return count;
}

/* Encode the first n bytes of `in`, for every n below `count`, one behind the other, each with a canary that
   must survive behind it. Returns the end, or NULL. */
char *encode_beginnings(int level, char *out, const uint8_t *in, size_t first, size_t count, int url) {
    for (size_t n = first; n < first + count; n++) {
        char *expected = out + (n + 2) / 3 * 4;
        const uint8_t *staged = put_on_stage(in, n, AT_END);
        *expected = (char)CANARY;
        out = AT_LEVEL(level, base64_encode, out, staged, n, url);
        clear_stage((void *)staged);
        if (out != expected || *expected != (char)CANARY) return NULL;
    }
    return out;
}
