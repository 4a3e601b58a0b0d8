/* Writers: on many ranks the first rank of each team opens the data file, and writes the rows of its team.

   A team consists of consecutive ranks. Its rows are therefore consecutive too, and the writer writes them in large
   pieces. By default there is one team for each node: opens, writes and syncs then grow with the number of nodes, not
   with the number of ranks. Only independent transfers have teams, because MPI-IO itself gathers rows in collective
   transfers. */
#include "base/shared.h"
#include "io/h5/dataset.h"

#include <string.h>

enum { ALL_WRITE = 4 /* mean number of ranks of a node up to which all ranks write by default */, PIECE = 1 << 19 };

PetscErrorCode GrResultsDivide(GrResults r)
{
  PetscInt64 *writers = &r->access.writers;
  int nodes, place;

  r->team = r->writers = MPI_COMM_NULL;
  if (*writers == 0) {
    PetscCall(GrSharedNodes(r->comm, &nodes));
    *writers = r->access.collective || r->size > ALL_WRITE * nodes ? nodes : r->size;
  }
  if (r->access.collective || *writers >= r->size)
    return 0;
  PetscCallMPI(MPI_Comm_split(r->comm, (int)(r->rank * *writers / r->size), r->rank, &r->team));
  PetscCallMPI(MPI_Comm_rank(r->team, &place));
  PetscCallMPI(MPI_Comm_split(r->comm, place == 0 ? 0 : MPI_UNDEFINED, r->rank, &r->writers));
  return 0;
}

int GrResultsCountOpeners(GrResults r)
{
  int n = 0;
  if (GrResultsOpeners(r) != MPI_COMM_NULL)
    (void)MPI_Comm_size(GrResultsOpeners(r), &n);
  return n;
}

void GrResultsShare(GrResults r, hsize_t n, hsize_t *first, hsize_t *end)
{
  const hsize_t size = (hsize_t)GrResultsCountOpeners(r);
  int place = 0;

  *first = *end = n;
  if (size == 0)
    return;
  (void)MPI_Comm_rank(GrResultsOpeners(r), &place);
  const hsize_t share = (n + size - 1) / size;
  *first = PetscMin(n, share * (hsize_t)place);
  *end = PetscMin(n, *first + share);
}

/* Appends the rows of the slab `next` to a slab if they follow it in the file and in memory. */
static PetscBool AppendSlab(int rank, GrSlab *slab, const GrSlab *next)
{
  int k = 0;

  while (k < rank - 1 && slab->start[k] == next->start[k] && slab->count[k] == 1 && next->count[k] == 1)
    k++;
  for (int i = k + 1; i < rank; i++)
    if (slab->start[i] != next->start[i] || slab->count[i] != next->count[i])
      return PETSC_FALSE;
  if (next->start[k] != slab->start[k] + slab->count[k])
    return PETSC_FALSE;
  slab->count[k] += next->count[k];
  return PETSC_TRUE;
}

/* Writer. Receives the rows of the ranks [from, to) of its team, whose slabs are parts of `slab`, and writes them. */
static PetscErrorCode WriteRun(const GrDataset *d, const GrSlab part[], int from, int to, const GrSlab *slab,
                               const void *own)
{
  double *value, *end;

  if (to == 1)
    return GrDatasetWriteOwn(d, slab, own);
  PetscCall(PetscMalloc1(GrDatasetCount(d, slab), &value));
  end = value;
  for (int k = from; k < to; k++) {
    const size_t n = GrDatasetCount(d, &part[k]);
    if (k == 0)
      PetscCall(PetscMemcpy(end, own, n * sizeof(*end)));
    else if (n > 0)
      PetscCallMPI(MPI_Recv(end, (int)n, MPI_INT64_T, k, 0, d->results->team, MPI_STATUS_IGNORE));
    end += n;
  }
  PetscCall(GrDatasetWriteOwn(d, slab, value));
  return PetscFree(value);
}

PetscErrorCode GrDatasetWriteTeam(const GrDataset *d, const GrSlab *slab, const void *data)
{
  const MPI_Comm team = d->results->team;
  const hsize_t n = GrDatasetCount(d, slab);
  GrSlab *part = NULL;
  int size, rank;

  PetscCallMPI(MPI_Comm_size(team, &size));
  PetscCallMPI(MPI_Comm_rank(team, &rank));
  if (rank == 0)
    PetscCall(PetscMalloc1(size, &part));
  PetscCallMPI(MPI_Gather(slab, sizeof(*slab), MPI_BYTE, part, sizeof(*slab), MPI_BYTE, 0, team));
  if (rank > 0 && n > 0)
    PetscCallMPI(MPI_Send(data, (int)n, MPI_INT64_T, 0, 0, team));
  for (int from = 0, to; rank == 0 && from < size; from = to) {
    GrSlab run = part[from];
    for (to = from + 1; to < size && GrDatasetCount(d, &run) < PIECE; to++)
      if (GrDatasetCount(d, &run) == 0)
        run = part[to];
      else if (GrDatasetCount(d, &part[to]) > 0 && !AppendSlab(d->extent.rank, &run, &part[to]))
        break;
    PetscCall(WriteRun(d, part, from, to, &run, data));
  }
  return PetscFree(part);
}
