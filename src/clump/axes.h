/* Principal axes of a tensor of inertia. */
#ifndef GRANUM_CLUMP_AXES_H
#define GRANUM_CLUMP_AXES_H

#include <stdbool.h>

/* Computes the principal moments of inertia in ascending order, and the principal axes: the columns of the rotation
   matrix `axes`. flat: whether the components xz and yz of the inertia are 0; the third axis is then the z axis. Equal
   moments keep the order x, y, z of their axes. The axes are right-handed, and the largest components of the first and
   third axes are positive. */
void GrClumpFindAxes(const double inertia[3][3], bool flat, double moments[3], double axes[3][3]);

/* Computes the unit quaternion (w, x, y, z) of a rotation matrix. Its first nonzero component is positive. */
void GrClumpFindQuaternion(const double matrix[3][3], double quaternion[4]);

#endif
