cimport cython

from encoder.kernels cimport buffer, children, frames, state

cdef class Tree:
    cdef int advance(self, state.Call* call) except -1
    cdef int scalar(self, state.Call* call, object value) except -1
    cdef int literal(self, state.Call* call, bytes text) except -1
    cdef int start_array(self, state.Call* call) except -1
    cdef int start_object(self, state.Call* call) except -1
    cdef int end(self, state.Call* call) except -1
    cdef bint adopt(self, object value) except -1
    cdef int replay(self, state.Call* call) except -1

cdef class Direct(Tree):
    pass

cdef class Stepped(Direct):
    cdef bytearray ends
    cdef object held

cdef class Kept(Tree):
    cdef object name
    cdef bint repeats
    cdef object next
    cdef bint is_next
    cdef bytearray ends
    cdef int begin_steps(self, object root) except -1
    cdef int write_steps(self, state.Call* call) except -1
    cdef int write(self, state.Call* call, object value) except -1

cdef class Pairs:
    cdef readonly list items

cdef class Value(Kept):
    cdef readonly object root
    cdef list items
    cdef dict members
    cdef list open
    cdef bint replaying
    cdef int add(self, object value) except -1
    cdef int look_at(self, object container) except -1

cdef class SteppedValue(Value):
    pass

cdef class Node:
    cdef readonly int kind
    cdef readonly object payload

cdef class Reference(Kept):
    cdef Node root
    cdef Node top
    cdef list open
    cdef int add(self, Node node) except -1
    cdef int start(self, Node node) except -1
    @cython.locals(node=Node)
    cdef int write(self, state.Call* call, object value) except -1
