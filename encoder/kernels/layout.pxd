from encoder.kernels.state cimport Call, Kernels

cdef extern from "layout.h":
    ctypedef struct Laid:
        pass

    int aim_at_layout(Call* call, Laid* laid, tuple style, bint is_text) except -1
    int flush_to_layout(Call* call, Py_ssize_t keep) except -1
    bytes take_laid_out(Call* call)
    str take_laid_out_str(Call* call)
    void release_layout(Call* call)
    bytes lay_out(const Kernels* kernels, bytes text, tuple style, bytearray state)
