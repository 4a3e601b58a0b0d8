/* Particles: what a rank knows of the beads it owns, in id order. Positions and velocities are the integrator's
 * (world.h). */
#ifndef GRANUM_CHAIN_BEADS_H
#define GRANUM_CHAIN_BEADS_H

#include "chain/pair_type.h"
#include <granum/results.h>

typedef struct {
  GrRows rows;
  PetscInt n;           /* = rows.count */
  PetscInt64 *id;       /* from 1 */
  PetscInt64 *species;  /* position of the material in the input, from 1 */
  double *reference;    /* position at zero displacement [m] */
  double *radius;       /* [m]; 0: a plane */
  double *mass;         /* [kg]; 0: a plane that is held or driven */
  double *inverse_mass; /* [1/kg]; 0: the bead is held or driven */
} GrBeads;

/* Sets the rank's share of the chain: bead 1 at x = 0, each next one at its rest distance. The result of every bead
   depends on the input alone, not on the rank that computes it. */
PetscErrorCode GrChainGenerate(const GrCase *the_case, const GrPairType *pair_types, GrRows rows, GrBeads *particles);
PetscErrorCode GrChainBeadsDestroy(GrBeads *particles);

/* Initial velocity of a bead [m/s]. */
double GrChainVelocity(const GrCase *the_case, PetscInt64 id);

/* One row per field of a particle that is written: static fields are arrays of GrBeads, the others come from the
 * state. */
typedef enum { GR_FIELD_STATIC, GR_FIELD_POSITION, GR_FIELD_VELOCITY } GrFieldKind;
typedef struct {
  GrColumn column;
  GrFieldKind kind;
  size_t offset; /* of the array's pointer in GrBeads, for static fields */
} GrField;
extern const GrField GrBeadFields[];
extern const int GrBeadFieldsCount;

#endif
