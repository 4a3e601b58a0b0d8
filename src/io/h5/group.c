/* Groups of a results file, and paths; see results_file.h. */
#include "io/h5/results_file.h"

#include <string.h>

PetscErrorCode GrResultsJoin(const char *group, const char *name, char **path)
{
  size_t size;

  PetscFunctionBeginUser;
  group += group[0] == '/';
  size = strlen(group) + strlen(name) + 2;
  PetscCall(PetscMalloc1(size, path));
  PetscCall(PetscSNPrintf(*path, size, "%s%s%s", group, group[0] ? "/" : "", name));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsGroup(GrResults results, const char *path, hid_t *group)
{
  GrErrorContext context = GrResultsErrorContext(results, "create", path);
  char *part;
  hid_t list;

  PetscFunctionBeginUser;
  GrCallLocal(list = H5Pcreate(H5P_GROUP_CREATE));
  GrCallLocal(H5Pset_obj_track_times(list, false)); /* groups that HDF5 makes on the way would have time stamps */
  PetscCall(PetscStrallocpy(path, &part));
  GrCallHdf5(&context, *group = H5Gopen2(results->file, "/", H5P_DEFAULT));
  char *rest;
  for (char *name = strtok_r(part, "/", &rest); name; name = strtok_r(NULL, "/", &rest)) {
    hid_t parent = *group;
    htri_t exists;
    GrCallHdf5(&context, exists = H5Lexists(parent, name, H5P_DEFAULT));
    if (exists)
      GrCallHdf5(&context, *group = H5Gopen2(parent, name, H5P_DEFAULT));
    else
      GrCallHdf5(&context, *group = H5Gcreate2(parent, name, H5P_DEFAULT, list, H5P_DEFAULT));
    GrCallLocal(H5Gclose(parent));
  }
  PetscCall(PetscFree(part));
  GrCallLocal(H5Pclose(list));
  PetscFunctionReturn(0);
}
