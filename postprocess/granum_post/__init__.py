"""Pictures and tables from the results.h5 of `granum run`. One module per picture; they share reader and style."""
