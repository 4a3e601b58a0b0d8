/* previous_walls: whether the walls of a case stand where an earlier run had them; see previous.h. */
#include "particle/fill/previous.h"

#include "io/h5/hdf5_call.h"
#include "io/h5/plain.h"
#include "wall/geometry.h"
#include "wall/vector.h"
#include <granum/error.h>
#include <math.h>
#include <stdio.h>

enum { PATH_BYTES = GR_NAME_MAX + 64, AXES = 3 };

/* A dataset of numbers of a wall, if it is there and has so many columns; otherwise rank 0. */
static PetscErrorCode OpenColumn(GrResults results, const char *wall, const char *what, hsize_t columns,
                                 char path[PATH_BYTES], GrDataset *d)
{
  PetscBool exists = PETSC_FALSE;

  PetscFunctionBeginUser;
  snprintf(path, PATH_BYTES, "observables/walls/%s/%s", wall, what);
  *d = (GrDataset){.results = results, .path = path};
  PetscCall(GrPlainExists(results, path, &exists));
  if (!exists)
    PetscFunctionReturn(0);
  PetscCall(GrPlainOpen(d));
  if (d->memory != H5T_NATIVE_DOUBLE || (d->extent.rank > 1 && d->extent.size[1] != columns))
    d->extent.rank = 0;
  PetscFunctionReturn(0);
}

/* The row whose time is nearest to t. */
static PetscErrorCode FindRow(const GrDataset *time, double t, hsize_t *row)
{
  const GrSlab all = {{0}, {time->extent.size[0]}};
  double *times;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(time->extent.size[0], &times));
  const PetscErrorCode failed = GrDatasetRead(time, &all, times);
  *row = 0;
  for (hsize_t k = 1; !failed && k < time->extent.size[0]; k++)
    if (fabs(times[k] - t) < fabs(times[*row] - t))
      *row = k;
  PetscCall(PetscFree(times));
  PetscFunctionReturn(failed);
}

/* Where the point of a wall was at the time. */
static PetscErrorCode ReadPoint(GrResults results, const char *wall, double t, double point[AXES], PetscBool *known)
{
  char path[2][PATH_BYTES];
  GrDataset time, position;
  hsize_t row = 0;

  PetscFunctionBeginUser;
  PetscCall(OpenColumn(results, wall, "time", 1, path[0], &time));
  PetscCall(OpenColumn(results, wall, "position", AXES, path[1], &position));
  *known = (PetscBool)(time.extent.rank == 1 && position.extent.rank == 2 && time.extent.size[0] > 0 &&
                       position.extent.size[0] >= time.extent.size[0]);
  if (!*known)
    PetscFunctionReturn(0);
  PetscCall(FindRow(&time, t, &row));
  PetscCall(GrDatasetRead(&position, &(GrSlab){{row, 0}, {1, AXES}}, point));
  PetscFunctionReturn(0);
}

/* Whether a wall stands somewhere else in the case, by more than numbers that were copied differ; one that has no edges
   does so only across itself. */
static PetscBool StandsElsewhere(const GrCase *the_case, const GrWall *wall, const double was[AXES], double is[AXES])
{
  const GrWallPose pose = GrWallAt(wall, 0);
  const double slack = 1e-6;
  double unused[AXES], apart[AXES] = {0}, sides[AXES] = {0};

  GrWallPoint(wall, &pose, is, unused);
  for (int k = 0; k < the_case->dimension; k++) {
    apart[k] = was[k] - is[k];
    sides[k] = the_case->domain.upper[k] - the_case->domain.lower[k];
  }
  const double distance = wall->shape->side ? fabs(GrWallGap(wall, &pose, was, unused)) : GrWallNorm(apart);
  return (PetscBool)(distance > slack * GrWallNorm(sides));
}

static PetscErrorCode WarnOfWalls(GrResults results, double t, const GrCase *the_case)
{
  int rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(results->comm, &rank));
  for (int w = 0; w < the_case->n_walls; w++) {
    const GrWall *wall = &the_case->walls[w];
    double was[AXES], is[AXES];
    PetscBool known;
    PetscCall(ReadPoint(results, wall->name, t, was, &known));
    if (rank == 0 && known && StandsElsewhere(the_case, wall, was, is))
      GrWarn(stderr,
             "%s: wall %s was at [%.9g, %.9g, %.9g] m at t = %.9g s, and stands at [%.9g, %.9g, "
             "%.9g] m now: walls are those of this case alone; give it that point if it is to go on from there",
             results->path, wall->name, was[0], was[1], was[2], t, is[0], is[1], is[2]);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrPreviousWarnOfWalls(MPI_Comm comm, const char *path, double t, const GrCase *the_case)
{
  GrResults results;

  PetscFunctionBeginUser;
  if (isnan(t) || the_case->n_walls == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&results));
  results->comm = comm;
  results->file = H5I_INVALID_HID;
  PetscCall(PetscStrallocpy(path, &results->path));
  PetscErrorCode failed = GrPlainFileOpen(results);
  if (!failed)
    failed = WarnOfWalls(results, t, the_case);
  if (results->file >= 0)
    H5Fclose(results->file); /* it was only read */
  PetscCall(PetscFree(results->path));
  PetscCall(PetscFree(results));
  PetscFunctionReturn(failed);
}
