/* Triangle meshes from files or checkpoints. Every rank has the mesh. Several owners may share it; each calls
   GrMeshFileRelease. */
#ifndef GRANUM_MESH_FILE_H
#define GRANUM_MESH_FILE_H

#include "mesh/quality.h"

/* `place` maps a point of the file, in the unit of the file, to its position at the start of the run [m]. */
typedef struct {
  void (*place)(const void *context, const double file[3], double start[3]);
  const void *context;
} GrMeshPlacing;

/* Reads an STL or OBJ file; the ending of its name gives the format. The first rank reads and distributes the mesh.
   Builds the search tree. Needs the C locale. An invalid file is a failure with GR_EXIT_INPUT, whose message has its
   line. Collective. */
PetscErrorCode GrMeshFileRead(MPI_Comm comm, const char *path, const GrMeshPlacing *placing, GrMesh **mesh);

/* Creates a mesh from the arrays of the first rank, and builds its tree. The numbers n_vertices and n_triangles are the
   same on all ranks. Collective. */
PetscErrorCode GrMeshFileMake(MPI_Comm comm, PetscInt64 n_vertices, PetscInt64 n_triangles, const double (*vertex)[3],
                              const int32_t (*triangle)[3], GrMesh **mesh);

/* Properties of a mesh that was read from a file; NULL for other meshes. */
const GrMeshQuality *GrMeshFileQuality(const GrMesh *mesh);

/* Adds an owner of the mesh, which may be NULL, and returns it. */
GrMesh *GrMeshFileShare(GrMesh *mesh);

/* Removes an owner, and sets *mesh to NULL. The last owner frees the mesh. Collective. */
PetscErrorCode GrMeshFileRelease(GrMesh **mesh);

#endif
