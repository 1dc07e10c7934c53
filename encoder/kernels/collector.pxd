from encoder.kernels.state cimport Call

ctypedef Call* (*CallOf)(object) noexcept

cdef extern from "collector.h":
    void show_calls(object cls, CallOf call_of)
