/* The values that a swept key of a study has. */
#ifndef GRANUM_INPUT_KEY_SWEEP_H
#define GRANUM_INPUT_KEY_SWEEP_H

#include "input/yaml/document.h"

enum { GR_CASES_MAX = 10000 }; /* largest number of cases of a study */

typedef struct {
  const GrNode *node; /* node below `sweep`; its key is the path of the swept key */
  int n;
  const GrNode **value; /* [n], in the arena of the document */
  const char *unit;     /* unit of the values, known when a case has been read; NULL: no numbers, or dimensionless */
} GrKeySweepAxis;

/* Reads the list or the range of values under a key of `sweep`. */
PetscErrorCode GrKeySweepRead(GrDocument *document, const GrNode *node, GrKeySweepAxis *axis);

#endif
