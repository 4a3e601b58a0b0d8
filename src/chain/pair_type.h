/* Pair types of contact: what all contacts between two groups (or inside one) share. */
#ifndef GRANUM_CHAIN_PAIR_TYPE_H
#define GRANUM_CHAIN_PAIR_TYPE_H

#include <granum/case.h>

typedef struct {
  const GrLaw *law; /* NULL: no contact of this type exists */
  const GrContactRule *rule;
  const GrGroup *group[2]; /* left, right */
  PetscBool held[2];       /* a held bead counts as infinitely heavy */
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  const GrLaw *adhesion; /* NULL: none; its force is added to that of the law */
  double adhesion_coefficient[GR_LAW_COEFFICIENTS_MAX];
  double reach;         /* of the adhesion [m]; 0 without */
  double radius_min;    /* the smaller radius of the two; a plane has none [m] */
  double rest_overlap;  /* overlap at zero displacement [m]; < 0: a gap */
  double overlap_limit; /* the guard's limit [m] */
  double mass_min;      /* the lighter of the two that can move [kg]; infinite if both are held */
  double mass_reduced;  /* [kg] */
} GrPairType;

/* Pair types of a group, from its first_pair_type on: one for the contact with the group before it, and one for each of its
   n_beads different beads, for the contact of such a bead with the one before it in the group. After those of all
   groups one for the contact of a held left end and one for that of a held right end. `law` is NULL where no such
   contact exists. */
PetscErrorCode GrPairTypesCreate(const GrCase *the_case, GrPairType **pair_types);
int GrPairTypesCount(const GrCase *the_case);

/* Are contacts of these pair types evaluated alike? So are both of a chain of two alternating beads. */
PetscBool GrPairTypesAlike(const GrPairType *a, const GrPairType *b);

/* The pair type of the contact between bead id - 1 and bead id (2 <= id <= number of beads). */
int GrPairTypeOf(const GrCase *the_case, PetscInt64 id);

/* The group of a bead, by its id. */
const GrGroup *GrChainGroup(const GrCase *the_case, PetscInt64 id);

/* The static force at this overlap, law and adhesion, first loading [N]. */
double GrPairTypeForce(const GrPairType *type, double overlap);

/* Static work done to reach this overlap on first loading from beyond the adhesion's reach: recoverable + spent [J].
   Without adhesion it rises from 0 at the first touch; with it, from its lowest value where the force is 0. */
double GrPairTypeWork(const GrPairType *type, double overlap);

/* Longest stable step of central differences at this overlap [s]: min of sqrt(m/k) and m/(2 c). */
double GrPairTypeStep(const GrPairType *type, double overlap);

/* Smallest overlap in (lower, upper] at which f, which increases there, reaches `target`; `upper` if it never does. */
double GrPairTypeInvert(const GrPairType *type, double (*f)(const GrPairType *, double), double target, double lower,
                        double upper);

/* The overlap at which the static force is zero: 0 without adhesion. */
double GrPairTypeEquilibrium(const GrPairType *type);

/* What a message calls the laws of a pair type: "NAME" or "NAME with adhesion NAME". */
void GrPairTypeLaws(const GrPairType *type, char *text, size_t length);

#endif
