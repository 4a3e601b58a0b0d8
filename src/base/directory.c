/* directory: where a run's files go; see directory.h. */
#include "base/directory.h"

#include <errno.h>
#include <granum/error.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes a directory and those above it that are missing: 0 or the error number. */
static int MakeAll(const char *directory)
{
  char above[PETSC_MAX_PATH_LEN];
  int error = 0;

  if (snprintf(above, sizeof(above), "%s", directory) >= (int)sizeof(above))
    return ENAMETOOLONG;
  for (char *slash = strchr(above + (above[0] == '/'), '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(above, 0777) != 0 && errno != EEXIST && !error)
      error = errno;
    *slash = '/';
  }
  if (mkdir(directory, 0777) == 0 || errno == EEXIST)
    return 0; /* whatever was said about those above it */
  return error ? error : errno;
}

PetscErrorCode GrDirectoryMake(MPI_Comm comm, const char *directory)
{
  int rank, error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    error = MakeAll(directory);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: the output directory cannot be made: %s; give another one with -o", directory,
                  strerror(error));
  PetscFunctionReturn(0);
}

/* Writes a file beside its name, as `part`, and renames it: 0 or the error number; then nothing is left. */
static int WriteWhole(const char *path, const char *part, const char *text)
{
  FILE *file = fopen(part, "w");
  int error = 0;

  if (!file)
    return errno;
  if (fputs(text, file) < 0)
    error = errno;
  if (fclose(file) != 0 && !error)
    error = errno;
  if (!error && rename(part, path) != 0)
    error = errno;
  if (error)
    (void)unlink(part);
  return error;
}

PetscErrorCode GrDirectoryWrite(MPI_Comm comm, const char *directory, const char *name, const char *text)
{
  char path[PETSC_MAX_PATH_LEN], part[PETSC_MAX_PATH_LEN];
  int rank, error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s", directory, name));
  PetscCall(PetscSNPrintf(part, sizeof(part), "%s.part", path));
  if (rank == 0)
    error = WriteWhole(path, part, text);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: cannot be written: %s; write into another folder", path, strerror(error));
  PetscFunctionReturn(0);
}
