/* Messages of the stability check. At the end of each accepted step, overlaps and displacements must be below their
   limits. An exceeded limit is called a fault; it ends the run with a message.

   Each rank stores its first fault. Faults are ordered by time, and at equal time by the ids of the particles
   (GrFaultKey). At some steps the ranks find the first fault of all ranks (GrWorldGuard). This fault and its message
   do not depend on the number of ranks. The message states the limit, and suggests changes of the input, the most
   effective first. */
#ifndef GRANUM_WORLD_GUARD_H
#define GRANUM_WORLD_GUARD_H

#include "world/world_impl.h"
#include <stdbool.h>

enum {
  GR_ADVICE_MAX = 160,
  GR_BODY_MAX = GR_NAME_MAX + 32
}; /* sizes of texts [bytes]: a piece of advice, the name of a body */

/* A contact whose overlap has exceeded a limit, with the data for the message. */
typedef struct {
  double time;                                  /* end of the step in which the limit was exceeded [s] */
  char first[GR_BODY_MAX], second[GR_BODY_MAX]; /* names of the two bodies, for example "particle 7" and "wall floor" */
  bool alone;                 /* whether the second body is a wall, so that only `first` has a radius */
  char laws[4 * GR_NAME_MAX]; /* names of the laws of the contact (GrModelLaws) */
  double overlap;             /* overlap [m] */
  double limit;               /* largest allowed overlap [m] */
  double radius;              /* smaller radius of the two bodies [m] */
  double longest;             /* longest time step that is stable at this overlap [s] */
  /* probable cause of an overlap beyond time.overlap_limit, and its remedy: "cause: remedy"; "": the contact is too
     soft for its load */
  char cause[2 * GR_ADVICE_MAX];
} GrBrokenContact;

/* Writes a message to message[GR_MESSAGE_MAX] about a contact whose overlap is NaN, exceeds time.overlap_limit, or
   makes the contact too stiff for the time step. The message suggests a remedy. */
void GrWorldDescribeContact(GrWorld world, const GrBrokenContact *broken, char *message);

/* Writes advice to text[length] for a message: how to change the input so that the time step becomes shorter.
   longest: a time step that would be stable [s]; 0: unknown. */
void GrWorldStepAdvice(GrWorld world, double longest, size_t length, char *text);

#endif
