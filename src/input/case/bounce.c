/* Checks a bouncing ball: only one body can move, its start makes it fall, and the changes of its contact law are
   valid. */
#include "input/case/checks.h"
#include "input/key/key.h"
#include <math.h>

/* The first flight, down to the surface, or up again if there is no drop. */
static double FirstFlight(const GrCase *the_case)
{
  const double v = the_case->bounce.velocity, g = the_case->gravity;
  return g > 0.0 ? (v + sqrt(v * v + 2.0 * g * the_case->bounce.drop)) / g : 0.0;
}

/* Adhesion that acts at a distance would bend the parabola of the flight. */
static PetscErrorCode CheckAdhesion(const GrCase *the_case, const GrNode *root, const GrContactRule *rule)
{
  const GrNode *contact = GrNodeAt(GrNodeGet(root, "contacts"), (int)(rule - the_case->rules));
  if (rule->law->reach)
    return GrNodeComplain(GrNodeGet(GrNodeGet(contact, "normal"), "law"),
                          "the law %s holds the ball beyond overlap 0, where its flight begins; write a law without "
                          "adhesion, such as tsuji, or problem: particles",
                          rule->law->name);
  if (!rule->adhesion)
    return 0;
  return GrNodeComplainKey(
      GrNodeGet(contact, "adhesion"),
      "a bouncing ball flies free of the surface, and adhesion acts at a distance; remove it, or write "
      "problem: particles");
}

static PetscErrorCode CheckOrder(const GrCase *the_case, const GrNode *schedule)
{
  const GrBounceChange *change = the_case->bounce.change;
  for (int i = 1; i < the_case->bounce.n_changes; i++) {
    if (change[i].from_bounce <= change[i - 1].from_bounce)
      return GrNodeComplain(GrNodeGet(GrNodeAt(schedule, i), "from_bounce"),
                            "must be above the %" PetscInt64_FMT
                            " of the change before it; write them in ascending order",
                            change[i - 1].from_bounce);
  }
  return 0;
}

void GrCaseBounceValues(const GrCase *the_case, int n, GrLawValue value[GR_LAW_PARAMETERS_MAX])
{
  const GrContactRule *rule;
  GrLawPair pair;
  GrCaseImpactPair(the_case, &pair, &rule);
  for (int k = 0; k < GR_LAW_PARAMETERS_MAX; k++)
    value[k] = rule->value[k];
  for (int i = 0; i < n; i++) {
    for (int k = 0; rule->law->parameters[k].name; k++) {
      if (the_case->bounce.change[i].value[k].given)
        value[k] = the_case->bounce.change[i].value[k];
    }
  }
}

static PetscErrorCode ReadChanges(GrCase *the_case, const GrNode *schedule, const GrContactRule *rule,
                                  const GrLawPair *pair)
{
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  for (int i = 0; i < the_case->bounce.n_changes; i++) {
    const GrNode *set = GrNodeGet(GrNodeAt(schedule, i), "set");
    PetscCall(GrKeyLawChangesRead(set, rule->law, the_case->bounce.change[i].value));
    GrCaseBounceValues(the_case, i + 1, value);
    const char *sentence = rule->law->prepare(pair, value, coefficient);
    if (sentence)
      return GrNodeComplainKey(set, "from bounce %" PetscInt64_FMT ": %s", the_case->bounce.change[i].from_bounce,
                               sentence);
  }
  return 0;
}

PetscErrorCode GrCaseCheckBounce(GrCase *the_case, const GrNode *root)
{
  const GrNode *schedule = GrNodeGet(root, "schedule");
  const GrContactRule *rule;
  GrLawPair pair;
  PetscCall(GrCaseCheckImpact(the_case, root));
  if (!the_case->impact.body[0].fixed && !the_case->impact.body[1].fixed)
    return GrNodeComplainKey(GrNodeGet(root, "bodies"),
                             "both bodies are free, and a ball bounces on one that is held; write fixed: true for it");
  if (!(the_case->bounce.drop > 0 || the_case->bounce.velocity > 0))
    return GrNodeComplainMissing(root, "drop",
                                 "is missing, and the ball lies still; give the height it falls from, or velocity");
  PetscCall(GrCaseCheckPoints(root, the_case->bounce.every, FirstFlight(the_case)));
  GrCaseImpactPair(the_case, &pair, &rule);
  PetscCall(CheckAdhesion(the_case, root, rule));
  PetscCall(CheckOrder(the_case, schedule));
  return ReadChanges(the_case, schedule, rule, &pair);
}
