from encoder.kernels.state cimport Call, Kernels

cdef extern from "levels.h":
    const Kernels* choose_kernels(const char* name) except NULL
    void probe_layouts(object probe, object first, object second)
    int layouts_are_known()
    void probe_ndarrays(object cls, list probes)
    int put_vector(Call* call, object value) except -1
    int teach_leaf(object cls, int leaf, tuple names) except -1
