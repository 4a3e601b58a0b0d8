/* The list of mechanisms (granum/mechanism.h). To add a mechanism, write src/mechanism/NAME.c, which defines `const
   GrMechanism GrMechanism_NAME`, and add NAME to this list. */
#ifndef GRANUM_MECHANISM_REGISTRY_H
#define GRANUM_MECHANISM_REGISTRY_H

#include "law/rows.h"
#include <granum/mechanism.h>

#define GR_MECHANISMS(ROW) ROW(impact_damper), ROW(slider_crank_block), ROW(slider_crank_clearance)
#define GR_MECHANISMS_NAME(name) GrMechanism_##name
extern const GrMechanism GR_MECHANISMS(GR_MECHANISMS_NAME);

#endif
