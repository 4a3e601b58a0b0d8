/* granum/case.h: a validated case, as read from the YAML input. All numbers are in SI. A number that the input does
   not give is NaN where the comment says so.

   The input is read on one rank and broadcast. Each rank validates the same text, so all ranks have the same case or
   report the same failure. Memory is proportional to the text and does not depend on the number of particles. */
#ifndef GRANUM_CASE_H
#define GRANUM_CASE_H

#include <granum/clump.h>
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

/* Material of a contact rule that applies to any material, '*' in the input. */
enum { GR_ANY = -1 };

/* Place of a value in the input; line 0: a default, or a value of --set. */
typedef struct {
  int line, column; /* line and column, from 1 */
} GrPlace;

/* One entry of `materials`. */
typedef struct {
  char name[GR_NAME_MAX];
  GrLawBody body; /* density, moduli, yield stress; NaN if not given */
  GrPlace place;
} GrMaterial;

/* Whether the normal law may pull while the bodies separate: its force is clipped at 0, or tension is allowed. */
typedef enum { GR_TENSION_CLIP, GR_TENSION_ALLOW } GrTension;

/* Kinds of friction laws of a contact rule, by the relative motion that they resist; GR_SLIDES: number of kinds. */
enum { GR_TANGENTIAL, GR_ROLLING, GR_TWISTING, GR_SLIDES };

/* Lever arm from the centre of a sphere of radius R to the point of contact, at overlap d: R - d/2 (contact), R
   (radius), or R for the slip velocity and R - d/2 for the torque (mixed, as in LAMMPS' granular styles; energy is
   then not conserved). */
typedef enum { GR_LEVER_CONTACT, GR_LEVER_RADIUS, GR_LEVER_MIXED } GrLever;

/* One entry of `contacts`: a contact rule. */
typedef struct {
  int material[2]; /* positions in GrCase.materials, or GR_ANY for '*' */
  const GrLaw *law;
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  GrTension tension;
  const GrLaw *adhesion; /* NULL: no adhesion; likewise `slide` and `bond` */
  GrLawValue adhesion_value[GR_LAW_PARAMETERS_MAX];
  const GrLaw *slide[GR_SLIDES]; /* dimension 2 and 3: tangential, rolling, twisting */
  GrLawValue slide_value[GR_SLIDES][GR_LAW_PARAMETERS_MAX];
  GrLever lever;
  const GrLaw *bond;
  GrLawValue bond_value[GR_LAW_PARAMETERS_MAX];
  char *bond_list;               /* file with the pairs of ids that get bonds; NULL: none */
  PetscBool used;                /* whether a pair of the case has this rule */
  char renamed[2 * GR_NAME_MAX]; /* warning about an old name of a law in the input; empty: none */
  GrPlace place;
} GrContactRule;

/* Distance between the surfaces of neighbouring beads: a gap (< 0: overlap), or a precompression force. */
typedef struct {
  double gap;            /* [m], 0 by default */
  double precompression; /* [N], 0 by default; the static overlap that gives this force replaces the gap */
} GrSpacing;

/* Prescribed motion of beads. Either a velocity that is linear between the points of a table, constant before the first
   and after the last point. Or the displacement amplitude (sin(2 pi frequency t + phase) - sin(phase)). */
typedef struct {
  int n;            /* number of points; 1: constant velocity; 0: no motion, or a file that has not been read */
  double *time;     /* [n] ascending, >= 0 [s] */
  double *velocity; /* [n] [m/s] */
  int n_times;      /* length of `time`, equal to n */
  char *file;       /* file with the table, until GrCaseRead has read it; NULL: the table is in memory */
  double amplitude; /* [m]; 0: the table */
  double frequency; /* [Hz] */
  double phase;     /* [rad] */
} GrMotion;

/* Shape of a body: a sphere, or a plane, whose radius is infinite. */
typedef enum { GR_SHAPE_SPHERE, GR_SHAPE_PLANE } GrShape;

/* A bead of a group. */
typedef struct {
  int material;
  double radius; /* [m]; NaN for a plane, see GrCaseBeadRadius */
  double mass;   /* [kg]; NaN for a plane that is held or driven */
} GrBead;

/* Tapered radii of a group (src/input/case/beads.c); from 0: not tapered. */
typedef struct {
  double from, to; /* radii of the first and last bead [m]; `to` is NaN if the input gives `ratio` */
  double ratio;    /* radius of a bead over that of the previous bead [1]; NaN: equal differences up to `to` */
} GrTaper;

/* One entry of `particles` in dimension 1: beads along +x, after the previous group. A plane is a flat body at an
   end of the chain, such as a striker or a base. */
typedef struct {
  char name[GR_NAME_MAX];
  PetscInt64 count;
  PetscInt64 first_id; /* ids run through the groups in order, from 1 */
  GrShape shape;
  int n_beads;
  GrBead *bead; /* [n_beads] the beads in their order, repeated along the group */
  /* As in the input: equal beads, a pattern, or tapered beads. */
  int material;  /* position in GrCase.materials; -1: each bead of the pattern has its own */
  double radius; /* [m]; NaN for a plane, a pattern or a taper */
  double mass;   /* [kg]; NaN: from the density, or of each bead of the pattern */
  int n_pattern;
  GrBead *pattern; /* [n_pattern] */
  GrTaper taper;
  double velocity;     /* [m/s], 0 by default */
  PetscBool fixed;     /* the beads are held in place */
  GrMotion motion;     /* prescribed velocity of the beads */
  int first_pair_type; /* number of the first pair type of its contacts (src/chain/pair_type.h) */
  GrSpacing before;    /* to the bead before the group; not used for the first bead */
  GrSpacing between;   /* between the beads of the group */
  GrPlace place;
} GrGroup;

/* Radii of the particles of a group in dimension 2 and 3. Numbers that a distribution does not need are NaN. */
typedef enum {
  GR_RADII_CONSTANT,
  GR_RADII_UNIFORM,
  GR_RADII_NORMAL,
  GR_RADII_LOGNORMAL,
  GR_RADII_WEIBULL,
  GR_RADII_LIST,
  GR_RADII_SIEVE
} GrRadiiKind;
typedef enum { GR_BY_NUMBER, GR_BY_VOLUME, GR_BY_MASS } GrRadiiShare; /* volume and mass give the same within a group */
typedef struct {
  GrRadiiKind kind;
  GrRadiiShare by;        /* whether fractions are fractions of the number of particles or of their volume */
  double mean, deviation; /* [m]; mean of a constant radius: the radius, NaN if a file gives it */
  double scale, shape;    /* [m], [1]; weibull */
  double from, to;        /* smallest and largest radius [m] */
  int n_entries;          /* list, sieve */
  double *radius;         /* [n_entries] [m] */
  double *fraction;       /* [n_entries] list: adding up to 1 */
  double *passing;        /* [n_entries] sieve: from 0 to 1 */
} GrRadii;

/* A region, used in two ways. Region of a group: spheres that are not completely inside are removed; in dimension 2 the
   coordinate z is ignored. Region of insertion: the centres of inserted particles are inside; with a disc they are in
   its plane, in dimension 2 on a line. */
typedef enum { GR_WITHIN_ALL, GR_WITHIN_BOX, GR_WITHIN_CYLINDER, GR_WITHIN_SPHERE, GR_WITHIN_DISC } GrWithinShape;
typedef struct {
  GrWithinShape shape;
  struct {
    double lower[3], upper[3]; /* corners [m] */
  } box;
  struct {
    double from[3], to[3], radius; /* centres of both ends [m]; [m] */
  } cylinder;
  struct {
    double centre[3], radius; /* [m] */
  } sphere;
  struct {
    double centre[3], normal[3], radius; /* [m]; normal of any length; [m] */
  } disc;
} GrWithin;

/* One entry of `clumps`: a rigid body of spheres (granum/clump.h). */
typedef struct {
  char name[GR_NAME_MAX];
  int n_spheres;
  GrClumpSphere *spheres; /* [n_spheres] */
  char *file;             /* table of the spheres as in the input; NULL in a case, which has the spheres */
  GrClumpMassFrom mass_from;
  GrClumpMember *member; /* [n_spheres] in the order of `spheres`; NULL if no group has this clump */
  GrClumpBody body;      /* only with `member` */
  GrPlace place;
} GrClump;

/* One entry of `particles` in dimension 2 and 3. Velocities and spins from a file replace the values of the group. */
typedef struct GrGrains {
  char name[GR_NAME_MAX];
  const GrGenerator *generator;
  int n_given;         /* number of structs: entries of a list, else 1 */
  void *given;         /* [n_given] structs of the generator */
  PetscInt64 count;    /* number of particles; 0: not known before they are generated */
  PetscInt64 first_id; /* ids run through the groups in order, from 1; 0: behind a group whose count is not known */
  GrWithin within;
  int material;
  int clump;                                 /* position in GrCase.clumps; -1: spheres */
  int orientation;                           /* of clumps: GR_ORIENTATION_...; -1: spheres */
  GrRadii radii;                             /* of clumps: radii of the spheres of equal volume */
  double mass;                               /* mass of one particle [kg]; NaN: from the density (or the file) */
  double velocity[3], spin[3];               /* [m/s], [rad/s] */
  double velocity_deviation, spin_deviation; /* standard deviations of random parts, per component */
  PetscInt64 seed;
  PetscBool fixed;                    /* velocity and spin are constant */
  double property[GR_PROPERTIES_MAX]; /* value of each property, in the order of registration (granum/property.h) */
  GrPlace place;
} GrGrains;

/* One entry of `removal`: particles whose centre is in the region are removed. */
typedef struct {
  char name[GR_NAME_MAX];
  GrWithin within;
  int group;          /* group that is removed; -1: all groups */
  double from, until; /* [s]; until infinite: to the end */
  double every;       /* times from + every, from + 2 every, ... [s]; 0: each rebuild of the neighbour list */
  int during;         /* only in this stage, with times from its beginning; -1: in all stages */
  GrPlace place;
} GrRemoval;

/* Deformation of the box: components of the velocity gradient that are prescribed or follow from a prescribed
   stress. */
enum { GR_CELL_XX, GR_CELL_YY, GR_CELL_ZZ, GR_CELL_XY, GR_CELL_RATES };
typedef struct {
  double stress;   /* mean normal stress along the axis, positive in compression [Pa]; in dimension 2 [N/m] */
  double max_rate; /* largest deformation rate along the axis [1/s]; 0 or less: no prescribed stress */
} GrCellServo;
typedef struct {
  double rate[GR_CELL_RATES]; /* dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy [1/s]; NaN: 0 */
  GrCellServo servo[3];       /* along each axis */
  double offset; /* displacement along x of the image beyond the upper side along y, at the start [m]; NaN: 0 */
} GrCell;

/* The box. In dimension 2 the particles are in the plane z = lower[2], and upper[2] has no meaning. Sides that are
   not periodic do not stop particles; walls do. A particle whose centre passes such a side leaves. */
typedef struct {
  double lower[3], upper[3]; /* corners [m]; of a deforming box: at the start */
  PetscBool periodic[3];
  GrCell cell;
} GrDomain;

/* A constant force on each particle of a group; in dimension 1 only force[0], along +x. */
typedef struct {
  int group;
  double force[3]; /* [N] */
} GrGroupForce;

/* F = -linear u - quadratic |u| u - 1/2 density C_D pi R^2 |u| u with u = v - fluid velocity; torque -angular w. */
typedef struct {
  double linear;    /* [N s/m] */
  double quadratic; /* [N s^2/m^2] */
  double angular;   /* [N m s] */
  double viscosity; /* viscosity of the fluid, for the C_D of Schiller and Naumann [Pa s] */
  double density;   /* density of the fluid [kg/m^3] */
  double fluid[3];  /* [m/s] */
} GrDrag;

/* Whether the fluid exerts a force or a torque. */
static inline bool GrDragActs(const GrDrag *drag)
{
  return drag->linear > 0 || drag->quadratic > 0 || drag->angular > 0 || drag->viscosity > 0 || drag->density > 0;
}

/* An initial velocity of one bead, overriding that of its group. */
typedef struct {
  PetscInt64 id;
  double velocity; /* [m/s] */
} GrBeadVelocity;

/* When a stage ends: after a time, or when a condition holds, which is checked every `every` steps. */
typedef struct {
  double time;      /* duration [s]; NaN: the condition ends the stage */
  double ratio;     /* the stage ends when kinetic/elastic energy is below this ratio [1]; NaN: `time` ends it */
  PetscInt64 every; /* number of steps between checks of the condition */
  double after;     /* the condition is not checked before this time after the beginning [s]; NaN: always checked */
  double at_most;   /* longest duration [s]; the stage then ends even if the condition does not hold */
} GrStageUntil;

/* Keys of a wall or a contact rule that a stage changes: bit k is row k of the keys that may change. */
typedef struct {
  int of; /* position in GrCase.walls or GrCase.rules */
  unsigned given;
  PetscBool motion; /* the stage changes the motion of a wall, by at least one of the next three keys */
  PetscBool velocity, oscillation, rotation;
} GrStageChange;

/* One entry of `stages`. Values that a stage does not give are those of the previous stage. */
typedef struct {
  char name[GR_NAME_MAX];
  GrStageUntil until;
  int n_wall_changes, n_rule_changes;
  GrStageChange *wall_changes, *rule_changes; /* [n_wall_changes], [n_rule_changes] */
  unsigned drag_given;                        /* bits as in GrStageChange */
  double gravity_given[3];                    /* NaN: not given */
  /* Values during the stage: */
  GrWall *walls;        /* [n_walls] walls without positions; pivot NaN: reference point at the beginning */
  GrContactRule *rules; /* [n_rules] */
  double gravity_vector[3];
  GrDrag drag;
  GrPlace place;
} GrStage;

/* Longest possible duration of a stage [s]. */
static inline double GrStageLatest(const GrStage *stage)
{
  return stage->until.time > 0 ? stage->until.time : stage->until.at_most;
}

/* Whether the outermost bead of a chain is free or held in place. */
typedef enum { GR_END_FREE, GR_END_FIXED } GrChainEnd;
/* verlet: velocity from which forces are computed: predicted for the end of the step, or that of the half step. */
typedef enum { GR_VELOCITY_FULL, GR_VELOCITY_HALF } GrVelocityAtForce;

typedef struct {
  double end;      /* end of the run [s]; with stages: the latest possible end */
  double step;     /* time step [s]; 0: auto, from the stiffness of the laws. For rk the first step */
  double safety;   /* fraction of the stable step that `auto` does not exceed [1] */
  double accuracy; /* relative error of free impacts that `auto` does not exceed [1] */
  const GrIntegrator *integrator;
  GrVelocityAtForce velocity;
  char method[GR_NAME_MAX]; /* rk: PETSc's TSRKType, 5dp by default */
  double tolerance;         /* rk: relative error of a step */
  double overlap_limit;     /* the run stops if an overlap exceeds this fraction of the smaller radius [1] */
  /* dimension 2 and 3 */
  double skin;          /* pairs with nearer surfaces are candidates for contact [m]; 0: granum chooses it */
  PetscInt64 rebalance; /* steps between repartitionings; 0: when the gain exceeds the cost */
} GrTime;

/* When an output is recorded: at the start and then periodically, or at given times. */
typedef struct {
  double every; /* period [s]; 0 or less: no period */
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

/* One entry of output.detectors: arrival, peak and width of a pulse at a bead; written as
   observables/detectors/GROUP-QUANTITY, one row per bead. */
typedef enum { GR_DETECT_FORCE, GR_DETECT_CONTACT, GR_DETECT_VELOCITY } GrDetected;
typedef struct {
  int group;
  int n_at;
  PetscInt64 *at;   /* [n_at] bead numbers within the group, from 1, ascending; NULL if `every` is given */
  PetscInt64 every; /* detectors at beads every, 2 every, ... of the group; 0: `at` lists the beads */
  GrDetected quantity;
  double threshold_force,
      threshold_velocity; /* [N], [m/s]: the first pulse of at least this height counts; NaN: the highest pulse */
} GrDetectors;

/* One entry of output.counters: particles that pass a surface, or are in a region; written as
   observables/counters/NAME. */
typedef struct {
  char name[GR_NAME_MAX];
  struct {
    double point[3], normal[3]; /* [m], [1]; NaN: not given */
  } plane;
  struct {
    double centre[3], normal[3], radius; /* [m], [1], [m]; NaN: not given */
  } disc;
  GrWithin within;
  int group; /* group that counts; -1: all groups */
  GrOutputTimes when;
  int during; /* stage in which it counts; -1: all stages */
  GrPlace place;
} GrCounter;

/* How numbers are stored in results, and how ranks write them. */
typedef enum { GR_PRECISION_DOUBLE, GR_PRECISION_SINGLE } GrPrecision;
typedef enum { GR_COMPRESSION_NONE, GR_COMPRESSION_DEFLATE } GrCompression;
typedef enum { GR_TRANSFER_INDEPENDENT, GR_TRANSFER_COLLECTIVE } GrTransfer;

/* The words of output.trajectory.fields; a chain has the first two. */
#define GR_TRAJECTORY_FIELDS "position|velocity|angular_velocity|image"

typedef struct {
  GrOutputTimes trajectory;
  unsigned trajectory_fields; /* bit k: word k of GR_TRAJECTORY_FIELDS; 0: all words */
  int n_trajectory_groups;
  int *trajectory_groups; /* [n_trajectory_groups], dimension 2 and 3; empty: all groups */
  GrPrecision trajectory_precision;
  GrCompression trajectory_compression;
  GrTransfer transfer;
  PetscInt64 writers;   /* ranks that write for all others; 0: chosen by the number of nodes */
  PetscInt64 alignment; /* [bytes] large datasets begin at a multiple of this number */
  char *mpi_io_hints;   /* "name=value;name=value" */
  GrOutputTimes energy; /* energies are also recorded at the start and at the end */
  int n_sensors, n_detectors, n_counters;
  GrCounter *counters; /* dimension 2 and 3 */
  GrSensors *sensors;
  GrDetectors *detectors;
  GrOutputTimes checkpoint;     /* in simulated time; a signal or the wall time may cause more checkpoints */
  PetscBool checkpoint_failure; /* whether the last good state is written when the physics fails */
  double checkpoint_wall_time;  /* [s] wall time between checkpoints; 0: checkpoints do not depend on wall time */
  PetscBool checkpoint_end;     /* whether a checkpoint is written at the end */
  double flush;                 /* [s] wall time between flushes to disk; 0: with checkpoints and at the end */
  double wall_time;             /* [s] wall time after which the run stops with a checkpoint; 0: no limit */
  /* dimension 2 and 3 */
  GrOutputTimes walls;       /* force, torque and position of every wall */
  PetscBool walls_triangles; /* whether the force on each triangle of a mesh is also written */
  GrOutputTimes observables; /* sums over the particles and contacts: see the keys */
  GrOutputTimes contacts;    /* contact network, a file each time */
} GrOutput;

/* Numbers given one by one or as a range. */
typedef struct {
  PetscInt64 count;
  double *value;   /* [count] numbers; NULL: the range from `from` to `to` */
  double from, to; /* both included; count 1: from */
  PetscBool logarithmic;
} GrRange;

/* The i-th number, i from 0. */
double GrKeyRangeAt(const GrRange *range, PetscInt64 i);

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

/* End of an impact: when the overlap returns to 0; at the first zero of the force during unloading; or when the
   surfaces are farther apart than the reach of the adhesion. In the last case the approach velocity is also the
   velocity at this distance. */
typedef enum { GR_END_SEPARATION, GR_END_ZERO_FORCE, GR_END_APART } GrImpactEnd;

/* The part of a case that only `problem: impact` has. */
typedef struct {
  int n_bodies;       /* 2 */
  GrBody *body;       /* [n_bodies] */
  GrRange velocities; /* approach velocities [m/s], > 0 */
  GrImpactEnd end;
  PetscBool curves;         /* store force, overlap and rate over time of every impact */
  PetscInt64 curve_points;  /* per impact */
  double curve_until;       /* bodies that stick are integrated until this time [s]; NaN: until sticking is certain */
  char method[GR_NAME_MAX]; /* PETSc's TSRKType whose tableau is used */
  double tolerance;         /* relative error of a step */
} GrImpactCase;

/* New values of parameters of the normal law, from contact number from_bounce on. Only values marked `given` change. */
typedef struct {
  PetscInt64 from_bounce; /* first contact with the new values; the first contact of the case is number 1 */
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
} GrBounceChange;

/* The part of a case that only `problem: bounce` has: a ball falls on a held body. GrImpactCase has the bodies,
   method and tolerance, GrCase the gravity. */
typedef struct {
  double drop;     /* height of the ball's lowest point at the start [m] */
  double velocity; /* downwards at the start [m/s] */
  PetscBool gravity_in_contact;
  int n_changes;
  GrBounceChange *change; /* [n_changes], in ascending from_bounce */
  PetscInt64 bounces;     /* largest number of bounces, if the ball does not come to rest */
  PetscInt64 swings;      /* largest number of oscillations without leaving the surface */
  double energy;          /* the ball rests if its energy above rest is less than this fraction of the first [1] */
  double every;           /* [s] between points of the trajectory in flight; 0: none */
  PetscInt64 contacts;    /* the trajectory has points during the first `contacts` contacts and the last contact */
  PetscInt64 points;      /* approximate number of points of the trajectory in each of these contacts */
} GrBounceCase;

/* One entry of `surfaces`: a surface of a mechanism, by its name in the mechanism. */
typedef struct {
  char name[GR_NAME_MAX];
  int material;
  GrShape shape;
  double radius;     /* [m]; NaN for a plane */
  PetscBool concave; /* a socket of this radius around the other body */
  GrPlace place;
} GrSurface;

/* The part of a case that only `problem: mechanism` has. GrImpactCase has the method and tolerance. */
typedef struct {
  const GrMechanism *mechanism;
  GrLawValue value[GR_MECHANISM_PARAMETERS_MAX];
  int n_surfaces;
  GrSurface *surface;  /* [n_surfaces]; after validation in the order of the mechanism */
  double end;          /* [s] */
  double every;        /* [s] between points of the trajectory; 0: none */
  PetscInt64 contacts; /* during the first `contacts` contacts the trajectory has a point at each step */
} GrMechanismCase;

typedef enum { GR_PROBLEM_PARTICLES, GR_PROBLEM_IMPACT, GR_PROBLEM_BOUNCE, GR_PROBLEM_MECHANISM } GrProblem;

typedef struct GrCase {
  char *file;             /* file name on the command line */
  char *text;             /* the input text */
  PetscBool borrows_text; /* whether `text` is the text of its study */
  char *resolved; /* the resolved case: YAML with all defaults and with numbers in SI; reading it gives the same case */
  GrProblem problem;
  char *title, *source, *author;
  int dimension;
  int n_materials, n_rules, n_groups, n_velocities;
  GrMaterial *materials;
  GrContactRule *rules;
  GrGroup *groups;
  GrBeadVelocity *velocities; /* sorted by id */
  GrChainEnd ends[2];         /* left, right: whether the outermost bead is free or held */
  double gravity;             /* dimension 1: acceleration along +x [m/s^2], 0 by default; bounce: downwards */
  int n_balanced;             /* dimension 1: groups in static equilibrium at the start, side by side */
  int *balanced;              /* [n_balanced] positions in `groups` */
  GrPlace balanced_place;     /* place of the key `equilibrium` in the input */
  int n_group_forces;
  GrGroupForce *group_forces;
  /* dimension 2 and 3, where groups, velocities and ends are empty */
  int n_clumps, n_grains, n_walls, n_removals;
  GrClump *clumps;
  GrGrains *grains;
  GrRemoval *removals; /* [n_removals] */
  GrWall *walls;
  GrDomain domain;
  GrDrag drag;
  double gravity_vector[3]; /* [m/s^2] */
  int n_stages;             /* 0: one run, which ends at time.end */
  GrStage *stages;
  GrTime time;
  GrOutput output;
  double watchdog;        /* [s] wall time without progress after which the job ends; 0: no limit */
  PetscInt64 n_particles; /* number of particles of all groups; in dimension 2 and 3: 0 if a number is not known yet */
  GrImpactCase impact;
  GrBounceCase bounce;
  GrMechanismCase motion;
  const GrForce *force; /* force of the calling program on all particles; NULL: none */
} GrCase;

/* The cases of one input: one case; or one case for each variant and each combination of the swept values. The last
   swept key varies fastest. */
typedef struct {
  char name[GR_NAME_MAX]; /* name of the variant; "" if the input has no variants */
  GrCase **point;         /* [n_points] */
} GrVariant;

typedef struct {
  char *file;
  char *text;        /* input text of all cases, if there are several */
  char *resolved;    /* content of input.yaml: the resolved case, or the input of several cases with its overrides */
  PetscBool several; /* the input has variants or a sweep */
  int n_variants;    /* number of variants, at least 1 */
  GrVariant *variant;
  int n_points;  /* number of points of the sweep; 1: no sweep */
  int n_swept;   /* number of swept keys */
  char **swept;  /* [n_swept] paths of the swept keys, e.g. "contacts.0.normal.restitution" */
  char **unit;   /* [n_swept] units of their values, "1" if dimensionless */
  double *value; /* [n_points][n_swept] values of the swept keys, in SI; NaN for a word */
  char **word;   /* [n_points][n_swept] the word, list or map as the input has it; NULL for a number */
} GrStudy;

/* Reads all cases of an input file. Each `set` is "path=value". Variants and the sweep are maps: path of a key ->
   value, or list or range of values. Bad input: GrFail(GR_EXIT_INPUT, ...). Collective. */
PetscErrorCode GrStudyRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrStudy **study);
/* The same for an input text, which all ranks have. name: file name in messages; the paths of other files are relative
   to its folder. Collective. */
PetscErrorCode GrStudyReadText(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                               GrStudy **study);
/* Reads all cases of an input text, without reading other files. name: file name in messages. Not collective. */
PetscErrorCode GrStudyParse(const char *name, const char *text, int n_set, const char *const set[], GrStudy **study);
/* Frees a study and all of its cases. */
PetscErrorCode GrStudyDestroy(GrStudy **study);

/* Replaces the input text of all cases of the study. The study frees `text`. */
PetscErrorCode GrStudySetText(GrStudy *study, char *text);

/* Prints warnings about materials, contact rules and coordinates of the input that no case uses. */
PetscErrorCode GrStudyWarn(const GrStudy *study, FILE *out);

/* Name of a case, by its variant and its point of the sweep. The name is also its folder: "NAME", "NAME/point-7" or
   "point-7". */
void GrStudyCaseName(const GrStudy *study, int variant, int point, size_t size, char name[]);

/* Keeps one case of several and destroys the others. which: name of the case, or its number from 1 in the order of
   the study. Writes its name to `name`. If there is no such case, GrFail(GR_EXIT_INPUT, ...). */
PetscErrorCode GrStudySelect(GrStudy *study, const char *which, size_t size, char name[]);

/* Reads and validates a case, with the overrides `set` ("path=value"), and reads the tables and meshes that it has
   in files. Bad input: GrFail(GR_EXIT_INPUT, ...). Collective. */
PetscErrorCode GrCaseRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrCase **the_case);

/* Reads and validates a case from a text, without reading other files. `name`: file name in messages. */
PetscErrorCode GrCaseParse(const char *name, const char *text, int n_set, const char *const set[], GrCase **the_case);
/* Sets GrCase.force, before a world of the case is created. */
void GrCaseSetForce(GrCase *the_case, const GrForce *force);
/* Frees a case. */
PetscErrorCode GrCaseDestroy(GrCase **the_case);

/* Path of a file that the case names, which is relative to the folder of the input. GrFail if it does not fit into
   `size` bytes. */
PetscErrorCode GrCaseFile(const GrCase *the_case, const char *file, size_t size, char path[]);

/* Returns the number of detectors of an entry. */
PetscInt64 GrCaseDetectorsCount(const GrCase *the_case, const GrDetectors *detectors);
/* Returns the number of the bead of detector d within its group, from 1; d from 0. */
PetscInt64 GrCaseDetectorsBead(const GrDetectors *detectors, PetscInt64 d);

/* Returns the bead with this id, which must be in the group. */
const GrBead *GrCaseGroupBead(const GrGroup *group, PetscInt64 id);
/* Returns the radius of a bead [m], infinite for a plane. */
double GrCaseBeadRadius(const GrBead *bead);

/* Whether the motion of a group is prescribed. */
PetscBool GrCaseGroupDriven(const GrGroup *group);
/* Whether a group is fixed or its motion is prescribed, so that no force accelerates it. */
PetscBool GrCaseGroupHeld(const GrGroup *group);

/* The rule for two materials: a rule for exactly this pair, else with one '*', else with two. NULL: no rule applies. */
const GrContactRule *GrCaseRule(const GrCase *the_case, int material_a, int material_b);

/* Computes the data of two spheres for the laws of a rule (GrLawPairSpheres), and where their contact ends (no_pull).
   */
void GrCaseRulePair(const GrContactRule *rule, const GrLawBody body[2], const double radius[2], const double mass[2],
                    GrLawPair *pair);

/* For problem: impact and bounce. Computes the data of both bodies for the laws, and finds their contact rule. */
void GrCaseImpactPair(const GrCase *the_case, GrLawPair *pair, const GrContactRule **rule);

/* For problem: bounce. Computes the parameters of the normal law after the first n changes. */
void GrCaseBounceValues(const GrCase *the_case, int n, GrLawValue value[GR_LAW_PARAMETERS_MAX]);

/* For problem: mechanism. Computes the coefficients of the mechanism. Returns NULL, or a sentence about an error. */
const char *GrCaseMechanism(const GrCase *the_case, double coefficient[GR_MECHANISM_COEFFICIENTS_MAX]);

/* For problem: mechanism. Computes the data of both surfaces of contact k for the laws, and finds their contact rule.
   */
void GrCaseMechanismPair(const GrCase *the_case, const double *coefficient, int k, GrLawPair *pair,
                         const GrContactRule **rule);

/* Prints the JSON Schema (draft 2020-12) of the input, from the tables that validate it. */
PetscErrorCode GrKeysPrintSchema(FILE *out);

/* Prints the Markdown reference of all keys, or of the keys and sections whose path ends on `name`, such as `step`,
   `time.step` or `walls`, or which is the name of a law. Unknown name: GrFail. out NULL: only looks for the name. */
PetscErrorCode GrKeysPrint(const char *name, FILE *out);

/* Prints the reference as a page for man, granum(5). */
PetscErrorCode GrKeysManual(FILE *out);

/* Prints a line for each key that `--set` may name in any case, such as time.step. Keys below names and lists are
   omitted. */
PetscErrorCode GrKeysNames(FILE *out);

#ifdef __cplusplus
}
#endif

#endif
