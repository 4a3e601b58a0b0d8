/* Access to the data of an assembly, for the output and the main loop of a run. The committed state is the state after
   the last accepted step. */
#ifndef GRANUM_BULK_OUTPUT_H
#define GRANUM_BULK_OUTPUT_H

#include "bulk/bond/bond.h"
#include "bulk/cell/sides.h"
#include "bulk/stage.h"
#include "contact/model.h"
#include "parallel/box.h"
#include "particle/store.h"
#include "wall/wall.h"
#include "world/events.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Returns the particles of this rank. */
GrStore *GrBulkStore(GrWorld world);

/* Returns the simulation box at the time of the last evaluation of forces. */
const GrParallelBox *GrBulkBox(GrWorld world);

/* Returns the lengths of a deforming box, the offset of its images, and their rates of change, at the committed state.
   NULL: the box does not deform. */
const GrCellMotion *GrBulkSides(GrWorld world);

/* Returns the volume between the walls [m^3] at time t [s]; in dimension 2 the area [m^2]. */
double GrBulkVolume(GrWorld world, double t);

/* Returns the walls of the current stage. */
const GrWalls *GrBulkWalls(GrWorld world);

/* Returns the stages of the run; NULL: the world is not an assembly, or its case has no stages. */
GrBulkStages *GrBulkStageList(GrWorld world);

/* Counts the particles of each group inside each closed part of the meshes of walls: a row of *count for each group, a
   column for each part of each mesh, and a last column with all particles of the group. Sets *count to NULL for a
   chain; free it with PetscFree. Collective. */
PetscErrorCode GrBulkInsideCount(GrWorld world, PetscInt64 **count);

/* Prints a line for each group that is partly inside a closed mesh, or that is kept out of one. mark: beginning of each
   line. */
PetscErrorCode GrBulkInsidePrint(GrWorld world, const PetscInt64 *count, const char *mark, FILE *out);

/* Returns the number and the times of the changes by the calling program; count 0: none. */
GrBulkChanges GrBulkChangesMade(GrWorld world);

/* Whether at least one contact rule of the case has bonds. */
bool GrBulkHasBonds(GrWorld world);

/* Returns the list of broken bonds of this rank. It contains the bonds that broke since the caller last emptied it. */
GrEvents *GrBulkBrokenBonds(GrWorld world);

/* Returns the contact model (contact rules and their coefficients) from which the limits of the time step are computed
   in the current stage. */
GrModel *GrBulkBounds(GrWorld world);

/* For integrators with variable steps, returns an upper limit of the next time step [s]; 0: there is no limit, or the
   world is not an assembly. */
double GrBulkLongestStep(GrWorld world);

/* Numbers that determine the computing time of a rank: its owned particles, its ghosts (copies of particles of other
   ranks), its candidate pairs (pairs in the neighbour list), and its contacts between particles. */
typedef struct {
  double owned, ghosts, candidates, contacts;
} GrBulkWorkload;
/* Returns the current workload of this rank. Not collective. */
GrBulkWorkload GrBulkFindWorkload(GrWorld world);

/* Passes all contacts of this rank in which a force acts to the function `visit` of the caller. Each call
   visit(context, m, contact) passes an array of m contacts. u [GR_STATE n]: committed state of the n particles of this
   rank. A contact between two ranks is passed only on the rank that owns its first particle. Collective. */
PetscErrorCode GrBulkContacts(GrWorld world, const double *u, GrContactVisit visit, void *context);

/* Indices of the energies of a particle [J]: its elastic energy, and the energies dissipated since the start. Each
   particle of a contact gets half of the energy of the contact. The energy of a contact with a wall is assigned to the
   particle alone. */
enum { GR_ENERGY_ELASTIC, GR_ENERGY_VISCOUS, GR_ENERGY_FRICTIONAL, GR_ENERGY_PLASTIC, GR_ENERGY_DRAG, GR_ENERGIES };
/* Computes energies[n][GR_ENERGIES], the energies of each of the n particles of this rank. u [GR_STATE n]: their
   committed state. Collective. */
PetscErrorCode GrBulkFindEnergies(GrWorld world, const double *u, double (*energies)[GR_ENERGIES]);

/* Number of components of the load on a wall: force [N], then torque about the wall's reference point [N m]. */
enum { GR_BULK_WRENCH = 6 };
/* Adds the forces and torques that the particles of this rank exert on each wall at the state u to
   sum[n_walls][GR_BULK_WRENCH]. Not collective. */
PetscErrorCode GrBulkWallForces(GrWorld world, const double *u, GrSum sum[]);

/* Function that GrBulkTriangleForces calls for each contact with a triangle. wall: number of the wall; triangle: number
   of the triangle in its mesh; force: force on the triangle [N]; context: data of the caller. */
typedef void (*GrTriangleVisit)(void *context, int wall, PetscInt64 triangle, const double force[3]);
/* Calls `visit` for each contact of a particle of this rank with a mesh at the state u [GR_STATE n]. Not collective. */
PetscErrorCode GrBulkTriangleForces(GrWorld world, const double *u, GrTriangleVisit visit, void *context);

/* Position and motion of a wall: reference point [m], velocity of this point [m/s], angular velocity [rad/s], and
   rotation since the start as a unit quaternion. */
typedef struct {
  double position[3], velocity[3], spin[3], orientation[4];
} GrBulkWallPlace;
/* Returns position and motion of a wall at time t [s]. wall: index of the wall in the case, from 0. */
GrBulkWallPlace GrBulkWallAt(GrWorld world, int wall, double t);

/* Returns the prescribed load of a load-controlled wall [N]; NaN: the wall is not load-controlled. wall: index of the
   wall in the case, from 0. */
double GrBulkWallLoad(GrWorld world, int wall);

/* Sets drive[0] to the torque of motor, damping and brake of a wall about its shaft [N m], and drive[1] to their work
   since the start [J]; NaN: the wall has no shaft. */
void GrBulkWallDrive(GrWorld world, int wall, double drive[2]);

#endif
