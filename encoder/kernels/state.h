/* What is the state of one encode() call?

   A Call is the writer object and a Buffer is the byte store it writes to: the two objects that
   System.Text.Json made anew for every call before it kept them per thread. Strategies of the writer
   axis decide where the two live; every kernel takes the Call as its first argument.  */
#pragma once

#include <Python.h>
#include <stdint.h>

typedef struct Call Call;

/* What a frame goes through.  */
enum { FRAME_LIST, FRAME_TUPLE, FRAME_DICT, FRAME_ITEMS, FRAME_FIELDS, FRAME_ONE, FRAME_ITERATOR, FRAME_FINAL,
       FRAME_VECTOR,  /* an array of numbers that had to stop, see vectors.h */
       FRAME_ENTRIES  /* a dict by a copy of its entries, see entries.h */ };

typedef struct Plan Plan; /* see classes.h */
typedef struct Laid Laid;

typedef struct Frame {
    PyObject *container; /* borrowed inside a run, owned once pinned: see frames.h */
    PyObject *held;      /* likewise: the current key of a dict, the current value of a record or of an iterator, what
                            ITEMS are of, the path to FINAL's value, or what VECTOR has to remember */
    Plan *plan;    /* owned: of a record, else undefined */
    uint64_t keys;       /* of a dict that the user's code may change, a hash of its keys in order; else 0 */
    Py_ssize_t position; /* index of the next child */
    Py_ssize_t entries;  /* dict: how many children were handed out; of copied ENTRIES the first in Call.entries */
    Py_ssize_t size;     /* number of children when it was entered */
    int epoch; /* Call.epoch when its children were last looked at */
    uint8_t kind;
    uint8_t asked; /* is `held` the next field or the iterator's next, which the walk has asked for? */
} Frame;

/* One member of a dict, copied. */
typedef struct Entry {
    uint64_t rank; /* where it belongs, see order.h */
    PyObject *key; /* owned like its frame's container, and so is the value */
    PyObject *value;
} Entry;

/* The copies that frames of a call go through, one behind the other. */
typedef struct Entries {
    Py_ssize_t used;
    Py_ssize_t room;
    Entry of[];
} Entries;

/* Where the bytes of a Buffer are kept. */
enum { HOME_POOL, HOME_HEAP, HOME_RESULT };
/* Who gets them: a bytes object, the caller's own buffer, a file, or the layout. */
enum { SINK_RESULT, SINK_MEMORY, SINK_FILE, SINK_LAYOUT };

typedef struct Target Target; /* see memory.h */

typedef struct Buffer {
    char *start;
    Py_ssize_t capacity;
    PyObject *result; /* owned: what `start` points into, when home is HOME_RESULT; see result.h */
    uint8_t home;
    uint8_t sink;
    uint8_t is_text; /* shall the result be a str? */
    union {
        Target *target; /* SINK_MEMORY: whose memory it is */
        Laid *laid;     /* SINK_LAYOUT: what lays the bytes out */
    };
} Buffer;

/* What advancing a call can end in. The kernels report; only the walk raises. */
enum {
    STATUS_DONE,         /* the root value is written */
    STATUS_VALUE,        /* `value` is not for the kernel: the walk decides */
    STATUS_ATTRIBUTE,    /* a field of the top record must be asked by getattr, or the top iterator for its next */
    STATUS_KEY,          /* the top dict has a key that is no plain str */
    STATUS_END,          /* the top container is finished (only when stepping) */
    STATUS_FULL,         /* the buffer waits for the walk to flush it */
    STATUS_CHANGED,      /* the top container changed while it was being written */
    STATUS_DEEP,         /* one more level than max_depth */
    STATUS_CIRCULAR,     /* `value` is its own ancestor */
    STATUS_SURROGATE,    /* `value` is a str with a lone surrogate */
    STATUS_KEY_SURROGATE,/* `value` is a key with a lone surrogate */
    STATUS_NON_FINITE,   /* `value` is NaN or an infinity */
    STATUS_LONG,         /* `value` is an int too long to be written, see sys.set_int_max_str_digits */
    STATUS_SMALL,        /* SINK_MEMORY: the caller's buffer is too small */
    STATUS_FINAL,        /* a FRAME_FINAL is at its end */
    STATUS_RAISED = -1   /* a Python exception is set */
};

/* What values of further classes a run can write, once the walk has met their class: see classes.h.  */
enum {
    LEAF_NONE, /* a record */
    LEAF_ENUM, /* a member of an enumeration, as its value */
    LEAF_MOMENT, /* datetime.datetime */
    LEAF_DATE,
    LEAF_TIME,
    LEAF_DURATION, /* datetime.timedelta */
    LEAF_UUID,
    LEAF_DECIMAL,
    LEAF_VECTOR, /* an array of numbers */
    LEAVES
};

/* What a run may write. Exact built-in types only; a strategy that must see a value bars its bit. */
enum {
    MAY_WRITE_TEXT = 1,
    MAY_WRITE_INTEGERS = 2,
    MAY_WRITE_FLOATS = 4,
    MAY_WRITE_WORDS = 8, /* true, false, null */
    MAY_WRITE_BYTES = 16,
    MAY_WRITE_LISTS = 32,
    MAY_WRITE_TUPLES = 64,
    MAY_WRITE_DICTS = 128,
    MAY_WRITE_RECORDS = 256,
    MAY_WRITE_ELEMENTS = 512, /* what is in a list or tuple */
    MAY_WRITE_FLAT = 1024,    /* a list of scalars in a list without a frame of its own */
    MAY_WRITE_ALL = 2047,
    TEXT_BY_SLOT = 2048, /* not a permission: texts and keys go through Call.put_text */
    KEYS_IN_ORDER = 1 << 27,  /* nor these: dicts are written in order of their keys */
    ORDER_UTF16 = 1 << 28     /* of their UTF-16, that is */
};

/* What a call did, for those who ask whether a fast path was taken.  */
enum {
    COUNT_PLAIN,   /* runs of the plain instance */
    COUNT_GENERAL, /* runs of the general instance */
    COUNT_MET,     /* values that a run left to the walk */
    COUNT_ASKED,   /* fields that getattr was asked for, and elements of iterators */
    COUNT_FLAT,    /* lists written without a frame */
    COUNT_ESCAPED, /* texts that the escaping rival wrote */
    COUNT_BASE64,  /* bytes values that the base64 rival wrote */
    COUNT_ARRAYS,  /* lists that the arrays rival wrote at once */
    COUNT_VECTORS, /* arrays of numbers that a run read in their memory */
    COUNTS
};

/* What is a value, as far as its exact type tells?  */
enum { KIND_TEXT, KIND_NUMBER, KIND_BYTES, KIND_LIST, KIND_TUPLE, KIND_DICT, KIND_OTHER };

static inline int kind_of(PyObject *value)
{
    PyTypeObject *type = Py_TYPE(value);
    if (type == &PyUnicode_Type) return KIND_TEXT;
    if (type == &PyLong_Type || type == &PyFloat_Type || type == &PyBool_Type || value == Py_None) {
        return KIND_NUMBER;
    }
    if (type == &PyDict_Type) return KIND_DICT;
    if (type == &PyList_Type) return KIND_LIST;
    if (type == &PyTuple_Type) return KIND_TUPLE;
    return type == &PyBytes_Type ? KIND_BYTES : KIND_OTHER;
}

typedef struct Thread Thread;

/* One instruction-set level's kernels; see levels.h. */
typedef struct Kernels {
    const char *isa;
    int (*run_plain)(Call *);   /* the mask is MAY_WRITE_ALL, a constant */
    int (*run_general)(Call *); /* the mask is read from the Call */
    int (*put_text)(Call *, PyObject *);   /* one str with its quotes: 0, or a STATUS */
    int (*put_scalar)(Call *, PyObject *); /* one value that holds no others: 0, or a STATUS */
    PyObject *(*bare)(PyObject *);         /* a document that is one scalar, or NULL: see bare.h */
    char *(*base64)(char *, const uint8_t *, size_t, int);
    int (*put_vector)(Call *, PyObject *); /* an array of numbers, without a comma: a status, see vectors.h */
    int (*resume_vector)(Call *);          /* the rest of the array that the top frame is about */
    char *(*leaves[LEAVES])(Call *, char *, PyObject *, Plan *); /* see leaves.h */
    int (*lay_out)(Laid *, const char *, Py_ssize_t); /* see layout.h: 0, or -1 with an exception set */
} Kernels;

/* What a recipe and options say to the kernels: the same for every call of an Encoder, which has one.  */
typedef struct Policy {
    int (*put_base64)(Call *, PyObject *); /* slot: the base64 rival, given the strategy's own object */
    PyObject *base64;                      /* borrowed: that strategy */
    int (*put_text)(Call *, PyObject *);   /* slot: the escaping rival, with TEXT_BY_SLOT */
    PyObject *escaping;                    /* borrowed: that strategy */
    const Kernels *kernels;
    Py_ssize_t retain;
    Py_ssize_t max_depth;
    uint32_t mask;     /* what a run may write */
    uint32_t leaves;   /* the same of leaves: 1 << LEAF_... */
    int takes_numbers; /* may it write keys that are ints? */
} Policy;

/* What a call did.  */
typedef struct Counts {
    uint32_t of[COUNTS];
} Counts;

/* A class that has no rule; see hooks.h.  */
#define UNKNOWNS 8
typedef struct Unknown {
    PyTypeObject *type; /* compared, never followed */
    unsigned int version;
} Unknown;

/* What runs may ask for values of such classes.  */
typedef struct Hook {
    PyObject *function; /* borrowed from the walk that this is in */
    Unknown unknown[UNKNOWNS];
} Hook;

/* Only what is of the one call: a writer that is made anew for each costs these bytes each time.  */
struct Call {
    char *cursor; /* the next byte to write; `limit` is the end of the room */
    char *limit;
    Buffer *buffer;
    const Policy *policy;
    Frame *frames;
    Py_ssize_t depth;     /* frames in use */
    Py_ssize_t max_depth; /* frames allowed: the policy's without the levels that a Writer has open around the value */
    Py_ssize_t frame_room;
    Entries *entries; /* NULL where no frame went through any so far */
    uint32_t mask;    /* what a run may write now */
    int epoch;        /* counts the times that code of the user's may have run */
    Py_ssize_t exposed; /* dicts of frames below this index have their `keys` */
    Py_ssize_t owned; /* frames below this index own their container: Python code may run meanwhile */
    PyObject *root;   /* borrowed: what the run begins with; NULL afterwards */
    PyObject *value;  /* borrowed: the value that a status is about */
    PyObject *key;    /* borrowed: its key in an object */
    PyObject *kept;   /* owned: the last value that a leaf ran code of the user's for */
    const Hook *hook;        /* borrowed; NULL: there is nobody to ask */
    Thread *thread;          /* that lends block and frames, and gets them back; NULL where none does */
    Thread *(*borrow)(void); /* where a call that none lent gets spare blocks from, if from anywhere */
    Counts *counts;          /* borrowed */
};

/* Write a text with its quotes as this call is to write texts. A status.  */
static inline int write_text(Call *call, PyObject *text)
{
    return call->mask & TEXT_BY_SLOT ? call->policy->put_text(call, text) : call->policy->kernels->put_text(call, text);
}

/* The same for any value that holds no others, without bytes.  */
static inline int write_scalar(Call *call, PyObject *value)
{
    return PyUnicode_CheckExact(value) ? write_text(call, value) : call->policy->kernels->put_scalar(call, value);
}

/* A document that is one scalar, without a Call; NULL, never with an exception, where it takes one.  */
static inline PyObject *try_bare(const Kernels *kernels, PyObject *value)
{
    if (PyDict_CheckExact(value) || PyList_CheckExact(value)) return NULL; /* sooner said than by a kernel */
    return kernels->bare(value);
}

/* The same, but None where it takes one.  */
static inline PyObject *write_bare(const Kernels *kernels, PyObject *value)
{
    PyObject *whole = try_bare(kernels, value);
    return whole ? whole : Py_NewRef(Py_None);
}

/* The call is one of an Encoder with this policy.  */
static inline void follow_policy(Call *call, const Policy *policy)
{
    call->policy = policy;
    call->max_depth = policy->max_depth;
    call->mask = policy->mask;
}

/* From here on the call's doings are counted here.  */
static inline void count_in(Call *call, Counts *counts)
{
    memset(counts, 0, sizeof *counts);
    call->counts = counts;
}

static inline void count(Call *call, int what) { call->counts->of[what]++; }

static inline void forget_hook(Call *call) { call->hook = NULL; }
static inline void set_root(Call *call, PyObject *value) { call->root = value; }
static inline void set_value(Call *call, PyObject *value) { call->value = value; }
static inline void set_base64(Policy *policy, PyObject *strategy) { policy->base64 = strategy; }
static inline PyObject *base64_of(Call *call) { return Py_NewRef(call->policy->base64); }
static inline void set_escaping(Policy *policy, PyObject *strategy) { policy->escaping = strategy; }
static inline PyObject *escaping_of(Call *call) { return Py_NewRef(call->policy->escaping); }

/* Free bytes that hold any one number, or a key and a value of up to 32 characters each with every
   character escaped as \u00xx, and what whole-vector stores may scribble past the end. */
#define ROOM 640
