/* Macros and functions that several wall shapes use. */
#ifndef GRANUM_WALL_SHAPE_H
#define GRANUM_WALL_SHAPE_H

#include "case/wall.h"
#include <stdbool.h>

/* Keys that several wall shapes have in common, as initializers of GrWallParameter. GR_WALL_SIZE: a number >= 0 [m].
   GR_WALL_LENGTH: a number > 0 [m]. */
#define GR_WALL_CENTRE                                                                                                 \
  .name = "centre", .kind = GR_WALL_POINT, .meaning = "the centre; in dimension 2 its z is that of the domain"
#define GR_WALL_NORMAL .name = "normal", .kind = GR_WALL_DIRECTION, .meaning = "the direction across it, of any length"
#define GR_WALL_HOLLOW                                                                                                 \
  .name = "concave", .kind = GR_WALL_FLAG, .meaning = "whether it is hollow and the particles are inside",             \
  .fallback = "false"
#define GR_WALL_SIZE(NAME, MEANING)                                                                                    \
  .name = NAME, .kind = GR_WALL_NUMBER, .meaning = MEANING, .unit = "m", .upper = INFINITY
#define GR_WALL_LENGTH(NAME, MEANING) GR_WALL_SIZE(NAME, MEANING), .lower_open = true

/* Function of a wall shape. It returns the distance of the point x [m] from a part (face, edge) of the wall surface
   [m], negative behind the surface. It sets `normal` to the unit normal of the surface at the point nearest to x.
   surface: the caller's data of the shape. part: number of the part. */
typedef double (*GrWallGapOf)(const void *surface, int part, const double x[3], double normal[3]);

/* Calls `gap` for each entry of `chunk`, a pair of a particle and a part of the wall. Stores distance and normal. */
static inline void GrWallTouchEach(const void *surface, GrWallGapOf gap, GrWallChunk *chunk)
{
  for (int i = 0; i < chunk->n; i++) {
    const double x[3] = {chunk->x[0][i], chunk->x[1][i], chunk->x[2][i]};
    double normal[3];
    chunk->gap[i] = gap(surface, (int)chunk->part[i], x, normal);
    for (int k = 0; k < 3; k++)
      chunk->normal[k][i] = normal[k];
  }
}

/* Stores an error message about an input key of the wall in `complaint`, and returns true. format: as for printf; the
   message is a sentence with the problem and the remedy. */
bool GrWallComplain(GrWallComplaint *complaint, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns whether the wall has a rotation of its own (key `rotation`), apart from its list of motions. */
bool GrWallHasRotation(const GrWall *wall);

/* Returns the key that rotates the wall, for error messages: one of `rotation`, or `motions`. */
const char *GrWallTurnKey(const GrWall *wall);

/* Returns whether the axes of all rotations of the wall are parallel to the vector `line`. */
bool GrWallTurnsAlong(const GrWall *wall, const double line[3]);

/* Checks that a wall fits a periodic domain: along each periodic axis the wall must be infinite, also after its
   rotations. endless[n]: vectors along which the wall is infinite. noun: name of the shape in messages, such as "a
   disc". If the check fails, stores an error message in `complaint` and returns true. */
bool GrWallCheckRepeats(const GrWall *wall, const GrWallDomain *domain, const char *noun, int n,
                        const double *const endless[], GrWallComplaint *complaint);

/* Returns whether two vectors are along one line, up to rounding. */
bool GrWallAreAlongOneLine(const double a[3], const double b[3]);

/* Returns the distance of the point x from the line through the point `pivot` along the unit vector `axis` [m]. */
double GrWallFromAxis(const double x[3], const double pivot[3], const double axis[3]);

/* Returns the largest distance of a corner of a plate or block from an axis [m]; see GrWallShape.lever. edge[n]: unit
   vectors along its edges; half[n]: half lengths of the edges [m]. An infinite edge parallel to the axis does not
   count; with another infinite edge the distance is infinite. */
double GrWallLeverOfCorners(const double centre[3], int n, const double edge[][3], const double half[],
                            const double pivot[3], const double axis[3]);

/* Makes the unit vector `direction` perpendicular to the unit vector `other`: removes its component along `other`, and
   scales the remaining vector to length 1. Returns false if the remaining vector is 0. */
bool GrWallMakeAcross(const double other[3], double direction[3]);

#endif
