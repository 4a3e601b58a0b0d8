/* The list of the generators of particles (granum/generator.h). To add a generator: write src/particle/fill/NAME.c,
   which defines `const GrGenerator GrGenerator_NAME`, and add ROW(NAME) to the list. */
#ifndef GRANUM_PARTICLE_FILL_REGISTRY_H
#define GRANUM_PARTICLE_FILL_REGISTRY_H

#include <granum/generator.h>

#define GR_GENERATORS(ROW) ROW(lattice), ROW(random), ROW(file), ROW(previous), ROW(at), ROW(insert)
#define GR_GENERATORS_NAME(name) GrGenerator_##name
extern const GrGenerator GR_GENERATORS(GR_GENERATORS_NAME);

/* Fills *fault with an error that a generator has found in the input, and returns its message. key: the input key with
   the error. what: the value is wrong, the key must not be there, or the key is missing (GrWrong). format: text
   "PROBLEM; REMEDY" of the message, as for printf. */
const char *GrGeneratorComplain(GrGeneratorFault *fault, const char *key, GrWrong what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
