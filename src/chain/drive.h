/* Drives: the beads of this rank with a prescribed motion (GrMotion), and the work of the prescribed motion. */
#ifndef GRANUM_CHAIN_DRIVE_H
#define GRANUM_CHAIN_DRIVE_H

#include "chain/beads.h"
#include "world/world.h"
#include <stdbool.h>

/* A drive: adjacent beads of one group with the same prescribed motion. */
typedef struct {
  PetscInt begin;         /* index of the first bead of the drive on this rank */
  PetscInt end;           /* index of the last bead of the drive on this rank, plus 1 */
  const GrMotion *motion; /* the prescribed motion in the case: a table of velocities, or an oscillation */
  double *path;           /* [motion->n] displacement of the beads at each time of the table `motion` [m] */
  double x;               /* displacement of the beads at the time of the last call of GrChainDrivesAt [m] */
  double v;               /* velocity of the beads at this time [m/s] */
  double a;               /* acceleration of the beads at this time [m/s^2] */
} GrDrive;

/* All drives of this rank. */
typedef struct {
  int n;          /* number of drives */
  GrDrive *drive; /* [n] the drives: groups of adjacent beads with the same prescribed motion */
  /* true (`rk`): the integrator integrates the prescribed acceleration; false (`verlet`): the position and velocity of
     the beads are set directly */
  bool rates;
  /* [beads of this rank] work since the start that the prescribed motion of a bead does on its contacts, or that the
     force `own` does on the bead [J]; NULL: there are no prescribed motions and no force `own` */
  double *work;
  /* [beads of this rank] rate of `work` at the end of the last completed step [W] */
  double *power;
  /* [beads of this rank] force of the calling program (GrForce) on each bead in the last evaluation [N]; 0 for beads
     that are fixed or have a prescribed motion; NULL: the calling program defines no force */
  double *own;
} GrChainDrives;

/* Whether the case has prescribed motions or a force of the calling program, both of which do work on beads. */
bool GrChainDrivesAny(const GrCase *the_case);

/* Creates the drives of this rank from the beads of this rank whose motion is prescribed. */
PetscErrorCode GrChainDrivesCreate(const GrCase *the_case, const GrBeads *particles, GrChainDrives *drives);

/* Computes displacement, velocity and acceleration of each drive at time t [s]: GrDrive.x, GrDrive.v and GrDrive.a. */
void GrChainDrivesAt(GrChainDrives *drives, double t);

/* Writes GrDrive.x and GrDrive.v to the displacements x [m] and velocities v [m/s] of the beads with a prescribed
   motion, among the beads first to last - 1 of this rank. */
void GrChainDrivesPlace(const GrChainDrives *drives, PetscInt first, PetscInt last, double *x, double *v);

/* Sets a[i - first] to the prescribed acceleration [m/s^2] of bead i of this rank, first <= i < last, if the motion of
   the bead is prescribed. Does not change the other numbers of a[]. */
void GrChainDrivesRates(const GrChainDrives *drives, PetscInt first, PetscInt last, double *a);

/* Computes power[i] [W] of each of the n beads of this rank. If the motion of a bead is prescribed, it is the power of
   the prescribed motion on the contacts of the bead; otherwise the power of the force of the calling program on the
   bead. v: [n] velocities [m/s]. force: [n + 1] contact forces [N], force[i] between the beads i - 1 and i. */
void GrChainDrivesPower(const GrChainDrives *drives, PetscInt n, const double *v, const double *force, double *power);

/* Adds the work of the prescribed motions and of the force of the calling program during a time step to drives->work,
   by the trapezoidal rule. half: half of the time step [s]. v, force: as in GrChainDrivesPower. */
void GrChainDrivesCommit(GrChainDrives *drives, PetscInt n, double half, const double *v, const double *force);

#endif
