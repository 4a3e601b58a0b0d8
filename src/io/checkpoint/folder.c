/* The checkpoints of a directory; see folder.h. Rank 0 looks, all ranks learn.

   Newest is what was begun last, by the sequence number in the header: a clock may be wrong, a copy has a new time, and
   the steps of an earlier run in the same directory may be higher. Only files with a valid header are ever removed. */
#include "io/checkpoint/folder.h"

#include "io/checkpoint/header.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What one look at a directory is after. */
typedef struct {
  int64_t below;      /* only checkpoints whose sequence is lower */
  const char *except; /* and whose name is not this one; NULL: any */
  PetscBool remove;   /* them */
  int64_t newest;     /* the highest sequence among them, 0 if there are none */
  char path[PETSC_MAX_PATH_LEN];
  char unfit
      [PETSC_MAX_PATH_LEN]; /* a file with the name of a checkpoint and without a valid header; "": there is none */
} Look;

/* What follows checkpoint-NUMBER in a name, or "". */
static const char *EndingOfName(const char *name)
{
  static const char begin[] = "checkpoint-";
  size_t n = strlen(begin);
  if (strncmp(name, begin, n) != 0)
    return "";
  size_t digits = strspn(name + n, "0123456789");
  return digits > 0 ? name + n + digits : "";
}

/* Whether it ends the name of something that a killed run left: its file, or one beside it that Open MPI makes for a
   moment to try whether files can be locked. */
static PetscBool IsLeft(const char *ending)
{
  static const char part[] = ".h5.part-";
  return strncmp(ending, part, strlen(part)) == 0 ? PETSC_TRUE : PETSC_FALSE;
}

/* Removes a leftover, and the semaphore that Open MPI 4 may have left on this node with it. */
static void RemoveLeft(const char *path, const char *name)
{
  char semaphore[NAME_MAX + sizeof("/OMPIO_")];
  unlink(path);
  snprintf(semaphore, sizeof(semaphore), "/OMPIO_%s", name);
  sem_unlink(semaphore);
}

/* directory/name; "." adds nothing */
static PetscBool JoinPath(const char *directory, const char *name, char path[PETSC_MAX_PATH_LEN])
{
  size_t n = strlen(directory);
  const char *slash = n > 0 && directory[n - 1] != '/' ? "/" : "";
  int length = strcmp(directory, ".") == 0 ? snprintf(path, PETSC_MAX_PATH_LEN, "%s", name)
                                           : snprintf(path, PETSC_MAX_PATH_LEN, "%s%s%s", directory, slash, name);
  return length < PETSC_MAX_PATH_LEN ? PETSC_TRUE : PETSC_FALSE;
}

static void CountCheckpoint(Look *look, const char *path, int64_t sequence)
{
  if (look->remove)
    unlink(path);
  if (sequence > look->newest) {
    look->newest = sequence;
    snprintf(look->path, sizeof(look->path), "%s", path);
  }
}

/* One file with the name of a checkpoint. */
static void ExamineFile(Look *look, const char *path)
{
  char reason[GR_FILE_HEADER_REASON];
  GrFileHeader header;
  if (!GrFileHeaderRead(path, &header, reason))
    snprintf(look->unfit, sizeof(look->unfit), "%s", path);
  else if (header.sequence < look->below)
    CountCheckpoint(look, path, header.sequence);
}

/* 0 or the error number. */
static int WalkFolder(const char *directory, Look *look, PetscBool leftovers)
{
  char path[PETSC_MAX_PATH_LEN];
  DIR *list = opendir(directory);
  if (!list)
    return errno;
  for (struct dirent *entry = readdir(list); entry; entry = readdir(list)) {
    if (!JoinPath(directory, entry->d_name, path))
      continue;
    if (leftovers && IsLeft(EndingOfName(entry->d_name)))
      RemoveLeft(path, entry->d_name);
    if (strcmp(EndingOfName(entry->d_name), ".h5") == 0 && !(look->except && strcmp(entry->d_name, look->except) == 0))
      ExamineFile(look, path);
  }
  closedir(list);
  return 0;
}

static PetscErrorCode WalkFolderOnFirst(MPI_Comm comm, const char *directory, Look *look, PetscBool leftovers)
{
  int rank, error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    error = WalkFolder(directory, look, leftovers);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  if (error)
    PetscFunctionReturn(
        GrFail(GR_EXIT_FILE, "%s: the directory of the checkpoints cannot be read: %s", directory, strerror(error)));
  PetscCallMPI(MPI_Bcast(&look->newest, 1, MPI_INT64_T, 0, comm));
  PetscCallMPI(MPI_Bcast(look->path, PETSC_MAX_PATH_LEN, MPI_CHAR, 0, comm));
  PetscCallMPI(MPI_Bcast(look->unfit, PETSC_MAX_PATH_LEN, MPI_CHAR, 0, comm));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointFolderBegin(MPI_Comm comm, const char *directory, int64_t *sequence)
{
  Look look = {.below = INT64_MAX};

  PetscFunctionBeginUser;
  PetscCall(WalkFolderOnFirst(comm, directory, &look, PETSC_TRUE));
  *sequence = look.newest + 1;
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointNewest(MPI_Comm comm, const char *directory, char path[PETSC_MAX_PATH_LEN])
{
  Look look = {.below = INT64_MAX};

  PetscFunctionBeginUser;
  PetscCall(WalkFolderOnFirst(comm, directory, &look, PETSC_FALSE));
  PetscCall(PetscStrncpy(path, look.newest > 0 ? look.path : look.unfit, PETSC_MAX_PATH_LEN));
  PetscFunctionReturn(0);
}

int GrCheckpointFolderFlush(const char *directory)
{
  int error = 0, file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0)
    return errno;
  if (fsync(file) != 0 && errno != EINVAL) /* EINVAL: a file system that has nothing to flush */
    error = errno;
  close(file);
  return error;
}

void GrCheckpointFolderPrune(const char *directory, int64_t sequence)
{
  Look previous = {.below = sequence};
  if (WalkFolder(directory, &previous, PETSC_FALSE) == 0 && previous.newest > 0) {
    Look older = {.below = previous.newest, .remove = PETSC_TRUE};
    WalkFolder(directory, &older, PETSC_FALSE);
  }
}

PetscErrorCode GrCheckpointFolderRefuse(MPI_Comm comm, const char *path, const char *reason)
{
  char directory[PETSC_MAX_PATH_LEN], message[2 * PETSC_MAX_PATH_LEN + GR_FILE_HEADER_REASON];
  const char *slash = strrchr(path, '/');
  Look other = {.below = INT64_MAX, .except = slash ? slash + 1 : path};
  int rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) {
    snprintf(directory, sizeof(directory), "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
    WalkFolder(directory, &other, PETSC_FALSE); /* a directory that cannot be read has no other checkpoint */
    if (other.newest > 0)
      snprintf(message, sizeof(message), "%s; use the previous checkpoint %s", reason, other.path);
    else
      snprintf(message, sizeof(message), "%s; its directory has no other checkpoint", reason);
  }
  PetscCallMPI(MPI_Bcast(message, sizeof(message), MPI_CHAR, 0, comm));
  PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: %s", path, message));
}
