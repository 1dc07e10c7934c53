from encoder.kernels.state cimport Call

cdef extern from "hooks.h":
    void know_unknown(Call* call, object cls, object hook)
