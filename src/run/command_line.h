/* Command line: separates the options of granum from PETSc options; subcommands, their manual and completion. Needs no
   MPI. */
#ifndef GRANUM_RUN_COMMAND_LINE_H
#define GRANUM_RUN_COMMAND_LINE_H

#include <petscsys.h>
#include <stdio.h>

enum { GR_ARGUMENTS_MAX = 2 };

typedef struct {
  int n_arguments;                  /* number of arguments; only the first GR_ARGUMENTS_MAX are stored */
  char *argument[GR_ARGUMENTS_MAX]; /* arguments after the subcommand */
  int n_words, n_set;
  const char **word;   /* options of granum, such as --set, in order */
  const char **set;    /* values of --set */
  const char *output;  /* value of -o; NULL: not given */
  const char *which;   /* value of --case; NULL: not given */
  const char *like;    /* value of --like; NULL: not given */
  PetscBool plot;      /* --plot-data */
  PetscBool overwrite; /* --overwrite */
  PetscBool all;       /* --all */
  PetscBool json;      /* --json */
  const char *errors;  /* value of --errors; NULL: not given */
  PetscBool verbose;   /* -v */
  PetscBool help;      /* --help */
  const char *cut; /* value of --set that a single word follows, probably because of a blank in the value; NULL: none */
  const char *rest; /* the word after `cut` */
  char *options;    /* PETSc options as one text */
  int argc;         /* whole command line */
  char **argv;
  int petsc_argc; /* arguments for PetscInitialize */
  char **petsc_argv;
} GrRunCommandLine;

/* Reads the command line. The strings belong to argv, which must remain valid. An unknown option or a missing value is
   a failure of the input. Call GrRunCommandLineFree also after a failure. */
PetscErrorCode GrRunCommandLineRead(int argc, char **argv, GrRunCommandLine *line);

/* Fails if the subcommand `name` does not accept an option or this number of arguments. arguments: its synopsis, as in
   its help. */
PetscErrorCode GrRunCommandLineCheck(const GrRunCommandLine *line, const char *name, const char *arguments, int least,
                                     int most);
/* Frees the arrays of a command line. */
void GrRunCommandLineFree(GrRunCommandLine *line);

/* A subcommand of granum, such as `run`: name, synopsis of its arguments, meaning. */
typedef struct {
  const char *name, *arguments, *meaning;
  int least, most; /* number of arguments */
  PetscErrorCode (*run)(const GrRunCommandLine *line);
} GrRunCommand;

/* Prints the manual page granum(1). */
void GrRunCommandManual(int n, const GrRunCommand commands[], FILE *out);

/* Prints a script that completes commands and options in bash or zsh; GrFail(GR_EXIT_INPUT, ...) for another shell. */
PetscErrorCode GrRunCommandCompletion(int n, const GrRunCommand commands[], const char *shell, FILE *out);

/* An option of granum. */
typedef struct {
  const char *word, *guess,
      *value;  /* "--set"; a name that users often write instead; "path=value", NULL: it has none */
  long offset; /* place of its value in GrRunCommandLine; -1: it is appended to `set` */
  const char *meaning;
} GrRunCommandWord;
extern const GrRunCommandWord GrRunCommandWords[];
extern const int GrRunCommandWordCount;

/* Meaning of the exit codes, in one sentence. */
extern const char GrRunCommandExitCodes[];

#endif
