/* Checks of walls: sides of the domain become planes, normals unit vectors; no wall cuts a periodic side. */
#include "input/case/checks.h"
#include <math.h>
#include <string.h>

enum { WALLS_MAX = 256 };

static const char axes[] = "xyz";

static double DotProduct(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static bool IsZero(const double a[3])
{
  return a[0] == 0.0 && a[1] == 0.0 && a[2] == 0.0;
}

/* Whether two vectors are along one line, to rounding. */
static bool IsAlong(const double a[3], const double b[3])
{
  double across[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  return DotProduct(across, across) <= 1e-24 * DotProduct(a, a) * DotProduct(b, b);
}

/* A side of the domain: its corner, and the direction into the box. */
static PetscErrorCode TakeSide(const GrCase *the_case, const GrNode *node, const GrNode *side, GrWall *wall)
{
  const GrDomain *domain = &the_case->domain;
  bool upper = strncmp(side->text, "upper", 5) == 0;
  int axis = (int)(strchr(axes, side->text[strlen("lower_")]) - axes);
  const GrNode *other = wall->point[0] == wall->point[0] ? GrNodeGet(node, "point") : GrNodeGet(node, "normal");
  if (other)
    return GrComplainKey(other, "side and %s are both given; keep side, or point and normal", other->key);
  if (axis >= the_case->dimension)
    return GrComplain(side, "is out of the plane of dimension 2; write one of: lower_x, lower_y, upper_x, upper_y");
  if (domain->periodic[axis])
    return GrComplain(side, "is periodic in the domain; write another side, or false in domain.periodic for %c",
                      axes[axis]);
  for (int i = 0; i < 3; i++) {
    wall->point[i] = upper ? domain->upper[i] : domain->lower[i];
    wall->normal[i] = i != axis ? 0.0 : upper ? -1.0 : 1.0;
  }
  return 0;
}

/* Divided by its length; one that has length 1 to rounding stays as it is, so that doing so again changes nothing. */
static PetscErrorCode NormaliseNormal(const GrNode *node, double normal[3])
{
  double largest = fmax(fabs(normal[0]), fmax(fabs(normal[1]), fabs(normal[2])));
  if (largest == 0.0)
    return GrComplain(node, "has no direction; write one such as [0, 0, 1]");
  if (fabs(DotProduct(normal, normal) - 1.0) <= 8 * PETSC_MACHINE_EPSILON)
    return 0;
  for (int i = 0; i < 3; i++)
    normal[i] /= largest;
  double length = sqrt(DotProduct(normal, normal));
  for (int i = 0; i < 3; i++)
    normal[i] /= length;
  return 0;
}

static PetscErrorCode CheckPlace(const GrCase *the_case, const GrNode *node, GrWall *wall)
{
  const GrNode *side = GrNodeGet(node, "side"), *normal = GrNodeGet(node, "normal");
  if (side)
    return TakeSide(the_case, node, side, wall);
  if (!GrNodeGet(node, "point"))
    return GrComplainMissing(node, "point", "is missing; give point and normal, or a side such as side: lower_y");
  if (!normal)
    return GrComplainMissing(node, "normal", "is missing; give the direction into which the wall pushes");
  PetscCall(NormaliseNormal(normal, wall->normal));
  PetscCall(GrCheckInPlane(the_case, node, "normal", wall->normal));
  for (int axis = 0; axis < 3; axis++) {
    if (the_case->domain.periodic[axis] && wall->normal[axis] != 0.0)
      return GrComplain(GrNodeAt(normal, axis),
                        "makes the wall cut the periodic side along %c; write 0, or false in domain.periodic for %c",
                        axes[axis], axes[axis]);
  }
  return 0;
}

static PetscErrorCode CheckOscillation(const GrCase *the_case, const GrNode *node, const GrWall *wall)
{
  const GrNode *oscillation = GrNodeGet(node, "oscillation");
  bool still = IsZero(wall->amplitude);
  if (still && wall->frequency > 0.0)
    return GrComplainMissing(oscillation, "amplitude", "is missing or zero; give the amplitude of the oscillation");
  if (!still && wall->frequency == 0.0)
    return GrComplainMissing(oscillation, "frequency", "is missing or zero; give the frequency of the oscillation");
  return GrCheckInPlane(the_case, oscillation, "amplitude", wall->amplitude);
}

/* A turning wall stays along a periodic axis if it turns about that axis or in itself. */
static PetscErrorCode CheckRotation(const GrCase *the_case, const GrNode *node, GrWall *wall)
{
  const GrNode *rotation = GrNodeGet(node, "rotation");
  for (int i = 0; i < 3; i++)
    wall->pivot[i] = isnan(wall->pivot[i]) ? wall->point[i] : wall->pivot[i];
  if (IsZero(wall->angular_velocity))
    return 0;
  PetscCall(GrCheckAboutPlane(the_case, rotation, "angular_velocity", wall->angular_velocity));
  for (int axis = 0; axis < 3; axis++) {
    const double along[3] = {axis == 0, axis == 1, axis == 2};
    if (the_case->domain.periodic[axis] && !IsAlong(wall->angular_velocity, along) &&
        !IsAlong(wall->angular_velocity, wall->normal))
      return GrComplain(GrNodeGet(rotation, "angular_velocity"),
                        "turns the wall into the periodic side along %c; write one along %c or along the normal, or "
                        "false in domain.periodic for %c",
                        axes[axis], axes[axis], axes[axis]);
  }
  return 0;
}

/* Two walls on one side would push twice as hard. */
static PetscErrorCode CheckSides(const GrNode *walls)
{
  const GrNode *first[6] = {NULL};
  for (const GrNode *node = walls ? walls->first : NULL; node; node = node->next) {
    const GrNode *side = GrNodeGet(node, "side");
    if (!side)
      continue;
    int k = 2 * (int)(strchr(axes, side->text[strlen("lower_")]) - axes) + (strncmp(side->text, "upper", 5) == 0);
    if (first[k])
      return GrComplain(side, "the wall '%s' stands there already; keep one of the two, or give point and normal",
                        first[k]->key);
    first[k] = node;
  }
  return 0;
}

PetscErrorCode GrCheckWalls(GrCase *the_case, const GrNode *root)
{
  const GrNode *walls = GrNodeGet(root, "walls"), *node = walls ? walls->first : NULL;
  if (the_case->n_walls > WALLS_MAX)
    return GrComplainKey(walls, "has %d walls, and %d can be; write fewer", the_case->n_walls, WALLS_MAX);
  for (GrWall *wall = the_case->walls; node; wall++, node = node->next) {
    PetscCall(CheckPlace(the_case, node, wall));
    PetscCall(GrCheckInPlane(the_case, node, "velocity", wall->velocity));
    PetscCall(CheckOscillation(the_case, node, wall));
    PetscCall(CheckRotation(the_case, node, wall));
  }
  return CheckSides(walls);
}
