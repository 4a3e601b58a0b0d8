/* plain: see plain.h. */
#include "io/h5/plain.h"

#include <granum/error.h>
#include <string.h>

enum { WORD = 8, NAME_MAX_BYTES = 128 };
static const hsize_t row_bytes_max = (hsize_t)1 << 40;

static PetscErrorCode Refuse(GrResults results, const char *path, const char *what)
{
  return GrFail(GR_EXIT_FILE, "%s: %s %s, which granum does not write; use the file as a run left it", results->path,
                path, what);
}

static PetscErrorCode CheckLink(GrResults results, const char *path)
{
  GrErrorContext deed = GrResultsErrorContext(results, "look for", path);
  H5L_info_t info;

  PetscFunctionBegin;
  GrCallHdf5(&deed, H5Lget_info(results->file, path, &info, H5P_DEFAULT));
  if (info.type != H5L_TYPE_HARD)
    PetscFunctionReturn(Refuse(results, path, "is a link to another place"));
  PetscFunctionReturn(0);
}

/* H5Literate's callback: ends at the first link that is not a hard one, and keeps its name. */
static herr_t SeeLink(hid_t group, const char *name, const H5L_info_t *info, void *context)
{
  if (info->type == H5L_TYPE_HARD)
    return 0;
  snprintf(context, NAME_MAX_BYTES, "%s", name);
  return 1;
}

PetscErrorCode GrPlainGroup(GrResults results, const char *group)
{
  GrErrorContext deed = GrResultsErrorContext(results, "list", group);
  char name[NAME_MAX_BYTES] = "", *path;
  hsize_t from = 0;

  PetscFunctionBegin;
  GrCallHdf5(&deed, H5Literate_by_name(results->file, group, H5_INDEX_NAME, H5_ITER_NATIVE, &from, SeeLink, name,
                                       H5P_DEFAULT));
  if (name[0]) {
    PetscCall(GrResultsJoin(group, name, &path));
    PetscErrorCode code = Refuse(results, path, "is a link to another place");
    PetscCall(PetscFree(path));
    PetscFunctionReturn(code);
  }
  PetscFunctionReturn(0);
}

/* Every part of the path. */
static PetscErrorCode CheckLinks(GrResults results, const char *path)
{
  char *part;

  PetscFunctionBegin;
  PetscCall(PetscStrallocpy(path, &part));
  for (size_t end = strcspn(path, "/");; end += 1 + strcspn(path + end + 1, "/")) {
    part[end] = '\0';
    PetscErrorCode code = CheckLink(results, part);
    part[end] = path[end];
    if (code || !path[end]) {
      PetscCall(PetscFree(part));
      PetscFunctionReturn(code);
    }
  }
}

/* NULL, or what is wrong with the way that the dataset is stored; `bytes`: of its values. */
static PetscErrorCode CheckStorage(const GrDataset *d, hsize_t bytes, const char **wrong)
{
  GrErrorContext deed = GrResultsErrorContext(d->results, "look at", d->path);
  hid_t list;

  PetscFunctionBegin;
  GrCallHdf5(&deed, list = H5Dget_create_plist(d->id));
  const H5D_layout_t layout = H5Pget_layout(list);
  if (layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED)
    *wrong = "is stored in another way than in one piece or in chunks";
  else if (H5Pget_external_count(list) != 0)
    *wrong = "has its values in another file";
  else if (H5Pget_nfilters(list) != 0)
    *wrong = "is compressed or filtered";
  else if (H5Dget_storage_size(d->id) < bytes)
    *wrong = "declares more values than the file has";
  GrCallLocal(H5Pclose(list));
  PetscFunctionReturn(0);
}

/* Bytes of the values of numbers. PETSC_FALSE: a row has none, or all have more than the file, or, where there are no
   rows, one would have more than any. */
static PetscBool CountBytes(const GrExtent *extent, hsize_t file, hsize_t *bytes)
{
  const hsize_t most = extent->size[0] > 0 ? file : row_bytes_max;

  *bytes = WORD;
  for (int i = extent->rank - 1; i >= 0; i--) {
    if ((i > 0 && extent->size[i] == 0) || extent->size[i] > most / *bytes)
      return PETSC_FALSE;
    *bytes *= extent->size[i];
  }
  return PETSC_TRUE;
}

/* The extent of numbers. */
static PetscErrorCode TakeExtent(GrDataset *d, hid_t space, hsize_t *bytes, const char **wrong)
{
  PetscFunctionBegin;
  d->extent.rank = H5Sget_simple_extent_ndims(space);
  if (H5Sget_simple_extent_type(space) != H5S_SIMPLE || d->extent.rank < 1 || d->extent.rank > GR_RANK_MAX) {
    *wrong = "does not have one to three dimensions";
    PetscFunctionReturn(0);
  }
  GrCallLocal(H5Sget_simple_extent_dims(space, d->extent.size, NULL));
  if (d->results->given > 0 && !CountBytes(&d->extent, d->results->given, bytes))
    *wrong = "declares more values than the file has, or rows without any";
  PetscFunctionReturn(0);
}

/* Type and extent. */
static PetscErrorCode TakeType(GrDataset *d, hsize_t *bytes, const char **wrong)
{
  GrErrorContext deed = GrResultsErrorContext(d->results, "look at", d->path);
  hid_t type, space;

  PetscFunctionBegin;
  GrCallHdf5(&deed, type = H5Dget_type(d->id));
  GrCallHdf5(&deed, space = H5Dget_space(d->id));
  d->memory = H5Tequal(type, H5T_STD_I64LE) > 0    ? H5T_NATIVE_INT64
              : H5Tequal(type, H5T_IEEE_F64LE) > 0 ? H5T_NATIVE_DOUBLE
                                                   : H5I_INVALID_HID;
  if (d->memory >= 0)
    PetscCall(TakeExtent(d, space, bytes, wrong));
  else if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0)
    *wrong = "has a type of its own";
  else if (H5Sget_simple_extent_type(space) != H5S_SCALAR)
    *wrong = "has more than one string";
  else
    *bytes = H5Tget_size(type);
  GrCallLocal(H5Sclose(space));
  GrCallLocal(H5Tclose(type));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPlainOpen(GrDataset *d)
{
  GrErrorContext deed = GrResultsErrorContext(d->results, "open", d->path);
  const char *wrong = NULL;
  H5O_info_t info;
  hsize_t bytes = 0;

  PetscFunctionBegin;
  d->extent = (GrExtent){0};
  PetscCall(CheckLinks(d->results, d->path));
  GrCallHdf5(&deed, H5Oget_info_by_name(d->results->file, d->path, &info, H5P_DEFAULT));
  if (info.type != H5O_TYPE_DATASET)
    PetscFunctionReturn(Refuse(d->results, d->path, "is not a dataset"));
  GrCallHdf5(&deed, d->id = H5Dopen2(d->results->file, d->path, H5P_DEFAULT));
  PetscCall(TakeType(d, &bytes, &wrong));
  if (!wrong && d->results->given > 0)
    PetscCall(CheckStorage(d, bytes, &wrong));
  if (wrong)
    PetscFunctionReturn(Refuse(d->results, d->path, wrong));
  PetscFunctionReturn(0);
}
