/* Creates and calls the writers of a run at their output times; see recorder.h. */
#include "record/recorder_impl.h"

#include "base/directory.h"
#include "input/case/meshes.h"
#include "io/h5/catalogue.h"
#include "io/h5/provenance.h"

static PetscErrorCode CreateEmpty(GrWorld world, const char *directory, GrRecorder *recorder)
{
  GrRecorder r;

  PetscCall(PetscNew(&r));
  r->world = world;
  r->time = world->the_case->time;
  int kinds = 0; /* checkpoints have counters of at least five kinds */
  while (GrRecorderKindAt(world, kinds))
    kinds++;
  const GrOutput *output = &world->the_case->output;
  r->capacity = output->n_sensors + output->n_detectors + output->n_counters + PetscMax(5, kinds);
  PetscCall(PetscCalloc1(r->capacity, &r->writer));
  PetscCall(PetscCalloc3(r->capacity, &r->next, r->capacity, &r->done, r->capacity, &r->latest));
  PetscCall(PetscStrallocpy(directory, &r->directory));
  PetscCall(GrResultsProvenanceAuthor(world->comm, world->the_case, r->author));
  *recorder = r;
  return 0;
}

PetscErrorCode GrRecorderAddKind(GrRecorder r, const GrWriterKind *kind)
{
  return kind->tables ? GrRecorderAddTables(r, kind->tables) : kind->add(r);
}

/* Adds all writers. Collective. */
static PetscErrorCode AddWriters(GrRecorder r)
{
  const GrWriterKind *kind;

  for (int k = 0; (kind = GrRecorderKindAt(r->world, k)); k++)
    PetscCall(GrRecorderAddKind(r, kind));
  return GrResultsReady(r->results);
}

PetscErrorCode GrRecorderDeclare(GrWorld world, const GrTime *time, GrRecorder *recorder)
{
  GrRecorder r;

  PetscCall(CreateEmpty(world, "", &r));
  r->time = *time;
  r->resumed = r->looks = true;
  PetscCall(GrResultsDeclare(world->comm, &r->results));
  *recorder = r;
  return 0;
}

static GrResultsAccess AccessOf(GrWorld world)
{
  const GrOutput *output = &world->the_case->output;
  return (GrResultsAccess){.collective = output->transfer == GR_TRANSFER_COLLECTIVE,
                           .writers = output->writers,
                           .alignment = output->alignment,
                           .hints = output->mpi_io_hints};
}

PetscErrorCode GrRecorderCreate(GrWorld world, const char *directory, const char *options, GrRecorder *recorder)
{
  GrRecorder r;

  PetscCall(CreateEmpty(world, directory, &r));
  const GrResultsAccess access = AccessOf(world);
  PetscCall(
      GrResultsCreate(world->comm, GrDirectoryPath(directory, "results.h5").text, r->author, &access, &r->results));
  PetscCall(GrResultsProvenanceParameters(r->results, world->the_case, world->the_case->resolved, options));
  PetscCall(GrCaseMeshesPut(world->comm, world->the_case, r->results, NULL));
  PetscCall(AddWriters(r));
  *recorder = r;
  return 0;
}

/* Puts the counters of all writers into a checkpoint, or gets them from it. */
static PetscErrorCode MoveCounters(GrRecorder r, GrCheckpoint checkpoint, bool put)
{
  const struct {
    GrColumn column;
    GrBounds bounds;
    void *number;
  } row[] = {
      {{"output_next", GR_INTEGER, r->capacity, "1", "number of the next sample of each output"}, GR_COUNT, r->next},
      {{"output_done", GR_INTEGER, r->capacity, "1", "number of samples of each output"}, GR_COUNT, r->done},
      {{"output_latest", GR_REAL, r->capacity, "s", "time of the latest sample of each output"},
       GR_NOT_NEGATIVE,
       r->latest}};

  for (int k = 0; k < 3; k++)
    PetscCall(put ? GrCheckpointPutNumber(checkpoint, &row[k].column, row[k].number)
                  : GrCheckpointGetNumber(checkpoint, &row[k].column, &row[k].bounds, row[k].number));
  return 0;
}

PetscErrorCode GrRecorderSave(GrRecorder r, GrCheckpoint checkpoint)
{
  for (int k = 0; k < r->n; k++) {
    r->next[k] = r->writer[k].interval.next;
    r->done[k] = r->writer[k].interval.done;
    r->latest[k] = r->writer[k].interval.latest;
  }
  PetscCall(MoveCounters(r, checkpoint, true));
  for (int k = 0; k < r->n; k++)
    if (r->writer[k].ops->save)
      PetscCall(r->writer[k].ops->save(r->writer[k].data, checkpoint));
  return 0;
}

PetscErrorCode GrRecorderResume(GrWorld world, const char *directory, const char *changes, GrCheckpoint checkpoint,
                                GrRecorder *recorder)
{
  GrRecorder r;

  PetscCall(CreateEmpty(world, directory, &r));
  r->resumed = true;
  r->looks = !changes;
  PetscCall(MoveCounters(r, checkpoint, false));
  const GrResultsAccess access = AccessOf(world);
  PetscCall(GrResultsOpen(world->comm, GrDirectoryPath(directory, "results.h5").text, r->looks, &access, &r->results));
  PetscCall(AddWriters(r));
  if (changes) {
    PetscCall(GrResultsProvenanceChanges(r->results, changes));
    PetscCall(GrResultsSync(r->results)); /* readers do not find entries that will be replaced */
  }
  for (int k = 0; k < r->n; k++)
    if (r->writer[k].ops->restore)
      PetscCall(r->writer[k].ops->restore(r->writer[k].data, checkpoint));
  *recorder = r;
  return 0;
}

static PetscErrorCode ListFiles(GrRecorder r)
{
  for (int k = 0; k < r->n; k++)
    if (r->writer[k].ops->list)
      PetscCall(r->writer[k].ops->list(r, r->writer[k].data, r->writer[k].interval.done));
  return 0;
}

static PetscErrorCode FlushWriters(GrRecorder r)
{
  for (int k = 0; k < r->n; k++)
    if (r->writer[k].ops->flush)
      PetscCall(r->writer[k].ops->flush(r->writer[k].data));
  return 0;
}

PetscErrorCode GrRecorderSync(GrRecorder r)
{
  PetscCall(FlushWriters(r));
  PetscCall(GrResultsSync(r->results));
  return ListFiles(r);
}

void GrRecorderFit(GrRecorder r)
{
  for (int k = 0; k < r->n; k++)
    GrRecorderIntervalFit(&r->writer[k].interval, r->world->clock.fixed_step, r->world->the_case->time.end);
}

double GrRecorderDue(GrRecorder r)
{
  double due = PETSC_INFINITY;
  for (int k = 0; k < r->n; k++)
    due = PetscMin(due, GrRecorderIntervalNext(&r->writer[k].interval));
  return due;
}

double GrRecorderIdleUntil(GrRecorder r)
{
  double from = r->watches ? -PETSC_INFINITY : PETSC_INFINITY;
  for (int k = 0; k < r->n; k++)
    from = PetscMin(from, GrRecorderIntervalFrom(&r->writer[k].interval));
  return from;
}

bool GrRecorderIsDue(GrRecorder r, double t, bool together)
{
  for (int k = 0; k < r->n; k++)
    if (!(together && r->writer[k].ops->local) && GrRecorderIntervalDue(&r->writer[k].interval, t))
      return true;
  return false;
}

void GrRecorderWatch(GrRecorder r, const GrSample *m)
{
  for (int k = 0; r->watches && k < r->n; k++)
    if (r->writer[k].ops->watch)
      r->writer[k].ops->watch(r, r->writer[k].data, m);
}

PetscErrorCode GrRecorderRecord(GrRecorder r, const GrSample *m, bool ends)
{
  for (int k = 0; k < r->n; k++) {
    GrWriter *c = &r->writer[k];
    if (!GrRecorderIntervalWants(&c->interval, m->time, ends))
      continue;
    PetscCall(c->ops->record(r, c->data, m));
    GrRecorderIntervalTake(&c->interval, m->time);
    if (c->ops->flush && c->interval.done % GR_TRACE_BUFFER == 0) /* full on every owner at once */
      PetscCall(c->ops->flush(c->data));
  }
  return 0;
}

/* completed: nothing will be added to the results. */
static PetscErrorCode DestroyRecorder(GrRecorder *recorder, bool completed)
{
  GrRecorder r = *recorder;

  for (int k = 0; k < r->n; k++)
    if (r->writer[k].ops->destroy)
      PetscCall(r->writer[k].ops->destroy(r->writer[k].data));
  PetscCall(completed ? GrResultsFinish(&r->results) : GrResultsClose(&r->results));
  PetscCall(PetscFree(r->writer));
  PetscCall(PetscFree3(r->next, r->done, r->latest));
  PetscCall(PetscFree(r->directory));
  return PetscFree(*recorder);
}

PetscErrorCode GrRecorderFinish(GrRecorder *recorder, const GrSample *m)
{
  GrRecorder r = *recorder;

  if (!r)
    return 0;
  PetscCall(GrRecorderRecord(r, m, true));
  PetscCall(FlushWriters(r));
  PetscCall(ListFiles(r));
  return DestroyRecorder(recorder, true);
}

PetscErrorCode GrRecorderStop(GrRecorder *recorder)
{
  if (!*recorder)
    return 0;
  if (!(*recorder)->looks)
    PetscCall(GrRecorderSync(*recorder));
  return DestroyRecorder(recorder, false);
}
