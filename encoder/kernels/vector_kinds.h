/* What are the numbers of an array, by the code that the struct module and numpy have for them?  */
#pragma once

#include <Python.h>

/* What an array's numbers are. The rest (complex, objects, texts, moments, fields, another order of bytes) has a rule. */
enum {
    VECTOR_OTHER,
    VECTOR_BOOL,
    VECTOR_INT8,
    VECTOR_INT16,
    VECTOR_INT32,
    VECTOR_INT64,
    VECTOR_UINT8,
    VECTOR_UINT16,
    VECTOR_UINT32,
    VECTOR_UINT64,
    VECTOR_FLOAT16,
    VECTOR_FLOAT32,
    VECTOR_FLOAT64
};

/* The kind of integers of this size; `first` is that of one byte.  */
static int integer_kind(int first, Py_ssize_t size)
{
    return size == 1 ? first : size == 2 ? first + 1 : size == 4 ? first + 2 : size == 8 ? first + 3 : VECTOR_OTHER;
}

/* What numbers the struct module has this code for, in so many bytes each.  */
static int coded_kind(char code, Py_ssize_t size)
{
    switch (code) {
    case '?': return size == 1 ? VECTOR_BOOL : VECTOR_OTHER;
    case 'b': case 'h': case 'i': case 'l': case 'q': return integer_kind(VECTOR_INT8, size);
    case 'B': case 'H': case 'I': case 'L': case 'Q': return integer_kind(VECTOR_UINT8, size);
    case 'e': return size == 2 ? VECTOR_FLOAT16 : VECTOR_OTHER;
    case 'f': return size == 4 ? VECTOR_FLOAT32 : VECTOR_OTHER;
    case 'd': return size == 8 ? VECTOR_FLOAT64 : VECTOR_OTHER;
    default: return VECTOR_OTHER;
    }
}

/* What a buffer holds; only in this machine's order of bytes.  */
static int vector_kind(const Py_buffer *view)
{
    const char *code = view->format;
    if (!code) return VECTOR_OTHER;
    if (*code == '@' || *code == '=' || (*code == '<' && PY_LITTLE_ENDIAN)) code++;
    return *code && !code[1] ? coded_kind(*code, view->itemsize) : VECTOR_OTHER;
}

/* How many bytes C gives a number with this code.  */
static Py_ssize_t coded_size(char code)
{
    switch (code) {
    case 'h': case 'H': case 'e': return 2;
    case 'i': case 'I': return sizeof(int);
    case 'l': case 'L': return sizeof(long);
    case 'q': case 'Q': return sizeof(long long);
    case 'f': return 4;
    case 'd': return 8;
    default: return 1;
    }
}
