/* Checks of what walls do: motions in the plane, one turn each, tables with points. */
#include "input/case/checks.h"
#include "input/key/key.h"
#include "wall/motion.h"
#include <math.h>
#include <string.h>

static bool IsZero(const double a[3])
{
  return a[0] == 0.0 && a[1] == 0.0 && a[2] == 0.0;
}

static double DotProduct(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* One that has length 1 to rounding stays as it is, so that doing so again changes nothing. */
PetscErrorCode GrCheckDirection(const GrNode *node, double normal[3])
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
  PetscCall(GrCheckAboutPlane(the_case, rotation, "angular_velocity", w));
  return GrCheckAboutPlane(the_case, rotation, "angular_acceleration", a);
}

/* What the keys of a wall and a motion of its list have in common. */
static PetscErrorCode CheckMotion(const GrCase *the_case, const GrNode *node, const GrWallMotion *m)
{
  const GrNode *oscillation = GrNodeGet(node, "oscillation");
  PetscCall(GrCheckInPlane(the_case, node, "velocity", m->velocity));
  PetscCall(GrCheckInPlane(the_case, node, "acceleration", m->acceleration));
  PetscCall(CheckSine(oscillation, m->amplitude, m->frequency));
  PetscCall(GrCheckInPlane(the_case, oscillation, "amplitude", m->amplitude));
  return CheckRotation(the_case, node, m);
}

/* Lists that stand in the input: as many of each as there are times, which rise. */
static PetscErrorCode CheckPoints(const GrCase *the_case, const GrNode *table, const GrWallTable *t)
{
  const GrNode *time = GrNodeGet(table, "time");
  for (int i = 1; i < t->n; i++)
    if (!(t->time[i] > t->time[i - 1]))
      return GrComplain(GrNodeAt(time, i), "is not later than the time before it; write times in ascending order");
  for (const GrKey *key = GrWallTableKeys; key->name; key++) {
    const GrNode *list = GrNodeGet(table, key->name);
    if (key->kind != &GrKeyQuantities || !list || list == time)
      continue;
    if (!time)
      return GrComplainMissing(table, "time", "is missing; give the times of %s", list->key);
    if (list->n != t->n)
      return GrComplain(list, "has %d numbers, and time has %d; write one for each time", list->n, t->n);
    if (the_case->dimension == 2 && strchr(list->key, 'z'))
      return GrComplainKey(list, "is out of the plane of dimension 2; remove it");
  }
  return 0;
}

static PetscErrorCode CheckColumns(const GrNode *table, const GrWallTable *t)
{
  bool any = false;
  for (int k = 0; k < 3; k++)
    if (t->column[k] && (t->column[3] || t->column[4] || t->column[5]))
      return GrComplain(table, "gives displacements and velocities; keep one of the two");
  if (t->column[GR_WALL_BY_ANGLE] && t->column[GR_WALL_BY_RATE])
    return GrComplainKey(GrNodeGet(table, "rate"), "angle and rate are both given; keep one of them");
  for (int k = 0; k < GR_WALL_COLUMNS; k++)
    any = any || t->column[k];
  if (!any)
    return GrComplain(table, "moves nothing; give file: NAME, or time: [..] and one of x, y, z, vx, vy, vz, angle, "
                             "rate");
  return 0;
}

static PetscErrorCode CheckTable(const GrCase *the_case, const GrNode *node, GrWallTable *t)
{
  const GrNode *table = GrNodeGet(node, "table"), *axis = GrNodeGet(table, "axis");
  const bool turns = t->column[GR_WALL_BY_ANGLE] || t->column[GR_WALL_BY_RATE];
  if (!table || !GrNodeGet(table, t->file ? "file" : "time")) {
    for (const GrNode *child = table ? table->first : NULL; child; child = child->next)
      if (strcmp(child->key, "smooth") != 0)
        return GrComplainMissing(table, "time", "is missing; give times and what the wall does then, or file: NAME");
    return 0;
  }
  if (axis) {
    PetscCall(GrCheckDirection(axis, t->axis));
    PetscCall(GrCheckAboutPlane(the_case, table, "axis", t->axis));
  }
  if (t->file) {
    for (const GrKey *key = GrWallTableKeys + 1; key->name; key++)
      if (key->kind == &GrKeyQuantities && GrNodeGet(table, key->name))
        return GrComplainKey(GrNodeGet(table, key->name), "the table is given twice; keep the file, or the lists");
    return 0;
  }
  PetscCall(CheckPoints(the_case, table, t));
  PetscCall(CheckColumns(table, t));
  if (turns && !axis)
    return GrComplainMissing(table, "axis", "is missing; give the direction of the axis that the wall turns about");
  if (!turns && axis)
    return GrComplainKey(axis, "is that of a turn, and there is none; give angle or rate, or leave it out");
  return GrWallTableFinish(t);
}

static PetscErrorCode CheckListed(const GrCase *the_case, const GrNode *node, GrWallMotion *m)
{
  const GrNode *swing = GrNodeGet(node, "swing");
  const bool spins = !IsZero(m->angular_velocity) || !IsZero(m->angular_acceleration);
  const bool swings = !IsZero(m->swing_amplitude), still = IsZero(m->velocity) && IsZero(m->acceleration);
  PetscCall(CheckMotion(the_case, node, m));
  PetscCall(CheckSine(swing, m->swing_amplitude, m->swing_frequency));
  PetscCall(GrCheckAboutPlane(the_case, swing, "amplitude", m->swing_amplitude));
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

PetscErrorCode GrCheckWallMotions(const GrCase *the_case, const GrNode *node, GrWall *wall)
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
