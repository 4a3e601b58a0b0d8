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
    *p = (GrObservedParticle){s->id[i], s->radius[i],         s->mass[i], u + GR_STATE * i,
                              motion,   u + GR_STATE * i + 6, NAN,        GrStoreIsPrescribed(w->the_case, s, i)};
    return true;
  }
  GrBulkCellSubtractFlowFromBody(w->bulk, k, motion);
  GrBulkBodySpin(w, k, motion + 3);
  const double rotation = GrDot3(motion + 3, b->momentum + 3 * k);
  const double radius = b->scale[k] * GrBodiesClumpOf(w->the_case, b->group[k])->body.equal_radius;
  *p = (GrObservedParticle){b->id[k], radius, b->mass[k], b->position + 3 * k, motion, motion + 3, rotation, 0};
  return true;
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
