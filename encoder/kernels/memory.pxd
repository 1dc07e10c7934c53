from encoder.kernels.state cimport Call

cdef extern from "memory.h":
    ctypedef struct Target:
        pass

    int aim_at_memory(Call* call, Target* target, object memory, Py_ssize_t offset) except -1
    Py_ssize_t end_in_memory(Call* call, Target* target)
    void release_memory(Target* target)
