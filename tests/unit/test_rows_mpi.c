/* Rows in id order from particles scattered over ranks: against the values that follow from the ids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

enum { TOTAL = 1009, STRIDE = 9, FIRST = 3, COMPONENTS = 3, GONE = 17 };

static int rank, size;

static PetscBool IsGone(PetscInt64 id)
{
  return (PetscBool)(id % GONE == 0 || id == 1 || id == TOTAL);
}

/* Ids dealt out by a hash, in descending order; `owner` >= 0: all to that rank. */
static PetscInt Deal(int owner, PetscInt64 id[TOTAL])
{
  PetscInt n = 0;
  for (PetscInt64 k = TOTAL; k >= 1; k--)
    if (!IsGone(k) && (owner >= 0 ? owner : (int)((k * 7919) % 101) % size) == rank)
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
  const GrRows mine = GrRowPlanRows(plan), expected = GrDecompose(TOTAL, rank, size);
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
  for (int owner = 0; owner < size; owner++)
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
    const PetscInt n = total && rank == size - 1;
    assert_int_equal(GrRowPlanCreate(PETSC_COMM_WORLD, n, &id, total, &plan), 0);
    assert_int_equal(GrRowPlanGather(plan, 1, 1, &value, row), 0);
    const GrRows mine = GrRowPlanRows(plan);
    for (PetscInt64 i = 0; i < mine.count; i++)
      assert_true(row[i] == (mine.first + i == 1 ? 5 : -1));
    assert_int_equal(GrRowPlanDestroy(&plan), 0);
  }
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_scattered), cmocka_unit_test(test_one_owner),
                                     cmocka_unit_test(test_few)};
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() ? 1 : failed;
}
