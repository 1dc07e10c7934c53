cdef extern from "door.h":
    object front_door(object (*quick)(object), object slow, const char* name, const char* doc)
