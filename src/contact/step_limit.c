/* step_limit: names the spring or the dashpot that limits the stable step of a contact, and what would relax it.

   The stable step is computed again without each dashpot and without each spring. If all dashpots together shorten it
   by more than a fifth, the limit is the dashpot whose absence lengthens it most; otherwise it is a spring. */
#include "contact/stable_step.h"

#include <math.h>

static const double much = 1.25; /* dashpots that shorten the step by more than this factor are its limit */

static const struct {
  const char *key;     /* of the law in the input */
  const char *spring;  /* what makes the stable step longer if the spring limits it */
  const char *dashpot; /* the same for the dashpot */
  bool plural;         /* whether `spring` is a plural */
} roles[GR_LAWS_MAX] = {
    [GR_ROLE_NORMAL] = {"normal", "softer materials, lower speeds or loads", "a higher restitution", true},
    [GR_ROLE_ADHESION] = {"adhesion", "softer materials or less adhesion", "a higher restitution", true},
    [GR_ROLE_SLIDE +
        GR_TANGENTIAL] = {"tangential", "a lower tangential stiffness", "a smaller tangential damping", false},
    [GR_ROLE_SLIDE + GR_ROLLING] = {"rolling", "a lower rolling stiffness", "a smaller damping of rolling", false},
    [GR_ROLE_SLIDE + GR_TWISTING] = {"twisting", "a lower twisting stiffness", "a smaller damping of twisting", false},
    [GR_ROLE_BOND] = {"bond", "softer bonds", "less damping of bonds", true},
};

/* Returns the stable step of a body [s] without the dashpot (`damping`) or the spring of the law of a role. */
static double StepWithout(const GrModel *m, const GrModelSprings *all, int contacts, double mass, int role,
                          bool damping)
{
  GrModelSprings one = *all;

  if (damping)
    one.damping[role] = one.most_damped[role] = 0;
  else
    one.stiffness[role] = one.stiffest[role] = 0;
  return GrModelStepOf(m, &one, contacts, mass);
}

/* Returns the role whose spring or dashpot shortens the stable step most, and the step without it [s]. */
static int FindRole(const GrModel *m, const GrModelSprings *all, int contacts, double mass, bool damping,
                    double *without)
{
  int found = GR_ROLE_NORMAL;

  *without = 0;
  for (int role = 0; role < GR_LAWS_MAX; role++) {
    const double step = StepWithout(m, all, contacts, mass, role, damping);
    if (!((damping ? all->damping : all->stiffness)[role] > 0) || !(step > *without))
      continue;
    found = role;
    *without = step;
  }
  return found;
}

double GrModelDescribeLimit(const GrModel *m, PetscInt type, double overlap, int contacts, bool tangential_damping,
                            size_t length, char *text)
{
  const double mass = m->pairs.type[type].mass;
  const GrContactSprings one = GrModelFindSprings(m, type, overlap, tangential_damping);
  GrModelSprings all = {0}, springs;
  double without;

  GrModelAddSprings(&one, 1, &all);
  springs = all;
  for (int role = 0; role < GR_LAWS_MAX; role++)
    springs.damping[role] = springs.most_damped[role] = 0;
  const double step = GrModelStepOf(m, &all, contacts, mass);
  const bool damping = GrModelStepOf(m, &springs, contacts, mass) > much * step;
  const int role = FindRole(m, &all, contacts, mass, damping, &without);
  const GrLaw *law = GrModelInteraction(m, type)->law[role];
  if (damping)
    snprintf(text, length,
             "the dashpot of the %s law %s, without which the stable step is %.2g times as long (%s makes it longer)",
             roles[role].key, law->name, without / step, roles[role].dashpot);
  else
    snprintf(text, length, "the spring of the %s law %s (%s make%s it longer)", roles[role].key, law->name,
             roles[role].spring, roles[role].plural ? "" : "s");
  return damping ? without / step : 1;
}
