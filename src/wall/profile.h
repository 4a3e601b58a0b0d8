/* Surfaces of revolution: an axis, and a straight profile in the half-plane of the distance r from it and the height z
   along it, from (r0, z0) to (r1, z1). */
#ifndef GRANUM_WALL_PROFILE_H
#define GRANUM_WALL_PROFILE_H

#include <granum/wall.h>

/* Open: the turned profile alone, which pushes to both of its sides. Endless: the straight line of it, which pushes to
   one. Closed: with a disc at both ends, as a body with two parts, the line and both discs; or hollow, with three
   parts, the line, the disc at z0 and the disc at z1. */
typedef enum { GR_WALL_PROFILE_OPEN, GR_WALL_PROFILE_ENDLESS, GR_WALL_PROFILE_CLOSED } GrWallProfileKind;
enum { GR_WALL_PROFILE_PARTS = 3 };
typedef struct {
  GrWallProfileKind kind;
  bool hollow;
  double centre[3], axis[3]; /* z counts from the centre */
  double r[2], z[2];
} GrWallProfile;

/* The same surface where it is by now. */
void GrWallProfileMove(const GrWallPose *pose, GrWallProfile *profile);

/* Gap and normal of the spheres of a chunk; of a place, the parts that are nearer than `reach`. */
void GrWallProfileTouch(const GrWallProfile *profile, GrWallChunk *chunk);
int GrWallProfileParts(const GrWallProfile *profile, const double x[3], double reach, int64_t part[]);

#endif
