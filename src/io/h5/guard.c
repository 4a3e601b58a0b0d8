/* guard: the results file of a run that is going on stays the run's own.

   A shared flock keeps other programs from opening it for writing with HDF5, whose own lock is an exclusive one, and
   lets readers through. That holds where HDF5 locks files at all (HDF5_USE_FILE_LOCKING) and the file system knows
   flock. On NFS a flock is the same as the locks by fcntl that MPI takes for each write, which would then wait for ours
   for ever: there it is given up again. Whatever another program does to the file, the run looks at each sync, and at
   its end, whether its name still leads to it, as long as it was and with the first bytes of HDF5. */
#include "io/h5/results_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const Damages[] = {NULL, "removed", "replaced", "made shorter", "written over"};
enum { NO_DAMAGE, REMOVED, REPLACED, SHORTER, OVERWRITTEN };

/* Would a lock by fcntl wait for ours? */
static PetscBool IsInTheWay(int descriptor)
{
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  return (PetscBool)(fcntl(descriptor, F_GETLK, &lock) != 0 || lock.l_type != F_UNLCK);
}

PetscErrorCode GrResultsGuard(GrResults results)
{
  const int file = results->descriptor;

  if (file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return GrFail(GR_EXIT_FILE, "%s: another program has the file open for writing; close it there first",
                  results->path);
  if (file >= 0 && IsInTheWay(file))
    (void)flock(file, LOCK_UN);
  return 0;
}

/* What has become of the file that the first rank has open. */
static int DamageOf(const GrResults results)
{
  static const unsigned char head[] = {0x89, 'H', 'D', 'F'};
  unsigned char found[sizeof(head)];
  struct stat open, named;

  if (fstat(results->descriptor, &open) != 0 || stat(GrResultsName(results), &named) != 0)
    return REMOVED;
  if (open.st_dev != named.st_dev || open.st_ino != named.st_ino)
    return REPLACED;
  if (open.st_size < results->seen)
    return SHORTER;
  if (results->seen > 0 && (pread(results->descriptor, found, sizeof(found), 0) != (ssize_t)sizeof(found) ||
                            memcmp(found, head, sizeof(head)) != 0))
    return OVERWRITTEN;
  return NO_DAMAGE;
}

PetscErrorCode GrResultsCheck(GrResults results)
{
  const int damage = results->descriptor >= 0 ? DamageOf(results) : NO_DAMAGE;

  if (damage == NO_DAMAGE)
    return 0;
  return GrFail(GR_EXIT_FILE,
                "%s: the file was %s by another program while the run was writing it, so that its results are not "
                "whole; start the run anew, and leave the file alone until its end",
                GrResultsName(results), Damages[damage]);
}

void GrResultsSeen(GrResults results)
{
  struct stat status;

  if (results->descriptor >= 0 && fstat(results->descriptor, &status) == 0)
    results->seen = status.st_size;
}
