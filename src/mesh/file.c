/* file: reads triangle meshes on all ranks, and computes their properties and defects; see file.h.

   The first rank reads the file. The vertices and triangles are then sent to one rank of each node, and the ranks of a
   node share its memory (base/shared.h): 36 bytes per node and triangle of a closed mesh.

   With the corners a, b, c of a triangle and the centre o of the bounding box,
     area = sum |(b - a) x (c - a)| / 2                    [m^2]
     volume = sum (a - o) . ((b - o) x (c - o)) / 6        [m^3] */
#include "mesh/file.h"

#include "base/math/vector.h"
#include "base/shared.h"
#include "mesh/edges.h"
#include "mesh/soup.h"
#include "mesh/tree.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* Increments a count of edges. Stores the middle of the first edge. */
static void NoteEdge(const GrMesh *mesh, const GrMeshEdge *edge, PetscInt64 *n, double at[3])
{
  for (int k = 0; k < 3 && *n == 0; k++)
    at[k] = 0.5 * (mesh->vertex[edge->from][k] + mesh->vertex[edge->to][k]);
  ++*n;
}

static void CheckEdge(const GrMesh *mesh, const GrMeshEdge *edge, GrMeshQuality *q)
{
  const int32_t sum = edge->forwards + edge->backwards;
  double d[3];
  for (int k = 0; k < 3; k++)
    d[k] = mesh->vertex[edge->to][k] - mesh->vertex[edge->from][k];
  q->shortest = fmin(q->shortest, GrNorm3(d));
  q->longest = fmax(q->longest, GrNorm3(d));
  if (edge->forwards != edge->backwards)
    q->closed = false;
  if (sum == 1)
    NoteEdge(mesh, edge, &q->open, q->open_at);
  if (sum > 2)
    NoteEdge(mesh, edge, &q->branched, q->branched_at);
  if (sum == 2 && edge->forwards != 1)
    NoteEdge(mesh, edge, &q->turned_over, q->turned_over_at);
}

static void AddTriangle(const GrMesh *mesh, PetscInt64 t, GrMeshQuality *q)
{
  double corner[3][3], area[3];
  for (int c = 0; c < 3; c++)
    for (int k = 0; k < 3; k++)
      corner[c][k] = mesh->vertex[mesh->triangle[t][c]][k] - 0.5 * (q->lower[k] + q->upper[k]);
  GrAreaVector(corner[0], corner[1], corner[2], area);
  for (int k = 0; k < 3; k++)
    q->volume += corner[0][k] * area[k] / 6;
  q->area += 0.5 * GrNorm3(area);
}

/* Computes the properties of a mesh. Leaves degenerate, duplicate and in_file unchanged. */
static PetscErrorCode FindQuality(const GrMesh *mesh, GrMeshQuality *q)
{
  GrMeshEdge *edge;
  PetscInt64 n;

  PetscCall(GrMeshEdgesCount(mesh, &edge, &n));
  q->open = q->branched = q->turned_over = 0;
  q->area = q->volume = q->longest = 0;
  q->shortest = INFINITY;
  q->closed = true;
  for (PetscInt64 e = 0; e < n; e++)
    CheckEdge(mesh, &edge[e], q);
  PetscCall(PetscFree(edge));
  GrMeshBox(mesh, q->lower, q->upper);
  for (PetscInt64 t = 0; t < mesh->n_triangles; t++)
    AddTriangle(mesh, t, q);
  return 0;
}

/* A mesh and its private data. */
typedef struct {
  GrMesh mesh; /* first: a pointer to it is a pointer to all */
  int owners;
  GrMeshQuality quality; /* in_file = 0: the mesh is not from a file */
  GrShared shared;
  bool has_inside;     /* whether `inside` has been set */
  GrMeshInside inside; /* NULL: the mesh has no closed part */
} Owned;

static PetscErrorCode ReadSoup(const char *path, GrMeshSoup *soup)
{
  const char *dot = strrchr(path, '.');
  const char *ending = dot ? dot : "";
  if (strcasecmp(ending, ".stl") == 0)
    return GrMeshSoupReadStl(path, soup);
  if (strcasecmp(ending, ".obj") == 0)
    return GrMeshSoupReadObj(path, soup);
  return GrFail(GR_EXIT_INPUT, "%s: the name ends neither in .stl nor in .obj; give an STL or OBJ file", path);
}

/* Moves all vertices to their positions at the start. Fails if a coordinate overflows. */
static PetscErrorCode PlaceSoup(const char *path, const GrMeshPlacing *placing, GrMeshSoup *soup)
{
  for (PetscInt64 v = 0; v < soup->n_vertices; v++) {
    double at[3];
    placing->place(placing->context, soup->vertex[v], at);
    if (!isfinite(at[0] + at[1] + at[2]))
      return GrFail(GR_EXIT_INPUT, "%s: a coordinate overflows; write a smaller scale", path);
    memcpy(soup->vertex[v], at, sizeof at);
  }
  return 0;
}

/* Reads the file on this rank, and cleans and checks its triangles. */
static PetscErrorCode MakeSoup(const char *path, const GrMeshPlacing *placing, GrMeshSoup *soup, GrMeshQuality *q)
{
  PetscCall(ReadSoup(path, soup));
  PetscCall(PlaceSoup(path, placing, soup));
  *q = (GrMeshQuality){.in_file = soup->n_triangles};
  if (q->in_file == 0)
    return GrFail(GR_EXIT_INPUT, "%s: has no triangles; export the mesh again", path);
  PetscCall(GrMeshSoupWeld(soup, &q->degenerate, &q->duplicate));
  if (soup->n_triangles == 0)
    return GrFail(GR_EXIT_INPUT, "%s: all %lld triangles are degenerate: they have no area; export the mesh again",
                  path, (long long)q->in_file);
  const GrMesh mesh = {soup->n_vertices, soup->n_triangles, soup->vertex, soup->triangle, NULL};
  return FindQuality(&mesh, q);
}

PetscErrorCode GrMeshFileRead(MPI_Comm comm, const char *path, const GrMeshPlacing *placing, GrMesh **mesh)
{
  GrMeshSoup soup = {0};
  GrMeshQuality quality = {0};
  PetscErrorCode code = 0;
  int rank;

  *mesh = NULL;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    code = MakeSoup(path, placing, &soup, &quality);
  code = GrFailAgree(comm, code);
  if (!code) {
    PetscInt64 size[2] = {soup.n_vertices, soup.n_triangles};
    PetscCallMPI(MPI_Bcast(size, 2, MPIU_INT64, 0, comm));
    PetscCallMPI(MPI_Bcast(&quality, (int)sizeof quality, MPI_BYTE, 0, comm));
    PetscCall(GrMeshFileMake(comm, size[0], size[1], (const double(*)[3])soup.vertex,
                             (const int32_t(*)[3])soup.triangle, mesh));
    ((Owned *)*mesh)->quality = quality;
  }
  PetscCall(PetscFree(soup.vertex));
  PetscCall(PetscFree(soup.triangle));
  return code;
}

PetscErrorCode GrMeshFileMake(MPI_Comm comm, PetscInt64 n_vertices, PetscInt64 n_triangles, const double (*vertex)[3],
                              const int32_t (*triangle)[3], GrMesh **mesh)
{
  const size_t bytes[2] = {sizeof *vertex * (size_t)n_vertices, sizeof *triangle * (size_t)n_triangles};
  Owned *owned;

  PetscCall(PetscNew(&owned));
  owned->owners = 1;
  PetscCall(GrSharedMake(comm, bytes[0] + bytes[1], &owned->shared));
  owned->mesh = (GrMesh){.n_vertices = n_vertices,
                         .n_triangles = n_triangles,
                         .vertex = owned->shared.memory,
                         .triangle = (int32_t(*)[3])((char *)owned->shared.memory + bytes[0])};
  PetscCall(GrSharedFill(comm, 0, vertex, bytes[0], &owned->shared));
  PetscCall(GrSharedFill(comm, bytes[0], triangle, bytes[1], &owned->shared));
  PetscCall(GrMeshPrepare(&owned->mesh));
  *mesh = &owned->mesh;
  return 0;
}

const GrMeshQuality *GrMeshFileQuality(const GrMesh *mesh)
{
  const Owned *owned = (const Owned *)mesh;
  return owned->quality.in_file > 0 ? &owned->quality : NULL;
}

PetscErrorCode GrMeshFileInside(GrMesh *mesh, GrMeshInside *inside)
{
  Owned *owned = (Owned *)mesh;

  if (!owned->has_inside)
    PetscCall(GrMeshInsideCreate(mesh, &owned->inside));
  owned->has_inside = true;
  *inside = owned->inside;
  return 0;
}

GrMesh *GrMeshFileShare(GrMesh *mesh)
{
  if (mesh)
    ((Owned *)mesh)->owners++;
  return mesh;
}

PetscErrorCode GrMeshFileRelease(GrMesh **mesh)
{
  Owned *owned = (Owned *)*mesh;

  *mesh = NULL;
  if (!owned || --owned->owners > 0)
    return 0;
  PetscCall(GrMeshInsideDestroy(&owned->inside));
  PetscCall(GrMeshForget(&owned->mesh));
  PetscCall(GrSharedFree(&owned->shared));
  return PetscFree(owned);
}
