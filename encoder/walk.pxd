cimport cython

from encoder.kernels cimport buffer, changes, children, frames, hooks, layout, state
from encoder.meeting cimport Meeting
from encoder.settings cimport Settings


cdef class Walk(Meeting):
    cdef object file
    cdef state.Hook hook
    cdef bint is_replaying
    cdef bint is_paused

    cdef int prepare(self, object tree, object default, object file) except -1
    cdef int begin(self, state.Call* call, object value) except -1
    cdef bint follow(self, state.Call* call, int status) except -1
    @cython.locals(status=int)
    cdef bint resume(self, state.Call* call) except -1
    cdef int obey_replay(self, state.Call* call, int status) except -1
    cdef int ask(self, state.Call* call) except -1
    cdef int push_record(self, state.Call* call, object value, object contract) except -1
    cdef int teach(self, state.Call* call, object cls, object rule) except -1
    @cython.locals(status=int)
    cdef bint meet_vector(self, state.Call* call, object value) except -1
    cdef int flush(self, state.Call* call) except -1

cdef class Walks:
    cdef Settings settings
    cdef Walk spare

    @cython.locals(walk=Walk)
    cdef int begin(self, state.Call* call, object value, object tree, object default, object file) except -1
    @cython.locals(walk=Walk)
    cdef int follow(self, state.Call* call, int status, object default, object file) except -1
    @cython.locals(walk=Walk)
    cdef Walk take(self, object tree, object default, object file)
    cdef int give(self, Walk walk) except -1

cdef int end_memory(state.Call* call) except -1
cdef const state.Kernels* kernels_named(const char* name) except NULL
