/* granum/mechanism.h: a small multibody system with contacts, which have the same laws as contacts of particles.

   A mechanism has generalised coordinates q, and is defined by pure functions of them:
     M(q) q'' = Q(t, q, q') + sum over the closed contacts of (-F n + T t) + R
   with the mass matrix M, the force Q of everything but contacts (springs, dampers, friction of guides, inertial terms
   of q'^2), for each contact the overlap d(q) and two directions
     n = grad d,       so that n . q' is the overlap rate d' (> 0 approaching) and F [N] its normal force (> 0 pushes)
     t,                so that t . q' is the slip of the first surface against the second, T [N] the friction on the
                       first surface
   and the reaction R of a drive. R is 0 for free coordinates. The acceleration of a held coordinate is prescribed, and
   R is the generalised force that causes this acceleration. There are no constraint equations: choose generalised
   coordinates that satisfy all constraints.

   To add a mechanism: write src/mechanism/NAME.c that defines a `const GrMechanism GrMechanism_NAME`, and add NAME
   to src/mechanism/registry.h (or call GrMechanismRegister from your own program). Keys of the input, schema, columns
   of the results and checks follow from its tables. This header needs only the C library. */
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
  const char *name, *unit, *meaning; /* name of the column in the results; SI unit; description, one sentence */
} GrMechanismQuantity;

/* A possible contact between two surfaces of the mechanism. */
typedef struct {
  const char *name, *meaning;
  int surface[2]; /* indices of the two surfaces in GrMechanism.surface */
} GrMechanismContact;

/* State of the mechanism, from which observables are computed. All arrays have n_coordinates elements. */
typedef struct {
  double time;
  const double *position, *velocity, *acceleration;
  const double *reaction; /* generalised reaction force R of the drive; 0 for coordinates that are not held */
} GrMechanismState;

typedef struct GrMechanism {
  const char *name; /* name of the mechanism in the input, value of the key `type` */
  const char *summary;
  const char *source; /* paper and section */

  const GrLawParameter *parameters; /* ends with a row whose name is NULL */
  int n_coordinates;
  const GrMechanismQuantity *coordinate; /* [n_coordinates] */
  int n_observables;
  const GrMechanismQuantity *observable; /* [n_observables] */
  int n_surfaces;
  const GrMechanismQuantity *surface; /* [n_surfaces] names and meanings of the surfaces, without units */
  int n_contacts;
  const GrMechanismContact *contact; /* [n_contacts] */
  int n_coefficients;

  /* Computes the coefficients from the parameters and the radii of the surfaces [m] (infinite: plane; negative: socket;
     NaN: not given). Called once. Returns NULL, or an error message: fault; correction. */
  const char *(*prepare)(const GrLawValue *value, const double *radius, double *coefficient);

  /* Sets mass[n_surfaces], the mass of the body of each surface [kg], infinite if the body is held. The reduced mass of
     a contact follows from the masses of its two surfaces. */
  void (*body_mass)(const double *c, double *mass);

  /* Sets the coordinates q and their velocities v at t = 0, [n_coordinates] each. c: the coefficients, also below. */
  void (*start)(const double *c, double *q, double *v);

  /* Returns a bit mask: bit k is set if coordinate k is held. NULL: no coordinate is held. */
  unsigned (*held)(const double *c);
  /* Sets acceleration[k] at time t [s] of each coordinate k that is held, and of no others. NULL: they are 0. */
  void (*drive)(const double *c, double t, double *acceleration);

  /* Sets the mass matrix m[n_coordinates][n_coordinates], symmetric and positive definite. */
  void (*mass)(const double *c, const double *q, double *m);
  /* Sets the generalised forces Q, force[n_coordinates], at time t [s], for coordinates q and velocities v. */
  void (*force)(const double *c, double t, const double *q, const double *v, double *force);

  /* Functions for the energy balance. potential: energy of springs and weights [J]; loss: power dissipated by dampers
     and guides, >= 0 [W]; supply: power of prescribed forces [W]. NULL: the value is 0. The power of a drive follows
     from its reaction. */
  double (*potential)(const double *c, const double *q);
  double (*loss)(const double *c, double t, const double *q, const double *v);
  double (*supply)(const double *c, double t, const double *q, const double *v);

  /* Computes the overlap [m] of the k-th contact and the directions n (normal) and t (tangent), [n_coordinates] each. t
     = 0: the contact does not slide. */
  void (*touch)(const double *c, int k, const double *q, double *overlap, double *normal, double *tangent);

  /* Computes the observables, value[n_observables], from a state of the mechanism. */
  void (*observe)(const double *c, const GrMechanismState *state, double *value);
} GrMechanism;

/* Returns mechanism number `index` in the order of the registry; NULL after the last. */
const GrMechanism *GrMechanismAt(int index);

/* Returns the mechanism of this name; NULL: there is none. */
const GrMechanism *GrMechanismFind(const char *name);

/* Adds a mechanism of a program to the registry, which keeps the pointer. Returns 0 on success, 1 if the name is taken,
   the registry is full, a function is missing, or a limit GR_MECHANISM_..._MAX is exceeded. */
int GrMechanismRegister(const GrMechanism *mechanism);

#ifdef __cplusplus
}
#endif

#endif
