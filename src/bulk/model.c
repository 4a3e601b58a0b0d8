/* model: the contact model of the case as it is now, and whether its walls move; see bulk.h. */
#include "bulk/bulk.h"

PetscErrorCode GrBulkCreateModel(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrBulk b = w->bulk;
  const int n = b->n_types;
  GrParticleType *type;
  int *of_wall;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n + GR_WALL_TYPES * c->n_walls, &type, c->n_walls, &of_wall));
  PetscCall(PetscArraycpy(type, b->types, n));
  PetscCall(GrModelCreate(c, GrWallsTypes(c->n_walls, c->walls, n, type, of_wall), type, &b->model));
  PetscCall(PetscFree2(type, of_wall));
  if (n == 0)
    PetscCall(GrModelAddFamilies(&b->model));
  PetscCall(GrBulkSetParticleTypes(w));
  PetscFunctionReturn(0);
}

void GrBulkFindMotions(GrWorld w)
{
  const GrBulk b = w->bulk;

  b->moves = b->turns = PETSC_FALSE;
  for (int k = 0; k < w->the_case->n_walls; k++) {
    const GrWall *wall = &w->the_case->walls[k];
    b->moves = (PetscBool)(b->moves || GrWallGivesWay(wall));
    b->turns = (PetscBool)(b->turns || (!wall->absent && GrWallTurns(wall)));
    b->moves = (PetscBool)(b->moves || (!wall->absent && GrWallMoves(wall)));
  }
}
