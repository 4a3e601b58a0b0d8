"""Pictures and tables from the results.h5 that `granum run` writes. One module per picture; reader and style are shared."""
