/* Finds the valid word that is most similar to a misspelt word; see nearest.h.

   The edit distance is the number of insertions, deletions, substitutions and exchanges of neighbouring letters that
   change one word into the other (optimal string alignment). Upper and lower case count as equal, and so do '-' and
   '_'. A valid word is similar if the distance is at most a third of the length of the misspelt word, or 1. Words of
   more than 63 bytes have no similar words. */
#include "base/math/nearest.h"

#include <ctype.h>
#include <petscsys.h>
#include <string.h>

enum { WORD_MAX = 64 };

static int FoldCase(char c)
{
  return c == '-' ? '_' : tolower((unsigned char)c);
}

static int EditDistance(const char *a, const char *b)
{
  int d[3][WORD_MAX]; /* the last three rows of the table */
  int n_a = (int)strlen(a), n_b = (int)strlen(b);
  for (int j = 0; j <= n_b; j++)
    d[0][j] = j;
  for (int i = 1; i <= n_a; i++) {
    int *row = d[i % 3], *above = d[(i + 2) % 3], *above2 = d[(i + 1) % 3];
    row[0] = i;
    for (int j = 1; j <= n_b; j++) {
      int change = FoldCase(a[i - 1]) != FoldCase(b[j - 1]);
      row[j] = PetscMin(PetscMin(above[j], row[j - 1]) + 1, above[j - 1] + change);
      if (i > 1 && j > 1 && FoldCase(a[i - 1]) == FoldCase(b[j - 2]) && FoldCase(a[i - 2]) == FoldCase(b[j - 1]))
        row[j] = PetscMin(row[j], above2[j - 2] + 1);
    }
  }
  return d[n_a % 3][n_b];
}

GrNearest GrNearestBegin(const char *word)
{
  int length = (int)strlen(word);
  return (GrNearest){.word = word, .distance = length < 6 ? 2 : length / 3 + 1};
}

void GrNearestTry(GrNearest *nearest, const char *candidate)
{
  if (strlen(nearest->word) >= WORD_MAX || strlen(candidate) >= WORD_MAX)
    return;
  int distance = EditDistance(nearest->word, candidate);
  if (distance < nearest->distance) {
    nearest->distance = distance;
    nearest->best = candidate;
  }
}
