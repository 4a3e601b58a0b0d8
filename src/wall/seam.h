/* Seams: places where the surfaces of two walls continue each other, such as the common edge of two plates.

   At a seam a sphere overlaps both walls, but the surface there is one. Contacts of a sphere with different walls
   therefore replace each other, as the triangles of one mesh do (mesh.h). x is the centre of the sphere, R its radius;
   c_j is the nearest point of wall j, g_j its distance from x [m] and N_j the normal there. Contact k replaces contact
   j if
     (1) k is nearer: g_k < g_j, or g_k = g_j and k is earlier in the case,
     (2) c_j is on wall k: its distance from wall k is at most R/1000, and N_j . N_k > 0; or both walls are meshes and
         the directions N_j and N_k differ by less than 30 degrees,
     (3) both walls have the same velocity at c_j, up to 1 % if the surface of one moves in itself (belts and their
         pulleys), and no load moves them,
     (4) both contacts have the same contact rule.
   All other contacts act. By (2) the acting contacts are the local minima of the distance along the joined surface: a
   point of a plate, a convex edge, or a point on each of two walls that meet in a concave edge. (1) is a strict order,
   so at least one contact acts. The gap of the acting contact is the smaller one: the force of an elastic contact is
   continuous when the acting wall changes, and has a potential.

   History. A contact that begins to act continues the contact that it replaces: the latter acted at the end of the last
   step, no longer acts, and fulfils (2) to (4). Of several, it continues the one whose normal is nearest to its own.
   The difference of the normals must be less than 30 degrees.

   Candidates. All candidates of a particle that is near a seam are in one block of the contact history, a seam block
   (candidates.h), so that a contact can continue the history of another wall. The rebuild of the neighbour list decides
   from reference positions whether a particle is near a seam, so the decision is the same on any number of ranks. */
#ifndef GRANUM_WALL_SEAM_H
#define GRANUM_WALL_SEAM_H

#include "wall/geometry.h"
#include "wall/mesh_slots.h"
#include <stdbool.h>

/* Largest distance of a point from a wall, divided by the radius of the sphere, at which the point is on the wall [1].
   Valleys below about 1.8 degrees then count as flat. */
#define GR_WALL_SEAM_TOLERANCE 1e-3

/* Appends a block of unused slots to the candidates (list.c). */
PetscErrorCode GrWallsAddBlock(GrWalls *walls);

/* Moves all candidates of the particles near seams into seam blocks and sets GrWalls.seams. Call this function after
   all candidates are listed; GrWalls.pose then has the poses of the walls at that time. reach: distance that a wall may
   move until the next rebuild [m]. */
PetscErrorCode GrWallsFindSeams(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double reach);

/* Whether two walls may form a seam for the contacts with these pair types: (4), and no load moves them. */
static inline bool GrWallsMayContinue(const GrWalls *walls, const GrModel *model, int one, int type_one, int two,
                                      int type_two)
{
  return one != two && walls->travel[one] < 0 && walls->travel[two] < 0 &&
         model->pairs.type[type_one].rule == model->pairs.type[type_two].rule;
}

/* Finds the acting contacts of all particles of a seam block. Writes gap and normal of each slot to `chunk`. The gap of
   a slot without an acting contact is infinite. Sets the origins of the contacts (contact/history.h). GrWalls.pose has
   the poses of the walls. slot: first slot of the block. at: index in walls->mesh of the first particle of the block.
   Returns the index of the first particle of the next block. */
PetscInt GrWallsTouchSeams(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, PetscInt at,
                           PetscInt slot, GrWallChunk *chunk);

#endif
