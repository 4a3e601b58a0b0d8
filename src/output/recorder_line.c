/* Beads on a line: particles/grains by the table GrParticleFields, what does not change once, the rest in frames. */
#include "output/recorder_impl.h"

#include "integrate/line.h"

typedef struct {
  GrSeries *series; /* [GrParticleFieldsCount]; NULL for fields that do not change */
  double *position;
} Frames;

static PetscErrorCode Record(GrRecorder r, void *data, const GrMoment *m)
{
  const GrParticles *p = &r->world->line->particles;
  const Frames *frames = data;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < p->n; i++)
    frames->position[i] = p->reference[i] + m->u[i];
  for (int f = GrParticleFieldsCount - 1; f >= 0; f--) /* the first one has the times */
    if (frames->series[f])
      PetscCall(GrSeriesAppend(frames->series[f], m->step, m->time,
                               GrParticleFields[f].kind == GR_FIELD_POSITION ? frames->position : m->u + p->n));
  PetscFunctionReturn(0);
}

static PetscErrorCode Cut(void *data)
{
  const Frames *frames = data;

  PetscFunctionBeginUser;
  for (int f = 0; f < GrParticleFieldsCount; f++)
    if (frames->series[f])
      PetscCall(GrSeriesCut(frames->series[f]));
  PetscFunctionReturn(0);
}

static PetscErrorCode Destroy(void *data)
{
  Frames *frames = data;

  PetscFunctionBeginUser;
  for (int f = 0; f < GrParticleFieldsCount; f++)
    if (frames->series[f])
      PetscCall(GrSeriesDestroy(&frames->series[f]));
  PetscCall(PetscFree(frames->series));
  PetscCall(PetscFree(frames->position));
  PetscCall(PetscFree(frames));
  PetscFunctionReturn(0);
}

static const GrChannelOps FrameOps = {.record = Record, .cut = Cut, .destroy = Destroy};

static PetscErrorCode WriteStatic(GrRecorder r)
{
  const GrParticles *p = &r->world->line->particles;

  PetscFunctionBeginUser;
  if (r->resumed)
    PetscFunctionReturn(0);
  PetscCall(GrResultsBox(r->results, "/particles/grains", 1, NULL));
  for (int f = 0; f < GrParticleFieldsCount; f++) {
    const GrField *field = &GrParticleFields[f];
    const void *data = *(void *const *)((const char *)p + field->offset);
    if (field->kind == GR_FIELD_STATIC)
      PetscCall(GrResultsRows(r->results, "/particles/grains", &field->column, p->rows, data));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecorderAddLine(GrRecorder r)
{
  const GrCadence cadence = {.every = r->world->the_case->output.trajectory_every, .last = PETSC_TRUE};
  const GrParticles *p = &r->world->line->particles;
  GrSeries first = NULL;
  GrSpan span;
  Frames *frames;

  PetscFunctionBeginUser;
  PetscCall(WriteStatic(r));
  if (cadence.every == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&frames));
  PetscCall(PetscCalloc1(GrParticleFieldsCount, &frames->series));
  PetscCall(PetscMalloc1(p->n, &frames->position));
  PetscCall(GrRecorderAdd(r, &FrameOps, cadence, frames, &span));
  for (int f = 0; f < GrParticleFieldsCount; f++)
    if (GrParticleFields[f].kind != GR_FIELD_STATIC) {
      PetscCall(GrSeriesCreate(r->results, "/particles/grains", &GrParticleFields[f].column, p->rows, first, span,
                               &frames->series[f]));
      first = first ? first : frames->series[f];
    }
  PetscFunctionReturn(0);
}
