/* granum/case.h: a validated case, as read from the YAML input. All numbers are SI; what is not given is NaN where so
   stated.

   The input is read on one rank and broadcast; every rank validates the same text, so every rank holds the same case or
   reports the same failure. Memory is proportional to the text, never to the number of particles. */
#ifndef GRANUM_CASE_H
#define GRANUM_CASE_H

#include <granum/force.h>
#include <granum/generator.h>
#include <granum/integrator.h>
#include <granum/law.h>
#include <granum/mechanism.h>
#include <granum/property.h>
#include <granum/wall.h>
#include <petscsys.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_ANY = -1 };

/* Where a value stands in the input; line 0: it is a default or came from --set. */
typedef struct {
  int line, column; /* from 1 */
} GrPlace;

typedef struct {
  char name[GR_NAME_MAX];
  GrLawBody body; /* density, moduli, yield stress; NaN if not given */
  GrPlace place;
} GrMaterial;

typedef enum { GR_TENSION_CLIP, GR_TENSION_ALLOW } GrTension;

/* Laws of sliding in a rule: what they resist. */
enum { GR_TANGENTIAL, GR_ROLLING, GR_TWISTING, GR_SLIDES };

/* The arm from the centre of a sphere of radius R to the point of contact, at overlap d: R - d/2 (contact), R (radius),
   or R for the slip and R - d/2 for the torque (mixed: as LAMMPS' granular has it; energy is then not conserved). */
typedef enum { GR_LEVER_CONTACT, GR_LEVER_RADIUS, GR_LEVER_MIXED } GrLever;

/* One entry of `contacts`. */
typedef struct {
  int material[2]; /* positions in GrCase.materials, or GR_ANY for '*' */
  const GrLaw *law;
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  GrTension tension;
  const GrLaw *adhesion; /* NULL: none; here and below */
  GrLawValue adhesion_value[GR_LAW_PARAMETERS_MAX];
  const GrLaw *slide[GR_SLIDES]; /* dimension 2 and 3: tangential, rolling, twisting */
  GrLawValue slide_value[GR_SLIDES][GR_LAW_PARAMETERS_MAX];
  GrLever lever;
  const GrLaw *bond;
  GrLawValue bond_value[GR_LAW_PARAMETERS_MAX];
  char *bond_list;               /* name of a file with the pairs that get bonds; NULL: none */
  PetscBool used;                /* for some pair of the case */
  char renamed[2 * GR_NAME_MAX]; /* warning about a law that the input calls by an old name; empty: none */
  GrPlace place;
} GrContactRule;

/* Distance between neighbouring bead surfaces: a gap (< 0: overlap) or a precompression force, not both. */
typedef struct {
  double gap;            /* [m], 0 by default */
  double precompression; /* [N], 0 by default; the static overlap that gives this force replaces the gap */
} GrSpacing;

/* A velocity that beads have whatever pushes them: straight between the points of a table, constant before the first
   and after the last. */
typedef struct {
  int n;            /* points; 1: a constant velocity; 0: none, the beads move freely, unless there is a file */
  double *time;     /* [n] ascending, >= 0 [s] */
  double *velocity; /* [n] [m/s] */
  int n_times;      /* = n */
  char *file;       /* the table is still there, see GrCaseRead; NULL: it is in memory */
} GrMotion;

typedef enum { GR_SHAPE_SPHERE, GR_SHAPE_PLANE } GrShape;

/* A bead of a group. */
typedef struct {
  int material;
  double radius; /* [m]; NaN for a plane, see GrBeadRadius */
  double mass;   /* [kg]; NaN for a plane that is held or driven */
} GrBead;

/* Radii that change along a group, see src/input/case/beads.c; from 0: they do not. */
typedef struct {
  double from, to; /* [m] of the first and the last bead; to NaN: by ratio */
  double ratio;    /* of each bead to the one before it; NaN: by to, with equal differences */
} GrTaper;

/* One entry of `particles`: beads set one after another along +x, after the group before it. A plane is a flat body at
   an end of the chain: one that strikes it, or its base. */
typedef struct {
  char name[GR_NAME_MAX];
  PetscInt64 count;
  PetscInt64 first_id; /* ids run through the groups in order, from 1 */
  GrShape shape;
  int n_beads;
  GrBead *bead; /* [n_beads] what the beads are in their order, repeated along the group */
  /* As the input has it: all beads alike, a pattern, or a taper. */
  int material;  /* -1: that of each bead of the pattern */
  double radius; /* [m]; NaN for a plane, a pattern or a taper */
  double mass;   /* [kg]; NaN: from the density, or of each bead of the pattern */
  int n_pattern;
  GrBead *pattern; /* [n_pattern] */
  GrTaper taper;
  double velocity;     /* [m/s], 0 by default */
  PetscBool fixed;     /* held in place */
  GrMotion motion;     /* prescribed */
  int first_pair_type; /* of its contacts, see src/chain/pair_type.h */
  GrSpacing before;    /* to the bead before the group (ignored for the very first bead) */
  GrSpacing between;   /* between the beads of the group */
  GrPlace place;
} GrGroup;

/* Radii of the particles of a group, dimension 2 and 3; what a kind does not use is NaN. */
typedef enum {
  GR_RADII_CONSTANT,
  GR_RADII_UNIFORM,
  GR_RADII_NORMAL,
  GR_RADII_LOGNORMAL,
  GR_RADII_WEIBULL,
  GR_RADII_LIST,
  GR_RADII_SIEVE
} GrRadiiKind;
typedef enum { GR_BY_NUMBER, GR_BY_VOLUME, GR_BY_MASS } GrRadiiShare; /* the last two are the same within a group */
typedef struct {
  GrRadiiKind kind;
  GrRadiiShare by;        /* what is a share of all: a number of particles, or their volume */
  double mean, deviation; /* [m]; constant: the radius, which is NaN if a file gives it */
  double scale, shape;    /* [m], [1]; weibull */
  double from, to;        /* [m] */
  int n_entries;          /* list, sieve */
  double *radius;         /* [n_entries] [m] */
  double *fraction;       /* [n_entries] list: adding up to 1 */
  double *passing;        /* [n_entries] sieve: from 0 to 1 */
} GrRadii;

/* The shape that a group is cut to: spheres that lie wholly within are kept. In dimension 2 without z. Or the one that
   particles are inserted in, which may be a disc as well: centres are in its plane, in dimension 2 on a line. */
typedef enum { GR_WITHIN_ALL, GR_WITHIN_BOX, GR_WITHIN_CYLINDER, GR_WITHIN_SPHERE, GR_WITHIN_DISC } GrWithinShape;
typedef struct {
  GrWithinShape shape;
  struct {
    double lower[3], upper[3]; /* corners [m] */
  } box;
  struct {
    double from[3], to[3], radius; /* the centres of its ends [m]; [m] */
  } cylinder;
  struct {
    double centre[3], radius; /* [m] */
  } sphere;
  struct {
    double centre[3], normal[3], radius; /* [m], any length, [m] */
  } disc;
} GrWithin;

/* One entry of `particles` in dimension 2 and 3. Velocity and spin that a file has replace those of the group. */
typedef struct GrGrains {
  char name[GR_NAME_MAX];
  const GrGenerator *generator;
  int n_given;         /* of a generator with a list: entries; else 1 */
  void *given;         /* [n_given] structs of the generator's */
  PetscInt64 count;    /* of particles; 0: not known until they are made */
  PetscInt64 first_id; /* ids run through the groups in order, from 1; 0: behind a group whose count is not known */
  GrWithin within;
  int material;
  GrRadii radii;
  double mass;                               /* [kg] of one particle; NaN: from the density (or the file) */
  double velocity[3], spin[3];               /* [m/s], [rad/s] */
  double velocity_deviation, spin_deviation; /* standard deviation of each component of random parts */
  PetscInt64 seed;
  PetscBool fixed;                    /* keeps its velocity and spin whatever happens */
  double property[GR_PROPERTIES_MAX]; /* of each particle, in the order of registration (granum/property.h) */
  GrPlace place;
} GrGrains;

/* One entry of `removal`: particles whose centre is in the region are taken out. */
typedef struct {
  char name[GR_NAME_MAX];
  GrWithin within;
  int group;          /* the only one it is for; -1: all */
  double from, until; /* [s]; until infinite: to the end */
  double every;       /* it is looked at from + every, from + 2 every, ... [s]; 0: whenever neighbours are listed */
  int during;         /* the stage, from whose beginning times count; -1: any, and from the start */
  GrPlace place;
} GrRemoval;

/* How the box deforms: components of the velocity gradient as prescribed, or as a stress asks for. */
enum { GR_CELL_XX, GR_CELL_YY, GR_CELL_ZZ, GR_CELL_XY, GR_CELL_RATES };
typedef struct {
  double stress;   /* mean normal stress along the axis, positive in compression [Pa]; in dimension 2 [N/m] */
  double max_rate; /* [1/s]; not above 0: nothing is held */
} GrCellServo;
typedef struct {
  double rate[GR_CELL_RATES]; /* dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy [1/s]; NaN: 0 */
  GrCellServo servo[3];       /* along each axis */
  double offset;              /* along x, of the image beyond the upper side along y at the start [m]; NaN: 0 */
} GrCell;

/* The box. Dimension 2: the particles are in the plane z = lower[2]; upper[2] is any number. Sides that are not
 * periodic hold nothing back, walls do; a particle whose centre passes such a side leaves.
 */
typedef struct {
  double lower[3], upper[3]; /* [m]; at the start, if it deforms */
  PetscBool periodic[3];
  GrCell cell;
} GrDomain;

/* A constant force on each particle of a group; in dimension 1 the first number alone, along +x. */
typedef struct {
  int group;
  double force[3]; /* [N] */
} GrGroupForce;

/* F = -linear u - quadratic |u| u - 1/2 density C_D pi R^2 |u| u with u = v - fluid velocity; torque -angular w. */
typedef struct {
  double linear;    /* [N s/m] */
  double quadratic; /* [N s^2/m^2] */
  double angular;   /* [N m s] */
  double viscosity; /* of the fluid, by which Schiller and Naumann's C_D follows [Pa s] */
  double density;   /* of the fluid [kg/m^3] */
  double fluid[3];  /* [m/s] */
} GrDrag;

/* Whether there is a force or a torque of the fluid. */
static inline bool GrDragActs(const GrDrag *drag)
{
  return drag->linear > 0 || drag->quadratic > 0 || drag->angular > 0 || drag->viscosity > 0 || drag->density > 0;
}

/* An initial velocity of one bead, overriding that of its group. */
typedef struct {
  PetscInt64 id;
  double velocity; /* [m/s] */
} GrBeadVelocity;

/* When a stage ends: after a time; or by a condition, which is looked at every so many steps of the stage. */
typedef struct {
  double time;      /* [s] from its beginning; NaN: by the condition */
  double ratio;     /* of the kinetic to the elastic energy of all: it ends below this one; NaN: after the time */
  PetscInt64 every; /* steps */
  double after;     /* the condition is not looked at before this time [s]; NaN: at once */
  double at_most;   /* the stage ends after this time in any case [s] */
} GrStageUntil;

/* What a stage gives of a wall or of a contact rule: bit k stands for row k of the keys that may change. */
typedef struct {
  int of; /* position in GrCase.walls or GrCase.rules */
  unsigned given;
  PetscBool motion; /* of a wall: something of its motion is given; which: */
  PetscBool velocity, oscillation, rotation;
} GrStageChange;

/* One entry of `stages`. What it does not give is as it was before. */
typedef struct {
  char name[GR_NAME_MAX];
  GrStageUntil until;
  int n_wall_changes, n_rule_changes;
  GrStageChange *wall_changes, *rule_changes; /* [n_wall_changes], [n_rule_changes] */
  unsigned drag_given;                        /* as in GrStageChange */
  double gravity_given[3];                    /* NaN: it is not */
  /* All as it is in the stage: */
  GrWall *walls;        /* [n_walls] but for where they stand; a pivot that is NaN is where the wall's point is then */
  GrContactRule *rules; /* [n_rules] */
  double gravity_vector[3];
  GrDrag drag;
  GrPlace place;
} GrStage;

/* The time after which a stage ends in any case, from its beginning [s]. */
static inline double GrStageLatest(const GrStage *stage)
{
  return stage->until.time > 0 ? stage->until.time : stage->until.at_most;
}

typedef enum { GR_END_FREE, GR_END_FIXED } GrChainEnd;

/* verlet: the velocity that forces depend on: predicted for the end of the step, or that of the half step. */
typedef enum { GR_VELOCITY_FULL, GR_VELOCITY_HALF } GrVelocityAtForce;

typedef struct {
  double end;      /* [s]; with stages the latest one */
  double step;     /* [s]; 0: auto, from the laws' stiffness. For rk the first step */
  double safety;   /* largest fraction of the stable step that `auto` takes [1] */
  double accuracy; /* largest error of free impacts at the step that `auto` takes [1] */
  const GrIntegrator *integrator;
  GrVelocityAtForce velocity;
  char method[GR_NAME_MAX]; /* rk: PETSc's TSRKType, 5dp by default */
  double tolerance;         /* rk: relative error of a step */
  double overlap_limit;     /* the run stops when an overlap exceeds this fraction of the smaller radius */
  /* dimension 2 and 3 */
  double skin;          /* candidates are listed up to this distance of surfaces [m]; 0: chosen and adjusted */
  PetscInt64 rebalance; /* steps between forced rebalancing; 0: when it repays */
} GrTime;

/* When an output is recorded: at the start and then periodically, or at given times. */
typedef struct {
  double every; /* period [s]; not above 0: none */
  int n_times;
  double *times; /* [n_times] ascending [s] */
} GrOutputTimes;

/* Whether there is a period or a list of times. */
static inline PetscBool GrOutputIsRecorded(const GrOutputTimes *when)
{
  return (PetscBool)(when->every > 0 || when->n_times > 0);
}

/* One entry of output.sensors. */
typedef struct {
  int group;
  int n_at;
  PetscInt64 *at; /* [n_at] bead numbers within the group, from 1; written as observables/sensors/GROUP-AT */
  GrOutputTimes when;
} GrSensors;

/* One entry of output.detectors: what a pulse that passes does to a bead; written as
   observables/detectors/GROUP-QUANTITY, a row per bead. */
typedef enum { GR_DETECT_FORCE, GR_DETECT_CONTACT, GR_DETECT_VELOCITY } GrDetected;
typedef struct {
  int group;
  int n_at;
  PetscInt64 *at;   /* [n_at] bead numbers within the group, from 1, ascending; or */
  PetscInt64 every; /* beads every, 2 every, ... of the group; 0: `at` is given */
  GrDetected quantity;
  double threshold_force, threshold_velocity; /* [N], [m/s]: the first pulse so high counts; NaN: the highest */
} GrDetectors;

/* One entry of output.counters: what passes through a surface, or is in a region; written as
   observables/counters/NAME. */
typedef struct {
  char name[GR_NAME_MAX];
  struct {
    double point[3], normal[3]; /* NaN: not given [m], [1] */
  } plane;
  struct {
    double centre[3], normal[3], radius; /* NaN: not given [m], [1], [m] */
  } disc;
  GrWithin within;
  int group; /* group that counts; -1: all groups */
  GrOutputTimes when;
  int during; /* stage in which it counts; -1: all stages */
  GrPlace place;
} GrCounter;

/* How numbers are stored in results, and how they come there. */
typedef enum { GR_PRECISION_DOUBLE, GR_PRECISION_SINGLE } GrPrecision;
typedef enum { GR_COMPRESSION_NONE, GR_COMPRESSION_DEFLATE } GrCompression;
typedef enum { GR_TRANSFER_INDEPENDENT, GR_TRANSFER_COLLECTIVE } GrTransfer;

/* The words of output.trajectory.fields; a chain has the first two. */
#define GR_TRAJECTORY_FIELDS "position|velocity|angular_velocity|image"

typedef struct {
  GrOutputTimes trajectory;
  unsigned trajectory_fields; /* bits of GrTrajectoryFields; 0: all */
  int n_trajectory_groups;
  int *trajectory_groups; /* [n_trajectory_groups], dimension 2 and 3; none: all */
  GrPrecision trajectory_precision;
  GrCompression trajectory_compression;
  GrTransfer transfer;
  PetscInt64 alignment; /* [bytes] what is large begins at a multiple of it */
  char *mpi_io_hints;   /* "name=value;name=value" */
  GrOutputTimes energy; /* at the start and the end in any case */
  int n_sensors, n_detectors, n_counters;
  GrCounter *counters; /* dimension 2 and 3 */
  GrSensors *sensors;
  GrDetectors *detectors;
  GrOutputTimes checkpoint;     /* of the run; besides, a signal or the wall time may ask for one */
  PetscBool checkpoint_failure; /* one of the last good state when the physics fails */
  double checkpoint_wall_time;  /* [s] of real time between checkpoints; 0: none for that reason */
  PetscBool checkpoint_end;     /* one at the end */
  double flush; /* [s] of real time after which what was recorded is on the disk; 0: with checkpoints and at the end */
  double wall_time; /* [s] of real time after which the run stops with a checkpoint; 0: none */
  /* dimension 2 and 3 */
  GrOutputTimes walls;       /* force, torque and position of every wall */
  PetscBool walls_triangles; /* then of each triangle of a mesh as well the force */
  GrOutputTimes observables; /* sums over the particles and contacts: see the keys */
  GrOutputTimes contacts;    /* contact network, a file each time */
} GrOutput;

/* Numbers given one by one or as a range. */
typedef struct {
  PetscInt64 count;
  double *value;   /* [count], or NULL: a range */
  double from, to; /* both included; count 1: from */
  PetscBool logarithmic;
} GrRange;

/* The i-th number, i from 0. */
double GrRangeAt(const GrRange *range, PetscInt64 i);

/* One of the two bodies of an impact. */
typedef struct {
  int material;
  GrShape shape;
  double radius;     /* [m]; NaN for a plane */
  double mass;       /* [kg]: given, or from the density; infinite for a body that is fixed */
  PetscBool concave; /* a socket of this radius around the other body */
  PetscBool fixed;
  GrPlace place;
} GrBody;

/* Where an impact ends: when the overlap is 0 again; at the first zero of the force in restitution; or when the
   surfaces are beyond the reach of the adhesion, at which distance the approach velocity is meant as well. */
typedef enum { GR_END_SEPARATION, GR_END_ZERO_FORCE, GR_END_APART } GrImpactEnd;

/* The part of a case that only `problem: impact` has. */
typedef struct {
  int n_bodies;       /* 2 */
  GrBody *body;       /* [n_bodies] */
  GrRange velocities; /* approach velocities [m/s], > 0 */
  GrImpactEnd end;
  PetscBool curves;         /* store force, overlap and rate over time of every impact */
  PetscInt64 curve_points;  /* per impact */
  double curve_until;       /* bodies that stick are followed until this time [s]; NaN: until they are known to stick */
  char method[GR_NAME_MAX]; /* PETSc's TSRKType whose tableau is used */
  double tolerance;         /* relative error of a step */
} GrImpactCase;

/* From this contact on, the parameters of the normal law that are `given` have these values. */
typedef struct {
  PetscInt64 from_bounce; /* contacts count from 1 */
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
} GrBounceChange;

/* The part of a case that only `problem: bounce` has: a ball falls on a body that is held. Bodies, method and tolerance
   stand in GrImpactCase, gravity in GrCase. */
typedef struct {
  double drop;     /* height of the ball's lowest point at the start [m] */
  double velocity; /* downwards at the start [m/s] */
  PetscBool gravity_in_contact;
  int n_changes;
  GrBounceChange *change; /* [n_changes], in ascending from_bounce */
  PetscInt64 bounces;     /* the run ends after so many, if the ball has not come to rest */
  PetscInt64 swings;      /* or after so many turns of a motion that does not leave the surface any more */
  double energy;          /* of motion at rest, as part of that at the start */
  double every;           /* [s] between points of the trajectory in flight; 0: none */
  PetscInt64 contacts;    /* so many from the first are followed inside, and the last */
  PetscInt64 points;      /* in each of them, about */
} GrBounceCase;

/* One entry of `surfaces`: a surface of a mechanism, by the name the mechanism gives it. */
typedef struct {
  char name[GR_NAME_MAX];
  int material;
  GrShape shape;
  double radius;     /* [m]; NaN for a plane */
  PetscBool concave; /* a socket of this radius around the other body */
  GrPlace place;
} GrSurface;

/* The part of a case that only `problem: mechanism` has. Method and tolerance stand in GrImpactCase. */
typedef struct {
  const GrMechanism *mechanism;
  GrLawValue value[GR_MECHANISM_PARAMETERS_MAX];
  int n_surfaces;
  GrSurface *surface;  /* [n_surfaces]; checked: in the order of the mechanism */
  double end;          /* [s] */
  double every;        /* [s] between points of the trajectory; 0: none */
  PetscInt64 contacts; /* so many from the first are followed inside, step by step */
} GrMechanismCase;

typedef enum { GR_PROBLEM_PARTICLES, GR_PROBLEM_IMPACT, GR_PROBLEM_BOUNCE, GR_PROBLEM_MECHANISM } GrProblem;

typedef struct GrCase {
  char *file;             /* as given on the command line */
  char *text;             /* the input text */
  PetscBool borrows_text; /* that of its study */
  char *resolved; /* the case as resolved: YAML with every default filled in and every number in SI; reading it gives
                     the same case */
  GrProblem problem;
  char *title, *source, *author;
  int dimension;
  int n_materials, n_rules, n_groups, n_velocities;
  GrMaterial *materials;
  GrContactRule *rules;
  GrGroup *groups;
  GrBeadVelocity *velocities; /* in ascending id */
  GrChainEnd ends[2];         /* left, right: the outermost bead is free or held */
  double gravity;             /* dimension 1: acceleration along +x [m/s^2], 0 by default; bounce: downwards */
  int n_balanced;             /* dimension 1: groups in static equilibrium at the start, side by side */
  int *balanced;              /* [n_balanced] positions in `groups` */
  GrPlace balanced_place;     /* of their list */
  int n_group_forces;
  GrGroupForce *group_forces;
  /* dimension 2 and 3, where groups, velocities and ends are empty */
  int n_grains, n_walls, n_removals;
  GrGrains *grains;
  GrRemoval *removals; /* [n_removals] */
  GrWall *walls;
  GrDomain domain;
  GrDrag drag;
  double gravity_vector[3]; /* [m/s^2] */
  int n_stages;             /* 0: the run is one, which ends at time.end */
  GrStage *stages;
  GrTime time;
  GrOutput output;
  PetscInt64 n_particles; /* sum over the groups; dimension 2 and 3: 0 as long as a count is not known */
  GrImpactCase impact;
  GrBounceCase bounce;
  GrMechanismCase motion;
  const GrForce *force; /* of the program, on all particles; NULL: none, as after reading */
} GrCase;

/* The cases of one input: one; or one for each of its `variants`, and of each for every combination of the values in
   its `sweep`, the last key running fastest. */
typedef struct {
  char name[GR_NAME_MAX]; /* of the variant; "" if the input has none */
  GrCase **point;         /* [n_points] */
} GrVariant;

typedef struct {
  char *file;
  char *text;        /* the input text of all its cases, if they are several */
  char *resolved;    /* what input.yaml will hold: the one case as resolved, or the input with its overrides */
  PetscBool several; /* the input has variants or a sweep */
  int n_variants;    /* at least 1 */
  GrVariant *variant;
  int n_points;  /* of the sweep; 1 without */
  int n_swept;   /* keys */
  char **swept;  /* [n_swept] their paths, e.g. "contacts.0.normal.restitution" */
  char **unit;   /* [n_swept] of their values, "1" if they have none */
  double *value; /* [n_points][n_swept] in SI; NaN for a word */
  char **word;   /* [n_points][n_swept] the word, list or map as the input has it; NULL for a number */
} GrStudy;

/* Reads all cases of an input. Collective; on bad input GrFail(GR_EXIT_INPUT, ...). The variants and the sweep are
   maps: path of a key -> value, or list or range of values. */
PetscErrorCode GrStudyRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrStudy **study);
PetscErrorCode GrStudyParse(const char *name, const char *text, int n_set, const char *const set[], GrStudy **study);
PetscErrorCode GrStudyDestroy(GrStudy **study);

/* Gives all its cases another input text, which it takes over. */
PetscErrorCode GrStudySetText(GrStudy *study, char *text);

/* Warnings about what the input has and none of its cases uses: materials, contact rules, a coordinate. */
PetscErrorCode GrStudyWarn(const GrStudy *study, FILE *out);

/* Name of the case of a variant at a point of the sweep, which is also its folder: "NAME", "NAME/point-7" or
   "point-7". */
void GrStudyCaseName(const GrStudy *study, int variant, int point, size_t size, char name[]);

/* Leaves one case of several, as if the input had no other: `which` is its name, or its number from 1 in the order in
   which a study runs them; `name` becomes its name. If there is none of these, GrFail(GR_EXIT_INPUT, ...). */
PetscErrorCode GrStudySelect(GrStudy *study, const char *which, size_t size, char name[]);

/* Reads, overrides (each `set` is "path=value"), validates; reads tables of motion that are in files, and so does
   GrStudyRead. Collective; on bad input GrFail(GR_EXIT_INPUT, ...). */
PetscErrorCode GrCaseRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrCase **the_case);

/* The same from a text in memory; `name` stands for the file in messages. */
PetscErrorCode GrCaseParse(const char *name, const char *text, int n_set, const char *const set[], GrCase **the_case);
PetscErrorCode GrCaseDestroy(GrCase **the_case);

/* The path of a file that the case names: relative to the folder of the input. GrFail if it does not fit into
   `size`. */
PetscErrorCode GrCaseFile(const GrCase *the_case, const char *file, size_t size, char path[]);

/* Number of detectors of an entry, and the number within the group of the bead of the d-th, d from 0. */
PetscInt64 GrDetectorsCount(const GrCase *the_case, const GrDetectors *detectors);
PetscInt64 GrDetectorsBead(const GrDetectors *detectors, PetscInt64 d);

/* The bead with this id, which is one of the group; the radius of its surface [m], infinite for a plane. */
const GrBead *GrGroupBead(const GrGroup *group, PetscInt64 id);
double GrBeadRadius(const GrBead *bead);

/* Is the motion of a group prescribed? Is it prescribed or fixed, so that no force moves it? */
PetscBool GrGroupDriven(const GrGroup *group);
PetscBool GrGroupHeld(const GrGroup *group);

/* The rule for two materials: an exact pair beats one '*', which beats two. NULL if none applies. */
const GrContactRule *GrCaseRule(const GrCase *the_case, int material_a, int material_b);

/* Two spheres as the laws of their rule see them: GrLawPairSpheres, and how their contact ends. */
void GrRulePair(const GrContactRule *rule, const GrLawBody body[2], const double radius[2], const double mass[2],
                GrLawPair *pair);

/* problem: impact, bounce. The pair of bodies as a law sees it, and its rule. */
void GrCaseImpactPair(const GrCase *the_case, GrLawPair *pair, const GrContactRule **rule);

/* problem: bounce. Values of the normal law after the first n changes. */
void GrCaseBounceValues(const GrCase *the_case, int n, GrLawValue value[GR_LAW_PARAMETERS_MAX]);

/* problem: mechanism. Coefficients of the mechanism; NULL, or what is wrong. */
const char *GrCaseMechanism(const GrCase *the_case, double coefficient[GR_MECHANISM_COEFFICIENTS_MAX]);

/* problem: mechanism. The surfaces of its k-th contact as a law sees them, and their rule. */
void GrCaseMechanismPair(const GrCase *the_case, const double *coefficient, int k, GrLawPair *pair,
                         const GrContactRule **rule);

/* JSON Schema (draft 2020-12) of the input, from the same tables that validate it. */
PetscErrorCode GrSchemaPrint(FILE *out);

/* Markdown reference of every key, from the same tables; with a name, such as `step`, `time.step`, `walls` or that of a
   law, of those alone that it is the end of. `out` NULL: only looks for the name. */
PetscErrorCode GrKeysPrint(const char *name, FILE *out);

/* The same reference as a page for man, granum(5). */
PetscErrorCode GrKeysManual(FILE *out);

/* A line for each key that `--set` may name in any case, such as time.step: those below names and lists are left
   out. */
PetscErrorCode GrKeysNames(FILE *out);

#ifdef __cplusplus
}
#endif

#endif
