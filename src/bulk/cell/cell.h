/* Deforming periodic box of an assembly (deform.c), and wrapping of particles into the box (wrap.c). Where the box does
   not deform, bulk->cell is NULL. */
#ifndef GRANUM_BULK_CELL_CELL_H
#define GRANUM_BULK_CELL_CELL_H

#include "bulk/cell/sides.h"
#include "contact/batch.h"
#include "contact/neighbour/pair_list.h"
#include "world/world_impl.h"

/* Sums for each particle: numbers 0 to 3 are its contribution to volume times stress, components xx, yy, zz, xy [J];
   numbers 4 to 6 its contribution to the stiffness of the box against strain along x, y, z [J]; number 7 is unused. */
enum { GR_CELL_VIRIAL, GR_CELL_STIFFNESS = 4, GR_CELL_SUM = 8 };

typedef struct {
  GrCellMotion trial, committed;
  double reference[GR_CELL_SIDES]; /* sides at the last reneighbouring [m] */
  PetscInt64 laps;                 /* whole box lengths in the offset: tilt = offset - laps * length along x */
  double centre[3];                /* fixed point of the box [m] */
  double mass;                     /* mass of all particles [kg] */
  double *sum;                     /* [GR_CELL_SUM n_all] */
} GrBulkCell;

/* Speed [m/s] or acceleration [m/s^2] along an axis of the image that is sides[3] box sides away. rate: speeds or
   accelerations of the box sides. */
static inline double GrCellImageRate(const GrBulkCell *cell, const double rate[GR_CELL_SIDES], int axis,
                                     const double sides[3])
{
  const double along = sides[axis] * rate[axis];
  return axis > 0 ? along : along + sides[1] * (rate[GR_SIDE_OFFSET] - (double)cell->laps * rate[0]);
}

/* Creates the box of the case, and the cell if the box deforms. Precedes the creation of particles. */
PetscErrorCode GrBulkCellCreate(GrWorld world);

/* Sums the mass of all particles. Collective. */
PetscErrorCode GrBulkCellSumMass(GrWorld world);

/* Adds the flow of the box to the velocities of all particles at the start. */
void GrBulkCellAddFlow(GrWorld world);

/* Makes the current box the reference box. */
void GrBulkCellSetReference(GrWorld world);

/* Sets both boxes from the committed sides, the reference sides and the laps of a checkpoint. */
void GrBulkCellSetBoxes(GrWorld world);

/* Part 1 of an evaluation: computes the sides of the box a time h [s] after the last completed step. mean: computes
   their speeds at half the step. */
void GrBulkCellAdvance(GrWorld world, double h, PetscBool mean);

/* Velocities of the images of all shifts [m/s]; the fourth number is 0 (base/math/vec4.h). */
void GrBulkCellFindImageVelocities(const GrBulk bulk, double velocity[GR_SHIFTS][4]);

/* Adds the contacts of a batch to the sums. */
void GrBulkCellAddContacts(const GrBulk bulk, const GrBatch *batch);

/* Ends an evaluation a time h [s] after the last completed step: adds the motion of particles to the sums, and computes
   the accelerations of the sides. Collective if the box is stress-controlled. */
PetscErrorCode GrBulkCellFinish(GrWorld world, double h);

/* Adds the acceleration of the flow to a[GR_RATES (last - first)] of particles first to last - 1. */
void GrBulkCellAccelerate(const GrBulk bulk, PetscInt first, PetscInt last, double *a);

/* Velocity gradient of the flow at the committed state [1/s]. */
void GrBulkCellFindGradient(GrWorld world, double gradient[GR_GRADIENT]);

/* Computes the velocity c[3] [m/s] of a particle with the state u[GR_STATE] relative to the flow of the box. If the box
   does not deform, c is the velocity of the particle. */
void GrBulkCellSubtractFlow(const GrBulk bulk, const double *u, double c[3]);

/* Displacement of particle i relative to the flow of the box since the last reneighbouring, plus the strain of the box
   times the distance up to which the particle is a candidate [m]. */
double GrBulkCellFindDisplacement(const GrBulk bulk, const double *u, PetscInt i);

/* Upper limit of the strain rate of the box [1/s]; 0: it does not deform. */
double GrBulkCellFindStrainRate(GrWorld world);

/* Upper limit of the rate of the second term of this displacement [m/s]. */
double GrBulkCellFindStrainSpeed(GrWorld world, PetscInt i);

/* Moves a state u[GR_STATE] into the box along periodic axes; in a deforming box its velocity becomes that of the
   image. moved[3]: number of box sides added along each axis. */
void GrBulkCellWrap(const GrBulk bulk, double *u, double moved[3]);

/* Moves owned particle i into the box, with its acceleration and its image numbers, at the committed state. */
void GrBulkCellWrapParticle(GrWorld world, PetscInt i);

/* Computes a row of output from a state u[GR_STATE] and image numbers of the store: state and image numbers in the box.
   The unwrapped position is position + sum of image[k] times the edge vector k of the box, which may be tilted. */
void GrBulkCellWrapRow(const GrBulk bulk, const double *u, const PetscInt64 image[3], double *inside,
                       PetscInt64 wrapped[3]);

/* Number of box sides along an axis for image numbers and contact keys. Along x it includes the whole lengths (laps) of
   the offset, so that the keys of contacts do not change when the tilt is reduced by a length. */
PetscInt64 GrBulkCellCountImages(const GrBulk bulk, int axis, const double sides[3]);

#endif
