/* Which fields does an instance of this class have? A small cache from classes to the plans that the walk made.

   An entry holds while the class has the version tag that it had when the plan was made: CPython gives a class a
   new tag, never used before, when anything about it or its bases changes. So the entries need not keep the
   classes alive.  */
#pragma once

#include "frames.h"

#define RECORDS 256 /* a power of two; classes that collide take turns */

typedef struct RecordPlan {
    PyTypeObject *type;
    unsigned int version;
    PyObject *names;    /* owned: a tuple of str */
    PyObject *literals; /* owned: a tuple of bytes, each a key as it is written */
} RecordPlan;

static RecordPlan record_plans[RECORDS];

static inline RecordPlan *plan_place(PyTypeObject *type) { return &record_plans[(uintptr_t)type / 64 % RECORDS]; }

/* The plan of a class; NULL where none is known, or no longer.  */
static ALWAYS_INLINE RecordPlan *known_record(PyTypeObject *type)
{
    RecordPlan *plan = plan_place(type);
    return plan->type == type && plan->version == type->tp_version_tag && plan->version ? plan : NULL;
}

static void remember_record(PyObject *cls, PyObject *names, PyObject *literals)
{
    RecordPlan *plan = plan_place((PyTypeObject *)cls);
    plan->type = (PyTypeObject *)cls;
    plan->version = ((PyTypeObject *)cls)->tp_version_tag;
    Py_XSETREF(plan->names, Py_NewRef(names));
    Py_XSETREF(plan->literals, Py_NewRef(literals));
}
