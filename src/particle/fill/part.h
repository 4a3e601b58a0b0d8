/* The part of the domain that the generators `lattice` and `random` fill: its keys, checks and periodic axes. */
#ifndef GRANUM_PARTICLE_FILL_PART_H
#define GRANUM_PARTICLE_FILL_PART_H

#include "base/math/row.h"
#include <granum/case.h>

/* Two rows of GrGenerator.keys, for a struct `type` with the members double lower[3], upper[3]. */
#define GR_FILL_PART(type)                                                                                             \
  {"lower", GR_GIVEN_POINT,    "the lower corner of the part to fill, that of the domain unless given", "m", "",       \
   ANY,     FIELD(type, lower)},                                                                                       \
  {                                                                                                                    \
    "upper", GR_GIVEN_POINT, "the upper corner of the part to fill, that of the domain unless given", "m", "", ANY,    \
        FIELD(type, upper)                                                                                             \
  }

/* Checks the corners, and replaces missing corners by the corners of the domain. Returns NULL, or a sentence: the
   problem; the remedy. */
const char *GrFillPartCheck(const GrCase *the_case, double lower[3], double upper[3], GrGeneratorFault *fault);

/* Sets periodic[a] for each axis a. The part is periodic along an axis if the domain is periodic and the part is as
   long as the domain. A shorter part has faces like walls. */
void GrFillPartPeriodic(const GrCase *the_case, const double lower[3], const double upper[3], PetscBool periodic[3]);

#endif
