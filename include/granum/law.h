/* granum/law.h: the interface of a contact-force law.

   A law is a pure function of one contact: overlap d [m] (> 0 in contact), overlap rate v = dd/dt [m/s] (> 0
   approaching) and the committed history of the contact give the force F [N] (> 0 repulsive) and the trial history. It
   does not depend on particles, ranks or time stepping, keeps no state and never writes the committed history, so it
   may be called any number of times in any order. It works on batches of contacts in structure-of-arrays form.

   To add a law: write one file that defines a `const GrLaw`, and add its name to src/law/registry.h (or
   call GrLawRegister from your own program). This header needs nothing but the C library. */
#ifndef GRANUM_LAW_H
#define GRANUM_LAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_LAW_PARAMETERS_MAX = 16, GR_LAW_HISTORY_MAX = 16, GR_LAW_COEFFICIENTS_MAX = 24, GR_LAW_CORNERS_MAX = 4 };

/* Descriptor of a parameter of a law. In the input a parameter is a number, a word out of a fixed list, or either. */
typedef struct {
  const char *name; /* the key in the input */
  /* SI unit of the number, "1" if dimensionless; exponents may be fractions, "N/m^1.5". NULL: words only */
  const char *unit;
  const char *choices;  /* words separated by '|', e.g. "continuous|printed"; NULL: numbers only */
  double lower, upper;  /* range of a number */
  bool lower_open;      /* lower itself is excluded */
  bool upper_open;      /* upper itself is excluded */
  const char *fallback; /* default as written in the input; NULL: required; "": optional without default */
  const char *meaning;  /* one sentence */
  /* value in the worked example of the law's card, if there is no default; 0: an optional parameter is omitted there */
  double example;
} GrLawParameter;

/* The value of a parameter: a number, or (choice >= 0) the position of the word in `choices`. */
typedef struct {
  bool given;
  int choice;    /* -1 for a number */
  double number; /* value in the SI unit of the parameter */
} GrLawValue;

/* Descriptor of one history value. Each contact has this value; it is 0 while the bodies do not touch. */
typedef struct {
  const char *name, *unit, *meaning;
} GrLawHistory;

/* Material data that the input must give for both bodies of a pair; GrLaw.needs is a bit mask of these values. */
typedef enum { GR_NEEDS_ELASTICITY = 1, GR_NEEDS_YIELD_STRESS = 2, GR_NEEDS_DENSITY = 4 } GrLawNeeds;

/* Material data of one body of a pair. Numbers that the input does not give are NaN. */
typedef struct {
  double density;        /* [kg/m^3] */
  double youngs_modulus; /* [Pa] */
  double poisson_ratio;  /* [1] */
  double yield_stress;   /* [Pa] */
} GrLawBody;

/* Data of a pair type: equal for all contacts between particles of two given types. */
typedef struct {
  double radius;       /* effective radius R = R1 R2/(R1 + R2) [m] */
  double radii[2];     /* R1, R2, the arguments of GrLawPairSpheres [m] */
  double mass;         /* reduced mass m = m1 m2/(m1 + m2) [kg] */
  double modulus;      /* effective modulus E, 1/E = sum (1 - nu^2)/E_i [Pa]; NaN if a material lacks it */
  double yield_stress; /* yield stress of the softer body, the smaller of both [Pa]; NaN if neither is given */
  bool no_pull;        /* true: a contact ends at the first zero of its force during unloading; false: at overlap 0 */
  GrLawBody body[2];
} GrLawPair;

/* Formula of a coefficient: a function of the effective radius R [m] and the reduced mass m [kg] of a pair type. Its
   factor f depends only on the two materials and the parameters of the law. */
typedef enum {
  GR_FACTOR_ALONE,      /* f */
  GR_FACTOR_ROOT,       /* f sqrt(R) */
  GR_FACTOR_MASS,       /* (m f) sqrt(R) */
  GR_FACTOR_MASS_ALONE, /* m f */
  GR_FACTOR_MULTIPLE,   /* f k, k another coefficient, at position `of`, which precedes this coefficient */
  GR_FACTOR_DASHPOT     /* f sqrt(k m) */
} GrLawForm;

typedef struct {
  GrLawForm form;
  int of;        /* GR_FACTOR_MULTIPLE, GR_FACTOR_DASHPOT: position of the coefficient k */
  double factor; /* f >= 0 */
} GrLawFactor;

/* A batch: arrays of contacts that a law evaluates in one call. Acting contacts have an overlap >= 0, or > -reach if
   the law has a reach. The caller ignores the results of contacts that do not act: a law may compute any value for
   them, but must not raise a floating-point trap. The arrays do not overlap in memory. */
typedef struct {
  int n;                            /* contacts in the batch */
  const double *overlap;            /* d [m] */
  const double *rate;               /* v [m/s] */
  const double *const *coefficient; /* [n_coefficients][n] computed by GrLaw.prepare */
  const double *const *history;     /* [n_history][n] committed history; 0: the contact was open */
  double *const *trial;             /* [n_history][n] trial history, written by GrLaw.force; read by GrLaw.energy */
  double *force;                    /* total force F [N], written by GrLaw.force */
  double *dashpot;                  /* viscous part of F [N], written by GrLaw.force; F - dashpot is the static part */
  /* -dF/dv [N s/m], written by GrLaw.force; friction laws may use it for their dashpots; NULL: not needed */
  double *viscosity;
  double *root; /* contact radius/sqrt(R) [m^(1/2)], written by GrLaw.force if GrLaw.roots; NULL: not needed */
} GrLawBatch;

/* Kind of a law. It determines the key of the contact rule that selects the law. */
typedef enum {
  GR_LAW_NORMAL,   /* `normal`: force of two bodies in contact */
  GR_LAW_ADHESION, /* `adhesion`: attraction in contact and at a short distance, added to the normal law */
  /* `tangential`: friction against sliding; tangential, rolling and twisting laws have `slide`, not `force` */
  GR_LAW_TANGENTIAL,
  GR_LAW_ROLLING,  /* `rolling`: resistance to rolling */
  GR_LAW_TWISTING, /* `twisting`: resistance to spin about the normal */
  /* `bond`: a bond that holds two particles together, also while they do not touch; such laws have `hold` */
  GR_LAW_BOND
} GrLawKind;

/* A batch of contacts for a law of sliding, rolling or twisting. Each law reads a velocity `slip` and computes a force
   on the first body. The meaning of slip and force depends on the kind of law. With the normal n, the spins w1 and w2
   [rad/s] and the effective radius R of the pair:
     tangential  slip of the first surface against the second, in the contact plane; force at the contact
     rolling     slip R (w1 - w2) x n; pseudo-force in the contact plane: torque R n x force on the first body
     twisting    slip R ((w1 - w2) . n) n; pseudo-force along n: torque R force on the first body
   The second body gets the opposite force or torque. For all three kinds the power on both bodies together is force .
   slip. Twisting is a vector along n, not a signed number, so that the engine calls all three kinds of laws in the same
   way. Twisting laws have a number as history, which needs no rotation with n. The arrays do not overlap in memory,
   except that trial[k] may be history[k]. Contacts with overlap <= 0 are masked by the caller: results there are
   computed but not used. Slip and rate are computed from one of three velocities: the mean velocity of the interval,
   the velocity that velocity Verlet predicts for its end, v_(n+1/2) + h/2 a_n, or the velocity at its end. */
enum { GR_SLIDE_BATCH = 128 };
typedef enum { GR_VELOCITY_MEAN, GR_VELOCITY_PREDICTED, GR_VELOCITY_AT_END } GrVelocityOf;
typedef struct {
  int n;                            /* contacts in the batch, at most GR_SLIDE_BATCH */
  double interval;                  /* time since the history was committed [s] */
  GrVelocityOf velocity;            /* the velocity from which slip and rate are computed */
  const double *rate;               /* v [m/s] */
  const double *overlap;            /* d [m] */
  const double *normal_force;       /* total normal force [N]; < 0: tension */
  const double *viscosity;          /* -dF/dv of the normal law [N s/m]; 0: the normal law has no dashpot */
  const double *root;               /* contact radius/sqrt(R) from the normal law [m^(1/2)]; NULL: not available */
  const double *end;                /* overlap at which the normal force becomes 0 on unloading [m]; NULL: 0 */
  const double *normal[3];          /* unit vector from the body with the lower id (the first) to the other */
  const double *slip[3];            /* [m/s] */
  const double *const *coefficient; /* [n_coefficients][n] computed by GrLaw.prepare */
  const double *const *history;     /* [n_history][n] committed history; 0: the contact was open */
  double *const *trial;             /* [n_history][n] trial history, written */
  double *force[3];                 /* force on the first body [N], written */
  double *stored; /* energy of the spring [J], a function of trial history and overlap, written; NULL: not needed */
  /* dissipated power plus rate of the stored energy: -force . slip, corrected if slip is predicted
     (src/law/slide/slide.h) [W], written; integrated by the trapezoidal rule */
  double *power;
} GrSlideBatch;

/* Index of a coefficient that all laws with `slide` have: the fraction of the normal law's viscosity that the law adds
   to its own viscosity [1]. */
enum { GR_SLIDE_SHARE = 0 };

/* A batch of pairs for a law of bonds. The first two history values are GR_BOND_LENGTH and GR_BOND_LOST. GR_BOND_LENGTH
   is the distance of the centres at which the bond has no force [m]; it is positive if the pair has a bond. Without a
   bond, force and moment are 0 and the length does not change. A bond that breaks has no force and no moment from then
   on: its length becomes the negative of a value of GrBondEnd, the cause, and GR_BOND_LOST becomes the energy that the
   bond had [J]. trial[k] may be history[k]. The second body gets the opposite force and moment. The caller adds the
   torque of the force to both bodies. */
enum { GR_BOND_LENGTH, GR_BOND_LOST };
typedef enum { GR_BOND_TENSION = 1, GR_BOND_BENDING, GR_BOND_SHEAR, GR_BOND_TWIST, GR_BOND_ENDS } GrBondEnd;
typedef struct {
  int n;           /* pairs in the batch, at most GR_SLIDE_BATCH */
  double interval; /* time since the history was committed [s] */
  /* true: velocities and spins are means over the interval; false: predictions for its end, v_(n+1/2) + h/2 a_n */
  bool mean;
  const double *distance;  /* distance of the centres, D [m] */
  const double *normal[3]; /* unit vector from the first body to the second */
  const double *rate;      /* -dD/dt [m/s] */
  /* relative velocity across n at the midpoint of the centres: v1 - v2 + D (w1 + w2)/2 x n [m/s] */
  const double *slip[3];
  const double *about;              /* mean spin about the normal: (w1 + w2)/2 . n [rad/s] */
  const double *relative_spin[3];   /* w1 - w2 [rad/s] */
  const double *const *coefficient; /* [n_coefficients][n] computed by GrLaw.prepare */
  const double *const *history;     /* [n_history][n] committed history */
  double *const *trial;             /* [n_history][n] trial history, written */
  /* force on the first body, which acts at the midpoint of the centres [N], written */
  double *force[3];
  double *moment[3]; /* moment on the first body [N m], written */
  double *stored;    /* recoverable elastic energy of the bond [J], written */
  double *viscous;   /* power dissipated by the dashpots of the bond [W], written */
} GrBondBatch;

/* The first parameters of a law of bonds define which pairs get a bond, and when (GR_BOND_FORMATION). The first
   coefficient of such a law is the gap [m]. */
enum { GR_BOND_FORM, GR_BOND_GAP, GR_BOND_FROM, GR_BOND_UNTIL, GR_BOND_PARAMETERS };
enum { GR_BOND_AT_START, GR_BOND_AT_TOUCH, GR_BOND_IN_LIST };
#define GR_BOND_FORMATION                                                                                              \
  [GR_BOND_FORM] =                                                                                                     \
      {"form",                                                                                                         \
       NULL,                                                                                                           \
       "start|touch|list",                                                                                             \
       0,                                                                                                              \
       0,                                                                                                              \
       false,                                                                                                          \
       false,                                                                                                          \
       "start",                                                                                                        \
       "the pairs that get a bond: start, pairs that are near enough at the start; touch, pairs that touch "           \
       "between from and until; list, pairs of bond_list",                                                             \
       0},                                                                                                             \
  [GR_BOND_GAP] =                                                                                                      \
      {"gap",                                                                                                          \
       "m",                                                                                                            \
       NULL,                                                                                                           \
       0,                                                                                                              \
       INFINITY,                                                                                                       \
       false,                                                                                                          \
       true,                                                                                                           \
       "",                                                                                                             \
       "largest surface distance of a pair that gets a bond; if omitted: 0.001 of the smaller radius, with "           \
       "form: touch 0",                                                                                                \
       0},                                                                                                             \
  [GR_BOND_FROM] = {"from", "s",      NULL,                                                                            \
                    0,      INFINITY, false,                                                                           \
                    true,   "",       "with form: touch, bonds form from this time; if omitted: 0",                    \
                    0},                                                                                                \
  [GR_BOND_UNTIL] = {"until", "s",      NULL,                                                                          \
                     0,       INFINITY, true,                                                                          \
                     true,    "",       "with form: touch, bonds form before this time; if omitted: to the end",       \
                     0}

typedef struct GrLaw {
  const char *name; /* name of the law in the input, value of the key `law` */
  GrLawKind kind;
  const char *summary;  /* description of one line, for `granum laws` */
  const char *source;   /* paper and equation */
  const char *equation; /* the law in plain text, lines separated by \n */
  const char *range;    /* range of validity */
  const char *defects;  /* known defects of the published form, and how granum treats them */
  unsigned needs;       /* GrLawNeeds */

  const GrLawParameter *parameters; /* ends with a row whose name is NULL */
  int n_history;
  const GrLawHistory *history; /* [n_history] */
  int n_coefficients;

  /* Computes coefficient[n_coefficients] of a pair type; called once for each pair type. value: in the order of
     `parameters`. Returns NULL, or an error message: fault; correction. */
  const char *(*prepare)(const GrLawPair *pair, const GrLawValue *value, double *coefficient);

  /* Computes factor[n_coefficients]. From these factors GrLawScale computes the coefficients of all pairs of two
     materials as functions of R and m; this is faster than `prepare` if all radii differ. NULL: not available. `pair`
     is a pair that `prepare` has accepted; its radius and mass are ignored. The factors must give the same bits as
     `prepare`. Stiffness and damping must not decrease if a coefficient that depends on R or m increases. Returns false
     if the coefficients cannot be written as factors for these parameter values; `prepare` is then called for each
     pair. */
  bool (*factors)(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor);

  /* Whether the law computes the square root of the overlap or the contact radius, which is expensive. A normal law
     then writes GrLawBatch.root; a law with `slide` reads GrSlideBatch.root if it is not NULL. */
  bool roots;

  /* Computes force, dashpot and trial history of a batch. Only normal laws and adhesion. */
  void (*force)(const GrLawBatch *batch);

  /* Computes two energies from overlap and trial history. recoverable: energy that unloading would return [J].
     consumed: plastic work since the contact closed [J]; 0 for laws without plasticity. The engine computes the viscous
     loss from the dashpot. For a law with a reach, recoverable is 0 at the end of the reach and may be negative;
     consumed includes the energy that is released when the surfaces touch and needed when they separate. */
  void (*energy)(const GrLawBatch *batch, double *recoverable, double *consumed);

  /* Returns the largest static stiffness dF/dd [N/m] at overlaps from 0 to `overlap`, for the step bound. For adhesion
     it is |dF/dd|; for a law with `slide`, force over displacement of the spring. */
  double (*stiffness)(const double *coefficient, double overlap);

  /* Returns the largest damping -dF/dv [N s/m] at overlaps from 0 to `overlap`; NULL: the law has no damping. If the
     law has `slide`: without the fraction of the normal law's viscosity that it adds, see GR_SLIDE_SHARE. */
  double (*damping)(const double *coefficient, double overlap);

  /* Exponent of the overlap d in the impulse of the dashpot since the onset of a contact [1]: 1 + q if the viscosity
     grows as d^q, q < 1. The dashpot of the first step of a contact is then corrected (contact/batch_force.c). 0: not
     corrected. Normal laws only. */
  double onset;

  /* Computes the overlaps [m] at which the law is not smooth: the force, its slope or the slope of the dashpot jumps at
     the committed history. corner[k][i] for k < n_corners; 0 or less: no corner. The batch has overlap, rate,
     coefficients and committed history. An integrator ends a step at each corner to keep its full order. A change at a
     turning point (v = 0) need not be listed. NULL if the law is smooth for d > 0. */
  void (*corners)(const GrLawBatch *batch, double *const *corner);
  int n_corners; /* number of corners, at most GR_LAW_CORNERS_MAX */
  int end; /* 1 + index of the corner at which the force becomes 0 on unloading; 0: the force becomes 0 at overlap 0 */

  /* Returns the theoretical restitution of a free impact for this reduced mass [kg] and approach speed [m/s]. The
     impact ends at overlap 0, or, if `no_pull` is set, at the first zero of the force during unloading. The value is
     exact unless the card states its accuracy; NaN if these arguments have no closed form. NULL if the law has no
     closed form. */
  double (*restitution)(const double *coefficient, double mass, double speed, bool no_pull);

  /* Returns the reach: the largest distance of the surfaces [m] at which the law acts, >= 0. For adhesion, and for
     normal laws that hold two bodies together beyond overlap 0; otherwise NULL. The force is evaluated at overlaps down
     to -reach, and the history is kept while the surfaces are nearer than the reach. The first history value of such a
     normal law is not 0 while the contact lasts, and friction acts during this time. For a law of bonds: the reach of
     bonds between particles that touched when the bond formed. */
  double (*reach)(const double *coefficient);

  /* Computes force, trial history, stored energy and power of a batch. Only tangential, rolling and twisting laws,
     which have no `force` and no `energy`. */
  void (*slide)(const GrSlideBatch *batch);

  /* Computes force, moment, trial history, stored energy and power of a batch. Only laws of bonds, which have no
     `force` and no `energy`. */
  void (*hold)(const GrBondBatch *batch);
} GrLaw;

/* Returns law number `index` in the order of the registry; NULL after the last. */
const GrLaw *GrLawAt(int index);

/* Returns the law of this name; NULL: there is none. */
const GrLaw *GrLawFind(const char *name);

/* Returns the index in GrLaw.history of the history value of this name; -1: the law does not have it. */
int GrLawHistoryFind(const GrLaw *law, const char *name);

/* Returns the name of the law nearest to a misspelt name by edit distance; NULL: none is near. For messages. */
const char *GrLawNearest(const char *name);

/* Adds a law of a program, which must outlive the registry. Returns 0 on success, 1 if the name is taken, the registry
   is full, the law lacks a function, or it exceeds a limit GR_LAW_..._MAX. */
int GrLawRegister(const GrLaw *law);

/* Prints one line per law: name and summary. */
void GrLawsList(FILE *out);

/* Prints the card of a law: equation, parameters, history, source, range, defects and a worked example, wrapped at 100
   columns. Returns 0; 1 (and prints nothing) if the name is unknown. */
int GrLawCard(const char *name, FILE *out);

/* Computes the pair data of two spheres: effective radius, reduced mass, effective modulus, yield stress. Masses may be
   infinite. The radius of a plane is infinite, the radius of a socket around the other body is negative. Sets no_pull
   to false. */
void GrLawPairSpheres(const GrLawBody body[2], const double radius[2], const double mass[2], GrLawPair *pair);

/* Computes coefficient[n_coefficients] from factor[n_coefficients] for a pair with effective radius `radius` [m] and
   reduced mass `mass` [kg]. */
void GrLawScale(int n_coefficients, const GrLawFactor factor[], double radius, double mass, double *coefficient);
/* Sets factor[n_coefficients] of coefficients that depend neither on radius nor on mass: the factors are the
   coefficients, with the form GR_FACTOR_ALONE. */
void GrLawFactorsAlone(int n_coefficients, const double *coefficient, GrLawFactor *factor);

#ifdef __cplusplus
}
#endif

#endif
