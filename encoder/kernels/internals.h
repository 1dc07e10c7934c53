/* How is a small int read in place? Guarded by version; ENCODER_PUBLIC_API builds without.  */
#pragma once

#include <Python.h>
#include <stdint.h>

/* The value of an int of at most two digits (60 bits), read in place: half the cost of asking for it.
   Returns 0 where the public API must be asked.  Layouts: Include/cpython/longintrepr.h.  */
static inline int small_integer(PyObject *integer, int64_t *value)
{
#if defined(ENCODER_PUBLIC_API) || PYLONG_BITS_IN_DIGIT != 30
    (void)integer, (void)value;
    return 0;
#elif PY_VERSION_HEX >= 0x030E0000
    (void)integer, (void)value;
    return 0;
#elif PY_VERSION_HEX >= 0x030C0000
    /* lv_tag: the digit count shifted by 3, and a sign in the low bits: 0 positive, 1 zero, 2 negative. */
    const _PyLongValue *number = &((PyLongObject *)integer)->long_value;
    uintptr_t digits = number->lv_tag >> 3;
    int64_t size = number->ob_digit[0];
    if (digits > 2) return 0;
    if (digits == 2) size |= (int64_t)number->ob_digit[1] << 30;
    *value = digits ? size * (1 - (int64_t)(number->lv_tag & 3)) : 0;
    return 1;
#else
    /* ob_size: the digit count, negative for a negative number.  */
    const digit *digits = ((PyLongObject *)integer)->ob_digit;
    Py_ssize_t count = Py_SIZE(integer);
    switch (count) {
    case 0: *value = 0; return 1;
    case 1: *value = digits[0]; return 1;
    case -1: *value = -(int64_t)digits[0]; return 1;
    case 2: *value = digits[0] | (int64_t)digits[1] << 30; return 1;
    case -2: *value = -(digits[0] | (int64_t)digits[1] << 30); return 1;
    default: return 0;
    }
#endif
}
