/* Pair types of contact: what all contacts between two groups (or inside one) share. */
#ifndef GRANUM_CHAIN_PAIR_TYPE_H
#define GRANUM_CHAIN_PAIR_TYPE_H

#include "contact/model.h"

typedef struct {
  const GrModel *model;      /* what laws know of the pairs of a chain */
  PetscInt number;           /* of the pair type there */
  const GrInteraction *laws; /* NULL: no contact of this type exists */
  const GrGroup *group[2];   /* left, right */
  PetscBool held;            /* neither bead can move */
  double radius_min;         /* the smaller radius of the two; a plane has none [m] */
  double rest_overlap;       /* overlap at zero displacement [m]; < 0: a gap */
  double mass_reduced;       /* [kg]; a held bead counts as infinitely heavy */
} GrPairType;

/* Pair types of a group, from its first_pair_type on: one for the contact with the group before it, and one for each of
   its n_beads different beads, for the contact of such a bead with the one before it in the group. After those of all
   groups one for the contact of a held left end and one for that of a held right end. `law` is NULL where no such
   contact exists. */
PetscErrorCode GrChainPairTypesCreate(const GrCase *the_case, GrModel *model, GrPairType **pair_types);
int GrChainPairTypesCount(const GrCase *the_case);

/* The pair type of the contact between bead id - 1 and bead id (2 <= id <= number of beads). */
int GrChainPairTypeOf(const GrCase *the_case, PetscInt64 id);

/* The group of a bead, by its id. */
const GrGroup *GrChainGroup(const GrCase *the_case, PetscInt64 id);

/* What the model knows of a pair type. */
static inline const GrNearness *GrChainPairTypeSpan(const GrPairType *type)
{
  return &type->model->span[type->number];
}

static inline const GrModelPairType *GrChainPairTypeModel(const GrPairType *type)
{
  return &type->model->pair_type[type->number];
}

#endif
