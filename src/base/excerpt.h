/* Short, printable excerpts of what the user wrote, for messages. */
#ifndef GRANUM_BASE_EXCERPT_H
#define GRANUM_BASE_EXCERPT_H

#include <stddef.h>

enum { GR_EXCERPT_MAX = 64 };

typedef struct {
  char text[GR_EXCERPT_MAX];
} GrExcerpt;

/* At most `size` - 1 bytes of `text`: bytes that are no printable UTF-8 become \xNN, what does not fit becomes
   "...". */
void GrExcerptCopy(const char *text, char *out, size_t size);

GrExcerpt GrExcerptOf(const char *text);

#endif
