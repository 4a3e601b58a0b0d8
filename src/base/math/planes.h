/* The three planes of simple shear, in which a periodic box can be tilted. A quantity of the plane ab, a < b, refers to
   displacements along the axis a that grow along the axis b. Axes: 0 x, 1 y, 2 z. */
#ifndef GRANUM_BASE_MATH_PLANES_H
#define GRANUM_BASE_MATH_PLANES_H

enum { GR_PLANE_XY, GR_PLANE_XZ, GR_PLANE_YZ, GR_PLANES };

/* Returns the axis along which shear in the plane displaces points. */
static inline int GrPlaneAlong(int plane)
{
  return plane == GR_PLANE_YZ ? 1 : 0;
}

/* Returns the axis along which the displacement grows. */
static inline int GrPlaneAcross(int plane)
{
  return plane == GR_PLANE_XY ? 1 : 2;
}

#endif
