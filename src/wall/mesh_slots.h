/* Contacts of spheres with mesh walls: their slots (places) in the contact history, and the contacts at the end of the
   last completed step. A mesh sphere is an entry of GrWallMeshSpheres: a sphere near a mesh. */
#ifndef GRANUM_WALL_MESH_SLOTS_H
#define GRANUM_WALL_MESH_SLOTS_H

#include "contact/records.h"
#include "wall/candidates.h"

/* Adds a mesh sphere for a particle. It gets n_slots slots from `slot` on, and the triangles from index `first` to the
   end of the list walls->mesh.near. */
PetscErrorCode GrWallsAddMeshSphere(GrWalls *walls, PetscInt particle, PetscInt slot, int n_slots, PetscInt first);

/* Writes the contacts of the mesh spheres whose slots are in the block that begins at `slot` to `chunk`. at: number of
   the first of these mesh spheres. The gap of a slot without a contact is infinite. Returns the number of the next mesh
   sphere. */
PetscInt GrWallsTouchMesh(GrWalls *walls, const GrModel *model, const GrWall *wall, const GrWallMeshFrame *frame,
                          const GrWallParticles *particles, PetscInt at, PetscInt slot, GrWallChunk *chunk);

/* Commits the contacts with meshes: copies the triangles of the last evaluation (trial_part) to the committed triangles
   (part). */
void GrWallsCommitParts(GrWalls *walls);

/* Sets the committed triangles of all contacts with meshes from the records of contact histories (contact/records.h),
   for each particle in the order of its triangles. */
void GrWallsTakeParts(GrWalls *walls, const GrHistoryRecordList *list);

#endif
