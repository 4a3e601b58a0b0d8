/* equilibrium_accept: the equilibrium becomes the reference; see equilibrium.h.

   Rest overlaps  d_0 := d_0 + u_i - u_{i+1}, which leaves the forces as they are to the last bit; then u = 0.
   Positions are shifted by y:  y_i = y_{i+1} + D_{i,i+1} = y_{i-1} - D_{i-1,i},  D the growth of an overlap [m]. Held
   beads have y = 0; a segment follows the held bead on its right, else that on its left, else its first bead. Beads
   before and behind the run follow its first and last one. One hooks to the left and one to the right, from rank to
   rank. */
#include "chain/equilibrium.h"

#include "parallel/pipeline.h"

static PetscErrorCode FoldDisplacements(GrEquilibriumProblem *b, const double *u)
{
  const GrChain l = b->chain;
  const PetscInt n = l->particles.n;
  double *still;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n, &still));
  PetscCall(GrChainHaloBegin(&l->halo, n, u, still));
  PetscCall(GrChainHaloEnd(&l->halo));
  PetscCall(PetscFree(still));
  for (int k = 0; k < b->n_segments; k++) {
    PetscInt begin, end;
    GrEquilibriumSlots(b, &b->segment[k], PETSC_FALSE, &begin, &end);
    for (PetscInt i = begin; i < end; i++) {
      const double left = i == 0 ? l->halo.ghost[GR_LEFT][GR_GHOST_X] : u[i - 1],
                   right = i == n ? l->halo.ghost[GR_RIGHT][GR_GHOST_X] : u[i];
      l->contacts.rest[i] += left - right;
    }
  }
  PetscFunctionReturn(0);
}

/* The segment of a row, or NULL. */
static const GrEquilibriumSegment *StretchOf(const GrEquilibriumProblem *b, PetscInt64 row)
{
  for (int k = 0; k < b->n_segments; k++)
    if (row >= b->segment[k].first && row <= b->segment[k].last)
      return &b->segment[k];
  return NULL;
}

/* D of a slot. */
static double GrowthOfSlot(const GrEquilibriumProblem *b, PetscInt slot)
{
  return b->chain->contacts.rest[slot] - b->before[slot];
}

static PetscErrorCode SweepLeft(const GrEquilibriumProblem *b, double *shift)
{
  double y = 0;

  PetscFunctionBeginUser;
  PetscCall(GrPipelineReceive(b->world->comm, &b->chain->halo, GR_RIGHT, 1, &y));
  for (PetscInt i = b->chain->particles.n - 1; i >= 0; i--) {
    const PetscInt64 row = b->rows.first + i;
    const GrEquilibriumSegment *s = StretchOf(b, row);
    if (s && s->held[1])
      y += GrowthOfSlot(b, i + 1);
    else if (row >= b->first)
      y = 0;
    shift[i] = y;
  }
  PetscCall(GrPipelineSend(b->world->comm, &b->chain->halo, GR_LEFT, 1, &y));
  PetscFunctionReturn(0);
}

static PetscErrorCode SweepRight(const GrEquilibriumProblem *b, double *shift)
{
  double y = 0;

  PetscFunctionBeginUser;
  PetscCall(GrPipelineReceive(b->world->comm, &b->chain->halo, GR_LEFT, 1, &y));
  for (PetscInt i = 0; i < b->chain->particles.n; i++) {
    const PetscInt64 row = b->rows.first + i;
    const GrEquilibriumSegment *s = StretchOf(b, row);
    if (s && !s->held[1])
      y = row == s->first && !s->held[0] ? 0 : y - GrowthOfSlot(b, i);
    else if (row <= b->last)
      y = shift[i];
    shift[i] = y;
  }
  PetscCall(GrPipelineSend(b->world->comm, &b->chain->halo, GR_RIGHT, 1, &y));
  PetscFunctionReturn(0);
}

PetscErrorCode GrEquilibriumPairTypes(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrChainContacts *contacts = &w->chain->contacts;
  const int n = GrPairTypesCount(c);
  double *largest;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &largest));
  for (int k = 0; k < n; k++)
    largest[k] = -PETSC_MAX_REAL;
  for (PetscInt b = 0; b < contacts->n_blocks; b++)
    for (PetscInt i = contacts->block[b].begin; i < contacts->block[b].begin + contacts->block[b].n; i++) {
      const int k = GrPairTypeOf(c, w->chain->particles.rows.first + i + 1);
      largest[k] = PetscMax(largest[k], contacts->rest[i]);
    }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, largest, n, MPI_DOUBLE, MPI_MAX, w->comm));
  for (int k = 0; k < n; k++)
    if (largest[k] > -PETSC_MAX_REAL)
      w->chain->kinds[k].rest_overlap = largest[k];
  PetscCall(PetscFree(largest));
  PetscFunctionReturn(0);
}

PetscErrorCode GrEquilibriumAccept(GrEquilibriumProblem *b, const double *u)
{
  const PetscInt n = b->chain->particles.n;
  double *shift;

  PetscFunctionBeginUser;
  PetscCall(FoldDisplacements(b, u));
  PetscCall(PetscCalloc1(n, &shift));
  PetscCall(SweepLeft(b, shift));
  PetscCall(SweepRight(b, shift));
  for (PetscInt i = 0; i < n; i++)
    b->chain->particles.reference[i] += shift[i];
  PetscCall(PetscFree(shift));
  PetscCall(GrEquilibriumPairTypes(b->world));
  PetscFunctionReturn(0);
}
