/* A swept key: a key of the input that takes several values, one value in each case of a study. */
#ifndef GRANUM_INPUT_KEY_SWEEP_H
#define GRANUM_INPUT_KEY_SWEEP_H

#include "input/yaml/document.h"

enum { GR_CASES_MAX = 10000 }; /* maximum number of cases of a study */

/* A swept key and its values. */
typedef struct {
  const GrNode *node;   /* entry of the map `sweep` in the input: its key is the path of the swept key */
  int n;                /* number of values */
  const GrNode **value; /* [n] nodes of the values, in the memory of the document */
  /* SI unit of the values, set when a case is read. NULL: no case has been read yet, the values are not real numbers,
     or the key is a constant of the input */
  const char *unit;
} GrKeySweepAxis;

/* Reads the values of a swept key, a list or a range, into `axis`. node: the entry of the map `sweep` in the input. */
PetscErrorCode GrKeySweepRead(GrDocument *document, const GrNode *node, GrKeySweepAxis *axis);

#endif
