/* output: access to the state of an assembly, for the output and for the main loop of a run; see output.h. */
#include "bulk/output.h"
#include "bulk/bulk.h"
#include "wall/geometry.h"

#include <math.h>

GrStore *GrBulkStore(GrWorld w)
{
  return &w->bulk->store;
}

const GrParallelBox *GrBulkBox(GrWorld w)
{
  return &w->bulk->box;
}

const GrCellMotion *GrBulkSides(GrWorld w)
{
  return w->bulk->cell ? &w->bulk->cell->committed : NULL;
}

const GrWalls *GrBulkWalls(GrWorld w)
{
  return &w->bulk->walls;
}

GrBulkStages *GrBulkStageList(GrWorld w)
{
  return w->bulk && w->bulk->stages.n > 0 ? &w->bulk->stages : NULL;
}

GrBulkChanges GrBulkChangesMade(GrWorld w)
{
  return w->bulk ? w->bulk->stages.made : (GrBulkChanges){.count = 0};
}

bool GrBulkHasBonds(GrWorld w)
{
  return w->bulk && w->bulk->model.bonds;
}

GrEvents *GrBulkBrokenBonds(GrWorld w)
{
  return &w->bulk->broken_bonds;
}

GrModel *GrBulkBounds(GrWorld w)
{
  return &w->bulk->bounds[w->bulk->stages.at];
}

double GrBulkLongestStep(GrWorld w)
{
  return w->bulk ? w->bulk->numbers.longest_step : 0;
}

GrBulkWorkload GrBulkFindWorkload(GrWorld w)
{
  const GrBulk b = w->bulk;
  return (GrBulkWorkload){.owned = (double)b->store.columns.n,
                          .ghosts = (double)GrParallelGhostsCount(b->neighbours.ghosts),
                          .candidates = (double)b->neighbours.pairs.n,
                          .contacts = (double)GrHistoryCount(&b->history)};
}

GrBulkWallPlace GrBulkWallAt(GrWorld w, int wall, double t)
{
  const GrWallPose pose = GrWallsAt(&w->bulk->walls, wall, t);
  GrBulkWallPlace place;

  GrWallPoint(&w->the_case->walls[wall], &pose, place.position, place.velocity);
  for (int k = 0; k < 3; k++)
    place.spin[k] = pose.spin[k];
  GrWallOrientation(&pose, place.orientation);
  return place;
}

double GrBulkVolume(GrWorld w, double t)
{
  const GrWallDomain inside = GrWallsInnerBox(&w->bulk->walls, &w->bulk->box, t);
  double volume = 1;

  for (int k = 0; k < inside.dimension; k++)
    volume *= inside.upper[k] - inside.lower[k];
  return volume;
}

double GrBulkWallLoad(GrWorld w, int wall)
{
  const GrWalls *walls = &w->bulk->walls;
  return GrWallIsPushed(&walls->wall[wall]) ? walls->committed[walls->travel[wall]].load : NAN;
}

void GrBulkWallDrive(GrWorld w, int wall, double drive[2])
{
  const GrWalls *walls = &w->bulk->walls;
  const bool turns = GrWallHasShaft(&walls->wall[wall]);

  drive[0] = turns ? walls->committed[walls->travel[wall]].load : NAN;
  drive[1] = turns ? walls->committed[walls->travel[wall]].drive_work : NAN;
}
