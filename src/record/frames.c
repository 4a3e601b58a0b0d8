/* frames: see frames.h. */
#include "record/frames.h"

PetscErrorCode GrFramesAdd(GrRecorder r, GrFrames *frames, const GrColumn *column, PetscBool moves, GrRows rows,
                           GrSpan span)
{
  const int k = frames->n;

  PetscFunctionBeginUser;
  PetscCheck(k < GR_FRAME_FIELDS_MAX, PETSC_COMM_SELF, PETSC_ERR_PLIB, "more particle fields than %d",
             GR_FRAME_FIELDS_MAX);
  frames->n++;
  frames->total = rows.total;
  frames->field[k] = (GrXdmfField){column, moves};
  if (!moves)
    PetscFunctionReturn(0);
  GrSeries first = frames->series[frames->first];
  if (!first)
    frames->first = k;
  PetscCall(GrSeriesCreate(r->results, "/particles/grains", column, rows, first, span, &frames->series[k]));
  PetscFunctionReturn(0);
}

PetscErrorCode GrFramesTruncate(void *data)
{
  const GrFrames *frames = data;

  PetscFunctionBeginUser;
  for (int k = 0; k < frames->n; k++)
    if (frames->series[k])
      PetscCall(GrSeriesTruncate(frames->series[k]));
  PetscFunctionReturn(0);
}

PetscErrorCode GrFramesDestroy(void *data)
{
  GrFrames *frames = data;

  PetscFunctionBeginUser;
  for (int k = 0; k < frames->n; k++)
    PetscCall(GrSeriesDestroy(&frames->series[k]));
  PetscCall(PetscFree(frames));
  PetscFunctionReturn(0);
}

PetscErrorCode GrFramesList(GrRecorder r, void *data, PetscInt64 written)
{
  const GrFrames *frames = data;
  GrXdmf xdmf = {.total = frames->total, .frames = written, .n_fields = frames->n, .field = frames->field};
  double *time;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)written, &time));
  PetscCall(GrSeriesTimes(frames->series[frames->first], written, time));
  xdmf.time = time;
  PetscCall(GrXdmfWrite(r->world->comm, r->directory, &xdmf));
  PetscCall(PetscFree(time));
  PetscFunctionReturn(0);
}
