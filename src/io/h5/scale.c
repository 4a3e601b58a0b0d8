/* Names the axes of datasets: attaches dimension scales (HDF5 Dimension Scale Specification 1.0), so that readers of
   netCDF, for example xarray, call the axes time, id and component_3. */
#include "io/h5/dataset.h"

#include <hdf5_hl.h>
#include <string.h>

enum { COMPONENTS_MAX = 64, ROWS_MAX = 3 };

/* Path of the scale WHAT_N with the numbers from 0 to n - 1. Creates the scale if it does not exist. NULL if n is
   too large. */
static PetscErrorCode FindNumbers(GrResults r, const char *what, hsize_t n, char **path)
{
  GrErrorContext context = GrResultsErrorContext(r, "look for", what), write = context;
  int64_t number[COMPONENTS_MAX];
  GrDataset scale;
  char name[32];
  htri_t exists;

  if (n > COMPONENTS_MAX)
    return 0;
  snprintf(name, sizeof(name), "%s_%d", what, (int)n);
  PetscCall(PetscStrallocpy(name, path));
  GrCallHdf5(&context, exists = H5Lexists(r->file, name, H5P_DEFAULT));
  if (exists)
    return 0;
  for (hsize_t k = 0; k < n; k++)
    number[k] = (int64_t)k;
  const GrColumn column = {name, GR_INTEGER, 1, "1", "axis for readers of results.xdmf: numbers from 0"};
  const GrExtent extent = {.rank = 1, .size = {n}};
  PetscCall(GrDatasetCreate(r, "", &column, &extent, &scale));
  PetscCall(GrDatasetWriteOwn(&scale, &(GrSlab){{0}, {n}}, number));
  write.action = "write";
  GrCallHdf5(&write, H5Dclose(scale.id));
  return PetscFree(scale.path);
}

/* Path of the scale of the rows of a group: its dataset of ids if the ids do not change during a run, or numbers
   for a few rows without ids, or NULL. */
static PetscErrorCode FindRows(GrResults r, const char *group, hsize_t n, char **path)
{
  GrErrorContext context = GrResultsErrorContext(r, "look for the ids of", group);
  H5O_info_t info;
  htri_t exists;

  PetscCall(GrResultsJoin(group, "id", path));
  GrCallHdf5(&context, exists = H5Lexists(r->file, *path, H5P_DEFAULT));
  if (exists)
    GrCallHdf5(&context, H5Oget_info_by_name(r->file, *path, &info, H5P_DEFAULT));
  if (exists && info.type == H5O_TYPE_DATASET)
    return 0;
  PetscCall(PetscFree(*path));
  if (!exists && n <= ROWS_MAX)
    PetscCall(FindNumbers(r, "row", n, path));
  return 0;
}

static PetscErrorCode AttachScale(const GrDataset *d, int axis, const char *path)
{
  GrErrorContext context = GrResultsErrorContext(d->results, "name the axes of", d->path);
  const char *slash = strrchr(path, '/');
  hid_t scale;

  GrCallHdf5(&context, scale = H5Dopen2(d->results->file, path, H5P_DEFAULT));
  if (!H5DSis_scale(scale))
    GrCallHdf5(&context, H5DSset_scale(scale, slash ? slash + 1 : path));
  GrCallHdf5(&context, H5DSattach_scale(d->id, scale, (unsigned)axis));
  GrCallHdf5(&context, H5Dclose(scale));
  return 0;
}

PetscErrorCode GrDatasetAttachScales(const GrDataset *d, const char *time, const char *group)
{
  char *path[GR_RANK_MAX] = {NULL};
  int axis = 0;

  if (d->results->continued || d->results->idle)
    return 0;
  if (time)
    PetscCall(PetscStrallocpy(time, &path[axis++]));
  if (group) {
    PetscCall(FindRows(d->results, group, d->extent.size[axis], &path[axis]));
    axis++;
  }
  if (axis < d->extent.rank)
    PetscCall(FindNumbers(d->results, "component", d->extent.size[axis], &path[axis]));
  for (axis = 0; axis < d->extent.rank && path[axis] && strcmp(path[axis], d->path) != 0;) /* a scale has no scale */
    axis++;
  const bool all = axis == d->extent.rank;
  for (int i = 0; i < d->extent.rank; i++) {
    if (all)
      PetscCall(AttachScale(d, i, path[i]));
    PetscCall(PetscFree(path[i]));
  }
  return 0;
}
