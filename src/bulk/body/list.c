/* list: arrays that relate the rigid bodies of a rank and their spheres, the owners of bodies, and the data of each
   sphere about its body (GrBodyLever, pose); see body.h. */
#include "bulk/bulk.h"

#include "base/math/rotation.h"
#include "contact/neighbour/curve.h"
#include "parallel/id_table.h"

PetscInt64 GrBulkBodyNumber(GrWorld w, PetscInt k)
{
  const GrBodies *b = &w->bulk->store.bodies;
  const PetscInt64 first = w->bulk->particles.group_properties[b->group[k]].first_id;

  return (b->id[k] - first) / GrBodiesClumpOf(w->the_case, b->group[k])->n_spheres;
}

/* Finds the body of each sphere of this rank: its row in the table of bodies in of[]; -1: none. */
static PetscErrorCode FindBodies(GrWorld w, PetscInt of[])
{
  const GrStore *s = &w->bulk->store;
  GrParallelIdTable table;

  PetscCall(GrParallelIdTableCreate(s->bodies.columns.n, &table));
  for (PetscInt k = 0; k < s->bodies.columns.n; k++) {
    const uint64_t at = GrParallelIdTableAt(&table, s->bodies.id[k]);
    table.id[at] = s->bodies.id[k];
    table.number[at] = k;
  }
  for (PetscInt i = 0; i < s->columns.n; i++) {
    const PetscInt64 body = GrStoreBodyId(s, i);
    of[i] = body ? table.number[GrParallelIdTableAt(&table, body)] : -1;
    PetscCheck(!body || of[i] >= 0, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "sphere %" PetscInt64_FMT " is on another rank than its body", s->id[i]);
  }
  return GrParallelIdTableDestroy(&table);
}

PetscErrorCode GrBulkBodySort(GrWorld w, uint64_t key[])
{
  const GrStore *s = &w->bulk->store;
  GrParallelColumns *columns = &w->bulk->store.bodies.columns;
  uint64_t *own;
  PetscInt *of, *order;

  if (!GrBodiesExist(w->the_case))
    return 0;
  PetscCall(PetscMalloc3(s->columns.n, &of, columns->n, &own, columns->n, &order));
  PetscCall(FindBodies(w, of));
  for (PetscInt i = 0; i < s->columns.n; i++)
    if (of[i] >= 0 && s->member[i] == 1 + GrBodiesClumpOf(w->the_case, s->group[i])->n_spheres / 2)
      own[of[i]] = key[i];
  for (PetscInt i = 0; i < s->columns.n; i++)
    key[i] = of[i] >= 0 ? own[of[i]] : key[i];
  PetscCall(GrCurveOrder(0, columns->n, own, s->bodies.id, order));
  PetscCall(GrParallelColumnsSort(columns, order));
  return PetscFree3(of, own, order);
}

static PetscErrorCode ListSpheres(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  GrBulkBodies *l = &b->bodies;
  PetscInt k = -1;

  PetscCall(GrBulkBodyFree(b));
  l->n = s->bodies.columns.n;
  l->spheres = 0;
  PetscCall(GrBodiesReserve(&b->store.bodies, l->n + 1)); /* a step reads one number beyond a row */
  PetscCall(PetscMalloc1(2 * l->n, &l->begin));
  l->end = l->begin + l->n;
  PetscCall(PetscMalloc1(l->n, &l->member));
  PetscCall(PetscMalloc1(s->columns.n + 1, &l->of)); /* never NULL: there are bodies */
  for (PetscInt i = 0; i < s->columns.n; i++) {
    k += s->member[i] == 1;
    l->of[i] = s->member[i] ? k : -1;
    l->spheres += s->member[i] != 0;
    if (s->member[i])
      l->end[k] = i + 1;
    if (s->member[i] == 1) {
      l->begin[k] = i;
      l->member[k] = GrBodiesClumpOf(w->the_case, s->bodies.group[k])->member;
    }
  }
  return 0;
}

PetscErrorCode GrBulkBodyFree(GrBulk b)
{
  GrBulkBodies *l = &b->bodies;

  PetscCall(PetscFree(l->begin));
  PetscCall(PetscFree(l->member));
  PetscCall(PetscFree(l->crosses));
  PetscCall(PetscFree(l->of));
  PetscCall(PetscFree(l->pose));
  PetscCall(PetscFree(l->lever));
  PetscCall(PetscFree(l->inverse));
  PetscCall(PetscFree(l->drag));
  return PetscFree(l->next);
}

PetscErrorCode GrBulkBodyFindOwners(GrWorld w, int owner[], int bodies[])
{
  const GrBulk b = w->bulk;
  PetscInt *of;

  if (!GrBodiesExist(w->the_case))
    return 0;
  PetscCall(PetscMalloc1(b->store.columns.n, &of));
  PetscCall(FindBodies(w, of));
  for (PetscInt k = 0; k < b->store.bodies.columns.n; k++)
    PetscCall(GrParallelPartitionOwner(b->ownership.partition, b->store.bodies.reference + 3 * k, &bodies[k]));
  for (PetscInt i = 0; i < b->store.columns.n; i++)
    owner[i] = of[i] < 0 ? owner[i] : bodies[of[i]];
  return PetscFree(of);
}

/* Levers follow from the rows of spheres alone, so that owners and ghosts of a sphere have the same bits. */
static GrBodyLever LeverOf(GrWorld w, PetscInt i)
{
  const GrStore *s = &w->bulk->store;
  const PetscInt64 k = s->member[i] - 1;

  if (k < 0)
    return (GrBodyLever){.inverse_mass = GrStoreIsPrescribed(w->the_case, s, i) ? 0 : 1 / s->mass[i], .body = -1};
  const GrClump *clump = GrBodiesClumpOf(w->the_case, s->group[i]);
  const double mass = s->mass[i] / clump->member[k].share, scale = s->radius[i] / clump->member[k].radius;
  GrBodyLever lever = {.inverse_mass = 1 / mass, .body = i < s->columns.n ? w->bulk->bodies.of[i] : 0};
  for (int a = 0; a < 3; a++) {
    lever.arm[a] = scale * clump->member[k].place[a];
    lever.inverse_moment[a] = 1 / (mass * (scale * scale) * clump->body.moments[a]);
  }
  return lever;
}

PetscErrorCode GrBulkBodyBeginEpoch(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  GrBulkBodies *l = &b->bodies;
  const PetscInt n_all = b->neighbours.n_all;

  if (!GrBodiesExist(w->the_case))
    return 0;
  PetscCall(ListSpheres(w));
  PetscCall(PetscCalloc1(l->n, &l->crosses));
  l->sends = w->size > 1;
  PetscCall(PetscCalloc1(GR_POSE * (l->sends ? n_all : 0), &l->pose));
  PetscCall(PetscMalloc1(n_all + 1, &l->lever));
  PetscCall(PetscMalloc1(4 * l->n, &l->inverse));
  if (GrWorldDrags(w))
    PetscCall(PetscCalloc1(l->n, &l->drag));
  for (PetscInt i = 0; i < n_all; i++)
    l->lever[i] = LeverOf(w, i);
  for (PetscInt k = 0; k < l->n; k++)
    for (PetscInt i = l->begin[k]; i < l->end[k]; i++)
      for (int a = 0; a < 3; a++)
        l->crosses[k] |= s->bodies.image[3 * k + a] != s->image[3 * i + a];
  for (PetscInt k = 0; k < l->n; k++) {
    GrBulkBodyMoments(w, k, l->inverse + 4 * k);
    l->inverse[4 * k + 3] = s->bodies.mass[k];
    for (int a = 0; a < 4; a++)
      l->inverse[4 * k + a] = 1 / l->inverse[4 * k + a];
  }
  GrBulkBodyPlace(w);
  if (l->sends)
    PetscCall(GrParallelGhostsAttach(b->neighbours.ghosts, GR_POSE, s->columns.n, l->pose));
  return 0;
}

PetscInt GrBulkBodyOf(GrWorld w, PetscInt i)
{
  return w->bulk->bodies.of ? w->bulk->bodies.of[i] : -1;
}

PetscInt GrBulkBodySpheres(GrWorld w)
{
  return w->bulk->bodies.spheres;
}

const double *GrBulkBodyCentre(const GrBulk b, PetscInt i)
{
  const GrBulkBodies *l = &b->bodies;
  if (b->store.member[i] == 0)
    return b->store.state + GR_STATE * i;
  return i < b->store.columns.n ? b->store.bodies.position + 3 * l->of[i] : l->pose + GR_POSE * i + GR_POSE_CENTRE;
}

double GrBulkBodySize(GrWorld w, PetscInt i)
{
  const GrBulk b = w->bulk;
  const GrBulkBodies *l = &b->bodies;
  if (b->store.member[i] == 0)
    return b->store.radius[i];
  return i < b->store.columns.n ? GrBodiesEqualRadius(w->the_case, &b->store.bodies, l->of[i])
                                : l->pose[GR_POSE * i + GR_POSE_SIZE];
}

void GrBulkBodyWrap(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrBodies *bodies = &b->store.bodies;
  double u[GR_STATE], sides[3];

  for (PetscInt k = 0; k < bodies->columns.n; k++) {
    GrCopy3(bodies->position + 3 * k, u);
    GrCopy3(bodies->velocity + 3 * k, u + 3);
    GrBulkCellWrap(b, u, sides);
    GrCopy3(u, bodies->position + 3 * k);
    GrCopy3(u, bodies->reference + 3 * k);
    GrCopy3(u + 3, bodies->velocity + 3 * k);
    for (int a = 0; a < 3; a++) {
      if (b->cell)
        bodies->acceleration[3 * k + a] += GrCellImageRate(b->cell, b->cell->committed.acceleration, a, sides);
      bodies->image[3 * k + a] -= GrBulkCellCountImages(b, a, sides);
    }
  }
}

void GrBulkBodyRemove(GrWorld w, const PetscInt number[])
{
  const GrBulkBodies *l = &w->bulk->bodies;
  GrParallelColumns *columns = &w->bulk->store.bodies.columns;
  PetscInt kept = 0;

  for (PetscInt k = 0; k < l->n; k++)
    if (number[l->begin[k]] >= 0)
      GrParallelColumnsMoveUp(columns, columns->n_columns, NULL, k, 1, kept++);
  columns->n = l->n > 0 ? kept : columns->n;
}

double GrBulkBodyLongestArm(GrWorld w)
{
  double longest = 0;

  for (int g = 0; g < w->the_case->n_grains; g++) {
    const GrClump *clump = GrBodiesClumpOf(w->the_case, g);
    const GrGroupProperties *group = &w->bulk->particles.group_properties[g];
    double widest = 0, arm = 0;
    for (int k = 0; clump && k < clump->n_spheres; k++) {
      widest = PetscMax(widest, clump->member[k].radius);
      arm = PetscMax(arm, GrNorm3(clump->member[k].place));
    }
    if (clump && GrBulkInsertHasGroup(w, g))
      longest = PetscMax(longest, arm * group->radius_max / widest);
  }
  return longest;
}
