/* How is an int read in place? Guarded by version; ENCODER_PUBLIC_API builds without.

   Layouts: Include/cpython/longintrepr.h of 3.11, and of 3.12 and 3.13.  */
#pragma once

#include <Python.h>
#include <stdint.h>

#if !defined(ENCODER_PUBLIC_API) && PYLONG_BITS_IN_DIGIT == 30 && PY_VERSION_HEX < 0x030E0000
#define INT_DIGITS 1
#else
#define INT_DIGITS 0
#endif

/* An int without its sign, where that takes no more than 64 bits.  */
typedef struct Magnitude {
    uint64_t number;
    int negative;
} Magnitude;

#if INT_DIGITS && PY_VERSION_HEX >= 0x030C0000

/* lv_tag: the digit count shifted by 3, and the sign in the low bits: 0 positive, 1 zero, 2 negative.  */
#define LV(integer) (((PyLongObject *)(integer))->long_value)
static inline const digit *digits_of(PyObject *integer) { return LV(integer).ob_digit; }
static inline size_t count_of(PyObject *integer) { return LV(integer).lv_tag >> 3; }
static inline int is_negative(PyObject *integer) { return LV(integer).lv_tag >> 1 & 1; }
static inline int is_zero(PyObject *integer) { return LV(integer).lv_tag & 1; }
#undef LV

#elif INT_DIGITS

/* ob_size: the digit count, negative for a negative number, 0 for zero.  */
static inline const digit *digits_of(PyObject *integer) { return ((PyLongObject *)integer)->ob_digit; }
static inline size_t count_of(PyObject *integer) { return (size_t)Py_ABS(Py_SIZE(integer)); }
static inline int is_negative(PyObject *integer) { return Py_SIZE(integer) < 0; }
static inline int is_zero(PyObject *integer) { return Py_SIZE(integer) == 0; }

#endif

/* An int of one digit (30 bits), which most are. Returns 0 where it has more, or is not to be read in place.  */
static inline int small_magnitude(PyObject *integer, Magnitude *magnitude)
{
#if INT_DIGITS
    magnitude->number = is_zero(integer) ? 0 : digits_of(integer)[0];
    magnitude->negative = is_negative(integer);
    return count_of(integer) <= 1;
#else
    (void)integer, (void)magnitude;
    return 0;
#endif
}

/* Any int. Returns 0 where its magnitude takes more than 64 bits.  */
static inline int magnitude_of(PyObject *integer, Magnitude *magnitude)
{
#if INT_DIGITS
    const digit *digits = digits_of(integer);
    size_t count = count_of(integer);
    if (count > 3 || (count == 3 && digits[2] > 15)) return 0;
    magnitude->negative = is_negative(integer);
    magnitude->number = is_zero(integer) ? 0 : digits[0];
    if (count > 1) magnitude->number |= (uint64_t)digits[1] << 30;
    if (count > 2) magnitude->number |= (uint64_t)digits[2] << 60;
    return 1;
#else
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(integer, &overflow);
    magnitude->negative = number < 0;
    magnitude->number = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return !overflow;
#endif
}
