/* Macros for the rows of tables of input keys. Each macro sets some members of a GrKey. */
#ifndef GRANUM_INPUT_KEY_ROWS_H
#define GRANUM_INPUT_KEY_ROWS_H

#include "base/math/row.h"
#include "input/key/key.h"
#include <stdbool.h>

#define COUNTED(type, member, number) .offset = offsetof(type, member), .count = offsetof(type, number)
/* A value that may be a function of time, which the member NAME_of_time stores. */
#define OF_TIME(type, member) COUNTED(type, member, member##_of_time)
/* The value may also be an expression with observables. */
#define FEEDBACK .uses = GR_USES_FEEDBACK
#define BETWEEN(from, to) .lower = (from), .upper = (to)
#define ABOVE_TO(from, to) .lower = (from), .lower_open = true, .upper = (to)
#define INTERVAL_ELSE(fallback, type, member) "s", fallback, "off", POSITIVE, .word = 0, FIELD(type, member)
#define INTERVAL(type, member) INTERVAL_ELSE("off", type, member)
#define TIMES(what, type, member)                                                                                      \
  "times", &GrKeyQuantities, "the ascending times of " what ", instead of every", "s", "", NOT_NEGATIVE,               \
      .excludes = "every", .ascending = true, COUNTED(type, member.times, member.n_times)
#define ELEMENT(type, name_at, place_at)                                                                               \
  .element = &(const GrKeyElement)                                                                                     \
  {                                                                                                                    \
    sizeof(type), name_at, place_at                                                                                    \
  }
#define NAMED(type) ELEMENT(type, offsetof(type, name), offsetof(type, place))
#define PLACED(type) ELEMENT(type, -1, offsetof(type, place))
#define PLAIN(type) ELEMENT(type, -1, -1)
#define ZERO_VECTOR "[0, 0, 0]"
#define SETS .stage = GR_STAGE_SETS
#define MERGES .stage = GR_STAGE_MERGES
#define CHAIN .scope = GR_IN_CHAIN
#define BULK .scope = GR_IN_BULK
#define PARTICLES .scope = GR_IN_PARTICLES
#define IMPACT .scope = GR_IN_IMPACT
#define IMPACTS .scope = GR_IN_IMPACTS
#define FIT .scope = GR_IN_FITS
#define BOUNCE .scope = GR_IN_BOUNCE
#define PAIR .scope = GR_IN_PAIR
#define PATHS .scope = GR_IN_PATH
#define MECHANISM .scope = GR_IN_MECHANISM
#define STUDY .scope = GR_IN_STUDY

/* Row for a key that the cases of this table do not accept, because it belongs to other kinds of cases. where: these
   kinds (bits GR_IN_...). If the input gives the key, the error message names the dimension of these kinds. */
#define BELONGS(key, where) key, &GrKeyRefused, "a key of another dimension", .fallback = "", .scope = where

#endif
