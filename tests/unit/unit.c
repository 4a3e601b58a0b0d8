/* The program of each unit test: runs the cases that the test lists (tests/unit/unit.h), prints each of them and the
   number of facts. Exit code 0: all cases passed on all ranks. */
#include "unit.h"

#include <granum/error.h>
#include <petscsys.h>
#include <stdlib.h>

int rank = 0, ranks = 1;
long unit_facts;
static long all_facts;

/* Runs a case; *state is its item. */
static void RunCase(void **state)
{
  const UnitItem *item = *state;

  unit_facts = 0;
  item->test(state);
  if (unit_facts == 0 && rank == 0) // the other ranks may have nothing to check
    fail_msg("%s states no fact", item->name);
  all_facts += unit_facts;
}

/* Calls the functions before the first case. */
static int SetUp(void **state)
{
  for (size_t i = 0; i < unit_n_items; i++)
    if (!unit_item[i].name && unit_item[i].before && unit_item[i].before(state))
      return 1;
  return 0;
}

/* Calls the functions after the last case. */
static int TearDown(void **state)
{
  int failed = 0;

  for (size_t i = 0; i < unit_n_items; i++)
    if (!unit_item[i].name && unit_item[i].after)
      failed |= unit_item[i].after(state);
  return failed;
}

int main(int argc, char **argv)
{
  struct CMUnitTest *cases = calloc(unit_n_items, sizeof(*cases));
  size_t n = 0;

  if (!cases || (unit_needs_petsc && (PetscInitialize(&argc, &argv, NULL, NULL) || GrErrorHandlerInstall())))
    return 1;
  if (unit_needs_petsc && (MPI_Comm_rank(PETSC_COMM_WORLD, &rank) || MPI_Comm_size(PETSC_COMM_WORLD, &ranks)))
    return 1;
  for (size_t i = 0; i < unit_n_items; i++)
    if (unit_item[i].name)
      cases[n++] = (struct CMUnitTest){unit_item[i].name, RunCase, unit_item[i].before, unit_item[i].after,
                                       (void *)&unit_item[i]};
  int failed = _cmocka_run_group_tests("cases", cases, n, SetUp, TearDown), any = failed;
  free(cases);
  if (unit_needs_petsc) // the exit code of one rank may be that of all
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, PETSC_COMM_WORLD);
  if (rank == 0)
    printf("%d failed of %zu cases, %ld facts\n", any, n, all_facts);
  return (unit_needs_petsc && PetscFinalize()) || any;
}
