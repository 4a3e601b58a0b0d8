/* What the checks of several shapes share. */
#ifndef GRANUM_WALL_CHECK_H
#define GRANUM_WALL_CHECK_H

#include <granum/wall.h>

/* Does nothing turn the wall but about lines along this one? */
bool GrWallTurnsAlong(const GrWall *wall, const double line[3]);

/* Complains of periodic sides that a wall does not repeat itself along: it does along directions in which it is
   endless, of which there are n, as long as it does not turn out of them. `noun`: "a disc". A complaint about the
   direction is about this key. */
bool GrWallCheckRepeats(const GrWall *wall, const GrWallDomain *domain, const char *noun, int n,
                        const double *const endless[], GrWallComplaint *complaint);

/* A direction is made one across another of length 1; false: there is none left. */
bool GrWallMakeAcross(const double other[3], double direction[3]);

#endif
