cimport cython

from encoder.axes cimport writer as writer_axis
from encoder.encoder cimport Encoder
from encoder.kernels cimport buffer, frames, state


cdef class Writer:
    cdef Encoder encoder
    cdef writer_axis.Unpooled unpooled
    cdef state.Call* call
    cdef bytearray ends
    cdef bint is_named
    cdef bint is_complete
    cdef bint is_busy
    cpdef object reset(self)
    cpdef object value(self, object value)
    cdef int check(self) except -1
    @cython.locals(mark=Py_ssize_t)
    cdef int write(self, object value) except -1
    cdef int start(self, int start, int end) except -1
    cdef int expect_value(self) except -1
    cdef int close_value(self) except -1
