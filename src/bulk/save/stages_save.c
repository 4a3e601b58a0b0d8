/* stages_save: writes and reads the progress of a run through its stages; see save.h.

   If the case has stages, the checkpoint has the number of the current stage, whether this stage has ended, and the
   table
     "stages"  a row per stage: steps and times at which it began and ended, and the reason why it ended
   If the case has stages, or the calling program has made changes (GrRunChange), the checkpoint has the table
     "stands"  a row per wall: its position when its current motion began, and all numbers of this motion that the input
               does not determine
   After changes by the calling program the checkpoint also has their number, their times, and gravity. */
#include "bulk/bulk.h"
#include "bulk/save/save.h"

#include "base/math/vector.h"
#include <math.h>
#include <string.h>

#define SPAN(member, number, n, unit, bounds, description)                                                             \
  {                                                                                                                    \
    {#member, number, n, unit, description}, offsetof(GrStageSpan, member), bounds                                     \
  }
#define DECIDED                                                                                                        \
  {                                                                                                                    \
    -1, 1e9, false                                                                                                     \
  }
#define ENDS                                                                                                           \
  {                                                                                                                    \
    GR_STAGE_OPEN, GR_STAGE_AT_MOST, false                                                                             \
  }
static const GrMember SpanMembers[] = {
    SPAN(begin_step, GR_INTEGER, 1, "1", GR_COUNT, "step at which the stage began"),
    SPAN(end_step, GR_INTEGER, 1, "1", GR_COUNT, "step at which the stage ended"),
    SPAN(end, GR_INTEGER, 1, "1", ENDS,
         "reason for the end: 1 time is over, 2 condition met, 3 condition not met within at_most; 0: the stage has "
         "not ended"),
    SPAN(begin_time, GR_REAL, 1, "s", GR_NOT_NEGATIVE, "time at which the stage began"),
    SPAN(end_time, GR_REAL, 1, "s", GR_NOT_NEGATIVE, "time at which the stage ended"),
    SPAN(begin_length, GR_REAL, 3, "m", GR_NOT_NEGATIVE, "lengths of the box between its walls at the beginning"),
    SPAN(decided, GR_INTEGER, 1, "1", DECIDED,
         "number of the comparison that decided the last check of the condition, from 0; -1: no check"),
    SPAN(value, GR_REAL, 1, "1", GR_ANYTHING, "value of this comparison, in its unit")};
static const GrCheckpointStruct Spans = GR_CHECKPOINT_STRUCT("stages", GrStageSpan, SpanMembers);

static const GrColumn At = {"stage", GR_INTEGER, 1, "1", "number of the current stage, from 0"};
static const GrColumn Due = {"stage_due", GR_INTEGER, 1, "1", "1: the current stage has ended"};

#define STAND(name, components, unit, member, description)                                                             \
  {                                                                                                                    \
    {name, GR_REAL, components, unit, description}, offsetof(GrWall, member), GR_FINITE                                \
  }
static const GrMember StandMembers[] = {
    STAND("base", 3, "m", stand.base, "a point of the wall at the start"),
    STAND("offset", 3, "m", stand.offset, "displacement of this point at the time `since`"),
    STAND("rotation", 9, "1", stand.rotation, "rotation at the time `since`; 0: none"),
    STAND("home", 3, "m", home, "point of the wall at the time `since`"),
    STAND("shift", 3, "m", shift, "load-controlled displacement during earlier stages"),
    STAND("pivot", 3, "m", motion.pivot, "pivot of the main motion"),
    STAND("velocity", 3, "m s-1", motion.velocity, "velocity of the wall at the time `since`"),
    STAND("acceleration", 3, "m s-2", motion.acceleration, "acceleration of the wall"),
    STAND("angular_velocity", 3, "rad s-1", motion.angular_velocity,
          "angular velocity of the wall at the time `since`"),
    STAND("offset_at_begin", 3, "m", motion.offset_at_begin,
          "integral of the velocity with observables from 0 to `since`"),
    STAND("angle_at_begin", 1, "rad", motion.angle_at_begin,
          "integral of the angular velocity with observables from 0 to `since`"),
    STAND("phase", 1, "rad", motion.phase, "phase of the oscillation"),
    STAND("since", 1, "s", since, "time to which these values belong"),
    {{"restarted", GR_INTEGER, 1, "1", "1: the motion began after the start of the run and counts from `since`"},
     offsetof(GrWall, restarted),
     GR_YES_OR_NO}};
static const GrCheckpointStruct Stands = GR_CHECKPOINT_STRUCT("stands", GrWall, StandMembers);

#define CHANGES(member, number, components, unit, bounds, description)                                                 \
  {                                                                                                                    \
    {"changes_" #member, number, components, unit, description}, offsetof(GrBulkChanges, member), bounds               \
  }
static const GrMember ChangeMembers[] = {
    CHANGES(count, GR_INTEGER, 1, "1", GR_COUNT, "number of changes by the calling program"),
    CHANGES(first, GR_REAL, 1, "s", GR_NOT_NEGATIVE, "time of the first change"),
    CHANGES(last, GR_REAL, 1, "s", GR_NOT_NEGATIVE, "time of the last change"),
    CHANGES(gravity, GR_REAL, 3, "m s-2", GR_ANYTHING, "gravity in force; NaN: the function of time in the input")};
static const GrCheckpointStruct Changes = GR_CHECKPOINT_STRUCT(NULL, GrBulkChanges, ChangeMembers);

static PetscErrorCode SaveChanges(const GrBulkStages *s, GrCheckpoint file)
{
  GrBulkChanges made = s->made;

  if (made.count == 0)
    return 0;
  for (int a = 0; a < 3; a++)
    made.gravity[a] = GrFunctionVaries(s->now.gravity_of_time) ? NAN : s->now.gravity_vector[a];
  return GrCheckpointPutStructs(file, &Changes, 1, &made);
}

PetscErrorCode GrBulkSaveStages(GrWorld w, GrCheckpoint file)
{
  const GrBulkStages *s = &w->bulk->stages;

  PetscCall(SaveChanges(s, file));
  if (s->n > 0 || s->made.count > 0)
    PetscCall(GrCheckpointPutStructs(file, &Stands, w->the_case->n_walls, s->now.walls));
  if (s->n == 0)
    return 0;
  PetscCall(GrCheckpointPutStructs(file, &Spans, s->n, s->span));
  PetscCall(GrCheckpointPutNumber(file, &At, &s->at));
  return GrCheckpointPutNumber(file, &Due, &s->due);
}

PetscErrorCode GrBulkLoadStages(GrWorld w, GrCheckpoint file)
{
  GrBulkStages *s = &w->bulk->stages;
  const GrBounds stages = {0, s->n - 1, false}, yes_or_no = GR_YES_OR_NO;

  PetscCall(GrCheckpointGetNumber(file, &At, &stages, &s->at));
  PetscCall(GrCheckpointGetNumber(file, &Due, &yes_or_no, &s->due));
  return GrCheckpointGetStructs(file, &Spans, s->n, s->span);
}

static PetscErrorCode LoadStands(GrBulkStages *s, GrCheckpoint file)
{
  PetscCall(GrCheckpointGetStructs(file, &Stands, s->now.n_walls, s->now.walls));
  for (int k = 0; k < s->now.n_walls; k++) {
    GrWallPose *stand = &s->now.walls[k].stand;
    stand->turns = GrIsNonzero3(stand->rotation[0]);
    for (int a = 0; a < 3; a++)
      stand->pivot[a] = stand->base[a] + stand->offset[a];
  }
  return 0;
}

PetscErrorCode GrBulkLoadValues(GrWorld w, GrCheckpoint file)
{
  GrBulkStages *s = &w->bulk->stages;
  const bool changed = GrCheckpointHas(file, "numbers", "changes_count");

  if (changed)
    PetscCall(GrCheckpointGetStructs(file, &Changes, 1, &s->made));
  if (changed && !isnan(s->made.gravity[0])) {
    GrCopy3(s->made.gravity, s->now.gravity_vector);
    memset(s->now.gravity_of_time, 0, sizeof s->now.gravity_of_time);
  }
  return changed || s->n > 0 ? LoadStands(s, file) : 0;
}
