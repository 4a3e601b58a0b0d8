/* Records broken bonds in the table observables/bonds, one row per bond, sorted by step and then by the ids of the two
   particles. Each rank stores its rows; a flush sends them to the first rank, which writes them. */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include <stdlib.h>

static const GrColumn BondColumns[] = {
    {"id", GR_INTEGER, 2, "1", "ids of the two particles, the lower id first"},
    {"mode", GR_INTEGER, 1, "1", "mode of failure: 1 tension, 2 bending, 3 shear, 4 twist"},
    {"position", GR_REAL, 3, "m", "midpoint of the two particles"},
    {"energy", GR_REAL, 1, "J", "energy that was lost when the bond broke"},
};
enum { BOND_COLUMNS = sizeof(BondColumns) / sizeof(BondColumns[0]), BOND_VALUES = 7 };
enum { BOND_WORDS = sizeof(GrBrokenBond) / sizeof(PetscInt64) };
_Static_assert(BOND_WORDS * sizeof(PetscInt64) == sizeof(GrBrokenBond), "whole words");

static int CompareBonds(const void *a, const void *b)
{
  const GrBrokenBond *x = a, *y = b;
  const PetscInt64 one[3] = {x->step, x->id[0], x->id[1]}, two[3] = {y->step, y->id[0], y->id[1]};
  for (int k = 0; k < 3; k++)
    if (one[k] != two[k])
      return one[k] < two[k] ? -1 : 1;
  return 0;
}

/* Gathers the bonds that broke since the last call on the first rank, in order; n: their number, on all ranks. Each
   rank with broken bonds sends one message. Collective. */
static PetscErrorCode GatherBonds(GrWorld w, PetscInt64 *n, GrBrokenBond **all)
{
  GrBrokenBonds *own = GrBulkBrokenBonds(w);
  const GrMessage out = {0, own->n * BOND_WORDS, (PetscInt64 *)own->bond};
  GrTraffic traffic = {0};
  GrMessage *in;
  int n_in;

  *all = NULL;
  *n = own->n;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, n, 1, MPIU_INT64, MPI_SUM, w->comm));
  if (*n == 0)
    return 0;
  PetscCall(GrParallelSparseExchange(w->comm, own->n > 0, &out, &n_in, &in, &traffic));
  PetscCall(PetscMalloc1(w->rank == 0 ? *n : 0, all));
  for (PetscInt64 p = 0, begin = 0; p < n_in; begin += in[p++].words / BOND_WORDS)
    PetscCall(PetscArraycpy((PetscInt64 *)(*all + begin), in[p].data, in[p].words));
  if (w->rank == 0)
    qsort(*all, (size_t)*n, sizeof(**all), CompareBonds);
  own->n = 0;
  return GrParallelSparseExchangeFree(n_in, &in);
}

static PetscErrorCode FlushBonds(void *data)
{
  const GrTraces *b = data;
  GrTrace trace = b->trace[0];
  GrBrokenBond *all;
  PetscInt64 n;
  double latest;

  PetscCall(GatherBonds(b->world, &n, &all));
  latest = b->world->rank == 0 && n ? all[n - 1].time : 0;
  for (PetscInt64 from = 0; from < n; from += GR_TRACE_BUFFER) {
    for (PetscInt64 k = from; b->world->rank == 0 && k < PetscMin(n, from + GR_TRACE_BUFFER); k++) {
      const GrBrokenBond *bond = &all[k];
      const double values[BOND_VALUES] = {(double)bond->id[0], (double)bond->id[1], bond->end, bond->middle[0],
                                          bond->middle[1],     bond->middle[2],     bond->lost};
      PetscCall(GrTraceAppend(trace, bond->step, bond->time, values));
    }
    PetscCall(GrTraceFlush(trace));
  }
  PetscCallMPI(MPI_Bcast(&latest, 1, MPI_DOUBLE, 0, b->world->comm));
  b->interval->done += n;
  b->interval->latest = n ? latest : b->interval->latest;
  return PetscFree(all);
}

static const GrWriterOps BondOps = {.flush = FlushBonds, .destroy = GrRecorderDestroyTraces};

static PetscErrorCode AddBonds(GrRecorder r)
{
  const GrRecorderInterval never = {.next = 0};
  GrSpan span;
  GrTraces *bonds;

  if (!GrBulkHasBonds(r->world))
    return 0;
  PetscCall(PetscNew(&bonds));
  PetscCall(GrRecorderAddTraces(r, &BondOps, never, 1, bonds, &span));
  span.planned = PetscMax(span.done, GR_TRACE_BUFFER); /* the table grows */
  return GrRecorderOpenTrace(r, bonds, 0, "/observables/bonds", BOND_COLUMNS, BondColumns, span);
}

const GrWriterKind GrRecorderBonds = {.add = AddBonds};
