/* plain: see plain.h. */
#include "io/h5/plain.h"

#include <granum/error.h>
#include <string.h>

enum { WORD = 8, PATH_MAX_BYTES = 256 };
enum { PACKED_MOST = 1100 }; /* largest accepted compression ratio; deflate has at most 1032 */
static const hsize_t row_bytes_max = (hsize_t)1 << 40;

static PetscErrorCode RefuseObject(GrResults results, const char *path, const char *what)
{
  return GrFail(GR_EXIT_FILE, "%s: %s %s, which granum does not write; use the file as a run left it", results->path,
                path, what);
}

static PetscErrorCode CheckLink(GrResults results, const char *path)
{
  GrErrorContext context = GrResultsErrorContext(results, "look for", path);
  H5L_info_t info;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, H5Lget_info(results->file, path, &info, H5P_DEFAULT));
  if (info.type != H5L_TYPE_HARD)
    PetscFunctionReturn(RefuseObject(results, path, "is a link to another place"));
  PetscFunctionReturn(0);
}

/* Every part of the path. */
static PetscErrorCode CheckLinks(GrResults results, const char *path)
{
  char *part;

  PetscFunctionBeginUser;
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

PetscErrorCode GrPlainExists(GrResults results, const char *path, PetscBool *exists)
{
  GrErrorContext context = GrResultsErrorContext(results, "look for", path);
  char part[PATH_MAX_BYTES];
  htri_t there = 1;

  PetscFunctionBeginUser;
  for (const char *end = path; there > 0 && end;) {
    end = strchr(end + 1, '/');
    snprintf(part, sizeof part, "%.*s", (int)(end ? end - path : (ptrdiff_t)strlen(path)), path);
    GrCallHdf5(&context, there = H5Lexists(results->file, part, H5P_DEFAULT));
  }
  *exists = (PetscBool)(there > 0);
  PetscFunctionReturn(0);
}

/* NULL, or what is wrong with the way that the dataset is stored; `bytes`: of its values. */
static PetscErrorCode CheckStorage(const GrDataset *d, hsize_t bytes, const char **wrong)
{
  GrErrorContext context = GrResultsErrorContext(d->results, "look at", d->path);
  hid_t list;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, list = H5Dget_create_plist(d->id));
  const H5D_layout_t layout = H5Pget_layout(list);
  if (layout == H5D_VIRTUAL) {
    GrCallLocal(H5Pclose(list));
    return GrFail(GR_EXIT_FILE, "%s: its data file is missing, which has the values of %s; put it beside this file",
                  d->results->path, d->path);
  }
  if (layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED)
    *wrong = "is stored in another way than in one piece or in chunks";
  else if (H5Pget_external_count(list) != 0)
    *wrong = "has its values in another file";
  else if (H5Pget_nfilters(list) == 0 && H5Dget_storage_size(d->id) < bytes)
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
  PetscFunctionBeginUser;
  d->extent.rank = H5Sget_simple_extent_ndims(space);
  if (H5Sget_simple_extent_type(space) != H5S_SIMPLE || d->extent.rank < 1 || d->extent.rank > GR_RANK_MAX) {
    *wrong = "does not have one to three dimensions";
    PetscFunctionReturn(0);
  }
  GrCallLocal(H5Sget_simple_extent_dims(space, d->extent.size, NULL));
  const hsize_t most = d->results->given * PACKED_MOST;
  if (most > 0 && !CountBytes(&d->extent, most, bytes))
    *wrong = "declares more values than the file has, or rows without any";
  PetscFunctionReturn(0);
}

/* Type and extent. */
static PetscErrorCode TakeType(GrDataset *d, hsize_t *bytes, const char **wrong)
{
  GrErrorContext context = GrResultsErrorContext(d->results, "look at", d->path);
  hid_t type, space;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, type = H5Dget_type(d->id));
  GrCallHdf5(&context, space = H5Dget_space(d->id));
  d->single = (PetscBool)(H5Tequal(type, H5T_IEEE_F32LE) > 0);
  d->memory = H5Tequal(type, H5T_STD_I64LE) > 0                 ? H5T_NATIVE_INT64
              : d->single || H5Tequal(type, H5T_IEEE_F64LE) > 0 ? H5T_NATIVE_DOUBLE
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
  GrErrorContext context = GrResultsErrorContext(d->results, "open", d->path);
  const char *wrong = NULL;
  H5O_info_t info;
  hsize_t bytes = 0;

  PetscFunctionBeginUser;
  d->extent = (GrExtent){0};
  PetscCall(CheckLinks(d->results, d->path));
  GrCallHdf5(&context, H5Oget_info_by_name(d->results->file, d->path, &info, H5P_DEFAULT));
  if (info.type != H5O_TYPE_DATASET)
    PetscFunctionReturn(RefuseObject(d->results, d->path, "is not a dataset"));
  GrCallHdf5(&context, d->id = H5Dopen2(d->results->file, d->path, H5P_DEFAULT));
  PetscCall(TakeType(d, &bytes, &wrong));
  if (!wrong && d->results->given > 0)
    PetscCall(CheckStorage(d, bytes, &wrong));
  if (wrong)
    PetscFunctionReturn(RefuseObject(d->results, d->path, wrong));
  PetscFunctionReturn(0);
}
