/* contacts: contacts and forces on walls at a committed state, for output; see output.h. */
#include "bulk/bulk.h"
#include "bulk/output.h"

#include "base/math/vector.h"

#include <math.h>

typedef struct {
  GrWorld world;
  GrContactVisit visit;
  GrTriangleVisit visit_triangle;
  void *context;
  GrSum (*wrench)[GR_BULK_WRENCH]; /* [n_walls] */
} Visitor;

/* Largest overlap in the history of contact i of a batch (GrContact). A contact that has closed since the commit has no
   history; its current overlap is returned. */
static double RememberedOverlap(const GrModel *m, const GrBatch *t, int i)
{
  const GrHistory *h = t->contacts.history;
  const int value = GrModelInteraction(m, t->contacts.type[i])->overlap_max;
  const int entry = value < 0 ? -1 : GrHistoryFind(h, h->committed, t->contacts.block, t->contacts.slot[i]);
  return entry < 0 ? t->geometry.overlap[i] : GrHistoryValues(h, h->committed, t->contacts.block, value)[entry];
}

/* Sets the centre of the first particle and the bodies of a contact. Their branch begins and ends at their centres of
   mass, or at a wall. */
static void SetBodies(GrWorld w, const GrBatch *t, int i, GrContact *c)
{
  const PetscInt particle[2] = {t->contacts.first[i], t->contacts.second[i]};

  GrCopy3(c->branch, c->body_branch);
  GrCopy3(w->bulk->store.state + GR_STATE * particle[0], c->centre);
  for (int k = 0; k < (t->contacts.with_wall ? 1 : 2); k++) {
    double arm[3];
    const PetscInt64 body = GrStoreBodyId(&w->bulk->store, particle[k]);
    c->body[k] = body ? body : w->bulk->store.id[particle[k]];
    GrBulkBodyArm(w->bulk, particle[k], arm);
    for (int a = 0; a < 3; a++)
      c->body_branch[a] += k ? -arm[a] : arm[a];
    if (k == 0)
      GrCopy3(arm, c->arm);
  }
}

static void VisitContacts(void *context, GrBatch *t)
{
  const Visitor *v = context;
  const GrBulk b = v->world->bulk;
  GrContact record[GR_BATCH];
  int n = 0;

  GrBatchEvaluate(&b->model, 0, false, t);
  GrBatchSetForces(&b->model, t);
  for (int i = 0; i < t->contacts.n; i++) {
    if (t->contacts.first[i] >= b->store.columns.n)
      continue;
    GrContact *r = &record[n++];
    *r = (GrContact){.first = b->store.id[t->contacts.first[i]],
                     .second = t->contacts.with_wall ? 0 : b->store.id[t->contacts.second[i]],
                     .wall = t->contacts.with_wall ? (int)t->contacts.second[i] : -1,
                     .overlap = t->geometry.overlap[i],
                     .overlap_max = RememberedOverlap(&b->model, t, i)};
    for (int a = 0; a < 3; a++) {
      r->normal[a] = t->geometry.normal[a][i];
      r->branch[a] =
          ((t->geometry.radius[0][i] + t->geometry.radius[1][i]) - t->geometry.overlap[i]) * t->geometry.normal[a][i];
      r->force[a] = t->results.force[a][i];
    }
    SetBodies(v->world, t, i, r);
  }
  if (n > 0)
    v->visit(v->context, n, record);
}

/* The forces are evaluated without a time step: they use the committed histories and overwrite the trial ones. */
PetscErrorCode GrBulkContacts(GrWorld w, const double *u, GrContactVisit visit, void *context)
{
  Visitor visitor = {.world = w, .visit = visit, .context = context};

  PetscCall(GrBulkExchangeHalo(w, u));
  GrBulkWalkContacts(w, VisitContacts, &visitor);
  return 0;
}

/* Walks over the contacts with walls at the committed state u. */
static PetscErrorCode WalkWalls(Visitor *visitor, const double *u, GrBatchVisit visit)
{
  const GrBulk b = visitor->world->bulk;

  if (u != b->store.state)
    PetscCall(PetscArraycpy(b->store.state, u, GR_STATE * b->store.columns.n));
  GrBulkWalkWalls(visitor->world, visit, visitor);
  return 0;
}

static void AddWall(void *context, GrBatch *t)
{
  const Visitor *v = context;
  const GrBulk b = v->world->bulk;

  if (!t->contacts.n)
    return;
  GrBatchEvaluate(&b->model, 0, false, t);
  GrBatchSetForces(&b->model, t);
  GrWallsAddForce(&b->walls, t, b->store.state, v->world->clock.committed, v->wrench);
}

PetscErrorCode GrBulkWallForces(GrWorld w, const double *u, GrSum sum[])
{
  Visitor visitor = {.world = w, .wrench = (GrSum(*)[GR_BULK_WRENCH])sum};
  return WalkWalls(&visitor, u, AddWall);
}

static void VisitTriangles(void *context, GrBatch *t)
{
  const Visitor *v = context;
  const GrBulk b = v->world->bulk;

  bool mesh = false;

  for (int i = 0; i < t->contacts.n; i++)
    mesh = mesh || b->walls.wall[t->contacts.second[i]].mesh;
  if (!mesh)
    return;
  GrBatchEvaluate(&b->model, 0, false, t);
  GrBatchSetForces(&b->model, t);
  for (int i = 0; i < t->contacts.n; i++) {
    if (!b->walls.wall[t->contacts.second[i]].mesh)
      continue;
    const double force[3] = {-t->results.force[0][i], -t->results.force[1][i], -t->results.force[2][i]};
    const PetscInt slot = GR_BLOCK_SLOTS * t->contacts.block + t->contacts.slot[i];
    v->visit_triangle(v->context, (int)t->contacts.second[i], b->walls.trial_part[slot], force);
  }
}

PetscErrorCode GrBulkTriangleForces(GrWorld w, const double *u, GrTriangleVisit visit, void *context)
{
  Visitor visitor = {.world = w, .visit_triangle = visit, .context = context};
  return WalkWalls(&visitor, u, VisitTriangles);
}
