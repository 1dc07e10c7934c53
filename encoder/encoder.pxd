cimport cython

from encoder cimport walk as walking
from encoder.kernels cimport buffer as output
from encoder.kernels cimport frames, layout, memory, state
from encoder.settings cimport Settings


cdef class Encoder:
    cdef readonly object recipe
    cdef readonly object options
    cdef readonly object isa
    cdef Settings settings
    cdef walking.Walks walks
    cdef object default
    cdef Py_ssize_t max_depth
    cdef const state.Kernels* kernels

    cdef bint is_bare

    cdef object produce(self, object value, object default)
    @cython.final
    cdef object produce_by_call(self, object value, object default)
    cdef object produce_otherwise(self, state.Call* call, object value, object default)
    cdef object produce_laid_out(self, state.Call* call, object value, object default, bint is_text)
    cdef object lay_out(self, bytes piece, bytearray state)
    cdef object produce_str(self, object value, object default)
    cdef Py_ssize_t produce_into(self, object value, object default, object buffer, Py_ssize_t offset) except -1
    cdef int produce_to(self, object value, object default, object file) except -1
    @cython.final
    cdef state.Call* rent(self) except NULL
    @cython.final
    cdef int check(self) except -1
    @cython.final
    cdef void instruct(self, state.Call* call) noexcept
    cdef Py_ssize_t write_into(
        self, state.Call* call, object value, object default, object buffer, Py_ssize_t offset
    ) except -1
    @cython.final
    cdef int write(self, state.Call* call, object value, object default, object file) except -1
    @cython.final
    cdef int follow(self, state.Call* call, int status, object default, object file) except -1
    @cython.final
    @cython.locals(status=int, settings=Settings)
    cdef int write_value(self, state.Call* call, object value, object default, object file) except -1


cdef class LaidOut:
    cdef object file
    cdef Encoder encoder
    cdef bytearray state
