/* Model: the contact rules of a case with the coefficients of their laws, as the evaluation of contacts needs them.

   A particle type is a combination of material, radius and mass, the properties that laws depend on. A particle whose
   combination is not in the list of particle types has the type GR_PARTICLE_TYPE_OWN. Walls of the same material and
   radius share one type, so the table of pair types does not grow with the number of walls.

   A pair type describes two bodies. It has a contact rule and the coefficients that `prepare` of the rule's laws
   computed. There are four ranges of pair types:

     numbers                         pair types                                   created by
     0 to n_fixed - 1                all pairs of particle types: one row per     GrModelCreate
                                     type of particles, one column per type of
                                     particles and walls
     n_fixed to n_fixed              families: one per ordered pair of            GrModelAddFamilies
       + n_families - 1              materials
     n_fixed + n_families            scratch type of GrModelTryPair               GrModelAddFamilies
     n_kept to n_pair_types - 1      two bodies without family, of which one has  GrModelAdd, at each rebuild of the
                                     type GR_PARTICLE_TYPE_OWN                    neighbour list

   A family is a pair type of two materials for all radii. It exists if all laws of the rule define how their
   coefficients scale with effective radius and reduced mass (`factors`). The coefficients are then computed for each
   contact. The coefficients of two bodies are bitwise equal in all four ranges.

   The coefficients of all laws of a rule are consecutive, in this order: normal, adhesion, tangential, rolling,
   twisting, bond. The history values have the same order. A normal law with a reach takes the role of the adhesion, and
   the law `nothing` takes the role of the normal law. All forces beyond overlap 0 then belong to adhesion or bonds. */
#ifndef GRANUM_CONTACT_MODEL_H
#define GRANUM_CONTACT_MODEL_H

#include <granum/case.h>

enum {
  /* particle type of a particle whose material, radius and mass are not in the list of types */
  GR_PARTICLE_TYPE_OWN = -1,
  GR_PARTICLE_TYPE_MAX = 32,   /* largest number of particle types, without types of walls */
  GR_LAWS_MAX = 3 + GR_SLIDES, /* largest number of laws of a rule */
  GR_MODEL_COEFFICIENTS = GR_LAWS_MAX * GR_LAW_COEFFICIENTS_MAX,
  GR_MODEL_HISTORY = GR_LAWS_MAX * GR_LAW_HISTORY_MAX,
  GR_MODEL_SHARED = 64, /* number of pair types whose coefficients are also stored as arrays of equal numbers */
  GR_MODEL_WIDTH = 128  /* length of these arrays: largest number of contacts in a batch */
};

/* Role of a law in a contact rule: normal law, adhesion, friction laws (tangential, rolling, twisting), bond. */
enum { GR_ROLE_NORMAL, GR_ROLE_ADHESION, GR_ROLE_SLIDE, GR_ROLE_BOND = GR_ROLE_SLIDE + GR_SLIDES };

/* A particle type: the properties of a particle or wall on which contact laws depend. */
typedef struct {
  int material;
  /* radius [m], negative: hollow wall; mass [kg], infinite for walls and particles of prescribed velocity */
  double radius, mass;
  PetscBool is_wall;
} GrParticleType;

/* An interaction: a contact rule with the arrangement of its laws. Arrays are indexed by the role of the law
   (GR_ROLE_...). */
typedef struct {
  const GrContactRule *rule;
  const GrLaw *law[GR_LAWS_MAX];        /* NULL: the rule has no law of this role */
  const GrLawValue *value[GR_LAWS_MAX]; /* parameters of the law */
  int coefficient[GR_LAWS_MAX];         /* index of the first coefficient of the law */
  int history[GR_LAWS_MAX];             /* index of the first history value of the law */
  int n_coefficients, n_history;        /* number of coefficients and history values of all laws of the rule */
  /* index of the history value `overlap_max` of the normal law; -1: the law does not have it */
  int overlap_max;
  /* (radius - lever arm)/overlap for the slip velocity, and for the torque [1]: 0 or 1/2 */
  double slip_share, torque_share;
  /* Whether: clips: the tension of the normal law is clipped. slides: the rule has a law of sliding, rolling, twisting
     or bonds. turns: the rule has a law of rolling, twisting or bonds. damps: the rule has a dashpot or a law of
     sliding. plastic: normal law or adhesion has history values, so it may dissipate plastic work. */
  PetscBool clips, slides, turns, damps, plastic;
  /* whether some pair type has a law of sliding that adds a share of the viscosity of the normal law */
  PetscBool shares;
  PetscBool reaches;    /* whether the normal law acts beyond overlap 0 and therefore has the role of the adhesion */
  PetscBool bonds_form; /* whether touching pairs get a bond at the current time (GrModelSetTime) */
  /* whether some coefficient depends on the reduced mass, which differs between contacts of rigid bodies */
  PetscBool scales;
  /* exponent p in coefficient ~ (reduced mass)^p: 0, 1/2 or 1; 0 for laws without factors */
  double mass_power[GR_MODEL_COEFFICIENTS];
  PetscBool roots; /* whether the normal law and some law of sliding use the square root of the overlap */
} GrInteraction;

/* Properties of a pair type besides its coefficients. */
typedef struct {
  int rule;      /* number of the interaction in GrModel.rule */
  double reach;  /* range of adhesion and bonds [m]; 0: none */
  double radius; /* effective radius [m] */
  double mass;   /* reduced mass [kg]; infinite for families (see the head) and for bodies that never have a contact */
} GrModelPairType;

/* Distances of a pair type with which the evaluation compares the distance and overlap of each contact. */
typedef struct {
  double touch;         /* (R1 + R2 + reach)^2: the bodies interact if the squared distance of centres is less [m^2] */
  double overlap_limit; /* overlap limit of the stability check, or a lower bound of it (GrModelBoundLimit) [m] */
} GrNearness;

/* A family: the coefficients of a contact rule for two materials as functions of the radii and masses of two bodies. */
typedef struct {
  GrLawFactor *factor; /* [n_coefficients] factors of all coefficients of the rule; NULL: no family */
  double *repeated;    /* [n_coefficients][GR_MODEL_WIDTH] the factors as arrays of equal numbers */
} GrFamily;

/* The contact model of a case: contact rules, pair types and families. Create it with GrModelCreate; free it with
   GrModelDestroy. */
typedef struct GrModel_ {
  const GrCase *the_case;
  int n_rules;
  GrInteraction *rule;             /* [n_rules] */
  int n_coefficients, n_history;   /* largest number of coefficients and of history values of a rule */
  int n_normal_history;            /* largest number of history values of normal law and adhesion over all rules */
  PetscBool turns, plastic, bonds; /* whether some rule has rolling, twisting or bonds; plastic work; bonds */
  PetscBool adheres;               /* whether some rule acts on separated bodies: adhesion or bonds */
  double reach;                    /* largest reach of the pair types below n_fixed [m] */
  int n_rows, n_particle_types;    /* number of types of particles; number of types of particles and walls */
  GrParticleType *particle_type;   /* [n_particle_types] particle types: of particles, then of walls */
  /* limits of the ranges of pair types, see the head; number of allocated pair types */
  PetscInt n_pair_types, n_fixed, n_kept, capacity;
  PetscInt n_families;             /* number of families: the squared number of materials, or 0 */
  GrFamily *family;                /* [n_families] */
  GrModelPairType *pair_type;      /* [n_pair_types] */
  GrNearness *span;                /* [n_pair_types] */
  int width;                       /* n_coefficients, rounded up to whole rows (base/math/vec4.h) */
  double *coefficient;             /* [n_pair_types][width] */
  double *shared[GR_MODEL_SHARED]; /* [n_coefficients][GR_MODEL_WIDTH] each coefficient, repeated for each contact */
  double step;                     /* time step of the run [s]; 0: unknown or not fixed */
  GrVelocityOf velocity;           /* which velocity of the bodies is passed to the laws */
} GrModel;

/* Creates the model of a case. particle_type: [n_particle_types], particles first, then walls; the model keeps a copy.
   The case must exist as long as the model. Error GR_EXIT_INPUT if a law rejects two types, or if a particle type does
   not fit into a hollow wall. Not collective; all ranks call it with the same arguments, so all get the same error. */
PetscErrorCode GrModelCreate(const GrCase *the_case, int n_particle_types, const GrParticleType particle_type[],
                             GrModel *model);

/* Frees a model. Not collective. */
PetscErrorCode GrModelDestroy(GrModel *model);

/* Returns the number in GrModel.rule of the interaction of two materials, which must have a contact rule. */
int GrModelRule(const GrModel *model, int material_a, int material_b);

/* Returns the number of the pair type of two particle types. first: particle type of the body with the lower id; a wall
   is always the second body. */
static inline PetscInt GrModelPairTypeOf(const GrModel *model, PetscInt64 first, PetscInt64 second)
{
  return (PetscInt)(first * model->n_particle_types + second);
}

/* Returns the coefficients of a pair type, an array [model->width]. */
static inline double *GrModelCoefficients(const GrModel *model, PetscInt type)
{
  return model->coefficient + (size_t)model->width * (size_t)type;
}

/* Creates a family for each ordered pair of materials whose laws have factors (GrLaw.factors). Does nothing if the
   model has adhesion, bonds or plastic work. Call it before GrModelAdd. Not collective. */
PetscErrorCode GrModelAddFamilies(GrModel *model);

/* Returns the family of a pair type; NULL: the pair type is not a family. */
static inline const GrFamily *GrModelFamily(const GrModel *model, PetscInt type)
{
  const PetscInt k = type - model->n_fixed;
  return k >= 0 && k < model->n_families ? model->family + k : NULL;
}

/* Whether GrModelAdd can fail because a law rejects the sizes of two bodies. It cannot if all pairs of materials with a
   contact rule have families, because laws with factors accept all sizes. */
PetscBool GrModelMayRefuse(const GrModel *model);

/* Sets *type to the pair type that is the family of two bodies. Returns PETSC_FALSE if they have no family; *type is
   then invalid. */
PetscBool GrModelFindFamily(const GrModel *model, const GrParticleType body[2], PetscInt *type);

/* Computes the coefficients of two bodies of a family in a temporary pair type, and returns its number. It is valid
   until the next call. For the stability check; the evaluation of forces does not need it. */
PetscInt GrModelTryPair(GrModel *model, const GrParticleType body[2]);

/* Returns an overlap [m] that is within the overlap limit of every contact of this body with a body that is not
   lighter. For any two bodies, the smaller of their two results is within the overlap limit of their contact. The body
   must belong to a family. Overwrites the result of GrModelTryPair. */
double GrModelSafeOverlap(GrModel *model, const GrParticleType *body);

/* Sets the time of the next evaluation [s], which determines whether touching pairs get bonds (parameters `from` and
   `until` of bond laws). */
void GrModelSetTime(GrModel *model, double time);

/* Deletes the pair types from number n_kept on, which GrModelAdd has appended for pairs of two bodies. */
void GrModelForget(GrModel *model);

/* Appends a pair type for two bodies, and sets *type to its number. Its overlap limit is only a lower bound
   (GrModelBoundLimit), because few contacts come near the limit and its computation takes longer than that of all
   coefficients. Error GR_EXIT_INPUT if a law rejects the bodies, or if a particle does not fit into a hollow wall. Not
   collective: the error may occur on some ranks only, so the caller must agree on it (GrFailAgree). */
PetscErrorCode GrModelAdd(GrModel *model, const GrParticleType body[2], PetscInt *type);

/* Sets the time step of the model [s] and the overlap limit of each pair type below n_fixed, see GrModelSetLimit. Not
   collective. */
PetscErrorCode GrModelSetStep(GrModel *model, double step);

/* Computes and stores the overlap limit of a pair type: the smaller of time.overlap_limit times smaller_radius [m] and
   the overlap beyond which the step of the model is unstable (GrModelStepAlone). */
void GrModelSetLimit(GrModel *model, PetscInt type, double smaller_radius);

/* Stores a lower bound of the overlap limit of a pair type, which is faster to compute than the limit. smaller_radius:
   smaller radius of the two bodies [m]. */
void GrModelBoundLimit(GrModel *model, PetscInt type, double smaller_radius);

/* Returns the interaction of a pair type: its contact rule with the arrangement of the laws. */
static inline const GrInteraction *GrModelInteraction(const GrModel *model, PetscInt type)
{
  return &model->rule[model->pair_type[type].rule];
}

/* Numbers of simultaneous contacts of a particle that estimates before a run assume, for an impact and in a packed
   bed. */
enum { GR_CONTACTS_IMPACT = 3, GR_CONTACTS_BED = 12 };

/* Springs and dashpots of n contacts of a body, by role of the law: sums of stiffness and damping, and their largest
   values, each times a weight of the contact (stable_step.c) [N/m], [N s/m]. */
typedef struct {
  int n;
  double stiffness[GR_LAWS_MAX], damping[GR_LAWS_MAX], stiffest[GR_LAWS_MAX], most_damped[GR_LAWS_MAX];
} GrModelSprings;

/* Adds a contact of this pair type at this overlap [m] to the sums and largest values of a body. weight: factor on its
   stiffness and viscosity. tangential_damping: whether the dashpots of sliding, rolling and twisting are included;
   Coulomb's law limits their forces. */
void GrModelAddSprings(const GrModel *model, PetscInt type, double overlap, double weight, PetscBool tangential_damping,
                       GrModelSprings *sum);

/* Returns the longest stable time step [s] of a body with this number of contacts, whose springs and dashpots are
   estimated from the mean and the largest values in `sum`. mass: reduced mass [kg] times the weight in `sum`
   (stable_step.c). */
double GrModelStepOf(const GrModel *model, const GrModelSprings *sum, int contacts, double mass);

/* Returns the longest stable time step [s] of a body that has this number of contacts, all of this pair type and at
   this overlap [m] (stable_step.c). */
double GrModelStep(const GrModel *model, PetscInt type, double overlap, int contacts);

/* Returns the longest stable step [s] of a body with a single contact (in dimension 1: two contacts) at this overlap
   [m]. The stability check compares the time step of the run with it. It ignores the dashpots of sliding, rolling and
   twisting, because Coulomb's law limits their forces. */
double GrModelStepAlone(const GrModel *model, PetscInt type, double overlap);

/* Returns the longest stable step [s] of a contact that closes at rest and is then pressed with this speed [m/s], with
   two contacts on a line. Returns INFINITY if the viscosity of the normal law does not depend on the speed at which the
   contact closes, or is not larger at rest. The overlap considered is between `lowest` and `deepest` [m]. onset:
   output, the longest step [s] at which the contact counts as closing at rest in its first evaluation. See
   stable_step.c. */
double GrModelStepFromRest(const GrModel *model, PetscInt type, double speed, double lowest, double deepest,
                           double *onset);

/* Returns the static force of normal law and adhesion [N] at this overlap [m] on first loading, > 0 repulsive. */
double GrModelForce(const GrModel *model, PetscInt type, double overlap);

/* Returns the work against normal law and adhesion [J] up to this overlap [m] on first loading. */
double GrModelWork(const GrModel *model, PetscInt type, double overlap);

/* Returns the largest stiffness of normal law and adhesion [N/m] up to this overlap [m]. */
double GrModelStiffness(const GrModel *model, PetscInt type, double overlap);

/* Solves f(overlap) = target by bisection to the last bit. f must increase in (lower, upper] [m]. Returns the smallest
   overlap with f >= target, or `upper` if f(upper) <= target. */
double GrModelInvert(const GrModel *model, PetscInt type, double (*f)(const GrModel *, PetscInt, double), double target,
                     double lower, double upper);

/* Writes the names of the laws of a rule to text[length] for messages: "NAME with adhesion NAME, NAME". */
void GrModelLaws(const GrInteraction *rule, char *text, size_t length);

#endif
