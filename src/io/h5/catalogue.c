/* The catalogue of a results file; see catalogue.h. */
#include "io/h5/catalogue.h"

#include "io/h5/dataset.h"

PetscErrorCode GrResultsDeclare(MPI_Comm comm, GrResults *results)
{
  GrResults r;

  PetscCall(GrResultsAllocate(comm, &r));
  r->declares = r->ready = r->alone = r->idle = true;
  *results = r;
  return 0;
}

GrPlannedSize GrResultsPlanned(GrResults r, int *next)
{
  GrPlannedSize size = {0};

  for (; *next < r->n_kept; ++*next) {
    const GrDataset *d = r->kept[*next];
    double bytes = d->single ? sizeof(float) : sizeof(double);
    if (!d->extent.grows)
      continue;
    for (int i = 0; i < d->extent.rank; i++)
      bytes *= (double)d->extent.size[i];
    size.bytes += bytes;
    size.samples = PetscMax(size.samples, (double)d->extent.size[0]);
    size.packs = size.packs || d->extent.storage.pack;
  }
  return size;
}
