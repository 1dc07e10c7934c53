/* Where is an attribute of an instance kept? Read in place where the layout is known, else asked by getattr.

   Layouts: Include/internal/pycore_object.h and pycore_dict.h of 3.11, 3.12 and 3.13; probed at import.  */
#pragma once

#include <structmember.h>

#include "dicts.h"

/* At an index of the instance's values, of its dict, at an offset of a slot, or neither. Of the first two, PLACE_BEHIND
   is set where the class has something of this name too that comes first as soon as its own class is given a `__set__`:
   a default whose class can be changed, of which the version tag of the record's class says nothing.  */
enum { PLACE_UNKNOWN, PLACE_VALUES, PLACE_DICT, PLACE_SLOT, PLACE_BEHIND };

typedef struct Place {
    int kind;
    Py_ssize_t at;
    PyObject *before; /* of PLACE_BEHIND that something; the class has it for as long as it has its version tag */
} Place;

#if DICT_TABLES

static int values_are_known;

/* The first of some values that instances or their dicts keep in the order of their class's shared keys.  */
static ALWAYS_INLINE PyObject **first_value(void *values)
{
#if PY_VERSION_HEX >= 0x030D0000
    struct { uint8_t capacity, size, embedded, valid; PyObject *values[]; } *kept = values;
    return kept->values;
#else
    return values;
#endif
}

/* The values of an instance without a dict of its own; else NULL.  */
static ALWAYS_INLINE PyObject **inline_values(PyObject *record)
{
#if PY_VERSION_HEX >= 0x030D0000
    struct { uint8_t capacity, size, embedded, valid; } *kept = (void *)(record + 1);
    return kept->valid ? first_value(kept) : NULL;
#elif PY_VERSION_HEX >= 0x030C0000
    uintptr_t dict_or_values = ((uintptr_t *)record)[-3];
    return dict_or_values & 1 ? (PyObject **)(dict_or_values + 1) : NULL;
#else
    return ((PyObject ***)record)[-4];
#endif
}

/* The dict of an instance that has one, made when somebody looked at `__dict__` or its class has many attributes.  */
static ALWAYS_INLINE PyObject *own_dict(PyObject *record)
{
    PyTypeObject *type = Py_TYPE(record);
    if (type->tp_flags & Py_TPFLAGS_MANAGED_DICT) {
        uintptr_t dict = ((uintptr_t *)record)[-3];
        return dict & 1 ? NULL : (PyObject *)dict;
    }
    PyObject **dict = _PyObject_GetDictPtr(record);
    return dict ? *dict : NULL;
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
    for (Py_ssize_t i = 0; keys && i < keys->entries; i++) {
        if (entries_of(keys)[i].key == name) return i;
    }
    return -1;
}

/* The value of `name` in the dict of an instance, borrowed; NULL where it is not entry number `at`, where it is likely
   to be. Names are interned: the same text is the same object.  */
static PyObject *value_in_dict(PyObject *record, Py_ssize_t at, PyObject *name)
{
    PyObject *dict = own_dict(record);
    if (!dict || !PyDict_CheckExact(dict)) return NULL;
    DictKeys *keys = (DictKeys *)((PyDictObject *)dict)->ma_keys;
    if (!values_are_known || keys->kind == ANY_KEYS || at >= keys->entries) return NULL;
    DictEntry *entry = &entries_of(keys)[at];
    if (entry->key != name) return NULL;
    void *values = ((PyDictObject *)dict)->ma_values;
    return values ? first_value(values)[at] : entry->value;
}

#endif

/* Where getattr would find `name`, the attribute number `nth` of an instance, if nothing else than looking there can
   happen. is_object: is it `object`'s getattr that is asked?  */
static Place find_place(PyTypeObject *type, PyObject *name, Py_ssize_t nth, int is_object)
{
    Place place = {PLACE_UNKNOWN, 0, NULL};
#if DICT_TABLES
    if (type->tp_getattro != PyObject_GenericGetAttr && !is_object) return place;
    PyObject *found = _PyType_Lookup(type, name); /* borrowed */
    if (found && Py_IS_TYPE(found, &PyMemberDescr_Type)) {
        PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
        if (member->type == T_OBJECT_EX && PyType_IsSubtype(type, ((PyDescrObject *)found)->d_type)) {
            place = (Place){PLACE_SLOT, member->offset, NULL};
        }
    } else if (!found || !Py_TYPE(found)->tp_descr_set) {
        Py_ssize_t at = shared_index(type, name);
        place = at < 0 ? (Place){PLACE_DICT, nth, found} : (Place){PLACE_VALUES, at, found}; /* mostly set in order */
        if (found && !(Py_TYPE(found)->tp_flags & Py_TPFLAGS_IMMUTABLETYPE)) place.kind |= PLACE_BEHIND;
    }
#else
    (void)type, (void)name, (void)nth, (void)is_object;
#endif
    return place;
}

/* An attribute read in place, borrowed; NULL where getattr must be asked.  */
static ALWAYS_INLINE PyObject *read_place(Place place, PyObject *record, PyObject *name)
{
#if DICT_TABLES
    if (place.kind == PLACE_VALUES) {
        PyObject **values = inline_values(record);
        return LIKELY(values != NULL) ? values[place.at] : value_in_dict(record, place.at, name);
    }
    if (place.kind == PLACE_SLOT) return *(PyObject **)((char *)record + place.at);
    if (place.kind == PLACE_DICT) return value_in_dict(record, place.at, name);
    if (place.kind & PLACE_BEHIND && !Py_TYPE(place.before)->tp_descr_set) {
        PyObject **values = place.kind & PLACE_VALUES ? inline_values(record) : NULL;
        return values ? values[place.at] : value_in_dict(record, place.at, name);
    }
#else
    (void)place, (void)record, (void)name;
#endif
    return NULL;
}

/* Do a dict made for this and an instance made for this (with a = first, b = second) look as expected, the latter also
   once it has a dict? Switches direct reads off where they do not.  */
static void probe_layouts(PyObject *probe, PyObject *first, PyObject *second)
{
    probe_dicts();
#if DICT_TABLES
    PyObject *names[2] = {PyUnicode_InternFromString("a"), PyUnicode_InternFromString("b")};
    PyObject *wanted[2] = {first, second};
    int same = tables_are_known && names[0] && names[1];
    values_are_known = same;
    for (int look = 0; same && look < 2; look++) {
        for (int i = 0; same && i < 2; i++) {
            Place place = find_place(Py_TYPE(probe), names[i], i, 0);
            same = place.kind == PLACE_VALUES && (look || inline_values(probe)) &&
                   read_place(place, probe, names[i]) == wanted[i] &&
                   (!look || value_in_dict(probe, place.at, names[i]) == wanted[i]);
        }
        PyObject *dict = PyObject_GenericGetDict(probe, NULL);
        same = same && dict && own_dict(probe) == dict;
        Py_XDECREF(dict);
    }
    values_are_known = same;
    Py_XDECREF(names[0]);
    Py_XDECREF(names[1]);
    PyErr_Clear();
#else
    (void)probe, (void)first, (void)second;
#endif
}

/* Did both look as expected?  */
static int layouts_are_known(void)
{
#if DICT_TABLES
    return values_are_known; /* which are looked at only where tables of dicts are known */
#else
    return 0;
#endif
}
