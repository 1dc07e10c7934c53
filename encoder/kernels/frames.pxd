from encoder.kernels.state cimport Call

cdef extern from "frames.h":
    int push_frame(Call* call, object container, int kind, Py_ssize_t size) except -1
    int push_items(Call* call, list items, object subject) except -1
    int push_fields(Call* call, object record, tuple names, tuple keys, object read, bint is_own) except -1
    int push_final(Call* call, object value, tuple place) except -1
    void pop_to(Call* call, Py_ssize_t depth)
    int push_elements(Call* call, list elements, object subject) except -1
    int push_answer(Call* call, object answer, object subject) except -1
    void leave_answer(Call* call, object value)
    bint is_open(Call* call, object value)
    void pin_frames(Call* call)
    void expose_frames(Call* call)
    void clear_frames(Call* call)
    object take_value(Call* call)
    object hold_stopped(Call* call, int status)
    object take_key(Call* call)
    object top_container(Call* call)
