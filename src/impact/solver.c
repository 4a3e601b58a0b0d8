/* solver: keeps the lanes busy. A lane whose impact has ended takes the next one, so that all lanes do useful work
   however different their impacts are. */
#include "impact/course.h"

#include <granum/error.h>
#include <math.h>

struct GrImpactSolver_ {
  GrImpactSetting setting;
  GrRules rules;
  GrLanes lanes;
  GrCourse course[GR_LANES];
  double gain[GR_LANES]; /* energy of the adhesion at overlap 0 on approach, <= 0 [J] */
};

/* What a call of GrImpactSolve works on. */
typedef struct {
  PetscInt n, next;
  const GrImpactTask *task;
  GrImpact *result;
  const GrImpactCurve *curve;
  double *length; /* [n] s at the end, from the first pass of curves; NULL: none */
  PetscBool sampling;
  const char **why; /* [n] */
} Batch;

PetscBool GrImpactSettingSame(const GrImpactSetting *a, const GrImpactSetting *b)
{
  PetscBool method = PETSC_FALSE;
  (void)PetscStrcmp(a->method, b->method, &method);
  return (PetscBool)(method && a->law == b->law && a->adhesion == b->adhesion && a->tension == b->tension &&
                     a->end == b->end && a->tolerance == b->tolerance && a->points == b->points &&
                     (a->curve_until == b->curve_until || (isnan(a->curve_until) && isnan(b->curve_until))));
}

PetscErrorCode GrImpactSolverCreate(const GrImpactSetting *setting, GrImpactSolver *solver)
{
  GrImpactSolver s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->setting = *setting;
  s->rules = (GrRules){
      .end = setting->end, .clip = setting->tension == GR_TENSION_CLIP ? 1 : 0, .until = setting->curve_until};
  s->lanes.clip = s->rules.clip;
  s->lanes.tolerance = setting->tolerance;
  s->lanes.normal.law = setting->law;
  s->lanes.adhesion.law = setting->adhesion;
  PetscCall(GrTableauGet(setting->method, &s->lanes.tableau));
  *solver = s;
  PetscFunctionReturn(0);
}

PetscErrorCode GrImpactSolverDestroy(GrImpactSolver *solver)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(*solver));
  PetscFunctionReturn(0);
}

static void Load(GrImpactSolver s, int lane, const GrImpactTask *task)
{
  GrLanes *l = &s->lanes;
  double spent;
  for (int k = 0; k < s->setting.law->n_coefficients; k++)
    l->normal.coefficient[k][lane] = task->coefficient[k];
  for (int k = 0; s->setting.adhesion && k < s->setting.adhesion->n_coefficients; k++)
    l->adhesion.coefficient[k][lane] = task->adhesion_coefficient[k];
  for (int k = 0; k < GR_LAW_HISTORY_MAX; k++)
    l->normal.history[k][lane] = l->adhesion.history[k][lane] = 0;
  GrLaneAdhesionEnergy(l, lane, 0, &s->gain[lane], &spent);
  l->mass[lane] = task->mass;
  l->speed[lane] = task->speed;
  if (s->setting.end == GR_END_APART)
    l->speed[lane] = sqrt(task->speed * task->speed - 2 * s->gain[lane] / task->mass);
  l->onset[lane] = l->speed[lane];
  l->gravity[lane] = 0;
  l->inverse_mass[lane] = 1 / l->mass[lane];
  l->slowness[lane] = 1 / l->speed[lane];
}

static void Sample(const GrImpactSolver s, int lane, const GrImpactCurve *curve, PetscInt64 sample)
{
  const GrLanes *l = &s->lanes;
  double q = l->y[GR_Q][lane];
  curve->time[sample] = l->y[GR_T][lane];
  curve->overlap[sample] = (q * q) * (q * q);
  curve->rate[sample] = l->y[GR_V][lane];
  curve->force[sample] = l->start_force[lane];
}

/* Gives idle lanes the next impacts and returns how many lanes are busy. One that stays idle computes on with what it
   has, and nobody looks. */
static int Refill(GrImpactSolver s, Batch *b, int *came)
{
  int active = 0;
  *came = 0;
  for (int i = 0; i < GR_LANES; i++) {
    GrCourse *c = &s->course[i];
    s->lanes.accept[i] = 0;
    while (b->sampling && b->next < b->n && b->why[b->next]) /* has failed in the first pass */
      b->next++;
    if (c->task < 0 && b->next < b->n) {
      c->task = b->next++;
      Load(s, i, &b->task[c->task]);
      c->length = b->sampling ? b->length[c->task] : 0;
      c->sample_step = c->length / (double)(s->setting.points - 1);
      GrCourseBegin(&s->lanes, i, c);
      (*came)++;
    }
    active += c->task >= 0;
  }
  return active;
}

/* Lanes that have never had an impact need numbers to compute with. */
static void Prime(GrImpactSolver s, const GrImpactTask *task)
{
  for (int i = 0; i < GR_LANES; i++) {
    Load(s, i, task);
    s->course[i].sample_step = 0;
    GrCourseBegin(&s->lanes, i, &s->course[i]);
    s->course[i].task = -1;
  }
}

/* Largest overlap at which the static force vanishes, given the final history; 0 if it pushes at all overlaps. */
static double ResidualOverlap(const GrImpactSolver s, int lane)
{
  double high = s->course[lane].overlap_max, low = 1e-9 * high;
  if (GrLaneStaticForce(&s->lanes, lane, low) > 0)
    return 0;
  for (int i = 0; i < 60; i++) {
    double middle = low + 0.5 * (high - low);
    if (GrLaneStaticForce(&s->lanes, lane, middle) > 0)
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* Speed at which the bodies part; 0 if they stick. */
static double Parting(const GrImpactSolver s, int lane)
{
  const GrLanes *l = &s->lanes;
  double v = l->y[GR_V][lane], recoverable, spent;
  if (s->course[lane].stuck)
    return 0;
  if (s->setting.end != GR_END_APART)
    return -v;
  GrLaneAdhesionEnergy(l, lane, 0, &recoverable, &spent);
  double square = v * v + 2 * recoverable / l->mass[lane];
  return square > 0 ? sqrt(square) : 0;
}

static void Finish(const GrImpactSolver s, int lane, const GrImpactTask *task, GrImpact *r)
{
  const GrLanes *l = &s->lanes;
  const GrCourse *c = &s->course[lane];
  const GrLaw *law = s->setting.law;
  double q = l->y[GR_Q][lane], d = (q * q) * (q * q), v = l->y[GR_V][lane], m = l->mass[lane], recoverable, spent;
  double before = 0.5 * m * (l->speed[lane] * l->speed[lane]), after = Parting(s, lane);
  bool no_pull = s->rules.clip != 0 || s->rules.end == GR_END_ZERO_FORCE;
  GrLaneEnergy(l, lane, d, &recoverable, &spent);
  r->approach_velocity = task->speed;
  r->separation_velocity = after;
  r->restitution = after / task->speed;
  r->restitution_theory =
      law->restitution && !s->setting.adhesion ? law->restitution(task->coefficient, m, task->speed, no_pull) : NAN;
  r->overlap_max = c->overlap_max;
  r->force_max = c->force_max;
  r->force_min = c->force_min;
  r->duration = l->y[GR_T][lane];
  r->energy_lost = 0.5 * m * (task->speed * task->speed - after * after);
  r->energy_viscous = l->y[GR_W][lane];
  r->energy_plastic = spent;
  r->residual_overlap = ResidualOverlap(s, lane);
  r->energy_residual = (before + s->gain[lane] - 0.5 * m * (v * v) - recoverable - spent - r->energy_viscous) / before;
}

static void Attend(GrImpactSolver s, int lane, Batch *b)
{
  GrCourse *c = &s->course[lane];
  GrCourseArrive(&s->lanes, lane, &s->rules, c);
  if (b->sampling && c->sampled && c->sample - 1 < s->setting.points)
    Sample(s, lane, &b->curve[c->task], c->sample - 1);
  if (c->state == GR_COURSE_RUNS)
    return;
  b->why[c->task] = c->why;
  if (c->state == GR_COURSE_DONE) {
    if (b->sampling)
      Sample(s, lane, &b->curve[c->task], s->setting.points - 1);
    else if (b->length)
      b->length[c->task] = s->lanes.y[GR_S][lane];
    Finish(s, lane, &b->task[c->task], &b->result[c->task]);
  }
  c->task = -1;
}

/* The first touch of the impacts that have just come. */
static void Touch(GrImpactSolver s, const Batch *b)
{
  GrLanesStart(&s->lanes);
  for (int i = 0; i < GR_LANES; i++)
    if (s->lanes.accept[i] != 0) {
      GrCourseArrive(&s->lanes, i, &s->rules, &s->course[i]);
      if (b->sampling)
        Sample(s, i, &b->curve[s->course[i].task], 0);
    }
}

static void Pass(GrImpactSolver s, Batch *b)
{
  GrLanes *l = &s->lanes;
  int came;
  Prime(s, &b->task[0]);
  while (Refill(s, b, &came) > 0) {
    if (came > 0)
      Touch(s, b);
    GrLanesStep(l);
    for (int i = 0; i < GR_LANES; i++)
      if (s->course[i].task >= 0)
        GrCourseAdvance(l, i, &s->rules, &s->course[i]);
    GrLanesStart(l);
    for (int i = 0; i < GR_LANES; i++)
      if (s->course[i].task >= 0 && (l->accept[i] != 0 || s->course[i].state != GR_COURSE_RUNS))
        Attend(s, i, b);
  }
}

PetscErrorCode GrImpactSolve(GrImpactSolver s, PetscInt n, const GrImpactTask task[], GrImpact result[],
                             const GrImpactCurve curve[], const char *why[])
{
  Batch b = {.n = n, .task = task, .result = result, .curve = curve, .why = why};

  PetscFunctionBeginUser;
  if (n == 0)
    PetscFunctionReturn(0);
  if (curve)
    PetscCall(PetscMalloc1(n, &b.length));
  Pass(s, &b);
  if (curve) {
    b.sampling = PETSC_TRUE;
    b.next = 0;
    Pass(s, &b);
  }
  PetscCall(PetscFree(b.length));
  PetscFunctionReturn(0);
}
