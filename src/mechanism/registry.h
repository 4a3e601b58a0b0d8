/* The mechanisms in the table of src/mechanism/registry.c. */
#ifndef GRANUM_MECHANISM_REGISTRY_H
#define GRANUM_MECHANISM_REGISTRY_H

#include "law/rows.h"
#include <granum/mechanism.h>

extern const GrMechanism GrMechanism_impact_damper, GrMechanism_slider_crank_block, GrMechanism_slider_crank_clearance;

#endif
