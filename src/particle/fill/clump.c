/* Replaces each particle of a group of clumps by a rigid body of spheres; see clump.h.

   A generator places each body as a sphere that contains the body, so no two bodies overlap at the start. Then
     s = R/R_e                                           size of the body relative to the clump in the input [1]
     x_k = X + s R(q) p_k,  v_k = V + w x s R(q) p_k     position and velocity of the spheres k = 1, 2, ...
     L = R(q) I R(q)^T w                                 angular momentum of the body [kg m^2/s]
   R: radius of the sphere with the volume of the body [m]; R_e: same of the clump [m]; p_k: centre of sphere k in the
   clump [m]; X, V, w: position [m], velocity [m/s], spin [rad/s] of the body; q: orientation, R(q): its rotation
   matrix; I: principal moments of inertia [kg m^2]. A random orientation is the direction of four normal random numbers
   of the body (draws 0 to 3 of GR_RANDOM_ORIENTATION), and therefore uniform. In dimension 2 two of them give a
   rotation about z. A quaternion from a file is stored in the first four numbers of the acceleration, which is not used
   before the first evaluation of forces. If the first id of the group is F, the particle with the id F + i becomes S
   spheres with the ids F + i S to F + i S + S - 1. */
#include "particle/fill/clump.h"

#include "base/math/random.h"
#include "base/math/rotation.h"
#include "parallel/box.h"
#include <math.h>
#include <string.h>

/* Orientation of the body of the grain with this id. given: the quaternion of a file, or zeros. */
static void Orient(const GrCase *the_case, PetscInt64 group, PetscInt64 id, const double given[4], double q[4])
{
  const GrGrains *grains = &the_case->grains[group];
  const GrRandom random = {(uint64_t)grains->seed, GR_RANDOM_ORIENTATION};
  const bool read = given[0] != 0 || given[1] != 0 || given[2] != 0 || given[3] != 0;
  double turn[4] = {1, 0, 0, 0};

  if (read)
    memcpy(turn, given, sizeof(turn));
  for (uint32_t k = 0; !read && grains->orientation == GR_ORIENTATION_RANDOM && k < 4; k++)
    if (the_case->dimension == 3 || k == 0 || k == 3)
      GrRandomNormals(random, k, 1, &id, &turn[k]);
  GrRotationProduct(turn, GrBodiesClumpOf(the_case, group)->body.axes, q);
}

/* Appends the body of a grain with the orientation q to the bodies of the store. row: row of its first sphere. */
static void AppendBody(const GrClump *clump, GrStore *s, const GrFillGrain *g, const double q[4], PetscInt row)
{
  GrBodies *b = &s->bodies;
  const PetscInt i = b->columns.n++;
  double axes[3][3], spin[3];

  for (int k = 0; k < b->columns.n_columns; k++)
    memset((char *)b->columns.data[k] + (size_t)i * b->columns.size[k], 0, b->columns.size[k]);
  for (int k = GR_BODY_COLUMNS; k < b->columns.n_columns; k++)
    ((double *)b->columns.data[k])[i] = ((double *)s->columns.data[k - GR_BODY_COLUMNS + GR_STORE_COLUMNS])[row];
  b->id[i] = s->id[row];
  b->group[i] = g->group;
  b->mass[i] = g->mass;
  b->scale[i] = g->radius / clump->body.equal_radius;
  GrCopy3(g->state, b->position + 3 * i);
  GrCopy3(g->state, b->reference + 3 * i);
  GrCopy3(g->state + 3, b->velocity + 3 * i);
  memcpy(b->orientation + 4 * i, q, 4 * sizeof(double));
  GrRotationAxes(q, axes);
  GrRotateToBody(axes, g->state + 6, spin);
  for (int a = 0; a < 3; a++)
    spin[a] *= g->mass * (b->scale[i] * b->scale[i]) * clump->body.moments[a];
  GrRotateToSpace(axes, spin, b->momentum + 3 * i);
}

/* Box into which spheres are wrapped. If images beyond sides are displaced, the assembly wraps all spheres
   (GrBulkCellAddFlow). */
static GrParallelBox BoxOf(const GrDomain *domain)
{
  GrParallelBox box = {.tilt = {0}};

  for (int a = 0; a < 3; a++) {
    box.lower[a] = domain->lower[a];
    box.upper[a] = domain->upper[a];
    box.periodic[a] = domain->periodic[a] && !GrCellHasOffset(&domain->cell);
  }
  return box;
}

/* Sets row i of the store, a copy of the row of the grain, to sphere k of the body. */
static void SetSphere(const GrCase *the_case, GrStore *s, const GrFillGrain *g, const double q[4], int k, PetscInt i)
{
  const GrClump *clump = GrBodiesClumpOf(the_case, g->group);
  const GrClumpMember *member = &clump->member[k];
  const double scale = g->radius / clump->body.equal_radius;
  const GrParallelBox box = BoxOf(&the_case->domain);
  double *u = s->state + GR_STATE * (size_t)i, axes[3][3], place[3], arm[3], around[3], moved[3];

  GrRotationAxes(q, axes);
  for (int a = 0; a < 3; a++)
    place[a] = scale * member->place[a];
  GrRotateToSpace(axes, place, arm);
  GrCross3(g->state + 6, arm, around);
  for (int a = 0; a < 3; a++) {
    u[a] += the_case->dimension > a ? arm[a] : 0;
    u[3 + a] += around[a];
  }
  GrParallelBoxWrap(&box, u, moved);
  for (int a = 0; a < 3; a++)
    s->image[3 * (size_t)i + a] -= (PetscInt64)moved[a];
  GrCopy3(u, s->reference + 3 * (size_t)i);
  s->radius[i] = scale * member->radius;
  s->mass[i] = g->mass * member->share;
  s->member[i] = the_case->grains[g->group].fixed ? 0 : k + 1;
}

void GrFillClumpMake(const GrCase *the_case, GrStore *s, const GrFillGrain *g, PetscInt64 first, PetscInt row)
{
  const GrClump *clump = GrBodiesClumpOf(the_case, g->group);
  double q[4];

  Orient(the_case, g->group, g->id, s->acceleration + GR_RATES * (size_t)row, q);
  memset(s->acceleration + GR_RATES * (size_t)row, 0, GR_RATES * (size_t)clump->n_spheres * sizeof(double));
  for (int k = 0; k < clump->n_spheres; k++) {
    SetSphere(the_case, s, g, q, k, row + k);
    s->id[row + k] = first + k;
  }
  if (!the_case->grains[g->group].fixed)
    AppendBody(clump, s, g, q, row);
}

/* Replaces the row of grain j by the rows of its spheres. Goes from the last grain to the first, so that no row is
   overwritten before it is read. */
static void ExpandGrain(GrFilling *m, PetscInt j)
{
  GrStore *s = m->store;
  const PetscInt from = m->begin + j, n = m->clump->n_spheres;
  GrFillGrain g = {.id = s->id[from], .group = m->group, .radius = s->radius[from], .mass = s->mass[from]};

  memcpy(g.state, s->state + GR_STATE * (size_t)from, sizeof(g.state));
  for (PetscInt i = m->begin + (j + 1) * n - 1; i >= m->begin + j * n; i--)
    for (int c = 0; c < s->columns.n_columns && i != from; c++)
      memcpy((char *)s->columns.data[c] + (size_t)i * s->columns.size[c],
             (char *)s->columns.data[c] + (size_t)from * s->columns.size[c], s->columns.size[c]);
  GrFillClumpMake(m->the_case, s, &g, m->first_id + (g.id - m->first_id) * n, m->begin + j * n);
}

void GrFillClumpRadii(const GrClump *clump, double *smallest, double *largest)
{
  *smallest = INFINITY;
  *largest = 0;
  for (int k = 0; k < clump->n_spheres; k++) {
    *smallest = PetscMin(*smallest, clump->member[k].radius);
    *largest = PetscMax(*largest, clump->member[k].radius);
  }
}

PetscErrorCode GrFillClumpExpand(GrFilling *m, GrGroupProperties *properties)
{
  const PetscInt grains = m->end - m->begin;
  double smallest, largest;

  if (!m->clump)
    return 0;
  const PetscInt n = m->clump->n_spheres;
  PetscCall(GrStoreReserve(m->store, m->begin + grains * n));
  PetscCall(GrBodiesReserve(&m->store->bodies, m->store->bodies.columns.n + grains));
  for (PetscInt j = grains - 1; j >= 0; j--)
    ExpandGrain(m, j);
  m->end = m->store->columns.n = m->begin + grains * n;
  GrFillClumpRadii(m->clump, &smallest, &largest);
  properties->count *= n;
  properties->radius_min *= smallest / m->clump->body.equal_radius;
  properties->radius_max *= largest / m->clump->body.equal_radius;
  return 0;
}
