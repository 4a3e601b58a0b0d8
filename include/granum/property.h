/* granum/property.h: properties of particles that a program adds, such as a charge or a heat capacity.

   A property is one number per particle of an assembly (dimension 2 or 3). The program describes the property by a
   GrProperty and calls GrPropertyRegister before it reads a case. In the input, the name of the property is then a key
   of each group of particles. A custom force (granum/force.h) may read the values.
   granum copies the value to ghosts, moves it with the particle to other ranks, and writes it to checkpoints. It writes
   the values once to results.h5, as the dataset particles/grains/NAME. `granum diff` compares them.

   All particles of a group have the same value, except with two generators of particles. The generator `file` reads a
   value per particle from the column NAME of the CSV file, if the column exists. The generator `previous` copies the
   values from the earlier run, if that run had the property. */
#ifndef GRANUM_PROPERTY_H
#define GRANUM_PROPERTY_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_PROPERTIES_MAX = 8 };

/* Description of a property: a number that each particle of an assembly has, such as its charge. */
typedef struct GrProperty {
  /* name of the property: key of a group in the input, and name of the dataset in the results */
  const char *name;
  const char *unit;        /* SI unit of the values; "1": dimensionless */
  const char *description; /* meaning of the values, a noun phrase */
  const char *fallback;    /* default value, written as in the input, such as "0"; NULL: each group must give a value */
  double lower, upper;     /* smallest and largest valid value */
} GrProperty;

/* Returns property number `index`, from 0, in the order of registration. NULL: there are fewer properties. */
const GrProperty *GrPropertyAt(int index);

/* Adds a property to the list of properties. The program must not free or change *property afterwards. Returns 0 on
   success. Returns 1 if a property or a field of granum, such as mass, has this name, if a text is missing, or if there
   are already GR_PROPERTIES_MAX properties. */
int GrPropertyRegister(const GrProperty *property);

#ifdef __cplusplus
}
#endif

#endif
