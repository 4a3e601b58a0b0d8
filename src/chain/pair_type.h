/* Pair types of a chain: common data of all contacts between beads with equal properties, between two groups or within
   a group. */
#ifndef GRANUM_CHAIN_PAIR_TYPE_H
#define GRANUM_CHAIN_PAIR_TYPE_H

#include "contact/model.h"

typedef struct {
  const GrModel *model;      /* laws and coefficients */
  PetscInt number;           /* number of the pair type in the contact model */
  const GrInteraction *laws; /* contact rule with its laws; NULL: no contact has this pair type */
  const GrGroup *group[2];   /* groups of the left and of the right bead */
  PetscBool held;            /* whether neither bead can move */
  double radius_min;         /* smaller radius of the two beads [m]; the radius of a plane is infinite */
  double rest_overlap;       /* overlap at zero displacement [m]; < 0: a gap */
  double mass_reduced;       /* reduced mass [kg]; the mass of a held bead is infinite */
} GrPairType;

/* Creates the model and the pair types of a chain. From number GrGroup.first_pair_type on, a group has a pair type for
   its contact with the previous group, and then one for each of its n_beads different beads in contact with the
   previous bead. The last two pair types are for the contacts of a held bead at the left end and at the right end of
   the chain. GrPairType.laws is NULL if there is no such contact. Fails by GrFail with GR_EXIT_INPUT if the force of a
   precompression cannot be reached at any overlap. */
PetscErrorCode GrChainPairTypesCreate(const GrCase *the_case, GrModel *model, GrPairType **pair_types);

/* Returns how many pair types a chain has. */
int GrChainPairTypesCount(const GrCase *the_case);

/* Returns the number of the pair type of the contact between bead id - 1 and bead id (2 <= id <= number of beads). */
int GrChainPairTypeOf(const GrCase *the_case, PetscInt64 id);

/* Returns the group of a bead. */
const GrGroup *GrChainGroup(const GrCase *the_case, PetscInt64 id);

/* Returns the reach and the overlap limit of a pair type. */
static inline const GrNearness *GrChainPairTypeSpan(const GrPairType *type)
{
  return &type->model->span[type->number];
}

/* Returns mass, radius and reach of a pair type. */
static inline const GrModelPairType *GrChainPairTypeModel(const GrPairType *type)
{
  return &type->model->pair_type[type->number];
}

#endif
