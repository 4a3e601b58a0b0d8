/* Checks of the box, and of vectors that must stay in the plane of dimension 2. */
#include "input/case/checks.h"
#include <math.h>

static const char axes[] = "xyz";

PetscErrorCode GrCheckInPlane(const GrCase *the_case, const GrNode *map, const char *key, const double vector[3])
{
  if (the_case->dimension != 2 || vector[2] == 0.0)
    return 0;
  return GrComplain(GrNodeAt(GrNodeGet(map, key), 2),
                    "points out of the plane of dimension 2; write 0, or dimension: 3");
}

PetscErrorCode GrCheckAboutPlane(const GrCase *the_case, const GrNode *map, const char *key, const double vector[3])
{
  if (the_case->dimension != 2 || (vector[0] == 0.0 && vector[1] == 0.0))
    return 0;
  return GrComplain(GrNodeGet(map, key), "turns out of the plane of dimension 2; write [0, 0, w], or dimension: 3");
}

PetscErrorCode GrCheckDomain(const GrCase *the_case, const GrNode *root)
{
  const GrNode *node = GrNodeGet(root, "domain");
  const GrDomain *domain = &the_case->domain;
  for (int axis = 0; axis < the_case->dimension; axis++) {
    if (!(domain->upper[axis] > domain->lower[axis]))
      return GrComplain(GrNodeAt(GrNodeGet(node, "upper"), axis),
                        "is not above lower along %c; write more than %.15g m", axes[axis], domain->lower[axis]);
    if (!isfinite(domain->upper[axis] - domain->lower[axis]))
      return GrComplain(GrNodeAt(GrNodeGet(node, "upper"), axis), "makes the side infinite; write a smaller one");
  }
  if (the_case->dimension == 2 && domain->periodic[2])
    return GrComplain(GrNodeAt(GrNodeGet(node, "periodic"), 2), "is out of the plane of dimension 2; write false");
  PetscCall(GrCheckInPlane(the_case, GrNodeGet(root, "drag"), "fluid", the_case->drag.fluid));
  return GrCheckInPlane(the_case, root, "gravity", the_case->gravity_vector);
}

PetscErrorCode GrCheckPeriodic(const GrCase *the_case, const GrNode *root, double diameter, double reach)
{
  const GrDomain *domain = &the_case->domain;
  for (int axis = 0; axis < the_case->dimension; axis++) {
    if (domain->periodic[axis] && !(domain->upper[axis] - domain->lower[axis] > diameter + reach))
      return GrComplain(GrNodeAt(GrNodeGet(GrNodeGet(root, "domain"), "upper"), axis),
                        "makes a periodic side along %c so short that a particle would touch itself; write a side "
                        "longer than %.15g m",
                        axes[axis], diameter + reach);
  }
  return 0;
}
