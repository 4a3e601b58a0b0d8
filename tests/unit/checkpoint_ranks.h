/* Shared by the tests of checkpoints on several ranks: a common folder, and failures that all ranks detect. */
#ifndef GRANUM_TESTS_CHECKPOINT_RANKS_H
#define GRANUM_TESTS_CHECKPOINT_RANKS_H

#include "checkpoint_example.h"

static const char *Path(const char *name)
{
  static char path[4][512];
  static int turn;
  turn = (turn + 1) % 4;
  snprintf(path[turn], sizeof(path[turn]), "%s/%s", folder, name);
  return path[turn];
}

/* A failure that all ranks know, with the same message. */
static void AssertFailure(PetscErrorCode code, const char *part, const char *other)
{
  char first[8192];
  assert_int_not_equal(code, 0);
  assert_int_equal(GrFailureCode(), GR_EXIT_FILE);
  snprintf(first, sizeof(first), "%s", GrFailureMessage());
  MPI_Bcast(first, sizeof(first), MPI_CHAR, 0, PETSC_COMM_WORLD);
  assert_string_equal(first, GrFailureMessage());
  FACT(strstr(first, part) && (!other || strstr(first, other)), "\"%s\" does not say \"%s\" and \"%s\"", first, part,
       other ? other : "");
  GrFailureClear();
}

static int Setup(void **state)
{
  alarm(60); // a rank that hangs ends the test
  int failed = rank == 0 ? MakeFolder() : 0;
  MPI_Bcast(folder, sizeof(folder), MPI_CHAR, 0, PETSC_COMM_WORLD);
  return failed;
}

static int Teardown(void **state)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  return rank == 0 ? RemoveFolder() : 0;
}

#endif
