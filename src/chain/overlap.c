/* overlap: beads that overlap at the start, and the texts of messages about them; see world/overlap.h. */
#include "world/overlap.h"
#include "chain/chain.h"
#include <math.h>

/* At the start all displacements are 0. The rank of the left bead counts a contact between two ranks. */
void GrChainOverlaps(GrWorld w, GrOverlaps *overlaps)
{
  const GrChainContacts *contacts = &w->chain->contacts;

  for (PetscInt b = 0; b < contacts->n_blocks; b++) {
    const GrChainBlock *block = &contacts->block[b];
    for (int i = 0; block->begin > 0 && i < block->n; i++) {
      const PetscInt64 id = w->chain->particles.rows.first + block->begin + i;
      const GrPairType *type = GrChainPairType(w, block->begin + i);
      if (block->rest_overlap[i] > 0 && !type->held)
        GrWorldOverlapsAdd(overlaps, (GrOverlap){id, id + 1, 0, block->rest_overlap[i], type->radius_min});
    }
  }
}

PetscErrorCode GrChainName(GrWorld w, PetscInt64 id, size_t length, char *name)
{
  PetscFunctionBeginUser;
  snprintf(name, length, "%" PetscInt64_FMT " (%s)", id, GrChainGroup(w->the_case, id)->name);
  PetscFunctionReturn(0);
}

const char *GrChainOverlapRemedy(GrWorld w, const GrOverlap *o)
{
  const GrGroup *one = GrChainGroup(w->the_case, o->first), *two = GrChainGroup(w->the_case, o->second);
  const GrSpacing *spacing = one == two ? &two->between : &two->before;

  if (w->balanced)
    return "the equilibrium presses them together: write stiffer materials or smaller loads";
  return spacing->precompression > 0 ? "write a smaller precompression or a stiffer material" : "write a larger gap";
}
