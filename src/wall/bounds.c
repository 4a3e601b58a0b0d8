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

static GrWallSphere BoundSpheres(PetscInt n, const GrWallSphere of[])
{
  double lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY}, away[3];

  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      lower[k] = PetscMin(lower[k], of[i].centre[k] - of[i].radius);
      upper[k] = PetscMax(upper[k], of[i].centre[k] + of[i].radius);
    }
  GrWallSphere sphere = MiddleOf(lower, upper);
  for (PetscInt i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      away[k] = of[i].centre[k] - sphere.centre[k];
    sphere.radius = GrLarger(sphere.radius, GrNorm3(away) + of[i].radius);
  }
  return sphere;
}

static GrWallSphere BoundParticles(const GrWallParticles *p, PetscInt first, PetscInt end)
{
  GrWallSphere of[GR_WALL_CHUNK];

  for (PetscInt i = first; i < end; i++) {
    GrCopy3(p->reference + 3 * i, of[i - first].centre);
    of[i - first].radius = p->radius[i] + (p->margin ? p->margin[i] : 0);
  }
  return BoundSpheres(end - first, of);
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
