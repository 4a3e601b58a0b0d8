/* Principal moments and axes of inertia of a rigid body. */
#ifndef GRANUM_CLUMP_AXES_H
#define GRANUM_CLUMP_AXES_H

#include <stdbool.h>

/* Computes the principal moments of inertia in ascending order, and the principal axes: the columns of the rotation
   matrix `axes`. inertia: symmetric inertia matrix, in any unit. flat: whether its components xz and yz are 0; the
   third axis is then the z axis. */
void GrClumpAxesFind(const double inertia[3][3], bool flat, double moments[3], double axes[3][3]);

/* Computes the unit quaternion q = (w, x, y, z) of the rotation matrix `axes`. The sign of q is chosen so that its
   first nonzero component is positive. */
void GrClumpAxesQuaternion(const double axes[3][3], double q[4]);

#endif
