cdef extern from "stack.h":
    bint is_stack_short()
