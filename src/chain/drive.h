/* Drives: beads of a rank whose motion is prescribed (GrMotion), and the work of the drives. */
#ifndef GRANUM_CHAIN_DRIVE_H
#define GRANUM_CHAIN_DRIVE_H

#include "chain/beads.h"
#include "world/world.h"

/* Adjacent beads of one group with the same prescribed motion. */
typedef struct {
  PetscInt begin, end; /* local beads begin <= bead < end */
  const GrMotion *motion;
  double *path;   /* [motion->n] displacement at the times of the motion [m] */
  double x, v, a; /* motion of these beads at the time of the evaluation [m], [m/s], [m/s^2] */
} GrDrive;

typedef struct {
  int n;
  GrDrive *drive;
  PetscBool rates; /* the integrator integrates the acceleration (rk); otherwise positions and velocities are set */
  double *work; /* [n] work since the start that the drive of each bead has done on its contacts [J]; NULL: no drives */
  double *power; /* [n] power of the drive of each bead at the committed state [W] */
  /* [n] force of the calling program (GrForce) on each bead in the last evaluation [N]; its work is added to `work`. 0
     for beads that are held or driven; NULL: no force */
  double *own;
} GrChainDrives;

/* Returns whether the case has prescribed motions or a force of the calling program. Both do work on beads. */
PetscBool GrChainDrivesAny(const GrCase *the_case);

/* Finds the driven beads of a rank. */
PetscErrorCode GrChainDrivesCreate(const GrCase *the_case, const GrBeads *particles, GrChainDrives *drives);

/* Frees all arrays. */
PetscErrorCode GrChainDrivesDestroy(GrChainDrives *drives);

/* Computes displacement, velocity and acceleration of the drives at time t [s]. */
void GrChainDrivesAt(GrChainDrives *drives, double t);

/* Sets displacement and velocity of the driven beads in [first, last), by the integrator's `prescribe`. */
void GrChainDrivesPlace(const GrChainDrives *drives, PetscInt first, PetscInt last, const GrStepHooks *hooks);

/* Sets the acceleration [m/s^2] of the driven beads in [first, last); a[0] belongs to bead `first`. */
void GrChainDrivesRates(const GrChainDrives *drives, PetscInt first, PetscInt last, double *a);

/* Computes for each of n beads the power [W] of its drive on the contacts, or of the force of the calling program; 0
   for other beads. v: velocities [m/s]; force: of the slots (contacts.h) [N]. */
void GrChainDrivesPower(const GrChainDrives *drives, PetscInt n, const double *v, const double *force, double *power);

/* Adds the work of a step, by the trapezoidal rule. half: half of the step [s]; v, force: see GrChainDrivesPower. */
void GrChainDrivesCommit(GrChainDrives *drives, PetscInt n, double half, const double *v, const double *force);

#endif
