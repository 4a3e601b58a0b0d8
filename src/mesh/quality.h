/* Properties and defects of a triangle mesh, for messages and warnings. */
#ifndef GRANUM_MESH_QUALITY_H
#define GRANUM_MESH_QUALITY_H

#include <granum/wall.h>
#include <petscsys.h>

/* An open edge belongs to one triangle, a branched edge to more than two. Two triangles pass a turned-over edge in the
   same direction. */
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

/* Computes the properties of a mesh. Leaves degenerate, duplicate and in_file unchanged. Not collective. */
PetscErrorCode GrMeshQualityFind(const GrMesh *mesh, GrMeshQuality *quality);

#endif
