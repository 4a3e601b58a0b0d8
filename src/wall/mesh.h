/* Mesh: contacts of spheres with a surface of triangles (GrMesh, granum/wall.h).

   The surface pushes on both sides. The distance of a triangle is that of its closest point, which is inside it, on an
   edge or at a corner. A triangle touches if this distance is less than the radius. Most touching triangles have no
   contact of their own. Triangle k replaces triangle j if k is nearer, or equally near and earlier in the file, and if
     (1) the closest point of j is on an edge or corner that k also has, or
     (2) the directions from their closest points to the centre are within 30 degrees of each other.
   The remaining triangles are the contacts. By (1) they are local minima of the distance along the surface: a point on
   a face, on a convex edge or at a tip, or a point on each of two faces that meet in a concave edge. By (2) a valley
   flatter than that angle gives a single contact: facets that approximate a smooth hollow surface act one at a time,
   and their stiffnesses do not add up.

   granum rounds flat valleys so that the force does not turn suddenly, as if a ball of radius q had rolled along it.
   With the gaps g1 <= g2 [m] and the directions N1 and N2 of the triangles k and j, c = N1 . N2,
     q = min(1.25 R, 1.8 g1)                R: radius plus the reach of the adhesion [m]
     u = q - g1,  v = q - g2,  a = (u - c v)/(1 - c^2),  b = (v - c u)/(1 - c^2)
     g = q - sqrt(a u + b v),  N = (a N1 + b N2)/sqrt(a u + b v)   if a > 0 and b > 0
   where gaps are distances from the centre of the sphere to the triangles. g is a distance from a surface, so that
   elastic contacts conserve energy. The triangle j with the smallest g counts.
   The overlap of a contact in the valley is at most (1.25 R - g1) (1/cos(15 degrees) - 1) larger, 0.9 % of R where it
   begins. Planes and convex surfaces do not change: there g1 <= c g2, so that b <= (1 - c) (q - (1 + c) g2)/(1 - c^2),
   which the bound 1.8 g1 makes negative.

   Limits. The force is continuous over planes, convex edges and tips, and along and across flat valleys. It jumps where
   the angle between two closest points passes 30 degrees as the sphere moves, as between two rims of a slot into which
   the sphere sinks: one contact becomes two. If more than two faces meet in a flat pit, N jumps by less than their
   angles where another j is the smallest. For overlaps above 30 % the bound 1.8 g1 is active: the force is continuous,
   but has no potential.

   Histories. A slot of the history belongs to a contact, not to a triangle. Each contact continues a contact that the
   sphere had at the end of the last completed step: the contact with the same triangle; otherwise the contact whose
   triangle is now in a direction within 30 degrees, the nearest first. A spring thus moves from triangle to triangle.
   The only state of a contact from one rebuild to the next is its triangle. Contacts of a sphere have slots in the
   order of their triangles, so the order in which forces are added does not depend on the history. */
#ifndef GRANUM_WALL_MESH_H
#define GRANUM_WALL_MESH_H

#include "contact/history.h"
#include "mesh/tree.h"

#define GR_WALL_MESH_SMOOTH_COSINE 0.8660254037844386 /* cosine of 30 degrees */
#define GR_WALL_MESH_ROUND 1.25                       /* q/R in the head */
#define GR_WALL_MESH_ROUND_BOUND 1.8                  /* bound of q/g1 in the head; less than 1 + cosine */
/* How much farther than R triangle j may be in the rounding of valleys (head), divided by R [1]: more than
   (GR_WALL_MESH_ROUND - 1) (1 - cosine). */
#define GR_WALL_MESH_VALLEY 0.035

/* largest number of contacts of a sphere with a mesh; if there are more, the deepest count */
enum { GR_WALL_MESH_CONTACTS = 8 };

/* Transformation of a point x in space to mesh coordinates y, in which the mesh does not move: y_k = axis_k . (x -
   from) + to_k. */
typedef struct {
  double axis[3][3], from[3], to[3];
} GrWallMeshFrame;

/* Returns the transformation for a pose of the wall. */
GrWallMeshFrame GrWallMeshFrameAt(const GrWallPose *pose);

/* Transforms a point x [m] to mesh coordinates y [m]. */
void GrWallMeshSee(const GrWallMeshFrame *frame, const double x[3], double y[3]);

/* Rotates a vector r in mesh coordinates to the vector `space` along the axes of the domain. */
void GrWallMeshUnsee(const GrWallMeshFrame *frame, const double r[3], double space[3]);

/* A contact of a sphere with a mesh: gap g [m]; normal N, along the axes of the domain; number of the triangle. */
typedef struct {
  double gap, normal[3];
  int32_t triangle;
} GrWallMeshContact;

/* Finds the contacts of a sphere with the centre x [m]. triangle[n]: triangles that are considered; reach: radius plus
   reach of the adhesion [m]. Writes the contacts in the order of the triangles, but at most the `most` deepest
   contacts, and returns their number. A position NaN gives one contact. */
int GrWallMeshTouch(const GrMesh *mesh, const GrWallMeshFrame *frame, const double x[3], double reach, PetscInt n,
                    const int32_t triangle[], int most, GrWallMeshContact contact[]);

/* A contact at the end of the last completed step: its slot in the contact history, and its triangle. */
typedef struct {
  int slot;
  int32_t triangle;
} GrWallMeshOld;

/* Sets origin[k] to the slot of the contact in old[n_old] that contact[k] continues, for a sphere with the centre x
   [m]; GR_NO_ORIGIN: contact[k] is new. */
void GrWallMeshFollow(const GrMesh *mesh, const GrWallMeshFrame *frame, const double x[3], int n_old,
                      const GrWallMeshOld old[], int n, const GrWallMeshContact contact[], unsigned char origin[]);

#endif
