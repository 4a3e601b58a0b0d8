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

/* Value in GrContactRule.material: the rule applies to any material, '*' in the input. */
enum { GR_ANY = -1 };

/* Place of a value in the input, for messages. Line 0: the value is a default, or comes from --set. */
typedef struct {
  int line, column; /* line and column in the input text, from 1 */
} GrPlace;

/* One entry of `materials`. */
typedef struct {
  char name[GR_NAME_MAX];
  GrLawBody body; /* density, moduli, yield stress; NaN if not given */
  GrPlace place;
} GrMaterial;

/* Treatment of a negative (tensile) force of the normal law while the bodies separate: CLIP: the force is set to 0;
   ALLOW: it acts. */
typedef enum { GR_TENSION_CLIP, GR_TENSION_ALLOW } GrTension;

/* Kinds of friction laws of a contact rule: laws against sliding, rolling and twisting; GR_SLIDES: number of these
   kinds. */
enum { GR_TANGENTIAL, GR_ROLLING, GR_TWISTING, GR_SLIDES };

/* Lever arm from the centre of a sphere of radius R to the point of contact, at overlap d: R - d/2 (contact), R
   (radius), or R for the slip velocity and R - d/2 for the torque (mixed, as in LAMMPS' granular styles; energy is
   then not conserved). */
typedef enum { GR_LEVER_CONTACT, GR_LEVER_RADIUS, GR_LEVER_MIXED } GrLever;

/* One entry of `contacts`: a contact rule. */
typedef struct {
  int material[2]; /* the two materials of the rule: positions in GrCase.materials, or GR_ANY for '*' */
  const GrLaw *law;
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  GrTension tension;
  const GrLaw *adhesion; /* NULL: no adhesion */
  GrLawValue adhesion_value[GR_LAW_PARAMETERS_MAX];
  const GrLaw *slide[GR_SLIDES]; /* laws against sliding, rolling and twisting, only in dimension 2 and 3; NULL: none */
  GrLawValue slide_value[GR_SLIDES][GR_LAW_PARAMETERS_MAX];
  GrLever lever;
  const GrLaw *bond;
  GrLawValue bond_value[GR_LAW_PARAMETERS_MAX];
  char *bond_list;               /* file with the pairs of ids that get bonds; NULL: none */
  PetscBool used;                /* whether the rule applies to some pair of bodies of the case */
  char renamed[2 * GR_NAME_MAX]; /* warning about an old name of a law in the input; empty: none */
  GrPlace place;
} GrContactRule;

/* Distance between the surfaces of neighbouring beads: a gap (< 0: overlap), or a precompression force. */
typedef struct {
  double gap; /* [m], 0 by default */
  /* [N], 0 by default; not 0: the gap is minus the static overlap at which the contact force equals it */
  double precompression;
} GrSpacing;

/* Prescribed motion of beads. Either a table: the velocity is linear between its points, and constant before the first
   and after the last point. Or an oscillation with the displacement amplitude (sin(2 pi frequency t + phase) -
   sin(phase)). */
typedef struct {
  /* number of points of the table; 1: constant velocity; 0: no table, or its file has not been read */
  int n;
  double *time;     /* [n] times of the table, ascending, >= 0 [s] */
  double *velocity; /* [n] [m/s] */
  int n_times;      /* length of `time`, equal to n */
  char *file;       /* file with the table, until GrCaseRead has read it; NULL: the table is in memory */
  double amplitude; /* [m]; 0: the table defines the motion */
  double frequency; /* [Hz] */
  double phase;     /* [rad] */
} GrMotion;

/* Shape of a body: a sphere, or a plane, whose radius is infinite. */
typedef enum { GR_SHAPE_SPHERE, GR_SHAPE_PLANE } GrShape;

/* Material, size and mass of a bead of a group. */
typedef struct {
  int material;
  double radius; /* [m]; NaN for a plane, see GrCaseBeadRadius */
  double mass;   /* [kg]; NaN for a plane that is held or driven */
} GrBead;

/* Tapered radii of the beads of a group: they increase or decrease along the group. `from` 0: the group is not
   tapered. */
typedef struct {
  double from, to; /* radii of the first and last bead [m]; `to` is NaN if the input gives `ratio` */
  /* radius of a bead divided by the radius of the previous bead [1]; NaN: equal differences from `from` to `to` */
  double ratio;
} GrTaper;

/* One entry of `particles` in dimension 1: beads along +x, after the previous group. A plane is a flat body at an
   end of the chain, such as a striker or a base. */
typedef struct {
  char name[GR_NAME_MAX];
  PetscInt64 count;
  PetscInt64 first_id; /* id of the first bead of the group; ids run through the groups in order, from 1 */
  GrShape shape;
  int n_beads;
  GrBead *bead; /* [n_beads] beads in order along +x; a group of more beads repeats this sequence */
  /* The beads as the input defines them: equal beads, a pattern, or tapered beads. */
  int material;  /* position in GrCase.materials; -1: each bead of the pattern has its own material */
  double radius; /* [m]; NaN for a plane, a pattern or a taper */
  double mass;   /* [kg]; NaN: computed from the density, or each bead of the pattern has its own mass */
  int n_pattern;
  GrBead *pattern; /* [n_pattern] */
  GrTaper taper;
  double velocity;     /* [m/s], 0 by default */
  PetscBool fixed;     /* the beads are held in place */
  GrMotion motion;     /* prescribed velocity of the beads */
  int first_pair_type; /* number of the first pair type of the group's contacts (src/chain/pair_type.h) */
  GrSpacing before;    /* spacing between the previous bead of the chain and this group; not used for the first group */
  GrSpacing between;   /* spacing between the beads of the group */
  GrPlace place;
} GrGroup;

/* Distribution of the radii of the particles of a group in dimension 2 and 3. Numbers that the kind of distribution
   does not need are NaN. */
typedef enum {
  GR_RADII_CONSTANT,
  GR_RADII_UNIFORM,
  GR_RADII_NORMAL,
  GR_RADII_LOGNORMAL,
  GR_RADII_WEIBULL,
  GR_RADII_LIST,
  GR_RADII_SIEVE
} GrRadiiKind;
/* within a group, fractions by volume and by mass are equal */
typedef enum { GR_BY_NUMBER, GR_BY_VOLUME, GR_BY_MASS } GrRadiiShare;
typedef struct {
  GrRadiiKind kind;
  /* whether `fraction` and `passing` are fractions of the number or of the volume of the particles */
  GrRadiiShare by;
  /* mean and standard deviation of the radius [m]; constant radii: `mean` is the radius, NaN if a file gives radii */
  double mean, deviation;
  double scale, shape; /* scale [m] and shape [1] of a Weibull distribution */
  double from, to;     /* smallest and largest radius [m] */
  int n_entries;       /* number of radii of a list, or of points of a sieve curve */
  double *radius;      /* [n_entries] [m] */
  double *fraction;    /* [n_entries] list: fraction of the particles with this radius [1]; the sum is 1 */
  /* [n_entries] sieve: fraction (see `by`) of the particles whose radius is below radius[k], from 0 to 1 [1] */
  double *passing;
} GrRadii;

/* A region, used in two ways. Region of a group: spheres that are not completely inside are removed; in dimension 2 the
   coordinate z is ignored. Region of insertion: the centres of inserted particles are inside; if the region is a disc,
   they are in the plane of the disc, in dimension 2 on a line. */
typedef enum { GR_WITHIN_ALL, GR_WITHIN_BOX, GR_WITHIN_CYLINDER, GR_WITHIN_SPHERE, GR_WITHIN_DISC } GrWithinShape;
typedef struct {
  GrWithinShape shape;
  struct {
    double lower[3], upper[3]; /* corners [m] */
  } box;
  struct {
    double from[3], to[3], radius; /* centres of both end faces [m]; radius [m] */
  } cylinder;
  struct {
    double centre[3], radius; /* [m] */
  } sphere;
  struct {
    double centre[3], normal[3], radius; /* centre [m]; normal, of any length; radius [m] */
  } disc;
} GrWithin;

/* Mesh that is to be filled with spheres. */
typedef struct {
  char *file;
  double scale;       /* length of 1 in the file [m]; NaN: 1 m */
  PetscInt64 spheres; /* largest number of spheres; 0: GR_CLUMP_SPHERES_MAX */
  double tolerance;   /* largest distance of its surface from the spheres [m]; NaN: as small as possible */
} GrClumpFilling;

/* One entry of `clumps`: a rigid body of spheres (granum/clump.h). */
typedef struct {
  char name[GR_NAME_MAX];
  int n_spheres;
  GrClumpSphere *spheres; /* [n_spheres] */
  char *file;             /* name of a file with the spheres; NULL after the case has been read: `spheres` has them */
  GrClumpFilling mesh;    /* as in the input; mesh.file is NULL after the case has been read */
  GrClumpMassFrom mass_from;
  GrClumpSolid solid; /* given mass properties, or the mass properties of the mesh */
  /* [n_spheres] the spheres in the frame of the body, in the order of `spheres`; NULL: no group has this clump */
  GrClumpMember *member;
  GrClumpBody body; /* only with `member` */
  GrPlace place;
} GrClump;

/* One entry of `particles` in dimension 2 and 3. Velocities and spins from a file replace the values of the group. */
typedef struct GrGrains {
  char name[GR_NAME_MAX];
  const GrGenerator *generator;
  int n_given;      /* number of structs at `given`: the entries if the input has a list, else 1 */
  void *given;      /* [n_given] structs with the values of the generator's keys (GrGenerator.size bytes each) */
  PetscInt64 count; /* number of particles; 0: not known before they are generated */
  /* ids run through the groups in order, from 1; 0: not known, because the count of an earlier group is not */
  PetscInt64 first_id;
  GrWithin within;
  int material;
  int clump; /* position of the clump in GrCase.clumps; -1: the particles are spheres */
  /* orientation of clumps, GR_ORIENTATION_...; -1: the particles are spheres */
  int orientation;
  GrRadii radii; /* radii of spheres; of clumps, the radii of spheres of equal volume */
  /* mass of one particle [kg]; NaN: computed from the density, or read from the generator's file */
  double mass;
  double velocity[3], spin[3]; /* [m/s], [rad/s] */
  /* standard deviation of a random part that is added to each component [m/s], [rad/s] */
  double velocity_deviation, spin_deviation;
  PetscInt64 seed;
  PetscBool fixed; /* velocity and spin are constant */
  /* value of each registered property, in the order of registration (granum/property.h) */
  double property[GR_PROPERTIES_MAX];
  GrPlace place;
} GrGrains;

/* One entry of `removal`: particles whose centre is in the region are removed. */
typedef struct {
  char name[GR_NAME_MAX];
  GrWithin within;
  int group;          /* position of the group whose particles are removed; -1: all groups */
  double from, until; /* particles are removed between these times [s]; `until` infinite: to the end of the run */
  /* removal at the times from + every, from + 2 every, ... [s]; 0: at each rebuild of the neighbour list */
  double every;
  /* position of the only stage with removal, whose times count from its beginning; -1: all stages */
  int during;
  GrPlace place;
} GrRemoval;

/* Components of the velocity gradient of a deforming box: xx, yy, zz, xy. Each is prescribed, or follows from a
   prescribed stress. */
enum { GR_CELL_XX, GR_CELL_YY, GR_CELL_ZZ, GR_CELL_XY, GR_CELL_RATES };
typedef struct {
  double stress; /* mean normal stress along the axis, positive in compression [Pa]; in dimension 2 [N/m] */
  /* largest deformation rate along the axis by which the stress is kept [1/s]; <= 0: no stress is prescribed */
  double max_rate;
} GrCellServo;
typedef struct {
  double rate[GR_CELL_RATES]; /* prescribed dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy [1/s]; NaN: 0 */
  GrCellServo servo[3];       /* along each axis */
  double offset; /* displacement along x of the periodic image above the upper y side, at the start [m]; NaN: 0 */
} GrCell;

/* The box. In dimension 2 the particles are in the plane z = lower[2], and upper[2] has no meaning. Sides that are not
   periodic do not stop particles; walls do. A particle whose centre passes a side that is not periodic leaves the
   domain. */
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

/* Drag of a fluid on a sphere of radius R, velocity v and spin w: force F = -linear u - quadratic |u| u - 1/2 density
   C_D pi R^2 |u| u with u = v - fluid; torque -angular w. */
typedef struct {
  double linear;    /* [N s/m] */
  double quadratic; /* [N s^2/m^2] */
  double angular;   /* [N m s] */
  double viscosity; /* viscosity of the fluid, for the C_D of Schiller and Naumann [Pa s] */
  double density;   /* density of the fluid [kg/m^3] */
  double fluid[3];  /* velocity of the fluid [m/s] */
} GrDrag;

/* Whether the fluid exerts a force or a torque. */
static inline bool GrDragActs(const GrDrag *drag)
{
  return drag->linear > 0 || drag->quadratic > 0 || drag->angular > 0 || drag->viscosity > 0 || drag->density > 0;
}

/* Initial velocity of one bead. It replaces the velocity of the bead's group. */
typedef struct {
  PetscInt64 id;
  double velocity; /* [m/s] */
} GrBeadVelocity;

/* Criterion for the end of a stage: a time, or a condition that is checked every `every` steps. */
typedef struct {
  double time; /* duration of the stage [s]; NaN: the stage ends when the condition holds */
  /* the condition: kinetic energy/elastic energy is below this ratio [1]; NaN: the stage ends after `time` */
  double ratio;
  PetscInt64 every; /* number of steps between checks of the condition */
  double after;     /* time from the beginning of the stage during which the condition is not checked [s]; NaN: 0 */
  double at_most;   /* longest duration [s]; the stage then ends even if the condition does not hold */
} GrStageUntil;

/* Keys of one wall or one contact rule that a stage changes. */
typedef struct {
  int of;         /* position of the wall or rule in GrCase.walls or GrCase.rules */
  unsigned given; /* bit k: the stage gives the k-th of the keys that a stage may change (src/input/case/) */
  /* whether the stage gives at least one of the next three keys, and so changes the motion of the wall */
  PetscBool motion;
  PetscBool velocity, oscillation, rotation;
} GrStageChange;

/* One entry of `stages`. Values that a stage does not give are those of the previous stage. */
typedef struct {
  char name[GR_NAME_MAX];
  GrStageUntil until;
  int n_wall_changes, n_rule_changes;
  GrStageChange *wall_changes, *rule_changes; /* [n_wall_changes], [n_rule_changes] which keys the stage changes */
  unsigned drag_given;                        /* bit k: the stage gives the k-th key of `drag` */
  /* gravity as the stage gives it [m/s^2]; NaN: the stage does not give it */
  double gravity_given[3];
  /* Values during the stage. */
  /* [n_walls] walls; their positions are not set, because they follow from the run. A pivot NaN means: the reference
     point of the wall when the stage begins */
  GrWall *walls;
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
/* Velocity with which `verlet` computes forces: FULL, the velocity predicted for the end of the step; HALF, the
   velocity at the middle of the step. */
typedef enum { GR_VELOCITY_FULL, GR_VELOCITY_HALF } GrVelocityAtForce;

typedef struct {
  double end; /* end of the run [s]; with stages: the latest possible end */
  /* time step [s]; with the integrator rk the first step. 0: `auto`, computed from stiffness and damping of the laws */
  double step;
  double safety;   /* step `auto`: largest allowed fraction of the longest stable step [1] */
  double accuracy; /* step `auto`: largest allowed relative error of free impacts [1] */
  const GrIntegrator *integrator;
  GrVelocityAtForce velocity;
  char method[GR_NAME_MAX]; /* integrator rk: PETSc's TSRKType, "5dp" by default */
  double tolerance;         /* integrator rk: allowed relative error of a step [1] */
  /* the run stops if an overlap exceeds this fraction of the smaller radius of the two bodies [1] */
  double overlap_limit;
  /* dimension 2 and 3 */
  /* largest surface distance of the candidate pairs in the neighbour list [m]; 0: granum chooses it */
  double skin;
  /* number of steps between repartitionings of space; 0: space is repartitioned when the gain exceeds the cost */
  PetscInt64 rebalance;
} GrTime;

/* Times at which an output is recorded: the start and then periodic times, or listed times. */
typedef struct {
  double every; /* period [s]; 0 or less: no period */
  int n_times;
  double *times; /* [n_times] ascending [s] */
} GrOutputTimes;

/* Whether the output is recorded at all: there is a period or a list of times. */
static inline PetscBool GrOutputIsRecorded(const GrOutputTimes *when)
{
  return (PetscBool)(when->every > 0 || when->n_times > 0);
}

/* One entry of output.sensors. */
typedef struct {
  int group;
  int n_at;
  PetscInt64 *at; /* [n_at] numbers of the beads within the group, from 1; results: observables/sensors/GROUP-AT */
  GrOutputTimes when;
} GrSensors;

/* One entry of output.detectors: arrival, peak and width of a pulse at a bead; written as
   observables/detectors/GROUP-QUANTITY, one row per bead. */
typedef enum { GR_DETECT_FORCE, GR_DETECT_CONTACT, GR_DETECT_VELOCITY } GrDetected;
typedef struct {
  int group;
  int n_at;
  PetscInt64 *at;   /* [n_at] bead numbers within the group, from 1, ascending; NULL if `every` is given */
  PetscInt64 every; /* the detectors are at the beads every, 2 every, ... of the group; 0: `at` lists the beads */
  GrDetected quantity;
  double threshold_force,
      /* the detector records the first pulse of at least this height [N], [m/s]; NaN: the highest pulse */
      threshold_velocity;
} GrDetectors;

/* One entry of output.counters: particles that pass a surface, or are in a region; written as
   observables/counters/NAME. */
typedef struct {
  char name[GR_NAME_MAX];
  struct {
    double point[3], normal[3]; /* point of the plane [m], normal [1]; NaN: not given */
  } plane;
  struct {
    double centre[3], normal[3], radius; /* centre of the disc [m], normal [1], radius [m]; NaN: not given */
  } disc;
  GrWithin within;
  int group; /* position of the group that is counted; -1: all groups */
  GrOutputTimes when;
  int during; /* position of the only stage in which the counter is active; -1: all stages */
  GrPlace place;
} GrCounter;

/* How numbers are stored in the results, and how ranks transfer them to the file. */
typedef enum { GR_PRECISION_DOUBLE, GR_PRECISION_SINGLE } GrPrecision;
typedef enum { GR_COMPRESSION_NONE, GR_COMPRESSION_DEFLATE } GrCompression;
typedef enum { GR_TRANSFER_INDEPENDENT, GR_TRANSFER_COLLECTIVE } GrTransfer;

/* The words of the key output.trajectory.fields; in chains only the first two are allowed. */
#define GR_TRAJECTORY_FIELDS "position|velocity|angular_velocity|image"

typedef struct {
  GrOutputTimes trajectory;
  PetscBool trajectory_energies; /* whether frames have the energies of each particle, in dimension 2 and 3 */
  unsigned trajectory_fields;    /* recorded fields: bit k for word k of GR_TRAJECTORY_FIELDS; 0: all fields */
  int n_trajectory_groups;
  int *trajectory_groups; /* [n_trajectory_groups] recorded groups, in dimension 2 and 3; empty: all groups */
  GrPrecision trajectory_precision;
  GrCompression trajectory_compression;
  GrTransfer transfer;
  PetscInt64 writers;   /* number of ranks that write the data of all ranks; 0: chosen by the number of nodes */
  PetscInt64 alignment; /* [bytes] large datasets begin at a multiple of this number */
  char *mpi_io_hints;   /* hints for MPI-IO, "name=value;name=value" */
  GrOutputTimes energy; /* times of the energy ledger, which is also recorded at the start and at the end */
  int n_sensors, n_detectors, n_counters;
  GrCounter *counters; /* dimension 2 and 3 */
  GrSensors *sensors;
  GrDetectors *detectors;
  GrOutputTimes checkpoint; /* times in simulated time; a signal or the wall time may cause more checkpoints */
  /* whether a checkpoint of the last good state is written if the run fails with GR_EXIT_PHYSICS */
  PetscBool checkpoint_failure;
  /* [s] wall-clock time between checkpoints; 0: checkpoints do not depend on wall-clock time */
  double checkpoint_wall_time;
  PetscBool checkpoint_end; /* whether a checkpoint is written at the end */
  /* [s] wall-clock time between flushes to disk; 0: flushes only with checkpoints and at the end */
  double flush;
  double wall_time; /* [s] wall-clock time after which the run stops with a checkpoint; 0: no limit */
  /* dimension 2 and 3 */
  GrOutputTimes walls;        /* times at which force, torque and position of every wall are recorded */
  PetscBool walls_triangles;  /* whether the force on each triangle of a mesh is also written */
  GrOutputTimes observables;  /* times at which sums over particles and contacts (granum/observable.h) are recorded */
  GrOutputTimes contacts;     /* list of all contacts, written to a new file at each time */
  GrOutputTimes fields;       /* times at which fields on a grid of cells are recorded */
  PetscInt64 fields_cells[3]; /* number of cells along each axis; 0: from fields_spacing, or 1 without it */
  double fields_spacing;      /* approximate length of a cell along each axis [m]; NaN: not given */
} GrOutput;

/* A sequence of numbers: a list, or a range. */
typedef struct {
  PetscInt64 count;
  double *value;   /* [count] list of numbers; NULL: `count` numbers evenly spaced from `from` to `to` */
  double from, to; /* first and last number of the range; with count 1 the only number is `from` */
  PetscBool logarithmic;
} GrRange;

/* Returns the i-th number of the sequence, i from 0. */
double GrKeyRangeAt(const GrRange *range, PetscInt64 i);

/* One of the two bodies of an impact. */
typedef struct {
  int material;
  GrShape shape;
  double radius;     /* [m]; NaN for a plane */
  double mass;       /* mass [kg], given or computed from the density; infinite for a body that is fixed */
  PetscBool concave; /* the body is a socket of this radius that contains the other body */
  PetscBool fixed;
  GrPlace place;
} GrBody;

/* Criterion for the end of an impact. SEPARATION: the overlap returns to 0; ZERO_FORCE: the force is 0 for the first
   time during unloading; APART: the distance of the surfaces exceeds the reach of the adhesion. With APART the approach
   velocity is also the velocity at this distance. */
typedef enum { GR_END_SEPARATION, GR_END_ZERO_FORCE, GR_END_APART } GrImpactEnd;

/* The part of a case that describes impacts (`problem: impact`). */
typedef struct {
  int n_bodies;       /* 2 */
  GrBody *body;       /* [n_bodies] */
  GrRange velocities; /* approach velocities [m/s], > 0; one impact is computed for each */
  GrImpactEnd end;
  PetscBool curves;         /* whether force, overlap and overlap rate over time are stored for every impact */
  PetscInt64 curve_points;  /* number of stored points per impact */
  double curve_until;       /* time until which bodies that stick are integrated [s]; NaN: until sticking is certain */
  char method[GR_NAME_MAX]; /* Runge-Kutta method: the TSRKType of PETSc whose tableau is used */
  double tolerance;         /* allowed relative error of a step [1] */
} GrImpactCase;

/* New values of parameters of the normal law of a bouncing ball, from contact number from_bounce on. Only parameters
   with GrLawValue.given change. */
typedef struct {
  PetscInt64 from_bounce; /* first contact with the new values; the first contact of the case is number 1 */
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
} GrBounceChange;

/* The part of a case that only `problem: bounce` has: a ball falls on a held body. Bodies, method and tolerance are in
   GrCase.impact, gravity is in GrCase.gravity. */
typedef struct {
  double drop;     /* height of the ball's lowest point at the start [m] */
  double velocity; /* velocity of the ball at the start, > 0 downwards [m/s] */
  PetscBool gravity_in_contact;
  int n_changes;
  GrBounceChange *change; /* [n_changes], in ascending from_bounce */
  PetscInt64 bounces;     /* largest number of bounces: the computation ends there if the ball has not come to rest */
  /* largest number of oscillations on the surface: the computation ends there if the ball has not come to rest */
  PetscInt64 swings;
  /* the ball rests if its energy minus its energy at rest is below this fraction of the energy at the start [1] */
  double energy;
  double every; /* time between points of the trajectory in flight [s]; 0: no points in flight */
  /* number of first contacts in which the trajectory has points; it also has points in the last contact */
  PetscInt64 contacts;
  PetscInt64 points; /* approximate number of points that the trajectory has in each of these contacts */
} GrBounceCase;

/* One entry of `surfaces`: material and shape of a surface of a mechanism. */
typedef struct {
  char name[GR_NAME_MAX];
  int material;
  GrShape shape;
  double radius;     /* [m]; NaN for a plane */
  PetscBool concave; /* the surface is a socket of this radius that contains the other body */
  GrPlace place;
} GrSurface;

/* The part of a case that only `problem: mechanism` has. Method and tolerance are in GrCase.impact. */
typedef struct {
  const GrMechanism *mechanism;
  GrLawValue value[GR_MECHANISM_PARAMETERS_MAX];
  int n_surfaces;
  GrSurface *surface;  /* [n_surfaces] after validation in the order of GrMechanism.surface */
  double end;          /* [s] */
  double every;        /* time between points of the trajectory [s]; 0: no points */
  PetscInt64 contacts; /* number of first contacts in which the trajectory has a point at each step */
} GrMechanismCase;

typedef enum { GR_PROBLEM_PARTICLES, GR_PROBLEM_IMPACT, GR_PROBLEM_BOUNCE, GR_PROBLEM_MECHANISM } GrProblem;

typedef struct GrCase {
  char *file;             /* name of the input file, as on the command line */
  char *text;             /* the input text */
  PetscBool borrows_text; /* whether `text` belongs to the study of this case, which frees it */
  /* the resolved case: YAML with all defaults and all numbers in SI, from which the same case can be read */
  char *resolved;
  GrProblem problem;
  char *title, *source, *author;
  int dimension;
  int n_materials, n_rules, n_groups, n_velocities;
  GrMaterial *materials;
  GrContactRule *rules;
  GrGroup *groups;
  GrBeadVelocity *velocities; /* sorted by id */
  GrChainEnd ends[2];         /* whether the left and the right outermost bead of a chain are free or held */
  double gravity;             /* dimension 1: acceleration along +x [m/s^2], 0 by default; bounce: downwards */
  /* dimension 1: number of adjacent groups that are brought to static equilibrium at the start */
  int n_balanced;
  int *balanced;          /* [n_balanced] positions of these groups in `groups` */
  GrPlace balanced_place; /* place of the key `equilibrium` in the input */
  int n_group_forces;
  GrGroupForce *group_forces;
  /* Only in dimension 2 and 3, where groups, velocities and ends are empty: */
  int n_clumps, n_grains, n_walls, n_removals;
  GrClump *clumps;
  GrGrains *grains;
  GrRemoval *removals; /* [n_removals] */
  GrWall *walls;
  GrDomain domain;
  GrDrag drag;
  double gravity_vector[3]; /* [m/s^2] */
  int n_stages;             /* 0: the run has no stages and ends at time.end */
  GrStage *stages;
  GrTime time;
  GrOutput output;
  double watchdog; /* wall-clock time without progress after which granum ends the job [s]; 0: no limit */
  /* number of particles of all groups; 0: the number of some group is not known yet (dimension 2 and 3) */
  PetscInt64 n_particles;
  GrImpactCase impact;
  GrBounceCase bounce;
  GrMechanismCase motion;
  const GrForce *force; /* force that the calling program defines on all particles; NULL: none */
} GrCase;

/* The cases of one input: one case; or one case for each variant and each combination of the swept values. The last
   swept key varies fastest. */
typedef struct {
  char name[GR_NAME_MAX]; /* name of the variant; "": the input has no variants */
  GrCase **point;         /* [n_points] */
} GrVariant;

typedef struct {
  char *file;
  char *text; /* input text of all cases, if there are several */
  /* content of input.yaml: the resolved case, or the input of several cases after --set has been applied */
  char *resolved;
  PetscBool several; /* whether the input has variants or a sweep */
  int n_variants;    /* number of variants, at least 1 */
  GrVariant *variant;
  int n_points;  /* number of points of the sweep; 1: no sweep */
  int n_swept;   /* number of swept keys */
  char **swept;  /* [n_swept] paths of the swept keys, e.g. "contacts.0.normal.restitution" */
  char **unit;   /* [n_swept] SI unit of the values of each swept key, "1" if dimensionless */
  double *value; /* [n_points][n_swept] values of the swept keys, in SI; NaN for a word */
  char **word;   /* [n_points][n_swept] text of a value that is a word, list or map; NULL: the value is a number */
} GrStudy;

/* Reads all cases of an input file. set[n_set]: values that replace values of the input, each "path=value". In the
   input a variant is a map from the path of a key to a value, a sweep is a map from the path of a key to a list or
   range of values. Bad input: GrFail(GR_EXIT_INPUT, ...). Collective. */
PetscErrorCode GrStudyRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrStudy **study);
/* Reads all cases of an input text that all ranks have, as GrStudyRead does. name: file name in messages; the paths of
   other files are relative to its folder. Collective. */
PetscErrorCode GrStudyReadText(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                               GrStudy **study);
/* Reads all cases of an input text, without reading other files. name: file name in messages. Not collective. */
PetscErrorCode GrStudyParse(const char *name, const char *text, int n_set, const char *const set[], GrStudy **study);
/* Frees a study and all cases of it. */
PetscErrorCode GrStudyDestroy(GrStudy **study);

/* Replaces the input text of all cases of the study. The study frees `text`. */
PetscErrorCode GrStudySetText(GrStudy *study, char *text);

/* Prints warnings about materials, contact rules and coordinates of the input that no case uses. */
PetscErrorCode GrStudyWarn(const GrStudy *study, FILE *out);

/* Writes the name of a case to name[size], from its variant and its point of the sweep, both from 0. The name is also
   the folder of the case: "NAME", "NAME/point-7" or "point-7". */
void GrStudyCaseName(const GrStudy *study, int variant, int point, size_t size, char name[]);

/* Selects one case of a study and destroys the others. which: name of the case, or its number from 1 in the order of
   the study. Writes the name of the case to name[size]. If there is no such case, GrFail(GR_EXIT_INPUT, ...). */
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

/* Writes to path[size] the path of a file that the input names. file: path relative to the folder of the input. GrFail
   if the path is longer than size - 1 bytes. */
PetscErrorCode GrCaseFile(const GrCase *the_case, const char *file, size_t size, char path[]);

/* Returns the number of detectors (beads) of an entry of output.detectors. */
PetscInt64 GrCaseDetectorsCount(const GrCase *the_case, const GrDetectors *detectors);
/* Returns the number of the bead of detector d within its group, from 1; d from 0. */
PetscInt64 GrCaseDetectorsBead(const GrDetectors *detectors, PetscInt64 d);

/* Returns the bead with this id. The bead must be in the group. */
const GrBead *GrCaseGroupBead(const GrGroup *group, PetscInt64 id);
/* Returns the radius of a bead [m], infinite for a plane. */
double GrCaseBeadRadius(const GrBead *bead);

/* Whether the motion of a group is prescribed. */
PetscBool GrCaseGroupDriven(const GrGroup *group);
/* Whether a group is fixed or its motion is prescribed, so that no force accelerates it. */
PetscBool GrCaseGroupHeld(const GrGroup *group);

/* Returns the contact rule for two materials: a rule for exactly this pair, else a rule with one '*', else a rule with
   two. NULL: no rule applies. */
const GrContactRule *GrCaseRule(const GrCase *the_case, int material_a, int material_b);

/* Computes the pair data of two spheres for the laws of a contact rule: GrLawPairSpheres, and whether a contact ends at
   zero force (GrLawPair.no_pull). */
void GrCaseRulePair(const GrContactRule *rule, const GrLawBody body[2], const double radius[2], const double mass[2],
                    GrLawPair *pair);

/* For `problem: impact` and `bounce`: computes the pair data of both bodies for the laws, and finds their contact
   rule. */
void GrCaseImpactPair(const GrCase *the_case, GrLawPair *pair, const GrContactRule **rule);

/* For `problem: bounce`: computes the parameters of the normal law after the first n changes (GrBounceCase.change). */
void GrCaseBounceValues(const GrCase *the_case, int n, GrLawValue value[GR_LAW_PARAMETERS_MAX]);

/* For `problem: mechanism`: computes the coefficients of the mechanism (GrMechanism.prepare). Returns NULL, or a
   sentence: the problem; the remedy. */
const char *GrCaseMechanism(const GrCase *the_case, double coefficient[GR_MECHANISM_COEFFICIENTS_MAX]);

/* For `problem: mechanism`: computes the pair data of both surfaces of contact k for the laws, and finds their contact
   rule. coefficient: result of GrCaseMechanism. */
void GrCaseMechanismPair(const GrCase *the_case, const double *coefficient, int k, GrLawPair *pair,
                         const GrContactRule **rule);

/* Prints the JSON Schema (draft 2020-12) of the input, from the tables that validate it. */
PetscErrorCode GrKeysPrintSchema(FILE *out);

/* Prints the Markdown reference. name NULL: all keys. Otherwise: all keys and sections whose path ends with `name`,
   such as `step`, `time.step` or `walls`, or the law of this name. Unknown name: GrFail. out NULL: only checks whether
   the name is known. */
PetscErrorCode GrKeysPrint(const char *name, FILE *out);

/* Prints the reference of all keys as the manual page granum(5). */
PetscErrorCode GrKeysManual(FILE *out);

/* Prints the path of each key that `--set` may change in any case, such as time.step, one per line. Keys of entries of
   lists and of named entries are omitted. */
PetscErrorCode GrKeysNames(FILE *out);

#ifdef __cplusplus
}
#endif

#endif
