/* Triangles of a file become a mesh. */
#ifndef GRANUM_MESH_WELD_H
#define GRANUM_MESH_WELD_H

#include "mesh/quality.h"
#include "mesh/soup.h"

/* Merges equal vertices of the soup, and leaves out triangles without area and those with the corners of one before,
   which it counts. Vertices are numbered as triangles come upon them, so that what is left out has no influence. What
   is left is at the beginning of the soup's arrays, in the order of the file. */
PetscErrorCode GrMeshSoupWeld(GrMeshSoup *soup, PetscInt64 *degenerate, PetscInt64 *duplicate);

#endif
