from encoder.kernels.state cimport Call

cdef extern from "codec.h":
    ctypedef struct Temporary:
        pass

    int encode_in_place(Call* call, bytes data) except -1
    int encode_aside(Call* call, Temporary* aside, bytes data) except -1
    int copy_in(Call* call, Temporary* aside) except -1
