/* Memory from PETSc in large pages (base/pages.h).
   Labels: base. */
#include "unit.h"

#include "base/pages.h"
#include <stdio.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { LARGE_PAGE = 1 << 21, MANY = 1 << 20 }; /* [bytes]; numbers of 8 bytes */

static void TestAligned(void **state)
{
  double *large, *small;
  assert_int_equal(PetscMalloc1(MANY, &large), 0);
  assert_int_equal((uintptr_t)large % LARGE_PAGE, 0);
  large[0] = large[MANY - 1] = 1;
  assert_int_equal(PetscMalloc1(10, &small), 0);
  small[9] = 1;
  assert_int_equal(PetscFree(large), 0);
  assert_int_equal(PetscFree(small), 0);
}

static void TestCleared(void **state)
{
  for (int n = 10; n <= MANY; n *= 8) {
    char *zeros;
    assert_int_equal(PetscMalloc1(n, &zeros), 0); /* so that what follows is not fresh */
    memset(zeros, 1, (size_t)n);
    assert_int_equal(PetscFree(zeros), 0);
    assert_int_equal(PetscCalloc1(n, &zeros), 0);
    for (int i = 0; i < n; i++)
      assert_int_equal(zeros[i], 0);
    assert_int_equal(PetscFree(zeros), 0);
  }
}

static void TestResized(void **state)
{
  int *numbers;
  assert_int_equal(PetscMalloc1(100, &numbers), 0);
  for (int i = 0; i < 100; i++)
    numbers[i] = i;
  assert_int_equal(PetscRealloc(MANY * sizeof(*numbers), &numbers), 0);
  numbers[MANY - 1] = 1;
  assert_int_equal(PetscRealloc(50 * sizeof(*numbers), &numbers), 0);
  for (int i = 0; i < 50; i++)
    assert_int_equal(numbers[i], i);
  assert_int_equal(PetscFree(numbers), 0);
}

/* Memory that the system has given to this process [B]. */
static double Resident(void)
{
  FILE *file = fopen("/proc/self/statm", "r");
  long size, resident = 0;
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%ld %ld", &size, &resident), 2);
  assert_int_equal(fclose(file), 0);
  return 4096. * (double)resident;
}

/* Restores the default of the allocator, which Open MPI may have changed. */
static void GiveBack(void)
{
#ifdef __GLIBC__
  assert_int_equal(mallopt(M_MMAP_MAX, 65536), 1);
  assert_int_equal(mallopt(M_TRIM_THRESHOLD, 1 << 17), 1);
#endif
}

/* Freed memory is available for the next request, also in other parts. */
static void TestKept(void **state)
{
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
  enum { BYTES = 64 << 20, PARTS = 5, NEAR = BYTES / 4 }; /* systems of many processors count in large batches */
  char *memory, *part[PARTS];
  double before;

  assert_int_equal(PetscMalloc1(BYTES, &memory), 0);
  memset(memory, 1, BYTES);
  before = Resident();
  assert_int_equal(PetscFree(memory), 0);
  assert_true(Resident() > before - NEAR);
  for (int k = 0; k < PARTS; k++) {
    assert_int_equal(PetscMalloc1(BYTES / 8, &part[k]), 0);
    memset(part[k], 2, BYTES / 8);
  }
  assert_true(Resident() < before + NEAR);
  for (int k = 0; k < PARTS; k++)
    assert_int_equal(PetscFree(part[k]), 0);
#endif
}

static void TestTooMuch(void **state)
{
  void *memory;
  assert_int_equal(PetscPushErrorHandler(PetscReturnErrorHandler, NULL), 0);
  assert_int_equal(PetscMallocA(1, false, __LINE__, __func__, __FILE__, (size_t)1 << 60, &memory), PETSC_ERR_MEM);
  assert_int_equal(PetscPopErrorHandler(), 0);
}

/* PETSc must allocate with the allocator that frees, so GrPagesUse comes first. */
static int UsePages(void **state)
{
  GiveBack();
  return GrPagesUse(0, NULL);
}

static int StartPetsc(void **state)
{
  PetscBool started;
  return PetscInitialized(&started) || (!started && PetscInitializeNoArguments());
}

static int EndPetsc(void **state)
{
  return PetscFinalize();
}

UNIT(BEFORE(UsePages), CASE(TestKept), CASE_WITH(TestAligned, StartPetsc, NULL),
     CASE_WITH(TestCleared, StartPetsc, NULL), CASE_WITH(TestResized, StartPetsc, NULL),
     CASE_WITH(TestTooMuch, StartPetsc, NULL), AFTER(EndPetsc));
