/* The command line of granum: separates granum's options from PETSc options, and defines the subcommands, the manual
   page and the shell completion. Needs no MPI. */
#ifndef GRANUM_COMMAND_COMMAND_LINE_H
#define GRANUM_COMMAND_COMMAND_LINE_H

#include <granum/error.h>
#include <petscsys.h>
#include <stdbool.h>
#include <stdio.h>

enum { GR_ARGUMENTS_MAX = 2 };

/* A command line: granum SUBCOMMAND ARGUMENTS OPTIONS. */
typedef struct {
  /* number of arguments after the subcommand; only the first GR_ARGUMENTS_MAX are stored */
  int n_arguments;
  char *argument[GR_ARGUMENTS_MAX]; /* the arguments after the subcommand */
  int n_words, n_set;               /* numbers of entries of `word` and of `set` */
  /* [n_words] names of all given options of granum, such as --set, in the order of the command line */
  const char **word;
  const char **set;   /* [n_set] values of all options --set, such as "title=A" */
  const char *output; /* value of -o; NULL: not given */
  const char *which;  /* value of --case; NULL: not given */
  const char *like;   /* value of --like; NULL: not given */
  const char *groups; /* value of --groups; NULL: not given */
  const char *plugin; /* value of --plugin; NULL: not given */
  bool plot;          /* whether --plot-data is given */
  const char *over;   /* value of --over; NULL: not given */
  bool overwrite;     /* whether --overwrite is given */
  bool all;           /* whether --all is given */
  bool json;          /* whether --json is given */
  const char *errors; /* value of --errors; NULL: not given */
  bool verbose;       /* whether -v is given */
  bool help;          /* whether --help is given */
  /* For a message about missing quotes, as in `--set title=A B`: a value of --set (title=A), and the word directly
     after it (B). NULL: no value of --set is followed by a word. */
  const char *cut;
  const char *rest;
  char *options; /* PETSc options of the command line, as one text */
  int argc;      /* argc and argv: the whole command line, as main receives it */
  char **argv;
  int petsc_argc; /* petsc_argc and petsc_argv: program name and PETSc options, for PetscInitialize */
  char **petsc_argv;
} GrCommandLine;

/* Reads the command line into *line, whose strings point into argv. Fails with GR_EXIT_INPUT if an option is unknown or
   has no value. Call GrCommandLineFree also after a failure. */
PetscErrorCode GrCommandLineRead(int argc, char **argv, GrCommandLine *line);

/* Fails if the subcommand `name` does not accept an option of the command line, or if the number of arguments is
   outside the range from `least` to `most`. arguments: synopsis of the subcommand in its help, which names the accepted
   options. */
PetscErrorCode GrCommandLineCheck(const GrCommandLine *line, const char *name, const char *arguments, int least,
                                  int most);
/* Frees the arrays of a command line. */
void GrCommandLineFree(GrCommandLine *line);

/* Kind of argument that the shell completes for a subcommand: nothing; inputs (YAML files), or folders with them;
   results and checkpoints (HDF5 files), or folders of runs; names of laws; names of keys; names of shells. */
typedef enum {
  GR_COMPLETE_NOTHING,
  GR_COMPLETE_INPUTS,
  GR_COMPLETE_RESULTS,
  GR_COMPLETE_LAWS,
  GR_COMPLETE_KEYS,
  GR_COMPLETE_SHELLS
} GrCommandCompletes;

/* A subcommand of granum, such as `run`. */
typedef struct {
  const char *name;
  const char *arguments; /* synopsis for the help: arguments and accepted options */
  const char *meaning;   /* description of the subcommand in the help */
  int least, most;       /* smallest and largest number of arguments */
  /* when the command needs MPI and PETSc: "always", "never", or with an option, such as "--plot-data". Without them it
     runs on one process, before MPI_Init */
  const char *needs_mpi;
  /* Function that executes the subcommand. May set *code, which is GR_EXIT_DONE before the call, to the exit code of a
     command that has not failed. */
  PetscErrorCode (*run)(const GrCommandLine *line, GrExit *code);
  GrCommandCompletes completes;
} GrCommand;

/* Prints the manual page granum(1) with the n subcommands. */
void GrCommandManual(int n, const GrCommand commands[], FILE *out);

/* Prints a script by which the shell completes subcommands and options. shell: "bash" or "zsh"; fails with
   GR_EXIT_INPUT for another shell. */
PetscErrorCode GrCommandCompletion(int n, const GrCommand commands[], const char *shell, FILE *out);

/* An option of granum's command line. */
typedef struct {
  const char *word;  /* name of the option, for example "--set" */
  const char *guess; /* wrong name that users often write, for the suggestion in the error message */
  const char *value; /* name of the value in the help, for example "path=value"; NULL: the option has no value */
  /* offset of the member of GrCommandLine that stores the value [bytes]; -1: the member `set`, a list of values */
  long offset;
  const char *meaning; /* description of the option in the help */
} GrCommandWord;
extern const GrCommandWord GrCommandWords[];
extern const int GrCommandWordCount;

/* Text with the meaning of all exit codes, for the help. */
extern const char GrCommandExitCodes[];

#endif
