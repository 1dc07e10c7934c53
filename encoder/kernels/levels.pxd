from encoder.kernels.state cimport Kernels

cdef extern from "levels.h":
    const Kernels* choose_kernels(const char* name) except NULL
    void remember_record(object cls, tuple names, tuple literals)
