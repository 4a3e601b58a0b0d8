/* Triangle meshes that are read from files or restored from checkpoints. Every rank has the whole mesh. Several users
   (walls, cases) may share a mesh; each calls GrMeshFileRelease when it no longer needs the mesh. */
#ifndef GRANUM_MESH_FILE_H
#define GRANUM_MESH_FILE_H

#include <granum/wall.h>
#include <petscsys.h>

/* How points of the file become points in space: `place` computes the position `start` [m] at the start of the run of a
   point `file`, in the unit of the file. */
typedef struct {
  void (*place)(const void *context, const double file[3], double start[3]);
  const void *context;
} GrMeshPlacing;

/* Reads an STL or OBJ file; the ending of its name gives the format. The first rank reads and distributes the mesh.
   Builds the search tree. Needs the C locale. An invalid file is a failure with GR_EXIT_INPUT, whose message has the
   line of the error. Collective. */
PetscErrorCode GrMeshFileRead(MPI_Comm comm, const char *path, const GrMeshPlacing *placing, GrMesh **mesh);

/* Creates a mesh on all ranks from the arrays of the first rank, and builds its search tree. The numbers n_vertices and
   n_triangles are the same on all ranks. Collective. */
PetscErrorCode GrMeshFileMake(MPI_Comm comm, PetscInt64 n_vertices, PetscInt64 n_triangles, const double (*vertex)[3],
                              const int32_t (*triangle)[3], GrMesh **mesh);

/* Properties and defects of a triangle mesh, for messages and warnings. An open edge belongs to one triangle, a
   branched edge to more than two. At a turned-over edge two triangles have opposite orientations: they pass the edge in
   the same direction. */
typedef struct {
  PetscInt64 in_file;                     /* number of triangles in the file */
  PetscInt64 degenerate, duplicate;       /* numbers of triangles that were omitted (soup.h) */
  PetscInt64 open, branched, turned_over; /* numbers of open, branched and turned-over edges */
  /* midpoint of the first open, branched and turned-over edge [m] */
  double open_at[3], branched_at[3], turned_over_at[3];
  double lower[3], upper[3]; /* bounding box [m] */
  double area, volume;      /* area [m^2]; volume [m^3] if the mesh is closed, negative if its triangles face inwards */
  double shortest, longest; /* shortest and longest edge [m] */
  PetscBool closed;         /* whether at each edge as many triangles pass it in one direction as in the other */
} GrMeshQuality;

/* Returns properties and defects of a mesh that was read from a file; NULL for other meshes. */
const GrMeshQuality *GrMeshFileQuality(const GrMesh *mesh);

/* Adds a user of the mesh and returns the mesh, which may be NULL. */
GrMesh *GrMeshFileShare(GrMesh *mesh);

/* Removes a user of the mesh, and sets *mesh to NULL. The mesh is freed when it has no user left. Collective. */
PetscErrorCode GrMeshFileRelease(GrMesh **mesh);

#endif
