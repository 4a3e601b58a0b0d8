/* Motion of load-controlled walls: walls with a servo, and walls with a mass that move freely. travel.c has the
   equations. If the case has no such walls, these functions do nothing. */
#ifndef GRANUM_WALL_TRAVEL_H
#define GRANUM_WALL_TRAVEL_H

#include "parallel/box.h"
#include "wall/candidates.h"

/* Allocates the states of all load-controlled walls. GrWallsCreate calls this function. */
PetscErrorCode GrWallsCreateTravels(GrWalls *walls);
/* Frees the states of all load-controlled walls. GrWallsDestroy calls this function. */
PetscErrorCode GrWallsDestroyTravels(GrWalls *walls);

/* Updates the load-controlled walls when a new stage begins at time t [s]. Each wall keeps its state. If the
   prescribed motion of a wall restarts at t, its load-controlled displacement becomes 0. */
PetscErrorCode GrWallsChangeTravels(GrWalls *walls, double t);

/* Returns the pose of a wall at time t [s]: its prescribed motion plus its load-controlled displacement in the last
   evaluation of forces. */
GrWallPose GrWallsAt(const GrWalls *walls, int wall, double t);

/* Returns the pose that a wall had when its candidates were last listed. t: time of this listing [s]. */
GrWallPose GrWallsReferenceAt(const GrWalls *walls, int wall, double t);

/* First call in an evaluation of forces: moves the load-controlled walls from the committed state over a step of
   length h [s]; with h = 0 they do not move. mean: whether forces are computed with the velocity in the middle of the
   step. */
void GrWallsAdvance(GrWalls *walls, double h, PetscBool mean);

/* Second call in an evaluation of forces, for each batch of contacts with a wall, after its laws have been evaluated.
   Adds the forces of the contacts to the sum of the wall. For a wall with a servo, also adds the masses m of the
   particles and the impedances sqrt(k m), k the stiffness of a contact. */
void GrWallsResist(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, const GrBatch *batch);

/* Third call in an evaluation of forces: adds the sums of each wall over all ranks, and computes the accelerations of
   the walls at time t [s], after a step of length h [s]. Collective. */
PetscErrorCode GrWallsFinish(GrWalls *walls, const GrParallelBox *box, double t, double h, MPI_Comm comm);

/* Commits the states of the load-controlled walls and, for walls with a mesh, the triangles of their contacts. */
PetscErrorCode GrWallsCommit(GrWalls *walls);

/* Sets GrWallTravel.reference of each load-controlled wall to its committed displacement. Call this function before
   candidates are listed. */
void GrWallsSetReference(GrWalls *walls);

/* Returns the load of a wall at time t [s]: the target force of its servo, or the prescribed force on a wall with a
   mass [N]. */
double GrWallsLoad(const GrWalls *walls, const GrParallelBox *box, int wall, double t);

/* Returns the load-controlled displacement [m] of a wall that no particle will ever touch, or 0 for all other walls.
   This is a wall without contact that has moved farther than the length of the domain. A wall with a mass counts only
   if it has moved in the direction of its load, because it falls back otherwise. */
double GrWallsAstray(const GrWalls *walls, int wall);

/* Adds the energies of the walls with a mass: to `kinetic` their kinetic energy [J]; to `external` the work of their
   loads minus the work that they do on the particles [J]. Call this function on one rank only. */
void GrWallsAddEnergies(const GrWalls *walls, GrSum *kinetic, GrSum *external);

/* Returns the box whose sides are at the positions of the walls at time t [s]. If several walls close a side, the
   innermost wall counts; a side without a wall keeps its position. */
GrWallDomain GrWallsInnerBox(const GrWalls *walls, const GrParallelBox *box, double t);

#endif
