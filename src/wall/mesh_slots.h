/* Contacts of spheres with meshes: their slots in the contact history, and the contacts at the end of the last
   completed step. */
#ifndef GRANUM_WALL_MESH_SLOTS_H
#define GRANUM_WALL_MESH_SLOTS_H

#include "contact/records.h"
#include "wall/candidates.h"

/* Adds a particle near a mesh. It gets n_slots slots from `slot` on, and the triangles of the list from index `first`
   on. */
PetscErrorCode GrWallsAddMeshSphere(GrWalls *walls, PetscInt particle, PetscInt slot, int n_slots, PetscInt first);

/* Writes the contacts of the particles whose slots are in the block at `slot`, from mesh sphere `at` on, as a chunk;
   the gap of a slot without a contact is infinite. Returns the mesh sphere after them. */
PetscInt GrWallsTouchMesh(GrWalls *walls, const GrModel *model, const GrWall *wall, const GrWallMeshFrame *frame,
                          const GrWallParticles *particles, PetscInt at, PetscInt slot, GrWallChunk *chunk);

/* Makes the triangles of the last evaluation the triangles of the last completed step. */
void GrWallsCommitParts(GrWalls *walls);

/* Sets the committed contacts of particles with meshes from these records, in the order of their triangles. */
void GrWallsTakeParts(GrWalls *walls, const GrHistoryRecordList *list);

#endif
