from encoder.kernels cimport state


cdef class Writer:
    cdef state.Call* rent(self) except NULL
    cdef void give_back(self, state.Call* call)

cdef class Unpooled(Writer):
    pass

cdef class Fresh(Writer):
    pass

cdef class Cached(Writer):
    pass

cdef int attach(state.Call* call) except -1
