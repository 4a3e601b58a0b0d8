/* csv_ids: whether ids of a file are given twice; see csv_ids.h. */
#include "particle/fill/csv_ids.h"

#include "parallel/sparse_exchange.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* An entry and the rank it is for. */
typedef struct {
  PetscInt64 to, entry[ENTRY];
} Letter;

static int CompareLetters(const void *a, const void *b)
{
  const Letter *p = a, *q = b;
  return p->to != q->to ? (p->to > q->to) - (p->to < q->to) : CompareEntries(p->entry, q->entry);
}

/* Whether each id in the file is higher than the one before it: then none is given twice. Collective. */
static PetscErrorCode Ascend(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, PetscBool *all)
{
  PetscInt64 last = n > 0 ? id[n - 1] : 0, before = 0;
  int ascend = 1;

  PetscFunctionBeginUser;
  for (PetscInt64 i = 1; i < n; i++)
    ascend = ascend && id[i - 1] < id[i];
  PetscCallMPI(MPI_Exscan(&last, &before, 1, MPIU_INT64, MPI_MAX, comm)); /* leaves the first rank's as it is */
  ascend = ascend && (n == 0 || before < id[0]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ascend, 1, MPI_INT, MPI_MIN, comm));
  *all = (PetscBool)ascend;
  PetscFunctionReturn(0);
}

/* Letters in the order of the ranks they are for, as messages of entries that follow each other in `words`. */
static int MakeMessages(PetscInt64 n, const Letter letter[], PetscInt64 *words, GrMessage message[])
{
  int messages = 0;

  for (PetscInt64 i = 0; i < n; i++) {
    if (i == 0 || letter[i].to != letter[i - 1].to)
      message[messages++] = (GrMessage){(PetscMPIInt)letter[i].to, 0, words + ENTRY * i};
    memcpy(words + ENTRY * i, letter[i].entry, sizeof(letter[i].entry));
    message[messages - 1].words += ENTRY;
  }
  return messages;
}

/* Entries of ids of the same remainder meet on the rank of that number. */
static PetscErrorCode MeetEqualIds(MPI_Comm comm, int size, PetscInt64 n, const PetscInt64 *id,
                                   const GrCsvPlaces *places, PetscInt64 *arrived, PetscInt64 **entry)
{
  GrTraffic traffic = {0};
  GrMessage *out, *in;
  PetscInt64 *words;
  Letter *letter;
  int n_in;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &letter));
  for (PetscInt64 i = 0; i < n; i++)
    letter[i] = (Letter){id[i] % size, {id[i], places->line[i], places->column[i]}};
  if (n > 0) /* a rank without lines has no list */
    qsort(letter, (size_t)n, sizeof(*letter), CompareLetters);
  PetscCall(PetscMalloc2(ENTRY * n, &words, PetscMin(n, (PetscInt64)size), &out));
  PetscCall(GrSparseExchange(comm, MakeMessages(n, letter, words, out), out, &n_in, &in, &traffic));
  PetscCall(PetscFree(letter));
  PetscCall(PetscFree2(words, out));
  *arrived = 0;
  for (int p = 0; p < n_in; p++)
    *arrived += in[p].words / ENTRY;
  PetscCall(PetscMalloc1(ENTRY * *arrived, entry));
  for (PetscInt64 p = 0, begin = 0; p < n_in; begin += in[p++].words)
    PetscCall(PetscArraycpy(*entry + begin, in[p].data, in[p].words));
  PetscCall(GrSparseExchangeFree(n_in, &in));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCsvCheckIds(MPI_Comm comm, PetscInt64 n, const PetscInt64 *id, const GrCsvPlaces *places,
                             GrCsvProblem *problem)
{
  PetscInt64 *entry, arrived = 0;
  PetscBool ascend = PETSC_FALSE;
  int size;

  PetscFunctionBeginUser;
  PetscCall(Ascend(comm, n, id, &ascend));
  if (ascend)
    PetscFunctionReturn(0);
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(MeetEqualIds(comm, size, n, id, places, &arrived, &entry));
  FindTwice(problem, entry, arrived);
  PetscCall(PetscFree(entry));
  PetscFunctionReturn(0);
}
