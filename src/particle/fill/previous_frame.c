/* previous_frame: reads one frame of /particles/grains, each rank for itself, which needs no agreement between them.

   Fields that are written once are [total] or [total][components]; the others are groups with step, time and value
   [frames][total][components] (H5MD). */
#include "particle/fill/previous_frame.h"

#include <granum/error.h>
#include <math.h>
#include <string.h>

static const char grains[] = "particles/grains";
enum { RANK_MAX = 3, NAME_MAX_BYTES = 128 };

/* A dataset of real numbers. */
typedef struct {
  hid_t id;
  int rank; /* 0: something else */
  hsize_t size[RANK_MAX];
} Dataset;

static GrErrorContext Deed(const GrFrame *f, const char *action, const char *object)
{
  return (GrErrorContext){f->comm, f->path, action, object};
}

/* Whether all links along the path are there. */
static PetscErrorCode Exists(const GrFrame *f, const char *path, htri_t *exists)
{
  GrErrorContext deed = Deed(f, "look for", path);
  char part[NAME_MAX_BYTES];

  PetscFunctionBeginUser;
  *exists = 1;
  for (const char *end = path; *exists > 0 && end;) {
    end = strchr(end + 1, '/');
    snprintf(part, sizeof part, "%.*s", (int)(end ? end - path : (ptrdiff_t)strlen(path)), path);
    GrCallHdf5(&deed, *exists = H5Lexists(f->file, part, H5P_DEFAULT));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Examine(const GrErrorContext *deed, Dataset *d)
{
  hid_t space, type;

  PetscFunctionBeginUser;
  GrCallHdf5(deed, space = H5Dget_space(d->id));
  GrCallHdf5(deed, type = H5Dget_type(d->id));
  d->rank = H5Sget_simple_extent_ndims(space);
  if (d->rank < 1 || d->rank > RANK_MAX || H5Tget_class(type) != H5T_FLOAT)
    d->rank = 0;
  else
    GrCallLocal(H5Sget_simple_extent_dims(space, d->size, NULL));
  GrCallLocal(H5Tclose(type));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

static PetscErrorCode OpenDataset(const GrFrame *f, const char *path, Dataset *d)
{
  GrErrorContext deed = Deed(f, "open", path);
  htri_t exists;

  PetscFunctionBeginUser;
  *d = (Dataset){.id = H5I_INVALID_HID};
  PetscCall(Exists(f, path, &exists));
  if (!exists)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: has no %s; give results with a trajectory of a run in dimension 2 or 3, or a "
                               "checkpoint of it",
                               f->path, path));
  GrCallHdf5(&deed, d->id = H5Dopen2(f->file, path, H5P_DEFAULT));
  PetscCall(Examine(&deed, d));
  PetscFunctionReturn(0);
}

/* This rank's block of a dataset, possibly empty. */
static PetscErrorCode ReadBlock(const GrFrame *f, const Dataset *d, const char *path, const hsize_t start[],
                                const hsize_t count[], double *data)
{
  GrErrorContext deed = Deed(f, "read", path);
  hid_t space, memory;
  hsize_t n = 1;

  PetscFunctionBeginUser;
  for (int i = 0; i < d->rank; i++)
    n *= count[i];
  const hsize_t length = PetscMax(n, 1);
  GrCallLocal(space = H5Dget_space(d->id));
  GrCallLocal(memory = H5Screate_simple(1, &length, NULL));
  if (n > 0)
    GrCallLocal(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
  GrCallHdf5(&deed, n > 0 ? H5Dread(d->id, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, data) : 0);
  GrCallLocal(H5Sclose(memory));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

/* Times rise from frame to frame, unless a run was killed before it wrote the last ones. */
static PetscErrorCode ReadTimes(const GrFrame *f, hsize_t frames, PetscInt64 *last, double *t)
{
  const hsize_t start = 0;
  char path[NAME_MAX_BYTES];
  Dataset time;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/position/time", grains);
  PetscCall(OpenDataset(f, path, &time));
  *last = (PetscInt64)frames - 1;
  if (time.rank != 1 || time.size[0] != frames)
    PetscFunctionReturn(
        GrFail(GR_EXIT_FILE, "%s: %s does not have the time of each frame; give a file of granum", f->path, path));
  PetscCall(ReadBlock(f, &time, path, &start, &frames, t));
  while (*last > 0 && !(t[*last] > t[0]))
    --*last;
  for (PetscInt64 k = 0; k <= *last; k++)
    if (!isfinite(t[k]))
      PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                                 "%s: %s of frame %" PetscInt64_FMT
                                 " is not a number; the file is damaged or was changed: give another one",
                                 f->path, path, k));
  PetscFunctionReturn(0);
}

/* Frames and rows, and which frame is meant. */
static PetscErrorCode ChooseFrame(GrFrame *f, PetscInt64 frame)
{
  char path[NAME_MAX_BYTES];
  Dataset value;
  PetscInt64 last = 0;
  double *times;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/position/value", grains);
  PetscCall(OpenDataset(f, path, &value));
  if (value.rank != 3 || value.size[2] != 3)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s does not have three coordinates for each particle; give results of a run in "
                               "dimension 2 or 3",
                               f->path, path));
  if (value.size[0] == 0)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: has no frame; give results with a trajectory", f->path));
  PetscCall(PetscMalloc1(value.size[0], &times));
  PetscErrorCode failed = ReadTimes(f, value.size[0], &last, times);
  f->time = failed ? NAN : times[frame < 0 ? last : PetscMin(frame, last)];
  PetscCall(PetscFree(times));
  PetscCall(failed);
  if (frame > last)
    PetscFunctionReturn(GrFail(
        GR_EXIT_INPUT, "%s: has no frame %" PetscInt64_FMT "; write a frame from 0 to %" PetscInt64_FMT ", or last",
        f->path, frame, last));
  f->frame = frame < 0 ? last : frame;
  f->total = (PetscInt64)value.size[1];
  PetscFunctionReturn(0);
}

PetscErrorCode GrPreviousFrameOpen(MPI_Comm comm, const char *path, PetscInt64 frame, GrFrame *f)
{
  hid_t access;

  PetscFunctionBeginUser;
  *f = (GrFrame){.comm = comm, .path = path, .file = H5I_INVALID_HID};
  PetscCall(GrHdf5Quiet());
  GrErrorContext deed = Deed(f, "open", "the file");
  GrCallLocal(access = H5Pcreate(H5P_FILE_ACCESS));
  GrCallLocal(H5Pset_fapl_sec2(access));
  GrCallLocal(H5Pset_file_locking(access, false, true));       /* not every file system of a cluster has locks */
  GrCallLocal(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG)); /* with it go its datasets */
  GrCallHdf5(&deed, f->file = H5Fopen(path, H5F_ACC_RDONLY, access));
  GrCallLocal(H5Pclose(access));
  PetscCall(ChooseFrame(f, frame));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPreviousFrameClose(GrFrame *f)
{
  PetscFunctionBeginUser;
  if (f->file >= 0)
    H5Fclose(f->file); /* it was only read */
  f->file = H5I_INVALID_HID;
  PetscFunctionReturn(0);
}

/* The rows of a field that is written once, and of one that each frame has. */
static PetscErrorCode ReadOnce(const GrFrame *f, const Dataset *d, const char *path, GrRows rows, double *data)
{
  const hsize_t start[] = {(hsize_t)rows.first, 0}, count[] = {(hsize_t)rows.count, d->size[1]};

  PetscFunctionBeginUser;
  PetscCall(ReadBlock(f, d, path, start, count, data));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadOfFrame(const GrFrame *f, const Dataset *d, const char *path, GrRows rows, double *data)
{
  const hsize_t start[] = {(hsize_t)f->frame, (hsize_t)rows.first, 0}, count[] = {1, (hsize_t)rows.count, d->size[2]};

  PetscFunctionBeginUser;
  PetscCall(ReadBlock(f, d, path, start, count, data));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPreviousFrameRead(const GrFrame *f, const GrStoreField *field, GrRows rows, double *data)
{
  const hsize_t components = (hsize_t)field->column.components;
  const int of_frames = field->write == GR_WRITE_FRAMES, rank = of_frames ? 3 : components > 1 ? 2 : 1;
  char path[NAME_MAX_BYTES];
  Dataset d;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/%s%s", grains, field->column.name, of_frames ? "/value" : "");
  PetscCall(OpenDataset(f, path, &d));
  if (d.rank != rank || d.size[of_frames] != (hsize_t)f->total || (rank > 1 && d.size[rank - 1] != components) ||
      (of_frames && d.size[0] <= (hsize_t)f->frame))
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s does not have %d real numbers for each of %" PetscInt64_FMT
                               " particles; give a file of granum",
                               f->path, path, (int)components, f->total));
  PetscCall((of_frames ? ReadOfFrame : ReadOnce)(f, &d, path, rows, data));
  PetscFunctionReturn(0);
}
