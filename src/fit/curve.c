/* curve: force, rate and overlap over overlap or over time during impacts; see parts.h.

   The rows of a table with the same speed are points of one impact. An impact passes them in the order of their times;
   or in ascending order of overlaps during loading, then in descending order during unloading. Its steps end exactly at
   the points (GrImpactProbe), so that no value is interpolated. */
#include "fit/parts.h"

#include "fit/member.h"
#include "impact/impact.h"

#include <math.h>
#include <stdlib.h>

/* A point of an impact: its row of the table, speed, and place on the path. */
typedef struct {
  int row;
  double speed;
  GrImpactProbe probe;
} Point;

static int Sign(double x)
{
  return (x > 0) - (x < 0);
}

/* Sorts points by speed; the points of an impact have the order in which it passes them. */
static int ComparePoints(const void *one, const void *two)
{
  const Point *a = one, *b = two;
  const GrImpactProbe *p = &a->probe, *q = &b->probe;
  int order = Sign(a->speed - b->speed);

  if (!order && !isnan(p->time))
    order = Sign(p->time - q->time);
  else if (!order)
    order = p->unloads != q->unloads ? (p->unloads ? 1 : -1) : Sign(p->overlap - q->overlap) * (p->unloads ? -1 : 1);
  return order ? order : Sign(a->row - b->row);
}

/* Makes the points of a table. */
static void MakePoints(const GrFitData *data, Point point[])
{
  const bool times = data->over == GR_FIT_OVER_TIME;
  const double *x = GrCaseFitColumn(data, times ? data->time : data->overlap),
               *speed = GrCaseFitColumn(data, data->speed);
  const double *branch = times ? NULL : GrCaseFitColumn(data, data->branch);

  for (int i = 0; i < GrCaseFitRows(data); i++)
    point[i] = (Point){
        i, speed[i], {.time = times ? x[i] : NAN, .overlap = times ? NAN : x[i], .unloads = branch && branch[i] < 0}};
  qsort(point, (size_t)GrCaseFitRows(data), sizeof(*point), ComparePoints);
}

#define MEMBER(name, unit, member) {#name, offsetof(GrImpactProbe, member)},
static const GrFitMember members[] = {MEMBER(force, "N", at.force) GR_FIT_CURVES(MEMBER){0}};

/* Computes the impacts of a table with one set of parameters. value: [model->n] values of this set. */
static PetscErrorCode SolveTable(const GrFitModel *model, int table, const GrCase *the_case, const Point point[],
                                 double value[])
{
  const GrFitData *data = &model->fit->data[table];
  const int rows = GrCaseFitRows(data);
  const GrImpactSetting setting = GrImpactSettingOf(the_case);
  GrImpactPoint contact;
  GrImpactProbes *probes;
  GrImpactProbe *probe;
  GrImpactTask *task;
  const char **why;
  PetscInt n = 0;

  PetscCall(GrImpactPrepare(the_case, &contact));
  PetscCall(PetscMalloc4(rows, &probes, rows, &probe, rows, &task, rows, &why));
  for (int i = 0; i < rows; i++) {
    probe[i] = point[i].probe;
    if (i == 0 || point[i].speed != point[i - 1].speed) {
      task[n] = (GrImpactTask){contact.coefficient, contact.adhesion_coefficient, contact.pair.mass, point[i].speed};
      probes[n++] = (GrImpactProbes){0, &probe[i]};
    }
    probes[n - 1].n++;
  }
  PetscCall(GrImpactSolveProbes(&setting, n, task, probes, why));
  for (int i = 0; i < rows; i++)
    PetscCall(GrFitMemberValues(members, data, &probe[i], value + GrFitModelFirst(model, table, point[i].row)));
  return PetscFree4(probes, probe, task, why);
}

PetscErrorCode GrFitCurvesSolve(const GrFitModel *model, PetscInt sets, GrCase *const the_case[], double value[])
{
  for (int t = 0; t < model->fit->n_data; t++) {
    const GrFitData *data = &model->fit->data[t];
    Point *point;
    if (data->kind != GR_FIT_CURVE)
      continue;
    PetscCall(PetscMalloc1(GrCaseFitRows(data), &point));
    MakePoints(data, point);
    for (PetscInt s = model->rank; s < sets; s += model->size)
      if (the_case[s])
        PetscCall(SolveTable(model, t, the_case[s], point, value + s * model->n));
    PetscCall(PetscFree(point));
  }
  return 0;
}
