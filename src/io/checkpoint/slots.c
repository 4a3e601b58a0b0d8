/* Rows of one column of a checkpoint, to and from the ranks.

   Both ways go in rounds of at most 64 MiB a rank, all ranks together: MPI libraries are not to be trusted with
   collective transfers of more than 2 GiB, and verifying needs only one such buffer. */
#include "io/checkpoint/checksum.h"
#include "io/checkpoint/file.h"

enum { ROUND = 64 << 20, NUMBER = 8 }; // bytes of a round; of either kind of number

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

  PetscFunctionBegin;
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

PetscErrorCode GrCheckpointSlotsWrite(const GrDataset *dataset, GrRows rows, const void *data)
{
  PetscInt64 rounds;
  hsize_t before;

  PetscFunctionBegin;
  PetscCall(CountRounds(dataset, rows, &rounds));
  for (PetscInt64 i = 0; i < rounds; i++) {
    GrSlab slab = RoundSlab(dataset, rows, i, &before);
    const char *from = before > 0 ? (const char *)data + before * RowBytes(dataset) : data;
    PetscCall(GrDatasetWrite(dataset, &slab, from));
  }
  PetscFunctionReturn(0);
}

/* A rank whose slab holds nothing reads nothing. */
static PetscErrorCode ReadSlab(const GrDataset *dataset, const GrSlab *slab, void *data)
{
  GrErrorContext deed = GrResultsErrorContext(dataset->results, "read", dataset->path);
  hsize_t n = slab->count[0] * slab->count[1], length = PetscMax(n, 1);
  hid_t space, memory;
  double nothing;

  PetscFunctionBegin;
  GrCallLocal(space = H5Dget_space(dataset->id));
  GrCallLocal(memory = H5Screate_simple(1, &length, NULL));
  if (n > 0) {
    GrCallLocal(H5Sselect_hyperslab(space, H5S_SELECT_SET, slab->start, NULL, slab->count, NULL));
  } else {
    GrCallLocal(H5Sselect_none(memory));
    GrCallLocal(H5Sselect_none(space));
  }
  GrCallHdf5(&deed,
             H5Dread(dataset->id, dataset->memory, memory, space, dataset->results->transfer, n > 0 ? data : &nothing));
  GrCallLocal(H5Sclose(memory));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointSlotsRead(const GrDataset *dataset, GrRows rows, void *data)
{
  PetscInt64 rounds;
  hsize_t before;

  PetscFunctionBegin;
  PetscCall(CountRounds(dataset, rows, &rounds));
  for (PetscInt64 i = 0; i < rounds; i++) {
    GrSlab slab = RoundSlab(dataset, rows, i, &before);
    PetscCall(ReadSlab(dataset, &slab, before > 0 ? (char *)data + before * RowBytes(dataset) : data));
  }
  PetscFunctionReturn(0);
}

/* What rows at a place of the column add to its checksum. */
static uint64_t Part(const GrDataset *dataset, hsize_t first, hsize_t count, const void *data)
{
  hsize_t bytes = RowBytes(dataset);
  return count > 0 ? GrChecksumPart(data, count * bytes, (dataset->extent.size[0] - first - count) * bytes) : 0;
}

PetscErrorCode GrCheckpointSlotsChecksum(const GrDataset *dataset, GrRows rows, const void *data, uint64_t *checksum)
{
  uint64_t part = Part(dataset, (hsize_t)rows.first, (hsize_t)rows.count, data);

  PetscFunctionBegin;
  PetscCall(GrChecksumReduce(dataset->results->comm, part, dataset->extent.size[0] * RowBytes(dataset), checksum));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointSlotsChecksumRead(const GrDataset *dataset, uint64_t *checksum)
{
  PetscInt64 total = (PetscInt64)dataset->extent.size[0], rounds;
  uint64_t part = 0;
  hsize_t before;
  int rank, ranks;
  char *buffer;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(dataset->results->comm, &rank));
  PetscCallMPI(MPI_Comm_size(dataset->results->comm, &ranks));
  PetscInt64 share = (total + ranks - 1) / ranks, first = PetscMin(rank * share, total);
  GrRows rows = {total, first, PetscMin(share, total - first)};
  PetscCall(PetscMalloc1(RowBytes(dataset) * PetscMin((hsize_t)rows.count, RoundRows(dataset)), &buffer));
  PetscCall(CountRounds(dataset, rows, &rounds));
  for (PetscInt64 i = 0; i < rounds; i++) {
    GrSlab slab = RoundSlab(dataset, rows, i, &before);
    PetscCall(ReadSlab(dataset, &slab, buffer));
    part ^= Part(dataset, slab.start[0], slab.count[0], buffer);
  }
  PetscCall(PetscFree(buffer));
  PetscCall(GrChecksumReduce(dataset->results->comm, part, (uint64_t)total * RowBytes(dataset), checksum));
  PetscFunctionReturn(0);
}
