/* Reads the command line, and checks the options of a subcommand; see command_line.h. */
#include "command/command_line.h"

#include "base/failure.h"
#include "base/math/nearest.h"
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

enum { GUESS_MAX = 64 };

#define PLACE(member) offsetof(GrCommandLine, member)
const GrCommandWord GrCommandWords[] = {
    {"--set", "--override", "path=value", -1,
     "change one key of the input, such as time.end='2 ms'; any number of times"},
    {"-o", "--output", "DIR", PLACE(output), "the folder of the results; without it the name of the input"},
    {"--like", "--from", "INPUT", PLACE(like), "the input that a new case is a copy of: a file, or a shipped one"},
    {"--case", "--only", "NAME|NUMBER", PLACE(which), "of an input with several cases, the one to run"},
    {"--groups", "--parallel", "N", PLACE(groups),
     "divide the ranks into N groups that share the cases of a study; without it all ranks compute one case at a time"},
    {"--plugin", "--load", "FILE.so", PLACE(plugin),
     "load laws, wall shapes, observables and other parts of your own from a shared object; several: A.so,B.so"},
    {"--overwrite", "--force", NULL, PLACE(overwrite), "remove the run that the folder holds, and run anew"},
    {"--plot-data", "--plot", NULL, PLACE(plot), "the curves of a law as CSV"},
    {"--over", "--against", "PARAMETER", PLACE(over),
     "with --plot-data: what an impact returns, over a parameter of the law from 0 to 1"},
    {"--all", "--full", NULL, PLACE(all), "also print the case with all defaults"},
    {"--json", "--format", NULL, PLACE(json), "print the report as JSON"},
    {"--errors", "--messages", "text|json", PLACE(errors),
     "the form of errors and warnings; json: an object on each line, for editors and scripts"},
    {"-v", "--verbose", NULL, PLACE(verbose), "also print the performance card at the end of a run"},
    {"--help", "-h", NULL, PLACE(help), "explain the command"}};
enum { WORDS = sizeof(GrCommandWords) / sizeof(GrCommandWords[0]) };
const int GrCommandWordCount = WORDS;

static const GrCommandWord *FindWord(const char *word)
{
  for (int i = 0; i < WORDS; i++)
    if (strcmp(GrCommandWords[i].word, word) == 0)
      return &GrCommandWords[i];
  return strcmp(word, "-h") == 0 ? FindWord("--help") : NULL;
}

/* An option of PETSc with the value that may follow. Returns the number of words. */
static int TakeOption(int n, char **word, GrCommandLine *line)
{
  const int taken = n > 1 && (word[1][0] != '-' || (word[1][1] >= '0' && word[1][1] <= '9')) ? 2 : 1;

  for (int i = 0; i < taken; i++) {
    line->petsc_argv[line->petsc_argc++] = word[i];
    if (line->options[0])
      strcat(line->options, " ");
    strcat(line->options, word[i]);
  }
  return taken;
}

/* An option of granum with its value. Returns the number of words; 0: the value is missing. */
static int TakeWord(int n, char **given, const GrCommandWord *word, GrCommandLine *line)
{
  char *to = (char *)line + (word->offset < 0 ? 0 : word->offset);

  line->word[line->n_words++] = word->word;
  if (!word->value) {
    *(bool *)to = true;
    return 1;
  }
  if (n == 1 || !given[1][0])
    return 0;
  if (word->offset < 0)
    line->set[line->n_set++] = given[1];
  else
    *(const char **)to = given[1];
  return 2;
}

/* cut: value of --set directly before the word; NULL: none. If the input file follows --set, its name contains a dot.
   */
static void TakeArgument(char *word, const char *cut, GrCommandLine *line)
{
  if (line->n_arguments < GR_ARGUMENTS_MAX)
    line->argument[line->n_arguments] = word;
  line->n_arguments++;
  if (cut && (!line->rest || strchr(line->rest, '.'))) {
    line->cut = cut;
    line->rest = word;
  }
}

static PetscErrorCode ComplainWord(const char *word)
{
  char asked[GUESS_MAX];
  const GrCommandWord *near = NULL;

  snprintf(asked, sizeof(asked), "%.*s", (int)strcspn(word, "="), word);
  GrNearest nearest = GrNearestBegin(asked);
  for (int i = 0; i < WORDS; i++) {
    GrNearestTry(&nearest, GrCommandWords[i].word);
    GrNearestTry(&nearest, GrCommandWords[i].guess);
    if (nearest.best == GrCommandWords[i].word || nearest.best == GrCommandWords[i].guess)
      near = &GrCommandWords[i];
  }
  if (near)
    return GrFail(GR_EXIT_INPUT, "there is no option %s; did you mean %s%s%s?", word, near->word,
                  near->value ? " " : "", near->value ? near->value : "");
  return GrFail(GR_EXIT_INPUT,
                "there is no option %s; `granum COMMAND --help` lists its options; options of PETSc begin with one "
                "dash",
                word);
}

static PetscErrorCode AllocateWords(int argc, char **argv, GrCommandLine *line)
{
  size_t length = 1;

  for (int i = 0; i < argc; i++)
    length += strlen(argv[i]) + 1;
  *line = (GrCommandLine){.argc = argc, .argv = argv, .petsc_argc = 1};
  line->word = calloc((size_t)argc, sizeof(*line->word));
  line->set = calloc((size_t)argc, sizeof(*line->set));
  line->petsc_argv = calloc((size_t)argc + 1, sizeof(*line->petsc_argv));
  line->options = calloc(length, 1);
  if (!line->word || !line->set || !line->petsc_argv || !line->options)
    return GrFail(GR_EXIT_INPUT, "there is no memory for the %d words of the command line; write fewer", argc);
  line->petsc_argv[0] = argv[0];
  return 0;
}

PetscErrorCode GrCommandLineRead(int argc, char **argv, GrCommandLine *line)
{
  PetscErrorCode error = AllocateWords(argc, argv, line);

  for (int i = 2; i + 1 < argc; i++) /* first, because the line itself may be wrong */
    if (strcmp(argv[i], "--errors") == 0 && strcmp(argv[i + 1], "json") == 0)
      GrFailureUseJson();

  for (int i = 2, taken = 1; i < argc && !error; i += taken) {
    const GrCommandWord *word = FindWord(argv[i]);
    const bool behind_set = line->n_set > 0 && argv[i - 1] == line->set[line->n_set - 1];
    taken = 1;
    if (word)
      taken = TakeWord(argc - i, argv + i, word, line);
    else if (strncmp(argv[i], "--", 2) == 0)
      error = ComplainWord(argv[i]);
    else if (argv[i][0] == '-' && argv[i][1])
      taken = TakeOption(argc - i, argv + i, line);
    else
      TakeArgument(argv[i], behind_set ? argv[i - 1] : NULL, line);
    if (taken == 0)
      error = GrFail(GR_EXIT_INPUT, "%s needs a value; write %s %s", argv[i], word->word, word->value);
  }
  return error;
}

PetscErrorCode GrCommandLineCheck(const GrCommandLine *line, const char *name, const char *arguments, int least,
                                  int most)
{
  for (int i = 0; i < line->n_words; i++)
    if (!strstr(arguments, line->word[i]) && strcmp(line->word[i], "--errors") != 0)
      return GrFail(GR_EXIT_INPUT, "%s: there is no %s here; write granum %s %s", name, line->word[i], name, arguments);
  for (int i = 0; i < line->n_words; i++)
    for (int k = 0; k < i; k++)
      if (line->word[i] == line->word[k] && FindWord(line->word[i])->value && strcmp(line->word[i], "--set") != 0)
        return GrFail(GR_EXIT_INPUT, "%s is given twice; give it once%s", line->word[i],
                      strcmp(line->word[i], "--plugin") ? "" : ", for several files as --plugin A.so,B.so");
  if (line->errors && strcmp(line->errors, "text") != 0 && strcmp(line->errors, "json") != 0)
    return GrFail(GR_EXIT_INPUT, "--errors %s: there are text and json; write --errors json", line->errors);
  if (line->n_arguments > most && line->rest)
    return GrFail(GR_EXIT_INPUT,
                  "--set %s is followed by the word %s; put words with blanks into quotes: --set '%s %s'", line->cut,
                  line->rest, line->cut, line->rest);
  if (line->n_arguments < least || line->n_arguments > most)
    return GrFail(GR_EXIT_INPUT, "%s: wrong number of arguments; write granum %s %s", name, name, arguments);
  return 0;
}

void GrCommandLineFree(GrCommandLine *line)
{
  free(line->word);
  free(line->set);
  free(line->petsc_argv);
  free(line->options);
}

const char GrCommandExitCodes[] =
    "0 done, 1 `diff` found a difference or granum failed, 2 bad input, 3 the physics failed, 4 a file "
    "could not be read or written, 75 stopped on a signal, the wall time or a file `stop` "
    "(`resume` continues the run), or refused because another run is at work in the folder.";
