/* Chains of beads: a world of dimension 1 (granum/world.h). */
#ifndef GRANUM_CHAIN_CHAIN_H
#define GRANUM_CHAIN_CHAIN_H

#include "chain/beads.h"
#include "chain/contacts.h"
#include "chain/drive.h"
#include "parallel/chain_halo.h"
#include "world/world_impl.h"

/* A chain: the part of its data that this rank stores. n: number of beads of this rank. */
struct GrChain_ {
  GrModel model;            /* contact model: laws, and their coefficients for each pair type */
  GrPairType *pair_types;   /* [GrChainPairTypesCount] contact rule, radius and rest overlap of each pair type */
  GrBeads particles;        /* the beads of this rank */
  GrParallelChainHalo halo; /* copies of the two neighbouring beads on other ranks (ghosts) */
  GrChainContacts contacts; /* contacts of the beads of this rank */
  double *constant_force;   /* [n] constant force on each bead, for example gravity [N]; NULL: no constant forces */
  GrChainDrives drives;     /* prescribed motions of beads, and custom forces */
  /* state of the beads in the current evaluation of forces: n displacements, then n velocities (granum/world.h) */
  const double *state;
  double *acceleration; /* [n] accelerations in the last completed step, which the integrator reads [m/s^2] */
  double *restored;     /* state from the checkpoint of a resumed run; NULL: the run is new */
};

/* Returns the pair type of contact number `slot`, between the beads slot - 1 and slot of this rank. */
static inline const GrPairType *GrChainPairType(GrWorld world, PetscInt64 slot)
{
  return &world->chain->pair_types[GrChainPairTypeOf(world->the_case, world->chain->particles.rows.first + slot + 1)];
}

/* Returns how many numbers per bead the state has. GR_CHAIN_VERLET: displacement and velocity. GR_CHAIN_RK: also the
   energy that dashpots have dissipated. GR_CHAIN_PARTS: also the work of prescribed motions and applied forces. */
PetscInt GrChainParts(const GrCase *the_case);

/* The following functions are entries of the table GrChainOps (GrWorldOps, world/world_impl.h). */
/* Adds the overlaps of the contacts of this rank in the initial state to `overlaps`. */
void GrChainOverlaps(GrWorld world, GrOverlaps *overlaps);
/* Writes to name[length] the name that messages use for the bead with this id. */
PetscErrorCode GrChainName(GrWorld world, PetscInt64 id, size_t length, char *name);
/* Returns a sentence for the message about a large initial overlap: how to avoid this overlap. */
const char *GrChainOverlapRemedy(GrWorld world, const GrOverlap *overlap);
/* Computes the longest stable and the longest accurate time step. Collective. */
PetscErrorCode GrChainStepBound(GrWorld world, GrStepBound *bound);
/* Passes the time step of the run [s] to the stability check. */
void GrChainSetStep(GrWorld world, double step);
/* Computes typical values of length [m], speed [m/s] and energy [J], scales for the error control of the time step. */
void GrChainScales(GrWorld world, double *length, double *speed, double *energy);
/* Adds the energies [J] of the beads and contacts of this rank in the state u to `sum`. */
PetscErrorCode GrChainEnergies(GrWorld world, const double *u, GrSum sum[GR_SUM_ENERGIES]);
/* Writes a message about the first contact of this rank that exceeded its overlap limit to message[GR_MESSAGE_MAX]. */
void GrChainDescribeFault(GrWorld world, char *message);
/* Checks whether state, forces and contact histories at the committed state u are finite (finite.c). Keeps the first
   bead with a number that is not. */
void GrChainCheckFinite(GrWorld world, const double *u);
/* Finds the bead of this rank with the largest share of an energy (GR_SUM_...): of the kinetic energy for energies of
   which beads have no shares. */
PetscErrorCode GrChainFindLargestShare(GrWorld world, const double *u, int energy, double *most, PetscInt64 *id);
/* Calls `visit` for the contacts of this rank that act in the state u. context: first argument of `visit`. */
PetscErrorCode GrChainVisitContacts(GrWorld world, const double *u, GrContactVisit visit, void *context);
/* Writes the data of the chain at the committed state u to a checkpoint. Collective. */
PetscErrorCode GrChainSave(GrWorld world, const double *u, GrCheckpoint file);
/* Reads the data of the chain from a checkpoint. Collective. */
PetscErrorCode GrChainRestore(GrWorld world, GrCheckpoint file);

/* Returns the table of the beads of this rank (GrChainFields), which shares the arrays of the chain. state: of the
   integrator; NULL: its columns have no values. The columns that the case does not have are empty. */
GrParallelColumns GrChainTable(GrWorld world, const double *state);

/* Returns how many numbers a checkpoint stores for each bead and for the contact to the right of the bead. */
int GrChainSavedNumbers(GrWorld world);

/* ---- equilibrium.c ---- */
/* Moves beads to static equilibrium, for the groups of beads that the input key `equilibrium` lists. Sets
   world->equilibrium. Each segment of beads that can move is solved separately. A segment ends at held beads (which
   cannot move) or at the end of a group. Fails by GrFail. GR_EXIT_INPUT: a contact cannot carry its load, or a loaded
   segment has no held bead at either end. GR_EXIT_PHYSICS: the beads of a segment do not fit between its held beads.
   Collective. */
PetscErrorCode GrChainEquilibriumFind(GrWorld world);

/* Sets the rest overlap of each pair type to the largest overlap that its contacts have in static equilibrium. The
   stability bound of the time step uses this overlap. Collective. */
PetscErrorCode GrChainEquilibriumPairTypes(GrWorld world);

#endif
