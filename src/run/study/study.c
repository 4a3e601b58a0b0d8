/* GrRunStudy of granum/run.h: computes an ensemble, or several cases of chains or assemblies. All ranks work on one
   case after another, or groups of ranks on one case each (groups.h). A case has the same bits as without the study. */
#include "case/study.h"
#include <granum/command.h>

#include "run/study/study.h"

#include "base/options.h"
#include "base/shell.h"
#include "io/checkpoint/checkpoint.h"
#include "run/ensemble.h"
#include "run/folder/folder.h"
#include "run/folder/folder_impl.h"
#include "run/folder/requests.h"
#include "run/run_impl.h"
#include "run/study/groups.h"
#include <granum/error.h>
#include <granum_version.h>
#include <petsctime.h>
#include <stdio.h>

enum { WIDTH = 28 };

/* A run of one case. */
typedef struct {
  GrRunFolder folder;
  GrCase *resumed; /* case of its checkpoint; NULL: case of the study */
  GrWorld world;
  GrRun run;
} Session;

PetscErrorCode GrRunStudyWorkCreate(GrRunStudyWork *work)
{
  const GrStudy *study = work->study;

  PetscCall(GrOptionsCheck()); /* before anything is written */
  PetscCall(GrRunStudyGroupsCheck(work->folder->comm, work->given));
  work->n = study->n_variants * study->n_points;
  PetscCall(PetscCalloc1(work->n, &work->the_case));
  for (int i = 0; i < work->n; i++)
    GrStudyCaseName(study, i / study->n_points, i % study->n_points, GR_STUDY_NAME, work->the_case[i].name);
  return 0;
}

/* Lines of the progress of several cases would be mixed. */
static bool ShowsProgress(const GrRunStudyWork *work)
{
  return work->given->shows_progress && work->groups.n == 1;
}

/* Resumes a case from its checkpoint, or starts it. Collective on the group. */
static PetscErrorCode OpenSession(const GrRunStudyWork *work, int i, Session *s)
{
  const GrStudy *study = work->study;
  GrCase *c = study->variant[i / study->n_points].point[i % study->n_points];
  const MPI_Comm comm = work->groups.comm;
  char before[PETSC_MAX_PATH_LEN], checkpoint[PETSC_MAX_PATH_LEN] = "";
  GrRunOptions options = {.petsc = work->options, .shows_progress = ShowsProgress(work)};

  PetscCall(GrStudyCaseDescribe(study, i / study->n_points, i % study->n_points));
  PetscCall(GrRunFolderBelow(comm, work->folder, work->the_case[i].name, work->use, &s->folder));
  if (work->from) {
    PetscCall(PetscSNPrintf(before, sizeof(before), "%s/%s", work->from, work->the_case[i].name));
    PetscCall(GrCheckpointNewest(comm, before, checkpoint));
  }
  if (checkpoint[0]) {
    options = *work->given;
    options.shows_progress = ShowsProgress(work);
    options.directory = GrRunFolderPath(s->folder);
    return GrRunResume(comm, checkpoint, s->folder, &options, &s->resumed, &s->world, &s->run);
  }
  c->force = work->from ? work->given->force : c->force;
  PetscCall(GrWorldCreate(comm, c, &s->world));
  s->world->alone = true;
  return GrRunCreate(s->world, s->folder, &options, &s->run);
}

static PetscErrorCode CloseSession(Session *s)
{
  PetscCall(GrRunDestroy(&s->run));
  PetscCall(GrWorldDestroy(&s->world));
  PetscCall(GrCaseDestroy(&s->resumed));
  return GrRunFolderClose(&s->folder, 0);
}

static PetscErrorCode RunSession(const GrRunStudyWork *work, int i, Session *s)
{
  PetscCall(OpenSession(work, i, s));
  PetscCall(GrRunSolve(s->run));
  return GrRunReport(s->run, NULL);
}

/* Sets the entry of the list for a case that ran. */
static void NoteCase(GrStudyCase *c, const GrRun run)
{
  const GrLedger *e = &run->end;
  char left[GR_STUDY_NOTE / 2];

  GrWorldLeftText(run->world, left, sizeof(left));
  snprintf(c->note, sizeof(c->note), "%s%s", left[0] ? "particles that left: " : "", left);
  c->state = run->stop.cause ? GR_STUDY_STOPPED : GR_STUDY_DONE;
  if (run->stop.cause)
    GrRunStopCause(&run->stop, c->cause, sizeof(c->cause));
  c->steps = run->steps;
  c->time = run->world->clock.committed;
  c->seconds = run->world->timers.whole;
  c->energy[0] = e->exchanged;
  c->energy[1] = e->dissipated_viscous + e->dissipated_frictional + e->dissipated_plastic + e->dissipated_bonds +
                 e->dissipated_drag;
  c->energy[2] = GrWorldRelativeResidual(e);
}

static void PrintHead(const GrRunStudyWork *work)
{
  const GrCase *c = work->study->variant[0].point[0];
  int size;

  MPI_Comm_size(work->folder->comm, &size);
  printf("granum " GRANUM_VERSION ": %s\n%d cases", *c->title ? c->title : c->file, work->n);
  if (work->groups.n > 1)
    printf(", shared by %d ranks in %d groups\n", size, work->groups.n);
  else
    printf(", one after another on %d rank%s\n", size, size == 1 ? "" : "s");
  printf("%-*s %12s %10s %9s %12s %12s %10s\n", WIDTH, "case", "to s", "steps", "wall s", "exchanged J", "dissipated J",
         "residual");
  fflush(stdout);
}

static void PrintCase(const GrStudyCase *c)
{
  if (c->state == GR_STUDY_FAILED)
    printf("%-*s failed: %s\n", WIDTH, c->name, c->note);
  else
    printf("%-*s %12.6g %10" PetscInt64_FMT " %9.3f %12.6g %12.6g %10.1e%s%s%s\n", WIDTH, c->name, c->time, c->steps,
           c->seconds, c->energy[0], c->energy[1], c->energy[2], c->state == GR_STUDY_STOPPED ? " stopped" : "",
           c->note[0] ? "; " : "", c->note);
  fflush(stdout);
}

/* A case that cannot start or whose physics fails is noted; other failures end the study. */
static PetscErrorCode NoteFailure(GrStudyCase *c, PetscErrorCode error)
{
  const GrExit code = GrFailureCode();

  if (!error || (code != GR_EXIT_PHYSICS && code != GR_EXIT_INPUT))
    return error;
  c->state = GR_STUDY_FAILED;
  c->failure = code;
  snprintf(c->note, sizeof(c->note), "%s", GrFailureMessage());
  GrFailureClear();
  return 0;
}

static PetscErrorCode RunCase(GrRunStudyWork *work, int i)
{
  GrStudyCase *c = &work->the_case[i];
  Session s = {0};

  PetscErrorCode error = RunSession(work, i, &s);
  if (error)
    PetscCall(GrRunFolderClose(&s.folder, error)); /* before the failure is cleared */
  PetscCall(NoteFailure(c, error));
  if (!error)
    NoteCase(c, s.run);
  c->ran = true;
  PetscCall(CloseSession(&s));
  if (work->groups.rank == 0)
    PrintCase(c);
  return GrRunStudyGroupsEnter(work, i, c->state == GR_STUDY_STOPPED);
}

/* Runs cases until none is left for the group of this rank. */
static PetscErrorCode RunCases(GrRunStudyWork *work)
{
  for (;;) {
    int i;
    PetscCall(GrRunStudyGroupsNext(work, &i));
    if (i < 0)
      return 0;
    PetscCall(RunCase(work, i));
  }
}

/* Result of the study; one message if cases failed or it was stopped. */
static PetscErrorCode ConcludeStudy(const GrRunStudyWork *work)
{
  int done = 0, bad = 0, first = 0;
  const char *cause = NULL;
  char command[GR_SHELL_MAX];

  for (int i = 0; i < work->n; i++) {
    const GrStudyCase *c = &work->the_case[i];
    done += c->state == GR_STUDY_DONE;
    first = c->state == GR_STUDY_FAILED && !bad++ ? i : first;
    cause = c->state == GR_STUDY_STOPPED && !cause ? c->cause : cause;
  }
  if (cause && work->folder->rank == 0)
    GrRunFolderRequestsRemove(work->folder->path, GR_REQUEST_STOP); /* the study has stopped, as the file asks */
  if (cause)
    return GrFail(GR_EXIT_STOPPED, "stopped by %s with %d of %d cases done; to continue, type: %s", cause, done,
                  work->n, GrShellCommand("resume", work->folder->path, command));
  if (bad)
    return GrFail(work->the_case[first].failure, "%d of %d cases failed; the first, %s: %s", bad, work->n,
                  work->the_case[first].name, work->the_case[first].note);
  return 0;
}

bool GrRunStudyWorkIsDone(const GrRunStudyWork *work)
{
  bool done = true;

  for (int i = 0; i < work->n; i++)
    done = done && work->the_case[i].state == GR_STUDY_DONE;
  return done;
}

/* Number of cases that this execution of granum has run, at least in part. */
static int CountRuns(const GrRunStudyWork *work)
{
  int count = 0;

  for (int i = 0; i < work->n; i++)
    count += work->the_case[i].ran;
  return count;
}

PetscErrorCode GrRunStudyWorkRun(GrRunStudyWork *work)
{
  PetscLogDouble begin, end;

  PetscCall(GrRunStudyGroupsBegin(work));
  if (work->folder->rank == 0)
    PrintHead(work);
  PetscCall(PetscTime(&begin));
  PetscCall(GrRunStudyGroupsEnd(work, RunCases(work)));
  PetscCall(PetscTime(&end));
  const int count = CountRuns(work);
  if (count > 0)
    PetscCall(GrRunStudyCostReport(work->folder->comm, work->folder, "cases", count, end - begin));
  else if (work->folder->rank == 0)
    printf("all of them are done\n");
  PetscCall(ConcludeStudy(work));
  if (work->given->warns) /* the first case that ran has used PETSc's options */
    PetscCall(GrOptionsWarnUnused(work->folder->comm));
  if (work->folder->rank == 0)
    GrRunResultsPrint(work->folder->path, true, stdout);
  return 0;
}

/* Checks the folders of all cases before the first case runs. Collective. */
static PetscErrorCode CheckFolders(const GrRunStudyWork *work)
{
  for (int i = 0; i < work->n; i++) {
    GrRunFolder folder;
    PetscCall(GrRunFolderBelow(work->folder->comm, work->folder, work->the_case[i].name, work->use, &folder));
    PetscErrorCode error = GrRunFolderCheck(folder);
    PetscCall(GrRunFolderClose(&folder, error));
    PetscCall(error);
  }
  return 0;
}

static PetscErrorCode StartStudy(const GrStudy *study, GrRunFolder folder, const GrRunOptions *options)
{
  GrRunStudyWork work = {
      .study = study, .folder = folder, .use = folder->use, .options = options->petsc, .given = options};

  PetscCall(GrRunStudyWorkCreate(&work));
  PetscErrorCode error = CheckFolders(&work);
  if (!error)
    error = GrRunFolderHold(folder);
  if (!error)
    error = GrRunStudyListBegin(&work);
  if (!error)
    error = GrRunStudyWorkRun(&work);
  PetscCall(PetscFree(work.the_case));
  return error;
}

PetscErrorCode GrRunStudy(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options)
{
  const GrRunOptions none = {0}, *given = options ? options : &none;

  if (study->variant[0].point[0]->problem != GR_PROBLEM_PARTICLES) {
    PetscCall(GrRunStudyGroupsRefuse(given, "all ranks share the cases of impacts, paths, balls and mechanisms"));
    PetscCall(GrRunEnsembleRun(comm, study, folder, given));
  } else if (study->several) {
    PetscCall(StartStudy(study, folder, given));
  } else {
    PetscCall(GrRunStudyGroupsRefuse(given, "the input has one case, which all ranks compute together"));
    PetscCall(GrRunCase(comm, study->variant[0].point[0], folder, given));
  }
  return 0;
}
