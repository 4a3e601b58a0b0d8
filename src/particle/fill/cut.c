/* Removes the particles of a group that are outside a shape or in closed meshes; see cut.h.

   The decision about a particle depends on this particle alone. The remaining particles are sent to the ranks of the
   rows of their ids (parallel/redistribute.h). They get new ids in the order of the old ids, the same on any number of
   ranks. */
#include "particle/fill/cut.h"

#include "parallel/redistribute.h"
#include "particle/fill/obstacle.h"
#include "particle/fill/within.h"

static const double slack = 1e-9; /* relative to r: spheres that touch a closed mesh from outside stay */

static bool IsWithin(const GrFilling *m, PetscInt i)
{
  return GrFillWithinHolds(&m->grains->within, m->the_case->dimension, &m->store->state[GR_STATE * (size_t)i],
                           m->store->radius[i]);
}

/* Finds the walls with solids. If all particles are inside solids of a wall, these are containers, for instance a box
   for each particle, and the wall is not listed. Collective. */
static PetscErrorCode FindSolids(const GrFilling *m, int *n, GrFillObstacle **solid)
{
  PetscInt64 *inside;

  PetscCall(GrFillSolidsFind(m->the_case, m->grains, m->radii.smallest, n, solid));
  if (*n == 0)
    return 0;
  PetscCall(PetscCalloc1(*n + 1, &inside)); /* [*n] in the solids of each wall, and all */
  for (PetscInt i = m->begin; i < m->end; i++) {
    const bool within = IsWithin(m, i);
    for (int k = 0; k < *n && within; k++)
      inside[k] += GrFillObstacleHas(&(*solid)[k], &m->store->state[GR_STATE * (size_t)i]);
    inside[*n] += within;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, inside, *n + 1, MPIU_INT64, MPI_SUM, m->comm));
  const PetscInt64 all = inside[*n];
  for (int k = *n - 1; k >= 0; k--)
    if (inside[k] == all)
      PetscCall(GrFillObstaclesRemove(k, n, *solid));
  return PetscFree(inside);
}

/* Returns the number of particles that are inside the shape, but are dropped because of the solids. */
static PetscInt64 DropOutside(GrFilling *m, int n_solids, const GrFillObstacle solid[])
{
  GrStore *s = m->store;
  PetscInt n = m->begin;
  PetscInt64 blocked = 0;

  for (PetscInt i = m->begin; i < m->end; i++) {
    const double *x = &s->state[GR_STATE * (size_t)i];
    if (!IsWithin(m, i))
      continue;
    if (GrFillObstaclesBlock(n_solids, solid, x, (1 - slack) * s->radius[i])) {
      blocked++;
      continue;
    }
    if (n < i)
      GrParallelColumnsMoveUp(&s->columns, s->columns.n_columns, NULL, i, 1, n);
    n++;
  }
  m->end = s->columns.n = n;
  return blocked;
}

/* Sends the particles to the ranks of the rows of their ids. */
static PetscErrorCode SendToRows(GrFilling *m)
{
  GrStore *s = m->store;
  int *to;

  PetscCall(PetscMalloc1(m->end, &to));
  for (PetscInt i = 0; i < m->end; i++)
    to[i] = i < m->begin ? m->rank : GrRowRank(s->id[i] - m->first_id, m->count, m->size);
  PetscCall(GrParallelColumnsExchange(m->comm, &s->columns, to));
  GrStorePoint(s);
  m->end = s->columns.n;
  return PetscFree(to);
}

static PetscErrorCode RenumberIds(GrFilling *m)
{
  GrRows rows;

  PetscCall(GrRowDecomposeCounts(m->comm, m->end - m->begin, &rows));
  m->count = rows.total;
  for (PetscInt i = m->begin; i < m->end; i++)
    m->store->id[i] = m->first_id + rows.first + (i - m->begin);
  return 0;
}

PetscErrorCode GrFillCut(GrFilling *m, PetscInt64 *left_out)
{
  const bool within = m->grains->within.shape != GR_WITHIN_ALL;
  GrFillObstacle *solid = NULL;
  int n_solids = 0;

  if (m->grains->generator->place) /* `make` avoids the solids */
    PetscCall(FindSolids(m, &n_solids, &solid));
  *left_out = within || n_solids ? DropOutside(m, n_solids, solid) : 0;
  PetscCall(GrFillObstaclesFree(n_solids, &solid));
  if (n_solids)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, left_out, 1, MPIU_INT64, MPI_SUM, m->comm));
  if (!within && *left_out == 0)
    return 0;
  PetscCall(SendToRows(m));
  PetscCall(GrRowSortById(GR_STORE_ID, m->begin, &m->store->columns));
  PetscCall(RenumberIds(m));
  PetscCall(PetscFree(m->line)); /* no longer valid */
  if (m->count == 0 && *left_out > 0)
    return GrFillFail(m, "", "closed meshes of walls leave no place for a particle; move them, or fill a larger part");
  if (m->count == 0)
    return GrFillFail(m, ".within", "no particle lies wholly inside; write a larger shape, or one in another place");
  return 0;
}
