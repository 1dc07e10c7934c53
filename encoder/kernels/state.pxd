cdef extern from "state.h":
    ctypedef struct Buffer:
        int sink

    ctypedef struct Call
    ctypedef struct Kernels:
        const char* isa
        int (*run_plain)(Call*) except -1
        int (*run_general)(Call*) except -1
        int (*put_text)(Call*, object) except -1
        int (*put_scalar)(Call*, object) except -1

    ctypedef struct Policy:
        int (*put_base64)(Call*, object) except -1
        int (*put_text)(Call*, object) except -1
        const Kernels* kernels
        Py_ssize_t retain
        Py_ssize_t max_depth
        unsigned int mask
        unsigned int leaves
        int takes_numbers

    ctypedef struct Counts:
        unsigned int* of

    ctypedef struct Hook:
        pass

    ctypedef struct Call:
        Buffer* buffer
        const Policy* policy
        Py_ssize_t depth
        Py_ssize_t max_depth
        unsigned int mask

    enum:
        FRAME_LIST
        FRAME_TUPLE
        FRAME_DICT
        FRAME_ITEMS
        FRAME_FIELDS
        FRAME_ONE
        FRAME_ITERATOR
        FRAME_FINAL
        FRAME_VECTOR
        HOME_POOL
        HOME_HEAP
        SINK_RESULT
        SINK_MEMORY
        SINK_FILE
        SINK_LAYOUT
        MAY_WRITE_TEXT
        MAY_WRITE_INTEGERS
        MAY_WRITE_FLOATS
        MAY_WRITE_WORDS
        MAY_WRITE_BYTES
        MAY_WRITE_LISTS
        MAY_WRITE_TUPLES
        MAY_WRITE_DICTS
        MAY_WRITE_RECORDS
        MAY_WRITE_ELEMENTS
        MAY_WRITE_FLAT
        MAY_WRITE_ALL
        LEAF_NONE
        LEAF_ENUM
        LEAF_MOMENT
        LEAF_DATE
        LEAF_TIME
        LEAF_DURATION
        LEAF_UUID
        LEAF_DECIMAL
        LEAF_VECTOR
        LEAVES
        TEXT_BY_SLOT
        KEYS_IN_ORDER
        ORDER_UTF16
        COUNT_PLAIN
        COUNT_GENERAL
        COUNT_MET
        COUNT_ASKED
        COUNT_FLAT
        COUNT_ESCAPED
        COUNT_BASE64
        COUNT_ARRAYS
        COUNT_VECTORS
        STATUS_DONE
        STATUS_VALUE
        STATUS_ATTRIBUTE
        STATUS_KEY
        STATUS_END
        STATUS_FULL
        STATUS_CHANGED
        STATUS_DEEP
        STATUS_CIRCULAR
        STATUS_SURROGATE
        STATUS_KEY_SURROGATE
        STATUS_NON_FINITE
        STATUS_LONG
        STATUS_SMALL
        STATUS_FINAL
        KIND_TEXT
        KIND_NUMBER
        KIND_BYTES
        KIND_LIST
        KIND_TUPLE
        KIND_DICT
        KIND_OTHER

    int kind_of(object value)
    void forget_hook(Call* call)
    void set_root(Call* call, object value)
    void set_value(Call* call, object value)
    void set_base64(Policy* policy, object strategy)
    object base64_of(Call* call)
    void set_escaping(Policy* policy, object strategy)
    object escaping_of(Call* call)
    int write_text(Call* call, object text) except -1
    object write_bare(const Kernels* kernels, object value)
    int write_scalar(Call* call, object value) except -1
    void follow_policy(Call* call, const Policy* policy)
    void count_in(Call* call, Counts* counts)
    void count(Call* call, int what)
