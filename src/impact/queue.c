/* Assigns contacts to lanes, and steps all lanes until no contact is left; see queue.h. */
#include "impact/queue.h"

/* Gets the tableau of a Runge-Kutta method (TSRKType) from PETSc. The method must have an error estimate. */
static PetscErrorCode GetTableau(const char *method, GrTableau *tableau)
{
  TS ts;
  PetscInt stages, order;
  const PetscReal *a, *b, *embedded;

  PetscFunctionBeginUser;
  PetscCall(TSCreate(PETSC_COMM_SELF, &ts));
  PetscCall(TSSetType(ts, TSRK));
  PetscCall(TSRKSetType(ts, method));
  PetscCall(TSRKGetTableau(ts, &stages, &a, &b, NULL, &embedded, NULL, NULL, NULL));
  PetscCall(TSRKGetOrder(ts, &order));
  PetscCheck(stages <= GR_STAGES_MAX && embedded, PETSC_COMM_SELF, PETSC_ERR_SUP,
             "the Runge-Kutta method %s has %" PetscInt_FMT " stages or no error estimate", method, stages);
  *tableau = (GrTableau){.stages = (int)stages, .order = (int)order};
  for (int i = 0; i < stages; i++) {
    for (int j = 0; j < i; j++)
      tableau->a[i][j] = a[i * stages + j];
    tableau->b[i] = b[i];
    tableau->error[i] = b[i] - embedded[i];
  }
  PetscCall(TSDestroy(&ts));
  PetscFunctionReturn(0);
}

PetscErrorCode GrImpactQueueCreate(const GrImpactSetting *setting, GrImpactQueue **queue)
{
  GrImpactQueue *q;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&q));
  q->rules = (GrRules){
      .end = setting->end, .clips = (PetscBool)(setting->tension == GR_TENSION_CLIP), .until = setting->curve_until};
  q->lanes.clips = q->rules.clips;
  q->lanes.tolerance = setting->tolerance;
  q->lanes.normal.law = setting->law;
  q->lanes.adhesion.law = setting->adhesion;
  PetscCall(GetTableau(setting->method, &q->lanes.tableau));
  *queue = q;
  PetscFunctionReturn(0);
}

/* Loads contacts onto idle lanes; only these have `accept` set. Counts the busy and the newly loaded lanes. */
static PetscErrorCode LoadIdle(GrImpactQueue *q, int *busy, int *came)
{
  PetscFunctionBeginUser;
  *busy = *came = 0;
  for (int i = 0; i < GR_LANES; i++) {
    q->lanes.accept[i] = 0;
    if (q->loop[i].task < 0) {
      PetscCall(q->load(q, i));
      *came += q->loop[i].task >= 0;
    }
    *busy += q->loop[i].task >= 0;
  }
  PetscFunctionReturn(0);
}

/* Copies the data of the first lane to lanes without a contact, since all lanes are computed. A lane that becomes idle
   later keeps its data; its results are ignored. */
static void FillIdle(GrImpactQueue *q)
{
  GrImpactLanes *l = &q->lanes;
  for (int i = 1; i < GR_LANES; i++) {
    if (q->loop[i].task >= 0)
      continue;
    for (int k = 0; k < GR_LAW_COEFFICIENTS_MAX; k++) {
      l->normal.coefficient[k][i] = l->normal.coefficient[k][0];
      l->adhesion.coefficient[k][i] = l->adhesion.coefficient[k][0];
    }
    GrImpactLaneSet(l, i, l->mass[0], l->onset[0], l->speed[0], l->gravity[0]);
    GrImpactLoopBegin(l, i, &q->loop[i]);
    l->accept[i] = 0;
  }
}

/* Calls `arrive` for the lanes at an accepted state or with a failure. To be called after GrImpactLanesStart. */
static PetscErrorCode ArriveAll(GrImpactQueue *q, PetscBool begins)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < GR_LANES; i++)
    if (q->loop[i].task >= 0 && (q->lanes.accept[i] != 0 || (!begins && q->loop[i].state != GR_LOOP_RUNS)))
      PetscCall(q->arrive(q, i, begins));
  PetscFunctionReturn(0);
}

PetscErrorCode GrImpactQueueRun(GrImpactQueue *q)
{
  int busy, came;

  PetscFunctionBeginUser;
  for (int i = 0; i < GR_LANES; i++)
    q->loop[i] = (GrImpactLoop){.task = -1};
  PetscCall(LoadIdle(q, &busy, &came));
  if (busy > 0)
    FillIdle(q);
  while (busy > 0) {
    if (came > 0) {
      GrImpactLanesStart(&q->lanes);
      PetscCall(ArriveAll(q, PETSC_TRUE));
    }
    GrImpactLanesStep(&q->lanes);
    for (int i = 0; i < GR_LANES; i++)
      if (q->loop[i].task >= 0)
        GrImpactLoopAdvance(&q->lanes, i, &q->rules, &q->loop[i]);
    GrImpactLanesStart(&q->lanes);
    PetscCall(ArriveAll(q, PETSC_FALSE));
    PetscCall(LoadIdle(q, &busy, &came));
  }
  PetscFunctionReturn(0);
}
