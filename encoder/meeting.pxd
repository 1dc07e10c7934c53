cimport cython

from encoder cimport failures, members
from encoder.axes cimport tree as tree_axis
from encoder.host cimport Host
from encoder.kernels cimport changes, frames, state


cdef int AGAIN, DICT, ELEMENTS, FIELDS, ITEMS, ITERATE, LEAF, LIST, MEMBERS, TUPLE, USERS  # so that a comparison asks no module


cdef class Meeting(Host):
    cdef object default
    cdef dict known

    cdef int meet(self, state.Call* call, object value) except -1
    cdef object rule_of(self, object cls)
    @cython.locals(status=int)
    cdef int meet_exact(self, state.Call* call, int kind, object value) except -1
    cdef int meet_list(self, state.Call* call, list value) except -1
    @cython.locals(kind=int)
    cdef int meet_by(self, state.Call* call, object value, object rule) except -1
    cdef int teach(self, state.Call* call, object cls, object rule) except -1
    cdef bint meet_vector(self, state.Call* call, object value) except -1
    cdef int meet_made(self, state.Call* call, int kind, object made, object value) except -1
    cdef int meet_settled(self, state.Call* call, object settled) except -1
    cdef int meet_unknown(self, state.Call* call, object value) except -1
    @cython.locals(kind=int)
    cdef int meet_leaf(self, state.Call* call, object value, object subject) except -1
    cdef int meet_non_finite(self, state.Call* call, object value) except -1
    cdef bytes non_finite_text(self, object value)
    cdef int meet_items(self, state.Call* call, list pairs, object subject) except -1
    cdef int start_items(self, state.Call* call, list pairs, object subject) except -1
    cdef int meet_record(self, state.Call* call, object value, object rule) except -1
    cdef int push_record(self, state.Call* call, object value, object contract) except -1
    @cython.locals(status=int)
    cdef int meet_final(self, state.Call* call, int kind, object value) except -1
    cdef int enter(self, state.Call* call, object container, int kind, Py_ssize_t size) except -1
    cdef int check(self, state.Call* call, int status) except -1
    cdef object apply(self, state.Call* call, object rule, object value)
    cdef int spell_rest(self, state.Call* call) except -1
    cdef list spell_keys(self, state.Call* call, list items, dict written, bint entered)
    cdef tuple place_of_keys(self, state.Call* call, bint entered)
    cdef int fail(self, state.Call* call, int status) except -1
