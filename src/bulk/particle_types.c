/* particle_types: types of particles, which have the same material, radius, mass and motion; see particles.h. */
#include "bulk/bulk.h"

#include <string.h>

static int CompareBodies(const void *a, const void *b)
{
  const GrParticleType *x = a, *y = b;
  if (x->material != y->material)
    return x->material < y->material ? -1 : 1;
  if (x->radius != y->radius)
    return x->radius < y->radius ? -1 : 1;
  if (x->mass != y->mass)
    return x->mass < y->mass ? -1 : 1;
  return (x->motion > y->motion) - (x->motion < y->motion);
}

/* Adds a type to a set, unless the set has it or has too many types. */
static void AddType(GrParticleType type, GrBulkTypeSet *set)
{
  int at = set->n;

  for (int k = 0; k < set->n; k++)
    if (CompareBodies(&type, &set->type[k]) == 0)
      return;
  if (set->n < 0 || set->n == GR_PARTICLE_TYPE_MAX) {
    set->n = -1;
    return;
  }
  for (; at > 0 && CompareBodies(&type, &set->type[at - 1]) < 0; at--)
    set->type[at] = set->type[at - 1];
  set->type[at] = type;
  set->n++;
}

GrParticleType GrBulkTypeOf(GrWorld w, PetscInt i)
{
  const GrStore *s = &w->bulk->store;
  double mass = s->mass[i];

  if (s->member[i] > 0) { /* the least mass that a contact moves */
    const GrClumpMember *member = &GrBodiesClumpOf(w->the_case, s->group[i])->member[s->member[i] - 1];
    mass *= member->effective_share / member->share;
  }
  return (GrParticleType){.material = w->the_case->grains[s->group[i]].material,
                          .radius = s->radius[i],
                          .mass = mass,
                          .motion = GrModelMotionOf(w->the_case, s->group[i], s->state + GR_STATE * i + 3)};
}

void GrBulkMergeTypes(GrBulkTypeSet *types, const GrBulkTypeSet *others)
{
  for (int k = 0; k < others->n; k++)
    AddType(others->type[k], types);
  types->n = others->n < 0 ? -1 : types->n;
}

void GrBulkCollectTypes(GrWorld w, GrBulkTypeSet *own)
{
  GrParticleType coming[GR_PARTICLE_TYPE_MAX];
  const int n = GrBulkInsertListTypes(w, coming);

  memset(own, 0, sizeof(*own));
  for (int k = 0; k < n; k++)
    AddType(coming[k], own);
  own->n = n < 0 ? -1 : own->n;
  for (PetscInt i = 0; own->n >= 0 && i < w->bulk->store.columns.n; i++)
    AddType(GrBulkTypeOf(w, i), own);
}

void GrBulkSetParticleTypes(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;

  for (PetscInt i = 0; i < s->columns.n; i++) {
    const GrParticleType body = GrBulkTypeOf(w, i);
    s->type[i] = GR_PARTICLE_TYPE_OWN;
    for (int k = 0; k < b->model.n_rows; k++)
      if (CompareBodies(&body, &b->model.particle_type[k]) == 0)
        s->type[i] = k;
  }
  GrBulkComputeSafeOverlaps(w, s->columns.n);
}
