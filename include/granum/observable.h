/* granum/observable.h: observables, quantities of a whole assembly such as its stress.

   granum computes an observable from sums over all particles and contacts. The functions of an observable give the
   contribution of each particle and contact, and its values as a function of the sums. The sums are exact, so the
   values have the same bits on any number of ranks.

   To add an observable, write a file that defines a `const GrObservable`, and add a row to
   src/record/observable_table.c. A program that uses granum as a library calls GrObservableRegister before a run begins
   instead. The observable becomes a column of the group observables/bulk in the results file. */
#ifndef GRANUM_OBSERVABLE_H
#define GRANUM_OBSERVABLE_H

#include <granum/world.h>

#ifdef __cplusplus
extern "C" {
#endif

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
  PetscBool whole;         /* PETSC_TRUE: the values are integers; PETSC_FALSE: real numbers */
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
