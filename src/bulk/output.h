/* Functions with which the output and the loop of a run read the committed state of an assembly. */
#ifndef GRANUM_BULK_OUTPUT_H
#define GRANUM_BULK_OUTPUT_H

#include "bulk/bond/bond.h"
#include "bulk/cell/sides.h"
#include "bulk/stage.h"
#include "contact/model.h"
#include "parallel/box.h"
#include "particle/store.h"
#include "wall/wall.h"
#include "world/world_impl.h"

/* Returns the particles of this rank. */
GrStore *GrBulkStore(GrWorld world);

/* Returns the box at the time of the last evaluation of forces. */
const GrParallelBox *GrBulkBox(GrWorld world);

/* Returns position and speed of the sides of a deforming box at the committed state; NULL: the box does not deform. */
const GrCellMotion *GrBulkSides(GrWorld world);

/* Returns the volume between the walls at time t [s] [m^3]; in dimension 2 the area [m^2]. */
double GrBulkVolume(GrWorld world, double t);

/* Returns the walls of the current stage. */
const GrWalls *GrBulkWalls(GrWorld world);

/* Returns the stages of the run; NULL: the world is not an assembly, or its case has no stages. */
GrBulkStages *GrBulkStageList(GrWorld world);

/* Whether some contact rule has bonds. */
PetscBool GrBulkHasBonds(GrWorld world);

/* Returns the list of bonds of this rank that broke since the caller last emptied the list. */
GrBrokenBonds *GrBulkBrokenBonds(GrWorld world);

/* Returns the contact model from which the step bound of the current stage is computed. */
GrModel *GrBulkBounds(GrWorld world);

/* Returns an upper limit of the next time step for integrators with variable steps [s]; 0: no limit, or the world is
   not an assembly. */
double GrBulkLongestStep(GrWorld world);

/* Numbers of owned particles, ghosts, candidate pairs and contacts of a rank, which determine the work of the rank. */
typedef struct {
  double owned, ghosts, candidates, contacts;
} GrBulkWorkload;
/* Returns the numbers that determine the work of this rank in the current epoch. Not collective. */
GrBulkWorkload GrBulkFindWorkload(GrWorld world);

/* Calls `visit` with the acting contacts of this rank at the state u [GR_STATE n], several in one call, as
   GrRunContacts. A contact between two ranks is visited on the rank that owns its first particle. Collective. */
PetscErrorCode GrBulkContacts(GrWorld world, const double *u, GrContactVisit visit, void *context);

/* Energies of a particle [J]: elastic energy, and energies dissipated since the start. Half of the energy of a contact
   of two particles belongs to each of them; the energy of a contact with a wall belongs to the particle. */
enum { GR_ENERGY_ELASTIC, GR_ENERGY_VISCOUS, GR_ENERGY_FRICTIONAL, GR_ENERGY_PLASTIC, GR_ENERGY_DRAG, GR_ENERGIES };
/* Computes the energies[n][GR_ENERGIES] of the particles of this rank at the committed state u. Collective. */
PetscErrorCode GrBulkFindEnergies(GrWorld world, const double *u, double (*energies)[GR_ENERGIES]);

/* Number of components of the load on a wall: force [N], then torque about the wall's reference point [N m]. */
enum { GR_BULK_WRENCH = 6 };
/* Adds the forces and torques of the particles of this rank on each wall at the state u to
   sum[n_walls][GR_BULK_WRENCH]. Not collective. */
PetscErrorCode GrBulkWallForces(GrWorld world, const double *u, GrSum sum[]);

/* Function that GrBulkTriangleForces calls for each contact with a triangle. wall: number of the wall; triangle: number
   of the triangle in its mesh; force: force on the triangle [N]; context: data of the caller. */
typedef void (*GrTriangleVisit)(void *context, int wall, PetscInt64 triangle, const double force[3]);
/* Calls `visit` for each contact of a particle of this rank with a mesh at the state u [GR_STATE n]. Not collective. */
PetscErrorCode GrBulkTriangleForces(GrWorld world, const double *u, GrTriangleVisit visit, void *context);

/* Pose of a wall: reference point [m], velocity of this point [m/s], angular velocity [rad/s], and rotation since the
   start as a unit quaternion. */
typedef struct {
  double position[3], velocity[3], spin[3], orientation[4];
} GrBulkWallPlace;
/* Returns the pose of a wall at time t [s]. wall: number of the wall. */
GrBulkWallPlace GrBulkWallAt(GrWorld world, int wall, double t);

/* Returns the load of a load-controlled wall [N]; NaN: the motion of the wall is prescribed. wall: number of the
   wall. */
double GrBulkWallLoad(GrWorld world, int wall);

#endif
