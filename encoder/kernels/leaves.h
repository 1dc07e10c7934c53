/* How are values written that hold no others and are of none of JSON's own classes?

   Included once for every instruction-set level. Each function writes one value, without a comma, at Call.cursor, or
   nothing: then STATUS_VALUE leaves it to the walk, which knows every case and every error.  */

#ifndef LEAF_WRITERS
#define LEAF_WRITERS                          \
    {                                         \
        [LEAF_ENUM] = KERNEL(put_member),     \
        [LEAF_MOMENT] = put_moment,           \
        [LEAF_DATE] = put_date,               \
        [LEAF_TIME] = put_time,               \
        [LEAF_DURATION] = KERNEL(put_duration), \
        [LEAF_UUID] = KERNEL(put_uuid),       \
        [LEAF_DECIMAL] = KERNEL(put_decimal), \
        [LEAF_VECTOR] = KERNEL(put_vector),   \
    }
#endif

/* A member of an enumeration, as the scalar that is its value.  */
static int KERNEL(put_member)(Call *call, PyObject *member, Plan *plan)
{
    Py_ssize_t before = length(call);
    PyObject *value = field_in_place(plan, member, 0);
    char *end = value ? KERNEL(put_scalar)(call, call->cursor, value, call->mask) : NULL;
    if (end) {
        call->cursor = end;
        return STATUS_DONE;
    }
    if (PyErr_Occurred()) return STATUS_RAISED;
    truncate_to(call, before);
    return STATUS_VALUE;
}
