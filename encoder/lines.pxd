cimport cython

from encoder.encoder cimport Encoder
from encoder.kernels cimport buffer, state

cpdef bytes encode_lines(Encoder encoder, object values)
cpdef object dump_lines(Encoder encoder, object values, object file)
cdef int refuse_single(object values) except -1
cdef object iterator_of(object values)

@cython.locals(count=Py_ssize_t)
cdef int dump_by_one_call(Encoder encoder, object values, object iterator, object sink) except -1
cdef int dump_apart(object lines, object values, object sink) except -1

@cython.locals(whole=Py_ssize_t, newline=bytes, is_asking=bint)
cdef Py_ssize_t write_lines(
    Encoder encoder, state.Call* call, object values, object iterator, Py_ssize_t count, Py_ssize_t room
) except -2
