/* ball: see ball.h, and granum/bounce.h for the equations. */
#include "bounce/ball.h"

#include "base/log.h"
#include "bounce/rest.h"
#include <math.h>

static const double LENGTH = 2.2; /* of a contact in s, over the largest q to expect */
enum { LOOK = 64 };               /* steps between looks whether a ball that stays rests */
enum { STAY_POINTS = 20 };        /* contacts' worth of points of a ball that stays */

/* ---- what is kept ---- */

static PetscErrorCode KeepPoint(GrBall *b, double time, double height, double velocity, double force)
{
  const GrBouncePoint point = {b->task->id, time, height, velocity, force};
  return GrLogAppend(&b->result->trajectory, &point);
}

static PetscErrorCode KeepState(GrBall *b, const GrLanes *l, int i)
{
  double q = l->y[GR_Q][i];
  return KeepPoint(b, b->onset + l->y[GR_T][i], -((q * q) * (q * q)), -l->y[GR_V][i], l->start_force[i]);
}

/* The books, whose first entry is the energy at the start. */
static PetscErrorCode KeepEnergy(GrBall *b, GrBounceEnergy *entry)
{
  GrBounceBall *ball = &b->result->ball;
  entry->ball = b->task->id;
  if (b->result->energy.n == 0)
    ball->energy_start = entry->kinetic + entry->potential;
  entry->residual = entry->kinetic + entry->potential + entry->elastic + entry->dissipated_viscous +
                    entry->dissipated_plastic - ball->energy_start;
  ball->energy_residual = fmax(ball->energy_residual, fabs(entry->residual) / ball->energy_start);
  return GrLogAppend(&b->result->energy, entry);
}

/* The contact at hand, which ends or comes to rest at the state of the lane. */
static PetscErrorCode KeepContact(GrBall *b, const GrLaw *law, const GrLanes *l, int i, const GrCourse *c, double out,
                                  double plastic)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  for (int k = 0; k < law->n_coefficients; k++)
    coefficient[k] = l->normal.coefficient[k][i];
  const GrBounce row = {
      .ball = b->task->id,
      .number = (double)b->number,
      .time = b->onset,
      .duration = l->y[GR_T][i],
      .speed_in = b->speed,
      .speed_out = out,
      .restitution = out / b->speed,
      .restitution_theory =
          law->restitution ? law->restitution(coefficient, b->task->mass, b->speed, l->clip != 0) : NAN,
      .overlap_max = c->overlap_max,
      .force_max = c->force_max,
      .force_min = c->force_min,
      .dissipated_viscous = l->y[GR_W][i],
      .dissipated_plastic = plastic,
  };
  return GrLogAppend(&b->result->bounces, &row);
}

/* ---- flight ---- */

/* From this height and upward velocity down to the surface: points at multiples of `every`, then the onset. */
static PetscErrorCode Fly(GrBall *b, double from, double height, double velocity)
{
  const double g = b->task->gravity, every = b->task->the_case->every;
  const double speed = height > 0 ? sqrt(velocity * velocity + 2 * g * height) : fabs(velocity);
  const double time = height > 0 && velocity <= 0 ? 2 * height / (speed - velocity) : (speed + velocity) / g;

  PetscFunctionBegin;
  b->onset = from + time;
  b->speed = speed;
  if (every > 0 && (double)b->next_point * every <= from)
    b->next_point = (PetscInt64)(from / every) + 1;
  for (; every > 0 && (double)b->next_point * every < b->onset; b->next_point++) {
    double at = (double)b->next_point * every, t = at - from;
    PetscCall(KeepPoint(b, at, height + t * (velocity - 0.5 * g * t), velocity - g * t, 0));
  }
  b->state = GR_BALL_FALLS;
  PetscFunctionReturn(0);
}

PetscErrorCode GrBallBegin(GrBall *b, const GrBounceTask *task, GrBounceResult *result)
{
  const GrBounceCase *the_case = task->the_case;
  const double v = the_case->velocity;
  GrBounceEnergy entry = {.kinetic = 0.5 * task->mass * (v * v),
                          .potential = task->mass * task->gravity * the_case->drop};

  PetscFunctionBegin;
  *b = (GrBall){.task = task, .result = result, .next_point = 1};
  *result = (GrBounceResult){.ball = {.rest_time = NAN, .static_overlap = NAN}};
  GrLogBegin(&result->bounces, sizeof(GrBounce));
  GrLogBegin(&result->trajectory, sizeof(GrBouncePoint));
  GrLogBegin(&result->energy, sizeof(GrBounceEnergy));
  PetscCall(KeepEnergy(b, &entry));
  if (the_case->drop > 0)
    PetscCall(KeepPoint(b, 0, the_case->drop, -v, 0));
  PetscCall(Fly(b, 0, the_case->drop, -v));
  PetscFunctionReturn(0);
}

/* ---- contact ---- */

static const GrBounceStage *StageOf(const GrBounceTask *task, PetscInt64 number)
{
  const GrBounceStage *stage = task->stage;
  while (stage + 1 < task->stage + task->n_stages && stage[1].from <= number)
    stage++;
  return stage;
}

void GrBallTouch(GrBall *b, const GrLaw *law, GrLanes *l, int i, GrCourse *c)
{
  const GrBounceTask *task = b->task;
  const GrBounceStage *stage = StageOf(task, ++b->number);
  for (int k = 0; k < law->n_coefficients; k++)
    l->normal.coefficient[k][i] = stage->coefficient[k];
  l->mass[i] = task->mass;
  l->inverse_mass[i] = 1 / task->mass;
  l->onset[i] = b->speed;
  l->gravity[i] = task->the_case->gravity_in_contact ? task->gravity : 0;
  double q = GrCourseReach(l, i), reach = (q * q) * (q * q);
  l->speed[i] = l->gravity[i] > 0 ? sqrt(b->speed * b->speed + 2 * l->gravity[i] * reach) : b->speed;
  l->slowness[i] = 1 / l->speed[i];
  b->sample_step = LENGTH * q / (double)task->the_case->points;
  b->stays = PETSC_FALSE;
  b->swings = b->rest_checked = b->samples = 0;
  c->task = 0; /* busy */
  c->sample_step = b->number <= task->the_case->contacts ? b->sample_step : 0;
  GrCourseBegin(l, i, c);
  b->state = GR_BALL_TOUCHES;
}

PetscErrorCode GrBallTouched(GrBall *b, const GrLanes *l, int i, GrCourse *c)
{
  GrCourseNote(l, i, c);
  return KeepState(b, l, i);
}

static PetscErrorCode End(GrBall *b, GrBounceOutcome outcome, double rest_time)
{
  GrBounceBall *ball = &b->result->ball;
  ball->outcome = outcome;
  ball->bounce_count = (double)(b->stays ? b->number - 1 : b->number);
  ball->last_onset = b->onset;
  ball->rest_time = outcome == GR_BOUNCE_RESTS ? rest_time : NAN;
  b->state = GR_BALL_DONE;
  return 0;
}

/* The ball leaves the surface, which forgets the contact: what the history still held is spent. */
static PetscErrorCode Leave(GrBall *b, const GrLaw *law, const GrLanes *l, int i, const GrCourse *c)
{
  const GrBounceCase *the_case = b->task->the_case;
  const double m = b->task->mass, out = -l->y[GR_V][i], time = b->onset + l->y[GR_T][i];
  double recoverable, spent, above = 0.5 * m * (out * out), rest = 0;
  GrBounceEnergy entry = {.time = time, .kinetic = 0.5 * m * (out * out)};

  PetscFunctionBegin;
  GrLaneEnergy(l, i, 0, &recoverable, &spent);
  b->stays = PETSC_FALSE;
  b->viscous += l->y[GR_W][i];
  b->plastic += spent + recoverable;
  entry.dissipated_viscous = b->viscous;
  entry.dissipated_plastic = b->plastic;
  PetscCall(KeepContact(b, law, l, i, c, out, spent + recoverable));
  PetscCall(KeepEnergy(b, &entry));
  PetscCall(KeepState(b, l, i));
  if (l->gravity[i] > 0) {
    rest = GrStaticOverlap(l, i, c->overlap_max);
    above = GrEnergyAbove(l, i, rest);
  }
  if (above <= the_case->energy * b->result->ball.energy_start) {
    b->result->ball.static_overlap = rest;
    PetscCall(End(b, GR_BOUNCE_RESTS, time));
  } else if (b->number >= the_case->bounces)
    PetscCall(End(b, GR_BOUNCE_FLIES, time));
  else
    PetscCall(Fly(b, time, 0, out));
  PetscFunctionReturn(0);
}

/* The ball will not leave any more, and its life ends in this contact. */
static PetscErrorCode Remain(GrBall *b, const GrLaw *law, const GrLanes *l, int i, const GrCourse *c,
                             GrBounceOutcome outcome)
{
  const double m = b->task->mass, v = l->y[GR_V][i], q = l->y[GR_Q][i], d = (q * q) * (q * q);
  const double time = b->onset + l->y[GR_T][i];
  double recoverable, spent;

  PetscFunctionBegin;
  GrLaneEnergy(l, i, d, &recoverable, &spent);
  GrBounceEnergy entry = {.time = time,
                          .kinetic = 0.5 * m * (v * v),
                          .potential = -m * l->gravity[i] * d,
                          .elastic = recoverable,
                          .dissipated_viscous = b->viscous + l->y[GR_W][i],
                          .dissipated_plastic = b->plastic + spent};
  PetscCall(KeepContact(b, law, l, i, c, 0, spent));
  PetscCall(KeepEnergy(b, &entry));
  PetscCall(KeepState(b, l, i));
  b->result->ball.rest_overlap = d;
  b->result->ball.static_overlap = GrStaticOverlap(l, i, c->overlap_max);
  PetscCall(End(b, outcome, time));
  PetscFunctionReturn(0);
}

/* A ball that stays is followed inside, wherever its contact stands in the row. */
static void Stay(GrBall *b, const GrLanes *l, int i, GrCourse *c)
{
  b->stays = PETSC_TRUE;
  if (c->sample_step > 0)
    return;
  c->sample_step = b->sample_step;
  c->sample = (PetscInt64)(l->y[GR_S][i] / c->sample_step) + 1;
}

static PetscErrorCode Sample(GrBall *b, const GrLanes *l, int i, GrCourse *c)
{
  PetscFunctionBegin;
  if (c->sampled)
    PetscCall(KeepState(b, l, i));
  b->samples += c->sampled && b->stays;
  if (b->samples >= STAY_POINTS * b->task->the_case->points)
    c->sample_step = 0;
  PetscFunctionReturn(0);
}

/* Is the energy left that of rest? Looked at where the motion turns, and now and then where it creeps. */
static PetscBool Rests(GrBall *b, const GrLanes *l, int i, const GrCourse *c)
{
  PetscBool turn = (PetscBool)(l->y[GR_V][i] == 0);
  b->swings += turn;
  if (!turn && c->steps < b->rest_checked + LOOK)
    return PETSC_FALSE;
  b->rest_checked = c->steps;
  double above = GrEnergyAbove(l, i, GrStaticOverlap(l, i, c->overlap_max));
  return (PetscBool)(above <= b->task->the_case->energy * b->result->ball.energy_start);
}

PetscErrorCode GrBallArrive(GrBall *b, const GrLaw *law, const GrLanes *l, int i, GrCourse *c)
{
  PetscFunctionBegin;
  if (c->state == GR_COURSE_FAILED) {
    b->result->why = c->why;
    b->state = GR_BALL_DONE;
    PetscFunctionReturn(0);
  }
  GrCourseNote(l, i, c);
  if (l->y[GR_Q][i] == 0 && c->steps > 0) {
    PetscCall(Leave(b, law, l, i, c));
    PetscFunctionReturn(0);
  }
  PetscCall(Sample(b, l, i, c));
  if (!b->stays && (c->stuck || GrBallStays(l, i)))
    Stay(b, l, i, c);
  if (b->stays && Rests(b, l, i, c))
    PetscCall(Remain(b, law, l, i, c, GR_BOUNCE_RESTS));
  else if (b->stays && (b->swings > b->task->the_case->swings || c->steps >= GR_COURSE_STEPS))
    PetscCall(Remain(b, law, l, i, c, GR_BOUNCE_SWINGS));
  else if (c->steps >= GR_COURSE_STEPS) {
    b->result->why = "a contact has not ended after a million steps";
    b->state = GR_BALL_DONE;
  }
  PetscFunctionReturn(0);
}
