/* The keys of bouncing balls; see tables.c. */
#include "input/key/rows.h"

const GrKey GrCaseBounceChangeKeys[] = {
    {"from_bounce", &GrKeyInteger, "the bounce from which on this holds, counted from 1", .fallback = NULL, COUNT,
     FIELD(GrBounceChange, from_bounce)},
    {"set", &GrKeyChanges, "the parameters of the normal law that change: {parameter: value, ...}", .fallback = NULL},
    {0}};

const GrKey GrCaseBounceEndKeys[] = {
    {"bounces", &GrKeyInteger, "the number of bounces after which a ball that does not come to rest is left",
     .fallback = "1000", BETWEEN(1, 1e6), FIELD(GrBounceCase, bounces)},
    {"energy", &GrKeyQuantity,
     "the energy of the motion, counted from where it would rest and as part of that at the start, at which it rests",
     "1", "1e-12", BETWEEN(1e-20, 0.1), FIELD(GrBounceCase, energy)},
    {"swings", &GrKeyInteger, "the turns on the surface after which a ball that swings on without loss is left",
     .fallback = "10000", BETWEEN(1, 1e6), FIELD(GrBounceCase, swings)},
    {0}};

const GrKey GrCaseFlightKeys[] = {
    {"every", &GrKeyQuantity, "the time between points in flight, or off", INTERVAL(GrBounceCase, every)},
    {"contacts", &GrKeyInteger, "how many contacts, from the first on, are followed inside, and so is the last",
     .fallback = "3", BETWEEN(0, 1e6), FIELD(GrBounceCase, contacts)},
    {"points", &GrKeyInteger, "about how many points there are inside a contact", .fallback = "100", BETWEEN(2, 1e5),
     FIELD(GrBounceCase, points)},
    {0}};
