/* Axes of datasets that have names: dimension scales, by the HDF5 Dimension Scale Specification 1.0, so that netCDF's
   readers, xarray among them, call them time, id and component_3.

   A scale is a dataset of one dimension with the attributes CLASS and NAME; REFERENCE_LIST says of what it is the axis.
   A dataset has its scales in DIMENSION_LIST. Attributes are written once: REFERENCE_LIST, which grows, before the
   first sync, where it does not get longer than an attribute may. All in plain HDF5: its library of high level makes an
   attribute anew for each dataset. A dataset of which one axis has no name gets none, since netCDF's readers refuse a
   mixture. */
#include "io/h5/dataset.h"
#include "io/h5/plain.h"

#include <string.h>

enum { ENTRIES_MAX = 4000, COMPONENTS_MAX = 64, AXES_MAX = 3 };

/* Of REFERENCE_LIST. */
typedef struct {
  hobj_ref_t dataset;
  int dimension;
} Entry;

struct GrScale_ {
  char *path;
  int n;
  Entry *entry;
};

/* A string of so many bytes, its end among them. */
static PetscErrorCode PutString(GrResults r, hid_t scale, const char *name, const char *text)
{
  hid_t type;

  PetscFunctionBeginUser;
  GrCallLocal(type = H5Tcopy(H5T_C_S1));
  GrCallLocal(H5Tset_size(type, strlen(text) + 1));
  PetscCall(GrResultsScalar(r, scale, name, type, text));
  GrCallLocal(H5Tclose(type));
  PetscFunctionReturn(0);
}

/* The scale of this path, which becomes one if it is none yet. */
static PetscErrorCode FindScale(GrResults r, const char *path, GrScale *found)
{
  GrErrorContext context = GrResultsErrorContext(r, "open", path);
  const char *slash = strrchr(path, '/');
  hid_t scale;

  PetscFunctionBeginUser;
  for (int k = r->n_scales - 1; k >= 0; k--)
    if (strcmp(r->scale[k].path, path) == 0) {
      *found = &r->scale[k];
      PetscFunctionReturn(0);
    }
  GrCallHdf5(&context, scale = H5Dopen2(r->file, path, H5P_DEFAULT));
  PetscCall(PutString(r, scale, "CLASS", "DIMENSION_SCALE"));
  PetscCall(PutString(r, scale, "NAME", slash ? slash + 1 : path));
  GrCallHdf5(&context, H5Dclose(scale));
  PetscCall(PetscRealloc((size_t)(r->n_scales + 1) * sizeof(struct GrScale_), &r->scale));
  *found = &r->scale[r->n_scales++];
  **found = (struct GrScale_){0};
  PetscCall(PetscStrallocpy(path, &(*found)->path));
  PetscFunctionReturn(0);
}

static PetscErrorCode AddEntry(GrScale scale, hobj_ref_t dataset, int dimension)
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(scale->n + 1) * sizeof(Entry), &scale->entry));
  scale->entry[scale->n++] = (Entry){dataset, dimension};
  PetscFunctionReturn(0);
}

/* DIMENSION_LIST, of one scale for each dimension. */
static PetscErrorCode PutDimensions(const GrDataset *d, hobj_ref_t scale[])
{
  GrErrorContext context = GrResultsErrorContext(d->results, "write the axes of", d->path);
  const hsize_t rank = (hsize_t)d->extent.rank;
  hvl_t list[GR_RANK_MAX];
  hid_t type, space, attribute;

  PetscFunctionBeginUser;
  for (hsize_t i = 0; i < rank; i++)
    list[i] = (hvl_t){1, &scale[i]};
  GrCallLocal(type = H5Tvlen_create(H5T_STD_REF_OBJ));
  GrCallLocal(space = H5Screate_simple(1, &rank, NULL));
  GrCallHdf5(&context, attribute = H5Acreate2(d->id, "DIMENSION_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT));
  GrCallHdf5(&context, H5Awrite(attribute, type, list));
  GrCallHdf5(&context, H5Aclose(attribute));
  GrCallLocal(H5Sclose(space));
  GrCallLocal(H5Tclose(type));
  PetscFunctionReturn(0);
}

PetscErrorCode GrScalesAttach(const GrDataset *d, const char *const path[])
{
  GrResults r = d->results;
  GrErrorContext context = GrResultsErrorContext(r, "refer to", d->path);
  hobj_ref_t dataset, reference[GR_RANK_MAX];
  GrScale scale;

  PetscFunctionBeginUser;
  for (int i = 0; i < d->extent.rank; i++)
    if (!path[i] || r->continued || r->settled || r->idle)
      PetscFunctionReturn(0);
  GrCallHdf5(&context, H5Rcreate(&dataset, r->file, d->path, H5R_OBJECT, -1));
  for (int i = 0; i < d->extent.rank; i++) {
    PetscCall(FindScale(r, path[i], &scale));
    GrCallHdf5(&context, H5Rcreate(&reference[i], r->file, path[i], H5R_OBJECT, -1));
    PetscCall(AddEntry(scale, dataset, i));
  }
  PetscCall(PutDimensions(d, reference));
  PetscFunctionReturn(0);
}

PetscErrorCode GrScaleOfNumbers(GrResults r, const char *what, hsize_t n, const char **path)
{
  char name[32];
  int64_t number[COMPONENTS_MAX];
  int rank;

  PetscFunctionBeginUser;
  *path = NULL;
  if (n > COMPONENTS_MAX || r->continued || r->settled || r->idle)
    PetscFunctionReturn(0);
  snprintf(name, sizeof(name), "%s_%d", what, (int)n);
  for (int k = 0; k < r->n_scales && !*path; k++)
    if (strcmp(r->scale[k].path, name) == 0)
      *path = r->scale[k].path;
  if (*path)
    PetscFunctionReturn(0);
  for (int k = 0; k < (int)n; k++)
    number[k] = k;
  PetscCallMPI(MPI_Comm_rank(r->comm, &rank));
  const GrColumn column = {name, GR_INTEGER, 1, "1", "an axis: numbers from 0"};
  const GrRows rows = {(PetscInt64)n, 0, rank == 0 ? (PetscInt64)n : 0};
  GrScale scale;
  PetscCall(GrResultsRows(r, "", &column, rows, number));
  PetscCall(FindScale(r, name, &scale));
  *path = scale->path;
  PetscFunctionReturn(0);
}

PetscErrorCode GrScaleOfRows(GrResults r, const char *group, PetscInt64 rows, const char **path)
{
  char *id;
  PetscBool exists;
  H5O_info_t info;
  GrScale scale;

  PetscFunctionBeginUser;
  *path = NULL;
  if (r->continued || r->settled || r->idle)
    PetscFunctionReturn(0);
  PetscCall(GrResultsJoin(group, "id", &id));
  PetscCall(GrPlainExists(r, id, &exists));
  if (exists) {
    GrErrorContext context = GrResultsErrorContext(r, "look at", id);
    GrCallHdf5(&context, H5Oget_info_by_name(r->file, id, &info, H5P_DEFAULT));
    if (info.type == H5O_TYPE_DATASET) {
      PetscCall(FindScale(r, id, &scale));
      *path = scale->path;
    }
  } else if (rows <= AXES_MAX)
    PetscCall(GrScaleOfNumbers(r, "row", (hsize_t)rows, path));
  PetscCall(PetscFree(id));
  PetscFunctionReturn(0);
}

/* REFERENCE_LIST. */
static PetscErrorCode PutReferences(GrResults r, const struct GrScale_ *scale)
{
  GrErrorContext context = GrResultsErrorContext(r, "write what has the axis", scale->path);
  const hsize_t n = (hsize_t)scale->n;
  hid_t dataset, file, memory, space, attribute;

  PetscFunctionBeginUser;
  GrCallLocal(memory = H5Tcreate(H5T_COMPOUND, sizeof(Entry)));
  GrCallLocal(H5Tinsert(memory, "dataset", offsetof(Entry, dataset), H5T_STD_REF_OBJ));
  GrCallLocal(H5Tinsert(memory, "dimension", offsetof(Entry, dimension), H5T_NATIVE_INT));
  GrCallLocal(file = H5Tcreate(H5T_COMPOUND, sizeof(hobj_ref_t) + H5Tget_size(H5T_STD_I32LE))); /* without gaps */
  GrCallLocal(H5Tinsert(file, "dataset", 0, H5T_STD_REF_OBJ));
  GrCallLocal(H5Tinsert(file, "dimension", sizeof(hobj_ref_t), H5T_STD_I32LE));
  GrCallLocal(space = H5Screate_simple(1, &n, NULL));
  GrCallHdf5(&context, dataset = H5Dopen2(r->file, scale->path, H5P_DEFAULT));
  GrCallHdf5(&context, attribute = H5Acreate2(dataset, "REFERENCE_LIST", file, space, H5P_DEFAULT, H5P_DEFAULT));
  GrCallHdf5(&context, H5Awrite(attribute, memory, scale->entry));
  GrCallHdf5(&context, H5Aclose(attribute));
  GrCallHdf5(&context, H5Dclose(dataset));
  GrCallLocal(H5Sclose(space));
  GrCallLocal(H5Tclose(file));
  GrCallLocal(H5Tclose(memory));
  PetscFunctionReturn(0);
}

PetscErrorCode GrScalesSettle(GrResults r)
{
  PetscFunctionBeginUser;
  r->settled = PETSC_TRUE; /* an idle rank has no scales */
  for (int k = 0; k < r->n_scales; k++) {
    if (r->scale[k].n > 0 && r->scale[k].n <= ENTRIES_MAX)
      PetscCall(PutReferences(r, &r->scale[k]));
    PetscCall(PetscFree(r->scale[k].path));
    PetscCall(PetscFree(r->scale[k].entry));
  }
  PetscCall(PetscFree(r->scale));
  r->n_scales = 0;
  PetscFunctionReturn(0);
}
