/* recorder: see recorder.h. */
#include "record/recorder_impl.h"

#include "io/h5/provenance.h"

/* Channels that a case may have beside one per group of sensors or detectors: particles, ledger, observables, walls,
 * contacts. */
enum { OTHER_CHANNELS = 5 };

PetscErrorCode GrRecorderAdd(GrRecorder r, const GrWriterOps *ops, GrOutputInterval cadence, void *data, GrSpan *span)
{
  PetscFunctionBeginUser;
  PetscCheck(r->n < r->room, PETSC_COMM_SELF, PETSC_ERR_PLIB, "more channels than %d", r->room);
  if (r->resumed) {
    cadence.next = r->next[r->n];
    cadence.done = r->done[r->n];
    cadence.latest = r->latest[r->n];
  }
  if (span)
    *span = (GrSpan){GrOutputIntervalPlan(&cadence, &r->world->the_case->time), cadence.done, cadence.latest};
  r->channel[r->n++] = (GrWriter){ops, cadence, data};
  r->watches = (PetscBool)(r->watches || ops->watch);
  PetscFunctionReturn(0);
}

static PetscErrorCode New(GrWorld world, const char *directory, GrRecorder *recorder)
{
  GrRecorder r;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&r));
  r->world = world;
  r->room = world->the_case->output.n_sensors + world->the_case->output.n_detectors + OTHER_CHANNELS;
  PetscCall(PetscCalloc1(r->room, &r->channel));
  PetscCall(PetscCalloc3(r->room, &r->next, r->room, &r->done, r->room, &r->latest));
  PetscCall(PetscStrallocpy(directory, &r->directory));
  *recorder = r;
  PetscFunctionReturn(0);
}

/* All that is recorded; the first sync gives the file its name. */
static PetscErrorCode AddChannels(GrRecorder r)
{
  PetscFunctionBeginUser;
  if (GrWorldLayout(r->world).kind == GR_LAYOUT_CHAIN) {
    PetscCall(GrRecorderAddSensors(r));
    PetscCall(GrRecorderAddDetectors(r));
    PetscCall(GrRecorderAddLedger(r));
    PetscCall(GrRecorderAddLine(r));
  } else {
    PetscCall(GrRecorderAddObservables(r));
    PetscCall(GrRecorderAddWalls(r));
    PetscCall(GrRecorderAddContacts(r));
    PetscCall(GrRecorderAddLedger(r));
    PetscCall(GrRecorderAddBulk(r));
  }
  PetscCall(GrResultsSync(r->results));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderCreate(GrWorld world, const char *directory, const char *options, GrRecorder *recorder)
{
  GrRecorder r;
  char path[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(New(world, directory, &r));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/results.h5", directory));
  PetscCall(GrResultsCreate(world->comm, path, "granum", &r->results));
  PetscCall(GrProvenanceParameters(r->results, world->the_case, world->the_case->resolved, options));
  PetscCall(AddChannels(r));
  *recorder = r;
  PetscFunctionReturn(0);
}

/* The counters of all channels, as they go into a checkpoint. */
static const GrBounds CounterBounds[3] = {GR_COUNT, GR_COUNT, GR_NOT_NEGATIVE};
static void Columns(GrRecorder r, GrColumn column[3])
{
  column[0] = (GrColumn){"output_next", GR_INTEGER, r->room, "1", "number of the next sample of each output"};
  column[1] = (GrColumn){"output_done", GR_INTEGER, r->room, "1", "samples taken of each output"};
  column[2] = (GrColumn){"output_latest", GR_REAL, r->room, "s", "time of the latest sample of each output"};
}

PetscErrorCode GrRecorderSave(GrRecorder r, GrCheckpoint checkpoint)
{
  GrColumn column[3];

  PetscFunctionBeginUser;
  for (int k = 0; k < r->n; k++) {
    r->next[k] = r->channel[k].cadence.next;
    r->done[k] = r->channel[k].cadence.done;
    r->latest[k] = r->channel[k].cadence.latest;
  }
  Columns(r, column);
  PetscCall(GrCheckpointPutNumber(checkpoint, &column[0], r->next));
  PetscCall(GrCheckpointPutNumber(checkpoint, &column[1], r->done));
  PetscCall(GrCheckpointPutNumber(checkpoint, &column[2], r->latest));
  for (int k = 0; k < r->n; k++)
    if (r->channel[k].ops->save)
      PetscCall(r->channel[k].ops->save(r->channel[k].data, checkpoint));
  PetscFunctionReturn(0);
}

/* What a recorder goes on from: the counters, the results so far, and what the channels remember. `changes` NULL: it is
   only looked at. */
static PetscErrorCode TakeUp(GrWorld world, const char *directory, const char *changes, GrCheckpoint checkpoint,
                             GrRecorder *recorder)
{
  GrRecorder r;
  GrColumn column[3];
  char path[PETSC_MAX_PATH_LEN];

  PetscFunctionBeginUser;
  PetscCall(New(world, directory, &r));
  r->resumed = PETSC_TRUE;
  Columns(r, column);
  PetscCall(GrCheckpointGetNumber(checkpoint, &column[0], &CounterBounds[0], r->next));
  PetscCall(GrCheckpointGetNumber(checkpoint, &column[1], &CounterBounds[1], r->done));
  PetscCall(GrCheckpointGetNumber(checkpoint, &column[2], &CounterBounds[2], r->latest));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/results.h5", directory));
  PetscCall(GrResultsOpen(world->comm, path, (PetscBool)!changes, &r->results));
  if (changes)
    PetscCall(GrProvenanceChanges(r->results, changes));
  PetscCall(AddChannels(r));
  for (int k = 0; k < r->n; k++)
    if (r->channel[k].ops->restore)
      PetscCall(r->channel[k].ops->restore(r->channel[k].data, checkpoint));
  *recorder = r;
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderResume(GrWorld world, const char *directory, const char *changes, GrCheckpoint checkpoint,
                                GrRecorder *recorder)
{
  PetscFunctionBeginUser;
  PetscCall(TakeUp(world, directory, changes, checkpoint, recorder));
  PetscFunctionReturn(0);
}

static PetscErrorCode List(GrRecorder r)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < r->n; k++)
    if (r->channel[k].ops->list)
      PetscCall(r->channel[k].ops->list(r, r->channel[k].data, r->channel[k].cadence.done));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderSync(GrRecorder r)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < r->n; k++)
    if (r->channel[k].ops->flush)
      PetscCall(r->channel[k].ops->flush(r->channel[k].data));
  PetscCall(GrResultsSync(r->results));
  PetscCall(List(r));
  PetscFunctionReturn(0);
}

double GrRecorderDue(GrRecorder r)
{
  double due = PETSC_INFINITY;
  for (int k = 0; k < r->n; k++)
    due = PetscMin(due, GrOutputIntervalNext(&r->channel[k].cadence));
  return due;
}

PetscBool GrRecorderIsDue(GrRecorder r, double t)
{
  PetscBool due = PETSC_FALSE;
  for (int k = 0; k < r->n; k++)
    due = (PetscBool)(due || GrOutputIntervalDue(&r->channel[k].cadence, t));
  return due;
}

PetscBool GrRecorderFrameDue(GrRecorder r, double t)
{
  PetscBool due = PETSC_FALSE;
  for (int k = 0; k < r->n; k++)
    due = (PetscBool)(due || (!r->channel[k].ops->stays && GrOutputIntervalDue(&r->channel[k].cadence, t)));
  return due;
}

void GrRecorderWatch(GrRecorder r, const GrSample *m)
{
  for (int k = 0; r->watches && k < r->n; k++)
    if (r->channel[k].ops->watch)
      r->channel[k].ops->watch(r, r->channel[k].data, m);
}

static PetscErrorCode Record(GrRecorder r, const GrSample *m, PetscBool ends)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < r->n; k++) {
    GrWriter *c = &r->channel[k];
    if (!GrOutputIntervalWants(&c->cadence, m->time, ends))
      continue;
    PetscCall(c->ops->record(r, c->data, m));
    GrOutputIntervalTake(&c->cadence, m->time);
    if (c->ops->flush && c->cadence.done % GR_TRACE_BUFFER == 0) /* full on every owner at once */
      PetscCall(c->ops->flush(c->data));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderRecord(GrRecorder r, const GrSample *m)
{
  PetscFunctionBeginUser;
  PetscCall(Record(r, m, PETSC_FALSE));
  PetscFunctionReturn(0);
}

static PetscErrorCode Destroy(GrRecorder *recorder)
{
  GrRecorder r = *recorder;

  PetscFunctionBeginUser;
  for (int k = 0; k < r->n; k++)
    PetscCall(r->channel[k].ops->destroy(r->channel[k].data));
  PetscCall(GrResultsClose(&r->results));
  PetscCall(PetscFree(r->channel));
  PetscCall(PetscFree3(r->next, r->done, r->latest));
  PetscCall(PetscFree(r->directory));
  PetscCall(PetscFree(*recorder));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderLook(GrWorld world, const char *directory, GrCheckpoint checkpoint)
{
  GrRecorder recorder;

  PetscFunctionBeginUser;
  PetscCall(TakeUp(world, directory, NULL, checkpoint, &recorder));
  PetscCall(Destroy(&recorder));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderFinish(GrRecorder *recorder, const GrSample *m)
{
  GrRecorder r = *recorder;

  PetscFunctionBeginUser;
  if (!r)
    PetscFunctionReturn(0);
  PetscCall(Record(r, m, PETSC_TRUE));
  for (int k = 0; k < r->n; k++)
    if (r->channel[k].ops->cut)
      PetscCall(r->channel[k].ops->cut(r->channel[k].data));
  PetscCall(List(r));
  PetscCall(Destroy(recorder));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderStop(GrRecorder *recorder)
{
  PetscFunctionBeginUser;
  if (!*recorder)
    PetscFunctionReturn(0);
  PetscCall(GrRecorderSync(*recorder));
  PetscCall(Destroy(recorder));
  PetscFunctionReturn(0);
}
