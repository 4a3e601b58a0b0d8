/* What a run will write, from the tables that it writes by; see recorder.h. */
#include "record/recorder_impl.h"

#include "bulk/save.h"
#include "chain/chain.h"
#include "record/network.h"

enum { WORD = 8, TIMES = 2 }; /* bytes of a number; step and time of a sample */

/* Contacts a particle that a dense packing has, for what is written of contacts: half of a coordination of 4 or 6. */
static double DenseContacts(const GrCase *c)
{
  return c->dimension == 2 ? 2 : 3;
}

/* Of one particle in one frame. */
static double FrameBytes(GrWorld w)
{
  double bytes = 0;

  for (int f = 0; w->chain && f < GrBeadFieldsCount; f++)
    if (GrBeadFields[f].kind != GR_FIELD_STATIC)
      bytes += GrRecorderColumnsBytes(1, &GrBeadFields[f].column);
  for (int f = 0; w->bulk && f < GrStoreFieldsCount; f++)
    if (GrStoreFields[f].write == GR_WRITE_FRAMES)
      bytes += GrRecorderColumnsBytes(1, &GrStoreFields[f].column);
  return bytes;
}

/* Of one particle in a checkpoint, with its share of the contacts. */
static double CheckpointBytes(GrWorld w)
{
  const GrColumn columns[2] = {GrBulkKeyColumn, w->bulk ? GrBulkHistoryColumn(w) : (GrColumn){0}};
  double bytes = 0;

  if (w->chain)
    return WORD * GrChainSavedNumbers(w);
  for (int f = 0; f < GrStoreFieldsCount; f++)
    if (GrBulkIsSaved(f))
      bytes += GrRecorderColumnsBytes(1, &GrStoreFields[f].column);
  return bytes + DenseContacts(w->the_case) * GrRecorderColumnsBytes(2, columns);
}

/* One line, unless nothing is written. */
static void AddForecast(GrForecast list[], int *n, const char *what, GrOutputInterval interval, const GrTime *time,
                        double bytes)
{
  const double samples = (double)GrOutputIntervalPlan(&interval, time);
  if (samples > 0 && bytes > 0)
    list[(*n)++] = (GrForecast){what, samples, bytes};
}

static void AddLine(GrWorld w, const GrTime *time, GrForecast list[], int *n)
{
  const GrOutput *output = &w->the_case->output;
  double samples = 0, bytes = 0;

  for (int s = 0; s < output->n_sensors; s++) {
    const GrOutputInterval interval = {.every = output->sensors[s].every};
    const double more = (double)GrOutputIntervalPlan(&interval, time);
    samples = PetscMax(samples, more);
    bytes += more * output->sensors[s].n_at * (TIMES * WORD + GrRecorderSensorBytes());
  }
  if (samples > 0)
    list[(*n)++] = (GrForecast){"sensors", samples, bytes / samples};
}

static void AddBulk(GrWorld w, const GrTime *time, GrForecast list[], int *n)
{
  const GrOutput *output = &w->the_case->output;
  const double times = TIMES * WORD, contacts = DenseContacts(w->the_case) * (double)GrWorldTotal(w);

  AddForecast(list, n, "observables", (GrOutputInterval){.every = output->observables_every, .last = PETSC_TRUE}, time,
              output->observables_every > 0 ? times + GrRecorderObservablesBytes() : 0);
  AddForecast(list, n, "walls", (GrOutputInterval){.every = output->walls_every, .last = PETSC_TRUE}, time,
              output->walls_every > 0 ? w->the_case->n_walls * (times + GrRecorderWallBytes()) : 0);
  AddForecast(list, n, "contacts, of a dense packing",
              (GrOutputInterval){.every = output->contacts_every, .last = PETSC_TRUE}, time,
              output->contacts_every > 0 ? times + contacts * WORD * GrNetworkNumbers() : 0);
}

int GrRecorderForecast(GrWorld w, double step, GrForecast list[GR_FORECASTS_MAX])
{
  const GrOutput *output = &w->the_case->output;
  const double times = TIMES * WORD, total = (double)GrWorldTotal(w);
  GrTime time = w->the_case->time;
  int n = 0;

  time.step = step;
  AddForecast(list, &n, "trajectory", (GrOutputInterval){.every = output->trajectory_every, .last = PETSC_TRUE}, &time,
              output->trajectory_every > 0 ? times + total * FrameBytes(w) : 0);
  AddForecast(list, &n, "energy",
              (GrOutputInterval){.every = output->energy_every, .first = PETSC_TRUE, .last = PETSC_TRUE}, &time,
              times + GrRecorderLedgerBytes());
  (w->chain ? AddLine : AddBulk)(w, &time, list, &n);
  AddForecast(list, &n, w->chain ? "checkpoint" : "checkpoint, of a dense packing",
              (GrOutputInterval){.first = PETSC_TRUE}, &time, total * CheckpointBytes(w));
  return n;
}
