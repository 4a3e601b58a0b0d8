/* previous_frame: reads one frame of /particles/grains, each rank for itself, which needs no agreement between them.

   Fields that are written once are [total] or [total][components]; the others are groups with step, time and value
   [frames][total][components] (H5MD). */
#include "particle/fill/previous_frame.h"

#include "io/h5/plain.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

static const char grains[] = "particles/grains";
enum { PATH_BYTES = 128 };

/* A dataset of real numbers; of anything else the rank is 0. It is closed with the file. */
static PetscErrorCode OpenNumbers(const GrFrame *f, const char *path, GrDataset *d)
{
  PetscBool exists = PETSC_FALSE;

  PetscFunctionBeginUser;
  *d = (GrDataset){.results = f->results, .path = (char *)path};
  PetscCall(GrPlainExists(f->results, path, &exists));
  if (!exists)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: has no %s; give results with a trajectory of a run in dimension 2 or 3, or a "
                               "checkpoint of it",
                               f->results->path, path));
  PetscCall(GrPlainOpen(d));
  if (d->memory != H5T_NATIVE_DOUBLE)
    d->extent.rank = 0;
  PetscFunctionReturn(0);
}

/* Times rise from frame to frame, unless a run was killed before it wrote the last ones. */
static PetscErrorCode ReadTimes(const GrFrame *f, hsize_t frames, PetscInt64 *last, double *t)
{
  const GrSlab all = {{0}, {frames}};
  char path[PATH_BYTES];
  GrDataset time;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/position/time", grains);
  PetscCall(OpenNumbers(f, path, &time));
  *last = (PetscInt64)frames - 1;
  if (time.extent.rank != 1 || time.extent.size[0] != frames)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: %s does not have the time of each frame; give a file of granum",
                               f->results->path, path));
  PetscCall(GrDatasetRead(&time, &all, t));
  while (*last > 0 && !(t[*last] > t[0]))
    --*last;
  for (PetscInt64 k = 0; k <= *last; k++)
    if (!isfinite(t[k]))
      PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                                 "%s: %s of frame %" PetscInt64_FMT
                                 " is not a number; the file is damaged or was changed: give another one",
                                 f->results->path, path, k));
  PetscFunctionReturn(0);
}

/* Frames and rows, and which frame is meant. */
static PetscErrorCode ChooseFrame(GrFrame *f, PetscInt64 frame)
{
  char path[PATH_BYTES];
  GrDataset value;
  PetscInt64 last = 0;
  double *times;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/position/value", grains);
  PetscCall(OpenNumbers(f, path, &value));
  if (value.extent.rank != 3 || value.extent.size[2] != 3)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s does not have three coordinates for each particle; give results of a run in "
                               "dimension 2 or 3",
                               f->results->path, path));
  if (value.extent.size[0] == 0)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: has no frame; give results with a trajectory", f->results->path));
  PetscCall(PetscMalloc1(value.extent.size[0], &times));
  PetscErrorCode failed = ReadTimes(f, value.extent.size[0], &last, times);
  f->time = failed ? NAN : times[frame < 0 ? last : PetscMin(frame, last)];
  PetscCall(PetscFree(times));
  PetscCall(failed);
  if (frame > last)
    PetscFunctionReturn(GrFail(
        GR_EXIT_INPUT, "%s: has no frame %" PetscInt64_FMT "; write a frame from 0 to %" PetscInt64_FMT ", or last",
        f->results->path, frame, last));
  f->frame = frame < 0 ? last : frame;
  f->total = (PetscInt64)value.extent.size[1];
  PetscFunctionReturn(0);
}

PetscErrorCode GrPreviousFrameOpen(MPI_Comm comm, const char *path, PetscInt64 frame, GrFrame *f)
{
  PetscFunctionBeginUser;
  *f = (GrFrame){.time = NAN};
  PetscCall(PetscNew(&f->results));
  f->results->comm = comm;
  f->results->file = H5I_INVALID_HID;
  PetscCall(PetscStrallocpy(path, &f->results->path));
  PetscCall(GrHdf5Quiet());
  PetscCall(GrPlainFileOpen(f->results));
  PetscCall(ChooseFrame(f, frame));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPreviousFrameClose(GrFrame *f)
{
  PetscFunctionBeginUser;
  if (f->results->file >= 0)
    H5Fclose(f->results->file); /* it was only read */
  PetscCall(PetscFree(f->results->path));
  PetscCall(PetscFree(f->results));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPreviousFrameRead(const GrFrame *f, const GrStoreField *field, GrRows rows, double *data)
{
  const hsize_t components = (hsize_t)field->column.components;
  const int of_frames = field->write == GR_WRITE_FRAMES, rank = of_frames ? 3 : components > 1 ? 2 : 1;
  const hsize_t first = (hsize_t)rows.first, count = (hsize_t)rows.count;
  const GrSlab once = {{first, 0}, {count, components}},
               of_frame = {{(hsize_t)f->frame, first, 0}, {1, count, components}};
  char path[PATH_BYTES];
  GrDataset d;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/%s%s", grains, field->column.name, of_frames ? "/value" : "");
  PetscCall(OpenNumbers(f, path, &d));
  if (d.extent.rank != rank || d.extent.size[of_frames] != (hsize_t)f->total ||
      (rank > 1 && d.extent.size[rank - 1] != components) || (of_frames && d.extent.size[0] <= (hsize_t)f->frame))
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s does not have %d real numbers for each of %" PetscInt64_FMT
                               " particles; give a file of granum",
                               f->results->path, path, (int)components, f->total));
  PetscCall(GrDatasetRead(&d, of_frames ? &of_frame : &once, data));
  PetscFunctionReturn(0);
}
