/* Constant data of the beads of a rank, in the order of their ids. Positions and velocities are not here, but in the
   state of the integrator (granum/world.h). */
#ifndef GRANUM_CHAIN_BEADS_H
#define GRANUM_CHAIN_BEADS_H

#include "chain/pair_type.h"
#include <granum/results.h>

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

/* Source of a field of the beads in the results file. STATIC: an array of GrBeads; POSITION, VELOCITY: the state of the
   integrator. */
typedef enum { GR_FIELD_STATIC, GR_FIELD_POSITION, GR_FIELD_VELOCITY } GrFieldKind;

/* A field of the beads in the results file. */
typedef struct {
  GrColumn column;  /* name, type and description of the field */
  GrFieldKind kind; /* where the values of the field are */
  size_t offset;    /* GR_FIELD_STATIC: offset of the array's pointer in GrBeads [bytes] */
} GrField;
extern const GrField GrChainFields[]; /* [GrChainFieldsCount] */
extern const int GrChainFieldsCount;

#endif
