/* Records sensors of a chain: of single beads in the tables observables/sensors/GROUP-AT, of the contact between a bead
   and the next bead in the tables observables/contact_sensors/GROUP-AT. The rank that owns the bead stores the samples
   until the buffers are full, which happens on all ranks at the same sample. */
#include "record/recorder_impl.h"

#include "chain/chain.h"

enum { SENSOR_COLUMNS = 3 };

/* Kind of a sensor: its place in the results file, its columns, and the function that samples them. */
typedef struct {
  const char *group; /* of the tables in the results file */
  GrColumn column[SENSOR_COLUMNS];
  void (*sample)(GrWorld w, const double *u, PetscInt bead, double value[SENSOR_COLUMNS]);
  const GrWriterOps *ops;
} Kind;

/* Sensors of one entry of the input. */
typedef struct {
  GrTraces traces;
  const Kind *kind;
  PetscInt *bead; /* [traces.n] local number on its owner, or -1 */
} Sensors;

static void SampleBead(GrWorld w, const double *u, PetscInt bead, double value[SENSOR_COLUMNS])
{
  value[0] = GrChainBeadForce(w, bead);
  value[1] = u[w->chain->particles.n + bead];
  value[2] = u[bead];
}

static void SampleContact(GrWorld w, const double *u, PetscInt bead, double value[SENSOR_COLUMNS])
{
  const GrChain chain = w->chain;
  const GrChainContact contact = GrChainContactAt(&chain->contacts, bead + 1, &chain->halo, u, u + chain->particles.n);
  value[0] = contact.force;
  value[1] = contact.overlap;
  value[2] = contact.rate;
}

static PetscErrorCode RecordSensors(GrRecorder r, void *data, const GrSample *m)
{
  const Sensors *sensors = data;

  for (int i = 0; i < sensors->traces.n; i++) {
    double value[SENSOR_COLUMNS];
    if (sensors->bead[i] < 0)
      continue;
    sensors->kind->sample(r->world, m->u, sensors->bead[i], value);
    PetscCall(GrTraceAppend(sensors->traces.trace[i], m->step, m->time, value));
  }
  return 0;
}

/* The next bead may be a ghost, whose state must be that of the sample. */
static PetscErrorCode RecordContacts(GrRecorder r, void *data, const GrSample *m)
{
  const GrChain chain = r->world->chain;
  const PetscInt n = chain->particles.n;

  PetscCall(GrParallelChainHaloBegin(&chain->halo, n, m->u, m->u + n));
  PetscCall(GrParallelChainHaloEnd(&chain->halo));
  return RecordSensors(r, data, m);
}

static PetscErrorCode DestroySensors(void *data)
{
  PetscCall(PetscFree(((Sensors *)data)->bead));
  return GrRecorderDestroyTraces(data);
}

static const GrWriterOps BeadOps = {
    .local = true, .record = RecordSensors, .flush = GrRecorderFlushTraces, .destroy = DestroySensors};
static const GrWriterOps ContactOps = {
    .record = RecordContacts, .flush = GrRecorderFlushTraces, .destroy = DestroySensors};

static const Kind Kinds[] = {
    [GR_SENSE_BEAD] = {"sensors",
                       {{"force", GR_REAL, 1, "N",
                         "mean of the two contact forces on the bead, where a missing neighbour counts as zero; on a "
                         "plane the force of its one contact"},
                        {"velocity", GR_REAL, 1, "m s-1", "velocity of the bead"},
                        {"displacement", GR_REAL, 1, "m", "displacement of the bead since the start"}},
                       SampleBead,
                       &BeadOps},
    [GR_SENSE_CONTACT] = {"contact_sensors",
                          {{"force", GR_REAL, 1, "N",
                            "force of the contact between the bead and the next bead, positive if repulsive"},
                           {"overlap", GR_REAL, 1, "m", "overlap of this contact; negative: gap"},
                           {"rate", GR_REAL, 1, "m s-1", "overlap rate, positive during approach"}},
                          SampleContact,
                          &ContactOps},
};

static PetscErrorCode AddSensors(GrRecorder r)
{
  for (int g = 0; g < r->world->the_case->output.n_sensors; g++) {
    const GrSensors *input = &r->world->the_case->output.sensors[g];
    const GrGroup *group = &r->world->the_case->groups[input->group];
    const GrRows rows = r->world->chain->particles.rows;
    const GrRecorderInterval interval = {.when = input->when};
    const Kind *kind = &Kinds[input->quantity];
    GrSpan span;
    Sensors *sensors;
    PetscCall(PetscNew(&sensors));
    PetscCall(PetscMalloc1(input->n_at, &sensors->bead));
    sensors->kind = kind;
    PetscCall(GrRecorderAddTraces(r, kind->ops, interval, (int)input->n_at, &sensors->traces, &span));
    for (int i = 0; i < input->n_at; i++) {
      const PetscInt64 row = group->first_id - 1 + input->at[i] - 1;
      const bool here = row >= rows.first && row < rows.first + rows.count;
      char path[GR_NAME_MAX + 64];
      sensors->bead[i] = here ? (PetscInt)(row - rows.first) : -1;
      PetscCall(PetscSNPrintf(path, sizeof(path), "/observables/%s/%s-%" PetscInt64_FMT, kind->group, group->name,
                              input->at[i]));
      PetscCall(GrTraceCreate(r->results, path, SENSOR_COLUMNS, kind->column, here, GR_TRACE_BUFFER, span,
                              &sensors->traces.trace[i]));
    }
  }
  return 0;
}

const GrWriterKind GrRecorderSensors = {.what = "sensors", .add = AddSensors};
