/* The layout kernels by themselves, as a library that tests call; see test_kernel_layout.py. */
#include "layout.h"

#define ISA_LEVEL ISA_BASELINE
#include "layout_marks.h"
#include "layout_lines.h"
#undef ISA_LEVEL

#if ISA_DISPATCH
ISA_BEGIN_SSSE3
#define ISA_LEVEL ISA_SSSE3
#include "layout_marks.h"
#include "layout_lines.h"
#undef ISA_LEVEL
ISA_END
ISA_BEGIN_AVX2
#define ISA_LEVEL ISA_AVX2
#include "layout_marks.h"
#include "layout_lines.h"
#undef ISA_LEVEL
ISA_END
#endif

#if ISA_DISPATCH_AVX512
ISA_BEGIN_AVX512
#define ISA_LEVEL ISA_AVX512
#include "layout_marks.h"
#include "layout_lines.h"
#undef ISA_LEVEL
ISA_END
#endif

static const Kernels levels[] = {
    {.lay_out = lay_out_baseline},
#if ISA_DISPATCH
    {.lay_out = lay_out_ssse3},
    {.lay_out = lay_out_avx2},
#endif
#if ISA_DISPATCH_AVX512
    {.lay_out = lay_out_avx512},
#endif
};

int best_level(void) { return isa_detect(); }

PyObject *lay_out_piece(int level, PyObject *text, PyObject *style, PyObject *state)
{
    return lay_out(&levels[level], text, style, state);
}
