/* The part of an impact below overlap 0, where only adhesion acts; the method is in departure.h. */
#include "impact/departure.h"

#include <math.h>

enum { HALVINGS = 60, SECTIONS = 45, PANELS = 8, NODES = 5 };

static double StoredEnergy(const GrImpactLanes *l, int lane, double overlap)
{
  double recoverable, consumed;
  GrImpactLaneAdhesionEnergy(l, lane, overlap, &recoverable, &consumed);
  return recoverable;
}

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

/* Overlap between `end` and 0 at which the stored energy equals the total energy, so that the speed is 0 [m]. */
static double TurningPoint(const GrImpactLanes *l, int lane, double end, double energy)
{
  double beyond = end, before = 0;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = 0.5 * (beyond + before);
    *(StoredEnergy(l, lane, middle) > energy ? &beyond : &before) = middle;
  }
  return before;
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

GrImpactDeparture GrImpactDepartureFind(const GrImpactLanes *l, int lane)
{
  const double v = l->y[GR_V][lane];
  GrImpactDeparture d = {.energy = 0.5 * l->mass[lane] * (v * v) + StoredEnergy(l, lane, 0),
                         .end = EndOfContact(l, lane)};
  if (d.end == 0)
    return d;
  if (d.energy < 0)
    d.end = TurningPoint(l, lane, d.end, d.energy);
  d.force_min = SmallestForce(l, lane, d.end);
  for (int i = 0; i < PANELS; i++)
    d.duration += GrImpactDepartureTime(&d, l, lane, (double)i / PANELS, (double)(i + 1) / PANELS);
  return d;
}

double GrImpactDepartureOverlap(const GrImpactDeparture *d, double x)
{
  return d->end * (x * (2 - x));
}

double GrImpactDepartureSpeed(const GrImpactDeparture *d, const GrImpactLanes *l, int lane, double x)
{
  const double kinetic = d->energy - StoredEnergy(l, lane, GrImpactDepartureOverlap(d, x));
  return kinetic > 0 ? sqrt(2 * kinetic / l->mass[lane]) : 0;
}

double GrImpactDepartureTime(const GrImpactDeparture *d, const GrImpactLanes *l, int lane, double from, double to)
{
  static const double node[NODES] = {-0.906179845938664, -0.5384693101056831, 0, 0.5384693101056831, 0.906179845938664};
  static const double weight[NODES] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                       0.2369268850561891};
  const double half = 0.5 * (to - from), middle = 0.5 * (from + to);
  double time = 0;
  for (int i = 0; i < NODES; i++) {
    const double x = middle + half * node[i], speed = GrImpactDepartureSpeed(d, l, lane, x);
    time += speed > 0 ? half * weight[i] * (-2 * d->end * (1 - x)) / speed : 0;
  }
  return time;
}
