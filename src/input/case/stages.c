/* Stages of a run: the end of each stage, and its walls, contact rules, gravity, drag and deformation of the box.

   The changes of a stage are applied to a copy of the input that has the changes of all earlier stages. The changed
   input is read and checked like any input, so that the conditions on a case hold in each stage. */
#include "base/math/nearest.h"
#include "input/case/checks.h"
#include "input/key/key.h"
#include <math.h>
#include <string.h>

/* ---- the input with changes put in ---- */

/* Puts a copy of `value` into the map, in place of the value of the same key. */
static PetscErrorCode PutCopy(GrNodeArena *arena, GrNode *map, const GrNode *value)
{
  GrNode *copy, *old = GrNodeGet(map, value->key);
  PetscCall(GrNodeCopy(arena, value, &copy));
  if (old)
    GrNodeReplace(old, copy);
  else
    GrNodeAppend(map, copy);
  copy->key_place = value->key_place;
  return 0;
}

/* The map of this key in a map; an empty one is added if the key is missing. */
static PetscErrorCode FindOrAddMap(GrNodeArena *arena, GrNode *map, const GrNode *like, GrNode **found)
{
  *found = GrNodeGet(map, like->key);
  if (*found && (*found)->type == GR_NODE_MAP)
    return 0;
  PetscCall(PutCopy(arena, map, like));
  *found = GrNodeGet(map, like->key);
  return 0;
}

/* Puts copies of all values of a map. */
static PetscErrorCode PutAll(GrNodeArena *arena, GrNode *map, const GrNode *values)
{
  for (const GrNode *child = values->first; child; child = child->next)
    PetscCall(PutCopy(arena, map, child));
  return 0;
}

/* A wall holds a load in one way: by a servo or by its mass. */
static PetscErrorCode PutWall(GrNodeArena *arena, GrNode *wall, const GrNode *change)
{
  static const char *const loads[] = {"servo", "mass", "load"};
  const bool replaces_load = GrNodeGet(change, "servo") || GrNodeGet(change, "mass");
  const GrNode *motions = GrNodeGet(wall, "motions");
  static const char *const own[] = {"velocity", "acceleration", "oscillation", "rotation"};
  for (size_t k = 0; motions && motions->n > 0 && !GrNodeGet(change, "motions") && k < sizeof own / sizeof *own; k++)
    if (GrNodeGet(change, own[k]))
      return GrNodeComplainKey(
          GrNodeGet(change, own[k]),
          "restarts the motion of the wall, so that its list of motions would move differently; write motions in "
          "this stage, too: the list, or [] for none");
  for (size_t k = 0; replaces_load && k < sizeof loads / sizeof *loads; k++)
    if (GrNodeGet(wall, loads[k]))
      GrNodeRemove(wall, GrNodeGet(wall, loads[k]));
  return PutAll(arena, wall, change);
}

static bool IsText(const GrNode *node, const char *text)
{
  return node && node->type == GR_NODE_SCALAR && strcmp(node->text, text) == 0;
}

/* Do two values of `between` name the same pair? */
static bool NameSamePair(const GrNode *a, const GrNode *b)
{
  const GrNode *one[2] = {a, a}, *two[2] = {b, b};
  for (int k = 0; k < 2; k++) {
    one[k] = a->type == GR_NODE_LIST ? GrNodeAt(a, k) : a;
    two[k] = b->type == GR_NODE_LIST ? GrNodeAt(b, k) : b;
    if (!one[k] || !two[k] || one[k]->type != GR_NODE_SCALAR)
      return false;
  }
  return (IsText(two[0], one[0]->text) && IsText(two[1], one[1]->text)) ||
         (IsText(two[1], one[0]->text) && IsText(two[0], one[1]->text));
}

static PetscErrorCode FindRule(const GrNode *root, const GrNode *change, GrNode **rule)
{
  const GrNode *contacts = GrNodeGet(root, "contacts"), *pair = GrNodeGet(change, "between");
  if (!pair)
    return GrNodeComplainMissing(change, "between", "is missing; give the value of the contact rule that changes");
  for (GrNode *at = contacts ? contacts->first : NULL; at; at = at->next) {
    *rule = at;
    if (GrNodeGet(at, "between") && NameSamePair(GrNodeGet(at, "between"), pair))
      return 0;
  }
  return GrNodeComplain(pair, "no contact rule is between these two; write it as in contacts");
}

/* Parameters go into the map of the law. */
static PetscErrorCode PutRule(GrNodeArena *arena, const GrNode *change, GrNode *rule)
{
  for (const GrNode *child = change->first; child; child = child->next) {
    GrNode *law = GrNodeGet(rule, child->key);
    if (strcmp(child->key, "between") == 0)
      continue;
    if (strcmp(child->key, "tension") == 0) {
      PetscCall(PutCopy(arena, rule, child));
      continue;
    }
    if (!law)
      return GrNodeComplainKey(child,
                               "the rule has no such law, and laws stay in all stages; give the law in contacts, "
                               "with parameters by which it does nothing, and change these here");
    if (child->type != GR_NODE_MAP || child->n == 0)
      return GrNodeComplainKey(child, "is not a map of parameters; write the parameters of the law that change");
    if (GrNodeGet(child, "law") && !IsText(GrNodeGet(child, "law"), GrNodeText(law, "law")))
      return GrNodeComplain(GrNodeGet(child, "law"),
                            "laws stay in all stages, their parameters may change; write %s, or remove it",
                            GrNodeText(law, "law"));
    PetscCall(PutAll(arena, law, child));
  }
  return 0;
}

/* A component has either a rate or a servo. If the stage gives one of them, it replaces the other. */
static PetscErrorCode PutCell(GrNodeArena *arena, GrNode *cell, const GrNode *change)
{
  static const char *const ways[] = {"rate", "servo"};
  GrNode *map;
  if (!cell || !cell->first)
    return GrNodeComplainKey(change,
                             "changes a box that does not deform; write domain: {.., cell: {rate: {xx: 0}}}, too");
  if (GrNodeGet(change, "offset"))
    return GrNodeComplainKey(GrNodeGet(change, "offset"), "is given at the start only; remove it");
  if (GrNodeGet(change, "plane"))
    return GrNodeComplainKey(GrNodeGet(change, "plane"), "is the same in all stages; write it in domain.cell");
  for (int k = 0; k < 2; k++) {
    const GrNode *given = GrNodeGet(change, ways[k]);
    GrNode *other = GrNodeGet(cell, ways[1 - k]);
    for (const GrNode *child = given ? given->first : NULL; child; child = child->next)
      if (GrNodeGet(other, child->key) && !GrNodeGet(GrNodeGet(change, ways[1 - k]), child->key))
        GrNodeRemove(other, GrNodeGet(other, child->key));
    if (!given)
      continue;
    PetscCall(FindOrAddMap(arena, cell, given, &map));
    PetscCall(PutAll(arena, map, given));
  }
  return 0;
}

static PetscErrorCode PutChanges(GrNodeArena *arena, const GrNode *node, GrNode *root, GrStage *stage)
{
  const GrNode *walls = GrNodeGet(node, "walls"), *contacts = GrNodeGet(node, "contacts"),
               *drag = GrNodeGet(node, "drag"), *gravity = GrNodeGet(node, "gravity"), *cell = GrNodeGet(node, "cell");
  GrNode *rule = NULL, *map;
  for (const GrNode *child = walls ? walls->first : NULL; child; child = child->next)
    PetscCall(PutWall(arena, GrNodeGet(GrNodeGet(root, "walls"), child->key), child));
  for (const GrNode *child = contacts ? contacts->first : NULL; child; child = child->next) {
    PetscCall(FindRule(root, child, &rule));
    stage->rule_changes[child->position].of = rule->position;
    PetscCall(PutRule(arena, child, rule));
  }
  if (gravity)
    PetscCall(PutCopy(arena, root, gravity));
  if (cell)
    PetscCall(PutCell(arena, GrNodeGet(GrNodeGet(root, "domain"), "cell"), cell));
  if (!drag)
    return 0;
  PetscCall(FindOrAddMap(arena, root, drag, &map));
  return PutAll(arena, map, drag);
}

/* ---- the case in a stage ---- */

static PetscErrorCode ReadParts(const GrNode *root, GrCase *now)
{
  static const char *const parts[] = {"domain", "walls", "contacts", "gravity", "drag"};
  const unsigned scope = GrKeyScopeOf(now);
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    const GrNode *node = GrNodeGet(root, parts[k]);
    const GrKey *key = GrKeyFind(GrCaseKeys, parts[k], scope);
    if (node)
      PetscCall(key->kind->read(node, key, scope, (char *)now));
  }
  return 0;
}

/* Bonds of the start and of lists are made once, so a stage cannot change how bonds form. */
static PetscErrorCode CheckForms(const GrCase *before, const GrCase *now, const GrNode *root)
{
  for (int i = 0; i < now->n_rules; i++) {
    const GrContactRule *rule = &now->rules[i];
    const GrNode *bond = GrNodeGet(GrNodeAt(GrNodeGet(root, "contacts"), i), "bond");
    if (rule->bond && rule->bond_value[GR_BOND_FORM].choice != before->rules[i].bond_value[GR_BOND_FORM].choice)
      return GrNodeComplain(GrNodeGet(bond, "form"), "stays the same in all stages; remove it");
  }
  return 0;
}

static PetscErrorCode CheckParts(const GrCase *the_case, GrCase *now, const GrNode *root)
{
  PetscCall(GrCaseCheckDomain(now, root));
  if (GrCellPlane(&now->domain.cell) != GrCellPlane(&the_case->domain.cell))
    return GrNodeComplainKey(
        GrNodeGet(GrNodeGet(root, "domain"), "cell"),
        "a stage shears the box in another plane, which is the same in all stages; write plane: %s",
        GrKeyWordAt("xy|xz|yz", GrCellPlane(&now->domain.cell)).text);
  PetscCall(GrCaseCheckWalls(now, root));
  PetscCall(GrCaseCheckBulkContacts(now, root));
  return CheckForms(the_case, now, root);
}

/* The position of a wall at the beginning of the stage is not known yet. It determines a pivot that the stage does
   not give. */
static void ForgetPivots(const GrNode *node, GrStage *stage)
{
  const GrNode *child = stage->n_wall_changes ? GrNodeGet(node, "walls")->first : NULL;
  for (int i = 0; child; i++, child = child->next) {
    double *pivot = stage->walls[stage->wall_changes[i].of].motion.pivot;
    if (stage->wall_changes[i].rotation && !GrNodeGet(GrNodeGet(child, "rotation"), "pivot"))
      pivot[0] = pivot[1] = pivot[2] = NAN;
  }
}

static PetscErrorCode MakeStage(GrNodeArena *arena, const GrCase *the_case, const GrNode *node, GrNode *root,
                                GrStage *stage)
{
  GrCase now = *the_case;
  now.n_walls = now.n_rules = 0;
  now.walls = NULL;
  now.rules = NULL;
  PetscCall(PutChanges(arena, node, root, stage));
  PetscErrorCode code = ReadParts(root, &now);
  stage->walls = now.walls;
  stage->rules = now.rules;
  stage->drag = now.drag;
  stage->domain = now.domain;
  memcpy(stage->gravity_vector, now.gravity_vector, sizeof stage->gravity_vector);
  PetscCall(code);
  PetscCall(CheckParts(the_case, &now, root));
  ForgetPivots(node, stage);
  return 0;
}

/* ---- when they end ---- */

/* Bodies that touch have a rule that is used. */
static PetscErrorCode CheckTouch(const GrCase *the_case, const GrNode *until)
{
  const GrNode *condition = GrNodeGet(until, "kinetic_over_elastic");
  bool touch = false;
  for (int i = 0; i < the_case->n_rules; i++)
    touch = touch || the_case->rules[i].used;
  if (touch || !condition)
    return 0;
  return GrNodeComplainKey(condition, "no two bodies ever touch, so there is no elastic energy; write time instead");
}

static PetscErrorCode CheckTimes(const GrCase *the_case, const GrNode *root)
{
  const GrNode *time = GrNodeGet(root, "time"), *stages = GrNodeGet(root, "stages");
  if (GrNodeGet(time, "end"))
    return GrNodeComplainKey(GrNodeGet(time, "end"), "follows from the stages; remove time.end, or the stages");
  if (!the_case->time.integrator->fixed_step)
    return GrNodeComplainKey(stages, "do not go with time.integrator: %s; write integrator: verlet",
                             the_case->time.integrator->name);
  for (int k = 0; k < the_case->n_stages; k++) {
    const GrNode *until = GrNodeGet(GrNodeAt(stages, k), "until");
    GrStageUntil *condition = &the_case->stages[k].until;
    condition->every = isnan(condition->time) && !condition->every ? 100 : condition->every;
    PetscCall(CheckTouch(the_case, until));
    if (the_case->time.step >= GrStageLatest(&the_case->stages[k]))
      return GrNodeComplain(GrNodeGet(time, "step"),
                            "%g s is not shorter than the stage '%s'; write a smaller step, or "
                            "auto",
                            the_case->time.step, the_case->stages[k].name);
  }
  return 0;
}

PetscErrorCode GrCaseCheckStages(const GrCase *the_case, const GrNode *root)
{
  const GrNode *node = the_case->n_stages ? GrNodeGet(root, "stages")->first : NULL;
  GrNodeArena arena = NULL;
  GrNode *changed;
  if (!the_case->n_stages)
    return 0;
  PetscCall(CheckTimes(the_case, root));
  PetscErrorCode code = GrNodeCopy(&arena, root, &changed);
  for (int k = 0; !code && k < the_case->n_stages; k++, node = node->next)
    code = MakeStage(&arena, the_case, node, changed, &the_case->stages[k]);
  PetscCall(GrNodeArenaDestroy(&arena));
  return code;
}

PetscErrorCode GrCaseStagesDestroy(GrCase *the_case)
{
  for (int k = 0; k < the_case->n_stages; k++) {
    GrStage *stage = &the_case->stages[k];
    for (int i = 0; stage->rules && i < the_case->n_rules; i++)
      PetscCall(GrKeysFree(GrCaseContactKeys, (char *)&stage->rules[i]));
    for (int i = 0; stage->walls && i < the_case->n_walls; i++)
      PetscCall(GrKeysFree(GrCaseWallKeys, (char *)&stage->walls[i]));
    PetscCall(PetscFree(stage->rules));
    PetscCall(PetscFree(stage->walls));
  }
  return 0;
}
