/* The mechanisms that src/mechanism/registry.c lists. */
#ifndef GRANUM_MECHANISM_REGISTRY_H
#define GRANUM_MECHANISM_REGISTRY_H

#include "law/rows.h"
#include <granum/mechanism.h>

extern const GrMechanism GrMechanism_impact_damper, GrMechanism_slider_crank_block, GrMechanism_slider_crank_clearance;

#endif
