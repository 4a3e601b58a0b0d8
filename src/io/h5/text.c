/* Texts of a results file: string datasets and string attributes. */
#include "io/h5/h5md_unit.h"
#include "io/h5/results_file.h"

#include <string.h>

/* A string of variable length, so that h5py hands out a string and not bytes; units are ASCII. */
PetscErrorCode GrResultsWord(GrResults results, hid_t object, const char *name, const char *word)
{
  hid_t type;

  PetscFunctionBeginUser;
  GrCallLocal(type = H5Tcopy(H5T_C_S1));
  GrCallLocal(H5Tset_size(type, H5T_VARIABLE));
  PetscCall(GrResultsAttribute(results, object, name, type, 0, &word));
  GrCallLocal(H5Tclose(type));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsDescribe(GrResults results, hid_t object, const char *unit, const char *description)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", "a description");
  char text[GR_H5MD_UNIT_MAX];

  PetscFunctionBeginUser;
  GrUnitH5md(unit, text);
  PetscCall(GrResultsWord(results, object, "unit", text));
  PetscCall(GrHdf5TextAttribute(&context, object, "description", description));
  PetscFunctionReturn(0);
}

/* Writes a text to a scalar string dataset with space for `capacity` bytes; the first rank writes it. */
static PetscErrorCode WriteText(GrResults results, const char *path, hid_t dataset, size_t capacity, const char *text)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", path);
  hid_t type;
  char *padded;
  int rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(results->comm, &rank));
  if (rank > 0)
    PetscFunctionReturn(0);
  PetscCall(PetscCalloc1(capacity + 1, &padded));
  PetscCall(PetscStrncpy(padded, text, capacity + 1));
  PetscCall(GrHdf5StringType(capacity, &type));
  GrCallHdf5(&context, H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded));
  GrCallLocal(H5Tclose(type));
  PetscCall(PetscFree(padded));
  PetscFunctionReturn(0);
}

static PetscErrorCode TextDataset(GrResults results, const char *path, const char *description, size_t capacity,
                                  const char *text)
{
  char *parent;
  hid_t group, type, space, list, dataset;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(path, &parent));
  char *slash = strrchr(parent, '/');
  const char *name = slash ? slash + 1 : parent;
  if (slash)
    *slash = '\0';
  PetscCall(GrResultsGroup(results, slash ? parent : "", &group));
  GrErrorContext context = GrResultsErrorContext(results, "write", path);
  PetscCall(GrHdf5StringType(capacity, &type));
  PetscCall(GrHdf5List(&list));
  GrCallLocal(space = H5Screate(H5S_SCALAR));
  GrCallHdf5(&context, dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
  PetscCall(WriteText(results, path, dataset, capacity, text));
  if (description)
    PetscCall(GrHdf5TextAttribute(&context, dataset, "description", description));
  GrCallHdf5(&context, H5Dclose(dataset));
  GrCallLocal(H5Sclose(space));
  GrCallLocal(H5Pclose(list));
  GrCallLocal(H5Tclose(type));
  GrCallLocal(H5Gclose(group));
  PetscCall(PetscFree(parent));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsText(GrResults results, const char *path, const char *description, const char *text)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", path);
  const char *at = strrchr(path, '@');
  char *object;
  hid_t group;

  PetscFunctionBeginUser;
  PetscCall(GrResultsAlone(results));
  if (results->idle)
    PetscFunctionReturn(0);
  path += path[0] == '/';
  if (!at) {
    PetscCall(TextDataset(results, path, description, strlen(text), text));
    PetscFunctionReturn(0);
  }
  PetscCall(PetscStrallocpy(path, &object));
  object[at - path] = '\0';
  PetscCall(GrResultsGroup(results, object, &group));
  PetscCall(GrHdf5TextAttribute(&context, group, at + 1, text));
  GrCallLocal(H5Gclose(group));
  PetscCall(PetscFree(object));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsNote(GrResults results, const char *path, const char *description, size_t capacity,
                             const char *text)
{
  GrErrorContext context = GrResultsErrorContext(results, "open", path);
  hid_t dataset;
  htri_t there = 0;

  PetscFunctionBeginUser;
  if (!results->continued)
    PetscCall(GrResultsAlone(results));
  if (results->idle)
    PetscFunctionReturn(0);
  if (!results->continued) {
    PetscCall(TextDataset(results, path, description, capacity, text));
    PetscFunctionReturn(0);
  }
  GrCallHdf5(&context, there = H5Lexists(results->file, path, H5P_DEFAULT));
  if (!there) /* in a file of an earlier version */
    PetscFunctionReturn(0);
  GrCallHdf5(&context, dataset = H5Dopen2(results->file, path, H5P_DEFAULT));
  PetscCall(WriteText(results, path, dataset, capacity, text));
  GrCallHdf5(&context, H5Dclose(dataset));
  PetscFunctionReturn(0);
}
