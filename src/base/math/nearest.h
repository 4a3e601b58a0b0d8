/* Finds the known word that is closest to a misspelt word. */
#ifndef GRANUM_BASE_MATH_NEAREST_H
#define GRANUM_BASE_MATH_NEAREST_H

typedef struct {
  const char *word; /* the misspelt word */
  const char *best; /* closest candidate so far; NULL if none is close */
  int distance;     /* edit distance of `best`; without `best`: largest allowed distance + 1 */
} GrNearest;

/* Begins the search for a word. */
GrNearest GrNearestBegin(const char *word);

/* Compares the word with a candidate, which must not be freed. */
void GrNearestTry(GrNearest *nearest, const char *candidate);

#endif
