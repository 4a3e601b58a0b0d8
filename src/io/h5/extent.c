/* extent: how long the datasets are that a reader finds in a results file while a run goes on.

   HDF5 makes them with room for all that is planned, so that the tables by which it finds their chunks never change
   afterwards. Asked to make them longer or shorter it would change tables in several places, and a run that is killed
   in between would leave a file that cannot be read. So HDF5 goes on with the whole room, and the number alone is put
   into the file: the first dimension in the object header of the dataset, and the checksum behind it, in one write.
   Chunks beyond the extent do no harm: no reader asks for them, and HDF5 finds them again when the dataset grows.

   The data space is IV.A.2.b of the HDF5 File Format Specification 3.0, version 2. A header that is not like this, or
   whose checksum is not right (an old copy on a file system without coherent caches), stays as it is: entries that were
   not reached can be told by their times then.

   Limit: a header that lies across two pages of memory (one in sixteen) is written page by page. */
#include "io/h5/object_header.h"
#include "io/h5/results_file.h"

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

enum { TYPE_SPACE = 1, SPACE_DIMENSIONS = 4 }; /* bytes of a data space message before its dimensions */

static void PutNumber(unsigned char *byte, int bytes, uint64_t number)
{
  for (int i = 0; i < bytes; i++, number >>= 8)
    byte[i] = (unsigned char)number;
}

/* Where the first dimension stands in the header; 0: nowhere. */
static size_t FindDimension(const GrHdf5Header *header)
{
  const size_t data = GrHdf5Message(header, TYPE_SPACE, SPACE_DIMENSIONS + 8);
  return data && header->byte[data] == 2 && header->byte[data + 1] > 0 ? data + SPACE_DIMENSIONS : 0;
}

/* `grows`: or else it only becomes less. 0 or the error number. */
static int ShowOne(int file, const GrGrowing *growing, PetscBool grows)
{
  unsigned char header[GR_HDF5_HEADER_MAX];
  const ssize_t n = pread(file, header, sizeof(header), (off_t)growing->header);
  GrHdf5Header found;
  size_t at;

  if (n < 0)
    return errno;
  if (!GrHdf5HeaderFind(header, (size_t)n, &found) || (at = FindDimension(&found)) == 0 ||
      GrHdf5Number(header + at, 8) == growing->reached || (!grows && GrHdf5Number(header + at, 8) < growing->reached))
    return 0;
  PutNumber(header + at, 8, growing->reached);
  PutNumber(header + found.end, GR_HDF5_CHECKSUM, GrHdf5Checksum(header, found.end));
  const size_t length = found.end + GR_HDF5_CHECKSUM - at;
  const ssize_t written = pwrite(file, header + at, length, (off_t)growing->header + (off_t)at);
  return written == (ssize_t)length ? 0 : written < 0 ? errno : EIO;
}

int GrResultsShowMost(int file, const GrGrowing *growing)
{
  return ShowOne(file, growing, PETSC_FALSE);
}

/* Times are made before what happens at them: going back, no time is shown without the rest of its frame. */
PetscErrorCode GrResultsShow(GrResults r)
{
  GrErrorContext context = GrResultsErrorContext(r, "write", "the lengths of datasets");
  int error = 0;

  for (int k = r->n_growing - 1; r->descriptor >= 0 && !error && k >= 0; k--)
    error = ShowOne(r->descriptor, &r->growing[k], PETSC_TRUE);
  if (r->descriptor >= 0 && !error && r->n_growing > 0 && fdatasync(r->descriptor) != 0)
    error = errno;
  return GrHdf5SystemFailure(&context, error);
}

#if H5_VERSION_GE(1, 12, 0)
typedef H5O_info1_t ObjectInfo; /* later ones have no address */
#else
typedef H5O_info_t ObjectInfo;
#endif

PetscErrorCode GrResultsGrows(GrResults r, const char *path, hid_t dataset, hsize_t room, int *number)
{
  GrErrorContext context = GrResultsErrorContext(r, "look at", path);
  ObjectInfo info;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, H5Oget_info2(dataset, &info, H5O_INFO_BASIC));
  PetscCall(PetscRealloc((size_t)(r->n_growing + 1) * sizeof(GrGrowing), &r->growing));
  r->growing[r->n_growing] = (GrGrowing){.header = info.addr, .room = room};
  PetscCall(PetscStrallocpy(path, &r->growing[r->n_growing].path));
  *number = ++r->n_growing;
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsForget(GrResults r)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < r->n_growing; k++)
    PetscCall(PetscFree(r->growing[k].path));
  PetscCall(PetscFree(r->growing));
  r->n_growing = 0;
  PetscFunctionReturn(0);
}
