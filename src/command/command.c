/* The command granum: GrMain of granum/command.h. Each subcommand is a row of `commands`. */
#include "base/failure.h"
#include "base/math/nearest.h"
#include "base/memory.h"
#include "base/pages.h"
#include "base/shell.h"
#include "case/study.h"
#include "command/command_line.h"
#include "impact/impact.h"
#include "input/key/registry.h"
#include "io/h5/provenance.h"
#include "law/card/card.h"
#include "run/info.h"
#include "run/new.h"

#include <errno.h>
#include <granum/case.h>
#include <granum/command.h>
#include <granum/error.h>
#include <granum/law.h>
#include <granum/results.h>
#include <granum/run.h>
#include <granum_version.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { CASE_NAME = 2 * GR_NAME_MAX };

static int RankOfProcess(void)
{
  int rank = 0;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  return rank;
}

/* Folder of the output: DIR of `-o DIR`, or the name of the input without folder and ending; for one case of a study
   the folder of this case. */
static void OutputDirectory(const GrCommandLine *line, const char *the_case, char *directory, size_t length)
{
  const char *name = strrchr(line->argument[0], '/');
  char *dot;

  snprintf(directory, length, "%s", line->output ? line->output : (name ? name + 1 : line->argument[0]));
  dot = strrchr(directory, '.');
  if (!line->output && dot && dot != directory)
    *dot = '\0';
  if (!line->output && *the_case)
    snprintf(directory + strlen(directory), length - strlen(directory), "/%s", the_case);
}

/* the_case: name of the case that --case selects; "": none. */
static PetscErrorCode ReadStudy(const GrCommandLine *line, GrStudy **study, char the_case[CASE_NAME])
{
  the_case[0] = '\0';
  PetscCall(GrStudyRead(PETSC_COMM_WORLD, line->argument[0], line->n_set, line->set, study));
  if (line->which)
    PetscCall(GrStudySelect(*study, line->which, CASE_NAME, the_case));
  if (RankOfProcess() == 0)
    PetscCall(GrStudyWarn(*study, stderr));
  return 0;
}

/* The number of groups that --groups gives; 0: not given. */
static PetscErrorCode ReadGroups(const GrCommandLine *line, int *groups)
{
  char *end = NULL;
  const long n = line->groups ? strtol(line->groups, &end, 10) : 0;

  *groups = (int)n;
  if (line->groups && (*end || n < 1 || n > INT_MAX))
    return GrFail(GR_EXIT_INPUT, "--groups %s: is not a number of groups of ranks, from 1; write --groups 2",
                  line->groups);
  return 0;
}

/* Runs one case of particles, a study, or another problem. Signals stop runs of particles with a checkpoint. */
static PetscErrorCode RunInto(GrRunFolder folder, const GrStudy *study, const GrCommandLine *line)
{
  GrRunOptions options = {.petsc = line->options, .shows_progress = true, .verbose = line->verbose, .warns = true};
  const GrCase *first = study->variant[0].point[0];

  PetscCall(ReadGroups(line, &options.groups));
  PetscCall(GrRunFolderSpare(folder, study));
  PetscCall(GrRunFolderCheck(folder));
  if (first->problem == GR_PROBLEM_PARTICLES)
    GrRunStopCatch();
  else
    GrRunStopRelease();
  return GrRunStudy(PETSC_COMM_WORLD, study, folder, &options);
}

static PetscErrorCode RunInput(const GrCommandLine *line, GrExit *code)
{
  const GrFolderUse use = line->overwrite ? GR_FOLDER_OVERWRITE : GR_FOLDER_REFUSE;
  const char *const *words = (const char *const *)line->argv;
  GrStudy *study;
  GrRunFolder folder;
  char directory[PETSC_MAX_PATH_LEN], the_case[CASE_NAME];

  PetscCall(ReadStudy(line, &study, the_case));
  OutputDirectory(line, the_case, directory, sizeof(directory));
  PetscCall(GrRunFolderCreate(PETSC_COMM_WORLD, directory, use, words, &folder));
  PetscErrorCode error = RunInto(folder, study, line);
  PetscCall(GrRunFolderClose(&folder, error));
  PetscCall(GrStudyDestroy(&study));
  return error;
}

static PetscErrorCode NewInput(const GrCommandLine *line, GrExit *code)
{
  return GrRunNewCase(PETSC_COMM_WORLD, line->argument[0], line->like, stdout);
}

static PetscErrorCode ResumeRun(const GrCommandLine *line, GrExit *code)
{
  GrRunOptions options = {.petsc = line->options,
                          .directory = line->output,
                          .n_set = line->n_set,
                          .set = line->set,
                          .shows_progress = true,
                          .verbose = line->verbose,
                          .warns = true};
  const char *const *words = (const char *const *)line->argv;
  GrRunFolder folder;

  PetscCall(ReadGroups(line, &options.groups));
  GrRunStopCatch();
  PetscCall(GrRunFolderCreate(PETSC_COMM_WORLD, NULL, GR_FOLDER_CONTINUE, words, &folder));
  PetscErrorCode error = GrRunStudyResume(PETSC_COMM_WORLD, line->argument[0], folder, &options);
  PetscCall(GrRunFolderClose(&folder, error));
  return error;
}

static PetscErrorCode CheckInput(const GrCommandLine *line, GrExit *code)
{
  GrStudy *study;
  char the_case[CASE_NAME], next[GR_SHELL_MAX];

  PetscCall(ReadStudy(line, &study, the_case));
  GrShellCommand("run", line->argument[0], next);
  for (int i = 2; i < line->argc; i++)
    if (line->argv[i] != line->argument[0] && strcmp(line->argv[i], "--all") != 0 &&
        strcmp(line->argv[i], "--json") != 0 && strcmp(line->argv[i], "--plugin") != 0 && line->argv[i] != line->plugin)
      GrShellAppend(line->argv[i], next);
  if (line->json)
    PetscCall(GrRunCheckJson(PETSC_COMM_WORLD, study, line->all, next, stdout));
  else
    PetscCall(GrRunCheck(PETSC_COMM_WORLD, study, line->all, stdout));
  PetscCall(GrStudyDestroy(&study));
  if (RankOfProcess() == 0 && !line->json) /* with --all the line is a comment */
    printf("%snext: %s\n", line->all ? "# " : "", next);
  return 0;
}

static PetscErrorCode PrintLaws(const GrCommandLine *line, GrExit *code)
{
  const char *word = line->n_arguments ? line->argument[0] : NULL;
  const char *lammps = word && !GrLawFind(word) ? GrLawLammps(word) : NULL;
  const GrLaw *law = GrCardFind(word, 0);
  const bool several = law && GrCardFind(word, 1);
  if (lammps)
    return GrFail(GR_EXIT_INPUT, "laws: '%s' is a word of LAMMPS or LIGGGHTS; %s", word, lammps);
  if (!law) {
    const char *near = GrLawNearest(word);
    return GrFail(GR_EXIT_INPUT, "laws: no card contains %s; %s%s; if a plugin defines it, give --plugin", word,
                  near ? "did you mean " : "`granum laws` lists them", near ? near : "");
  }
  if (line->over && !(line->plot && word))
    return GrFail(GR_EXIT_INPUT, "laws: --over belongs to `granum laws NAME --plot-data`; write both");
  if (line->plot && several)
    return GrFail(GR_EXIT_INPUT, "laws: --plot-data needs the name of one law, and %s is in several cards, such as %s",
                  word, law->name);
  if (line->plot && RankOfProcess() != 0)
    return 0;
  if (line->json)
    PetscCall(GrCardJson(word, stdout));
  else if (several)
    GrCardList(word, stdout);
  else if (line->plot)
    PetscCall(line->over ? GrImpactPlotOver(law, line->over, stdout) : GrImpactPlotLaw(law, stdout));
  else
    (void)GrLawCard(law->name, stdout);
  return 0;
}

static PetscErrorCode PrintSchema(const GrCommandLine *line, GrExit *code)
{
  return GrKeysPrintSchema(stdout);
}

static PetscErrorCode PrintKeys(const GrCommandLine *line, GrExit *code)
{
  return (line->json ? GrKeysJson : GrKeysPrint)(line->n_arguments ? line->argument[0] : NULL, stdout);
}

static PetscErrorCode DiffFiles(const GrCommandLine *line, GrExit *code)
{
  bool same;

  PetscCall(GrResultsDiff(line->argument[0], line->argument[1], &same, stdout));
  if (!same)
    *code = GR_EXIT_OTHER;
  return 0;
}

static PetscErrorCode PrintInfo(const GrCommandLine *line, GrExit *code)
{
  return GrRunInfo(line->argument[0], stdout);
}

static PetscErrorCode WatchRun(const GrCommandLine *line, GrExit *code)
{
  return GrRunWatch(line->argument[0], stdout);
}

static PetscErrorCode PrintVersions(const GrCommandLine *line, GrExit *code)
{
  GrResultsProvenanceVersions(stdout);
  return 0;
}

/* These commands print the table of all commands. */
static PetscErrorCode PrintManual(const GrCommandLine *line, GrExit *code);
static PetscErrorCode PrintCompletion(const GrCommandLine *line, GrExit *code);
static PetscErrorCode PrintHelp(const GrCommandLine *line, GrExit *code);

static const GrCommand commands[] = {
    {"new", "NAME [--like INPUT]",
     "write NAME.yaml, a small case with comments to start from; --like: a copy of an input, or of a shipped one "
     "such as bulk/chute, with the files that it names",
     1, 1, "always", NewInput, GR_COMPLETE_NOTHING},
    {"run",
     "INPUT.yaml [-o DIR] [--overwrite] [--case NAME|NUMBER] [--groups N] [--set path=value]... [--plugin FILE.so] "
     "[-v] [PETSc options]",
     "run a case; mpirun -n P granum run ... on P ranks; a folder that holds a run is refused without --overwrite; of "
     "several cases --case runs one, and --groups N lets N groups of ranks share them",
     1, 1, "always", RunInput, GR_COMPLETE_INPUTS},
    {"resume",
     "CHECKPOINT|DIRECTORY [-o DIR] [--groups N] [--set path=value]... [--plugin FILE.so] [-v] [PETSc options]",
     "continue from a checkpoint, from the newest one of a directory, or continue a study; on any number of ranks, "
     "with the same bits",
     1, 1, "always", ResumeRun, GR_COMPLETE_RESULTS},
    {"check", "INPUT.yaml [--case NAME|NUMBER] [--set path=value]... [--plugin FILE.so] [--all] [--json]",
     "validate an input; print the number of particles, the step and its limits, and forecasts of run time, memory and "
     "output; --all: also the case with all defaults",
     1, 1, "always", CheckInput, GR_COMPLETE_INPUTS},
    {"laws", "[NAME [--plot-data [--over PARAMETER]]] [--plugin FILE.so] [--json]",
     "list the contact laws; print the card of one, or its curves as CSV; NAME: also another name or an author", 0, 1,
     "--plot-data", PrintLaws, GR_COMPLETE_LAWS},
    {"keys", "[NAME] [--plugin FILE.so] [--json]",
     "print the reference of all input keys, or of one key (step, time.step, walls) and the keys below it", 0, 1,
     "never", PrintKeys, GR_COMPLETE_KEYS},
    {"schema", "[--plugin FILE.so]", "print the JSON Schema of the input, for editors", 0, 0, "never", PrintSchema,
     GR_COMPLETE_NOTHING},
    {"diff", "A.h5 B.h5", "list the datasets of two results files that differ; exit 0: same bits, 1: different", 2, 2,
     "always", DiffFiles, GR_COMPLETE_RESULTS},
    {"info", "FILE.h5|DIRECTORY",
     "print the contents of a results file, a checkpoint or the folder of a run; check the checkpoint for damage", 1, 1,
     "always", PrintInfo, GR_COMPLETE_RESULTS},
    {"watch", "DIRECTORY",
     "print progress, time left, speed and energy residual of a running run until it ends; exit 0: completed, 3: "
     "failed, "
     "75: stopped or killed",
     1, 1, "never", WatchRun, GR_COMPLETE_RESULTS},
    {"manual", "[input]", "print the manual for man: granum(1), or with input granum(5), the keys of a case", 0, 1,
     "never", PrintManual, GR_COMPLETE_NOTHING},
    {"completion", "bash|zsh", "print a script that completes granum's commands, options, files and keys", 1, 1,
     "never", PrintCompletion, GR_COMPLETE_SHELLS},
    {"help", "[COMMAND]", "explain all commands, or one", 0, 1, "never", PrintHelp, GR_COMPLETE_NOTHING},
    {"version", "", "print the versions of granum and its libraries; also granum --version", 0, 0, "never",
     PrintVersions, GR_COMPLETE_NOTHING},
};
enum { COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static PetscErrorCode PrintManual(const GrCommandLine *line, GrExit *code)
{
  if (line->n_arguments && strcmp(line->argument[0], "input") != 0)
    return GrFail(GR_EXIT_INPUT, "manual: there is no page %s; write granum manual, or granum manual input",
                  line->argument[0]);
  if (line->n_arguments)
    return GrKeysManual(stdout);
  GrCommandManual(COMMANDS, commands, stdout);
  return 0;
}

static PetscErrorCode PrintCompletion(const GrCommandLine *line, GrExit *code)
{
  return GrCommandCompletion(COMMANDS, commands, line->argument[0], stdout);
}

static void ExplainCommand(const GrCommand *command)
{
  printf("granum %s %s\n    %s\n", command->name, command->arguments, command->meaning);
}

/* The row of a command, also by the options --help, -h and --version; NULL: there is no such command. */
static const GrCommand *FindCommand(const char *name)
{
  if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "--version"))
    name = strcmp(name, "--version") ? "help" : "version";
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(commands[i].name, name))
      return &commands[i];
  return NULL;
}

static PetscErrorCode ComplainCommand(const char *name)
{
  const char *end = strrchr(name, '.') ? strrchr(name, '.') : "";
  GrNearest nearest = GrNearestBegin(name);

  if (!strcmp(end, ".yaml") || !strcmp(end, ".yml"))
    return GrFail(GR_EXIT_INPUT, "there is no command %s; did you mean granum run %s?", name, name);
  if (!strcmp(end, ".h5"))
    return GrFail(GR_EXIT_INPUT, "there is no command %s; did you mean granum info %s?", name, name);
  if (name[0] == '-')
    return GrFail(GR_EXIT_INPUT, "the command comes first, before %s; write granum run INPUT.yaml %s ...", name, name);
  for (int i = 0; i < COMMANDS; i++)
    GrNearestTry(&nearest, commands[i].name);
  return GrFail(GR_EXIT_INPUT, "there is no command %s; %s%s%s", name,
                nearest.best ? "did you mean granum " : "`granum help` lists them", nearest.best ? nearest.best : "",
                nearest.best ? "?" : "");
}

static PetscErrorCode PrintHelp(const GrCommandLine *line, GrExit *code)
{
  const GrCommand *one = line->n_arguments ? FindCommand(line->argument[0]) : NULL;

  if (line->n_arguments && !one)
    return ComplainCommand(line->argument[0]);
  if (one) {
    ExplainCommand(one);
    return 0;
  }
  printf("granum " GRANUM_VERSION ", particle simulator for contact mechanics\n\n");
  for (int i = 0; i < COMMANDS; i++)
    ExplainCommand(&commands[i]);
  printf("\ngranum COMMAND --help explains one of them; --errors json makes errors JSON; granum --version prints the "
         "versions of granum and its libraries.\n");
  printf("Exit codes: %s\n", GrCommandExitCodes);
  return 0;
}

/* Checks the words after the command. */
static PetscErrorCode CheckLine(const GrCommand *command, const char *name, const GrCommandLine *line)
{
  if (!command)
    return ComplainCommand(name);
  return line->help ? 0 : GrCommandLineCheck(line, name, command->arguments, command->least, command->most);
}

static bool NeedsMPI(const GrCommand *command, const GrCommandLine *line)
{
  bool needs = strcmp(command->needs_mpi, "always") == 0;

  for (int i = 0; i < line->n_words; i++)
    needs = needs || strcmp(command->needs_mpi, line->word[i]) == 0;
  return needs;
}

/* NULL, or why standard output could not be written. */
static const char *PrintingFailed(void)
{
  errno = 0;
  if (fflush(stdout) != 0)
    return strerror(errno);
  return ferror(stdout) ? "a part of it was lost" : NULL;
}

static PetscErrorCode ComplainPrinted(const char *reason)
{
  return GrFail(GR_EXIT_FILE,
                "standard output cannot be written: %s; the output is incomplete; write it to another place", reason);
}

/* Whether the command runs a case, which signals stop with a checkpoint. */
static bool RunsCase(const GrCommand *command)
{
  return command && (command->run == RunInput || command->run == ResumeRun);
}

/* `granum laws | head` ends quietly. A run continues without a reader, because it writes results. A limit of the file
   size is a failure to write, with its message; the launcher may forward its signal before MPI is initialized. */
static void HandlePlainSignals(const GrCommand *command)
{
  signal(SIGPIPE, RunsCase(command) ? SIG_IGN : SIG_DFL);
  signal(SIGXFSZ, SIG_IGN);
}

/* Checks standard output, the only output of most commands. A run also has its results. */
static PetscErrorCode CheckPrinted(const GrCommand *command)
{
  const char *reason = RankOfProcess() == 0 ? PrintingFailed() : NULL;
  PetscErrorCode error = 0;

  if (RunsCase(command)) { /* runs need no agreement */
    if (reason)
      GrWarn(stderr, "standard output cannot be written: %s; the output is incomplete", reason);
    return 0;
  }
  if (reason)
    error = ComplainPrinted(reason);
  return GrFailAgree(PETSC_COMM_WORLD, error);
}

/* Settings of Open MPI for a process that no launcher has started. Without them (figures of Open MPI 4.1.4, runs of two
   spheres, 0.5 s with them):
   - ess_singleton_isolated: MPI_Init starts a daemon: 0.4 s more, and seconds where host names resolve slowly.
   - orte_create_session_dirs: all processes of a user create and remove one session folder. Of 960 processes that
     started at the same time, one failed in MPI_Init because another had removed the folder.
   - sharedfp: OMPIO prints an error for each checkpoint, because there is no session folder for its shared pointers.
   - pml: MPI_Init waits 0.3 s for drivers of networks that one process does not use.
   A batch script of Slurm has SLURM_PROCID, but only srun sets SLURM_STEP_ID. */
static void SetOpenMPI(void)
{
  static const char *const launched[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_STEP_ID"};
  static const char *const settings[][2] = {{"OMPI_MCA_ess_singleton_isolated", "1"},
                                            {"OMPI_MCA_orte_create_session_dirs", "0"},
                                            {"OMPI_MCA_sharedfp", "^sm"},
                                            {"OMPI_MCA_pml", "ob1"}};

  for (size_t i = 0; i < sizeof(launched) / sizeof(launched[0]); i++)
    if (getenv(launched[i]))
      return;
  for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
    setenv(settings[i][0], settings[i][1], 0);
}

/* The rank before MPI is initialized; -1 without a launcher. */
static int LaunchedRank(void)
{
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};

  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
    if (getenv(names[i]))
      return atoi(getenv(names[i]));
  return -1;
}

/* Fails if files are limited to sizes at which MPI_Init of several processes waits for ever: Open MPI 4.1.4 cannot
   create the files of its shared memory. */
static PetscErrorCode CheckFileSize(void)
{
  enum { SMALLEST = 8192 }; /* [bytes] */
  struct rlimit limit;

  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= SMALLEST)
    return 0;
  return GrFail(GR_EXIT_FILE,
                "files are limited to %llu bytes, with which MPI cannot start several processes; raise the limit "
                "`ulimit -f`",
                (unsigned long long)limit.rlim_cur);
}

/* The exit code after an error. Without a recorded failure it is a defect, whose place PETSc has printed. */
static GrExit CodeOfError(void)
{
  return GrFailureCode() == GR_EXIT_DONE ? GR_EXIT_OTHER : GrFailureCode();
}

/* Calls PetscInitialize. A bad option may fail on some ranks only, for which the others wait: the first rank that
   prints its message ends all ranks. */
static GrExit BeginPetsc(int *argc, char ***argv)
{
  const struct timespec head_start = {.tv_sec = 10};
  int begun = 0, rank = LaunchedRank(), size = 1;

  GrFailBlameOptions(true);
  PetscErrorCode error = GrErrorHandlerInstall();
  error = error ? error : GrMemoryBegin(rank >= 0);
  error = error || rank < 0 ? error : CheckFileSize();
  error = error ? error : PetscInitialize(argc, argv, NULL, NULL);
  GrFailBlameOptions(false);
  if (!error)
    return GR_EXIT_DONE;
  GrRunStopRelease(); /* ends ranks that wait */
  MPI_Initialized(&begun);
  if (begun) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
  }
  if (rank > 0)
    nanosleep(&head_start, NULL);
  if (GrFailureCode() != GR_EXIT_DONE)
    GrFailurePrint(stderr, GrFailureCode(), GrFailureMessage());
  if (size > 1)
    MPI_Abort(MPI_COMM_WORLD, (int)CodeOfError());
  return CodeOfError();
}

/* Calls PetscFinalize, which writes the output of -log_view. If only the first rank fails to write, it ends the others.
   Signals are still caught, so that a second signal does not change the exit code of a stopped run. */
static GrExit EndPetsc(void)
{
  const int rank = RankOfProcess();
  int size, ended;

  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  GrFailBlameOptions(true);
  PetscOptionsSetValue(NULL, "-no_signal_handler", "1"); /* so that PetscFinalize leaves signal actions as they are */
  PetscErrorCode error = PetscFinalize();
  if (error && rank == 0)
    GrFailurePrint(stderr, GrFailureCode(), GrFailureMessage());
  MPI_Finalized(&ended);
  if (error && !ended && size > 1)
    MPI_Abort(MPI_COMM_WORLD, GR_EXIT_FILE);
  if (!ended)
    MPI_Finalize();
  return error ? GR_EXIT_FILE : GR_EXIT_DONE;
}

/* Loads the files of --plugin, separated by commas. */
static PetscErrorCode LoadPlugins(const GrCommandLine *line)
{
  char *files = line->plugin ? strdup(line->plugin) : NULL, *rest = NULL;
  PetscErrorCode error = 0;

  for (char *file = files ? strtok_r(files, ",", &rest) : NULL; file && !error; file = strtok_r(NULL, ",", &rest))
    error = GrPluginLoad(file);
  free(files);
  return error;
}

/* Executes a command that needs no MPI, or prints the error of the command line. Of the processes of a launcher only
   the first one does this. */
static GrExit AnswerAlone(const GrCommand *command, const GrCommandLine *line, PetscErrorCode error)
{
  GrExit code = GR_EXIT_DONE;

  if (LaunchedRank() > 0)
    return GR_EXIT_DONE;
  error = error ? error : GrErrorHandlerInstall();
  if (!error && line->help) {
    ExplainCommand(command);
  } else {
    error = error ? error : LoadPlugins(line);
    error = error ? error : command->run(line, &code);
  }
  const char *reason = PrintingFailed();
  if (!error && reason)
    error = ComplainPrinted(reason);
  if (!error)
    return code;
  fflush(stdout);
  if (GrFailureCode() != GR_EXIT_DONE)
    GrFailurePrint(stderr, GrFailureCode(), GrFailureMessage());
  return CodeOfError();
}

/* Executes a command between MPI_Init and MPI_Finalize, on all ranks. */
static GrExit AnswerTogether(const GrCommand *command, GrCommandLine *line)
{
  GrExit code = GR_EXIT_DONE;
  int petsc_argc = line->petsc_argc; /* PETSc may change both */
  char **petsc_argv = line->petsc_argv;

  SetOpenMPI();
  if (GrPagesUse(line->argc, line->argv))
    return GR_EXIT_OTHER;
  if (RunsCase(command))
    GrRunStopCatch();
  if ((code = BeginPetsc(&petsc_argc, &petsc_argv)) != GR_EXIT_DONE)
    return code;
  HandlePlainSignals(command); /* PETSc has replaced the actions */
  PetscErrorCode error = LoadPlugins(line);
  error = line->plugin ? GrFailAgree(PETSC_COMM_WORLD, error) : error; /* the file may be missing on one node */
  error = error ? error : command->run(line, &code);
  error = error ? error : CheckPrinted(command);
  error = GrFailAgree(PETSC_COMM_WORLD, error);
  if (error) {
    if (GrFailureCode() == GR_EXIT_DONE)
      MPI_Abort(PETSC_COMM_WORLD, GR_EXIT_OTHER);
    fflush(stdout);
    if (RankOfProcess() == 0)
      GrFailurePrint(stderr, GrFailureCode(), GrFailureMessage());
    PetscOptionsSetValue(NULL, "-options_left", "0");
    code = GrFailureCode();
  }
  GrFailLeave((int)code);
  const GrExit at_end = EndPetsc();
  return error ? code : at_end != GR_EXIT_DONE ? at_end : code;
}

int GrMain(int argc, char **argv)
{
  const char *name = argc > 1 ? argv[1] : "help";
  const GrCommand *command = FindCommand(name);
  GrCommandLine line;

  HandlePlainSignals(command);
  GrShellSetProgram(argv[0]);
  PetscErrorCode error = GrCommandLineRead(argc, argv, &line);
  error = error ? error : CheckLine(command, name, &line);
  GrShellSetPlugins(line.plugin);
  const bool alone = error || line.help || !NeedsMPI(command, &line);
  const GrExit code = alone ? AnswerAlone(command, &line, error) : AnswerTogether(command, &line);
  GrCommandLineFree(&line);
  return (int)code;
}
