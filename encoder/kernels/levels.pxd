from encoder.kernels.state cimport Kernels

cdef extern from "levels.h":
    const Kernels* choose_kernels(const char* name) except NULL
    void probe_layouts(object probe, object first, object second)
    int teach_leaf(object cls, int leaf, tuple names) except -1
