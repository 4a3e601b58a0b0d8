/* Growing text, for the resolved case, the schema and the reference of keys. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ReserveText(GrText *text, size_t more)
{
  size_t need = text->used + more + 1;
  if (text->failed || need <= text->capacity)
    return;
  size_t capacity = need < 1024 ? 1024 : 2 * need;
  char *data;
  text->failed = PetscMalloc1(capacity, &data);
  if (text->failed)
    return;
  if (text->data)
    memcpy(data, text->data, text->used);
  text->failed = PetscFree(text->data);
  text->data = data;
  text->capacity = capacity;
}

void GrTextPrint(GrText *text, const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int n = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  ReserveText(text, (size_t)n);
  if (!text->failed) {
    vsnprintf(text->data + text->used, (size_t)n + 1, format, again);
    text->used += (size_t)n;
  }
  va_end(again);
}

void GrTextNumber(GrText *text, double number)
{
  char digits[40];
  for (int precision = 15; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, number);
    if (strtod(digits, NULL) == number)
      break;
  }
  const char *exponent = strchr(digits, 'e');
  if (exponent && !strchr(digits, '.'))
    GrTextPrint(text, "%.*s.0%s", (int)(exponent - digits), digits, exponent);
  else
    GrTextPrint(text, "%s", digits);
}

/* Bytes of the character that begins here, 0 if it is not UTF-8. */
static int Utf8Length(const unsigned char *c)
{
  const int n = c[0] < 0x80                   ? 1
                : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                : (c[0] & 0xf0) == 0xe0       ? 3
                : (c[0] & 0xf8) == 0xf0       ? 4
                                              : 0;

  for (int i = 1; i < n; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  return n;
}

/* The code of a character of so many bytes that YAML takes for a line break or not at all; 0: any other. */
static unsigned UnprintableCode(const unsigned char *c, int length)
{
  const unsigned code = length == 1   ? c[0]
                        : length == 2 ? (c[0] & 0x1fu) << 6 | (c[1] & 0x3fu)
                        : length == 3 ? (c[0] & 0x0fu) << 12 | (c[1] & 0x3fu) << 6 | (c[2] & 0x3fu)
                                      : 0;
  return code >= 0x20 && (code < 0x7f || code >= 0xa0) && code != 0x2028 && code != 0x2029 && code < 0xfeff ? 0 : code;
}

/* How many bytes from here on stand for themselves; most texts are nothing else. */
static int PlainLength(const unsigned char *c)
{
  int n = 0;
  while (c[n] >= 0x20 && c[n] < 0x7f && c[n] != '"' && c[n] != '\\')
    n++;
  return n;
}

void GrTextQuoted(GrText *text, const char *string)
{
  GrTextPrint(text, "\"");
  for (const unsigned char *c = (const unsigned char *)string; *c;) {
    const int plain = PlainLength(c);
    if (plain)
      GrTextPrint(text, "%.*s", plain, (const char *)c);
    c += plain;
    if (!*c)
      break;
    const int length = Utf8Length(c);
    const unsigned code = UnprintableCode(c, length);
    if (*c == '"' || *c == '\\')
      GrTextPrint(text, "\\%c", *c);
    else if (code)
      GrTextPrint(text, "\\u%04x", code);
    else
      GrTextPrint(text, "%.*s", PetscMax(length, 1), length ? (const char *)c : "?");
    c += PetscMax(length, 1);
  }
  GrTextPrint(text, "\"");
}

PetscErrorCode GrTextTake(GrText *text, char **characters)
{
  GrTextPrint(text, "%s", "");
  *characters = text->data;
  PetscErrorCode failed = text->failed;
  *text = (GrText){0};
  return failed;
}

PetscErrorCode GrTextPour(GrText *text, FILE *out)
{
  char *characters;
  PetscCall(GrTextTake(text, &characters));
  if (out)
    fputs(characters, out);
  return PetscFree(characters);
}
