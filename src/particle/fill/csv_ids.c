/* csv_ids: equal ids meet on one rank; see csv_ids.h. */
#include "particle/fill/csv_ids.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* An id and where it stands. */
enum { ENTRY_ID, ENTRY_LINE, ENTRY_COLUMN, ENTRY };

static int CompareEntries(const void *a, const void *b)
{
  const PetscInt64 *p = a, *q = b;
  int by_id = (p[ENTRY_ID] > q[ENTRY_ID]) - (p[ENTRY_ID] < q[ENTRY_ID]);
  return by_id ? by_id : (p[ENTRY_LINE] > q[ENTRY_LINE]) - (p[ENTRY_LINE] < q[ENTRY_LINE]);
}

/* The first line that gives an id for the second time, among the entries of one rank. */
static void FindTwice(GrCsvProblem *problem, PetscInt64 *entry, PetscInt64 n)
{
  if (n > 1)
    qsort(entry, (size_t)n, ENTRY * sizeof(*entry), CompareEntries);
  for (PetscInt64 i = 1; i < n; i++) {
    const PetscInt64 *one = entry + ENTRY * (i - 1), *two = one + ENTRY;
    if (one[ENTRY_ID] != two[ENTRY_ID] || (problem->line && problem->line < two[ENTRY_LINE]))
      continue;
    problem->line = two[ENTRY_LINE];
    problem->column = (int)two[ENTRY_COLUMN];
    snprintf(problem->text, sizeof problem->text,
             "id: %" PetscInt64_FMT " is given on line %" PetscInt64_FMT " already; give every particle its own",
             two[ENTRY_ID], one[ENTRY_LINE]);
  }
}

/* Entries sorted by the rank they are for; n_out[p] numbers begin at from[p] for rank p. */
static void SortByRank(PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places, int size, int *n_out,
                       const int *from, PetscInt64 *out)
{
  for (int p = 0; p < size; p++)
    n_out[p] = 0;
  for (PetscInt64 i = 0; i < n; i++) {
    PetscInt64 p = id[i] % size, *entry = out + from[p] + n_out[p];
    entry[ENTRY_ID] = id[i];
    entry[ENTRY_LINE] = places->line[i];
    entry[ENTRY_COLUMN] = places->column[i];
    n_out[p] += ENTRY;
  }
}

PetscErrorCode GrCsvIdsCheck(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                             GrCsvProblem *problem)
{
  int size, *n_out, *n_in, *from_out, *from_in;
  PetscInt64 *out, *in;

  PetscFunctionBeginUser;
  PetscCheck(n < INT_MAX / ENTRY, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "too many lines for one rank");
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscCalloc4(size, &n_out, size, &n_in, size + 1, &from_out, size + 1, &from_in));
  PetscCall(PetscMalloc1((size_t)(ENTRY * n), &out));
  for (PetscInt64 i = 0; i < n; i++)
    n_out[id[i] % size] += ENTRY;
  PetscCallMPI(MPI_Alltoall(n_out, 1, MPI_INT, n_in, 1, MPI_INT, comm));
  for (int p = 0; p < size; p++) {
    from_out[p + 1] = from_out[p] + n_out[p];
    from_in[p + 1] = from_in[p] + n_in[p];
  }
  PetscCall(PetscMalloc1((size_t)from_in[size], &in));
  SortByRank(n, id, places, size, n_out, from_out, out);
  PetscCallMPI(MPI_Alltoallv(out, n_out, from_out, MPIU_INT64, in, n_in, from_in, MPIU_INT64, comm));
  FindTwice(problem, in, from_in[size] / ENTRY);
  PetscCall(PetscFree4(n_out, n_in, from_out, from_in));
  PetscCall(PetscFree(out));
  PetscCall(PetscFree(in));
  PetscFunctionReturn(0);
}
