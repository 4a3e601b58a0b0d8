/* epoch_counts: sums over all ranks of the numbers that each rank counts before a rebuild of the neighbour list; see
   ownership.h.

   The numbers need no reduction of their own: the first check of displacements after the rebuild adds them to its
   reduction. The margins and the load balance at the next rebuild follow from the sums. Only maxima and sums of
   integers are reduced, so that the results are the same on any number of ranks. */
#include "bulk/bulk.h"

#include "base/join.h"

enum { MOST = 15 };

/* Numbers of a rank, or of several ranks, in the reduction over all ranks. */
typedef struct {
  double most[MOST];                   /* maxima, for the caller of GrBulkReduceMaxima */
  PetscInt64 count[GR_COUNTED_COUNTS]; /* sums of the counts */
  GrBulkLoads load;                    /* maxima and sums of computing time and contacts */
  double seconds;                      /* largest wall-clock time of a partition [s] */
} Joint;

static void JoinTwo(const void *lower, void *value)
{
  const Joint *a = lower;
  Joint *sum = value;

  for (int k = 0; k < MOST; k++)
    sum->most[k] = PetscMax(sum->most[k], a->most[k]);
  for (int k = 0; k < GR_COUNTED_COUNTS; k++)
    sum->count[k] += a->count[k];
  for (int k = 0; k < GR_RANK_LOADS; k++) {
    sum->load.most[k] = PetscMax(sum->load.most[k], a->load.most[k]);
    sum->load.sum[k] += a->load.sum[k];
  }
  sum->seconds = PetscMax(sum->seconds, a->seconds);
}

static Joint CountsOfRank(const GrBulkEpochCounts *c, int n, const double most[])
{
  const PetscInt64 load[GR_RANK_LOADS] = {[GR_RANK_WORK] = c->work,
                                          [GR_RANK_CONTACTS] = c->contacts,
                                          [GR_RANK_SPEED] = c->speed,
                                          [GR_RANK_SLOWNESS] = -c->speed,
                                          [GR_RANK_TIME] = c->speed ? 1000 * c->work / c->speed : 0};
  Joint own = {.seconds = c->seconds};

  PetscCallAbort(PETSC_COMM_SELF, PetscArraycpy(own.count, c->count, GR_COUNTED_COUNTS));
  PetscCallAbort(PETSC_COMM_SELF, PetscArraycpy(own.load.most, load, GR_RANK_LOADS));
  PetscCallAbort(PETSC_COMM_SELF, PetscArraycpy(own.load.sum, load, GR_RANK_LOADS));
  for (int k = 0; k < MOST; k++)
    own.most[k] = k < n ? most[k] : 0;
  return own;
}

PetscErrorCode GrBulkReduceMaxima(GrWorld w, int n, double most[])
{
  const GrBulk b = w->bulk;
  GrBulkEpochCounts *c = &b->ownership.counts;

  PetscCheck(n <= MOST, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "%d maxima", n);
  if (!c->has_counts && !c->has_load) {
    if (n > 0)
      PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, most, n, MPI_DOUBLE, MPI_MAX, w->comm));
    return 0;
  }
  Joint all = CountsOfRank(c, n, most);
  PetscCall(GrJoinAll(w->comm, sizeof(all), JoinTwo, &all));
  for (int k = 0; k < n; k++)
    most[k] = all.most[k];
  if (c->has_counts) {
    PetscCall(PetscArraycpy(b->numbers.counted, all.count, GR_COUNTED_COUNTS));
    b->numbers.counted_skin = c->skin;
  }
  if (c->has_load)
    GrBulkAdaptBalance(w, &all.load, all.seconds);
  *c = (GrBulkEpochCounts){0};
  return 0;
}
