/* Growing text, for the resolved case, the schema and the reference of keys. */
#include "text.h"

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

void GrTextQuoted(GrText *text, const char *string)
{
  GrTextPrint(text, "\"");
  for (; *string; string++) {
    unsigned char c = (unsigned char)*string;
    if (c == '"' || c == '\\')
      GrTextPrint(text, "\\%c", c);
    else if (c < 0x20 || c == 0x7f)
      GrTextPrint(text, "\\u%04x", c);
    else
      GrTextPrint(text, "%c", c);
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
