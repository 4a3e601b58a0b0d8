/* granum/world.h: the world: the particles of a case, distributed over the ranks, with their contacts and forces.

   Each rank stores the state of its particles in one array. The layout of this array depends on the dimension:
     GR_LAYOUT_CHAIN  beads of a chain (dimension 1). The state has the parts [x | v]: n displacements [m], then n
                      velocities [m/s]. A Runge-Kutta integrator adds a third part: for each bead, the energy that the
                      dashpot of the contact on its right has dissipated [J]. If a motion is prescribed or the calling
                      program applies a force, the integrator adds a fourth part: the work of the motion and of the
                      force on each bead [J]. Each rank has n consecutive beads. x is measured from the reference
                      position. Overlaps are therefore accurate in chains of any length, although a position of 5 km
                      as a double has a resolution of only 1e-12 m.
     GR_LAYOUT_BULK   spheres (dimension 2 and 3). The state has 9 numbers for each particle, one particle after the
                      other: position [m], velocity [m/s] and spin [rad/s]. A Runge-Kutta integrator appends works [J].

   Epoch: the time between two rebuilds of the neighbour list. During an epoch the list of candidate pairs and the
   layout of the state do not change, and particles do not move to other ranks. A chain has a single epoch, because its
   beads keep their order. */
#ifndef GRANUM_WORLD_H
#define GRANUM_WORLD_H

#include <granum/case.h>
#include <petscvec.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrWorld_ *GrWorld;

typedef enum { GR_LAYOUT_CHAIN, GR_LAYOUT_BULK } GrLayoutKind;
/* Number of values of a sphere: GR_STATE in the state, GR_RATES in the array of linear and angular accelerations. */
enum { GR_STATE = 9, GR_RATES = 6 };

/* Layout and size of the state array of one rank. */
typedef struct {
  GrLayoutKind kind;
  PetscInt n;      /* number of particles that this rank owns, without ghosts */
  PetscInt length; /* number of values in the state array of this rank */
} GrLayout;

/* Energy ledger: energies of the whole system, over all ranks [J]. Works and losses are sums from the start. */
typedef struct {
  double kinetic;            /* kinetic energy of particles, and of walls with a mass */
  double elastic;            /* recoverable energy of the contacts and of the springs of walls */
  double dissipated_viscous; /* energy dissipated by normal dashpots of contacts, by bonds and dashpots of walls */
  /* energy dissipated by sliding, rolling and twisting: work against friction minus energy of the friction springs */
  double dissipated_frictional;
  double dissipated_plastic; /* plastic work of the contacts */
  double dissipated_bonds;   /* elastic energy that bonds had when they broke */
  double dissipated_drag;    /* energy dissipated by the drag of the fluid */
  double carried_out;        /* energy of the particles that left or were removed, and of their contacts */
  /* energy that contacts and walls lost when a new stage or the calling program changed their parameters */
  double taken_by_changes;
  /* work of gravity, other given forces, moving walls, prescribed motions, and the loads on walls with a mass */
  double external_work;
  double brought_in; /* energy that the inserted particles had at their insertion */
  /* error of the energy balance: kinetic + elastic + (all dissipated_ members) + carried_out + taken_by_changes -
     external_work - brought_in, minus the value of this sum at the start */
  double residual;
  double exchanged; /* energy that the run has exchanged, with which the residual is compared */
} GrLedger;
/* Returns the residual of the energy balance, divided by the energy exchanged [1]; 0 if both are 0. */
double GrWorldRelativeResidual(const GrLedger *ledger);

/* Changes that the calling program makes to an assembly by GrRunChange. NULL pointers and n_walls = 0: no change. */
typedef struct {
  const double *gravity; /* [3] new acceleration of gravity [m/s^2], until the next stage begins */
  int n_walls;           /* number of walls that get new velocities */
  const int *wall;       /* [n_walls] walls that get new velocities: index of each wall in the input, from 0 */
  /* [n_walls][3] new constant velocities of the walls [m/s]; their oscillations and rotations continue. Error for
     load-controlled walls and for walls with a list of motions */
  const double *wall_velocity;
  /* [GrRunCount][3] new velocities of the particles of this rank [m/s], in the order of GrRunIds; no effect on fixed
     particles. If a rank sets `velocity` or `spin`, all ranks must. Error for rigid bodies and for a deforming box */
  const double *velocity;
  const double *spin; /* [GrRunCount][3] new spins of the particles of this rank [rad/s], in the order of GrRunIds */
} GrWorldChanges;

/* Names of the sides of the domain, which the key `side` of walls uses: lower_x, lower_y, lower_z, upper_x, ... */
enum { GR_SIDES = 6 };
extern const char *const GrWorldSideNames[GR_SIDES];

/* Numbers of particles that have left the domain since the start, for each side. Beads of a chain cannot leave. */
typedef struct {
  PetscInt64 open[GR_SIDES];       /* number of particles that left through each side that no wall closes */
  PetscInt64 past_walls[GR_SIDES]; /* number of particles that left past a wall that closes the side */
} GrLeft;

/* Terms of the balance of particles: start + inserted = removed + left through a side of the domain + present. */
enum { GR_TALLY_START, GR_TALLY_INSERTED, GR_TALLY_REMOVED, GR_TALLY_LEFT, GR_TALLY_PRESENT, GR_TALLIES };
/* Balance of the numbers and masses of particles, over all ranks. Masses include only particles that can move. */
typedef struct {
  PetscInt64 number[GR_TALLIES]; /* number of particles in each term of the balance */
  double mass[GR_TALLIES];       /* mass of these particles [kg]: an exact sum, rounded once */
  PetscInt64 missing;  /* error of the balance of numbers: start + inserted - removed - left - present; must be 0 */
  double missing_mass; /* error of the balance of masses, computed before the masses are rounded [kg] */
} GrTally;

/* A contact whose bodies touch, or whose gap is within the reach of a law. The first body is a particle, the second a
   particle or a wall. In a chain all vectors are along x. */
typedef struct {
  PetscInt64 first;  /* id of the first particle, the lower of the two ids */
  PetscInt64 second; /* id of the second particle; 0: the second body is a wall */
  /* position of the wall in the list of the input, from 0; -1: the second body is a particle */
  int wall;
  /* vector from the centre of the first particle to the nearest periodic image of the second centre [m]; at a wall:
     to the contact point */
  double branch[3];
  double normal[3]; /* unit vector in the direction of `branch` */
  double overlap;   /* overlap of the contact [m] */
  double force[3];  /* contact force on the first body [N] */
  /* id of the rigid body to which each particle belongs; id of the particle, if it belongs to none; 0: a wall */
  PetscInt64 body[2];
  /* vector from the centre of mass of body[0] to that of body[1], or to the contact point on a wall [m] */
  double body_branch[3];
  /* largest overlap since the contact began [m], if the normal law stores it; otherwise the current overlap */
  double overlap_max;
  double centre[3]; /* centre of the first particle [m]; in a chain: 0 */
  double arm[3];    /* vector from the centre of mass of body[0] to the centre of the first particle [m] */
} GrContact;
typedef void (*GrContactVisit)(void *context, int n, const GrContact contact[]);

/* Result of the static equilibrium that the input key `equilibrium` requests for a chain at the start. */
typedef struct {
  PetscInt64 beads; /* number of beads that can move and were brought to equilibrium */
  double load;      /* sum of |weight + other given force| over the `beads` [N] */
  double residual;  /* largest net force that remains on a bead in the computed equilibrium [N] */
  double seconds;   /* wall-clock time of the computation [s] */
} GrEquilibrium;

/* Creates the particles, contacts and halo (ghosts) of a case. If the case has the key `equilibrium`, computes the
   static equilibrium of the chain. Do not destroy the case before the world. Collective. */
PetscErrorCode GrWorldCreate(MPI_Comm comm, const GrCase *the_case, GrWorld *world);

/* Destroys a world. Collective. */
PetscErrorCode GrWorldDestroy(GrWorld *world);

/* Returns the result of the static equilibrium. NULL: the case does not request it, or the world comes from a
   checkpoint. */
const GrEquilibrium *GrWorldEquilibrium(GrWorld world);

/* Prints a line about the static equilibrium, which begins with `mark`; nothing if no equilibrium was computed. */
void GrWorldEquilibriumPrint(GrWorld world, const char *mark, FILE *out);

/* Returns the MPI communicator of the world. */
MPI_Comm GrWorldComm(GrWorld world);

/* Returns the case of the world. For an assembly it is a copy that has the values of the current stage and the
   changes made by GrRunChange. */
const GrCase *GrWorldCase(GrWorld world);

/* Returns the layout of the state on this rank: its kind, number of particles and number of values. */
GrLayout GrWorldLayout(GrWorld world);

/* Returns the total number of particles that are present on all ranks together. */
PetscInt64 GrWorldTotal(GrWorld world);

/* Computes the energies at the end of the last accepted step. u: state array of this rank at that time. The first call
   stores the energies of the start, which the residual needs. Collective. */
PetscErrorCode GrWorldLedger(GrWorld world, const double *u, GrLedger *ledger);

/* Returns the numbers of particles that have left the domain so far; all ranks get the same numbers. */
GrLeft GrWorldLeft(GrWorld world);

/* Writes a text about the particles that have left the domain to text[length], for example "3 through upper_z, 1 past
   a wall at lower_x"; "" if no particle has left. */
void GrWorldLeftText(GrWorld world, char *text, size_t length);

/* Prints the open sides of the domain, and closed sides that move, on lines that begin with `mark`; not for a chain. */
void GrWorldSidesPrint(GrWorld world, const char *mark, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
