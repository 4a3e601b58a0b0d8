/* granum/world.h: the particles of a case spread over ranks, their contacts, and one evaluation of all forces.

   The state of the particles that a rank owns is one array; its layout follows from the dimension:
     GR_LAYOUT_CHAIN  beads (dimension 1): [x | v], n numbers each. If the integrator integrates the work,
                      a third part is the work of the dashpot on the right of each bead [J], and, if a motion is
                      prescribed or the calling program has a force, a fourth part is their work on each bead [J]. Each
                      rank owns one contiguous part of the chain. x is the displacement [m] from the reference position
                      of the bead, so that overlaps are exact in chains of any length: with positions, the overlap of a
                      bead at 5 km would have a resolution of 1e-12 m.
     GR_LAYOUT_BULK   spheres (dimension 2 and 3): position, velocity and spin of one particle after the other, 9
                      numbers each [m], [m/s], [rad/s]. The owner of a particle may change from epoch to epoch.

   Epochs: between two rebuilds of the neighbour list, ownership, candidates and the layout of the state are fixed. The
   order of a chain cannot change, so a chain has one epoch. */
#ifndef GRANUM_WORLD_H
#define GRANUM_WORLD_H

#include <granum/case.h>
#include <granum/results.h>
#include <petscvec.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrWorld_ *GrWorld;

typedef enum { GR_LAYOUT_CHAIN, GR_LAYOUT_BULK } GrLayoutKind;
/* how many numbers a particle has in dimension 2 and 3: in the state, in the accelerations */
enum { GR_STATE = 9, GR_RATES = 6 };

typedef struct {
  GrLayoutKind kind;
  PetscInt n;      /* number of particles of this rank */
  PetscInt length; /* number of values of the state on this rank */
} GrLayout;

/* Energies of the whole system [J]. If the residual is near zero, the energy balance closes. */
typedef struct {
  double kinetic;            /* kinetic energy of particles, and of walls that move freely */
  double elastic;            /* recoverable energy of the contacts */
  double dissipated_viscous; /* work of the normal dashpots since the start */
  /* work against sliding, rolling and twisting friction since the start, minus the energy stored in friction springs */
  double dissipated_frictional;
  double dissipated_plastic; /* plastic work of the contacts since the start */
  double dissipated_bonds;   /* energy lost with bonds that broke since the start */
  double dissipated_drag;    /* work that drag has dissipated since the start */
  double carried_out;        /* energy of particles, and of their contacts, that left the domain or were removed */
  /* energy of contacts and walls that ended when a stage or the calling program changed the case */
  double taken_by_changes;
  double external_work; /* work of gravity, other forces, moving walls, prescribed motions and the loads of free
                                   walls since the start */
  double brought_in;    /* energy of particles that were inserted after the start */
  /* kinetic + elastic + dissipated_... + carried_out + taken_by_changes - external_work - brought_in, minus its value
     at the start */
  double residual;
} GrLedger;

/* Changes of an assembly by the calling program (GrRunChange); NULL: no change. */
typedef struct {
  /* [3] new gravity [m/s^2]; the next stage of the case again has the gravity of the case */
  const double *gravity;
  int n_walls;                 /* number of walls that change */
  const int *wall;             /* [n_walls] numbers of these walls in the input, from 0 */
  const double *wall_velocity; /* [n_walls][3] constant velocities from now on [m/s]; oscillations and rotations
                                      continue. Not for load-controlled walls and walls with a list of motions */
  /* [GrRunCount][3] new velocities [m/s] and spins [rad/s] of the particles of this rank, in the order of GrRunIds;
     those of fixed particles are not used. Not for rigid bodies and deforming boxes. All ranks give both arrays or
     neither */
  const double *velocity, *spin;
} GrWorldChanges;

/* Names of the sides of the domain, as in the key `side` of a wall: lower_x, lower_y, lower_z, upper_x, ... */
enum { GR_SIDES = 6 };
extern const char *const GrWorldSideNames[GR_SIDES];

/* Numbers of particles that have left the domain since the start, one for each side. Beads of a chain do not leave. */
typedef struct {
  PetscInt64 open[GR_SIDES];       /* particles that left through sides without a wall */
  PetscInt64 past_walls[GR_SIDES]; /* particles that left past the wall of the side */
} GrLeft;

/* Tally, the balance of particles: the particles of the start and the inserted particles are present, have left through
   a side of the domain, or were removed. Masses include only particles that can move; each is an exact sum that is
   rounded once. */
enum { GR_TALLY_START, GR_TALLY_INSERTED, GR_TALLY_REMOVED, GR_TALLY_LEFT, GR_TALLY_PRESENT, GR_TALLIES };
typedef struct {
  PetscInt64 number[GR_TALLIES];
  double mass[GR_TALLIES]; /* [kg] */
  PetscInt64 missing;      /* start + inserted - removed - left - present, which must be 0 */
  double missing_mass;     /* the same balance for the masses, computed before rounding [kg] */
} GrTally;

/* An acting contact of two particles, or of a particle and a wall, which is then the second body. In a chain all
   vectors are along x. */
typedef struct {
  PetscInt64 first, second; /* ids of the particles, the lower id first; second 0: the contact is with a wall */
  int wall;                 /* number of the wall in the input, from 0; -1: no wall */
  /* vector from the first centre to the second centre (its nearest image); for a wall to the contact point [m] */
  double branch[3];
  double normal[3], overlap, force[3]; /* unit vector along the branch; overlap [m]; force on the first body [N] */
  /* ids of the rigid bodies of the two particles; of a particle without a body, its own id; 0: a wall */
  PetscInt64 body[2];
  double body_branch[3]; /* vector between the centres of mass of these bodies; for a wall to the contact point [m] */
  double overlap_max;    /* largest overlap so far, if the normal law stores it; otherwise the overlap [m] */
  double centre[3];      /* centre of the first particle; 0 in a chain [m] */
} GrContact;
typedef void (*GrContactVisit)(void *context, int n, const GrContact contact[]);

/* Result of the static equilibrium of a chain at the start. */
typedef struct {
  PetscInt64 beads; /* number of beads that can move */
  double load;      /* sum over the beads that can move of the absolute values of gravity and forces [N] */
  double residual;  /* largest remaining net force on a bead [N] */
  double seconds;   /* wall time */
} GrEquilibrium;

/* Creates particles, contacts and halo. Brings a chain to equilibrium if the case has the key `equilibrium`. The case
   must outlive the world. Collective. */
PetscErrorCode GrWorldCreate(MPI_Comm comm, const GrCase *the_case, GrWorld *world);

/* Destroys a world. Collective. */
PetscErrorCode GrWorldDestroy(GrWorld *world);

/* Returns the result of the equilibrium; NULL if there was none, or if the world was restored from a checkpoint. */
const GrEquilibrium *GrWorldEquilibrium(GrWorld world);

/* Prints one line of text about the equilibrium, which begins with `mark`; prints nothing if there was no
   equilibrium. */
void GrWorldEquilibriumPrint(GrWorld world, const char *mark, FILE *out);

/* Returns the MPI communicator of the world. */
MPI_Comm GrWorldComm(GrWorld world);

/* Returns the case; of an assembly a copy with the values of the current stage and of GrRunChange. */
const GrCase *GrWorldCase(GrWorld world);

/* Returns the layout of the state on this rank: its kind, number of particles and number of values. */
GrLayout GrWorldLayout(GrWorld world);

/* Returns the number of particles that are present on all ranks. */
PetscInt64 GrWorldTotal(GrWorld world);

/* Computes the energies at the committed state u. The first call sets the values at the start, from which the residual
   counts. Collective. */
PetscErrorCode GrWorldLedger(GrWorld world, const double *u, GrLedger *ledger);

/* Returns the numbers of particles that have left so far, equal on all ranks. */
GrLeft GrWorldLeft(GrWorld world);

/* Writes a text about the particles that have left to text[length]: "3 through upper_z, 1 past a wall at lower_x"; ""
   if none has left. */
void GrWorldLeftText(GrWorld world, char *text, size_t length);

/* Prints which sides are open, and which sides move with their walls; each line begins with `mark`. For a chain prints
   nothing. */
void GrWorldSidesPrint(GrWorld world, const char *mark, FILE *out);

enum { GR_STEP_REASON_MAX = 768 };

/* Limits of the time step, estimated from the speeds, loads, gravity and precompression of the case. */
typedef struct {
  double stable; /* longest stable time step [s]; infinite: no contact is expected to be loaded */
  /* longest step at which the error of impacts is within time.accuracy [s]; infinite: no impact is expected */
  double accurate;
  double duration; /* duration of the shortest expected impact [s]; 0: no impact is expected */
  /* largest overlap of an impact at the expected speed, divided by the smaller radius of the two bodies [1] */
  double impact_share;
  double rayleigh;                 /* Rayleigh time of the smallest particle [s]; 0: moduli or density are not known */
  char reason[GR_STEP_REASON_MAX]; /* one line of text: both limits, and the contacts that determine them */
} GrStepBound;

/* Computes the limits of the time step; for a case with stages their minima over the current and all later stages.
   Collective. */
PetscErrorCode GrWorldFindStepBound(GrWorld world, GrStepBound *bound);

/* Returns the time step [s] of `time.step: auto`: the minimum of bound->accurate and time->safety times bound->stable.
   Output times may shorten it further. */
double GrWorldAutomaticStep(const GrStepBound *bound, const GrTime *time);

#ifdef __cplusplus
}
#endif

#endif
