cdef extern from "layout.h":
    bytes lay_out(bytes text, tuple style, bytearray state)
