cimport cython

from encoder.kernels cimport place, state


cdef class Path:
    cdef int enter(self, state.Call* call) except -1
    cdef tuple read(self, state.Call* call)

cdef class Copied(Path):
    cdef list steps
    @cython.locals(depth=Py_ssize_t)
    cdef int enter(self, state.Call* call) except -1
    @cython.locals(known=Py_ssize_t)
    cdef tuple read(self, state.Call* call)

cdef class Linked(Path):
    pass
