/* solver: balls side by side, a lane each; a lane whose ball has ended takes the next one. */
#include "base/log.h"
#include "bounce/ball.h"
#include <math.h>

struct GrBounceSolver_ {
  GrBounceSetting setting;
  GrRules rules;
  GrLanes lanes;
  GrCourse course[GR_LANES];
  GrBall ball[GR_LANES];
};

PetscErrorCode GrBounceSolverCreate(const GrBounceSetting *setting, GrBounceSolver *solver)
{
  GrBounceSolver s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->setting = *setting;
  s->rules = (GrRules){.end = GR_END_SEPARATION, .clip = setting->tension == GR_TENSION_CLIP ? 1 : 0, .until = NAN};
  s->lanes.clip = s->rules.clip;
  s->lanes.tolerance = setting->tolerance;
  s->lanes.normal.law = setting->law;
  PetscCall(GrTableauGet(setting->method, &s->lanes.tableau));
  *solver = s;
  PetscFunctionReturn(0);
}

PetscErrorCode GrBounceSolverDestroy(GrBounceSolver *solver)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(*solver));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBounceResultDestroy(GrBounceResult *result)
{
  PetscFunctionBeginUser;
  PetscCall(GrLogDestroy(&result->bounces));
  PetscCall(GrLogDestroy(&result->trajectory));
  PetscCall(GrLogDestroy(&result->energy));
  PetscFunctionReturn(0);
}

/* Lanes that have never had a ball need numbers to compute with: those of a contact of the first. */
static PetscErrorCode Prime(GrBounceSolver s, const GrBounceTask *task)
{
  GrBounceResult unused;

  PetscFunctionBegin;
  for (int i = 0; i < GR_LANES; i++) {
    PetscCall(GrBallBegin(&s->ball[i], task, &unused));
    GrBallTouch(&s->ball[i], s->setting.law, &s->lanes, i, &s->course[i]);
    PetscCall(GrBounceResultDestroy(&unused));
    s->ball[i].state = GR_BALL_NONE;
  }
  PetscFunctionReturn(0);
}

/* Lets balls begin on idle lanes, and contacts of those that fall. `busy`: lanes with a ball; `came`: new contacts,
   which alone have `accept` set. */
static PetscErrorCode Begin(GrBounceSolver s, PetscInt n, const GrBounceTask task[], GrBounceResult result[],
                            PetscInt *next, int *busy, int *came)
{
  PetscFunctionBegin;
  *busy = *came = 0;
  for (int i = 0; i < GR_LANES; i++) {
    GrBall *b = &s->ball[i];
    s->lanes.accept[i] = 0;
    if (b->state == GR_BALL_NONE && *next < n) {
      PetscCall(GrBallBegin(b, &task[*next], &result[*next]));
      (*next)++;
    }
    if (b->state == GR_BALL_FALLS) {
      GrBallTouch(b, s->setting.law, &s->lanes, i, &s->course[i]);
      (*came)++;
    }
    *busy += b->state == GR_BALL_TOUCHES;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Touch(GrBounceSolver s)
{
  PetscFunctionBegin;
  GrLanesStart(&s->lanes);
  for (int i = 0; i < GR_LANES; i++)
    if (s->lanes.accept[i] != 0)
      PetscCall(GrBallTouched(&s->ball[i], &s->lanes, i, &s->course[i]));
  PetscFunctionReturn(0);
}

static PetscErrorCode Step(GrBounceSolver s)
{
  GrLanes *l = &s->lanes;

  PetscFunctionBegin;
  GrLanesStep(l);
  for (int i = 0; i < GR_LANES; i++)
    if (s->ball[i].state == GR_BALL_TOUCHES)
      GrCourseAdvance(l, i, &s->rules, &s->course[i]);
  GrLanesStart(l);
  for (int i = 0; i < GR_LANES; i++) {
    GrBall *b = &s->ball[i];
    if (b->state == GR_BALL_TOUCHES && (l->accept[i] != 0 || s->course[i].state != GR_COURSE_RUNS))
      PetscCall(GrBallArrive(b, s->setting.law, l, i, &s->course[i]));
    if (b->state == GR_BALL_DONE)
      b->state = GR_BALL_NONE;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrBounceSolve(GrBounceSolver s, PetscInt n, const GrBounceTask task[], GrBounceResult result[])
{
  PetscInt next = 0;
  int busy, came;

  PetscFunctionBeginUser;
  if (n == 0)
    PetscFunctionReturn(0);
  PetscCall(Prime(s, &task[0]));
  while (1) {
    PetscCall(Begin(s, n, task, result, &next, &busy, &came));
    if (busy == 0)
      break;
    if (came > 0)
      PetscCall(Touch(s));
    PetscCall(Step(s));
  }
  PetscFunctionReturn(0);
}
