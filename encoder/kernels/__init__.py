"""What is done for every byte? Each kernel twice: a C header, and its Python twin of the same name."""
