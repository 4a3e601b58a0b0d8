/* Search for the valid word that is most similar to a misspelt word. Error messages suggest this word. */
#ifndef GRANUM_BASE_MATH_NEAREST_H
#define GRANUM_BASE_MATH_NEAREST_H

/* State of the search for the valid word that is most similar to a misspelt word. */
typedef struct {
  const char *word; /* the misspelt word */
  const char *best; /* most similar valid word found until now; NULL: no word was similar enough */
  int distance;     /* edit distance between `word` and `best`; if `best` is NULL: largest allowed distance + 1 */
} GrNearest;

/* Returns a new search for the valid word that is most similar to the misspelt word `word`. */
GrNearest GrNearestBegin(const char *word);

/* Compares the misspelt word with the valid word `candidate`, and updates the search. The caller must not free
   `candidate` while it uses nearest->best. */
void GrNearestTry(GrNearest *nearest, const char *candidate);

#endif
