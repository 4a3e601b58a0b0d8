/* Tables of the keys of small problems: bouncing balls, mechanisms except the parameters of a single mechanism, and two
   bodies on prescribed paths; see tables.c. */
#include "input/key/rows.h"

/* ---- bouncing balls ---- */

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

/* ---- mechanisms ---- */

const GrKey GrCaseSurfaceKeys[] = {
    {"shape", &GrKeyChoice, "the shape of the surface", .choices = "sphere|plane", .fallback = "sphere",
     FIELD(GrSurface, shape)},
    {"material", &GrKeyName, "the name of a material", .choices = "materials", FIELD(GrSurface, material)},
    {"radius", &GrKeyQuantity, "the radius of a sphere or socket", "m", NULL, POSITIVE, .with = "shape=sphere",
     FIELD(GrSurface, radius)},
    {"concave", &GrKeyBoolean, "whether the surface is a socket around the other surface", .fallback = "false",
     .with = "shape=sphere", FIELD(GrSurface, concave)},
    {0}};

const GrKey GrCaseMechanismTimeKeys[] = {
    {"end", &GrKeyQuantity, "the time at which the run ends", "s", NULL, POSITIVE, FIELD(GrMechanismCase, end)}, {0}};

const GrKey GrCaseMechanismPointKeys[] = {
    {"every", &GrKeyQuantity, "the time between points, or off", INTERVAL(GrMechanismCase, every)},
    {"contacts", &GrKeyInteger, "the number of first contacts during which the trajectory has a point at each step",
     .fallback = "3", BETWEEN(0, 1e6), FIELD(GrMechanismCase, contacts)},
    {0}};

/* ---- prescribed paths ---- */

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
