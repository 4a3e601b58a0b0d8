/* particle_types: particles that are alike for all laws; see bulk.h. */
#include "bulk/bulk.h"

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

/* Those of all ranks in b->types; 0 of them if there is no room. */
static PetscErrorCode JoinTypes(GrWorld w, int room, int mine, const GrParticleType own[GR_PARTICLE_TYPE_MAX])
{
  const GrBulk b = w->bulk;
  const int bytes = (int)sizeof(b->types);
  GrParticleType *theirs;
  PetscBool all = PETSC_TRUE;
  int *counts;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(w->size, &counts, (size_t)w->size * GR_PARTICLE_TYPE_MAX, &theirs));
  PetscCallMPI(MPI_Allgather(&mine, 1, MPI_INT, counts, 1, MPI_INT, w->comm));
  PetscCallMPI(MPI_Allgather(own, bytes, MPI_BYTE, theirs, bytes, MPI_BYTE, w->comm));
  for (int r = 0; all && r < w->size; r++)
    for (int k = 0; all && k < counts[r]; k++)
      all = AddBody(theirs[GR_PARTICLE_TYPE_MAX * r + k], room, &b->n_types, b->types);
  if (!all)
    b->n_types = 0;
  PetscCall(PetscFree2(counts, theirs));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkFindParticleTypes(GrWorld w)
{
  const PetscInt particles = w->bulk->store.columns.n;
  const int room = PetscMax(0, GR_PARTICLE_TYPE_MAX - w->the_case->n_walls);
  int few = 1, all, mine = 0;
  GrParticleType own[GR_PARTICLE_TYPE_MAX], body[GR_PARTICLE_TYPE_MAX];

  PetscFunctionBeginUser;
  w->bulk->n_types = 0;
  const int coming = GrBulkInsertBodies(w, GR_PARTICLE_TYPE_MAX, body);
  few = coming <= GR_PARTICLE_TYPE_MAX;
  for (int k = 0; few && k < coming; k++)
    few = AddBody(body[k], room, &mine, own);
  for (PetscInt i = 0; few && i < particles; i++)
    few = AddBody(GrBulkBody(w, i), room, &mine, own);
  PetscCallMPI(MPI_Allreduce(&few, &all, 1, MPI_INT, MPI_MIN, w->comm));
  if (all)
    PetscCall(JoinTypes(w, room, mine, own));
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
