/* The worked example of the card of a law of sliding, rolling or twisting. */
#ifndef GRANUM_LAW_CARD_EXAMPLE_SLIDE_H
#define GRANUM_LAW_CARD_EXAMPLE_SLIDE_H

#include <granum/law.h>

enum { GR_SLIDE_ROWS = 8 };

/* One contact at a constant overlap and normal force. A law with history is displaced there and back without a rate;
   one without is evaluated at rising slip speeds. */
typedef struct {
  double overlap, normal_force; /* [m], [N] */
  double slip[GR_SLIDE_ROWS];   /* displacement from the beginning [m], or speed [m/s] */
  double force[GR_SLIDE_ROWS];  /* against it, per normal force [1] */
  double stored[GR_SLIDE_ROWS], power[GR_SLIDE_ROWS];
} GrSlideExample;

/* The law with its default and example values and the `choice`-th of its words at the pair of GrExamplePair, pressed to
   first yield. Returns NULL, or why there is no example. */
const char *GrExampleSlide(const GrLaw *law, int choice, GrSlideExample *example);

#endif
