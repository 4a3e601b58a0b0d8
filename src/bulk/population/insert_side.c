/* Checks before a run that the regions of inserted particles are in front of the walls; see population.h. */
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

/* Whether all random places of the region for the smallest particle are on the wrong side of the wall. The places are
   those that the insertion tries for one particle. */
static bool IsBehind(GrWorld w, const GrInserting *in, int k)
{
  const PetscInt64 places = 200;
  const GrRandom random = {(uint64_t)w->the_case->grains[in->group].seed, GR_RANDOM_INSERT};
  const GrWallPose pose = GrWallsAt(&w->bulk->walls, k, w->clock.committed);
  bool behind = true;

  for (PetscInt64 i = 0; i < places && behind; i++) {
    double x[3], unused[3];
    (void)GrFillRegionDraw(&in->region, in->radii.smallest, random, 1, i, x);
    behind = GrWallGap(&w->the_case->walls[k], &pose, x, unused) < 0;
  }
  return behind;
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
