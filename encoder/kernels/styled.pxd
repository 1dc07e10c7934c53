from encoder.kernels.state cimport Call

cdef extern from "styled.h":
    int put_styled(Call* call, object text, bytes table) except -1
    bytes spell_styled(object text, bytes table)
