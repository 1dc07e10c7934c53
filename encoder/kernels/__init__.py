"""What is done for every byte? Each kernel that the Python modules call twice: a C header, and its twin of the
same name; headers without a twin serve the others."""
