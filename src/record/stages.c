/* Records the ended stages of a run in the table observables/stages, one row per stage. All ranks have the data; the
   first rank writes them at the next flush. */
#include "base/text.h"
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "record/indicator.h"

static const GrColumn StageColumns[] = {
    {"stage", GR_INTEGER, 1, "1", "number of the stage in parameters/stages, from 0"},
    {"begin_step", GR_INTEGER, 1, "1", "step at which the stage began"},
    {"begin_time", GR_REAL, 1, "s", "time at which the stage began"},
    {"reason", GR_INTEGER, 1, "1",
     "reason for the end: 1 time is over, 2 condition met, 3 condition not met within at_most"},
    {"kinetic_over_elastic", GR_REAL, 1, "1",
     "kinetic / elastic energy at the last check of the condition; NaN: no check, no elastic energy, or another "
     "quantity decided"},
    {"condition", GR_INTEGER, 1, "1",
     "number of the comparison that decided the last check of the condition, from 0 in the order of the input; -1: no "
     "check"},
    {"value", GR_REAL, 1, "1", "value of this comparison, in its SI unit; NaN: no check, or no value"},
};
enum { STAGE_COLUMNS = sizeof(StageColumns) / sizeof(StageColumns[0]) };

static PetscErrorCode FlushStages(void *data)
{
  const GrTraces *s = data;
  const GrBulkStages *stages = GrBulkStageList(s->world);

  for (PetscInt64 k = s->interval->done; k < stages->n && stages->span[k].end != GR_STAGE_OPEN; k++) {
    const GrStageSpan *span = &stages->span[k];
    const GrCondition *decided = GrBulkStageDecided(stages, k);
    const double value = decided && isfinite(span->value) ? span->value : NAN;
    const double ratio = decided && decided->indicator.kind == &GrIndicatorEnergies ? value : NAN;
    const double values[STAGE_COLUMNS] = {
        (double)k, (double)span->begin_step, span->begin_time, (double)span->end, ratio, (double)span->decided, value};
    if (s->world->rank == 0)
      PetscCall(GrTraceAppend(s->trace[0], span->end_step, span->end_time, values));
    s->interval->done++;
    s->interval->latest = span->end_time;
  }
  return GrTraceFlush(s->trace[0]);
}

static const GrWriterOps StageOps = {.flush = FlushStages, .destroy = GrRecorderDestroyTraces};

/* Writes the names of the stages, one per line. */
static PetscErrorCode WriteNames(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  GrText names = {0};
  char *text;

  for (int k = 0; k < c->n_stages; k++)
    GrTextPrint(&names, "%s\n", c->stages[k].name);
  PetscCall(GrTextTake(&names, &text));
  PetscCall(GrResultsText(r->results, "/parameters/stages", "names of the stages of the run, one per line", text));
  return PetscFree(text);
}

/* If a resumed run makes the last stage longer, its row is removed here and written again at the new end. */
static void DropOpen(GrWorld w, GrRecorderInterval *interval)
{
  const GrStageSpan *span = GrBulkStageList(w)->span;

  while (interval->done > 0 && span[interval->done - 1].end == GR_STAGE_OPEN) {
    interval->done--;
    interval->latest = interval->done > 0 ? span[interval->done - 1].end_time : 0;
  }
}

static PetscErrorCode AddStages(GrRecorder r)
{
  const GrRecorderInterval never = {.next = 0};
  GrSpan span;
  GrTraces *stages;

  if (!GrBulkStageList(r->world))
    return 0;
  if (!r->resumed)
    PetscCall(WriteNames(r));
  PetscCall(PetscNew(&stages));
  PetscCall(GrRecorderAddTraces(r, &StageOps, never, 1, stages, &span));
  DropOpen(r->world, stages->interval);
  span.done = stages->interval->done;
  span.latest = stages->interval->latest;
  span.planned = GrBulkStageList(r->world)->n;
  return GrRecorderOpenTrace(r, stages, 0, "/observables/stages", STAGE_COLUMNS, StageColumns, span);
}

const GrWriterKind GrRecorderStages = {.add = AddStages};
