/* feedback_values: evaluates expressions with observables, and holds their values; see feedback.h.

   An expression is evaluated at a committed state, from observables that are equal on all ranks, and then holds its
   value. A velocity of a wall therefore jumps at an evaluation. All forces are then evaluated again and committed
   without a step, as at the beginning of a stage (stages.c): the powers with which the next step begins belong to the
   new velocity, so that the trapezoidal rule of the work of walls is exact for the jump (wall_work.c).

   Circular dependence: an expression must not contain the observable that it prescribes (input/key/of_time.c).
   Observables of one evaluation are all computed before the first value is held.

   If a rate of a deforming box changes, the velocities of the particles change with the flow of the box, as in a stage
   that changes the box (cell/deform.c). Such a box needs an integrator that works in the memory of the store, which is
   therefore the state of the run. */
#include "bulk/bulk.h"
#include "bulk/feedback.h"
#include "bulk/population/insert.h"
#include "particle/fill/insert.h"

#include <granum/error.h>
#include <math.h>
#include <string.h>

/* ---- the expressions in force ---- */

/* A member of a struct: an array of pointers to functions. */
typedef struct {
  size_t offset; /* [bytes] */
  int n;
} Member;

#define ONE(type, member)                                                                                              \
  {                                                                                                                    \
    offsetof(type, member), 1                                                                                          \
  }
#define VECTOR(type, member)                                                                                           \
  {                                                                                                                    \
    offsetof(type, member), 3                                                                                          \
  }
static const Member rates_of_cell[] = {{offsetof(GrCell, rate_of_time), GR_CELL_RATES}, {0}};
static const Member velocities_of_walls[] = {VECTOR(GrWall, motion.velocity_of_time),
                                             VECTOR(GrWall, motion.angular_velocity_of_time),
                                             VECTOR(GrWall, drive.surface.velocity_of_time),
                                             VECTOR(GrWall, drive.surface.angular_velocity_of_time),
                                             {0}};
static const Member loads_of_walls[] = {ONE(GrWall, servo.force_of_time),
                                        ONE(GrWall, servo.stress_of_time),
                                        ONE(GrWall, drive.load_of_time),
                                        ONE(GrWall, drive.shaft.torque_of_time),
                                        ONE(GrWall, drive.shaft.brake_of_time),
                                        ONE(GrWall, drive.shaft.damping_of_time),
                                        VECTOR(GrWall, drive.body.force_of_time),
                                        VECTOR(GrWall, drive.body.torque_of_time),
                                        {0}};
static const Member forces[] = {VECTOR(GrCase, gravity_of_time),     ONE(GrCase, drag.linear_of_time),
                                ONE(GrCase, drag.quadratic_of_time), ONE(GrCase, drag.angular_of_time),
                                ONE(GrCase, drag.viscosity_of_time), ONE(GrCase, drag.density_of_time),
                                VECTOR(GrCase, drag.fluid_of_time),  {0}};
static const Member servos_of_cell[] = {ONE(GrCellServo, stress_of_time), {0}};
static const Member forces_on_groups[] = {VECTOR(GrGroupForce, force_of_time), {0}};
static const Member rates[] = {ONE(GrInsert, rate_of_time), ONE(GrInsert, mass_rate_of_time), {0}};

/* Adds the expressions with observables in n structs of this size. */
static PetscErrorCode Add(GrFeedbackList *list, const Member *members, int n, const void *structs, size_t size)
{
  for (int i = 0; i < n; i++)
    for (const Member *m = members; m->n; m++)
      for (int k = 0; k < m->n; k++) {
        GrFunction *f = ((GrFunction *const *)((const char *)structs + (size_t)i * size + m->offset))[k];
        bool known = !f || !f->feedback;
        for (int j = 0; j < list->n && !known; j++)
          known = list->of[j] == f;
        if (known)
          continue;
        PetscCall(PetscRealloc((size_t)(list->n + 1) * sizeof(*list->of), &list->of));
        list->of[list->n++] = f;
      }
  return 0;
}

/* Whether two observables are the same number. */
static bool IsSameNumber(const GrCondition *a, const GrCondition *b)
{
  const GrIndicator *one = &a->indicator, *two = &b->indicator;

  return strcmp(one->name, two->name) == 0 && one->kind == two->kind && one->first == two->first &&
         one->what == two->what && a->object == b->object && a->component == b->component;
}

/* Index of an observable in a list; n_observed: the list does not have it. */
static int IndexOf(const GrFeedbackList *list, const GrCondition *observed)
{
  int k = 0;

  while (k < list->n_observed && !IsSameNumber(list->observed[k], observed))
    k++;
  return k;
}

/* Lists the different observables of the expressions. */
static PetscErrorCode FindObserved(GrFeedbackList *list)
{
  int most = 0;

  for (int i = 0; i < list->n; i++)
    most += list->of[i]->feedback->n;
  PetscCall(PetscMalloc3(list->n, &list->value, most, &list->observed, most, &list->number));
  for (int i = 0; i < list->n; i++)
    for (int k = 0; k < list->of[i]->feedback->n; k++) {
      const GrCondition *own = &list->of[i]->feedback->observed[k];
      if (IndexOf(list, own) == list->n_observed)
        list->observed[list->n_observed++] = own;
    }
  return 0;
}

/* Lists the expressions of a case. stage: number of the stage whose settings it has; -1: none. */
static PetscErrorCode Find(const GrCase *c, int stage, GrFeedbackList *list)
{
  *list = (GrFeedbackList){0};
  PetscCall(Add(list, rates_of_cell, 1, &c->domain.cell, sizeof(c->domain.cell)));
  list->n_cell = list->n;
  PetscCall(Add(list, velocities_of_walls, c->n_walls, c->walls, sizeof(*c->walls)));
  list->n_walls = list->n;
  PetscCall(Add(list, loads_of_walls, c->n_walls, c->walls, sizeof(*c->walls)));
  PetscCall(Add(list, forces, 1, c, sizeof(*c)));
  PetscCall(Add(list, servos_of_cell, GR_CELL_RATES, c->domain.cell.servo, sizeof(GrCellServo)));
  PetscCall(Add(list, forces_on_groups, c->n_group_forces, c->group_forces, sizeof(*c->group_forces)));
  list->n_forces = list->n;
  for (int g = 0; g < c->n_grains; g++) {
    const GrInsert *insert = GrFillInsertOf(&c->grains[g]);
    if (insert && (insert->during < 0 || insert->during == stage))
      PetscCall(Add(list, rates, 1, insert, sizeof(*insert)));
  }
  return FindObserved(list);
}

PetscErrorCode GrBulkFeedbackCreate(GrWorld w)
{
  GrBulkFeedback *own = &w->bulk->stages.feedback;
  const GrCase *c = w->the_case;
  bool some = false, in_use = false;

  for (const GrFunction *f = c->functions; f; f = f->next)
    some = some || f->feedback;
  if (!some)
    return 0;
  PetscCall(PetscCalloc1(1 + c->n_stages, &own->list));
  for (; own->n_lists <= c->n_stages; own->n_lists++) {
    const int stage = own->n_lists - 1;
    const GrCase now = stage < 0 ? *c : GrCaseInStage(c, &c->stages[stage]);
    PetscCall(Find(&now, stage, &own->list[own->n_lists]));
    for (int i = 0; i < own->list[own->n_lists].n; i++)
      in_use = in_use || own->list[own->n_lists].of[i]->feedback->in_use;
  }
  if (in_use)
    return GrFail(GR_EXIT_INPUT,
                  "%s: another world uses this case, which has expressions with observables; parse the input again for "
                  "each world",
                  c->file);
  own->in_use = true;
  for (int k = 0; k < own->n_lists; k++)
    for (int i = 0; i < own->list[k].n; i++) {
      GrFeedback *f = own->list[k].of[i]->feedback;
      f->in_use = true;
      f->value = f->before = f->since = f->integral = 0;
    }
  for (const GrFunction *f = c->functions; f; f = f->next)
    PetscCheck(!f->feedback || f->feedback->in_use, w->comm, PETSC_ERR_PLIB, "%s: no list has this expression",
               f->text);
  return 0;
}

PetscErrorCode GrBulkFeedbackDestroy(GrBulkFeedback *own)
{
  for (int k = 0; k < own->n_lists; k++) {
    for (int i = 0; i < own->list[k].n && own->in_use; i++)
      own->list[k].of[i]->feedback->in_use = false;
    PetscCall(PetscFree(own->list[k].of));
    PetscCall(PetscFree3(own->list[k].value, own->list[k].observed, own->list[k].number));
  }
  return PetscFree(own->list);
}

/* ---- evaluation ---- */

/* Fails because a value is not a number, or larger than its observables allow. */
static PetscErrorCode FailAt(GrWorld w, double t, const GrFunction *f, const double observed[], double value)
{
  char list[512] = "", name[GR_NAME_MAX];

  for (int k = 0; k < f->feedback->n; k++) {
    GrFunctionNameObserved(f, w->the_case, k, sizeof name, name);
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s = %g", k ? ", " : "", name, observed[k]);
  }
  return GrFail(GR_EXIT_PHYSICS,
                "at t = %.9g s: the expression %.200s is %s, with %s; divide by numbers that cannot be 0, such as "
                "max(SMALL, ..), and use observables only while they have a value",
                t, f->text, isnan(value) ? "not a number" : "outside of its limits", list);
}

/* Computes the value of an expression from those of the observables of its list. */
static PetscErrorCode FindValue(GrWorld w, double t, const GrFeedbackList *list, const GrFunction *f, double *value)
{
  double observed[GR_FEEDBACK_MAX];

  for (int k = 0; k < f->feedback->n; k++)
    observed[k] = list->number[IndexOf(list, &f->feedback->observed[k])];
  *value = GrFunctionEvaluate(f, t, observed);
  return fabs(*value) <= f->largest * (1 + 1e-9) ? 0 : FailAt(w, t, f, observed, *value);
}

/* Whether an evaluation has changed a value of a kind. */
typedef struct {
  bool cell;   /* rates of the box */
  bool walls;  /* velocities of walls or rates of the box */
  bool forces; /* any value on which forces depend */
} Changes;

/* Evaluates the expressions of a list, and holds their values. Collective. */
static PetscErrorCode EvaluateList(GrWorld w, double t, const double *u, const GrFeedbackList *list, Changes *changes)
{
  double *value = list->value;

  for (int k = 0; k < list->n_observed; k++)
    PetscCall(list->observed[k]->indicator.kind->find(w, list->observed[k], t, u, &list->number[k]));
  for (int i = 0; i < list->n; i++)
    PetscCall(FindValue(w, t, list, list->of[i], &value[i]));
  for (int i = 0; i < list->n; i++) {
    const bool changed = value[i] != list->of[i]->feedback->value;
    GrFunctionHold(list->of[i], t, value[i]);
    changes->cell = changes->cell || (changed && i < list->n_cell);
    changes->walls = changes->walls || (changed && i < list->n_walls);
    changes->forces = changes->forces || (changed && i < list->n_forces);
  }
  GrBulkInsertNoteFeedback(w, t);
  return 0;
}

PetscErrorCode GrBulkFeedbackEvaluate(GrWorld w, double t, const double *u)
{
  const GrBulkStages *s = &w->bulk->stages;
  Changes changes = {0};

  if (s->feedback.n_lists == 0)
    return 0;
  PetscCall(EvaluateList(w, t, u, &s->feedback.list[s->n > 0 ? 1 + s->at : 0], &changes));
  if (!changes.forces)
    return 0;
  if (changes.cell) {
    PetscCheck(u == w->bulk->store.state, w->comm, PETSC_ERR_PLIB, "the state of the run is not that of the store");
    GrBulkCellChangeRates(w);
  }
  return GrBulkCommitChange(w, u, changes.cell ? GR_JUMP_ALL : changes.walls ? GR_JUMP_WALLS : GR_JUMP_NONE);
}

/* Steps of the run; the commit of the start was no step. */
static PetscInt64 StepsOf(GrWorld w)
{
  return w->bulk->numbers.steps - 1;
}

PetscErrorCode GrBulkFeedbackCheck(GrWorld w, double t, const double *u)
{
  const GrBulkStages *s = &w->bulk->stages;
  const bool next = s->due && s->at < s->n - 1; /* the next stage evaluates its expressions when it begins */

  if (s->feedback.n_lists == 0 || next || StepsOf(w) % w->the_case->time.feedback_every != 0)
    return 0;
  return GrBulkFeedbackEvaluate(w, t, u);
}

PetscInt64 GrBulkFeedbackStepsToNext(GrWorld w)
{
  const PetscInt64 every = w->the_case->time.feedback_every;

  return w->bulk->stages.feedback.n_lists > 0 ? every - StepsOf(w) % every - 1 : INT64_MAX;
}

/* ---- checkpoints ---- */

#define HELD(member, unit, description)                                                                                \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(GrFeedback, member), GR_FINITE                                  \
  }
static const GrMember HeldMembers[] = {HELD(value, "1", "held value of the expression, in the SI unit of its key"),
                                       HELD(before, "1", "value before the last evaluation"),
                                       HELD(since, "s", "time of the last evaluation"),
                                       HELD(integral, "s", "integral of the held values from 0 to this time")};
static const GrCheckpointStruct Held = GR_CHECKPOINT_STRUCT("feedback", GrFeedback, HeldMembers);

static int CountRows(const GrBulkFeedback *own)
{
  int n = 0;

  for (int k = 0; k < own->n_lists; k++)
    n += own->list[k].n;
  return n;
}

/* The rows are those of the list of the case, then those of each stage; an expression may have several rows. */
PetscErrorCode GrBulkFeedbackSave(GrWorld w, GrCheckpoint file)
{
  const GrBulkFeedback *own = &w->bulk->stages.feedback;
  const int n = CountRows(own);
  GrFeedback *row;
  int at = 0;

  if (n == 0)
    return 0;
  PetscCall(PetscMalloc1(n, &row));
  for (int k = 0; k < own->n_lists; k++)
    for (int i = 0; i < own->list[k].n; i++)
      row[at++] = *own->list[k].of[i]->feedback;
  PetscCall(GrCheckpointPutStructs(file, &Held, n, row));
  return PetscFree(row);
}

PetscErrorCode GrBulkFeedbackLoad(GrWorld w, GrCheckpoint file)
{
  const GrBulkFeedback *own = &w->bulk->stages.feedback;
  const int n = CountRows(own);
  GrFeedback *row;
  int at = 0;

  if (n == 0)
    return 0;
  PetscCall(PetscMalloc1(n, &row));
  PetscCall(GrCheckpointGetStructs(file, &Held, n, row));
  for (int k = 0; k < own->n_lists; k++)
    for (int i = 0; i < own->list[k].n; i++, at++) {
      GrFeedback *f = own->list[k].of[i]->feedback;
      f->value = row[at].value;
      f->before = row[at].before;
      f->since = row[at].since;
      f->integral = row[at].integral;
    }
  return PetscFree(row);
}
