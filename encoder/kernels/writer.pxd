from encoder.kernels.state cimport Call

cdef extern from "writer.h":
    Call* new_call(int home) except NULL
    Call* cached_call() except? NULL
    bint is_kept(Call* call)
    void let_borrow(Call* call)
    void close_call(Call* call)
    Py_ssize_t retained_bytes()
