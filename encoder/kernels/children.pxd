from encoder.kernels.state cimport Call

cdef extern from "children.h":
    int ask_next(Call* call) except -1
    int step(Call* call) except -1
