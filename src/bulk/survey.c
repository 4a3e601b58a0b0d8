/* survey: properties of the particles of all ranks that are needed before the first neighbour list, by one reduction;
   see particles.h.

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

/* Properties of the particles of a rank; after the reduction, of all ranks. */
typedef struct {
  PetscInt64 number;    /* number of particles */
  PetscInt64 held;      /* not 0: some particles have a prescribed velocity */
  double lightest[2];   /* smallest mass of the free particles, and of the particles with prescribed motion [kg] */
  double widest;        /* largest radius [m] */
  double fastest;       /* largest speed [m/s] */
  GrBulkTypeSet bodies; /* particle types */
} Survey;

static void JoinSurveys(const void *lower, void *value)
{
  const Survey *a = lower;
  Survey *sum = value;

  sum->number += a->number;
  sum->held |= a->held;
  for (int k = 0; k < 2; k++)
    sum->lightest[k] = PetscMin(sum->lightest[k], a->lightest[k]);
  sum->widest = PetscMax(sum->widest, a->widest);
  sum->fastest = PetscMax(sum->fastest, a->fastest);
  GrBulkMergeTypes(&sum->bodies, &a->bodies);
}

static void SurveyRank(GrWorld w, Survey *own)
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
  if (!w->from) /* the checkpoint has the types */
    GrBulkCollectTypes(w, &own->bodies);
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

/* Initial margins, and the largest width and margin over all ranks as MeasureWidths (search.c) would find them, or
   upper bounds of these; fastest: speed of the fastest particle [m/s], widest: largest radius [m], of all ranks. */
static void SetFirstMargins(GrWorld w, const GrStepPath *path, double fastest, double widest)
{
  const GrBulk b = w->bulk;
  const double margin = 0.5 * b->numbers.skin;

  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    double v[3];
    GrBulkCellSubtractFlow(b, b->store.state + GR_STATE * i, v);
    b->store.margin[i] = PetscMax(margin, GrBulkStepMargin(path, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])));
  }
  b->neighbours.largest_margin = b->population.total > 0 ? PetscMax(margin, GrBulkStepMargin(path, fastest)) : 0;
  b->neighbours.widest = b->population.total > 0 ? widest + b->neighbours.largest_margin : 0;
  b->neighbours.widths_known = true;
}

PetscErrorCode GrBulkSurveyParticles(GrWorld w)
{
  const GrBulk b = w->bulk;
  Survey all;

  PetscCall(MeasureGroups(w));
  SurveyRank(w, &all);
  PetscCall(GrJoinAll(w->comm, sizeof(all), JoinSurveys, &all));
  PetscCall(PetscMalloc1(w->the_case->n_walls, &b->wall_motion.gap));
  GrBulkSpeedFindGaps(w);
  b->population.total = all.number;
  for (int k = 0; k < 2; k++)
    b->particles.lightest[k] = all.lightest[k];
  b->particles.prescribed = all.held != 0;
  b->particles.n_types = PetscMax(0, all.bodies.n);
  PetscCall(PetscArraycpy(b->particles.types, all.bodies.type, b->particles.n_types));
  GrBulkFindWallMotions(w);
  PetscCall(GrBulkCellSumMass(w));
  const GrStepPath path = GrBulkFindStepPath(w);
  b->numbers.skin = PetscMax(FirstSkin(w, all.fastest), GrBulkFindWallSkin(w, &path));
  b->epoch.checked = (GrBulkChecked){.step = -1, .relative = INFINITY};
  if (!w->from)
    SetFirstMargins(w, &path, all.fastest, all.widest);
  return 0;
}
