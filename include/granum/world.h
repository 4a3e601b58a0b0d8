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
enum { GR_STATE = 9, GR_RATES = 6 }; /* numbers per particle in dimension 2 and 3: of the state, of the accelerations */

typedef struct {
  GrLayoutKind kind;
  PetscInt n;      /* particles of this rank */
  PetscInt length; /* length of the state on this rank */
} GrLayout;

/* Energies of the whole system [J]. If the residual is near zero, the energy balance closes. */
typedef struct {
  double kinetic;               /* kinetic energy of particles, and of walls that move freely */
  double elastic;               /* recoverable energy of the contacts */
  double dissipated_viscous;    /* work of the normal dashpots since the start */
  double dissipated_frictional; /* work against sliding, rolling and twisting since the start, minus the energy of
                                   their springs */
  double dissipated_plastic;    /* plastic work of the contacts since the start */
  double dissipated_bonds;      /* energy lost with bonds that broke since the start */
  double dissipated_drag;       /* work of drag since the start */
  double carried_out;           /* energy of particles that left or were removed, and of their contacts */
  double taken_by_changes;      /* energy of contacts and walls that a change of stage removed */
  double external_work;         /* work of gravity, other forces, moving walls, prescribed motions and the loads of free
                                   walls since the start */
  double brought_in;            /* energy of particles that were inserted after the start */
  double residual; /* kinetic + elastic + dissipated + carried_out + taken - external_work - brought_in, minus its
                        value at the start */
} GrLedger;

/* Changes of an assembly by the calling program (GrRunChange); NULL: no change. */
typedef struct {
  const double *gravity;         /* [3] [m/s^2]; the next stage of the case has its own gravity */
  int n_walls;                   /* number of walls that change */
  const int *wall;               /* [n_walls] their numbers in the input, from 0 */
  const double *wall_velocity;   /* [n_walls][3] constant velocities from now on [m/s]; oscillations and rotations
                                      continue. Not for load-controlled walls and walls with a list of motions */
  const double *velocity, *spin; /* [GrRunCount][3] of the particles of this rank, in the order of GrRunIds [m/s],
                                      [rad/s]; fixed particles keep theirs. Not for rigid bodies and deforming boxes.
                                      All ranks give both or neither */
} GrWorldChanges;

/* Names of the sides of the domain, as in the key `side` of a wall: lower_x, lower_y, lower_z, upper_x, ... */
enum { GR_SIDES = 6 };
extern const char *const GrWorldSideNames[GR_SIDES];

/* Numbers of particles that have left the domain since the start, by side. Beads of a chain do not leave. */
typedef struct {
  PetscInt64 open[GR_SIDES];       /* through sides without a wall */
  PetscInt64 past_walls[GR_SIDES]; /* past the wall of the side */
} GrLeft;

/* Particle balance: initial and inserted particles are present, have left through a side of the domain, or were
   removed. Masses count particles that can move; each is an exact sum that is rounded once. */
enum { GR_TALLY_START, GR_TALLY_INSERTED, GR_TALLY_REMOVED, GR_TALLY_LEFT, GR_TALLY_PRESENT, GR_TALLIES };
typedef struct {
  PetscInt64 number[GR_TALLIES];
  double mass[GR_TALLIES]; /* [kg] */
  PetscInt64 missing;      /* start + inserted - removed - left - present */
  double missing_mass;     /* the same balance of the masses, computed before rounding [kg] */
} GrTally;

/* An acting contact. In a chain it is along x. In a contact with a wall the particle is the first body. */
typedef struct {
  PetscInt64 first, second;            /* ids, the lower id first; second 0: a wall */
  int wall;                            /* number of the wall in the input, from 0; -1: no wall */
  double branch[3];                    /* first centre to second centre (its image), or to the contact point [m] */
  double normal[3], overlap, force[3]; /* unit vector along the branch; [m]; force on the first body [N] */
  PetscInt64 body[2];    /* ids of the rigid bodies of the two particles, or of particles without a body; 0: a wall */
  double body_branch[3]; /* the branch between the centres of mass of these bodies [m] */
  double overlap_max;    /* largest overlap in the history of the normal law; the overlap if the law has none [m] */
  double centre[3];      /* centre of the first particle; 0 in a chain [m] */
} GrContact;
typedef void (*GrContactVisit)(void *context, int n, const GrContact contact[]);

/* Result of the static equilibrium of a chain at the start. */
typedef struct {
  PetscInt64 beads; /* beads that can move */
  double load;      /* sum of the absolute values of gravity and forces on these beads [N] */
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

/* Prints one line about the equilibrium, after `mark`; nothing if there was none. */
void GrWorldEquilibriumPrint(GrWorld world, const char *mark, FILE *out);

/* Returns the communicator. */
MPI_Comm GrWorldComm(GrWorld world);

/* Returns the case; of an assembly a copy with the values of the current stage and of GrRunChange. */
const GrCase *GrWorldCase(GrWorld world);

/* Returns the layout of the state on this rank. */
GrLayout GrWorldLayout(GrWorld world);

/* Returns the number of particles that are present on all ranks. */
PetscInt64 GrWorldTotal(GrWorld world);

/* Computes the energies at the committed state u. The first call sets the values of the start. Collective. */
PetscErrorCode GrWorldLedger(GrWorld world, const double *u, GrLedger *ledger);

/* Returns the particles that have left so far, the same numbers on all ranks. */
GrLeft GrWorldLeft(GrWorld world);

/* Writes a text about the particles that have left: "3 through upper_z, 1 past a wall at lower_x"; "" if none has left.
   */
void GrWorldLeftText(GrWorld world, char *text, size_t length);

/* Prints which sides are open, and which sides move with their walls; each line begins with `mark`. For a chain prints
   nothing. */
void GrWorldSidesPrint(GrWorld world, const char *mark, FILE *out);

enum { GR_STEP_REASON_MAX = 768 };

/* Limits of the time step, estimated from the speeds, loads, gravity and precompression of the case. */
typedef struct {
  double stable;                   /* longest stable step [s]; infinite: no contact is expected to be loaded */
  double accurate;                 /* longest step within time.accuracy [s]; infinite: no impact is expected */
  double duration;                 /* duration of the shortest contact in these impacts [s]; 0: there are none */
  double impact_share;             /* largest overlap of an impact at the expected speed, over the smaller radius [1] */
  double rayleigh;                 /* Rayleigh time of the smallest particle [s]; 0: moduli or density are not known */
  char reason[GR_STEP_REASON_MAX]; /* one line of text: both limits, and the contacts that determine them */
} GrStepBound;

/* Computes these limits; for a case with stages their minima over the current and the later stages. Collective. */
PetscErrorCode GrWorldFindStepBound(GrWorld world, GrStepBound *bound);

/* Returns the step [s] of `time.step: auto` before outputs shorten it: the minimum of the accurate step and of
   time.safety times the stable step. */
double GrWorldAutomaticStep(const GrStepBound *bound, const GrTime *time);

#ifdef __cplusplus
}
#endif

#endif
