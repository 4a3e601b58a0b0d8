/* Stages of a run: the end of each stage, and its walls, contact rules, gravity, drag and deformation of the box.

   The map of a stage is merged into the input with the changes of all earlier stages; the rows of the keys say how
   (GrKey.stage). The merged input is read and checked like any input, so that the conditions on a case hold in each
   stage. Nodes in the merged input keep their parents in the input of the user, so that messages have the path, line
   and column at which the user has written the value. */
#include "input/case/checks.h"
#include "input/key/registry.h"
#include <math.h>
#include <string.h>

enum { PATH_LENGTH = 256 };

/* Memory and result of the merge of a stage. */
typedef struct {
  GrNodeArena *arena;
  unsigned scope; /* kind of the case, a bit GR_IN_... */
  GrText given;   /* GrStage.given */
} Merge;

/* ---- merged nodes ---- */

/* Appends a copy of a node that keeps its parent. */
static PetscErrorCode AppendCopy(Merge *merge, GrNode *to, const GrNode *child)
{
  GrNode *copy;
  PetscCall(GrNodeArenaAllocate(merge->arena, sizeof *copy, &copy));
  *copy = *child;
  copy->next = NULL;
  GrNodeAppend(to, copy);
  copy->parent = child->parent;
  return 0;
}

/* Copies a map or list without its children. */
static PetscErrorCode CopyEmpty(Merge *merge, const GrNode *like, GrNode **empty)
{
  PetscCall(GrNodeArenaAllocate(merge->arena, sizeof **empty, empty));
  **empty = *like;
  (*empty)->next = (*empty)->first = (*empty)->last = NULL;
  (*empty)->n = 0;
  return 0;
}

static void AddGiven(Merge *merge, const char *path)
{
  GrTextPrint(&merge->given, "%s%s", merge->given.used ? "|" : "", path);
}

static bool IsSameText(const GrNode *a, const GrNode *b)
{
  return a && b && a->type == GR_NODE_SCALAR && b->type == GR_NODE_SCALAR && strcmp(a->text, b->text) == 0;
}

/* Do two values of `between` name the same pair of materials? */
static bool IsSamePair(const GrNode *a, const GrNode *b)
{
  const GrNode *one[2] = {a, a}, *two[2] = {b, b};
  for (int k = 0; k < 2; k++) {
    one[k] = a->type == GR_NODE_LIST ? GrNodeAt(a, k) : a;
    two[k] = b->type == GR_NODE_LIST ? GrNodeAt(b, k) : b;
  }
  return (IsSameText(one[0], two[0]) && IsSameText(one[1], two[1])) ||
         (IsSameText(one[0], two[1]) && IsSameText(one[1], two[0]));
}

/* ---- checks of the map of a stage ---- */

/* Checks that a stage repeats the value of a key that stays the same. The pair of a contact rule is the same, because
   the rule was found by it. base: value in the case, NULL: none. keys, path: table and path of the map. */
static PetscErrorCode CheckKept(const GrKey *row, const GrNode *base, const GrNode *own, const GrKey *keys,
                                const char *path)
{
  if (row->kind == &GrKeyPair || IsSameText(base, own))
    return 0;
  if (keys == GrCaseWallKeys)
    return GrNodeComplainKey(own, "stays the same in all stages; remove it, or give another wall that is absent until "
                                  "then");
  if (base && base->type == GR_NODE_SCALAR)
    return GrNodeComplainKey(own, "stays the same in all stages; write %s, or remove it", base->text);
  return GrNodeComplainKey(own, "stays the same in all stages; write it in %s, or remove it", path);
}

/* The rule of these materials in a list of rules; NULL: there is none. */
static const GrNode *FindRule(const GrNode *rules, const GrNode *pair)
{
  const GrNode *rule = rules ? rules->first : NULL;
  while (rule && !(GrNodeGet(rule, "between") && IsSamePair(GrNodeGet(rule, "between"), pair)))
    rule = rule->next;
  return rule;
}

/* Checks that the change of a contact rule names a rule of the case. */
static PetscErrorCode CheckRule(const GrNode *change, const GrNode *rules)
{
  const GrNode *pair = GrNodeGet(change, "between");
  if (change->type != GR_NODE_MAP)
    return GrNodeComplain(change, "is not a map of keys; write between: below it");
  if (!pair)
    return GrNodeComplainMissing(change, "between", "is missing; give the value of the contact rule that changes");
  if (!FindRule(rules, pair))
    return GrNodeComplain(pair, "no contact rule is between these two; write it as in contacts");
  if (FindRule(change->parent, pair) != change)
    return GrNodeComplain(pair, "the stage has an earlier entry for this rule; write all changes in that entry");
  return 0;
}

static PetscErrorCode CheckLaw(const GrNode *base, const GrNode *own)
{
  if (!base)
    return GrNodeComplainKey(own,
                             "the rule has no such law, and laws stay in all stages; give the law in contacts, with "
                             "parameters by which it does nothing, and change these here");
  if (own->type != GR_NODE_MAP || own->n == 0)
    return GrNodeComplainKey(own, "is not a map of parameters; write the parameters of the law that change");
  return 0;
}

/* Checks the name of an entry that the stage changes. row: the map of names in the case, such as walls. */
static PetscErrorCode CheckName(const GrNode *node, const GrKey *row, unsigned scope)
{
  const GrKey key = {.choices = row->name, .meaning = row->meaning};
  GrNode name = *node;
  int position;
  name.type = GR_NODE_SCALAR;
  name.text = node->key;
  name.quoted = true;
  name.place = node->key_place;
  return GrKeyName.read(&name, &key, scope, (char *)&position);
}

/* Checks that a change of the motion of a wall also says what becomes of its list of motions. */
static PetscErrorCode CheckMotions(const GrNode *root, const GrNode *own)
{
  static const char *const keys[] = {"velocity", "acceleration", "oscillation", "rotation"};
  const GrNode *walls = GrNodeGet(own, "walls");
  for (const GrNode *wall = walls ? walls->first : NULL; wall; wall = wall->next) {
    const GrNode *motions = GrNodeGet(GrNodeGet(GrNodeGet(root, "walls"), wall->key), "motions");
    for (size_t k = 0; motions && motions->n > 0 && !GrNodeGet(wall, "motions") && k < sizeof keys / sizeof *keys; k++)
      if (GrNodeGet(wall, keys[k]))
        return GrNodeComplainKey(
            GrNodeGet(wall, keys[k]),
            "restarts the motion of the wall, so that its list of motions would move differently; write motions in "
            "this stage, too: the list, or [] for none");
  }
  return 0;
}

static PetscErrorCode CheckCell(const GrNode *root, const GrNode *own)
{
  const GrNode *cell = GrNodeGet(GrNodeGet(root, "domain"), "cell");
  if (!GrNodeGet(own, "cell") || (cell && cell->first))
    return 0;
  return GrNodeComplainKey(GrNodeGet(own, "cell"),
                           "changes a box that does not deform; write domain: {.., cell: {rate: {xx: 0}}}, too");
}

/* ---- merging ---- */

/* Rows of the keys of a map; a law and a shape add the rows of their parameters. */
static PetscErrorCode FindRows(const Merge *merge, const GrNode *map, const GrKey *keys, GrKeyRows *memory,
                               const GrKey **rows)
{
  const GrNode *name = GrNodeGet(map, keys->name);
  const void *entry = NULL;
  GrKey row = *keys;
  *rows = keys;
  if (!GrKeyHasEntries(keys))
    return 0;
  row.offset = 0;
  PetscCall(name ? row.kind->read(name, &row, merge->scope, (char *)&entry)
                 : GrKeyReadDefault(map, &row, merge->scope, (char *)&entry));
  *rows = GrKeyRowsOf(keys, entry, memory);
  return 0;
}

/* The key of the stage that removes this key of the case; NULL: there is none. */
static const GrNode *FindDisplacing(const Merge *merge, const GrKey *rows, const GrNode *own, const char *key)
{
  for (const GrNode *child = own ? own->first : NULL; child; child = child->next) {
    const GrKey *row = GrKeyFind(rows, child->key, merge->scope);
    if (row && row->displaces && GrKeyWordFind(row->displaces, key) >= 0)
      return child;
  }
  return NULL;
}

static PetscErrorCode MergeValue(Merge *merge, const GrKey *row, const GrNode *base, const GrNode *own,
                                 const GrNode *displacing, const char *path, GrNode *to);

/* Appends to `merged` the keys of a map of the case, `base`, with the changes of the map `own` of the stage. NULL:
   there is no such map. displacing: map whose keys are removed from `base`; NULL: none. path: path of the map in the
   case. */
static PetscErrorCode MergeMap(Merge *merge, const GrNode *base, const GrNode *own, const GrNode *displacing,
                               const GrKey *keys, const char *path, GrNode *merged)
{
  GrKeyRows memory;
  const GrKey *rows;
  PetscCall(FindRows(merge, base, keys, &memory, &rows));
  for (const GrNode *child = base ? base->first : NULL; child; child = child->next) {
    const GrKey *row = GrKeyFind(rows, child->key, merge->scope);
    const GrNode *change = GrNodeGet(own, child->key), *other = FindDisplacing(merge, rows, own, child->key);
    if (change && row->stage == GR_STAGE_KEEPS)
      PetscCall(CheckKept(row, child, change, keys, path));
    if ((change && row->stage != GR_STAGE_KEEPS) || (other && row->stage == GR_STAGE_MERGES))
      PetscCall(MergeValue(merge, row, child, change, other, path, merged));
    else if (!other && !GrNodeGet(displacing, child->key))
      PetscCall(AppendCopy(merge, merged, child));
  }
  for (const GrNode *child = own ? own->first : NULL; child; child = child->next) {
    const GrKey *row = GrKeyFind(rows, child->key, merge->scope);
    if (GrNodeGet(base, child->key))
      continue;
    if (row && row->stage == GR_STAGE_KEEPS)
      PetscCall(CheckKept(row, NULL, child, keys, path));
    PetscCall(MergeValue(merge, row, NULL, child, NULL, path, merged));
  }
  return 0;
}

/* Merges the entries of a map of names, such as walls, or the contact rules, which are found by their materials. */
static PetscErrorCode MergeEntries(Merge *merge, const GrKey *row, const GrNode *base, const GrNode *own,
                                   const char *path, GrNode *merged)
{
  const bool named = row->element->name >= 0;
  for (const GrNode *change = own->first; change; change = change->next)
    PetscCall(named ? CheckName(change, row, merge->scope) : CheckRule(change, base));
  for (const GrNode *child = base ? base->first : NULL; child; child = child->next) {
    const GrNode *change = named ? GrNodeGet(own, child->key) : FindRule(own, GrNodeGet(child, "between"));
    char below[PATH_LENGTH];
    GrNode *entry;
    if (!change) {
      PetscCall(AppendCopy(merge, merged, child));
      continue;
    }
    if (named)
      PetscCall(PetscSNPrintf(below, sizeof below, "%s.%s", path, child->key));
    else
      PetscCall(PetscSNPrintf(below, sizeof below, "%s.%d", path, child->position));
    PetscCall(CopyEmpty(merge, named ? change : child, &entry));
    PetscCall(MergeMap(merge, child, change, NULL, row->section, below, entry));
    PetscCall(AppendCopy(merge, merged, entry));
  }
  return 0;
}

/* Appends the value of a key to the merged map `to`. row: NULL, the key is unknown, which the reader reports. The other
   arguments: see MergeMap. */
static PetscErrorCode MergeValue(Merge *merge, const GrKey *row, const GrNode *base, const GrNode *own,
                                 const GrNode *displacing, const char *path, GrNode *to)
{
  const bool list = row && row->element && row->element->name < 0;
  char below[PATH_LENGTH];
  GrNode *merged;
  PetscCall(PetscSNPrintf(below, sizeof below, "%s%s%s", path, *path ? "." : "", own ? own->key : base->key));
  if (row && row->kind == &GrKeyLaw)
    PetscCall(CheckLaw(base, own));
  if (!row || row->stage != GR_STAGE_MERGES || (own && own->type != (list ? GR_NODE_LIST : GR_NODE_MAP))) {
    AddGiven(merge, below);
    return AppendCopy(merge, to, own);
  }
  PetscCall(CopyEmpty(merge, own ? own : base, &merged));
  if (row->element)
    PetscCall(MergeEntries(merge, row, base, own, below, merged));
  else
    PetscCall(MergeMap(merge, base, own, displacing, row->section, below, merged));
  return AppendCopy(merge, to, merged);
}

/* Gives the map of a stage the form of the input: puts `cell` into a map `domain`. */
static PetscErrorCode MakeChange(Merge *merge, const GrNode *own, GrNode **change)
{
  PetscCall(CopyEmpty(merge, own, change));
  for (const GrKey *row = GrCaseStageKeys; row->name; row++) {
    const GrNode *child = row->kind == &GrKeyStaged ? GrNodeGet(own, row->name) : NULL;
    GrNode *map = *change;
    if (!child)
      continue;
    if (row->choices) {
      PetscCall(CopyEmpty(merge, own, &map));
      map->key = row->choices;
      map->parent = child->parent;
      PetscCall(AppendCopy(merge, *change, map));
      map = (*change)->last;
    }
    PetscCall(AppendCopy(merge, map, child));
  }
  return 0;
}

/* ---- the case in a stage ---- */

/* Reads the parts of the case that a stage may change. */
static PetscErrorCode ReadParts(const GrNode *root, GrCase *now)
{
  const unsigned scope = GrKeyScopeOf(now);
  for (const GrKey *key = GrCaseKeys; key->name; key++) {
    const GrNode *node = GrNodeGet(root, key->name);
    if (node && key->stage != GR_STAGE_KEEPS && GrKeyApplies(key, scope))
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
  PetscCall(GrCaseCheckWalls(now, root));
  PetscCall(GrCaseCheckBulkContacts(now, root));
  return CheckForms(the_case, now, root);
}

/* Stores which walls and motions the stage changes. The position of a wall at the beginning of the stage is not known
   yet. It determines a pivot that the stage does not give. */
static PetscErrorCode FindWallChanges(const GrNode *own, GrStage *stage)
{
  const GrNode *walls = GrNodeGet(own, "walls");
  PetscCall(PetscCalloc1(walls ? walls->n : 0, &stage->wall_changes));
  for (const GrNode *wall = walls ? walls->first : NULL; wall; wall = wall->next) {
    GrStageChange *change = &stage->wall_changes[stage->n_wall_changes];
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "walls.%s.", wall->key);
    if (!strstr(stage->given, path))
      continue;
    stage->n_wall_changes++;
    change->of = GrNodeGet(GrNodeGet(GrNodeRoot(own), "walls"), wall->key)->position;
    change->velocity = GrNodeGet(wall, "velocity") != NULL;
    change->oscillation = GrNodeGet(wall, "oscillation") != NULL;
    change->rotation = GrNodeGet(wall, "rotation") != NULL;
    change->load = GrNodeGet(wall, "shaft") || GrNodeGet(wall, "free");
    change->motion = change->velocity || change->oscillation || change->rotation || GrNodeGet(wall, "acceleration") ||
                     GrNodeGet(wall, "motions");
    double *pivot = stage->walls[change->of].motion.pivot;
    if (change->rotation && !GrNodeGet(GrNodeGet(wall, "rotation"), "pivot"))
      pivot[0] = pivot[1] = pivot[2] = NAN;
  }
  return 0;
}

/* Merges the map `own` of a stage into the input *root. */
static PetscErrorCode MergeStage(Merge *merge, const GrNode *own, const GrNode **root)
{
  GrNode *change, *merged;
  PetscCall(CheckMotions(*root, own));
  PetscCall(CheckCell(*root, own));
  PetscCall(MakeChange(merge, own, &change));
  PetscCall(CopyEmpty(merge, *root, &merged));
  PetscCall(MergeMap(merge, *root, change, NULL, GrCaseKeys, "", merged));
  *root = merged;
  return 0;
}

static PetscErrorCode MakeStage(GrNodeArena *arena, const GrCase *the_case, const GrNode *own, const GrNode **root,
                                GrStage *stage)
{
  Merge merge = {.arena = arena, .scope = GrKeyScopeOf(the_case)};
  GrCase now = *the_case;
  now.n_walls = now.n_rules = 0;
  now.walls = NULL;
  now.rules = NULL;
  const PetscErrorCode failed = MergeStage(&merge, own, root);
  PetscCall(GrTextTake(&merge.given, &stage->given));
  PetscCall(failed);
  const PetscErrorCode code = ReadParts(*root, &now);
  stage->walls = now.walls;
  stage->rules = now.rules;
  stage->drag = now.drag;
  stage->domain = now.domain;
  memcpy(stage->gravity_vector, now.gravity_vector, sizeof stage->gravity_vector);
  memcpy(stage->gravity_of_time, now.gravity_of_time, sizeof stage->gravity_of_time);
  PetscCall(code);
  PetscCall(CheckParts(the_case, &now, *root));
  stage->changes_cell = strstr(stage->given, "domain.cell.") != NULL;
  return FindWallChanges(own, stage);
}

/* ---- when they end ---- */

/* Bodies that touch have a rule that is used. */
static PetscErrorCode CheckTouch(const GrCase *the_case, const GrNode *until)
{
  const GrNode *when = GrNodeGet(until, "when"), *short_form = GrNodeGet(until, "kinetic_over_elastic");
  const GrNode *condition = short_form ? short_form : GrNodeGet(when, "kinetic_over_elastic");
  bool touch = false;
  for (int i = 0; i < the_case->n_rules; i++)
    touch = touch || the_case->rules[i].used;
  if (touch || !condition)
    return 0;
  return GrNodeComplainKey(condition, "no two bodies ever touch, so there is no elastic energy; write time instead");
}

/* Numbers the comparisons of a condition from `next` on, in the order of the input. Returns the next number. */
static int NumberComparisons(GrCondition *c, int next)
{
  for (int k = 0; k < c->n_any; k++)
    next = NumberComparisons(&c->any[k], next);
  for (int k = 0; k < c->n_all; k++)
    next = NumberComparisons(&c->all[k], next);
  c->number = next;
  return c->n_any > 0 || c->n_all > 0 ? next : next + 1;
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
    (void)NumberComparisons(&condition->condition, 0);
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
  const GrNode *own = the_case->n_stages ? GrNodeGet(root, "stages")->first : NULL;
  GrNodeArena arena = NULL;
  PetscErrorCode code = 0;
  if (!the_case->n_stages)
    return 0;
  PetscCall(CheckTimes(the_case, root));
  for (int k = 0; !code && k < the_case->n_stages; k++, own = own->next)
    code = MakeStage(&arena, the_case, own, &root, &the_case->stages[k]);
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
    PetscCall(PetscFree(stage->given));
    PetscCall(PetscFree(stage->wall_changes));
  }
  return 0;
}
