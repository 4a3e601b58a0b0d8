/* soup: growing arrays of vertices and triangles; see soup.h. */
#include "mesh/soup.h"

#include <granum/error.h>

/* Grows an array by at least half, so that n appended elements cost O(n). */
static PetscErrorCode Grow(const char *path, PetscInt64 needed, size_t each, PetscInt64 *capacity, void *array)
{
  PetscFunctionBeginUser;
  if (needed <= *capacity)
    PetscFunctionReturn(0);
  if (needed > GR_MESH_CORNERS_MAX)
    PetscFunctionReturn(GrFail(GR_EXIT_INPUT, "%s: has more than %d vertices or triangles; simplify the mesh", path,
                               GR_MESH_CORNERS_MAX));
  *capacity = PetscMax(needed, *capacity + *capacity / 2 + 64);
  PetscCall(PetscRealloc(each * (size_t)*capacity, (void **)array));
  PetscFunctionReturn(0);
}

PetscErrorCode GrMeshSoupReserve(GrMeshSoup *s, const char *path, PetscInt64 vertices, PetscInt64 triangles)
{
  PetscFunctionBeginUser;
  PetscCall(Grow(path, s->n_vertices + vertices, sizeof *s->vertex, &s->vertex_capacity, &s->vertex));
  PetscCall(Grow(path, s->n_triangles + triangles, sizeof *s->triangle, &s->triangle_capacity, &s->triangle));
  PetscFunctionReturn(0);
}

PetscErrorCode GrMeshSoupDestroy(GrMeshSoup *soup)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(soup->vertex));
  PetscCall(PetscFree(soup->triangle));
  *soup = (GrMeshSoup){0};
  PetscFunctionReturn(0);
}
