/* inside: counts the particles that are inside closed meshes at the start, for `granum check`; see output.h. A mesh
   that contains a whole group is a container, such as a drum. A group that is partly inside has particles that are
   enclosed, for example in a hollow shaft, which no contact reports. */
#include "bulk/bulk.h"
#include "bulk/output.h"
#include "mesh/file.h"

/* Counts the particles of each group inside wall k: count[k + stride group]. */
static PetscErrorCode CountInWall(GrWorld w, int k, int stride, PetscInt64 *count)
{
  const GrStore *s = &w->bulk->store;
  const GrWall *wall = &w->the_case->walls[k];
  const GrWallPose pose = GrWallsAt(&w->bulk->walls, k, w->committed_time);
  GrMeshInside inside = NULL;

  if (wall->mesh && !wall->absent)
    PetscCall(GrMeshFileInside(wall->mesh, &inside));
  for (PetscInt i = 0; i < s->columns.n && inside; i++) {
    double start[3];
    GrWallMovePointBack(&pose, s->state + GR_STATE * i, start);
    count[k + stride * s->group[i]] += GrMeshInsideHas(inside, start);
  }
  return 0;
}

PetscErrorCode GrBulkInsideCount(GrWorld w, PetscInt64 **count)
{
  const GrCase *c = w->the_case;
  const int stride = c->n_walls + 1;

  *count = NULL;
  if (!w->bulk)
    return 0;
  PetscCall(PetscCalloc1(stride * c->n_grains, count));
  for (int k = 0; k < c->n_walls; k++)
    PetscCall(CountInWall(w, k, stride, *count));
  for (PetscInt i = 0; i < w->bulk->store.columns.n; i++)
    (*count)[c->n_walls + stride * w->bulk->store.group[i]]++;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, *count, stride * c->n_grains, MPIU_INT64, MPI_SUM, w->comm));
  return 0;
}

void GrBulkInsidePrint(GrWorld w, const PetscInt64 *count, const char *mark, FILE *out)
{
  const GrCase *c = w->the_case;
  const int stride = c->n_walls + 1;

  for (int g = 0; count && g < c->n_grains; g++)
    for (int k = 0; k < c->n_walls; k++) {
      const PetscInt64 inside = count[k + stride * g], all = count[c->n_walls + stride * g];
      if (inside > 0 && inside < all)
        fprintf(out,
                "%snote: %" PetscInt64_FMT " of the %" PetscInt64_FMT
                " particles of %s are inside the closed mesh of the wall %s; to keep them out, write a smaller "
                "region in particles.%s, or the key within\n",
                mark, inside, all, c->grains[g].name, c->walls[k].name, c->grains[g].name);
    }
}
