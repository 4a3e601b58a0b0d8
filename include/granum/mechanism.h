/* granum/mechanism.h: a mechanism, a small multibody system whose bodies touch in a few contacts. These contacts have
   the same laws as contacts of particles.

   A mechanism has generalised coordinates q. Pure functions define its equations of motion:
     M(q) q'' = Q(t, q, q') + sum over the closed contacts of (-F n + T t) + R
     M   mass matrix
     Q   generalised forces other than contact forces: springs, dampers, friction of guides, inertial terms in q'^2
     n   gradient of the overlap d(q) of a contact; n . q' is the overlap rate d', positive if the surfaces approach
     F   normal force of the contact, positive if it pushes [N]
     t   direction of sliding: t . q' is the slip velocity of the first surface relative to the second
     T   friction force on the first surface [N]
     R   reaction of a drive
   The acceleration of a held coordinate is prescribed; R is the generalised force that causes this acceleration. R is 0
   for all other coordinates. There are no constraint equations: choose generalised coordinates that satisfy all
   constraints.

   To add a mechanism: write src/mechanism/NAME.c that defines a `const GrMechanism GrMechanism_NAME`, and add NAME
   to src/mechanism/registry.h (or call GrMechanismRegister from your own program). granum derives the input keys, the
   JSON schema, the columns of the results and the checks of the input from the tables of the mechanism. This header
   needs only the C library. */
#ifndef GRANUM_MECHANISM_H
#define GRANUM_MECHANISM_H

#include <granum/law.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  GR_MECHANISM_PARAMETERS_MAX = 24,
  GR_MECHANISM_COEFFICIENTS_MAX = 48,
  GR_MECHANISM_COORDINATES_MAX = 6,
  GR_MECHANISM_SURFACES_MAX = 6,
  GR_MECHANISM_CONTACTS_MAX = 4,
  GR_MECHANISM_OBSERVABLES_MAX = 16
};

/* Descriptor of a coordinate or an observable of a mechanism. */
typedef struct {
  const char *name;    /* name of the column in the results */
  const char *unit;    /* SI unit of the coordinate or observable */
  const char *meaning; /* description of the coordinate or observable, one sentence */
} GrMechanismQuantity;

/* Two surfaces of the mechanism that may touch. */
typedef struct {
  const char *name, *meaning;
  int surface[2]; /* indices in GrMechanism.surface of the two surfaces that may touch */
} GrMechanismContact;

/* State of the mechanism, from which observables are computed. All arrays have n_coordinates elements. */
typedef struct {
  double time;
  const double *position, *velocity, *acceleration; /* generalised coordinates q, and their derivatives q' and q'' */
  /* generalised force R that holds a coordinate at its prescribed acceleration; 0: the coordinate is not held */
  const double *reaction;
} GrMechanismState;

/* A mechanism: its input parameters, coordinates, surfaces, contacts, and its equations of motion. */
typedef struct GrMechanism {
  const char *name; /* name of the mechanism: value of the input key `type` */
  const char *summary;
  const char *source; /* paper and section that the equations are from */

  const GrLawParameter *parameters; /* descriptors of the input parameters; the last element has the name NULL */
  int n_coordinates;
  const GrMechanismQuantity *coordinate; /* [n_coordinates] descriptors of the generalised coordinates q */
  int n_observables;
  /* [n_observables] descriptors of quantities that the results contain in addition to the coordinates */
  const GrMechanismQuantity *observable;
  int n_surfaces;
  const GrMechanismQuantity *surface; /* [n_surfaces] names and meanings of the surfaces; `unit` is not used */
  int n_contacts;
  const GrMechanismContact *contact; /* [n_contacts] pairs of surfaces that may touch */
  int n_coefficients;

  /* Computes coefficient[n_coefficients], the constants of the equations of motion. value[k]: value of parameters[k].
     radius[n_surfaces]: radius of each surface [m]; infinite: a plane; < 0: a hollow sphere; NaN: not given. Returns
     NULL, or an error message "PROBLEM; REMEDY". */
  const char *(*prepare)(const GrLawValue *value, const double *radius, double *coefficient);

  /* Sets mass[n_surfaces] to the masses of the bodies to which the surfaces belong [kg]; infinite: the body cannot
     move. The reduced mass of a contact follows from these masses. c: the coefficients that `prepare` has computed,
     here and in all functions below. */
  void (*body_mass)(const double *c, double *mass);

  /* Sets the generalised coordinates q[n_coordinates] and velocities v[n_coordinates] at t = 0. */
  void (*start)(const double *c, double *q, double *v);

  /* Returns a bit mask of the held coordinates, whose accelerations are prescribed: bit k for coordinate k. NULL: no
     coordinate is held. */
  unsigned (*held)(const double *c);
  /* Sets acceleration[k] of each held coordinate k at time t [s], and no other elements. NULL: the accelerations of all
     held coordinates are 0. */
  void (*drive)(const double *c, double t, double *acceleration);

  /* Sets the mass matrix m[n_coordinates][n_coordinates], symmetric and positive definite, at the coordinates q. */
  void (*mass)(const double *c, const double *q, double *m);
  /* Sets force[n_coordinates], the generalised forces Q except contact forces, at time t [s], for coordinates q and
     velocities v. */
  void (*force)(const double *c, double t, const double *q, const double *v, double *force);

  /* The energy balance needs the functions `potential`, `loss` and `supply`. NULL: the energy or power is 0. granum
     itself computes the power of drives. */
  /* Returns the potential energy of springs and gravity at the coordinates q [J]. */
  double (*potential)(const double *c, const double *q);
  /* Returns the power that dampers and the friction of guides dissipate, >= 0 [W]. */
  double (*loss)(const double *c, double t, const double *q, const double *v);
  /* Returns the power that prescribed forces (not drives) supply to the mechanism [W]. */
  double (*supply)(const double *c, double t, const double *q, const double *v);

  /* Computes for contact k the overlap [m] and two vectors of n_coordinates elements: `normal` n is the gradient of the
     overlap with respect to q; `tangent` t gives the slip velocity t . q'. t = 0: the contact cannot slide. */
  void (*touch)(const double *c, int k, const double *q, double *overlap, double *normal, double *tangent);

  /* Computes value[n_observables], the observables, from a state of the mechanism. */
  void (*observe)(const double *c, const GrMechanismState *state, double *value);
} GrMechanism;

/* Returns mechanism number `index` of the registry, from 0; NULL: there are no more mechanisms. */
const GrMechanism *GrMechanismAt(int index);

/* Returns the mechanism of this name; NULL: there is none. */
const GrMechanism *GrMechanismFind(const char *name);

/* Adds a mechanism of the calling program to the registry. *mechanism must remain valid until the program ends. Returns
   0 on success. Returns 1 if the name is taken, the registry is full, a function is missing, or a limit
   GR_MECHANISM_..._MAX is exceeded. */
int GrMechanismRegister(const GrMechanism *mechanism);

#ifdef __cplusplus
}
#endif

#endif
