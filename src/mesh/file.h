/* The mesh of a file, or of a checkpoint, on all ranks. */
#ifndef GRANUM_MESH_FILE_H
#define GRANUM_MESH_FILE_H

#include "mesh/quality.h"

/* Makes what triangles are found by (mesh->tree) once the mesh is there, and gives it back. */
typedef struct {
  PetscErrorCode (*prepare)(GrMesh *mesh);
  PetscErrorCode (*forget)(GrMesh *mesh);
} GrMeshTrees;

/* Where the points of the file are put. */
typedef struct {
  void (*place)(const void *context, const double file[3], double start[3]);
  const void *context;
} GrMeshPlacing;

/* Reads an STL or OBJ file, as its ending says, on the first rank, which tells the others. Collective. What is wrong
   with the file is a failure (GR_EXIT_INPUT) with the place. NULL trees: none are made. In the C locale. */
PetscErrorCode GrMeshFileRead(MPI_Comm comm, const char *path, const GrMeshPlacing *placing, const GrMeshTrees *trees,
                              GrMesh **mesh);

/* One with room for so many vertices and triangles, to be filled from the first rank's by GrMeshFileFill.
   Collective. */
PetscErrorCode GrMeshFileMake(MPI_Comm comm, PetscInt64 n_vertices, PetscInt64 n_triangles, GrMesh **mesh);
PetscErrorCode GrMeshFileFill(MPI_Comm comm, const double (*vertex)[3], const int32_t (*triangle)[3],
                              const GrMeshTrees *trees, GrMesh *mesh);

/* What it is like: of one that was read; NULL of one that was made. */
const GrMeshQuality *GrMeshFileQuality(const GrMesh *mesh);

/* Another one uses it too. It is freed when the last one gives it back. Collective. */
GrMesh *GrMeshFileShare(GrMesh *mesh);
PetscErrorCode GrMeshFileRelease(GrMesh **mesh);

#endif
