/* Displacement of load-controlled walls: walls with a servo, and walls with a mass that move freely (travel.c). If the
   case has no such walls, these functions do nothing. */
#ifndef GRANUM_WALL_TRAVEL_H
#define GRANUM_WALL_TRAVEL_H

#include "parallel/box.h"
#include "wall/candidates.h"

/* Allocates the states of all load-controlled walls. Called by GrWallsCreate. */
PetscErrorCode GrWallsCreateTravels(GrWalls *walls);
/* Frees the states of the load-controlled walls. Called by GrWallsDestroy. */
PetscErrorCode GrWallsDestroyTravels(GrWalls *walls);

/* Updates the load-controlled walls at time t [s], when a new stage begins. Each wall keeps its state, but the
   displacement of a wall whose motion restarts at t becomes 0. */
PetscErrorCode GrWallsChangeTravels(GrWalls *walls, double t);

/* Returns the pose of a wall at time t [s], with the load-controlled displacement of the last evaluation. */
GrWallPose GrWallsAt(const GrWalls *walls, int wall, double t);

/* Returns the pose of a wall at time t [s], with the load-controlled displacement that the wall had when candidates
   were last listed. t: time of this listing. */
GrWallPose GrWallsReferenceAt(const GrWalls *walls, int wall, double t);

/* First call in an evaluation: moves the load-controlled walls over a step of length h [s] from the committed state; h
   = 0: they do not move. mean: whether forces are computed with the speed at half the step. */
void GrWallsAdvance(GrWalls *walls, double h, PetscBool mean);

/* Second call in an evaluation, after the laws of each batch of contacts: adds force, mass and impedance sqrt(k m) of
   the contacts to the sums of their wall. */
void GrWallsResist(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, const GrBatch *batch);

/* Third call in an evaluation: adds these sums over all ranks and computes the accelerations of the walls at time t
   [s], after a step of length h [s]. Collective. */
PetscErrorCode GrWallsFinish(GrWalls *walls, const GrParallelBox *box, double t, double h, MPI_Comm comm);

/* Commits the states of the load-controlled walls of the last evaluation, and the triangles of contacts with meshes. */
PetscErrorCode GrWallsCommit(GrWalls *walls);

/* Sets GrWallTravel.reference of each load-controlled wall to its committed displacement. To be called before
   candidates are listed. */
void GrWallsSetReference(GrWalls *walls);

/* Returns the load of a wall at time t [s]: target force of its servo, or prescribed force on a wall with a mass
   [N]. */
double GrWallsLoad(const GrWalls *walls, const GrParallelBox *box, int wall, double t);

/* Returns the load-controlled displacement [m] of a wall that has no contact and has moved farther than the length of
   the domain, so that it will have no contact. For a wall with a mass only a displacement in the direction of its load
   counts, since it may fall back. 0: the wall may still touch particles. */
double GrWallsAstray(const GrWalls *walls, int wall);

/* Adds energies of the walls with a mass: their kinetic energy to `kinetic` [J]; to `external` the work of their loads
   minus their work on the particles [J]. To be called on one rank. */
void GrWallsAddEnergies(const GrWalls *walls, GrSum *kinetic, GrSum *external);

/* Returns the box, but each side that walls close is moved to the innermost of these walls at time t [s]. */
GrWallDomain GrWallsInnerBox(const GrWalls *walls, const GrParallelBox *box, double t);

#endif
