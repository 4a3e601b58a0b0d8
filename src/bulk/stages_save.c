/* stages_save: where a run is in its stages, in a checkpoint and from it; see save.h.

   Only of a case with stages. Table "stages", a row for each: when it began and how it ended, as far as that has come.
   Table "stands", a row for each wall: where it was when its motion began. Numbers: the stage at hand, and whether it
   has ended. */
#include "bulk/save.h"

#include <stdio.h>
#include <string.h>

#define SPAN(member, number, unit, bounds, description)                                                                \
  {                                                                                                                    \
    {#member, number, 1, unit, description}, offsetof(GrStageSpan, member), bounds                                     \
  }
#define ENDS                                                                                                           \
  {                                                                                                                    \
    GR_STAGE_OPEN, GR_STAGE_AT_MOST, PETSC_FALSE                                                                       \
  }
static const GrBulkMember Spans[] = {
    SPAN(begin_step, GR_INTEGER, "1", GR_COUNT, "step at which it began"),
    SPAN(end_step, GR_INTEGER, "1", GR_COUNT, "step at which it ended"),
    SPAN(end, GR_INTEGER, "1", ENDS, "why it ended: 1 its time, 2 its condition, 3 its latest time; 0: it has not"),
    SPAN(begin_time, GR_REAL, "s", GR_NOT_NEGATIVE, "when it began"),
    SPAN(end_time, GR_REAL, "s", GR_NOT_NEGATIVE, "when it ended"),
    SPAN(ratio, GR_REAL, "1", GR_ANYTHING, "kinetic over elastic energy when looked at last; negative: it was not")};
enum { SPANS = sizeof(Spans) / sizeof(Spans[0]) };

static const GrColumn At = {"stage", GR_INTEGER, 1, "1", "number of the stage at hand, from 0"};
static const GrColumn Due = {"stage_due", GR_INTEGER, 1, "1", "1: it has ended"};

/* A member of GrWall, of so many reals. */
typedef struct {
  GrColumn column;
  size_t offset;
} Stand;
static const Stand Stands[] = {
    {{"value", GR_REAL, GR_WALL_PARAMETERS_MAX * 3, "1", "values of its shape, in SI"}, 0},
    {{"frame", GR_REAL, 12, "1", "origin [m] and axes of its mesh"}, offsetof(GrWall, frame)},
    {{"pivot", GR_REAL, 3, "m", "the point it turns about"}, offsetof(GrWall, pivot)},
    {{"phase", GR_REAL, 1, "rad", "of its oscillation"}, offsetof(GrWall, phase)},
    {{"since", GR_REAL, 1, "s", "when it was there"}, offsetof(GrWall, since)}};
enum { STANDS = sizeof(Stands) / sizeof(Stands[0]), STAND_MAX = GR_WALL_PARAMETERS_MAX * 3 };

/* The numbers of a wall, out of it or into it. */
static void ExchangeStand(const Stand *stand, PetscBool into, GrWall *wall, double number[])
{
  double *own = (double *)((char *)wall + stand->offset);

  for (int k = 0; k < stand->column.components; k++) {
    double *at = stand->offset ? &own[k] : &wall->value[k / 3].number[k % 3];
    if (into)
      *at = number[k];
    else
      number[k] = *at;
  }
}

PetscErrorCode GrBulkSaveStages(GrWorld w, GrCheckpoint file)
{
  const GrBulkStages *s = &w->bulk->stages;
  const PetscInt64 walls = w->the_case->n_walls, mine = w->rank == 0 ? walls : 0;
  double *number;

  PetscFunctionBeginUser;
  if (s->n == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(PetscMax(s->n, STAND_MAX * walls), &number));
  for (int m = 0; m < SPANS; m++) {
    for (int k = 0; k < s->n; k++)
      memcpy(&number[k], (const char *)&s->span[k] + Spans[m].offset, sizeof(*number));
    PetscCall(GrCheckpointPutColumn(file, GR_BULK_STAGES, &Spans[m].column,
                                    (GrRows){s->n, w->rank == 0 ? 0 : s->n, w->rank == 0 ? s->n : 0}, number));
  }
  for (int m = 0; m < STANDS && walls > 0; m++) {
    for (PetscInt64 k = 0; k < walls; k++)
      ExchangeStand(&Stands[m], PETSC_FALSE, &s->now.walls[k], number + Stands[m].column.components * k);
    PetscCall(
        GrCheckpointPutColumn(file, GR_BULK_STANDS, &Stands[m].column, (GrRows){walls, walls - mine, mine}, number));
  }
  PetscCall(GrCheckpointPutNumber(file, &At, &s->at));
  PetscCall(GrCheckpointPutNumber(file, &Due, &s->due));
  PetscCall(PetscFree(number));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkLoadStages(GrWorld w, GrCheckpoint file)
{
  GrBulkStages *s = &w->bulk->stages;
  const GrBounds stages = {0, s->n - 1, PETSC_FALSE}, yes_or_no = GR_YES_OR_NO;
  double *number;

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointGetNumber(file, &At, &stages, &s->at));
  PetscCall(GrCheckpointGetNumber(file, &Due, &yes_or_no, &s->due));
  PetscCall(PetscMalloc1(s->n, &number));
  for (int m = 0; m < SPANS; m++) {
    PetscCall(GrCheckpointGetColumn(file, GR_BULK_STAGES, &Spans[m].column, &Spans[m].bounds, (GrRows){s->n, 0, s->n},
                                    number));
    for (int k = 0; k < s->n; k++)
      memcpy((char *)&s->span[k] + Spans[m].offset, &number[k], sizeof(*number));
  }
  PetscCall(PetscFree(number));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkLoadStands(GrWorld w, GrCheckpoint file)
{
  GrBulkStages *s = &w->bulk->stages;
  const PetscInt64 walls = s->now.n_walls;
  const GrBounds finite = GR_FINITE;
  double *number;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(STAND_MAX * walls, &number));
  for (int m = 0; m < STANDS && walls > 0; m++) {
    PetscCall(
        GrCheckpointGetColumn(file, GR_BULK_STANDS, &Stands[m].column, &finite, (GrRows){walls, 0, walls}, number));
    for (PetscInt64 k = 0; k < walls; k++)
      ExchangeStand(&Stands[m], PETSC_TRUE, &s->now.walls[k], number + Stands[m].column.components * k);
  }
  PetscCall(PetscFree(number));
  PetscFunctionReturn(0);
}
