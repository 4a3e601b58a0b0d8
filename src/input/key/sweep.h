/* A swept key of a study and its values. */
#ifndef GRANUM_INPUT_KEY_SWEEP_H
#define GRANUM_INPUT_KEY_SWEEP_H

#include "input/yaml/document.h"

enum { GR_CASES_MAX = 10000 }; /* largest number of cases of a study */

typedef struct {
  const GrNode *node; /* node below the key `sweep` of the input; its own key is the path of the swept key */
  int n;
  const GrNode **value; /* [n] the values, nodes in the memory of the document */
  /* SI unit of the values, set when a case has been read; NULL: not set, dimensionless, or no numbers */
  const char *unit;
} GrKeySweepAxis;

/* Reads the list or the range of values of a swept key into `axis`. node: a node below the key `sweep`. */
PetscErrorCode GrKeySweepRead(GrDocument *document, const GrNode *node, GrKeySweepAxis *axis);

#endif
