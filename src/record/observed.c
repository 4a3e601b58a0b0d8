/* The particles and contacts that are observed; see observed.h. */
#include "record/observed.h"

#include "base/math/vector.h"
#include "bulk/body/body.h"
#include "bulk/cell/cell.h"
#include <math.h>
#include <string.h>

PetscInt GrRecorderCountParticles(GrWorld w)
{
  return GrBulkStore(w)->columns.n + GrBulkStore(w)->bodies.columns.n;
}

bool GrRecorderFindParticle(GrWorld w, const double *u, PetscInt i, double motion[6], GrObservedParticle *p)
{
  const GrStore *s = GrBulkStore(w);
  const GrBodies *b = &s->bodies;
  const PetscInt k = i - s->columns.n;

  if (k < 0 && GrBulkBodyOf(w, i) >= 0)
    return false;
  if (k < 0) {
    GrBulkCellSubtractFlow(w->bulk, u + GR_STATE * i, motion);
    *p = (GrObservedParticle){.id = s->id[i],
                              .radius = s->radius[i],
                              .mass = s->mass[i],
                              .position = u + GR_STATE * i,
                              .velocity = motion,
                              .spin = u + GR_STATE * i + 6,
                              .rotation = NAN,
                              .prescribed = GrStoreIsPrescribed(w->the_case, s, i)};
    return true;
  }
  GrBulkCellSubtractFlowFromBody(w->bulk, k, motion);
  GrBulkBodySpin(w, k, motion + 3);
  const double rotation = GrDot3(motion + 3, b->momentum + 3 * k);
  const double radius = b->scale[k] * GrBodiesClumpOf(w->the_case, b->group[k])->body.equal_radius;
  *p = (GrObservedParticle){.id = b->id[k],
                            .radius = radius,
                            .mass = b->mass[k],
                            .position = b->position + 3 * k,
                            .velocity = motion,
                            .spin = motion + 3,
                            .rotation = rotation};
  return true;
}

PetscErrorCode GrRecorderFindElastic(GrWorld w, const double *u, double **elastic)
{
  const PetscInt n = GrBulkStore(w)->columns.n;
  double(*energies)[GR_ENERGIES];

  PetscCall(PetscCalloc1(GrRecorderCountParticles(w), elastic));
  PetscCall(PetscMalloc1(n, &energies));
  PetscCall(GrBulkFindEnergies(w, u, energies));
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt body = GrBulkBodyOf(w, i);
    (*elastic)[body < 0 ? i : n + body] += energies[i][GR_ENERGY_ELASTIC];
  }
  return PetscFree(energies);
}

/* A visit returns no error, so the error is kept here. */
typedef struct {
  GrParallelColumns *list;
  PetscErrorCode error;
} Filling;

static void AddContacts(void *context, int n, const GrContact contact[])
{
  Filling *filling = context;
  GrParallelColumns *list = filling->list;

  if (!filling->error)
    filling->error = GrParallelColumnsReserve(list, list->n + n);
  if (filling->error)
    return;
  memcpy(GrRecorderContactList(list) + list->n, contact, (size_t)n * sizeof(*contact));
  list->n += n;
}

PetscErrorCode GrRecorderContactListCreate(GrWorld world, const double *u, GrParallelColumns *list)
{
  const size_t size = sizeof(GrContact);
  Filling filling = {list, 0};

  PetscCall(GrParallelColumnsCreate(1, &size, list));
  PetscCall(GrBulkContacts(world, u, AddContacts, &filling));
  return filling.error;
}
