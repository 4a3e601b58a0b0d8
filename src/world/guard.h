/* The stability check: limits that every committed step must keep, and the message if a step breaks a limit.

   Each rank keeps the first fault that it sees: of the earliest step, in that of the lowest ids. Now and then the ranks
   agree on the first of all (GrWorldGuard), which is the same on any number of them; so is the message, to the byte. A
   message says which limit was broken and what to write instead, what helps most first, and nothing that is written
   already. */
#ifndef GRANUM_WORLD_GUARD_H
#define GRANUM_WORLD_GUARD_H

#include "world/world_impl.h"

enum { GR_ADVICE_MAX = 160, GR_BODY_MAX = GR_NAME_MAX + 32 };

/* Does fault a come before fault b? */
PetscBool GrFaultIsBefore(const GrFaultKey *a, const GrFaultKey *b);

/* A contact that broke a limit. */
typedef struct {
  double time;
  char first[GR_BODY_MAX], second[GR_BODY_MAX]; /* "particle 7", "wall floor" */
  PetscBool alone;                              /* only the first has a radius */
  char laws[4 * GR_NAME_MAX];
  double overlap, limit, radius; /* which it has, which it may have, and the smaller radius [m] */
  double longest;                /* step that this overlap allows [s] */
} GrBrokenContact;

/* Whether an overlap is not a number, too deep for time.overlap_limit, or too stiff for the step, and what to do about
   it; GR_MESSAGE_MAX bytes. */
void GrDescribeContact(GrWorld world, const GrBrokenContact *broken, char *message);

/* What to write so that steps become shorter; longest: that would do [s], 0: not known. */
void GrStepAdvice(GrWorld world, double longest, size_t length, char *text);

#endif
