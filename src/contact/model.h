/* Contact model: the contact rules of a case (the laws for two materials) and the coefficients of their laws, in the
   form that the evaluation of contact forces uses.

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
     n_kept to n - 1                 two bodies without a family, at least one    GrModelAdd, at each rebuild of the
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

#include "contact/interaction.h"

#include "case/case.h"
#include <stdbool.h>

/* The pair types of a contact model (two bodies that may touch). */
typedef struct {
  PetscInt n;       /* number of pair types */
  PetscInt n_fixed; /* the types 0 to n_fixed - 1 are the pairs of two types in the list GrModel.particle_type */
  /* types from number n_kept on have been created by GrModelAdd; the next rebuild deletes them */
  PetscInt n_kept;
  PetscInt capacity;     /* number of pair types for which memory is allocated */
  GrModelPairType *type; /* [n] contact rule, reach, radius and mass */
  /* [n] squared distance of the centres below which the two bodies interact, and the overlap limit */
  GrNearness *span;
  int width;           /* GrModel.n_coefficients, rounded up to a multiple of four (GR_ROW) */
  double *coefficient; /* [n][width] coefficients of the laws */
  /* for each of the first GR_MODEL_SHARED types: its coefficients, each repeated for every contact of a batch,
     [n_coefficients][GR_MODEL_WIDTH]; NULL: not stored */
  double *shared[GR_MODEL_SHARED];
} GrPairTypes;

/* The contact model of a case: contact rules, pair types and families. Create it with GrModelCreate; free it with
   GrModelDestroy. */
typedef struct GrModel_ {
  const GrCase *the_case; /* case that defines the materials and the rules; the model does not own it */
  int n_rules;            /* number of contact rules of the case */
  GrInteraction *rule;    /* [n_rules] contact rules with their laws, in the order of the case */
  int n_coefficients;     /* number of coefficients of a rule, maximum over all rules */
  int n_history;          /* number of history values of a rule, maximum over all rules */
  /* number of history values of normal law and adhesion, maximum over all rules. If it is not 0, contacts may dissipate
     plastic work */
  int n_normal_history;
  bool turns;                    /* whether some rule has a rolling or twisting law, or bonds */
  bool bonds;                    /* whether some rule has bonds */
  bool adheres;                  /* whether some rule has forces between separated bodies: adhesion or bonds */
  double reach;                  /* largest surface distance at which the laws of pair types 0 to n_fixed - 1 act [m] */
  int n_rows;                    /* number of particle types, not counting the types of walls */
  int n_particle_types;          /* number of particle types, including the types of walls */
  GrParticleType *particle_type; /* [n_particle_types] types of particles, then types of walls */
  GrPairTypes pairs;             /* pair types, with the coefficients of their laws */
  PetscInt n_families;           /* number of families: the square of the number of materials, or 0 */
  /* [n_families] formulas for the coefficients of two materials as functions of radius and mass */
  GrFamily *family;
  double step; /* time step of the run [s]; 0: unknown or not fixed */
  /* velocity of the bodies that the laws get: at the end of the step, its prediction, or the mean over the step */
  GrVelocityOf velocity;
} GrModel;

/* Creates the contact model of a case. particle_type: [n_particle_types], types of particles first, then types of
   walls; the model stores a copy. The model uses the case, so free the case after the model. Error GR_EXIT_INPUT if a
   law rejects two particle types, or if a particle does not fit into a hollow wall. Not collective. All ranks call it
   with the same arguments and so get the same error. */
PetscErrorCode GrModelCreate(const GrCase *the_case, int n_particle_types, const GrParticleType particle_type[],
                             GrModel *model);

/* Frees a model. Not collective. */
PetscErrorCode GrModelDestroy(GrModel *model);

/* Returns the index in GrModel.rule of the interaction of two materials, which must have a contact rule. */
int GrModelRule(const GrModel *model, int material_a, int material_b);

/* Returns the number of the pair type of two particle types (indices in GrModel.particle_type). first: type of the
   particle with the lower id. For a contact with a wall, `second` is the type of the wall. */
static inline PetscInt GrModelPairTypeOf(const GrModel *model, PetscInt64 first, PetscInt64 second)
{
  return (PetscInt)(first * model->n_particle_types + second);
}

/* Returns the coefficients of the laws of a pair type, an array [model->pairs.width]. */
static inline double *GrModelCoefficients(const GrModel *model, PetscInt type)
{
  return model->pairs.coefficient + (size_t)model->pairs.width * (size_t)type;
}

/* Creates a family for each ordered pair of materials: formulas for the coefficients as functions of radius and mass.
   All laws of the contact rule must have such formulas (GrLaw.factors). Does nothing if the model has adhesion, bonds
   or plastic work. Call it before GrModelAdd. Not collective. */
PetscErrorCode GrModelAddFamilies(GrModel *model);

/* Returns the family of a pair type: formulas for its coefficients as functions of radius and mass. NULL: its
   coefficients are fixed. */
static inline const GrFamily *GrModelFamily(const GrModel *model, PetscInt type)
{
  const PetscInt k = type - model->pairs.n_fixed;
  return k >= 0 && k < model->n_families ? model->family + k : NULL;
}

/* Whether GrModelAdd can fail because a law rejects the radii of two bodies. It cannot fail if each pair of materials
   with a contact rule has a family: one pair type for all radii, whose laws have GrLaw.factors and accept all radii. */
bool GrModelMayRefuse(const GrModel *model);

/* Returns how a particle of a group moves. motion: its velocity [m/s] and spin [rad/s], which are constant if the input
   prescribes them. */
GrBodyMotion GrModelMotionOf(const GrCase *the_case, PetscInt64 group, const double motion[6]);

/* Sets *type to the pair type of two free bodies if their materials have a family (coefficients as functions of radius
   and mass). Otherwise returns false; *type is then invalid. */
bool GrModelFindFamily(const GrModel *model, const GrParticleType body[2], PetscInt *type);

/* Computes the coefficients of two bodies whose materials have a family (coefficients as functions of radius and mass).
   Stores them in a temporary pair type, which the next call overwrites, and returns its number. Only for the stability
   check, not for the evaluation of forces. */
PetscInt GrModelTryPair(GrModel *model, const GrParticleType body[2]);

/* Sets the time of the next evaluation of forces [s]. The parameters `from` and `until` of bond laws define at which
   times touching pairs get bonds. */
void GrModelSetTime(GrModel *model, double time);

/* Deletes the pair types that GrModelAdd has appended, before a rebuild of the neighbour list. */
void GrModelForget(GrModel *model);

/* Appends a pair type for two bodies and sets *type to its number. Stores only a lower bound of its overlap limit
   (GrModelBoundLimit): few contacts come near the limit, and it takes longer to compute than all coefficients. Error
   GR_EXIT_INPUT if a law rejects the bodies, or if a particle does not fit into a hollow wall. Not collective: the
   error may occur on some ranks only, so the caller must make all ranks agree on it (GrFailAgree). */
PetscErrorCode GrModelAdd(GrModel *model, const GrParticleType body[2], PetscInt *type);

/* Appends the pair type of two bodies whose effective quantities are known, for impacts: the cases of a study have the
   same laws but other parameters. rule: index in GrModel.rule of the laws; values: a contact rule with these laws and
   the parameters of the two bodies, which the input has checked. The type has no overlap limit. Not collective. */
PetscErrorCode GrModelAddPair(GrModel *model, int rule, const GrContactRule *values, const GrLawPair *pair,
                              PetscInt *type);

/* Passes the time step of the run [s] to the contact model. Computes the overlap limit of each pair of listed particle
   types (GrModelSetLimit). Not collective. */
void GrModelSetStep(GrModel *model, double step);

/* Returns the interaction of a pair type: its contact rule, and the positions of the coefficients of its laws. */
static inline const GrInteraction *GrModelInteraction(const GrModel *model, PetscInt type)
{
  return &model->rule[model->pairs.type[type].rule];
}

/* Returns the static force [N] of normal law and adhesion, > 0 repulsive, in a contact of this pair type that is loaded
   for the first time up to this overlap [m]. */
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

/* Writes the names of the laws of a contact rule to text[length], for messages: normal law, adhesion, further laws, in
   the form "NAME with adhesion NAME, NAME". */
void GrModelLaws(const GrInteraction *rule, char *text, size_t length);

#endif
