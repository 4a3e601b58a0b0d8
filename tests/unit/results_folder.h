/* Shared by the tests of results files: a separate folder, rows over ranks, and reading a dataset with plain HDF5. */
#ifndef GRANUM_TESTS_RESULTS_FOLDER_H
#define GRANUM_TESTS_RESULTS_FOLDER_H
#include "unit.h"

#include <granum/results.h>

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TOTAL = 70001 };

static char folder[256];

static const char *Path(const char *name)
{
  static char path[2][512];
  static int turn;
  turn = 1 - turn;
  snprintf(path[turn], sizeof(path[turn]), "%s/%s", folder, name);
  return path[turn];
}

/* All rows on the middle ranks, none on the first; or everything on the one rank there is. */
static GrRows Rows(MPI_Comm comm)
{
  int r, n;
  MPI_Comm_rank(comm, &r);
  MPI_Comm_size(comm, &n);
  PetscInt64 first = n == 1 ? 0 : r == 0 ? 0 : (PetscInt64)TOTAL * (r - 1) / (n - 1);
  PetscInt64 last = n == 1 ? TOTAL : r == 0 ? 0 : (PetscInt64)TOTAL * r / (n - 1);
  return (GrRows){TOTAL, first, last - first};
}

/* Reads a whole dataset after checking its extent; `size` ends with 0. */
static void Read(hid_t file, const char *path, const hsize_t size[], hid_t type, void *data)
{
  hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(dataset);
  hsize_t found[4] = {0};
  int n = H5Sget_simple_extent_dims(space, found, NULL);
  for (int i = 0; i < n; i++)
    assert_int_equal(found[i], size[i]);
  assert_int_equal(size[n], 0);
  assert_true(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
  H5Sclose(space);
  H5Dclose(dataset);
}

static int Setup(void **state)
{
  const char *base = getenv("TMPDIR");
  snprintf(folder, sizeof(folder), "%s/granum-results-XXXXXX", base ? base : "/tmp");
  if (rank == 0 && !mkdtemp(folder))
    return 1;
  return MPI_Bcast(folder, sizeof(folder), MPI_CHAR, 0, PETSC_COMM_WORLD);
}

static int Teardown(void **state)
{
  static const char *const name[] = {"all.h5", "one.h5", "sync.h5", "copy.h5", "full.h5", "full-data.h5", "vary.h5"};
  MPI_Barrier(PETSC_COMM_WORLD);
  for (int i = 0; rank == 0 && i < 7; i++)
    unlink(Path(name[i]));
  return rank == 0 ? rmdir(folder) : 0;
}

#endif
