/* Materials, contact rules (the contact laws of two materials), and the shapes of bodies. All
   numbers are in SI units. */
#ifndef GRANUM_CASE_MATERIAL_H
#define GRANUM_CASE_MATERIAL_H

#include "case/wall.h"
#include <granum/law.h>
#include <petscsys.h>
#include <stdbool.h>

/* Value in GrContactRule.material for '*' in the input: the rule applies to any material. */
enum { GR_ANY = -1 };

/* Wear of a surface by particles that slide on it, by Archard's law (src/bulk/wear/wear.h). The input gives K and H, or
   K/H; NaN: it does not give the value. */
typedef struct {
  double coefficient; /* K [1] */
  double hardness;    /* H [Pa] */
  double rate;        /* K/H [1/Pa] */
} GrWear;

/* One entry of `materials`: a material. */
typedef struct {
  char name[GR_NAME_MAX];
  GrLawBody body; /* density, elastic constants and yield stress; NaN: the input does not give the value */
  GrWear wear;    /* wear of walls of this material */
  GrPlace place;  /* line and column in the input, for messages */
} GrMaterial;

/* Treatment of a tensile (negative) normal force. CLIP: the force is set to 0. ALLOW: the tensile force acts. */
typedef enum { GR_TENSION_CLIP, GR_TENSION_ALLOW } GrTension;

/* Types of friction law in a contact rule: a law against sliding, against rolling, and against twisting (rotation about
   the normal). GR_SLIDES: number of types. */
enum { GR_TANGENTIAL, GR_ROLLING, GR_TWISTING, GR_SLIDES };

/* Lever arm of the friction force: distance from the centre of a sphere to the contact point. R: radius; d: overlap.
   CONTACT: R - d/2. RADIUS: R. MIXED: R for the slip velocity, and R - d/2 for the torque, as in the granular pair
   styles of LAMMPS; energy is then not conserved. */
typedef enum { GR_LEVER_CONTACT, GR_LEVER_RADIUS, GR_LEVER_MIXED } GrLever;

/* One entry of `contacts`: a contact rule, which assigns contact laws to two materials. */
typedef struct {
  int material[2];  /* the two materials of the rule: indices in GrCase.materials, or GR_ANY for '*' */
  const GrLaw *law; /* law of the normal force */
  GrLawValue value[GR_LAW_PARAMETERS_MAX]; /* values of the parameters of `law`, in the order of GrLaw.parameters */
  GrTension tension;
  bool allows;           /* whether `tension` is GR_TENSION_ALLOW by default, because the rule belongs to an impact */
  const GrLaw *adhesion; /* law of adhesion; NULL: no adhesion */
  GrLawValue adhesion_value[GR_LAW_PARAMETERS_MAX]; /* values of the parameters of `adhesion` */
  /* friction laws, with the index GR_TANGENTIAL, GR_ROLLING or GR_TWISTING; NULL: no law of this type. Particles in
     dimension 2 and 3 may have all three, mechanisms (`problem: mechanism`) only GR_TANGENTIAL, other problems none */
  const GrLaw *slide[GR_SLIDES];
  GrLawValue slide_value[GR_SLIDES][GR_LAW_PARAMETERS_MAX]; /* values of the parameters of each friction law */
  GrLever lever;
  const GrLaw *bond;                            /* law of the bonds between two particles; NULL: no bonds */
  GrLawValue bond_value[GR_LAW_PARAMETERS_MAX]; /* values of the parameters of `bond` */
  char *bond_list; /* name of a file that lists pairs of particles (ids) between which bonds form; NULL: no file */
  bool used;       /* whether at least one pair of bodies in the case uses this rule */
  bool clipped;    /* whether `law` pulls a pair of bodies at rest, and tension: clip, not given, takes the pull away */
  /* text of a warning: the rule in the input uses an old name of a law; "": no warning, all names are current */
  char renamed[2 * GR_NAME_MAX];
  GrPlace place; /* line and column in the input, for messages */
} GrContactRule;

/* Shape of a body: a sphere, or a plane, whose radius is infinite. */
typedef enum { GR_SHAPE_SPHERE, GR_SHAPE_PLANE } GrShape;

/* Computes effective radius, reduced mass, moduli and yield stress of two spheres, from which the laws of a contact
   rule compute their coefficients. Sets GrLawPair.no_pull from the tension of the rule. */
void GrCaseRulePair(const GrContactRule *rule, const GrLawBody body[2], const double radius[2], const double mass[2],
                    GrLawPair *pair);

#endif
