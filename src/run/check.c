/* check: the output of `granum check` for cases of particles; see GrRunCheck of granum/run.h. */
#include "bulk/bond/bond.h"
#include "bulk/output.h"
#include "input/case/clumps.h"
#include "input/case/meshes.h"
#include "run/ensemble.h"
#include "run/report.h"
#include "run/run_impl.h"
#include "run/study/study.h"

#include <granum/error.h>
#include <math.h>
#include <petsctime.h>
#include <string.h>

static const double measuring = 0.02; /* time for measuring the speed of all cases together [s] */

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

  PetscCall(TSGetTime(run->ts, &t));
  PetscCall(VecGetArrayRead(run->state, &u));
  PetscCall(GrWorldCommit(run->world, t, u));
  return VecRestoreArrayRead(run->state, &u);
}

/* Measures the steps per second of the first steps: 1, 2, 4, ... steps are timed until they take the time granted [s].
   Takes the highest rate, because other processes may use the core in between. Neighbour lists are not rebuilt, so the
   run cannot be continued afterwards. Collective. */
static PetscErrorCode MeasureRate(GrRun run, double granted, double *rate)
{
  double mine, seconds = 0;
  PetscLogDouble begun, ended;

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
  return 0;
}

static PetscBool IsFixed(const GrRun run)
{
  return run->world->the_case->time.integrator->fixed_step;
}

/* Prints the step, its two limits with the contacts that set them, and its ratio to the Rayleigh time and to the
   contact duration, as far as these are known. */
static void PrintStep(const GrRun run, const char *mark, FILE *out)
{
  const GrStepBound *bound = &run->bound;
  const char *limit = bound->reason;
  size_t n;

  fprintf(out, "%sstep: %.*s\n", mark, (int)strcspn(run->reason, ";"), run->reason);
  for (; *limit; limit += n + strspn(limit + n, "; ")) {
    n = strcspn(limit, ";");
    fprintf(out, "%s  %.*s\n", mark, (int)n, limit);
  }
  if (bound->rayleigh > 0)
    fprintf(out, "%s  step / Rayleigh time: %.3g (Rayleigh time %.4g s)\n", mark, run->step / bound->rayleigh,
            bound->rayleigh);
  if (bound->duration > 0)
    fprintf(out, "%s  step / contact duration: %.3g (contact duration %.4g s)\n", mark, run->step / bound->duration,
            bound->duration);
}

/* seconds, bed: see GrRunForecastStep. */
static void PrintTime(const GrRun run, double seconds, PetscBool bed, const char *mark, FILE *out)
{
  const GrCase *c = run->world->the_case;
  const double steps = ceil(c->time.end / run->step - 1e-6);
  const int size = run->world->size;

  fprintf(out, "%send: %s%g s", mark, c->n_stages ? "at most " : "", c->time.end);
  for (int k = 0; k < c->n_stages; k++)
    fprintf(out, "%s%s %s%g s", k ? ", " : " (stages: ", c->stages[k].name,
            c->stages[k].until.time > 0 ? "" : "at most ", GrStageLatest(&c->stages[k]));
  fprintf(out, "%s\n", c->n_stages ? ")" : "");
  if (IsFixed(run))
    fprintf(out, "%ssteps: %.15g\n%srun time: about %.3g s on %d rank%s, %.3g s per step; %swithout output\n", mark,
            steps, mark, steps * seconds, size, size == 1 ? "" : "s", seconds,
            bed ? "the estimate assumes a settled bed, " : "");
  else
    fprintf(out, "%ssteps: as many as time.tolerance requires, and one for each output time; no estimate of run time\n",
            mark);
}

static void FormatBytes(double bytes, size_t length, char *text)
{
  static const char *const unit[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  int k = 0;

  for (; bytes >= 1000 && k < 5; k++)
    bytes /= 1000;
  snprintf(text, length, "%.4g %s", bytes, unit[k]);
}

/* Prints the size of results.h5 and of each quantity in it, and the sizes of the other files. */
static void PrintOutputs(const GrRun run, const char *mark, FILE *out)
{
  GrForecast list[GR_FORECASTS_MAX];
  const int n = GrRecorderForecast(run->world, IsFixed(run) ? run->step : 0, list);
  char each[32], all[32];
  double results = 0;

  for (int k = 0; k < n; k++)
    results += strstr(list[k].what, ".h5") ? 0 : list[k].samples * list[k].bytes;
  FormatBytes(results, sizeof(all), all);
  fprintf(out, "%soutput: %s in results.h5\n", mark, all);
  for (int k = 0; k < n; k++) {
    FormatBytes(list[k].bytes, sizeof(each), each);
    FormatBytes(list[k].samples * list[k].bytes, sizeof(all), all);
    if (list[k].samples > 1)
      fprintf(out, "%s  %s: %.15g samples of %s, %s\n", mark, list[k].what, list[k].samples, each, all);
    else
      fprintf(out, "%s  %s: %s each\n", mark, list[k].what, each);
  }
}

/* Impacts at the expected speeds may exceed the overlap at which the run stops. The stiffness that keeps the limit
   follows from the overlap of a Hertzian impact, proportional to E^(-2/5). */
static void PrintOverlapNote(const GrRun run, const char *mark, FILE *out)
{
  const double limit = run->world->the_case->time.overlap_limit, share = run->bound.impact_share;

  if (share > limit)
    fprintf(out,
            "%snote: impacts may overlap by %.2g of the smaller radius, and the run stops at time.overlap_limit %.2g; "
            "if it does, write materials that are %.2g times as stiff\n",
            mark, share, limit, pow(share / limit, 2.5));
}

static void PrintWarnings(const GrRun run, const char *mark, FILE *out)
{
  const GrTime *time = &run->world->the_case->time;
  const char *last;
  const int n = GrWarnings(&last);

  if (time->step > run->bound.stable && IsFixed(run))
    fprintf(out, "%swarning: time.step %g s is longer than the stable step\n", mark, time->step);
  PrintOverlapNote(run, mark, out);
  if (n > 0)
    fprintf(out, "%swarnings on standard error: %d\n", mark, n);
}

/* Checks one case. Prints nothing unless the case is valid. granted: time for measuring the speed [s]; heading: text
   before the first line; mark: text at the beginning of each line. Collective. */
static PetscErrorCode CheckCase(MPI_Comm comm, const GrCase *c, double granted, const char *heading, const char *mark,
                                FILE *out)
{
  GrWorld world;
  GrRun run;
  double rate = 0, seconds = 0, memory;
  PetscBool bed = PETSC_FALSE;
  PetscInt64 bonds; /* on all ranks; -1: the case can have no bonds */
  char text[32];

  PetscCall(GrWorldCreate(comm, c, &world));
  PetscCall(GrRunBegin(world, NULL, 0, NULL, &run));
  bonds = GrBulkHasBonds(world) ? GrBulkBondCount(world) : -1;
  if (bonds >= 0)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &bonds, 1, MPIU_INT64, MPI_SUM, comm));
  if (IsFixed(run)) {
    PetscCall(MeasureRate(run, granted, &rate));
    PetscCall(GrRunForecastStep(run, rate, &seconds, &bed));
  }
  PetscCall(GrRunStudyMemory(comm, &memory));
  if (world->rank == 0) {
    fprintf(out, "%s%sparticles: %" PetscInt64_FMT "\n", heading, mark, GrWorldTotal(world));
    PrintStep(run, mark, out);
    PrintTime(run, seconds, bed, mark, out);
    FormatBytes(memory, sizeof(text), text);
    fprintf(out, "%smemory: %s a rank at the start\n", mark, text);
    PrintOutputs(run, mark, out);
    GrCaseMeshesPrint(c, mark, out);
    PetscCall(GrCaseClumpsPrint(c, mark, out));
    GrRunInsertionForecast(world, mark, out);
    GrWorldOverlapsPrint(world, &run->overlaps, mark, out);
    if (bonds >= 0)
      fprintf(out, "%sbonds at the start: %" PetscInt64_FMT "\n", mark, bonds);
    GrWorldEquilibriumPrint(world, mark, out);
    GrWorldSidesPrint(world, mark, out);
    PrintWarnings(run, mark, out);
  }
  PetscCall(GrRunDestroy(&run));
  return GrWorldDestroy(&world);
}

static PetscErrorCode CheckCases(MPI_Comm comm, const GrStudy *study, const char *mark, FILE *out)
{
  const int n = study->n_variants * study->n_points;
  char name[2 * GR_NAME_MAX], heading[2 * GR_NAME_MAX + 8];

  if (IsFirstRank(comm) && study->several)
    fprintf(out, "%s%d cases: %d variant%s, %d point%s of the sweep\n", mark, n, study->n_variants,
            study->n_variants == 1 ? "" : "s", study->n_points, study->n_points == 1 ? "" : "s");
  for (int i = 0; i < n; i++) {
    GrStudyCaseName(study, i / study->n_points, i % study->n_points, sizeof(name), name);
    snprintf(heading, sizeof(heading), study->several ? "%s%s:\n" : "", mark, name);
    PetscCall(CheckCase(comm, study->variant[i / study->n_points].point[i % study->n_points], measuring / n, heading,
                        mark, out));
  }
  return 0;
}

PetscErrorCode GrRunCheck(MPI_Comm comm, const GrStudy *study, PetscBool all, FILE *out)
{
  const char *mark = all ? "# " : ""; /* with the resolved keys below, the output is a valid input */

  if (study->variant[0].point[0]->problem == GR_PROBLEM_PARTICLES)
    PetscCall(CheckCases(comm, study, mark, out));
  else if (IsFirstRank(comm))
    GrRunEnsemblePrint(study, mark, out);
  if (all && IsFirstRank(comm))
    fprintf(out, "%s", study->resolved);
  return 0;
}
