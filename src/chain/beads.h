/* The beads of a rank, in the order of their ids. Their positions and velocities are not in this struct but in the
   state of the integrator (granum/world.h). */
#ifndef GRANUM_CHAIN_BEADS_H
#define GRANUM_CHAIN_BEADS_H

#include "chain/pair_type.h"
#include <granum/results.h>

typedef struct {
  GrRows rows;
  PetscInt n;           /* number of beads of this rank, rows.count */
  PetscInt64 *id;       /* ids, from 1 */
  PetscInt64 *species;  /* number of the material in the input, from 1 */
  double *reference;    /* reference position: position of each bead at zero displacement [m] */
  double *radius;       /* [m]; 0: a plane */
  double *mass;         /* [kg]; 0: a plane that is held or driven */
  double *inverse_mass; /* [1/kg]; 0: the bead is held or driven */
} GrBeads;

/* Creates the beads `rows` of the chain: bead 1 at x = 0, each following bead at its rest distance from the previous
   bead. The data of a bead depend only on the input, not on the rank that computes them. */
PetscErrorCode GrChainGenerate(const GrCase *the_case, const GrPairType *pair_types, GrRows rows, GrBeads *particles);

/* Frees the arrays. */
PetscErrorCode GrChainBeadsDestroy(GrBeads *particles);

/* Returns the initial velocity of a bead [m/s]. */
double GrChainVelocity(const GrCase *the_case, PetscInt64 id);

/* A field of the beads in the results file. Static fields are arrays of GrBeads; position and velocity are taken from
   the state. */
typedef enum { GR_FIELD_STATIC, GR_FIELD_POSITION, GR_FIELD_VELOCITY } GrFieldKind;
typedef struct {
  GrColumn column;
  GrFieldKind kind;
  size_t offset; /* static fields: offset in GrBeads of the pointer to the array [bytes] */
} GrField;
extern const GrField GrChainFields[]; /* [GrChainFieldsCount] */
extern const int GrChainFieldsCount;

#endif
