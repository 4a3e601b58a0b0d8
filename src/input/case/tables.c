/* Tables of the keys of a case. A row gives name, kind of value, meaning, unit or choices, default, range, and offset
   in the struct. */
#include "input/key/registry.h"
#include "input/key/rows.h"

#define METHODS "1fe|2a|2b|3|3bs|4|5f|5dp|5bs|6vr|7vr|8vr"

static const GrKey wear_keys[] = {{"coefficient", &GrKeyQuantity, "the wear coefficient K", "1", "", POSITIVE,
                                   .needs = "hardness", .example = 1e-4, FIELD(GrWear, coefficient)},
                                  {"hardness", &GrKeyQuantity, "the hardness H", "Pa", "", POSITIVE,
                                   .needs = "coefficient", .example = 2e9, FIELD(GrWear, hardness)},
                                  {"rate", &GrKeyQuantity,
                                   "the specific wear rate K/H, instead of coefficient and hardness", "1/Pa", "",
                                   POSITIVE, .excludes = "coefficient|hardness", .example = 5e-14, FIELD(GrWear, rate)},
                                  {0}};

static const GrKey material_keys[] = {{"density", &GrKeyQuantity, "the mass density", "kg/m^3", "", POSITIVE,
                                       .example = 2500, FIELD(GrMaterial, body.density)},
                                      {"youngs_modulus", &GrKeyQuantity, "Young's modulus", "Pa", "", POSITIVE,
                                       .example = 70e9, FIELD(GrMaterial, body.youngs_modulus)},
                                      {"poisson_ratio", &GrKeyQuantity, "Poisson's ratio", "1", "", ABOVE_TO(-1, 0.5),
                                       .example = 0.25, FIELD(GrMaterial, body.poisson_ratio)},
                                      {"yield_stress", &GrKeyQuantity, "the yield stress", "Pa", "", POSITIVE,
                                       .example = 400e6, FIELD(GrMaterial, body.yield_stress)},
                                      {"wear", &GrKeySection,
                                       "the wear of walls of this material by Archard's law: {coefficient: .., "
                                       "hardness: ..} or {rate: ..}",
                                       .fallback = "{}", BULK, .section = wear_keys, FIELD(GrMaterial, wear)},
                                      {0}};

#define LAW(kind, pointer, values)                                                                                     \
  "law", &GrKeyEntry, "the name of a law (granum laws lists them)", .registry = &GrKeyLaws, .law = kind,               \
                                                                    COUNTED(GrContactRule, pointer, values)
#define SLIDE(kind, slide_of) LAW(kind, slide[slide_of], slide_value[slide_of])
static const GrKey normal_keys[] = {{LAW(GR_LAW_NORMAL, law, value)}, {0}};
static const GrKey adhesion_keys[] = {{LAW(GR_LAW_ADHESION, adhesion, adhesion_value)}, {0}};
static const GrKey bond_keys[] = {{LAW(GR_LAW_BOND, bond, bond_value)}, {0}};
static const GrKey tangential_keys[] = {{SLIDE(GR_LAW_TANGENTIAL, GR_TANGENTIAL)}, {0}};
static const GrKey rolling_keys[] = {{SLIDE(GR_LAW_ROLLING, GR_ROLLING)}, {0}};
static const GrKey twisting_keys[] = {{SLIDE(GR_LAW_TWISTING, GR_TWISTING)}, {0}};

const GrKey GrCaseContactKeys[] = {
    {"between", &GrKeyPair,
     "the two materials of the rule; '*' means any material, and a rule for an exact pair takes precedence",
     FIELD(GrContactRule, material)},
    {"normal", &GrKeyLaw, "the law of the normal force and its parameters", MERGES, .section = normal_keys},
    {"tangential", &GrKeyRefused,
     "beads on a line do not slide on each other, so there is no tangential law in dimension 1; remove the key",
     .fallback = "", .scope = GR_IN_CHAIN | GR_IN_BOUNCE},
    {"tangential", &GrKeyLaw, "the law of friction against sliding, and its parameters", .fallback = "", MERGES,
     .section = tangential_keys, .scope = GR_IN_BULK | GR_IN_CONTACT | GR_IN_MECHANISM},
    {"rolling", &GrKeyLaw, "the law of resistance to rolling, and its parameters", .fallback = "", MERGES,
     .section = rolling_keys, .scope = GR_IN_BULK | GR_IN_CONTACT},
    {"twisting", &GrKeyLaw, "the law of resistance to spin about the normal, and its parameters", .fallback = "",
     MERGES, .section = twisting_keys, .scope = GR_IN_BULK | GR_IN_CONTACT},
    {"bond", &GrKeyLaw, "the law of bonds that hold two particles together, and its parameters", .fallback = "", MERGES,
     .section = bond_keys, BULK},
    {"bond_list", &GrKeyPath,
     "the file of the pairs that get bonds of form: list; two ids on each line below the header id_1, id_2",
     .fallback = "", BULK, FIELD(GrContactRule, bond_list)},
    {"lever", &GrKeyChoice,
     "the lever arm of sliding, from the centre of each sphere: contact, up to the middle of the overlap; radius, the "
     "radius of the sphere; mixed, radius for the slip velocity and contact for the torque",
     .choices = "contact|radius|mixed", .fallback = "contact", .scope = GR_IN_BULK | GR_IN_CONTACT,
     FIELD(GrContactRule, lever)},
    {"adhesion", &GrKeyLaw, "the law of adhesion, which is added to the normal force, and its parameters",
     .fallback = "", MERGES, .section = adhesion_keys},
    {"tension", &GrKeyChoice,
     "the treatment of a tensile normal force: clip sets it to 0, allow keeps it; in an impact or a bounce the default "
     "is allow",
     .choices = "clip|allow", .fallback = "clip", SETS, FIELD(GrContactRule, tension)},
    {0}};

static const GrKey chain_keys[] = {
    {"count", &GrKeyInteger, "the number of beads", COUNT, FIELD(GrGroup, count)},
    {"gap", &GrKeyQuantity, "the distance between the surfaces of neighbours in the group, negative for an overlap",
     "m", "0", ANY, FIELD(GrGroup, between.gap)},
    {"precompression", &GrKeyQuantity, "the static compressive force between neighbours in the group, instead of gap",
     "N", "0", NOT_NEGATIVE, .excludes = "gap", FIELD(GrGroup, between.precompression)},
    {0}};

static const GrKey group_keys[] = {
    {"chain", &GrKeySection, "the chain of beads: {count: NUMBER}", .section = chain_keys},
    {"gap", &GrKeyQuantity, "the distance to the surface of the bead before the group, negative for an overlap", "m",
     "0", ANY, FIELD(GrGroup, before.gap)},
    {"precompression", &GrKeyQuantity,
     "the static compressive force between the first bead of the group and the bead before it, instead of gap", "N",
     "0", NOT_NEGATIVE, .excludes = "gap", FIELD(GrGroup, before.precompression)},
    {"material", &GrKeyName, "the name of a material; not required if each bead of the pattern has one",
     .choices = "materials", .fallback = "", FIELD(GrGroup, material)},
    {"pattern", &GrKeyList, "a sequence of beads that is repeated along the group: [{radius: ..}, ..]", .fallback = "",
     .section = GrCaseBeadKeys, PLAIN(GrBead), .with = "shape=sphere", COUNTED(GrGroup, pattern, n_pattern)},
    {"shape", &GrKeyChoice, "the shape of the beads; plane: a flat body at an end of the chain, such as its base",
     .choices = "sphere|plane", .fallback = "sphere", FIELD(GrGroup, shape)},
    {"radius", &GrKeyRadius,
     "the radius of the beads; or, for a tapered group, {from: .., to: ..} or {from: .., ratio: ..}", "m", "", POSITIVE,
     .section = GrCaseTaperKeys, .with = "shape=sphere", FIELD(GrGroup, taper)},
    {"mass", &GrKeyQuantity,
     "the mass of one bead; for spheres by default from the density; a plane that is fixed or driven needs no mass",
     "kg", "", POSITIVE, FIELD(GrGroup, mass)},
    {"velocity", &GrKeyQuantity, "the initial velocity along +x", "m/s", "0", ANY, .excludes = "fixed|motion",
     FIELD(GrGroup, velocity)},
    {"fixed", &GrKeyBoolean, "whether the beads are fixed", .fallback = "false", FIELD(GrGroup, fixed)},
    {"motion", &GrKeyMotion,
     "a prescribed velocity along +x: constant, by a table {time: [..], velocity: [..]} or {file: NAME}, or of an "
     "oscillation {oscillation: {amplitude: .., frequency: ..}}",
     "m/s", "", ANY, .section = GrKeyMotionKeys, .excludes = "fixed", FIELD(GrGroup, motion)},
    {BELONGS("lattice", GR_IN_BULK)},
    {BELONGS("random", GR_IN_BULK)},
    {BELONGS("file", GR_IN_BULK)},
    {BELONGS("previous", GR_IN_BULK)},
    {BELONGS("spin", GR_IN_BULK)},
    {BELONGS("velocity_deviation", GR_IN_BULK)},
    {BELONGS("spin_deviation", GR_IN_BULK)},
    {BELONGS("seed", GR_IN_BULK)},
    {BELONGS("clump", GR_IN_BULK)},
    {BELONGS("orientation", GR_IN_BULK)},
    {0}};

static const GrKey push_keys[] = {
    {"group", &GrKeyName, "the name of a group of particles", .choices = "particles", FIELD(GrGroupForce, group)},
    {"force", &GrKeyQuantity, "the force on each bead of the group, along +x", "N", NULL, ANY,
     FIELD(GrGroupForce, force)},
    {0}};

static const GrKey velocity_keys[] = {
    {"id", &GrKeyInteger, "the id of the bead, from 1 in the order of the groups", COUNT, FIELD(GrBeadVelocity, id)},
    {"velocity", &GrKeyQuantity, "the initial velocity of the bead along +x, instead of the velocity of the group",
     "m/s", NULL, ANY, FIELD(GrBeadVelocity, velocity)},
    {0}};

static const GrKey end_keys[] = {{"left", &GrKeyChoice, "whether the first bead is free or fixed",
                                  .choices = "free|fixed", .fallback = "free", .offset = 0},
                                 {"right", &GrKeyChoice, "whether the last bead is free or fixed",
                                  .choices = "free|fixed", .fallback = "free", .offset = sizeof(GrChainEnd)},
                                 {0}};

static const GrKey time_keys[] = {
    {"end", &GrKeyQuantity, "the time at which the run ends", "s", NULL, POSITIVE, CHAIN, FIELD(GrTime, end)},
    {"end", &GrKeyQuantity,
     "the time at which the run ends; a case with stages ends with its last stage and must not have this key", "s", "",
     POSITIVE, BULK, FIELD(GrTime, end)},
    {"step", &GrKeyQuantity, "the time step, or auto: from the stiffness of the contacts; for rk the first step", "s",
     "auto", "auto", POSITIVE, .word = 0, FIELD(GrTime, step)},
    {"safety", &GrKeyQuantity, "the fraction of the stable step that auto does not exceed", "1", "0.5", ABOVE_TO(0, 1),
     CHAIN, FIELD(GrTime, safety)},
    {"safety", &GrKeyQuantity, "the fraction of the stable step that auto does not exceed", "1", "0.8", ABOVE_TO(0, 1),
     BULK, FIELD(GrTime, safety)},
    {"accuracy", &GrKeyQuantity,
     "the largest relative error of free impacts, and of the peak force and the arrival time of a wave, that auto "
     "allows",
     "1", "0.001", ABOVE_TO(0, 1), CHAIN, FIELD(GrTime, accuracy)},
    {"accuracy", &GrKeyQuantity,
     "the largest relative error of free impacts that auto allows; oblique impacts are tried at 5 to 58 degrees from "
     "the normal",
     "1", "0.02", ABOVE_TO(0, 1), BULK, FIELD(GrTime, accuracy)},
    {"speed", &GrKeyQuantity,
     "the largest expected speed of impacts, for which auto chooses the step; or auto: from the speeds at the start, "
     "of walls and of insertions, and the largest fall between the walls",
     "m/s", "auto", "auto", POSITIVE, .word = 0, BULK, FIELD(GrTime, speed)},
    {"integrator", &GrKeyEntry, .registry = &GrKeyIntegrators, .fallback = "verlet", FIELD(GrTime, integrator)},
    {"velocity", &GrKeyChoice,
     "the velocity in the forces of verlet: full, predicted for the end of the step; half, of the half step, as in "
     "LAMMPS",
     .choices = "full|half", .fallback = "full", FIELD(GrTime, velocity)},
    {"method", &GrKeyWord, "the Runge-Kutta method, by PETSc's name", .choices = METHODS, .fallback = "5dp",
     FIELD(GrTime, method)},
    {"tolerance", &GrKeyQuantity, "the relative error of a Runge-Kutta step", "1", "1e-9", BETWEEN(1e-14, 1e-2),
     FIELD(GrTime, tolerance)},
    {"overlap_limit", &GrKeyQuantity, "the overlap, as a fraction of the smaller radius, above which the run stops",
     "1", "0.1", ABOVE_TO(0, 1), FIELD(GrTime, overlap_limit)},
    {"skin", &GrKeyQuantity, "the skin: pairs whose surfaces are nearer than this are in the neighbour list; or auto",
     "m", "auto", "auto", POSITIVE, .word = 0, BULK, FIELD(GrTime, skin)},
    {"rebalance", &GrKeyInteger,
     "the number of steps between repartitionings; auto: when the gain exceeds the cost; measured: the same, and slow "
     "ranks get less work",
     .choices = "auto=0|measured=-1", .word = 0, .fallback = "auto", COUNT, BULK, .aside = true,
     FIELD(GrTime, rebalance)},
    {"feedback_every", &GrKeyInteger,
     "the number of steps between two evaluations of expressions with observables, such as =min(1 m/s, 1 m/s/kg"
     "*inserted_mass); their values are constant in between",
     .fallback = "100", COUNT, BULK, FIELD(GrTime, feedback_every)},
    {0}};

static const GrKey trajectory_keys[] = {
    {"every", &GrKeyQuantity, "the time between frames of positions and velocities, or off",
     INTERVAL(GrOutput, trajectory.every)},
    {TIMES("the frames", GrOutput, trajectory)},
    {"fields", &GrKeyWords, "the quantities in a frame, or all", .choices = "position|velocity", .fallback = "all",
     CHAIN, FIELD(GrOutput, trajectory_fields)},
    {"fields", &GrKeyWords, "the quantities in a frame, or all", .choices = GR_TRAJECTORY_FIELDS, .fallback = "all",
     BULK, FIELD(GrOutput, trajectory_fields)},
    {"energies", &GrKeyBoolean,
     "whether the elastic energy of each particle and its shares of the dissipated energies are also in the frames",
     .fallback = "false", BULK, FIELD(GrOutput, trajectory_energies)},
    {"groups", &GrKeyNames, "the groups whose particles are in the frames; all unless given", .choices = "particles",
     .fallback = "", BULK, COUNTED(GrOutput, trajectory_groups, n_trajectory_groups)},
    {"precision", &GrKeyChoice,
     "the precision of real numbers in frames: double, 8 bytes; single, 4 bytes and 7 digits",
     .choices = "double|single", .fallback = "double", FIELD(GrOutput, trajectory_precision)},
    {"compression", &GrKeyChoice,
     "the lossless compression of frames when the run completes: none or deflate, which all readers of HDF5 support",
     .choices = "none|deflate", .fallback = "none", FIELD(GrOutput, trajectory_compression)},
    {0}};

static const GrKey energy_keys[] = {
    {"every", &GrKeyQuantity, "the time between rows of the energy ledger, or off: only at the start and the end",
     INTERVAL(GrOutput, energy.every)},
    {TIMES("the rows", GrOutput, energy)},
    {0}};

static const GrKey walls_keys[] = {
    {"every", &GrKeyQuantity, "the time between rows, or off", INTERVAL(GrOutput, walls.every)},
    {TIMES("the rows", GrOutput, walls)},
    {"triangles", &GrKeyBoolean, "whether the force on each triangle of meshes is also written", .fallback = "false",
     FIELD(GrOutput, walls_triangles)},
    {"loads", &GrKeyBoolean,
     "whether loads and wear of the walls are also written, and with triangles: true those of each triangle; true if a "
     "material of a wall has wear",
     .fallback = "false", FIELD(GrOutput, walls_loads)},
    {0}};

static const GrKey observables_keys[] = {
    {"every", &GrKeyQuantity, "the time between rows, or off", INTERVAL(GrOutput, observables.every)},
    {TIMES("the rows", GrOutput, observables)},
    {0}};

static const GrKey network_keys[] = {
    {"every", &GrKeyQuantity, "the time between files, or off", INTERVAL(GrOutput, contacts.every)},
    {TIMES("the files", GrOutput, contacts)},
    {0}};

static const GrKey fields_keys[] = {
    {"every", &GrKeyQuantity, "the time between the fields, or off", INTERVAL(GrOutput, fields.when.every),
     .needs = "cells|spacing"},
    {TIMES("the fields", GrOutput, fields.when), .needs = "cells|spacing"},
    {"cells", &GrKeyCounts, "the number of cells along x, y and z; 0 means one cell", .fallback = "",
     .excludes = "spacing", BETWEEN(0, 1000), FIELD(GrOutput, fields.cells)},
    {"spacing", &GrKeyQuantity, "the length of a cell along each axis, rounded so that a number of cells fills the box",
     "m", "", POSITIVE, .excludes = "cells", FIELD(GrOutput, fields.spacing)},
    {"kernel", &GrKeyChoice,
     "the kernel that spreads particles and contacts over the cells; none: a particle belongs to the cell of its "
     "centre, a "
     "contact to that of the middle of its branch vector",
     .choices = GR_KERNEL_NAMES, .fallback = "none", FIELD(GrOutput, fields.kernel)},
    {"width", &GrKeyQuantity,
     "the width of the kernel: the standard deviation of gaussian, which ends at 3 widths; otherwise the distance at "
     "which the kernel ends",
     "m", NULL, POSITIVE, .with = "kernel=gaussian|lucy|heaviside", FIELD(GrOutput, fields.width)},
    {0}};

static const GrKey checkpoint_keys[] = {
    {"every", &GrKeyQuantity, "the simulated time between checkpoints, or off", INTERVAL(GrOutput, checkpoint.every)},
    {TIMES("the checkpoints", GrOutput, checkpoint)},
    {"wall_time", &GrKeyQuantity, "the wall time between checkpoints, or off",
     INTERVAL_ELSE("30 min", GrOutput, checkpoint_wall_time), .aside = true},
    {"end", &GrKeyBoolean, "whether a checkpoint is written at the end of the run", .fallback = "true", .aside = true,
     FIELD(GrOutput, checkpoint_end)},
    {"failure", &GrKeyBoolean,
     "whether the last good state is written as a checkpoint when the physics fails; the run keeps this state in "
     "memory",
     .fallback = "true", .aside = true, FIELD(GrOutput, checkpoint_failure)},
    {0}};

static const GrKey sensor_keys[] = {
    {"group", &GrKeyName, "the name of a group of particles", .choices = "particles", FIELD(GrSensors, group)},
    {"at", &GrKeyIntegers, "the numbers of the beads within the group, from 1", COUNT, COUNTED(GrSensors, at, n_at)},
    {"quantity", &GrKeyChoice,
     "what a sensor records: bead, the mean of the two contact forces on the bead, its velocity and displacement; "
     "contact, force, overlap and overlap rate of the contact between the bead and the next bead",
     .choices = "bead|contact", .fallback = "bead", FIELD(GrSensors, quantity)},
    {"every", &GrKeyQuantity, "the time between samples", "s", "", POSITIVE, .unless = "times",
     FIELD(GrSensors, when.every)},
    {TIMES("the samples", GrSensors, when)},
    {0}};

static const GrKey output_keys[] = {
    {"trajectory", &GrKeySection, "positions and velocities of all beads", .fallback = "{}",
     .section = trajectory_keys},
    {"energy", &GrKeySection, "the energy ledger", .fallback = "{}", .section = energy_keys},
    {"sensors", &GrKeyOneOrList, "force and motion of single beads, or force and overlap of single contacts, over time",
     .fallback = "[]", CHAIN, .section = sensor_keys, PLAIN(GrSensors), COUNTED(GrOutput, sensors, n_sensors)},
    {"detectors", &GrKeyOneOrList, "arrival, peak, width and speed of the pulse that passes beads", .fallback = "[]",
     CHAIN, .section = GrCaseDetectorKeys, PLAIN(GrDetectors), COUNTED(GrOutput, detectors, n_detectors)},
    {"walls", &GrKeySection, "force, torque and position of every wall", .fallback = "{}", BULK, .section = walls_keys},
    {"counters", &GrKeyNamed, "counters of particles that pass planes or discs, or are in regions, each with a name",
     .fallback = "", BULK, .section = GrCaseCounterKeys, NAMED(GrCounter), COUNTED(GrOutput, counters, n_counters)},
    {"observables", &GrKeySection, "sums over the particles and contacts", .fallback = "{}", BULK,
     .section = observables_keys},
    {"contacts", &GrKeySection, "the network of contacts, a file each time", .fallback = "{}", BULK,
     .section = network_keys},
    {"fields", &GrKeySection,
     "solid fraction, density, velocity, granular temperature and stress on a grid of cells that fills the box",
     .fallback = "{}", BULK, .section = fields_keys},
    {"residence", &GrKeyBoolean,
     "whether the residence time of each particle that leaves the domain or is removed is recorded",
     .fallback = "false", BULK, FIELD(GrOutput, residence)},
    {"checkpoint", &GrKeySection, "files from which the run can be resumed", .fallback = "{}",
     .section = checkpoint_keys},
    {"flush", &GrKeyQuantity,
     "the wall time between flushes, after which the recorded data are on the disk and can be read (the first flush is "
     "after at most 2 s); or off: flushes only with checkpoints and at the end",
     INTERVAL_ELSE("30 s", GrOutput, flush), .aside = true},
    {"wall_time", &GrKeyQuantity, "the wall time after which the run stops with a checkpoint, or off",
     INTERVAL(GrOutput, wall_time), .aside = true},
    {"transfer", &GrKeyChoice, "the transfers with which ranks write their rows: independent, or collective (MPI-IO)",
     .choices = "independent|collective", .fallback = "independent", .aside = true, FIELD(GrOutput, transfer)},
    {"writers", &GrKeyInteger,
     "the number of ranks that write results.h5 for all ranks (in collective transfers the hint cb_nodes of MPI-IO), "
     "or auto: one rank per node, or all ranks if a node has at most 4",
     .choices = "auto", .word = 0, .fallback = "auto", BETWEEN(1, 1e6), .aside = true, FIELD(GrOutput, writers)},
    {"alignment", &GrKeyInteger,
     "the alignment in bytes, such as the stripe size of a parallel file system: in results.h5 each dataset of at "
     "least 16 times this size begins at a multiple of this size",
     .fallback = "1048576", BETWEEN(1, 1e9), .aside = true, FIELD(GrOutput, alignment)},
    {"mpi_io_hints", &GrKeyHints,
     "the hints for MPI-IO when results.h5 is opened: {striping_factor: .., striping_unit: .., cb_nodes: .., ..}",
     .fallback = "{}", .aside = true, FIELD(GrOutput, mpi_io_hints)},
    {0}};

static const GrKey run_keys[] = {{"residual", &GrKeyQuantity,
                                  "the residual of the energy balance, divided by the energy exchanged, above which "
                                  "the run ends with exit code 3, or off",
                                  "1", "0.1", "off", POSITIVE, .word = 0, .scope = GR_IN_CHAIN | GR_IN_BULK,
                                  FIELD(GrCase, residual)},
                                 {"watchdog", &GrKeyQuantity,
                                  "the wall time without progress (a step, a part of a file, a trial of placement) "
                                  "after which the job ends with exit "
                                  "code 75, or off; longer than the longest step",
                                  INTERVAL_ELSE("10 min", GrCase, watchdog), .aside = true},
                                 {0}};

#define PATH_ROW(name, member, unit)                                                                                   \
  name, &GrKeyPathOfTime,                                                                                              \
      "the prescribed " name " of the body; x: from the first body to the second, y and z: along the surfaces", unit,  \
      ZERO_VECTOR, ANY, PATHS, OF_TIME(GrBody, path.member)
static const GrKey body_keys[] = {
    {"shape", &GrKeyChoice, "the shape of the surface", .choices = "sphere|plane", .fallback = "sphere",
     FIELD(GrBody, shape)},
    {"material", &GrKeyName, "the name of a material", .choices = "materials", FIELD(GrBody, material)},
    {"radius", &GrKeyQuantity, "the radius of a sphere or socket", "m", NULL, POSITIVE, .with = "shape=sphere",
     FIELD(GrBody, radius)},
    {"mass", &GrKeyQuantity,
     "the mass of the body; for spheres by default from the density; infinite if the body is fixed, and by default for "
     "planes and sockets on a path",
     "kg", "", POSITIVE, FIELD(GrBody, mass)},
    {"concave", &GrKeyBoolean, "whether the body is a socket around the other", .fallback = "false",
     .with = "shape=sphere", FIELD(GrBody, concave)},
    {"fixed", &GrKeyBoolean, "whether the body is fixed", .fallback = "false", .scope = GR_IN_COLLISION,
     FIELD(GrBody, fixed)},
    {PATH_ROW("displacement", displacement, "m"), .excludes = "velocity", .uses = GR_USES_SLOPE},
    {PATH_ROW("velocity", velocity, "m/s"), .uses = GR_USES_INTEGRAL},
    {PATH_ROW("rotation", rotation, "rad"), .excludes = "spin", .uses = GR_USES_SLOPE},
    {PATH_ROW("spin", spin, "rad/s"), .uses = GR_USES_INTEGRAL},
    {"spin", &GrKeyPoint,
     "the angular velocity of a sphere before the impact; x: from the first body to the second, y: along the "
     "tangential velocity of the first body",
     "rad/s", ZERO_VECTOR, ANY, IMPACTS, FIELD(GrBody, spin)},
    {0}};

static const GrKey approach_keys[] = {
    {"from", &GrKeyQuantity, "the first velocity", "m/s", NULL, POSITIVE, FIELD(GrRange, from)},
    {"to", &GrKeyQuantity, "the last velocity", "m/s", NULL, POSITIVE, FIELD(GrRange, to)},
    {"count", &GrKeyInteger, "the number of values, with both ends", BETWEEN(1, 1e9), FIELD(GrRange, count)},
    {"spacing", &GrKeyChoice, "linear: equal differences; log: equal ratios", .choices = "linear|log",
     .fallback = "linear", FIELD(GrRange, logarithmic)},
    {0}};

#define RIGHT_ANGLE 1.5707963267948966
#define FROM_NORMAL "rad", NULL, .lower = 0, .upper = RIGHT_ANGLE, .upper_open = true
static const GrKey angle_keys[] = {
    {"from", &GrKeyQuantity, "the first angle", FROM_NORMAL, FIELD(GrRange, from)},
    {"to", &GrKeyQuantity, "the last angle", FROM_NORMAL, FIELD(GrRange, to)},
    {"count", &GrKeyInteger, "the number of values, with both ends", BETWEEN(1, 1e9), FIELD(GrRange, count)},
    {0}};

static const GrKey tangential_velocity_keys[] = {
    {"from", &GrKeyQuantity, "the first velocity", "m/s", NULL, NOT_NEGATIVE, FIELD(GrRange, from)},
    {"to", &GrKeyQuantity, "the last velocity", "m/s", NULL, NOT_NEGATIVE, FIELD(GrRange, to)},
    {"count", &GrKeyInteger, "the number of values, with both ends", BETWEEN(1, 1e9), FIELD(GrRange, count)},
    {0}};

static const GrKey mechanism_keys[] = {{"type", &GrKeyEntry, "the name of a mechanism", .registry = &GrKeyMechanisms,
                                        COUNTED(GrMechanismCase, mechanism, value)},
                                       {0}};

const GrKey GrCaseKeys[] = {
    {"problem", &GrKeyChoice,
     "the kind of problem: particles, the impact of two bodies, a ball that bounces, a mechanism, two bodies on "
     "prescribed paths, or a fit of impacts, of a path or of a chain to data",
     .choices = GR_PROBLEM_NAMES, .fallback = "particles", FIELD(GrCase, problem)},
    {"title", &GrKeyText, "the title of the case, in one line", .fallback = "", FIELD(GrCase, title)},
    {"source", &GrKeyText, "the source of the numbers: paper, section and table", .fallback = "",
     FIELD(GrCase, source)},
    {"author", &GrKeyText,
     "the author, NAME or NAME <EMAIL>; if omitted, the environment variable GRANUM_AUTHOR or the user's name",
     .fallback = "", .aside = true, FIELD(GrCase, author)},
    {"dimension", &GrKeyDigit, "the dimension: 1, beads on a line; 2, particles in a plane; 3", BETWEEN(1, 3),
     PARTICLES, FIELD(GrCase, dimension)},
    {"domain", &GrKeyBox, "the box: {lower: [x, y, z], upper: [x, y, z]}, or previous: that of an earlier run",
     .section = GrCaseDomainKeys, BULK, MERGES, FIELD(GrCase, domain)},
    {"materials", &GrKeyNamed, "the materials, each with a name", .section = material_keys, NAMED(GrMaterial),
     COUNTED(GrCase, materials, n_materials)},
    {"contacts", &GrKeyList, "the contact rules", .fallback = "[]", .section = GrCaseContactKeys, MERGES,
     PLACED(GrContactRule), COUNTED(GrCase, rules, n_rules)},
    {"clumps", &GrKeyNamed, "the clumps, rigid bodies of spheres, each with a name", .fallback = "",
     .section = GrCaseClumpKeys, BULK, NAMED(GrClump), COUNTED(GrCase, clumps, n_clumps)},
    {"particles", &GrKeyNamed, "the groups of beads, each with a name, in their order along +x", .section = group_keys,
     CHAIN, NAMED(GrGroup), COUNTED(GrCase, groups, n_groups)},
    {"particles", &GrKeyNamed, "the groups of particles, each with a name", .section = GrCaseGrainsKeys, BULK,
     NAMED(GrGrains), COUNTED(GrCase, grains, n_grains)},
    {"walls", &GrKeyNamed, "the walls, each with a name", .fallback = "{}", .section = GrCaseWallKeys, BULK, MERGES,
     ELEMENT(GrWall, offsetof(GrWall, name), -1), COUNTED(GrCase, walls, n_walls)},
    {"removal", &GrKeyNamed, "the regions from which particles are removed, each with a name", .fallback = "",
     .section = GrCaseRemovalKeys, BULK, NAMED(GrRemoval), COUNTED(GrCase, removals, n_removals)},
    {"initial_velocities", &GrKeyList, "velocities of single beads", .fallback = "[]", CHAIN, .section = velocity_keys,
     PLAIN(GrBeadVelocity), COUNTED(GrCase, velocities, n_velocities)},
    {"ends", &GrKeySection, "the ends of the chain", .fallback = "{}", CHAIN, .section = end_keys, FIELD(GrCase, ends)},
    {"gravity", &GrKeyQuantity, "the acceleration of gravity along +x", "m/s^2", "0", ANY, CHAIN,
     FIELD(GrCase, gravity)},
    {"gravity", &GrKeyVectorOfTime,
     "the acceleration of gravity, whose components may be functions of the time t: [0, 0, =-9.81 m/s^2*cos(t/(1 s))]",
     "m/s^2", ZERO_VECTOR, ANY, BULK, SETS, FEEDBACK, COUNTED(GrCase, gravity_vector, gravity_of_time)},
    {"gravity", &GrKeyQuantity, "the acceleration of gravity, downwards", "m/s^2", NULL, POSITIVE, BOUNCE,
     FIELD(GrCase, gravity)},
    {"forces", &GrKeyList, "constant forces on groups", .fallback = "[]", .section = push_keys, CHAIN,
     PLAIN(GrGroupForce), COUNTED(GrCase, group_forces, n_group_forces)},
    {"equilibrium", &GrKeyNames,
     "adjacent groups that start in static equilibrium under gravity and forces; other groups are displaced with them",
     .choices = "particles", .fallback = "[]", CHAIN, COUNTED(GrCase, balanced, n_balanced)},
    {"forces", &GrKeyList, "forces on groups", .fallback = "[]", .section = GrCaseGroupForceKeys, BULK,
     PLAIN(GrGroupForce), COUNTED(GrCase, group_forces, n_group_forces)},
    {"drag", &GrKeySection, "the drag of a fluid", .fallback = "{}", .section = GrCaseDragKeys, BULK, MERGES,
     FIELD(GrCase, drag)},
    {"stages", &GrKeyNamed,
     "the successive stages of the run, each with a name: when it ends and which values it changes", .fallback = "",
     .section = GrCaseStageKeys, BULK, NAMED(GrStage), COUNTED(GrCase, stages, n_stages)},
    {"time", &GrKeySection, "the duration and the time steps", .fallback = "{}", .section = time_keys, PARTICLES,
     FIELD(GrCase, time)},
    {"output", &GrKeySection, "the output and its times", .fallback = "{}", PARTICLES, .section = output_keys,
     FIELD(GrCase, output)},
    {"run", &GrKeySection, "the supervision of the run", .fallback = "{}", PARTICLES, .section = run_keys},
    {"bodies", &GrKeyList, "the two bodies that collide or are in contact", BETWEEN(2, 2), .section = body_keys, PAIR,
     PLACED(GrBody), COUNTED(GrCase, impact.body, impact.n_bodies)},
    {"velocities", &GrKeyRange, "the approach velocities: one, a list, or {from: .., to: .., count: .., spacing: ..}",
     "m/s", NULL, POSITIVE, IMPACT, .section = approach_keys, FIELD(GrCase, impact.velocities)},
    {"angle", &GrKeyRange,
     "the angles between the velocity and the normal, below 90 deg: one, a list, or {from: .., to: .., count: ..}; "
     "velocities are then the speeds in this direction",
     "rad", "", .lower = 0, .upper = RIGHT_ANGLE, .upper_open = true, IMPACT, .excludes = "tangential_velocity",
     .section = angle_keys, FIELD(GrCase, impact.angles)},
    {"tangential_velocity", &GrKeyRange,
     "the velocities of the centres along the surface, in addition to the approach velocities: one, a list, or "
     "{from: .., to: .., count: ..}",
     "m/s", "", NOT_NEGATIVE, IMPACT, .section = tangential_velocity_keys, FIELD(GrCase, impact.tangential)},
    {"accuracy", &GrKeyQuantity,
     "the largest error of the velocities after an oblique impact, divided by the approach velocity", "1", "1e-6",
     BETWEEN(1e-9, 0.1), IMPACTS, FIELD(GrCase, impact.accuracy)},
    {"end", &GrKeyChoice,
     "the end of an impact: separation, at overlap 0; zero_force, at the first zero of the force in restitution; "
     "apart, beyond the reach of the adhesion",
     .choices = "separation|zero_force|apart", .fallback = "separation", IMPACTS, FIELD(GrCase, impact.end)},
    {"curves", &GrKeyBoolean, "whether force, overlap and overlap rate over time are stored", .fallback = "false",
     IMPACT, FIELD(GrCase, impact.curves)},
    {"curve_points", &GrKeyInteger, "the number of points of a stored curve", .fallback = "256", BETWEEN(2, 1e6),
     IMPACT, FIELD(GrCase, impact.curve_points)},
    {"curve_until", &GrKeyQuantity, "the time until which bodies that stick are integrated", "s", "", POSITIVE, IMPACT,
     FIELD(GrCase, impact.curve_until)},
    {"drop", &GrKeyQuantity, "the height of the ball's lowest point above the surface at the start", "m", "0",
     NOT_NEGATIVE, BOUNCE, FIELD(GrCase, bounce.drop)},
    {"velocity", &GrKeyQuantity, "the velocity of the ball at the start, downwards", "m/s", "0", NOT_NEGATIVE, BOUNCE,
     FIELD(GrCase, bounce.velocity)},
    {"gravity_in_contact", &GrKeyBoolean, "whether gravity acts on the ball also during contact", .fallback = "true",
     BOUNCE, FIELD(GrCase, bounce.gravity_in_contact)},
    {"schedule", &GrKeyList, "changes of the normal law by bounce: {from_bounce: NUMBER, set: {parameter: value, ...}}",
     .fallback = "[]", BOUNCE, .section = GrCaseBounceChangeKeys, PLAIN(GrBounceChange),
     COUNTED(GrCase, bounce.change, bounce.n_changes)},
    {"until", &GrKeySection, "the end of a run", .fallback = "{}", BOUNCE, .section = GrCaseBounceEndKeys,
     FIELD(GrCase, bounce)},
    {"trajectory", &GrKeySection, "height, velocity and force over time", .fallback = "{}", BOUNCE,
     .section = GrCaseFlightKeys, FIELD(GrCase, bounce)},
    {"mechanism", &GrKeySection, "the mechanism: {type: NAME, parameter: value, ...}", .section = mechanism_keys,
     MECHANISM, FIELD(GrCase, motion)},
    {"surfaces", &GrKeyNamed, "the surfaces that touch, by their names in the mechanism", .section = GrCaseSurfaceKeys,
     MECHANISM, NAMED(GrSurface), COUNTED(GrCase, motion.surface, motion.n_surfaces)},
    {"time", &GrKeySection, "the duration", .section = GrCaseMechanismTimeKeys, MECHANISM, FIELD(GrCase, motion)},
    {"trajectory", &GrKeySection, "motion, forces and energies over time", .fallback = "{}", MECHANISM,
     .section = GrCaseMechanismPointKeys, FIELD(GrCase, motion)},
    {"overlap", &GrKeyQuantity, "the overlap at the start; negative: distance of the surfaces", "m", "0", ANY, PATHS,
     FIELD(GrCase, path.overlap)},
    {"turn", &GrKeySection, "a rotation of both bodies together, as one rigid body", .fallback = "{}",
     .section = GrCaseTurnKeys, PATHS, FIELD(GrCase, path)},
    {"time", &GrKeySection, "the duration, the time steps and the points of the results", .section = GrCasePathTimeKeys,
     PATHS, FIELD(GrCase, path)},
    {"fit", &GrKeySection, "the free parameters and the data of a fit", .section = GrCaseFitKeys, FIT,
     FIELD(GrCase, fit)},
    {"method", &GrKeyWord, "the Runge-Kutta method, by PETSc's name", .choices = METHODS, .fallback = "8vr", STUDY,
     FIELD(GrCase, impact.method)},
    {"tolerance", &GrKeyQuantity, "the relative error of a Runge-Kutta step", "1", "1e-12", BETWEEN(1e-14, 1e-2), STUDY,
     FIELD(GrCase, impact.tolerance)},
    {"constants", &GrKeyConstants,
     "numbers with names, for expressions such as =d/2; each is NAME: number with unit, or NAME: expression",
     .fallback = ""},
    {"variants", &GrKeyVariants, "several cases that differ from the rest of the input: NAME: {path: value, ...}",
     .fallback = ""},
    {"sweep", &GrKeySweep,
     "several cases: path: [value, ...] or path: {from: .., to: .., count: .., spacing: ..}, all combinations",
     .fallback = "", .section = GrKeySweepKeys},
    {0}};
