/* granum/property.h: properties of particles that a program adds, such as a charge or a heat capacity.

   A property is one number per particle of an assembly (dimension 2 or 3). A program describes it by one row and calls
   GrPropertyRegister before it reads a case. The name is then a key of every group of `particles`. granum copies the
   value to ghosts and moves it with the particle to other ranks. Checkpoints have it. It is written once to results.h5
   as particles/grains/NAME with unit and description, and `granum diff` compares it. A force of the program
   (granum/force.h) reads it.

   Two generators set a property of each particle, in place of the value of the group: `file`, if the CSV file has a
   column NAME, and `previous`, if the earlier run had the property. */
#ifndef GRANUM_PROPERTY_H
#define GRANUM_PROPERTY_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_PROPERTIES_MAX = 8 };

typedef struct GrProperty {
  /* name of the property: key of a group in the input, and name of the dataset in the results */
  const char *name;
  const char *unit;        /* SI unit, "1" if dimensionless */
  const char *description; /* a noun phrase */
  const char *fallback;    /* default as written in the input, such as "0"; NULL: every group must give a value */
  double lower, upper;     /* range of valid values, both included */
} GrProperty;

/* Returns property number `index` in the order of registration; NULL after the last. */
const GrProperty *GrPropertyAt(int index);

/* Registers a property. The caller must not free its descriptor. Returns 0, or 1 if the name is taken by a property or
   by another field of particles, a text is missing, or GR_PROPERTIES_MAX properties are registered. */
int GrPropertyRegister(const GrProperty *property);

#ifdef __cplusplus
}
#endif

#endif
