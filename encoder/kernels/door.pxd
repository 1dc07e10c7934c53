from encoder.kernels.state cimport Kernels

cdef extern from "door.h":
    object front_door(const Kernels* kernels, object (*quick)(object), object slow, const char* name, const char* doc)
