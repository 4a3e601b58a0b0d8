/* Estimates the sizes of all outputs of a run before it begins; see recorder.h. */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "bulk/population/insert.h"
#include "bulk/save/save.h"
#include "chain/chain.h"

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

void GrRecorderForecastAdd(GrForecast *all, double number, GrForecast one)
{
  const double bytes = all->samples * all->bytes + one.samples * number * one.bytes;

  all->samples = PetscMax(all->samples, one.samples);
  if (all->samples > 0)
    all->bytes = bytes / all->samples;
}

/* The particles come first. */
int GrRecorderForecast(GrWorld w, double step, GrForecast list[GR_FORECASTS_MAX])
{
  GrTime time = w->the_case->time;
  int n = 0, kinds = 0;

  time.step = step;
  while (GrRecorderKindAt(w, kinds))
    kinds++;
  for (int k = kinds - 1; k >= 0 && n < GR_FORECASTS_MAX - 1; k--) {
    const GrWriterKind *kind = GrRecorderKindAt(w, k);
    if (kind->tables && kind->tables->what)
      list[n] = GrRecorderForecastTables(w, &time, kind->tables);
    else if (kind->forecast)
      list[n] = kind->forecast(w, &time);
    else
      continue;
    n += list[n].samples > 0;
  }
  list[n++] = (GrForecast){w->chain ? "checkpoint-STEP.h5" : "checkpoint-STEP.h5, of a dense packing", 1,
                           CountExpected(w) * CheckpointBytes(w)};
  return n;
}
