cimport cython

from encoder.kernels cimport buffer, frames, state, styled


cdef class Escaping:
    cdef readonly object table
    cdef int put(self, state.Call* call, object text) except -1

cdef class Allocating(Escaping):
    pass

cdef class InPlace(Escaping):
    pass

@cython.locals(rival=Escaping)
cdef int put_escaped(state.Call* call, object text) except -1

cdef void use_escaping(state.Policy* policy, Escaping rival) noexcept
