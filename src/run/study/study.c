/* GrRunStudy of granum/run.h: computes an ensemble, or several cases of chains or assemblies. All ranks work on one
   case after another, so that a case has the same bits as without the study. Limit: many ranks compute small cases more
   slowly in this way than if the cases were distributed over the ranks. */
#include "case/study.h"
#include <granum/command.h>

#include "run/study/study.h"

#include "base/options.h"
#include "base/shell.h"
#include "io/checkpoint/checkpoint.h"
#include "run/ensemble.h"
#include "run/folder/folder.h"
#include "run/folder/folder_impl.h"
#include "run/run_impl.h"
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
  work->n = study->n_variants * study->n_points;
  PetscCall(PetscCalloc1(work->n, &work->the_case));
  for (int i = 0; i < work->n; i++)
    GrStudyCaseName(study, i / study->n_points, i % study->n_points, GR_STUDY_NAME, work->the_case[i].name);
  return 0;
}

/* Resumes a case from its checkpoint, or starts it. Collective. */
static PetscErrorCode OpenSession(const GrRunStudyWork *work, int i, Session *s)
{
  GrCase *c = work->study->variant[i / work->study->n_points].point[i % work->study->n_points];
  char before[PETSC_MAX_PATH_LEN], checkpoint[PETSC_MAX_PATH_LEN] = "";
  GrRunOptions options = {.petsc = work->options, .shows_progress = work->given->shows_progress};

  PetscCall(GrRunFolderBelow(work->folder, work->the_case[i].name, work->use, &s->folder));
  if (work->from) {
    PetscCall(PetscSNPrintf(before, sizeof(before), "%s/%s", work->from, work->the_case[i].name));
    PetscCall(GrCheckpointNewest(work->folder->comm, before, checkpoint));
  }
  if (checkpoint[0]) {
    options = *work->given;
    options.directory = GrRunFolderPath(s->folder);
    return GrRunResume(work->folder->comm, checkpoint, s->folder, &options, &s->resumed, &s->world, &s->run);
  }
  c->force = work->from ? work->given->force : c->force;
  PetscCall(GrWorldCreate(work->folder->comm, c, &s->world));
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
  printf("granum " GRANUM_VERSION ": %s\n%d cases, one after another on %d rank%s\n%-*s %12s %10s %9s %12s %12s %10s\n",
         *c->title ? c->title : c->file, work->n, size, size == 1 ? "" : "s", WIDTH, "case", "to s", "steps", "wall s",
         "exchanged J", "dissipated J", "residual");
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
  snprintf(c->note, sizeof(c->note), "%s", GrFailureMessage());
  GrFailureClear();
  return 0;
}

static PetscErrorCode RunCase(GrRunStudyWork *work, int i, GrExit *failed, char cause[64])
{
  GrStudyCase *c = &work->the_case[i];
  Session s = {0};

  PetscErrorCode error = RunSession(work, i, &s);
  const GrExit code = GrFailureCode();
  if (error)
    PetscCall(GrRunFolderClose(&s.folder, error)); /* before the failure is cleared */
  PetscCall(NoteFailure(c, error));
  if (!error)
    NoteCase(c, s.run);
  if (error && !*failed)
    *failed = code;
  if (!error && s.run->stop.cause)
    GrRunStopCause(&s.run->stop, cause, 64);
  PetscCall(CloseSession(&s));
  if (work->folder->rank == 0)
    PrintCase(c);
  return GrRunStudyListWrite(work);
}

/* Result of the study; one message if cases failed or it was stopped. */
static PetscErrorCode ConcludeStudy(const GrRunStudyWork *work, GrExit failed, const char *cause)
{
  int done = 0, bad = 0, first = 0;
  char command[GR_SHELL_MAX];

  for (int i = 0; i < work->n; i++) {
    done += work->the_case[i].state == GR_STUDY_DONE;
    first = work->the_case[i].state == GR_STUDY_FAILED && !bad++ ? i : first;
  }
  if (cause[0])
    return GrFail(GR_EXIT_STOPPED, "stopped by %s with %d of %d cases done; to continue, type: %s", cause, done,
                  work->n, GrShellCommand("resume", work->folder->path, command));
  if (bad)
    return GrFail(failed, "%d of %d cases failed; the first, %s: %s", bad, work->n, work->the_case[first].name,
                  work->the_case[first].note);
  return 0;
}

bool GrRunStudyWorkIsDone(const GrRunStudyWork *work)
{
  bool done = true;

  for (int i = 0; i < work->n; i++)
    done = done && work->the_case[i].state == GR_STUDY_DONE;
  return done;
}

PetscErrorCode GrRunStudyWorkRun(GrRunStudyWork *work)
{
  GrExit failed = GR_EXIT_DONE;
  PetscInt64 count = 0;
  PetscLogDouble begin, end;
  char cause[64] = "";

  if (work->folder->rank == 0)
    PrintHead(work);
  PetscCall(PetscTime(&begin));
  for (int i = 0; i < work->n && !cause[0]; i++) {
    if (work->the_case[i].state == GR_STUDY_DONE)
      continue;
    PetscCall(RunCase(work, i, &failed, cause));
    count++;
  }
  PetscCall(PetscTime(&end));
  if (count > 0)
    PetscCall(GrRunStudyCostReport(work->folder->comm, work->folder, "cases", count, end - begin));
  else if (work->folder->rank == 0)
    printf("all of them are done\n");
  PetscCall(ConcludeStudy(work, failed, cause));
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
    PetscCall(GrRunFolderBelow(work->folder, work->the_case[i].name, work->use, &folder));
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
    PetscCall(GrRunEnsembleRun(comm, study, folder, given));
  } else {
    PetscCheck(study->several, comm, PETSC_ERR_ARG_WRONG, "one case of particles: use GrRunCase");
    PetscCall(StartStudy(study, folder, given));
  }
  return 0;
}
