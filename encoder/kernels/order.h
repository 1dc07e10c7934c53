/* In which order are the keys of a dict written under sort_keys? By code points.

   Keys are compared by ranks: as many of their characters as fit into 64 bits, and behind these how many there are.
   Those with equal ranks are sorted among themselves by the characters that follow. So a comparison never touches a
   text, and what all keys begin with is read once.  */
#pragma once

#include "entries.h"

#define FEW 96 /* entries that insertion sorts as fast as counting */

/* How many characters a rank holds, and bits of each, where the widest key is of such a kind.  */
typedef struct Ranking {
    int width, bits;
} Ranking;

static const Ranking NARROW = {7, 8}, MIDDLE = {3, 16}, WIDE = {2, 21};

static ALWAYS_INLINE uint64_t load_big(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return word;
#elif ISA_GNU
    return __builtin_bswap64(word);
#else
    word = 0;
    for (int i = 0; i < 8; i++) word = word << 8 | bytes[i];
    return word;
#endif
}

/* The rank of a text of one byte a character from index `from` on. Nothing behind the text is read: where fewer than
   eight bytes are left, the load ends with the text and begins before it, in the object's own header.  */
static ALWAYS_INLINE uint64_t narrow_rank(const void *text, Py_ssize_t length, Py_ssize_t from)
{
    Py_ssize_t left = length - from;
    Py_ssize_t taken = left < 8 ? left : 8; /* 8: there are more than the rank holds */
    if (UNLIKELY(!taken)) return 0;
    return (load_big((const uint8_t *)text + from + taken - 8) << (64 - 8 * taken) & ~(uint64_t)0xff) | taken;
}

static uint64_t wide_rank(PyObject *key, Py_ssize_t from, const Ranking *ranking)
{
    Py_ssize_t left = PyUnicode_GET_LENGTH(key) - from;
    int kind = PyUnicode_KIND(key);
    const char *text = (const char *)PyUnicode_DATA(key) + from * kind;
    uint64_t rank = 0;
    for (int i = 0; i < ranking->width; i++) {
        rank = rank << ranking->bits | (i < left ? PyUnicode_READ(kind, text, i) : 0);
    }
    return rank << (64 - ranking->width * ranking->bits) | Py_MIN(left, ranking->width + 1);
}

static void rank_all(Entry *entries, Py_ssize_t count, Py_ssize_t from, const Ranking *ranking)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *key = entries[i].key;
        entries[i].rank = ranking == &NARROW ? narrow_rank(PyUnicode_DATA(key), PyUnicode_GET_LENGTH(key), from)
                                             : wide_rank(key, from, ranking);
    }
}

static void insert_all(Entry *entries, Py_ssize_t count)
{
    for (Py_ssize_t i = 1; i < count; i++) {
        Entry entry = entries[i];
        Py_ssize_t at = i;
        for (; at > 0 && entries[at - 1].rank > entry.rank; at--) entries[at] = entries[at - 1];
        entries[at] = entry;
    }
}

/* Sort many entries byte by byte of their ranks, the last one first, each time keeping the order of those before.
   Takes the same time for any order; a byte that is alike in all ranks takes none.  */
static void count_all(Entry *entries, Py_ssize_t count, Entry *spare)
{
    uint32_t places[8][256] = {{0}};
    Entry *from = entries, *to = spare;
    for (Py_ssize_t i = 0; i < count; i++) {
        for (int byte = 0; byte < 8; byte++) places[byte][from[i].rank >> 8 * byte & 0xff]++;
    }
    for (int byte = 0; byte < 8; byte++) {
        uint32_t *place = places[byte], first = 0;
        if (place[from[0].rank >> 8 * byte & 0xff] == count) continue;
        for (int value = 0; value < 256; value++) {
            uint32_t after = first + place[value];
            place[value] = first;
            first = after;
        }
        for (Py_ssize_t i = 0; i < count; i++) to[place[from[i].rank >> 8 * byte & 0xff]++] = from[i];
        Entry *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != entries) memcpy(entries, from, count * sizeof(Entry));
}

/* Sort by rank; `spare` has room for as many entries again.  */
static void sort_by_rank(Entry *entries, Py_ssize_t count, Entry *spare)
{
    Py_ssize_t sorted = 1;
    while (sorted < count && entries[sorted - 1].rank <= entries[sorted].rank) sorted++;
    if (sorted >= count) return;
    if (count <= FEW) {
        insert_all(entries, count);
    } else {
        count_all(entries, count, spare);
    }
}

/* Sort entries whose ranks are those at `from`. Of the groups with equal ranks all but the largest are sorted by a
   call of their own: none has more than half of the entries, so the calls are never deep.  */
static void sort_entries(Entry *entries, Py_ssize_t count, Entry *spare, Py_ssize_t from, const Ranking *ranking)
{
    for (;;) {
        Entry *largest = entries;
        Py_ssize_t most = 1, next;
        sort_by_rank(entries, count, spare);
        from += ranking->width;
        for (Py_ssize_t first = 0; first < count; first = next) {
            uint64_t rank = entries[first].rank;
            for (next = first + 1; next < count && entries[next].rank == rank;) next++;
            Entry *group = entries + first;
            Py_ssize_t size = next - first;
            if (LIKELY(size == 1) || (rank & 0xff) <= (uint64_t)ranking->width) continue; /* one text is no key twice */
            rank_all(group, size, from, ranking);
            if (size > most) {
                Entry *larger = group;
                Py_ssize_t more = size;
                group = largest, size = most;
                largest = larger, most = more;
            }
            if (size > 1) sort_entries(group, size, spare, from, ranking);
        }
        if (most == 1) return;
        entries = largest;
        count = most;
    }
}

/* Copy a dict's entries, sorted, behind those of the Call. Returns how many, or -1 where a key is no plain str, or
   one whose order the walk must find: in UTF-16 characters beyond U+FFFF come before some below.  */
static Py_ssize_t copy_sorted(Call *call, PyObject *dict, uint32_t mask)
{
    Entry *entries = next_copies(call);
    Py_ssize_t size = PyDict_GET_SIZE(dict), at = 0, end = 0, count = 0;
    DictEntry *table = dict_table(dict, &end);
    uint64_t last = 0;
    int is_sorted = 1, kinds = PyUnicode_1BYTE_KIND;
    for (Entry *entry = entries; count < size && next_pair(dict, table, sizeof *table, end, &at, entry);
         entry++, count++) {
        PyASCIIObject *key = (PyASCIIObject *)entry->key;
        const void *text = key + 1;
        if (UNLIKELY(!PyUnicode_CheckExact(key) || !PyUnicode_IS_COMPACT(key))) return -1;
        if (UNLIKELY(!PyUnicode_IS_ASCII(key))) {
            kinds |= PyUnicode_KIND(key);
            text = PyUnicode_DATA(key);
        }
        uint64_t rank = narrow_rank(text, key->length, 0); /* of no use where another key is wider */
        is_sorted &= rank > last;
        entry->rank = last = rank;
    }
    const Ranking *ranking = kinds & PyUnicode_4BYTE_KIND ? &WIDE : kinds & PyUnicode_2BYTE_KIND ? &MIDDLE : &NARROW;
    if (ranking == &WIDE && mask & ORDER_UTF16) return -1;
    if (ranking != &NARROW) {
        rank_all(entries, count, 0, ranking);
    } else if (LIKELY(is_sorted)) {
        return count;
    }
    sort_entries(entries, count, entries + count, 0, ranking);
    return count;
}

#define MOST_RANKED 1000000000000000 /* 10^15: with its sign no longer than 16 characters, of four bits each */

/* Where a number's text belongs among the texts of others: the sign is below the digits, and the end below both.  */
static uint64_t text_rank(int64_t number)
{
    uint64_t rank = 0, left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        rank = rank >> 4 | (left % 10 + 2) << 60;
        left /= 10;
    } while (left);
    return number < 0 ? rank >> 4 | (uint64_t)1 << 60 : rank;
}

/* Put the copy of a dict whose keys are `count` ints in order of their texts. 0: some are too long for that.  */
static int sort_numbers(Call *call, Py_ssize_t count)
{
    Entry *entries = next_copies(call);
    for (Py_ssize_t i = 0; i < count; i++) {
        int64_t number = (int64_t)entries[i].rank;
        if (number >= MOST_RANKED || number <= -MOST_RANKED) return 0;
        entries[i].rank = text_rank(number);
    }
    sort_by_rank(entries, count, entries + count);
    return 1;
}

/* Enter a dict whose members are written in order. Returns STATUS_DONE or why not: STATUS_VALUE, the walk must.  */
static int push_sorted(Call *call, PyObject *dict, uint32_t mask)
{
    call->value = dict;
    if (reserve_entries(call, 2 * PyDict_GET_SIZE(dict)) < 0) return STATUS_RAISED;
    Py_ssize_t count = copy_sorted(call, dict, mask);
    if (UNLIKELY(count < 0)) {
        count = call->policy->takes_numbers ? copy_numbers(call, dict) : -1;
        if (count < 0) return count == -1 ? STATUS_VALUE : STATUS_RAISED;
        if (!sort_numbers(call, count)) return STATUS_VALUE;
    }
    int status = push_frame(call, dict, FRAME_ENTRIES, count);
    if (status) return status;
    top_frame(call)->entries = call->entries->used;
    call->entries->used += count;
    return STATUS_DONE;
}
