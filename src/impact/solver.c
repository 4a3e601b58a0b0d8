/* solver: computes impacts with the queue (event_loop.h). A force-overlap curve needs a second pass, because the
   positions of its samples depend on the events and the total length of the path.

   Departure: the part of an impact after overlap 0 in which only adhesion acts: the attraction of an adhesion law, or
   of a normal law with a reach. It ends where the adhesion ends.

   The lanes (lanes.h) cannot integrate this part, because their variable q = d^(1/4) ends at overlap 0. No dashpot acts
   here, so force and speed follow from the overlap d [m] alone: the static force F(d), and m v^2/2 = m v0^2/2 + U(0) -
   U(d), with the recoverable energy U [J], the reduced mass m [kg], the speed v and the speed v0 at d = 0 [m/s]. If the
   energy does not suffice, the bodies turn back before the end and stick.

   Overlaps are written as d = d_end x (2 - x), with x from 0 to 1, so that samples are dense near the end. There the
   slope of jkr is infinite, and the speed of bodies that turn back is proportional to the square root of the distance;
   both are smooth in x. */
#include "impact/event_loop.h"

#include <math.h>
#include <string.h>

typedef struct {
  double end;       /* overlap where the contact ends or the bodies turn back, <= 0 [m] */
  double energy;    /* kinetic and recoverable energy [J] */
  double force_min; /* smallest force [N]; 0 if there is no departure */
  double duration;  /* time from overlap 0 to the end [s] */
} Departure;

enum { HALVINGS = 60, SECTIONS = 45, PANELS = 8, NODES = 5 };

/* Overlap at which the law ends the contact [m]: -reach, or nearer to 0 if the history shortens the reach. */
static double EndOfContact(const GrImpactLanes *l, int lane)
{
  const double reach = GrImpactLaneAdhesionReach(l, lane);
  double open = -reach, held = 0;
  if (!(GrImpactLaneAdhesionForce(l, lane, -1e-9 * reach) < 0)) /* no attraction, or the contact has already ended */
    return 0;
  if (GrImpactLaneAdhesionForce(l, lane, -reach * (1 - 1e-12)) < 0)
    return -reach;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = 0.5 * (open + held);
    *(GrImpactLaneAdhesionForce(l, lane, middle) < 0 ? &held : &open) = middle;
  }
  return open;
}

/* Smallest force between `end` and overlap 0 [N], by golden-section search: the force has a single minimum there. The
   error of the force is of second order in the error of the overlap. */
static double SmallestForce(const GrImpactLanes *l, int lane, double end)
{
  const double golden = 0.5 * (sqrt(5) - 1);
  double low = end, high = 0, left = high - golden * (high - low), right = low + golden * (high - low);
  double f_left = GrImpactLaneAdhesionForce(l, lane, left), f_right = GrImpactLaneAdhesionForce(l, lane, right);
  for (int i = 0; i < SECTIONS; i++) {
    if (f_left < f_right) {
      high = right;
      right = left;
      f_right = f_left;
      left = high - golden * (high - low);
      f_left = GrImpactLaneAdhesionForce(l, lane, left);
    } else {
      low = left;
      left = right;
      f_left = f_right;
      right = low + golden * (high - low);
      f_right = GrImpactLaneAdhesionForce(l, lane, right);
    }
  }
  return f_left < f_right ? f_left : f_right;
}

/* Returns the overlap [m] at the parameter x in [0, 1]. */
static double OverlapOfDeparture(const Departure *d, double x)
{
  return d->end * (x * (2 - x));
}

/* Returns the speed of separation [m/s] at the parameter x; 0 where the energy does not suffice. */
static double SpeedOfDeparture(const Departure *d, const GrImpactLanes *l, int lane, double x)
{
  const double kinetic = d->energy - GrImpactLaneAdhesionEnergy(l, lane, OverlapOfDeparture(d, x));
  return kinetic > 0 ? sqrt(2 * kinetic / l->mass[lane]) : 0;
}

/* Returns the time [s] from x = `from` to x = `to`, by Gaussian quadrature with five points. */
static double TimeOfDeparture(const Departure *d, const GrImpactLanes *l, int lane, double from, double to)
{
  static const double node[NODES] = {-0.906179845938664, -0.5384693101056831, 0, 0.5384693101056831, 0.906179845938664};
  static const double weight[NODES] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                       0.2369268850561891};
  const double half = 0.5 * (to - from), middle = 0.5 * (from + to);
  double time = 0;
  for (int i = 0; i < NODES; i++) {
    const double x = middle + half * node[i], speed = SpeedOfDeparture(d, l, lane, x);
    time += speed > 0 ? half * weight[i] * (-2 * d->end * (1 - x)) / speed : 0;
  }
  return time;
}

/* Computes the departure of the impact on a lane whose overlap has returned to 0. */
static Departure FindDeparture(const GrImpactLanes *l, int lane)
{
  const double v = l->y[GR_V][lane];
  Departure d = {.energy = 0.5 * l->mass[lane] * (v * v) + GrImpactLaneAdhesionEnergy(l, lane, 0),
                 .end = EndOfContact(l, lane)};
  if (d.end == 0)
    return d;
  if (d.energy < 0) { /* the speed is 0 where the stored energy equals the total energy */
    double beyond = d.end, before = 0;
    for (int i = 0; i < HALVINGS; i++) {
      const double middle = 0.5 * (beyond + before);
      *(GrImpactLaneAdhesionEnergy(l, lane, middle) > d.energy ? &beyond : &before) = middle;
    }
    d.end = before;
  }
  d.force_min = SmallestForce(l, lane, d.end);
  for (int i = 0; i < PANELS; i++)
    d.duration += TimeOfDeparture(&d, l, lane, (double)i / PANELS, (double)(i + 1) / PANELS);
  return d;
}

/* ---- impacts ---- */

static const double SLACK = 1e-7; /* possible change of the position of an event from pass to pass, relative to s */

/* Path of an impact at overlaps >= 0, in s of lanes.h [m^(1/4)]: the positions of its samples follow from it. */
typedef struct {
  double length;                 /* value of s at the end */
  double turn;                   /* value of s at the first turning point */
  double event[GR_CURVE_EVENTS]; /* values of s at the first events */
  int events;                    /* number of these events */
  PetscInt64 inside;             /* number of samples on this path; later samples: departure */
} Path;

/* Data of a call of GrImpactSolve. */
typedef struct {
  const GrImpactSetting *setting;
  GrImpactQueue *queue;
  double gain[GR_LANES]; /* energy of the adhesion at overlap 0 on approach, <= 0 [J] */
  PetscInt n, next;
  const GrImpactTask *task;
  GrImpact *result;
  const GrImpactCurve *curve;
  Path *path;                   /* [n] paths, from the first pass; NULL: no curves are computed */
  bool sampling;                /* whether this is the second pass, which records the curves */
  PetscInt64 sample[GR_LANES];  /* second pass: number of the next sample of the impact on a lane */
  const GrImpactProbes *probes; /* [n] points at which the force is wanted; NULL: none */
  PetscInt probe[GR_LANES];     /* number of the next point of the impact on a lane */
  const char **why;             /* [n] reason of a failure; NULL: no failure */
} Work;

GrImpactSetting GrImpactSettingOf(const GrCase *c)
{
  const GrContactRule *rule;
  GrLawPair pair;
  GrCaseImpactPair(c, &pair, &rule);
  return (GrImpactSetting){.law = rule->law,
                           .adhesion = rule->adhesion,
                           .tension = rule->tension,
                           .end = c->impact.end,
                           .method = c->impact.method,
                           .tolerance = c->impact.tolerance,
                           .points = c->impact.curves ? c->impact.curve_points : 0,
                           .curve_until = c->impact.curves ? c->impact.curve_until : NAN};
}

bool GrImpactSameSetting(const GrCase *one, const GrCase *two)
{
  const GrImpactSetting a = GrImpactSettingOf(one), b = GrImpactSettingOf(two);
  return !strcmp(a.method, b.method) && a.law == b.law && a.adhesion == b.adhesion && a.tension == b.tension &&
         a.end == b.end && a.tolerance == b.tolerance && a.points == b.points &&
         (a.curve_until == b.curve_until || (isnan(a.curve_until) && isnan(b.curve_until)));
}

/* Returns whether the impact has a path below overlap 0. */
static bool Departs(const Work *w, int lane)
{
  return w->setting->end == GR_END_APART && !GrImpactLoopStuck(&w->queue->loop[lane]) &&
         w->queue->lanes.y[GR_Q][lane] == 0;
}

/* Adds the accepted state of the first pass to the path if it is an event. */
static void NotePath(const Work *w, int lane, Path *path)
{
  const GrImpactLanes *l = &w->queue->lanes;
  if (w->queue->loop[lane].event && path->events < GR_CURVE_EVENTS)
    path->event[path->events++] = l->y[GR_S][lane];
  if (path->turn == 0 && l->y[GR_V][lane] <= 0)
    path->turn = l->y[GR_S][lane];
}

/* Returns the number of the last sample of section k of a path, out of `last`. The events divide the path into sections
   with at least one sample each. At least a third of the samples is before the turning point, and a third after it. On
   each side half of the samples is proportional to the length in s. The other half is the same for all sections,
   because the last section of bodies that nearly stick is very long. */
static PetscInt64 LastOfSection(const Path *path, int k, PetscInt64 last)
{
  const int sections = path->events + 1;
  const double end = k < path->events ? path->event[k] : path->length, turn = path->turn;
  int approach = 0; /* number of sections before the turning point */
  while (approach < path->events && path->event[approach] <= turn * (1 + SLACK))
    approach++;
  const double before = approach > 0 ? fmin(fmax(turn / path->length, 1.0 / 3), 2.0 / 3) : 0;
  const double begin = approach > 0 ? turn : 0;
  const double part =
      k < approach
          ? before * 0.5 * ((k + 1) / (double)approach + end / turn)
          : before + (1 - before) * 0.5 *
                         ((k + 1 - approach) / (double)(sections - approach) + (end - begin) / (path->length - begin));
  return k + 1 == sections ? last : k + 1 + (PetscInt64)(part * (double)(last - sections));
}

/* Finds the position of a sample on the path; returns whether it is at an event. */
static bool PlaceOfSample(const Path *path, PetscInt64 sample, double *s)
{
  const PetscInt64 last = path->inside - 1;
  PetscInt64 first = 0, end = 0;
  int k = 0;
  while (k <= path->events && (end = LastOfSection(path, k, last)) < sample) {
    first = end;
    k++;
  }
  const double from = k > 0 ? path->event[k - 1] : 0, to = k < path->events ? path->event[k] : path->length;
  *s = from + (to - from) * (double)(sample - first) / (double)(end - first);
  return sample == end && k < path->events;
}

/* Copies the state of a lane to sample number `at` of the curve. */
static void SampleCurve(const Work *w, int lane, const GrImpactCurve *curve, PetscInt64 at)
{
  const GrImpactLanes *l = &w->queue->lanes;
  const double v = l->y[GR_V][lane], overlap = GrImpactLaneOverlap(l, lane);
  const GrLawEnergies energies = GrImpactLaneEnergy(l, lane, overlap, false);
  curve->column[GR_CURVE_TIME][at] = l->y[GR_T][lane];
  curve->column[GR_CURVE_OVERLAP][at] = overlap;
  curve->column[GR_CURVE_RATE][at] = v;
  curve->column[GR_CURVE_FORCE][at] = l->start_force[lane];
  curve->column[GR_CURVE_DAMPING][at] = GrImpactLaneDamping(l, lane);
  curve->column[GR_CURVE_KINETIC][at] = 0.5 * l->mass[lane] * (v * v);
  curve->column[GR_CURVE_ELASTIC][at] = energies.recoverable;
  curve->column[GR_CURVE_VISCOUS][at] = l->y[GR_W][lane];
  curve->column[GR_CURVE_PLASTIC][at] = energies.consumed;
}

/* Second pass: takes the samples that are due at the accepted state, and sets the position of the next one. A sample at
   an event is taken when the event has come; should it not come again, `slack` behind its position. */
static void TakeSamples(Work *w, int lane, GrImpactLoop *c)
{
  const Path *path = &w->path[c->task];
  const double slack = SLACK * path->length;
  PetscInt64 *sample = &w->sample[lane];
  for (; *sample < path->inside - 1; ++*sample) {
    double place;
    const bool event = PlaceOfSample(path, *sample, &place);
    const double s = w->queue->lanes.y[GR_S][lane], due = place + (event ? slack : 0);
    if (s < due * (1 - 1e-12) && !(event && c->event && s > place - slack)) {
      GrImpactLoopSampleAt(&w->queue->lanes, lane, c, due);
      return;
    }
    SampleCurve(w, lane, &w->curve[c->task], *sample);
  }
  if (w->queue->lanes.y[GR_S][lane] < path->length * (1 - 1e-12))
    GrImpactLoopSampleAt(&w->queue->lanes, lane, c, path->length);
}

/* Records the last samples of the curve, from overlap 0 to the end of the contact. */
static void SampleDeparture(const Work *w, int lane, const GrImpactCurve *curve, PetscInt64 inside)
{
  const GrImpactLanes *l = &w->queue->lanes;
  const PetscInt64 n = w->setting->points - inside;
  const Departure departure = FindDeparture(l, lane);
  double *const *column = curve->column, *const time = column[GR_CURVE_TIME];
  for (PetscInt64 k = w->sample[lane]; k < inside; k++)
    SampleCurve(w, lane, curve, k);
  for (PetscInt64 k = 1; k <= n; k++) {
    const double before = (double)(k - 1) / (double)n, x = (double)k / (double)n;
    const double overlap = OverlapOfDeparture(&departure, x), speed = SpeedOfDeparture(&departure, l, lane, x);
    const PetscInt64 at = inside - 1 + k;
    time[at] = time[at - 1] + TimeOfDeparture(&departure, l, lane, before, x);
    column[GR_CURVE_OVERLAP][at] = overlap;
    column[GR_CURVE_RATE][at] = -speed;
    column[GR_CURVE_FORCE][at] = GrImpactLaneAdhesionForce(l, lane, overlap);
    column[GR_CURVE_DAMPING][at] = 0;
    column[GR_CURVE_KINETIC][at] = 0.5 * l->mass[lane] * (speed * speed);
    column[GR_CURVE_ELASTIC][at] = column[GR_CURVE_ELASTIC][inside - 1] + GrImpactLaneAdhesionEnergy(l, lane, overlap) -
                                   GrImpactLaneAdhesionEnergy(l, lane, 0);
    column[GR_CURVE_VISCOUS][at] = column[GR_CURVE_VISCOUS][inside - 1];
    column[GR_CURVE_PLASTIC][at] = column[GR_CURVE_PLASTIC][inside - 1];
  }
}

/* Returns the speed of separation [m/s]; 0 if the bodies stick. */
static double SeparationSpeed(const Work *w, int lane)
{
  const GrImpactLanes *l = &w->queue->lanes;
  double v = l->y[GR_V][lane];
  if (GrImpactLoopStuck(&w->queue->loop[lane]))
    return 0;
  if (w->setting->end != GR_END_APART)
    return -v;
  double square = v * v + 2 * GrImpactLaneAdhesionEnergy(l, lane, 0) / l->mass[lane];
  return square > 0 ? sqrt(square) : 0;
}

/* ---- probes ---- */

/* Goal of the event loop at a point. */
static GrImpactGoal GoalAt(const GrImpactProbe *p)
{
  if (!isnan(p->time))
    return (GrImpactGoal){GR_GOAL_TIME, p->time};
  return (GrImpactGoal){p->unloads ? GR_GOAL_UNLOADING : GR_GOAL_LOADING, sqrt(sqrt(p->overlap))};
}

/* Whether the accepted state is at a point or beyond it. Overlaps above the largest one are reached where it turns. */
static bool Reaches(const GrImpactLanes *l, int lane, const GrImpactLoop *c, const GrImpactGoal *goal)
{
  const double q = l->y[GR_Q][lane];
  if (goal->kind == GR_GOAL_TIME)
    return l->y[GR_T][lane] >= goal->value;
  return goal->kind == GR_GOAL_LOADING ? c->turned || q >= goal->value : c->turned && q <= goal->value;
}

/* Stores the state at the points that the accepted state has reached, and makes the next one the goal. */
static void TakeProbes(Work *w, int lane, GrImpactLoop *c)
{
  const GrImpactLanes *l = &w->queue->lanes;
  const GrImpactProbes *all = &w->probes[c->task];
  c->goal = (GrImpactGoal){.kind = GR_GOAL_NONE};
  for (PetscInt *at = &w->probe[lane]; *at < all->n; ++*at) {
    GrImpactProbe *p = &all->probe[*at];
    const GrImpactGoal goal = GoalAt(p);
    if (!Reaches(l, lane, c, &goal)) {
      c->goal = goal;
      return;
    }
    p->at.force = l->start_force[lane];
    p->at.overlap = GrImpactLaneOverlap(l, lane);
    p->at.rate = l->y[GR_V][lane];
  }
}

/* Sets the state at a time `after` overlap 0 [s], within the duration of the departure. */
static void SetInDeparture(const Departure *d, const GrImpactLanes *l, int lane, double after, GrImpactProbe *p)
{
  double low = 0, high = 1;
  for (int i = 0; i < HALVINGS; i++) {
    const double x = 0.5 * (low + high);
    double time = 0;
    for (int k = 0; k < PANELS; k++)
      time += TimeOfDeparture(d, l, lane, x * k / PANELS, x * (k + 1) / PANELS);
    *(time < after ? &low : &high) = x;
  }
  p->at.overlap = OverlapOfDeparture(d, low);
  p->at.force = GrImpactLaneAdhesionForce(l, lane, p->at.overlap);
  p->at.rate = -SpeedOfDeparture(d, l, lane, low);
}

/* Stores the state at the remaining points, which are after the last accepted state: the bodies depart, then separate
   with a constant speed. */
static void EndProbes(const Work *w, int lane, const GrImpactLoop *c)
{
  const GrImpactLanes *l = &w->queue->lanes;
  const GrImpactProbes *all = &w->probes[c->task];
  const bool failed = c->state == GR_LOOP_FAILED, departs = !failed && Departs(w, lane);
  const Departure departure = departs ? FindDeparture(l, lane) : (Departure){.end = GrImpactLaneOverlap(l, lane)};
  const double speed = failed ? NAN : SeparationSpeed(w, lane);

  for (PetscInt i = failed ? 0 : w->probe[lane]; i < all->n; i++) {
    GrImpactProbe *p = &all->probe[i];
    const double after = isnan(p->time) ? 0 : p->time - l->y[GR_T][lane];
    const double free = fmax(after - departure.duration, 0);
    if (departs && !isnan(p->time) && after < departure.duration) {
      SetInDeparture(&departure, l, lane, after, p);
      continue;
    }
    p->at.force = failed ? NAN : 0;
    p->at.overlap = failed ? NAN : departure.end - speed * free;
    p->at.rate = -speed;
  }
}

/* Returns the largest overlap at which the static force is 0 with the final history [m]; 0 if it is repulsive at all
   overlaps. */
static double ResidualOverlap(const Work *w, int lane)
{
  double high = w->queue->loop[lane].overlap_max, low = 1e-9 * high;
  if (GrImpactLaneStaticForce(&w->queue->lanes, lane, low) > 0)
    return 0;
  for (int i = 0; i < 60; i++) {
    double middle = low + 0.5 * (high - low);
    if (GrImpactLaneStaticForce(&w->queue->lanes, lane, middle) > 0)
      high = middle;
    else
      low = middle;
  }
  return high;
}

/* Returns the restitution by the theory of the law; NaN: there is none. With an adhesion: if its force in contact is
   constant. The theory then has the speeds at overlap 0; beyond, the energy of the adhesion changes them (L15 eq. 25).
   */
static double TheoryOf(const Work *w, int lane, const GrImpactTask *task)
{
  const GrImpactLanes *l = &w->queue->lanes;
  const GrLaw *law = w->setting->law;
  const bool no_pull = l->clips || w->setting->end == GR_END_ZERO_FORCE;
  const double deep = w->queue->loop[lane].overlap_max, m = l->mass[lane], speed = l->speed[lane];

  if (!w->setting->adhesion)
    return law->restitution ? law->restitution(task->coefficient, m, task->speed, no_pull) : NAN;
  const double pull = -GrImpactLaneAdhesionForce(l, lane, deep);
  if (!law->restitution_with_pull || no_pull || !(pull == -GrImpactLaneAdhesionForce(l, lane, 0.5 * deep)))
    return NAN;
  const double left = law->restitution_with_pull(task->coefficient, m, speed, pull) * speed;
  const double beyond = w->setting->end == GR_END_APART ? GrImpactLaneAdhesionEnergy(l, lane, 0) : 0;
  const double square = left * left + 2 * beyond / m;
  return isnan(square) ? NAN : square > 0 ? sqrt(square) / task->speed : 0;
}

static void FinishImpact(const Work *w, int lane, const GrImpactTask *task, GrImpact *r)
{
  const GrImpactLanes *l = &w->queue->lanes;
  const GrImpactLoop *c = &w->queue->loop[lane];
  const GrLawEnergies energies = GrImpactLaneEnergy(l, lane, GrImpactLaneOverlap(l, lane), false);
  double v = l->y[GR_V][lane], m = l->mass[lane];
  double before = 0.5 * m * (l->speed[lane] * l->speed[lane]), after = SeparationSpeed(w, lane);
  r->approach_velocity = task->speed;
  r->separation_velocity = after;
  r->restitution = after / task->speed;
  r->restitution_theory = TheoryOf(w, lane, task);
  r->overlap_max = c->overlap_max;
  r->force_max = c->force_max;
  r->force_min = c->force_min;
  r->duration = l->y[GR_T][lane];
  r->energy_lost = 0.5 * m * (task->speed * task->speed - after * after);
  r->energy_viscous = l->y[GR_W][lane];
  r->energy_plastic = energies.consumed;
  r->residual_overlap = ResidualOverlap(w, lane);
  r->sticking_overlap = c->stuck_overlap;
  if (Departs(w, lane)) {
    const Departure departure = FindDeparture(l, lane);
    r->force_min = fmin(r->force_min, departure.force_min);
    r->duration += departure.duration;
    r->sticking_overlap = after == 0 ? departure.end : NAN;
  }
  r->energy_residual =
      (before + w->gain[lane] - 0.5 * m * (v * v) - energies.recoverable - energies.consumed - r->energy_viscous) /
      before;
}

/* Sets the coefficients of the laws and the speed at overlap 0 of a lane. */
static void LoadTask(Work *w, int lane, const GrImpactTask *task)
{
  GrImpactLanes *l = &w->queue->lanes;
  double speed = task->speed;
  for (int k = 0; k < w->setting->law->n_coefficients; k++)
    l->normal.coefficient[k][lane] = task->coefficient[k];
  for (int k = 0; w->setting->adhesion && k < w->setting->adhesion->n_coefficients; k++)
    l->adhesion.coefficient[k][lane] = task->adhesion_coefficient[k];
  for (int k = 0; k < GR_LAW_HISTORY_MAX; k++)
    l->normal.history[k][lane] = l->adhesion.history[k][lane] = 0;
  w->gain[lane] = GrImpactLaneAdhesionEnergy(l, lane, 0);
  if (w->setting->end == GR_END_APART)
    speed = sqrt(task->speed * task->speed - 2 * w->gain[lane] / task->mass);
  GrImpactLaneSet(l, lane, task->mass, speed, speed, 0);
}

static PetscErrorCode LoadImpact(GrImpactQueue *q, int lane)
{
  Work *w = q->work;
  GrImpactLoop *c = &q->loop[lane];
  while (w->sampling && w->next < w->n && w->why[w->next]) /* failed in the first pass */
    w->next++;
  if (w->next == w->n)
    return 0;
  c->task = w->next++;
  LoadTask(w, lane, &w->task[c->task]);
  w->sample[lane] = 0;
  w->probe[lane] = 0;
  GrImpactLoopBegin(&q->lanes, lane, c);
  return 0;
}

/* Finds whether the impact has ended, or has taken too many steps. Bodies that stick are followed for the time
   `curve_until`; in the second pass, to the end of the first pass. */
static void CheckEnd(const Work *w, int lane, GrImpactLoop *c)
{
  const GrImpactLanes *l = &w->queue->lanes;
  const bool separated = l->y[GR_Q][lane] == 0 && c->steps > 0;
  const bool follow = w->sampling ? l->y[GR_S][lane] < w->path[c->task].length * (1 - 1e-9)
                                  : l->y[GR_T][lane] < w->setting->curve_until;
  const bool no_force = w->setting->end == GR_END_ZERO_FORCE && c->turned && l->start_force[lane] <= 0;
  GrImpactLoopNote(l, lane, c);
  if (separated || no_force || (GrImpactLoopStuck(c) && !follow))
    c->state = GR_LOOP_DONE;
  else if (c->steps >= GR_LOOP_STEPS) {
    c->state = GR_LOOP_FAILED;
    c->why = "it has not ended after a million steps";
  }
}

/* Ends the path of an impact in the first pass. A departure takes a fifth of the samples. */
static void EndPath(const Work *w, int lane, Path *path)
{
  const PetscInt64 points = w->setting->points;
  const bool departs = Departs(w, lane) && FindDeparture(&w->queue->lanes, lane).end < 0;
  path->length = w->queue->lanes.y[GR_S][lane];
  path->inside = points - (departs ? (points + 2) / 5 : 0);
  int kept = 0; /* of events that the second pass could confuse, the first is kept */
  for (int k = 0; k < path->events; k++)
    if (path->event[k] - (kept > 0 ? path->event[kept - 1] : 0) > 4 * SLACK * path->length)
      path->event[kept++] = path->event[k];
  path->events = kept;
  while (path->events > 0 && (path->event[path->events - 1] >= path->length || path->events > path->inside - 2))
    path->events--;
}

static PetscErrorCode ArriveImpact(GrImpactQueue *q, int lane, bool begins)
{
  Work *w = q->work;
  GrImpactLoop *c = &q->loop[lane];
  CheckEnd(w, lane, c);
  if (w->sampling)
    TakeSamples(w, lane, c);
  else if (w->path)
    NotePath(w, lane, &w->path[c->task]);
  if (w->probes)
    TakeProbes(w, lane, c);
  if (begins || c->state == GR_LOOP_RUNS)
    return 0;
  w->why[c->task] = c->why;
  if (w->probes)
    EndProbes(w, lane, c);
  else if (c->state == GR_LOOP_DONE) {
    if (w->sampling)
      SampleDeparture(w, lane, &w->curve[c->task], w->path[c->task].inside);
    else if (w->path)
      EndPath(w, lane, &w->path[c->task]);
    FinishImpact(w, lane, &w->task[c->task], &w->result[c->task]);
  }
  c->task = -1;
  return 0;
}

PetscErrorCode GrImpactSolve(const GrImpactSetting *setting, PetscInt n, const GrImpactTask task[], GrImpact result[],
                             const GrImpactCurve curve[], const char *why[])
{
  Work w = {.setting = setting, .n = n, .task = task, .result = result, .curve = curve, .why = why};

  PetscCall(GrImpactQueueCreate(setting, &w.queue));
  w.queue->load = LoadImpact;
  w.queue->arrive = ArriveImpact;
  w.queue->work = &w;
  if (curve)
    PetscCall(PetscCalloc1(n, &w.path));
  PetscCall(GrImpactQueueRun(w.queue));
  if (curve) {
    w.sampling = true;
    w.next = 0;
    PetscCall(GrImpactQueueRun(w.queue));
  }
  PetscCall(PetscFree(w.path));
  return PetscFree(w.queue);
}

PetscErrorCode GrImpactSolveProbes(const GrImpactSetting *setting, PetscInt n, const GrImpactTask task[],
                                   const GrImpactProbes probes[], const char *why[])
{
  Work w = {.setting = setting, .n = n, .task = task, .probes = probes, .why = why};

  PetscCall(GrImpactQueueCreate(setting, &w.queue));
  w.queue->load = LoadImpact;
  w.queue->arrive = ArriveImpact;
  w.queue->work = &w;
  PetscCall(GrImpactQueueRun(w.queue));
  return PetscFree(w.queue);
}
