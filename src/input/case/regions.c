/* Checks the removal and the counters of particles, and the fields on a grid. A removal has a region in which particles
   can be, and the run reaches at least one of its times. A counter has one surface or one region; particles must be
   able to pass the surface, or to be in the region. */
#include "input/case/checks.h"
#include <math.h>

enum { REMOVALS_MAX = 32 }; /* a bit each (bulk/bulk.h) */

/* The extent of a region along an axis. */
static void ExtentOf(const GrWithin *w, int axis, double *lower, double *upper)
{
  const double *from = w->shape == GR_WITHIN_SPHERE ? w->sphere.centre : w->cylinder.from,
               *to = w->shape == GR_WITHIN_SPHERE ? w->sphere.centre : w->cylinder.to,
               r = w->shape == GR_WITHIN_SPHERE ? w->sphere.radius : w->cylinder.radius;

  *lower = w->shape == GR_WITHIN_BOX ? w->box.lower[axis] : fmin(from[axis], to[axis]) - r;
  *upper = w->shape == GR_WITHIN_BOX ? w->box.upper[axis] : fmax(from[axis], to[axis]) + r;
}

/* Checks that a region overlaps with the domain. node: the map that has the region in its key `within`. Positions
   along a periodic axis are wrapped into the box. A particle beyond another side has left, or a wall stops it soon. */
static PetscErrorCode CheckRegion(const GrCase *the_case, const GrNode *node, const GrWithin *within)
{
  const GrDomain *domain = &the_case->domain;
  for (int a = 0; a < the_case->dimension; a++) {
    double lower, upper;
    ExtentOf(within, a, &lower, &upper);
    if (upper < domain->lower[a] || lower > domain->upper[a])
      return GrNodeComplainKey(
          GrNodeGet(node, "within"),
          "lies outside of the domain along %c: from %g to %g m, the domain from %g to %g m; move it "
          "into the domain, or make that larger",
          "xyz"[a], lower, upper, domain -> lower[a], domain -> upper[a]);
  }
  return 0;
}

static PetscErrorCode CheckRemovals(const GrCase *the_case, const GrNode *root)
{
  const GrNode *all = GrNodeGet(root, "removal"), *node = all ? all->first : NULL;
  if (the_case->n_removals > REMOVALS_MAX)
    return GrNodeComplainKey(all, "has %d regions, and %d can be; join some of them", the_case->n_removals,
                             REMOVALS_MAX);
  for (int i = 0; i < the_case->n_removals; i++, node = node->next) {
    PetscCall(CheckRegion(the_case, node, &the_case->removals[i].within));
    if (the_case->removals[i].every > the_case->removals[i].until - the_case->removals[i].from)
      return GrNodeComplain(
          GrNodeGet(node, "every"),
          "is longer than from %g s until %g s, so that nothing is ever taken out; write a shorter time",
          the_case->removals[i].from, the_case->removals[i].until);
  }
  return 0;
}

/* ---- counters ---- */

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

static PetscErrorCode CheckCounters(const GrCase *the_case, const GrNode *root)
{
  const GrNode *all = GrNodeGet(GrNodeGet(root, "output"), "counters"), *node = all ? all->first : NULL;
  int clocks = 0;
  for (int i = 0; i < the_case->output.n_counters; i++, node = node->next) {
    const GrCounter *c = &the_case->output.counters[i];
    const GrNode *plane = GrNodeGet(node, "plane"), *disc = GrNodeGet(node, "disc");
    const bool region = c->within.shape != GR_WITHIN_ALL, inside = c->residence == GR_RESIDENCE_INSIDE;
    if (region && c->residence != GR_RESIDENCE_NONE && !inside)
      return GrNodeComplain(GrNodeGet(node, "residence"),
                            "needs a surface that particles pass, and this counter has a region; write inside for the "
                            "time in the region, or a plane or a disc in place of within");
    if (inside && !region)
      return GrNodeComplain(GrNodeGet(node, "residence"),
                            "needs a region, and this counter has a surface; write within in place of the surface, or "
                            "begins or ends");
    if (inside && ++clocks > GR_CLOCKS)
      return GrNodeComplain(GrNodeGet(node, "residence"),
                            "is inside in more than %d counters; write none in some of them, or several runs",
                            GR_CLOCKS);
    if (IsGiven(plane))
      PetscCall(CheckPlane(the_case, plane, c));
    else if (IsGiven(disc))
      PetscCall(CheckDisc(the_case, disc, c));
    else
      PetscCall(CheckRegion(the_case, node, &c->within));
  }
  return 0;
}

/* ---- fields ---- */

/* A kernel that is wider than the box gives means over the box, which one cell gives without a kernel. */
static PetscErrorCode CheckFields(const GrCase *the_case, const GrNode *root)
{
  const GrFieldsOutput *fields = &the_case->output.fields;
  const GrNode *node = GrNodeGet(GrNodeGet(GrNodeGet(root, "output"), "fields"), "width");

  for (int a = 0; a < the_case->dimension && fields->kernel != GR_KERNEL_NONE; a++) {
    const double side = the_case->domain.upper[a] - the_case->domain.lower[a],
                 most = fields->kernel == GR_KERNEL_GAUSSIAN ? side / 6 : side / 2;
    if (GrFieldsCountCells(fields, a, side) > 1 && fields->width > most)
      return GrNodeComplain(node,
                            "is too large: the kernel would be wider than the box along %c, %g m; write at most %g m, "
                            "or cells with one cell along %c",
                            "xyz"[a], side, most, "xyz"[a]);
  }
  return 0;
}

PetscErrorCode GrCaseCheckRegions(const GrCase *the_case, const GrNode *root)
{
  PetscCall(CheckRemovals(the_case, root));
  PetscCall(CheckCounters(the_case, root));
  return CheckFields(the_case, root);
}
