/* The keys of bouncing balls; see tables.c. */
#include "input/key/rows.h"

const GrKey GrCaseBounceChangeKeys[] = {
    {"from_bounce", &GrKeyInteger, "the number of the first bounce with these values, from 1", COUNT,
     FIELD(GrBounceChange, from_bounce)},
    {"set", &GrKeyChanges, "the parameters of the normal law that change: {parameter: value, ...}", .fallback = NULL},
    {0}};

const GrKey GrCaseBounceEndKeys[] = {
    {"bounces", &GrKeyInteger, "the largest number of bounces of a ball that does not come to rest", .fallback = "1000",
     BETWEEN(1, 1e6), FIELD(GrBounceCase, bounces)},
    {"energy", &GrKeyQuantity,
     "the ball is at rest if its energy, minus the energy of a ball at rest, is less than this fraction of its energy "
     "at the start",
     "1", "1e-12", BETWEEN(1e-20, 0.1), FIELD(GrBounceCase, energy)},
    {"swings", &GrKeyInteger,
     "the largest number of oscillations of a ball that stays on the surface without losing energy",
     .fallback = "10000", BETWEEN(1, 1e6), FIELD(GrBounceCase, swings)},
    {0}};

const GrKey GrCaseFlightKeys[] = {
    {"every", &GrKeyQuantity, "the time between points in flight, or off", INTERVAL(GrBounceCase, every)},
    {"contacts", &GrKeyInteger,
     "the number of first contacts with points in the trajectory; the last contact also has points", .fallback = "3",
     BETWEEN(0, 1e6), FIELD(GrBounceCase, contacts)},
    {"points", &GrKeyInteger, "the approximate number of points of each contact in the trajectory", .fallback = "100",
     BETWEEN(2, 1e5), FIELD(GrBounceCase, points)},
    {0}};
