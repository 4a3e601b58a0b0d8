/* check: the output of `granum check` for cases of particles; see GrRunCheck of granum/run.h. */
#include "bulk/bond/bond.h"
#include "bulk/output.h"
#include "input/case/meshes.h"
#include "run/ensemble.h"
#include "run/regions.h"
#include "run/run_impl.h"

#include <math.h>
#include <petsctime.h>
#include <string.h>

static const double measuring = 0.02; /* time in which the speed of all cases is measured [s] */

static PetscBool IsFirstRank(MPI_Comm comm)
{
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return (PetscBool)(rank == 0);
}

static PetscErrorCode CommitNow(GrRun run)
{
  const double *u;
  double t;

  PetscFunctionBeginUser;
  PetscCall(TSGetTime(run->ts, &t));
  PetscCall(VecGetArrayRead(run->state, &u));
  PetscCall(GrWorldCommit(run->world, t, u));
  PetscCall(VecRestoreArrayRead(run->state, &u));
  PetscFunctionReturn(0);
}

/* Measures the steps per second of the first steps: 1, 2, 4, ... steps are timed until they take the time granted [s].
   Takes the highest rate, because other processes may use the core in between. Neighbour lists are not rebuilt, so the
   run cannot be continued afterwards. Collective. */
static PetscErrorCode MeasureRate(GrRun run, double granted, double *rate)
{
  double mine, seconds = 0;
  PetscLogDouble begun, ended;

  PetscFunctionBeginUser;
  GrWorldNoSolution(run->world);
  PetscCall(CommitNow(run));
  for (int n = 1; seconds < granted; n *= 2) {
    PetscCallMPI(MPI_Barrier(run->world->comm));
    PetscCall(PetscTime(&begun));
    for (int k = 0; k < n; k++) {
      PetscCall(TSStep(run->ts));
      PetscCall(CommitNow(run));
    }
    PetscCall(PetscTime(&ended));
    mine = ended - begun;
    PetscCallMPI(MPI_Allreduce(&mine, &seconds, 1, MPI_DOUBLE, MPI_MAX, run->world->comm));
    *rate = PetscMax(*rate, n / seconds);
  }
  PetscFunctionReturn(0);
}

static PetscBool IsFixed(const GrRun run)
{
  return run->world->the_case->time.integrator->fixed_step;
}

/* Prints the step over the Rayleigh time and over the contact duration, if these are known. */
static void PrintFractions(const GrRun run, FILE *out)
{
  const GrStepBound *bound = &run->bound;

  if (bound->rayleigh > 0)
    fprintf(out, "# step / Rayleigh time: %.3g (Rayleigh time %.4g s)\n", run->step / bound->rayleigh, bound->rayleigh);
  if (bound->duration > 0)
    fprintf(out, "# step / contact duration: %.3g (contact duration %.4g s)\n", run->step / bound->duration,
            bound->duration);
}

/* seconds, bed: see GrRunForecastStep. */
static void PrintSteps(const GrRun run, double seconds, PetscBool bed, FILE *out)
{
  const double steps = ceil(run->world->the_case->time.end / run->step - 1e-6);
  const int size = run->world->size;

  fprintf(out, "# step: %.*s\n", (int)strcspn(run->reason, ";"), run->reason);
  PrintFractions(run, out);
  if (IsFixed(run))
    fprintf(out, "# steps: %.15g\n# time: about %.3g s on %d rank%s, %.3g s per step%s\n", steps, steps * seconds, size,
            size == 1 ? "" : "s", seconds,
            bed ? "; the estimate assumes a settled bed, without output" : "; without output");
  else
    fprintf(out, "# steps: as many as time.tolerance asks for, and one for each time of an output; their time is not "
                 "estimated\n");
}

static void FormatBytes(double bytes, size_t length, char *text)
{
  static const char *const unit[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  int k = 0;

  for (; bytes >= 1000 && k < 5; k++)
    bytes /= 1000;
  snprintf(text, length, "%.4g %s", bytes, unit[k]);
}

static void PrintOutputs(const GrRun run, FILE *out)
{
  GrForecast list[GR_FORECASTS_MAX];
  const int n = GrRecorderForecast(run->world, IsFixed(run) ? run->step : 0, list);
  char each[32], all[32];

  for (int k = 0; k < n; k++) {
    FormatBytes(list[k].bytes, sizeof(each), each);
    FormatBytes(list[k].samples * list[k].bytes, sizeof(all), all);
    fprintf(out, "# output: %s: ", list[k].what);
    if (list[k].samples > 1)
      fprintf(out, "%.15g samples of %s, %s\n", list[k].samples, each, all);
    else
      fprintf(out, "%s each\n", each);
  }
}

/* Of all ranks; -1: the case has none at any time. Collective. */
static PetscErrorCode CountBonds(GrWorld w, PetscInt64 *n)
{
  PetscFunctionBeginUser;
  *n = -1;
  if (!GrBulkHasBonds(w))
    PetscFunctionReturn(0);
  *n = GrBulkBondCount(w);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT64, MPI_SUM, w->comm));
  PetscFunctionReturn(0);
}

/* Those that may end earlier, and so the run. */
static void PrintStages(const GrCase *c, FILE *out)
{
  for (int k = 0; k < c->n_stages; k++)
    fprintf(out, "%s%s, %s%g s", k ? "; " : "# stages: ", c->stages[k].name,
            c->stages[k].until.time > 0 ? "" : "at most ", GrStageLatest(&c->stages[k]));
  if (c->n_stages)
    fputc('\n', out);
}

/* Everything is found before anything is printed, `before` first. granted: for measuring [s]. */
static PetscErrorCode CheckCase(MPI_Comm comm, const GrCase *c, double granted, const char *before, FILE *out)
{
  GrWorld world;
  GrRun run;
  double rate = 0, seconds = 0;
  PetscBool bed = PETSC_FALSE;
  PetscInt64 bonds;

  PetscFunctionBeginUser;
  PetscCall(GrWorldCreate(comm, c, &world));
  PetscCall(GrRunBegin(world, NULL, 0, NULL, &run));
  PetscCall(CountBonds(world, &bonds));
  if (IsFixed(run))
    PetscCall(MeasureRate(run, granted, &rate));
  if (IsFixed(run))
    PetscCall(GrRunForecastStep(run, rate, &seconds, &bed));
  if (world->rank == 0) {
    fprintf(out, "%s# %" PetscInt64_FMT " particles\n# step bound: %s\n", before, GrWorldTotal(world),
            run->bound.reason);
    GrMeshesPrint(c, out);
    PrintSteps(run, seconds, bed, out);
    PrintOutputs(run, out);
    PrintStages(c, out);
    GrRunRegionsPrint(world, "# ", out);
    GrOverlapsPrint(world, &run->overlaps, "# ", out);
    if (bonds >= 0)
      fprintf(out, "# bonds at the start: %" PetscInt64_FMT "\n", bonds);
    GrWorldEquilibriumPrint(world, "# ", out);
    GrWorldSidesPrint(world, "# ", out);
    if (c->time.step > run->bound.stable && c->time.integrator->fixed_step)
      fprintf(out, "# warning: time.step %g s is longer than the stable step\n", c->time.step);
  }
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrWorldDestroy(&world));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRunCheck(MPI_Comm comm, const GrStudy *study, FILE *out)
{
  const int n = study->n_variants * study->n_points;
  char name[2 * GR_NAME_MAX], before[2 * GR_NAME_MAX + 8];

  PetscFunctionBeginUser;
  if (study->variant[0].point[0]->problem != GR_PROBLEM_PARTICLES) {
    if (IsFirstRank(comm))
      GrEnsemblePrint(study, out);
    PetscFunctionReturn(0);
  }
  if (!study->several) {
    PetscCall(CheckCase(comm, study->variant[0].point[0], measuring, study->resolved, out));
    PetscFunctionReturn(0);
  }
  if (IsFirstRank(comm))
    fprintf(out, "%s# %d cases: %d variant%s, %d point%s of the sweep\n", study->resolved, n, study->n_variants,
            study->n_variants == 1 ? "" : "s", study->n_points, study->n_points == 1 ? "" : "s");
  for (int i = 0; i < n; i++) {
    GrStudyCaseName(study, i / study->n_points, i % study->n_points, sizeof(name), name);
    snprintf(before, sizeof(before), "# %s:\n", name);
    PetscCall(
        CheckCase(comm, study->variant[i / study->n_points].point[i % study->n_points], measuring / n, before, out));
  }
  PetscFunctionReturn(0);
}
