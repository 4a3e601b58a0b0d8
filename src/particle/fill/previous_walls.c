/* Compares the walls of a case with the walls of an earlier run; see previous.h. */
#include "particle/fill/previous.h"

#include "base/math/vector.h"
#include "io/h5/reader.h"
#include "wall/geometry.h"
#include <granum/error.h>
#include <math.h>
#include <stdio.h>

enum { PATH_BYTES = GR_NAME_MAX + 64, AXES = 3 };

/* Reads the point of a wall at the recorded time nearest to t. *known: whether it was recorded. */
static PetscErrorCode ReadPoint(const GrHdf5Reader *reader, const char *wall, double t, double point[AXES], bool *known)
{
  char path[2][PATH_BYTES];
  hsize_t length[2][H5S_MAX_RANK], row = 0;
  int rank[2];
  double *times;

  for (int k = 0; k < 2; k++) {
    snprintf(path[k], PATH_BYTES, "observables/walls/%s/%s", wall, k ? "position" : "time");
    PetscCall(GrHdf5ReaderExtent(reader, path[k], &rank[k], length[k]));
  }
  *known = rank[0] == 1 && rank[1] == 2 && length[0][0] > 0 && length[1][0] >= length[0][0];
  if (!*known)
    return 0;
  const hsize_t n = length[0][0];
  PetscCall(PetscMalloc1(n, &times));
  PetscErrorCode failed = GrHdf5ReaderReals(reader, path[0], &(GrHdf5ReaderBox){1, {n}, {0}, {n}}, times);
  for (hsize_t k = 1; !failed && k < n; k++)
    if (fabs(times[k] - t) < fabs(times[row] - t))
      row = k;
  PetscCall(PetscFree(times));
  PetscCall(failed);
  return GrHdf5ReaderReals(reader, path[1], &(GrHdf5ReaderBox){2, {row + 1, AXES}, {row, 0}, {1, AXES}}, point);
}

/* Whether the wall of the case has another position, beyond rounding of copied numbers. A plane is compared by its
   distance. */
static bool HasMoved(const GrCase *the_case, const GrWall *wall, const double was[AXES], double is[AXES])
{
  const GrWallPose pose = GrWallAt(wall, 0);
  const double slack = 1e-6;
  double unused[AXES], apart[AXES] = {0}, sides[AXES] = {0};

  GrWallPoint(wall, &pose, is, unused);
  for (int k = 0; k < the_case->dimension; k++) {
    apart[k] = was[k] - is[k];
    sides[k] = the_case->domain.upper[k] - the_case->domain.lower[k];
  }
  const double distance = wall->shape->side ? fabs(GrWallGap(wall, &pose, was, unused)) : GrNorm3(apart);
  return distance > slack * GrNorm3(sides);
}

static PetscErrorCode WarnOfWalls(const char *path, double t, const GrCase *the_case)
{
  GrHdf5Reader reader;

  PetscCall(GrHdf5ReaderOpen(path, &reader));
  for (int w = 0; w < the_case->n_walls; w++) {
    const GrWall *wall = &the_case->walls[w];
    double was[AXES], is[AXES];
    bool known = false;
    PetscCall(ReadPoint(&reader, wall->name, t, was, &known));
    if (known && HasMoved(the_case, wall, was, is))
      GrWarn(stderr,
             "%s: wall %s was at [%.9g, %.9g, %.9g] m at t = %.9g s, and is at [%.9g, %.9g, %.9g] m in this "
             "case, which defines its own walls; give it that point to continue from there",
             path, wall->name, was[0], was[1], was[2], t, is[0], is[1], is[2]);
  }
  return GrHdf5ReaderClose(&reader);
}

PetscErrorCode GrFillPreviousWarnOfWalls(MPI_Comm comm, const char *path, double t, const GrCase *the_case)
{
  PetscErrorCode failed = 0;
  int rank;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0 && !isnan(t) && the_case->n_walls > 0)
    failed = WarnOfWalls(path, t, the_case);
  return GrFailAgree(comm, failed);
}
