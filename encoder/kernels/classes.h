/* What does a run know of a class that is none of JSON's own? A plan for each, made once: how it is written, and where
   its attributes are.

   A plan holds while the class has the version tag that it had when the plan was made: CPython gives a class a
   new tag, never used before, when anything about it or its bases changes. So plans need not keep classes
   alive, and a property that is added later is seen.  */
#pragma once

#include "places.h"
#include "state.h"

/* A key as it is written, with what a vector may read past it; its length is 0 where it does not fit.  */
#define LABEL 56
typedef struct Label {
    char text[LABEL];
    Py_ssize_t length;
} Label;

#define PLANS 256 /* a power of two */
#define WAYS 4    /* places that a class may have */

struct Plan {
    Py_ssize_t references; /* the cache's, and those of the frames that go through such a record */
    PyTypeObject *type;    /* compared, never followed */
    unsigned int version;
    int leaf;        /* LEAF_NONE: a record */
    PyObject *names; /* owned: a tuple of str, the attributes that are read */
    PyObject *keys;  /* owned: a tuple of bytes, each a key as it is written with its colon, or of str to be escaped;
                        of a leaf NULL */
    Label *labels;   /* the same bytes, of a leaf none */
    Place places[];
};

static void release_plan(Plan *plan)
{
    if (--plan->references) return;
    Py_DECREF(plan->names);
    Py_XDECREF(plan->keys);
    PyMem_RawFree(plan);
}

/* Is a plan still the one for its record? A hook may have changed the class while the record is under way.  */
static ALWAYS_INLINE int is_current(Plan *plan, PyObject *record)
{
    return plan->version == Py_TYPE(record)->tp_version_tag && plan->version;
}

/* Attribute number `field` read in place, borrowed; NULL where getattr must be asked.  */
static ALWAYS_INLINE PyObject *field_in_place(Plan *plan, PyObject *record, Py_ssize_t field)
{
    if (UNLIKELY(!is_current(plan, record))) return NULL;
    return read_place(plan->places[field], record, PyTuple_GET_ITEM(plan->names, field));
}

static Label label_of(PyObject *key)
{
    Label label = {.length = 0};
    if (PyBytes_CheckExact(key) && PyBytes_GET_SIZE(key) <= LABEL) {
        label.length = PyBytes_GET_SIZE(key);
        memcpy(label.text, PyBytes_AS_STRING(key), label.length);
    }
    return label;
}

/* Write the key of a field with its colon; NULL where that takes more than a copy.  */
static ALWAYS_INLINE char *put_label(char *out, Plan *plan, Py_ssize_t field)
{
    Label *label = &plan->labels[field];
    memcpy(out, label->text, LABEL);
    return LIKELY(label->length != 0) ? out + label->length : NULL;
}

/* The version tag of a class. A class that has none gets one when it is asked for an attribute, whichever.  */
static unsigned int version_of(PyTypeObject *type)
{
#if DICT_TABLES
    static PyObject *any;
    if (!any) any = PyUnicode_InternFromString("__class__");
    if (!type->tp_version_tag && any) _PyType_Lookup(type, any);
#endif
    return type->tp_version_tag;
}

/* A new plan, with one reference; NULL with an exception set.  */
static Plan *new_plan(PyTypeObject *type, PyObject *names, PyObject *keys, int leaf)
{
    Py_ssize_t count = PyTuple_GET_SIZE(names);
    Plan *plan = PyMem_RawMalloc(sizeof(Plan) + count * (sizeof(Place) + sizeof(Label)));
    if (!plan) {
        PyErr_NoMemory();
        return NULL;
    }
    plan->references = 1;
    plan->leaf = leaf;
    plan->names = Py_NewRef(names);
    plan->keys = Py_XNewRef(keys);
    for (Py_ssize_t i = 0; i < count; i++) {
        plan->places[i] = find_place(type, PyTuple_GET_ITEM(names, i), i, leaf != LEAF_NONE);
    }
    plan->labels = (Label *)&plan->places[count];
    for (Py_ssize_t i = 0; keys && i < count; i++) plan->labels[i] = label_of(PyTuple_GET_ITEM(keys, i));
    plan->type = type;
    plan->version = version_of(type);
    return plan;
}

typedef Plan *Plans[PLANS];

/* Where the plan of a class is, or may be kept; NULL where other classes hold all its places. With one place for each,
   whether two classes of a document fall together, and are met by the walk every time, would be the luck of addresses
   in each process.  */
static ALWAYS_INLINE Plan **plan_place(Plans plans, PyTypeObject *type)
{
    uintptr_t home = (uintptr_t)type / 64;
    for (int way = 0; way < WAYS; way++) {
        Plan **place = &plans[(home + way) % PLANS];
        if (LIKELY(!*place || (*place)->type == type)) return place;
    }
    return NULL;
}

/* The same, where one of the others has to go: classes that are no more leave their plans behind.  */
static Plan **make_place(Plans plans, PyTypeObject *type)
{
    static unsigned int turn;
    Plan **place = plan_place(plans, type);
    return place ? place : &plans[((uintptr_t)type / 64 + turn++ % WAYS) % PLANS];
}

static inline int is_plan_of(Plan *plan, PyTypeObject *type)
{
    return plan && plan->type == type && plan->version && plan->version == type->tp_version_tag;
}

/* Plans as every Encoder with default options makes them, which a run may follow; those of records that differ only in
   the order of their fields, under sort_keys; and those of all others.  */
static Plans common_plans, sorted_plans, own_plans;

/* The common plan of a class; NULL where none is known, or no longer.  */
static ALWAYS_INLINE Plan *known_plan(PyTypeObject *type)
{
    Plan **place = plan_place(common_plans, type);
    return place && is_plan_of(*place, type) ? *place : NULL;
}

/* The same where fields are in order of their names; leaves have none.  */
static ALWAYS_INLINE Plan *known_sorted_plan(PyTypeObject *type)
{
    Plan *plan = known_plan(type);
    if (plan && plan->leaf != LEAF_NONE) return plan;
    Plan **place = plan_place(sorted_plans, type);
    return place && is_plan_of(*place, type) ? *place : NULL;
}

/* May this call write values of a class with this plan as a leaf, by the function that leaves.h has for it?  */
static ALWAYS_INLINE int is_leaf_permitted(Call *call, Plan *plan)
{
    return plan->leaf != LEAF_NONE && plan->leaf != LEAF_VECTOR && (call->policy->leaves >> plan->leaf & 1);
}

#define JSON_BASES                                                                                          \
    (Py_TPFLAGS_LONG_SUBCLASS | Py_TPFLAGS_LIST_SUBCLASS | Py_TPFLAGS_TUPLE_SUBCLASS | Py_TPFLAGS_DICT_SUBCLASS | \
     Py_TPFLAGS_BYTES_SUBCLASS | Py_TPFLAGS_UNICODE_SUBCLASS)

/* The plan of a leaf that has a writer in leaves.h, if this call may write it; else NULL. Members of enumerations that
   are texts or numbers too are not found at once.  */
static ALWAYS_INLINE Plan *known_leaf(Call *call, PyObject *value)
{
    if (Py_TYPE(value)->tp_flags & JSON_BASES) return NULL;
    Plan *plan = known_plan(Py_TYPE(value));
    return plan && is_leaf_permitted(call, plan) ? plan : NULL;
}

static Plan *keep_plan(Plan **kept, Plan *plan)
{
    if (plan && *kept) release_plan(*kept);
    return plan ? *kept = plan : NULL;
}

/* The plan of a record's class, made where it is new. is_own: do names and keys depend on options? Borrowed; NULL
   with an exception set.  */
static Plan *plan_of(Call *call, PyObject *record, PyObject *names, PyObject *keys, int is_own)
{
    PyTypeObject *type = Py_TYPE(record);
    Plan **kept = make_place(is_own ? own_plans : call->mask & KEYS_IN_ORDER ? sorted_plans : common_plans, type);
    if (is_plan_of(*kept, type) && (*kept)->leaf == LEAF_NONE && (!is_own || (*kept)->keys == keys)) return *kept;
    return keep_plan(kept, new_plan(type, names, keys, LEAF_NONE));
}

/* Let runs write values of this class by themselves, as a leaf of this kind. names: the attributes that this takes. */
static int learn_leaf(PyObject *cls, int leaf, PyObject *names)
{
    PyTypeObject *type = (PyTypeObject *)cls;
    Plan **kept = make_place(common_plans, type);
    if (is_plan_of(*kept, type) && (*kept)->leaf == leaf) return 0;
    return keep_plan(kept, new_plan(type, names, NULL, leaf)) ? 0 : -1;
}
