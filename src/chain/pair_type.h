/* Pair types: common data of all contacts between two groups, or inside one group, whose beads are alike. */
#ifndef GRANUM_CHAIN_PAIR_TYPE_H
#define GRANUM_CHAIN_PAIR_TYPE_H

#include "contact/model.h"

typedef struct {
  const GrModel *model;      /* laws and coefficients */
  PetscInt number;           /* number of the pair type in the model */
  const GrInteraction *laws; /* NULL: no contact has this type */
  const GrGroup *group[2];   /* groups of the left and of the right bead */
  PetscBool held;            /* neither bead can move */
  double radius_min;         /* smaller radius of the two beads [m]; the radius of a plane is infinite */
  double rest_overlap;       /* overlap at zero displacement [m]; < 0: a gap */
  double mass_reduced;       /* reduced mass [kg]; the mass of a held bead is infinite */
} GrPairType;

/* Creates the model and the pair types of a chain. A group has, from its first_pair_type on, a pair type for its
   contact with the preceding group, and one for each of its n_beads different beads with the preceding bead. The last
   two pair types are for the contacts of a held left end and of a held right end. `laws` is NULL if there is no such
   contact. Fails by GrFail with GR_EXIT_INPUT if no overlap gives a precompression. */
PetscErrorCode GrChainPairTypesCreate(const GrCase *the_case, GrModel *model, GrPairType **pair_types);

/* Returns the number of pair types. */
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
