/* Tables of the keys of mechanisms, except the parameters of a single mechanism; see tables.c. */
#include "input/key/rows.h"

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
