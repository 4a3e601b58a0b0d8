/* The stability check. Overlaps and displacements of every committed step must be within limits; a step that breaks a
   limit is a fault, which ends the run with a message.

   Each rank stores its first fault: of the earliest step, then with the lowest ids. At some steps the ranks determine
   the first of the faults of all ranks (GrWorldGuard). The fault and its message do not depend on the number of ranks.
   A message has the limit that was broken, and changes of the input that help, the most effective first. */
#ifndef GRANUM_WORLD_GUARD_H
#define GRANUM_WORLD_GUARD_H

#include "world/world_impl.h"

enum { GR_ADVICE_MAX = 160, GR_BODY_MAX = GR_NAME_MAX + 32 };

/* Whether fault a precedes fault b in the order of GrFaultKey. */
PetscBool GrWorldFaultIsBefore(const GrFaultKey *a, const GrFaultKey *b);

/* A contact that broke a limit, with its data for the message. */
typedef struct {
  double time;
  char first[GR_BODY_MAX], second[GR_BODY_MAX]; /* names of both bodies, such as "particle 7" and "wall floor" */
  /* whether only the first body has a radius, because the second is a wall */
  PetscBool alone;
  char laws[4 * GR_NAME_MAX];
  double overlap, limit, radius; /* overlap; largest allowed overlap; smaller radius of the two bodies [m] */
  double longest;                /* longest stable time step at this overlap [s] */
} GrBrokenContact;

/* Writes the message about an overlap that is NaN, exceeds time.overlap_limit, or makes the contact too stiff for the
   time step, and a remedy, to message[GR_MESSAGE_MAX]. */
void GrWorldDescribeContact(GrWorld world, const GrBrokenContact *broken, char *message);

/* Writes advice for a message to text[length]: the change of the input that shortens the time step. longest: a time
   step that would be stable [s]; 0: unknown. */
void GrWorldStepAdvice(GrWorld world, double longest, size_t length, char *text);

#endif
