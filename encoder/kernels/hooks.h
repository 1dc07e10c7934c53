/* When does a run ask `default` itself? For values of classes that the walk of this call has found no rule for.

   The walk forgets what it knows of them when it ends, and while finished values are written: whoever is in a run then
   has nobody who would say where it happened.  */
#pragma once

#include "classes.h"
#include "frames.h"

static inline int unknown_place(PyTypeObject *type) { return (int)((uintptr_t)type / 64 % UNKNOWNS); }

/* From now on `function` may be asked for values of a class; the walk holds both it and the hook. A class that changes is
   looked at anew: see classes.h for the version tag.  */
static void know_unknown(Call *call, Hook *hook, PyObject *cls, PyObject *function)
{
    PyTypeObject *type = (PyTypeObject *)cls;
    if (!call->hook) memset(hook, 0, sizeof *hook);
    hook->function = function;
    hook->unknown[unknown_place(type)] = (Unknown){type, version_of(type)};
    call->hook = hook;
}

static ALWAYS_INLINE int is_for_hook(Call *call, PyTypeObject *type)
{
    if (LIKELY(!call->hook)) return 0;
    const Unknown *known = &call->hook->unknown[unknown_place(type)];
    return known->type == type && known->version && known->version == type->tp_version_tag;
}
