/* Rows in id order from particles distributed over ranks, with or without rows for particles that left, and the
   owners of ids: against the values that follow from the ids.
   Labels: parallel. */
#include "unit.h"

#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include "parallel/row_split.h"
#include <math.h>
#include <stdlib.h>

enum { TOTAL = 1009, STRIDE = 9, FIRST = 3, COMPONENTS = 3, GONE = 17 };

static bool IsGone(PetscInt64 id)
{
  return id % GONE == 0 || id == 1 || id == TOTAL;
}

/* Ids dealt out by a hash, in descending order; `owner` >= 0: all to that rank. */
static PetscInt Deal(int owner, PetscInt64 id[TOTAL])
{
  PetscInt n = 0;
  for (PetscInt64 k = TOTAL; k >= 1; k--)
    if (!IsGone(k) && (owner >= 0 ? owner : (int)((k * 7919) % 101) % ranks) == rank)
      id[n++] = k;
  return n;
}

static double Value(PetscInt64 id, int component)
{
  return (double)id + component / 8.0;
}

static void Check(int owner)
{
  static PetscInt64 id[TOTAL], ids[TOTAL];
  static double state[TOTAL * STRIDE], rows[TOTAL * COMPONENTS];
  PetscInt n = Deal(owner, id);
  GrRowPlan plan;
  assert_int_equal(GrRowPlanCreate(PETSC_COMM_WORLD, n, id, TOTAL, &plan), 0);
  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < STRIDE; k++)
      state[i * STRIDE + k] = Value(id[i], k);
  const GrRows mine = GrRowPlanRows(plan), expected = GrRowDecompose(TOTAL, rank, ranks);
  assert_true(mine.first == expected.first && mine.count == expected.count && mine.total == TOTAL);
  assert_int_equal(GrRowPlanGather(plan, COMPONENTS, STRIDE, state + FIRST, rows), 0);
  assert_int_equal(GrRowPlanGather(plan, 1, 1, id, ids), 0);
  GrRowPlanBlank(plan, GR_REAL, COMPONENTS, rows);
  GrRowPlanBlank(plan, GR_INTEGER, 1, ids);
  for (PetscInt64 i = 0; i < mine.count; i++) {
    const PetscInt64 k = mine.first + i + 1;
    assert_int_equal(ids[i], IsGone(k) ? 0 : k);
    for (int c = 0; c < COMPONENTS; c++)
      assert_true(IsGone(k) ? isnan(rows[i * COMPONENTS + c]) : rows[i * COMPONENTS + c] == Value(k, FIRST + c));
  }
  assert_int_equal(GrRowPlanDestroy(&plan), 0);
}

static void test_scattered(void **state)
{
  Check(-1);
}

/* All particles on one rank, whose rows are not theirs. */
static void test_one_owner(void **state)
{
  for (int owner = 0; owner < ranks; owner++)
    Check(owner);
}

/* Fewer rows than ranks, and none at all. */
static void test_few(void **state)
{
  const PetscInt64 id = 2;
  const double value = 5;
  double row[2] = {-1, -1};
  GrRowPlan plan;
  for (PetscInt64 total = 0; total <= 2; total += 2) {
    const PetscInt n = total && rank == ranks - 1;
    assert_int_equal(GrRowPlanCreate(PETSC_COMM_WORLD, n, &id, total, &plan), 0);
    assert_int_equal(GrRowPlanGather(plan, 1, 1, &value, row), 0);
    const GrRows mine = GrRowPlanRows(plan);
    for (PetscInt64 i = 0; i < mine.count; i++)
      assert_true(row[i] == (mine.first + i == 1 ? 5 : -1));
    assert_int_equal(GrRowPlanDestroy(&plan), 0);
  }
}

/* Rows of the particles present, with ids up to `spread` times as high; `owner` as above. */
static void CheckPresent(int owner, PetscInt64 spread)
{
  static PetscInt64 id[TOTAL], ids[TOTAL], all[TOTAL];
  PetscInt64 there = 0;
  PetscInt n = Deal(owner, id);
  GrRowPlan plan;
  for (PetscInt64 k = 1; k <= TOTAL; k++)
    if (!IsGone(k))
      all[there++] = k * k * spread;
  for (PetscInt i = 0; i < n; i++)
    id[i] *= id[i] * spread;
  assert_int_equal(GrRowPlanPresent(PETSC_COMM_WORLD, n, id, &plan), 0);
  const GrRows mine = GrRowPlanRows(plan), expected = GrRowDecompose(there, rank, ranks);
  assert_true(mine.first == expected.first && mine.count == expected.count && mine.total == there);
  assert_int_equal(GrRowPlanGather(plan, 1, 1, id, ids), 0);
  for (PetscInt64 i = 0; i < mine.count; i++)
    assert_true(ids[i] == all[mine.first + i]);
  for (PetscInt64 k = 0; k < there; k++) {
    const int r = GrRowSplitRank(GrRowPlanSplit(plan), all[k]);
    const GrRows rows = GrRowDecompose(there, r, ranks);
    assert_true(k >= rows.first && k < rows.first + rows.count);
  }
  assert_int_equal(GrRowPlanDestroy(&plan), 0);
}

static void test_present(void **state)
{
  for (PetscInt64 spread = 1; spread < (PetscInt64)1 << 40; spread *= 1009) {
    CheckPresent(-1, spread);
    CheckPresent(ranks - 1, spread);
  }
}

static void test_few_present(void **state)
{
  const PetscInt64 id = (PetscInt64)1 << 50;
  for (int n = 0; n <= 1; n++) {
    GrRowPlan plan;
    PetscInt64 row = -1;
    const PetscInt mine = n && rank == ranks - 1;
    assert_int_equal(GrRowPlanPresent(PETSC_COMM_WORLD, mine, &id, &plan), 0);
    assert_true(GrRowPlanRows(plan).total == n);
    assert_int_equal(GrRowPlanGather(plan, 1, 1, &id, &row), 0);
    assert_true(row == (GrRowPlanRows(plan).count ? id : -1));
    assert_int_equal(GrRowPlanDestroy(&plan), 0);
  }
}

static int OwnerOf(int owner, PetscInt64 id)
{
  return IsGone(id) ? -1 : owner >= 0 ? owner : (int)((id * 7919) % 101) % ranks;
}

/* Every rank requests existing ids and others, in its own order. */
static void CheckHolders(int owner)
{
  static PetscInt64 id[TOTAL + 1], asked[2 * TOTAL];
  static int found[2 * TOTAL];
  const PetscInt n = Deal(owner, id);
  for (PetscInt k = 0; k < 2 * TOTAL; k++)
    asked[k] = (k * (rank + 3)) % (2 * TOTAL) + 1;
  assert_int_equal(GrRowHolders(PETSC_COMM_WORLD, n, id, 2 * TOTAL, asked, found), 0);
  for (PetscInt k = 0; k < 2 * TOTAL; k++)
    assert_int_equal(found[k], asked[k] > TOTAL ? -1 : OwnerOf(owner, asked[k]));
  assert_int_equal(GrRowHolders(PETSC_COMM_WORLD, n, id, 0, NULL, NULL), 0);
}

static void test_holders(void **state)
{
  CheckHolders(-1);
  CheckHolders(0);
}

/* Sorts rows with an id and three numbers by id; then with a duplicate id. */
static void CheckOrder(int owner, bool more)
{
  const size_t bytes[] = {sizeof(double) * COMPONENTS, sizeof(PetscInt64)};
  PetscInt64 there = 0, twice;
  GrParallelColumns rows;
  assert_int_equal(GrParallelColumnsCreate(2, bytes, &rows), 0);
  assert_int_equal(GrParallelColumnsReserve(&rows, TOTAL + 1), 0);
  PetscInt64 *id = rows.data[1];
  rows.n = Deal(owner, id);
  if (more && rank == 0)
    id[rows.n++] = 50;
  for (PetscInt i = 0; i < rows.n; i++)
    for (int k = 0; k < COMPONENTS; k++)
      ((double *)rows.data[0])[COMPONENTS * i + k] = (double)id[i] + 0.1 * k;
  assert_int_equal(GrRowOrder(PETSC_COMM_WORLD, 1, &rows, &twice), 0);
  assert_true(twice == (more ? 50 : 0));
  for (PetscInt64 k = 1; k <= TOTAL; k++)
    there += !IsGone(k);
  assert_true(more || rows.n == GrRowDecompose(there, rank, ranks).count);
  for (PetscInt i = 0; i < rows.n; i++) {
    const PetscInt64 own = ((const PetscInt64 *)rows.data[1])[i];
    assert_true(i == 0 || own >= ((const PetscInt64 *)rows.data[1])[i - 1]);
    for (int k = 0; k < COMPONENTS; k++)
      assert_true(((const double *)rows.data[0])[COMPONENTS * i + k] == (double)own + 0.1 * k);
  }
  assert_int_equal(GrParallelColumnsDestroy(&rows), 0);
}

static void test_order(void **state)
{
  for (int more = 0; more <= 1; more++) {
    CheckOrder(-1, more);
    CheckOrder(ranks - 1, more);
  }
}

/* The same in two hops. */
static int UseTwoHops(void **state)
{
  GrRowPlanStraightMost = 0;
  return 0;
}

UNIT_PETSC(CASE(test_scattered), CASE(test_one_owner), CASE(test_few), CASE(test_present), CASE(test_few_present),
           CASE(test_holders), CASE(test_order), CASE_WITH(test_scattered, UseTwoHops, NULL),
           CASE_WITH(test_one_owner, UseTwoHops, NULL), CASE_WITH(test_few, UseTwoHops, NULL),
           CASE_WITH(test_present, UseTwoHops, NULL), CASE_WITH(test_few_present, UseTwoHops, NULL),
           CASE_WITH(test_holders, UseTwoHops, NULL), CASE_WITH(test_order, UseTwoHops, NULL));
