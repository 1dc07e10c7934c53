/* How is a uuid.UUID written? Its 128 bits are read out of its int in place, and all digits are made at once.

   As small hexadecimal digits in groups, which is what `str` gives while UUID is as the module uuid has it.  */

#ifndef ENCODER_UUIDS_H
#define ENCODER_UUIDS_H

#include "isa.h"
#include "internals.h"
#include "classes.h"

/* Is `__str__` of this class still the function that the module uuid has?  */
static int is_uuid_known(PyTypeObject *type)
{
    PyObject *modules = PyImport_GetModuleDict(); /* borrowed, as all but the last */
    PyObject *module = PyDict_GetItemString(modules, "uuid");
    PyObject *shown = PyObject_GetAttrString((PyObject *)type, "__str__");
    int is_known = module && PyModule_Check(module) && shown && PyFunction_Check(shown) &&
                   PyFunction_GET_GLOBALS(shown) == PyModule_GetDict(module);
    Py_XDECREF(shown);
    PyErr_Clear();
    return is_known;
}

/* The halves of an int of at most 128 bits; 0 where it is another one, or cannot be read in place.  */
static ALWAYS_INLINE int read_128(PyObject *integer, uint64_t *high, uint64_t *low)
{
#if INT_DIGITS
    const digit *digits = digits_of(integer);
    size_t count = count_of(integer);
    uint64_t parts[5] = {0};
    if (LIKELY(count == 5)) {
        for (int i = 0; i < 5; i++) parts[i] = digits[i];
    } else {
        if (count > 5) return 0;
        for (size_t i = 0; i < count; i++) parts[i] = digits[i];
    }
    *low = parts[0] | parts[1] << 30 | parts[2] << 60;
    *high = parts[2] >> 4 | parts[3] << 26 | parts[4] << 56;
    return parts[4] < 256 && !is_negative(integer);
#else
    (void)integer, (void)high, (void)low;
    return 0;
#endif
}

/* Eight hexadecimal digits of a word, the first one in the lowest byte.  */
static ALWAYS_INLINE uint64_t hex8(uint32_t word)
{
    uint64_t x = (uint64_t)(word >> 16) | (uint64_t)(word & 0xffff) << 32;
    x = (x >> 8 & 0x000000ff000000ff) | (x & 0x000000ff000000ff) << 16;
    x = (x >> 4 & 0x000f000f000f000f) | (x & 0x000f000f000f000f) << 8;
    uint64_t letters = (x + 0x0606060606060606) >> 4 & 0x0101010101010101;
    return x + 0x3030303030303030 + letters * ('a' - '9' - 1);
}

#endif /* ENCODER_UUIDS_H */

/* 36 characters in groups of 8, 4, 4, 4 and 12; touches four more.  */
static ALWAYS_INLINE void KERNEL(store_uuid)(char *out, uint64_t high, uint64_t low)
{
    uint64_t text[4]; /* of eight digits each */
#if ISA_USES(ISA_SSSE3)
    const __m128i letters = _mm_setr_epi8('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f');
    __m128i bytes = _mm_set_epi64x((long long)__builtin_bswap64(low), (long long)__builtin_bswap64(high));
    __m128i first = _mm_and_si128(_mm_srli_epi64(bytes, 4), _mm_set1_epi8(15));
    __m128i second = _mm_and_si128(bytes, _mm_set1_epi8(15));
    __m128i upper = _mm_shuffle_epi8(letters, _mm_unpacklo_epi8(first, second));
    __m128i lower = _mm_shuffle_epi8(letters, _mm_unpackhi_epi8(first, second));
    text[0] = (uint64_t)_mm_cvtsi128_si64(upper);
    text[1] = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(upper, upper));
    text[2] = (uint64_t)_mm_cvtsi128_si64(lower);
    text[3] = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(lower, lower));
#else
    text[0] = hex8((uint32_t)(high >> 32));
    text[1] = hex8((uint32_t)high);
    text[2] = hex8((uint32_t)(low >> 32));
    text[3] = hex8((uint32_t)low);
#endif
    /* Each store goes a little too far, and the next one mends that.  */
    store64(out, text[0]);
    store64(out + 8, (uint64_t)'-' | text[1] << 8);
    store64(out + 13, (uint64_t)'-' | text[1] >> 32 << 8);
    store64(out + 18, (uint64_t)'-' | text[2] << 8);
    store64(out + 23, (uint64_t)'-' | text[2] >> 32 << 8);
    store64(out + 28, text[3]);
}

static char *KERNEL(put_uuid)(Call *call, char *out, PyObject *value, Plan *plan)
{
    uint64_t high, low;
    PyObject *integer = field_in_place(plan, value, 0);
    if (UNLIKELY(!integer || !PyLong_CheckExact(integer) || !read_128(integer, &high, &low))) return NULL;
    if (UNLIKELY(!(out = reserve_at(call, out, ROOM)))) return NULL;
    out[0] = '"';
    KERNEL(store_uuid)(out + 1, high, low);
    out[37] = '"';
    return out + 38;
}
