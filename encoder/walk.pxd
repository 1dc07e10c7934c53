cimport cython

from encoder.axes cimport path as path_axis, tree as tree_axis
from encoder.axes.path cimport Path
from encoder.axes.tree cimport Tree
from encoder.kernels cimport buffer, frames, state
from encoder.settings cimport Settings


ctypedef state.Call* CallPointer


cdef class Walk:
    cdef Settings settings
    cdef Tree tree
    cdef object default
    cdef object file
    cdef Path path
    cdef dict known
    cdef dict exact
    cdef object stopped
    cdef bint is_final
    cdef bint is_collecting
    cdef bint is_replaying
    cdef bint is_paused
    cdef tuple base
    cdef readonly object layers
    cdef state.Call* call

    cdef int begin(self, state.Call* call, object value) except -1
    cdef bint follow(self, state.Call* call, int status) except -1
    cdef bint resume(self, state.Call* call) except -1
    cdef int obey(self, state.Call* call, int status) except -1
    cdef int obey_replay(self, state.Call* call, int status) except -1
    cdef int meet(self, state.Call* call, object value) except -1
    cdef object rule_of(self, object cls)
    @cython.locals(status=int)
    cdef int meet_exact(self, state.Call* call, int kind, object value) except -1
    @cython.locals(kind=int)
    cdef int meet_by(self, state.Call* call, object value, object rule) except -1
    cdef int meet_list(self, state.Call* call, list value) except -1
    cdef int meet_settled(self, state.Call* call, object settled) except -1
    cdef int meet_unknown(self, state.Call* call, object value) except -1
    @cython.locals(kind=int)
    cdef int meet_leaf(self, state.Call* call, object value) except -1
    cdef int meet_non_finite(self, state.Call* call, object value) except -1
    cdef bytes non_finite_text(self, object value)
    cdef int meet_items(self, state.Call* call, list pairs, object subject) except -1
    cdef int start_items(self, state.Call* call, list members, object subject) except -1
    cdef list in_order(self, list members)
    cdef int meet_record(self, state.Call* call, object value, object rule) except -1
    cdef object make_contract(self, object cls, object rule)
    @cython.locals(outer=CallPointer, is_collecting=bint, tree=Tree, depth=Py_ssize_t)
    cdef int meet_own(self, state.Call* call, object value) except -1
    @cython.locals(call=CallPointer, status=int, collector=tree_axis.Value, tree=Tree, was_collecting=bint, floor=Py_ssize_t)
    cpdef object plain(self, object value, tuple path, Py_ssize_t depth)
    cdef int sort_all(self, object plain) except -1
    @cython.locals(status=int)
    cdef int meet_final(self, state.Call* call, int kind, object value) except -1
    cdef int enter(self, state.Call* call, object container, int kind, Py_ssize_t size) except -1
    cdef int entered(self, state.Call* call, int status) except -1
    cdef int check(self, state.Call* call, int status) except -1
    cdef object apply(self, state.Call* call, object rule, object value)
    cdef int spell_rest(self, state.Call* call) except -1
    cdef list spell_keys(self, state.Call* call, list items, dict written, bint entered)
    cdef object spell_key(self, object key)
    cdef object spell_scalar(self, object value)
    cdef int flush(self, state.Call* call) except -1
    cdef int fail(self, state.Call* call, int status) except -1
    cdef object stop(self, object error)
    cdef int blame(self, state.Call* call, object error) except -1
    cdef object failure(self, state.Call* call, int status)

cdef object spell_type(object value)
cdef int end_memory(state.Call* call) except -1
cdef const state.Kernels* kernels_named(const char* name) except NULL
