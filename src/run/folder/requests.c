/* Looks for the files stop, checkpoint and report in the folder of a run; see requests.h. */
#include "run/folder/requests.h"

#include <errno.h>
#include <granum/error.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double AGAIN = 1; /* interval between two checks for files [s] */

/* Whether there is a regular file of this name. */
static bool FindFile(const char *folder, GrRequest request, char path[PETSC_MAX_PATH_LEN], bool *empty)
{
  struct stat status;

  if (snprintf(path, PETSC_MAX_PATH_LEN, "%s/%s", folder, GrFilesRequests[request]) >= PETSC_MAX_PATH_LEN ||
      lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
    return false;
  *empty = status.st_size == 0;
  return true;
}

/* Removes the file unless it has content. A warning says why a file remains. */
static bool RemoveFile(const char *folder, GrRequest request)
{
  char path[PETSC_MAX_PATH_LEN];
  bool empty;

  if (!FindFile(folder, request, path, &empty) || (empty && unlink(path) == 0))
    return true;
  GrWarn(stderr, "%s has been answered and stays: %s", path, empty ? strerror(errno) : "it is not empty");
  return false;
}

PetscErrorCode GrRunFolderRequestsBegin(GrRequests *r, const char *folder, const char *above)
{
  *r = (GrRequests){.places = above ? 2 : 1, .looked = -AGAIN};
  PetscCall(PetscStrallocpy(folder, &r->place[0]));
  return PetscStrallocpy(above, &r->place[1]);
}

PetscErrorCode GrRunFolderRequestsEnd(GrRequests *r)
{
  for (int i = 0; i < r->places; i++)
    PetscCall(PetscFree(r->place[i]));
  r->places = 0;
  return 0;
}

void GrRunFolderRequestsLook(GrRequests *r)
{
  const double now = MPI_Wtime();
  char path[PETSC_MAX_PATH_LEN];
  bool empty;

  if (now - r->looked < AGAIN)
    return;
  r->looked = now;
  for (int i = 0; i < r->places; i++)
    for (GrRequest k = 0; k < GR_REQUESTS; k++) {
      const bool found = FindFile(r->place[i], k, path, &empty);
      r->stays[i][k] = found && r->stays[i][k]; /* a new file may come after this one is removed */
      r->there[i][k] = found && !r->stays[i][k];
    }
}

bool GrRunFolderRequestsAsk(const GrRequests *r, GrRequest request)
{
  for (int i = 0; i < r->places; i++)
    if (r->there[i][request])
      return true;
  return false;
}

void GrRunFolderRequestsAnswered(GrRequests *r, GrRequest request)
{
  for (int i = 0; i < r->places; i++) {
    const bool others = i > 0 && request == GR_REQUEST_STOP; /* cases of other groups of ranks obey it, too */
    if (r->there[i][request])
      r->stays[i][request] = others || !RemoveFile(r->place[i], request);
    r->there[i][request] = false;
  }
}

bool GrRunFolderRequestIsThere(const char *folder, GrRequest request)
{
  char path[PETSC_MAX_PATH_LEN];
  bool empty;
  return FindFile(folder, request, path, &empty);
}

void GrRunFolderRequestsRemove(const char *folder, GrRequest request)
{
  (void)RemoveFile(folder, request);
}

void GrRunFolderRequestsDrop(const char *folder, bool resumable)
{
  char path[PETSC_MAX_PATH_LEN];
  bool empty;

  for (GrRequest k = 0; k < GR_REQUESTS; k++)
    if (FindFile(folder, k, path, &empty) && empty && !(k == GR_REQUEST_STOP && resumable) && unlink(path) == 0)
      GrWarn(stderr, "%s came too late and is removed: the run has ended", path);
}
