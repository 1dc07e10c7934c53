cimport cython

from encoder cimport walk as walking
from encoder.axes cimport writer as writer_axis
from encoder.encoder cimport Encoder
from encoder.kernels cimport buffer as output
from encoder.kernels cimport collector, frames, state
from encoder.settings cimport Settings


cdef class Pieces:
    cdef Encoder encoder
    cdef writer_axis.Unpooled unpooled
    cdef state.Call* call
    cdef object value
    cdef walking.Walk walk
    cdef bytearray state
    cdef bint is_over
    cdef bint is_busy
    @cython.locals(status=int, settings=Settings)
    cdef bint go_on(self) except -1

cdef state.Call* call_of(object pieces) noexcept
