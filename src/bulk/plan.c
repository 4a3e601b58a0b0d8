/* plan: the order in which an evaluation passes through particles and pairs; see bulk.h.

   Pairs are taken in the order of the search: ascending (place of the later sphere, place of the earlier), places being
   canonical (contact/neighbour/curve.h), and so, for every sphere, its partners in ascending place. The owned particles are
   divided into runs of GR_CHUNK. Once those of a run have been brought to the time of the evaluation, all pairs whose
   later sphere is in it can be evaluated; and a run whose particles have no further pairs can be summed up and handed
   to the integrator. So what a run needs is mostly still in the cache when it is needed again. */
#include "bulk/bulk.h"

static PetscErrorCode Reserve(GrWorld w)
{
  const GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  b->n_runs = (b->store.columns.n + GR_CHUNK - 1) / GR_CHUNK;
  if (b->n_runs + 1 > b->capacity_runs) {
    b->capacity_runs = b->n_runs + b->n_runs / 4 + 1;
    PetscCall(PetscFree3(b->pairs_end, b->finished, b->finished_end));
    PetscCall(PetscMalloc3(b->capacity_runs, &b->pairs_end, b->capacity_runs, &b->finished, b->capacity_runs,
                           &b->finished_end));
  }
  PetscFunctionReturn(0);
}

/* What the candidates of each block have in common. */
static PetscErrorCode DescribeBlocks(GrBulk b)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(b->form));
  PetscCall(PetscMalloc1(b->pairs.n / GR_BLOCK_SLOTS + 1, &b->form));
  for (PetscInt from = 0; from < b->pairs.n; from += GR_BLOCK_SLOTS) {
    const GrCandidates *c = &b->candidates[from / GR_BLOCK_SLOTS];
    int kinds = 0, shifts = 0;
    for (PetscInt k = 0; k < PetscMin(GR_BLOCK_SLOTS, b->pairs.n - from); k++) {
      kinds |= c->kind[k] ^ c->kind[0];
      shifts |= c->shift[k] ^ GR_UNSHIFTED;
    }
    b->form[from / GR_BLOCK_SLOTS] = (unsigned char)(kinds ? GR_BLOCK_MIXED : shifts ? GR_BLOCK_ALIKE : GR_BLOCK_PLAIN);
  }
  PetscFunctionReturn(0);
}

static PetscInt Later(GrPair c, const PetscInt *place)
{
  return PetscMax(place[c.first], place[c.second]);
}

/* pairs_end[r]: pairs that can be evaluated when run r is there. */
static void EndRuns(GrWorld w, const PetscInt *place)
{
  const GrBulk b = w->bulk;
  PetscInt k = 0;

  for (PetscInt r = 0; r < b->n_runs; r++) {
    const PetscInt next = r + 1 < b->n_runs ? place[GR_CHUNK * (r + 1)] : b->n_all;
    while (k < b->pairs.n && Later(GrBulkCandidate(b, k), place) < next)
      k++;
    b->pairs_end[r] = r + 1 < b->n_runs ? k / GR_BLOCK_SLOTS * GR_BLOCK_SLOTS : k; /* blocks are evaluated whole */
  }
}

/* finished: runs in the order in which their last pair is evaluated; finished_end[r]: how many when run r is there. */
static PetscErrorCode FinishRuns(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  PetscInt *last, count = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(b->n_runs, &last));
  for (PetscInt r = 0; r < b->n_runs; r++)
    last[r] = r;
  for (PetscInt k = 0, r = 0; k < b->pairs.n; k++) {
    while (k >= b->pairs_end[r])
      r++;
    const GrPair c = GrBulkCandidate(b, k);
    if (c.first < n)
      last[c.first / GR_CHUNK] = PetscMax(r, last[c.first / GR_CHUNK]);
    if (c.second < n)
      last[c.second / GR_CHUNK] = PetscMax(r, last[c.second / GR_CHUNK]);
  }
  PetscCall(PetscArrayzero(b->finished_end, b->n_runs));
  for (PetscInt r = 0; r < b->n_runs; r++)
    b->finished_end[last[r]]++;
  for (PetscInt r = 0; r < b->n_runs; r++) { /* to the beginnings, which filling turns into the ends */
    const PetscInt own = b->finished_end[r];
    b->finished_end[r] = count;
    count += own;
  }
  for (PetscInt r = 0; r < b->n_runs; r++)
    b->finished[b->finished_end[last[r]]++] = r;
  PetscCall(PetscFree(last));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkPlan(GrWorld w, const PetscInt *order)
{
  const GrBulk b = w->bulk;
  PetscInt *place;

  PetscFunctionBeginUser;
  PetscCall(Reserve(w));
  PetscCall(PetscMalloc1(b->n_all, &place));
  for (PetscInt k = 0; k < b->n_all; k++)
    place[order[k]] = k;
  PetscCall(DescribeBlocks(b));
  EndRuns(w, place);
  PetscCall(FinishRuns(w));
  PetscCall(PetscFree(place));
  PetscFunctionReturn(0);
}
