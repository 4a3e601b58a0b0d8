/* Search for the known word that is closest to a misspelt word, for messages. */
#ifndef GRANUM_BASE_MATH_NEAREST_H
#define GRANUM_BASE_MATH_NEAREST_H

typedef struct {
  const char *word; /* the misspelt word */
  const char *best; /* closest candidate so far; NULL: no candidate was close enough */
  int distance;     /* edit distance between `word` and `best`; if `best` is NULL: largest allowed distance + 1 */
} GrNearest;

/* Begins the search for the known word that is closest to `word`. */
GrNearest GrNearestBegin(const char *word);

/* Compares the misspelt word with a candidate. The candidate must remain valid as long as nearest->best is used. */
void GrNearestTry(GrNearest *nearest, const char *candidate);

#endif
