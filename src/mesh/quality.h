/* What a mesh is like, and what is wrong with it. */
#ifndef GRANUM_MESH_QUALITY_H
#define GRANUM_MESH_QUALITY_H

#include <granum/wall.h>
#include <petscsys.h>

/* Edges: open ones have one triangle, branched ones more than two; along those that are turned over two triangles go
   the same way. Of the first of each: the middle. */
typedef struct {
  PetscInt64 in_file;               /* triangles */
  PetscInt64 degenerate, duplicate; /* of them without area, and with the corners of one before: left out */
  PetscInt64 open, branched, turned_over;
  double open_at[3], branched_at[3], turned_over_at[3]; /* [m] */
  double lower[3], upper[3];                            /* [m] */
  double area, volume;      /* [m^2]; [m^3], if it is closed, negative if its triangles face inwards */
  double shortest, longest; /* edges [m] */
  PetscBool closed;         /* as many triangles pass each edge one way as the other */
} GrMeshQuality;

/* Of a mesh that is whole; degenerate, duplicate and in_file stay as they are. No memory: PETSC_ERR_MEM. */
PetscErrorCode GrMeshQualityFind(const GrMesh *mesh, GrMeshQuality *quality);

#endif
