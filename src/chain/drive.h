/* Drives: the beads of this rank with a prescribed motion (GrMotion), and the work of the prescribed motion. */
#ifndef GRANUM_CHAIN_DRIVE_H
#define GRANUM_CHAIN_DRIVE_H

#include "chain/beads.h"
#include "world/world.h"

/* A drive: adjacent beads of one group with the same prescribed motion. */
typedef struct {
  PetscInt begin; /* index of the first bead of the drive on this rank */
  PetscInt end;   /* index of the last bead of the drive on this rank, plus 1 */
  const GrMotion *motion;
  double *path; /* [motion->n] displacement of the beads at each time of the table `motion` [m] */
  double x;     /* displacement of the beads at the time of the last call of GrChainDrivesAt [m] */
  double v;     /* velocity at this time [m/s] */
  double a;     /* acceleration at this time [m/s^2] */
} GrDrive;

/* All drives of this rank. */
typedef struct {
  int n;          /* number of drives */
  GrDrive *drive; /* [n] */
  /* true (rk): the integrator integrates the prescribed acceleration; false (verlet): position and velocity are set
     directly */
  PetscBool rates;
  /* [beads of this rank] work of the drive of each bead on the contacts of the bead since the start, plus the work of
     the force in `own` [J]; NULL: there are no drives and no such force */
  double *work;
  /* [beads of this rank] power of the drive of each bead, or of the force in `own`, at the end of the last completed
     step [W] */
  double *power;
  /* [beads of this rank] force of the calling program (GrForce) on each bead in the last evaluation [N]; 0 for beads
     that are fixed or have a prescribed motion; NULL: the calling program defines no force */
  double *own;
} GrChainDrives;

/* Returns whether the case has prescribed motions or a force of the calling program. Both do work on beads. */
PetscBool GrChainDrivesAny(const GrCase *the_case);

/* Creates the drives of this rank from the beads of this rank whose motion is prescribed. */
PetscErrorCode GrChainDrivesCreate(const GrCase *the_case, const GrBeads *particles, GrChainDrives *drives);

/* Computes the displacement, the velocity and the acceleration of each drive at time t [s], and stores them in the
   drive. */
void GrChainDrivesAt(GrChainDrives *drives, double t);

/* Sets the displacement and the velocity of the beads with a prescribed motion, among the beads first to last - 1, by
   calls of hooks->prescribe. */
void GrChainDrivesPlace(const GrChainDrives *drives, PetscInt first, PetscInt last, const GrStepHooks *hooks);

/* Writes the acceleration [m/s^2] of the beads with a prescribed motion, among the beads first to last - 1, to a[].
   a[0] belongs to bead `first`; a[] of other beads is not changed. */
void GrChainDrivesRates(const GrChainDrives *drives, PetscInt first, PetscInt last, double *a);

/* Computes power[n] [W], a number for each bead of this rank: the power of its drive on its contacts if it has a drive,
   otherwise the power of the force of the calling program on it. v: [n] velocities of the beads [m/s]. force: contact
   forces, in the order of the slots (contacts.h) [N]. */
void GrChainDrivesPower(const GrChainDrives *drives, PetscInt n, const double *v, const double *force, double *power);

/* Adds the work of the drives during a time step to drives->work, by the trapezoidal rule. half: half of the time step
   [s]. v, force: as in GrChainDrivesPower. */
void GrChainDrivesCommit(GrChainDrives *drives, PetscInt n, double half, const double *v, const double *force);

#endif
