/* Which values can be written without asking anyone? A run writes them, one after the other.

   Included once for every instruction-set level and, by levels.h, for every instance: RUN names the function,
   RUN_MASK(call) says what it may write. Its loops execute no Python code. Where some may run, in the walk or
   when an owned frame gives up what it held, Call.epoch counts on and the containers are read anew.

   A loop keeps the place of its frame in locals: it is stored when the run stops or enters a container.  */

static int RUN(Call *call)
{
    const uint32_t mask = RUN_MASK(call);
    char *out = call->cursor;
    char *end;
    PyObject *value = call->root;
    PyObject *key = NULL;
    Frame *frame = NULL;     /* the top one */
    Py_ssize_t listed = -1;  /* the depth of the list or tuple that these are of, if they are (frames may move): */
    PyObject **items = NULL; /* its members; the next one is number `item` of `length` */
    Py_ssize_t item = 0, length = 0;
    DictEntry *table = NULL; /* of the top dict: its entries; the next one is number `at` of `total`, and `left` are */
    Py_ssize_t at = 0, total = 0, left = 0; /* to come, not counting holes */
    Plan *plan;
    int status;

    count(call, RUN == KERNEL(run_general) ? COUNT_GENERAL : COUNT_PLAIN);
    if (value) {
        call->root = NULL;
        if (reserve(call, ROOM) < 0) return STATUS_RAISED;
        out = call->cursor;
        end = KERNEL(put_scalar)(call, out, value, mask);
        if (!end) goto container;
        out = end;
        *out++ = ',';
    }

resume:
    key = NULL;
    listed = -1;
    if (!call->depth) {
        call->cursor = out;
        return STATUS_DONE;
    }
    frame = top_frame(call);
    if (UNLIKELY(call->limit - out < ROOM)) goto room; /* closing one container after the other asks here alone */
    if (frame->kind == FRAME_DICT) {
        if (LIKELY(is_in_place(call))) goto dict;
        call->cursor = out;
        return STATUS_CHANGED;
    }
    if (frame->kind <= FRAME_TUPLE) goto list;
    if (frame->kind == FRAME_FIELDS) goto fields;
    if (frame->kind == FRAME_ENTRIES) goto entries;
    if (UNLIKELY(frame->kind == FRAME_VECTOR)) {
        call->cursor = out;
        status = KERNEL(resume_vector)(call);
        if (status) return status;
        out = call->cursor;
        *out++ = ',';
        goto resume;
    }
    goto other;

room:
    /* Between two values: the one place where a sink may be flushed.  */
    call->cursor = out;
    if (is_full(call)) {
        if (key && frame->kind == FRAME_DICT) hold(call, frame, key);
        return STATUS_FULL;
    }
    if (grow(call, ROOM) < 0) return STATUS_RAISED;
    out = call->cursor;
    goto resume;

list:
    if (!(mask & MAY_WRITE_ELEMENTS)) goto other;
    item = frame->position;
    length = frame->size;
    if (frame->kind == FRAME_TUPLE) {
        items = ((PyTupleObject *)frame->container)->ob_item;
    } else if (LIKELY(PyList_GET_SIZE(frame->container) == length)) {
        items = ((PyListObject *)frame->container)->ob_item;
    } else {
        status = STATUS_CHANGED;
        goto closing;
    }
    listed = call->depth;
next_item:
    while (item < length) {
        if (UNLIKELY(call->limit - out < ROOM)) {
            frame->position = item;
            goto room;
        }
        value = items[item++];
        if (PyLong_CheckExact(value) && (mask & MAY_WRITE_INTEGERS)) {
            /* Where one small integer is, more are likely: ask for room once. Each takes up to 12 bytes.  */
            Py_ssize_t safe = item + (call->limit - out - ROOM) / 16;
            Magnitude magnitude;
            while (LIKELY(small_magnitude(value, &magnitude))) {
                *out = '-';
                out = KERNEL(write_uint30)(out + magnitude.negative, (uint32_t)magnitude.number);
                *out++ = ',';
                value = NULL;
                if (item >= length || item >= safe) break;
                value = items[item++];
                if (!PyLong_CheckExact(value)) break;
            }
            if (!value) continue;
        }
        end = KERNEL(put_scalar)(call, out, value, mask);
        if (UNLIKELY(!end)) {
            frame->position = item;
            goto inner;
        }
        out = end;
        *out++ = ',';
    }
    out -= length != 0; /* the last comma */
    *out++ = ']';
    goto leave;

dict:
    if (UNLIKELY(PyDict_GET_SIZE(frame->container) != frame->size)) {
        status = STATUS_CHANGED;
        goto closing;
    }
    table = dict_table(frame->container, &total);
    if (UNLIKELY(!table)) {
        status = call->policy->takes_numbers ? take_numbers(call) : 0;
        if (status < 0) return STATUS_RAISED;
        if (status) goto entries;
        goto other;
    }
    at = frame->position;
    left = frame->size - frame->entries;
next_entry:
    for (;;) {
        if (UNLIKELY(call->limit - out < ROOM)) {
            frame->position = at;
            frame->entries = frame->size - left;
            goto room;
        }
        do {
            if (at >= total) goto end_of_dict;
            value = table[at++].value;
        } while (UNLIKELY(!value));
        key = table[at - 1].key;
        if (UNLIKELY(left-- <= 0)) goto end_of_dict;
        /* Not a str in a dict that the comparison of a key just being inserted emptied: CPython's own slip.  */
        if (UNLIKELY(!PyUnicode_CheckExact(key))) goto odd_key;
        end = KERNEL(put_key)(call, out, key, mask);
        if (UNLIKELY(!end)) goto odd_key;
        out = end;
        *out++ = ':';
        end = KERNEL(put_scalar)(call, out, value, mask);
        if (UNLIKELY(!end)) {
            frame->position = at;
            frame->entries = frame->size - left;
            hold(call, frame, key);
            goto inner;
        }
        out = end;
        *out++ = ',';
    }
odd_key:
    frame->position = at;
    frame->entries = frame->size - left;
    if (PyUnicode_CheckExact(key)) goto bad_key;
    status = STATUS_KEY;
    goto closing;
end_of_dict:
    if (UNLIKELY(left || !has_its_keys(frame))) {
        frame->position = at;
        status = STATUS_CHANGED;
        goto closing;
    }
    out -= frame->size != 0;
    *out++ = '}';
leave:
    *out++ = ',';
    if (UNLIKELY(call->owned == call->depth)) {
        pop_frame(call);
        goto resume;
    }
    if (frame->kind == FRAME_FIELDS) release_plan(frame->plan);
    frame--;
    if (--call->depth == listed) goto next_item; /* nothing has run that could have changed it */
    goto resume;

inner:
    plan = known_leaf(call, value);
    if (plan) {
        const int epoch = call->epoch;
        for (;;) {
            call->cursor = out;
            end = call->policy->kernels->leaves[plan->leaf](call, out, value, plan);
            if (UNLIKELY(!end)) return KERNEL(failed)(call, value, mask);
            out = end;
            *out++ = ',';
            if (UNLIKELY(call->epoch != epoch)) goto resume;
            /* They often come in a row.  */
            if (frame->kind > FRAME_TUPLE || item >= length || !Py_IS_TYPE(items[item], plan->type)) goto next;
            if (UNLIKELY(call->limit - out < ROOM)) goto next;
            value = items[item++];
            frame->position = item;
        }
    }
    /* A list of scalars in another container needs no frame: it is over before anyone can ask for the place. One that
       turns out to hold more is entered where it was left.  */
    if (PyList_CheckExact(value) && (mask & MAY_WRITE_AS_ONE) == MAY_WRITE_AS_ONE && call->depth < call->max_depth) {
        PyObject **members = ((PyListObject *)value)->ob_item;
        Py_ssize_t size = PyList_GET_SIZE(value), done = 0;
        *out++ = '[';
        for (end = out; done < size && call->limit - out >= ROOM; done++) {
            end = KERNEL(put_scalar)(call, out, members[done], mask);
            if (UNLIKELY(!end)) break;
            out = end;
            *out++ = ',';
        }
        if (done < size) {
            call->cursor = out;
            status = push_above(call, &frame, value, FRAME_LIST, size);
            if (status) return status;
            frame->position = done;
            if (UNLIKELY(!end && PyUnicode_CheckExact(members[done]))) { /* never again: the buffer may have moved */
                frame->position++;
                return KERNEL(failed)(call, members[done], mask);
            }
            goto list;
        }
        count(call, COUNT_FLAT);
        out -= size != 0;
        *out++ = ']';
        *out++ = ',';
        goto next;
    }
    goto container;
next:
    if (frame->kind == FRAME_DICT) goto next_entry;
    if (frame->kind <= FRAME_TUPLE) goto next_item;
    goto resume;

fields:
    /* Fields read in place, as long as nothing but looking is needed.  */
    plan = frame->plan;
    if (UNLIKELY(frame->asked || call->owned == call->depth || !is_current(plan, frame->container))) goto other;
    for (at = frame->position; at < frame->size; at++) {
        if (UNLIKELY(call->limit - out < ROOM)) {
            frame->position = at;
            goto room;
        }
        value = read_place(plan->places[at], frame->container, PyTuple_GET_ITEM(plan->names, at));
        end = value ? put_label(out, plan, at) : NULL;
        if (UNLIKELY(!end)) {
            frame->position = at;
            goto other;
        }
        out = end;
        end = KERNEL(put_scalar)(call, out, value, mask);
        if (UNLIKELY(!end)) {
            frame->position = at + 1;
            frame->held = value;
            goto inner;
        }
        out = end;
        *out++ = ',';
    }
    out -= frame->size != 0;
    *out++ = '}';
    goto leave;

entries:
    if (RUN != KERNEL(run_general)) { /* rare there, and not worth the registers that the loop would take */
        call->cursor = out;
        return KERNEL(run_general)(call);
    }
    for (at = frame->position; at < frame->size;) {
        if (UNLIKELY(call->limit - out < ROOM)) {
            frame->position = at;
            goto room;
        }
        key = copied_entries(call, frame)[at].key;
        value = copied_entries(call, frame)[at++].value;
        if (LIKELY(PyUnicode_CheckExact(key))) {
            end = KERNEL(put_key)(call, out, key, mask);
            if (UNLIKELY(!end)) {
                frame->position = at;
                goto bad_key;
            }
            out = end;
        } else {
            *out++ = '"';
            out = KERNEL(put_integer)(out, key);
            *out++ = '"';
        }
        *out++ = ':';
        end = KERNEL(put_scalar)(call, out, value, mask);
        if (UNLIKELY(!end)) {
            frame->position = at;
            goto inner;
        }
        out = end;
        *out++ = ',';
    }
    out -= frame->size != 0;
    *out++ = '}';
    if (call->owned < call->depth) call->entries->used = frame->entries; /* else drop_frame does it */
    goto leave;

other:
    for (;;) {
        if (UNLIKELY(call->limit - out < ROOM)) goto room;
        status = next_child(call);
        frame = top_frame(call); /* what hold() drops may have entered frames and left them */
        key = call->key;
        value = call->value;
        if (UNLIKELY(status != STATUS_VALUE)) goto closing;
        if (frame->kind == FRAME_FIELDS) key = PyTuple_GET_ITEM(frame->plan->keys, frame->position - 1);
        if (key && PyBytes_CheckExact(key)) { /* a field's, with its colon */
            call->cursor = out;
            if (reserve(call, PyBytes_GET_SIZE(key) + ROOM) < 0) return STATUS_RAISED;
            out = put_word(call->cursor, PyBytes_AS_STRING(key), PyBytes_GET_SIZE(key));
        } else if (key) {
            end = KERNEL(put_key)(call, out, key, mask);
            if (UNLIKELY(!end)) goto bad_key;
            out = end;
            *out++ = ':';
        } else if (!(mask & MAY_WRITE_ELEMENTS) && frame->kind != FRAME_ONE && frame->kind != FRAME_FINAL) {
            call->cursor = out;
            return STATUS_VALUE;
        }
        end = KERNEL(put_scalar)(call, out, value, mask);
        if (UNLIKELY(!end)) goto container;
        out = end;
        *out++ = ',';
    }

container:
    call->cursor = out;
    if (PyDict_CheckExact(value) && (mask & MAY_WRITE_DICTS)) {
        if (mask & KEYS_IN_ORDER) {
            status = push_sorted(call, value, mask);
            if (status) return status;
            frame = top_frame(call);
            *out++ = '{';
            goto entries;
        }
        status = push_above(call, &frame, value, FRAME_DICT, PyDict_GET_SIZE(value));
        if (status) return status;
        key = NULL;
        *out++ = '{';
        goto dict;
    }
    if (PyList_CheckExact(value) && (mask & MAY_WRITE_LISTS)) {
        status = push_above(call, &frame, value, FRAME_LIST, PyList_GET_SIZE(value));
        if (status) return status;
        *out++ = '[';
        goto list;
    }
    if (PyTuple_CheckExact(value) && (mask & MAY_WRITE_TUPLES)) {
        status = push_above(call, &frame, value, FRAME_TUPLE, PyTuple_GET_SIZE(value));
        if (status) return status;
        *out++ = '[';
        goto list;
    }
    if (PyLong_CheckExact(value) && (mask & MAY_WRITE_INTEGERS)) {
        /* Spelling very long numbers is Python code from 3.12 on.  */
        expose_frames(call);
        status = put_huge_integer(call, value);
        if (status) return status;
        out = call->cursor;
        *out++ = ',';
        goto resume;
    }
    if (PyBytes_CheckExact(value) && (mask & MAY_WRITE_BYTES)) {
        status = call->policy->put_base64(call, value);
        if (status) return status;
        out = call->cursor;
        *out++ = ',';
        goto resume;
    }
    plan = mask & KEYS_IN_ORDER ? known_sorted_plan(Py_TYPE(value)) : known_plan(Py_TYPE(value));
    if (!plan && is_for_hook(call, Py_TYPE(value))) {
        status = KERNEL(put_answer)(call, value, mask);
        if (status) return status;
        out = call->cursor;
        goto resume;
    }
    if (!plan) return KERNEL(failed)(call, value, mask);
    if (plan->leaf == LEAF_NONE && (mask & MAY_WRITE_RECORDS)) {
        status = push_record(call, value, plan);
        if (status) return status;
        frame = top_frame(call);
        *out++ = '{';
        goto fields;
    }
    if (plan->leaf == LEAF_VECTOR && (call->policy->leaves >> LEAF_VECTOR & 1)) {
        call->value = value;
        status = KERNEL(put_vector)(call, value);
        if (status) return status;
        out = call->cursor;
        *out++ = ',';
        goto resume;
    }
    if (is_leaf_permitted(call, plan)) {
        end = call->policy->kernels->leaves[plan->leaf](call, out, value, plan);
        if (UNLIKELY(!end)) return KERNEL(failed)(call, value, mask);
        out = end;
        *out++ = ',';
        goto resume;
    }
    return KERNEL(failed)(call, value, mask);

bad_key:
    call->cursor = out;
    if (frame->kind == FRAME_DICT) hold(call, frame, key);
    call->value = key;
    return PyErr_Occurred() ? STATUS_RAISED : STATUS_KEY_SURROGATE;

closing:
    call->cursor = out;
    if (status == STATUS_KEY) {
        hold(call, frame, key);
        call->key = key;
        call->value = value;
    }
    if (status != STATUS_END) return status;
    if (frame->kind == FRAME_FINAL) {
        pop_frame(call);
        return STATUS_FINAL;
    }
    if (frame->kind != FRAME_ONE) {
        out -= frame->size != 0;
        *out++ = frame->kind == FRAME_LIST || frame->kind == FRAME_TUPLE || frame->kind == FRAME_ITERATOR ? ']' : '}';
        *out++ = ',';
    }
    pop_frame(call);
    goto resume;
}
