/* particle_types: types of particles, which have the same material, radius and mass; see particles.h. */
#include "bulk/bulk.h"

#include <string.h>

static int CompareBodies(const void *a, const void *b)
{
  const GrParticleType *x = a, *y = b;
  if (x->material != y->material)
    return x->material - y->material;
  if (x->radius != y->radius)
    return x->radius < y->radius ? -1 : 1;
  return (x->mass > y->mass) - (x->mass < y->mass);
}

/* Adds a body to a sorted set; PETSC_FALSE: the capacity is exceeded. */
static PetscBool AddBody(GrParticleType body, int capacity, int *n, GrParticleType set[])
{
  int at = *n;

  for (int k = 0; k < *n; k++)
    if (CompareBodies(&body, &set[k]) == 0)
      return PETSC_TRUE;
  if (*n == capacity)
    return PETSC_FALSE;
  for (; at > 0 && CompareBodies(&body, &set[at - 1]) < 0; at--)
    set[at] = set[at - 1];
  set[at] = body;
  (*n)++;
  return PETSC_TRUE;
}

GrParticleType GrBulkTypeOf(GrWorld w, PetscInt i)
{
  const GrStore *s = &w->bulk->store;
  double mass = s->mass[i];

  if (s->member[i] > 0) { /* the least mass that a contact moves */
    const GrClumpMember *member = &GrBodiesClumpOf(w->the_case, s->group[i])->member[s->member[i] - 1];
    mass *= member->felt / member->share;
  }
  return (GrParticleType){w->the_case->grains[s->group[i]].material, s->radius[i], mass, PETSC_FALSE};
}

void GrBulkMergeTypes(GrBulkTypeSet *types, const GrBulkTypeSet *others)
{
  PetscBool fits = (PetscBool)(others->n >= 0 && types->n >= 0);

  for (int k = 0; fits && k < others->n; k++)
    fits = AddBody(others->type[k], types->capacity, &types->n, types->type);
  types->n = fits ? types->n : -1;
}

void GrBulkCollectTypes(GrWorld w, GrBulkTypeSet *own)
{
  const GrBulk b = w->bulk;
  GrParticleType body[GR_PARTICLE_TYPE_MAX];
  const int coming = GrBulkInsertListTypes(w, GR_PARTICLE_TYPE_MAX, body);
  PetscBool few = (PetscBool)(coming <= GR_PARTICLE_TYPE_MAX);

  memset(own, 0, sizeof(*own));
  own->capacity = GR_PARTICLE_TYPE_MAX;
  for (int k = 0; few && k < coming; k++)
    few = AddBody(body[k], own->capacity, &own->n, own->type);
  for (PetscInt i = 0; few && i < b->store.columns.n; i++)
    few = AddBody(GrBulkTypeOf(w, i), own->capacity, &own->n, own->type);
  own->n = few ? own->n : -1;
}

PetscErrorCode GrBulkSetParticleTypes(GrWorld w)
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
  return 0;
}
