/* Deforming periodic box of an assembly (deform.c), and wrapping of particles into the box (wrap.c). Particles follow
   the deformation by an affine flow with the velocity gradient of the box. bulk->cell is NULL without deformation. */
#ifndef GRANUM_BULK_CELL_CELL_H
#define GRANUM_BULK_CELL_CELL_H

#include "bulk/cell/sides.h"
#include "contact/batch.h"
#include "contact/neighbour/pair_list.h"
#include "world/world_impl.h"

/* Indices of the numbers that each particle contributes to stress and stiffness of the box, for each component of the
   velocity gradient (GR_CELL_XX, ...). GR_CELL_VIRIAL: volume times stress [J]. GR_CELL_STIFFNESS: volume times
   stiffness of the box against this strain [J]. */
enum { GR_CELL_VIRIAL, GR_CELL_STIFFNESS = GR_GRADIENT, GR_CELL_SUM = 2 * GR_GRADIENT };

/* A deforming periodic box: its lengths along x, y, z, and the offsets of its images in simple shear (sides.h). The
   offsets grow without limit. The box of the particles is the equal box with the smallest tilts: its edge vectors are
   b - images[XY] a and c - images[YZ] b - images[XZ] a, with the edge vectors a, b, c of the box with the offsets. */
typedef struct {
  /* lengths, offsets and their rates. trial: at the last force evaluation; committed: after the last accepted step */
  GrCellMotion trial, committed;
  double reference[GR_CELL_SIDES]; /* lengths and offsets when the particles got their reference positions [m] */
  PetscInt64 images[GR_PLANES];    /* number of edge vectors that are subtracted in each plane of shear */
  double centre[3];                /* point that does not move when the box deforms [m] */
  double mass;                     /* mass of all particles [kg] */
  /* [n_all][GR_CELL_SUM] contributions of owned particles and ghosts to stress and stiffness (GR_CELL_VIRIAL, ...) */
  double *sum;
} GrBulkCell;

/* Returns the tilt of the box of the particles in a plane [m]. at: lengths and offsets of the box. If `at` contains
   their rates of change, the result is the rate of change of the tilt. */
static inline double GrCellTilt(const GrBulkCell *cell, const double at[GR_CELL_SIDES], int plane)
{
  const double offset = at[GR_SIDE_OFFSET + plane];
  const double whole = plane == GR_PLANE_XZ ? (double)cell->images[GR_PLANE_YZ] * at[GR_SIDE_OFFSET + GR_PLANE_XY] : 0;
  return offset - whole - (double)cell->images[plane] * at[GrPlaneAlong(plane)];
}

/* Returns the velocity component along `axis` of a periodic image relative to its particle [m/s]. sides[3]: number of
   edge vectors of the box of the particles from the particle to the image. rate: rates of change of the lengths and
   offsets of the box [m/s]. If `rate` contains accelerations [m/s^2], the result is an acceleration. */
static inline double GrCellImageRate(const GrBulkCell *cell, const double rate[GR_CELL_SIDES], int axis,
                                     const double sides[3])
{
  double sum = sides[axis] * rate[axis];
  for (int k = 0; k < GR_PLANES; k++)
    if (GrPlaneAlong(k) == axis)
      sum += sides[GrPlaneAcross(k)] * GrCellTilt(cell, rate, k);
  return sum;
}

/* Replaces sides[3], a number of edge vectors of the box with the whole offsets, by the number of edge vectors of the
   box of the particles that is the same displacement. */
static inline void GrCellReduceSides(const GrBulkCell *cell, double sides[3])
{
  sides[1] += (double)cell->images[GR_PLANE_YZ] * sides[2];
  sides[0] += (double)cell->images[GR_PLANE_XY] * sides[1] + (double)cell->images[GR_PLANE_XZ] * sides[2];
}

/* Computes the velocity flow[3] [m/s] of the affine flow of a box with this motion at the point x[3] [m], and the
   acceleration rate[3] [m/s^2] of a particle that follows the flow. */
static inline void GrCellFindFlow(const GrBulkCell *cell, const GrCellMotion *motion, const double x[3], double flow[3],
                                  double rate[3])
{
  double g[GR_GRADIENT];
  GrCellGradient(motion, g);
  GrCellFlow(g, cell->centre, x, flow);
  GrCellDivide(motion->acceleration, motion->at, g);
  GrCellFlow(g, cell->centre, x, rate);
}

/* Creates bulk->box from the case, and bulk->cell if the box deforms. Call it before particles are created. */
PetscErrorCode GrBulkCellCreate(GrWorld world);

/* Sets cell->mass to the mass of all particles of all ranks. Collective. */
PetscErrorCode GrBulkCellSumMass(GrWorld world);

/* Adds the velocity of the affine flow of the box (GrCellFlow) to the initial velocities of all particles and rigid
   bodies. Moves particles into the box. */
void GrBulkCellAddFlow(GrWorld world);

/* Sets the deformation rates of the box to the values of the current stage, and changes the velocities of all particles
   by the change of the affine flow. The rates of stress-controlled lengths do not change. */
void GrBulkCellChangeRates(GrWorld world);

/* Sets the reference box (cell->reference), from which strain is measured, to the current box. Call it when the
   particles get new reference positions. */
void GrBulkCellSetReference(GrWorld world);

/* Sets the current box and the reference box after a checkpoint has restored bulk->cell. */
void GrBulkCellSetBoxes(GrWorld world);

/* Computes cell->trial: moves lengths and offset of the box from the end of the last step with the weights of a step
   (world/step.h). Call it before the forces are evaluated. */
void GrBulkCellAdvance(GrWorld world, const GrStepWeights *step);

/* Computes velocity[s], the velocity of periodic image s relative to its particle [m/s]. s: displacement of the image
   in box lengths, packed into an integer (GrShiftAxis), plus GR_UNSHIFTED. The fourth number of each velocity is 0, for
   vector operations on four numbers. */
void GrBulkCellFindImageVelocities(const GrBulk bulk, double velocity[GR_SHIFTS][4]);

/* Adds the stresses and stiffnesses of the contacts of a batch to cell->sum. */
void GrBulkCellAddContacts(const GrBulk bulk, const GrBatch *batch);

/* Adds the kinetic part of the stress (from the particle velocities) to cell->sum. Then computes in cell->trial the
   accelerations of box lengths and offset, and finishes their step. Call it when the contacts have been evaluated.
   Collective if the box is stress-controlled. */
PetscErrorCode GrBulkCellFinish(GrWorld world, const GrStepWeights *step);

/* Adds the acceleration of the affine flow of the box to the accelerations of n particles. x [GR_STATE n]: states of
   the particles, of which only the positions are read; a [GR_RATES n]: accelerations. */
void GrBulkCellAccelerate(const GrBulk bulk, PetscInt n, const double *x, double *a);

/* Computes c[3], the velocity of a particle relative to the affine flow of the box at its position [m/s]. u[GR_STATE]:
   state of the particle. If the box does not deform, c is the velocity of the particle. */
void GrBulkCellSubtractFlow(const GrBulk bulk, const double *u, double c[3]);
/* Computes c[3], the velocity of body k of this rank relative to the affine flow at its centre of mass [m/s]. */
void GrBulkCellSubtractFlowFromBody(const GrBulk bulk, PetscInt k, double c[3]);

/* Returns an upper limit [m] of the displacement of particle i from its reference position, for the comparison with its
   margin. It is the sum of two terms. The first is the displacement of the particle relative to the affine flow. The
   second is the strain of the box times (radius + margin + half of the largest reach of adhesion). */
double GrBulkCellFindDisplacement(const GrBulk bulk, const double *u, PetscInt i);

/* Returns an upper limit of the strain rate of the box [1/s]; 0: the box does not deform. */
double GrBulkCellFindStrainRate(GrWorld world);

/* Returns an upper limit [m/s] of the rate at which the displacement from GrBulkCellFindDisplacement grows because of
   the strain of the box. i: index of the particle. */
double GrBulkCellFindStrainSpeed(GrWorld world, PetscInt i);

/* Moves the position in a state u[GR_STATE] into the box along the periodic axes. In a deforming box it also replaces
   the velocity by the velocity of the periodic image at the new position. moved[3]: output, number of box lengths that
   were added along each axis. */
void GrBulkCellWrap(const GrBulk bulk, double *u, double moved[3]);

/* Moves owned particle i into the box by whole box lengths, after an accepted step. Updates its image numbers (numbers
   of box lengths subtracted from the position since the start). Also updates its acceleration, because images in a
   deforming box have different accelerations. */
void GrBulkCellWrapParticle(GrWorld world, PetscInt i);

/* Wraps a particle into the box for the output: computes its state inside[GR_STATE] in the box, and the image numbers
   wrapped[3]. u[GR_STATE], image[3]: state and image numbers of the particle in the store (particle/store.h). The
   unwrapped position is the position in the box plus the sum over k of wrapped[k] times the edge vector k of the box,
   which may be tilted. */
void GrBulkCellWrapRow(const GrBulk bulk, const double *u, const PetscInt64 image[3], double *inside,
                       PetscInt64 wrapped[3]);

/* Returns the displacement of a periodic image from its particle, in edge vectors along an axis, for image numbers and
   contact keys. sides[3]: displacement in edge vectors of the box of the particles. The result counts edge vectors of
   the box with the whole offsets. Therefore it does not change when cell->images changes. */
PetscInt64 GrBulkCellCountImages(const GrBulk bulk, int axis, const double sides[3]);

#endif
