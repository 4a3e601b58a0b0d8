/* Sums over the particles and contacts of a bulk case: observables/bulk; see observable.h. */
#include "record/recorder_impl.h"

#include "record/network_list.h"
#include "record/observable.h"

/* One row per column of the trace. */
typedef struct {
  GrColumn column;
  size_t offset;          /* in GrObserved */
  const char *plane_unit; /* in dimension 2; NULL: the same */
} ObservedRow;
#define NOTHING "; not a number: no particle can move"
#define SIDE_NAMES "lower_x, lower_y, lower_z, upper_x, upper_y, upper_z"
#define NAMED(name, member, number, components, unit, description)                                                     \
  {                                                                                                                    \
    {name, number, components, unit, description}, offsetof(GrObserved, member), NULL                                  \
  }
#define STRESS(member, description)                                                                                    \
  {                                                                                                                    \
    {#member, GR_REAL, 9, "Pa", description}, offsetof(GrObserved, member), "N/m"                                      \
  }
#define ROW(member, number, components, unit, description) NAMED(#member, member, number, components, unit, description)
static const ObservedRow ObservedRows[] = {
    ROW(particles, GR_INTEGER, 1, "1", "particles that are in the box"),
    ROW(contacts, GR_INTEGER, 1, "1", "contacts with a force"),
    ROW(coordination, GR_REAL, 1, "1", "contacts with a force per particle; those with walls count as well"),
    ROW(backbone, GR_REAL, 1, "1", "the same among the particles that have at least two: without rattlers"),
    ROW(solid_fraction, GR_REAL, 1, "1", "volume of the particles over that of the box; in two dimensions areas"),
    STRESS(stress, "mean stress over the box, positive in compression: xx, xy, xz, yx, yy, yz, zx, zy, zz; in two "
                   "dimensions a force per length"),
    STRESS(stress_kinetic, "the part of it that the fluctuations of velocity carry"),
    ROW(kinetic_temperature, GR_REAL, 1, "m^2/s^2",
        "mass-weighted variance of the velocity about its mean, per dimension" NOTHING),
    ROW(rotational_temperature, GR_REAL, 1, "m^2/s^2",
        "moment of inertia times spin squared over mass, per axis of rotation: as the kinetic one where they "
        "balance" NOTHING),
    ROW(momentum, GR_REAL, 3, "kg m/s", "momentum of the particles that can move"),
    NAMED("left_through", left.open, GR_INTEGER, GR_SIDES, "1",
          "particles that have left through sides without a wall: " SIDE_NAMES),
    NAMED("left_past_walls", left.past_walls, GR_INTEGER, GR_SIDES, "1",
          "particles that have left past a wall at these sides: " SIDE_NAMES),
};
enum { OBSERVED_COLUMNS = sizeof(ObservedRows) / sizeof(ObservedRows[0]), OBSERVED_VALUES_MAX = 64 };

static PetscErrorCode AppendObserved(GrTrace trace, const GrSample *m, const GrObserved *observed)
{
  double values[OBSERVED_VALUES_MAX];
  int n = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < OBSERVED_COLUMNS; k++) {
    const ObservedRow *row = &ObservedRows[k];
    const void *from = (const char *)observed + row->offset;
    for (int i = 0; i < row->column.components; i++)
      values[n++] = row->column.number == GR_REAL ? ((const double *)from)[i] : (double)((const PetscInt64 *)from)[i];
  }
  PetscCall(GrTraceAppend(trace, m->step, m->time, values));
  PetscFunctionReturn(0);
}

static PetscErrorCode RecordObservables(GrRecorder r, void *data, const GrSample *m)
{
  const GrStore *store = GrBulkStore(r->world);
  const GrBox *box = GrBulkBox(r->world);
  GrObserveParticles particles = {.n = store->columns.n,
                                  .id = store->id,
                                  .state = m->u,
                                  .radius = store->radius,
                                  .mass = store->mass,
                                  .dimension = r->world->the_case->dimension,
                                  .total = GrWorldTotal(r->world)};
  GrObserved observed;
  GrColumns contacts;

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    particles.lower[k] = box->lower[k];
    particles.upper[k] = box->upper[k];
  }
  PetscCall(GrContactListCreate(&contacts));
  PetscCall(GrContactListFill(r->world, m->u, &contacts));
  PetscCall(GrObserve(r->world->comm, &particles, &contacts, &observed));
  PetscCall(GrColumnsDestroy(&contacts));
  observed.left = GrWorldLeft(r->world);
  if (r->world->rank == 0)
    PetscCall(AppendObserved(((GrTraces *)data)->trace[0], m, &observed));
  PetscFunctionReturn(0);
}

static const GrWriterOps ObservableOps = {
    .record = RecordObservables, .flush = GrTracesFlush, .cut = GrTracesTruncate, .destroy = GrTracesDestroy};

PetscErrorCode GrRecorderAddObservables(GrRecorder r)
{
  const GrOutputInterval interval = {.every = r->world->the_case->output.observables_every, .last = PETSC_TRUE};
  GrColumn columns[OBSERVED_COLUMNS];
  GrSpan span;
  GrTraces *traces;

  PetscFunctionBeginUser;
  if (interval.every == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&traces));
  PetscCall(GrTracesCreate(1, traces));
  PetscCall(GrRecorderAdd(r, &ObservableOps, interval, traces, &span));
  for (int k = 0; k < OBSERVED_COLUMNS; k++) {
    columns[k] = ObservedRows[k].column;
    if (r->world->the_case->dimension == 2 && ObservedRows[k].plane_unit)
      columns[k].unit = ObservedRows[k].plane_unit;
  }
  PetscCall(GrTraceCreate(r->results, "/observables/bulk", OBSERVED_COLUMNS, columns, (PetscBool)(r->world->rank == 0),
                          GR_TRACE_BUFFER, span, &traces->trace[0]));
  PetscFunctionReturn(0);
}

double GrRecorderObservablesBytes(void)
{
  double bytes = 0;
  for (int k = 0; k < OBSERVED_COLUMNS; k++)
    bytes += GrRecorderColumnsBytes(1, &ObservedRows[k].column);
  return bytes;
}
