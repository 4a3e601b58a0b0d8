/* Surfaces of revolution: an axis, and a straight profile in the half-plane of the distance r from the axis and the
   height z along it, from (r0, z0) to (r1, z1). */
#ifndef GRANUM_WALL_PROFILE_H
#define GRANUM_WALL_PROFILE_H

#include <granum/wall.h>

/* Open: the revolved profile alone, which pushes on both sides. Endless: the profile extended to an infinite line; one
   side pushes. Closed: the profile with a disc at each end. A closed body has two parts, the line and both discs. A
   closed hollow surface has three parts, the line, the disc at z0 and the disc at z1. */
typedef enum { GR_WALL_PROFILE_OPEN, GR_WALL_PROFILE_ENDLESS, GR_WALL_PROFILE_CLOSED } GrWallProfileKind;
enum { GR_WALL_PROFILE_PARTS = 3 };
typedef struct {
  GrWallProfileKind kind;
  bool hollow;
  double centre[3], axis[3]; /* origin of z [m]; unit vector */
  double r[2], z[2];         /* [m] */
} GrWallProfile;

/* Computes gap and normal of the spheres of a chunk. profile: at the start of the run; pose: current pose. */
void GrWallProfileTouch(const GrWallProfile *profile, const GrWallPose *pose, GrWallChunk *chunk);

/* Writes the parts that are nearer to x than `reach`, and returns their number. */
int GrWallProfileParts(const GrWallProfile *profile, const GrWallPose *pose, const double x[3], double reach,
                       int64_t part[]);

#endif
