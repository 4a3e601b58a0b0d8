/* Pair types of a chain. Contacts have the same pair type if their beads have equal properties and groups. */
#ifndef GRANUM_CHAIN_PAIR_TYPE_H
#define GRANUM_CHAIN_PAIR_TYPE_H

#include "contact/model.h"
#include <stdbool.h>

/* A pair type of a chain: the properties of all contacts between beads of equal properties and groups. */
typedef struct {
  const GrModel *model;      /* contact model, which has the coefficients of the laws */
  PetscInt number;           /* index of the pair type in the contact model */
  const GrInteraction *laws; /* laws of the contact; NULL: no contact of the chain has this pair type */
  const GrGroup *group[2];   /* groups of the left bead and of the right bead */
  bool held;                 /* whether both beads are fixed or have a prescribed motion */
  double radius_min;         /* smaller radius of the two beads [m]; a plane has an infinite radius */
  double rest_overlap;       /* overlap if both beads are at their reference positions [m]; < 0: a gap */
} GrPairType;

/* Creates the contact model and the array of pair types of a chain. A group repeats a sequence of n_beads beads. The
   array has this order:
     for each group, from index GrGroup.first_pair_type on:
       1 pair type         contact between the last bead of the previous group and the first bead of this group
       n_beads pair types  for each bead of the sequence: its contact with the bead before it in the group
     1 pair type           contact of the first two beads, if the first bead is fixed as the end of the chain
     1 pair type           contact of the last two beads, if the last bead is fixed as the end of the chain
   GrPairType.laws is NULL if the chain has no contact of the type. Fails by GrFail with GR_EXIT_INPUT if no overlap
   gives the static force that the input prescribes (precompression). */
PetscErrorCode GrChainPairTypesCreate(const GrCase *the_case, GrModel *model, GrPairType **pair_types);

/* Returns the number of pair types of a chain. */
int GrChainPairTypesCount(const GrCase *the_case);

/* Returns the index of the pair type of the contact between the beads with ids id - 1 and id. id: from 2 to the number
   of beads. */
int GrChainPairTypeOf(const GrCase *the_case, PetscInt64 id);

/* Returns the group of the bead with this id. */
const GrGroup *GrChainGroup(const GrCase *the_case, PetscInt64 id);

/* Returns the squared centre distance at which contacts of a pair type begin to act, and their overlap limit. */
static inline const GrNearness *GrChainPairTypeSpan(const GrPairType *type)
{
  return &type->model->pairs.span[type->number];
}

/* Returns reduced mass, effective radius and reach of a pair type. The reach is the largest gap at which a law acts. */
static inline const GrModelPairType *GrChainPairTypeModel(const GrPairType *type)
{
  return &type->model->pairs.type[type->number];
}

#endif
