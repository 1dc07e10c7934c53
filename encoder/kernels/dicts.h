/* How are the entries of a dict read? From its table where the layout is known, else by PyDict_Next.

   Layouts: Include/internal/pycore_dict.h, the same in 3.11 to 3.13 (with the GIL). A probe at import compares
   both ways on a dict with a hole and switches the direct one off where they differ.  */
#pragma once

#include "isa.h"
#include "state.h"

#if !defined(ENCODER_PUBLIC_API) && PY_VERSION_HEX < 0x030E0000 && !defined(Py_GIL_DISABLED)
#define DICT_TABLES 1
#else
#define DICT_TABLES 0
#endif

typedef struct DictEntry {
    PyObject *key;
    PyObject *value; /* NULL: a hole, left by a deleted entry */
} DictEntry;

#if DICT_TABLES

typedef struct DictKeys {
    Py_ssize_t references;
    uint8_t log2_size;
    uint8_t log2_index_bytes;
    uint8_t kind;
    uint32_t version;
    Py_ssize_t usable;
    Py_ssize_t entries; /* in use, holes included */
    char indices[];     /* followed by the entries */
} DictKeys;

#define ANY_KEYS 0     /* DICT_KEYS_GENERAL: entries have a hash too */
#define ALL_KEYS_STR 1 /* DICT_KEYS_UNICODE: every key is an exact str, and no hash is stored with it */

static int tables_are_known;

static ALWAYS_INLINE DictEntry *entries_of(DictKeys *keys)
{
    return (DictEntry *)(keys->indices + ((size_t)1 << keys->log2_index_bytes));
}

/* The entries of a dict whose keys are all str, and in `count` how many; NULL where PyDict_Next must do.  */
static ALWAYS_INLINE DictEntry *dict_table(PyObject *dict, Py_ssize_t *count)
{
    DictKeys *keys = (DictKeys *)((PyDictObject *)dict)->ma_keys;
    if (!tables_are_known || keys->kind != ALL_KEYS_STR || ((PyDictObject *)dict)->ma_values) return NULL;
    *count = keys->entries;
    return entries_of(keys);
}

static void probe_dicts(void)
{
    PyObject *dict = PyDict_New();
    char name[2] = "a";
    int same = dict != NULL;
    for (; same && *name < 'a' + 12; ++*name) same = PyDict_SetItemString(dict, name, Py_True) == 0;
    same = same && PyDict_DelItemString(dict, "c") == 0;
    tables_are_known = same;
    if (same) {
        Py_ssize_t count = 0, position = 0;
        PyObject *key, *value;
        DictEntry *table = dict_table(dict, &count);
        same = table && count == 12 && !table[2].value;
        for (Py_ssize_t i = 0; same && i < count; i++) {
            if (!table[i].value) continue;
            same = PyDict_Next(dict, &position, &key, &value) && position == i + 1 && key == table[i].key &&
                   value == table[i].value;
        }
    }
    tables_are_known = same;
    Py_XDECREF(dict);
    PyErr_Clear();
}

#else

static inline DictEntry *dict_table(PyObject *dict, Py_ssize_t *count)
{
    (void)dict, (void)count;
    return NULL;
}

static void probe_dicts(void) {}

#endif
