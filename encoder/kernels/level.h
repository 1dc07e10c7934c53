/* What is one instruction-set level made of? Every level-dependent kernel, and the table of them.  */

#include "escape.h"
#include "singles.h"
#include "base64.h"
#include "values.h"
#include "temporal.h"
#include "uuids.h"
#include "decimals.h"
#include "leaves.h"
#include "vectors.h"
#include "bare.h"
#include "answers.h"
#include "layout_marks.h"
#include "layout_lines.h"

static int KERNEL(put_one_text)(Call *call, PyObject *text)
{
    if (reserve(call, ROOM) < 0) return STATUS_RAISED;
    char *end = KERNEL(put_text)(call, call->cursor, text);
    if (!end) return KERNEL(failed)(call, text, MAY_WRITE_ALL);
    call->cursor = end;
    return STATUS_DONE;
}

static int KERNEL(put_one_scalar)(Call *call, PyObject *value)
{
    if (reserve(call, ROOM) < 0) return STATUS_RAISED;
    char *end = KERNEL(put_scalar)(call, call->cursor, value, MAY_WRITE_ALL);
    if (!end && PyLong_CheckExact(value)) return put_huge_integer(call, value);
    if (!end) return KERNEL(failed)(call, value, MAY_WRITE_ALL);
    call->cursor = end;
    return STATUS_DONE;
}

#define RUN KERNEL(run_general)
#define RUN_MASK(call) (call)->mask
#include "run.h"
#undef RUN
#undef RUN_MASK

#define RUN KERNEL(run_plain)
#define RUN_MASK(call) MAY_WRITE_ALL
#include "run.h"
#undef RUN
#undef RUN_MASK

static const Kernels KERNEL(kernels) = {
    .isa = ISA_NAME,
    .run_plain = KERNEL(run_plain),
    .run_general = KERNEL(run_general),
    .put_text = KERNEL(put_one_text),
    .put_scalar = KERNEL(put_one_scalar),
    .bare = KERNEL(bare),
    .base64 = KERNEL(base64_encode),
    .put_vector = KERNEL(put_vector),
    .resume_vector = KERNEL(resume_vector),
    .leaves = LEAF_WRITERS,
    .lay_out = KERNEL(lay_out),
};
