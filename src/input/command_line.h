/* Command line: granum's own words and PETSc's options, told apart. Without MPI. */
#ifndef GRANUM_COMMAND_LINE_H
#define GRANUM_COMMAND_LINE_H

#include <petscsys.h>

typedef struct {
  int n_arguments, n_set;
  char *argument[8];  /* after the name of the subcommand */
  const char **set;   /* of --set */
  const char *output; /* of -o; NULL without */
  PetscBool plot;     /* --plot-data */
  PetscBool help;     /* --help */
  char options[4096]; /* PETSc's, as one text */
  int argc;           /* whole command line */
  char **argv;
  int petsc_argc; /* what PetscInitialize is to see */
  char **petsc_argv;
} GrCommandLine;

/* The words are those of argv, which must stay. Fails where a value is missing, as bad input. */
PetscErrorCode GrCommandLineRead(int argc, char **argv, GrCommandLine *line);
void GrCommandLineFree(GrCommandLine *line);

#endif
