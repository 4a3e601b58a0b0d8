/* residence: residence times of particles; see residence.h.

   Each sphere has the time `begin` from which its residence time counts (particle/store.c): that of its insertion, 0 at
   the start, or that of its last passage of a counter that begins it. A rigid body has the time of its first sphere.

   A counter of a region with `residence: inside` has a clock for each particle, the time of its entry. The time of
   entry or exit is the time at which the path x(t), of the same form as d(t) below, crosses the surface of the region
   (counter.c). A particle that is inside at the start, at its insertion or when the counter becomes active has this
   time as its entry.

   Particles that leave or pass are found at a reneighbouring. The time of a passage between the previous reneighbouring
   t0 and the present one t1 follows from the distances d0 and d1 from the surface at these times and the present
   velocity v across it, with a constant acceleration, as in free fall:
     d(t) = d1 + v (t - t1) + A/2 (t - t1)^2,    A = 2 (d0 - d1 + v (t1 - t0))/(t1 - t0)^2
   Limit: a collision between t0 and t1 changes the time, which remains between t0 and t1. */
#include "bulk/population/residence.h"
#include "bulk/bulk.h"

#include <math.h>

void GrBulkResidenceBegin(GrWorld w, PetscInt i)
{
  GrStore *s = &w->bulk->store;

  s->begin[i] = w->clock.committed;
  for (int k = 0; k < w->the_case->output.n_counters; k++) {
    if (w->the_case->output.counters[k].residence == GR_RESIDENCE_BEGINS)
      s->begin[i] = INFINITY;
  }
  for (int k = 0; k < GR_CLOCKS && s->columns.size[GR_STORE_CLOCKS] > 0; k++)
    s->clocks[GR_CLOCKS * i + k] = INFINITY;
}

/* Number of the counters before counter k that have clocks. */
static int CountClocksBefore(const GrCase *c, int k)
{
  int n = 0;

  for (int j = 0; j < k; j++)
    n += c->output.counters[j].residence == GR_RESIDENCE_INSIDE;
  return n;
}

int GrBulkResidenceCountClocks(const GrCase *c)
{
  return CountClocksBefore(c, c->output.n_counters);
}

double *GrBulkResidenceClock(GrWorld w, int k, PetscInt i)
{
  return &w->bulk->store.clocks[GR_CLOCKS * i + CountClocksBefore(w->the_case, k)];
}

GrEvents *GrBulkResidenceEvents(GrWorld w, int index)
{
  return &w->bulk->population.residence[index];
}

double GrBulkResidencePathAt(const GrBulkPath *path, double span, double t)
{
  const double half = span > 0 ? (path->from - path->to + path->rate * span) / (span * span) : 0;

  return path->to + t * (path->rate + t * half);
}

double GrBulkResidenceFindChange(GrWorld w, GrBulkPathTest unchanged, const void *context)
{
  const double end = w->clock.committed, span = end - w->bulk->numbers.reference_time;
  double low = -span, high = 0;

  for (int k = 0; k < 60; k++) { /* bisection */
    const double middle = 0.5 * (low + high);
    if (unchanged(context, span, middle))
      low = middle;
    else
      high = middle;
  }
  return end + high;
}

/* Whether the distance has the sign of path->from. */
static bool KeepsSign(const void *path, double span, double t)
{
  return (GrBulkResidencePathAt(path, span, t) < 0) == (((const GrBulkPath *)path)->from < 0);
}

double GrBulkResidenceFindPassage(GrWorld w, double from, double to, double rate)
{
  return GrBulkResidenceFindChange(w, KeepsSign, &(GrBulkPath){from, to, rate});
}

/* Row i of the store as an event at a time [s], which ends a residence time. begin: its begin [s]. */
static GrEvent MakeEvent(GrWorld w, PetscInt i, double begin, double time, int exit)
{
  const GrStore *s = &w->bulk->store;
  const PetscInt body = GrBulkBodyOf(w, i);
  const double mass = GrStoreIsPrescribed(w->the_case, s, i) ? 0 : body >= 0 ? s->bodies.mass[body] : s->mass[i];

  return (GrEvent){.step = w->bulk->numbers.steps,
                   .id = {s->id[i]},
                   .time = w->clock.committed,
                   .value = {(double)s->group[i], mass, GrBulkBodySize(w, i), begin, time - begin, exit}};
}

PetscErrorCode GrBulkResidenceLeaveRegion(GrWorld w, int k, PetscInt i, double time, int exit)
{
  double *clock = GrBulkResidenceClock(w, k, i);
  const GrEvent event = MakeEvent(w, i, *clock, time, exit);

  *clock = INFINITY;
  return GrWorldEventsAdd(&w->bulk->population.residence[k], &event);
}

PetscErrorCode GrBulkResidencePass(GrWorld w, int k, PetscInt i, double time)
{
  GrStore *s = &w->bulk->store;
  GrEvent event;

  if (w->the_case->output.counters[k].residence == GR_RESIDENCE_BEGINS) {
    s->begin[i] = time;
    return 0;
  }
  if (isinf(s->begin[i]))
    return 0;
  event = MakeEvent(w, i, s->begin[i], time, GR_EXIT_COUNTER);
  return GrWorldEventsAdd(&w->bulk->population.residence[k], &event);
}

PetscErrorCode GrBulkResidenceLeave(GrWorld w, PetscInt i, int exit)
{
  const GrBulk b = w->bulk;
  const PetscInt body = GrBulkBodyOf(w, i);
  const double *from = b->store.reference + 3 * i, *to = b->store.state + GR_STATE * i, *rate = to + 3;
  const GrOutput *output = &w->the_case->output;
  double time = w->clock.committed;
  GrEvent event;

  if (body >= 0 && b->bodies.begin[body] != i)
    return 0;
  if (body >= 0) {
    from = b->store.bodies.reference + 3 * body;
    to = b->store.bodies.position + 3 * body;
    rate = b->store.bodies.velocity + 3 * body;
  }
  if (exit < GR_SIDES) {
    const int a = exit % 3;
    const double side = exit < 3 ? b->box.lower[a] : b->box.upper[a];
    if ((from[a] < side) != (to[a] < side))
      time = GrBulkResidenceFindPassage(w, from[a] - side, to[a] - side, rate[a]);
  }
  for (int k = 0; k < output->n_counters; k++)
    if (output->counters[k].residence == GR_RESIDENCE_INSIDE && !isinf(*GrBulkResidenceClock(w, k, i)))
      PetscCall(GrBulkResidenceLeaveRegion(w, k, i, time, exit));
  if (!output->residence || isinf(b->store.begin[i]))
    return 0;
  event = MakeEvent(w, i, b->store.begin[i], time, exit);
  return GrWorldEventsAdd(&b->population.residence[output->n_counters], &event);
}
