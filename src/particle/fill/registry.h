/* The list of the generators of particles (granum/generator.h). To add a generator: write src/particle/fill/NAME.c,
   which defines `const GrGenerator GrGenerator_NAME`, and add ROW(NAME) to the list. */
#ifndef GRANUM_PARTICLE_FILL_REGISTRY_H
#define GRANUM_PARTICLE_FILL_REGISTRY_H

#include <granum/generator.h>

#define GR_GENERATORS(ROW) ROW(lattice), ROW(random), ROW(file), ROW(previous), ROW(at), ROW(insert)
#define GR_GENERATORS_NAME(name) GrGenerator_##name
extern const GrGenerator GR_GENERATORS(GR_GENERATORS_NAME);

/* Stores an error in the input key `key` of a generator in *fault. what: whether the value, the key itself or its
   absence is wrong. format: text "PROBLEM; REMEDY" of the message, as for printf. Returns the message. */
const char *GrGeneratorComplain(GrGeneratorFault *fault, const char *key, GrWrong what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
