/* clump: the particles of a group that names a clump become rigid bodies; see clump.h.

   A generator places each body as a sphere that contains it, so no two bodies overlap at the start. Afterwards
     s = R/R_e                                 size of the body
     x_k = X + s R(q) p_k,  v_k = V + w x s R(q) p_k    spheres k = 1, 2, ...
     L = R(q) I R(q)^T w
   R radius of the particle: of the sphere of equal volume [m];  R_e of the clump [m];  p_k place of a sphere in the
   clump [m];  X, V, w position, velocity, spin of the body;  q orientation;  I principal moments of inertia [kg m^2]
   A random orientation is the direction of four normal random numbers of the body (draws 0 to 3 of
   GR_RANDOM_ORIENTATION, keyed by seed and id), which is uniform; in dimension 2 of two of them, about z.
   Id F + i of a group with the first id F becomes the ids F + i S to F + i S + S - 1 of its S spheres. */
#include "particle/fill/clump.h"

#include "base/math/random.h"
#include "base/math/rotation.h"
#include "parallel/box.h"
#include <math.h>
#include <string.h>

/* A particle as its generator made it. */
typedef struct {
  PetscInt64 id; /* before the spheres have ids */
  double radius, mass, state[GR_STATE];
} Grain;

static void Orient(const GrFilling *m, PetscInt64 id, double q[4])
{
  const GrRandom random = {(uint64_t)m->grains->seed, GR_RANDOM_ORIENTATION};
  const double *axes = m->clump->body.axes;
  double turn[4] = {1, 0, 0, 0};

  for (uint32_t k = 0; m->grains->orientation == GR_ORIENTATION_RANDOM && k < 4; k++)
    if (m->the_case->dimension == 3 || k == 0 || k == 3)
      GrRandomNormals(random, k, 1, &id, &turn[k]);
  GrRotationProduct(turn, axes, q);
}

/* Appends the body of a grain with the orientation q to the bodies of the store. */
static void AppendBody(GrFilling *m, const Grain *g, const double q[4], PetscInt64 id)
{
  GrBodies *b = &m->store->bodies;
  const PetscInt i = b->columns.n++;
  const double *v = g->state + 3, *w = g->state + 6;
  double axes[3][3], spin[3];

  for (int f = 0; f < GR_BODY_FIELDS; f++)
    memset((char *)b->columns.data[f] + (size_t)i * b->columns.size[f], 0, b->columns.size[f]);
  b->id[i] = id;
  b->group[i] = m->group;
  b->mass[i] = g->mass;
  b->scale[i] = g->radius / m->clump->body.equal_radius;
  GrCopy3(g->state, b->position + 3 * i);
  GrCopy3(g->state, b->reference + 3 * i);
  GrCopy3(v, b->velocity + 3 * i);
  memcpy(b->orientation + 4 * i, q, 4 * sizeof(double));
  GrRotationAxes(q, axes);
  GrRotateToBody(axes, w, spin);
  for (int a = 0; a < 3; a++)
    spin[a] *= g->mass * (b->scale[i] * b->scale[i]) * m->clump->body.moments[a];
  GrRotateToSpace(axes, spin, b->momentum + 3 * i);
}

static GrParallelBox BoxOf(const GrDomain *domain)
{
  GrParallelBox box = {.tilt = 0};

  for (int a = 0; a < 3; a++) {
    box.lower[a] = domain->lower[a];
    box.upper[a] = domain->upper[a];
    box.periodic[a] = domain->periodic[a];
  }
  return box;
}

/* Sets row i of the store, a copy of the row of the grain, to sphere k of the body. */
static void SetSphere(GrFilling *m, const Grain *g, const double q[4], int k, PetscInt i)
{
  const GrClumpMember *member = &m->clump->member[k];
  const double scale = g->radius / m->clump->body.equal_radius;
  const GrParallelBox box = BoxOf(&m->the_case->domain);
  GrStore *s = m->store;
  double *u = s->state + GR_STATE * (size_t)i, axes[3][3], place[3], arm[3], around[3], moved[3];

  GrRotationAxes(q, axes);
  for (int a = 0; a < 3; a++)
    place[a] = scale * member->place[a];
  GrRotateToSpace(axes, place, arm);
  GrCross3(g->state + 6, arm, around);
  for (int a = 0; a < 3; a++) {
    u[a] += m->the_case->dimension > a ? arm[a] : 0;
    u[3 + a] += around[a];
  }
  GrParallelBoxWrap(&box, u, moved);
  for (int a = 0; a < 3; a++)
    s->image[3 * (size_t)i + a] -= (PetscInt64)moved[a];
  GrCopy3(u, s->reference + 3 * (size_t)i);
  s->radius[i] = scale * member->radius;
  s->mass[i] = g->mass * member->share;
  s->member[i] = m->grains->fixed ? 0 : k + 1;
}

/* Replaces the row of grain j by the rows of its spheres. Goes from the last grain to the first, so that no row is
   overwritten before it is read. */
static void ExpandGrain(GrFilling *m, PetscInt j)
{
  GrStore *s = m->store;
  const PetscInt from = m->begin + j, n = m->clump->n_spheres;
  Grain g = {.id = s->id[from], .radius = s->radius[from], .mass = s->mass[from]};
  double q[4];

  memcpy(g.state, s->state + GR_STATE * (size_t)from, sizeof(g.state));
  Orient(m, g.id, q);
  const PetscInt64 first = m->first_id + (g.id - m->first_id) * n;
  for (int k = (int)n - 1; k >= 0; k--) {
    const PetscInt i = m->begin + j * n + k;
    for (int c = 0; c < s->columns.n_columns && i != from; c++)
      memcpy((char *)s->columns.data[c] + (size_t)i * s->columns.size[c],
             (char *)s->columns.data[c] + (size_t)from * s->columns.size[c], s->columns.size[c]);
    SetSphere(m, &g, q, k, i);
    s->id[i] = first + k;
  }
  if (!m->grains->fixed)
    AppendBody(m, &g, q, first);
}

PetscErrorCode GrFillClumpExpand(GrFilling *m, GrGroupProperties *properties)
{
  const PetscInt grains = m->end - m->begin;
  double smallest = INFINITY, largest = 0;

  PetscFunctionBeginUser;
  if (!m->clump)
    PetscFunctionReturn(0);
  const PetscInt n = m->clump->n_spheres;
  PetscCall(GrStoreReserve(m->store, m->begin + grains * n));
  PetscCall(GrBodiesReserve(&m->store->bodies, m->store->bodies.columns.n + grains));
  for (PetscInt j = grains - 1; j >= 0; j--)
    ExpandGrain(m, j);
  m->end = m->store->columns.n = m->begin + grains * n;
  for (int k = 0; k < n; k++) {
    smallest = PetscMin(smallest, m->clump->member[k].radius);
    largest = PetscMax(largest, m->clump->member[k].radius);
  }
  properties->count *= n;
  properties->radius_min *= smallest / m->clump->body.equal_radius;
  properties->radius_max *= largest / m->clump->body.equal_radius;
  PetscFunctionReturn(0);
}
