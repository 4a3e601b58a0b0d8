/* The output of `granum check` for cases with particles; see GrRunCheck of granum/run.h. */
#include "case/study.h"
#include <granum/command.h>

#include "bulk/bond/bond.h"
#include "bulk/output.h"
#include "input/case/clumps.h"
#include "input/case/meshes.h"
#include "run/ensemble.h"
#include "run/report.h"
#include "run/run_impl.h"
#include "run/study/study.h"
#include "wall/wall.h"

#include <granum/error.h>
#include <math.h>
#include <petsctime.h>
#include <string.h>

static const double measuring = 0.02; /* time for measuring the speed of all cases together [s] */

static bool IsFirstRank(MPI_Comm comm)
{
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank == 0;
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
   Takes the highest rate, because other processes may use the core in between. Times at least twice, because the first
   step of a large case also gets its memory from the system. Neighbour lists are not rebuilt, so the run cannot be
   continued afterwards. Collective. */
static PetscErrorCode MeasureRate(GrRun run, double granted, double *rate)
{
  double mine, seconds = 0;
  PetscLogDouble begun, ended;

  GrWorldNoSolution(run->world);
  PetscCall(CommitNow(run));
  for (int n = 1; n <= 2 || seconds < granted; n *= 2) {
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

static bool IsFixed(const GrRun run)
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

/* Number of fixed steps; a stage ends with a shorter step unless its duration is a multiple of the step. */
static double CountSteps(const GrRun run)
{
  const GrCase *c = run->world->the_case;
  double steps = 0;

  for (int k = 0; k < c->n_stages; k++)
    steps += ceil(GrStageLatest(&c->stages[k]) / run->step - 1e-6);
  return c->n_stages ? steps : ceil(c->time.end / run->step - 1e-6);
}

/* seconds, bed: see GrRunForecastStep. */
static void PrintTime(const GrRun run, double seconds, bool bed, const char *mark, FILE *out)
{
  const GrCase *c = run->world->the_case;
  const double steps = CountSteps(run);
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

static const char *Packed(const GrForecast *forecast)
{
  return forecast->packed ? ", before compression" : "";
}

/* Prints the size of results.h5, without data that are written once, of each output in it, and of the other files. */
static void PrintOutputs(int n, const GrForecast list[], const char *mark, FILE *out)
{
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
      fprintf(out, "%s  %s%s: %.15g samples of %s, %s\n", mark, list[k].what, Packed(&list[k]), list[k].samples, each,
              all);
    else
      fprintf(out, "%s  %s%s: %s each\n", mark, list[k].what, Packed(&list[k]), each);
  }
}

/* Prints a note if an overlap over the radius exceeds the limit at which the run stops. power: the overlap of a
   Hertzian contact is proportional to E^(-1/power). */
static void PrintOverlapNote(const GrRun run, const char *load, double share, double power, const char *mark, FILE *out)
{
  const double limit = run->world->the_case->time.overlap_limit;

  if (share > 1.01 * limit)
    fprintf(out,
            "%snote: %s would make particles overlap by %.2g of the smaller radius; the run stops at "
            "time.overlap_limit %.2g. Write materials that are %.2g times as stiff\n",
            mark, load, share, limit, 1.05 * pow(share / limit, power));
}

/* Warns of the first pairs of walls that coincide. Many walls are searched from fewer points, and very many are not. */
static void PrintCoincidentWalls(const GrCase *c, const char *mark, FILE *out)
{
  enum { MOST_PAIRS = 100000, ALL_SAMPLES = 2000000, MOST_SAMPLES = 512, PRINTED = 5 };
  const double pairs = 0.5 * c->n_walls * (c->n_walls - 1.0);
  double at[3];

  for (int two = 1, n = 0; pairs <= MOST_PAIRS && two < c->n_walls; two++)
    for (int one = 0; one < two && n < PRINTED; one++) {
      const GrWall *a = &c->walls[one], *b = &c->walls[two];
      if (a->absent || b->absent || !GrWallsCoincide(c, one, two, (int)PetscMin(MOST_SAMPLES, ALL_SAMPLES / pairs), at))
        continue;
      fprintf(
          out,
          "%swarning: walls %s and %s coincide, for instance at [%.4g, %.4g, %.4g] m; both push on a particle there, "
          "unless they move alike and have the same contact rule; move one of them or leave it out\n",
          mark, a->name, b->name, at[0], at[1], at[2]);
      n++;
    }
}

static void PrintWarnings(const GrRun run, const char *mark, FILE *out)
{
  const GrTime *time = &run->world->the_case->time;
  const char *last;
  const int n = GrWarnings(&last);

  if (time->step > run->bound.stable && IsFixed(run))
    fprintf(out, "%swarning: time.step %g s is longer than the stable step\n", mark, time->step);
  PrintOverlapNote(run, "likely impacts", run->bound.impact_share, 2.5, mark, out);
  PrintOverlapNote(run, run->bound.rest_load, run->bound.rest_share, 1.5, mark, out);
  PrintCoincidentWalls(run->world->the_case, mark, out);
  if (n > 0)
    fprintf(out, "%swarnings on standard error: %d\n", mark, n);
}

/* Numbers that are measured or forecast for a case. */
typedef struct {
  double seconds;     /* per step [s]; 0: unknown */
  bool bed;           /* see GrRunForecastStep */
  double memory;      /* of a rank at the start [byte] */
  PetscInt64 bonds;   /* on all ranks; -1: the case can have no bonds */
  PetscInt64 *inside; /* numbers of particles inside closed meshes (GrBulkInsideCount) */
  int n_outputs;
  GrForecast output[GR_FORECASTS_MAX]; /* [n_outputs] */
} Forecast;

/* Prints the lines about meshes, clumps, insertion, overlaps, bonds, equilibrium and sides, and the warnings. */
static PetscErrorCode PrintParts(const GrRun run, const Forecast *f, const char *mark, FILE *out)
{
  const GrWorld world = run->world;

  PetscCall(GrCaseMeshesPrint(world->the_case, mark, out));
  PetscCall(GrCaseClumpsPrint(world->the_case, mark, out));
  GrRunInsertionForecast(world, mark, out);
  GrWorldOverlapsPrint(world, &run->overlaps, mark, out);
  PetscCall(GrBulkInsidePrint(world, f->inside, mark, out));
  if (f->bonds >= 0)
    fprintf(out, "%sbonds at the start: %" PetscInt64_FMT "\n", mark, f->bonds);
  GrWorldEquilibriumPrint(world, mark, out);
  GrWorldSidesPrint(world, mark, out);
  GrWallsPrintFirst(world->the_case, mark, out);
  PrintWarnings(run, mark, out);
  return 0;
}

static PetscErrorCode PrintCase(const GrRun run, const Forecast *f, const char *mark, FILE *out)
{
  char text[32];

  fprintf(out, "%sparticles: %" PetscInt64_FMT "\n", mark, GrWorldTotal(run->world));
  PrintStep(run, mark, out);
  PrintTime(run, f->seconds, f->bed, mark, out);
  FormatBytes(f->memory, sizeof(text), text);
  fprintf(out, "%smemory: %s a rank at the start\n", mark, text);
  PrintOutputs(f->n_outputs, f->output, mark, out);
  return PrintParts(run, f, mark, out);
}

/* ---- the same as JSON ---- */

static double Known(double number)
{
  return number > 0 ? number : NAN;
}

static void WriteOutputs(int n, const GrForecast list[], GrJson *json)
{
  char name[96];

  GrJsonBegin(json, "outputs", '[');
  for (int k = 0; k < n; k++) {
    GrJsonBegin(json, NULL, '{');
    snprintf(name, sizeof(name), "%s%s", list[k].what, Packed(&list[k]));
    GrJsonText(json, "name", name);
    GrJsonNumbers(json, 2, (GrJsonPair[]){{"samples", list[k].samples}, {"bytes_per_sample", list[k].bytes}});
    GrJsonEnd(json, '}');
  }
  GrJsonEnd(json, ']');
}

/* Writes a text as a list of its lines, and frees it. */
static void WriteLines(GrJson *json, char *text)
{
  char *state;

  GrJsonBegin(json, "lines", '[');
  for (char *line = strtok_r(text, "\n", &state); line; line = strtok_r(NULL, "\n", &state))
    GrJsonText(json, NULL, line);
  GrJsonEnd(json, ']');
  free(text);
}

static void WriteStages(const GrCase *c, GrJson *json)
{
  GrJsonBegin(json, "stages", '[');
  for (int k = 0; k < c->n_stages; k++) {
    GrJsonBegin(json, NULL, '{');
    GrJsonText(json, "name", c->stages[k].name);
    GrJsonNumber(json, "at_most_s", GrStageLatest(&c->stages[k]));
    GrJsonEnd(json, '}');
  }
  GrJsonEnd(json, ']');
}

static PetscErrorCode WriteCase(const GrRun run, const Forecast *f, const char *name, GrJson *json)
{
  const GrStepBound *bound = &run->bound;
  const double end = run->world->the_case->time.end, steps = IsFixed(run) ? CountSteps(run) : NAN;
  const GrJsonPair numbers[] = {{"particles", (double)GrWorldTotal(run->world)},
                                {"ranks", run->world->size},
                                {"bonds", f->bonds < 0 ? NAN : (double)f->bonds},
                                {"end_s", end},
                                {"steps", steps},
                                {"step_s", run->step},
                                {"stable_step_s", Known(bound->stable)},
                                {"accurate_step_s", Known(bound->accurate)},
                                {"rayleigh_time_s", Known(bound->rayleigh)},
                                {"contact_duration_s", Known(bound->duration)},
                                {"expected_speed_m_s", Known(bound->speed)},
                                {"overlap_at_impact_per_radius", bound->impact_share},
                                {"overlap_at_rest_per_radius", bound->rest_share},
                                {"run_time_per_step_s", Known(f->seconds)},
                                {"run_time_s", Known(f->seconds * steps)},
                                {"memory_per_rank_bytes", f->memory}};
  char *text, reason[GR_STEP_REASON_MAX];
  size_t length;
  FILE *lines = open_memstream(&text, &length);

  if (!lines)
    return PETSC_ERR_MEM;
  const PetscErrorCode error = PrintParts(run, f, "", lines);
  fclose(lines);
  GrJsonBegin(json, NULL, '{');
  GrJsonText(json, "name", *name ? name : NULL);
  GrJsonNumbers(json, sizeof(numbers) / sizeof(numbers[0]), numbers);
  snprintf(reason, sizeof(reason), "%.*s", (int)strcspn(run->reason, ";"), run->reason);
  GrJsonText(json, "step_reason", reason);
  GrJsonText(json, "step_limits", bound->reason);
  WriteStages(run->world->the_case, json);
  WriteOutputs(f->n_outputs, f->output, json);
  WriteLines(json, text);
  GrJsonEnd(json, '}');
  return error;
}

/* ---- all cases ---- */

/* Form of the report: text with `mark` at the beginning of each line, or a list of JSON. */
typedef struct {
  const char *mark;
  FILE *out;
  GrJson *json; /* NULL: text */
  char *first;  /* text of the first case; NULL: this is the first case */
} Form;

/* Prints the lines of `text` that are not lines of `first`; first NULL: prints all lines. */
static void PrintNewLines(const char *text, const char *first, FILE *out)
{
  const char *end;

  for (const char *line = text; (end = strchr(line, '\n')); line = end + 1) {
    const size_t n = (size_t)(end + 1 - line);
    const char *same = first;
    while (same && strncmp(same, line, n) != 0)
      same = (same = strchr(same, '\n')) ? same + 1 : NULL;
    if (!same)
      fwrite(line, 1, n, out);
  }
}

/* Prints the lines of a case, except lines that the first case also has. */
static PetscErrorCode PrintCaseAfterFirst(const GrRun run, const Forecast *f, Form *form)
{
  char *text;
  size_t length;
  FILE *lines = open_memstream(&text, &length);

  if (!lines)
    return PETSC_ERR_MEM;
  const PetscErrorCode error = PrintCase(run, f, form->mark, lines);
  fclose(lines);
  PrintNewLines(text, form->first, form->out);
  if (form->first)
    free(text);
  else
    form->first = text;
  return error;
}

/* Checks one case. Prints nothing unless the case is valid. granted: time for measuring the speed [s]; name: of the
   case, "": the study has one case. Collective. */
static PetscErrorCode CheckCase(MPI_Comm comm, const GrCase *c, double granted, const char *name, Form *form)
{
  GrWorld world;
  GrRun run;
  Forecast f = {0};
  double rate = 0;

  PetscCall(GrWorldCreate(comm, c, &world));
  PetscCall(GrRunBegin(world, NULL, 0, NULL, &run));
  f.bonds = GrBulkHasBonds(world) ? GrBulkBondCount(world) : -1;
  if (f.bonds >= 0)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &f.bonds, 1, MPIU_INT64, MPI_SUM, comm));
  PetscCall(GrBulkInsideCount(world, &f.inside));
  if (IsFixed(run)) {
    PetscCall(MeasureRate(run, granted, &rate));
    PetscCall(GrRunForecastStep(run, rate, &f.seconds, &f.bed));
  }
  PetscCall(GrRunStudyMemory(comm, &f.memory));
  PetscCall(GrRecorderForecast(world, IsFixed(run) ? run->step : 0, f.output, &f.n_outputs));
  if (world->rank == 0 && form->json)
    PetscCall(WriteCase(run, &f, name, form->json));
  else if (world->rank == 0)
    PetscCall(PrintCaseAfterFirst(run, &f, form));
  PetscCall(PetscFree(f.inside));
  PetscCall(GrRunDestroy(&run));
  return GrWorldDestroy(&world);
}

/* Prints the name of a case and the values of the swept keys: "point-3 (restitution 0.7):". */
static void PrintName(const GrStudy *study, int point, const char *name, const Form *form)
{
  fprintf(form->out, "%s%s", form->mark, name);
  for (int k = 0; k < study->n_swept; k++) {
    const char *dot = strrchr(study->swept[k], '.'), *word = study->word[point * study->n_swept + k];
    fprintf(form->out, "%s%s ", k ? ", " : " (", dot ? dot + 1 : study->swept[k]);
    if (word)
      fprintf(form->out, "%s", word);
    else
      fprintf(form->out, "%.9g%s%s", study->value[point * study->n_swept + k], strcmp(study->unit[k], "1") ? " " : "",
              strcmp(study->unit[k], "1") ? study->unit[k] : "");
  }
  fprintf(form->out, "%s:\n", study->n_swept ? ")" : "");
}

static PetscErrorCode CheckCases(MPI_Comm comm, const GrStudy *study, Form *form)
{
  const int n = study->n_variants * study->n_points;
  char name[2 * GR_NAME_MAX] = "";

  if (IsFirstRank(comm) && study->several && !form->json)
    fprintf(form->out, "%s%d cases%s\n", form->mark, n, n > 1 ? "; lines as in the first case are not repeated" : "");
  for (int i = 0; i < n; i++) {
    if (study->several)
      GrStudyCaseName(study, i / study->n_points, i % study->n_points, sizeof(name), name);
    if (IsFirstRank(comm) && study->several && !form->json)
      PrintName(study, i % study->n_points, name, form);
    PetscCall(
        CheckCase(comm, study->variant[i / study->n_points].point[i % study->n_points], measuring / n, name, form));
  }
  free(form->first);
  return 0;
}

PetscErrorCode GrRunCheckJson(MPI_Comm comm, const GrStudy *study, bool all, const char *next, FILE *out)
{
  const bool particles = study->variant[0].point[0]->problem == GR_PROBLEM_PARTICLES;
  GrJson json = {0};

  GrJsonBegin(&json, NULL, '{');
  GrJsonText(&json, "input", study->file);
  GrJsonNumber(&json, "variants", study->n_variants);
  GrJsonNumber(&json, "points", study->n_points);
  GrJsonBegin(&json, "cases", '[');
  if (particles)
    PetscCall(CheckCases(comm, study, &(Form){.json = &json}));
  GrJsonEnd(&json, ']');
  GrJsonNumber(&json, "members", particles ? NAN : (double)GrRunEnsembleMembers(study));
  GrJsonText(&json, "next", next);
  GrJsonText(&json, "resolved", all ? study->resolved : NULL);
  GrJsonEnd(&json, '}');
  GrTextPrint(&json.text, "\n");
  return GrTextPour(&json.text, IsFirstRank(comm) ? out : NULL);
}

PetscErrorCode GrRunCheck(MPI_Comm comm, const GrStudy *study, bool all, FILE *out)
{
  const char *mark = all ? "# " : ""; /* with the resolved keys below, the output is a valid input */

  if (study->variant[0].point[0]->problem == GR_PROBLEM_PARTICLES)
    PetscCall(CheckCases(comm, study, &(Form){.mark = mark, .out = out}));
  else if (IsFirstRank(comm))
    GrRunEnsemblePrint(study, mark, out);
  if (all && IsFirstRank(comm))
    fprintf(out, "%s", study->resolved);
  return 0;
}
