/* Bouncing balls: flights are computed in closed form, contacts by the queue of impacts (event_loop.h). See
   granum/ensemble.h for the equations. A contact ends when the overlap returns to 0; this time is computed to rounding
   error, and the next flight begins with the speed of the ball at this time.

   A ball rests when (energy - energy at static equilibrium) / energy at the start <= GrBounceCase.energy. If gravity
   does not act during contacts (`gravity_in_contact` off), it rests when kinetic energy after a contact / energy at the
   start <= GrBounceCase.energy.

   Rest: V(d) = U(d) - m g d, with the energy U [J] that the contact stores or dissipates up to the overlap d [m]. A
   ball with m v^2/2 + V(d) < V(0) cannot separate, since contacts only dissipate energy. Limits: V has its minimum at
   the overlap with the static force m g. If a force that jumps down gives several of these overlaps, the search finds
   only one of them. */
#include "base/log.h"
#include "impact/event_loop.h"
#include "impact/lanes.h"
#include <granum/ensemble.h>
#include <math.h>

enum { HALVINGS = 100 };

static double PotentialEnergy(const GrImpactLanes *l, int i, double overlap)
{
  const GrLawEnergies energies = GrImpactLaneEnergy(l, i, overlap, true);
  return energies.recoverable + energies.consumed - l->mass[i] * l->gravity[i] * overlap;
}

static double KineticEnergy(const GrImpactLanes *l, int i)
{
  double v = l->y[GR_V][i];
  return 0.5 * l->mass[i] * (v * v);
}

/* Returns whether the energy of the ball is too small for separation. Without gravity: false. */
static bool CannotPart(const GrImpactLanes *l, int i)
{
  double d = GrImpactLaneOverlap(l, i), kinetic = KineticEnergy(l, i), work = l->mass[i] * l->gravity[i] * d;
  if (!(kinetic < work))
    return false;
  double released = GrImpactLaneEnergy(l, i, d, false).recoverable - GrImpactLaneEnergy(l, i, 0, false).recoverable;
  return kinetic + released < work * (1 - 1e-12);
}

/* Returns the largest overlap [m] at which the static force is m g after a slow change of the overlap; without gravity,
   at which it is 0. `reach`: an overlap that was reached. */
static double StaticOverlap(const GrImpactLanes *l, int i, double reach)
{
  const double weight = l->mass[i] * l->gravity[i];
  double low = 0, high = reach;
  for (int k = 0; k < HALVINGS && GrImpactLaneStaticForce(l, i, high) <= weight; k++)
    high *= 2;
  for (int k = 0; k < HALVINGS; k++) {
    double middle = low + 0.5 * (high - low);
    if (GrImpactLaneStaticForce(l, i, middle) > weight)
      high = middle;
    else
      low = middle;
  }
  return low;
}

/* Returns the energy of the motion minus the energy at rest at this overlap [J]. */
static double EnergyAboveRest(const GrImpactLanes *l, int i, double static_overlap)
{
  return KineticEnergy(l, i) + PotentialEnergy(l, i, GrImpactLaneOverlap(l, i)) - PotentialEnergy(l, i, static_overlap);
}

static const double LENGTH = 2.2; /* length of a contact in s, over the largest expected q */
enum { LOOK = 64 };               /* steps between two checks for rest */
enum { STAY_POINTS = 20 };        /* limit of the points of a ball that cannot leave, in contacts */

typedef struct {
  const GrBounceTask *task; /* NULL: no ball */
  const GrBounceCase *the_case;
  GrBounceResult *result;
  GrLawPair pair;
  double mass, gravity;
  double onset, speed;             /* begin of the current or next contact [s], and impact speed [m/s] */
  PetscInt64 number;               /* number of the current contact, from 1 */
  double viscous, plastic;         /* energies dissipated before the current contact [J] */
  PetscInt64 next_point;           /* number of the next point of the trajectory; its time is this times `every` */
  double sample_step;              /* interval of points in the current contact, in s of lanes.h [m^(1/4)] */
  PetscInt64 sample;               /* number of the next of these points, from 1; 0: the contact has none */
  PetscInt64 samples;              /* number of points since the energy no longer suffices to leave the surface */
  bool stays;                      /* whether the energy no longer suffices to leave the surface */
  PetscInt64 swings, rest_checked; /* turning points since then; number of steps at the last check for rest */
} Ball;

/* Data of a call of GrBounceSolve. */
typedef struct {
  PetscInt n, next;
  const GrBounceTask *task;
  GrBounceResult *result;
  Ball ball[GR_LANES];
} Balls;

/* ---- logs ---- */

/* Appends a point of a flight to the trajectory. */
static PetscErrorCode KeepPoint(Ball *b, double time, double height, double velocity)
{
  const GrBouncePoint point = {.ball = b->task->id,
                               .time = time,
                               .height = height,
                               .velocity = velocity,
                               .kinetic = 0.5 * b->mass * (velocity * velocity),
                               .potential = b->mass * b->gravity * height,
                               .dissipated_viscous = b->viscous,
                               .dissipated_plastic = b->plastic};
  return GrLogAppend(&b->result->trajectory, &point);
}

/* Appends the state of the lane to the trajectory. */
static PetscErrorCode KeepState(Ball *b, const GrImpactLanes *l, int i)
{
  const double overlap = GrImpactLaneOverlap(l, i);
  const GrLawEnergies energies = GrImpactLaneEnergy(l, i, overlap, false);
  const GrBouncePoint point = {.ball = b->task->id,
                               .time = b->onset + l->y[GR_T][i],
                               .height = -overlap,
                               .velocity = -l->y[GR_V][i],
                               .force = l->start_force[i],
                               .damping_force = GrImpactLaneDamping(l, i),
                               .kinetic = KineticEnergy(l, i),
                               .potential = -b->mass * l->gravity[i] * overlap,
                               .elastic = energies.recoverable,
                               .dissipated_viscous = b->viscous + l->y[GR_W][i],
                               .dissipated_plastic = b->plastic + energies.consumed};
  return GrLogAppend(&b->result->trajectory, &point);
}

/* Appends a row to the log of energies; the first row has the energy at the start. */
static PetscErrorCode KeepEnergy(Ball *b, GrBounceEnergy *entry)
{
  GrBounceBall *ball = &b->result->ball;
  entry->ball = b->task->id;
  if (b->result->energy.n == 0)
    ball->energy_start = entry->kinetic + entry->potential;
  entry->residual = entry->kinetic + entry->potential + entry->elastic + entry->dissipated_viscous +
                    entry->dissipated_plastic - ball->energy_start;
  const double relative = fabs(entry->residual) / ball->energy_start;
  if (!isnan(ball->energy_residual) && !(relative <= ball->energy_residual)) /* NaN stays */
    ball->energy_residual = relative;
  return GrLogAppend(&b->result->energy, entry);
}

/* Appends the current contact, which ends or comes to rest at the state of the lane, to the log of bounces. */
static PetscErrorCode KeepContact(Ball *b, const GrImpactLanes *l, int i, const GrImpactLoop *c, double out,
                                  double plastic)
{
  const GrLaw *law = l->normal.law;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  GrImpactLaneCoefficients(&l->normal, i, coefficient);
  const GrBounce row = {
      .ball = b->task->id,
      .number = (double)b->number,
      .time = b->onset,
      .duration = l->y[GR_T][i],
      .speed_in = b->speed,
      .speed_out = out,
      .restitution = out / b->speed,
      .restitution_theory = law->restitution ? law->restitution(coefficient, b->mass, b->speed, l->clips) : NAN,
      .overlap_max = c->overlap_max,
      .force_max = c->force_max,
      .force_min = c->force_min,
      .dissipated_viscous = l->y[GR_W][i],
      .dissipated_plastic = plastic,
  };
  return GrLogAppend(&b->result->bounces, &row);
}

/* ---- flight ---- */

/* Computes a flight from a height [m] and upward velocity [m/s] to the surface: points at multiples of `every`, then
   the onset of the contact. */
static PetscErrorCode FlyToSurface(Ball *b, double from, double height, double velocity)
{
  const double g = b->gravity, every = b->the_case->every;
  const double speed = height > 0 ? sqrt(velocity * velocity + 2 * g * height) : fabs(velocity);
  const double time = height > 0 && velocity <= 0 ? 2 * height / (speed - velocity) : (speed + velocity) / g;

  b->onset = from + time;
  b->speed = speed;
  if (every > 0 && (double)b->next_point * every <= from)
    b->next_point = (PetscInt64)(from / every) + 1;
  for (; every > 0 && (double)b->next_point * every < b->onset; b->next_point++) {
    double at = (double)b->next_point * every, t = at - from;
    PetscCall(KeepPoint(b, at, height + t * (velocity - 0.5 * g * t), velocity - g * t));
  }
  return 0;
}

/* Begins a ball: its flight to the first contact. */
static PetscErrorCode BeginBall(Ball *b, const GrBounceTask *task, GrBounceResult *result)
{
  const GrBounceCase *c = &task->the_case->bounce;
  const double g = task->the_case->gravity, v = c->velocity;
  const GrContactRule *rule;

  *b = (Ball){.task = task, .the_case = c, .result = result, .gravity = g, .next_point = 1};
  GrCaseImpactPair(task->the_case, &b->pair, &rule);
  b->mass = b->pair.mass;
  *result = (GrBounceResult){.ball = {.rest_time = NAN, .static_overlap = NAN},
                             .bounces.size = sizeof(GrBounce),
                             .trajectory.size = sizeof(GrBouncePoint),
                             .energy.size = sizeof(GrBounceEnergy)};
  GrBounceEnergy entry = {.kinetic = 0.5 * b->mass * (v * v), .potential = b->mass * g * c->drop};
  PetscCall(KeepEnergy(b, &entry));
  if (c->drop > 0)
    PetscCall(KeepPoint(b, 0, c->drop, -v));
  return FlyToSurface(b, 0, c->drop, -v);
}

/* ---- contact ---- */

/* Sets the coefficients of the law if they change with the next contact. */
static PetscErrorCode LoadLaw(const Ball *b, GrImpactLanes *l, int i)
{
  const GrBounceCase *c = b->the_case;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  int n = 0; /* changes in effect */

  while (n < c->n_changes && c->change[n].from_bounce <= b->number)
    n++;
  if (b->number > (n > 0 ? c->change[n - 1].from_bounce : 1))
    return 0;
  GrCaseBounceValues(b->task->the_case, n, value);
  const char *wrong = l->normal.law->prepare(&b->pair, value, coefficient);
  PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "law %s: %s", l->normal.law->name, wrong);
  for (int k = 0; k < l->normal.law->n_coefficients; k++)
    l->normal.coefficient[k][i] = coefficient[k];
  return 0;
}

/* Loads the next contact onto the lane. */
static PetscErrorCode LoadContact(Ball *b, GrImpactLanes *l, int i, GrImpactLoop *c)
{
  const double g = b->the_case->gravity_in_contact ? b->gravity : 0;

  b->number++;
  PetscCall(LoadLaw(b, l, i));
  GrImpactLaneSet(l, i, b->mass, b->speed, b->speed, g);
  const double q = GrImpactLoopReach(l, i), reach = (q * q) * (q * q);
  if (g > 0)
    GrImpactLaneSet(l, i, b->mass, b->speed, sqrt(b->speed * b->speed + 2 * g * reach), g);
  b->sample_step = LENGTH * q / (double)b->the_case->points;
  b->stays = false;
  b->swings = b->rest_checked = b->samples = 0;
  c->task = 0; /* busy */
  b->sample = b->number <= b->the_case->contacts;
  GrImpactLoopBegin(l, i, c);
  if (b->sample > 0)
    GrImpactLoopSampleAt(l, i, c, b->sample_step);
  return 0;
}

/* Ends a ball with an outcome. */
static void EndBall(Ball *b, GrBounceOutcome outcome, double rest_time)
{
  GrBounceBall *ball = &b->result->ball;
  ball->outcome = outcome;
  ball->bounce_count = (double)(b->stays ? b->number - 1 : b->number);
  ball->last_onset = b->onset;
  ball->rest_time = outcome == GR_BOUNCE_RESTS ? rest_time : NAN;
  b->task = NULL;
}

/* Ends a contact by separation. The energy that its history still has becomes plastic work. */
static PetscErrorCode LeaveSurface(Ball *b, const GrImpactLanes *l, int i, const GrImpactLoop *c)
{
  const GrBounceCase *the_case = b->the_case;
  const double m = b->mass, out = -l->y[GR_V][i], time = b->onset + l->y[GR_T][i];
  const GrLawEnergies left = GrImpactLaneEnergy(l, i, 0, false);
  const double plastic = left.consumed + left.recoverable;
  double above = 0.5 * m * (out * out), rest = 0;

  PetscCall(KeepState(b, l, i));
  b->stays = false;
  b->viscous += l->y[GR_W][i];
  b->plastic += plastic;
  GrBounceEnergy entry = {
      .time = time, .kinetic = above, .dissipated_viscous = b->viscous, .dissipated_plastic = b->plastic};
  PetscCall(KeepContact(b, l, i, c, out, plastic));
  PetscCall(KeepEnergy(b, &entry));
  if (l->gravity[i] > 0) {
    rest = StaticOverlap(l, i, c->overlap_max);
    above = EnergyAboveRest(l, i, rest);
  }
  if (above <= the_case->energy * b->result->ball.energy_start) {
    b->result->ball.static_overlap = rest;
    EndBall(b, GR_BOUNCE_RESTS, time);
  } else if (b->number >= the_case->bounces)
    EndBall(b, GR_BOUNCE_FLIES, time);
  else
    PetscCall(FlyToSurface(b, time, 0, out));
  return 0;
}

/* Ends a ball that cannot leave the surface. */
static PetscErrorCode RemainOnSurface(Ball *b, const GrImpactLanes *l, int i, const GrImpactLoop *c,
                                      GrBounceOutcome outcome)
{
  const double m = b->mass, v = l->y[GR_V][i], d = GrImpactLaneOverlap(l, i);
  const double time = b->onset + l->y[GR_T][i];
  const GrLawEnergies energies = GrImpactLaneEnergy(l, i, d, false);
  GrBounceEnergy entry = {.time = time,
                          .kinetic = 0.5 * m * (v * v),
                          .potential = -m * l->gravity[i] * d,
                          .elastic = energies.recoverable,
                          .dissipated_viscous = b->viscous + l->y[GR_W][i],
                          .dissipated_plastic = b->plastic + energies.consumed};

  PetscCall(KeepContact(b, l, i, c, 0, energies.consumed));
  PetscCall(KeepEnergy(b, &entry));
  PetscCall(KeepState(b, l, i));
  b->result->ball.rest_overlap = d;
  b->result->ball.static_overlap = StaticOverlap(l, i, c->overlap_max);
  EndBall(b, outcome, time);
  return 0;
}

/* Records points of the contact of a ball that cannot leave, even if its number is above the key `contacts`. */
static void FollowInside(Ball *b, GrImpactLanes *l, int i, GrImpactLoop *c)
{
  b->stays = true;
  if (b->sample > 0)
    return;
  b->sample = (PetscInt64)(l->y[GR_S][i] / b->sample_step) + 1;
  GrImpactLoopSampleAt(l, i, c, (double)b->sample * b->sample_step);
}

/* Returns whether the remaining energy is that of rest. Checked at turning points, and every LOOK steps. */
static bool HasComeToRest(Ball *b, const GrImpactLanes *l, int i, const GrImpactLoop *c)
{
  bool turn = l->y[GR_V][i] == 0;
  b->swings += turn;
  if (!turn && c->steps < b->rest_checked + LOOK)
    return false;
  b->rest_checked = c->steps;
  double above = EnergyAboveRest(l, i, StaticOverlap(l, i, c->overlap_max));
  return above <= b->the_case->energy * b->result->ball.energy_start;
}

static void FailBall(Ball *b, const char *why)
{
  b->result->why = why;
  b->task = NULL;
}

/* Handles the end of an accepted step: ends the ball if it rests or reaches a limit. */
static PetscErrorCode EndStep(Ball *b, GrImpactLanes *l, int i, GrImpactLoop *c)
{
  const bool ended = b->samples >= STAY_POINTS * b->the_case->points;
  if (b->sample > 0 && !ended && (c->sampled || c->event)) {
    PetscCall(KeepState(b, l, i));
    b->samples += b->stays;
  }
  if (c->sampled && b->samples < STAY_POINTS * b->the_case->points)
    GrImpactLoopSampleAt(l, i, c, (double)++b->sample * b->sample_step);
  if (!b->stays && (GrImpactLoopStuck(c) || CannotPart(l, i)))
    FollowInside(b, l, i, c);
  if (b->stays && HasComeToRest(b, l, i, c))
    PetscCall(RemainOnSurface(b, l, i, c, GR_BOUNCE_RESTS));
  else if (b->stays && (b->swings > b->the_case->swings || c->steps >= GR_LOOP_STEPS))
    PetscCall(RemainOnSurface(b, l, i, c, GR_BOUNCE_SWINGS));
  else if (c->steps >= GR_LOOP_STEPS)
    FailBall(b, "a contact has not ended after a million steps");
  return 0;
}

/* ---- in the queue ---- */

/* Loads the next contact of the ball of a lane; if this ball has ended, that of the next ball. */
static PetscErrorCode LoadBall(GrImpactQueue *q, int lane)
{
  Balls *all = q->work;
  Ball *b = &all->ball[lane];

  if (!b->task && all->next < all->n) {
    PetscCall(BeginBall(b, &all->task[all->next], &all->result[all->next]));
    all->next++;
  }
  if (b->task)
    PetscCall(LoadContact(b, &q->lanes, lane, &q->loop[lane]));
  return 0;
}

static PetscErrorCode ArriveBall(GrImpactQueue *q, int lane, bool begins)
{
  GrImpactLanes *l = &q->lanes;
  GrImpactLoop *c = &q->loop[lane];
  Ball *b = &((Balls *)q->work)->ball[lane];
  bool leaves = false;

  if (c->state == GR_LOOP_FAILED)
    FailBall(b, c->why);
  else {
    GrImpactLoopNote(l, lane, c);
    leaves = l->y[GR_Q][lane] == 0 && c->steps > 0;
    if (begins)
      PetscCall(KeepState(b, l, lane));
    else if (leaves)
      PetscCall(LeaveSurface(b, l, lane, c));
    else
      PetscCall(EndStep(b, l, lane, c));
  }
  if (leaves || !b->task)
    c->task = -1;
  return 0;
}

PetscErrorCode GrBounceSolve(PetscInt n, const GrBounceTask task[], GrBounceResult result[])
{
  Balls *all;
  GrImpactQueue *q;

  if (n == 0)
    return 0;
  const GrImpactSetting setting = GrImpactSettingOf(task[0].the_case);
  PetscCall(PetscNew(&all));
  *all = (Balls){.n = n, .task = task, .result = result};
  PetscCall(GrImpactQueueCreate(&setting, &q));
  q->load = LoadBall;
  q->arrive = ArriveBall;
  q->work = all;
  PetscCall(GrImpactQueueRun(q));
  PetscCall(PetscFree(q));
  return PetscFree(all);
}

PetscErrorCode GrBounceResultDestroy(GrBounceResult *result)
{
  PetscCall(GrLogDestroy(&result->bounces));
  PetscCall(GrLogDestroy(&result->trajectory));
  return GrLogDestroy(&result->energy);
}
