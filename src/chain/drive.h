/* Drives: prescribed motions (GrMotion) of beads of a rank, and the work that they do. */
#ifndef GRANUM_CHAIN_DRIVE_H
#define GRANUM_CHAIN_DRIVE_H

#include "chain/beads.h"
#include "world/world.h"

/* A drive: adjacent beads of one group with the same prescribed motion. */
typedef struct {
  PetscInt begin, end; /* the beads begin to end - 1 of this rank */
  const GrMotion *motion;
  double *path; /* [motion->n] displacement of the beads at the times of the table of the motion [m] */
  /* displacement [m], velocity [m/s] and acceleration [m/s^2] of the beads at the time of the evaluation */
  double x, v, a;
} GrDrive;

typedef struct {
  int n;
  GrDrive *drive;
  /* whether the integrator integrates the prescribed acceleration (rk); otherwise position and velocity are set */
  PetscBool rates;
  /* [n] work that the drive of each bead has done on the bead's contacts since the start [J]; NULL: no drives */
  double *work;
  double *power; /* [n] power of the drive of each bead at the committed state [W] */
  /* [n] force of the calling program (GrForce) on each bead in the last evaluation [N]; 0 for beads that are held or
     driven; NULL: there is no such force. Its work is added to `work`. */
  double *own;
} GrChainDrives;

/* Returns whether the case has prescribed motions or a force of the calling program, both of which do work on beads. */
PetscBool GrChainDrivesAny(const GrCase *the_case);

/* Creates the drives of a rank: finds the beads whose motion is prescribed. */
PetscErrorCode GrChainDrivesCreate(const GrCase *the_case, const GrBeads *particles, GrChainDrives *drives);

/* Frees all arrays. */
PetscErrorCode GrChainDrivesDestroy(GrChainDrives *drives);

/* Computes displacement, velocity and acceleration of the drives at time t [s]. */
void GrChainDrivesAt(GrChainDrives *drives, double t);

/* Sets displacement and velocity of the driven beads among the beads first to last - 1, by calls of
   hooks->prescribe. */
void GrChainDrivesPlace(const GrChainDrives *drives, PetscInt first, PetscInt last, const GrStepHooks *hooks);

/* Sets the acceleration [m/s^2] of the driven beads among the beads first to last - 1; a[0] belongs to bead `first`. */
void GrChainDrivesRates(const GrChainDrives *drives, PetscInt first, PetscInt last, double *a);

/* Computes power[n] [W]: for each bead, the power of its drive on its contacts, or of the force of the calling program;
   0 for other beads. v: velocities of the beads [m/s]; force: forces of the contacts, by slot (contacts.h) [N]. */
void GrChainDrivesPower(const GrChainDrives *drives, PetscInt n, const double *v, const double *force, double *power);

/* Adds the work of the drives in a step to drives->work, by the trapezoidal rule. half: half the length of the step
   [s]; v, force: see GrChainDrivesPower. */
void GrChainDrivesCommit(GrChainDrives *drives, PetscInt n, double half, const double *v, const double *force);

#endif
