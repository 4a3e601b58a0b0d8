/* Records the beads of a chain in the group particles/grains, with the fields of GrChainFields. Constant fields are
   written once, all other fields in frames. */
#include "record/frames.h"

#include "chain/chain.h"

typedef struct {
  GrRecorderFrames frames;
  int field[GR_FRAME_FIELDS_MAX]; /* rows of GrChainFields */
  double *position;
} LineFrames;

static PetscErrorCode RecordFrame(GrRecorder r, void *data, const GrSample *m)
{
  const GrBeads *p = &r->world->chain->particles;
  const LineFrames *line = data;
  GrParallelColumns table = GrChainTable(r->world, m->u);
  const void *rows[GR_FRAME_FIELDS_MAX];

  for (PetscInt i = 0; i < p->n; i++)
    line->position[i] = p->reference[i] + m->u[i];
  table.data[GR_BEAD_POSITION] = line->position;
  for (int f = 0; f < line->frames.n; f++)
    rows[f] = table.data[GrChainFields.field[line->field[f]].in];
  return GrRecorderFramesAppend(r, &line->frames, m, p->rows, rows);
}

static PetscErrorCode DestroyFrames(void *data)
{
  PetscCall(PetscFree(((LineFrames *)data)->position));
  return GrRecorderFramesDestroy(data);
}

static const GrWriterOps FrameOps = {.record = RecordFrame, .list = GrRecorderFramesList, .destroy = DestroyFrames};

static PetscErrorCode WriteStatic(GrRecorder r)
{
  const GrParallelColumns table = GrChainTable(r->world, NULL);

  if (r->resumed)
    return 0;
  PetscCall(GrResultsBox(r->results, GR_GRAINS_GROUP, 1, NULL));
  for (int f = 0; f < GrChainFields.n; f++) {
    const GrField *field = &GrChainFields.field[f];
    if (field->write == GR_WRITE_ONCE)
      PetscCall(GrResultsRows(r->results, GR_GRAINS_GROUP, &field->column, r->world->chain->particles.rows,
                              table.data[field->in]));
  }
  return 0;
}

static PetscErrorCode AddBeads(GrRecorder r)
{
  const GrRecorderInterval interval = {.when = r->world->the_case->output.trajectory, .last = true};
  const GrBeads *p = &r->world->chain->particles;
  GrSpan span;
  LineFrames *line;

  PetscCall(WriteStatic(r));
  if (!GrOutputIsRecorded(&interval.when))
    return 0;
  PetscCall(PetscNew(&line));
  line->frames.group = GR_GRAINS_GROUP;
  line->frames.line = true;
  PetscCall(PetscMalloc1(p->n, &line->position));
  PetscCall(GrRecorderAdd(r, &FrameOps, interval, line, &span));
  line->frames.storage = GrRecorderFramesStorage(r->world);
  for (int f = 0; f < GrChainFields.n; f++) {
    const GrField *field = &GrChainFields.field[f];
    if (field->write == GR_WRITE_NEVER || !GrRecorderFramesWants(r->world, field->column.name))
      continue;
    line->field[line->frames.n] = f;
    PetscCall(GrRecorderFramesAdd(r, &line->frames, &field->column, field->write == GR_WRITE_FRAMES, p->rows, span));
  }
  return 0;
}

const GrWriterKind GrRecorderChain = {.what = "trajectory", .add = AddBeads};
