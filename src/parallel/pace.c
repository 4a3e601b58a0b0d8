/* Speed of a rank, measured by a clock; equation in pace.h. */
#include "parallel/pace.h"

static const double ENOUGH = 0.05, RECENT = 1; /* [s] */
static const double MILLION = 1e6, APART = 1.1;

void GrParallelPaceAdd(GrParallelPace *p, double work, double seconds)
{
  p->work += work;
  p->seconds += seconds;
  if (p->seconds > RECENT) {
    p->work /= 2;
    p->seconds /= 2;
  }
}

PetscInt64 GrParallelPaceSpeed(const GrParallelPace *p)
{
  return p->seconds < ENOUGH ? 0 : (PetscInt64)(MILLION * p->work / p->seconds); /* (1) */
}

bool GrParallelPaceCounts(PetscInt64 least, PetscInt64 most)
{
  return least > 0 && (double)most >= APART * (double)least;
}
