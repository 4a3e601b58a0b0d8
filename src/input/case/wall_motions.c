/* Checks the motions of walls: a sine has amplitude and frequency, and a motion has at most one rotation. Prepares
   tables of motion for use. */
#include "input/case/checks.h"
#include "input/key/key.h"
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

/* A sine has both an amplitude and a frequency. */
static PetscErrorCode CheckSine(const GrNode *map, const double amplitude[3], double frequency)
{
  bool still = IsZero(amplitude);
  if (still && frequency > 0.0)
    return GrNodeComplainMissing(map, "amplitude", "is missing or zero; give the amplitude of the %s", map->key);
  if (!still && frequency == 0.0)
    return GrNodeComplainMissing(map, "frequency", "is missing or zero; give the frequency of the %s", map->key);
  return 0;
}

/* Checks that are common to the keys of a wall and to an entry of its list. */
static PetscErrorCode CheckMotion(const GrNode *node, const GrWallMotion *m)
{
  const GrNode *oscillation = GrNodeGet(node, "oscillation");
  PetscCall(CheckSine(oscillation, m->amplitude, m->frequency));
  /* an angular acceleration that is not along the angular velocity would change the axis of rotation */
  const GrNode *rotation = GrNodeGet(node, "rotation");
  const double *w = m->angular_velocity, *a = m->angular_acceleration, along = DotProduct(w, a);
  if (DotProduct(w, w) * DotProduct(a, a) > along * along * (1 + 1e-12))
    return GrNodeComplainKey(
        GrNodeGet(rotation, "angular_acceleration"),
        "is not along angular_velocity; write one along it, or give the two in separate entries of "
        "motions");
  return 0;
}

static PetscErrorCode CheckListed(const GrNode *node, GrWallMotion *m)
{
  const GrNode *swing = GrNodeGet(node, "swing");
  const bool spins = !IsZero(m->angular_velocity) || !IsZero(m->angular_acceleration);
  const bool swings = !IsZero(m->swing_amplitude), still = IsZero(m->velocity) && IsZero(m->acceleration);
  PetscCall(CheckMotion(node, m));
  PetscCall(CheckSine(swing, m->swing_amplitude, m->swing_frequency));
  const bool points = m->table.n > 0 || m->table.file, turned = points && isfinite(m->table.axis[0]);
  if (m->table.n > 0)
    PetscCall(GrWallTableFinish(&m->table));
  if (spins + swings + turned > 1)
    return GrNodeComplain(node, "turns in two ways; keep one of rotation, swing and a table with angles, and give the "
                                "other in a separate entry of motions");
  if (still && !spins && !swings && !points && IsZero(m->amplitude))
    return GrNodeComplain(node, "does nothing; give velocity, acceleration, oscillation, rotation, swing or table");
  return 0;
}

PetscErrorCode GrCaseCheckWallMotions(const GrNode *node, GrWall *wall)
{
  const GrNode *motions = GrNodeGet(node, "motions");
  PetscCall(CheckMotion(node, &wall->motion));
  for (int i = 0; i < 3; i++) {
    wall->home[i] = wall->value[0].number[i];
    wall->motion.pivot[i] = isnan(wall->motion.pivot[i]) ? wall->home[i] : wall->motion.pivot[i];
  }
  for (int k = 0; k < wall->n_motions; k++)
    PetscCall(CheckListed(GrNodeAt(motions, k), &wall->motions[k]));
  return 0;
}

/* A table also has arrays that are computed from its columns. */
static PetscErrorCode FreeTable(const GrKey *key, char *base)
{
  PetscCall(GrWallTableForget(&((GrWallMotion *)(base + key->offset))->table));
  return GrKeyFreeSection(key, base);
}

const GrKeyKind GrKeyWallTable = {
    "map", GrKeyReadSection, NULL, GrKeyWriteSection, "@keys", GrKeyLeavesSection, .free = FreeTable};
