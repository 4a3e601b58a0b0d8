/* Prints and writes when and why stages have ended, and extends the last stage of a resumed run; see report.h. */
#include "run/report.h"

#include "bulk/output.h"
#include <granum/error.h>
#include <math.h>

static const char *const Reasons[] = {[GR_STAGE_OPEN] = "",
                                      [GR_STAGE_BY_TIME] = "time",
                                      [GR_STAGE_BY_CONDITION] = "condition",
                                      [GR_STAGE_AT_MOST] = "at_most"};

PetscErrorCode GrRunStagesExtend(GrWorld w, const GrRunSaved *saved)
{
  GrBulkStages *s = GrBulkStageList(w);

  if (!s || s->at < s->n - 1)
    return 0;
  const GrStage *last = &s->now.stages[s->at];
  GrStageSpan *span = &s->span[s->at];
  const double end = span->begin_time + GrStageLatest(last), early = 1e-6 * saved->next;
  if (span->end != GR_STAGE_BY_CONDITION && end < saved->time - early)
    return GrFail(GR_EXIT_INPUT,
                  "--set stages.%s.until.%s: %g s is less than the stage has taken at the checkpoint, %.9g s; write a "
                  "longer time",
                  last->name, last->until.time > 0 ? "time" : "at_most", GrStageLatest(last),
                  saved->time - span->begin_time);
  if ((span->end != GR_STAGE_BY_TIME && span->end != GR_STAGE_AT_MOST) || end <= saved->time + early)
    return 0;
  span->end = GR_STAGE_OPEN;
  span->end_step = 0;
  span->end_time = 0;
  s->due = 0;
  w->clock.until = end;
  return 0;
}

bool GrRunStageEnds(GrWorld w)
{
  const GrBulkStages *s = GrBulkStageList(w);

  return s && s->due && s->at < s->n - 1;
}

void GrRunStagesPrint(GrRun run)
{
  const GrBulkStages *s = GrBulkStageList(run->world);
  char why[GR_STAGE_REASON_MAX], line[GR_NAME_MAX + 96];

  for (; s && run->stages_printed < s->n && s->span[run->stages_printed].end != GR_STAGE_OPEN; run->stages_printed++) {
    const GrStage *stage = &s->now.stages[run->stages_printed];
    const GrStageSpan *span = &s->span[run->stages_printed];
    if (run->world->rank != 0 || !run->prints)
      continue;
    if (run->shows_progress)
      GrRunProgressEnd(&run->progress);
    if (span->end == GR_STAGE_BY_TIME)
      snprintf(why, sizeof why, "after its time, %g s", stage->until.time);
    else
      GrBulkStageDescribe(s, run->stages_printed, why);
    snprintf(line, sizeof line, "stage %s ended at t = %.9g s, step %" PetscInt64_FMT, stage->name, span->end_time,
             span->end_step);
    if (span->end == GR_STAGE_BY_TIME || span->end == GR_STAGE_BY_CONDITION)
      printf("%s: %s%s\n", line, span->end == GR_STAGE_BY_CONDITION ? "condition met: " : "", why);
    else
      GrWarn(stdout, "%s: CONDITION NOT MET within at_most = %g s: %s", line, stage->until.at_most, why);
    fflush(stdout);
  }
}

void GrRunStagesWrite(GrRun run, GrJson *json)
{
  const GrBulkStages *s = GrBulkStageList(run->world);

  if (!s)
    return;
  GrJsonBegin(json, "stages", '[');
  for (PetscInt64 k = 0; k <= s->at; k++) {
    const GrStageSpan *span = &s->span[k];
    const bool ended = span->end != GR_STAGE_OPEN;
    GrJsonBegin(json, NULL, '{');
    GrJsonText(json, "name", s->now.stages[k].name);
    GrJsonNumbers(json, 6,
                  (GrJsonPair[]){{"from", span->begin_time},
                                 {"from_step", (double)span->begin_step},
                                 {"to", ended ? span->end_time : NAN},
                                 {"to_step", ended ? (double)span->end_step : NAN},
                                 {"condition", span->decided >= 0 ? (double)span->decided : NAN},
                                 {"value", span->decided >= 0 ? span->value : NAN}});
    GrJsonText(json, "ended_by", ended ? Reasons[span->end] : NULL);
    GrJsonEnd(json, '}');
  }
  GrJsonEnd(json, ']');
}

void GrRunChangesWrite(GrRun run, GrJson *json)
{
  const GrBulkChanges made = GrBulkChangesMade(run->world);

  if (made.count == 0)
    return;
  GrJsonObject(json, "changes_by_program", 3,
               (GrJsonPair[]){{"number", (double)made.count}, {"first_s", made.first}, {"last_s", made.last}});
}
