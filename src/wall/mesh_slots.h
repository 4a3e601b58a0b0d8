/* Contacts of particles with mesh walls. A particle near a mesh (a mesh sphere, GrWallMeshSphere) has several slots
   in the contact history, one for each contact that it may have with the mesh. The functions here find the contacts,
   assign them to slots, and store the triangle of each contact. */
#ifndef GRANUM_WALL_MESH_SLOTS_H
#define GRANUM_WALL_MESH_SLOTS_H

#include "contact/records.h"
#include "wall/candidates.h"

/* Adds a particle to the mesh spheres. It gets the n_slots slots that begin at `slot`. Its triangles are the items
   of the list walls->mesh.near from index `first` to the end of the list. */
PetscErrorCode GrWallsAddMeshSphere(GrWalls *walls, PetscInt particle, PetscInt slot, int n_slots, PetscInt first);

/* Finds the contacts of all mesh spheres whose slots are in one block, and writes their gaps and normals to `chunk`.
   slot: first slot of the block. at: index of the first of these mesh spheres. The gap of a slot without a contact
   is infinite. Returns the index of the first mesh sphere after them. */
PetscInt GrWallsTouchMesh(GrWalls *walls, const GrModel *model, const GrWall *wall, const GrWallMeshFrame *frame,
                          const GrWallParticles *particles, PetscInt at, PetscInt slot, GrWallChunk *chunk);

/* Commits the contacts with meshes at the end of a step: copies the triangles of the last evaluation
   (GrWalls.trial_part) to GrWalls.part. */
void GrWallsCommitParts(GrWalls *walls);

/* Sets the triangles of all contacts with meshes (GrWalls.part) from records of contact histories, which have been
   read or received (contact/records.h). The records of a particle must be in the order of its triangles. */
void GrWallsTakeParts(GrWalls *walls, const GrHistoryRecordList *list);

#endif
