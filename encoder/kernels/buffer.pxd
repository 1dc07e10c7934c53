from encoder.kernels.state cimport Call

cdef extern from "buffer.h":
    int put_bytes(Call* call, bytes text) except -1
    int put_byte(Call* call, int byte) except -1
    int put_end(Call* call, int byte) except -1
    int end_line(Call* call, bytes newline) except -1
    void drop_last(Call* call)
    bytes take_result(Call* call)
    void aim_at_text(Call* call)
    str take_str(Call* call)
    bytes take_from(Call* call, Py_ssize_t length)
    bint is_full(Call* call)
    bytes take_pending(Call* call, Py_ssize_t keep)
    int flush_to_memory(Call* call, Py_ssize_t keep)
    Py_ssize_t length(Call* call)
    void truncate_to(Call* call, Py_ssize_t length)
    void cut_to(Call* call, Py_ssize_t length)
    void aim_at_sink(Call* call, int sink)
