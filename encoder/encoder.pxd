cimport cython

from encoder.axes.base64 cimport Base64
from encoder.axes.tree cimport Direct
from encoder.axes.writer cimport Writer
from encoder.axes cimport base64 as base64_axis
from encoder cimport walk as walking
from encoder.kernels cimport buffer as output
from encoder.kernels cimport memory, state


cdef class Encoder:
    cdef readonly object recipe
    cdef readonly object options
    cdef readonly object isa
    cdef object default
    cdef Py_ssize_t max_depth
    cdef Py_ssize_t retain
    cdef Writer writer
    cdef Base64 base64
    cdef object tree
    cdef bint is_direct
    cdef Direct direct
    cdef const state.Kernels* kernels

    cdef object produce(self, object value, object default)
    cdef object produce_str(self, object value, object default)
    cdef Py_ssize_t produce_into(self, object value, object default, object buffer, Py_ssize_t offset) except -1
    cdef int produce_to(self, object value, object default, object file) except -1
    cdef state.Call* rent(self) except NULL
    cdef void instruct(self, state.Call* call)
    cdef Py_ssize_t write_into(
        self, state.Call* call, object value, object default, object buffer, Py_ssize_t offset
    ) except -1
    cdef int write(self, state.Call* call, object value, object default, object file) except -1
    @cython.locals(status=int)
    cdef int write_value(self, state.Call* call, object value, object default, object file) except -1
