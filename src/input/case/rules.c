/* Finds the contact rule of a pair of materials, and checks that the rules cover all pairs of a chain.

   The pairs of a chain are neighbours: beads of one group, and the last bead of a group with the first bead of the
   next group. The laws compute their coefficients once for each of these pairs, so that errors in materials and
   parameters are reported as input errors. A fixed bead has an infinite mass. Two fixed beads never interact; the check
   requires a rule for them, but does not call its laws. */
#include "input/case/checks.h"
#include "input/key/key.h"
#include "law/one.h"
#include <math.h>

static bool RuleApplies(const GrContactRule *rule, int a, int b)
{
  const int *m = rule->material;
  bool straight = (m[0] == a || m[0] == GR_ANY) && (m[1] == b || m[1] == GR_ANY);
  bool crossed = (m[0] == b || m[0] == GR_ANY) && (m[1] == a || m[1] == GR_ANY);
  return straight || crossed;
}

static int CountWildcards(const GrContactRule *rule)
{
  return (rule->material[0] == GR_ANY) + (rule->material[1] == GR_ANY);
}

const GrContactRule *GrCaseRule(const GrCase *the_case, int material_a, int material_b)
{
  const GrContactRule *best = NULL;
  for (int i = 0; i < the_case->n_rules; i++) {
    const GrContactRule *rule = &the_case->rules[i];
    if (RuleApplies(rule, material_a, material_b) && (!best || CountWildcards(rule) < CountWildcards(best)))
      best = rule;
  }
  return best;
}

void GrCaseRulePair(const GrContactRule *rule, const GrLawBody body[2], const double radius[2], const double mass[2],
                    GrLawPair *pair)
{
  GrLawPairSpheres(body, radius, mass, pair);
  pair->no_pull = rule->tension == GR_TENSION_CLIP;
}

/* A normal law with a reach has its own adhesion, whose pull must not be clipped. */
static PetscErrorCode CheckReach(GrContactRule *rule, const GrNode *contact)
{
  const GrNode *tension = GrNodeGet(contact, "tension");
  if (!rule->law->reach)
    return 0;
  if (rule->adhesion)
    return GrNodeComplainKey(
        GrNodeGet(contact, "adhesion"),
        "cannot be combined with the law %s, which includes adhesion; remove this key, or use a normal "
        "law without adhesion, such as hertz",
        rule->law->name);
  if (tension && rule->tension == GR_TENSION_CLIP)
    return GrNodeComplain(tension,
                          "the law %s holds two bodies by its pull, which clip would take away; write allow, or "
                          "remove the key",
                          rule->law->name);
  rule->tension = GR_TENSION_ALLOW;
  return 0;
}

static bool IsSamePair(const int a[2], const int b[2])
{
  return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

PetscErrorCode GrCaseCheckRules(const GrCase *the_case, const GrNode *root)
{
  const GrNode *contacts = GrNodeGet(root, "contacts");
  for (int i = 0; i < the_case->n_rules; i++)
    PetscCall(CheckReach(&the_case->rules[i], GrNodeAt(contacts, i)));
  for (int i = 0; i < the_case->n_rules; i++)
    for (int k = 0; k < i; k++)
      if (IsSamePair(the_case->rules[i].material, the_case->rules[k].material))
        return GrNodeComplain(GrNodeGet(GrNodeAt(contacts, i), "between"),
                              "contacts.%d is for the same pair; keep one of the two", k);
  return 0;
}

/* A missing property is reported at the material. The softer body yields, so one yield stress is enough. */
static PetscErrorCode CheckNeeds(const GrMaterial *material, const GrMaterial *other, const GrLaw *law,
                                 const GrNode *root)
{
  const bool yields = !isnan(other->body.yield_stress);
  const struct {
    unsigned need;
    const char *name;
    double value;
  } property[] = {{GR_NEEDS_ELASTICITY, "youngs_modulus", material->body.youngs_modulus},
                  {GR_NEEDS_ELASTICITY, "poisson_ratio", material->body.poisson_ratio},
                  {GR_NEEDS_YIELD_STRESS, "yield_stress", material->body.yield_stress},
                  {GR_NEEDS_DENSITY, "density", material->body.density}};
  for (size_t i = 0; i < sizeof property / sizeof *property; i++) {
    if (!(law->needs & property[i].need) || !isnan(property[i].value))
      continue;
    if (property[i].need == GR_NEEDS_YIELD_STRESS && other != material) {
      if (yields)
        continue;
      return GrNodeComplainMissing(
          GrNodeGet(GrNodeGet(root, "materials"), material->name), property[i].name,
          "is missing, and the law %s needs it of at least one of the materials '%s' and '%s'; "
          "give %s of the material that yields",
          law->name, material->name, other->name, property[i].name);
    }
    return GrNodeComplainMissing(GrNodeGet(GrNodeGet(root, "materials"), material->name), property[i].name,
                                 "is missing, and the law %s needs it of the material '%s'; give %s", law->name,
                                 material->name, property[i].name);
  }
  return 0;
}

static PetscErrorCode FindRule(const GrCase *the_case, const GrNode *root, int a, int b, const GrContactRule **rule)
{
  const GrNode *contacts = GrNodeGet(root, "contacts");
  const char *name_a = the_case->materials[a].name, *name_b = the_case->materials[b].name;
  *rule = GrCaseRule(the_case, a, b);
  if (!*rule && contacts)
    return GrNodeComplainKey(contacts, "no rule for %s and %s, which touch; add one with between: [%s, %s]", name_a,
                             name_b, name_a, name_b);
  if (!*rule)
    return GrNodeComplainMissing(root, "contacts", "is missing, and %s and %s touch; add a rule with between: [%s, %s]",
                                 name_a, name_b, name_a, name_b);
  for (const GrContactRule *other = *rule + 1; other < the_case->rules + the_case->n_rules; other++) {
    if (RuleApplies(other, a, b) && CountWildcards(other) == CountWildcards(*rule))
      return GrNodeComplain(GrNodeGet(GrNodeAt(contacts, (int)(other - the_case->rules)), "between"),
                            "contacts.%d applies to %s and %s as well; add a rule with between: [%s, %s]",
                            (int)(*rule - the_case->rules), name_a, name_b, name_a, name_b);
  }
  return 0;
}

/* The law of a rule by the row of its key, or NULL; and the values of its parameters. */
static const GrLaw *LawOf(const GrContactRule *rule, const GrKey *row, const GrLawValue **value)
{
  if (row->kind != &GrKeyLaw)
    return NULL;
  *value = (const GrLawValue *)((const char *)rule + row->section->count);
  return *(const GrLaw *const *)((const char *)rule + row->section->offset);
}

PetscErrorCode GrCaseCheckRule(const GrCase *the_case, const GrNode *root, int a, int b)
{
  const int material[2] = {a, b};
  const GrContactRule *rule;
  const GrLawValue *value;
  PetscCall(FindRule(the_case, root, a, b, &rule));
  the_case->rules[rule - the_case->rules].used = true;
  for (int i = 0; i < 2; i++)
    for (const GrKey *row = GrCaseContactKeys; row->name; row++)
      if (LawOf(rule, row, &value))
        PetscCall(CheckNeeds(&the_case->materials[material[i]], &the_case->materials[material[1 - i]],
                             LawOf(rule, row, &value), root));
  return 0;
}

/* Whether the normal law pulls the two bodies at rest after an overlap of a hundredth of their radius. */
static bool LosesPull(const GrContactRule *rule, const GrLawPair *pair)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  return isfinite(pair->radius) && !rule->law->prepare(pair, rule->value, coefficient) &&
         GrLawOnePulls(rule->law, coefficient, 0.01 * pair->radius);
}

/* The complaint of a law is reported at the key of the law. The user may write tension: clip to give up a pull. */
PetscErrorCode GrCaseCheckLaws(const GrCase *the_case, const GrNode *root, const GrContactRule *rule,
                               const GrLawPair *pair, const char *who)
{
  const GrNode *contact = GrNodeAt(GrNodeGet(root, "contacts"), (int)(rule - the_case->rules));
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  const GrLawValue *value;
  for (const GrKey *row = GrCaseContactKeys; row->name; row++) {
    const GrLaw *law = LawOf(rule, row, &value);
    const char *sentence = law ? law->prepare(pair, value, coefficient) : NULL;
    if (sentence)
      return GrNodeComplain(GrNodeGet(contact, row->name), "for %s: %s", who, sentence);
  }
  if (pair->no_pull && !GrNodeGet(contact, "tension") && LosesPull(rule, pair))
    the_case->rules[rule - the_case->rules].clipped = true;
  return 0;
}

/* The beads id - 1 and id, of groups a and b. */
static PetscErrorCode CheckPair(const GrCase *the_case, const GrNode *root, const GrGroup *a, const GrGroup *b,
                                PetscInt64 id)
{
  const GrBead *left = GrCaseGroupBead(a, id - 1), *right = GrCaseGroupBead(b, id);
  const GrLawBody body[2] = {the_case->materials[left->material].body, the_case->materials[right->material].body};
  const double radius[2] = {GrCaseBeadRadius(left), GrCaseBeadRadius(right)};
  const double mass[2] = {GrCaseGroupHeld(a) ? INFINITY : left->mass, GrCaseGroupHeld(b) ? INFINITY : right->mass};
  char who[2 * GR_NAME_MAX + 32];
  GrLawPair pair;
  PetscCall(GrCaseCheckRule(the_case, root, left->material, right->material));
  if (GrCaseGroupHeld(a) && GrCaseGroupHeld(b))
    return 0;
  const GrContactRule *rule = GrCaseRule(the_case, left->material, right->material);
  GrCaseRulePair(rule, body, radius, mass, &pair);
  snprintf(who, sizeof who, "beads of '%s' and '%s'", a->name, b->name);
  return GrCaseCheckLaws(the_case, root, rule, &pair, who);
}

PetscErrorCode GrCaseCheckContacts(const GrCase *the_case, const GrNode *root)
{
  PetscCall(GrCaseCheckRules(the_case, root));
  for (int i = 0; i < the_case->n_groups; i++) {
    const GrGroup *group = &the_case->groups[i];
    if (i)
      PetscCall(CheckPair(the_case, root, group - 1, group, group->first_id));
    for (PetscInt64 k = 1; k <= group->n_beads && k < group->count; k++)
      PetscCall(CheckPair(the_case, root, group, group, group->first_id + k));
  }
  return 0;
}
