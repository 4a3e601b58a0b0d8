/* Error control and end of an impact, and the queue of impacts; see event_loop.h.

   A trial step is rejected if its error is too large, or if it passes an event. The next trial step then ends at the
   event:
     corner of the law, end of the contact (q = 0)   a step by q
     turning point (v = 0)                           a step by v
     zero or extremum of the force, goal             a step by s; a search finds its length (base/math/bracket.h)
   The step to a corner ends before the corner, so that all its stages are on one side. When the step is accepted, the
   state is moved beyond the corner, by some 1e-13 of the overlap. */
#include "impact/event_loop.h"

#include "law/one.h"
#include <math.h>

enum { TRIES = 200 };

/* Sets the next trial step: by s, with the wanted length or to the next sample. */
static void TryByS(GrImpactLanes *l, int i, GrImpactLoop *c)
{
  const double left = c->sample_at - l->y[GR_S][i], h = left < c->wanted ? left : c->wanted;
  l->by_q[i] = l->by_v[i] = 0;
  l->h[i] = h;
  c->event_overlap = 0;
}

/* Rejects the trial step. After too many trials, or with a step of length 0, the impact fails. */
static void RetryTrial(GrImpactLanes *l, int i, GrImpactLoop *c)
{
  l->accept[i] = 0;
  c->sampled = c->event = false;
  if (++c->tries > TRIES || !(fabs(l->h[i]) > 0)) {
    c->state = GR_LOOP_FAILED;
    c->why = "its step vanished: the force is not a number, or too stiff";
  }
}

static void RetryShorter(GrImpactLanes *l, int i, GrImpactLoop *c, double factor)
{
  bool by_s = l->by_q[i] == 0 && l->by_v[i] == 0;
  c->wanted = factor * (by_s ? l->h[i] : c->wanted);
  c->search.kind = GR_SEARCH_NONE;
  TryByS(l, i, c);
  RetryTrial(l, i, c);
}

static const double EXTREMUM = 1e-5; /* |dF/ds| q/F at an extremum: leaves some 1e-10 of F */
static const double NOISE = 1e-9;    /* |dF/ds| below this part of the largest F/q is rounding */
static const double ZERO = 1e-10;    /* distance from a zero of the force, relative to q */

/* Returns the force whose zero during unloading is an event: the end of the impact, or the start of clipping. It is the
   force before clipping, which changes its sign. */
static double EventForce(const GrImpactLanes *l, int i, GrImpactEnd end, bool start)
{
  double total = start ? l->start_force[i] : l->force[i], normal = start ? l->start_normal[i] : l->end_normal[i];
  if (end == GR_END_ZERO_FORCE)
    return total + (l->clips && normal < 0 ? normal : 0);
  return l->clips ? normal : 1;
}

/* Returns the tolerance of the location of a zero of the force, in the unit of the step. */
static double NearEnough(const GrImpactLanes *l, int i)
{
  return ZERO * (l->by_v[i] != 0 ? l->speed[i] : l->q_scale[i]);
}

static void SearchOn(GrImpactLanes *l, int i, GrImpactLoop *c, GrSearchKind kind, double f_start, double f)
{
  if (c->search.kind != kind)
    c->search = (GrSearch){kind, {0, l->h[i], f_start, f, 0}};
  GrBracket *b = &c->search.bracket;
  GrBracketNarrow(b, l->h[i], f);
  l->h[i] = GrBracketTry(b, kind == GR_SEARCH_FORCE ? 0.5 * NearEnough(l, i) : 0);
  RetryTrial(l, i, c);
}

/* Searches for a zero of the force during unloading, where the impact ends or clipping begins. Returns whether another
   trial step is needed: its end is not just beyond the zero. */
static bool SeeksZero(GrImpactLanes *l, int i, GrImpactEnd end, GrImpactLoop *c)
{
  double f0 = EventForce(l, i, end, true), f1 = EventForce(l, i, end, false);
  bool going = c->search.kind == GR_SEARCH_FORCE, passed = f1 <= 0;
  const GrBracket whole = {0, l->h[i], f0, f1, 0};
  if (!c->turned || !(f0 > 0) || (!passed && !going))
    return false;
  if (passed && GrBracketPast(&whole, l->h[i], f1) <= NearEnough(l, i)) /* the chord from the start is no steeper */
    return false;
  if (passed && going && GrBracketPast(&c->search.bracket, l->h[i], f1) <= NearEnough(l, i))
    return false;
  if (f1 == 0)
    return false;
  SearchOn(l, i, c, GR_SEARCH_FORCE, f0, f1);
  return true;
}

/* Searches for an extremum of the force. A step that is hardly longer than the difference quotient of dF/ds has none,
   and this quotient may extend beyond the corner at which the step ends. */
static bool SeeksExtremum(GrImpactLanes *l, int i, GrImpactLoop *c)
{
  double f0 = l->slope[i], f1 = l->end_slope[i], largest = fmax(fabs(c->force_max), fabs(c->force_min));
  double flat = fmax(EXTREMUM * fabs(l->force[i]) / fabs(l->trial[GR_Q][i]), NOISE * largest / l->q_scale[i]);
  bool going = c->search.kind == GR_SEARCH_EXTREMUM;
  if (l->trial[GR_S][i] - l->y[GR_S][i] < 1e-5 * l->q_scale[i])
    return false;
  if (!(fabs(f0) > flat) || !(fabs(f1) > flat) || (f0 * f1 > 0 && !going))
    return false;
  SearchOn(l, i, c, GR_SEARCH_EXTREMUM, f0, f1);
  return true;
}

static const double ARRIVED = 1e-13; /* distance beyond a goal at which it counts as reached, relative to T or q */

/* Returns a quantity that is negative before the goal, and positive beyond it. */
static double GoalValue(const GrImpactGoal *goal, double (*y)[GR_LANES], int i)
{
  const double ahead = (goal->kind == GR_GOAL_TIME ? y[GR_T][i] : y[GR_Q][i]) - goal->value;
  return goal->kind == GR_GOAL_UNLOADING ? -ahead : ahead;
}

/* Searches for the goal. Returns whether another trial step is needed. */
static bool SeeksGoal(GrImpactLanes *l, int i, GrImpactLoop *c)
{
  const bool going = c->search.kind == GR_SEARCH_GOAL;
  if (c->goal.kind == GR_GOAL_NONE)
    return false;
  const double f0 = GoalValue(&c->goal, l->y, i), f1 = GoalValue(&c->goal, l->trial, i);
  const double scale = c->goal.kind == GR_GOAL_TIME ? c->goal.value : l->q_scale[i];
  if (!(f0 < 0) || (f1 < 0 && !going) || (f1 >= 0 && f1 <= ARRIVED * scale))
    return false;
  SearchOn(l, i, c, GR_SEARCH_GOAL, f0, f1);
  return true;
}

static const double HERE = 2e-13;   /* relative distance at which a corner counts as reached */
static const double BEFORE = 2e-14; /* relative distance in q at which a step to a corner ends: more than rounding */

/* Returns the first corner that the step has passed, or 0. */
static double PassedCorner(const GrImpactLanes *l, int i, double direction)
{
  const GrLaw *law = l->normal.law;
  double start = GrImpactLaneOverlap(l, i), first = 0;
  for (int k = 0; law->corners && k < law->n_corners; k++) {
    double corner = l->corner[k][i], ahead = direction * (corner - start);
    bool passed = direction > 0 ? corner < l->highest[i] : corner > l->lowest[i];
    if (corner > 0 && passed && ahead > HERE * corner && (first == 0 || direction * (first - corner) > 0))
      first = corner;
  }
  return first;
}

/* Ends the next trial step after the length h by q or by v. */
static void TryToEvent(GrImpactLanes *l, int i, GrImpactLoop *c, bool by_v, double h)
{
  l->by_q[i] = !by_v;
  l->by_v[i] = by_v;
  l->h[i] = h;
  RetryTrial(l, i, c);
}

static void EndStepAtCorner(GrImpactLanes *l, int i, GrImpactLoop *c, double corner, double direction)
{
  double q = sqrt(sqrt(corner)), h = q * (1 - direction * BEFORE) - l->y[GR_Q][i];
  if (l->by_q[i] != 0 && fabs(h) >= fabs(l->h[i])) { /* the step was to end there */
    RetryShorter(l, i, c, 0.5);
    return;
  }
  c->event_overlap = corner * (1 + direction * 1e-15);
  TryToEvent(l, i, c, false, h);
}

/* Ends the next trial step at a corner that a step by s has passed; the error of this step does not matter. */
static bool LocatesCorner(GrImpactLanes *l, int i, GrImpactLoop *c)
{
  double direction = (l->y[GR_V][i] != 0 ? l->y[GR_V][i] : l->trial[GR_V][i]) > 0 ? 1 : -1;
  double corner = l->by_q[i] == 0 && l->by_v[i] == 0 ? PassedCorner(l, i, direction) : 0;
  if (corner)
    EndStepAtCorner(l, i, c, corner, direction);
  return corner != 0;
}

/* Ends the next trial step at an event that the trial step has passed; returns whether there is one. */
static bool LocatesEvent(GrImpactLanes *l, int i, GrImpactLoop *c)
{
  double v0 = l->y[GR_V][i], v1 = l->trial[GR_V][i], direction = v0 != 0 ? v0 : v1;
  double corner = PassedCorner(l, i, direction > 0 ? 1 : -1);
  bool turns = l->by_v[i] == 0 && v0 != 0 && v0 * v1 <= 0;
  bool ends = l->by_q[i] == 0 && l->trial[GR_Q][i] < 0;
  if (!corner && !turns && !ends)
    return false;
  c->search.kind = GR_SEARCH_NONE;
  if ((l->by_q[i] != 0 && turns) || (l->by_v[i] != 0 && ends))
    RetryShorter(l, i, c, 0.5);
  else if (turns)
    TryToEvent(l, i, c, true, -l->y[GR_V][i]);
  else if (corner)
    EndStepAtCorner(l, i, c, corner, direction > 0 ? 1 : -1);
  else {
    c->event_overlap = 0;
    TryToEvent(l, i, c, false, -l->y[GR_Q][i]);
  }
  return true;
}

static const double FIRST = 0.05; /* first step, relative to the largest q expected */
static const double TOUCH = 1e-5; /* q at the start, relative to that: contacts act at d > 0; 1e-20 of the overlap */

double GrImpactLoopReach(const GrImpactLanes *l, int i)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  GrImpactLaneCoefficients(&l->normal, i, coefficient);
  return sqrt(sqrt(GrLawReach(l->normal.law, coefficient, l->mass[i], l->onset[i], l->gravity[i])));
}

void GrImpactLoopBegin(GrImpactLanes *l, int i, GrImpactLoop *c)
{
  const double reach = GrImpactLoopReach(l, i);
  for (int k = 0; k < GR_LANE_STATE; k++)
    l->y[k][i] = 0;
  for (int k = 0; k < GR_LAW_HISTORY_MAX; k++)
    l->normal.history[k][i] = l->adhesion.history[k][i] = 0;
  l->y[GR_Q][i] = TOUCH * reach;
  l->y[GR_V][i] = l->onset[i];
  l->q_scale[i] = FIRST * reach;
  l->accept[i] = 1;
  c->state = GR_LOOP_RUNS;
  c->why = NULL;
  c->turned = false;
  c->wanted = FIRST * reach;
  c->search = (GrSearch){.kind = GR_SEARCH_NONE};
  c->goal = (GrImpactGoal){.kind = GR_GOAL_NONE};
  c->stuck_overlap = NAN;
  c->overlap_max = 0;
  c->force_max = -INFINITY;
  c->force_min = INFINITY;
  c->steps = c->tries = 0;
  c->sample_at = INFINITY;
  c->sampled = c->event = false;
  TryByS(l, i, c);
}

/* Notes that the bodies stick, and the overlap at which they first come to rest after the turning point. */
static void Stick(const GrImpactLanes *l, int i, GrImpactLoop *c)
{
  if (!GrImpactLoopStuck(c))
    c->stuck_overlap = GrImpactLaneOverlap(l, i);
}

static const double REACHED = 1e-12; /* relative distance in s at which a sample counts as reached */

static void TakeForce(GrImpactLoop *c, double force)
{
  c->force_max = force > c->force_max ? force : c->force_max;
  c->force_min = force < c->force_min ? force : c->force_min;
}

/* Accepts the trial step. Moves the state beyond the corner, or to the turning point or the end. */
static void AcceptTrial(GrImpactLanes *l, int i, GrImpactLoop *c)
{
  double v0 = l->y[GR_V][i];
  bool by_s = l->by_q[i] == 0 && l->by_v[i] == 0, searched = c->search.kind != 0;
  TakeForce(c, l->force[i]);
  for (int k = 0; k < GR_LANE_STATE; k++)
    l->y[k][i] = l->trial[k][i];
  if (l->by_q[i] != 0 && !searched) {
    l->y[GR_Q][i] = sqrt(sqrt(c->event_overlap));
    for (double nudge = 1e-15; c->event_overlap > 0 && nudge < 1e-12; nudge *= 2) {
      const double d = GrImpactLaneOverlap(l, i);
      if (v0 > 0 ? d >= c->event_overlap : d <= c->event_overlap)
        break;
      l->y[GR_Q][i] *= v0 > 0 ? 1 + nudge : 1 - nudge;
    }
  }
  if (l->by_v[i] != 0 && !searched) {
    l->y[GR_V][i] = 0;
    if (c->turned && v0 < 0)
      Stick(l, i, c);
    c->turned = true;
  }
  if (by_s && !searched) {
    double next = l->h[i] * l->growth[i];
    c->wanted = l->h[i] < 0.99 * c->wanted && next < c->wanted ? c->wanted : next; /* shortened */
  }
  l->q_scale[i] = l->y[GR_Q][i] > l->q_scale[i] ? l->y[GR_Q][i] : l->q_scale[i];
  l->accept[i] = 1;
  c->tries = 0;
  c->steps++;
  c->event =
      (searched && c->search.kind != GR_SEARCH_GOAL) || l->by_v[i] != 0 || (l->by_q[i] != 0 && c->event_overlap > 0);
  c->search.kind = GR_SEARCH_NONE;
  c->sampled = l->y[GR_S][i] >= c->sample_at * (1 - REACHED);
  c->sample_at = c->sampled ? INFINITY : c->sample_at;
  TryByS(l, i, c);
}

void GrImpactLoopSampleAt(GrImpactLanes *l, int i, GrImpactLoop *c, double s)
{
  c->sample_at = s;
  TryByS(l, i, c);
}

/* Accepts the trial step, or sets up another one; sets lanes->accept. A step of length 0 makes the impact fail. */
static void AdvanceLoop(GrImpactLanes *l, int i, GrImpactEnd end, GrImpactLoop *c)
{
  bool rough = !(l->error[i] <= l->tolerance); /* also when it is not a number */
  if (rough && LocatesCorner(l, i, c))         /* the corner is why */
    return;
  if (rough)
    RetryShorter(l, i, c, l->by_q[i] != 0 || l->by_v[i] != 0 ? 0.5 : l->growth[i]);
  else if (!LocatesEvent(l, i, c) && !SeeksZero(l, i, end, c) && !SeeksExtremum(l, i, c) && !SeeksGoal(l, i, c))
    AcceptTrial(l, i, c);
}

/* Returns whether the bodies stick: during unloading the energy for separation is less than 1e-18 of that at overlap 0,
   which is a restitution below 1e-9. */
static bool AtRest(const GrImpactLanes *l, int i, const GrImpactLoop *c)
{
  double speed = l->speed[i], v = l->y[GR_V][i];
  if (!c->turned || v >= 0 || v < -1e-9 * speed)
    return false;
  double recoverable = GrImpactLaneEnergy(l, i, GrImpactLaneOverlap(l, i), false).recoverable;
  return recoverable - GrImpactLaneAdhesionEnergy(l, i, 0) <= 0.5e-18 * l->mass[i] * speed * speed;
}

void GrImpactLoopNote(const GrImpactLanes *l, int i, GrImpactLoop *c)
{
  const double d = GrImpactLaneOverlap(l, i);
  TakeForce(c, l->start_force[i]);
  c->overlap_max = d > c->overlap_max ? d : c->overlap_max;
  if (AtRest(l, i, c))
    Stick(l, i, c);
}

/* ---- queue ---- */

PetscErrorCode GrImpactQueueCreate(const GrImpactSetting *setting, GrImpactQueue **queue)
{
  GrImpactQueue *q;

  PetscCall(PetscNew(&q));
  q->end = setting->end;
  q->lanes.clips = setting->tension == GR_TENSION_CLIP;
  q->lanes.tolerance = setting->tolerance;
  q->lanes.normal.law = setting->law;
  q->lanes.adhesion.law = setting->adhesion;
  PetscCall(GrIntegratorTableau(setting->method, &q->lanes.tableau));
  *queue = q;
  return 0;
}

/* Loads contacts onto idle lanes; only these have `accept` set. Counts the busy and the newly loaded lanes. */
static PetscErrorCode LoadIdle(GrImpactQueue *q, int *busy, int *came)
{
  *busy = *came = 0;
  for (int i = 0; i < GR_LANES; i++) {
    q->lanes.accept[i] = 0;
    if (q->loop[i].task < 0) {
      PetscCall(q->load(q, i));
      *came += q->loop[i].task >= 0;
    }
    *busy += q->loop[i].task >= 0;
  }
  return 0;
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
static PetscErrorCode ArriveAll(GrImpactQueue *q, bool begins)
{
  for (int i = 0; i < GR_LANES; i++)
    if (q->loop[i].task >= 0 && (q->lanes.accept[i] != 0 || (!begins && q->loop[i].state != GR_LOOP_RUNS)))
      PetscCall(q->arrive(q, i, begins));
  return 0;
}

PetscErrorCode GrImpactQueueRun(GrImpactQueue *q)
{
  int busy, came;

  for (int i = 0; i < GR_LANES; i++)
    q->loop[i] = (GrImpactLoop){.task = -1};
  PetscCall(LoadIdle(q, &busy, &came));
  if (busy > 0)
    FillIdle(q);
  while (busy > 0) {
    if (came > 0) {
      GrImpactLanesStart(&q->lanes);
      PetscCall(ArriveAll(q, true));
    }
    GrImpactLanesStep(&q->lanes);
    for (int i = 0; i < GR_LANES; i++)
      if (q->loop[i].task >= 0)
        AdvanceLoop(&q->lanes, i, q->end, &q->loop[i]);
    GrImpactLanesStart(&q->lanes);
    PetscCall(ArriveAll(q, false));
    PetscCall(LoadIdle(q, &busy, &came));
  }
  return 0;
}
