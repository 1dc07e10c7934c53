/* The layout kernel by itself, as a library that tests call; see test_kernel_layout.py. */
#include "layout.h"

PyObject *lay_out_piece(PyObject *text, PyObject *style, PyObject *state) { return lay_out(text, style, state); }
