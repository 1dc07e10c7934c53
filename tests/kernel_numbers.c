/* The number kernels behind functions that ctypes can call: many values a call, one text a line. */
#include "isa.h"

#define LINES(level)                                                                                  \
    size_t KERNEL(lines_int64)(const int64_t *values, size_t count, char *out) {                     \
        char *end = out;                                                                              \
        for (size_t i = 0; i < count; i++, *end++ = '\n') end = KERNEL(write_int64)(end, values[i]);  \
        return (size_t)(end - out);                                                                   \
    }                                                                                                 \
    size_t KERNEL(lines_uint64)(const uint64_t *values, size_t count, char *out) {                   \
        char *end = out;                                                                              \
        for (size_t i = 0; i < count; i++, *end++ = '\n') end = KERNEL(write_uint64)(end, values[i]); \
        return (size_t)(end - out);                                                                   \
    }                                                                                                 \
    size_t KERNEL(lines_double)(const double *values, size_t count, char *out) {                     \
        char *end = out;                                                                              \
        for (size_t i = 0; i < count; i++, *end++ = '\n') end = KERNEL(write_double)(end, values[i]); \
        return (size_t)(end - out);                                                                   \
    }

#define ISA_LEVEL ISA_BASELINE
#include "doubles.h"
LINES()
#undef ISA_LEVEL
#if ISA_DISPATCH
ISA_BEGIN_SSSE3
#define ISA_LEVEL ISA_SSSE3
#include "doubles.h"
LINES()
#undef ISA_LEVEL
ISA_END
ISA_BEGIN_AVX2
#define ISA_LEVEL ISA_AVX2
#include "doubles.h"
LINES()
#undef ISA_LEVEL
ISA_END
#endif

int detected(void) { return isa_detect(); }
