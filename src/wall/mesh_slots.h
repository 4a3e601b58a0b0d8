/* Contacts of particles with mesh walls. A particle near a mesh (a mesh sphere, GrWallMeshSphere) has several slots
   in the contact history, one for each contact that it may have with the mesh. The functions here find the contacts,
   assign them to slots, and store the triangle of each contact. */
#ifndef GRANUM_WALL_MESH_SLOTS_H
#define GRANUM_WALL_MESH_SLOTS_H

#include "contact/records.h"
#include "wall/candidates.h"

/* Appends a particle near a mesh wall to walls->mesh. Its contacts get n_slots slots of the contact history, from
   `slot`. The triangles near it are the items of the list walls->mesh.near from index `first` to the end. */
PetscErrorCode GrWallsAddMeshSphere(GrWalls *walls, PetscInt particle, PetscInt slot, int n_slots, PetscInt first);

/* Finds the contacts of one particle with a mesh, and writes gap and normal of its slots to `chunk`, whose entry c
   belongs to slot c of the block. The gap of a slot without a contact is infinite. Sets the origins of the contacts. */
void GrWallsTouchMeshSphere(GrWalls *walls, const GrModel *model, const GrWall *wall, const GrWallPose *pose,
                            const GrWallParticles *particles, const GrWallMeshSphere *sphere, GrWallChunk *chunk);

/* Finds the contacts with a mesh of all particles whose slots are in one block of the contact history, and writes gap
   and normal of each slot to `chunk`. The gap of a slot without a contact is infinite. slot: first slot of the block.
   at: index in walls->mesh of the first particle of the block. Returns the index of the first particle of the next
   block. */
PetscInt GrWallsTouchMesh(GrWalls *walls, const GrModel *model, const GrWall *wall, const GrWallPose *pose,
                          const GrWallParticles *particles, PetscInt at, PetscInt slot, GrWallChunk *chunk);

/* Commits the contacts with meshes at the end of a step: copies the triangles of the last evaluation
   (GrWalls.trial_part) to GrWalls.part. */
void GrWallsCommitParts(GrWalls *walls);

/* Sets the triangles of all contacts with meshes (GrWalls.part) from records of contact histories (contact/records.h),
   after a rebuild of the neighbour list or a restart. Records of a particle must be in the order of its triangles. */
void GrWallsTakeParts(GrWalls *walls, const GrHistoryRecordList *list);

#endif
