/* Mesh: contacts of spheres with a surface of triangles (GrMesh, granum/wall.h).

   Both sides of the surface repel spheres. The distance of a triangle from a sphere is the distance of its closest
   point from the centre of the sphere. The closest point is inside the triangle, on an edge or at a corner. A triangle
   touches the sphere if this distance is less than the radius. Most triangles that touch have no contact, because
   another triangle replaces them. Triangle k replaces triangle j if k is nearer, or equally near and earlier in the
   file, and if
     (1) the closest point of j is on an edge or corner that k also has, or
     (2) the directions from the two closest points to the centre differ by less than 30 degrees.
   Each of the remaining triangles is a contact. By (1) the closest points of the contacts are local minima of the
   distance along the surface: a point on a face, on a convex edge or at a tip, or a point on each of two faces that
   meet in a concave edge. By (2) a valley between two faces gives a single contact if the normals of the faces differ
   by less than 30 degrees. If triangles approximate a smooth hollow surface, only one of them acts at a time, and their
   stiffnesses do not add up.

   granum rounds these flat valleys so that the direction of the force does not jump. The rounded valley has the shape
   that a ball of radius q leaves when it rolls along the valley. g1 <= g2 are the distances [m] of the triangles k and
   j from the centre of the sphere, N1 and N2 the directions from their closest points to the centre, and c = N1 . N2.
   The distance g of the centre from the rounded surface, and the normal N of this surface, are
     q = min(1.25 R, 1.8 g1)                R: radius plus the reach of the adhesion [m]
     u = q - g1,  v = q - g2,  a = (u - c v)/(1 - c^2),  b = (v - c u)/(1 - c^2)
     g = q - sqrt(a u + b v),  N = (a N1 + b N2)/sqrt(a u + b v)   if a > 0 and b > 0
   Elastic contacts conserve energy, because g is a distance from a surface. If there are several triangles j, the
   triangle with the smallest g is used. The rounding increases the overlap of a contact by at most (1.25 R - g1)
   (1/cos(15 degrees) - 1), which is 0.9 % of R for an overlap of 0. Rounding does not change planes and convex
   surfaces: there g1 <= c g2, so b <= (1 - c) (q - (1 + c) g2)/(1 - c^2), which is negative because q <= 1.8 g1.

   Limits. The force is continuous when the sphere moves over planes, convex edges and tips, and along and across flat
   valleys. The force jumps when one contact becomes two: when the angle between the directions of two closest points
   passes 30 degrees. An example is a sphere that sinks between the two rims of a slot. If more than two faces meet in a
   flat pit, N jumps where another triangle j gets the smallest g; the jump is smaller than the angles between the
   faces. For overlaps above 30 % of R, q is 1.8 g1: the force is continuous, but has no potential.

   Histories. A slot of the contact history stores the history of a contact, not that of a triangle. Each contact
   continues a contact that the sphere had at the end of the last completed step, if possible the contact with the same
   triangle. Otherwise it continues the contact whose triangle is now in a direction within 30 degrees; if there are
   several, the nearest. A friction spring thus moves from triangle to triangle. From one rebuild of the neighbour list
   to the next the triangle is the only state of a contact besides its history. The contacts of a sphere get slots in
   the order of their triangles, so the order in which forces are added does not depend on the history. */
#ifndef GRANUM_WALL_MESH_H
#define GRANUM_WALL_MESH_H

#include "contact/history.h"
#include "mesh/tree.h"

#define GR_WALL_MESH_SMOOTH_COSINE 0.8660254037844386 /* cosine of 30 degrees */
#define GR_WALL_MESH_ROUND 1.25                       /* largest q/R in the rounding of valleys (head of this file) */
#define GR_WALL_MESH_ROUND_BOUND 1.8                  /* largest q/g1; it must be less than 1 + cosine of 30 degrees */
/* Triangles at a distance larger than R may change the rounding of a valley (head of this file). They are considered up
   to the distance (1 + GR_WALL_MESH_VALLEY) R. The value must exceed (GR_WALL_MESH_ROUND - 1) (1 - cosine of 30
   degrees). */
#define GR_WALL_MESH_VALLEY 0.035

/* Largest number of contacts of a sphere with a mesh. The contacts with the largest overlaps are used. */
enum { GR_WALL_MESH_CONTACTS = 8 };

/* A contact of a sphere with a mesh, whose flat valleys are rounded (head of this file). */
typedef struct {
  /* distance from the centre of the sphere to the rounded surface [m]; unit normal of the rounded surface towards the
     sphere, in the coordinates of the domain */
  double gap, normal[3];
  int32_t triangle; /* number of the triangle that the sphere touches */
} GrWallMeshContact;

/* Finds the contacts of a sphere with the centre x [m]. triangle[n]: numbers of the triangles that are considered.
   reach: radius plus reach of the adhesion [m]. Writes the contacts in the order of their triangles and returns their
   number. If there are more than `most` contacts, writes only the `most` deepest contacts. If x is NaN, writes one
   contact, so that the stability check finds the error. */
int GrWallMeshTouch(const GrMesh *mesh, const GrWallPose *pose, const double x[3], double reach, PetscInt n,
                    const int32_t triangle[], int most, GrWallMeshContact contact[]);

/* Computes the distance of the point x from a triangle [m], and the unit vector from the nearest point of the triangle
   to x in the coordinates of the domain. A point on the triangle has the normal of the triangle. */
void GrWallMeshSee(const GrMesh *mesh, const GrWallPose *pose, const double x[3], int32_t triangle, double *gap,
                   double normal[3]);

/* A contact that a sphere had with the mesh at the end of the last completed step. */
typedef struct {
  int slot;         /* index of the contact in its block of the contact history (contact/history.h) */
  int32_t triangle; /* number of the triangle that the sphere touched */
} GrWallMeshOld;

/* Finds, for each contact[k] of a sphere with the centre x [m], the contact at the end of the last step that it
   continues (head of this file). Sets origin[k] to the slot of that contact in the contact history; GR_NO_ORIGIN:
   contact[k] is new. old[n_old]: contacts of the sphere at the end of the last step. */
void GrWallMeshFollow(const GrMesh *mesh, const GrWallPose *pose, const double x[3], int n_old,
                      const GrWallMeshOld old[], int n, const GrWallMeshContact contact[], unsigned char origin[]);

/* Indices of the input keys of a mesh wall in GrWallMeshParameters, and of their values in GrWall.value. */
enum {
  GR_WALL_MESH_POSITION,
  GR_WALL_MESH_FILE,
  GR_WALL_MESH_UNIT,
  GR_WALL_MESH_SCALE,
  GR_WALL_MESH_TURN_AXIS,
  GR_WALL_MESH_TURN_ANGLE,
  GR_WALL_MESH_CLOSED
};
extern const GrWallParameter GrWallMeshParameters[];

/* Computes the position of a point of the mesh at the start of the run. file: coordinates of the point in the mesh
   file, in the unit of the file; start: position [m]. */
void GrWallMeshPlace(const GrWall *wall, const double file[3], double start[3]);

/* Returns the name of the mesh file of a wall; NULL: the shape of the wall is not a mesh from a file. */
const char *GrWallMeshNameOf(const GrWall *wall);

#endif
