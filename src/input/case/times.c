/* Checks of the time span, of the times of outputs, of trajectories and of the sensors. */
#include "input/case/checks.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

PetscErrorCode GrCheckTime(const GrCase *the_case, const GrNode *root)
{
  if (isnan(the_case->time.end) && !the_case->n_stages)
    return GrComplainMissing(GrNodeGet(root, "time"), "end", "is missing; give the time at which the run ends");
  if (the_case->n_stages || the_case->time.step < the_case->time.end)
    return 0;
  return GrComplain(GrNodeGet(GrNodeGet(root, "time"), "step"),
                    "%g s is not shorter than the run of %g s; write a smaller step, or auto", the_case->time.step,
                    the_case->time.end);
}

PetscErrorCode GrCheckPoints(const GrNode *root, double every, double span)
{
  static const double most = 1e9;
  if (!(every > 0.0) || span <= most * every || isinf(span)) /* a speed that no number can follow fails as such */
    return 0;
  return GrComplain(GrNodeGet(GrNodeGet(root, "trajectory"), "every"),
                    "makes %.3g points in %.3g s; write a longer time, above %.3g s", span / every, span, span / most);
}

/* A period or a list of ascending times. `node`: the map of the output, NULL: not given. */
static PetscErrorCode CheckWhen(const GrOutputTimes *when, const GrNode *node)
{
  const GrNode *times = node ? GrNodeGet(node, "times") : NULL;
  if (!times)
    return 0;
  if (when->every > 0)
    return GrComplainKey(times, "does not go with every; keep one of them");
  for (const GrNode *at = times->first; at && at->next; at = at->next)
    if (when->times[at->position + 1] <= when->times[at->position])
      return GrComplain(at->next, "%g s is not after the time before it, %g s; write the times in ascending order",
                        when->times[at->position + 1], when->times[at->position]);
  return 0;
}

/* The same of an output that is written only if its key is there. */
static PetscErrorCode CheckGiven(const GrOutputTimes *when, const GrNode *node, const char *rows)
{
  if (!GrOutputIsRecorded(when))
    return GrComplainMissing(node, "every", "is missing; give the time between %s, or times: [..]", rows);
  return CheckWhen(when, node);
}

PetscErrorCode GrCheckOutputTimes(const GrCase *the_case, const GrNode *root)
{
  const GrOutput *output = &the_case->output;
  const GrNode *map = GrNodeGet(root, "output"), *sensors = map ? GrNodeGet(map, "sensors") : NULL,
               *counters = map ? GrNodeGet(map, "counters") : NULL;
  const struct {
    const char *key;
    const GrOutputTimes *when;
  } sections[] = {{"trajectory", &output->trajectory}, {"energy", &output->energy},
                  {"walls", &output->walls},           {"observables", &output->observables},
                  {"contacts", &output->contacts},     {"checkpoint", &output->checkpoint}};
  for (size_t k = 0; map && k < sizeof sections / sizeof *sections; k++)
    PetscCall(CheckWhen(sections[k].when, GrNodeGet(map, sections[k].key)));
  const GrNode *node = sensors && sensors->type == GR_NODE_LIST ? sensors->first : sensors;
  for (int i = 0; i < output->n_sensors; i++, node = node->next)
    PetscCall(CheckGiven(&output->sensors[i].when, node, "samples"));
  node = counters ? counters->first : NULL;
  for (int i = 0; i < output->n_counters; i++, node = node->next)
    PetscCall(CheckGiven(&output->counters[i].when, node, "rows"));
  return 0;
}

typedef struct {
  int group;
  PetscInt64 bead;
  const GrNode *node;
  int order;
} Seat;

static int CompareSeats(const void *a, const void *b)
{
  const Seat *x = a, *y = b;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->bead != y->bead)
    return x->bead < y->bead ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

/* One bead has one set of datasets. */
static PetscErrorCode CheckSeats(Seat *seats, int n)
{
  const Seat *twice = NULL;
  qsort(seats, (size_t)n, sizeof *seats, CompareSeats);
  for (int i = 1; i < n; i++) {
    bool same = seats[i].group == seats[i - 1].group && seats[i].bead == seats[i - 1].bead;
    if (same && (!twice || seats[i].order < twice->order))
      twice = &seats[i];
  }
  if (twice)
    return GrComplain(twice->node, "bead %" PetscInt64_FMT " of the group has a sensor already; name it once",
                      twice->bead);
  return 0;
}

PetscErrorCode GrCheckSensors(const GrCase *the_case, const GrNode *root)
{
  const GrNode *list = GrNodeGet(GrNodeGet(root, "output"), "sensors");
  Seat *seats;
  int n = 0, total = 0;
  for (int i = 0; i < the_case->output.n_sensors; i++)
    total += the_case->output.sensors[i].n_at;
  if (!total)
    return 0;
  const GrNode *node = list->type == GR_NODE_MAP ? list : list->first;
  for (int i = 0; i < the_case->output.n_sensors; i++, node = node->next) {
    const GrSensors *sensors = &the_case->output.sensors[i];
    const GrGroup *group = &the_case->groups[sensors->group];
    for (const GrNode *at = GrNodeGet(node, "at")->first; at; at = at->next) {
      if (sensors->at[at->position] > group->count)
        return GrComplain(at, "the group '%s' has %" PetscInt64_FMT " beads; write a number up to this", group->name,
                          group->count);
    }
  }
  PetscCall(PetscMalloc1(total, &seats));
  node = list->type == GR_NODE_MAP ? list : list->first;
  for (int i = 0; i < the_case->output.n_sensors; i++, node = node->next) {
    const GrSensors *sensors = &the_case->output.sensors[i];
    for (const GrNode *at = GrNodeGet(node, "at")->first; at; at = at->next, n++)
      seats[n] = (Seat){sensors->group, sensors->at[at->position], at, n};
  }
  PetscErrorCode code = CheckSeats(seats, n);
  PetscCall(PetscFree(seats));
  return code;
}
