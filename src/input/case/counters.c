/* Checks counters of particles. A counter has one surface or one region; particles must be able to pass the surface, or
   to be in the region. */
#include "input/case/checks.h"
#include "input/key/key.h"
#include <math.h>

static bool IsGiven(const GrNode *node)
{
  return node && node->first;
}

/* The periodic images of an oblique plane do not form one plane. The images of a disc must not overlap. */
static PetscErrorCode CheckPlane(const GrCase *the_case, const GrNode *node, const GrCounter *c)
{
  const double *n = c->plane.normal;
  for (int a = 0; a < 3; a++) {
    const bool along = n[(a + 1) % 3] == 0.0 && n[(a + 2) % 3] == 0.0;
    if (the_case->domain.periodic[a] && n[a] != 0.0 && !along)
      return GrNodeComplain(GrNodeGet(node, "normal"),
                            "is oblique to %c, along which the domain is periodic; write a normal along this axis, or "
                            "across it, or a disc",
                            "xyz"[a]);
  }
  return 0;
}

static PetscErrorCode CheckDisc(const GrCase *the_case, const GrNode *node, const GrCounter *c)
{
  for (int a = 0; a < the_case->dimension; a++) {
    const double side = the_case->domain.upper[a] - the_case->domain.lower[a];
    if (the_case->domain.periodic[a] && 2.0 * c->disc.radius > side)
      return GrNodeComplain(
          GrNodeGet(node, "radius"),
          "is more than half the periodic side along %c, %g m, so that the disc meets its image; write "
          "a smaller one, or a plane",
          "xyz"[a], side);
  }
  return 0;
}

PetscErrorCode GrCaseCheckCounters(const GrCase *the_case, const GrNode *root)
{
  const GrNode *all = GrNodeGet(GrNodeGet(root, "output"), "counters"), *node = all ? all->first : NULL;
  for (int i = 0; i < the_case->output.n_counters; i++, node = node->next) {
    const GrCounter *c = &the_case->output.counters[i];
    const GrNode *plane = GrNodeGet(node, "plane"), *disc = GrNodeGet(node, "disc");
    if (IsGiven(plane))
      PetscCall(CheckPlane(the_case, plane, c));
    else if (IsGiven(disc))
      PetscCall(CheckDisc(the_case, disc, c));
    else
      PetscCall(GrCaseCheckRegion(the_case, node, &c->within));
  }
  return 0;
}
