from encoder.kernels.state cimport Call

cdef extern from "codec.h":
    ctypedef struct Temporary:
        pass

    int open_text(Call* call, bytes data) except -1
    void close_text(Call* call)
    void encode_in_place(Call* call, bytes data)
    int encode_aside(Call* call, Temporary* aside, bytes data) except -1
    void copy_in(Call* call, Temporary* aside)
