/* The known word that a misspelt one most likely stands for. */
#ifndef GRANUM_BASE_MATH_NEAREST_H
#define GRANUM_BASE_MATH_NEAREST_H

typedef struct {
  const char *word; /* what was written */
  const char *best; /* nearest so far, NULL if nothing is near */
  int distance;
} GrNearest;

GrNearest GrNearestBegin(const char *word);
void GrNearestTry(GrNearest *nearest, const char *candidate);

#endif
