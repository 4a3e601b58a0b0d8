/* Command line: granum's own words and PETSc's options, told apart; subcommands, their manual and completion. Without
   MPI. */
#ifndef GRANUM_RUN_COMMAND_LINE_H
#define GRANUM_RUN_COMMAND_LINE_H

#include <petscsys.h>
#include <stdio.h>

enum { GR_ARGUMENTS_MAX = 2 };

typedef struct {
  int n_arguments;                  /* as many as were given, of which the first are kept */
  char *argument[GR_ARGUMENTS_MAX]; /* after the name of the subcommand */
  int n_words, n_set;
  const char **word;  /* granum's own, such as --set, each time it was given */
  const char **set;   /* of --set */
  const char *output; /* of -o; NULL without */
  const char *which;  /* of --case; NULL without */
  const char *like;   /* of --like; NULL without */
  PetscBool plot;     /* --plot-data */
  PetscBool overwrite;
  PetscBool all;     /* --all */
  PetscBool verbose; /* -v */
  PetscBool help;    /* --help */
  const char *cut;   /* a value of --set behind which a word stands alone, as if it had been cut at a blank; or NULL */
  const char *rest;  /* that word */
  char *options;     /* PETSc's, as one text */
  int argc;          /* whole command line */
  char **argv;
  int petsc_argc; /* what PetscInitialize is to see */
  char **petsc_argv;
} GrCommandLine;

/* The words are those of argv, which must stay. Fails on a word of granum's that is not known and where a value is
   missing, as bad input. Free it also then. */
PetscErrorCode GrCommandLineRead(int argc, char **argv, GrCommandLine *line);

/* Fails if the subcommand `name` takes no such words or another number of them; `arguments`: what it takes, as its help
   has it. */
PetscErrorCode GrCommandLineCheck(const GrCommandLine *line, const char *name, const char *arguments, int least,
                                  int most);
void GrCommandLineFree(GrCommandLine *line);

/* A subcommand. */
typedef struct {
  const char *name, *arguments, *meaning;
  int least, most; /* number of arguments */
  PetscErrorCode (*run)(const GrCommandLine *line);
} GrCommand;

/* The page of the manual of all subcommands, granum(1), for man. */
void GrCommandManual(int n, const GrCommand commands[], FILE *out);

/* A script that completes them in bash or zsh; GrFail(GR_EXIT_INPUT, ...) for another shell. */
PetscErrorCode GrCommandCompletion(int n, const GrCommand commands[], const char *shell, FILE *out);

/* granum's own words, one after the other: "--set", its value ("path=value", NULL: none) and what it does; false: there
   are no more. */
PetscBool GrCommandWord(int i, const char **word, const char **value, const char **meaning);

/* What the exit codes mean, in one sentence. */
extern const char GrCommandExitCodes[];

#endif
