/* bounds: tree of bounding spheres of the particles of a rank; see wall.h. If a wall does not reach a bounding sphere,
   it reaches no particle in it. */
#include "wall/bounds.h"
#include "base/math/elementary.h"
#include "base/math/vector.h"

/* Sphere of radius 0 at the centre of a box. */
static GrWallSphere MiddleOf(const double lower[3], const double upper[3])
{
  GrWallSphere sphere = {.radius = 0};

  for (int k = 0; k < 3; k++)
    sphere.centre[k] = 0.5 * (lower[k] + upper[k]);
  return sphere;
}

/* Enlarges the sphere until it contains the sphere of this centre and radius. */
static void Widen(GrWallSphere *sphere, const double x[3], double radius)
{
  const double away[3] = {x[0] - sphere->centre[0], x[1] - sphere->centre[1], x[2] - sphere->centre[2]};
  sphere->radius = GrLarger(sphere->radius, GrNorm3(away) + radius);
}

static GrWallSphere BoundParticles(const GrWallParticles *p, PetscInt first, PetscInt end)
{
  double lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY};

  for (PetscInt i = first; i < end; i++)
    for (int k = 0; k < 3; k++) {
      lower[k] = PetscMin(lower[k], p->reference[3 * i + k]);
      upper[k] = PetscMax(upper[k], p->reference[3 * i + k]);
    }
  GrWallSphere sphere = MiddleOf(lower, upper);
  for (PetscInt i = first; i < end; i++)
    Widen(&sphere, p->reference + 3 * i, p->radius[i] + (p->margin ? p->margin[i] : 0));
  return sphere;
}

static GrWallSphere BoundSpheres(PetscInt n, const GrWallSphere of[])
{
  double lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY};

  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      lower[k] = PetscMin(lower[k], of[i].centre[k] - of[i].radius);
      upper[k] = PetscMax(upper[k], of[i].centre[k] + of[i].radius);
    }
  GrWallSphere sphere = MiddleOf(lower, upper);
  for (PetscInt i = 0; i < n; i++)
    Widen(&sphere, of[i].centre, of[i].radius);
  return sphere;
}

PetscErrorCode GrWallBoundsFind(const GrWallParticles *particles, GrWallBounds *bounds)
{
  PetscInt n = (particles->n + GR_WALL_CHUNK - 1) / GR_WALL_CHUNK, total = 0;

  PetscFunctionBeginUser;
  for (bounds->levels = 0; n > 0; n = n > 1 ? (n + GR_WALL_BOUNDS_FAN - 1) / GR_WALL_BOUNDS_FAN : 0) {
    bounds->begin[bounds->levels++] = total;
    total += n;
  }
  bounds->begin[bounds->levels] = total;
  if (total > bounds->capacity) {
    bounds->capacity = total + total / 2;
    PetscCall(PetscRealloc((size_t)bounds->capacity * sizeof(*bounds->sphere), &bounds->sphere));
  }
  for (int level = 0; level < bounds->levels; level++)
    for (PetscInt k = bounds->begin[level]; k < bounds->begin[level + 1]; k++) {
      const PetscInt own = k - bounds->begin[level], below = level ? bounds->begin[level - 1] : 0;
      if (level == 0)
        bounds->sphere[k] =
            BoundParticles(particles, GR_WALL_CHUNK * own, PetscMin(GR_WALL_CHUNK * (own + 1), particles->n));
      else
        bounds->sphere[k] =
            BoundSpheres(PetscMin(GR_WALL_BOUNDS_FAN, bounds->begin[level] - (below + GR_WALL_BOUNDS_FAN * own)),
                         bounds->sphere + below + GR_WALL_BOUNDS_FAN * own);
    }
  PetscFunctionReturn(0);
}
