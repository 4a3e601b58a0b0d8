/* Tables of the keys of two bodies on prescribed paths; see tables.c. */
#include "input/key/rows.h"

const GrKey GrCaseTurnKeys[] = {
    {"axis", &GrKeySpinAxis,
     "the direction of the axis of the rotation; x: the normal at the start, y and z: along the surfaces", "1",
     "[0, 0, 1]", ANY, FIELD(GrPathCase, axis)},
    {"angle", &GrKeyQuantityOfTime,
     "the angle of the rotation, or a function of time; paths, forces and torques have axes that rotate with it", "rad",
     "0", ANY, OF_TIME(GrPathCase, turn)},
    {0}};

const GrKey GrCasePathTimeKeys[] = {
    {"end", &GrKeyQuantity, "the time at which the paths end", "s", NULL, POSITIVE, FIELD(GrPathCase, end)},
    {"steps", &GrKeyInteger, "the number of time steps; a step also ends at each point of a table", .fallback = "1000",
     BETWEEN(1, 1e9), FIELD(GrPathCase, steps)},
    {"points", &GrKeyInteger,
     "the number of points in the results after the first one, at most the number of steps; the points of tables are "
     "added",
     .fallback = "", BETWEEN(1, 1e7), FIELD(GrPathCase, points)},
    {0}};
