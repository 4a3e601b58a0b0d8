/* Estimates the sizes of all outputs of a run before it begins; see recorder.h. */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "bulk/population/insert.h"
#include "bulk/save/save.h"
#include "chain/chain.h"
#include "io/h5/catalogue.h"

double GrRecorderDenseContacts(const GrCase *c)
{
  return c->dimension == 2 ? 2 : 3;
}

/* Expected number of particles: at the start, and to be inserted if this number is known. */
static double CountExpected(GrWorld w)
{
  double expected = w->bulk ? 0 : (double)GrWorldTotal(w);
  for (int g = 0; w->bulk && g < w->the_case->n_grains; g++)
    expected += GrBulkInsertExpectedCount(w, g);
  return expected;
}

/* Bytes of a particle in a checkpoint, with its share of the contacts. */
static double CheckpointBytes(GrWorld w)
{
  const GrColumn columns[2] = {GrBulkSaveKeyColumn, w->bulk ? GrBulkSaveHistoryColumn(w) : (GrColumn){0}};
  double bytes;

  if (w->chain)
    return sizeof(double) * GrChainSavedNumbers(w);
  bytes = sizeof(double) * GrFieldsSavedNumbers(&GrStoreFields, &GrBulkStore(w)->columns);
  return bytes + GrRecorderDenseContacts(w->the_case) * sizeof(double) * GrRecorderCountNumbers(2, columns);
}

/* Bytes of the expected rigid bodies in a checkpoint. */
static double BytesOfBodies(GrWorld w)
{
  double bodies = 0;

  for (int g = 0; w->bulk && g < w->the_case->n_grains; g++)
    if (GrBodiesClumpOf(w->the_case, g) && !w->the_case->grains[g].fixed)
      bodies += GrBulkInsertExpectedCount(w, g) / GrBodiesClumpOf(w->the_case, g)->n_spheres;
  return bodies > 0 ? bodies * sizeof(double) * GrFieldsSavedNumbers(&GrBodiesFields, &GrBulkStore(w)->bodies.columns)
                    : 0;
}

/* Adds the writers of a kind to a recorder without a file. Returns the expected size of what they declare, from dataset
   number *next on. Collective. */
static PetscErrorCode ForecastKind(GrRecorder r, const GrWriterKind *kind, int *next, GrForecast *forecast)
{
  const int before = r->n;
  GrPlannedSize size;

  PetscCall(GrRecorderAddKind(r, kind));
  size = GrResultsPlanned(r->results, next);
  if (kind->file_bytes && r->n > before) {
    size.samples = (double)GrRecorderIntervalPlan(&r->writer[before].interval, &r->time);
    size.bytes = size.samples * kind->file_bytes(r->world);
  }
  *forecast = (GrForecast){kind->what, size.samples, size.samples > 0 ? size.bytes / size.samples : 0, size.packs};
  return 0;
}

/* In the reverse order of the writers. */
PetscErrorCode GrRecorderForecast(GrWorld w, double step, GrForecast list[GR_FORECASTS_MAX], int *n)
{
  GrTime time = w->the_case->time;
  int kinds = 0, next = 0;
  GrRecorder r;

  time.step = step;
  *n = 0;
  PetscCall(GrRecorderDeclare(w, &time, &r));
  while (GrRecorderKindAt(w, kinds))
    kinds++;
  for (int k = kinds - 1; k >= 0 && *n < GR_FORECASTS_MAX - 1; k--) {
    PetscCall(ForecastKind(r, GrRecorderKindAt(w, k), &next, &list[*n]));
    *n += list[*n].what && list[*n].samples > 0;
  }
  list[(*n)++] = (GrForecast){w->chain ? "checkpoint-STEP.h5" : "checkpoint-STEP.h5, of a dense packing", 1,
                              CountExpected(w) * CheckpointBytes(w) + BytesOfBodies(w), false};
  return GrRecorderStop(&r);
}
