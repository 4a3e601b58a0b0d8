/* Common functions of wall shapes. */
#ifndef GRANUM_WALL_SHAPE_H
#define GRANUM_WALL_SHAPE_H

#include <granum/wall.h>

/* Keys that several wall shapes have, as initializers of GrWallParameter. SIZE: a number >= 0 [m]; LENGTH: a number > 0
   [m]. */
#define GR_WALL_CENTRE                                                                                                 \
  .name = "centre", .kind = GR_WALL_POINT, .meaning = "the centre; in dimension 2 its z is that of the domain"
#define GR_WALL_NORMAL .name = "normal", .kind = GR_WALL_DIRECTION, .meaning = "the direction across it, of any length"
#define GR_WALL_HOLLOW                                                                                                 \
  .name = "concave", .kind = GR_WALL_FLAG, .meaning = "whether it is hollow and the particles are inside",             \
  .fallback = "false"
#define GR_WALL_SIZE(NAME, MEANING)                                                                                    \
  .name = NAME, .kind = GR_WALL_NUMBER, .meaning = MEANING, .unit = "m", .upper = INFINITY
#define GR_WALL_LENGTH(NAME, MEANING) GR_WALL_SIZE(NAME, MEANING), .lower_open = true

/* Writes gap and normal of each sphere of a chunk by calls of `gap`. This function returns the gap [m] between a point
   x [m] and a part of the surface, and sets the normal there. */
typedef double (*GrWallGapOf)(const void *surface, int part, const double x[3], double normal[3]);
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

/* Sets the error in a key of the wall, and returns true. The text is a sentence: the problem; the remedy. */
bool GrWallComplain(GrWallComplaint *complaint, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the axes of all rotations of the wall are parallel to the vector `line`. */
bool GrWallTurnsAlong(const GrWall *wall, const double line[3]);

/* Checks that a wall is the same in each image of a periodic box: along each periodic axis it must be infinite, and
   must not rotate out of that axis. endless[n]: the directions in which the wall is infinite. noun: the shape in
   messages, e.g. "a disc". Returns true if it has set an error. */
bool GrWallCheckRepeats(const GrWall *wall, const GrWallDomain *domain, const char *noun, int n,
                        const double *const endless[], GrWallComplaint *complaint);

/* Removes from a direction the component along the unit vector `other`, and scales the rest to length 1. Returns false
   if the rest is 0. */
bool GrWallMakeAcross(const double other[3], double direction[3]);

#endif
