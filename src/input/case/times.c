/* Checks of the time span, of the times of outputs, of trajectories and of the sensors. */
#include "input/case/checks.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

PetscErrorCode GrCaseCheckTime(const GrCase *the_case, const GrNode *root)
{
  if (isnan(the_case->time.end) && !the_case->n_stages)
    return GrComplainMissing(GrNodeGet(root, "time"), "end", "is missing; give the time at which the run ends");
  if (the_case->n_stages || the_case->time.step < the_case->time.end)
    return 0;
  return GrComplain(GrNodeGet(GrNodeGet(root, "time"), "step"),
                    "%g s is not shorter than the run of %g s; write a smaller step, or auto", the_case->time.step,
                    the_case->time.end);
}

PetscErrorCode GrCaseCheckPoints(const GrNode *root, double every, double span)
{
  static const double most = 1e9;
  if (!(every > 0.0) || span <= most * every || isinf(span)) /* an infinite span is refused elsewhere */
    return 0;
  return GrComplain(GrNodeGet(GrNodeGet(root, "trajectory"), "every"),
                    "makes %.3g points in %.3g s; write a longer time, above %.3g s", span / every, span, span / most);
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

PetscErrorCode GrCaseCheckSensors(const GrCase *the_case, const GrNode *root)
{
  const GrNode *list = GrNodeGet(GrNodeGet(root, "output"), "sensors");
  Seat *seats;
  int n = 0, total = 0;
  for (int i = 0; i < the_case->output.n_sensors; i++)
    total += the_case->output.sensors[i].n_at;
  if (!total)
    return 0;
  PetscErrorCode code = 0;
  const GrNode *node = list->type == GR_NODE_MAP ? list : list->first;
  PetscCall(PetscMalloc1(total, &seats));
  for (int i = 0; i < the_case->output.n_sensors; i++, node = node->next) {
    const GrSensors *sensors = &the_case->output.sensors[i];
    const GrGroup *group = &the_case->groups[sensors->group];
    for (const GrNode *at = GrNodeGet(node, "at")->first; at; at = at->next, n++) {
      seats[n] = (Seat){sensors->group, sensors->at[at->position], at, n};
      if (seats[n].bead > group->count && !code)
        code = GrComplain(at, "the group '%s' has %" PetscInt64_FMT " beads; write a number up to this", group->name,
                          group->count);
    }
  }
  code = code ? code : CheckSeats(seats, n);
  PetscCall(PetscFree(seats));
  return code;
}
