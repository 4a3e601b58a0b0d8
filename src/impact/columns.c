/* Writes results and curves of impacts; see columns.h. */
#include "impact/columns.h"

enum { CURVE_ROUND = 1 << 20, CURVES_MAX = 16, PATH = 272 };

PetscInt64 GrImpactCapacity(const GrCase *c)
{
  return c->impact.curves ? PetscMax(1, CURVE_ROUND / c->impact.curve_points) : GR_IMPACT_ROUND;
}

double *GrImpactSamples(const GrRunEnsemble *e, PetscInt64 points, int column, PetscInt64 i)
{
  return e->sample + (e->count * column + i) * points;
}

PetscErrorCode GrImpactRecord(GrRunEnsemble *e, const GrRunEnsemblePart *part, int n, const GrColumn curve[])
{
  const PetscInt64 points = GrImpactSettingOf(e->study->variant[part->variant].point[0]).points;
  GrTable *table = &e->table[e->kind->tables[0].n]; /* after the tables of the columns */
  const void *sample[CURVES_MAX];
  GrColumn column[CURVES_MAX];
  char below[PATH];

  for (int k = 0; k < n; k++) {
    column[k] = curve[k];
    column[k].components = (int)points;
    sample[k] = GrImpactSamples(e, points, k, 0);
  }
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/curves", part->group));
  if (points && !*table) /* before any values are written */
    PetscCall(GrTableCreate(e->results, below, n, column, part->rows.total, table));
  PetscCall(GrRunEnsembleRecord(e, part, 1, e->kind->tables));
  return points ? GrTableWrite(*table, part->rows.first, part->rows.count, sample) : 0;
}
