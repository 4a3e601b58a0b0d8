/* equilibrium_check: does every contact of a run carry its load? If not, the first one is told to all; see equilibrium.h. */
#include "chain/equilibrium.h"
#include "chain/statics.h"

#include <granum/error.h>

/* A load that its contact cannot carry. */
typedef struct {
  PetscInt64 row; /* of the bead on its right */
  double load, least, below, above, overlap;
} Miss;

/* The first one on this rank. */
static void FindFirstMiss(GrEquilibriumProblem *b, const GrEquilibriumSegment *s, Miss *miss)
{
  double load[GR_CHAIN_BLOCK], least[GR_CHAIN_BLOCK], overlap[GR_CHAIN_BLOCK], inside[GR_CHAIN_BLOCK],
      above[GR_CHAIN_BLOCK], below[GR_CHAIN_BLOCK];
  GrEquilibriumPart p;

  for (PetscInt k = 0; k < b->chain->contacts.n_blocks; k++) {
    if (!GrEquilibriumPartOf(b, s, PETSC_TRUE, k, &p))
      continue;
    for (int i = 0; i < p.block->n; i++)
      load[i] = b->load[p.block->begin + i];
    GrStaticsLeast(p.block, least);
    GrStaticsInvert(p.block, load, overlap);
    for (int i = 0; i < p.block->n; i++)
      inside[i] = overlap[i] * (1 - 1e-12);
    GrStaticsForce(p.block, overlap, above);
    GrStaticsForce(p.block, inside, below);
    for (PetscInt i = p.begin; i < p.end && miss->row == b->rows.total; i++) {
      const PetscInt j = i - p.block->begin;
      if ((load[j] == 0 && !p.block->adhesion.law) || (load[j] >= least[j] && GrStaticsCarries(above[j], load[j])))
        continue;
      *miss = (Miss){b->rows.first + i, load[j], least[j], below[j], above[j], overlap[j]};
    }
  }
}

static PetscErrorCode RefuseLoad(const GrEquilibriumProblem *b, const Miss *miss)
{
  const GrPairType *kind = &b->chain->kinds[GrPairTypeOf(b->world->the_case, miss->row + 1)];
  const GrPlace place = kind->rule->place;
  char law[3 * GR_NAME_MAX], why[GR_MESSAGE_MAX / 2];

  PetscFunctionBeginUser;
  GrPairTypeLaws(kind, law, sizeof(law));
  if (miss->load < miss->least)
    snprintf(why, sizeof(why),
             "which is a pull, and law %s holds at most %g N; turn gravity and forces so that they press the beads "
             "together, or add an adhesion",
             law, PetscAbsReal(miss->least));
  else if (miss->above < miss->load)
    snprintf(
        why, sizeof(why),
        "but law %s carries %g N at an overlap of %.4g m, time.overlap_limit; make the contact stiffer or the load "
        "smaller",
        law, miss->above, miss->overlap);
  else
    snprintf(
        why, sizeof(why),
        "but law %s jumps from %g N to %g N at an overlap of %.4g m, so there is no overlap at which it does; use a "
        "law whose static force is continuous (for example variant: continuous), or another load",
        law, miss->below, miss->above, miss->overlap);
  return GrFail(GR_EXIT_INPUT,
                "%s:%d:%d: contacts: no equilibrium: the contact of bead %" PetscInt64_FMT " with bead %" PetscInt64_FMT
                " (%s - %s) must carry %g N, %s",
                b->world->the_case->file, place.line, place.column, miss->row, miss->row + 1, kind->group[0]->name,
                kind->group[1]->name, miss->load, why);
}

/* The first miss of all ranks is everybody's. */
PetscErrorCode GrEquilibriumCheck(GrEquilibriumProblem *b)
{
  Miss miss = {.row = b->rows.total};
  PetscInt64 first;
  int mine, owner;

  PetscFunctionBeginUser;
  for (int k = 0; k < b->n_segments && miss.row == b->rows.total; k++)
    FindFirstMiss(b, &b->segment[k], &miss);
  PetscCallMPI(MPI_Allreduce(&miss.row, &first, 1, MPIU_INT64, MPI_MIN, b->world->comm));
  if (first == b->rows.total)
    PetscFunctionReturn(0);
  mine = miss.row == first ? b->world->rank : b->world->size;
  PetscCallMPI(MPI_Allreduce(&mine, &owner, 1, MPI_INT, MPI_MIN, b->world->comm));
  PetscCallMPI(MPI_Bcast(&miss, (int)sizeof(miss), MPI_BYTE, owner, b->world->comm));
  PetscCall(RefuseLoad(b, &miss));
  PetscFunctionReturn(0);
}
