/* Motion of load-controlled walls: walls with a servo, walls with a mass that move along a direction, walls with a
   shaft, and walls that move freely in all directions. The kinds of motion (load.h) have the equations. If the case has
   no such walls, these functions do nothing. */
#ifndef GRANUM_WALL_TRAVEL_H
#define GRANUM_WALL_TRAVEL_H

#include "parallel/box.h"
#include "wall/candidates.h"
#include <granum/integrator.h>

/* Allocates the states (GrWallTravel) of all load-controlled walls. GrWallsCreate calls this function. */
PetscErrorCode GrWallsCreateTravels(GrWalls *walls);
/* Frees the states of all load-controlled walls. GrWallsDestroy calls this function. */
PetscErrorCode GrWallsDestroyTravels(GrWalls *walls);

/* Updates the list of load-controlled walls when a new stage begins at time t [s]. Each wall keeps its state. If the
   displacement of a wall is counted from t on (GrWall.travels), its load-controlled displacement becomes 0. */
PetscErrorCode GrWallsChangeTravels(GrWalls *walls, double t);

/* Returns the pose of a wall at time t [s]: its prescribed motion plus its load-controlled displacement in the last
   evaluation of forces. */
GrWallPose GrWallsAt(const GrWalls *walls, int wall, double t);

/* Returns the pose of wall w at the beginning of the step of length h [s] that ends at time t [s]. */
GrWallPose GrWallsBefore(const GrWalls *walls, int w, double t, double h);

/* Returns the pose that a wall had when its candidates were last listed. t: time of this listing [s]. */
GrWallPose GrWallsReferenceAt(const GrWalls *walls, int wall, double t);

/* First of three calls in an evaluation of forces. Moves the load-controlled walls from the state at the end of the
   last step with the weights of a step (world/step.h). */
void GrWallsAdvance(GrWalls *walls, const GrStepWeights *step);

/* Second of three calls in an evaluation of forces: called for each batch of contacts with walls after the laws have
   been evaluated. Adds the contacts with load-controlled walls to GrWalls.sum. */
void GrWallsResist(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, const GrBatch *batch);

/* Third of three calls in an evaluation of forces. Sums the contact forces on each load-controlled wall over all ranks,
   computes the accelerations of the walls at time t [s], and finishes their step. box: the domain, for the area of
   walls with a target stress. Collective. */
PetscErrorCode GrWallsFinish(GrWalls *walls, const GrParallelBox *box, double t, const GrStepWeights *step,
                             MPI_Comm comm);

/* Accepts the last step: the trial states of the load-controlled walls and, for walls with a mesh, the triangles of
   their contacts become the committed states. */
PetscErrorCode GrWallsCommit(GrWalls *walls);

/* Stores the committed displacement of each load-controlled wall as its reference (GrWallTravel.reference), from which
   later displacements are measured. Call this function before candidates are listed. */
void GrWallsSetReference(GrWalls *walls);

/* Returns an upper bound of the magnitude of the load of a wall during the run: the target force of its servo, the
   force on a wall with a mass, or the force on a wall that moves freely [N]. Returns 0 for other walls. t: time of the
   positions of the walls at the sides of the domain [s]. */
double GrWallsLargestLoad(const GrWalls *walls, const GrParallelBox *box, int wall, double t);

/* Checks whether the load of a wall has moved the wall away from all particles, which ends the run. Returns the
   load-controlled displacement [m] if it exceeds the length of the domain and the wall moves without contact. Otherwise
   returns 0, also for a wall with a mass that has moved against its direction, because this wall will fall back. For a
   wall that moves freely: its distance from the middle of the domain, if the wall is far outside. */
double GrWallsAstray(const GrWalls *walls, int wall);

/* Returns the state of wall w at the end of the last step, or the state in which it begins if it is not moved as
   `now` is. now: the load-controlled wall w in the current stage, or in a stage that is planned. */
GrWallTravel GrWallsStateOf(const GrWalls *walls, int w, const GrWall *now);

/* Returns the inverse of the mass that a force on a wall at the point x [m] along the unit vector n moves [1/kg]; 0 if
   contacts count the wall as infinitely heavy. */
double GrWallsInverseMass(const GrWalls *walls, int wall, const double x[3], const double n[3]);

/* Adds the energies of the walls that forces accelerate. Call this function on one rank only. */
void GrWallsAddEnergies(const GrWalls *walls, const GrWallEnergies *energies);

/* Returns the box whose sides are at the positions of the walls at time t [s]. If several walls close a side, the
   innermost wall counts; a side without a wall keeps its position. */
GrWallDomain GrWallsInnerBox(const GrWalls *walls, const GrParallelBox *box, double t);

#endif
