/* Comparing the attributes of one object in two files; see diff.h. */
#include "io/diff/diff.h"

/* Name of the attribute at this place in the order of names; "" behind the last. */
static PetscErrorCode NameAt(const GrReader *reader, const char *path, hsize_t i, char name[GR_LINE_MAX])
{
  H5O_info_t info;
  GrErrorContext context = {PETSC_COMM_SELF, reader->path, "read the attributes of", path};
  const char *object = path[0] ? path : "/";

  PetscFunctionBeginUser;
  name[0] = '\0';
  GrCallHdf5(&context, H5Oget_info_by_name(reader->file, object, &info, H5P_DEFAULT));
  if (i < info.num_attrs)
    GrCallHdf5(&context,
               H5Aget_name_by_idx(reader->file, object, H5_INDEX_NAME, H5_ITER_INC, i, name, GR_LINE_MAX, H5P_DEFAULT));
  PetscFunctionReturn(0);
}

/* Values of an open attribute. */
static PetscErrorCode Read(const GrReader *reader, hid_t attribute, hid_t space, GrValues *values)
{
  GrErrorContext context = {PETSC_COMM_SELF, reader->path, "read", "an attribute"};

  PetscFunctionBeginUser;
  values->size = H5Tget_size(values->type);
  values->n = (size_t)H5Sget_simple_extent_npoints(space);
  PetscCall(PetscMalloc1(PetscMax(1, values->n) * values->size, &values->data));
  if (values->n > 0)
    GrCallHdf5(&context, H5Aread(attribute, values->type, values->data));
  PetscFunctionReturn(0);
}

/* Values of the same shape and comparable type. */
static PetscErrorCode CompareValues(GrDiff *diff, const char *what, const hid_t attribute[2], const hid_t space[2],
                                    GrValues values[2])
{
  char text[4 * GR_LINE_MAX];

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    PetscCall(Read(&diff->reader[k], attribute[k], space[k], &values[k]));
  size_t first = GrDiffFirst(values);
  if (first < values[0].n) {
    PetscCall(GrDiffPair(diff, values, first, text, sizeof(text)));
    if (values[0].n > 1)
      GrDiffSay(diff, "%s: value %zu: %s", what, first, text);
    else
      GrDiffSay(diff, "%s: %s", what, text);
  }
  for (int k = 0; k < 2; k++) {
    if (values[k].n > 0)
      PetscCall(GrValuesReclaim(&values[k], space[k]));
    PetscCall(PetscFree(values[k].data));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode CompareAttribute(GrDiff *diff, const char *path, const char *name)
{
  hid_t attribute[2], space[2];
  GrValues values[2] = {{0}};
  char what[2 * GR_LINE_MAX];

  PetscFunctionBeginUser;
  snprintf(what, sizeof(what), "%s: attribute %s", path[0] ? path : "/", name);
  for (int k = 0; k < 2; k++) {
    GrErrorContext context = {PETSC_COMM_SELF, diff->reader[k].path, "read", what};
    GrCallHdf5(&context, attribute[k] = H5Aopen_by_name(diff->reader[k].file, path[0] ? path : "/", name, H5P_DEFAULT,
                                                        H5P_DEFAULT));
    GrCallLocal(space[k] = H5Aget_space(attribute[k]));
    GrCallLocal(values[k].type = H5Aget_type(attribute[k]));
  }
  const hid_t type[2] = {values[0].type, values[1].type};
  PetscCall(GrDiffShapes(diff, what, type, space));
  if (diff->same)
    PetscCall(CompareValues(diff, what, attribute, space, values));
  for (int k = 0; k < 2; k++) {
    GrCallLocal(H5Tclose(values[k].type));
    GrCallLocal(H5Sclose(space[k]));
    GrCallLocal(H5Aclose(attribute[k]));
  }
  PetscFunctionReturn(0);
}

/* Every attribute of file k: it exists in the other; the values are compared once, from the first file. */
static PetscErrorCode Walk(GrDiff *diff, const char *path, int k)
{
  const char *object = path[0] ? path : "/";
  char name[GR_LINE_MAX];

  PetscFunctionBeginUser;
  for (hsize_t i = 0; diff->same; i++) {
    PetscCall(NameAt(&diff->reader[k], path, i, name));
    if (!name[0])
      break;
    if (H5Aexists_by_name(diff->reader[1 - k].file, object, name, H5P_DEFAULT) <= 0)
      GrDiffSay(diff, "%s: attribute %s: only in %s", object, name, diff->reader[k].path);
    else if (k == 0)
      PetscCall(CompareAttribute(diff, path, name));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrDiffAttributes(GrDiff *diff, const char *path)
{
  PetscFunctionBeginUser;
  PetscCall(Walk(diff, path, 0));
  PetscCall(Walk(diff, path, 1));
  PetscFunctionReturn(0);
}
