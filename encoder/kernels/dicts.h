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

#define GENERAL_STRIDE (sizeof(Py_hash_t) + sizeof(DictEntry))

static ALWAYS_INLINE DictEntry *entry_at(DictEntry *table, Py_ssize_t index, size_t stride)
{
    return (DictEntry *)((char *)table + index * stride);
}

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

#define ANY_KEYS 0     /* DICT_KEYS_GENERAL: before each key stands its hash */
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

/* The same of a dict that holds, or once held, another key. They lie a hash apart, see GENERAL_STRIDE.  */
static ALWAYS_INLINE DictEntry *general_table(PyObject *dict, Py_ssize_t *count)
{
    DictKeys *keys = (DictKeys *)((PyDictObject *)dict)->ma_keys;
    if (!tables_are_known || keys->kind != ANY_KEYS || ((PyDictObject *)dict)->ma_values) return NULL;
    *count = keys->entries;
    return (DictEntry *)((char *)entries_of(keys) + sizeof(Py_hash_t));
}

/* A dict of twelve, the first under `first`, with a hole at index 2.  */
static PyObject *make_probe(PyObject *first)
{
    PyObject *dict = PyDict_New();
    char name[2] = "b";
    int failed = !dict || !first || PyDict_SetItem(dict, first, Py_True);
    for (; !failed && *name < 'a' + 12; ++*name) failed = PyDict_SetItemString(dict, name, Py_True);
    if (!failed && !PyDict_DelItemString(dict, "c")) return dict;
    Py_XDECREF(dict);
    return NULL;
}

/* Do both ways give the same entries of such a dict?  */
static int is_table_right(PyObject *dict, DictEntry *table, Py_ssize_t count, size_t stride)
{
    Py_ssize_t position = 0;
    PyObject *key, *value;
    int same = table && count == 12 && !entry_at(table, 2, stride)->value;
    for (Py_ssize_t i = 0; same && i < count; i++) {
        DictEntry *entry = entry_at(table, i, stride);
        if (!entry->value) continue;
        same = PyDict_Next(dict, &position, &key, &value) && position == i + 1 && key == entry->key &&
               value == entry->value;
    }
    return same;
}

static void probe_dicts(void)
{
    PyObject *name = PyUnicode_FromString("a");
    PyObject *texts = make_probe(name), *others = make_probe(Py_None);
    Py_ssize_t count = 0;
    tables_are_known = texts && others;
    DictEntry *table = tables_are_known ? dict_table(texts, &count) : NULL;
    int same = is_table_right(texts, table, count, sizeof(DictEntry));
    table = tables_are_known ? general_table(others, &count) : NULL;
    tables_are_known = same && is_table_right(others, table, count, GENERAL_STRIDE);
    Py_XDECREF(name);
    Py_XDECREF(texts);
    Py_XDECREF(others);
    PyErr_Clear();
}

#else

static inline DictEntry *dict_table(PyObject *dict, Py_ssize_t *count)
{
    (void)dict, (void)count;
    return NULL;
}

static inline DictEntry *general_table(PyObject *dict, Py_ssize_t *count)
{
    (void)dict, (void)count;
    return NULL;
}

static void probe_dicts(void) {}

#endif

/* A text counts by its own hash too: where it was freed, another may lie at its address.  */
static ALWAYS_INLINE uint64_t hash_in(uint64_t hash, PyObject *key)
{
    if (PyUnicode_CheckExact(key)) hash += (uint64_t)((PyASCIIObject *)key)->hash;
    hash = (hash ^ (uintptr_t)key) * 0x9e3779b97f4a7c15u; /* 2^64 / the golden ratio */
    return hash ^ hash >> 32;
}

/* A hash of a dict's keys in their order, never 0.  */
static uint64_t hash_keys(PyObject *dict)
{
    uint64_t hash = 0;
    Py_ssize_t position = 0, entries;
    DictEntry *table = dict_table(dict, &entries);
    PyObject *key, *value;
    if (table) {
        for (; position < entries; position++) {
            if (table[position].value) hash = hash_in(hash, table[position].key);
        }
    } else {
        while (PyDict_Next(dict, &position, &key, &value)) hash = hash_in(hash, key);
    }
    return hash | 1;
}
