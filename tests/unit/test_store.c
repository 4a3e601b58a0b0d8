/* The table of particles (particle/store.h): creation, a custom property, sorting its rows.
   Labels: particle. */
#include "unit.h"

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
  assert_int_equal(GrStoreCreate(s, true), 0);
  assert_int_equal(GrStoreReserve(s, N), 0);
  s->columns.n = N;
  for (int k = 0; k < GR_STORE_COLUMNS; k++)
    for (PetscInt i = 0; i < N; i++)
      for (int c = 0; c < GrFieldsWidth(&GrStoreFields, k); c++)
        ((double *)s->columns.data[k])[GrFieldsWidth(&GrStoreFields, k) * i + c] = Number(i + 1, k, c);
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
      for (int c = 0; c < GrFieldsWidth(&GrStoreFields, k); c++)
        assert_true(((double *)s.columns.data[k])[GrFieldsWidth(&GrStoreFields, k) * i + c] ==
                    Number(order[i] + 1, k, c));
  assert_int_equal(GrStoreDestroy(&s), 0);
}

/* An empty table has memory for its state, and none after it is destroyed. */
static void TestEmpty(void **state)
{
  GrStore s;

  assert_int_equal(GrStoreCreate(&s, true), 0);
  assert_int_equal(s.columns.n, 0);
  assert_int_equal(s.columns.n_columns, GR_STORE_COLUMNS);
  assert_int_equal(s.bodies.columns.n_columns, GR_BODY_COLUMNS);
  assert_non_null(s.state);
  assert_ptr_equal(s.state, s.columns.data[GR_STORE_STATE]);
  assert_int_equal(GrBodiesReserve(&s.bodies, 2), 0);
  assert_non_null(s.bodies.position);
  assert_int_equal(GrStoreDestroy(&s), 0);
  assert_null(s.columns.data[GR_STORE_STATE]);
  assert_null(s.bodies.columns.data[GR_BODY_POSITION]);
}

/* A table that is created after the registration of a custom property has a column for it. */
static void TestProperty(void **state)
{
  static const GrProperty charge = {.name = "charge", .unit = "C", .description = "charge", .lower = -1, .upper = 1};
  const double value[GR_PROPERTIES_MAX] = {0.5};
  const double *found[GR_PROPERTIES_MAX];
  GrStore s;

  assert_int_equal(GrPropertyRegister(&charge), 0);
  Fill(&s);
  assert_int_equal(s.columns.n_columns, GR_STORE_COLUMNS + 1);
  GrStoreSetProperties(&s, N - 1, value);
  GrStorePointProperties(&s, N - 1, found);
  assert_true(found[0][0] == 0.5);
  assert_int_equal(GrStoreDestroy(&s), 0);
}

UNIT_PETSC(CASE(TestEmpty), CASE(TestSort), CASE(TestProperty));
