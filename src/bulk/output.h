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

/* The particles of this rank. */
GrStore *GrBulkStore(GrWorld world);

/* The box at the time of the last evaluation. */
const GrParallelBox *GrBulkBox(GrWorld world);

/* Sides of a deforming box at the committed state; NULL: the box does not deform. */
const GrCellMotion *GrBulkSides(GrWorld world);

/* Volume between the walls at time t [s]: [m^3], in dimension 2 the area [m^2]. */
double GrBulkVolume(GrWorld world, double t);

/* The walls. */
const GrWalls *GrBulkWalls(GrWorld world);

/* The stages; NULL: the world is not an assembly, or its case has no stages. */
GrBulkStages *GrBulkStageList(GrWorld world);

/* Whether some contact rule has bonds. */
PetscBool GrBulkHasBonds(GrWorld world);

/* Bonds of this rank that broke since the list was last emptied. */
GrBrokenBonds *GrBulkBrokenBonds(GrWorld world);

/* Model of the step bound of the current stage. */
GrModel *GrBulkBounds(GrWorld world);

/* Upper limit of the next step if steps vary [s]; 0: no limit, or the world is not an assembly. */
double GrBulkLongestStep(GrWorld world);

/* Numbers of particles, ghosts, candidates and contacts of this rank, which determine its work. */
typedef struct {
  double owned, ghosts, candidates, contacts;
} GrBulkWorkload;
/* Returns these numbers for the current epoch. Not collective. */
GrBulkWorkload GrBulkFindWorkload(GrWorld world);

/* Calls `visit` with the contacts of this rank at the state u [GR_STATE n] (GrRunContacts). A contact between two ranks
   is visited on the rank that owns its first particle. Collective. */
PetscErrorCode GrBulkContacts(GrWorld world, const double *u, GrContactVisit visit, void *context);

/* Energies of a particle [J]: elastic energy, and energies dissipated since the start. Half of the energy of a contact
   of two particles belongs to each, that of a contact with a wall to the particle. */
enum { GR_ENERGY_ELASTIC, GR_ENERGY_VISCOUS, GR_ENERGY_FRICTIONAL, GR_ENERGY_PLASTIC, GR_ENERGY_DRAG, GR_ENERGIES };
/* Computes the energies[n][GR_ENERGIES] of the particles of this rank at the committed state u. Collective. */
PetscErrorCode GrBulkFindEnergies(GrWorld world, const double *u, double (*energies)[GR_ENERGIES]);

/* Numbers of a wall: force [N] and torque about its point [N m]. */
enum { GR_BULK_WRENCH = 6 };
/* Adds the forces and torques of the particles of this rank on each wall at the state u to
   sum[n_walls][GR_BULK_WRENCH]. Not collective. */
PetscErrorCode GrBulkWallForces(GrWorld world, const double *u, GrSum sum[]);

/* Function that GrBulkTriangleForces calls for a contact. force: on the triangle [N]; context: data of the caller. */
typedef void (*GrTriangleVisit)(void *context, int wall, PetscInt64 triangle, const double force[3]);
/* Calls `visit` for each contact of this rank with a mesh at the state u. Not collective. */
PetscErrorCode GrBulkTriangleForces(GrWorld world, const double *u, GrTriangleVisit visit, void *context);

/* Point of a wall [m], velocity of the point [m/s], spin of the wall [rad/s], and its rotation since the start as a
   unit quaternion. */
typedef struct {
  double position[3], velocity[3], spin[3], orientation[4];
} GrBulkWallPlace;
/* Returns these data of a wall at time t [s]. */
GrBulkWallPlace GrBulkWallAt(GrWorld world, int wall, double t);

/* Load of a load-controlled wall [N]; NaN: the motion of the wall is prescribed. */
double GrBulkWallLoad(GrWorld world, int wall);

#endif
