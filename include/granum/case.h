/* granum/case.h: a case: the validated content of a YAML input. All numbers are in SI units. If the comment of a member
   says so, NaN marks a number that the input does not give.

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

/* Line and column of a value in the input text, for messages. Line 0: the value is a default, or the option --set gives
   it. */
typedef struct {
  int line, column; /* both counted from 1 */
} GrPlace;

/* One entry of `materials`: a material. */
typedef struct {
  char name[GR_NAME_MAX];
  GrLawBody body; /* density, elastic moduli and yield stress; NaN: the input does not give the value */
  GrPlace place;
} GrMaterial;

/* Treatment of a tensile (negative) force of the normal law. CLIP: the force is set to 0. ALLOW: the tensile force
   acts. */
typedef enum { GR_TENSION_CLIP, GR_TENSION_ALLOW } GrTension;

/* Types of friction law in a contact rule: a law against sliding, against rolling, and against twisting (rotation about
   the normal). GR_SLIDES: number of types. */
enum { GR_TANGENTIAL, GR_ROLLING, GR_TWISTING, GR_SLIDES };

/* Lever arm of the friction force: distance from the centre of a sphere to the contact point. R: radius; d: overlap.
   CONTACT: R - d/2. RADIUS: R. MIXED: R for the slip velocity, and R - d/2 for the torque, as in the granular pair
   styles of LAMMPS; energy is then not conserved. */
typedef enum { GR_LEVER_CONTACT, GR_LEVER_RADIUS, GR_LEVER_MIXED } GrLever;

/* One entry of `contacts`: a contact rule. */
typedef struct {
  int material[2];  /* the two materials of the rule: indices in GrCase.materials, or GR_ANY for '*' */
  const GrLaw *law; /* law of the normal force */
  GrLawValue value[GR_LAW_PARAMETERS_MAX]; /* parameters of `law` */
  GrTension tension;
  const GrLaw *adhesion;                            /* law of adhesion; NULL: no adhesion */
  GrLawValue adhesion_value[GR_LAW_PARAMETERS_MAX]; /* parameters of `adhesion` */
  /* friction law of each type; NULL: none. Particles in dimension 2 and 3 may have all types, a mechanism may have
     GR_TANGENTIAL, and other problems have none */
  const GrLaw *slide[GR_SLIDES];
  GrLawValue slide_value[GR_SLIDES][GR_LAW_PARAMETERS_MAX]; /* parameters of the friction laws */
  GrLever lever;
  const GrLaw *bond;                            /* law of bonds; NULL: none */
  GrLawValue bond_value[GR_LAW_PARAMETERS_MAX]; /* parameters of `bond` */
  char *bond_list; /* name of a file that lists the pairs of particles with bonds, by their ids; NULL: none */
  PetscBool used;  /* whether at least one pair of bodies in the case uses this rule */
  char renamed[2 * GR_NAME_MAX]; /* warning that the input uses an old name of a law; "": it does not */
  GrPlace place;
} GrContactRule;

/* Spacing of two neighbouring beads at the start. The input gives either the gap or the precompression force. */
typedef struct {
  double gap; /* distance between the surfaces [m]; negative: overlap; 0 by default */
  /* static compressive contact force [N]. If it is not 0, it replaces `gap`: the beads start with the overlap at which
     the static contact force has this value */
  double precompression;
} GrSpacing;

/* Prescribed motion of beads along +x, by a table or by an oscillation. Table: the velocity varies linearly between the
   points of the table. It is constant before the first point and after the last point. Oscillation: the displacement at
   time t is amplitude (sin(2 pi frequency t + phase) - sin(phase)). */
typedef struct {
  /* number of points of the table. 1: the velocity is constant. 0: there is no table, or its file has not been read
     yet */
  int n;
  double *time;     /* [n] time of each point of the table [s], ascending, >= 0 */
  double *velocity; /* [n] velocity at each point of the table [m/s] */
  int n_times;      /* number of elements of `time`; equal to n */
  /* name of the file of the table; NULL: the input has no such file, or GrCaseRead has read the file */
  char *file;
  /* amplitude of the oscillation [m]; 0: there is no oscillation, the table defines the motion */
  double amplitude;
  double frequency; /* frequency of the oscillation [Hz] */
  double phase;     /* phase of the oscillation at time 0 [rad] */
} GrMotion;

/* Shape of a body: a sphere, or a plane, whose radius is infinite. */
typedef enum { GR_SHAPE_SPHERE, GR_SHAPE_PLANE } GrShape;

/* Material, size and mass of a bead of a group. */
typedef struct {
  int material;  /* index in GrCase.materials */
  double radius; /* [m]; NaN for a plane, for which GrCaseBeadRadius returns infinity */
  double mass;   /* [kg]; NaN for a plane that is fixed or has a prescribed motion */
} GrBead;

/* Tapered radii: the radius increases or decreases from bead to bead of a group. If `from` is 0, the group is not
   tapered. */
typedef struct {
  double from; /* radius of the first bead [m] */
  double to;   /* radius of the last bead [m]; NaN: the input gives `ratio` */
  /* radius of a bead divided by the radius of the previous bead [1]; NaN: the radius varies linearly from `from` to
     `to` */
  double ratio;
} GrTaper;

/* One entry of `particles` in dimension 1: a group of beads. The groups follow one another along +x. A bead with the
   shape of a plane is a flat body at an end of the chain, such as a striker or a base. */
typedef struct {
  char name[GR_NAME_MAX];
  PetscInt64 count; /* number of beads */
  /* id of the first bead of the group. The first bead of the chain has id 1, and ids increase by 1 along the chain */
  PetscInt64 first_id;
  GrShape shape;
  int n_beads;  /* number of elements of `bead`, which may be less than `count` */
  GrBead *bead; /* [n_beads] beads in order along +x; the group repeats this sequence until it has `count` beads */
  /* The members from `material` to `taper` describe the beads as the input does: equal beads, a repeated pattern of
     beads, or tapered beads. */
  int material;  /* index in GrCase.materials; -1: each bead of the pattern has its own material */
  double radius; /* [m]; NaN for a plane, a pattern or a taper */
  /* mass of each bead [kg]; NaN: it follows from the density, or each bead of the pattern has its own mass */
  double mass;
  int n_pattern;   /* number of beads in the pattern; 0: no pattern */
  GrBead *pattern; /* [n_pattern] beads of the pattern */
  GrTaper taper;
  double velocity;     /* initial velocity along +x [m/s], 0 by default */
  PetscBool fixed;     /* whether the beads are held in place */
  GrMotion motion;     /* prescribed velocity of the beads */
  int first_pair_type; /* number of the first pair type of the group's contacts (src/chain/pair_type.h) */
  /* spacing between the last bead of the previous group and the first bead of this group; not used for the first
     group */
  GrSpacing before;
  GrSpacing between; /* spacing between neighbouring beads of the group */
  GrPlace place;
} GrGroup;

/* Type of the distribution of radii in a group in dimension 2 and 3. */
typedef enum {
  GR_RADII_CONSTANT,
  GR_RADII_UNIFORM,
  GR_RADII_NORMAL,
  GR_RADII_LOGNORMAL,
  GR_RADII_WEIBULL,
  GR_RADII_LIST,
  GR_RADII_SIEVE
} GrRadiiKind;

/* Quantity that a distribution of radii describes: the number, the volume or the mass of the particles. Within a group,
   volume and mass give the same distribution. */
typedef enum { GR_BY_NUMBER, GR_BY_VOLUME, GR_BY_MASS } GrRadiiShare;

/* Distribution of the radii of the particles of a group in dimension 2 and 3. A number is NaN if the distribution type
   `kind` does not use it. */
typedef struct {
  GrRadiiKind kind;
  /* quantity that the distribution describes: number, volume or mass of the particles */
  GrRadiiShare by;
  /* mean radius, before the distribution is truncated to from..to [m]. GR_RADII_CONSTANT: the radius of all particles;
     NaN: a file gives the radii */
  double mean;
  double deviation; /* standard deviation of the radius, before the distribution is truncated to from..to [m] */
  double scale;     /* scale parameter of a Weibull distribution [m] */
  double shape;     /* shape parameter of a Weibull distribution: the exponent [1] */
  double from;      /* smallest radius [m] */
  double to;        /* largest radius [m] */
  int n_entries;    /* number of radii of a list, or number of sieves of a sieve curve */
  double *radius;   /* [n_entries] radii of the list, or half the openings of the sieves, ascending [m] */
  /* [n_entries] for a list: fraction of the particles with radius[k], by number, volume or mass (see `by`) [1]. The sum
     of all fractions is 1 */
  double *fraction;
  /* [n_entries] for a sieve curve: fraction of the particles whose radius is less than radius[k], by number, volume or
     mass (see `by`) [1]. It increases from 0 at the first sieve to 1 at the last sieve */
  double *passing;
} GrRadii;

/* Shape of a region; GR_WITHIN_ALL: all of space. A region has different uses. The region of a group limits the
   generated particles: particles that are not completely inside are removed, and in dimension 2 the coordinate z is
   ignored. The region of an insertion contains the centres of the inserted particles. Only this region may be a disc:
   the centres are then in the plane of the disc, in dimension 2 on a line. Removal and counters select the particles
   whose centres are inside the region. */
typedef enum { GR_WITHIN_ALL, GR_WITHIN_BOX, GR_WITHIN_CYLINDER, GR_WITHIN_SPHERE, GR_WITHIN_DISC } GrWithinShape;

/* A region. Only the member that `shape` names is used. */
typedef struct {
  GrWithinShape shape;
  struct {
    double lower[3], upper[3]; /* corners [m] */
  } box;
  struct {
    double from[3], to[3]; /* centres of the two end faces [m] */
    double radius;         /* [m] */
  } cylinder;
  struct {
    double centre[3], radius; /* both in [m] */
  } sphere;
  struct {
    double centre[3]; /* [m] */
    double normal[3]; /* vector normal to the disc, of any length */
    double radius;    /* [m] */
  } disc;
} GrWithin;

/* A closed mesh that granum fills with spheres to create a clump. */
typedef struct {
  char *file;         /* name of the mesh file */
  double scale;       /* length unit of the coordinates in the mesh file [m]; NaN: 1 m */
  PetscInt64 spheres; /* maximum number of spheres; 0: GR_CLUMP_SPHERES_MAX */
  /* maximum distance of a point on the surface of the mesh from the spheres [m]; NaN: as small as the maximum number of
     spheres permits */
  double tolerance;
} GrClumpFilling;

/* One entry of `clumps`: a clump, which is a rigid body of spheres (granum/clump.h). */
typedef struct {
  char name[GR_NAME_MAX];
  int n_spheres;
  GrClumpSphere *spheres; /* [n_spheres] spheres in the axes of the input */
  /* name of a file that lists the spheres; NULL: the input names no file, or the file has been read into `spheres` */
  char *file;
  /* mesh that the spheres fill; mesh.file is NULL if there is no mesh, or after the case has been read */
  GrClumpFilling mesh;
  GrClumpMassFrom mass_from;
  GrClumpSolid solid; /* mass properties that the input gives, or mass properties computed from the mesh */
  /* [n_spheres] the same spheres, relative to the centre of mass and along the principal axes; NULL: no group uses this
     clump */
  GrClumpMember *member;
  GrClumpBody body; /* mass properties of the clump; set only if `member` is not NULL */
  GrPlace place;
} GrClump;

/* One entry of `particles` in dimension 2 and 3: a group of particles. If a file gives velocities or spins, these
   replace the velocity and the spin of the group. */
typedef struct GrGrains {
  char name[GR_NAME_MAX];
  const GrGenerator *generator;
  /* number of structs in the array `given`. If the input gives a list for the generator, it is the length of this list,
     else 1 */
  int n_given;
  void *given;      /* [n_given] values of the keys of the generator, in structs of GrGenerator.size bytes each */
  PetscInt64 count; /* number of particles; 0: unknown until the generator has created the particles */
  /* id of the first particle of the group. Ids start at 1 and continue from group to group. 0: unknown, because the
     number of particles of an earlier group is unknown */
  PetscInt64 first_id;
  GrWithin within; /* particles that are not completely inside this region are removed */
  int material;    /* index in GrCase.materials */
  int clump;       /* index in GrCase.clumps; -1: the particles are spheres */
  /* initial orientation of the clumps: GR_ORIENTATION_RANDOM or GR_ORIENTATION_FIXED; -1: the particles are spheres */
  int orientation;
  /* radii of the particles; the radius of a clump is the radius of the sphere with the same volume */
  GrRadii radii;
  /* mass of one particle [kg]; NaN: computed from the density, or read from the generator's file */
  double mass;
  double velocity[3]; /* initial velocity [m/s] */
  double spin[3];     /* initial angular velocity [rad/s] */
  /* standard deviation of a random velocity that is added to each component of `velocity` [m/s] */
  double velocity_deviation;
  /* standard deviation of a random spin that is added to each component of `spin` [rad/s] */
  double spin_deviation;
  PetscInt64 seed; /* seed of all random numbers of the group */
  PetscBool fixed; /* whether the velocity and the spin of the particles are constant */
  /* value of each registered property, in the order of registration (granum/property.h) */
  double property[GR_PROPERTIES_MAX];
  GrPlace place;
} GrGrains;

/* One entry of `removal`: particles whose centre is in the region are removed. */
typedef struct {
  char name[GR_NAME_MAX];
  GrWithin within;
  int group;    /* index in GrCase.grains of the group whose particles are removed; -1: all groups */
  double from;  /* time at which removal begins [s] */
  double until; /* time at which removal ends [s]; infinite: the end of the run */
  /* period [s]: particles are removed at the times from + every, from + 2 every, ...; 0: at each rebuild of the
     neighbour list */
  double every;
  /* index in GrCase.stages of the stage in which particles are removed; the times above then count from the beginning
     of this stage. -1: particles are removed in all stages */
  int during;
  GrPlace place;
} GrRemoval;

/* Components of the velocity gradient of a deforming box: xx, yy, zz, xy, xz, yz. The input prescribes a component, or,
   for xx, yy and zz, it prescribes a normal stress instead and granum controls the component. Of xy, xz and yz only the
   component of the plane of shear is not 0. */
enum { GR_CELL_XX, GR_CELL_YY, GR_CELL_ZZ, GR_CELL_XY, GR_CELL_XZ, GR_CELL_YZ, GR_CELL_RATES };

/* Control of the normal stress along one axis of a deforming box. */
typedef struct {
  /* prescribed normal stress, averaged over the box, positive in compression [Pa]; in dimension 2 [N/m] */
  double stress;
  /* maximum rate of strain along the axis that the control may use [1/s]; <= 0: no stress is prescribed */
  double max_rate;
} GrCellServo;

/* Deformation of a periodic box. */
typedef struct {
  /* prescribed velocity gradient dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy, dv_x/dz, dv_y/dz [1/s]. NaN: the input gives no
     value, and granum uses 0 */
  double rate[GR_CELL_RATES];
  GrCellServo servo[3]; /* control of the normal stress along x, y and z */
  int plane;            /* plane of shear that the input gives: 0 xy, 1 xz, 2 yz; -1: none */
  /* initial displacement, along the first axis of the plane of shear, of the periodic image beyond the upper side of
     its second axis [m]; NaN: 0 */
  double offset;
} GrCell;

/* Returns the plane of shear of a box: 0 xy, 1 xz, 2 yz. If the input does not give it, it is that of the rate. */
static inline int GrCellPlane(const GrCell *cell)
{
  if (cell->plane >= 0)
    return cell->plane;
  return cell->rate[GR_CELL_XZ] == cell->rate[GR_CELL_XZ]   ? 1
         : cell->rate[GR_CELL_YZ] == cell->rate[GR_CELL_YZ] ? 2
                                                            : 0;
}

/* Returns the axis along which a plane of shear is displaced: 0 in xy and xz, 1 in yz. */
static inline int GrCellAlong(int plane)
{
  return plane == 2 ? 1 : 0;
}

/* Returns the axis of the sides beyond which the images are displaced: 1 in xy, 2 in xz and yz. */
static inline int GrCellAcross(int plane)
{
  return plane == 0 ? 1 : 2;
}

/* The simulation box. In dimension 2 the particles are in the plane z = lower[2], and upper[2] has no meaning. Only
   walls stop particles. A side that is not periodic does not: a particle whose centre passes this side leaves the
   domain. */
typedef struct {
  double lower[3], upper[3]; /* lower and upper corner [m]; for a deforming box, the corners at the start */
  PetscBool periodic[3];     /* whether the box is periodic along each axis */
  GrCell cell;
} GrDomain;

/* A constant force on each particle of a group. In dimension 1 only force[0], along +x, is used. */
typedef struct {
  int group;       /* index in GrCase.groups or, in dimension 2 and 3, in GrCase.grains */
  double force[3]; /* [N] */
} GrGroupForce;

/* Drag of a fluid on a sphere. The sphere has the radius R, the velocity v, the spin w, and the velocity u = v - fluid
   relative to the fluid. The force is -linear u - quadratic |u| u - 1/2 density C_D pi R^2 |u| u, where C_D is the drag
   coefficient of Schiller and Naumann. The torque is -angular w. */
typedef struct {
  double linear;    /* coefficient of the force that is proportional to |u| [N s/m] */
  double quadratic; /* coefficient of the force that is proportional to |u|^2 [N s^2/m^2] */
  double angular;   /* coefficient of the torque [N m s] */
  double viscosity; /* dynamic viscosity of the fluid, used for C_D [Pa s] */
  double density;   /* density of the fluid [kg/m^3] */
  double fluid[3];  /* velocity of the fluid [m/s] */
} GrDrag;

/* Returns whether the fluid exerts a force or a torque on spheres. */
static inline bool GrDragActs(const GrDrag *drag)
{
  return drag->linear > 0 || drag->quadratic > 0 || drag->angular > 0 || drag->viscosity > 0 || drag->density > 0;
}

/* Initial velocity of one bead. It replaces the velocity of the bead's group. */
typedef struct {
  PetscInt64 id;
  double velocity; /* [m/s] */
} GrBeadVelocity;

/* Criterion for the end of a stage: a duration, or a condition that is checked every `every` steps. */
typedef struct {
  double time; /* duration of the stage [s]; NaN: the stage ends when the condition holds */
  /* condition: the kinetic energy divided by the elastic energy is less than this ratio [1]; NaN: there is no
     condition, and the stage ends after `time` */
  double ratio;
  PetscInt64 every; /* number of steps between checks of the condition */
  double after;     /* the condition is not checked during this time from the beginning of the stage [s]; NaN: 0 */
  double at_most;   /* maximum duration [s]; the stage then ends even if the condition does not hold */
} GrStageUntil;

/* Marks the keys that a stage changes for one wall or for one contact rule. */
typedef struct {
  int of; /* index of the wall in GrCase.walls, or of the rule in GrCase.rules */
  /* bit k: the stage gives the key in row k of the key table of walls or contact rules (src/input/key/stage.c) */
  unsigned given;
  /* for walls: whether the stage changes the motion of the wall, that is, gives velocity, acceleration, oscillation,
     rotation or motions */
  PetscBool motion;
  PetscBool velocity, oscillation, rotation; /* for walls: whether the stage gives the key of this name */
} GrStageChange;

/* One entry of `stages`: a stage of the run. A value that the stage does not give is the same as in the previous
   stage. */
typedef struct {
  char name[GR_NAME_MAX];
  GrStageUntil until;
  int n_wall_changes, n_rule_changes;
  GrStageChange *wall_changes; /* [n_wall_changes] walls that the stage changes */
  GrStageChange *rule_changes; /* [n_rule_changes] contact rules that the stage changes */
  unsigned drag_given,
      cell_given; /* bit k: the stage gives the key in row k of the key table of `drag`, `domain.cell` */
  /* acceleration of gravity that the stage gives [m/s^2]; NaN: the stage does not change it */
  double gravity_given[3];
  /* The next members contain the complete settings that apply during the stage. They combine the case, the changes by
     earlier stages and the changes by this stage. */
  /* [n_walls] walls. Their poses (GrWall.stand) at the beginning of the stage are unknown, because they depend on the
     run. A pivot of NaN means that the wall rotates about the position of its reference point at the beginning of the
     stage */
  GrWall *walls;
  GrContactRule *rules;     /* [n_rules] contact rules */
  double gravity_vector[3]; /* acceleration of gravity [m/s^2] */
  GrDrag drag;
  GrDomain domain; /* its cell has the rates and stresses of the stage */
  GrPlace place;
} GrStage;

/* Returns the maximum duration of a stage [s]. */
static inline double GrStageLatest(const GrStage *stage)
{
  return stage->until.time > 0 ? stage->until.time : stage->until.at_most;
}

/* Whether the first or last bead of a chain is free or held in place. */
typedef enum { GR_END_FREE, GR_END_FIXED } GrChainEnd;

/* Velocity from which the integrator `verlet` computes velocity-dependent forces. FULL: the velocity predicted for the
   end of the time step. HALF: the velocity at the middle of the time step. */
typedef enum { GR_VELOCITY_FULL, GR_VELOCITY_HALF } GrVelocityAtForce;

/* Duration, time step and integrator of a run. */
typedef struct {
  double end; /* end of the run [s]; if the case has stages, the latest possible end */
  /* time step [s]; for the integrator rk, the first time step. 0: `auto`, granum computes the time step from the
     stiffness and the damping of the contacts */
  double step;
  double safety;   /* for step `auto`: maximum of the time step divided by the longest stable time step [1] */
  double accuracy; /* for step `auto`: maximum relative error of an impact of two free bodies [1] */
  const GrIntegrator *integrator;
  GrVelocityAtForce velocity;
  /* integrator rk: name of the Runge-Kutta method (TSRKType of PETSc), "5dp" by default */
  char method[GR_NAME_MAX];
  double tolerance; /* integrator rk: maximum relative error of a time step [1] */
  /* maximum overlap of a contact divided by the smaller radius of the two bodies [1]; a larger overlap stops the run */
  double overlap_limit;
  /* The next members are used in dimension 2 and 3 only. */
  /* skin [m]: a pair of particles is in the neighbour list if the distance of the surfaces is less than the skin; 0:
     granum chooses the skin */
  double skin;
  /* number of steps between repartitionings of space among the ranks; 0: granum repartitions space when the gain
     exceeds the cost */
  PetscInt64 rebalance;
} GrTime;

/* Times at which an output is recorded: either the start and then periodic times, or the times in a list. */
typedef struct {
  double every; /* period [s]; <= 0: there are no periodic times */
  int n_times;
  double *times; /* [n_times] list of times [s], ascending */
} GrOutputTimes;

/* Returns whether the output is recorded, that is, whether it has a period or a list of times. */
static inline PetscBool GrOutputIsRecorded(const GrOutputTimes *when)
{
  return (PetscBool)(when->every > 0 || when->n_times > 0);
}

/* One entry of output.sensors: sensors that record force and motion of single beads of a group. */
typedef struct {
  int group; /* index in GrCase.groups */
  int n_at;
  /* [n_at] numbers of the beads within the group, from 1. The results are in observables/sensors/GROUP-AT */
  PetscInt64 *at;
  GrOutputTimes when;
} GrSensors;

/* Quantity whose pulse a detector records. */
typedef enum { GR_DETECT_FORCE, GR_DETECT_CONTACT, GR_DETECT_VELOCITY } GrDetected;

/* One entry of output.detectors. A detector records the arrival, the peak and the width of a pulse at a bead. The
   results are in observables/detectors/GROUP-QUANTITY, with a row for each bead. */
typedef struct {
  int group; /* index in GrCase.groups */
  int n_at;
  /* [n_at] numbers of the beads within the group, from 1, ascending; NULL: the input gives `every` instead */
  PetscInt64 *at;
  /* the beads number every, 2 every, ... of the group have detectors; 0: `at` lists the beads */
  PetscInt64 every;
  GrDetected quantity;
  /* quantity FORCE or CONTACT: the detector records the first pulse whose peak is at least this force [N]; NaN: it
     records the highest pulse */
  double threshold_force;
  /* quantity VELOCITY: the detector records the first pulse whose peak is at least this velocity [m/s]; NaN: it records
     the highest pulse */
  double threshold_velocity;
} GrDetectors;

/* One entry of output.counters. A counter counts the particles that pass a plane or a disc, or the particles whose
   centres are in a region. The results are in observables/counters/NAME. */
typedef struct {
  char name[GR_NAME_MAX];
  struct {
    double point[3];  /* a point of the plane [m]; NaN: the counter has no plane */
    double normal[3]; /* direction in which a passage counts as positive [1] */
  } plane;
  struct {
    double centre[3]; /* centre of the disc [m]; NaN: the counter has no disc */
    double normal[3]; /* direction in which a passage counts as positive [1] */
    double radius;    /* radius of the disc [m] */
  } disc;
  GrWithin within; /* region in which particles are counted, if the counter has neither plane nor disc */
  int group;       /* index in GrCase.grains of the group whose particles are counted; -1: all groups */
  GrOutputTimes when;
  /* index in GrCase.stages of the stage in which the counter is active; -1: it is active in all stages */
  int during;
  GrPlace place;
} GrCounter;

/* Precision and compression of the numbers in the results, and type of the transfers with which the ranks write
   them. */
typedef enum { GR_PRECISION_DOUBLE, GR_PRECISION_SINGLE } GrPrecision;
typedef enum { GR_COMPRESSION_NONE, GR_COMPRESSION_DEFLATE } GrCompression;
typedef enum { GR_TRANSFER_INDEPENDENT, GR_TRANSFER_COLLECTIVE } GrTransfer;

/* Words that the input key output.trajectory.fields accepts. For a chain it accepts only the first two words. */
#define GR_TRAJECTORY_FIELDS "position|velocity|angular_velocity|image"

/* Outputs of a run and their times. */
typedef struct {
  GrOutputTimes trajectory;
  /* whether the frames contain the energies of each particle; dimension 2 and 3 only */
  PetscBool trajectory_energies;
  /* bit k: the frames contain the field named by word k of GR_TRAJECTORY_FIELDS; 0: they contain all fields */
  unsigned trajectory_fields;
  int n_trajectory_groups;
  /* [n_trajectory_groups] indices in GrCase.grains of the groups in the frames; an empty array means all groups;
     dimension 2 and 3 only */
  int *trajectory_groups;
  GrPrecision trajectory_precision;
  GrCompression trajectory_compression;
  GrTransfer transfer;
  /* number of ranks that write the data of all ranks to results.h5; 0: granum chooses it from the number of nodes */
  PetscInt64 writers;
  PetscInt64 alignment; /* large datasets in results.h5 begin at a multiple of this number of bytes */
  char *mpi_io_hints;   /* hints for MPI-IO, in the form "name=value;name=value" */
  GrOutputTimes energy; /* times at which the energy ledger is recorded, in addition to the start and the end */
  int n_sensors, n_detectors, n_counters;
  GrCounter *counters; /* dimension 2 and 3 */
  GrSensors *sensors;
  GrDetectors *detectors;
  /* simulated times at which checkpoints are written; signals and wall-clock limits cause further checkpoints */
  GrOutputTimes checkpoint;
  /* whether a checkpoint of the last good state is written if the run fails with GR_EXIT_PHYSICS */
  PetscBool checkpoint_failure;
  /* wall-clock time between checkpoints [s]; 0: checkpoints do not depend on wall-clock time */
  double checkpoint_wall_time;
  PetscBool checkpoint_end; /* whether a checkpoint is written at the end of the run */
  /* wall-clock time between flushes of the recorded data to disk [s]; 0: granum flushes only with checkpoints and at
     the end */
  double flush;
  double wall_time; /* wall-clock time after which the run writes a checkpoint and stops [s]; 0: no limit */
  /* The next members are used in dimension 2 and 3 only. */
  GrOutputTimes walls;       /* times at which force, torque and position of every wall are recorded */
  PetscBool walls_triangles; /* whether the force on each triangle of mesh walls is also recorded */
  GrOutputTimes observables; /* times at which sums over particles and contacts (granum/observable.h) are recorded */
  GrOutputTimes contacts;    /* times at which a list of all contacts is written, each time to a new file */
  GrOutputTimes fields;      /* times at which fields on a grid of cells are recorded */
  /* number of grid cells along each axis; 0: it follows from fields_spacing, or is 1 if fields_spacing is NaN */
  PetscInt64 fields_cells[3];
  double fields_spacing; /* approximate edge length of a grid cell [m]; NaN: the input does not give it */
} GrOutput;

/* A sequence of numbers: a list, or a range. */
typedef struct {
  PetscInt64 count; /* length of the sequence */
  /* [count] list of numbers; NULL: the sequence is a range of `count` numbers from `from` to `to` */
  double *value;
  double from, to;       /* first and last number of the range; if `count` is 1, the only number is `from` */
  PetscBool logarithmic; /* whether the numbers of the range have equal ratios; otherwise they have equal differences */
} GrRange;

/* Returns the i-th number of the sequence, i from 0. */
double GrKeyRangeAt(const GrRange *range, PetscInt64 i);

/* One of the two bodies of an impact. */
typedef struct {
  int material; /* index in GrCase.materials */
  GrShape shape;
  double radius; /* [m]; NaN for a plane */
  /* mass [kg], which the input gives or which follows from the density; infinite if the body is fixed */
  double mass;
  PetscBool concave; /* whether the body is a socket with this radius around the other body */
  PetscBool fixed;
  GrPlace place;
} GrBody;

/* Criterion for the end of an impact. SEPARATION: the overlap returns to 0. ZERO_FORCE: the force reaches 0 for the
   first time during unloading. APART: the distance of the surfaces exceeds the reach of the adhesion. With APART, the
   approach velocity is the velocity at this distance, before the adhesion acts. */
typedef enum { GR_END_SEPARATION, GR_END_ZERO_FORCE, GR_END_APART } GrImpactEnd;

/* Input of `problem: impact`. `problem: bounce` also uses the bodies, the method and the tolerance. `problem:
   mechanism` also uses the method and the tolerance. */
typedef struct {
  int n_bodies;       /* 2 */
  GrBody *body;       /* [n_bodies] */
  GrRange velocities; /* approach velocities [m/s], > 0; granum computes one impact for each velocity */
  GrImpactEnd end;
  /* whether force, overlap and overlap rate are stored as functions of time for each impact */
  PetscBool curves;
  PetscInt64 curve_points; /* number of stored points of these functions for each impact */
  /* end time of the integration if the bodies stick together [s]; NaN: it ends when sticking is certain */
  double curve_until;
  char method[GR_NAME_MAX]; /* Runge-Kutta method: a TSRKType of PETSc, whose coefficients granum uses */
  double tolerance;         /* maximum relative error of a time step [1] */
} GrImpactCase;

/* A change of the normal law of a bouncing ball. The new parameter values apply to contact number from_bounce and to
   later contacts. Only parameters with GrLawValue.given change. */
typedef struct {
  /* number of the first contact with the new values; the first contact of the ball has number 1 */
  PetscInt64 from_bounce;
  GrLawValue value[GR_LAW_PARAMETERS_MAX]; /* new values of the parameters */
} GrBounceChange;

/* Input of `problem: bounce`, in which a ball falls on a fixed body. The bodies, the method and the tolerance are in
   GrCase.impact. Gravity is in GrCase.gravity. */
typedef struct {
  double drop;                  /* initial height of the lowest point of the ball above the surface [m] */
  double velocity;              /* initial velocity of the ball, positive downwards [m/s] */
  PetscBool gravity_in_contact; /* whether gravity also acts on the ball during contact */
  int n_changes;
  GrBounceChange *change; /* [n_changes] changes of the normal law, in ascending order of from_bounce */
  /* maximum number of bounces. The computation ends after this number, even if the ball is not at rest */
  PetscInt64 bounces;
  /* maximum number of oscillations of a ball that does not leave the surface. The computation ends after this number,
     even if the ball is not at rest */
  PetscInt64 swings;
  /* criterion of rest: (energy of the ball - its energy at rest)/(initial energy) is less than this number [1] */
  double energy;
  /* time between stored points of the trajectory while the ball is not in contact [s]; 0: no such points */
  double every;
  /* points of the trajectory are stored during this number of first contacts, and during the last contact */
  PetscInt64 contacts;
  PetscInt64 points; /* approximate number of stored points in each of these contacts */
} GrBounceCase;

/* One entry of `surfaces`: material and shape of a surface of a mechanism. */
typedef struct {
  char name[GR_NAME_MAX];
  int material; /* index in GrCase.materials */
  GrShape shape;
  double radius;     /* [m]; NaN for a plane */
  PetscBool concave; /* whether the surface is a socket with this radius around the other surface */
  GrPlace place;
} GrSurface;

/* Input of `problem: mechanism`. The method and the tolerance are in GrCase.impact. */
typedef struct {
  const GrMechanism *mechanism;
  GrLawValue value[GR_MECHANISM_PARAMETERS_MAX];
  int n_surfaces;
  /* [n_surfaces] surfaces of the mechanism; after validation they have the same order as the names in
     GrMechanism.surface */
  GrSurface *surface;
  double end;   /* end of the computation [s] */
  double every; /* time between stored points of the trajectory [s]; 0: no such points */
  /* during this number of first contacts, a point of the trajectory is stored at each time step */
  PetscInt64 contacts;
} GrMechanismCase;

typedef enum { GR_PROBLEM_PARTICLES, GR_PROBLEM_IMPACT, GR_PROBLEM_BOUNCE, GR_PROBLEM_MECHANISM } GrProblem;

typedef struct GrCase {
  char *file; /* name of the input file, as given on the command line */
  char *text; /* the input text */
  /* whether `text` belongs to the study that contains this case; the study then frees it */
  PetscBool borrows_text;
  /* the resolved case: a YAML text with all defaults and with all numbers in SI units. Reading this text gives the same
     case */
  char *resolved;
  GrProblem problem;
  char *title, *source, *author;
  int dimension;
  int n_materials, n_rules, n_groups, n_velocities;
  GrMaterial *materials;
  GrContactRule *rules;
  GrGroup *groups;
  GrBeadVelocity *velocities; /* sorted by id */
  /* whether the first (left) and the last (right) bead of a chain are free or held in place */
  GrChainEnd ends[2];
  /* acceleration of gravity [m/s^2]. Dimension 1: along +x, 0 by default. `problem: bounce`: downwards */
  double gravity;
  /* dimension 1: number of adjacent groups that start in static equilibrium */
  int n_balanced;
  int *balanced;          /* [n_balanced] indices of these groups in `groups` */
  GrPlace balanced_place; /* line and column of the key `equilibrium` in the input */
  int n_group_forces;
  GrGroupForce *group_forces;
  /* The members from `n_clumps` to `stages` are used in dimension 2 and 3 only. There, `groups`, `velocities` and
     `ends` are not used. */
  int n_clumps, n_grains, n_walls, n_removals;
  GrClump *clumps;
  GrGrains *grains;
  GrRemoval *removals; /* [n_removals] */
  GrWall *walls;
  GrDomain domain;
  GrDrag drag;
  double gravity_vector[3]; /* acceleration of gravity [m/s^2] */
  int n_stages;             /* number of stages; 0: the run has no stages and ends at time.end */
  GrStage *stages;
  GrTime time;
  GrOutput output;
  double watchdog; /* wall-clock time without progress after which granum ends the job [s]; 0: no limit */
  /* total number of particles of all groups; 0: unknown, because the number of particles of at least one group is
     unknown (dimension 2 and 3) */
  PetscInt64 n_particles;
  GrImpactCase impact;
  GrBounceCase bounce;
  GrMechanismCase motion;
  const GrForce *force; /* additional force on all particles that the calling program defines; NULL: none */
} GrCase;

/* The cases of one variant of an input: one case for each point of the sweep. A point is a combination of values of the
   swept keys; the last swept key varies fastest. Without a sweep there is one point. */
typedef struct {
  char name[GR_NAME_MAX]; /* name of the variant; "": the input has no variants */
  GrCase **point;         /* [n_points] case of each point of the sweep */
} GrVariant;

/* All cases of one input. An input without variants and without a sweep has one case. */
typedef struct {
  char *file;
  char *text; /* the input text, if the input has several cases */
  /* text that granum writes to input.yaml: for a single case the resolved case, for several cases the input text with
     the changes of the option --set */
  char *resolved;
  PetscBool several; /* whether the input has variants or a sweep */
  int n_variants;    /* number of variants, at least 1 */
  GrVariant *variant;
  int n_points; /* number of points of the sweep (combinations of values); 1: no sweep */
  int n_swept;  /* number of swept keys */
  char **swept; /* [n_swept] paths of the swept keys, e.g. "contacts.0.normal.restitution" */
  char **unit;  /* [n_swept] SI unit of each swept key, "1" if it is dimensionless */
  /* [n_points][n_swept] values of the swept keys in SI units; NaN if the value is not a number */
  double *value;
  /* [n_points][n_swept] texts of values that are words, lists or maps; NULL: the value is a number */
  char **word;
} GrStudy;

/* Reads all cases of an input file. set[n_set]: changes of the input in the form "path=value", where the path names a
   key and the value replaces the value of this key. In the input, a variant maps paths of keys to values; a sweep maps
   paths of keys to lists or ranges of values. If the input is invalid, calls GrFail(GR_EXIT_INPUT, ...). Collective. */
PetscErrorCode GrStudyRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrStudy **study);
/* Same as GrStudyRead, but for an input text that all ranks have. name: file name for messages. Paths of other files in
   the input are relative to the folder of this file name. Collective. */
PetscErrorCode GrStudyReadText(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                               GrStudy **study);
/* Reads all cases of an input text, but does not read the other files that the text names. name: file name for
   messages. Not collective. */
PetscErrorCode GrStudyParse(const char *name, const char *text, int n_set, const char *const set[], GrStudy **study);
/* Frees a study and all of its cases. */
PetscErrorCode GrStudyDestroy(GrStudy **study);

/* Replaces the input text of a study and of all its cases. The study owns `text` after the call and frees it. */
PetscErrorCode GrStudySetText(GrStudy *study, char *text);

/* Prints warnings about the input: about materials, contact rules and coordinates that no case uses, about meshes and
   clumps, and about old names of laws. */
PetscErrorCode GrStudyWarn(const GrStudy *study, FILE *out);

/* Writes the name of a case to name[size]. variant: index of its variant; point: index of its point of the sweep; both
   from 0. The name is "NAME", "NAME/point-7" or "point-7", where NAME is the name of the variant. The folder of the
   case has the same name. */
void GrStudyCaseName(const GrStudy *study, int variant, int point, size_t size, char name[]);

/* Selects one case of a study and destroys the others. which: name of the case, or its number in the study, from 1.
   Writes the name of the case to name[size]. If there is no such case, calls GrFail(GR_EXIT_INPUT, ...). */
PetscErrorCode GrStudySelect(GrStudy *study, const char *which, size_t size, char name[]);

/* Reads and validates a case, and reads the table and mesh files that the case names. set[n_set]: changes of the input
   in the form "path=value". If the input is invalid, calls GrFail(GR_EXIT_INPUT, ...). Collective. */
PetscErrorCode GrCaseRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrCase **the_case);

/* Reads and validates a case from an input text, but does not read the other files that the text names. name: file name
   for messages. Not collective. */
PetscErrorCode GrCaseParse(const char *name, const char *text, int n_set, const char *const set[], GrCase **the_case);
/* Sets GrCase.force. The caller must call this function before it creates a world from the case. */
void GrCaseSetForce(GrCase *the_case, const GrForce *force);
/* Frees a case. */
PetscErrorCode GrCaseDestroy(GrCase **the_case);

/* Writes the path of a file to path[size]. file: the path that the input gives, which is relative to the folder of the
   input. Calls GrFail if the path is longer than size - 1 bytes. */
PetscErrorCode GrCaseFile(const GrCase *the_case, const char *file, size_t size, char path[]);

/* Returns the number of detectors (beads) of an entry of output.detectors. */
PetscInt64 GrCaseDetectorsCount(const GrCase *the_case, const GrDetectors *detectors);
/* Returns the number of the bead that has detector d. Beads of a group are numbered from 1, detectors from 0. */
PetscInt64 GrCaseDetectorsBead(const GrDetectors *detectors, PetscInt64 d);

/* Returns the bead with this id. The bead must be in the group. */
const GrBead *GrCaseGroupBead(const GrGroup *group, PetscInt64 id);
/* Returns the radius of a bead [m], infinite for a plane. */
double GrCaseBeadRadius(const GrBead *bead);

/* Returns whether the motion of a group is prescribed. */
PetscBool GrCaseGroupDriven(const GrGroup *group);
/* Returns whether a group is fixed or has a prescribed motion. Forces do not accelerate the beads of this group. */
PetscBool GrCaseGroupHeld(const GrGroup *group);

/* Returns the contact rule for two materials. A rule for exactly this pair takes precedence over a rule with one '*',
   and a rule with one '*' over a rule with two. NULL: no rule applies. */
const GrContactRule *GrCaseRule(const GrCase *the_case, int material_a, int material_b);

/* Computes the pair data of two spheres for the laws of a contact rule. Calls GrLawPairSpheres, and sets
   GrLawPair.no_pull from the tension of the rule. */
void GrCaseRulePair(const GrContactRule *rule, const GrLawBody body[2], const double radius[2], const double mass[2],
                    GrLawPair *pair);

/* For `problem: impact` and `problem: bounce`: computes the pair data of the two bodies for the laws, and finds their
   contact rule. */
void GrCaseImpactPair(const GrCase *the_case, GrLawPair *pair, const GrContactRule **rule);

/* For `problem: bounce`: computes the parameters of the normal law after the first n changes (GrBounceCase.change). */
void GrCaseBounceValues(const GrCase *the_case, int n, GrLawValue value[GR_LAW_PARAMETERS_MAX]);

/* For `problem: mechanism`: computes the coefficients of the mechanism (GrMechanism.prepare). Returns NULL if there is
   no error. Otherwise returns an error message with the problem and the remedy. */
const char *GrCaseMechanism(const GrCase *the_case, double coefficient[GR_MECHANISM_COEFFICIENTS_MAX]);

/* For `problem: mechanism`: computes the pair data of the two surfaces of contact k for the laws, and finds their
   contact rule. coefficient: the coefficients from GrCaseMechanism. k: index in GrMechanism.contact. */
void GrCaseMechanismPair(const GrCase *the_case, const double *coefficient, int k, GrLawPair *pair,
                         const GrContactRule **rule);

/* Prints the JSON Schema (draft 2020-12) of the input, from the tables that validate it. */
PetscErrorCode GrKeysPrintSchema(FILE *out);

/* Prints the reference of the input keys in Markdown. If `name` is NULL, prints all keys. Otherwise prints all keys and
   sections whose path ends with `name`, such as `step`, `time.step` or `walls`, or the law of this name. Calls GrFail
   if the name is unknown. If `out` is NULL, only checks whether the name is known. */
PetscErrorCode GrKeysPrint(const char *name, FILE *out);

/* Prints the reference of all keys as the manual page granum(5). */
PetscErrorCode GrKeysManual(FILE *out);

/* Prints the path of each key that `--set` may change in any case, such as time.step, one per line. Omits keys inside
   lists and inside named entries, because their paths depend on the case. */
PetscErrorCode GrKeysNames(FILE *out);

#ifdef __cplusplus
}
#endif

#endif
