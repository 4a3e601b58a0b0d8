/* columns: see columns.h. */
#include "domain/columns.h"

#include <stdlib.h>
#include <string.h>

enum { TAG_ROWS = 71 };

PetscErrorCode GrColumnsCreate(int n_columns, const size_t size[], GrColumns *c)
{
  PetscFunctionBeginUser;
  PetscCheck(n_columns <= GR_COLUMNS_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "%d columns", n_columns);
  *c = (GrColumns){.n_columns = n_columns};
  for (int k = 0; k < n_columns; k++)
    c->size[k] = size[k];
  PetscFunctionReturn(0);
}

PetscErrorCode GrColumnsDestroy(GrColumns *c)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < c->n_columns; k++)
    PetscCall(PetscFree(c->data[k]));
  *c = (GrColumns){0};
  PetscFunctionReturn(0);
}

PetscErrorCode GrColumnsReserve(GrColumns *c, PetscInt rows)
{
  PetscFunctionBeginUser;
  if (rows <= c->capacity)
    PetscFunctionReturn(0);
  c->capacity = PetscMax(rows, c->capacity + c->capacity / 2);
  for (int k = 0; k < c->n_columns; k++)
    PetscCall(PetscRealloc((size_t)c->capacity * c->size[k], &c->data[k]));
  PetscFunctionReturn(0);
}

static size_t RowBytes(const GrColumns *c)
{
  size_t bytes = 0;
  for (int k = 0; k < c->n_columns; k++)
    bytes += c->size[k];
  return bytes;
}

static char *Pack(const GrColumns *c, PetscInt row, char *to)
{
  for (int k = 0; k < c->n_columns; to += c->size[k++])
    memcpy(to, (const char *)c->data[k] + (size_t)row * c->size[k], c->size[k]);
  return to;
}

static const char *Unpack(GrColumns *c, PetscInt row, const char *from)
{
  for (int k = 0; k < c->n_columns; from += c->size[k++])
    memcpy((char *)c->data[k] + (size_t)row * c->size[k], from, c->size[k]);
  return from;
}

/* Rows for one rank, in the order of the buffer. */
typedef struct {
  PetscMPIInt rank;
  PetscInt count, begin;
} Parcel;

static int CompareParcels(const void *a, const void *b)
{
  return ((const Parcel *)a)->rank - ((const Parcel *)b)->rank;
}

/* Counts the rows that leave, rank by rank. `parcel`: room for all ranks. */
static PetscErrorCode CountLeaving(int rank, int size, PetscInt n, const int to[], int *n_parcels, Parcel *parcel)
{
  PetscInt *count, begin = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(size, &count));
  for (PetscInt i = 0; i < n; i++)
    count[to[i]]++;
  *n_parcels = 0;
  for (int r = 0; r < size; r++)
    if (r != rank && count[r] > 0) {
      parcel[(*n_parcels)++] = (Parcel){r, count[r], begin};
      begin += count[r];
    }
  PetscCall(PetscFree(count));
  PetscFunctionReturn(0);
}

/* Packs the rows that leave and closes the gaps. */
static PetscErrorCode PackLeaving(GrColumns *c, int rank, const int to[], int size, int n_parcels, const Parcel *parcel,
                                  char *buffer)
{
  const size_t bytes = RowBytes(c);
  PetscInt *next, kept = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(size, &next));
  for (int p = 0; p < n_parcels; p++)
    next[parcel[p].rank] = parcel[p].begin;
  for (PetscInt i = 0; i < c->n; i++) {
    if (to[i] != rank) {
      (void)Pack(c, i, buffer + (size_t)next[to[i]]++ * bytes);
      continue;
    }
    for (int k = 0; k < c->n_columns && kept != i; k++)
      memcpy((char *)c->data[k] + (size_t)kept * c->size[k], (char *)c->data[k] + (size_t)i * c->size[k], c->size[k]);
    kept++;
  }
  c->n = kept;
  PetscCall(PetscFree(next));
  PetscFunctionReturn(0);
}

/* Who sends how much to this rank, by ascending rank. */
static PetscErrorCode Announce(MPI_Comm comm, int n_out, const Parcel *out, int *n_in, Parcel **in)
{
  PetscMPIInt *ranks, n_from, *from;
  PetscInt *counts, *incoming, begin = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n_out, &ranks, n_out, &counts));
  for (int p = 0; p < n_out; p++) {
    ranks[p] = out[p].rank;
    counts[p] = out[p].count;
  }
  PetscCall(PetscCommBuildTwoSided(comm, 1, MPIU_INT, n_out, ranks, counts, &n_from, &from, &incoming));
  PetscCall(PetscFree2(ranks, counts));
  PetscCall(PetscMalloc1(n_from, in));
  for (int p = 0; p < n_from; p++)
    (*in)[p] = (Parcel){from[p], incoming[p], 0};
  qsort(*in, (size_t)n_from, sizeof(Parcel), CompareParcels);
  for (int p = 0; p < n_from; p++) {
    (*in)[p].begin = begin;
    begin += (*in)[p].count;
  }
  *n_in = n_from;
  PetscCall(PetscFree(from));
  PetscCall(PetscFree(incoming));
  PetscFunctionReturn(0);
}

/* A type of one row, so that counts stay small. */
static PetscErrorCode Transfer(MPI_Comm comm, size_t bytes, int n_out, const Parcel *out, const char *outgoing,
                               int n_in, const Parcel *in, char *incoming)
{
  MPI_Datatype row;
  MPI_Request *request;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous((int)bytes, MPI_BYTE, &row));
  PetscCallMPI(MPI_Type_commit(&row));
  PetscCall(PetscMalloc1(n_in + n_out, &request));
  for (int p = 0; p < n_in; p++)
    PetscCallMPI(MPI_Irecv(incoming + (size_t)in[p].begin * bytes, (PetscMPIInt)in[p].count, row, in[p].rank, TAG_ROWS,
                           comm, &request[p]));
  for (int p = 0; p < n_out; p++)
    PetscCallMPI(MPI_Isend(outgoing + (size_t)out[p].begin * bytes, (PetscMPIInt)out[p].count, row, out[p].rank,
                           TAG_ROWS, comm, &request[n_in + p]));
  PetscCallMPI(MPI_Waitall(n_in + n_out, request, MPI_STATUSES_IGNORE));
  PetscCall(PetscFree(request));
  PetscCallMPI(MPI_Type_free(&row));
  PetscFunctionReturn(0);
}

PetscErrorCode GrColumnsExchange(MPI_Comm comm, GrColumns *c, const int to[], PetscInt *sent, PetscInt *messages)
{
  const size_t bytes = RowBytes(c);
  int rank, size, n_out, n_in = 0;
  char *outgoing, *incoming;
  PetscInt arriving = 0, n = c->n;
  Parcel *out, *in;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscMalloc1(size, &out));
  PetscCall(CountLeaving(rank, size, n, to, &n_out, out));
  *sent = n_out ? out[n_out - 1].begin + out[n_out - 1].count : 0;
  *messages = n_out;
  PetscCall(PetscMalloc1((size_t)*sent * bytes, &outgoing));
  PetscCall(PackLeaving(c, rank, to, size, n_out, out, outgoing));
  PetscCall(Announce(comm, n_out, out, &n_in, &in));
  for (int p = 0; p < n_in; p++)
    arriving += in[p].count;
  PetscCall(PetscMalloc1((size_t)arriving * bytes, &incoming));
  PetscCall(Transfer(comm, bytes, n_out, out, outgoing, n_in, in, incoming));
  PetscCall(GrColumnsReserve(c, c->n + arriving));
  const char *from = incoming;
  for (PetscInt i = 0; i < arriving; i++)
    from = Unpack(c, c->n++, from);
  PetscCall(PetscFree(incoming));
  PetscCall(PetscFree(outgoing));
  PetscCall(PetscFree(in));
  PetscCall(PetscFree(out));
  PetscFunctionReturn(0);
}
