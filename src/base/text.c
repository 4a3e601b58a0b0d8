/* Growing text, for the resolved case, the schema and the reference of keys. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void Reserve(GrText *text, size_t more)
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
  Reserve(text, (size_t)n);
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

/* The code of a UTF-8 character that YAML takes for a line break or not at all; 0: any other. *length: its bytes. */
static unsigned Unprintable(const char *string, size_t *length)
{
  const unsigned char *c = (const unsigned char *)string;
  unsigned code = c[0];
  *length = 1;
  if (code < 0x20 || code == 0x7f)
    return code;
  if (code == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) {
    *length = 2;
    return c[1];
  }
  if ((code & 0xf0) != 0xe0 || !c[1] || !c[2])
    return 0;
  *length = 3;
  code = (code & 0x0f) << 12 | (c[1] & 0x3fu) << 6 | (c[2] & 0x3fu);
  return code == 0x2028 || code == 0x2029 || code >= 0xfeff ? code : 0;
}

void GrTextQuoted(GrText *text, const char *string)
{
  GrTextPrint(text, "\"");
  for (size_t length; *string; string += length) {
    unsigned code = Unprintable(string, &length);
    if (*string == '"' || *string == '\\')
      GrTextPrint(text, "\\%c", *string);
    else if (code)
      GrTextPrint(text, "\\u%04x", code);
    else
      GrTextPrint(text, "%.*s", (int)length, string);
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
