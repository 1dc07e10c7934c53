cimport cython

from encoder.axes cimport writer as writer_axis
from encoder.encoder cimport Encoder
from encoder.kernels cimport buffer, frames, state


cdef class Writer:
    cdef Encoder encoder
    cdef writer_axis.Unpooled unpooled
    cdef state.Call* call
    cdef bytearray ends
    cdef list steps
    cdef bint is_named
    cdef bint is_complete
    cdef bint is_busy
    cdef int segment
    cdef object held
    cdef Encoder speller
    cdef bint has_rules
    cpdef object reset(self)
    cpdef object value(self, object value)
    cdef int check(self) except -1
    @cython.locals(mark=Py_ssize_t)
    cdef int write(self, object value) except -1
    cdef int start(self, int start, int end) except -1
    cdef object spell(self, object part)
    cdef tuple place(self)
    cdef object misplaced(self, object reason)
    cdef int check_token(self) except -1
    cdef int expect_segment(self, int kind) except -1
    cdef int put_segment(self, int kind, object part, object held, bint is_final) except -1
    cdef int expect_value(self) except -1
    cdef int close_value(self) except -1
