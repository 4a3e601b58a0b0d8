/* granum/particle.h: additions of a program to the particles of a case: properties, a force, observables.

   A property is one number per particle of an assembly (dimension 2 or 3), such as a charge. The program describes it
   by a GrProperty and calls GrPropertyRegister before it reads a case. In the input, the name of the property is then a
   key of each group of particles. A custom force may read the values. granum copies the value to ghosts, moves it with
   the particle to other ranks, and writes it to checkpoints. It writes the values once to results.h5, as the dataset
   particles/grains/NAME. `granum diff` compares them. All particles of a group have the same value, except with two
   generators of particles. The generator `file` reads a value per particle from the column NAME of the CSV file, if the
   column exists. The generator `previous` copies the values from the earlier run, if that run had the property.

   A custom force acts on the particles in dimension 1, 2 and 3, with any integrator. Add it to a case before
   GrWorldCreate (GrCaseSetForce), or set it in the options of a run that is resumed (GrRunOptions.force). The energy
   balance counts its work as external work. The function of the force must be a pure function: equal arguments give
   equal forces. granum calls it any number of times in a time step, also for steps that are later rejected. Each call
   computes the force on a chunk, which is a set of particles of one rank. If the function depends only on the data of
   the chunk, the results have the same bits on any number of ranks. Three computations ignore the force: the automatic
   time step (time.step: auto), the equilibrium of a chain at the start, and the absolute tolerances of the integrator
   `rk`.

   An observable is a quantity of a whole assembly such as its stress. granum computes it from sums over all particles
   and contacts. The functions of an observable give the contribution of each particle and contact, and its values as a
   function of the sums. The sums are exact, so the values have the same bits on any number of ranks. To add an
   observable, add its functions and a row to src/record/observable_table.c, or call GrObservableRegister before a run
   begins. It becomes a column of observables/bulk in the results file. */
#ifndef GRANUM_PARTICLE_H
#define GRANUM_PARTICLE_H

#include <granum/world.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_PROPERTIES_MAX = 8 };

/* Description of a property: a number that each particle of an assembly has, such as its charge. */
typedef struct GrProperty {
  /* name of the property: key of a group in the input, and name of the dataset in the results */
  const char *name;
  const char *unit;        /* SI unit of the values; "1": dimensionless */
  const char *description; /* meaning of the values, a noun phrase */
  const char *fallback;    /* default value, written as in the input, such as "0"; NULL: each group must give a value */
  double lower, upper;     /* smallest and largest valid value */
} GrProperty;

/* Returns property number `index`, from 0, in the order of registration. NULL: there are fewer properties. */
const GrProperty *GrPropertyAt(int index);

/* Adds a property to the list of properties. The program must not free or change *property afterwards. Returns 0 on
   success. Returns 1 if a property or a field of granum, such as mass, has this name, if a text is missing, or if there
   are already GR_PROPERTIES_MAX properties. */
int GrPropertyRegister(const GrProperty *property);

/* A chunk: some particles of a rank, and the force and torque on each of them. In a chain (dimension 1) only the first
   of three vector components is used, and spin and torque are not used. In dimension 2 the components out of the plane
   are not used. The force has no effect on particles that are fixed or have a prescribed motion. */
typedef struct {
  double time;          /* time of the evaluation [s] */
  PetscInt n;           /* number of particles of the chunk */
  const PetscInt64 *id; /* [n] ids, from 1 */
  const double *radius; /* [n] radii [m] */
  const double *mass;   /* [n] masses [kg] */
  /* [n][3] centres [m]. Along a periodic axis, a centre may be outside the box by up to half the skin of the neighbour
     list. */
  const double *position;
  const double *velocity; /* [n][3] velocities of the centres [m/s] */
  const double *spin;     /* [n][3] angular velocities [rad/s] */
  /* property[k][n]: values of property k, such as a charge, that the program has registered (GrProperty); k from
     0 in the order of registration; NULL for chains */
  const double *const *property;
  double *force;  /* [n][3] forces [N], output; 0 before the call */
  double *torque; /* [n][3] torques about the centres [N m], output; 0 before the call */
} GrForceChunk;

/* A custom force of the calling program. `act` and `context` must remain valid until the case is destroyed, and `name`
   until the program ends. */
typedef struct GrForce {
  /* name of the force. Checkpoints store it: a run can only be resumed with a force of the same name */
  const char *name;
  /* Function that sets the forces and torques of a chunk of particles. context: the member `context`. */
  void (*act)(void *context, const GrForceChunk *chunk);
  void *context; /* data of the calling program for `act`; granum does not read them */
} GrForce;

enum { GR_OBSERVABLE_SUMS_MAX = 18, GR_OBSERVABLE_VALUES_MAX = 9 };

/* Quantities of the whole assembly that the functions of an observable may use. All numbers of contacts include only
   contacts whose force is not 0. */
typedef struct {
  double time;          /* time at which the observable is computed [s] */
  int dimension;        /* dimension of the assembly, 2 or 3 */
  double volume;        /* volume between the walls [m^3]; in dimension 2 the area between the walls [m^2] */
  PetscInt64 particles; /* number of particles between the walls, that is, in `volume` */
  PetscInt64 bonds;     /* number of unbroken bonds */
  PetscInt64 contacts;  /* number of contacts */
  /* sum of the numbers of contacts of all particles; a contact between two particles counts twice */
  PetscInt64 touches;
  PetscInt64 backbone;         /* number of backbone particles: particles with at least two contacts */
  PetscInt64 backbone_touches; /* sum of the numbers of contacts of the backbone particles */
  double mass;                 /* total mass of the particles that can move [kg] */
  double momentum[3];          /* total momentum of the particles that can move [kg m/s] */
  double mean_velocity[3];     /* momentum / mass [m/s] */
  double overlap_max;          /* largest overlap of a contact since the last row [m] */
  GrLeft left;                 /* numbers of particles that have left the domain since the start */
} GrObservedSystem;

/* Data of a particle that an observable may use. The particle is a single sphere, or a rigid body that consists of
   several spheres. */
typedef struct {
  PetscInt64 id;          /* id of the sphere; for a body: id of the first sphere of the body */
  double radius;          /* radius of the sphere; for a body: radius of a sphere with the volume of the body [m] */
  double mass;            /* mass of the particle [kg] */
  const double *position; /* [3] position of the centre of mass [m] */
  const double *velocity; /* [3] velocity of the centre of mass [m/s] */
  const double *spin;     /* [3] angular velocity [rad/s] */
  /* twice the rotational energy of a rigid body [J]; NaN: the particle is a homogeneous sphere, whose rotational energy
     follows from mass, radius and spin */
  double rotation;
  int prescribed; /* 1: the input prescribes velocity and spin of the particle; 0: forces accelerate it */
  /* elastic energy of the contacts of the particle: half of the energy of contacts with particles, all of the energy of
     contacts with walls [J]; 0: the particle has no contact that stores energy */
  double elastic;
} GrObservedParticle;

typedef struct GrObservableSums_ *GrObservableSums;

/* Adds x to sum number k, from 0. The functions GrObservable.particle and .contact call it for their contributions. */
void GrObservableAdd(GrObservableSums sums, int k, double x);

/* An observable: description of its column in the results file, and its functions. */
typedef struct GrObservable {
  const char *name;        /* name of the column in the results file */
  const char *unit;        /* SI unit of the values; in dimension 2, see `plane_unit` */
  const char *description; /* description of the column, as the results file contains it */
  const char *plane_unit;  /* SI unit of the values in dimension 2; NULL: the same as `unit` */
  int n_values;            /* number of values at one time, such as 9 for a tensor */
  bool whole;              /* true: the values are integers; false: real numbers */
  int n_sums;              /* number of sums from which the values are computed */

  /* Adds the contribution of one particle to the sums, with GrObservableAdd. NULL: particles do not contribute. */
  void (*particle)(const GrObservedSystem *system, const GrObservedParticle *particle, GrObservableSums sums);
  /* Adds the contribution of one contact to the sums, with GrObservableAdd. NULL: contacts do not contribute. */
  void (*contact)(const GrObservedSystem *system, const GrContact *contact, GrObservableSums sums);

  /* Computes the values value[n_values] of the observable from sum[n_sums], its sums over all ranks. */
  void (*value)(const GrObservedSystem *system, const double sum[], double value[]);
} GrObservable;

/* Returns observable number `index`, from 0, in the order of the columns of observables/bulk. NULL: there are fewer
   observables. */
const GrObservable *GrObservableAt(int index);

/* Adds an observable of a program to the list of observables. The program must not free or change *observable
   afterwards. Returns 0 on success. Returns 1 if another observable has this name, the list is full, a text or function
   is missing, or a limit GR_OBSERVABLE_..._MAX is exceeded. */
int GrObservableRegister(const GrObservable *observable);

#ifdef __cplusplus
}
#endif

#endif
