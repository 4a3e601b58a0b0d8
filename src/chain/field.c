/* field: table of the fields of beads in the results file, with their names and units. */
#include "chain/beads.h"

#define STATIC_FIELD(member, number, unit, description)                                                                \
  {                                                                                                                    \
    {#member, number, 1, unit, description}, GR_FIELD_STATIC, offsetof(GrBeads, member)                                \
  }

const GrField GrBeadFields[] = {
    STATIC_FIELD(id, GR_INTEGER, "1", "particle id, given by the input, from 1"),
    STATIC_FIELD(species, GR_INTEGER, "1", "number of the material in the order of the input, from 1"),
    STATIC_FIELD(radius, GR_REAL, "m", "radius; 0: a plane"),
    STATIC_FIELD(mass, GR_REAL, "kg", "mass; 0: a plane that is held"),
    {{"position", GR_REAL, 1, "m", "position of the centre along the chain; bead 1 starts at 0"}, GR_FIELD_POSITION, 0},
    {{"velocity", GR_REAL, 1, "m s-1", "velocity along the chain"}, GR_FIELD_VELOCITY, 0},
};
const int GrBeadFieldsCount = sizeof(GrBeadFields) / sizeof(GrBeadFields[0]);
