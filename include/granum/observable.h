/* granum/observable.h: the interface of an observable: numbers that are written of an assembly as a whole, as functions
   of sums over its particles and contacts.

   An observable says what one particle and one contact add to its sums, and what its value is by the sums. granum adds
   exactly, so that values have the same bits on any number of ranks.

   To add one: write a file that defines a `const GrObservable`, and add one row to src/record/observable_table.c (or
   call GrObservableRegister from your own program, before a run begins). It is then a column of observables/bulk. */
#ifndef GRANUM_OBSERVABLE_H
#define GRANUM_OBSERVABLE_H

#include <granum/world.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_OBSERVABLE_SUMS_MAX = 18, GR_OBSERVABLE_VALUES_MAX = 9 };

/* What is known of all before the sums are made. */
typedef struct {
  double time;                 /* [s] */
  int dimension;               /* 2 or 3 */
  double volume;               /* of the room between the walls [m^3]; in dimension 2 its area [m^2] */
  PetscInt64 particles;        /* that are in it */
  PetscInt64 bonds;            /* that hold */
  PetscInt64 contacts;         /* with a force; */
  PetscInt64 touches;          /* their ends at particles; */
  PetscInt64 backbone;         /* particles with two such ends or more, */
  PetscInt64 backbone_touches; /* and the ends at these */
  double mass;                 /* of the particles that can move [kg] */
  double momentum[3];          /* and their momentum [kg m/s], */
  double mean_velocity[3];     /* and velocity [m/s] */
  GrLeft left;                 /* particles that have left so far */
} GrObservedSystem;

typedef struct {
  PetscInt64 id;
  double radius;                            /* [m] */
  double mass;                              /* [kg]; infinite: its velocity is prescribed */
  const double *position, *velocity, *spin; /* [3] [m], [m/s], [rad/s] */
} GrObservedParticle;

typedef struct GrObservableSums_ *GrObservableSums;

/* Adds x to the k-th sum. */
void GrObservableAdd(GrObservableSums sums, int k, double x);

typedef struct GrObservable {
  const char *name, *unit, *description; /* of the column */
  const char *plane_unit;                /* in dimension 2; NULL: the same */
  int n_values;                          /* numbers of the column */
  PetscBool whole;                       /* they are integers */
  int n_sums;

  /* Adds what one of them has to the sums (GrObservableAdd). NULL: nothing. */
  void (*particle)(const GrObservedSystem *system, const GrObservedParticle *particle, GrObservableSums sums);
  void (*contact)(const GrObservedSystem *system, const GrContact *contact, GrObservableSums sums);

  void (*value)(const GrObservedSystem *system, const double sum[], double value[]);
} GrObservable;

/* All observables, in the order of the columns; NULL after the last. */
const GrObservable *GrObservableAt(int index);

/* Adds one from outside the library, which must stay: 0 on success, 1 if the name is taken, there is no room, or it
   lacks a text or a function or exceeds the limits above. */
int GrObservableRegister(const GrObservable *observable);

#ifdef __cplusplus
}
#endif

#endif
