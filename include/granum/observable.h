/* granum/observable.h: an observable is a quantity of a whole assembly, with one or several values that are computed
   from sums over its particles and contacts.

   An observable defines the contribution of a particle and of a contact to its sums, and its value as a function of the
   sums. granum computes the sums exactly, so that values have the same bits on any number of ranks.

   To add an observable: write a file that defines a `const GrObservable`, and add a row to
   src/record/observable_table.c, or call GrObservableRegister from your own program before a run begins. It becomes a
   column of observables/bulk. */
#ifndef GRANUM_OBSERVABLE_H
#define GRANUM_OBSERVABLE_H

#include <granum/world.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_OBSERVABLE_SUMS_MAX = 18, GR_OBSERVABLE_VALUES_MAX = 9 };

/* Quantities of the whole assembly that are known before the sums of observables are computed. */
typedef struct {
  double time;          /* [s] */
  int dimension;        /* 2 or 3 */
  double volume;        /* volume between the walls [m^3]; in dimension 2 the area [m^2] */
  PetscInt64 particles; /* number of particles in this volume */
  PetscInt64 bonds;     /* number of unbroken bonds */
  PetscInt64 contacts;  /* number of contacts with a force */
  /* sum over the particles of their numbers of such contacts: a contact of two particles counts twice */
  PetscInt64 touches;
  PetscInt64 backbone;         /* number of particles with at least two contacts with a force */
  PetscInt64 backbone_touches; /* sum of the numbers of contacts over the backbone particles only */
  double mass;                 /* mass of the particles that can move [kg] */
  double momentum[3];          /* momentum of the particles that can move [kg m/s] */
  double mean_velocity[3];     /* mean velocity of the particles that can move [m/s] */
  GrLeft left;                 /* numbers of particles that have left so far */
} GrObservedSystem;

/* A particle: a sphere that is not part of a rigid body, or a rigid body of several spheres. */
typedef struct {
  PetscInt64 id;                            /* id of the sphere; of a body, id of its first sphere */
  double radius;                            /* radius; of a body, radius of the sphere of equal volume [m] */
  double mass;                              /* [kg]; infinite: the velocity of the particle is prescribed */
  const double *position, *velocity, *spin; /* [3] centre of mass [m], its velocity [m/s], angular velocity [rad/s] */
  /* spin . angular momentum, twice the rotational energy [J]; NaN: the particle is a homogeneous sphere */
  double rotation;
} GrObservedParticle;

typedef struct GrObservableSums_ *GrObservableSums;

/* Adds x to the k-th sum of the observable, k from 0. */
void GrObservableAdd(GrObservableSums sums, int k, double x);

typedef struct GrObservable {
  const char *name, *unit, *description; /* name, SI unit and description of the column */
  const char *plane_unit;                /* SI unit in dimension 2; NULL: `unit` */
  int n_values;                          /* number of values per sample */
  PetscBool whole;                       /* whether the values are integers */
  int n_sums;

  /* Add the contribution of a particle, or of a contact, to the sums by GrObservableAdd. NULL: no contribution. */
  void (*particle)(const GrObservedSystem *system, const GrObservedParticle *particle, GrObservableSums sums);
  void (*contact)(const GrObservedSystem *system, const GrContact *contact, GrObservableSums sums);

  /* Computes the values of the observable, value[n_values], from its sums over all ranks, sum[n_sums]. */
  void (*value)(const GrObservedSystem *system, const double sum[], double value[]);
} GrObservable;

/* Returns observable number `index`, in the order of the columns of observables/bulk; NULL after the last. */
const GrObservable *GrObservableAt(int index);

/* Registers an observable of a program; the descriptor must remain valid. Returns 0, or 1 if the name is taken, the
   registry is full, a text or function is missing, or a limit GR_OBSERVABLE_..._MAX is exceeded. */
int GrObservableRegister(const GrObservable *observable);

#ifdef __cplusplus
}
#endif

#endif
