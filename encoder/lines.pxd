cimport cython

from encoder.encoder cimport Encoder
from encoder.kernels cimport buffer, state

cpdef bytes encode_lines(Encoder encoder, object values)
cpdef object dump_lines(Encoder encoder, object values, object file)
cdef int dump_by_one_call(Encoder encoder, object lines, object iterator, object sink) except -1
cdef int dump_apart(object lines, object values, object sink) except -1

@cython.locals(whole=Py_ssize_t, newline=bytes, count=Py_ssize_t, is_asking=bint)
cdef bint write_lines(
    Encoder encoder, state.Call* call, object lines, object iterator, Py_ssize_t room
) except -1
