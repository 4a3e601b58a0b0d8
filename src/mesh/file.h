/* Triangle meshes that are read from files or restored from checkpoints. Every rank has the whole mesh. Several users
   (walls, cases) may share a mesh; each calls GrMeshFileRelease when it no longer needs the mesh. */
#ifndef GRANUM_MESH_FILE_H
#define GRANUM_MESH_FILE_H

#include "case/wall.h"
#include "mesh/inside.h"
#include <petscsys.h>
#include <stdbool.h>

/* Function of the caller that converts points of a mesh file to positions in space, and its data. */
typedef struct {
  /* file: coordinates of a point in the unit of the file; start: position of the point at the start of the run [m] */
  void (*place)(const void *context, const double file[3], double start[3]);
  const void *context; /* argument of `place` */
} GrMeshPlacing;

/* Reads an STL or OBJ file; the file name extension gives the format. The first rank reads the mesh and sends it to the
   other ranks. Builds the search tree. The locale must be "C", so that numbers have a decimal point. If the file is
   invalid, fails with GR_EXIT_INPUT; the message has the line of the error. Collective. */
PetscErrorCode GrMeshFileRead(MPI_Comm comm, const char *path, const GrMeshPlacing *placing, GrMesh **mesh);

/* Creates a mesh on all ranks from the arrays of the first rank, and builds its search tree. The arguments n_vertices
   and n_triangles must be the same on all ranks. Collective. */
PetscErrorCode GrMeshFileMake(MPI_Comm comm, PetscInt64 n_vertices, PetscInt64 n_triangles, const double (*vertex)[3],
                              const int32_t (*triangle)[3], GrMesh **mesh);

/* Properties and defects of a triangle mesh, for messages and warnings. The vertices of a triangle have an order, so
   that each triangle has a direction along each of its edges. If two adjacent triangles have consistent orientations,
   they have opposite directions along their common edge. */
typedef struct {
  PetscInt64 in_file;    /* number of triangles in the file */
  PetscInt64 degenerate; /* number of triangles in the file that were omitted because their area is 0 */
  /* number of triangles in the file that were omitted because an earlier triangle has the same corners */
  PetscInt64 duplicate;
  PetscInt64 open;           /* number of edges that belong to a single triangle */
  PetscInt64 branched;       /* number of edges that belong to more than two triangles */
  PetscInt64 turned_over;    /* number of edges along which two triangles have the same direction */
  double open_at[3];         /* midpoint of the first open edge [m] */
  double branched_at[3];     /* midpoint of the first branched edge [m] */
  double turned_over_at[3];  /* midpoint of the first turned-over edge [m] */
  double lower[3], upper[3]; /* bounding box [m] */
  double area;               /* area [m^2] */
  double volume;             /* volume of a closed mesh [m^3]; negative if its triangles face inwards */
  double shortest, longest;  /* shortest and longest edge [m] */
  /* whether the mesh is closed: each edge has as many triangles of one direction as of the opposite direction */
  bool closed;
} GrMeshQuality;

/* Returns properties and defects of a mesh that was read from a file; NULL for other meshes. */
const GrMeshQuality *GrMeshFileQuality(const GrMesh *mesh);

/* Sets *inside to the grid that finds points inside the mesh; NULL: the mesh has no closed part. The first call creates
   it; the mesh keeps it. */
PetscErrorCode GrMeshFileInside(GrMesh *mesh, GrMeshInside *inside);

/* Adds a user of the mesh, which must later call GrMeshFileRelease. Returns `mesh`, which may be NULL. */
GrMesh *GrMeshFileShare(GrMesh *mesh);

/* Removes a user of the mesh, and sets *mesh to NULL. The mesh is freed when it has no user left. Collective. */
PetscErrorCode GrMeshFileRelease(GrMesh **mesh);

#endif
