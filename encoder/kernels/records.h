/* Where are the fields of a record? A plan for each class, made once: read in place where the layout is known,
   else by getattr.

   A plan holds while the class has the version tag that it had when the plan was made: CPython gives a class a
   new tag, never used before, when anything about it or its bases changes. So plans need not keep classes
   alive, and a property that is added later is seen.

   Layouts: Include/internal/pycore_object.h and pycore_dict.h of 3.11, 3.12 and 3.13; probed at import.  */
#pragma once

#include <structmember.h>

#include "dicts.h"
#include "state.h"

#define RECORDS 256 /* a power of two; classes that collide take turns */

/* A field's place: an index into the instance's values, an offset of a slot, or neither.  */
enum { PLACE_UNKNOWN, PLACE_VALUES, PLACE_SLOT };

typedef struct Place {
    int kind;
    Py_ssize_t at;
} Place;

struct RecordPlan {
    Py_ssize_t references; /* the cache's, and those of the frames that go through such a record */
    PyTypeObject *type;    /* compared, never followed */
    unsigned int version;
    PyObject *names; /* owned: a tuple of str */
    PyObject *keys;  /* owned: a tuple of bytes, each a key as it is written with its colon, or of str to be escaped */
    Place places[];
};

static void release_plan(RecordPlan *plan)
{
    if (--plan->references) return;
    Py_DECREF(plan->names);
    Py_DECREF(plan->keys);
    PyMem_RawFree(plan);
}

#if DICT_TABLES

static int values_are_known;

/* The values of an instance, in the order of its class's shared keys; NULL where it has a dict instead.  */
static ALWAYS_INLINE PyObject **inline_values(PyObject *record)
{
#if PY_VERSION_HEX >= 0x030D0000
    struct { uint8_t capacity, size, embedded, valid; PyObject *values[]; } *kept = (void *)(record + 1);
    return kept->valid ? kept->values : NULL;
#elif PY_VERSION_HEX >= 0x030C0000
    uintptr_t dict_or_values = ((uintptr_t *)record)[-3];
    return dict_or_values & 1 ? (PyObject **)(dict_or_values + 1) : NULL;
#else
    return ((PyObject ***)record)[-4];
#endif
}

/* The index of `name` among the shared keys of instances of `type`, or -1.  */
static Py_ssize_t shared_index(PyTypeObject *type, PyObject *name)
{
#if PY_VERSION_HEX >= 0x030D0000
    const unsigned long needed = Py_TPFLAGS_MANAGED_DICT | Py_TPFLAGS_INLINE_VALUES;
#else
    const unsigned long needed = Py_TPFLAGS_MANAGED_DICT;
#endif
    if (!values_are_known || (type->tp_flags & needed) != needed) return -1;
    DictKeys *keys = (DictKeys *)((PyHeapTypeObject *)type)->ht_cached_keys;
    if (!keys) return -1;
    DictEntry *entries = (DictEntry *)(keys->indices + ((size_t)1 << keys->log2_index_bytes));
    for (Py_ssize_t i = 0; i < keys->entries; i++) {
        if (entries[i].key == name) return i;
    }
    return -1;
}

#endif

/* Where getattr would find `name` in an instance, if nothing else than looking there can happen.  */
static Place find_place(PyTypeObject *type, PyObject *name)
{
    Place place = {PLACE_UNKNOWN, 0};
#if DICT_TABLES
    if (type->tp_getattro != PyObject_GenericGetAttr) return place;
    PyObject *found = _PyType_Lookup(type, name); /* borrowed */
    if (found && Py_IS_TYPE(found, &PyMemberDescr_Type)) {
        PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
        if (member->type == T_OBJECT_EX && PyType_IsSubtype(type, ((PyDescrObject *)found)->d_type)) {
            place = (Place){PLACE_SLOT, member->offset};
        }
    } else if (!found || !Py_TYPE(found)->tp_descr_set) {
        place.at = shared_index(type, name);
        place.kind = place.at < 0 ? PLACE_UNKNOWN : PLACE_VALUES;
    }
#else
    (void)type, (void)name;
#endif
    return place;
}

/* A field read in place, borrowed; NULL where getattr must be asked.  */
static ALWAYS_INLINE PyObject *field_in_place(RecordPlan *plan, PyObject *record, Py_ssize_t field)
{
#if DICT_TABLES
    Place place = plan->places[field];
    /* A hook may have changed the class while its record is under way.  */
    if (UNLIKELY(plan->version != Py_TYPE(record)->tp_version_tag || !plan->version)) return NULL;
    if (place.kind == PLACE_VALUES) {
        PyObject **values = inline_values(record);
        return values ? values[place.at] : NULL;
    }
    if (place.kind == PLACE_SLOT) return *(PyObject **)((char *)record + place.at);
#else
    (void)plan, (void)record, (void)field;
#endif
    return NULL;
}

/* A new plan, with one reference; NULL with an exception set.  */
static RecordPlan *new_plan(PyTypeObject *type, PyObject *names, PyObject *keys)
{
    Py_ssize_t count = PyTuple_GET_SIZE(names);
    RecordPlan *plan = PyMem_RawMalloc(sizeof(RecordPlan) + count * sizeof(Place));
    if (!plan) {
        PyErr_NoMemory();
        return NULL;
    }
    plan->references = 1;
    plan->names = Py_NewRef(names);
    plan->keys = Py_NewRef(keys);
    for (Py_ssize_t i = 0; i < count; i++) plan->places[i] = find_place(type, PyTuple_GET_ITEM(names, i));
    plan->type = type;
    plan->version = type->tp_version_tag; /* given by the lookups above, if it had none */
    return plan;
}

typedef RecordPlan *RecordPlans[RECORDS];

static inline RecordPlan **plan_place(RecordPlans plans, PyTypeObject *type)
{
    return &plans[(uintptr_t)type / 64 % RECORDS];
}

static inline int is_plan_of(RecordPlan *plan, PyTypeObject *type)
{
    return plan && plan->type == type && plan->version && plan->version == type->tp_version_tag;
}

/* Plans as every Encoder with default options makes them, which a run may follow, and those of all others.  */
static RecordPlans common_plans, own_plans;

/* The common plan of a class; NULL where none is known, or no longer.  */
static ALWAYS_INLINE RecordPlan *known_plan(PyTypeObject *type)
{
    RecordPlan *plan = *plan_place(common_plans, type);
    return is_plan_of(plan, type) ? plan : NULL;
}

/* The plan of a record's class, made where it is new. is_own: do names and keys depend on options? Borrowed; NULL
   with an exception set.  */
static RecordPlan *plan_of(PyObject *record, PyObject *names, PyObject *keys, int is_own)
{
    PyTypeObject *type = Py_TYPE(record);
    RecordPlan **kept = plan_place(is_own ? own_plans : common_plans, type);
    if (is_plan_of(*kept, type) && (!is_own || (*kept)->keys == keys)) return *kept;
    RecordPlan *plan = new_plan(type, names, keys);
    if (!plan) return NULL;
    if (*kept) release_plan(*kept);
    return *kept = plan;
}

/* Do a dict made for this and an instance made for this (with a = first, b = second) look as expected? Switches
   direct reads off where they do not.  */
static void probe_layouts(PyObject *probe, PyObject *first, PyObject *second)
{
    probe_dicts();
#if DICT_TABLES
    PyObject *a = PyUnicode_InternFromString("a"), *b = PyUnicode_InternFromString("b");
    values_are_known = 1;
    Place places[2] = {find_place(Py_TYPE(probe), a), find_place(Py_TYPE(probe), b)};
    PyObject **values = places[1].kind == PLACE_VALUES ? inline_values(probe) : NULL;
    values_are_known = values && places[0].kind == PLACE_VALUES && values[places[0].at] == first &&
                       values[places[1].at] == second;
    Py_XDECREF(a);
    Py_XDECREF(b);
#else
    (void)probe, (void)first, (void)second;
#endif
}
