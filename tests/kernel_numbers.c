/* The number kernels behind functions that ctypes can call: many values a call, one text a line. */
#include "isa.h"

#define LINES(name, type, write)                                                        \
    size_t KERNEL(name)(const type *values, size_t count, char *out) {                  \
        char *end = out;                                                                \
        for (size_t i = 0; i < count; i++, *end++ = '\n') end = KERNEL(write)(end, values[i]); \
        return (size_t)(end - out);                                                     \
    }
#define ALL_LINES                               \
    LINES(lines_int64, int64_t, write_int64)    \
    LINES(lines_uint64, uint64_t, write_uint64) \
    LINES(lines_uint30, uint32_t, write_uint30) \
    LINES(lines_double, double, write_double)   \
    LINES(lines_float32, float, write_float32)  \
    LINES(lines_float16, uint16_t, write_float16)

#define ISA_LEVEL ISA_BASELINE
#include "singles.h"
ALL_LINES
#undef ISA_LEVEL
#if ISA_DISPATCH
ISA_BEGIN_SSSE3
#define ISA_LEVEL ISA_SSSE3
#include "singles.h"
ALL_LINES
#undef ISA_LEVEL
ISA_END
ISA_BEGIN_AVX2
#define ISA_LEVEL ISA_AVX2
#include "singles.h"
ALL_LINES
#undef ISA_LEVEL
ISA_END
#if ISA_DISPATCH_AVX512
ISA_BEGIN_AVX512
#define ISA_LEVEL ISA_AVX512
#include "singles.h"
ALL_LINES
#undef ISA_LEVEL
ISA_END
#endif
#endif

int detected(void) { return isa_detect(); }
