/* The generators that src/particle/fill/registry.c lists. */
#ifndef GRANUM_PARTICLE_FILL_REGISTRY_H
#define GRANUM_PARTICLE_FILL_REGISTRY_H

#include <granum/generator.h>

extern const GrGenerator GrGenerator_lattice;
extern const GrGenerator GrGenerator_random;
extern const GrGenerator GrGenerator_file;
extern const GrGenerator GrGenerator_previous;
extern const GrGenerator GrGenerator_at;
extern const GrGenerator GrGenerator_insert;

#endif
