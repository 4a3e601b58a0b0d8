/* Finds repeated ids of a particle file; see csv_ids.h. */
#include "particle/fill/csv_ids.h"

#include "parallel/columns.h"
#include <stdio.h>
#include <stdlib.h>

/* An id, and its line and column in the file. */
enum { ENTRY_ID, ENTRY_LINE, ENTRY_COLUMN, ENTRY };

static int CompareEntries(const void *a, const void *b)
{
  const PetscInt64 *p = a, *q = b;
  int by_id = (p[ENTRY_ID] > q[ENTRY_ID]) - (p[ENTRY_ID] < q[ENTRY_ID]);
  return by_id ? by_id : (p[ENTRY_LINE] > q[ENTRY_LINE]) - (p[ENTRY_LINE] < q[ENTRY_LINE]);
}

/* Finds the first line that repeats an id, among the entries of this rank. */
static void FindTwice(GrCsvProblem *problem, PetscInt64 *entry, PetscInt64 n)
{
  if (n > 1)
    qsort(entry, (size_t)n, ENTRY * sizeof(*entry), CompareEntries);
  for (PetscInt64 i = 1; i < n; i++) {
    const PetscInt64 *first = entry + ENTRY * (i - 1), *second = first + ENTRY;
    if (first[ENTRY_ID] != second[ENTRY_ID] || (problem->line && problem->line < second[ENTRY_LINE]))
      continue;
    problem->line = second[ENTRY_LINE];
    problem->column = (int)second[ENTRY_COLUMN];
    snprintf(problem->text, sizeof problem->text,
             "id: %" PetscInt64_FMT " is given on line %" PetscInt64_FMT " already; give every particle its own",
             second[ENTRY_ID], first[ENTRY_LINE]);
  }
}

/* Whether the ids of the file ascend, so that no id is repeated. Collective. */
static PetscErrorCode Ascend(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, PetscBool *all)
{
  PetscInt64 last = n > 0 ? id[n - 1] : 0, before = 0;
  int ascend = 1;

  for (PetscInt64 i = 1; i < n; i++)
    ascend = ascend && id[i - 1] < id[i];
  PetscCallMPI(
      MPI_Exscan(&last, &before, 1, MPIU_INT64, MPI_MAX, comm)); /* does not change `before` of the first rank */
  ascend = ascend && (n == 0 || before < id[0]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ascend, 1, MPI_INT, MPI_MIN, comm));
  *all = (PetscBool)ascend;
  return 0;
}

/* Collects the entries of equal ids on one rank, whose number is the remainder of the id. Collective. */
static PetscErrorCode CollectEqualIds(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                                      GrParallelColumns *rows)
{
  const size_t size = ENTRY * sizeof(*id);
  PetscInt64 *entry;
  int ranks, *to;

  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  PetscCall(GrParallelColumnsCreate(1, &size, rows));
  PetscCall(PetscIntCast(n, &rows->n));
  PetscCall(GrParallelColumnsReserve(rows, rows->n));
  PetscCall(PetscMalloc1(n, &to));
  entry = rows->data[0];
  for (PetscInt64 i = 0; i < n; i++, entry += ENTRY) {
    entry[ENTRY_ID] = id[i];
    entry[ENTRY_LINE] = places->line[i];
    entry[ENTRY_COLUMN] = places->column[i];
    to[i] = (int)(id[i] % ranks);
  }
  PetscCall(GrParallelColumnsExchange(comm, rows, to));
  return PetscFree(to);
}

PetscErrorCode GrFillCsvCheckIds(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                                 GrCsvProblem *problem)
{
  PetscBool ascend = PETSC_FALSE;
  GrParallelColumns rows;

  PetscCall(Ascend(comm, n, id, &ascend));
  if (ascend)
    return 0;
  PetscCall(CollectEqualIds(comm, n, id, places, &rows));
  FindTwice(problem, rows.data[0], rows.n);
  return GrParallelColumnsDestroy(&rows);
}
