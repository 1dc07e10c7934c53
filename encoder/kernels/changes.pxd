from encoder.kernels.state cimport Call

cdef extern from "changes.h":
    list rest_of_dict(Call* call)
    int follow_list(Call* call) except -1
    void swap_for_items(Call* call, list items)
    Py_ssize_t entries_before(Call* call)
