from encoder.axes.path cimport Path
from encoder.kernels cimport frames, place, state


cdef object error_for(state.Call* call, int status, Path path)
