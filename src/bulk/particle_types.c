/* particle_types: particles that are alike for all laws; see bulk.h. */
#include "bulk/bulk.h"

#include "base/join.h"

static int CompareBodies(const void *a, const void *b)
{
  const GrParticleType *x = a, *y = b;
  if (x->material != y->material)
    return x->material - y->material;
  if (x->radius != y->radius)
    return x->radius < y->radius ? -1 : 1;
  return (x->mass > y->mass) - (x->mass < y->mass);
}

/* Adds a body to a sorted set of at most `room`; PETSC_FALSE: there is no room. */
static PetscBool AddBody(GrParticleType body, int room, int *n, GrParticleType set[])
{
  int at = *n;

  for (int k = 0; k < *n; k++)
    if (CompareBodies(&body, &set[k]) == 0)
      return PETSC_TRUE;
  if (*n == room)
    return PETSC_FALSE;
  for (; at > 0 && CompareBodies(&body, &set[at - 1]) < 0; at--)
    set[at] = set[at - 1];
  set[at] = body;
  (*n)++;
  return PETSC_TRUE;
}

GrParticleType GrBulkBody(GrWorld w, PetscInt i)
{
  const GrStore *s = &w->bulk->store;
  return (GrParticleType){w->the_case->grains[s->group[i]].material, s->radius[i], s->mass[i], PETSC_FALSE};
}

/* A sorted set of bodies. */
typedef struct {
  int room, n; /* bodies that there may be, and are; -1: there are more */
  GrParticleType type[GR_PARTICLE_TYPE_MAX];
} Bodies;

static void JoinBodies(void *in, void *inout, int *n, MPI_Datatype *type)
{
  for (int i = 0; i < *n; i++) {
    const Bodies *a = (const Bodies *)in + i;
    Bodies *b = (Bodies *)inout + i;
    PetscBool fits = (PetscBool)(a->n >= 0 && b->n >= 0);
    for (int k = 0; fits && k < a->n; k++)
      fits = AddBody(a->type[k], b->room, &b->n, b->type);
    b->n = fits ? b->n : -1;
  }
}

PetscErrorCode GrBulkFindParticleTypes(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrParticleType body[GR_PARTICLE_TYPE_MAX];
  Bodies bodies;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(&bodies, sizeof(bodies)));
  bodies.room = PetscMax(0, GR_PARTICLE_TYPE_MAX - w->the_case->n_walls);
  const int coming = GrBulkInsertBodies(w, GR_PARTICLE_TYPE_MAX, body);
  PetscBool few = (PetscBool)(coming <= GR_PARTICLE_TYPE_MAX);
  for (int k = 0; few && k < coming; k++)
    few = AddBody(body[k], bodies.room, &bodies.n, bodies.type);
  for (PetscInt i = 0; few && i < b->store.columns.n; i++)
    few = AddBody(GrBulkBody(w, i), bodies.room, &bodies.n, bodies.type);
  bodies.n = few ? bodies.n : -1;
  PetscCall(GrJoinAll(w->comm, sizeof(bodies), JoinBodies, &bodies));
  b->n_types = PetscMax(0, bodies.n);
  PetscCall(PetscArraycpy(b->types, bodies.type, b->n_types));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkSetParticleTypes(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  const int own = b->model.n_particle_types - w->the_case->n_walls;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->columns.n; i++) {
    const GrParticleType body = GrBulkBody(w, i);
    s->type[i] = GR_PARTICLE_TYPE_OWN;
    for (int k = 0; k < own; k++)
      if (CompareBodies(&body, &b->model.particle_type[k]) == 0)
        s->type[i] = k;
  }
  GrBulkMeasureSafe(w, s->columns.n);
  PetscFunctionReturn(0);
}
