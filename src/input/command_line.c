/* command_line: see command_line.h. */
#include "input/command_line.h"

#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

static PetscBool IsNumber(const char *word)
{
  return (PetscBool)(word[0] == '-' && word[1] >= '0' && word[1] <= '9');
}

/* An option of PETSc's with the value that may follow; returns the number of words it takes. */
static int TakeOption(int n, char **word, GrCommandLine *line)
{
  const int words = n > 1 && (word[1][0] != '-' || IsNumber(word[1])) ? 2 : 1;

  for (int i = 0; i < words; i++) {
    const size_t used = strlen(line->options);
    line->petsc_argv[line->petsc_argc++] = word[i];
    snprintf(line->options + used, sizeof(line->options) - used, "%s%s", used ? " " : "", word[i]);
  }
  return words;
}

PetscErrorCode GrCommandLineRead(int argc, char **argv, GrCommandLine *line)
{
  const int room = (int)(sizeof(line->argument) / sizeof(line->argument[0]));

  *line = (GrCommandLine){.argc = argc, .argv = argv, .petsc_argc = 1};
  line->set = calloc((size_t)argc, sizeof(*line->set));
  line->petsc_argv = calloc((size_t)argc + 1, sizeof(*line->petsc_argv));
  line->petsc_argv[0] = argv[0];
  for (int i = 2; i < argc; i++) {
    const PetscBool set = (PetscBool)!strcmp(argv[i], "--set"), output = (PetscBool)!strcmp(argv[i], "-o");
    if ((set || output) && i + 1 == argc)
      return GrFail(GR_EXIT_INPUT, "%s needs a value; write %s", argv[i], set ? "--set path=value" : "-o DIR");
    if (set)
      line->set[line->n_set++] = argv[++i];
    else if (output)
      line->output = argv[++i];
    else if (!strcmp(argv[i], "--plot-data"))
      line->plot = PETSC_TRUE;
    else if (!strcmp(argv[i], "--help"))
      line->help = PETSC_TRUE;
    else if (argv[i][0] == '-' && argv[i][1])
      i += TakeOption(argc - i, argv + i, line) - 1;
    else if (line->n_arguments < room)
      line->argument[line->n_arguments++] = argv[i];
  }
  return 0;
}

void GrCommandLineFree(GrCommandLine *line)
{
  free(line->set);
  free(line->petsc_argv);
}
