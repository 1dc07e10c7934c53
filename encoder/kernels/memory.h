/* How does a call write into memory that the caller owns? Through the thread's block, so that nothing past the
   end of the JSON is ever touched.  */
#pragma once

#include "buffer.h"

/* Aim the Call at `memory` from `offset` on. Returns 0, or -1 with an exception set.  */
static int aim_at_memory(Call *call, Target *target, PyObject *memory, Py_ssize_t offset)
{
    if (PyObject_GetBuffer(memory, &target->view, PyBUF_WRITABLE) < 0) {
        target->view.obj = NULL;
        return -1;
    }
    if (offset < 0 || offset > target->view.len) {
        PyErr_Format(PyExc_ValueError, "offset %zd is outside the buffer of %zd bytes", offset, target->view.len);
        PyBuffer_Release(&target->view);
        return -1;
    }
    aim_at_sink(call, SINK_MEMORY);
    target->next = (char *)target->view.buf + offset;
    target->end = (char *)target->view.buf + target->view.len;
    call->buffer->target = target;
    return 0;
}

/* Where the JSON ends, as an index into the memory.  */
static Py_ssize_t end_in_memory(Call *Py_UNUSED(call), Target *target)
{
    return target->next - (char *)target->view.buf;
}

static void release_memory(Target *target)
{
    if (target->view.obj) PyBuffer_Release(&target->view);
}
