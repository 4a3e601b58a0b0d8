/* Records sensors, which sample single beads of a chain, in the tables observables/sensors/GROUP-AT. The rank that owns
   the bead stores the samples until the buffers are full, which happens on all ranks at the same sample. */
#include "record/recorder_impl.h"

#include "chain/chain.h"

enum { SENSOR_FORCE, SENSOR_VELOCITY, SENSOR_DISPLACEMENT, SENSOR_COLUMNS };
static const GrColumn SensorColumns[SENSOR_COLUMNS] = {
    [SENSOR_FORCE] = {"force", GR_REAL, 1, "N",
                      "mean of the two contact forces on the bead, where a missing neighbour counts as zero; on a "
                      "plane the force of its one contact"},
    [SENSOR_VELOCITY] = {"velocity", GR_REAL, 1, "m s-1", "velocity of the bead"},
    [SENSOR_DISPLACEMENT] = {"displacement", GR_REAL, 1, "m", "displacement of the bead since the start"},
};

/* Sensors of one entry of the input. */
typedef struct {
  GrTraces traces;
  PetscInt *bead; /* [traces.n] local number on its owner, or -1 */
} Sensors;

static PetscErrorCode RecordSensors(GrRecorder r, void *data, const GrSample *m)
{
  const Sensors *sensors = data;

  for (int i = 0; i < sensors->traces.n; i++) {
    const PetscInt bead = sensors->bead[i];
    if (bead < 0)
      continue;
    double values[SENSOR_COLUMNS] = {[SENSOR_FORCE] = GrChainBeadForce(r->world, bead),
                                     [SENSOR_VELOCITY] = m->u[r->world->chain->particles.n + bead],
                                     [SENSOR_DISPLACEMENT] = m->u[bead]};
    PetscCall(GrTraceAppend(sensors->traces.trace[i], m->step, m->time, values));
  }
  return 0;
}

static PetscErrorCode DestroySensors(void *data)
{
  PetscCall(PetscFree(((Sensors *)data)->bead));
  return GrRecorderDestroyTraces(data);
}

static const GrWriterOps SensorOps = {
    .local = true, .record = RecordSensors, .flush = GrRecorderFlushTraces, .destroy = DestroySensors};

static PetscErrorCode AddSensors(GrRecorder r)
{
  for (int g = 0; g < r->world->the_case->output.n_sensors; g++) {
    const GrSensors *input = &r->world->the_case->output.sensors[g];
    const GrGroup *group = &r->world->the_case->groups[input->group];
    const GrRows rows = r->world->chain->particles.rows;
    const GrRecorderInterval interval = {.when = input->when};
    GrSpan span;
    Sensors *sensors;
    PetscCall(PetscNew(&sensors));
    PetscCall(PetscMalloc1(input->n_at, &sensors->bead));
    PetscCall(GrRecorderAddTraces(r, &SensorOps, interval, (int)input->n_at, &sensors->traces, &span));
    for (int i = 0; i < input->n_at; i++) {
      const PetscInt64 row = group->first_id - 1 + input->at[i] - 1;
      const bool here = row >= rows.first && row < rows.first + rows.count;
      char path[GR_NAME_MAX + 64];
      sensors->bead[i] = here ? (PetscInt)(row - rows.first) : -1;
      PetscCall(
          PetscSNPrintf(path, sizeof(path), "/observables/sensors/%s-%" PetscInt64_FMT, group->name, input->at[i]));
      PetscCall(GrTraceCreate(r->results, path, SENSOR_COLUMNS, SensorColumns, here, GR_TRACE_BUFFER, span,
                              &sensors->traces.trace[i]));
    }
  }
  return 0;
}

const GrWriterKind GrRecorderSensors = {.what = "sensors", .add = AddSensors};
