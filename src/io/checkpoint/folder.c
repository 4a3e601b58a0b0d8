/* Lists and removes the checkpoints of a folder. The first rank reads the folder and broadcasts the result. */
#include "io/checkpoint/file.h"

#include <dirent.h>
#include <errno.h>
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The part of a name "checkpoint-DIGITS..." after the digits; "" for other names. */
static const char *EndingOf(const char *name)
{
  static const char begin[] = "checkpoint-";
  const size_t n = strlen(begin), digits = strncmp(name, begin, n) == 0 ? strspn(name + n, "0123456789") : 0;
  return digits > 0 ? name + n + digits : "";
}

static int CompareEntries(const void *a, const void *b)
{
  const int64_t x = ((const GrCheckpointEntry *)a)->head.sequence, y = ((const GrCheckpointEntry *)b)->head.sequence;
  return (x > y) - (x < y);
}

/* Joins directory and name; the directory "." is omitted. */
static bool JoinPath(const char *directory, const char *name, char path[PETSC_MAX_PATH_LEN])
{
  const char *slash = directory[0] && directory[strlen(directory) - 1] != '/' ? "/" : "";
  const int n = strcmp(directory, ".") == 0 ? snprintf(path, PETSC_MAX_PATH_LEN, "%s", name)
                                            : snprintf(path, PETSC_MAX_PATH_LEN, "%s%s%s", directory, slash, name);
  return n < PETSC_MAX_PATH_LEN;
}

PetscErrorCode GrCheckpointList(const char *directory, int *n, GrCheckpointEntry **list, int *error)
{
  char reason[GR_CHECKPOINT_REASON];
  GrCheckpointEntry e;
  struct stat status;

  *n = 0;
  *list = NULL;
  DIR *entries = opendir(directory);
  *error = entries ? 0 : errno;
  for (struct dirent *entry = entries ? readdir(entries) : NULL; entry; entry = readdir(entries)) {
    if (strcmp(EndingOf(entry->d_name), ".h5") != 0 || !JoinPath(directory, entry->d_name, e.path))
      continue;
    if (!GrCheckpointHeadRead(e.path, &e.head, reason))
      e.head.sequence = 0;
    e.bytes = stat(e.path, &status) == 0 ? (int64_t)status.st_size : 0;
    PetscCall(PetscRealloc((size_t)(*n + 1) * sizeof(e), list));
    (*list)[(*n)++] = e;
  }
  if (entries)
    closedir(entries);
  if (*n > 1)
    qsort(*list, (size_t)*n, sizeof(e), CompareEntries);
  return 0;
}

/* Finds the last entry of the list and broadcasts it. Its sequence is 0 if no checkpoint can be read; its path is
   "" if there is none. allowed: error number at which the directory counts as empty; 0: none. */
static PetscErrorCode FindLast(MPI_Comm comm, const char *directory, int allowed, GrCheckpointEntry *last)
{
  GrCheckpointEntry *list = NULL;
  int rank, n = 0, error = 0;

  *last = (GrCheckpointEntry){.path = ""};
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(GrHdf5Quiet());
  if (rank == 0)
    PetscCall(GrCheckpointList(directory, &n, &list, &error));
  if (n > 0)
    *last = list[n - 1];
  PetscCall(PetscFree(list));
  PetscCallMPI(MPI_Bcast(last, sizeof(*last), MPI_BYTE, 0, comm));
  if (error == allowed)
    error = 0;
  if (error)
    error = GrFail(GR_EXIT_FILE, "%s: the directory of the checkpoints cannot be read: %s", directory, strerror(error));
  return GrFailAgree(comm, error);
}

PetscErrorCode GrCheckpointFolderBegin(MPI_Comm comm, const char *directory, int64_t *sequence)
{
  GrCheckpointEntry last;
  int rank;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) {
    static const char part[] = ".h5.part-";
    char path[PETSC_MAX_PATH_LEN];
    DIR *entries = opendir(directory);
    for (struct dirent *entry = entries ? readdir(entries) : NULL; entry; entry = readdir(entries))
      if (strncmp(EndingOf(entry->d_name), part, strlen(part)) == 0 && JoinPath(directory, entry->d_name, path))
        unlink(path);
    if (entries)
      closedir(entries);
  }
  PetscCall(FindLast(comm, directory, 0, &last)); /* no rank creates a file before the old files are removed */
  *sequence = last.head.sequence + 1;
  return 0;
}

PetscErrorCode GrCheckpointNewest(MPI_Comm comm, const char *directory, char path[PETSC_MAX_PATH_LEN])
{
  GrCheckpointEntry last;

  PetscCall(FindLast(comm, directory, ENOENT, &last)); /* a directory that does not exist has no checkpoint */
  return PetscStrncpy(path, last.path, PETSC_MAX_PATH_LEN);
}

PetscErrorCode GrCheckpointFolderPrune(const char *directory)
{
  GrCheckpointEntry *list;
  int n, error;

  PetscCall(GrCheckpointList(directory, &n, &list, &error));
  for (int i = 0; i < n - 2; i++)
    if (list[i].head.sequence > 0)
      unlink(list[i].path);
  return PetscFree(list);
}

PetscErrorCode GrCheckpointRefuse(MPI_Comm comm, const char *path, const char *reason)
{
  char directory[PETSC_MAX_PATH_LEN];
  const char *slash = strrchr(path, '/');
  GrCheckpointEntry *list;
  PetscErrorCode failure = 0;
  int rank, error, n;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) {
    snprintf(directory, sizeof(directory), "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
    PetscCall(GrCheckpointList(directory, &n, &list, &error));
    while (n > 0 && (list[n - 1].head.sequence == 0 || strcmp(list[n - 1].path, path) == 0))
      n--;
    failure = GrFail(GR_EXIT_FILE, "%s: %s; %s%s", path, reason,
                     n > 0 ? "use the previous checkpoint " : "its directory has no other checkpoint",
                     n > 0 ? list[n - 1].path : "");
    PetscCall(PetscFree(list));
  }
  return GrFailAgree(comm, failure);
}
