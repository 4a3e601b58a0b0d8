/* Model: the contact rules of a case, ready for evaluation.

   A particle type is what many particles share that laws see: material, radius, mass. A pair type is two bodies as the
   laws see them; it has a rule and the coefficients that `prepare` of the rule's laws gave. Pairs of particle types
   have the pair types below n_fixed, made once: a row for each type of particles, a column for each type of particles
   and walls. Walls of one material and one radius share a type, so that the table does not grow with their number. A
   particle whose radius no other shares has type GR_PARTICLE_TYPE_OWN.
   Its pairs are of a family, where the laws say how coefficients follow from radius and mass (`factors`): one pair type
   for two materials, whose coefficients are made contact by contact. The families follow the fixed pair types. Without,
   such pairs get pair types of their own at each rebuild (GrModelAdd), beyond n_kept. What a pair type holds follows
   from its two bodies alone, so it makes no difference to any bit how a body is classed.

   Coefficients of all laws of a rule stand one after the other: normal, adhesion, tangential, rolling, twisting, bond;
   so do their histories. A normal law that has a reach has the place of the adhesion, and its own is held by `nothing`,
   so that all that goes beyond overlap 0 is in one place. */
#ifndef GRANUM_CONTACT_MODEL_H
#define GRANUM_CONTACT_MODEL_H

#include <granum/case.h>

enum {
  GR_PARTICLE_TYPE_OWN = -1,
  GR_PARTICLE_TYPE_MAX = 32,   /* of particles; walls have theirs besides */
  GR_LAWS_MAX = 3 + GR_SLIDES, /* of a rule */
  GR_MODEL_COEFFICIENTS = GR_LAWS_MAX * GR_LAW_COEFFICIENTS_MAX,
  GR_MODEL_HISTORY = GR_LAWS_MAX * GR_LAW_HISTORY_MAX,
  GR_MODEL_SHARED = 64, /* pair types whose coefficients are kept repeated */
  GR_MODEL_WIDTH = 128  /* how often: for so many contacts at a time */
};

/* The role of a law in a rule. */
enum { GR_ROLE_NORMAL, GR_ROLE_ADHESION, GR_ROLE_SLIDE, GR_ROLE_BOND = GR_ROLE_SLIDE + GR_SLIDES };

typedef struct {
  int material;
  double radius, mass; /* [m], negative: hollow; [kg], infinite for walls and particles whose velocity is prescribed */
  PetscBool is_wall;
} GrParticleType;

/* A contact rule as evaluation needs it. */
typedef struct {
  const GrContactRule *rule;
  const GrLaw *law[GR_LAWS_MAX];                  /* NULL: none */
  const GrLawValue *value[GR_LAWS_MAX];           /* values of the law's parameters */
  int coefficient[GR_LAWS_MAX];                   /* number of the law's first coefficient */
  int history[GR_LAWS_MAX];                       /* and of its first value of history */
  int n_coefficients, n_history;                  /* of all its laws */
  int overlap_max;                                /* number of the value of that name of the normal law, or -1 */
  double slip_share, torque_share;                /* of the overlap that the levers of slip and torque lose: 0 or 1/2 */
  PetscBool clips, slides, turns, damps, plastic; /* tension clipped; any law of sliding; rolling or twisting; any
                                                    dashpot; histories that spend energy */
  PetscBool shares;     /* some pair type has a law of sliding that takes from the viscosity of the normal law */
  PetscBool reaches;    /* the normal law acts beyond overlap 0, in the place of the adhesion */
  PetscBool bonds_form; /* pairs that touch get a bond at present */
  PetscBool roots;      /* the normal law and some law of sliding take the square root of the overlap */
} GrInteraction;

/* What is kept of a pair type besides its coefficients. */
typedef struct {
  int rule;      /* number of the interaction */
  double reach;  /* of adhesion and bonds [m]; 0 without */
  double radius; /* effective [m] */
  double mass;   /* reduced [kg]; infinite if neither can move */
  double widest; /* its overlap_limit is a lower bound so far, and less than this [m]; 0: it is the limit */
} GrModelPairType;

/* How near two bodies of a pair type must be, and may come: what an evaluation asks of each contact. */
typedef struct {
  double touch;         /* (R1 + R2 + reach)^2: they act on each other when their centres are nearer [m^2] */
  double overlap_limit; /* the guard's, or a lower bound of it, see GrModelFindLimit [m] */
} GrNearness;

/* Pairs of two materials, whatever their radii. */
typedef struct {
  GrLawFactor *factor; /* of all coefficients of the rule; NULL: they have none */
  double *repeated;    /* [n_coefficients][GR_MODEL_WIDTH]: the factors, each number repeated */
} GrFamily;

typedef struct GrModel_ {
  const GrCase *the_case;
  int n_rules;
  GrInteraction *rule;
  int n_coefficients, n_history;   /* largest of the rules */
  int n_normal_history;            /* the same, of normal law and adhesion */
  PetscBool turns, plastic, bonds; /* any rule has rolling or twisting, histories that spend energy, bonds */
  PetscBool adheres;               /* or acts on bodies that are apart */
  double reach;                    /* largest of the pair types below n_fixed [m] */
  int n_rows, n_particle_types;    /* types of particles; types of particles and walls */
  GrParticleType *particle_type;   /* [n_particle_types] particles first */
  PetscInt n_pair_types, n_fixed, n_kept, capacity;
  PetscInt n_families;             /* materials squared, or none; pair types n_fixed and following */
  GrFamily *family;                /* [n_families] */
  GrModelPairType *pair_type;      /* [n_pair_types] */
  GrNearness *span;                /* [n_pair_types] */
  int width;                       /* n_coefficients, in whole rows (base/math/vec4.h) */
  double *coefficient;             /* [n_pair_types][width], of which the first are the type's */
  double *shared[GR_MODEL_SHARED]; /* [n_coefficients][GR_MODEL_WIDTH] of types below n_fixed, each number repeated */
  double step;                     /* with which the run goes; 0: not known or not fixed */
  GrVelocityOf velocity;           /* velocity of the bodies at force time */
} GrModel;

/* `particle_type`: of particles, then of walls; the model keeps a copy. The case must outlive the model. */
PetscErrorCode GrModelCreate(const GrCase *the_case, int n_particle_types, const GrParticleType particle_type[],
                             GrModel *model);
PetscErrorCode GrModelDestroy(GrModel *model);

/* Number of the interaction of two materials. */
int GrModelRule(const GrModel *model, int material_a, int material_b);

/* The pair type of two particle types; the first is the body with the lower id, a wall is always second. */
static inline PetscInt GrModelPairTypeOf(const GrModel *model, PetscInt64 first, PetscInt64 second)
{
  return (PetscInt)(first * model->n_particle_types + second);
}

static inline double *GrModelCoefficients(const GrModel *model, PetscInt type)
{
  return model->coefficient + (size_t)model->width * (size_t)type;
}

/* Families, before any GrModelAdd: of materials whose laws have factors, in a model without adhesion and without
   histories that spend energy. */
PetscErrorCode GrModelAddFamilies(GrModel *model);

/* NULL: the pair type is none. */
static inline const GrFamily *GrModelFamily(const GrModel *model, PetscInt type)
{
  const PetscInt k = type - model->n_fixed;
  return k >= 0 && k < model->n_families ? model->family + k : NULL;
}

/* May laws refuse two bodies for their sizes? Not where all materials that touch each other have families. */
PetscBool GrModelMayRefuse(const GrModel *model);

/* The family of two bodies; PETSC_FALSE: they have none. */
PetscBool GrModelFindFamily(const GrModel *model, const GrParticleType body[2], PetscInt *type);

/* A pair type that holds two bodies of a family until the next call: for what needs more than forces. */
PetscInt GrModelTryPair(GrModel *model, const GrParticleType body[2]);

/* Overlap [m] of a body of a family up to which no contact with a body that is not lighter exceeds its overlap limit.
   The minimum of the values of both bodies is safe for every pair. */
double GrModelSafeOverlap(GrModel *model, const GrParticleType *body);

/* The time of the evaluation at hand [s], by which pairs that touch get bonds or do not. */
void GrModelSetTime(GrModel *model, double time);

/* Forgets the pair types beyond n_kept. */
void GrModelForget(GrModel *model);

/* A pair type of its own for two bodies, with a lower bound of the guard's limit: few of these come near it, and the
   limit takes longer to find than all the rest. */
PetscErrorCode GrModelAdd(GrModel *model, const GrParticleType body[2], PetscInt *type);

/* The guard's limit of every pair type: what time.overlap_limit allows, and the overlap at which `step` is stable no
   more. */
PetscErrorCode GrModelSetStep(GrModel *model, double step);

/* The same for one pair type, whose smaller radius is this, with the step of the model. */
void GrModelSetLimit(GrModel *model, PetscInt type, double smaller_radius);

/* A lower bound of it, which is found faster; GrModelFindLimit computes the limit when it is needed. */
void GrModelBoundLimit(GrModel *model, PetscInt type, double smaller_radius);

static inline const GrInteraction *GrModelInteraction(const GrModel *model, PetscInt type)
{
  return &model->rule[model->pair_type[type].rule];
}

/* Overlap limit of a pair type. The first call computes and stores it; before that only a lower bound is known. */
double GrModelFindLimit(GrModel *model, PetscInt type);

/* Longest stable step [s] of a body with this number of contacts of this pair type at this overlap [m]. Estimates
   before a run assume the numbers of contacts below for an impact and for a bed. See stable_step.c. */
enum { GR_CONTACTS_IMPACT = 3, GR_CONTACTS_BED = 12 };
double GrModelStep(const GrModel *model, PetscInt type, double overlap, int contacts);

/* The same for a body with a single contact (on a line: two contacts). The stability check of a run compares it with
   the step. Coulomb's law limits the tangential dashpot, so it does not count here. */
double GrModelStepAlone(const GrModel *model, PetscInt type, double overlap);

/* Static force [N] and work [J] of a pair type at this overlap [m] on first loading, and the largest stiffness [N/m] of
   normal law and adhesion up to it. */
double GrModelForce(const GrModel *model, PetscInt type, double overlap);
double GrModelWork(const GrModel *model, PetscInt type, double overlap);
double GrModelStiffness(const GrModel *model, PetscInt type, double overlap);

/* Smallest overlap in (lower, upper] at which f, which increases there, reaches `target`, to the last bit; `upper` if
   it never does. */
double GrModelInvert(const GrModel *model, PetscInt type, double (*f)(const GrModel *, PetscInt, double), double target,
                     double lower, double upper);

/* What a message calls the laws of a rule: "NAME with adhesion NAME, NAME". */
void GrModelLaws(const GrInteraction *rule, char *text, size_t length);

#endif
