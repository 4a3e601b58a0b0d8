/* Checks of what walls do: motions in the plane, one turn each, tables with points. */
#include "input/case/checks.h"
#include "wall/motion.h"
#include <math.h>

static bool IsZero(const double a[3])
{
  return a[0] == 0.0 && a[1] == 0.0 && a[2] == 0.0;
}

static double DotProduct(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* One that has length 1 to rounding stays as it is, so that doing so again changes nothing. */
PetscErrorCode GrCaseCheckDirection(const GrNode *node, double normal[3])
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

/* A sine has both an amplitude and a frequency. */
static PetscErrorCode CheckSine(const GrNode *map, const double amplitude[3], double frequency)
{
  bool still = IsZero(amplitude);
  if (still && frequency > 0.0)
    return GrComplainMissing(map, "amplitude", "is missing or zero; give the amplitude of the %s", map->key);
  if (!still && frequency == 0.0)
    return GrComplainMissing(map, "frequency", "is missing or zero; give the frequency of the %s", map->key);
  return 0;
}

/* The rate of an angular velocity is along it: the wall would turn about another line every moment. */
static PetscErrorCode CheckRotation(const GrCase *the_case, const GrNode *node, const GrWallMotion *m)
{
  const GrNode *rotation = GrNodeGet(node, "rotation");
  const double *w = m->angular_velocity, *a = m->angular_acceleration, along = DotProduct(w, a);
  if (DotProduct(w, w) * DotProduct(a, a) > along * along * (1 + 1e-12))
    return GrComplainKey(GrNodeGet(rotation, "angular_acceleration"),
                         "is not along angular_velocity; write one along it, or give each in a motion of its own in "
                         "motions");
  PetscCall(GrCaseCheckAboutPlane(the_case, rotation, "angular_velocity", w));
  return GrCaseCheckAboutPlane(the_case, rotation, "angular_acceleration", a);
}

/* What the keys of a wall and a motion of its list have in common. */
static PetscErrorCode CheckMotion(const GrCase *the_case, const GrNode *node, const GrWallMotion *m)
{
  const GrNode *oscillation = GrNodeGet(node, "oscillation");
  PetscCall(GrCaseCheckInPlane(the_case, node, "velocity", m->velocity));
  PetscCall(GrCaseCheckInPlane(the_case, node, "acceleration", m->acceleration));
  PetscCall(CheckSine(oscillation, m->amplitude, m->frequency));
  PetscCall(GrCaseCheckInPlane(the_case, oscillation, "amplitude", m->amplitude));
  return CheckRotation(the_case, node, m);
}

static PetscErrorCode CheckTable(const GrCase *the_case, const GrNode *node, GrWallTable *t)
{
  const GrNode *table = GrNodeGet(node, "table"), *axis = GrNodeGet(table, "axis");
  if (axis) {
    PetscCall(GrCaseCheckDirection(axis, t->axis));
    PetscCall(GrCaseCheckAboutPlane(the_case, table, "axis", t->axis));
  }
  return t->file || t->n == 0 ? 0 : GrWallTableFinish(t);
}

static PetscErrorCode CheckListed(const GrCase *the_case, const GrNode *node, GrWallMotion *m)
{
  const GrNode *swing = GrNodeGet(node, "swing");
  const bool spins = !IsZero(m->angular_velocity) || !IsZero(m->angular_acceleration);
  const bool swings = !IsZero(m->swing_amplitude), still = IsZero(m->velocity) && IsZero(m->acceleration);
  PetscCall(CheckMotion(the_case, node, m));
  PetscCall(CheckSine(swing, m->swing_amplitude, m->swing_frequency));
  PetscCall(GrCaseCheckAboutPlane(the_case, swing, "amplitude", m->swing_amplitude));
  PetscCall(CheckTable(the_case, node, &m->table));
  const bool points = m->table.n > 0 || m->table.file, turned = points && m->table.axis[0] * 0 == 0;
  if (spins + swings + turned > 1)
    return GrComplain(node, "turns in two ways; keep one of rotation, swing and a table with angles, and give the "
                            "other as a motion of its own");
  if (still && !spins && !swings && !points && IsZero(m->amplitude))
    return GrComplain(node, "does nothing; give velocity, acceleration, oscillation, rotation, swing or table");
  if (m->end <= m->start)
    return GrComplain(GrNodeGet(node, "end"), "is not after start, %g s; write a later time", m->start);
  return 0;
}

PetscErrorCode GrCaseCheckWallMotions(const GrCase *the_case, const GrNode *node, GrWall *wall)
{
  const GrNode *motions = GrNodeGet(node, "motions");
  PetscCall(CheckMotion(the_case, node, &wall->motion));
  for (int i = 0; i < 3; i++) {
    wall->home[i] = wall->value[0].number[i];
    wall->motion.pivot[i] = isnan(wall->motion.pivot[i]) ? wall->home[i] : wall->motion.pivot[i];
  }
  for (int k = 0; k < wall->n_motions; k++)
    PetscCall(CheckListed(the_case, GrNodeAt(motions, k), &wall->motions[k]));
  return 0;
}
