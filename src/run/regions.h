/* What `granum check` says of particles that come and go, by the case: what comes in, where, when and how much; what is
   taken out; what is counted. Without any nothing. Lines with `mark` before each. */
#ifndef GRANUM_RUN_REGIONS_H
#define GRANUM_RUN_REGIONS_H

#include "world/world_impl.h"
#include <stdio.h>

void GrRunRegionsPrint(GrWorld world, const char *mark, FILE *out);

#endif
