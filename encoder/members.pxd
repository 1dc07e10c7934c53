from encoder.settings cimport Settings


cdef list spell_members(Settings settings, list items, dict written, tuple place)
cdef object spell_key(Settings settings, object key)
cdef object spell_scalar(Settings settings, object value)
cdef int non_finite_index(object value) except -1
cdef list in_order(Settings settings, list members)
cdef object contract_for(Settings settings, object cls, object rule, bint is_kept)
cdef int order_all(Settings settings, object plain) except -1
