/* Names in an input, and places of values in its text. */
#ifndef GRANUM_CASE_PLACE_H
#define GRANUM_CASE_PLACE_H

enum { GR_NAME_MAX = 64 }; /* size of the longest name in the input, including the final 0 [bytes] */

/* Line and column of a value in the input text, for messages. Line 0: the value is a default, or comes from the option
   --set. */
typedef struct {
  int line, column; /* number of the line and of the column, from 1 */
} GrPlace;

#endif
