/* granum/law_data.h: the data on which a contact law (granum/law.h) works: the material data of a pair of bodies and
   the coefficients of the law for this pair, and batches of contacts and bonds. */
#ifndef GRANUM_LAW_DATA_H
#define GRANUM_LAW_DATA_H

#include <math.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of GrLaw.needs: material data that a law needs. The input must give these data for both materials. */
typedef enum { GR_NEEDS_ELASTICITY = 1, GR_NEEDS_YIELD_STRESS = 2, GR_NEEDS_DENSITY = 4 } GrLawNeeds;

/* Material data of one body of a pair. A number is NaN if the input does not give it. */
typedef struct {
  double density;        /* mass density [kg/m^3] */
  double youngs_modulus; /* Young's modulus [Pa] */
  double poisson_ratio;  /* Poisson's ratio [1] */
  double yield_stress;   /* yield stress [Pa] */
} GrLawBody;

/* Data of two bodies, from which a law computes its coefficients. Contacts with the same materials, radii and masses
   have the same data: they belong to one pair type. */
typedef struct {
  double radius;   /* effective radius R = R1 R2/(R1 + R2) [m] */
  double radii[2]; /* radii R1 and R2 of the two bodies [m]; infinite for a plane, < 0 for a hollow sphere */
  double mass;     /* reduced mass m = m1 m2/(m1 + m2) [kg] */
  /* effective modulus E [Pa], 1/E = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2; NaN: the input gives no elasticity */
  double modulus;
  double yield_stress; /* smaller yield stress of the two bodies [Pa]; NaN: the input gives no yield stress */
  /* true: a contact ends when its force first becomes 0 during unloading; false: it ends at overlap 0 */
  bool no_pull;
  GrLawBody body[2];
} GrLawPair;

/* Formula of a coefficient of a law, from the effective radius R [m] and the reduced mass m [kg] of two bodies. The
   factor f depends only on the two materials and the parameters of the law. */
typedef enum {
  GR_FACTOR_ALONE,      /* f */
  GR_FACTOR_ROOT,       /* f sqrt(R) */
  GR_FACTOR_MASS,       /* (m f) sqrt(R) */
  GR_FACTOR_MASS_ALONE, /* m f */
  GR_FACTOR_MULTIPLE,   /* f k, with another coefficient k, whose index is GrLawFactor.of */
  GR_FACTOR_DASHPOT     /* f sqrt(k m), with another coefficient k, whose index is GrLawFactor.of */
} GrLawForm;

/* A coefficient of a law, as a function of effective radius R and reduced mass m. */
typedef struct {
  GrLawForm form;
  int of;        /* index of the coefficient k in the formula of `form`; k precedes this coefficient */
  double factor; /* factor f in the formula of `form`, >= 0, independent of R and m */
} GrLawFactor;

/* Computes the data of a pair of spheres, with no_pull = false. A mass may be infinite. A radius is infinite for a
   plane, and negative for a hollow sphere that contains the other body. */
void GrLawPairSpheres(const GrLawBody body[2], const double radius[2], const double mass[2], GrLawPair *pair);

/* Computes coefficient[n_coefficients] of a pair from factor[n_coefficients] (GrLaw.factors). radius: effective radius
   [m]; mass: reduced mass [kg]. */
void GrLawScale(int n_coefficients, const GrLawFactor factor[], double radius, double mass, double *coefficient);
/* Sets factor[n_coefficients] for a law whose coefficients do not depend on radius and mass: each factor is equal to
   the coefficient and has the form GR_FACTOR_ALONE. */
void GrLawFactorsAlone(int n_coefficients, const double *coefficient, GrLawFactor *factor);

/* A batch: the contacts that a normal law or an adhesion evaluates in one call. A contact acts if its overlap is >= 0.
   If the law also acts between separated surfaces (GrLaw.reach), a contact acts if its overlap is > -reach. The caller
   ignores the results of contacts that do not act, but these contacts must not cause a floating-point exception. The
   arrays do not overlap in memory. */
typedef struct {
  int n;                            /* number of contacts in the batch */
  const double *overlap;            /* overlap d [m] */
  const double *rate;               /* overlap rate v [m/s], > 0 when the bodies approach */
  const double *const *coefficient; /* [GrLaw.n_coefficients][n] coefficients of each contact, from GrLaw.prepare */
  /* [GrLaw.n_history][n] history values at the end of the last accepted step; 0: the bodies were not in contact */
  const double *const *history;
  /* [GrLaw.n_history][n] history values of the current state: output of GrLaw.force, input of GrLaw.energy */
  double *const *trial;
  double *force;   /* output of GrLaw.force: total force F [N] */
  double *dashpot; /* output of GrLaw.force: viscous part of F [N]; F - dashpot is the static part */
  /* output of GrLaw.force: damping dF/dv [N s/m], from which friction laws compute their dashpots; NULL: not needed */
  double *viscosity;
  /* output of GrLaw.force if GrLaw.roots is true: contact radius / sqrt(R of the pair) [m^(1/2)]; NULL: not needed */
  double *root;
} GrLawBatch;

/* Largest number of contacts in a GrSlideBatch or GrBondBatch. */
enum { GR_SLIDE_BATCH = 128 };

/* Velocities from which slip and overlap rate of a GrSlideBatch are computed. MEAN: the mean velocity over
   GrSlideBatch.interval. PREDICTED: the velocity that velocity Verlet predicts for the end of the interval,
   v_(n+1/2) + h/2 a_n, with the step length h and the acceleration a_n at the beginning. AT_END: the velocity at the
   end of the interval. */
typedef enum { GR_VELOCITY_MEAN, GR_VELOCITY_PREDICTED, GR_VELOCITY_AT_END } GrVelocityOf;

/* A batch: the contacts that a tangential, rolling or twisting law evaluates in one call. The law reads a velocity
   `slip` and computes a vector `force`. Their meaning depends on the kind of law. n is the contact normal, w1 and w2
   are the spins of the two bodies [rad/s], and R is the effective radius of the pair.
     tangential  slip: velocity of the first surface relative to the second, in the contact plane
                 force: friction on the first body at the contact
     rolling     slip: R (w1 - w2) x n
                 force: vector in the contact plane; the torque on the first body is R n x force
     twisting    slip: R ((w1 - w2) . n) n
                 force: vector along n; the torque on the first body is R force
   The second body gets the opposite force or torque. The power on both bodies together is the scalar product of force
   and slip. Twisting laws have vectors only to have the same interface as the other two kinds.
   The law also computes results for pairs that are not in contact, but the caller ignores them. The arrays do not
   overlap in memory, except that trial[k] may be the same array as history[k]. */
typedef struct {
  int n;                      /* number of contacts in the batch, at most GR_SLIDE_BATCH */
  double interval;            /* time from the end of the last accepted step to the current state [s] */
  GrVelocityOf velocity;      /* kind of the velocities from which `slip` and `rate` have been computed */
  const double *rate;         /* overlap rate v [m/s], > 0 when the bodies approach */
  const double *overlap;      /* overlap d [m] */
  const double *normal_force; /* total normal force [N]; < 0: tension */
  const double *viscosity;    /* damping dF/dv of the normal law [N s/m]; 0: the normal law has no dashpot */
  /* contact radius / sqrt(effective radius) from the normal law [m^(1/2)]; NULL: the normal law does not compute it */
  const double *root;
  const double *end;                /* overlap at which the normal force becomes 0 on unloading [m]; NULL: overlap 0 */
  const double *normal[3];          /* unit vector from the first body, which has the lower id, to the second body */
  const double *slip[3];            /* velocity that the law resists; its meaning depends on the kind of law [m/s] */
  const double *const *coefficient; /* [GrLaw.n_coefficients][n] coefficients of each contact, from GrLaw.prepare */
  /* [GrLaw.n_history][n] history values at the end of the last accepted step; 0: the bodies were not in contact */
  const double *const *history;
  double *const *trial; /* output: [GrLaw.n_history][n] history values of the current state */
  double *force[3];     /* output: friction or resistance; its meaning depends on the kind of law [N] */
  double *stored; /* output: elastic energy of the friction spring, from `trial` and `overlap` [J]; NULL: not needed */
  /* output: power that the bodies lose to friction and to the spring [W]: -force . slip. In a sticking contact, a law
     with a spring subtracts the error of the trapezoidal rule by which the caller integrates the power */
  double *power;
  double *slides; /* output: 0: the contact sticks, its spring moves; 1, as before the call: slides; NULL: not needed */
} GrSlideBatch;

/* Index of a coefficient that all tangential, rolling and twisting laws have: the largest ratio [1] of the damping of
   the friction law to the damping dF/dv of the normal law. The friction law may have constant damping in addition. */
enum { GR_SLIDE_SHARE = 0 };

/* Indices of the first two history values of every law of bonds (breakable elastic links between two particles).
     GR_BOND_LENGTH  > 0: distance of the centres at which the bond is free of force [m]; 0: the pair has no bond;
                     < 0: the bond has broken, and the value is minus the cause (GrBondEnd)
     GR_BOND_LOST    elastic energy of the bond when it broke [J] */
enum { GR_BOND_LENGTH, GR_BOND_LOST };

/* Causes of the break of a bond. A bond breaks if the sum of the stresses by tension and bending exceeds the tensile
   strength, or the sum of the stresses by shear and twisting exceeds the shear strength. The cause is the larger stress
   in the sum that exceeds its strength; if both do, tension or bending. GR_BOND_ENDS: number of causes + 1. */
typedef enum { GR_BOND_TENSION = 1, GR_BOND_BENDING, GR_BOND_SHEAR, GR_BOND_TWIST, GR_BOND_ENDS } GrBondEnd;

/* A batch: the pairs of bodies that a bond law evaluates in one call. The law computes the force and the moment on the
   first body. The second body gets the opposite force and moment. The caller adds the torques that the force exerts
   about the two centres. If a pair has no bond, the law sets force and moment to 0 and does not change GR_BOND_LENGTH.
   v1 and v2 are the velocities [m/s] and w1 and w2 the spins [rad/s] of the two bodies. Each array has one value per
   pair. trial[k] may be the same array as history[k]. */
typedef struct {
  int n;           /* number of pairs in the batch, at most GR_SLIDE_BATCH */
  double interval; /* time from the end of the last accepted step to the current state [s] */
  /* kind of the velocities and spins from which the members `rate` to `relative_spin` have been computed */
  GrVelocityOf velocity;
  const double *distance;  /* distance D of the centres [m] */
  const double *normal[3]; /* unit vector n from the first body to the second */
  const double *rate;      /* speed at which the centres approach, -dD/dt [m/s] */
  /* relative velocity at the midpoint of the centres [m/s]: v1 - v2 + D (w1 + w2)/2 x n, without its part along n */
  const double *slip[3];
  const double *about;              /* mean spin of the two bodies about the normal, (w1 + w2)/2 . n [rad/s] */
  const double *relative_spin[3];   /* spin of the first body relative to the second, w1 - w2 [rad/s] */
  const double *const *coefficient; /* [GrLaw.n_coefficients][n] coefficients of each pair, from GrLaw.prepare */
  const double *const *history;     /* [GrLaw.n_history][n] history values at the end of the last accepted step */
  double *const *trial;             /* output: [GrLaw.n_history][n] history values of the current state */
  double *force[3];                 /* output: force on the first body at the midpoint of the centres [N] */
  double *moment[3];                /* output: moment on the first body [N m] */
  double *stored;                   /* output: recoverable elastic energy of the bond [J] */
  double *viscous;                  /* output: power that the dashpots of the bond dissipate [W] */
} GrBondBatch;

/* Indices of the first parameters of every bond law. They define which pairs get a bond, and when. The first
   coefficient of every bond law is the largest surface distance at which a pair gets a bond [m]. */
enum { GR_BOND_FORM, GR_BOND_GAP, GR_BOND_FROM, GR_BOND_UNTIL, GR_BOND_PARAMETERS };
/* Values of the parameter `form`. AT_START: at the start of the run, all pairs up to the distance `gap` get a bond.
   AT_TOUCH: a pair gets a bond when it touches. IN_LIST: the pairs of the input's `bond_list` get a bond. */
enum { GR_BOND_AT_START, GR_BOND_AT_TOUCH, GR_BOND_IN_LIST };
/* The first rows of GrLaw.parameters of every bond law. */
/* clang-format off */
#define GR_BOND_FORMATION                                                                                              \
  {"form", NULL, "start|touch|list", 0, 0, false, false, "start",                                                      \
   "the pairs that get a bond: start, pairs that are near enough at the start; touch, pairs that touch "               \
   "between from and until; list, pairs of bond_list", 0},                                                             \
  {"gap", "m", NULL, 0, INFINITY, false, true, "",                                                                     \
   "largest surface distance of a pair that gets a bond; if omitted: 0.001 of the smaller radius, with "               \
   "form: touch 0", 0},                                                                                                \
  {"from", "s", NULL, 0, INFINITY, false, true, "", "with form: touch, bonds form from this time; if omitted: 0", 0},  \
  {"until", "s", NULL, 0, INFINITY, true, true, "",                                                                    \
   "with form: touch, bonds form before this time; if omitted: to the end", 0}
/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
