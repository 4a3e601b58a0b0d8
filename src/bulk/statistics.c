/* statistics: numbers, sizes and speeds of the particles of all ranks, which are needed before the first neighbour
   list, by few reductions; see particles.h.

   The first skin is a tenth of the smallest diameter. If two particles approach each other by more in a few steps, the
   skin is this distance, but at most a tenth of the sum of the smallest and the largest radius. Faster particles have
   larger margins. Later the skin is chosen by its cost (margin.c). */
#include "bulk/bulk.h"
#include "bulk/epoch.h"
#include "bulk/fall/speed.h"

#include "base/join.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

static void JoinStatistics(const void *lower, void *value)
{
  const GrBulkStatistics *a = lower;
  GrBulkStatistics *sum = value;

  sum->number += a->number;
  sum->held |= a->held;
  for (int k = 0; k < 2; k++)
    sum->lightest[k] = PetscMin(sum->lightest[k], a->lightest[k]);
  sum->widest = PetscMax(sum->widest, a->widest);
  sum->fastest = PetscMax(sum->fastest, a->fastest);
  GrBulkMergeTypes(&sum->types, &a->types);
}

static void FindOfRank(GrWorld w, GrBulkStatistics *own)
{
  const GrStore *s = &w->bulk->store;

  memset(own, 0, sizeof(*own));
  own->number = s->columns.n;
  own->lightest[0] = GrBulkInsertSmallestMass(w);
  own->lightest[1] = INFINITY;
  for (PetscInt i = 0; i < s->columns.n; i++) {
    const bool held = GrStoreIsPrescribed(w->the_case, s, i);
    own->held |= held;
    own->lightest[held] = PetscMin(own->lightest[held], s->mass[i]);
    own->widest = PetscMax(own->widest, s->radius[i]);
  }
  own->fastest = GrBulkSpeedMeasure(w);
  GrBulkCollectTypes(w, &own->types);
}

/* Finds number and radii of the particles of all groups. */
static PetscErrorCode MeasureGroups(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;

  b->particles.smallest_radius = INFINITY;
  for (int g = 0; g < c->n_grains; g++) {
    if (!GrBulkInsertHasGroup(w, g))
      continue;
    b->population.at_start += b->particles.group_properties[g].count;
    b->particles.largest_radius = PetscMax(b->particles.largest_radius, b->particles.group_properties[g].radius_max);
    b->particles.smallest_radius = PetscMin(b->particles.smallest_radius, b->particles.group_properties[g].radius_min);
  }
  if (b->population.at_start == 0 && !b->population.insertion)
    return GrFail(GR_EXIT_INPUT, "%s: particles: there are none; give a group with particles in it", c->file);
  return 0;
}

static double FirstSkin(GrWorld w, double fastest)
{
  const GrBulk b = w->bulk;
  const GrTime *time = &w->the_case->time;
  const double few = 3, passed = few * GrBulkSpeedOfMotions(w, fastest) * time->step;

  return time->skin > 0
             ? time->skin
             : PetscMax(0.2 * b->particles.smallest_radius,
                        PetscMin(0.1 * (b->particles.smallest_radius + b->particles.largest_radius), passed));
}

PetscErrorCode GrBulkFindStatistics(GrWorld w, GrBulkStatistics *all)
{
  const GrBulk b = w->bulk;

  PetscCall(MeasureGroups(w));
  FindOfRank(w, all);
  PetscCall(GrJoinAll(w->comm, sizeof(*all), JoinStatistics, all));
  PetscCall(PetscMalloc1(w->the_case->n_walls, &b->wall_motion.gap));
  GrBulkSpeedFindGaps(w);
  b->population.total = all->number;
  for (int k = 0; k < 2; k++)
    b->particles.lightest[k] = all->lightest[k];
  b->particles.prescribed = all->held != 0;
  b->particles.n_types = PetscMax(0, all->types.n);
  PetscCall(PetscArraycpy(b->particles.types, all->types.type, b->particles.n_types));
  GrBulkFindWallMotions(w);
  PetscCall(GrBulkCellSumMass(w));
  b->epoch.checked = (GrBulkChecked){.step = -1, .relative = INFINITY};
  return 0;
}

/* The largest width and margin over all ranks are those that MeasureWidths (search.c) would find, or upper bounds of
   these. */
void GrBulkSetFirstMargins(GrWorld w, const GrBulkStatistics *all)
{
  const GrBulk b = w->bulk;
  const GrStepPath path = GrBulkFindStepPath(w);

  b->numbers.skin = PetscMax(FirstSkin(w, all->fastest), GrBulkFindWallSkin(w, &path));
  const double margin = 0.5 * b->numbers.skin;
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    double v[3];
    GrBulkCellSubtractFlow(b, b->store.state + GR_STATE * i, v);
    b->store.margin[i] = PetscMax(margin, GrBulkStepMargin(&path, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])));
  }
  b->neighbours.largest_margin = b->population.total > 0 ? PetscMax(margin, GrBulkStepMargin(&path, all->fastest)) : 0;
  b->neighbours.widest = b->population.total > 0 ? all->widest + b->neighbours.largest_margin : 0;
  b->neighbours.widths_known = true;
}
