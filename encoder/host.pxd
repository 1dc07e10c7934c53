cimport cython

from encoder cimport members
from encoder.axes cimport tree as tree_axis
from encoder.axes.path cimport Path
from encoder.axes.tree cimport Tree
from encoder.kernels cimport frames, stack, state
from encoder.settings cimport Settings

ctypedef state.Call* CallPointer


cdef class Host:
    cdef Settings settings
    cdef Tree tree
    cdef Path path
    cdef dict exact
    cdef readonly object layers
    cdef object stopped
    cdef object runner
    cdef bint is_final
    cdef bint is_host
    cdef state.Call* call

    @cython.locals(outer=CallPointer, tree=Tree, depth=Py_ssize_t)
    cdef int write_own(self, state.Call* call, object value) except -1
    @cython.locals(
        call=CallPointer, status=int, collector=tree_axis.Value, tree=Tree, floor=Py_ssize_t
    )
    cpdef object plain(self, object value, tuple path, Py_ssize_t depth)
    cdef int obey(self, state.Call* call, int status) except -1
    cdef int entered(self, state.Call* call, int status) except -1
    cdef object stop(self, object error)
    cdef int blame(self, state.Call* call, object error) except -1
