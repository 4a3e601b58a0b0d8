/* Deforming periodic box of an assembly (deform.c), and wrapping of particles into the box (wrap.c). Where the box does
   not deform, bulk->cell is NULL. */
#ifndef GRANUM_BULK_CELL_CELL_H
#define GRANUM_BULK_CELL_CELL_H

#include "bulk/cell/sides.h"
#include "contact/batch.h"
#include "contact/neighbour/pair_list.h"
#include "world/world_impl.h"

/* Contribution of each particle to sums over the box. Numbers 0 to 3: volume times stress, components xx, yy, zz, xy
   [J]; 4 to 6: stiffness of the box against strain along x, y, z, times the volume [J]; 7: unused. */
enum { GR_CELL_VIRIAL, GR_CELL_STIFFNESS = 4, GR_CELL_SUM = 8 };

typedef struct {
  GrCellMotion trial, committed;
  double reference[GR_CELL_SIDES]; /* lengths and offset of the box at the last reneighbouring [m] */
  /* number of whole box lengths in the offset: tilt of the box = offset - laps * length along x [m] */
  PetscInt64 laps;
  double centre[3]; /* point of the box that does not move when the box deforms [m] */
  double mass;      /* mass of all particles [kg] */
  double *sum;      /* [n_all][GR_CELL_SUM] contributions of owned particles and ghosts */
} GrBulkCell;

/* Returns the speed [m/s] (or acceleration [m/s^2]) along an axis of the periodic image that is displaced by sides[3]
   box lengths, relative to the particle. rate: speeds (or accelerations) of the box sides. */
static inline double GrCellImageRate(const GrBulkCell *cell, const double rate[GR_CELL_SIDES], int axis,
                                     const double sides[3])
{
  const double along = sides[axis] * rate[axis];
  return axis > 0 ? along : along + sides[1] * (rate[GR_SIDE_OFFSET] - (double)cell->laps * rate[0]);
}

/* Creates bulk->box from the case, and bulk->cell if the box deforms. To be called before particles are created. */
PetscErrorCode GrBulkCellCreate(GrWorld world);

/* Sets cell->mass to the mass of all particles of all ranks. Collective. */
PetscErrorCode GrBulkCellSumMass(GrWorld world);

/* Adds the velocity of the affine flow of the box (GrCellFlow) to the velocities of all particles at the start. */
void GrBulkCellAddFlow(GrWorld world);

/* Sets the reference box to the current box. */
void GrBulkCellSetReference(GrWorld world);

/* Sets the current box and the reference box from the cell that a checkpoint has restored. */
void GrBulkCellSetBoxes(GrWorld world);

/* Part 1 of an evaluation: computes the sides of the box at a time h [s] after the last completed step. mean: the
   speeds are those at half this time. */
void GrBulkCellAdvance(GrWorld world, double h, PetscBool mean);

/* Computes the velocity of each periodic image relative to the particle, by index of the image [m/s]; the fourth number
   is 0 (base/math/vec4.h). */
void GrBulkCellFindImageVelocities(const GrBulk bulk, double velocity[GR_SHIFTS][4]);

/* Adds the contributions of the contacts of a batch to cell->sum. */
void GrBulkCellAddContacts(const GrBulk bulk, const GrBatch *batch);

/* Ends an evaluation at a time h [s] after the last completed step: adds the contributions of the velocities of
   particles to cell->sum, and computes the accelerations of the sides. Collective if the box is stress-controlled. */
PetscErrorCode GrBulkCellFinish(GrWorld world, double h);

/* Adds the acceleration of the flow (GrCellFlow) to the accelerations a[GR_RATES (last - first)] of particles first to
   last - 1. */
void GrBulkCellAccelerate(const GrBulk bulk, PetscInt first, PetscInt last, double *a);

/* Computes the velocity gradient of the box at the committed state [1/s]. */
void GrBulkCellFindGradient(GrWorld world, double gradient[GR_GRADIENT]);

/* Computes the velocity c[3] [m/s] of a particle with the state u[GR_STATE] relative to the flow of the box. If the box
   does not deform, c is the velocity of the particle. */
void GrBulkCellSubtractFlow(const GrBulk bulk, const double *u, double c[3]);

/* Returns an upper limit of the displacement of particle i relative to its neighbours since the last reneighbouring
   [m]: displacement relative to the flow of the box, plus strain of the box times the largest distance of a
   candidate. */
double GrBulkCellFindDisplacement(const GrBulk bulk, const double *u, PetscInt i);

/* Returns an upper limit of the strain rate of the box [1/s]; 0: the box does not deform. */
double GrBulkCellFindStrainRate(GrWorld world);

/* Returns an upper limit of the rate [m/s] of the strain term in GrBulkCellFindDisplacement, for particle i. */
double GrBulkCellFindStrainSpeed(GrWorld world, PetscInt i);

/* Moves a state u[GR_STATE] into the box along periodic axes; in a deforming box its velocity becomes that of the
   image. moved[3]: number of box lengths added along each axis. */
void GrBulkCellWrap(const GrBulk bulk, double *u, double moved[3]);

/* Moves owned particle i at the committed state into the box, and changes its acceleration and image numbers
   accordingly. */
void GrBulkCellWrapParticle(GrWorld world, PetscInt i);

/* Computes the state inside[GR_STATE] in the box and its image numbers wrapped[3] for the output, from the state
   u[GR_STATE] and the image numbers of a particle of the store. The unwrapped position is position + sum of image[k]
   times the edge vector k of the box, which may be tilted. */
void GrBulkCellWrapRow(const GrBulk bulk, const double *u, const PetscInt64 image[3], double *inside,
                       PetscInt64 wrapped[3]);

/* Returns the number of box lengths along an axis for image numbers and contact keys, of an image displaced by sides[3]
   box lengths. Along x it includes cell->laps, so that the keys of contacts do not change when the tilt is reduced by a
   length. */
PetscInt64 GrBulkCellCountImages(const GrBulk bulk, int axis, const double sides[3]);

#endif
