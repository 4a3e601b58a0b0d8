/* Checks of the surfaces and contacts of a mechanism. */
#include "input/case/checks.h"
#include <string.h>

enum { LIST_MAX = 512 };

/* ---- its surfaces ---- */

static PetscErrorCode CheckNames(const GrMechanismCase *motion, const GrNode *surfaces)
{
  const GrMechanism *m = motion->mechanism;
  char list[LIST_MAX] = ""; /* "mass, stop" */
  for (int i = 0; i < m->n_surfaces; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", m->surface[i].name);
  for (const GrNode *child = surfaces->first; child; child = child->next) {
    bool known = false;
    for (int i = 0; i < m->n_surfaces; i++)
      known = known || strcmp(child->key, m->surface[i].name) == 0;
    if (!known)
      return GrNodeComplainKey(child, "is not a surface of the mechanism %s; its surfaces are: %s", m->name, list);
  }
  for (int i = 0; i < m->n_surfaces; i++) {
    if (!GrNodeGet(surfaces, m->surface[i].name))
      return GrNodeComplainMissing(surfaces, m->surface[i].name, "is missing, and the mechanism %s has it; give %s",
                                   m->name, m->surface[i].meaning);
  }
  return 0;
}

/* Infinite: a plane; negative: a socket. */
static double RadiusOf(const GrSurface *surface)
{
  double radius = surface->concave ? -surface->radius : surface->radius;
  return surface->shape == GR_SHAPE_PLANE ? INFINITY : radius;
}

static PetscErrorCode CheckFit(const GrCase *the_case, const GrNode *surfaces, const GrMechanismContact *contact)
{
  const GrSurface *a = &the_case->motion.surface[contact->surface[0]],
                  *b = &the_case->motion.surface[contact->surface[1]];
  const double sum = RadiusOf(a) + RadiusOf(b);
  const GrSurface *socket = a->concave ? a : b, *ball = a->concave ? b : a;
  if (!socket->concave)
    return 0;
  if (ball->concave || ball->shape == GR_SHAPE_PLANE)
    return GrNodeComplainKey(
        GrNodeGet(GrNodeGet(surfaces, socket->name), "concave"),
        "the surface that touches the socket '%s' is not a sphere, and does not fit into it; make '%s' a sphere",
        socket->name, ball->name);
  if (!(sum < 0))
    return GrNodeComplain(GrNodeGet(GrNodeGet(surfaces, socket->name), "radius"),
                          "the socket must be larger than what is in it; write a radius above %.15g m", ball->radius);
  return 0;
}

const char *GrCaseMechanism(const GrCase *the_case, double coefficient[GR_MECHANISM_COEFFICIENTS_MAX])
{
  const GrMechanismCase *motion = &the_case->motion;
  double radius[GR_MECHANISM_SURFACES_MAX];
  for (int i = 0; i < motion->n_surfaces; i++)
    radius[i] = RadiusOf(&motion->surface[i]);
  return motion->mechanism->prepare(motion->value, radius, coefficient);
}

void GrCaseMechanismPair(const GrCase *the_case, const double *coefficient, int k, GrLawPair *pair,
                         const GrContactRule **rule)
{
  const GrMechanismCase *motion = &the_case->motion;
  const int *surface = motion->mechanism->contact[k].surface;
  double all[GR_MECHANISM_SURFACES_MAX], mass[2], radius[2];
  GrLawBody body[2];
  motion->mechanism->body_mass(coefficient, all);
  for (int i = 0; i < 2; i++) {
    const GrSurface *s = &motion->surface[surface[i]];
    body[i] = the_case->materials[s->material].body;
    radius[i] = RadiusOf(s);
    mass[i] = all[surface[i]];
  }
  *rule = GrCaseRule(the_case, motion->surface[surface[0]].material, motion->surface[surface[1]].material);
  GrCaseRulePair(*rule, body, radius, mass, pair);
}

/* ---- its contacts ---- */

/* A law of friction with a history would need commits at steps whose length suits friction. The solver chooses its
   steps for the normal law. */
static PetscErrorCode CheckKinds(const GrContactRule *rule, const GrNode *contact)
{
  const GrLaw *slide = rule->slide[GR_TANGENTIAL];
  if (rule->adhesion)
    return GrNodeComplainKey(GrNodeGet(contact, "adhesion"),
                             "acts at a distance, and contacts of a mechanism begin at overlap 0; remove it");
  if (rule->law->reach)
    return GrNodeComplain(GrNodeGet(GrNodeGet(contact, "normal"), "law"),
                          "the law %s holds beyond overlap 0, where contacts of a mechanism end; write a law without "
                          "adhesion, such as hertz",
                          rule->law->name);
  if (slide && slide->n_history > 0)
    return GrNodeComplain(GrNodeGet(GrNodeGet(contact, "tangential"), "law"),
                          "the law %s remembers, and mechanisms take friction without memory; write coulomb_smooth",
                          slide->name);
  return 0;
}

static PetscErrorCode CheckContact(const GrCase *the_case, const GrNode *root, const double *coefficient, int k)
{
  const GrMechanismCase *motion = &the_case->motion;
  const GrMechanismContact *row = &motion->mechanism->contact[k];
  const GrSurface *a = &motion->surface[row->surface[0]], *b = &motion->surface[row->surface[1]];
  const GrContactRule *rule;
  GrLawPair pair;
  char who[2 * GR_NAME_MAX + 16];
  PetscCall(GrCaseCheckRule(the_case, root, a->material, b->material));
  GrCaseMechanismPair(the_case, coefficient, k, &pair, &rule);
  PetscCall(CheckKinds(rule, GrNodeAt(GrNodeGet(root, "contacts"), (int)(rule - the_case->rules))));
  snprintf(who, sizeof who, "'%s' and '%s'", a->name, b->name);
  return GrCaseCheckLaws(the_case, root, rule, &pair, who);
}

PetscErrorCode GrCaseCheckMechanism(GrCase *the_case, const GrNode *root)
{
  GrMechanismCase *motion = &the_case->motion;
  const GrNode *surfaces = GrNodeGet(root, "surfaces");
  double coefficient[GR_MECHANISM_COEFFICIENTS_MAX];
  PetscCall(GrCaseCheckPoints(root, motion->every, motion->end));
  PetscCall(CheckNames(motion, surfaces));
  const GrMechanism *m = motion->mechanism;
  for (int i = 0; i < m->n_surfaces; i++) { /* sorts the surfaces into the order of the mechanism */
    for (int j = i; j < m->n_surfaces; j++) {
      GrSurface other = motion->surface[j];
      if (strcmp(other.name, m->surface[i].name) != 0)
        continue;
      motion->surface[j] = motion->surface[i];
      motion->surface[i] = other;
    }
  }
  for (int k = 0; k < motion->mechanism->n_contacts; k++)
    PetscCall(CheckFit(the_case, surfaces, &motion->mechanism->contact[k]));
  const char *sentence = GrCaseMechanism(the_case, coefficient);
  if (sentence)
    return GrNodeComplainKey(GrNodeGet(root, "mechanism"), "%s", sentence);
  PetscCall(GrCaseCheckRules(the_case, root));
  for (int k = 0; k < motion->mechanism->n_contacts; k++)
    PetscCall(CheckContact(the_case, root, coefficient, k));
  return 0;
}
