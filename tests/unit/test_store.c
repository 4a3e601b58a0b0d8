/* The table of particles (particle/store.h): sorting its rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "particle/store.h"

enum { N = 37 };

/* Number c of particle `id` in column k; the books are the same for all, and all masses but the last. */
static double Number(PetscInt64 id, int k, int c)
{
  if (k == GR_STORE_ACCOUNTS)
    return 5;
  if (k == GR_STORE_MASS)
    return id == N ? 2 : 1;
  return 1000 * (double)id + 10 * k + c;
}

static void Fill(GrStore *s)
{
  assert_int_equal(GrStoreCreate(s), 0);
  assert_int_equal(GrStoreReserve(s, N), 0);
  s->columns.n = N;
  for (int k = 0; k < GR_STORE_COLUMNS; k++)
    for (PetscInt i = 0; i < N; i++)
      for (int c = 0; c < GrStoreWidth(k); c++)
        ((double *)s->columns.data[k])[GrStoreWidth(k) * i + c] = Number(i + 1, k, c);
}

static void TestSort(void **state)
{
  GrStore s;
  PetscInt order[N];

  Fill(&s);
  for (PetscInt i = 0; i < N; i++)
    order[i] = (i * 11 + 3) % N;
  assert_int_equal(GrParallelColumnsSort(&s.columns, order), 0);
  for (int k = 0; k < GR_STORE_COLUMNS; k++)
    for (PetscInt i = 0; i < N; i++)
      for (int c = 0; c < GrStoreWidth(k); c++)
        assert_true(((double *)s.columns.data[k])[GrStoreWidth(k) * i + c] == Number(order[i] + 1, k, c));
  assert_int_equal(GrStoreDestroy(&s), 0);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(TestSort)};
  int failed;
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() || failed;
}
