/* model: contact model of the current case, and motion of its walls; see epoch.h. */
#include "bulk/bulk.h"
#include "bulk/epoch.h"

PetscErrorCode GrBulkCreateModel(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const int n = b->particles.n_types;
  GrParticleType *type;
  int *of_wall;

  PetscCall(PetscMalloc2(n + GR_WALL_TYPES * c->n_walls, &type, c->n_walls, &of_wall));
  PetscCall(PetscArraycpy(type, b->particles.types, n));
  PetscCall(GrModelCreate(c, GrWallsTypes(c->n_walls, c->walls, n, type, of_wall), type, &b->model));
  PetscCall(PetscFree2(type, of_wall));
  if (n == 0)
    PetscCall(GrModelAddFamilies(&b->model));
  GrBulkSetParticleTypes(w);
  return 0;
}

void GrBulkFindWallMotions(GrWorld w)
{
  const GrBulk b = w->bulk;

  b->wall_motion.moves = b->wall_motion.turns = false;
  b->wall_motion.fastest = 0;
  for (int k = 0; k < w->the_case->n_walls; k++) {
    const GrWall *wall = &w->the_case->walls[k];
    b->wall_motion.moves = b->wall_motion.moves || GrWallIsLoaded(wall);
    b->wall_motion.turns = b->wall_motion.turns || (!wall->absent && GrWallTurns(wall));
    b->wall_motion.moves = b->wall_motion.moves || (!wall->absent && (GrWallMoves(wall) || GrWallSurfaceMoves(wall)));
    if (!wall->absent)
      b->wall_motion.fastest = PetscMax(b->wall_motion.fastest, GrWallFastest(wall, &b->box, w->the_case->time.end));
  }
}
