/* insert_case: creates and frees the population, and sets up the groups with insertion, from the case; see insert.h.
   The contact model, the time step and the skin account for the properties of the inserted particles from the start of
   the run. */
#include "base/math/vector.h"
#include "bulk/bulk.h"
#include "bulk/population/counter.h"
#include "bulk/population/insert.h"

#include <math.h>

double GrBulkInsertSphereVolume(GrWorld w, double r)
{
  return w->the_case->dimension == 2 ? GR_PI * r * r : 4.0 / 3.0 * GR_PI * r * r * r;
}

/* Sets the sizes that model, step and skin include from the start. */
static void SetProperties(GrWorld w, const GrInserting *in)
{
  GrGroupProperties *properties = &w->bulk->particles.group_properties[in->group];
  const GrClump *clump = GrBodiesClumpOf(w->the_case, in->group);
  double smallest = 1, largest = 1; /* of the spheres over the radius of the particle */

  if (clump) {
    GrFillClumpRadii(clump, &smallest, &largest);
    smallest /= clump->body.reach;
    largest /= clump->body.reach;
  }
  properties->radius_min = smallest * in->radii.smallest;
  properties->radius_max = largest * in->radii.largest;
}

PetscErrorCode GrBulkPopulationCreate(GrWorld w)
{
  GrBulkPopulation *p = &w->bulk->population;

  p->particle_steps_to = 1; /* the commit of the start counts as a step */
  PetscCall(PetscCalloc1(w->the_case->output.n_counters, &p->counts));
  p->n_residence = w->the_case->output.n_counters + 1;
  return PetscCalloc1(p->n_residence, &p->residence);
}

PetscErrorCode GrBulkPopulationDestroy(GrBulkPopulation *p)
{
  if (p->insertion) {
    PetscCall(PetscFree(p->insertion->of));
    PetscCall(PetscFree(p->insertion->particle));
  }
  PetscCall(PetscFree(p->insertion));
  for (int k = 0; k < p->n_residence; k++)
    PetscCall(PetscFree(p->residence[k].event));
  PetscCall(PetscFree(p->residence));
  return PetscFree(p->counts);
}

PetscErrorCode GrBulkInsertCreate(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;

  for (int g = 0; g < c->n_grains; g++) {
    if (!GrFillInsertOf(&c->grains[g]))
      continue;
    if (!b->population.insertion) {
      PetscCall(PetscNew(&b->population.insertion));
      PetscCall(PetscCalloc1(c->n_grains, &b->population.insertion->of));
    }
    GrInserting *in = &b->population.insertion->of[b->population.insertion->n_groups++];
    in->group = g;
    in->insert = GrFillInsertOf(&c->grains[g]);
    in->integral_at_begin = NAN;
    (void)GrFillDistributionOf(&c->grains[g].radii, GrBodiesReach(c, g), &in->radii); /* has been checked */
    GrFillApportionInit(&in->radii, (uint64_t)c->grains[g].seed, &in->sizes);
    GrFillRegionPrepare(c, &in->insert->region, &in->region);
    SetProperties(w, in);
  }
  return 0;
}

int GrBulkInsertCountGroups(GrWorld w)
{
  return w->bulk && w->bulk->population.insertion ? w->bulk->population.insertion->n_groups : 0;
}

int GrBulkInsertRows(GrWorld w, PetscInt64 group)
{
  const GrClump *clump = GrBodiesClumpOf(w->the_case, group);
  return clump ? clump->n_spheres : 1;
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
  return isfinite(to_come) ? at_start + to_come * GrBulkInsertRows(w, group) : at_start;
}

bool GrBulkInsertHasGroup(GrWorld w, int group)
{
  return w->bulk->particles.group_properties[group].count > 0 || GrFillInsertOf(&w->the_case->grains[group]);
}

double GrBulkInsertLargestSpeed(GrWorld w)
{
  const double many = 5; /* deviations; a vector of three normal numbers is longer with probability 1/60 000 */
  double speed = 0;
  for (const GrGrains *g = w->the_case->grains; g < w->the_case->grains + w->the_case->n_grains; g++)
    if (GrFillInsertOf(g))
      speed = PetscMax(speed, GrNorm3(g->velocity) + many * g->velocity_deviation);
  return speed;
}

/* Least mass that a contact on sphere k of a particle of mass m moves [kg]; of a single sphere its mass. */
static double MassOfSphere(const GrClump *clump, int k, double m)
{
  return clump ? m * clump->member[k].share * (clump->member[k].effective_share / clump->member[k].share) : m;
}

double GrBulkInsertSmallestMass(GrWorld w)
{
  const struct GrBulkInsertion *all = w->bulk->population.insertion;
  double lightest = INFINITY;

  for (int k = 0; all && k < all->n_groups; k++) {
    const int g = all->of[k].group;
    const double m = GrFillInsertMass(w->the_case, &w->the_case->grains[g], all->of[k].radii.smallest);
    for (int e = 0; e < GrBulkInsertRows(w, g); e++)
      lightest = PetscMin(lightest, MassOfSphere(GrBodiesClumpOf(w->the_case, g), e, m));
  }
  return lightest;
}

int GrBulkInsertListTypes(GrWorld w, GrParticleType body[GR_PARTICLE_TYPE_MAX])
{
  const struct GrBulkInsertion *all = w->bulk->population.insertion;
  int n = 0;

  for (int k = 0; all && k < all->n_groups; k++) {
    const GrInserting *in = &all->of[k];
    const GrGrains *grains = &w->the_case->grains[in->group];
    const GrClump *clump = GrBodiesClumpOf(w->the_case, in->group);
    const int sizes = in->radii.kind == GR_RADII_LIST ? in->radii.n_entries : 1, rows = GrBulkInsertRows(w, in->group);
    if (n + sizes * rows > GR_PARTICLE_TYPE_MAX ||
        (in->radii.kind != GR_RADII_LIST && in->radii.kind != GR_RADII_CONSTANT))
      return -1;
    for (int i = 0; i < sizes * rows; i++) {
      const double r = in->radii.kind == GR_RADII_LIST ? in->radii.radius[i / rows] : in->radii.mean;
      const double own =
          clump ? r / GrBodiesReach(w->the_case, in->group) / clump->body.equal_radius * clump->member[i % rows].radius
                : r;
      const double mass = MassOfSphere(clump, i % rows, GrFillInsertMass(w->the_case, grains, r));
      body[n++] = (GrParticleType){.material = grains->material, .radius = own, .mass = mass};
    }
  }
  return n;
}
