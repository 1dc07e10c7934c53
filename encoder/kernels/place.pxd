from encoder.kernels.state cimport Call

cdef extern from "place.h":
    tuple path_from(Call* call, tuple before, Py_ssize_t first, Py_ssize_t depth)
    tuple frame_path(Call* call)
    tuple circular_path(Call* call)
