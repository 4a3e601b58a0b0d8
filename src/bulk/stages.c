/* stages: the stages of a run, one after another; see stage.h.

   A stage ends with the step that reaches its end time, for which the run adjusts the length of the last step. If the
   stage has a condition (case/condition.h), it also ends with the first checked step at which the condition holds. The
   indicators are computed from exact sums (base/math/sum.h), so the stage ends at the same step on any number of ranks.
   A step is checked if its number in the stage is a multiple of `every`; other steps need no reduction. The parts of
   `any` and `all` are checked in their order, as far as the result requires.

   The next stage begins with a rebuild of the neighbour list with new reference positions. Changes by the calling
   program (GrRunChange) begin in the same way. The contact model, the limits of the time step and the walls are created
   from the case of the new stage. Contact histories are assigned to the new candidates as in any rebuild; histories of
   contacts with a wall that no longer exists end. Then all forces are evaluated and committed without a step, as at the
   start of a run, because accelerations, powers and the loads of walls have changed. The histories keep the mean slips
   of the last step, except in contacts whose velocities the change has set (GrVelocityJump). A stage or a request that
   alters nothing (alteration.c) has no effect on the motion: a run has the same bits without it.

   Ledger: the energies accumulated since the start are unchanged. The change of the case takes the energy
     taken = (kinetic + elastic) before - (kinetic + elastic) after */
#include "bulk/bulk.h"
#include "bulk/epoch.h"
#include "bulk/save/save.h"

#include <granum/error.h>
#include <math.h>
#include <string.h>

/* ---- the case in each stage ---- */

/* Sets the latest end of the current stage. */
static void SetEnd(GrWorld w)
{
  const GrBulkStages *s = &w->bulk->stages;
  const GrStageSpan *span = &s->span[s->at];

  w->clock.until = s->due ? span->end_time : span->begin_time + GrStageLatest(&s->now.stages[s->at]);
}

/* Sets the case of the current stage, except for its walls. */
static void SetCase(GrBulkStages *s, const GrCase *c)
{
  GrWall *walls = s->now.walls;

  s->now = *c;
  s->now.walls = walls;
}

/* Sets the case and the walls of the current stage, and its latest end. */
static PetscErrorCode EnterStage(GrWorld w)
{
  GrBulkStages *s = &w->bulk->stages;
  const GrCase *c = &s->of[s->at];

  PetscCall(PetscArraycpy(s->now.walls, c->walls, c->n_walls));
  for (int k = 0; k < c->n_walls; k++)
    for (int a = 0; a < 3; a++)
      if (isnan(s->now.walls[k].motion.pivot[a]))
        s->now.walls[k].motion.pivot[a] = s->now.walls[k].value[0].number[a];
  SetCase(s, c);
  SetEnd(w);
  return 0;
}

PetscErrorCode GrBulkStagesCreate(GrWorld w)
{
  const GrCase *c = w->the_case;
  GrBulkStages *s = &w->bulk->stages;

  s->n = c->n_stages;
  PetscCall(PetscMalloc1(c->n_walls, &s->now.walls));
  PetscCall(PetscArraycpy(s->now.walls, c->walls, c->n_walls));
  SetCase(s, c);
  w->the_case = &s->now;
  if (s->n == 0)
    return 0;
  PetscCall(PetscMalloc1(s->n, &s->of));
  PetscCall(PetscMalloc1(s->n, &s->span));
  for (int k = 0; k < s->n; k++) {
    s->of[k] = GrCaseInStage(c, &c->stages[k]);
    s->span[k] = (GrStageSpan){.end = GR_STAGE_OPEN, .decided = -1};
  }
  return EnterStage(w);
}

PetscErrorCode GrBulkStagesDestroy(GrBulkStages *s)
{
  PetscCall(PetscFree(s->of));
  PetscCall(PetscFree(s->span));
  return PetscFree(s->now.walls);
}

PetscErrorCode GrBulkStagesRestore(GrWorld w, GrCheckpoint file)
{
  if (w->bulk->stages.n > 0) {
    PetscCall(GrBulkLoadStages(w, file));
    PetscCall(EnterStage(w));
  }
  return GrBulkLoadValues(w, file);
}

double GrBulkStageOrigin(GrWorld w, int during)
{
  const GrBulkStages *s = &w->bulk->stages;

  if (during < 0)
    return 0;
  return s->at == during ? s->span[during].begin_time : NAN;
}

/* ---- the end of a stage ---- */

/* Steps of the current stage. The commit has counted the step already; the commit of the start was no step. */
static PetscInt64 StepsOfStage(const GrBulk b)
{
  return b->numbers.steps - 1 - b->stages.span[b->stages.at].begin_step;
}

static PetscErrorCode CheckCondition(GrWorld w, const GrCondition *c, double t, const double *u, GrStageSpan *span,
                                     bool *holds);

/* Checks conditions up to the first one whose result is `decisive`. */
static PetscErrorCode CheckParts(GrWorld w, int n, const GrCondition part[], bool decisive, double t, const double *u,
                                 GrStageSpan *span, bool *holds)
{
  *holds = !decisive;
  for (int k = 0; k < n && *holds != decisive; k++)
    PetscCall(CheckCondition(w, &part[k], t, u, span, holds));
  return 0;
}

static PetscErrorCode CheckCondition(GrWorld w, const GrCondition *c, double t, const double *u, GrStageSpan *span,
                                     bool *holds)
{
  if (c->n_any > 0)
    return CheckParts(w, c->n_any, c->any, true, t, u, span, holds);
  if (c->n_all > 0)
    return CheckParts(w, c->n_all, c->all, false, t, u, span, holds);
  span->decided = c->number;
  if (c->indicator.name)
    PetscCall(c->indicator.kind->find(w, c, t, u, &span->value));
  else
    span->value = t - span->begin_time;
  *holds = c->indicator.name ? !(span->value <= c->above) && !(span->value >= c->below) && !isnan(span->value)
                             : span->value >= c->time;
  return 0;
}

/* The comparison of this number in a condition; NULL: it has none. */
static const GrCondition *FindComparison(const GrCondition *c, PetscInt64 number)
{
  const GrCondition *found = c->n_any == 0 && c->n_all == 0 && c->number == number ? c : NULL;

  for (int k = 0; k < c->n_any && !found; k++)
    found = FindComparison(&c->any[k], number);
  for (int k = 0; k < c->n_all && !found; k++)
    found = FindComparison(&c->all[k], number);
  return found;
}

const GrCondition *GrBulkStageDecided(const GrBulkStages *s, PetscInt64 k)
{
  return s->span[k].decided < 0 ? NULL : FindComparison(&s->now.stages[k].until.condition, s->span[k].decided);
}

/* Writes " xy" for the component xy of an indicator. */
static void WriteComponent(const GrCondition *c, char text[GR_NAME_MAX])
{
  const char *words = c->indicator.components;

  *text = '\0';
  for (int k = 0; words && c->component >= 0 && k < c->component && strchr(words, '|'); k++)
    words = strchr(words, '|') + 1;
  if (words && c->component >= 0)
    snprintf(text, GR_NAME_MAX, " %.*s", (int)strcspn(words, "|"), words);
}

/* Writes ", above A and below B", with the bounds that the condition has. */
static void WriteBounds(const GrCondition *c, bool holds, size_t length, char *text)
{
  char above[32] = "", below[32] = "";

  if (!isnan(c->above))
    snprintf(above, sizeof above, "above %g", c->above);
  if (!isnan(c->below))
    snprintf(below, sizeof below, "below %g", c->below);
  snprintf(text, length, ", %s%s%s%s", holds ? "" : "not ", above, *above && *below ? " and " : "", below);
}

void GrBulkStageDescribe(const GrBulkStages *s, PetscInt64 k, char text[GR_STAGE_REASON_MAX])
{
  const GrCondition *c = GrBulkStageDecided(s, k);
  const bool holds = s->span[k].end == GR_STAGE_BY_CONDITION;
  const double value = s->span[k].value;
  char component[GR_NAME_MAX] = "", object[GR_NAME_MAX + 8] = "", unit[GR_NAME_MAX] = "";

  snprintf(text, GR_STAGE_REASON_MAX, "it was never checked");
  if (!c)
    return;
  const GrIndicator *m = &c->indicator;
  if (!m->name) {
    snprintf(text, GR_STAGE_REASON_MAX, "time = %.6g s, %s%g s", value, holds ? "at least " : "less than ", c->time);
    return;
  }
  if (isinf(value)) {
    snprintf(text, GR_STAGE_REASON_MAX, "the contacts have no elastic energy");
    return;
  }
  if (isnan(value)) {
    snprintf(text, GR_STAGE_REASON_MAX, "%s has no value", m->name);
    return;
  }
  WriteComponent(c, component);
  if (m->kind->object)
    snprintf(object, sizeof object, " of %s", m->kind->name(&s->now, c->object));
  const char *symbol = s->now.dimension == 2 && m->plane_unit ? m->plane_unit : m->unit;
  if (strcmp(symbol, "1") != 0)
    snprintf(unit, sizeof unit, " %s", symbol);
  const int n = snprintf(text, GR_STAGE_REASON_MAX, "%s%s%s = %.3g%s", m->shown ? m->shown : m->name, component, object,
                         value, unit);
  if (n < GR_STAGE_REASON_MAX)
    WriteBounds(c, holds, (size_t)(GR_STAGE_REASON_MAX - n), text + n);
}

/* Fails if the stage must not end without its condition. */
static PetscErrorCode CheckUnmet(GrWorld w, double t)
{
  const GrBulkStages *s = &w->bulk->stages;
  const GrStage *stage = &s->now.stages[s->at];
  char text[GR_STAGE_REASON_MAX];

  if (s->span[s->at].end != GR_STAGE_AT_MOST || stage->until.unmet != GR_UNMET_FAIL)
    return 0;
  GrBulkStageDescribe(s, s->at, text);
  return GrFail(
      GR_EXIT_PHYSICS,
      "at t = %.9g s: the condition of the stage '%s' does not hold within at_most = %g s: %s; write a longer "
      "stages.%s.until.at_most, another condition, or unmet: continue",
      t, stage->name, stage->until.at_most, text, stage->name);
}

PetscErrorCode GrBulkCheckStage(GrWorld w, double t, const double *u, bool *ends)
{
  const GrBulk b = w->bulk;
  GrBulkStages *s = &b->stages;
  bool holds = false;

  if (s->n == 0)
    return 0;
  const GrStageUntil *until = &s->now.stages[s->at].until;
  GrStageSpan *span = &s->span[s->at];
  if (until->every > 0 && StepsOfStage(b) % until->every == 0 && !(t - span->begin_time < until->after))
    PetscCall(CheckCondition(w, &until->condition, t, u, span, &holds));
  if (!holds && w->clock.plan.next != GR_NEXT_END)
    return 0;
  span->end = holds ? GR_STAGE_BY_CONDITION : until->every > 0 ? GR_STAGE_AT_MOST : GR_STAGE_BY_TIME;
  PetscCall(CheckUnmet(w, t));
  span->end_step = b->numbers.steps - 1;
  span->end_time = t;
  s->due = 1;
  w->clock.plan.next = s->at == s->n - 1 ? GR_NEXT_END : GR_NEXT_EPOCH;
  if (w->clock.plan.next == GR_NEXT_EPOCH) {
    *ends = true;
    b->numbers.reneighbour_due = b->numbers.reneighbour_due || GrBulkStageAlters(w);
  }
  SetEnd(w);
  return 0;
}

void GrBulkStageMeasure(GrWorld w)
{
  const GrBulk b = w->bulk;

  if (b->stages.n == 0)
    return;
  const GrWallDomain inside = GrWallsInnerBox(&b->walls, &b->box, w->clock.committed);
  for (int k = 0; k < inside.dimension; k++)
    b->stages.span[b->stages.at].begin_length[k] = inside.upper[k] - inside.lower[k];
}

PetscInt64 GrBulkStepsToStageCheck(GrWorld w)
{
  const GrBulkStages *s = &w->bulk->stages;
  const PetscInt64 every = s->n > 0 ? s->now.stages[s->at].until.every : 0;

  return every > 0 ? every - StepsOfStage(w->bulk) % every - 1 : INT64_MAX;
}

/* ---- beginning of the next stage ---- */

/* Walls that the stage changes start from their current positions. */
static void ChangeWalls(GrWorld w, const GrStage *stage)
{
  const GrBulk b = w->bulk;

  for (int i = 0; i < stage->n_wall_changes; i++) {
    const int k = stage->wall_changes[i].of;
    GrWall next = stage->walls[k];
    GrWallsRestartMotion(&b->walls, k, w->clock.committed, &stage->wall_changes[i], &next);
    b->stages.now.walls[k] = next;
  }
}

/* Begins the stage after the current one, without its changes of walls and of the box. */
static void BeginNext(GrWorld w)
{
  GrBulkStages *s = &w->bulk->stages;

  s->at++;
  s->due = 0;
  SetCase(s, &s->of[s->at]);
  s->span[s->at].begin_step = w->bulk->numbers.steps - 1;
  s->span[s->at].begin_time = w->clock.committed;
}

/* Changes of walls and of the box in the stage that has begun. */
static void TakeStage(GrWorld w)
{
  const GrBulkStages *s = &w->bulk->stages;
  const GrStage *stage = &s->now.stages[s->at];

  ChangeWalls(w, stage);
  if (stage->changes_cell)
    GrBulkCellChangeRates(w);
}

/* Gravity and velocities of walls that the calling program has given. */
static void TakeChanges(GrWorld w, const GrWorldChanges *given)
{
  GrBulkStages *s = &w->bulk->stages;

  for (int a = 0; given->gravity && a < 3; a++)
    s->now.gravity_vector[a] = given->gravity[a];
  if (given->gravity)
    memset(s->now.gravity_of_time, 0, sizeof s->now.gravity_of_time);
  for (int i = 0; i < given->n_walls; i++) {
    const GrStageChange change = {.of = given->wall[i], .motion = true, .velocity = true};
    GrWall next = s->now.walls[change.of];
    for (int a = 0; a < 3; a++) {
      next.motion.velocity[a] = given->wall_velocity[3 * i + a];
      next.motion.acceleration[a] = 0;
    }
    GrWallsRestartMotion(&w->bulk->walls, change.of, w->clock.committed, &change, &next);
    s->now.walls[change.of] = next;
  }
}

/* Creates the model of the stage and its consequences, except for candidates. */
static PetscErrorCode ChangeModel(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrModel before = b->model;

  PetscCall(GrModelDestroy(&b->model));
  PetscCall(GrBulkCreateModel(w));
  GrModelSetStep(&b->model, before.step);
  PetscCall(GrWallsFindTypes(&b->walls, &b->model));
  PetscCall(GrWallsChangeTravels(&b->walls, w->clock.committed));
  GrBulkFindWallMotions(w);
  b->neighbours.adhesion_reach = b->bounds[b->stages.at].reach;
  return 0;
}

/* Contacts whose velocities the changes have set. stage: the stage that has begun; NULL: none. */
static GrVelocityJump FindJump(const GrStage *stage, const GrWorldChanges *given)
{
  if ((stage && stage->changes_cell) || (given && (given->velocity || given->spin)))
    return GR_JUMP_ALL;
  return (stage && stage->n_wall_changes) || (given && given->n_walls) ? GR_JUMP_WALLS : GR_JUMP_NONE;
}

/* Laws keep the mean slips of a step of length 0 if velocities are predictions, and replace them if velocities are
   exact. */
PetscErrorCode GrBulkCommitChange(GrWorld w, const double *u, GrVelocityJump jump)
{
  const GrBulk b = w->bulk;
  /* both rules have the same weights; they differ in the kind of the velocities */
  const GrStep keep = {.rule = jump == GR_JUMP_ALL ? &GrStepStages : &GrStepVerlet, .rates = b->store.acceleration};

  b->numbers.steps--; /* the commit increments it */
  b->stages.jump = jump;
  PetscCall(GrWorldEvaluate(w, w->clock.committed, u, &keep));
  b->stages.jump = GR_JUMP_NONE;
  PetscCall(GrBulkCommit(w, w->clock.committed, u));
  w->clock.trial = NAN;
  return 0;
}

static void AddChangeEnergies(GrWorld w, const double before[GR_SUM_ENERGIES], const double after[GR_SUM_ENERGIES])
{
  for (int s = 0; s < GR_SUM_ENERGIES && w->rank == 0; s++) {
    const bool held = s == GR_SUM_KINETIC || s == GR_SUM_ELASTIC;
    GrSumAdd(&w->bulk->population.energies[held ? GR_SUM_CHANGES : s], before[s] - after[s]);
  }
}

PetscErrorCode GrBulkBeginStage(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrBulkStages *s = &b->stages;
  const bool next = s->due && s->at < s->n - 1;
  double before[GR_SUM_ENERGIES], after[GR_SUM_ENERGIES];
  GrParallelColumns records;

  if (!next && !s->changes)
    return 0;
  if (!s->changes && !GrBulkStageAlters(w)) {
    BeginNext(w);
    SetEnd(w);
    GrBulkStageMeasure(w);
    return 0;
  }
  PetscCall(GrWorldSumEnergies(w, b->store.state, before));
  PetscCall(GrBulkFreeWork(w));
  PetscCall(GrHistoryRecordsCreate(b->model.n_history, &records));
  PetscCall(GrBulkCollectHistories(w, &records));
  if (next) {
    BeginNext(w);
    TakeStage(w);
  }
  if (s->changes)
    TakeChanges(w, s->changes);
  PetscCall(ChangeModel(w));
  PetscCall(GrBulkCheckBox(w)); /* the new model may have a longer adhesion reach */
  PetscCall(GrBulkRebuild(w, &records));
  PetscCall(GrWorldSumEnergies(w, b->store.state, after));
  AddChangeEnergies(w, before, after);
  PetscCall(GrBulkCommitChange(w, b->store.state, FindJump(next ? &s->now.stages[s->at] : NULL, s->changes)));
  if (next) {
    SetEnd(w);
    GrBulkStageMeasure(w);
  }
  return 0;
}

/* ---- changes by the calling program ---- */

PetscErrorCode GrBulkChangesCheck(GrWorld w, const GrWorldChanges *given)
{
  const GrCase *c = w->the_case;

  for (int i = 0; i < given->n_walls; i++) {
    const int k = given->wall[i];
    if (k < 0 || k >= c->n_walls)
      return GrFail(GR_EXIT_INPUT, "walls: there is no wall number %d; write one below %d", k, c->n_walls);
    if (GrWallIsLoaded(&c->walls[k]) || c->walls[k].n_motions > 0)
      return GrFail(GR_EXIT_INPUT,
                    "walls.%s: is load-controlled or has a list of motions, so a program cannot set its velocity; "
                    "remove servo, mass and motions from the case",
                    c->walls[k].name);
    if (GrFunctionVaries(c->walls[k].motion.velocity_of_time))
      return GrFail(GR_EXIT_INPUT,
                    "walls.%s.velocity: is a function of time, so a program cannot set it; write a constant velocity",
                    c->walls[k].name);
  }
  if ((given->velocity || given->spin) && (w->bulk->cell || GrBodiesExist(c)))
    return GrFail(GR_EXIT_INPUT,
                  "%s: a program cannot set velocities of rigid bodies or in a deforming box; change "
                  "gravity or walls instead",
                  c->file);
  return 0;
}

static void SetVelocities(GrWorld w, const GrWorldChanges *given)
{
  GrStore *s = &w->bulk->store;

  for (PetscInt i = 0; i < s->columns.n; i++)
    for (int a = 0; a < 3 && !GrStoreIsPrescribed(w->the_case, s, i); a++) {
      double *state = s->state + GR_STATE * i;
      state[3 + a] = given->velocity ? given->velocity[3 * i + a] : state[3 + a];
      state[6 + a] = given->spin ? given->spin[3 * i + a] : state[6 + a];
    }
}

PetscErrorCode GrBulkChange(GrWorld w, const GrWorldChanges *changes)
{
  const GrBulk b = w->bulk;
  double before[GR_SUM_ENERGIES], after[GR_SUM_ENERGIES];

  if (changes->velocity || changes->spin) {
    PetscCall(GrWorldSumEnergies(w, b->store.state, before));
    SetVelocities(w, changes);
    b->epoch.checked.step = -1; /* its largest speed is no longer true */
    PetscCall(GrWorldSumEnergies(w, b->store.state, after));
    AddChangeEnergies(w, before, after);
  }
  b->stages.changes = changes;
  b->numbers.reneighbour_due = 1;
  PetscErrorCode error = GrWorldEpoch(w);
  b->stages.changes = NULL;
  b->stages.made.first = b->stages.made.count ? b->stages.made.first : w->clock.committed;
  b->stages.made.last = w->clock.committed;
  b->stages.made.count++;
  return error;
}
