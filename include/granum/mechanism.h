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

   To add a mechanism: write src/mechanism/NAME.c that defines a `const GrMechanism GrMechanism_NAME`, and add one row
   to src/mechanism/registry.c (or call GrMechanismRegister from your own program). Keys of the input, schema, columns
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

/* A coordinate or an observable. */
typedef struct {
  const char *name, *unit, *meaning; /* column in the results, SI unit, one sentence */
} GrMechanismQuantity;

/* A possible contact between two surfaces of the mechanism. */
typedef struct {
  const char *name, *meaning;
  int surface[2]; /* positions in GrMechanism.surface */
} GrMechanismContact;

/* State of the mechanism, for observables. Arrays of [n_coordinates]. */
typedef struct {
  double time;
  const double *position, *velocity, *acceleration;
  const double *reaction; /* generalised force of the drive; 0 for coordinates that are not held */
} GrMechanismState;

typedef struct GrMechanism {
  const char *name; /* key of `type:` in the input */
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

  /* Returns the bit mask of the coordinates that are held. NULL: none. */
  unsigned (*held)(const double *c);
  /* Sets the accelerations of the coordinates that are held at time t [s], and no others. NULL: 0. */
  void (*drive)(const double *c, double t, double *acceleration);

  /* Sets the mass matrix [n][n], symmetric and positive definite. */
  void (*mass)(const double *c, const double *q, double *m);
  /* Sets the force Q [n]. */
  void (*force)(const double *c, double t, const double *q, const double *v, double *force);

  /* For the energy balance: energy of springs and weights [J]; power dissipated by dampers and guides [W], at least 0;
     power of prescribed forces [W]. NULL: 0. The power of a drive follows from its reaction. */
  double (*potential)(const double *c, const double *q);
  double (*loss)(const double *c, double t, const double *q, const double *v);
  double (*supply)(const double *c, double t, const double *q, const double *v);

  /* Computes overlap [m] and the directions n and t [n_coordinates] of the k-th contact. t = 0: no sliding. */
  void (*touch)(const double *c, int k, const double *q, double *overlap, double *normal, double *tangent);

  /* Computes the observables [n_observables]. */
  void (*observe)(const double *c, const GrMechanismState *state, double *value);
} GrMechanism;

/* Returns a mechanism by its position in the registry; NULL after the last. */
const GrMechanism *GrMechanismAt(int index);

/* Returns the mechanism of this name, or NULL. */
const GrMechanism *GrMechanismFind(const char *name);

/* Adds a mechanism of a program to the registry, which keeps the pointer. Returns 0 on success, 1 if the name is taken,
   the registry is full, a function is missing, or a limit GR_MECHANISM_..._MAX is exceeded. */
int GrMechanismRegister(const GrMechanism *mechanism);

#ifdef __cplusplus
}
#endif

#endif
