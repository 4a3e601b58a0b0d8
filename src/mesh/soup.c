/* soup: arrays that grow; see soup.h. */
#include "mesh/soup.h"

#include <granum/error.h>
#include <stdlib.h>

/* By half at least, so that a number after another costs little. */
static PetscErrorCode Grow(const char *path, PetscInt64 needed, size_t each, PetscInt64 *room, void **array)
{
  const PetscInt64 wanted = PetscMax(needed, *room + *room / 2 + 64);
  if (needed <= *room)
    return 0;
  if (needed > GR_MESH_CORNERS_MAX)
    return GrFail(GR_EXIT_INPUT, "%s: has more than %d vertices or triangles; simplify the mesh", path,
                  GR_MESH_CORNERS_MAX);
  void *grown = realloc(*array, each * (size_t)wanted);
  if (!grown)
    return GrFail(GR_EXIT_INPUT, "%s: there is no memory for %" PetscInt64_FMT " vertices or triangles; simplify it",
                  path, wanted);
  *array = grown;
  *room = wanted;
  return 0;
}

PetscErrorCode GrMeshSoupRoom(GrMeshSoup *soup, const char *path, PetscInt64 vertices, PetscInt64 triangles)
{
  void *vertex = soup->vertex, *triangle = soup->triangle;
  PetscErrorCode code = Grow(path, soup->n_vertices + vertices, sizeof *soup->vertex, &soup->vertex_room, &vertex);
  soup->vertex = vertex;
  if (!code)
    code = Grow(path, soup->n_triangles + triangles, sizeof *soup->triangle, &soup->triangle_room, &triangle);
  soup->triangle = triangle;
  return code;
}

PetscErrorCode GrMeshSoupDestroy(GrMeshSoup *soup)
{
  free(soup->vertex);
  free(soup->triangle);
  *soup = (GrMeshSoup){0};
  return 0;
}
