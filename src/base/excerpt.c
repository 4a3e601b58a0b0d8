/* Makes printable excerpts of input text for messages; see excerpt.h. Control characters, characters that change the
   direction of text, and invalid UTF-8 are escaped, so that a terminal does not obey them. */
#include "base/excerpt.h"

#include "base/text.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Number of bytes of the printable character at `text`; 0 if it is not printable. The characters U+2000 to U+207F
   include the marks that change the direction of text. */
static size_t PrintableLength(const char *text)
{
  unsigned code;
  const int length = GrTextCharacter(text, &code);
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0), direction = code >= 0x2000 && code < 0x2080;
  return control || direction ? 0 : (size_t)length;
}

void GrExcerptCopy(const char *text, char *out, size_t size)
{
  static const char cut[] = "...";
  size_t used = 0, safe = 0; /* safe: the end before which "..." still fits */
  while (*text) {
    size_t length = PrintableLength(text);
    char escape[5];
    snprintf(escape, sizeof escape, "\\x%02x", (unsigned char)*text);
    const char *piece = length ? text : escape;
    size_t n = length ? length : 4;
    if (used + n + 1 > size) {
      memcpy(out + safe, cut, sizeof cut);
      return;
    }
    memcpy(out + used, piece, n);
    used += n;
    text += length ? length : 1;
    if (used + sizeof cut <= size)
      safe = used;
  }
  out[used] = '\0';
}

GrExcerpt GrExcerptOf(const char *text)
{
  GrExcerpt excerpt;
  GrExcerptCopy(text, excerpt.text, sizeof excerpt.text);
  return excerpt;
}
