/* The shape of a clump, a rigid body that consists of spheres.

   A case defines clumps by name. If a group of particles names a clump, each particle of the group is one rigid body of
   this shape. The radius of the particle is the radius of a sphere that has the volume of the body. granum scales all
   lengths of the shape by
     s = radius of the particle / GrClumpBody.equal_radius
   There are two coordinate systems. GrClumpSphere and GrClumpSolid have the axes in which the input gives the clump.
   GrClumpMember has its origin at the centre of mass, and its axes are the principal axes of inertia. */
#ifndef GRANUM_CASE_CLUMP_H
#define GRANUM_CASE_CLUMP_H

enum { GR_CLUMP_SPHERES_MAX = 1000 };

/* Source of the mass properties of a clump. UNION: uniform density in the union of the spheres. SUM: each sphere has
   its full mass, so that overlapping volume counts several times. SOLID: the input gives the mass properties. MESH:
   uniform density inside a closed mesh. granum replaces MESH by SOLID when it has read the mesh. */
typedef enum { GR_CLUMP_UNION, GR_CLUMP_SUM, GR_CLUMP_SOLID, GR_CLUMP_MESH } GrClumpMassFrom;

/* Initial orientation of the bodies of a group. RANDOM: each body has its own random orientation. FIXED: the axes in
   which the input gives the clump are parallel to the axes of the domain. */
enum { GR_ORIENTATION_RANDOM, GR_ORIENTATION_FIXED };

/* One sphere of a clump, with the axes and the size that the input gives. */
typedef struct {
  double centre[3]; /* centre of the sphere [m] */
  double radius;    /* radius of the sphere [m] */
} GrClumpSphere;

/* Mass properties of the solid of uniform density that the spheres of a clump approximate. The axes are as in the
   input of the clump. */
typedef struct {
  double volume;    /* volume of the solid [m^3]; NaN: the mass properties of the clump follow from its spheres */
  double centre[3]; /* centre of mass of the solid [m] */
  /* components xx, yy and zz of the tensor of inertia about the centre of mass, divided by the mass [m^2] */
  double inertia[3];
  /* components xy, xz and yz of the tensor of inertia, divided by the mass [m^2]; NaN: not in the input, 0 is used */
  double products[3];
  /* largest distance of a point on the surface of the solid from the nearest sphere [m]; NaN: unknown */
  double distance;
} GrClumpSolid;

/* One sphere of a clump, in coordinates along the principal axes of inertia, with the origin at the centre of mass. */
typedef struct {
  double place[3]; /* centre of the sphere minus the centre of mass, components along the principal axes [m] */
  double radius;   /* radius of the sphere [m] */
  /* fraction of the mass of the body that granum assigns to this sphere [1]: radius^3, divided by the sum of radius^3
     over all spheres */
  double share;
  /* effective mass of the body for a force through the centre of this sphere, divided by the mass of the body [1]; the
     smallest value over all directions of the force. It is < 1 if such a force can rotate the body */
  double effective_share;
} GrClumpMember;

/* Mass properties of a clump whose spheres have the radii of the input. GrClumpPrepare computes them. */
typedef struct {
  /* volume [m^3]. UNION: volume of the union of the spheres; SUM: sum of the volumes of the spheres; SOLID: volume of
     the solid */
  double volume;
  double origin[3];  /* centre of mass in the axes of the input [m] */
  double moments[3]; /* principal moments of inertia divided by the mass, in ascending order [m^2] */
  /* unit quaternion q (w, x, y, z): the rotation R(q) converts vector components along the principal axes to
     components along the axes of the input */
  double axes[4];
  double equal_radius; /* radius of the sphere whose volume is `volume` [m] */
  double reach;        /* radius of the smallest sphere about the centre of mass that contains all spheres [m] */
} GrClumpBody;

#endif
