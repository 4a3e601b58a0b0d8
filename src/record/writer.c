/* The list of the kinds of writers; see recorder_impl.h. */
#include "record/recorder_impl.h"

static const GrWriterKind *const of_chains[] = {&GrRecorderSensors, &GrRecorderDetectors, &GrRecorderLedger,
                                                &GrRecorderChain, NULL};
static const GrWriterKind *const of_assemblies[] = {
    &GrRecorderObservables, &GrRecorderWalls,  &GrRecorderTriangles, &GrRecorderContacts, &GrRecorderLedger,
    &GrRecorderBulk,        &GrRecorderBodies, &GrRecorderEvents,    &GrRecorderStages,   &GrRecorderCell,
    &GrRecorderPlaces,      &GrRecorderTally,  &GrRecorderCounters,  &GrRecorderFields,   NULL};

const GrWriterKind *GrRecorderKindAt(GrWorld world, int index)
{
  return (GrWorldLayout(world).kind == GR_LAYOUT_CHAIN ? of_chains : of_assemblies)[index];
}

PetscErrorCode GrRecorderAdd(GrRecorder r, const GrWriterOps *ops, GrRecorderInterval interval, void *data,
                             GrSpan *span)
{
  PetscCheck(r->n < r->capacity, PETSC_COMM_SELF, PETSC_ERR_PLIB, "more writers than %d", r->capacity);
  GrRecorderIntervalFit(&interval, r->world->clock.fixed_step, r->world->the_case->time.end);
  if (r->resumed) {
    interval.next = r->next[r->n];
    interval.done = r->done[r->n];
    interval.latest = r->latest[r->n];
  }
  if (span)
    *span = (GrSpan){GrRecorderIntervalPlan(&interval, &r->time), interval.done, interval.latest};
  r->writer[r->n++] = (GrWriter){ops, interval, data};
  r->watches = r->watches || ops->watch;
  return 0;
}

int GrRecorderCountNumbers(int n, const GrColumn column[])
{
  int numbers = 0;
  for (int k = 0; k < n; k++)
    numbers += column[k].components;
  return numbers;
}
