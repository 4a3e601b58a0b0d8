/* Short, printable excerpts of texts from the input, for messages. */
#ifndef GRANUM_BASE_EXCERPT_H
#define GRANUM_BASE_EXCERPT_H

#include <stddef.h>

enum { GR_EXCERPT_MAX = 64 };

typedef struct {
  char text[GR_EXCERPT_MAX]; /* printable beginning of a longer text, or the whole text */
} GrExcerpt;

/* Writes the beginning of `text`, at most size - 1 bytes, to `out`. If the text is longer, the excerpt ends in "...".
   Bytes that do not belong to a printable UTF-8 character are written as \xNN. */
void GrExcerptCopy(const char *text, char *out, size_t size);

/* Returns an excerpt by value, for example as an argument of printf: GrExcerptOf(name).text. */
GrExcerpt GrExcerptOf(const char *text);

#endif
