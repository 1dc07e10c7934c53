/* How does a run write what `default` gives for a value? See hooks.h for when it may.  */

/* Ask, and write the answer with its comma, or enter it as the walk does: as a level of its own, which may not hold
   `value` again. Runs code of the user's.  */
static int KERNEL(put_answer)(Call *call, PyObject *value, uint32_t mask)
{
    Py_INCREF(value); /* its container may let it go */
    expose_frames(call);
    PyObject *answer = PyObject_CallOneArg(call->hook->function, value);
    int status = answer ? STATUS_VALUE : STATUS_RAISED;
    if (answer && call->depth < Py_MIN(call->max_depth, SOON) && !period(call, value)) {
        /* What would be entered and left at once needs no frame.  */
        Py_ssize_t before = length(call);
        char *end = reserve(call, ROOM) < 0 ? NULL : KERNEL(put_scalar)(call, call->cursor, answer, mask);
        if (end) {
            *end++ = ',';
            call->cursor = end;
            status = STATUS_DONE;
        } else if (PyErr_Occurred()) {
            status = STATUS_RAISED;
        } else {
            truncate_to(call, before);
        }
    }
    if (status == STATUS_VALUE) status = push_answer(call, answer, value);
    Py_XDECREF(answer);
    Py_DECREF(value);
    return status;
}
