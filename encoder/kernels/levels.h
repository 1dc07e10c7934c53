/* Which kernels does this machine get? The same sources once for each instruction-set level, chosen for every Encoder.

   Belongs to one extension module (encoder.walk): the others reach the kernels through Call.kernels.  */
#pragma once

#include <math.h>

#include "isa.h"
#include "internals.h"
#include "buffer.h"
#include "children.h"
#include "classes.h"
#include "frames.h"
#include "hooks.h"
#include "layout.h"
#include "order.h"

#define ISA_LEVEL ISA_BASELINE
#define ISA_NAME "baseline"
#include "level.h"
#undef ISA_LEVEL
#undef ISA_NAME

#if ISA_DISPATCH
ISA_BEGIN_SSSE3
#define ISA_LEVEL ISA_SSSE3
#define ISA_NAME "ssse3"
#include "level.h"
#undef ISA_LEVEL
#undef ISA_NAME
ISA_END

ISA_BEGIN_AVX2
#define ISA_LEVEL ISA_AVX2
#define ISA_NAME "avx2"
#include "level.h"
#undef ISA_LEVEL
#undef ISA_NAME
ISA_END
#endif

#if ISA_DISPATCH_AVX512
ISA_BEGIN_AVX512
#define ISA_LEVEL ISA_AVX512
#define ISA_NAME "avx512"
#include "level.h"
#undef ISA_LEVEL
#undef ISA_NAME
ISA_END
#endif

/* Let runs write values of this class by themselves, if it is the very class that the kernel is for, as that knows it. */
static int teach_leaf(PyObject *cls, int leaf, PyObject *names)
{
    PyTypeObject *type = (PyTypeObject *)cls;
    Plan *plan = known_plan(type);
    if (plan && plan->leaf == leaf) return 0;
    int is_known = leaf == LEAF_UUID      ? is_uuid_known(type)
                   : leaf == LEAF_DECIMAL ? is_decimal_known(type)
                   : leaf == LEAF_ENUM    ? 1
                   : leaf == LEAF_VECTOR  ? 1
                                          : is_temporal_known(type, leaf);
    return is_known ? learn_leaf(cls, leaf, names) : 0;
}

static const Kernels *const levels[] = {
    &kernels_baseline,
#if ISA_DISPATCH
    &kernels_ssse3,
    &kernels_avx2,
#endif
#if ISA_DISPATCH_AVX512
    &kernels_avx512,
#endif
};

/* An array of numbers as a leaf of a run: a status.  */
static int put_vector(Call *call, PyObject *value) { return call->policy->kernels->put_vector(call, value); }

/* The kernels of the level called `name`; of the best level where it is empty. NULL with a ValueError set
   where this machine has no such level.  */
static const Kernels *choose_kernels(const char *name)
{
    int best = isa_detect();
    if (!three_digits[0]) spell_three_digits();
    if (!*name) return levels[best];
    for (int level = 0; level <= best; level++) {
        if (strcmp(levels[level]->isa, name) == 0) return levels[level];
    }
    PyErr_Format(PyExc_ValueError, "ENCODER_ISA=%s: this machine has no such level; its best is %s", name,
                 levels[best]->isa);
    return NULL;
}
