/* granum/clump.h: the shape of a clump, a rigid body that consists of spheres.

   A case defines clumps by name. Each particle of a group that names a clump is one rigid body of this shape. The size
   of a body is the radius of the sphere of equal volume, so all lengths of the shape scale with
     s = radius of the particle / equal_radius
   Coordinates: GrClumpSphere.centre is in the axes of the input. GrClumpMember.place is relative to the centre of mass,
   in the axes of the principal moments of inertia. */
#ifndef GRANUM_CLUMP_H
#define GRANUM_CLUMP_H

#include <granum/wall.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_CLUMP_SPHERES_MAX = 1000 };

/* Mass of a clump. UNION: uniform density in the union of the spheres; SUM: sum of the masses of the spheres, in which
   overlaps count several times; SOLID: given mass properties; MESH: the volume inside the mesh. Reading the mesh
   replaces MESH by SOLID. */
typedef enum { GR_CLUMP_UNION, GR_CLUMP_SUM, GR_CLUMP_SOLID, GR_CLUMP_MESH } GrClumpMassFrom;

/* Orientation of the bodies of a group. RANDOM: random and independent; FIXED: the axes of the clump in the input are
   parallel to the axes of the domain. */
enum { GR_ORIENTATION_RANDOM, GR_ORIENTATION_FIXED };

/* One sphere of a clump, in the axes of the input. */
typedef struct {
  double centre[3]; /* [m] */
  double radius;    /* [m] */
} GrClumpSphere;

/* Mass properties of the solid that the spheres of a clump replace, in the axes of the input. */
typedef struct {
  double volume;      /* [m^3]; NaN: there is no solid */
  double centre[3];   /* centre of mass [m] */
  double inertia[3];  /* xx, yy, zz of the tensor of inertia about the centre of mass, divided by the mass [m^2] */
  double products[3]; /* xy, xz, yz of this tensor, divided by the mass [m^2]; NaN: 0 */
  double distance;    /* largest distance of a point on the surface of the solid from the spheres [m]; NaN: not known */
} GrClumpSolid;

/* Sphere of a clump in the frame of the body. */
typedef struct {
  double place[3]; /* centre relative to the centre of mass, along the principal axes [m] */
  double radius;   /* [m] */
  /* r^3 divided by the sum of r^3 over all spheres: fraction of the body's mass assigned to this sphere [1] */
  double share;
  /* smallest effective mass of the body in a contact on this sphere, for any normal, divided by the body's mass [1] */
  double felt;
} GrClumpMember;

/* Mass properties of a clump with the sizes of the input, computed by GrClumpPrepare. */
typedef struct {
  /* volume of the union of the spheres, sum of their volumes, or volume of the solid (GrClumpMassFrom) [m^3] */
  double volume;
  double origin[3];    /* centre of mass in the axes of the input [m] */
  double moments[3];   /* principal moments of inertia divided by the mass, ascending [m^2] */
  double axes[4];      /* unit quaternion (w, x, y, z) that rotates the principal axes to the axes of the input [1] */
  double equal_radius; /* radius of the sphere whose volume is `volume` [m] */
  double reach;        /* largest distance of a point of the surface from the centre of mass [m] */
} GrClumpBody;

#ifdef __cplusplus
}
#endif

#endif
