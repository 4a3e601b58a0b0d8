/* file: see file.h.

   The first rank alone reads the file and makes the mesh of it; the vertices and triangles then go to one rank of each
   node, and those of a node share them (base/shared.h): 36 bytes a triangle of a closed mesh, once a node. */
#include "mesh/file.h"

#include "base/shared.h"
#include "mesh/weld.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* A mesh with what its user need not know. */
typedef struct {
  GrMesh mesh; /* first */
  int uses;
  PetscBool has_quality;
  GrMeshQuality quality;
  GrShared shared;
  const GrMeshTrees *trees;
} Owned;

static PetscErrorCode ReadSoup(const char *path, GrMeshSoup *soup)
{
  const char *dot = strrchr(path, '.');
  const char *ending = dot ? dot : "";
  if (strcasecmp(ending, ".stl") == 0)
    return GrMeshSoupReadStl(path, soup);
  if (strcasecmp(ending, ".obj") == 0)
    return GrMeshSoupReadObj(path, soup);
  return GrFail(GR_EXIT_INPUT, "%s: its name ends neither in .stl nor in .obj; give an STL or OBJ file", path);
}

/* Points that are put beyond all numbers are refused. */
static PetscErrorCode PlaceSoup(const char *path, const GrMeshPlacing *placing, GrMeshSoup *soup)
{
  for (PetscInt64 v = 0; v < soup->n_vertices; v++) {
    double at[3];
    placing->place(placing->context, soup->vertex[v], at);
    if (!isfinite(at[0] + at[1] + at[2]))
      return GrFail(GR_EXIT_INPUT, "%s: a vertex is too far away to be a number; write a smaller scale", path);
    memcpy(soup->vertex[v], at, sizeof at);
  }
  return 0;
}

static PetscErrorCode JudgeSoup(const char *path, const GrMeshSoup *soup, const GrMeshQuality *q)
{
  if (q->in_file == 0)
    return GrFail(GR_EXIT_INPUT, "%s: has no triangles; export the mesh anew", path);
  if (soup->n_triangles == 0)
    return GrFail(GR_EXIT_INPUT, "%s: all %lld triangles are degenerate: they have no area; export the mesh anew", path,
                  (long long)q->in_file);
  return 0;
}

/* On one rank: the triangles of the file, where they are to be. */
static PetscErrorCode MakeSoup(const char *path, const GrMeshPlacing *placing, GrMeshSoup *soup, GrMeshQuality *q)
{
  PetscErrorCode code = ReadSoup(path, soup);
  if (!code)
    code = PlaceSoup(path, placing, soup);
  if (code)
    return code;
  *q = (GrMeshQuality){.in_file = soup->n_triangles};
  PetscCall(GrMeshSoupWeld(soup, &q->degenerate, &q->duplicate));
  code = JudgeSoup(path, soup, q);
  if (code)
    return code;
  const GrMesh mesh = {soup->n_vertices, soup->n_triangles, soup->vertex, soup->triangle, NULL};
  PetscCall(GrMeshQualityFind(&mesh, q));
  return 0;
}

PetscErrorCode GrMeshFileRead(MPI_Comm comm, const char *path, const GrMeshPlacing *placing, const GrMeshTrees *trees,
                              GrMesh **mesh)
{
  GrMeshSoup soup = {0};
  GrMeshQuality quality = {0};
  PetscInt64 size[2];
  PetscErrorCode code = 0;
  int rank;

  PetscFunctionBeginUser;
  *mesh = NULL;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    code = MakeSoup(path, placing, &soup, &quality);
  code = GrFailAgree(comm, code);
  size[0] = soup.n_vertices;
  size[1] = soup.n_triangles;
  if (!code) {
    PetscCallMPI(MPI_Bcast(size, 2, MPIU_INT64, 0, comm));
    PetscCallMPI(MPI_Bcast(&quality, (int)sizeof quality, MPI_BYTE, 0, comm));
    PetscCall(GrMeshFileMake(comm, size[0], size[1], mesh));
    ((Owned *)*mesh)->has_quality = PETSC_TRUE;
    ((Owned *)*mesh)->quality = quality;
    PetscCall(GrMeshFileFill(comm, (const double(*)[3])soup.vertex, (const int32_t(*)[3])soup.triangle, trees, *mesh));
  }
  PetscCall(GrMeshSoupDestroy(&soup));
  PetscCall(code);
  PetscFunctionReturn(0);
}

static size_t BytesOfVertices(const GrMesh *mesh)
{
  return sizeof *mesh->vertex * (size_t)mesh->n_vertices;
}

static size_t BytesOfTriangles(const GrMesh *mesh)
{
  return sizeof *mesh->triangle * (size_t)mesh->n_triangles;
}

PetscErrorCode GrMeshFileMake(MPI_Comm comm, PetscInt64 n_vertices, PetscInt64 n_triangles, GrMesh **mesh)
{
  Owned *owned;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&owned));
  owned->uses = 1;
  owned->mesh = (GrMesh){.n_vertices = n_vertices, .n_triangles = n_triangles};
  PetscCall(GrSharedMake(comm, BytesOfVertices(&owned->mesh) + BytesOfTriangles(&owned->mesh), &owned->shared));
  owned->mesh.vertex = owned->shared.memory;
  owned->mesh.triangle = (int32_t(*)[3])((char *)owned->shared.memory + BytesOfVertices(&owned->mesh));
  *mesh = &owned->mesh;
  PetscFunctionReturn(0);
}

PetscErrorCode GrMeshFileFill(MPI_Comm comm, const double (*vertex)[3], const int32_t (*triangle)[3],
                              const GrMeshTrees *trees, GrMesh *mesh)
{
  Owned *owned = (Owned *)mesh;

  PetscFunctionBeginUser;
  PetscCall(GrSharedFill(comm, 0, vertex, BytesOfVertices(mesh), &owned->shared));
  PetscCall(GrSharedFill(comm, BytesOfVertices(mesh), triangle, BytesOfTriangles(mesh), &owned->shared));
  owned->trees = trees;
  if (trees)
    PetscCall(trees->prepare(mesh));
  PetscFunctionReturn(0);
}

const GrMeshQuality *GrMeshFileQuality(const GrMesh *mesh)
{
  const Owned *owned = (const Owned *)mesh;
  return owned->has_quality ? &owned->quality : NULL;
}

GrMesh *GrMeshFileShare(GrMesh *mesh)
{
  if (mesh)
    ((Owned *)mesh)->uses++;
  return mesh;
}

PetscErrorCode GrMeshFileRelease(GrMesh **mesh)
{
  Owned *owned = (Owned *)*mesh;

  PetscFunctionBeginUser;
  *mesh = NULL;
  if (!owned || --owned->uses > 0)
    PetscFunctionReturn(0);
  if (owned->trees)
    PetscCall(owned->trees->forget(&owned->mesh));
  PetscCall(GrSharedFree(&owned->shared));
  PetscCall(PetscFree(owned));
  PetscFunctionReturn(0);
}
