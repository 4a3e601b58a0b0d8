/* Text to which functions append, used for the resolved case, the schema and the reference of keys; see text.h. */
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
  text->capacity = PetscMax(1024, 2 * need);
  text->failed = PetscRealloc(text->capacity, &text->data);
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

int GrTextCharacter(const char *text, unsigned *code)
{
  const unsigned char *c = (const unsigned char *)text;
  const int n = c[0] < 0x80                   ? 1
                : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                : (c[0] & 0xf0) == 0xe0       ? 3
                : c[0] >= 0xf0 && c[0] < 0xf5 ? 4
                                              : 0;

  *code = n > 1 ? c[0] & (0x7fu >> n) : c[0];
  for (int i = 1; i < n; i++) {
    if ((c[i] & 0xc0) != 0x80)
      return 0;
    *code = *code << 6 | (c[i] & 0x3fu);
  }
  return n;
}

void GrTextQuoted(GrText *text, const char *string)
{
  GrTextPrint(text, "\"");
  for (const unsigned char *c = (const unsigned char *)string; *c;) {
    int plain = 0; /* bytes from here on that need no escape; most texts have no other bytes */
    while (c[plain] >= 0x20 && c[plain] < 0x7f && c[plain] != '"' && c[plain] != '\\')
      plain++;
    if (plain)
      GrTextPrint(text, "%.*s", plain, (const char *)c);
    c += plain;
    if (!*c)
      break;
    unsigned code;
    const int length = GrTextCharacter((const char *)c, &code);
    if (*c == '"' || *c == '\\')
      GrTextPrint(text, "\\%c", *c);
    /* characters that YAML takes for a line break, or does not allow */
    else if (length && (code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 ||
                        (code >= 0xfeff && code < 0x10000)))
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
