/* The command line: separation of granum's options from PETSc options; the subcommands, their manual page and shell
   completion. Needs no MPI. */
#ifndef GRANUM_RUN_COMMAND_LINE_H
#define GRANUM_RUN_COMMAND_LINE_H

#include <petscsys.h>
#include <stdio.h>

enum { GR_ARGUMENTS_MAX = 2 };

typedef struct {
  /* number of arguments after the subcommand; only the first GR_ARGUMENTS_MAX are stored */
  int n_arguments;
  char *argument[GR_ARGUMENTS_MAX]; /* the arguments after the subcommand */
  int n_words, n_set;
  const char **word;   /* [n_words] options of granum, such as --set, in their order */
  const char **set;    /* [n_set] values of the options --set */
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
  /* value of --set after which a single word follows, probably because the value has a blank; NULL: none */
  const char *cut;
  const char *rest; /* the single word that follows after `cut` */
  char *options;    /* PETSc options as one text */
  int argc;         /* whole command line */
  char **argv;
  int petsc_argc; /* arguments for PetscInitialize */
  char **petsc_argv;
} GrRunCommandLine;

/* Reads the command line. The strings belong to argv, which must remain valid. An unknown option or a missing value is
   a failure of the input. Call GrRunCommandLineFree also after a failure. */
PetscErrorCode GrRunCommandLineRead(int argc, char **argv, GrRunCommandLine *line);

/* Fails if the subcommand `name` does not accept an option of the command line, or if the number of arguments is not
   between least and most. arguments: synopsis of the subcommand, as in its help; it has the accepted options. */
PetscErrorCode GrRunCommandLineCheck(const GrRunCommandLine *line, const char *name, const char *arguments, int least,
                                     int most);
/* Frees the arrays of a command line. */
void GrRunCommandLineFree(GrRunCommandLine *line);

/* A subcommand of granum, such as `run`: its name, the synopsis of its arguments and options, its meaning, and the
   function that executes it. */
typedef struct {
  const char *name, *arguments, *meaning;
  int least, most; /* smallest and largest number of arguments */
  PetscErrorCode (*run)(const GrRunCommandLine *line);
} GrRunCommand;

/* Prints the manual page granum(1). */
void GrRunCommandManual(int n, const GrRunCommand commands[], FILE *out);

/* Prints a script that completes commands and options in bash or zsh; GrFail(GR_EXIT_INPUT, ...) for another shell. */
PetscErrorCode GrRunCommandCompletion(int n, const GrRunCommand commands[], const char *shell, FILE *out);

/* An option of granum's command line. */
typedef struct {
  const char *word, *guess,
      /* name, "--set"; a wrong name that users often write; name of the value, "path=value", NULL: the option has no
         value */
      *value;
  /* offset in GrRunCommandLine of the member that stores the value [bytes]; -1: the value is appended to `set` */
  long offset;
  const char *meaning;
} GrRunCommandWord;
extern const GrRunCommandWord GrRunCommandWords[];
extern const int GrRunCommandWordCount;

/* Meaning of the exit codes, in one sentence. */
extern const char GrRunCommandExitCodes[];

#endif
