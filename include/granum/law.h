/* granum/law.h: the interface of a contact-force law.

   A law is a pure function of one contact.
     input    overlap d [m], > 0 in contact; overlap rate v = dd/dt [m/s], > 0 when the bodies approach;
              committed history
     output   force F [N], > 0 repulsive; trial history
   The history of a contact is a set of numbers that the contact keeps between steps, such as its largest overlap. The
   committed history belongs to the last accepted step. The trial history belongs to the step that is being computed; it
   becomes the committed history when the step is accepted.
   A law has no internal state and never writes the committed history. It may therefore be called any number of times,
   in any order. A law evaluates a batch of contacts per call; each quantity of the contacts is one array.

   To add a law, write one file that defines a `const GrLaw`, and add its name to src/law/registry.h. A program that
   uses granum as a library calls GrLawRegister instead. This header includes only headers of the C library. */
#ifndef GRANUM_LAW_H
#define GRANUM_LAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_LAW_PARAMETERS_MAX = 16, GR_LAW_HISTORY_MAX = 16, GR_LAW_COEFFICIENTS_MAX = 24, GR_LAW_CORNERS_MAX = 4 };

/* Descriptor of a parameter of a law. The value of a parameter in the input is a number or a word. The descriptor lists
   the allowed words. */
typedef struct {
  const char *name; /* the key in the input */
  /* SI unit of the number, such as "N/m^1.5"; "1": the number is dimensionless; NULL: the value must be a word */
  const char *unit;
  const char *choices; /* allowed words, e.g. "continuous|printed"; NULL: the value must be a number */
  double lower, upper; /* smallest and largest allowed number */
  bool lower_open;     /* whether the number must be larger than `lower` */
  bool upper_open;     /* whether the number must be smaller than `upper` */
  /* default value, written as in the input; NULL: the input must give the parameter; "": the parameter is optional and
     has no default */
  const char *fallback;
  const char *meaning; /* description of the parameter, one sentence */
  /* value of a parameter without default in the example of the law card; 0: the example omits an optional parameter */
  double example;
} GrLawParameter;

/* The value of a parameter of a law: a number or a word. */
typedef struct {
  bool given;    /* whether the parameter has a value */
  int choice;    /* index of the word in GrLawParameter.choices, from 0; -1: the value is a number */
  double number; /* the number, in the SI unit of the parameter */
} GrLawValue;

/* Descriptor of one number in the history of a contact. The number is 0 while the two bodies are not in contact. */
typedef struct {
  const char *name;    /* name of the number */
  const char *unit;    /* SI unit */
  const char *meaning; /* description of the number */
} GrLawHistory;

/* Bits of GrLaw.needs: the material data that the law needs of both bodies. The input must then give them. */
typedef enum { GR_NEEDS_ELASTICITY = 1, GR_NEEDS_YIELD_STRESS = 2, GR_NEEDS_DENSITY = 4 } GrLawNeeds;

/* Material data of one body of a pair. A number is NaN if the input does not give it. */
typedef struct {
  double density;        /* [kg/m^3] */
  double youngs_modulus; /* [Pa] */
  double poisson_ratio;  /* [1] */
  double yield_stress;   /* [Pa] */
} GrLawBody;

/* Data of a pair type. All contacts between a particle of one type and a particle of another type have the same pair
   type. */
typedef struct {
  double radius;   /* effective radius R = R1 R2/(R1 + R2) [m] */
  double radii[2]; /* radii R1 and R2 of the two bodies, as passed to GrLawPairSpheres [m] */
  double mass;     /* reduced mass m = m1 m2/(m1 + m2) [kg] */
  /* effective modulus E [Pa], 1/E = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2; NaN: the input gives no elasticity */
  double modulus;
  double yield_stress; /* smaller yield stress of the two bodies [Pa]; NaN: the input gives no yield stress */
  /* whether a contact ends when its force first becomes 0 during unloading; otherwise it ends at overlap 0 */
  bool no_pull;
  GrLawBody body[2];
} GrLawPair;

/* Formula of a coefficient of a law. The coefficient depends on the effective radius R [m] and the reduced mass m [kg]
   of a pair type. The factor f in the formula depends only on the two materials and the parameters of the law. */
typedef enum {
  GR_FACTOR_ALONE,      /* f */
  GR_FACTOR_ROOT,       /* f sqrt(R) */
  GR_FACTOR_MASS,       /* (m f) sqrt(R) */
  GR_FACTOR_MASS_ALONE, /* m f */
  GR_FACTOR_MULTIPLE,   /* f k, with another coefficient k, whose index is GrLawFactor.of */
  GR_FACTOR_DASHPOT     /* f sqrt(k m), with another coefficient k, whose index is GrLawFactor.of */
} GrLawForm;

/* A coefficient of a law, as a function of R and m. */
typedef struct {
  GrLawForm form;
  int of;        /* index of the coefficient k in the formula; k precedes this coefficient */
  double factor; /* f >= 0 */
} GrLawFactor;

/* A batch: the contacts that a normal law or an adhesion evaluates in one call. The reach of a law is the distance of
   the surfaces up to which the law acts (GrLaw.reach). A contact acts if its overlap is >= 0, or, with a reach, >
   -reach. The caller ignores the results of contacts that do not act. The law may compute any values for them, but must
   not raise a floating-point trap. The arrays do not overlap in memory. */
typedef struct {
  int n;                            /* number of contacts in the batch */
  const double *overlap;            /* overlap d [m] */
  const double *rate;               /* overlap rate v [m/s] */
  const double *const *coefficient; /* [n_coefficients][n] coefficients, computed by GrLaw.prepare */
  const double *const *history;     /* [n_history][n] committed history; 0: the bodies were not in contact */
  double *const *trial;             /* [n_history][n] trial history: output of GrLaw.force, input of GrLaw.energy */
  double *force;                    /* output of GrLaw.force: total force F [N] */
  double *dashpot;                  /* output of GrLaw.force: viscous part of F [N]; F - dashpot is the static part */
  /* output of GrLaw.force: -dF/dv [N s/m], which friction laws may use for their dashpots; NULL: not needed */
  double *viscosity;
  /* output of GrLaw.force if GrLaw.roots is true: contact radius / sqrt(R) [m^(1/2)], with the effective radius R;
     NULL: not needed */
  double *root;
} GrLawBatch;

/* Kind of a law. In the input an entry of `contacts` selects the laws of two materials. It has one key for each kind,
   which the comments below name. */
typedef enum {
  GR_LAW_NORMAL,     /* key `normal`: normal force of two bodies in contact; has the function GrLaw.force */
  GR_LAW_ADHESION,   /* key `adhesion`: attraction that is added to the normal force; has the function GrLaw.force */
  GR_LAW_TANGENTIAL, /* key `tangential`: friction against sliding; has the function GrLaw.slide */
  GR_LAW_ROLLING,    /* key `rolling`: resistance to rolling; has the function GrLaw.slide */
  GR_LAW_TWISTING,   /* key `twisting`: resistance to relative spin about the normal; has the function GrLaw.slide */
  GR_LAW_BOND        /* key `bond`: bond between two particles, which need not touch; has the function GrLaw.hold */
} GrLawKind;

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
  double interval;            /* time since the last commit of the history [s] */
  GrVelocityOf velocity;      /* velocity from which slip and rate have been computed */
  const double *rate;         /* overlap rate v [m/s] */
  const double *overlap;      /* overlap d [m] */
  const double *normal_force; /* total normal force [N]; < 0: tension */
  const double *viscosity;    /* -dF/dv of the normal law [N s/m]; 0: the normal law has no dashpot */
  /* contact radius / sqrt(effective radius) from the normal law [m^(1/2)]; NULL: the normal law does not compute it */
  const double *root;
  const double *end;                /* overlap at which the normal force becomes 0 on unloading [m]; NULL: overlap 0 */
  const double *normal[3];          /* unit vector from the first body, which has the lower id, to the second body */
  const double *slip[3];            /* [m/s] */
  const double *const *coefficient; /* [n_coefficients][n] coefficients, computed by GrLaw.prepare */
  const double *const *history;     /* [n_history][n] committed history; 0: the bodies were not in contact */
  double *const *trial;             /* output: [n_history][n] trial history */
  double *force[3];                 /* output: force on the first body [N] */
  double *stored; /* output: elastic energy of the spring, from trial history and overlap [J]; NULL: not needed */
  /* output: dissipated power plus rate of the stored energy [W]. It is -force . slip, with a correction
     (src/law/slide/slide.h) if `velocity` is GR_VELOCITY_PREDICTED. The caller integrates it by the trapezoidal rule */
  double *power;
} GrSlideBatch;

/* Index of the first coefficient of each tangential, rolling and twisting law [1]. The law has a dashpot whose
   viscosity includes this coefficient times the viscosity of the normal law. */
enum { GR_SLIDE_SHARE = 0 };

/* Indices of the first two history values of each bond law.
     GR_BOND_LENGTH  > 0: the pair has a bond, which is free of force if the distance of the centres is this length [m];
                     0: the pair has no bond; < 0: the bond has broken, and minus this number is the cause (GrBondEnd)
     GR_BOND_LOST    elastic energy of the bond when it broke [J] */
enum { GR_BOND_LENGTH, GR_BOND_LOST };

/* Causes of the break of a bond: a strength of the bond that was exceeded. */
typedef enum { GR_BOND_TENSION = 1, GR_BOND_BENDING, GR_BOND_SHEAR, GR_BOND_TWIST, GR_BOND_ENDS } GrBondEnd;

/* A batch: the pairs that a bond law evaluates in one call. If a pair has no bond, the law sets force and moment to 0
   and keeps the value GR_BOND_LENGTH. The second body gets the opposite force and moment. The caller adds the torque
   that the force exerts on both bodies. v1, v2, w1, w2 are velocities [m/s] and spins [rad/s] of the two bodies, n is
   the normal. trial[k] may be the same array as history[k]. */
typedef struct {
  int n;           /* number of pairs in the batch, at most GR_SLIDE_BATCH */
  double interval; /* time since the last commit of the history [s] */
  /* whether velocities and spins are means over the interval; otherwise they are GR_VELOCITY_PREDICTED */
  bool mean;
  const double *distance;  /* distance D of the centres [m] */
  const double *normal[3]; /* unit vector n from the first body to the second */
  const double *rate;      /* -dD/dt [m/s] */
  /* component perpendicular to n of the relative velocity at the midpoint of the centres,
     v1 - v2 + D (w1 + w2)/2 x n [m/s] */
  const double *slip[3];
  const double *about;              /* mean spin about the normal, (w1 + w2)/2 . n [rad/s] */
  const double *relative_spin[3];   /* w1 - w2 [rad/s] */
  const double *const *coefficient; /* [n_coefficients][n] coefficients, computed by GrLaw.prepare */
  const double *const *history;     /* [n_history][n] committed history */
  double *const *trial;             /* output: [n_history][n] trial history */
  double *force[3];                 /* output: force on the first body at the midpoint of the centres [N] */
  double *moment[3];                /* output: moment on the first body [N m] */
  double *stored;                   /* output: recoverable elastic energy of the bond [J] */
  double *viscous;                  /* output: power that the dashpots of the bond dissipate [W] */
} GrBondBatch;

/* Indices of the first parameters of each bond law. They define which pairs get a bond, and when. GR_BOND_FORMATION has
   their descriptors. The first coefficient of a bond law is the largest distance of the surfaces of a pair that gets a
   bond [m]. */
enum { GR_BOND_FORM, GR_BOND_GAP, GR_BOND_FROM, GR_BOND_UNTIL, GR_BOND_PARAMETERS };
/* Values of the parameter `form` in the order of its words. */
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

/* A law: its description, which `granum laws NAME` prints as the law card, and its functions. A function that the law
   does not have is NULL. */
typedef struct GrLaw {
  const char *name; /* value of the key `law` in the input that selects this law */
  GrLawKind kind;
  const char *summary;  /* description in one line, for the list that `granum laws` prints */
  const char *source;   /* paper and equation */
  const char *equation; /* equations of the law in plain text; "\n" separates lines */
  const char *range;    /* range of validity */
  const char *defects;  /* known defects of the published law, and how granum handles them */
  unsigned needs;       /* material data that the law needs, bits of GrLawNeeds */

  const GrLawParameter *parameters; /* array whose last element has the name NULL */
  int n_history;                    /* number of history values of a contact */
  const GrLawHistory *history;      /* [n_history] */
  int n_coefficients;               /* number of coefficients of a pair type */

  /* Computes coefficient[n_coefficients] of a pair type. granum calls the function once for each pair type. value[k] is
     the value of parameters[k]. Returns NULL, or an error message of the form "fault; correction". */
  const char *(*prepare)(const GrLawPair *pair, const GrLawValue *value, double *coefficient);

  /* Computes factor[n_coefficients] of two materials. GrLawScale then computes the coefficients of each pair of
     particles from the factors and from R and m of the pair. If all radii differ, this is faster than `prepare`.
     `prepare` has accepted `pair`. The function ignores its radius and mass. The coefficients of GrLawScale must be
     equal to the coefficients of `prepare`, bit for bit. Stiffness and damping must not decrease if a coefficient that
     depends on R or m increases. Returns false if these formulas (GrLawForm) are not possible for the parameter values;
     granum then calls `prepare` for each pair. NULL: the law has no such formulas. */
  bool (*factors)(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor);

  /* Whether the law needs the square root of the overlap or the contact radius, which are expensive. A normal law with
     this flag writes GrLawBatch.root. A law with the function `slide` and this flag reads GrSlideBatch.root if it is
     not NULL. */
  bool roots;

  /* Computes force, dashpot, viscosity, root and trial history of a batch. Only for normal laws and adhesion. */
  void (*force)(const GrLawBatch *batch);

  /* Computes two energies of each contact of a batch from its overlap and trial history.
       recoverable  energy that unloading would return [J]; with a reach it is 0 at overlap -reach and may be negative
       consumed     plastic work since the contact closed [J]; 0 for laws without plasticity; with a reach it includes
                    the energy that touching surfaces release and that separating surfaces consume
     The energies do not include the viscous loss, which the caller computes from the force of the dashpot. */
  void (*energy)(const GrLawBatch *batch, double *recoverable, double *consumed);

  /* Returns the largest static stiffness [N/m] at overlaps from 0 to `overlap`; the stable time step depends on it. The
     stiffness of a normal law is dF/dd, of an adhesion |dF/dd|, and of a law with `slide` the force of the spring per
     displacement. */
  double (*stiffness)(const double *coefficient, double overlap);

  /* Returns the largest damping -dF/dv [N s/m] at overlaps from 0 to `overlap`. The damping of a law with `slide` does
     not include the viscosity that the law takes from the normal law (GR_SLIDE_SHARE). NULL: the law has no damping. */
  double (*damping)(const double *coefficient, double overlap);

  /* Exponent 1 + q [1] of a normal law whose viscosity grows as d^q with q < 1; the impulse of the dashpot since the
     beginning of a contact then grows as d^(1 + q). granum corrects the force of the dashpot in the first step of a
     contact with this exponent (src/contact/batch_force.c). 0: granum does not correct it. */
  double onset;

  /* Computes the corners of each contact of a batch. A corner is an overlap [m] at which the force or its slope over d
     or v jumps, for the committed history. corner[k][i] is corner k < n_corners of contact i; a value <= 0 means that
     the contact does not have this corner. The function reads only overlap, rate, coefficients and committed history of
     the batch. An integrator ends a step at each corner, because it keeps its order only if the force is smooth within
     a step. A jump at rate v = 0 is not a corner. NULL: the law is smooth for d > 0. */
  void (*corners)(const GrLawBatch *batch, double *const *corner);
  int n_corners; /* number of corners of a contact, at most GR_LAW_CORNERS_MAX */
  /* 1 + index of the corner at which the force becomes 0 on unloading; 0: the force becomes 0 at overlap 0 */
  int end;

  /* Returns the restitution [1] of an impact without other forces, by the theory of the law. mass: reduced mass [kg];
     speed: approach speed [m/s]. The impact ends at overlap 0, or, if `no_pull` is true, when the force first becomes 0
     during unloading. The value is exact unless the law card states an accuracy. It is NaN if the theory has no closed
     form for these arguments. NULL: the law has no closed form. */
  double (*restitution)(const double *coefficient, double mass, double speed, bool no_pull);

  /* Returns the reach of the law: the largest distance of the surfaces at which the law acts [m], >= 0. The force is
     evaluated at overlaps down to -reach, and the history is kept while the distance of the surfaces is smaller than
     the reach. If a normal law has a reach, its first history value is not 0 while the contact lasts, and friction acts
     while it is not 0. The reach of a bond law is valid for bonds between particles that touched when the bond formed.
     NULL: the law acts only at overlaps >= 0. */
  double (*reach)(const double *coefficient);

  /* Computes force, trial history, stored energy and power of a batch. Only for tangential, rolling and twisting laws.
     Their `force` and `energy` are NULL. */
  void (*slide)(const GrSlideBatch *batch);

  /* Computes force, moment, trial history, stored energy and dissipated power of a batch. Only for bond laws. Their
     `force` and `energy` are NULL. */
  void (*hold)(const GrBondBatch *batch);
} GrLaw;

/* Returns law number `index`, from 0, of the registry, which is the list of all laws. NULL: the registry has fewer
   laws. */
const GrLaw *GrLawAt(int index);

/* Returns the law with this name; NULL: no law has this name. */
const GrLaw *GrLawFind(const char *name);

/* Returns the index in law->history of the history value with this name; -1: the law has no such history value. */
int GrLawHistoryFind(const GrLaw *law, const char *name);

/* Returns the name of a law that is most similar to a misspelt name (smallest edit distance); NULL: no name is similar.
   Error messages suggest this name. */
const char *GrLawNearest(const char *name);

/* Adds a law of a program to the registry. The program must not free or change *law afterwards. Returns 0 on success.
   Returns 1 if another law has this name, the registry is full, the law lacks a function, or it exceeds a limit
   GR_LAW_..._MAX. */
int GrLawRegister(const GrLaw *law);

/* Prints name and summary of each law, one line per law. */
void GrLawsList(FILE *out);

/* Prints the law card of a law, in lines of at most 100 characters: equation, parameters, history, source, range of
   validity, defects and an example with numbers. Returns 0. If no law has this name, returns 1 and prints nothing. */
int GrLawCard(const char *name, FILE *out);

/* Computes the data of a pair of spheres: effective radius, reduced mass, effective modulus and yield stress. A mass
   may be infinite. The radius is infinite for a plane, and negative for a hollow sphere that contains the other body.
   Sets pair->no_pull to false. */
void GrLawPairSpheres(const GrLawBody body[2], const double radius[2], const double mass[2], GrLawPair *pair);

/* Computes coefficient[n_coefficients] of a pair from factor[n_coefficients] (GrLaw.factors). radius: effective radius
   [m]; mass: reduced mass [kg]. */
void GrLawScale(int n_coefficients, const GrLawFactor factor[], double radius, double mass, double *coefficient);
/* Sets factor[n_coefficients] for a law whose coefficients do not depend on radius and mass: each factor is equal to
   the coefficient and has the form GR_FACTOR_ALONE. */
void GrLawFactorsAlone(int n_coefficients, const double *coefficient, GrLawFactor *factor);

#ifdef __cplusplus
}
#endif

#endif
