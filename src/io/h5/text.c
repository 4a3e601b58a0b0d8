/* Texts of a results file: string datasets, and string attributes of groups. */
#include "io/h5/reader.h"
#include "io/h5/results_file.h"

#include <string.h>

/* Creates a scalar string dataset with space for `capacity` bytes. */
static PetscErrorCode CreateText(GrResults results, const char *path, const char *description, size_t capacity,
                                 hid_t *dataset)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", path);
  char parent[PETSC_MAX_PATH_LEN];
  hid_t group, type, space, list;

  GrHdf5ReaderSibling(path, 1, NULL, parent, sizeof(parent));
  PetscCall(GrResultsGroup(results, parent, &group));
  PetscCall(GrHdf5StringType(capacity, &type));
  PetscCall(GrHdf5List(&list));
  GrCallLocal(space = H5Screate(H5S_SCALAR));
  GrCallHdf5(&context, *dataset = H5Dcreate2(results->file, path, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
  if (description)
    PetscCall(GrHdf5TextAttribute(&context, *dataset, "description", description));
  return GrHdf5Close(space, list, type, group);
}

/* First rank. Replaces the text of a dataset. */
static PetscErrorCode WriteText(const GrErrorContext *context, hid_t dataset, const char *text)
{
  const hid_t type = H5Dget_type(dataset);
  const size_t capacity = H5Tget_size(type);
  char *padded;

  PetscCall(PetscCalloc1(capacity + 1, &padded));
  PetscCall(PetscStrncpy(padded, text, capacity + 1));
  GrCallHdf5(context, H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded));
  GrCallLocal(H5Tclose(type));
  return PetscFree(padded);
}

PetscErrorCode GrResultsNote(GrResults results, const char *path, const char *description, size_t capacity,
                             const char *text)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", path);
  hid_t dataset = H5I_INVALID_HID;

  results->shown = false;
  if (!results->continued)
    PetscCall(GrResultsAlone(results));
  if (results->idle)
    return 0;
  if (results->continued)
    GrCallHdf5(&context, dataset = H5Dopen2(results->file, path, H5P_DEFAULT));
  else
    PetscCall(CreateText(results, path, description, capacity, &dataset));
  if (results->rank == 0)
    PetscCall(WriteText(&context, dataset, text));
  GrCallHdf5(&context, H5Dclose(dataset));
  return 0;
}

PetscErrorCode GrResultsText(GrResults results, const char *path, const char *description, const char *text)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", path);
  char object[PETSC_MAX_PATH_LEN];
  const char *at = strrchr(path, '@');
  hid_t group;

  path += path[0] == '/';
  if (!at)
    return GrResultsNote(results, path, description, strlen(text), text);
  PetscCall(GrResultsAlone(results));
  if (results->idle)
    return 0;
  snprintf(object, sizeof(object), "%.*s", (int)(at - path), path);
  PetscCall(GrResultsGroup(results, object, &group));
  PetscCall(GrHdf5TextAttribute(&context, group, at + 1, text));
  return GrHdf5Close(group);
}
