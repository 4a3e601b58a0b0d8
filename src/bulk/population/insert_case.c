/* insert_case: sets up the groups to be inserted, from the case. Contact model, step and skin consider the properties
   of their particles from the start of the run; see insert.h. */
#include "bulk/bulk.h"
#include "bulk/population/insert.h"

#include <math.h>

double GrBulkInsertSphereVolume(GrWorld w, double r)
{
  return w->the_case->dimension == 2 ? GR_PI * r * r : 4.0 / 3.0 * GR_PI * r * r * r;
}

static int CountInserting(const GrCase *c)
{
  int n = 0;
  for (int g = 0; g < c->n_grains; g++)
    n += GrFillInsertOf(&c->grains[g]) != NULL;
  return n;
}

/* Sets the sizes that model, step and skin include from the start. */
static void SetProperties(GrWorld w, const GrInserting *in)
{
  GrGroupProperties *properties = &w->bulk->particles.group_properties[in->group];
  properties->radius_min = in->radii.smallest;
  properties->radius_max = in->radii.largest;
}

PetscErrorCode GrBulkInsertCreate(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const int n = CountInserting(c);

  PetscFunctionBeginUser;
  if (n == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&b->population.insertion));
  PetscCall(PetscCalloc1(n, &b->population.insertion->of));
  for (int g = 0; g < c->n_grains; g++) {
    if (!GrFillInsertOf(&c->grains[g]))
      continue;
    GrInserting *in = &b->population.insertion->of[b->population.insertion->n_groups++];
    in->group = g;
    in->insert = GrFillInsertOf(&c->grains[g]);
    (void)GrFillDistributionOf(&c->grains[g].radii, 1, &in->radii); /* has been checked */
    GrFillApportionInit(&in->radii, (uint64_t)c->grains[g].seed, &in->sizes);
    GrFillRegionPrepare(c, &in->insert->region, &in->region);
    SetProperties(w, in);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkInsertDestroy(GrBulk b)
{
  PetscFunctionBeginUser;
  if (b->population.insertion) {
    PetscCall(PetscFree(b->population.insertion->of));
    PetscCall(PetscFree(b->population.insertion->particle));
  }
  PetscCall(PetscFree(b->population.insertion));
  PetscFunctionReturn(0);
}

int GrBulkInsertCountGroups(GrWorld w)
{
  return w->bulk && w->bulk->population.insertion ? w->bulk->population.insertion->n_groups : 0;
}

double GrBulkInsertExpectedCount(GrWorld w, int group)
{
  const GrGrains *grains = &w->the_case->grains[group];
  const double at_start = (double)w->bulk->particles.group_properties[group].count;
  GrInsertPlan plan;

  if (!GrFillInsertOf(grains))
    return at_start;
  GrFillInsertPlanOf(w->the_case, grains, &plan);
  const double to_come = GrFillInsertExpected(&plan);
  return isfinite(to_come) ? at_start + to_come : at_start;
}

PetscBool GrBulkInsertHasGroup(GrWorld w, int group)
{
  return (PetscBool)(w->bulk->particles.group_properties[group].count > 0 ||
                     GrFillInsertOf(&w->the_case->grains[group]));
}

double GrBulkInsertLargestSpeed(GrWorld w)
{
  double speed = 0;
  for (int g = 0; g < w->the_case->n_grains; g++)
    if (GrFillInsertOf(&w->the_case->grains[g]))
      speed = PetscMax(speed, GrFillInsertSpeed(&w->the_case->grains[g]));
  return speed;
}

double GrBulkInsertSmallestMass(GrWorld w)
{
  const GrCase *c = w->the_case;
  double lightest = INFINITY;

  for (int g = 0; g < c->n_grains; g++)
    if (GrFillInsertOf(&c->grains[g]))
      lightest =
          PetscMin(lightest, GrFillInsertMass(c, &c->grains[g], w->bulk->particles.group_properties[g].radius_min));
  return lightest;
}

int GrBulkInsertListTypes(GrWorld w, int capacity, GrParticleType body[])
{
  const struct GrBulkInsertion *all = w->bulk->population.insertion;
  int n = 0;

  for (int k = 0; all && k < all->n_groups; k++) {
    const GrInserting *in = &all->of[k];
    const GrGrains *grains = &w->the_case->grains[in->group];
    const int sizes = in->radii.kind == GR_RADII_LIST ? in->radii.n_entries : 1;
    if (n + sizes > capacity || (in->radii.kind != GR_RADII_LIST && in->radii.kind != GR_RADII_CONSTANT))
      return capacity + 1;
    for (int i = 0; i < sizes; i++) {
      const double r = in->radii.kind == GR_RADII_LIST ? in->radii.radius[i] : in->radii.mean;
      body[n++] = (GrParticleType){grains->material, r, GrFillInsertMass(w->the_case, grains, r), PETSC_FALSE};
    }
  }
  return n;
}
