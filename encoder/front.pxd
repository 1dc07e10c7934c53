from encoder.encoder cimport Encoder
from encoder.kernels cimport door

cdef Encoder DEFAULT
cdef bytes ENCODE_DOC
cdef object quick_encode(object value)

cdef Encoder encoder_for(object recipe, dict settings, object default)
