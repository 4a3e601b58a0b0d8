/* Groups and attributes of an HDF5 file, and paths; see hdf5_call.h and results_file.h. */
#include "io/h5/results_file.h"

#include <string.h>

PetscErrorCode GrResultsJoin(const char *group, const char *name, char **path)
{
  size_t size;

  group += group[0] == '/';
  size = strlen(group) + strlen(name) + 2;
  PetscCall(PetscMalloc1(size, path));
  return PetscSNPrintf(*path, size, "%s%s%s", group, group[0] ? "/" : "", name);
}

PetscErrorCode GrHdf5Group(const GrErrorContext *context, hid_t file, const char *path, hid_t *group)
{
  char *part;
  hid_t list;

  GrCallLocal(list = H5Pcreate(H5P_GROUP_CREATE));
  GrCallLocal(H5Pset_obj_track_times(list, false)); /* HDF5 would create intermediate groups with time stamps */
  PetscCall(PetscStrallocpy(path, &part));
  GrCallHdf5(context, *group = H5Gopen2(file, "/", H5P_DEFAULT));
  char *rest;
  for (char *name = strtok_r(part, "/", &rest); name; name = strtok_r(NULL, "/", &rest)) {
    hid_t parent = *group;
    htri_t exists;
    GrCallHdf5(context, exists = H5Lexists(parent, name, H5P_DEFAULT));
    if (exists)
      GrCallHdf5(context, *group = H5Gopen2(parent, name, H5P_DEFAULT));
    else
      GrCallHdf5(context, *group = H5Gcreate2(parent, name, H5P_DEFAULT, list, H5P_DEFAULT));
    GrCallLocal(H5Gclose(parent));
  }
  PetscCall(PetscFree(part));
  return GrHdf5Close(list);
}

PetscErrorCode GrHdf5List(hid_t *list)
{
  GrCallLocal(*list = H5Pcreate(H5P_DATASET_CREATE));
  GrCallLocal(H5Pset_obj_track_times(*list, false)); /* no time stamps: same run, same bytes */
  GrCallLocal(H5Pset_alloc_time(*list, H5D_ALLOC_TIME_EARLY));
  GrCallLocal(H5Pset_fill_time(*list, H5D_FILL_TIME_NEVER));
  return 0;
}

PetscErrorCode GrHdf5CloseAll(size_t n, const hid_t id[])
{
  for (size_t i = 0; i < n; i++)
    GrCallLocal(H5Idec_ref(id[i]));
  return 0;
}

PetscErrorCode GrHdf5StringType(size_t length, hid_t *type)
{
  GrCallLocal(*type = H5Tcopy(H5T_C_S1));
  GrCallLocal(H5Tset_size(*type, length > 0 ? length : 1));
  GrCallLocal(H5Tset_strpad(*type, H5T_STR_NULLPAD));
  GrCallLocal(H5Tset_cset(*type, H5T_CSET_UTF8));
  return 0;
}

PetscErrorCode GrHdf5Attribute(const GrErrorContext *context, hid_t object, const char *name, hid_t type, hsize_t n,
                               const void *value)
{
  hid_t space, attribute;

  GrCallLocal(space = n > 0 ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR));
  GrCallHdf5(context, attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
  GrCallHdf5(context, H5Awrite(attribute, type, value));
  GrCallHdf5(context, H5Aclose(attribute));
  return GrHdf5Close(space);
}

PetscErrorCode GrHdf5TextAttribute(const GrErrorContext *context, hid_t object, const char *name, const char *text)
{
  hid_t type;

  PetscCall(GrHdf5StringType(strlen(text), &type));
  PetscCall(GrHdf5Attribute(context, object, name, type, 0, text));
  return GrHdf5Close(type);
}

/* The string has variable length, so that h5py returns a string and not bytes. Units are ASCII. */
PetscErrorCode GrResultsWord(GrResults results, hid_t object, const char *name, const char *word)
{
  hid_t type;

  GrCallLocal(type = H5Tcopy(H5T_C_S1));
  GrCallLocal(H5Tset_size(type, H5T_VARIABLE));
  PetscCall(GrResultsAttribute(results, object, name, type, 0, &word));
  return GrHdf5Close(type);
}

PetscErrorCode GrResultsDescribe(GrResults results, hid_t object, const char *unit, const char *description)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", "a description");
  char text[GR_H5MD_UNIT_MAX];

  GrResultsUnit(unit, text);
  PetscCall(GrResultsWord(results, object, "unit", text));
  return GrHdf5TextAttribute(&context, object, "description", description);
}
