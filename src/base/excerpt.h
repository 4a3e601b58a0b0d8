/* Short, printable excerpts of user input for messages. */
#ifndef GRANUM_BASE_EXCERPT_H
#define GRANUM_BASE_EXCERPT_H

#include <stddef.h>

enum { GR_EXCERPT_MAX = 64 };

typedef struct {
  char text[GR_EXCERPT_MAX];
} GrExcerpt;

/* Writes an excerpt of `text`, at most size - 1 bytes, to `out`. A byte that does not belong to a printable UTF-8
   character is written as \xNN. If the text does not fit, the excerpt ends in "...". */
void GrExcerptCopy(const char *text, char *out, size_t size);

/* Returns a printable excerpt of a text, for an argument of a message: GrExcerptOf(name).text. */
GrExcerpt GrExcerptOf(const char *text);

#endif
