/* The part of the domain that a group fills, of generators that have one: its keys, its check, its periodic axes. */
#ifndef GRANUM_PARTICLE_FILL_PART_H
#define GRANUM_PARTICLE_FILL_PART_H

#include "base/math/row.h"
#include <granum/case.h>

/* Rows of the keys of a struct with double lower[3], upper[3]. */
#define GR_FILL_PART(type)                                                                                             \
  {"lower", GR_GIVEN_POINT,    "the lower corner of the part to fill, that of the domain unless given", "m", "",       \
   ANY,     FIELD(type, lower)},                                                                                       \
  {                                                                                                                    \
    "upper", GR_GIVEN_POINT, "the upper corner of the part to fill, that of the domain unless given", "m", "", ANY,    \
        FIELD(type, upper)                                                                                             \
  }

/* What is not given is that of the domain. NULL, or what is wrong. */
const char *GrFillPartCheck(const GrCase *the_case, double lower[3], double upper[3], GrGeneratorFault *fault);

/* An axis is periodic if the domain is, and the part is as long. */
void GrFillPartPeriodic(const GrCase *the_case, const double lower[3], const double upper[3], PetscBool periodic[3]);

#endif
