/* Shared by the tests of checkpoints: a folder, distributions of rows over ranks, and an example in which every bit
   follows from its step: two tables, numbers and texts. */
#ifndef GRANUM_TESTS_CHECKPOINT_EXAMPLE_H
#define GRANUM_TESTS_CHECKPOINT_EXAMPLE_H
#include "unit.h"

#include "io/checkpoint/checkpoint.h"

#include <granum/error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char example_case[] = "title: \xce\xb1 \"case\"\n# with \t odd bytes\n";

static const GrColumn example_grains[] = {
    {"id", GR_INTEGER, 1, "1", "number of the grain"},
    {"position", GR_REAL, 3, "m", "where it is"},
    {"mass", GR_REAL, 1, "kg", "mass"},
};
static const GrColumn example_contacts[] = {
    {"pair", GR_INTEGER, 2, "1", "the ids of both grains"},
    {"history", GR_REAL, 4, "m", "what the law remembers"},
};
static const GrBounds any = GR_ANYTHING;
static const GrColumn example_time = {"time", GR_REAL, 1, "s", "time"};
static const GrColumn example_random = {"random", GR_INTEGER, 4, "1", "state of the random numbers"};

typedef struct {
  const char *name;
  int n;
  const GrColumn *column;
} ExampleTable;

static const ExampleTable example[] = {{"grains", 3, example_grains}, {"contacts", 2, example_contacts}};

/* 64 bits as a function of the arguments (finaliser of splitmix64). As a real they can be any value: also nan,
   infinity, subnormal. */
static uint64_t Bits(PetscInt64 step, const char *name, PetscInt64 position)
{
  uint64_t x = (uint64_t)step * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)position * 1000003 + (uint64_t)name[0];
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  x ^= x >> 31;
  return position % 7 == 3 ? UINT64_C(0x7ff) << 52 | x >> 12 : x; // nan with a payload
}

/* Rows of a table: different at each step, sometimes none at all. */
static PetscInt64 ExampleRows(PetscInt64 step, int table)
{
  return table == 0 ? 5 + step % 17 : step % 4 * 3;
}

typedef GrRows (*Split)(MPI_Comm comm, PetscInt64 total);

static GrRows Cut(PetscInt64 total, PetscInt64 from, PetscInt64 to)
{
  return (GrRows){total, from, to - from};
}

static GrRows Even(MPI_Comm comm, PetscInt64 total)
{
  int r, n;
  MPI_Comm_rank(comm, &r);
  MPI_Comm_size(comm, &n);
  return Cut(total, total * r / n, total * (r + 1) / n);
}

/* Nearly all rows on the last rank, one row on the previous, none on the others. */
static inline GrRows Uneven(MPI_Comm comm, PetscInt64 total)
{
  int r, n;
  MPI_Comm_rank(comm, &r);
  MPI_Comm_size(comm, &n);
  PetscInt64 one = n > 1 && total > 0;
  return r == n - 1 ? Cut(total, one, total) : r == n - 2 ? Cut(total, 0, one) : Cut(total, 0, 0);
}

/* The first rank has the last rows. */
static inline GrRows Backward(MPI_Comm comm, PetscInt64 total)
{
  int r, n;
  MPI_Comm_rank(comm, &r);
  MPI_Comm_size(comm, &n);
  return Cut(total, total * (n - 1 - r) / n, total * (n - r) / n);
}

static void Fill(PetscInt64 step, const GrColumn *column, GrRows rows, uint64_t *bits)
{
  for (PetscInt64 i = 0; i < rows.count * column->components; i++)
    bits[i] = Bits(step, column->name, rows.first * column->components + i);
}

static PetscErrorCode PutColumn(GrCheckpoint file, PetscInt64 step, const char *table, const GrColumn *column,
                                GrRows rows)
{
  uint64_t *bits;
  PetscFunctionBegin;
  PetscCall(PetscMalloc1(rows.count * column->components, &bits));
  Fill(step, column, rows, bits);
  PetscErrorCode code = GrCheckpointPutColumn(file, table, column, rows, rows.count > 0 ? bits : NULL);
  PetscCall(PetscFree(bits));
  PetscFunctionReturn(code);
}

/* Puts the example into a file. */
static PetscErrorCode PutExample(MPI_Comm comm, GrCheckpoint file, PetscInt64 step, const Split split[2])
{
  uint64_t time[1], random[4];
  char text[64];

  PetscFunctionBegin;
  Fill(step, &example_time, (GrRows){1, 0, 1}, time);
  Fill(step, &example_random, (GrRows){1, 0, 1}, random);
  PetscCall(GrCheckpointPutNumber(file, &example_time, time));
  PetscCall(GrCheckpointPutNumber(file, &example_random, random));
  snprintf(text, sizeof(text), "text of step %d", (int)step);
  PetscCall(GrCheckpointPutText(file, "note", text));
  PetscCall(GrCheckpointPutText(file, "nothing", ""));
  for (int t = 0; t < 2; t++)
    for (int c = 0; c < example[t].n; c++)
      PetscCall(PutColumn(file, step, example[t].name, &example[t].column[c],
                          split[(t + c) % 2](comm, ExampleRows(step, t))));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteExample(MPI_Comm comm, const char *directory, PetscInt64 step, Split first, Split second)
{
  const Split split[2] = {first, second};
  GrCheckpoint file;
  PetscFunctionBegin;
  PetscCall(GrCheckpointCreate(comm, directory, step, example_case, &file));
  PetscCall(PutExample(comm, file, step, split));
  PetscCall(GrCheckpointCommit(&file));
  PetscFunctionReturn(0);
}

/* Compares everything in an open file with the example of its step; returns NULL or a description of the difference. */
static const char *CompareNumbers(GrCheckpoint file)
{
  PetscInt64 step = GrCheckpointStep(file);
  uint64_t expected[4], found[4];
  char note[64], *text;

  Fill(step, &example_time, (GrRows){1, 0, 1}, expected);
  if (GrCheckpointGetNumber(file, &example_time, &any, found) || memcmp(expected, found, 8) != 0)
    return "time";
  Fill(step, &example_random, (GrRows){1, 0, 1}, expected);
  if (GrCheckpointGetNumber(file, &example_random, &any, found) || memcmp(expected, found, 32) != 0)
    return "random";
  snprintf(note, sizeof(note), "text of step %d", (int)step);
  const char *const name[] = {"case", "note", "nothing"}, *const content[] = {example_case, note, ""};
  for (int i = 0; i < 3; i++) {
    if (GrCheckpointGetText(file, name[i], &text) || strcmp(text, content[i]) != 0)
      return name[i];
    PetscFree(text);
  }
  return NULL;
}

static const char *CompareColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows)
{
  size_t n = (size_t)rows.count * (size_t)column->components;
  uint64_t *expected = malloc(8 * n + 8), *found = malloc(8 * n + 8);
  const uint64_t sentinel = UINT64_C(0x123456789);
  Fill(GrCheckpointStep(file), column, rows, expected);
  found[n] = expected[n] = sentinel;
  PetscErrorCode code = GrCheckpointGetColumn(file, table, column, &any, rows, found);
  bool same = !code && memcmp(expected, found, 8 * n + 8) == 0;
  free(expected);
  free(found);
  return same ? NULL : column->name;
}

static const char *Compare(MPI_Comm comm, GrCheckpoint file, Split split)
{
  const char *wrong = CompareNumbers(file);
  for (int t = 0; t < 2; t++) {
    PetscInt64 total = -2, expected = ExampleRows(GrCheckpointStep(file), t);
    if (GrCheckpointTableRows(file, example[t].name, &total) || total != expected)
      return "the number of rows";
    for (int c = 0; c < example[t].n && !wrong; c++)
      wrong = CompareColumn(file, example[t].name, &example[t].column[c], split(comm, total));
  }
  return wrong;
}

static char folder[256];

static int MakeFolder(void)
{
  const char *base = getenv("TMPDIR");
  snprintf(folder, sizeof(folder), "%s/granum-checkpoint-XXXXXX", base ? base : "/tmp");
  return mkdtemp(folder) ? 0 : 1;
}

static int RemoveFolder(void)
{
  char command[600];
  snprintf(command, sizeof(command), "rm -rf '%s' '%s.mpi'", folder, folder);
  return system(command);
}

#endif
