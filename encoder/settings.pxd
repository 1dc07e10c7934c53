cimport cython

from encoder.axes cimport base64 as base64_axis, escaping
from encoder.axes.arrays cimport Arrays
from encoder.axes.base64 cimport Base64
from encoder.axes.escaping cimport Escaping
from encoder.axes.output cimport Output
from encoder.axes.path cimport Linked
from encoder.axes.tree cimport Direct
from encoder.axes.writer cimport Writer
from encoder.kernels cimport state, styled

ctypedef state.Policy* PolicyPointer


cdef class Settings:
    cdef readonly object options
    cdef state.Policy policy
    cdef readonly object rules
    cdef readonly object table
    cdef Writer writer
    cdef Base64 base64
    cdef object tree
    cdef bint is_direct
    cdef Direct direct
    cdef Arrays arrays
    cdef readonly object contracts
    cdef readonly object layers
    cdef object path
    cdef bint is_copied
    cdef Linked linked
    cdef Output output
    cdef bint has_slot
    cdef Escaping escaping
    cdef bint is_flat
    cdef readonly object style
    cdef bint is_simple
    cdef readonly bytes newline
    cdef bint is_bare
    cdef int sort
    cdef object rename
    cdef readonly object rename_fields
    cdef bint takes_any_key
    cdef int repeats
    cdef bint is_dict_plain
    cdef bint follows_lists
    cdef tuple non_finite_words
    cdef tuple non_finite
    cdef bint is_record_common
    cdef bint tries_arrays
    cdef unsigned int final_mask
    cdef readonly unsigned int mask

    @cython.final
    @cython.locals(policy=PolicyPointer)
    cdef int make_policy(self) except -1
    cdef object write_text(self, object text)
