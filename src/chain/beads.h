/* Constant data of the beads of a rank, in the order of their ids. Positions and velocities are not here, but in the
   state of the integrator (granum/world.h). */
#ifndef GRANUM_CHAIN_BEADS_H
#define GRANUM_CHAIN_BEADS_H

#include "chain/pair_type.h"
#include "table/fields.h"

/* Beads that this rank owns; each array has n elements. */
typedef struct {
  GrRows rows;          /* range of the beads of this rank in the chain */
  PetscInt n;           /* number of beads of this rank, equal to rows.count */
  PetscInt64 *id;       /* ids, from 1 */
  PetscInt64 *species;  /* number of the material in the input, from 1 */
  double *reference;    /* reference position: the position of each bead at displacement 0 [m] */
  double *radius;       /* radius [m]; 0: the bead is a plane */
  double *mass;         /* mass [kg]; 0: a plane that is fixed or has a prescribed motion */
  double *inverse_mass; /* 1/mass [1/kg]; 0: the bead is fixed or has a prescribed motion */
} GrBeads;

/* Creates the beads in the range `rows` of the chain. The reference position of bead 1 is x = 0. The distance of two
   neighbours is chosen so that their contact has its rest overlap (GrPairType.rest_overlap). The data of a bead depend
   only on the input, not on the rank that computes them. */
PetscErrorCode GrChainGenerate(const GrCase *the_case, const GrPairType *pair_types, GrRows rows, GrBeads *particles);

/* Returns the initial velocity of a bead [m/s]. */
double GrChainVelocity(const GrCase *the_case, PetscInt64 id);

/* Columns of the table of the beads in files. The four columns from GR_BEAD_DISPLACEMENT are the parts of the state of
   the integrator (granum/world.h). */
enum {
  GR_BEAD_ID,
  GR_BEAD_SPECIES,
  GR_BEAD_RADIUS,
  GR_BEAD_MASS,
  GR_BEAD_POSITION,
  GR_BEAD_DISPLACEMENT,
  GR_BEAD_VELOCITY,
  GR_BEAD_DISSIPATED,
  GR_BEAD_DRIVE_WORK,
  GR_BEAD_ACCELERATION,
  GR_BEAD_DRIVE_POWER,
  GR_BEAD_REFERENCE,
  GR_BEAD_COLUMNS
};

/* The fields of a bead: one per column. The column GR_BEAD_POSITION is empty; its writer computes the positions. */
extern const GrFields GrChainFields;

#endif
