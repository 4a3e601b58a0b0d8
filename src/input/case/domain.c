/* Checks the simulation box: corners, periodic axes and deformation. */
#include "input/case/checks.h"
#include <math.h>

static const char axes[] = "xyz";

static const char *const components[GR_CELL_RATES] = {"xx", "yy", "zz", "xy", "xz", "yz"};

/* A force that depends on position or velocity, or a wall, contradicts the uniform flow of a deforming box. */
static PetscErrorCode CheckCellAlone(const GrCase *the_case, const GrNode *root)
{
  const double *g = the_case->gravity_vector;
  const struct {
    const GrNode *node;
    bool acts;
  } others[] = {
      {GrNodeGet(root, "walls"), the_case->n_walls > 0},
      {GrNodeGet(root, "gravity"), g[0] != 0 || g[1] != 0 || g[2] != 0 || GrFunctionVaries(the_case->gravity_of_time)},
      {GrNodeGet(root, "forces"), the_case->n_group_forces > 0},
      {GrNodeGet(root, "removal"), the_case->n_removals > 0},
      {GrNodeGet(GrNodeGet(root, "output"), "counters"), the_case->output.n_counters > 0}};
  for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
    if (others[k].acts)
      return GrNodeComplainKey(others[k].node, "does not go with a box that deforms; leave out %s, or domain.cell",
                               others[k].node->key);
  for (int i = 0; i < the_case->n_grains; i++)
    if (the_case->grains[i].fixed)
      return GrNodeComplainKey(GrNodeGet(GrNodeGet(GrNodeGet(root, "particles"), the_case->grains[i].name), "fixed"),
                               "particles that keep their velocity do not go with a box that deforms; write false");
  return 0;
}

/* Axis b of component k of the velocity gradient, dv_a/dx_b. */
static int AcrossOf(int k)
{
  return k < 3 ? k : GrPlaneAcross(k - GR_CELL_XY);
}

/* Each component has a rate or a servo; none is out of the plane in dimension 2. */
static PetscErrorCode CheckComponents(const GrCase *the_case, const GrNode *cell)
{
  for (int k = 0; k < GR_CELL_RATES; k++) {
    const GrNode *servo = GrNodeGet(GrNodeGet(cell, "servo"), components[k]);
    const GrNode *rate = GrNodeGet(GrNodeGet(cell, "rate"), components[k]);
    const GrNode *offset = GrNodeGet(GrNodeGet(cell, "offset"), components[k]), *given = rate ? rate : servo;
    given = given ? given : offset;
    if (AcrossOf(k) >= the_case->dimension && given)
      return GrNodeComplainKey(given, "is out of the plane of dimension 2; leave it out");
    if (rate && servo)
      return GrNodeComplainKey(rate, "rate and servo are both given %s %s; keep one of them",
                               k < GR_CELL_XY ? "along" : "in the plane",
                               k < GR_CELL_XY ? components[k] + 1 : components[k]);
  }
  return 0;
}

/* A deforming box is periodic along all axes, deforms in the plane in dimension 2, and needs an integrator that
   advances it with the particles. */
static PetscErrorCode CheckCell(const GrCase *the_case, const GrNode *root)
{
  const GrNode *node = GrNodeGet(root, "domain"), *cell = GrNodeGet(node, "cell");
  if (!cell || !cell->first)
    return 0;
  for (int axis = 0; axis < the_case->dimension; axis++)
    if (!the_case->domain.periodic[axis])
      return GrNodeComplainKey(
          cell, "a box that deforms is periodic along all axes; write true in domain.periodic for %c", axes[axis]);
  PetscCall(CheckComponents(the_case, cell));
  if (!the_case->time.integrator->rule)
    return GrNodeComplainKey(
        cell,
        "a box that deforms does not go with time.integrator: %s; write integrator: verlet, or leave "
        "out cell",
        the_case->time.integrator->name);
  return CheckCellAlone(the_case, root);
}

PetscErrorCode GrCaseCheckDomain(const GrCase *the_case, const GrNode *root)
{
  const GrNode *node = GrNodeGet(root, "domain");
  const GrDomain *domain = &the_case->domain;
  if (GrNodeGet(node, "box"))
    return GrNodeComplainKey(GrNodeGet(node, "box"), "is read only with an input file; write lower and upper");
  for (int axis = 0; axis < the_case->dimension; axis++) {
    if (!(domain->upper[axis] > domain->lower[axis]))
      return GrNodeComplain(GrNodeAt(GrNodeGet(node, "upper"), axis),
                            "is not above lower along %c; write more than %.15g m", axes[axis], domain->lower[axis]);
    if (!isfinite(domain->upper[axis] - domain->lower[axis]))
      return GrNodeComplain(GrNodeAt(GrNodeGet(node, "upper"), axis), "makes the side infinite; write a smaller one");
  }
  if (the_case->dimension == 2 && domain->periodic[2])
    return GrNodeComplain(GrNodeAt(GrNodeGet(node, "periodic"), 2), "is out of the plane of dimension 2; write false");
  return CheckCell(the_case, root);
}
