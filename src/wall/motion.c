/* motion: displacement and rotation by each prescribed motion of a wall at a time, and bounds of both in an interval of
   time; see motion.h.

   The offset o [m] and the angle [rad] of a motion that began at the time `since` are
     o = velocity T + acceleration T^2/2 + amplitude sin(2 pi frequency T + phase) + table(T),  T = t - since
     angle = |w| T + w' T^2/2, or an oscillation amplitude sin(...), or the value of the table
     w angular velocity [rad/s];  w' component of the angular acceleration along w [rad/s^2]
   If the velocity or the angular velocity is a function f of the time of the run, its displacement is the integral of f
   from `since` to since + T, which depends on t only (case/function.c). The main motion of a wall may have expressions
   with observables, whose held values are integrated (case/feedback.h).
   For a motion of the list `motions`, T is limited to the time from its start to its end. At its start and its end such
   a motion has half its velocity, the mean of before and after, as the trapezoidal rule of its work requires.

   A motion that a stage or the calling program restarts (GrWall.restarted) counts offset and angle from their values at
   T = 0, so that the wall does not jump:  o(T) - o(0), angle(T) - angle(0). */
#include "wall/motion.h"

#include "base/math/elementary.h"
#include "base/math/sine.h"
#include "base/math/vector.h"

const GrWallMotion *GrWallMotionOf(const GrWall *wall, int k)
{
  return k == 0 ? &wall->motion : &wall->motions[k - 1];
}

/* Own time of motion k, limited to its duration. share: factor on its velocity; 1 during the motion. */
static double CutTime(const GrWall *wall, int k, double t, double *share)
{
  const GrWallMotion *m = GrWallMotionOf(wall, k);
  const double length = m->end - m->start;
  double own = t - wall->since;

  *share = 1;
  if (k == 0)
    return own;
  own -= m->start;
  if (own <= 0) {
    *share = m->start > 0 ? 0.5 * (own == 0) : own >= 0;
    own = 0;
  } else if (own >= length) {
    *share = 0.5 * (own == length);
    own = length;
  }
  return own;
}

/* Time of the run at which motion k begins [s]. */
static double BeginOf(const GrWall *wall, int k)
{
  return wall->since + (k > 0 ? wall->motions[k - 1].start : 0);
}

/* Displacement by a function of the time of the run, from `begin` for a time t. integral: that up to `begin`,
   which an expression with observables keeps only for its last two evaluations. */
static double Integrate(const GrFunction *f, double begin, double t, double integral)
{
  return t == 0 ? 0 : GrFunctionIntegral(f, begin + t) - (f->feedback ? integral : GrFunctionIntegral(f, begin));
}

static void OffsetAt(const GrWallMotion *m, double begin, double t, GrWallMove *move)
{
  double sine = 0, rate = 0, value, speed;

  if (GrIsNonzero3(m->amplitude))
    GrSineMotion(m->frequency, m->phase, t, &sine, &rate);
  for (int k = 0; k < 3; k++) {
    move->offset[k] = m->velocity[k] * t;
    move->velocity[k] = m->velocity[k];
    if (m->acceleration[k] != 0) {
      move->offset[k] += 0.5 * m->acceleration[k] * t * t;
      move->velocity[k] += m->acceleration[k] * t;
    }
    if (m->velocity_of_time[k]) {
      move->offset[k] += Integrate(m->velocity_of_time[k], begin, t, m->offset_at_begin[k]);
      move->velocity[k] += GrFunctionAt(m->velocity_of_time[k], begin + t);
    }
    if (sine != 0 || rate != 0) {
      move->offset[k] += m->amplitude[k] * sine;
      move->velocity[k] += m->amplitude[k] * rate;
    }
    for (int column = k; m->table.n > 0 && column < GR_WALL_BY_ANGLE; column += 3) {
      GrWallTableAt(&m->table, column, t, &value, &speed);
      move->offset[k] += value;
      move->velocity[k] += speed;
    }
  }
}

/* Axis of an angular velocity and its change, and both along the axis. */
static void RatesOf(const GrWallMotion *m, double axis[3], double *rate, double *change)
{
  const bool spins = GrIsNonzero3(m->angular_velocity);
  const double *along = spins ? m->angular_velocity : m->angular_acceleration, length = GrNorm3(along);

  for (int k = 0; k < 3; k++)
    axis[k] = length > 0 ? along[k] / length : m->angular_velocity_of_time[k] != NULL;
  *rate = spins ? length : 0;
  *change = GrIsNonzero3(m->angular_acceleration) ? GrDot3(m->angular_acceleration, axis) : 0;
}

static bool Spins(const GrWallMotion *m)
{
  return GrIsNonzero3(m->angular_velocity) || GrIsNonzero3(m->angular_acceleration) ||
         GrFunctionVaries(m->angular_velocity_of_time);
}

/* The angular velocity as a function of time; NULL: it is none. */
static const GrFunction *SpinOfTime(const GrWallMotion *m)
{
  const GrFunction *const *f = m->angular_velocity_of_time;
  return f[0] ? f[0] : f[1] ? f[1] : f[2];
}

static bool TurnsByTable(const GrWallMotion *m)
{
  return m->table.n > 0 && (m->table.column[GR_WALL_BY_ANGLE] || m->table.column[GR_WALL_BY_RATE]);
}

static bool Turns(const GrWallMotion *m)
{
  return Spins(m) || GrIsNonzero3(m->swing_amplitude) || TurnsByTable(m);
}

static bool Rests(const GrWallMotion *m)
{
  return !Turns(m) && !GrIsNonzero3(m->velocity) && !GrIsNonzero3(m->acceleration) && !GrIsNonzero3(m->amplitude) &&
         m->table.n == 0 && !GrFunctionVaries(m->velocity_of_time);
}

static void TurnAt(const GrWallMotion *m, double begin, double t, GrWallMove *move)
{
  double change, value, speed;

  move->turns = true;
  if (Spins(m)) {
    RatesOf(m, move->axis, &move->rate, &change);
    move->angle = move->rate * t;
    if (change != 0) {
      move->angle += 0.5 * change * t * t;
      move->rate += change * t;
    }
    if (SpinOfTime(m)) {
      move->angle += Integrate(SpinOfTime(m), begin, t, m->angle_at_begin);
      move->rate += GrFunctionAt(SpinOfTime(m), begin + t);
    }
  } else if (GrIsNonzero3(m->swing_amplitude)) {
    const double length = GrNorm3(m->swing_amplitude);
    GrSineMotion(m->swing_frequency, m->swing_phase, t, &value, &speed);
    move->angle = length * value;
    move->rate = length * speed;
    for (int k = 0; k < 3; k++)
      move->axis[k] = m->swing_amplitude[k] / length;
  } else if (TurnsByTable(m)) {
    const int column = m->table.column[GR_WALL_BY_ANGLE] ? GR_WALL_BY_ANGLE : GR_WALL_BY_RATE;
    GrWallTableAt(&m->table, column, t, &move->angle, &move->rate);
    for (int k = 0; k < 3; k++)
      move->axis[k] = m->table.axis[k];
  } else {
    move->turns = false;
  }
}

/* A point on the axis of the rotation of motion k. Motions of the list without a pivot turn about the reference point.
   */
static void PivotOf(const GrWall *wall, int k, double pivot[3])
{
  const GrWallMotion *m = GrWallMotionOf(wall, k);
  const double *given = Spins(m) || k == 0                 ? m->pivot
                        : GrIsNonzero3(m->swing_amplitude) ? m->swing_pivot
                                                           : m->table.pivot;

  for (int a = 0; a < 3; a++)
    pivot[a] = k == 0 ? given[a] : isnan(given[a]) ? wall->home[a] : given[a] + wall->shift[a];
}

void GrWallFirstPivot(const GrWall *wall, double pivot[3])
{
  int k = 0;

  while (k < wall->n_motions && !Turns(GrWallMotionOf(wall, k)))
    k++;
  PivotOf(wall, Turns(GrWallMotionOf(wall, k)) ? k : 0, pivot);
}

int GrWallOnlyMotion(const GrWall *wall)
{
  int only = 0;

  for (int k = 1; k <= wall->n_motions; k++) {
    if (!Rests(GrWallMotionOf(wall, only)))
      return -1;
    only = k;
  }
  const GrWallMotion *m = GrWallMotionOf(wall, only);
  const bool plain = only == 0 || (m->start == 0 && isnan(m->end));
  const bool varies = GrFunctionVaries(m->velocity_of_time) || GrFunctionVaries(m->angular_velocity_of_time);
  return plain && !varies && m->table.n == 0 && !GrIsNonzero3(m->swing_amplitude) ? only : -1;
}

GrWallMove GrWallMoveFirst(const GrWall *wall, int k)
{
  const GrWallMotion *m = GrWallMotionOf(wall, k);
  GrWallMove move = {.turns = false};

  OffsetAt(m, BeginOf(wall, k), 0, &move);
  TurnAt(m, BeginOf(wall, k), 0, &move);
  return move;
}

GrWallMove GrWallMoveAt(const GrWall *wall, int k, double t)
{
  const GrWallMotion *m = GrWallMotionOf(wall, k);
  GrWallMove move = {.turns = false};
  double share;
  const double own = CutTime(wall, k, t, &share);

  OffsetAt(m, BeginOf(wall, k), own, &move);
  TurnAt(m, BeginOf(wall, k), own, &move);
  if (wall->restarted) {
    const GrWallMove first = GrWallMoveFirst(wall, k);
    move.angle -= first.angle;
    for (int a = 0; a < 3; a++)
      move.offset[a] -= first.offset[a];
  }
  PivotOf(wall, k, move.pivot);
  if (share == 1)
    return move;
  move.rate *= share;
  for (int a = 0; a < 3; a++)
    move.velocity[a] *= share;
  return move;
}

void GrWallMotionBegin(GrWallMotion *m, double t)
{
  for (int k = 0; k < 3; k++)
    m->offset_at_begin[k] =
        m->velocity_of_time[k] && m->velocity_of_time[k]->feedback ? GrFunctionIntegral(m->velocity_of_time[k], t) : 0;
  m->angle_at_begin = SpinOfTime(m) && SpinOfTime(m)->feedback ? GrFunctionIntegral(SpinOfTime(m), t) : 0;
}

/* Upper bound of the change of sin(2 pi f t) in a time span [s]: the path, at most 2; NaN for an infinite frequency. */
static double SwingWithin(double frequency, double span)
{
  const double angle = 2 * GR_PI * fabs(frequency) * span;
  return angle > 2 ? 2 + 0 * angle : angle;
}

double GrWallMoveSpan(const GrWall *wall, int k, double from, double to, const double across[3])
{
  const GrWallMotion *m = GrWallMotionOf(wall, k);
  const double run = BeginOf(wall, k);
  double share, rate[3][3], table = 0; /* velocity at the begin and at the end, amplitude */
  const double begin = CutTime(wall, k, from, &share), end = CutTime(wall, k, to, &share);

  for (int a = 0; a < 3; a++) {
    rate[0][a] = m->velocity[a] + m->acceleration[a] * begin;
    rate[1][a] = m->velocity[a] + m->acceleration[a] * end;
    rate[2][a] = m->amplitude[a];
    for (int column = a; column < GR_WALL_BY_ANGLE; column += 3)
      table += GrWallTableSpan(&m->table, column, begin, end);
    if (m->velocity_of_time[a])
      table += GrFunctionBound(m->velocity_of_time[a], run + begin, run + end) * fabs(end - begin);
  }
  for (int i = 0; i < 3 && across; i++) {
    const double all[3] = {rate[i][0], rate[i][1], rate[i][2]};
    GrCross3(all, across, rate[i]);
  }
  return GrLarger(GrNorm3(rate[0]), GrNorm3(rate[1])) * fabs(end - begin) +
         GrNorm3(rate[2]) * SwingWithin(m->frequency, fabs(end - begin)) + table;
}

double GrWallMoveTurn(const GrWall *wall, int k, double from, double to)
{
  const GrWallMotion *m = GrWallMotionOf(wall, k);
  double share, axis[3], rate, change;
  const double begin = CutTime(wall, k, from, &share), end = CutTime(wall, k, to, &share);

  if (Spins(m)) {
    const double run = BeginOf(wall, k),
                 further = SpinOfTime(m) ? GrFunctionBound(SpinOfTime(m), run + begin, run + end) : 0;
    RatesOf(m, axis, &rate, &change); /* the angular acceleration is constant: fastest at an end */
    return (GrLarger(fabs(rate + change * begin), fabs(rate + change * end)) + further) * fabs(end - begin);
  }
  if (GrIsNonzero3(m->swing_amplitude))
    return GrNorm3(m->swing_amplitude) * SwingWithin(m->swing_frequency, fabs(end - begin));
  return GrWallTableSpan(&m->table, GR_WALL_BY_ANGLE, begin, end) +
         GrWallTableSpan(&m->table, GR_WALL_BY_RATE, begin, end);
}

void GrWallMoveFastest(const GrWall *wall, int k, double end, double *velocity, double *rate)
{
  const GrWallMotion *m = GrWallMotionOf(wall, k);
  double share, squared = 0;
  const double length = CutTime(wall, k, end, &share);

  *velocity =
      GrNorm3(m->velocity) + GrNorm3(m->acceleration) * length + 2 * GR_PI * fabs(m->frequency) * GrNorm3(m->amplitude);
  for (int column = 0; column < GR_WALL_BY_ANGLE; column++) {
    const double fastest = GrWallTableFastest(&m->table, column);
    squared += fastest * fastest;
  }
  for (int a = 0; a < 3; a++)
    squared += GrFunctionLargestOr(m->velocity_of_time[a], 0) * GrFunctionLargestOr(m->velocity_of_time[a], 0);
  *velocity += sqrt(squared);
  *rate = GrNorm3(m->angular_velocity) + GrNorm3(m->angular_acceleration) * length +
          2 * GR_PI * fabs(m->swing_frequency) * GrNorm3(m->swing_amplitude) +
          GrWallTableFastest(&m->table, GR_WALL_BY_ANGLE) + GrWallTableFastest(&m->table, GR_WALL_BY_RATE) +
          GrFunctionLargestOr(SpinOfTime(m), 0);
}

/* Angular frequency of a rate that varies with time: largest slope over largest value. */
static double FrequencyOf(const GrFunction *f)
{
  return f && f->largest > 0 ? f->steepest / f->largest : 0;
}

double GrWallMoveFrequency(const GrWall *wall, int k, double end)
{
  const GrWallMotion *m = GrWallMotionOf(wall, k);
  double share, fastest = 0;
  const double length = CutTime(wall, k, end, &share);

  if (GrIsNonzero3(m->amplitude))
    fastest = 2 * GR_PI * fabs(m->frequency);
  if (GrIsNonzero3(m->swing_amplitude))
    fastest = GrLarger(fastest, 2 * GR_PI * fabs(m->swing_frequency));
  fastest = GrLarger(fastest, GrNorm3(m->angular_velocity) + GrNorm3(m->angular_acceleration) * length +
                                  GrFunctionLargestOr(SpinOfTime(m), 0));
  for (int a = 0; a < 3; a++)
    fastest =
        GrLarger(fastest, GrLarger(FrequencyOf(m->velocity_of_time[a]), FrequencyOf(m->angular_velocity_of_time[a])));
  return GrLarger(fastest, GrWallTableFrequency(&m->table));
}
