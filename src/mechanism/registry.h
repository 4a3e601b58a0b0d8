/* The mechanisms in the table of src/mechanism/registry.c. */
#ifndef GRANUM_MECHANISM_REGISTRY_H
#define GRANUM_MECHANISM_REGISTRY_H

#include <granum/mechanism.h>
#include <math.h>

/* Ranges in rows of parameters: lower and upper bound, whether each is excluded. */
#define ABOVE_ZERO 0, INFINITY, true, true
#define FROM_ZERO 0, INFINITY, false, true
#define ANY_NUMBER -INFINITY, INFINITY, true, true

extern const GrMechanism GrMechanism_impact_damper;
extern const GrMechanism GrMechanism_slider_crank_block;
extern const GrMechanism GrMechanism_slider_crank_clearance;

#endif
