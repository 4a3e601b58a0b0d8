/* partners: the pairs of the spheres of one leaf of the tree; the innermost part of the search. */
#ifndef GRANUM_CONTACT_NEIGHBOUR_PARTNERS_H
#define GRANUM_CONTACT_NEIGHBOUR_PARTNERS_H

#include "contact/neighbour/entries.h"
#include "contact/neighbour/pairs.h"

/* Working memory; all arrays grow geometrically. Start from {0}; end with GrPartnersDestroy. */
typedef struct {
  /* Candidates: spheres near the box of the leaf, in ascending (leaf, shift, place). */
  PetscInt n, capacity;
  PetscBool shifted; /* images are among them */
  uint64_t *entry;   /* [n] */
  uint64_t *near;    /* [n / 64 + 1][GR_FAN] of 64 candidates, for each sphere of the leaf: a bit each */

  /* The pairs found: place of the later sphere; entry of the earlier, whose shift is that of the later relative to
     it. */
  PetscInt n_found;
  PetscInt *later;
  uint64_t *earlier;
} GrPartners;

PetscErrorCode GrPartnersDestroy(GrPartners *partners);

/* Appends the pairs of the spheres of `leaf` with those that come before them in `near`: the leaves near it, in
   ascending order. */
PetscErrorCode GrPartnersList(GrPartners *partners, const GrSpheres *spheres, const GrTree *tree, PetscInt leaf,
                              const GrEntries *near, const GrOffsets offsets, GrPairs *pairs);

#endif
