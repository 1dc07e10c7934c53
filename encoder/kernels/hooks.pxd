from encoder.kernels.state cimport Call, Hook

cdef extern from "hooks.h":
    void know_unknown(Call* call, Hook* hook, object cls, object function)
