/* Excerpts: control characters, characters that change the direction of text, and broken UTF-8 never reach a
   terminal. */
#include "base/excerpt.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Bytes of the printable character at `text`; 0 if there is none. */
static size_t PrintableLength(const unsigned char *text)
{
  size_t length = text[0] < 0x80   ? 1
                  : text[0] < 0xc2 ? 0
                  : text[0] < 0xe0 ? 2
                  : text[0] < 0xf0 ? 3
                  : text[0] < 0xf5 ? 4
                                   : 0;
  if (length == 1)
    return text[0] >= 0x20 && text[0] != 0x7f;
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80)
      return 0;
  }
  bool control = length == 2 && text[0] == 0xc2 && text[1] < 0xa0;
  bool direction = length == 3 && text[0] == 0xe2 && (text[1] == 0x80 || text[1] == 0x81);
  return control || direction ? 0 : length;
}

void GrExcerptCopy(const char *text, char *out, size_t size)
{
  static const char cut[] = "...";
  size_t used = 0, safe = 0; /* safe: where the cut may be made */
  while (*text) {
    const unsigned char *at = (const unsigned char *)text;
    size_t length = PrintableLength(at);
    char escape[5];
    snprintf(escape, sizeof escape, "\\x%02x", *at);
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
