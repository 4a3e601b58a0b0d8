/* Compression of a dataset after all its values have been written: chunks with shuffle and deflate.

   HDF5 1.10 writes compressed chunks in an order that depends on the number of ranks. Here each rank compresses its
   share of the chunks in a file in memory, and the first rank writes the chunks in order. The bytes of the file are
   therefore the same on any number of ranks. */
#include "io/h5/dataset.h"

#include <string.h>

enum { LEVEL = 3, CHUNK_ROWS = 32768, CHUNK_BYTES = 1 << 19 };

/* The shape of a chunk. */
static void ShapeChunk(const GrDataset *d, const hsize_t size[GR_RANK_MAX], hsize_t chunk[GR_RANK_MAX])
{
  const hsize_t components = d->extent.rank > 2 ? size[2] : 1;

  chunk[2] = components;
  chunk[1] = PetscMax(1, PetscMin(size[1], CHUNK_ROWS));
  chunk[0] = chunk[1] < size[1] ? 1 : CHUNK_BYTES / (chunk[1] * components * sizeof(double));
  chunk[0] = PetscMax(1, PetscMin(chunk[0], size[0]));
}

PetscErrorCode GrDatasetPackList(const GrDataset *d, const hsize_t size[GR_RANK_MAX], hid_t *list)
{
  hsize_t chunk[GR_RANK_MAX];

  ShapeChunk(d, size, chunk);
  PetscCall(GrDatasetList(d, list));
  GrCallLocal(H5Pset_alloc_time(
      *list, H5D_ALLOC_TIME_INCR)); /* space for a chunk is allocated when its compressed size is known */
  GrCallLocal(H5Pset_chunk(*list, d->extent.rank, chunk));
  GrCallLocal(H5Pset_shuffle(*list)); /* puts bytes of equal significance together */
  GrCallLocal(H5Pset_deflate(*list, LEVEL));
  return 0;
}

/* A compressed chunk, as ranks send it. */
typedef struct {
  hsize_t n;     /* number of bytes */
  unsigned mask; /* filters that were left out, as HDF5 does if a chunk would become larger */
  char bytes[];
} Packed;

/* A chunk during its compression. */
typedef struct {
  const GrDataset *dataset;
  hsize_t size[GR_RANK_MAX], chunk[GR_RANK_MAX], pieces[2], values;
  hid_t file, scratch; /* in memory: a dataset of one chunk */
  double *value;       /* [values] 8 bytes each */
  Packed *packed;
  size_t capacity; /* of packed->bytes */
} Packing;

/* Creates the file in memory with a dataset of one chunk. */
static PetscErrorCode BeginPacking(const GrDataset *d, const hsize_t size[GR_RANK_MAX], hid_t type, Packing *p)
{
  hid_t access, list, space;

  *p = (Packing){.dataset = d, .values = 1};
  for (int i = 0; i < d->extent.rank; i++)
    p->size[i] = size[i];
  ShapeChunk(d, size, p->chunk);
  for (int i = 0; i < 2; i++)
    p->pieces[i] = (p->size[i] + p->chunk[i] - 1) / p->chunk[i];
  for (int i = 0; i < d->extent.rank; i++)
    p->values *= p->chunk[i];
  GrCallLocal(access = H5Pcreate(H5P_FILE_ACCESS));
  GrCallLocal(H5Pset_fapl_core(access, 1 << 20, false));
  GrCallLocal(p->file = H5Fcreate("/dev/null/none", /* in memory; HDF5 would read a file of this name */ H5F_ACC_TRUNC,
                                  H5P_DEFAULT, access));
  GrCallLocal(space = H5Screate_simple(d->extent.rank, p->chunk, NULL));
  PetscCall(GrDatasetPackList(d, size, &list));
  GrCallLocal(p->scratch = H5Dcreate2(p->file, "chunk", type, space, H5P_DEFAULT, list, H5P_DEFAULT));
  PetscCall(GrHdf5Close(list, space, access));
  p->capacity = p->values * sizeof(double) + 64;
  PetscCall(PetscMalloc1(p->values, &p->value));
  return PetscMalloc(sizeof(Packed) + p->capacity, &p->packed);
}

/* Index of the first value of chunk k in each dimension. */
static void ChunkStart(const Packing *p, hsize_t k, hsize_t start[GR_RANK_MAX])
{
  start[0] = k / p->pieces[1] * p->chunk[0];
  start[1] = k % p->pieces[1] * p->chunk[1];
  start[2] = 0;
}

/* Compresses chunk k. Values beyond the dataset are 0. */
static PetscErrorCode PackChunk(Packing *p, hsize_t k)
{
  GrErrorContext context = GrResultsErrorContext(p->dataset->results, "compress", p->dataset->path);
  const GrDataset *d = p->dataset;
  GrSlab slab;
  hid_t space, memory;

  memset(p->value, 0, p->values * sizeof(double));
  ChunkStart(p, k, slab.start);
  for (int i = 0; i < d->extent.rank; i++)
    slab.count[i] = PetscMin(p->chunk[i], p->size[i] - slab.start[i]);
  const hsize_t corner[GR_RANK_MAX] = {0};
  GrCallLocal(space = H5Dget_space(d->id));
  GrCallLocal(memory = H5Screate_simple(d->extent.rank, p->chunk, NULL));
  GrCallLocal(H5Sselect_hyperslab(space, H5S_SELECT_SET, slab.start, NULL, slab.count, NULL));
  GrCallLocal(H5Sselect_hyperslab(memory, H5S_SELECT_SET, corner, NULL, slab.count, NULL));
  GrCallHdf5(&context, H5Dread(d->id, d->memory, memory, space, H5P_DEFAULT, p->value));
  GrCallHdf5(&context, H5Dwrite(p->scratch, d->memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, p->value));
  GrCallHdf5(&context, H5Dget_chunk_storage_size(p->scratch, corner, &p->packed->n));
  PetscCheck(p->packed->n <= p->capacity, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a compressed chunk of %d bytes",
             (int)p->packed->n);
  GrCallHdf5(&context, H5Dread_chunk(p->scratch, H5P_DEFAULT, corner, &p->packed->mask, p->packed->bytes));
  return GrHdf5Close(memory, space);
}

PetscErrorCode GrDatasetPackValues(const GrDataset *d, const hsize_t size[GR_RANK_MAX], hid_t to)
{
  GrErrorContext context = GrResultsErrorContext(d->results, "write", d->path);
  const MPI_Comm comm = d->results->comm;
  const int rank = d->results->rank;
  const hid_t type = H5Dget_type(d->id);
  hsize_t start[GR_RANK_MAX];
  Packing p;

  PetscCall(BeginPacking(d, size, type, &p));
  for (hsize_t k = 0; k < p.pieces[0] * p.pieces[1]; k++) {
    const int owner = (int)(k % (hsize_t)d->results->size);
    if (owner == rank)
      PetscCall(PackChunk(&p, k));
    if (owner == rank && rank > 0)
      PetscCallMPI(MPI_Send(p.packed, (int)(sizeof(Packed) + p.packed->n), MPI_BYTE, 0, 0, comm));
    if (rank > 0)
      continue;
    if (owner > 0)
      PetscCallMPI(MPI_Recv(p.packed, (int)(sizeof(Packed) + p.capacity), MPI_BYTE, owner, 0, comm, MPI_STATUS_IGNORE));
    ChunkStart(&p, k, start);
    GrCallHdf5(&context, H5Dwrite_chunk(to, H5P_DEFAULT, p.packed->mask, start, (size_t)p.packed->n, p.packed->bytes));
  }
  PetscCall(PetscFree(p.value));
  PetscCall(PetscFree(p.packed));
  GrCallLocal(H5Dclose(p.scratch));
  GrCallLocal(H5Fclose(p.file));
  return GrHdf5Close(type);
}
