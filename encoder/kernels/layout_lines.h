/* What does layout do at each mark of compact JSON: commas, colons and brackets outside strings?

   A template (see isa.h). The marks of a chunk are listed first, so that what is done at one takes no branch that
   depends on which comes next.  */

/* Copy in steps.  */
static ALWAYS_INLINE char *KERNEL(put_stretch)(char *out, const char *from, Py_ssize_t count)
{
    memcpy(out, from, LAYOUT_STEP);
    for (Py_ssize_t at = LAYOUT_STEP; UNLIKELY(at < count); at += LAYOUT_STEP) memcpy(out + at, from + at, LAYOUT_STEP);
    return out + count;
}

#if ISA_USES(ISA_AVX512)
#include "layout_avx512.h"
#define LAYOUT_GROUP 32
#else
#define LAYOUT_GROUP LAYOUT_CHUNK
#endif

/* Lay out a chunk, and what lies behind it within a step is read. Returns the new end of the result, or NULL with an
   exception set.  */
static ALWAYS_INLINE char *KERNEL(put_chunk)(Laid *laid, char *out, const char *text, int size, int indented,
                                             int open_empty)
{
    MarkList list;
    const Kinds *kinds = &laid->style.kinds;
    const char *from = text;
    Py_ssize_t indent = laid->spot.indent;
    int count = KERNEL(list_marks)(&list, text, size, &laid->spot, indented, open_empty);
    laid->room = size + (count + 2) * LAYOUT_STEP;
    if (UNLIKELY(laid->limit - out < laid->room)) out = make_room(laid, out, laid->room);
    if (UNLIKELY(!out)) return NULL;
    for (int i = 0; i < count;) {
        int stop = Py_MIN(count, i + LAYOUT_GROUP);
#if ISA_USES(ISA_AVX512)
        Steps steps;
        int can_step = !open_empty && laid->style.is_usual && indent <= LAYOUT_STEP;
        if (can_step && find_steps(&steps, &laid->style, list.at + i, list.marks + i, stop - i, (int)(from - text),
                                   indent, indented)) {
            for (int j = 0; j < stop - i; j++) {
                out = KERNEL(put_stretch)(out, from, steps.length[j]);
                from += steps.length[j];
                memcpy(out, laid->style.rows + steps.text[j], LAYOUT_STEP);
                out += steps.row[j];
            }
            if (indented) indent = steps.indent[stop - i - 1];
            i = stop;
            continue;
        }
#endif
        for (; i < stop; i++) {
            const char *end = text + list.at[i];
            int kind = *end & 7;
            if (open_empty && IS_OPENING(*end) && IS_CLOSING(end[1])) kind = KIND_EMPTY;
            end += kinds->kept[kind];
            out = KERNEL(put_stretch)(out, from, end - from);
            from = end + kinds->dropped[kind];
            indent += kinds->deeper[kind];
            size_t row = kinds->size[kind] + (indent & kinds->indents[kind]);
            if (LIKELY(row <= LAYOUT_STEP)) {
                memcpy(out, kinds->text[kind], LAYOUT_STEP);
                out += row;
            } else { /* or one bracket too many was closed */
                indent = Py_MAX(indent, 0);
                out = put_long_row(laid, out, kind, indent);
                if (!out) return NULL;
            }
        }
    }
    laid->spot.indent = indent;
    return KERNEL(put_stretch)(out, from, text + size - from);
}
#undef LAYOUT_GROUP

/* Do what was put off at an opening bracket that was the last byte. NULL: no memory (exception set).  */
static char *KERNEL(put_opened)(Laid *laid, char *out, char next)
{
    if (IS_CLOSING(next) && !laid->style.open_empty) return out;
    laid->spot.opened = 0;
    laid->spot.indent += laid->style.indent_size;
    laid->room = 0;
    return put_long_row(laid, out, IS_CLOSING(next) ? KIND_EMPTY : KIND_OPENING, laid->spot.indent);
}

/* Write `size` bytes of text laid out. Returns 0, or -1 with an exception set.  */
static int KERNEL(lay_out)(Laid *laid, const char *text, Py_ssize_t size)
{
    char spare[2 * LAYOUT_BLOCK + LAYOUT_STEP];
    char *out = laid->start ? laid->out : make_room(laid, NULL, size + LAYOUT_STEP);
    const char *end = text + size;
    while (text < end && out) {
        Py_ssize_t whole = (end - text - LAYOUT_STEP) / LAYOUT_BLOCK * LAYOUT_BLOCK;
        const char *chunk = text;
        int count = (int)Py_MIN(whole, LAYOUT_CHUNK);
        laid->left = end - text;
        if (whole <= 0) { /* a copy of the end, where it can be read past */
            count = (int)(end - text);
            memset(spare, 0, sizeof spare);
            chunk = memcpy(spare, text, count);
        }
        text += count;
        if (laid->spot.opened) out = KERNEL(put_opened)(laid, out, *chunk);
        if (!out) break;
        out = !laid->style.indented     ? KERNEL(put_chunk)(laid, out, chunk, count, 0, 0)
              : laid->style.open_empty ? KERNEL(put_chunk)(laid, out, chunk, count, 1, 1)
                                        : KERNEL(put_chunk)(laid, out, chunk, count, 1, 0);
    }
    if (out) laid->out = out;
    return out ? 0 : -1;
}
