/* Principal axes of inertia. */
#ifndef GRANUM_CLUMP_AXES_H
#define GRANUM_CLUMP_AXES_H

#include <stdbool.h>

/* Computes the principal moments, ascending, and the axes as the columns of a rotation. inertia: symmetric matrix;
   flat: its xz and yz are 0, and the z axis becomes the third axis. */
void GrClumpAxesFind(const double inertia[3][3], bool flat, double moments[3], double axes[3][3]);

/* Writes the unit quaternion (w, x, y, z) of a rotation, with its first nonzero component positive. */
void GrClumpAxesQuaternion(const double axes[3][3], double q[4]);

#endif
