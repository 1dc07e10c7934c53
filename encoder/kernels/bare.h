/* How is a document written that is one scalar? On the C stack: it needs neither a writer nor a buffer.  */

/* All of it as bytes. NULL, never with an exception, where a run has to write `value`, or to say why not.  */
static PyObject *KERNEL(bare)(PyObject *value)
{
    char text[ROOM], *end;
    PyTypeObject *type = Py_TYPE(value);
    if (type != &PyUnicode_Type) {
        /* None of these asks a Call for more room.  */
        end = KERNEL(put_scalar)(NULL, text, value, MAY_WRITE_INTEGERS | MAY_WRITE_FLOATS | MAY_WRITE_WORDS);
    } else if (PyUnicode_IS_COMPACT_ASCII(value) && ((PyASCIIObject *)value)->length <= SHORT_TEXT) {
        end = KERNEL(put_text)(NULL, text, value);
    } else {
        end = NULL;
    }
    if (!end) return NULL;
    PyObject *whole = PyBytes_FromStringAndSize(text, end - text);
    if (!whole) PyErr_Clear(); /* the run will find that there is no memory, and raise */
    return whole;
}
