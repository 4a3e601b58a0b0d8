/* The values a key runs through in a study. */
#ifndef GRANUM_INPUT_KEY_SWEEP_H
#define GRANUM_INPUT_KEY_SWEEP_H

#include "input/yaml/document.h"

enum { GR_CASES_MAX = 10000 }; /* of a study */

typedef struct {
  const GrNode *node; /* under `sweep`; its key is the path of the key that is swept */
  int n;
  const GrNode **value; /* [n], in the arena of the document */
  const char *unit;     /* of the numbers, once a case has been read; NULL: they are none, or have none */
} GrKeySweepAxis;

/* Reads the list or the range of values under a key of `sweep`. */
PetscErrorCode GrKeySweepRead(GrDocument *document, const GrNode *node, GrKeySweepAxis *axis);

#endif
