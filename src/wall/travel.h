/* Displacement of walls that are controlled by a load (travel.c). Without such walls these functions do nothing. */
#ifndef GRANUM_WALL_TRAVEL_H
#define GRANUM_WALL_TRAVEL_H

#include "parallel/box.h"
#include "wall/candidates.h"

/* Allocates the states of all load-controlled walls. Called by GrWallsCreate. */
PetscErrorCode GrWallsCreateTravels(GrWalls *walls);
/* Frees these states. Called by GrWallsDestroy. */
PetscErrorCode GrWallsDestroyTravels(GrWalls *walls);

/* Updates the load-controlled walls for a new stage at time t. Each wall keeps its state, but the displacement of a
   wall whose motion restarts at t becomes 0. */
PetscErrorCode GrWallsChangeTravels(GrWalls *walls, double t);

/* Pose of a wall at time t [s], with the load-controlled displacement of the last evaluation. */
GrWallPose GrWallsAt(const GrWalls *walls, int wall, double t);

/* Pose of a wall at time t [s], with the load-controlled displacement that it had when candidates were last listed. t:
   time of that list. */
GrWallPose GrWallsReferenceAt(const GrWalls *walls, int wall, double t);

/* Moves the walls over a step of h [s] from the committed state; h = 0: no motion. To be called before the other
   functions of an evaluation. `mean`: forces use the speed at half the step. */
void GrWallsAdvance(GrWalls *walls, double h, PetscBool mean);

/* Second call in an evaluation, after the laws of each batch of contacts: adds the force, mass and impedance of the
   contacts to the sums of their wall. */
void GrWallsResist(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, const GrBatch *batch);

/* Third call in an evaluation: sums over all ranks and computes the accelerations of the walls. Collective. */
PetscErrorCode GrWallsFinish(GrWalls *walls, const GrParallelBox *box, double t, double h, MPI_Comm comm);

/* Commits the state of the last evaluation, and the triangles of its contacts. */
PetscErrorCode GrWallsCommit(GrWalls *walls);

/* Sets `reference` of each load-controlled wall to its committed displacement. Called before candidates are listed. */
void GrWallsSetReference(GrWalls *walls);

/* Load of a wall at its pose at time t: target force, or force on its mass [N]. */
double GrWallsLoad(const GrWalls *walls, const GrParallelBox *box, int wall, double t);

/* Displacement [m] of a wall that has no contact and will have none, because its load has moved it farther than the
   length of the domain; a wall with a mass counts in the direction of its load only, since it may fall back. 0: it may
   still meet particles. */
double GrWallsAstray(const GrWalls *walls, int wall);

/* Adds the kinetic energy of walls with a mass, and the work of their loads in place of the work that reaches the
   particles. Called on one rank. */
void GrWallsAddEnergies(const GrWalls *walls, GrSum *kinetic, GrSum *external);

/* The box, with each side at the innermost wall that closes it at time t. */
GrWallDomain GrWallsInnerBox(const GrWalls *walls, const GrParallelBox *box, double t);

#endif
