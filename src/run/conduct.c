/* conduct: what `granum run` and `granum resume` do, from what they print first to how they end; GrRunStudy and
   GrRunStudyResume of granum/run.h. */
#include "run/ensemble.h"
#include "run/study.h"
#include <granum/error.h>
#include <string.h>

static int RankIn(MPI_Comm comm)
{
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

static void PrintHead(GrWorld world, GrRun run)
{
  const GrCase *c = GrWorldCase(world);
  double from = 0;
  int size;

  if (RankIn(GrWorldComm(world)) != 0)
    return;
  MPI_Comm_size(GrWorldComm(world), &size);
  TSGetTime(GrRunTS(run), &from);
  printf("granum " GRANUM_VERSION ": %s\n%" PetscInt64_FMT " particles on %d rank%s, ", *c->title ? c->title : c->file,
         GrWorldTotal(world), size, size == 1 ? "" : "s");
  if (from > 0)
    printf("from t = %.9g s ", from);
  printf("to t = %g s\n", c->time.end);
  printf("%s\n", GrRunStepReason(run));
  GrWorldEquilibriumPrint(world, "", stdout);
  fflush(stdout);
}

static PetscErrorCode WarnUnusedOptions(MPI_Comm comm, const GrRunOptions *options)
{
  PetscInt n;
  char **names, **values;

  PetscFunctionBeginUser;
  if (!options->warns)
    PetscFunctionReturn(0);
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n && RankIn(comm) == 0; i++)
    if (!strstr(names[i], "_view")) /* those are looked at in the end */
      fprintf(stderr, "granum: warning: the option -%s was not used; is it spelt right?\n", names[i]);
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  PetscCall(PetscOptionsSetValue(NULL, "-options_left", "0"));
  PetscFunctionReturn(0);
}

static PetscErrorCode RunEnsemble(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options)
{
  const GrCase *c = study->variant[0].point[0];

  PetscFunctionBeginUser;
  if (RankIn(comm) == 0)
    printf("granum " GRANUM_VERSION ": %s\n", *c->title ? c->title : c->file);
  PetscCall(WarnUnusedOptions(comm, options));
  PetscCall(GrEnsembleRun(comm, study, folder, options->petsc));
  if (RankIn(comm) == 0)
    printf("results in %s\n", GrRunFolderPath(folder));
  PetscFunctionReturn(0);
}

/* From its head to its report. */
static PetscErrorCode ConductRun(GrWorld world, GrRun run, const GrRunOptions *options)
{
  const MPI_Comm comm = GrWorldComm(world);
  char message[2 * PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PrintHead(world, run);
  PetscCall(WarnUnusedOptions(comm, options));
  PetscCall(GrRunSolve(run));
  PetscCall(GrRunReport(run, stdout));
  if (RankIn(comm) == 0)
    printf("results in %s\n", GrRunDirectoryOf(run));
  if (GrRunStopped(run, message, sizeof(message)))
    PetscFunctionReturn(GrFail(GR_EXIT_STOPPED, "%s", message));
  PetscFunctionReturn(0);
}

static PetscErrorCode RunOne(MPI_Comm comm, const GrCase *c, GrRunFolder folder, const GrRunOptions *options)
{
  GrWorld world;
  GrRun run;

  PetscFunctionBeginUser;
  PetscCall(GrWorldCreate(comm, c, &world));
  PetscCall(GrRunCreate(world, folder, options, &run));
  PetscCall(ConductRun(world, run, options));
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrWorldDestroy(&world));
  PetscFunctionReturn(0);
}

/* After several cases of particles: PETSc's options are used when the first of them runs. */
static PetscErrorCode PrintFolders(MPI_Comm comm, GrRunFolder folder, const GrRunOptions *options)
{
  PetscFunctionBeginUser;
  PetscCall(WarnUnusedOptions(comm, options));
  if (RankIn(comm) == 0)
    printf("results in the folders of %s\n", GrRunFolderPath(folder));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRunStudy(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options)
{
  const GrRunOptions none = {0}, *given = options ? options : &none;
  GrCase *first = study->variant[0].point[0];

  PetscFunctionBeginUser;
  PetscCall(GrRunFolderSpare(folder, study));
  PetscCall(GrRunFolderCheck(folder));
  if (first->problem != GR_PROBLEM_PARTICLES) {
    PetscCall(RunEnsemble(comm, study, folder, given));
  } else if (study->several) {
    PetscCall(GrStudyStart(comm, study, folder, given));
    PetscCall(PrintFolders(comm, folder, given));
  } else {
    PetscCall(RunOne(comm, first, folder, given));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ResumeOne(MPI_Comm comm, const char *from, GrRunFolder folder, const GrRunOptions *options)
{
  GrCase *c = NULL;
  GrWorld world = NULL;
  GrRun run = NULL;

  PetscFunctionBeginUser;
  PetscCall(GrRunResume(comm, from, folder, options, &c, &world, &run));
  PetscCall(ConductRun(world, run, options));
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrWorldDestroy(&world));
  PetscCall(GrCaseDestroy(&c));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRunStudyResume(MPI_Comm comm, const char *from, GrRunFolder folder, const GrRunOptions *options)
{
  const GrRunOptions none = {0}, *given = options ? options : &none;
  PetscBool several;

  PetscFunctionBeginUser;
  PetscCall(GrStudyThere(comm, from, &several));
  if (several) {
    PetscCall(GrStudyGoOn(comm, from, folder, given));
    PetscCall(PrintFolders(comm, folder, given));
  } else {
    PetscCall(ResumeOne(comm, from, folder, given));
  }
  PetscFunctionReturn(0);
}
