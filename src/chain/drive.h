/* Drives: beads of a rank whose motion is prescribed (GrMotion), and the work that it costs. */
#ifndef GRANUM_CHAIN_DRIVE_H
#define GRANUM_CHAIN_DRIVE_H

#include "chain/beads.h"
#include "world/world.h"

/* Beads of one group, side by side. */
typedef struct {
  PetscInt begin, end; /* [begin, end) */
  const GrMotion *motion;
  double *path;   /* [motion->n] displacement at its times [m] */
  double x, v, a; /* of these beads at the time of the evaluation [m], [m/s], [m/s^2] */
} GrDrive;

typedef struct {
  int n;
  GrDrive *drive;
  PetscBool rates; /* does the integrator follow the acceleration (rk), or is it told where the beads are? */
  double *work;  /* [n] of the beads: what their drive has put into the contacts since the start [J]; NULL: no drives */
  double *power; /* [n] the same at the committed state [W] */
  double *own;   /* [n] force of the program on each bead by the last evaluation [N], whose work is kept like that of a
                    drive; 0 on those that are held or driven; NULL: none */
} GrChainDrives;

/* Is any motion of the case prescribed, or is there a force of the program? Either does work, bead by bead. */
PetscBool GrChainDrivesAny(const GrCase *the_case);

PetscErrorCode GrChainDrivesCreate(const GrCase *the_case, const GrBeads *particles, GrChainDrives *drives);
PetscErrorCode GrChainDrivesDestroy(GrChainDrives *drives);

/* Where the driven beads are at time t. */
void GrChainDrivesAt(GrChainDrives *drives, double t);

/* Puts those of beads [first, last) there; gives them their acceleration, a[0] being that of bead `first`. */
void GrChainDrivesPlace(const GrChainDrives *drives, PetscInt first, PetscInt last, const GrStepHooks *hooks);
void GrChainDrivesRates(const GrChainDrives *drives, PetscInt first, PetscInt last, double *a);

/* Power [W] that the drives put into the contacts and the program into the beads, bead by bead: 0 for others. force: of
   the slots (contacts.h). */
void GrChainDrivesPower(const GrChainDrives *drives, PetscInt n, const double *v, const double *force, double *power);

/* Accepts a step of the n beads: 2 half = its length. */
void GrChainDrivesCommit(GrChainDrives *drives, PetscInt n, double half, const double *v, const double *force);

#endif
