from encoder.axes.path cimport Path
from encoder.kernels cimport frames, state


cdef object error_for(state.Call* call, int status, Path path)
