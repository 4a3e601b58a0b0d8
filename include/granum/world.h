/* granum/world.h: the particles of a case spread over ranks, their contacts, and one evaluation of all forces.

   The state of the particles that a rank owns is one array; its layout follows from the dimension:
     GR_LAYOUT_CHAIN  beads on a line (dimension 1): [x | v], n numbers each; with an integrator that integrates the
                      work a third part, the energy that the dashpot on the right of each bead has taken [J], and, if
                      any motion is prescribed or the program has a force, a fourth, the work of either on each bead
                      [J]. Each rank owns one contiguous part of the chain. x is the displacement [m] from the bead's
                      reference position, which keeps overlaps exact however long the chain is: a bead 5 km down the
                      line would otherwise resolve its overlap to 1e-12 m only.
     GR_LAYOUT_BULK   spheres (dimension 2 and 3): position, velocity and spin of one particle after the other, 9
                      numbers each [m], [m/s], [rad/s]. Who owns what changes from epoch to epoch.

   Epochs: between two rebuilds of the neighbourhood ownership, candidates and the layout of the state are fixed. A
   chain, whose order cannot change, is one epoch. */
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
enum { GR_STATE = 9, GR_RATES = 6 }; /* numbers per particle in space: of the state, of the accelerations */

typedef struct {
  GrLayoutKind kind;
  PetscInt n;      /* particles of this rank */
  PetscInt length; /* of the state on this rank */
} GrLayout;

/* Energy of the whole system [J]. The ledger balances when residual stays near zero. */
typedef struct {
  double kinetic;               /* of particles, and of walls that move freely */
  double elastic;               /* what the contacts would give back */
  double dissipated_viscous;    /* work of the normal dashpots since the start */
  double dissipated_frictional; /* work against sliding, rolling and twisting since the start, less what their springs
                                   hold */
  double dissipated_plastic;    /* consumed by the contacts' histories since the start */
  double dissipated_bonds;      /* of bonds that broke since the start */
  double dissipated_drag;       /* taken by the fluid since the start */
  double carried_out;           /* taken along by particles that left or were taken out: their own and that of their
                                   contacts */
  double taken_by_changes;      /* by changes from stage to stage: of what contacts and walls held before */
  double external_work; /* work of gravity, other forces, moving walls and prescribed motions since the start; of
                                   a wall that moves freely, the work of its load */
  double brought_in;    /* by particles that came after the start */
  double residual; /* kinetic + elastic + dissipated + carried_out + taken - external_work - brought_in - their value
                        at the start */
} GrLedger;

/* Sides of the domain, lower ones before upper ones: as `side` of a wall names them. */
enum { GR_SIDES = 6 };
extern const char *const GrSideNames[GR_SIDES];

/* Particles that have left the domain since the start, by the side beyond which they were found. None leaves on a
   line. */
typedef struct {
  PetscInt64 open[GR_SIDES];       /* no wall stands at the side */
  PetscInt64 past_walls[GR_SIDES]; /* a wall does, and they came to be behind it */
} GrLeft;

/* Where all particles are: those of the start and those that came are there, left through a side of the domain, or were
   taken out. Masses are those of particles that can move, each an exact sum that was rounded once. */
enum { GR_TALLY_START, GR_TALLY_INSERTED, GR_TALLY_REMOVED, GR_TALLY_LEFT, GR_TALLY_PRESENT, GR_TALLIES };
typedef struct {
  PetscInt64 number[GR_TALLIES];
  double mass[GR_TALLIES]; /* [kg] */
  PetscInt64 missing;      /* start + inserted - removed - left - present */
  double missing_mass;     /* the same of the masses, before any is rounded [kg] */
} GrTally;

/* A contact that acts at an instant. Those of a chain are along x; what a wall pushes is the first. */
typedef struct {
  PetscInt64 first, second; /* ids, the lower one first; second 0: a wall */
  int wall;                 /* its number in the input, from 0; -1: none */
  double branch[3];         /* centre of first to centre of second (its image), or to the point of contact [m] */
  double normal[3], overlap, force[3]; /* unit vector along the branch; [m]; on the first [N] */
  double overlap_max; /* largest overlap that its normal law remembers; the overlap if it remembers none [m] */
} GrContact;
typedef void (*GrContactVisit)(void *context, int n, const GrContact contact[]);

/* How a chain was brought to rest before the start. */
typedef struct {
  PetscInt64 beads; /* that were free to move */
  double load;      /* gravity and forces on them, absolute values added up [N] */
  double residual;  /* largest net force on a bead that is left [N] */
  double seconds;   /* wall time */
} GrEquilibrium;

/* Builds particles, contacts and halo. A chain is brought to equilibrium here, if the case wants that. The case must
 * outlive the world. Collective. */
PetscErrorCode GrWorldCreate(MPI_Comm comm, const GrCase *the_case, GrWorld *world);
PetscErrorCode GrWorldDestroy(GrWorld *world);

/* NULL if the world did not start from an equilibrium, or goes on from a checkpoint. */
const GrEquilibrium *GrWorldEquilibrium(GrWorld world);

/* One line about it, with `mark` before it; none if there is none. */
void GrWorldEquilibriumPrint(GrWorld world, const char *mark, FILE *out);

MPI_Comm GrWorldComm(GrWorld world);
const GrCase *GrWorldCase(GrWorld world);
GrLayout GrWorldLayout(GrWorld world);
PetscInt64 GrWorldTotal(GrWorld world); /* particles that are there, on all ranks */

/* The ledger at the committed state u. The first call fixes the start. Collective. */
PetscErrorCode GrWorldLedger(GrWorld world, const double *u, GrLedger *ledger);

/* Those that have left so far, the same on all ranks; a text about them, "" if there are none: "3 through upper_z, 1
   past a wall at lower_x". */
GrLeft GrWorldLeft(GrWorld world);
void GrWorldLeftText(GrWorld world, char *text, size_t length);

/* Prints, line by line with `mark` before each: which sides are open, and which sides go along with walls that move
   away. On a line: nothing. */
void GrWorldSidesPrint(GrWorld world, const char *mark, FILE *out);

enum { GR_STEP_REASON_MAX = 768 };

/* Limits of the time step, estimated from the speeds, loads, gravity and precompression of the case. */
typedef struct {
  double stable;                   /* longest stable step [s]; infinite: no contact is expected to be loaded */
  double accurate;                 /* longest step within time.accuracy [s]; infinite: no impact is expected */
  double duration;                 /* duration of the shortest contact in these impacts [s]; 0: there are none */
  double rayleigh;                 /* Rayleigh time of the smallest particle [s]; 0: moduli or density are not known */
  char reason[GR_STEP_REASON_MAX]; /* one line: both limits, and the contacts that set them */
} GrStepBound;

/* Finds these limits; for a case with stages the smallest ones of the present and later stages. Collective. */
PetscErrorCode GrWorldFindStepBound(GrWorld world, GrStepBound *bound);

/* Step [s] of `time.step: auto` before outputs shorten it: time.safety of the stable step, or the accurate step. */
double GrWorldAutomaticStep(const GrStepBound *bound, const GrTime *time);

#ifdef __cplusplus
}
#endif

#endif
