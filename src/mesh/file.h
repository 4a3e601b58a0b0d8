/* Triangle meshes from files or checkpoints. Every rank has the mesh. Several owners may share it; each calls
   GrMeshFileRelease. */
#ifndef GRANUM_MESH_FILE_H
#define GRANUM_MESH_FILE_H

#include <granum/wall.h>
#include <petscsys.h>

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

/* Properties and defects of a triangle mesh, for messages and warnings. An open edge belongs to one triangle, a
   branched edge to more than two. Two triangles pass a turned-over edge in the same direction. */
typedef struct {
  PetscInt64 in_file;                                   /* number of triangles in the file */
  PetscInt64 degenerate, duplicate;                     /* numbers of dropped triangles, see soup.h */
  PetscInt64 open, branched, turned_over;               /* numbers of edges */
  double open_at[3], branched_at[3], turned_over_at[3]; /* middle of the first edge of each kind [m] */
  double lower[3], upper[3];                            /* bounding box [m] */
  double area, volume;      /* [m^2]; [m^3], valid for a closed mesh, negative if its triangles face inwards */
  double shortest, longest; /* shortest and longest edge [m] */
  PetscBool closed;         /* as many triangles pass each edge in one direction as in the other */
} GrMeshQuality;

/* Properties of a mesh that was read from a file; NULL for other meshes. */
const GrMeshQuality *GrMeshFileQuality(const GrMesh *mesh);

/* Adds an owner of the mesh, which may be NULL, and returns it. */
GrMesh *GrMeshFileShare(GrMesh *mesh);

/* Removes an owner, and sets *mesh to NULL. The last owner frees the mesh. Collective. */
PetscErrorCode GrMeshFileRelease(GrMesh **mesh);

#endif
