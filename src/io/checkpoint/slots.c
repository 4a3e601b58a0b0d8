/* Rows of one column of a checkpoint, from the file to the ranks; the way there is in direct.c.

   They go in rounds of at most 64 MiB a rank, all ranks together: MPI libraries are not to be trusted with
   collective transfers of more than 2 GiB. */
#include "io/checkpoint/file.h"

enum { ROUND = 64 << 20, NUMBER = 8 }; /* bytes of a round; of either kind of number */

static hsize_t RowBytes(const GrDataset *dataset)
{
  return NUMBER * (dataset->extent.rank > 1 ? dataset->extent.size[1] : 1);
}

static hsize_t RoundRows(const GrDataset *dataset)
{
  return PetscMax(ROUND / RowBytes(dataset), 1);
}

/* Rounds that the rank with most rows needs. */
static PetscErrorCode CountRounds(const GrDataset *dataset, GrRows rows, PetscInt64 *rounds)
{
  PetscInt64 each = (PetscInt64)RoundRows(dataset);

  PetscFunctionBeginUser;
  *rounds = (rows.count + each - 1) / each;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, rounds, 1, MPIU_INT64, MPI_MAX, dataset->results->comm));
  PetscFunctionReturn(0);
}

/* The rows of a round; `before`: how many of this rank's rows earlier rounds took. */
static GrSlab RoundSlab(const GrDataset *dataset, GrRows rows, PetscInt64 round, hsize_t *before)
{
  hsize_t all = (hsize_t)rows.count;
  *before = PetscMin((hsize_t)round * RoundRows(dataset), all);
  hsize_t count = PetscMin(all - *before, RoundRows(dataset));
  return (GrSlab){{(hsize_t)rows.first + *before, 0}, {count, RowBytes(dataset) / NUMBER}};
}

PetscErrorCode GrCheckpointSlotsRead(const GrDataset *dataset, GrRows rows, void *data)
{
  PetscInt64 rounds;
  hsize_t before;

  PetscFunctionBeginUser;
  PetscCall(CountRounds(dataset, rows, &rounds));
  for (PetscInt64 i = 0; i < rounds; i++) {
    GrSlab slab = RoundSlab(dataset, rows, i, &before);
    PetscCall(GrDatasetRead(dataset, &slab, before > 0 ? (char *)data + before * RowBytes(dataset) : data));
  }
  PetscFunctionReturn(0);
}
