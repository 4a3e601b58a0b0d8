/* touch: see touch.h. A batch of one contact. */
#include "mechanism/touch.h"

#include "contact/normal.h"
#include "law/one.h"
#include <math.h>
#include <string.h>

PetscErrorCode GrMechanismTouchCreate(const GrContactRule *rule, const GrLawPair *pair, GrMechanismTouch *touch)
{
  PetscFunctionBeginUser;
  *touch = (GrMechanismTouch){
      .law = rule->law, .slide = rule->slide[GR_TANGENTIAL], .tension = rule->tension, .mass = pair->mass};
  const char *wrong = rule->law->prepare(pair, rule->value, touch->coefficient);
  if (!wrong && touch->slide)
    wrong = touch->slide->prepare(pair, rule->slide_value[GR_TANGENTIAL], touch->slide_coefficient);
  PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "law %s: %s", rule->law->name, wrong);
  PetscFunctionReturn(0);
}

static void MakeOne(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, GrLawOne *one)
{
  GrLawOneMake(touch->law, touch->coefficient, touch->committed, 1, at->overlap > 0 ? at->overlap : 0.0, at->rate, one);
}

/* Computes friction and its power. The law has three dimensions; the first is the direction of sliding. */
static void EvaluateFriction(const GrMechanismTouch *touch, const GrLawOne *one, double slip,
                             GrMechanismTouchForce *out)
{
  const double zero = 0, first = 1, viscosity = 0;
  double force[3], stored, power;
  GrLawOne friction;
  GrLawOneMake(touch->slide, touch->slide_coefficient, NULL, 1, one->overlap, 0, &friction);
  const GrSlideBatch batch = {.n = 1,
                              .overlap = &one->overlap,
                              .normal_force = &out->normal_force,
                              .viscosity = &viscosity,
                              .normal = {&zero, &zero, &first},
                              .slip = {&slip, &zero, &zero},
                              .coefficient = friction.coefficients,
                              .force = {&force[0], &force[1], &force[2]},
                              .stored = &stored,
                              .power = &power};
  touch->slide->slide(&batch);
  out->friction = force[0];
  out->sliding = power;
}

void GrMechanismTouchEvaluate(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, GrMechanismTouchForce *out)
{
  GrLawOne one;
  MakeOne(touch, at, &one);
  touch->law->force(&one.batch);
  GrNormalForce(1, touch->tension == GR_TENSION_CLIP, NULL, &one.batch, &out->normal_force, &out->viscous);
  memcpy(out->trial, one.trial, sizeof(*out->trial) * (size_t)touch->law->n_history);
  out->friction = out->sliding = 0;
  if (touch->slide)
    EvaluateFriction(touch, &one, at->slip, out);
}

void GrMechanismTouchEnergy(const GrMechanismTouch *touch, const GrMechanismTouchAt *at, double *recoverable,
                            double *consumed)
{
  GrLawOne one;
  MakeOne(touch, at, &one);
  touch->law->force(&one.batch);
  touch->law->energy(&one.batch, recoverable, consumed);
}

double GrMechanismTouchTime(const GrMechanismTouch *touch, double speed)
{
  return GrLawReach(touch->law, touch->coefficient, touch->mass, speed, 0) / speed;
}

int GrMechanismTouchCorners(const GrMechanismTouch *touch, const GrMechanismTouchAt *at,
                            double corner[GR_LAW_CORNERS_MAX])
{
  double *place[GR_LAW_CORNERS_MAX];
  GrLawOne one;
  if (!touch->law->corners)
    return 0;
  for (int k = 0; k < touch->law->n_corners; k++)
    place[k] = &corner[k];
  MakeOne(touch, at, &one);
  touch->law->corners(&one.batch, place);
  return touch->law->n_corners;
}
