/* Parts of a contact model (contact/model.h). An interaction is a contact rule of two materials with its laws. A pair
   type has the coefficients of these laws for two bodies; a family has them as functions of radius and mass. */
#ifndef GRANUM_CONTACT_INTERACTION_H
#define GRANUM_CONTACT_INTERACTION_H

#include "case/material.h"
#include <stdbool.h>

enum {
  /* type of a particle whose combination of material, radius and mass is not in the list of particle types */
  GR_PARTICLE_TYPE_OWN = -1,
  GR_PARTICLE_TYPE_MAX = 32,   /* largest number of particle types, not counting the types of walls */
  GR_LAWS_MAX = 3 + GR_SLIDES, /* largest number of laws of a contact rule: normal, adhesion, bond, friction laws */
  GR_MODEL_COEFFICIENTS = GR_LAWS_MAX * GR_LAW_COEFFICIENTS_MAX, /* largest number of coefficients of a contact rule */
  GR_MODEL_HISTORY = GR_LAWS_MAX * GR_LAW_HISTORY_MAX,           /* largest number of history values of a contact */
  GR_MODEL_SHARED = 64, /* largest number of pair types for which GrPairTypes.shared has copies of the coefficients */
  GR_MODEL_WIDTH = 128 /* largest number of contacts in a batch, and of copies of a coefficient in GrPairTypes.shared */
};

/* Role of a law in its contact rule: normal law, adhesion, friction law (tangential, rolling, twisting), or bond. */
enum { GR_ROLE_NORMAL, GR_ROLE_ADHESION, GR_ROLE_SLIDE, GR_ROLE_BOND = GR_ROLE_SLIDE + GR_SLIDES };

/* How a body moves. FREE: forces accelerate it. The input prescribes the motion of the other bodies: AT_REST, or
   DRIVEN if the body moves or if a servo moves it. */
typedef enum { GR_BODY_FREE, GR_BODY_AT_REST, GR_BODY_DRIVEN, GR_BODY_MOTIONS } GrBodyMotion;

/* A particle type: the properties of a particle or wall on which contacts depend. */
typedef struct {
  PetscInt64 material; /* number of the material in the case, from 0 */
  double radius;       /* radius [m]; infinite: a flat wall; negative: a hollow wall, with particles inside */
  double mass;         /* mass [kg], also if the motion is prescribed; infinite: a wall without a mass */
  bool is_wall;        /* whether it is the type of a wall, not of a particle */
  PetscInt64 motion;   /* GrBodyMotion */
} GrParticleType;

/* An interaction: a contact rule of two materials, its laws, and the positions of their coefficients and history values
   in arrays. The arrays [GR_LAWS_MAX] have one element for each role of a law (GR_ROLE_...). */
typedef struct {
  const GrContactRule *rule;     /* contact rule of the case: two materials, and the input values of their laws */
  const GrLaw *law[GR_LAWS_MAX]; /* law of each role; NULL: the rule has no law of this role */
  const GrLawValue *value[GR_LAWS_MAX]; /* parameters of the law of each role */
  int coefficient[GR_LAWS_MAX];         /* index of the first coefficient of the law in the coefficients of the rule */
  int history[GR_LAWS_MAX];             /* index of the first history value of the law in the values of the rule */
  int n_coefficients;                   /* number of coefficients of all laws of the rule */
  int n_history;                        /* number of history values of all laws of the rule */
  /* index of the history value `overlap_max` (largest overlap so far) of the normal law; -1: the law has no such
     value */
  int overlap_max;
  double slip_share;   /* lever arm of the slip velocity = radius - slip_share * overlap; 0 or 1/2 [1] */
  double torque_share; /* lever arm of the torque = radius - torque_share * overlap; 0 or 1/2 [1] */
  bool clips;          /* whether a tensile force of the normal law is replaced by 0 */
  bool turns;          /* whether the rule has a rolling or twisting law, or bonds */
  bool damps;          /* whether the rule has a law with damping, or a tangential, rolling or twisting law */
  /* whether a tangential, rolling or twisting law adds a fraction of the viscosity of the normal law to its own
     viscosity (GR_SLIDE_SHARE), for at least one pair type */
  bool shares;
  /* whether the normal law of the input also acts on separated bodies. If so, this law has the role
     GR_ROLE_ADHESION, and the law `nothing`, which has no force, has the role of the normal law */
  bool reaches;
  /* whether particles that touch at the time of the next evaluation of forces get a bond (GrModelSetTime) */
  bool bonds_form;
  /* whether some coefficient depends on the reduced mass. Contacts of rigid bodies with the same pair type may then
     have different coefficients */
  bool scales;
  /* [n_coefficients] exponent p: coefficient k is proportional to (reduced mass)^p with p = 0, 1/2 or 1. p is 0 if the
     law does not define how its coefficients scale (GrLaw.factors) */
  double mass_power[GR_MODEL_COEFFICIENTS];
  /* whether the normal law computes contact radius/sqrt(effective radius) and a tangential, rolling or twisting law
     reads it (GrLaw.roots) */
  bool roots;
} GrInteraction;

/* Properties of a pair type (two bodies that may touch) besides the coefficients of its laws. */
typedef struct {
  int rule;      /* index in GrModel.rule of the contact rule with its laws */
  double reach;  /* largest surface distance at which adhesion or bonds act [m]; 0: no adhesion, no bonds */
  double radius; /* effective radius of the two bodies [m] */
  /* reduced mass of the two bodies [kg]. Infinite for a family (a pair type for all radii of two materials), and for
     two bodies that never have a contact */
  double mass;
  bool prescribed; /* whether the motion of both bodies is prescribed: no time step is unstable in their contact */
} GrModelPairType;

/* Limits of a pair type. The evaluation of forces compares the distance and the overlap of each contact with them. */
typedef struct {
  /* (R1 + R2 + reach)^2 [m^2]: the two bodies interact if the squared distance of their centres is less */
  double touch;
  /* overlap limit of the stability check [m]. A pair type that GrModelAdd appends has a lower bound of the limit,
     because the limit takes long to compute (GrModelBoundLimit) */
  double overlap_limit;
} GrNearness;

/* A family: the formulas of one contact rule. For each contact of two materials they give the coefficients of the
   laws from its effective radius and its reduced mass. */
typedef struct {
  GrLawFactor *factor; /* [n_coefficients] formula of each coefficient; NULL: these two materials have no family */
  /* [n_coefficients][GR_MODEL_WIDTH] numerical factor in the formula of each coefficient, repeated for each contact of
     a batch */
  double *repeated;
} GrFamily;

#endif
