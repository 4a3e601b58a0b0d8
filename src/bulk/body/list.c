/* list: the spheres of each body of a rank; owners of bodies; levers and poses of spheres; see body.h. */
#include "bulk/bulk.h"

#include "base/math/rotation.h"
#include <stdlib.h>
#include <string.h>

PetscInt64 GrBulkBodyIdOf(GrWorld w, PetscInt i, int *sphere)
{
  const GrStore *s = &w->bulk->store;
  const GrClump *clump = GrBodiesClumpOf(w->the_case, s->group[i]);

  if (!clump || w->the_case->grains[s->group[i]].fixed)
    return 0;
  *sphere = (int)((s->id[i] - w->bulk->particles.group_properties[s->group[i]].first_id) % clump->n_spheres);
  return s->id[i] - *sphere;
}

PetscInt64 GrBulkBodyNumber(GrWorld w, PetscInt k)
{
  const GrBodies *b = &w->bulk->store.bodies;
  const PetscInt64 first = w->bulk->particles.group_properties[b->group[k]].first_id;

  return (b->id[k] - first) / GrBodiesClumpOf(w->the_case, b->group[k])->n_spheres;
}

typedef struct {
  PetscInt64 id;
  PetscInt body;
} Entry;

static int CompareEntries(const void *a, const void *b)
{
  const Entry *x = a, *y = b;
  return (x->id > y->id) - (x->id < y->id);
}

/* Sets the rows of the spheres. */
static PetscErrorCode FindSpheres(GrWorld w, Entry *entry)
{
  const GrBulk b = w->bulk;
  GrBulkBodies *l = &b->bodies;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < l->n; k++)
    entry[k] = (Entry){b->store.bodies.id[k], k};
  qsort(entry, (size_t)l->n, sizeof(*entry), CompareEntries);
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    int sphere;
    const Entry wanted = {GrBulkBodyIdOf(w, i, &sphere), 0};
    const Entry *found = wanted.id ? bsearch(&wanted, entry, (size_t)l->n, sizeof(*entry), CompareEntries) : NULL;
    PetscCheck(found || !wanted.id, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "sphere %" PetscInt64_FMT " is on another rank than its body", b->store.id[i]);
    l->of[i] = found ? found->body : -1;
    if (found)
      l->sphere[l->begin[found->body] + sphere] = i;
  }
  PetscFunctionReturn(0);
}

/* Sorts the bodies by the rows of their first spheres, so that a step goes through the store once. */
static PetscErrorCode SortBodies(GrWorld w, Entry *entry)
{
  const GrBulkBodies *l = &w->bulk->bodies;
  const GrParallelColumns *columns = &w->bulk->store.bodies.columns;
  char *sorted;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < l->n; k++)
    entry[k] = (Entry){l->sphere[l->begin[k]], k};
  qsort(entry, (size_t)l->n, sizeof(*entry), CompareEntries);
  for (int f = 0; f < columns->n_columns; f++) {
    const size_t size = columns->size[f];
    PetscCall(PetscMalloc1((size_t)l->n * size, &sorted));
    for (PetscInt k = 0; k < l->n; k++)
      memcpy(sorted + (size_t)k * size, (char *)columns->data[f] + (size_t)entry[k].body * size, size);
    PetscCall(PetscArraycpy((char *)columns->data[f], sorted, (size_t)l->n * size));
    PetscCall(PetscFree(sorted));
  }
  PetscFunctionReturn(0);
}

static void CountSpheres(GrWorld w)
{
  GrBulkBodies *l = &w->bulk->bodies;

  l->begin[0] = 0;
  for (PetscInt k = 0; k < l->n; k++)
    l->begin[k + 1] = l->begin[k] + GrBodiesClumpOf(w->the_case, w->bulk->store.bodies.group[k])->n_spheres;
}

PetscErrorCode GrBulkBodyListSpheres(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrBulkBodies *l = &b->bodies;
  Entry *entry;

  PetscFunctionBeginUser;
  if (!GrBodiesExist(w->the_case))
    PetscFunctionReturn(0);
  PetscCall(GrBulkBodyFree(b));
  l->n = b->store.bodies.columns.n;
  PetscCall(PetscMalloc1(l->n + 1, &l->begin));
  CountSpheres(w);
  PetscCall(PetscMalloc1(l->begin[l->n], &l->sphere));
  PetscCall(PetscMalloc1(b->store.columns.n + 1, &l->of)); /* never NULL: there are bodies */
  PetscCall(PetscMalloc1(l->n, &entry));
  PetscCall(FindSpheres(w, entry));
  PetscCall(SortBodies(w, entry));
  CountSpheres(w);
  PetscCall(FindSpheres(w, entry));
  PetscCall(PetscFree(entry));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkBodyFree(GrBulk b)
{
  GrBulkBodies *l = &b->bodies;

  PetscFunctionBeginUser;
  PetscCall(PetscFree(l->begin));
  PetscCall(PetscFree(l->sphere));
  PetscCall(PetscFree(l->offset));
  PetscCall(PetscFree(l->of));
  PetscCall(PetscFree(l->pose));
  PetscCall(PetscFree(l->lever));
  PetscCall(PetscFree(l->force));
  PetscCall(PetscFree(l->arm));
  PetscCall(PetscFree(l->own_arm));
  PetscCall(PetscFree(l->inverse_moment));
  PetscCall(PetscFree(l->next));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkBodyFindOwners(GrWorld w, int owner[], int bodies[])
{
  const GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  PetscCall(GrBulkBodyListSpheres(w));
  for (PetscInt k = 0; k < b->bodies.n; k++) {
    PetscCall(GrParallelPartitionOwner(b->ownership.partition, b->store.bodies.position + 3 * k, &bodies[k]));
    for (PetscInt e = b->bodies.begin[k]; e < b->bodies.begin[k + 1]; e++)
      owner[b->bodies.sphere[e]] = bodies[k];
  }
  PetscFunctionReturn(0);
}

/* Levers follow from the rows of spheres alone, so that owners and ghosts of a sphere have the same bits. */
static GrBodyLever LeverOf(GrWorld w, PetscInt i)
{
  const GrStore *s = &w->bulk->store;
  int k;

  if (!GrBulkBodyIdOf(w, i, &k))
    return (GrBodyLever){.inverse_mass = 0};
  const GrClump *clump = GrBodiesClumpOf(w->the_case, s->group[i]);
  const double mass = s->mass[i] / clump->member[k].share, scale = s->radius[i] / clump->member[k].radius;
  GrBodyLever lever = {.inverse_mass = 1 / mass};
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

  PetscFunctionBeginUser;
  if (!GrBodiesExist(w->the_case))
    PetscFunctionReturn(0);
  PetscCall(PetscCalloc1(4 * l->begin[l->n], &l->offset));
  l->sends = (PetscBool)(w->size > 1);
  PetscCall(PetscCalloc1(GR_POSE * (l->sends ? n_all : 0), &l->pose));
  PetscCall(PetscMalloc1(n_all + 1, &l->lever));
  PetscCall(PetscMalloc1(6 * l->n, &l->force));
  PetscCall(PetscMalloc1(4 * l->begin[l->n], &l->arm));
  PetscCall(PetscMalloc1(4 * l->begin[l->n], &l->own_arm));
  PetscCall(PetscMalloc1(3 * l->n, &l->inverse_moment));
  for (PetscInt i = 0; i < n_all; i++)
    l->lever[i] = LeverOf(w, i);
  for (PetscInt k = 0; k < l->n; k++)
    for (PetscInt e = l->begin[k]; e < l->begin[k + 1]; e++)
      for (int a = 0; a < 3; a++) {
        const PetscInt64 images = s->bodies.image[3 * k + a] - s->image[3 * l->sphere[e] + a];
        l->offset[4 * e + a] = (double)images * (b->box.upper[a] - b->box.lower[a]);
        l->own_arm[4 * e + a] = l->lever[l->sphere[e]].arm[a];
      }
  for (PetscInt k = 0; k < l->n; k++) {
    GrBulkBodyMoments(w, k, l->inverse_moment + 3 * k);
    for (int a = 0; a < 3; a++)
      l->inverse_moment[3 * k + a] = 1 / l->inverse_moment[3 * k + a];
  }
  GrBulkBodyPlace(w);
  if (l->sends)
    PetscCall(GrParallelGhostsAttach(b->neighbours.ghosts, GR_POSE, s->columns.n, l->pose));
  PetscFunctionReturn(0);
}

PetscInt GrBulkBodyOf(GrWorld w, PetscInt i)
{
  return w->bulk->bodies.of ? w->bulk->bodies.of[i] : -1;
}

PetscInt GrBulkBodySpheres(GrWorld w)
{
  const GrBulkBodies *l = &w->bulk->bodies;
  return l->n > 0 ? l->begin[l->n] : 0;
}

const double *GrBulkBodyOrientation(const GrBulk b, PetscInt i)
{
  const GrBulkBodies *l = &b->bodies;
  return i < b->store.columns.n ? b->store.bodies.orientation + 4 * l->of[i]
                                : l->pose + GR_POSE * i + GR_POSE_ORIENTATION;
}

void GrBulkBodyArm(const GrBulk b, PetscInt i, double arm[3])
{
  const GrBulkBodies *l = &b->bodies;
  double axes[3][3];

  arm[0] = arm[1] = arm[2] = 0;
  if (!l->lever || !(l->lever[i].inverse_mass > 0))
    return;
  GrRotationAxes(GrBulkBodyOrientation(b, i), axes);
  GrRotateToSpace(axes, l->lever[i].arm, arm);
}

const double *GrBulkBodyCentre(const GrBulk b, PetscInt i)
{
  const GrBulkBodies *l = &b->bodies;
  if (!l->lever || !(l->lever[i].inverse_mass > 0))
    return b->store.state + GR_STATE * i;
  return i < b->store.columns.n ? b->store.bodies.position + 3 * l->of[i] : l->pose + GR_POSE * i + GR_POSE_CENTRE;
}

void GrBulkBodyWrap(GrWorld w)
{
  GrBodies *bodies = &w->bulk->store.bodies;
  double sides[3];

  for (PetscInt k = 0; k < bodies->columns.n; k++) {
    GrParallelBoxWrap(&w->bulk->box, bodies->position + 3 * k, sides);
    for (int a = 0; a < 3; a++)
      bodies->image[3 * k + a] -= (PetscInt64)sides[a];
    GrCopy3(bodies->position + 3 * k, bodies->reference + 3 * k);
  }
}

void GrBulkBodyRemove(GrWorld w, const PetscInt number[])
{
  const GrBulkBodies *l = &w->bulk->bodies;
  GrParallelColumns *columns = &w->bulk->store.bodies.columns;
  PetscInt kept = 0;

  for (PetscInt k = 0; k < l->n; k++)
    if (number[l->sphere[l->begin[k]]] >= 0)
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
    if (clump && group->count > 0)
      longest = PetscMax(longest, arm * group->radius_max / widest);
  }
  return longest;
}
