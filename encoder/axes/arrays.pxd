cimport cython

from encoder.kernels cimport buffer, frames, state


cdef class Arrays:
    cdef bytes spell(self, state.Call* call, list items)

cdef class Elementwise(Arrays):
    pass

cdef class Text(Arrays):
    pass

cdef class Direct(Arrays):
    pass

@cython.locals(before=Py_ssize_t, status=int)
cdef bytes spell_all(state.Call* call, list items, bint floats)
