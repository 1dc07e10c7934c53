from encoder.kernels cimport state


cdef class Writer:
    cdef state.Call* rent(self) except NULL
    cdef void give_back(self, state.Call* call) noexcept
    cdef bint is_kept(self, state.Call* call) noexcept

cdef class Unpooled(Writer):
    pass

cdef class Fresh(Writer):
    pass

cdef class Cached(Writer):
    pass

cdef void let_borrow(state.Call* call) noexcept
cdef void end_call(state.Call* call) noexcept
