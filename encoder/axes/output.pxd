from encoder.kernels cimport buffer, state


cdef class Output:
    cdef object begin(self, state.Call* call)
    cdef bytes result(self, state.Call* call, object pieces)

cdef class Chunks(Output):
    pass

cdef class Flat(Output):
    pass
