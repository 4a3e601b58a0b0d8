/* H5MD's box of a particle group; see granum/results.h. */
#include "io/h5/results_file.h"

#include <string.h>

enum { SIDE_MAX = 8 }; /* bytes of "periodic", the longest */

static PetscErrorCode WriteAttributes(GrResults results, hid_t box, int dimension, const GrResultsSides *sides)
{
  char text[3][SIDE_MAX] = {""};
  hid_t type;

  for (int k = 0; k < dimension; k++)
    memcpy(text[k], sides && sides->periodic[k] ? "periodic" : "none\0\0\0", SIDE_MAX);
  PetscCall(GrResultsAttribute(results, box, "dimension", H5T_NATIVE_INT, 0, &dimension));
  PetscCall(GrHdf5StringType(SIDE_MAX, &type));
  PetscCall(GrResultsAttribute(results, box, "boundary", type, (hsize_t)dimension, text));
  return GrHdf5Close(type);
}

PetscErrorCode GrResultsBox(GrResults results, const char *group, int dimension, const GrResultsSides *sides)
{
  char *path;
  hid_t box;

  PetscCheck(dimension >= 1 && dimension <= 3, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "dimension %d", dimension);
  PetscCall(GrResultsJoin(group, "box", &path));
  PetscCall(GrResultsAlone(results));
  if (!results->idle) {
    PetscCall(GrResultsGroup(results, path, &box));
    PetscCall(WriteAttributes(results, box, dimension, sides));
    GrCallLocal(H5Gclose(box));
  }
  if (sides && !sides->move) {
    static const GrColumn edges = {"edges", GR_REAL, 1, "m", "length of the box along each axis"},
                          lower = {"lower", GR_REAL, 1, "m", "corner of the box with the lowest coordinates"};
    const GrRows rows = {dimension, 0, results->rank == 0 ? dimension : 0};
    double length[3];
    for (int k = 0; k < dimension; k++)
      length[k] = sides->upper[k] - sides->lower[k];
    PetscCall(GrResultsRows(results, path, &edges, rows, length));
    PetscCall(GrResultsRows(results, path, &lower, rows, sides->lower));
  }
  return PetscFree(path);
}
