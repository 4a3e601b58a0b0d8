/* Writes the time series of particles (frames); see frames.h. */
#include "record/frames.h"

#include "input/key/key.h"

bool GrRecorderFramesWants(GrWorld w, const char *field)
{
  const unsigned wanted = w->the_case->output.trajectory_fields;
  const int word = GrKeyWordFind(GR_TRAJECTORY_FIELDS, field);
  return wanted == 0 || word < 0 || (wanted & 1u << word) != 0;
}

GrStorage GrRecorderFramesStorage(GrWorld w)
{
  const GrOutput *output = &w->the_case->output;
  return (GrStorage){.single = output->trajectory_precision == GR_PRECISION_SINGLE,
                     .pack = output->trajectory_compression == GR_COMPRESSION_DEFLATE};
}

PetscErrorCode GrRecorderFramesAdd(GrRecorder r, GrRecorderFrames *frames, const GrColumn *column, bool moves,
                                   GrRows rows, GrSpan span)
{
  const int k = frames->n;

  PetscCheck(k < GR_FRAME_FIELDS_MAX, PETSC_COMM_SELF, PETSC_ERR_PLIB, "more particle fields than %d",
             GR_FRAME_FIELDS_MAX);
  frames->n++;
  frames->total = rows.total;
  frames->field[k] = (GrRecorderFrameField){column, moves};
  if (!moves)
    return 0;
  GrSeries first = frames->series[frames->first];
  if (!first)
    frames->first = k;
  const GrSeriesKind kind = frames->varies ? GR_SERIES_VARYING : frames->line ? GR_SERIES_ON_LINE : GR_SERIES_PLAIN;
  return GrSeriesCreateStored(r->results, frames->group, column, rows, kind, frames->storage, first, span,
                              &frames->series[k]);
}

PetscErrorCode GrRecorderFramesAddCount(GrRecorder r, GrRecorderFrames *frames, GrSpan span)
{
  const GrColumn column = {"count", GR_INTEGER, 1, "1", frames->counted};
  const GrRows row = {1, 0, r->world->rank == 0};
  PetscInt64 *count;

  if (!frames->varies)
    return 0;
  PetscCall(
      GrSeriesCreate(r->results, frames->group, &column, row, frames->series[frames->first], span, &frames->count));
  PetscCall(PetscMalloc1(span.done, &count));
  PetscCall(GrSeriesRead(frames->count, span.done, count));
  for (int k = 0; k < frames->n; k++)
    for (PetscInt64 frame = 0; frames->series[k] && frame < span.done; frame++)
      GrSeriesWidest(frames->series[k], count[frame]);
  return PetscFree(count);
}

PetscErrorCode GrRecorderFramesAppend(GrRecorder r, const GrRecorderFrames *frames, const GrSample *m, GrRows rows,
                                      const void *const data[])
{
  if (frames->box[0])
    PetscCall(GrRecorderBoxRecord(r, frames, m));
  if (frames->count)
    PetscCall(GrSeriesAppend(frames->count, m->step, m->time, &rows.total));
  for (int k = frames->n - 1; k >= 0; k--) /* the first series has the times */
    if (frames->series[k])
      PetscCall(GrSeriesAppendRows(frames->series[k], m->step, m->time, rows, data[k]));
  return 0;
}

PetscErrorCode GrRecorderFramesDestroy(void *data)
{
  GrRecorderFrames *frames = data;

  for (int k = 0; k < frames->n; k++)
    PetscCall(GrSeriesDestroy(&frames->series[k]));
  for (int k = 0; k < GR_BOX_SERIES; k++)
    PetscCall(GrSeriesDestroy(&frames->box[k]));
  PetscCall(GrSeriesDestroy(&frames->count));
  return PetscFree(frames);
}
