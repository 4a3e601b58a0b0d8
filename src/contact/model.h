/* Contact model: the contact rules of a case and the coefficients of their laws, in the form that the evaluation of
   contact forces uses.

   A particle type is a combination of material, radius and mass. Contact laws depend on these properties. If the list
   of particle types does not contain the combination of a particle, the particle has the type GR_PARTICLE_TYPE_OWN.
   Walls of the same material and radius have the same type, so the table of pair types does not grow with the number
   of walls.

   A pair type describes two bodies that may touch (a body is a particle or a wall). It has a contact rule, and the
   coefficients that the function `prepare` of each law of the rule has computed. The pair types are numbered in four
   ranges:

     numbers                         pair types                                   created by
     0 to n_fixed - 1                all pairs of particle types: one row per     GrModelCreate
                                     type of particles, one column per type of
                                     particles and walls
     n_fixed to n_fixed              families: one per ordered pair of            GrModelAddFamilies
       + n_families - 1              materials
     n_fixed + n_families            temporary type of GrModelTryPair             GrModelAddFamilies
     n_kept to n_pair_types - 1      two bodies without a family, at least one    GrModelAdd, at each rebuild of the
                                     of them of type GR_PARTICLE_TYPE_OWN         neighbour list

   A family is a pair type of two materials for all radii. It exists if each law of the rule defines how its
   coefficients scale with effective radius and reduced mass (GrLaw.factors). The coefficients are then computed for
   each contact. They are bitwise equal to the coefficients that the other ranges would give for the same two bodies.

   The coefficients of all laws of a rule are stored one after another, in this order: normal, adhesion, tangential,
   rolling, twisting, bond. The history values are stored in the same order. A normal law with a reach also acts on
   separated bodies. granum stores this law as the adhesion of the rule, and the law `nothing` as the normal law. All
   forces between separated bodies are then forces of adhesion or bonds. */
#ifndef GRANUM_CONTACT_MODEL_H
#define GRANUM_CONTACT_MODEL_H

#include <granum/case.h>

enum {
  /* particle type of a particle whose combination of material, radius and mass is not in the list of particle types */
  GR_PARTICLE_TYPE_OWN = -1,
  GR_PARTICLE_TYPE_MAX = 32,   /* largest number of particle types, not counting the types of walls */
  GR_LAWS_MAX = 3 + GR_SLIDES, /* laws of a contact rule: normal, adhesion, bond, friction laws */
  GR_MODEL_COEFFICIENTS = GR_LAWS_MAX * GR_LAW_COEFFICIENTS_MAX,
  GR_MODEL_HISTORY = GR_LAWS_MAX * GR_LAW_HISTORY_MAX,
  GR_MODEL_SHARED = 64, /* largest number of pair types in GrModel.shared */
  GR_MODEL_WIDTH = 128  /* copies of a coefficient in GrModel.shared: largest number of contacts in a batch */
};

/* Role of a law in its contact rule: normal law, adhesion, friction law (tangential, rolling, twisting), or bond. */
enum { GR_ROLE_NORMAL, GR_ROLE_ADHESION, GR_ROLE_SLIDE, GR_ROLE_BOND = GR_ROLE_SLIDE + GR_SLIDES };

/* A particle type: the properties of a particle or wall on which contact laws depend. */
typedef struct {
  int material;
  double radius; /* [m]; negative: a hollow wall */
  double mass;   /* [kg]; infinite for walls and for particles with a prescribed velocity */
  PetscBool is_wall;
} GrParticleType;

/* An interaction: a contact rule, its laws, and the positions of their coefficients and history values in memory. The
   arrays have one entry for each role of a law (GR_ROLE_...). */
typedef struct {
  const GrContactRule *rule;
  const GrLaw *law[GR_LAWS_MAX];        /* NULL: the rule has no law of this role */
  const GrLawValue *value[GR_LAWS_MAX]; /* parameters of the law */
  int coefficient[GR_LAWS_MAX];         /* index of its first coefficient in the coefficients of the rule */
  int history[GR_LAWS_MAX];             /* index of its first history value in the values of the rule */
  int n_coefficients;                   /* number of coefficients of all laws of the rule */
  int n_history;                        /* number of history values of all laws of the rule */
  /* index of the history value `overlap_max` (largest overlap so far) of the normal law; -1: the law has no such
     value */
  int overlap_max;
  double slip_share;   /* lever arm of the slip velocity = radius - slip_share * overlap; 0 or 1/2 [1] */
  double torque_share; /* lever arm of the torque = radius - torque_share * overlap; 0 or 1/2 [1] */
  PetscBool clips;     /* whether a tensile force of the normal law, while the bodies separate, is replaced by 0 */
  PetscBool slides;    /* whether the rule has a tangential, rolling or twisting law, or bonds */
  PetscBool turns;     /* whether the rule has a rolling or twisting law, or bonds */
  PetscBool damps;     /* whether the rule has a law with damping, or a tangential, rolling or twisting law */
  PetscBool plastic;   /* whether the normal law or the adhesion has history values and so may dissipate plastic work */
  /* whether a tangential, rolling or twisting law adds a fraction of the viscosity of the normal law to its own
     viscosity (GR_SLIDE_SHARE), for at least one pair type */
  PetscBool shares;
  /* whether the normal law of the input also acts on separated bodies. The law is then in the place of the adhesion,
     and the law `nothing` in the place of the normal law (head of this file) */
  PetscBool reaches;
  PetscBool bonds_form; /* whether pairs that touch get a bond at the time of the next evaluation (GrModelSetTime) */
  /* whether some coefficient depends on the reduced mass. Contacts of rigid bodies differ in reduced mass even if they
     have the same pair type */
  PetscBool scales;
  /* [n_coefficients] exponent p: coefficient k is proportional to (reduced mass)^p with p = 0, 1/2 or 1. p is 0 if the
     law does not define how its coefficients scale (GrLaw.factors) */
  double mass_power[GR_MODEL_COEFFICIENTS];
  /* whether the normal law computes contact radius/sqrt(effective radius) and a tangential, rolling or twisting law
     reads it (GrLaw.roots) */
  PetscBool roots;
} GrInteraction;

/* Properties of a pair type besides its coefficients. */
typedef struct {
  int rule;      /* number of the interaction in GrModel.rule */
  double reach;  /* range of adhesion and bonds [m]; 0: none */
  double radius; /* effective radius [m] */
  /* reduced mass [kg]. Infinite for families, because the mass is that of each contact, and for two bodies that never
     have a contact */
  double mass;
} GrModelPairType;

/* Limits of a pair type. The evaluation of forces compares the distance and the overlap of each contact with them. */
typedef struct {
  /* (R1 + R2 + reach)^2 [m^2]: the two bodies interact if the squared distance of their centres is less */
  double touch;
  /* overlap limit of the stability check [m], or a lower bound of the limit (GrModelBoundLimit) */
  double overlap_limit;
} GrNearness;

/* A family: the formulas for the coefficients of a contact rule of two materials, as functions of effective radius and
   reduced mass. */
typedef struct {
  GrLawFactor *factor; /* [n_coefficients] formula of each coefficient; NULL: these two materials have no family */
  /* [n_coefficients][GR_MODEL_WIDTH] numerical factor of each formula, repeated for each contact of a batch */
  double *repeated;
} GrFamily;

/* The contact model of a case: contact rules, pair types and families. Create it with GrModelCreate; free it with
   GrModelDestroy. */
typedef struct GrModel_ {
  const GrCase *the_case;
  int n_rules;
  GrInteraction *rule;           /* [n_rules] */
  int n_coefficients;            /* number of coefficients of a rule, maximum over all rules */
  int n_history;                 /* number of history values of a rule, maximum over all rules */
  int n_normal_history;          /* number of history values of normal law and adhesion, maximum over all rules */
  PetscBool turns;               /* whether some rule has a rolling or twisting law, or bonds */
  PetscBool plastic;             /* whether some rule may dissipate plastic work */
  PetscBool bonds;               /* whether some rule has bonds */
  PetscBool adheres;             /* whether some rule has forces between separated bodies: adhesion or bonds */
  double reach;                  /* largest reach of the pair types below n_fixed [m] */
  int n_rows;                    /* number of particle types, not counting the types of walls */
  int n_particle_types;          /* number of particle types, including the types of walls */
  GrParticleType *particle_type; /* [n_particle_types] types of particles, then types of walls */
  PetscInt n_pair_types;         /* number of pair types */
  PetscInt n_fixed;              /* number of pair types in the first range (head of this file) */
  PetscInt n_kept;               /* number of the first pair type of the last range */
  PetscInt capacity;             /* number of pair types for which memory is allocated */
  PetscInt n_families;           /* number of families: the square of the number of materials, or 0 */
  GrFamily *family;              /* [n_families] */
  GrModelPairType *pair_type;    /* [n_pair_types] */
  GrNearness *span;              /* [n_pair_types] */
  int width;                     /* n_coefficients, rounded up to a multiple of four (GR_ROW) */
  double *coefficient;           /* [n_pair_types][width] */
  /* coefficients of the first pair types, each repeated for each contact of a batch: [n_coefficients][GR_MODEL_WIDTH]
     for each pair type, or NULL */
  double *shared[GR_MODEL_SHARED];
  double step; /* time step of the run [s]; 0: unknown or not fixed */
  /* the velocity of the bodies that is passed to the laws: at the end of the step, predicted, or the mean */
  GrVelocityOf velocity;
} GrModel;

/* Creates the contact model of a case. particle_type: [n_particle_types], types of particles first, then types of
   walls; the model stores a copy. The model uses the case, so free the case after the model. Error GR_EXIT_INPUT if a
   law rejects two particle types, or if a particle does not fit into a hollow wall. Not collective, but all ranks call
   it with the same arguments, so all get the same error. */
PetscErrorCode GrModelCreate(const GrCase *the_case, int n_particle_types, const GrParticleType particle_type[],
                             GrModel *model);

/* Frees a model. Not collective. */
PetscErrorCode GrModelDestroy(GrModel *model);

/* Returns the index in GrModel.rule of the interaction of two materials. The case must have a contact rule for
   them. */
int GrModelRule(const GrModel *model, int material_a, int material_b);

/* Returns the number of the pair type of two particle types. first: type of the particle with the lower id. For a
   contact with a wall, `second` is the type of the wall. */
static inline PetscInt GrModelPairTypeOf(const GrModel *model, PetscInt64 first, PetscInt64 second)
{
  return (PetscInt)(first * model->n_particle_types + second);
}

/* Returns the array [model->width] of the coefficients of a pair type. */
static inline double *GrModelCoefficients(const GrModel *model, PetscInt type)
{
  return model->coefficient + (size_t)model->width * (size_t)type;
}

/* Creates a family for each ordered pair of materials if all laws of their contact rule define how their coefficients
   scale (GrLaw.factors). Does nothing if the model has adhesion, bonds or plastic work. Call it before GrModelAdd. Not
   collective. */
PetscErrorCode GrModelAddFamilies(GrModel *model);

/* Returns the family of a pair type; NULL: the pair type is not a family. */
static inline const GrFamily *GrModelFamily(const GrModel *model, PetscInt type)
{
  const PetscInt k = type - model->n_fixed;
  return k >= 0 && k < model->n_families ? model->family + k : NULL;
}

/* Whether GrModelAdd can fail because a law rejects the radii of two bodies. It cannot fail if each pair of materials
   with a contact rule has a family, because laws with GrLaw.factors accept all radii. */
PetscBool GrModelMayRefuse(const GrModel *model);

/* Finds the family of two bodies and sets *type to its pair type. Returns PETSC_FALSE if the two bodies have no family;
   *type is then invalid. */
PetscBool GrModelFindFamily(const GrModel *model, const GrParticleType body[2], PetscInt *type);

/* Computes the coefficients of two bodies of a family. Stores them in a temporary pair type and returns its number. The
   next call overwrites them. Only the stability check uses this function; the evaluation of forces does not. */
PetscInt GrModelTryPair(GrModel *model, const GrParticleType body[2]);

/* Returns an overlap [m] that is at most the overlap limit of every contact between this body and a body with at least
   the same mass. The smaller result of two bodies is therefore at most the overlap limit of their contact. The body
   must belong to a family. Overwrites the temporary pair type of GrModelTryPair. */
double GrModelSafeOverlap(GrModel *model, const GrParticleType *body);

/* Sets the time of the next evaluation of forces [s]. The parameters `from` and `until` of bond laws define at which
   times touching pairs get bonds. */
void GrModelSetTime(GrModel *model, double time);

/* Deletes the pair types with number n_kept and above, which GrModelAdd has appended. */
void GrModelForget(GrModel *model);

/* Appends a pair type for two bodies and sets *type to its number. Stores only a lower bound of its overlap limit
   (GrModelBoundLimit): few contacts come near the limit, and it takes longer to compute than all coefficients. Error
   GR_EXIT_INPUT if a law rejects the bodies, or if a particle does not fit into a hollow wall. Not collective: the
   error may occur on some ranks only, so the caller must make all ranks agree on it (GrFailAgree). */
PetscErrorCode GrModelAdd(GrModel *model, const GrParticleType body[2], PetscInt *type);

/* Sets the time step of the model [s]. Computes the overlap limit of each pair type below n_fixed (GrModelSetLimit).
   Not collective. */
PetscErrorCode GrModelSetStep(GrModel *model, double step);

/* Computes the overlap limit of a pair type and stores it. It is the smaller of two overlaps [m]: the input value
   time.overlap_limit times `smaller_radius` [m], and the overlap above which the time step of the model is unstable
   (GrModelStepAlone). smaller_radius: smaller radius of the two bodies. */
void GrModelSetLimit(GrModel *model, PetscInt type, double smaller_radius);

/* Computes a lower bound of the overlap limit of a pair type and stores it. This is faster than GrModelSetLimit.
   smaller_radius: smaller radius of the two bodies [m]. */
void GrModelBoundLimit(GrModel *model, PetscInt type, double smaller_radius);

/* Returns the interaction of a pair type: its contact rule, and the positions of the coefficients of its laws. */
static inline const GrInteraction *GrModelInteraction(const GrModel *model, PetscInt type)
{
  return &model->rule[model->pair_type[type].rule];
}

/* Number of contacts that a particle is assumed to have when granum estimates the time step before a run: in an impact,
   and in a packed bed. */
enum { GR_CONTACTS_IMPACT = 3, GR_CONTACTS_BED = 12 };

/* Springs and dashpots of the n contacts of a body, for each role of a law (GR_ROLE_...). Each stiffness [N/m] and
   damping [N s/m] is multiplied by a weight of its contact (argument of GrModelAddSprings). stiffness, damping: sums
   over the contacts. stiffest, most_damped: largest values of a contact. */
typedef struct {
  int n;
  double stiffness[GR_LAWS_MAX], damping[GR_LAWS_MAX], stiffest[GR_LAWS_MAX], most_damped[GR_LAWS_MAX];
} GrModelSprings;

/* Adds a contact of a body to `sum`. type: pair type of the contact; overlap: its overlap [m]; weight: factor on its
   stiffness and damping. tangential_damping: whether the damping of tangential, rolling and twisting laws is included.
   A caller may omit it, because Coulomb's law limits the forces of these dashpots. */
void GrModelAddSprings(const GrModel *model, PetscInt type, double overlap, double weight, PetscBool tangential_damping,
                       GrModelSprings *sum);

/* Returns the longest stable time step [s] of a body with a number of contacts. It is computed from the mean and the
   largest stiffness and damping in `sum` (stable_step.c). mass: reduced mass of the contacts [kg] times the weight that
   was used in `sum`. */
double GrModelStepOf(const GrModel *model, const GrModelSprings *sum, int contacts, double mass);

/* Returns the longest stable time step [s] of a body with this number of contacts, which all have the same pair type
   and the same overlap [m] (stable_step.c). */
double GrModelStep(const GrModel *model, PetscInt type, double overlap, int contacts);

/* Returns the longest stable time step [s] of a body with a single contact with this overlap [m]; in dimension 1 the
   body has two contacts. The stability check compares the time step of the run with this step. The function ignores the
   dashpots of tangential, rolling and twisting laws, because Coulomb's law limits their forces. */
double GrModelStepAlone(const GrModel *model, PetscInt type, double overlap);

/* Returns the longest stable time step [s] of a body between two contacts that close at rest and are then pressed with
   this speed [m/s]. Some normal laws have a viscosity that is larger if the contact closes more slowly. For all other
   laws the function returns INFINITY. lowest, deepest: limits of the overlap in the computation [m]. onset: output, the
   longest step [s] with which the first evaluation of such a contact still gives the viscosity of a contact that closes
   at rest. See stable_step.c. */
double GrModelStepFromRest(const GrModel *model, PetscInt type, double speed, double lowest, double deepest,
                           double *onset);

/* Returns the static force [N] of normal law and adhesion at this overlap [m], if the contact is loaded for the first
   time. A repulsive force is positive. */
double GrModelForce(const GrModel *model, PetscInt type, double overlap);

/* Returns the work [J] against the static forces of normal law and adhesion when a contact is loaded for the first time
   up to this overlap [m]. */
double GrModelWork(const GrModel *model, PetscInt type, double overlap);

/* Returns the largest stiffness [N/m] of normal law and adhesion at overlaps up to this overlap [m]. */
double GrModelStiffness(const GrModel *model, PetscInt type, double overlap);

/* Solves f(model, type, overlap) = target for the overlap [m] by bisection to the last bit. f must increase between
   `lower` and `upper` [m]. Returns the smallest overlap with f >= target, or `upper` if f(upper) <= target. */
double GrModelInvert(const GrModel *model, PetscInt type, double (*f)(const GrModel *, PetscInt, double), double target,
                     double lower, double upper);

/* Writes the names of the laws of a rule to text[length] for messages: "NAME with adhesion NAME, NAME". */
void GrModelLaws(const GrInteraction *rule, char *text, size_t length);

#endif
