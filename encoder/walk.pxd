from encoder.axes.tree cimport Tree
from encoder.kernels cimport buffer, frames, state


cdef class Walk:
    cdef Tree tree
    cdef object default
    cdef object file
    cdef object stopped
    cdef int begin(self, state.Call* call, object value) except -1
    cdef int follow(self, state.Call* call, int status) except -1
    cdef int meet(self, state.Call* call, object value) except -1
    cdef int enter(self, state.Call* call, object container, int kind, Py_ssize_t size) except -1
    cdef int meet_other(self, state.Call* call, object value) except -1
    cdef int spell_rest(self, state.Call* call) except -1
    cdef list spell_keys(self, state.Call* call, list items, dict written, bint entered)
    cdef int flush(self, state.Call* call) except -1
    cdef int fail(self, state.Call* call, int status) except -1
    cdef object stop(self, object error)
    cdef int blame(self, state.Call* call, object error) except -1

cdef tuple spell_key(object key)
cdef object failure(state.Call* call, int status)
cdef object rule_of(object cls)
cdef object spell_type(object value)
cdef int end_memory(state.Call* call) except -1
cdef const state.Kernels* kernels_named(const char* name) except NULL
