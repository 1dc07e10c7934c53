cimport cython

from encoder.kernels cimport buffer, codec, frames, state


cdef class Base64:
    cdef int put(self, state.Call* call, bytes data) except -1

cdef class Copying(Base64):
    cdef int put(self, state.Call* call, bytes data) except -1

cdef class Direct(Base64):
    cdef int put(self, state.Call* call, bytes data) except -1

@cython.locals(rival=Base64, status=int)
cdef int put_base64(state.Call* call, object data) except -1

cdef void use_base64(state.Policy* policy, Base64 rival) noexcept
