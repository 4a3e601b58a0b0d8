/* Checks of the end time, of output times, of the size of trajectories, and of sensors. */
#include "input/case/checks.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>

PetscErrorCode GrCaseCheckTime(const GrCase *the_case, const GrNode *root)
{
  if (isnan(the_case->time.end) && !the_case->n_stages && !GrNodeGet(root, "time"))
    return GrNodeComplainMissing(root, "time", "is missing; give the duration and the time steps");
  if (isnan(the_case->time.end) && !the_case->n_stages)
    return GrNodeComplainMissing(GrNodeGet(root, "time"), "end", "is missing; give the time at which the run ends");
  if (the_case->time.velocity == GR_VELOCITY_HALF && the_case->time.integrator->rule &&
      !the_case->time.integrator->half)
    return GrNodeComplain(GrNodeGet(GrNodeGet(root, "time"), "velocity"),
                          "does not go with time.integrator: %s; leave it out, or write integrator: verlet",
                          the_case->time.integrator->name);
  if (the_case->n_stages || the_case->time.step <= the_case->time.end)
    return 0;
  return GrNodeComplain(GrNodeGet(GrNodeGet(root, "time"), "step"),
                        "%g s is longer than the run of %g s; write a smaller step, or auto", the_case->time.step,
                        the_case->time.end);
}

PetscErrorCode GrCaseCheckPoints(const GrNode *root, double every, double span)
{
  static const double most = 1e9;
  if (!(every > 0.0) || span <= most * every || isinf(span)) /* an infinite span is refused elsewhere */
    return 0;
  return GrNodeComplain(GrNodeGet(GrNodeGet(root, "trajectory"), "every"),
                        "makes %.3g points in %.3g s; write a longer time, above %.3g s", span / every, span,
                        span / most);
}

/* A bead with a sensor. */
typedef struct {
  PetscInt64 id;     /* of the bead */
  GrSensed quantity; /* what the sensor records */
  int position;      /* of its number in the lists of all sensors, from 0 */
} Bead;

static int CompareBeads(const void *a, const void *b)
{
  const Bead *x = a, *y = b;
  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->quantity == y->quantity ? x->position - y->position : (int)x->quantity - (int)y->quantity;
}

/* The node of the n-th bead number of all sensors, n from 0. */
static const GrNode *SensorAt(const GrNode *list, int n)
{
  for (const GrNode *node = list->type == GR_NODE_MAP ? list : list->first;; node = node->next) {
    const GrNode *at = GrNodeGet(node, "at");
    if (n < at->n)
      return GrNodeAt(at, n);
    n -= at->n;
  }
}

/* Sensors are at beads of their groups. The last bead of the chain has no contact with a next bead. */
static PetscErrorCode CheckSensorPlaces(const GrCase *the_case, const GrNode *list)
{
  const GrSensors *sensors = the_case->output.sensors, *end = sensors + the_case->output.n_sensors;
  int n = 0;

  for (const GrSensors *s = sensors; s < end; s++)
    for (int k = 0; k < s->n_at; k++, n++) {
      const GrGroup *group = &the_case->groups[s->group];
      if (s->at[k] > group->count)
        return GrNodeComplain(SensorAt(list, n),
                              "the group '%s' has %" PetscInt64_FMT " beads; write a number up to this", group->name,
                              group->count);
      if (s->quantity == GR_SENSE_CONTACT && s->at[k] == group->count && s->group == the_case->n_groups - 1)
        return GrNodeComplain(SensorAt(list, n),
                              "bead %s is the last bead of the chain, which has no contact with a next bead; write a "
                              "smaller number",
                              SensorAt(list, n)->text);
    }
  return 0;
}

/* At most one sensor of a quantity is at each bead. */
PetscErrorCode GrCaseCheckSensors(const GrCase *the_case, const GrNode *root)
{
  const GrNode *list = GrNodeGet(GrNodeGet(root, "output"), "sensors");
  int n = 0, twice = INT_MAX;
  Bead *bead;

  if (the_case->output.n_sensors == 0)
    return 0;
  const GrSensors *sensors = the_case->output.sensors, *end = sensors + the_case->output.n_sensors;
  PetscCall(CheckSensorPlaces(the_case, list));
  for (const GrSensors *s = sensors; s < end; s++)
    n += s->n_at;
  PetscCall(PetscMalloc1(n, &bead));
  n = 0;
  for (const GrSensors *s = sensors; s < end; s++)
    for (int k = 0; k < s->n_at; k++, n++)
      bead[n] = (Bead){the_case->groups[s->group].first_id + s->at[k] - 1, s->quantity, n};
  if (n > 1)
    qsort(bead, (size_t)n, sizeof *bead, CompareBeads);
  for (int i = 1; i < n; i++)
    if (bead[i].id == bead[i - 1].id && bead[i].quantity == bead[i - 1].quantity)
      twice = PetscMin(twice, bead[i].position);
  PetscCall(PetscFree(bead));
  if (twice < INT_MAX)
    return GrNodeComplain(SensorAt(list, twice), "bead %s of the group has a sensor already; name it once",
                          SensorAt(list, twice)->text);
  return 0;
}
