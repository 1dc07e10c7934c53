/* When does a run ask `default` itself? For values of classes that the walk of this call has found no rule for.

   The walk forgets what it knows of them when it ends, and while finished values are written: whoever is in a run then
   has nobody who would say where it happened.  */
#pragma once

#include "classes.h"
#include "frames.h"

static inline Unknown *unknown_place(Call *call, PyTypeObject *type)
{
    return &call->unknown[(uintptr_t)type / 64 % UNKNOWNS];
}

/* From now on `hook`, which the walk holds, may be asked for values of a class. A class that changes is looked at
   anew: see classes.h for the version tag.  */
static void know_unknown(Call *call, PyObject *cls, PyObject *hook)
{
    PyTypeObject *type = (PyTypeObject *)cls;
    if (!call->hook) memset(call->unknown, 0, sizeof call->unknown);
    call->hook = hook;
    *unknown_place(call, type) = (Unknown){type, version_of(type)};
}

static ALWAYS_INLINE int is_for_hook(Call *call, PyTypeObject *type)
{
    if (LIKELY(!call->hook)) return 0;
    Unknown *known = unknown_place(call, type);
    return known->type == type && known->version && known->version == type->tp_version_tag;
}
