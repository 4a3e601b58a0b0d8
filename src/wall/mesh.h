/* Mesh: contacts of spheres with a surface of triangles (GrMesh, granum/wall.h).

   The surface pushes to both of its sides. A triangle is as far from a centre as its closest point, which lies within
   it, on an edge or at a corner; it touches if that point is nearer than the radius. Of the triangles that touch, most
   have no contact of their own: triangle k stands for j where k is nearer, or as near and before j in the file, and
     (1) the closest point of j is on an edge, or a corner, that k has as well, or
     (2) the directions from their closest points to the centre are within 30 degrees of each other.
   What is left are the contacts. By (1) they are the places where the distance along the surface is least: one on a
   face, on a convex edge or at a tip, one with each of two faces that meet in a concave edge. By (2) a valley that is
   flatter than that angle is none: facets in place of a smooth hollow surface act as that surface does, one at a time,
   and do not add up their stiffness.

   Such a flat valley is rounded, so that the force does not turn all at once: as if a ball of radius q had rolled along
   it. With gaps g1 <= g2 [m] and directions N1 and N2 of the two, c = N1 . N2,
     q = min(1.25 R, 1.8 g1)                R: radius, with what adhesion reaches beyond it [m]
     u = q - g1,  v = q - g2,  a = (u - c v)/(1 - c^2),  b = (v - c u)/(1 - c^2)
     g = q - sqrt(a u + b v),  N = (a N1 + b N2)/sqrt(a u + b v)   if a > 0 and b > 0
   which is the distance from a surface, so that elastic contacts keep their energy; g is the smallest of all such j.
   A contact in the valley is so at most (1.25 R - g1) (1/cos(15 degrees) - 1) deeper, 0.9 % of R where it begins.
   On planes and convex surfaces nothing changes: there g1 <= c g2, so that b <= (1 - c) (q - (1 + c) g2)/(1 - c^2),
   which is below 0 by the bound of 1.8 g1.

   Limits. The force is continuous over planes, convex edges and tips, and along and across flat valleys. It is not
   where the angle between two places passes 30 degrees as the sphere moves, such as two rims of a slot into which it
   sinks: one contact becomes two. Where more than two faces meet in a flat pit, N turns by less than their angles where
   another j takes over. Beyond overlaps of 30 % the bound of 1.8 g1 is at work: continuous, but with no potential.

   Histories. A contact has a slot of the history, not a triangle. Which contact of the last commit it continues follows
   from directions: that of the same triangle, else the one whose triangle is now seen in a direction within
   30 degrees of its own, the nearest first. So a spring goes along from triangle to triangle, and what is known of
   a contact from one rebuild to the next is the triangle that it was at. Contacts of a sphere have slots in the order
   of their triangles, so that forces are added in one order whatever the history. */
#ifndef GRANUM_WALL_MESH_H
#define GRANUM_WALL_MESH_H

#include "contact/history.h"
#include "mesh/tree.h"

#define GR_MESH_SMOOTH_COSINE 0.8660254037844386 /* of 30 degrees */
#define GR_MESH_ROUND 1.25                       /* q by R */
#define GR_MESH_ROUND_BOUND 1.8                  /* q by g1, less than 1 + cosine */
#define GR_MESH_VALLEY 0.035 /* how much farther j may be, by R: a little over (GR_MESH_ROUND - 1) (1 - cosine) */

enum { GR_MESH_CONTACTS = 8 }; /* of a sphere with one mesh, at most: the deepest ones */

/* Where a mesh is: y of mesh coordinates for a place x,  y_k = axis_k . (x - from) + to_k. */
typedef struct {
  double axis[3][3], from[3], to[3];
} GrMeshFrame;

GrMeshFrame GrMeshFrameAt(const GrWallPose *pose);
void GrMeshSee(const GrMeshFrame *frame, const double x[3], double y[3]);

/* Turns a vector r of mesh coordinates back into space. */
void GrMeshUnsee(const GrMeshFrame *frame, const double r[3], double space[3]);

/* A contact: the gap, the normal in space, and the triangle. */
typedef struct {
  double gap, normal[3];
  int32_t triangle;
} GrMeshContact;

/* The contacts of a sphere at x with some triangles that are nearer than `reach`, in the order of the triangles; at
   most `room`, the deepest. Not-a-number makes one contact. */
int GrMeshTouch(const GrMesh *mesh, const GrMeshFrame *frame, const double x[3], double reach, PetscInt n,
                const int32_t triangle[], int room, GrMeshContact contact[]);

/* A contact that was there at the last commit. */
typedef struct {
  int slot;
  int32_t triangle;
} GrMeshOld;

/* origin[k]: the slot of the old contact that contact k continues; GR_NO_ORIGIN: none. */
void GrMeshFollow(const GrMesh *mesh, const GrMeshFrame *frame, const double x[3], int n_old, const GrMeshOld old[],
                  int n, const GrMeshContact contact[], unsigned char origin[]);

#endif
