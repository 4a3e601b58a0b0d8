/* Contacts of spheres with meshes: their slots and their old contacts. */
#ifndef GRANUM_WALL_MESH_SLOTS_H
#define GRANUM_WALL_MESH_SLOTS_H

#include "contact/records.h"
#include "wall/candidates.h"

/* Gives n_slots slots, and the triangles in the list from `first` on, to a particle. */
PetscErrorCode GrWallsAddMeshSphere(GrWalls *walls, PetscInt particle, PetscInt slot, int n_slots, PetscInt first);

/* Writes the contacts of the particles whose slots are in the block at `slot`, from mesh sphere `at` on, as a chunk;
   the gap of a slot without a contact is infinite. Returns the mesh sphere after them. */
PetscInt GrWallsTouchMesh(GrWalls *walls, const GrModel *model, const GrWall *wall, const GrWallMeshFrame *frame,
                          const GrWallParticles *particles, PetscInt at, PetscInt slot, GrWallChunk *chunk);

/* Commits the triangles of the last evaluation. */
void GrWallsCommitParts(GrWalls *walls);

/* Takes the contacts of particles with meshes from these records, in the order of their triangles. */
void GrWallsTakeParts(GrWalls *walls, const GrHistoryRecordList *list);

#endif
