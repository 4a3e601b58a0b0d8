/* inside: counts the particles that are inside closed meshes at the start, for `granum check`; see output.h. A mesh
   that contains a whole group is a container, such as a drum. A group that is partly inside has particles that are
   enclosed, for example in a hollow shaft, which no contact reports. Generators that fill a part of the domain do not
   place particles inside closed meshes (particle/fill/obstacle.h); `granum check` then names these meshes. */
#include "bulk/bulk.h"
#include "bulk/output.h"
#include "mesh/file.h"
#include "particle/fill/obstacle.h"

/* Sets *inside to the closed parts of the mesh of a wall; NULL: there are none. */
static PetscErrorCode FindInside(const GrWall *wall, GrMeshInside *inside)
{
  *inside = NULL;
  return wall->mesh && !wall->absent ? GrMeshFileInside(wall->mesh, inside) : 0;
}

/* Number of columns of the count: the parts of the meshes of all walls, and all particles. */
static PetscErrorCode CountColumns(const GrCase *c, int *n)
{
  *n = 1;
  for (int k = 0; k < c->n_walls; k++) {
    GrMeshInside inside;
    PetscCall(FindInside(&c->walls[k], &inside));
    *n += inside ? GrMeshInsideParts(inside) : 0;
  }
  return 0;
}

/* Counts the particles of each group inside the parts of wall k: count[column + part + stride group]. Adds the number
   of its parts to *column. */
static PetscErrorCode CountInWall(GrWorld w, int k, int stride, int *column, PetscInt64 *count)
{
  const GrStore *s = &w->bulk->store;
  const GrWallPose pose = GrWallsAt(&w->bulk->walls, k, w->clock.committed);
  GrMeshInside inside;

  PetscCall(FindInside(&w->the_case->walls[k], &inside));
  for (PetscInt i = 0; i < s->columns.n && inside; i++) {
    double start[3];
    GrWallMovePointBack(&pose, s->state + GR_STATE * i, start);
    for (int part = -1; (part = GrMeshInsideNext(inside, start, part)) >= 0;)
      count[*column + part + stride * s->group[i]]++;
  }
  *column += inside ? GrMeshInsideParts(inside) : 0;
  return 0;
}

PetscErrorCode GrBulkInsideCount(GrWorld w, PetscInt64 **count)
{
  const GrCase *c = w->the_case;
  int stride, column = 0;

  *count = NULL;
  if (!w->bulk)
    return 0;
  PetscCall(CountColumns(c, &stride));
  PetscCall(PetscCalloc1(stride * c->n_grains, count));
  for (int k = 0; k < c->n_walls; k++)
    PetscCall(CountInWall(w, k, stride, &column, *count));
  for (PetscInt i = 0; i < w->bulk->store.columns.n; i++)
    (*count)[column + stride * w->bulk->store.group[i]]++;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, *count, stride * c->n_grains, MPIU_INT64, MPI_SUM, w->comm));
  return 0;
}

/* Prints how many particles of a group are inside the parts of a mesh. count: [n] particles inside each part. */
static void PrintInside(const char *group, const char *wall, int n, const PetscInt64 *count, PetscInt64 all,
                        const char *mark, FILE *out)
{
  for (int part = 0; part < n; part++) {
    char name[32] = "";
    if (count[part] == 0 || count[part] == all)
      continue;
    if (n > 1)
      snprintf(name, sizeof(name), ", part %d", part + 1);
    fprintf(out,
            "%snote: %" PetscInt64_FMT " of the %" PetscInt64_FMT
            " particles of %s are inside the closed mesh of the wall %s%s; to keep them out, write a smaller "
            "region in particles.%s, or the key within\n",
            mark, count[part], all, group, wall, name, group);
  }
}

/* Prints the closed meshes that block places of a group, and the number of places that are left out. */
static PetscErrorCode PrintSolids(GrWorld w, int group, const char *mark, FILE *out)
{
  const GrGrains *g = &w->the_case->grains[group];
  const GrGroupProperties *properties = &w->bulk->particles.group_properties[group];
  GrFillObstacle *solid;
  int n;

  PetscCall(GrFillSolidsFind(w->the_case, g, properties->radius_min, &n, &solid));
  for (int k = 0; k < n; k++)
    if (g->generator->make && solid[k].share > 0)
      fprintf(
          out,
          "%snote: about %.0f %% of the space for the particles of %s is inside the closed mesh of the wall %s, where "
          "none are placed; the inside of a mesh is filled only if all of this space is inside\n",
          mark, PetscMax(1, 100 * solid[k].share), g->name, solid[k].wall->name);
  if (properties->left_out > 0)
    fprintf(out,
            "%snote: %" PetscInt64_FMT " places of %s are left out, because a particle there would touch a closed mesh "
            "or be inside\n",
            mark, properties->left_out, g->name);
  return GrFillObstaclesFree(n, &solid);
}

PetscErrorCode GrBulkInsidePrint(GrWorld w, const PetscInt64 *count, const char *mark, FILE *out)
{
  const GrCase *c = w->the_case;
  int stride;

  PetscCall(CountColumns(c, &stride));
  for (int g = 0; count && g < c->n_grains; g++) {
    const PetscInt64 *column = count + stride * g, all = column[stride - 1];
    for (int k = 0; k < c->n_walls; k++) {
      GrMeshInside inside;
      PetscCall(FindInside(&c->walls[k], &inside));
      if (!inside)
        continue;
      PrintInside(c->grains[g].name, c->walls[k].name, GrMeshInsideParts(inside), column, all, mark, out);
      column += GrMeshInsideParts(inside);
    }
    PetscCall(PrintSolids(w, g, mark, out));
  }
  return 0;
}
