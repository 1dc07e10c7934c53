/* How are values written that hold no others and are of none of JSON's own classes?

   Included once for every instruction-set level. Each function writes one value at `out`, which is Call.cursor, without
   a comma, and returns its end. Or NULL, with Call.cursor where the value would begin: an exception is set, or the walk
   must decide, which knows every case and every error.  */

#ifndef LEAF_WRITERS
#define LEAF_WRITERS                          \
    {                                         \
        [LEAF_ENUM] = KERNEL(put_member),     \
        [LEAF_MOMENT] = KERNEL(put_moment),   \
        [LEAF_DATE] = put_date,               \
        [LEAF_TIME] = put_time,               \
        [LEAF_DURATION] = KERNEL(put_duration), \
        [LEAF_UUID] = KERNEL(put_uuid),       \
        [LEAF_DECIMAL] = KERNEL(put_decimal), \
    }
#endif

/* A member of an enumeration, as the scalar that is its value.  */
static char *KERNEL(put_member)(Call *call, char *out, PyObject *member, Plan *plan)
{
    Py_ssize_t before = length(call);
    PyObject *value = field_in_place(plan, member, 0);
    char *end = value ? KERNEL(put_scalar)(call, out, value, call->mask) : NULL;
    if (!end) truncate_to(call, before); /* the buffer may have moved */
    return end;
}
