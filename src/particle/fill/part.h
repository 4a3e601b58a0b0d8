/* The box within the domain that the generators `lattice` and `random` fill with particles. The input keys `lower` and
   `upper` give its corners. */
#ifndef GRANUM_PARTICLE_FILL_PART_H
#define GRANUM_PARTICLE_FILL_PART_H

#include "base/math/row.h"
#include "case/case.h"
#include <stdbool.h>

/* Two rows for the key table of a generator (GrGenerator.keys): the corners of the box. type: the struct that stores
   the keys; it has the members double lower[3], upper[3]. */
#define GR_FILL_PART(type)                                                                                             \
  {"lower", GR_GIVEN_POINT,    "the lower corner of the part to fill; if omitted, of the domain", "m", "",             \
   ANY,     FIELD(type, lower)},                                                                                       \
  {                                                                                                                    \
    "upper", GR_GIVEN_POINT, "the upper corner of the part to fill; if omitted, of the domain", "m", "", ANY,          \
        FIELD(type, upper)                                                                                             \
  }

/* Checks the corners of the box that a generator fills with particles. Replaces a corner that the input omits by the
   corner of the domain. Returns NULL if the box is valid. Otherwise sets *fault (key and error) and returns its
   message, `problem; remedy`. */
const char *GrFillPartCheck(const GrCase *the_case, double lower[3], double upper[3], GrGeneratorFault *fault);

/* Finds the axes along which the box is periodic, and sets periodic[a] for each axis a. The box is periodic along an
   axis if the domain is periodic and the box is as long as the domain. Exception: the box is not periodic along an axis
   if the periodic images beyond its faces are displaced parallel to the faces (domain.cell.offset). Along an axis that
   is not periodic, particles are placed as if the faces of the box were walls. */
void GrFillPartPeriodic(const GrCase *the_case, const double lower[3], const double upper[3], bool periodic[3]);

#endif
