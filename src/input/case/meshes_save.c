/* Writes the meshes of walls to results and checkpoints, so that pictures and resumed runs do not need the mesh files.
   For each wall NAME with a mesh:
     results      /parameters/walls/NAME/{vertices,triangles}
     checkpoint   tables walls-NAME-vertices (position), walls-NAME-triangles (corners)
   Each rank writes an equal part of the rows. */
#include "input/case/meshes.h"

#include "mesh/file.h"
#include "mesh/soup.h"
#include "parallel/decomposition.h"
#include "wall/mesh.h"
#include <granum/error.h>

/* In results (0) and in checkpoints (1). */
static const GrColumn vertex_column[2] = {{"vertices", GR_REAL, 3, "m", "vertices of the triangles at the start"},
                                          {"position", GR_REAL, 3, "m", "vertices of the triangles at the start"}};
#define CORNERS "numbers of the vertices of each triangle, from 0, counter-clockwise; in the order of the file"
static const GrColumn triangle_column[2] = {{"triangles", GR_INTEGER, 3, "1", CORNERS},
                                            {"corners", GR_INTEGER, 3, "1", CORNERS}};

static PetscErrorCode PutRows(GrResults results, GrCheckpoint file, const char *name, const char *what,
                              const GrColumn column[2], GrRows rows, const void *data)
{
  char path[GR_CHECKPOINT_NAME];
  if (results) {
    PetscCall(PetscSNPrintf(path, sizeof path, "/parameters/walls/%s", name));
    return GrResultsRows(results, path, &column[0], rows, data);
  }
  PetscCall(PetscSNPrintf(path, sizeof path, "walls-%s-%s", name, what));
  return GrCheckpointPutColumn(file, path, &column[1], rows, data);
}

PetscErrorCode GrCaseMeshesPut(MPI_Comm comm, const GrCase *the_case, GrResults results, GrCheckpoint file)
{
  PetscMPIInt rank, size;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  for (const GrWall *wall = the_case->walls; wall < the_case->walls + the_case->n_walls; wall++) {
    const GrMesh *mesh = wall->mesh;
    PetscInt64 *corner;
    if (!mesh)
      continue;
    GrRows rows = GrRowDecompose(mesh->n_vertices, rank, size);
    PetscCall(PutRows(results, file, wall->name, "vertices", vertex_column, rows, mesh->vertex[rows.first]));
    rows = GrRowDecompose(mesh->n_triangles, rank, size);
    PetscCall(PetscMalloc1(3 * rows.count, &corner));
    for (PetscInt64 i = 0; i < 3 * rows.count; i++)
      corner[i] = mesh->triangle[rows.first + i / 3][i % 3];
    PetscErrorCode code = PutRows(results, file, wall->name, "triangles", triangle_column, rows, corner);
    PetscCall(PetscFree(corner));
    PetscCall(code);
  }
  return 0;
}

PetscErrorCode GrCaseMeshesLoad(MPI_Comm comm, GrCheckpoint file, GrCase *the_case)
{
  for (GrWall *wall = the_case->walls; wall < the_case->walls + the_case->n_walls; wall++)
    if (GrWallMeshNameOf(wall)) { /* the first rank reads all rows */
      const GrBounds finite = GR_FINITE;
      char vertices[GR_CHECKPOINT_NAME], triangles[GR_CHECKPOINT_NAME];
      PetscInt64 n[2], *corner;
      int32_t(*triangle)[3];
      double(*vertex)[3];
      PetscMPIInt rank;
      PetscCallMPI(MPI_Comm_rank(comm, &rank));
      PetscCall(PetscSNPrintf(vertices, sizeof vertices, "walls-%s-vertices", wall->name));
      PetscCall(PetscSNPrintf(triangles, sizeof triangles, "walls-%s-triangles", wall->name));
      PetscCall(GrCheckpointTableRows(file, vertices, &n[0]));
      PetscCall(GrCheckpointTableRows(file, triangles, &n[1]));
      const GrBounds corners = {0, (double)(n[0] - 1), false};
      const PetscInt64 mine[2] = {rank == 0 ? n[0] : 0, rank == 0 ? n[1] : 0};
      PetscCall(PetscMalloc3(mine[0], &vertex, mine[1], &triangle, 3 * mine[1], &corner));
      PetscCall(GrCheckpointGetColumn(file, vertices, &vertex_column[1], &finite,
                                      (GrRows){n[0], n[0] - mine[0], mine[0]}, vertex));
      PetscCall(GrCheckpointGetColumn(file, triangles, &triangle_column[1], &corners,
                                      (GrRows){n[1], n[1] - mine[1], mine[1]}, corner));
      for (PetscInt64 i = 0; i < 3 * mine[1]; i++)
        triangle[i / 3][i % 3] = (int32_t)corner[i];
      PetscCall(
          GrMeshFileMake(comm, n[0], n[1], (const double(*)[3])vertex, (const int32_t(*)[3])triangle, &wall->mesh));
      PetscCall(PetscFree3(vertex, triangle, corner));
    }
  GrCaseMeshesShare(the_case);
  return 0;
}
