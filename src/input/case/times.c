/* Checks of the end time, of output times, of the size of trajectories, and of sensors. */
#include "input/case/checks.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

PetscErrorCode GrCaseCheckTime(const GrCase *the_case, const GrNode *root)
{
  if (isnan(the_case->time.end) && !the_case->n_stages)
    return GrNodeComplainMissing(GrNodeGet(root, "time"), "end", "is missing; give the time at which the run ends");
  if (the_case->n_stages || the_case->time.step < the_case->time.end)
    return 0;
  return GrNodeComplain(GrNodeGet(GrNodeGet(root, "time"), "step"),
                        "%g s is not shorter than the run of %g s; write a smaller step, or auto", the_case->time.step,
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

static int ComparePairs(const void *a, const void *b)
{
  const GrCasePair *x = a, *y = b;
  for (int k = 0; k < 2; k++)
    if (x->key[k] != y->key[k])
      return x->key[k] < y->key[k] ? -1 : 1;
  return (x->position > y->position) - (x->position < y->position);
}

int GrCaseFindTwice(int n, GrCasePair pairs[], int *first)
{
  int twice = -1;
  if (n > 1)
    qsort(pairs, (size_t)n, sizeof *pairs, ComparePairs);
  for (int i = 1; i < n; i++)
    if (memcmp(pairs[i].key, pairs[i - 1].key, sizeof pairs[i].key) == 0 && (twice < 0 || pairs[i].position < twice)) {
      twice = pairs[i].position;
      *first = pairs[i - 1].position;
    }
  return twice;
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

/* Sensors are at beads of their groups, at most one at each bead. */
PetscErrorCode GrCaseCheckSensors(const GrCase *the_case, const GrNode *root)
{
  const GrNode *list = GrNodeGet(GrNodeGet(root, "output"), "sensors");
  GrCasePair *pairs;
  int n = 0, total = 0, first;
  for (int i = 0; i < the_case->output.n_sensors; i++)
    total += the_case->output.sensors[i].n_at;
  PetscCall(PetscMalloc1(total, &pairs));
  for (const GrSensors *s = the_case->output.sensors; n < total; s++)
    for (int i = 0; i < s->n_at; i++, n++)
      pairs[n] = (GrCasePair){{s->group, s->at[i]}, n};
  const int twice = GrCaseFindTwice(total, pairs, &first);
  PetscCall(PetscFree(pairs));
  n = 0;
  for (int i = 0; i < the_case->output.n_sensors; i++) {
    const GrSensors *s = &the_case->output.sensors[i];
    const GrGroup *group = &the_case->groups[s->group];
    for (int k = 0; k < s->n_at; k++, n++)
      if (s->at[k] > group->count)
        return GrNodeComplain(SensorAt(list, n),
                              "the group '%s' has %" PetscInt64_FMT " beads; write a number up to this", group->name,
                              group->count);
  }
  if (twice >= 0)
    return GrNodeComplain(SensorAt(list, twice), "bead %s of the group has a sensor already; name it once",
                          SensorAt(list, twice)->text);
  return 0;
}
