/* recorder: trajectory frames, sensor samples and the energy ledger of a run.

   A thing that is due every T is recorded at the first committed state with t >= k T, k = 0, 1, ...; a step of a
   variable-step integrator is cut so that it ends there. Sensor samples stay on the rank that owns the bead until its
   buffer is full on all ranks at once. */
#include "output/recorder.h"

#include "integrate/line.h"
#include "output/provenance.h"
#include <granum/error.h>
#include <math.h>

enum { BUFFER = 1024 };

typedef struct {
  double every;          /* [s]; 0: never */
  PetscInt64 next, done; /* next sample number k; how many were taken */
  double last;           /* time of the last one */
} Cadence;

typedef struct {
  GrTrace trace;
  PetscInt bead; /* local number on its owner, or -1 */
} Sensor;

typedef struct {
  Cadence cadence;
  int n;
  Sensor *sensor;
} SensorGroup;

struct GrRecorder_ {
  GrWorld world;
  GrResults results;
  GrSeries series[8]; /* by row of GrParticleFields; NULL for static fields */
  double *position;
  GrTrace energy;
  Cadence trajectory, ledger;
  int n_groups;
  SensorGroup *group;
};

/* One row per column of the energy trace. */
typedef struct {
  GrColumn column;
  size_t offset; /* in GrLedger */
} LedgerRow;
#define LEDGER(member, description)                                                                                    \
  {                                                                                                                    \
    {#member, GR_REAL, 1, "J", description}, offsetof(GrLedger, member)                                                \
  }
static const LedgerRow LedgerRows[] = {
    LEDGER(kinetic, "kinetic energy of all particles"),
    LEDGER(elastic, "energy that the contacts would give back"),
    LEDGER(dissipated_viscous, "work of the normal dashpots since the start"),
    LEDGER(dissipated_frictional,
           "work against sliding, rolling and twisting since the start, less what their springs hold"),
    LEDGER(dissipated_plastic, "energy spent by the contacts' plastic deformation since the start"),
    LEDGER(dissipated_drag, "energy taken by the fluid since the start"),
    LEDGER(external_work, "work of gravity, other forces and moving walls since the start"),
    LEDGER(residual, "kinetic + elastic + dissipated - external work, less its value at the start"),
};
enum { LEDGER_COLUMNS = sizeof(LedgerRows) / sizeof(LedgerRows[0]) };

enum { SENSOR_FORCE, SENSOR_VELOCITY, SENSOR_DISPLACEMENT, SENSOR_COLUMNS };
static const GrColumn SensorColumns[SENSOR_COLUMNS] = {
    [SENSOR_FORCE] = {"force", GR_REAL, 1, "N",
                      "mean of the two contact forces on the bead; a missing neighbour counts as zero"},
    [SENSOR_VELOCITY] = {"velocity", GR_REAL, 1, "m s-1", "velocity of the bead"},
    [SENSOR_DISPLACEMENT] = {"displacement", GR_REAL, 1, "m", "displacement of the bead since the start"},
};

static double DueTime(const Cadence *c)
{
  return c->every > 0 ? (double)c->next * c->every : INFINITY;
}

/* Times are sums of steps: a state a millionth of the period early is the one that was meant. */
static PetscBool Due(const Cadence *c, double t)
{
  return (PetscBool)(c->every > 0 && t >= DueTime(c) - 1e-6 * c->every);
}

static void Took(Cadence *c, double t)
{
  if (c->every > 0)
    c->next = (PetscInt64)floor(t / c->every + 1e-6) + 1;
  c->done++;
  c->last = t;
}

static PetscErrorCode CreateParticles(GrRecorder r)
{
  GrWorld w = r->world;
  GrSeries first = NULL;
  PetscBool moves = (PetscBool)(r->trajectory.every > 0);

  PetscFunctionBeginUser;
  PetscCheck((size_t)GrParticleFieldsCount <= sizeof(r->series) / sizeof(r->series[0]), w->comm, PETSC_ERR_PLIB,
             "more particle fields than series");
  PetscCall(GrResultsBox(r->results, "/particles/grains", 1, NULL));
  for (int f = 0; f < GrParticleFieldsCount; f++) {
    const GrField *field = &GrParticleFields[f];
    if (field->kind == GR_FIELD_STATIC) {
      const void *data = *(void *const *)((const char *)&w->line->particles + field->offset);
      PetscCall(GrResultsRows(r->results, "/particles/grains", &field->column, w->line->particles.rows, data));
    } else if (moves) {
      PetscCall(GrSeriesCreate(r->results, "/particles/grains", &field->column, w->line->particles.rows, first,
                               (GrSpan){0, 0}, &r->series[f]));
      first = first ? first : r->series[f];
    }
  }
  if (moves)
    PetscCall(PetscMalloc1(w->line->particles.n, &r->position));
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateSensors(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  const GrRows rows = r->world->line->particles.rows;

  PetscFunctionBeginUser;
  r->n_groups = c->output.n_sensors;
  PetscCall(PetscCalloc1(r->n_groups, &r->group));
  for (int g = 0; g < r->n_groups; g++) {
    const GrSensors *sensors = &c->output.sensors[g];
    const GrGroup *group = &c->groups[sensors->group];
    SensorGroup *to = &r->group[g];
    to->cadence.every = sensors->every;
    to->n = sensors->n_at;
    PetscCall(PetscCalloc1(to->n, &to->sensor));
    for (int i = 0; i < to->n; i++) {
      PetscInt64 row = group->first_id - 1 + sensors->at[i] - 1;
      PetscBool here = (PetscBool)(row >= rows.first && row < rows.first + rows.count);
      char path[GR_NAME_MAX + 64];
      to->sensor[i].bead = here ? (PetscInt)(row - rows.first) : -1;
      PetscCall(
          PetscSNPrintf(path, sizeof(path), "/observables/sensors/%s-%" PetscInt64_FMT, group->name, sensors->at[i]));
      PetscCall(GrTraceCreate(r->results, path, SENSOR_COLUMNS, SensorColumns, here, BUFFER, (GrSpan){0, 0},
                              &to->sensor[i].trace));
    }
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateEnergy(GrRecorder r)
{
  GrColumn columns[LEDGER_COLUMNS];

  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_COLUMNS; k++)
    columns[k] = LedgerRows[k].column;
  PetscCall(GrTraceCreate(r->results, "/observables/energy", LEDGER_COLUMNS, columns, (PetscBool)(r->world->rank == 0),
                          BUFFER, (GrSpan){0, 0}, &r->energy));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderCreate(GrWorld world, const char *directory, const char *options, GrRecorder *recorder)
{
  GrRecorder r;
  char path[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&r));
  r->world = world;
  r->trajectory.every = world->the_case->output.trajectory_every;
  r->ledger.every = world->the_case->output.energy_every;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/results.h5", directory));
  PetscCall(GrResultsCreate(world->comm, path, "granum", &r->results));
  PetscCall(GrParametersWrite(r->results, world->the_case, world->the_case->resolved, options));
  PetscCall(CreateParticles(r));
  PetscCall(CreateSensors(r));
  PetscCall(CreateEnergy(r));
  *recorder = r;
  PetscFunctionReturn(0);
}

double GrRecorderDue(GrRecorder r)
{
  double due = PetscMin(DueTime(&r->trajectory), DueTime(&r->ledger));
  for (int g = 0; g < r->n_groups; g++)
    due = PetscMin(due, DueTime(&r->group[g].cadence));
  return due;
}

PetscBool GrRecorderIsDue(GrRecorder r, double t)
{
  PetscBool due = GrRecorderFrameDue(r, t);
  for (int g = 0; g < r->n_groups; g++)
    due = (PetscBool)(due || Due(&r->group[g].cadence, t));
  return due;
}

PetscBool GrRecorderFrameDue(GrRecorder r, double t)
{
  return (PetscBool)(Due(&r->trajectory, t) || Due(&r->ledger, t));
}

static PetscErrorCode RecordFrame(GrRecorder r, const GrMoment *m)
{
  const GrParticles *p = &r->world->line->particles;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n; i++)
    r->position[i] = p->reference[i] + m->u[i];
  for (int f = 0; f < GrParticleFieldsCount; f++)
    if (r->series[f])
      PetscCall(GrSeriesAppend(r->series[f], m->step, m->time,
                               GrParticleFields[f].kind == GR_FIELD_POSITION ? r->position : m->u + p->n));
  PetscFunctionReturn(0);
}

static PetscErrorCode RecordLedger(GrRecorder r, const GrMoment *m)
{
  GrLedger ledger;
  double values[LEDGER_COLUMNS];

  PetscFunctionBeginUser;
  PetscCall(GrWorldLedger(r->world, m->u, &ledger));
  for (int k = 0; k < LEDGER_COLUMNS; k++)
    values[k] = *(const double *)((const char *)&ledger + LedgerRows[k].offset);
  if (r->world->rank == 0)
    PetscCall(GrTraceAppend(r->energy, m->step, m->time, values));
  if ((r->ledger.done + 1) % BUFFER == 0)
    PetscCall(GrTraceFlush(r->energy));
  PetscFunctionReturn(0);
}

static PetscErrorCode RecordSensors(GrRecorder r, SensorGroup *group, const GrMoment *m)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < group->n; i++) {
    const Sensor *s = &group->sensor[i];
    if (s->bead >= 0) {
      double values[SENSOR_COLUMNS] = {[SENSOR_FORCE] = GrWorldForce(r->world, s->bead),
                                       [SENSOR_VELOCITY] = m->u[r->world->line->particles.n + s->bead],
                                       [SENSOR_DISPLACEMENT] = m->u[s->bead]};
      PetscCall(GrTraceAppend(s->trace, m->step, m->time, values));
    }
  }
  for (int i = 0; (group->cadence.done + 1) % BUFFER == 0 && i < group->n; i++) /* full on every owner at once */
    PetscCall(GrTraceFlush(group->sensor[i].trace));
  PetscFunctionReturn(0);
}

/* The ledger also stands at the start and at the end, however it is set. */
static PetscErrorCode Record(GrRecorder r, const GrMoment *m, PetscBool last)
{
  PetscFunctionBeginUser;
  for (int g = 0; g < r->n_groups; g++)
    if (Due(&r->group[g].cadence, m->time)) {
      PetscCall(RecordSensors(r, &r->group[g], m));
      Took(&r->group[g].cadence, m->time);
    }
  if (Due(&r->ledger, m->time) || r->ledger.done == 0 || (last && r->ledger.last != m->time)) {
    PetscCall(RecordLedger(r, m));
    Took(&r->ledger, m->time);
  }
  if (Due(&r->trajectory, m->time) || (last && r->trajectory.every > 0 && r->trajectory.last != m->time)) {
    PetscCall(RecordFrame(r, m));
    Took(&r->trajectory, m->time);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderRecord(GrRecorder r, const GrMoment *m)
{
  PetscFunctionBeginUser;
  PetscCall(Record(r, m, PETSC_FALSE));
  PetscFunctionReturn(0);
}

static PetscErrorCode Close(GrRecorder r)
{
  PetscFunctionBeginUser;
  for (int g = 0; g < r->n_groups; g++) {
    for (int i = 0; i < r->group[g].n; i++)
      PetscCall(GrTraceDestroy(&r->group[g].sensor[i].trace));
    PetscCall(PetscFree(r->group[g].sensor));
  }
  PetscCall(PetscFree(r->group));
  PetscCall(GrTraceDestroy(&r->energy));
  for (int f = 0; f < GrParticleFieldsCount; f++)
    if (r->series[f])
      PetscCall(GrSeriesDestroy(&r->series[f]));
  PetscCall(GrResultsClose(&r->results));
  PetscCall(PetscFree(r->position));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderFinish(GrRecorder *recorder, const GrMoment *m)
{
  GrRecorder r = *recorder;

  PetscFunctionBeginUser;
  if (!r)
    PetscFunctionReturn(0);
  if (m)
    PetscCall(Record(r, m, PETSC_TRUE));
  PetscCall(Close(r));
  PetscCall(PetscFree(*recorder));
  PetscFunctionReturn(0);
}
