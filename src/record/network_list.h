/* The contacts that act at a committed state, as rows that can travel (parallel/columns.h). */
#ifndef GRANUM_RECORD_NETWORK_LIST_H
#define GRANUM_RECORD_NETWORK_LIST_H

#include "bulk/output.h"
#include "parallel/columns.h"

/* Columns: three integers, and eleven numbers, of GrContact (granum/world.h). */
enum { GR_CONTACT_KEY, GR_CONTACT_VALUES, GR_CONTACT_COLUMNS };
enum { GR_CONTACT_FIRST, GR_CONTACT_SECOND, GR_CONTACT_WALL, GR_CONTACT_KEYS };
enum {
  GR_CONTACT_BRANCH,
  GR_CONTACT_NORMAL = 3,
  GR_CONTACT_OVERLAP = 6,
  GR_CONTACT_OVERLAP_MAX,
  GR_CONTACT_FORCE,
  GR_CONTACT_NUMBERS = 11
};

/* An empty list. */
PetscErrorCode GrContactListCreate(GrColumns *list);

/* Collective. All contacts of this rank's particles: of a pair, those that the rank has as the first. */
PetscErrorCode GrContactListFill(GrWorld world, const double *u, GrColumns *list);

/* The integers and the numbers of contact i. */
static inline const PetscInt64 *GrContactKey(const GrColumns *list, PetscInt i)
{
  return (const PetscInt64 *)list->data[GR_CONTACT_KEY] + GR_CONTACT_KEYS * (size_t)i;
}

static inline const double *GrContactNumbers(const GrColumns *list, PetscInt i)
{
  return (const double *)list->data[GR_CONTACT_VALUES] + GR_CONTACT_NUMBERS * (size_t)i;
}

/* Contact i. */
GrContact GrContactListAt(const GrColumns *list, PetscInt i);

#endif
