/* Checks before a run that the regions of inserted particles are in front of the walls; see population.h.

   A region is refused only if it is proved that all places of its smallest particle are behind the wall. From a point
   to another the gap grows by at most their distance, and for a plane by the distance along its normal
   (granum/wall_shape.h). A box of places is therefore behind the wall if the gap at its centre plus this bound for its
   corners is negative. If not, its two halves are checked, down to a number of boxes. A region whose places are not
   decided is accepted. */
#include "base/math/vector.h"
#include "bulk/bulk.h"
#include "bulk/population/insert.h"
#include "wall/geometry.h"

#include <granum/error.h>

/* Whether the wall stays where it is, from the start to the end of the run. */
static bool StaysThroughout(const GrBulk b, const GrCase *c, int k)
{
  bool rests = !c->walls[k].mesh && !c->walls[k].absent && !GrWallIsLoaded(&c->walls[k]) && !GrWallMoves(&c->walls[k]);

  for (int s = 0; s < b->stages.n; s++) {
    const GrWall *wall = &b->stages.of[s].walls[k];
    rests = rests && !wall->absent && !GrWallIsLoaded(wall) && !GrWallMoves(wall);
  }
  return rests;
}

/* Places of the smallest particle of a region, compared with a wall. */
typedef struct {
  const GrRegion *region;
  double radius; /* of the smallest particle [m] */
  const GrWall *wall;
  GrWallPose pose;
  int left; /* number of boxes that may still be checked */
} Places;

/* Whether a part of the places, in a box with this centre and these half lengths, is proved to be behind the wall. */
static bool IsPartBehind(Places *p, const double centre[3], const double half[3])
{
  const double diagonal = GrNorm3(half), outside = GrFillRegionOutside(p->region, p->radius, centre);
  double normal[3], part[3], middle[3], reach = 0;
  int longest = 0;

  if (outside > diagonal)
    return true;
  const double gap = GrWallGap(p->wall, &p->pose, centre, normal);
  for (int a = 0; a < 3; a++) {
    reach += fabs(normal[a]) * half[a];
    longest = half[a] > half[longest] ? a : longest;
  }
  if (gap + (p->wall->shape->flat ? reach : diagonal) < 0)
    return true;
  if ((outside <= 1e-9 * p->radius && gap >= 0) || --p->left < 0)
    return false;
  GrCopy3(half, part);
  GrCopy3(centre, middle);
  part[longest] *= 0.5;
  middle[longest] -= part[longest];
  if (!IsPartBehind(p, middle, part))
    return false;
  middle[longest] = centre[longest] + part[longest];
  return IsPartBehind(p, middle, part);
}

/* Whether all places of the region for the smallest particle are on the wrong side of the wall. */
static bool IsBehind(GrWorld w, const GrInserting *in, int k)
{
  enum { BOXES = 200000 };
  Places places = {&in->region, in->radii.smallest, &w->the_case->walls[k],
                   GrWallsAt(&w->bulk->walls, k, w->clock.committed), BOXES};
  double lower[3], upper[3], centre[3], half[3];

  GrFillRegionPlaces(&in->region, in->radii.smallest, lower, upper);
  for (int a = 0; a < 3; a++) {
    centre[a] = 0.5 * (lower[a] + upper[a]);
    half[a] = 0.5 * PetscMax(0, upper[a] - lower[a]);
  }
  return IsPartBehind(&places, centre, half);
}

PetscErrorCode GrBulkInsertCheckSides(GrWorld w)
{
  const GrCase *c = w->the_case;

  for (int g = 0; g < GrBulkInsertCountGroups(w); g++) {
    const GrInserting *in = &w->bulk->population.insertion->of[g];
    for (int k = 0; k < c->n_walls; k++)
      if (StaysThroughout(w->bulk, c, k) && IsBehind(w, in, k))
        return GrFail(GR_EXIT_INPUT,
                      "%s: particles.%s.insert.region: no particle finds a place, because the whole region lies on the "
                      "wrong side of the wall %s: %s; write %s, or another region",
                      c->file, c->grains[in->group].name, c->walls[k].name, GrBulkSidesOf(&c->walls[k])->wrong,
                      GrBulkSidesOf(&c->walls[k])->remedy);
  }
  return 0;
}
