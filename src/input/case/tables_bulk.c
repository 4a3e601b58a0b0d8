/* The keys of a case in dimension 2 and 3: the box, groups of particles, walls and fields. */
#include "input/key/registry.h"
#include "input/key/rows.h"

#define RATE(name, what, k)                                                                                            \
  name, &GrKeyQuantityOfTime, what, "1/s", "", ANY, SETS, .uses = GR_USES_SLOPE | GR_USES_FEEDBACK,                    \
                                                          COUNTED(GrDomain, cell.rate[k], cell.rate_of_time[k])
static const GrKey rate_keys[] = {{RATE("xx", "dv_x/dx, the rate of strain along x; 0 unless given", GR_CELL_XX)},
                                  {RATE("yy", "dv_y/dy, the rate of strain along y; 0 unless given", GR_CELL_YY)},
                                  {RATE("zz", "dv_z/dz, the rate of strain along z; 0 unless given", GR_CELL_ZZ)},
                                  {RATE("xy", "dv_x/dy, the rate of simple shear; 0 unless given", GR_CELL_XY)},
                                  {RATE("xz", "dv_x/dz, the rate of simple shear; 0 unless given", GR_CELL_XZ)},
                                  {RATE("yz", "dv_y/dz, the rate of simple shear; 0 unless given", GR_CELL_YZ)},
                                  {0}};

#define STRESS(what, unit, where, range)                                                                               \
  {                                                                                                                    \
    "stress", &GrKeyQuantityOfTime, what, unit, "", range, .needs = "max_rate", .scope = where, FEEDBACK,              \
                                                           OF_TIME(GrCellServo, stress)                                \
  }
#define MAX_RATE(what)                                                                                                 \
  {                                                                                                                    \
    "max_rate", &GrKeyQuantity, what, "1/s", "", POSITIVE, .needs = "stress", FIELD(GrCellServo, max_rate)             \
  }
static const GrKey cell_axis_keys[] = {
    STRESS("the mean normal stress, positive in compression", "Pa", GR_IN_SPACE, NOT_NEGATIVE),
    STRESS("the mean normal stress, positive in compression", "N/m", GR_IN_PLANE, NOT_NEGATIVE),
    MAX_RATE("the largest rate of strain"),
    {0}};
#define SHEAR_STRESS                                                                                                   \
  "the mean shear stress, positive if it drives a positive rate of shear; the component of the stress in the results " \
  "has the opposite sign"
static const GrKey cell_shear_keys[] = {STRESS(SHEAR_STRESS, "Pa", GR_IN_SPACE, ANY),
                                        STRESS(SHEAR_STRESS, "N/m", GR_IN_PLANE, ANY),
                                        MAX_RATE("the largest rate of shear"),
                                        {0}};
#define SERVO(name, what, keys, k)                                                                                     \
  {                                                                                                                    \
    name, &GrKeySection, what ": {stress: .., max_rate: ..}", .fallback = "{}", .section = keys, SETS,                 \
                                                              FIELD(GrDomain, cell.servo[k])                           \
  }
static const GrKey cell_servo_keys[] = {
    SERVO("xx", "the stress along x", cell_axis_keys, GR_CELL_XX),
    SERVO("yy", "the stress along y", cell_axis_keys, GR_CELL_YY),
    SERVO("zz", "the stress along z", cell_axis_keys, GR_CELL_ZZ),
    SERVO("xy", "the shear stress along x on the sides across y", cell_shear_keys, GR_CELL_XY),
    SERVO("xz", "the shear stress along x on the sides across z", cell_shear_keys, GR_CELL_XZ),
    SERVO("yz", "the shear stress along y on the sides across z", cell_shear_keys, GR_CELL_YZ),
    {0}};

#define OFFSET(name, what, k)                                                                                          \
  {                                                                                                                    \
    name, &GrKeyQuantity, "the displacement " what "; 0 unless given", "m", "", ANY, FIELD(GrDomain, cell.offset[k])   \
  }
static const GrKey cell_offset_keys[] = {OFFSET("xy", "along x of the image above the box in y", GR_PLANE_XY),
                                         OFFSET("xz", "along x of the image above the box in z", GR_PLANE_XZ),
                                         OFFSET("yz", "along y of the image above the box in z", GR_PLANE_YZ),
                                         {0}};

static const GrKey cell_keys[] = {
    {"rate", &GrKeySection, "components of the velocity gradient", .fallback = "{}", .section = rate_keys, MERGES,
     .displaces = "servo"},
    {"servo", &GrKeySection, "target stresses, to which granum controls lengths and shear of the box", .fallback = "{}",
     .section = cell_servo_keys, MERGES, .displaces = "rate"},
    {"offset", &GrKeySection, "the displacements of the periodic images at the start, in the planes of shear",
     .fallback = "{}", .section = cell_offset_keys},
    {0}};

const GrKey GrCaseDomainKeys[] = {
    {"lower", &GrKeyPoint, "the lower corner; in dimension 2 its z is the plane of the particles", "m", "", ANY,
     .unless = "box", FIELD(GrDomain, lower)},
    {"upper", &GrKeyPoint, "the upper corner; in dimension 2 its z has no meaning", "m", "", ANY, .unless = "box",
     FIELD(GrDomain, upper)},
    {"periodic", &GrKeyFlags, "the axes along which the domain is periodic", .fallback = "[false, false, false]",
     FIELD(GrDomain, periodic)},
    {"cell", &GrKeySection,
     "the deformation of a box that is periodic along all axes: rates of strain, or prescribed stresses",
     .fallback = "{}", .section = cell_keys, MERGES},
    {"box", &GrKeyShorthand,
     "the box of the earlier run that a group of particles continues (particles.NAME.previous): its corners, periodic "
     "axes and offsets, as far as the input does not give them",
     .choices = "previous", .fallback = ""},
    {0}};

#define SHAPED(words) .with = "distribution=" words
static const GrKey radii_keys[] = {
    {"distribution", &GrKeyChoice, "the distribution of the radii",
     .choices = "constant|uniform|normal|lognormal|weibull|list|sieve", FIELD(GrRadii, kind)},
    {"by", &GrKeyChoice,
     "the quantity that fractions refer to: number, volume or mass of the particles; volume and mass give the same "
     "within a group",
     .choices = "number|volume|mass", .fallback = "number", SHAPED("uniform|normal|lognormal|weibull|list|sieve"),
     FIELD(GrRadii, by)},
    {"mean", &GrKeyQuantity, "the mean radius, before the cut at from and to", "m", NULL, POSITIVE,
     SHAPED("constant|normal|lognormal"), FIELD(GrRadii, mean)},
    {"deviation", &GrKeyQuantity, "the standard deviation, before the cut at from and to", "m", NULL, POSITIVE,
     SHAPED("normal|lognormal"), FIELD(GrRadii, deviation)},
    {"scale", &GrKeyQuantity, "the scale: 63.2 % of the radii are less, before the cut at from and to", "m", NULL,
     POSITIVE, SHAPED("weibull"), FIELD(GrRadii, scale)},
    {"shape", &GrKeyQuantity, "the exponent; the larger it is, the narrower is the distribution", "1", NULL, POSITIVE,
     SHAPED("weibull"), FIELD(GrRadii, shape)},
    {"from", &GrKeyQuantity, "the smallest radius", "m", NULL, POSITIVE, SHAPED("uniform|normal|lognormal|weibull"),
     FIELD(GrRadii, from)},
    {"to", &GrKeyQuantity, "the largest radius", "m", NULL, POSITIVE, SHAPED("uniform|normal|lognormal|weibull"),
     FIELD(GrRadii, to)},
    {"radii", &GrKeyQuantities, "the radii (list), or half the openings of the sieves, ascending (sieve)", "m", NULL,
     POSITIVE, SHAPED("list|sieve"), COUNTED(GrRadii, radius, n_entries)},
    {"fractions", &GrKeyQuantities, "the fraction of each radius; equal fractions unless given", "1", "", POSITIVE,
     SHAPED("list"), .like = "radii", COUNTED(GrRadii, fraction, n_entries)},
    {"passing", &GrKeyQuantities, "the fraction that passes each sieve, from 0 at the first to 1 at the last", "1",
     NULL, NOT_NEGATIVE, SHAPED("sieve"), .like = "radii", COUNTED(GrRadii, passing, n_entries)},
    {0}};

static const GrKey box_keys[] = {{"lower", &GrKeyPoint, "the lower corner", "m", NULL, ANY, FIELD(GrWithin, box.lower)},
                                 {"upper", &GrKeyPoint, "the upper corner", "m", NULL, ANY, FIELD(GrWithin, box.upper)},
                                 {0}};

static const GrKey cylinder_keys[] = {
    {"from", &GrKeyPoint, "the centre of one end", "m", NULL, ANY, FIELD(GrWithin, cylinder.from)},
    {"to", &GrKeyPoint, "the centre of the other end", "m", NULL, ANY, FIELD(GrWithin, cylinder.to)},
    {"radius", &GrKeyQuantity, "the radius of the cylinder", "m", NULL, POSITIVE, FIELD(GrWithin, cylinder.radius)},
    {0}};

static const GrKey sphere_keys[] = {
    {"centre", &GrKeyPoint, "the centre", "m", NULL, ANY, FIELD(GrWithin, sphere.centre)},
    {"radius", &GrKeyQuantity, "the radius of the sphere", "m", NULL, POSITIVE, FIELD(GrWithin, sphere.radius)},
    {0}};

/* In the order of GrWithinShape. */
static const GrKey within_keys[] = {
    {"box", &GrKeySection, "a box", .fallback = "", .section = box_keys},
    {"cylinder", &GrKeySection, "a cylinder", .fallback = "", .section = cylinder_keys},
    {"sphere", &GrKeySection, "a sphere, in dimension 2 a disc", .fallback = "", .section = sphere_keys},
    {0}};

static const GrKey plane_keys[] = {
    {"point", &GrKeyPoint, "a point of the plane", "m", "", ANY, .needs = "normal", FIELD(GrCounter, plane.point)},
    {"normal", &GrKeyNormal, "the direction in which a passage counts as positive", "1", "", ANY, .needs = "point",
     FIELD(GrCounter, plane.normal)},
    {0}};

static const GrKey disc_keys[] = {
    {"centre", &GrKeyPoint, "the centre", "m", "", ANY, .needs = "normal,radius", FIELD(GrCounter, disc.centre)},
    {"normal", &GrKeyNormal, "the direction in which a passage counts as positive", "1", "", ANY,
     .needs = "centre,radius", FIELD(GrCounter, disc.normal)},
    {"radius", &GrKeyQuantity, "the radius; in dimension 2 half the length of the line", "m", "", POSITIVE,
     .needs = "centre,normal", FIELD(GrCounter, disc.radius)},
    {0}};

static const GrKey sizes_keys[] = {
    {"from", &GrKeyQuantity, "the smallest radius", "m", "0", NOT_NEGATIVE, FIELD(GrSelection, radius.from)},
    {"to", &GrKeyQuantity, "the upper bound of the radius, which is not included; no limit unless given", "m", "",
     POSITIVE, .above = "from", FIELD(GrSelection, radius.to)},
    {0}};

/* Keys of the particles to which an entry applies. what: "counted" */
#define SELECTION(type, what)                                                                                          \
  {"group",                                                                                                            \
   &GrKeyName,                                                                                                         \
   "the name of the group that is " what "; all groups unless given",                                                  \
   .choices = "particles",                                                                                             \
   .fallback = "",                                                                                                     \
   FIELD(type, which.group)},                                                                                          \
      {"material",                                                                                                     \
       &GrKeyName,                                                                                                     \
       "the name of the material that is " what "; all materials unless given",                                        \
       .choices = "materials",                                                                                         \
       .fallback = "",                                                                                                 \
       FIELD(type, which.material)},                                                                                   \
  {                                                                                                                    \
    "radius", &GrKeySection,                                                                                           \
        "the radii that are " what ", {from: .., to: ..}; of a body: of the sphere of equal "                          \
        "volume",                                                                                                      \
        .fallback = "{}", .section = sizes_keys, FIELD(type, which)                                                    \
  }

const GrKey GrCaseCounterKeys[] = {
    {"plane", &GrKeySection, "a plane through which particles are counted: {point: .., normal: ..}", .fallback = "{}",
     .section = plane_keys, .unless = "disc|within"},
    {"disc", &GrKeySection, "a disc through which particles are counted: {centre: .., normal: .., radius: ..}",
     .fallback = "{}", .section = disc_keys, .excludes = "plane"},
    {"within", &GrKeyWithin, "a region (box, cylinder or sphere) whose particles are counted, by their centres",
     .fallback = "", .section = within_keys, .excludes = "plane|disc", FIELD(GrCounter, within)},
    SELECTION(GrCounter, "counted"),
    {"every", &GrKeyQuantity, "the time between rows", "s", "", POSITIVE, .unless = "times",
     FIELD(GrCounter, when.every)},
    {TIMES("the rows", GrCounter, when)},
    {"during", &GrKeyName, "the stage in which particles are counted; all stages unless given", .choices = "stages",
     .fallback = "", FIELD(GrCounter, during)},
    {"residence", &GrKeyChoice,
     "whether passages along the normal begin the residence time of a particle, or end it and are recorded; inside: "
     "the time since the entry into the region is recorded when a particle leaves it",
     .choices = "none|begins|ends|inside", .fallback = "none", FIELD(GrCounter, residence)},
    {0}};

const GrKey GrCaseRemovalKeys[] = {
    {"within", &GrKeyWithin, "the region (box, cylinder or sphere) whose particles are removed, by their centres",
     .section = within_keys, FIELD(GrRemoval, within)},
    SELECTION(GrRemoval, "removed"),
    {"from", &GrKeyQuantity, "the time at which removal begins", "s", "0", NOT_NEGATIVE, FIELD(GrRemoval, from)},
    {"until", &GrKeyQuantity, "the time at which removal ends; the end of the run unless given", "s", "", POSITIVE,
     .above = "from", FIELD(GrRemoval, until)},
    {"every", &GrKeyQuantity,
     "the time between two removals, and before the first one; unless given, particles are removed at each rebuild of "
     "the neighbour list",
     "s", "", POSITIVE, FIELD(GrRemoval, every)},
    {"during", &GrKeyName,
     "the stage in which particles are removed; times count from its beginning; all stages unless given",
     .choices = "stages", .fallback = "", FIELD(GrRemoval, during)},
    {0}};

static const GrKey flat_disc_keys[] = {
    {"centre", &GrKeyPoint, "the centre", "m", NULL, ANY, FIELD(GrWithin, disc.centre)},
    {"normal", &GrKeyPoint, "a vector across the disc, of any length", "1", NULL, ANY, FIELD(GrWithin, disc.normal)},
    {"radius", &GrKeyQuantity, "the radius of the disc", "m", NULL, POSITIVE, FIELD(GrWithin, disc.radius)},
    {0}};

/* In the order of GrWithinShape. */
const GrKey GrCaseRegionKeys[] = {
    {"box", &GrKeySection, "a box", .fallback = "", .section = box_keys},
    {"cylinder", &GrKeySection, "a cylinder", .fallback = "", .section = cylinder_keys},
    {"sphere", &GrKeySection, "a sphere, in dimension 2 a disc", .fallback = "", .section = sphere_keys},
    {"disc", &GrKeySection, "a flat disc in which the centres are; in dimension 2 a line", .fallback = "",
     .section = flat_disc_keys},
    {0}};

static const GrKey clump_sphere_keys[] = {
    {"centre", &GrKeyPoint, "the centre; its z is 0 in dimension 2", "m", NULL, ANY, FIELD(GrClumpSphere, centre)},
    {"radius", &GrKeyQuantity, "the radius of the sphere", "m", NULL, POSITIVE, FIELD(GrClumpSphere, radius)},
    {0}};

/* A mesh is read before the case and is no part of it. */
static const GrKeyKind mesh_section = {
    "map", GrKeyReadSection, NULL, GrKeyWriteSection, "@keys", GrKeyLeavesAlways, .free = GrKeyFreeSection};

const GrKey GrCaseClumpMeshKeys[] = {
    {"file", &GrKeyPath, "an STL or OBJ file of a closed mesh; a path relative to the folder of the input",
     FIELD(GrClumpFilling, file)},
    {"scale", &GrKeyQuantity, "the length of 1 in the file, such as 1 mm; 1 m unless given", "m", "", POSITIVE,
     FIELD(GrClumpFilling, scale)},
    {"spheres", &GrKeyInteger, "the largest number of spheres", .fallback = "", BETWEEN(1, GR_CLUMP_SPHERES_MAX),
     .unless = "tolerance", FIELD(GrClumpFilling, spheres)},
    {"tolerance", &GrKeyQuantity,
     "the largest distance of a point of the surface from the spheres; as small as the number of spheres permits "
     "unless given",
     "m", "", POSITIVE, FIELD(GrClumpFilling, tolerance)},
    {0}};

static const GrKey clump_solid_keys[] = {
    {"volume", &GrKeyQuantity, "the volume", "m^3", "", POSITIVE, .needs = "centre,inertia",
     FIELD(GrClump, solid.volume)},
    {"centre", &GrKeyPoint, "the centre of mass", "m", "", ANY, .needs = "volume", FIELD(GrClump, solid.centre)},
    {"inertia", &GrKeyPoint, "xx, yy, zz of the tensor of inertia about the centre of mass, divided by the mass", "m^2",
     "", ANY, .needs = "volume", FIELD(GrClump, solid.inertia)},
    {"products", &GrKeyPoint,
     "xy, xz, yz of the tensor of inertia, divided by the mass: -1 times the means of x y, x z, y z over the mass",
     "m^2", "", ANY, .needs = "volume", FIELD(GrClump, solid.products)},
    {"distance", &GrKeyQuantity,
     "the largest distance of a point of the surface from the spheres, which `granum check` prints", "m", "",
     NOT_NEGATIVE, .needs = "volume", FIELD(GrClump, solid.distance)},
    {0}};

const GrKey GrCaseClumpKeys[] = {
    {"spheres", &GrKeyList, "the spheres of the body: [{centre: [x, y, z], radius: ..}, ..]", .fallback = "",
     BETWEEN(1, GR_CLUMP_SPHERES_MAX), .section = clump_sphere_keys, PLAIN(GrClumpSphere), .unless = "file|mesh",
     COUNTED(GrClump, spheres, n_spheres)},
    {"file", &GrKeyPath,
     "a CSV file with the spheres in SI, instead of the list: the header `x, y, z, radius` and a line for each "
     "sphere; a path relative to the folder of the input",
     .fallback = "", .excludes = "spheres|mesh", FIELD(GrClump, file)},
    {"mesh", &mesh_section, "a mesh that granum fills with spheres, instead of the list", .fallback = "",
     .section = GrCaseClumpMeshKeys, .excludes = "spheres|file|solid", FIELD(GrClump, mesh)},
    {"mass_from", &GrKeyChoice,
     "the volume that has the mass: union, uniform density in the union of the spheres; sum, the sum of the spheres, "
     "in which overlaps count several times; mesh, uniform density in the mesh; solid, the mass properties of `solid`",
     .choices = "union|sum|solid|mesh", .fallback = "union", FIELD(GrClump, mass_from)},
    {"solid", &GrKeySection,
     "the mass properties of the solid that the spheres represent, which `granum check` compares with the spheres; for "
     "a mesh granum computes them",
     .fallback = "{}", .section = clump_solid_keys},
    {0}};

const GrKey GrCaseGrainsKeys[] = {
    {"generator", &GrKeyGenerator, .fallback = ""},
    {"within", &GrKeyWithin,
     "the region of the group (box, cylinder or sphere): particles that are not completely inside are removed, and the "
     "remaining ones are numbered without gaps",
     .fallback = "", .section = within_keys, FIELD(GrGrains, within)},
    {"material", &GrKeyName, "the name of a material", .choices = "materials", FIELD(GrGrains, material)},
    {"clump", &GrKeyName, "the name of a clump: each particle is a rigid body of this shape; spheres unless given",
     .choices = "clumps", .fallback = "", FIELD(GrGrains, clump)},
    {"orientation", &GrKeyChoice,
     "the orientation of the clumps at the start: random, or fixed, which is that of the clump in the input; random "
     "unless given",
     .choices = "random|fixed", .fallback = "", .needs = "clump", FIELD(GrGrains, orientation)},
    {"radius", &GrKeyRadii,
     "the radius, or {distribution: ..}, unless a file gives it; for clumps, the radius of the sphere of equal volume, "
     "by default of the clump as it is in the input",
     "m", "", POSITIVE, .section = radii_keys, FIELD(GrGrains, radii)},
    {"mass", &GrKeyQuantity, "the mass of one particle; from the file or the density unless given", "kg", "", POSITIVE,
     FIELD(GrGrains, mass)},
    {"velocity", &GrKeyVector, "the initial velocity, unless a file gives it", "m/s", ZERO_VECTOR, ANY,
     FIELD(GrGrains, velocity)},
    {"spin", &GrKeySpin, "the initial angular velocity, unless a file gives it", "rad/s", ZERO_VECTOR, ANY,
     FIELD(GrGrains, spin)},
    {"velocity_deviation", &GrKeyQuantity, "the standard deviation of each component of an additional random velocity",
     "m/s", "0", NOT_NEGATIVE, FIELD(GrGrains, velocity_deviation)},
    {"spin_deviation", &GrKeyQuantity, "the standard deviation of each component of an additional random spin", "rad/s",
     "0", NOT_NEGATIVE, FIELD(GrGrains, spin_deviation)},
    {"seed", &GrKeyInteger,
     "the seed of all random numbers of the group; auto: 1, or with insert the number of the group in particles, from "
     "1",
     .choices = "auto", .word = -1, .fallback = "auto", NOT_NEGATIVE, FIELD(GrGrains, seed)},
    {"fixed", &GrKeyBoolean, "whether the velocity and spin of the particles are constant", .fallback = "false",
     FIELD(GrGrains, fixed)},
    {BELONGS("chain", GR_IN_CHAIN)},
    {BELONGS("gap", GR_IN_CHAIN)},
    {BELONGS("motion", GR_IN_CHAIN)},
    {BELONGS("precompression", GR_IN_CHAIN)},
    {0}};

static const GrKey oscillation_keys[] = {
    {"amplitude", &GrKeyVector, "the amplitude: the wall is displaced by amplitude sin(2 pi frequency t + phase)", "m",
     ZERO_VECTOR, ANY, FIELD(GrWallMotion, amplitude)},
    {"frequency", &GrKeyQuantity, "the frequency", "1/s", "0", NOT_NEGATIVE, FIELD(GrWallMotion, frequency)},
    {"phase", &GrKeyQuantity, "the phase at time 0", "rad", "0", ANY, FIELD(GrWallMotion, phase)},
    {0}};

#define ROTATION(bits)                                                                                                 \
  {"pivot",                                                                                                            \
   &GrKeyPoint,                                                                                                        \
   "a point of the axis of rotation; if omitted, the reference point of the wall",                                     \
   "m",                                                                                                                \
   "",                                                                                                                 \
   ANY,                                                                                                                \
   FIELD(GrWallMotion, pivot)},                                                                                        \
      {"angular_velocity",                                                                                             \
       &GrKeySpinOfTime,                                                                                               \
       "the angular velocity",                                                                                         \
       "rad/s",                                                                                                        \
       ZERO_VECTOR,                                                                                                    \
       ANY,                                                                                                            \
       .uses = (bits),                                                                                                 \
       OF_TIME(GrWallMotion, angular_velocity)},                                                                       \
      {"angular_acceleration",                                                                                         \
       &GrKeySpin,                                                                                                     \
       "the angular acceleration, parallel to the angular velocity",                                                   \
       "rad/s^2",                                                                                                      \
       ZERO_VECTOR,                                                                                                    \
       ANY,                                                                                                            \
       FIELD(GrWallMotion, angular_acceleration)},                                                                     \
  {                                                                                                                    \
    0                                                                                                                  \
  }
static const GrKey rotation_keys[] = {ROTATION(GR_USES_INTEGRAL | GR_USES_FEEDBACK)};
static const GrKey listed_rotation_keys[] = {ROTATION(GR_USES_INTEGRAL)};

static const GrKey swing_keys[] = {
    {"pivot", &GrKeyPoint, "a point of the axis of rotation; if omitted, the reference point of the wall", "m", "", ANY,
     FIELD(GrWallMotion, swing_pivot)},
    {"amplitude", &GrKeySpin,
     "the amplitude: the wall is rotated about this direction by amplitude sin(2 pi frequency t + phase)", "rad",
     ZERO_VECTOR, ANY, FIELD(GrWallMotion, swing_amplitude)},
    {"frequency", &GrKeyQuantity, "the frequency", "1/s", "0", NOT_NEGATIVE, FIELD(GrWallMotion, swing_frequency)},
    {"phase", &GrKeyQuantity, "the phase at time 0", "rad", "0", ANY, FIELD(GrWallMotion, swing_phase)},
    {0}};

#define POINTS(name, what, unit, number)                                                                               \
  name, &GrKeyQuantities, what, unit, "", ANY, COUNTED(GrWallMotion, table.column[number], table.count[number]),       \
      .like = "time"
#define WALL_POINTS "x|y|z|vx|vy|vz|angle|rate"
static const GrKey wall_table_keys[] = {
    {"file", &GrKeyPath,
     "a CSV file with the table in SI, instead of the lists: a header with `time` and some of the keys below, and a "
     "line for each point; a path relative to the folder of the input",
     .fallback = "", .excludes = WALL_POINTS "|time", FIELD(GrWallMotion, table.file)},
    {"time", &GrKeyQuantities, "the times, ascending", "s", "", ANY, .needs = WALL_POINTS, .ascending = true,
     COUNTED(GrWallMotion, table.time, table.n)},
    {POINTS("x", "the displacements along x", "m", 0), .needs = "time"},
    {POINTS("y", "the displacements along y", "m", 1), .needs = "time"},
    {POINTS("z", "the displacements along z", "m", 2), .needs = "time", .scope = GR_IN_SPACE},
    {POINTS("vx", "the velocities along x", "m/s", 3), .needs = "time", .excludes = "x|y|z"},
    {POINTS("vy", "the velocities along y", "m/s", 4), .needs = "time", .excludes = "x|y|z"},
    {POINTS("vz", "the velocities along z", "m/s", 5), .needs = "time", .excludes = "x|y|z", .scope = GR_IN_SPACE},
    {POINTS("angle", "the angles of rotation about the axis", "rad", 6), .needs = "time,axis"},
    {POINTS("rate", "the angular velocities about the axis", "rad/s", 7), .needs = "time,axis", .excludes = "angle"},
    {"axis", &GrKeySpinAxis, "the direction of the axis of angles and rates", "1", "", ANY, .needs = "angle|rate|file",
     FIELD(GrWallMotion, table.axis)},
    {"pivot", &GrKeyPoint, "a point of the axis of rotation; if omitted, the reference point of the wall", "m", "", ANY,
     .needs = "time|file", FIELD(GrWallMotion, table.pivot)},
    {"smooth", &GrKeyBoolean,
     "whether displacements and angles are monotone cubics with velocity 0 at both ends, instead of straight lines",
     .fallback = "false", FIELD(GrWallMotion, table.smooth)},
    {0}};

static const GrKey wall_motion_keys[] = {
    {"start", &GrKeyQuantity, "the time at which the motion begins; all other times of the motion count from it", "s",
     "0", NOT_NEGATIVE, FIELD(GrWallMotion, start)},
    {"end", &GrKeyQuantity,
     "the time at which the motion ends; its displacement is constant afterwards; default: no end", "s", "", POSITIVE,
     .above = "start", FIELD(GrWallMotion, end)},
    {"velocity", &GrKeyVectorOfTime, "a velocity", "m/s", ZERO_VECTOR, ANY, .uses = GR_USES_INTEGRAL,
     OF_TIME(GrWallMotion, velocity)},
    {"acceleration", &GrKeyVector, "an acceleration", "m/s^2", ZERO_VECTOR, ANY, FIELD(GrWallMotion, acceleration)},
    {"oscillation", &GrKeySection, "a periodic motion", .fallback = "{}", .section = oscillation_keys},
    {"rotation", &GrKeySection, "a rotation", .fallback = "{}", .section = listed_rotation_keys},
    {"swing", &GrKeySection, "a periodic rotation", .fallback = "{}", .section = swing_keys},
    {"table", &GrKeyWallTable, "a motion given by a table", .fallback = "{}", .section = wall_table_keys},
    {0}};

static const GrKey surface_keys[] = {
    {"velocity", &GrKeyVectorOfTime, "the velocity of the surface, along the wall; the wall itself does not move",
     "m/s", "", ANY, FEEDBACK, OF_TIME(GrWallSurface, velocity)},
    {"angular_velocity", &GrKeySpinOfTime, "the angular velocity of the surface, as of a roller", "rad/s", "", ANY,
     FEEDBACK, OF_TIME(GrWallSurface, angular_velocity)},
    {"pivot", &GrKeyPoint, "a point of the axis of this rotation; if omitted, the reference point of the wall", "m", "",
     ANY, .needs = "angular_velocity", FIELD(GrWallSurface, pivot)},
    {0}};

#define SHAFT .needs = "moment_of_inertia"
static const GrKey motor_keys[] = {
    {"time", &GrKeyQuantities, "the times, ascending, from the start or from the stage that changes the shaft", "s", "",
     ANY, .excludes = "speed", .needs = "torque", .ascending = true, COUNTED(GrWallShaft, time, n_time)},
    {"speed", &GrKeyQuantities, "the angular velocities about the axis, ascending, instead of time", "rad/s", "", ANY,
     .needs = "torque", .ascending = true, COUNTED(GrWallShaft, speed, n_rate)},
    {"torque", &GrKeyQuantities, "the torques about the axis", "N m", "", ANY, .needs = "time|speed",
     COUNTED(GrWallShaft, torques, n)},
    {0}};

static const GrKey shaft_keys[] = {
    {"moment_of_inertia", &GrKeyQuantity, "the moment of inertia of the wall about the axis", "kg m^2", "", POSITIVE,
     .needs = "axis", FIELD(GrWallShaft, inertia)},
    {"axis", &GrKeySpinAxis, "the direction of the axis, which is fixed in space", "1", "", ANY, SHAFT,
     FIELD(GrWallShaft, axis)},
    {"pivot", &GrKeyPoint, "a point of the axis; if omitted, the reference point of the wall", "m", "", ANY, SHAFT,
     FIELD(GrWallShaft, pivot)},
    {"torque", &GrKeyQuantityOfTime, "the torque of the motor about the axis; 0 unless given", "N m", "", ANY, SHAFT,
     FEEDBACK, OF_TIME(GrWallShaft, torque)},
    {"motor", &GrKeySection,
     "a further torque of the motor over time or over angular velocity: {time: [..], torque: [..]} or {speed: [..], "
     "torque: [..]}",
     .fallback = "{}", .section = motor_keys, SHAFT, .offset = 0},
    {"brake", &GrKeyQuantityOfTime,
     "the largest torque of a brake, which opposes the rotation and holds the wall at rest; 0 unless given", "N m", "",
     NOT_NEGATIVE, SHAFT, FEEDBACK, OF_TIME(GrWallShaft, brake)},
    {"damping", &GrKeyQuantityOfTime,
     "the torque against the rotation, divided by the angular velocity; 0 unless given", "N m s", "", NOT_NEGATIVE,
     SHAFT, FEEDBACK, OF_TIME(GrWallShaft, damping)},
    {"angular_velocity", &GrKeyQuantity,
     "the angular velocity about the axis at the start; 0 unless given, and in a stage that of the wall", "rad/s", "",
     ANY, SHAFT, FIELD(GrWallShaft, rate)},
    {0}};

#define FREE .needs = "mass"
static const GrKey body_spring_keys[] = {
    {"stiffness", &GrKeyVector,
     "the stiffness against a displacement of the centre of mass, along x, y, z; 0 unless given", "N/m", "",
     NOT_NEGATIVE, FIELD(GrWallSprings, stiffness)},
    {"damping", &GrKeyVector, "the damping of this displacement: force over velocity; 0 unless given", "N s/m", "",
     NOT_NEGATIVE, FIELD(GrWallSprings, damping)},
    {"rotational_stiffness", &GrKeySpin,
     "the stiffness against a rotation about x, y, z: torque over angle, for small angles; 0 unless given", "N m", "",
     NOT_NEGATIVE, FIELD(GrWallSprings, rotational_stiffness)},
    {"rotational_damping", &GrKeySpin, "the damping of this rotation: torque over angular velocity; 0 unless given",
     "N m s", "", NOT_NEGATIVE, FIELD(GrWallSprings, rotational_damping)},
    {0}};

static const GrKey body_keys[] = {
    {"mass", &GrKeyQuantity, "the mass of the wall", "kg", "", POSITIVE, .needs = "inertia", FIELD(GrWallBody, mass)},
    {"inertia", &GrKeyPoint,
     "xx, yy, zz of the tensor of inertia about the centre of mass, for the wall at the start of the run; in dimension "
     "2 "
     "only zz counts",
     "kg m^2", "", ANY, FREE, FIELD(GrWallBody, inertia)},
    {"products", &GrKeyPoint,
     "xy, xz, yz of the tensor of inertia: -1 times the sums of mass x y, x z, y z; 0 unless given", "kg m^2", "", ANY,
     FREE, FIELD(GrWallBody, products)},
    {"centre", &GrKeyPoint, "the centre of mass; if omitted, the reference point of the wall", "m", "", ANY, FREE,
     FIELD(GrWallBody, centre)},
    {"velocity", &GrKeyVector,
     "the velocity of the centre at the start; 0 unless given, and in a stage that of the wall", "m/s", "", ANY, FREE,
     FIELD(GrWallBody, velocity)},
    {"angular_velocity", &GrKeySpin,
     "the angular velocity at the start; 0 unless given, and in a stage that of the wall", "rad/s", "", ANY, FREE,
     FIELD(GrWallBody, angular_velocity)},
    {"gravity", &GrKeyQuantity,
     "the factor on gravity, such as 0 for a wall without weight, or 1 - (density of a fluid)/(density of the wall) "
     "for "
     "buoyancy; 1 unless given",
     "1", "", ANY, FREE, FIELD(GrWallBody, gravity)},
    {"force", &GrKeyVectorOfTime, "a force on the centre of mass; 0 unless given", "N", "", ANY, FREE, FEEDBACK,
     OF_TIME(GrWallBody, force)},
    {"torque", &GrKeySpinOfTime, "a torque on the wall; 0 unless given", "N m", "", ANY, FREE, FEEDBACK,
     OF_TIME(GrWallBody, torque)},
    {"springs", &GrKeySection,
     "springs and dashpots that hold the wall; they have no force where the wall is at the start of the run: "
     "{stiffness: [..], damping: [..]}",
     .fallback = "{}", .section = body_spring_keys, FREE, FIELD(GrWallBody, springs)},
    {0}};

static const GrKey mass_spring_keys[] = {
    {"stiffness", &GrKeyQuantity, "the stiffness along the direction; 0 unless given", "N/m", "", NOT_NEGATIVE,
     FIELD(GrWall, drive.springs.stiffness)},
    {"damping", &GrKeyQuantity, "the damping along the direction: force over velocity; 0 unless given", "N s/m", "",
     NOT_NEGATIVE, FIELD(GrWall, drive.springs.damping)},
    {0}};

#define SERVO_STRESS .needs = "max_speed", .excludes = "force"
static const GrKey servo_keys[] = {
    {"force", &GrKeyQuantityOfTime, "the prescribed force on the particles, along the direction", "N", "", ANY,
     .needs = "max_speed", FEEDBACK, OF_TIME(GrWall, servo.force)},
    {"stress", &GrKeyQuantityOfTime,
     "the prescribed force over the area of the wall, instead of force; the area is the cross-section of the box "
     "between the walls at its sides",
     "Pa", "", ANY, .scope = GR_IN_SPACE, SERVO_STRESS, FEEDBACK, OF_TIME(GrWall, servo.stress)},
    {"stress", &GrKeyQuantityOfTime,
     "the prescribed force over the length of the wall, instead of force; the length is the cross-section of the box "
     "between the walls at its sides",
     "N/m", "", ANY, .scope = GR_IN_PLANE, SERVO_STRESS, FEEDBACK, OF_TIME(GrWall, servo.stress)},
    {"max_speed", &GrKeyQuantity, "the largest speed of the wall, with which it moves until it touches particles",
     "m/s", "", POSITIVE, .needs = "force|stress", FIELD(GrWall, servo.max_speed)},
    {0}};

const GrKey GrCaseWallKeys[] = {
    {"shape", &GrKeyEntry, "the shape, which determines further keys", .registry = &GrKeyShapes, .fallback = "plane",
     COUNTED(GrWall, shape, value)},
    {"material", &GrKeyName, "the name of a material", .choices = "materials", FIELD(GrWall, material)},
    {"velocity", &GrKeyVectorOfTime, "the velocity of the wall", "m/s", ZERO_VECTOR, ANY, SETS,
     .uses = GR_USES_INTEGRAL | GR_USES_FEEDBACK, OF_TIME(GrWall, motion.velocity)},
    {"acceleration", &GrKeyVector, "the acceleration of the wall", "m/s^2", ZERO_VECTOR, ANY, SETS,
     FIELD(GrWall, motion.acceleration)},
    {"oscillation", &GrKeySection, "a periodic motion of the wall", .fallback = "{}", .section = oscillation_keys, SETS,
     FIELD(GrWall, motion)},
    {"rotation", &GrKeySection, "a rotation of the wall", .fallback = "{}", .section = rotation_keys, SETS,
     FIELD(GrWall, motion)},
    {"motions", &GrKeyList,
     "further motions; each motion also moves the pivots and axes of the later motions: [{velocity: .., start: .., "
     "end: ..}, ..]",
     .fallback = "", .section = wall_motion_keys, SETS, PLAIN(GrWallMotion), COUNTED(GrWall, motions, n_motions)},
    {"surface", &GrKeySection,
     "a motion of the surface in itself, as of a conveyor belt or a roller: {velocity: ..} or {angular_velocity: ..}",
     .fallback = "{}", .section = surface_keys, SETS, FIELD(GrWall, drive.surface)},
    {"shaft", &GrKeySection,
     "an axis about which torques turn the wall: of a motor, of a brake and of the particles: {axis: .., "
     "moment_of_inertia: .., torque: ..}",
     .fallback = "{}", .section = shaft_keys, .excludes = "servo|mass|motions", SETS,
     .displaces = "servo|mass|load|springs|direction|free|motions|velocity|acceleration|oscillation|rotation",
     FIELD(GrWall, drive.shaft)},
    {"free", &GrKeySection,
     "the mass properties of a wall that moves freely in all directions, as a rigid body: {mass: .., inertia: [..]}",
     .fallback = "{}", .section = body_keys, .excludes = "shaft|servo|mass|motions", SETS,
     .displaces = "shaft|servo|mass|load|springs|direction|motions|velocity|acceleration|oscillation|rotation",
     FIELD(GrWall, drive.body)},
    {"servo", &GrKeySection,
     "a target force or stress, to which granum controls the wall along its direction: {force: .., max_speed: ..} or "
     "{stress: .., max_speed: ..}",
     .fallback = "{}", .section = servo_keys, SETS, .displaces = "mass|load|springs|free"},
    {"mass", &GrKeyQuantity, "the mass of a wall that moves freely along its direction, under its weight and load",
     "kg", "", POSITIVE, .excludes = "servo", SETS, .displaces = "servo|load|springs|free", FIELD(GrWall, mass)},
    {"load", &GrKeyQuantityOfTime, "the force along the direction on a wall with a mass, 0 unless given", "N", "", ANY,
     .needs = "mass", SETS, FEEDBACK, OF_TIME(GrWall, drive.load)},
    {"springs", &GrKeySection,
     "a spring and a dashpot that hold a wall with a mass; they have no force where the wall is at the start of the "
     "run: {stiffness: .., damping: ..}",
     .fallback = "{}", .section = mass_spring_keys, .needs = "mass", SETS},
    {"direction", &GrKeyDirection,
     "the direction of the load-controlled motion, of any length; the normal of the wall unless given", "1", "", ANY,
     .needs = "servo|mass", SETS, FIELD(GrWall, direction)},
    {"absent", &GrKeyBoolean, "whether the wall is absent: it has no contacts", .fallback = "false", SETS,
     FIELD(GrWall, absent)},
    {0}};

const GrKey GrCaseGroupForceKeys[] = {
    {"group", &GrKeyName, "the name of a group of particles", .choices = "particles", FIELD(GrGroupForce, group)},
    {"force", &GrKeyVectorOfTime, "the force on each particle of the group", "N", NULL, ANY, FEEDBACK,
     OF_TIME(GrGroupForce, force)},
    {0}};

const GrKey GrCaseDragKeys[] = {
    {"linear", &GrKeyQuantityOfTime, "c1 of the drag -(c1 + c2 |u|) u, u relative to the fluid", "N s/m", "0",
     NOT_NEGATIVE, SETS, FEEDBACK, OF_TIME(GrDrag, linear)},
    {"quadratic", &GrKeyQuantityOfTime, "c2 of the drag", "N s^2/m^2", "0", NOT_NEGATIVE, SETS, FEEDBACK,
     OF_TIME(GrDrag, quadratic)},
    {"angular", &GrKeyQuantityOfTime, "c3 of the torque -c3 spin", "N m s", "0", NOT_NEGATIVE, SETS, FEEDBACK,
     OF_TIME(GrDrag, angular)},
    {"viscosity", &GrKeyQuantityOfTime,
     "the viscosity of the fluid: adds the drag of Schiller and Naumann on a sphere, 24/Re (1 + 0.15 Re^0.687) up to "
     "Re = 1000 and 0.44 beyond",
     "Pa*s", "0", NOT_NEGATIVE, SETS, FEEDBACK, OF_TIME(GrDrag, viscosity)},
    {"density", &GrKeyQuantityOfTime,
     "the density of the fluid in the drag of Schiller and Naumann; 0 gives the drag of Stokes", "kg/m^3", "0",
     NOT_NEGATIVE, SETS, FEEDBACK, OF_TIME(GrDrag, density)},
    {"fluid", &GrKeyVectorOfTime, "the velocity of the fluid", "m/s", ZERO_VECTOR, ANY, SETS, FEEDBACK,
     OF_TIME(GrDrag, fluid)},
    {0}};

#define JOINED(member) "", .section = GrCaseConditionKeys, PLAIN(GrCondition), COUNTED(GrCondition, member, n_##member)
const GrKey GrCaseConditionKeys[] = {
    {"kinetic_over_elastic", &GrKeyIndicator, .fallback = ""},
    {"time", &GrKeyQuantity, "the time from the beginning of the stage from which the condition holds", "s", "",
     POSITIVE, FIELD(GrCondition, time)},
    {"any", &GrKeyConditions, "conditions of which at least one must hold: [{..}, ..]", .fallback = JOINED(any)},
    {"all", &GrKeyConditions, "conditions that must hold together: [{..}, ..]", .fallback = JOINED(all)},
    {0}};

#define CONDITION "kinetic_over_elastic|when"
static const GrKey until_keys[] = {
    {"time", &GrKeyQuantity, "the duration of the stage", "s", "", POSITIVE, .unless = CONDITION,
     FIELD(GrStage, until.time)},
    {"kinetic_over_elastic", &GrKeyLimit,
     "the condition that ends the stage, instead of time: the kinetic energy is less than this fraction of the "
     "elastic energy",
     "1", "", POSITIVE, .excludes = "time|when", .needs = "at_most", FIELD(GrStage, until.condition)},
    {"when", &GrKeyCondition,
     "the condition that ends the stage, instead of time: a quantity with its bound, such as {stress: {component: zz, "
     "above: 10 kPa}}, or several that are joined by any or all",
     .fallback = "", .section = GrCaseConditionKeys, .excludes = "time", .needs = "at_most",
     FIELD(GrStage, until.condition)},
    {"every", &GrKeyInteger, "the number of steps between two checks of the condition; 100 unless given",
     .fallback = "", COUNT, .needs = CONDITION, FIELD(GrStage, until.every)},
    {"after", &GrKeyQuantity, "the condition is checked only after this time from the beginning of the stage", "s", "",
     POSITIVE, .needs = CONDITION, FIELD(GrStage, until.after)},
    {"at_most", &GrKeyQuantity, "the longest duration of the stage: it then ends even if the condition does not hold",
     "s", "", POSITIVE, .needs = CONDITION, .above = "after", FIELD(GrStage, until.at_most)},
    {"unmet", &GrKeyChoice,
     "what happens if the condition does not hold within at_most: continue, the next stage begins, with a warning; "
     "fail, the run ends with exit code 3; continue unless given",
     .choices = "continue|fail", .fallback = "", .needs = "at_most", FIELD(GrStage, until.unmet)},
    {0}};

const GrKey GrCaseStageKeys[] = {
    {"until", &GrKeySection,
     "the end of the stage: {time: ..}, or {when: {QUANTITY: {above: ..}}, at_most: ..}; times count from the "
     "beginning "
     "of the stage",
     .section = until_keys},
    {"walls", &GrKeyStaged,
     "the changes of walls, by their names; their motions start again from their current positions", .fallback = "",
     .section = GrCaseKeys},
    {"contacts", &GrKeyStaged,
     "the changes of parameters of contact rules, whose laws stay the same: [{between: [.., ..], normal: {parameter: "
     "value, ..}, ..}]",
     .fallback = "", .section = GrCaseKeys},
    {"gravity", &GrKeyStaged, "the acceleration of gravity from the beginning of the stage", .fallback = "",
     .section = GrCaseKeys},
    {"drag", &GrKeyStaged, "the changes of the drag of a fluid", .fallback = "", .section = GrCaseKeys},
    {"cell", &GrKeyStaged,
     "the changes of rates and stresses of domain.cell; each component keeps its last rate or stress until a stage "
     "changes it",
     .fallback = "", .section = GrCaseDomainKeys, .choices = "domain", FIELD(GrCase, domain)},
    {0}};
