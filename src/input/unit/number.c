/* Reads numbers with units.

   If the factor of a unit is a power of ten, it changes the decimal exponent in the text of the number. Therefore 2.38
   mm and 2.38e-3 have the same bits. With any other factor the number is multiplied once. Numbers are read by strtod,
   so the caller must set the C locale. */
#include "input/unit/unit.h"

#include "base/excerpt.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 64 };

/* Length of the decimal number at the start of the text; 0 if there is none. *mantissa: its length without exponent. */
static size_t NumberLength(const char *text, size_t *mantissa)
{
  size_t sign = *text == '-' || *text == '+';
  size_t whole = strspn(text + sign, "0123456789"), at = sign + whole, fraction = 0;
  if (text[at] == '.') {
    fraction = strspn(text + at + 1, "0123456789");
    at += 1 + fraction;
  }
  *mantissa = at;
  if (whole + fraction == 0)
    return 0;
  if (text[at] == 'e' || text[at] == 'E') {
    size_t more = 1 + (text[at + 1] == '-' || text[at + 1] == '+');
    size_t digits = strspn(text + at + more, "0123456789");
    at += digits ? more + digits : 0;
  }
  return at;
}

/* number times scale. Where the scale is a power of ten, by the decimal exponent. */
static double ScaleNumber(const char *number, size_t length, size_t mantissa, double scale)
{
  char digits[NUMBER_MAX + 16];
  int power = (int)lround(log10(scale));
  long exponent = length > mantissa ? strtol(number + mantissa + 1, NULL, 10) : 0;
  snprintf(digits, sizeof digits, "1e%d", power);
  bool is_power = fabs(scale / strtod(digits, NULL) - 1.0) < 1e-13; /* a few roundings of products and roots */
  exponent = exponent > 9999 ? 9999 : exponent < -9999 ? -9999 : exponent;
  snprintf(digits, sizeof digits, "%.*se%ld", (int)mantissa, number, exponent + (is_power ? power : 0));
  return is_power ? strtod(digits, NULL) : scale * strtod(digits, NULL);
}

bool GrUnitParse(const char *text, const char *unit, double *value, char problem[GR_PROBLEM_MAX])
{
  char written[GR_UNIT_MAX] = "";
  size_t mantissa;
  double factor;
  bool pure = !unit || strcmp(unit, "1") == 0;
  text += strspn(text, " ");
  size_t length = NumberLength(text, &mantissa), rest = length + strspn(text + length, " ");
  problem[0] = '\0';
  if (!length || length > NUMBER_MAX || strlen(text + rest) >= sizeof written || text[rest] == ',') {
    const char *advice = text[rest] == ',' ? "write it with a decimal point '.'" : "write a number";
    snprintf(problem, GR_PROBLEM_MAX, "'%s' is not a finite number; %s%s%s%s", GrExcerptOf(text).text, advice,
             pure ? "" : " in ", pure ? "" : unit, strpbrk(text, "*/(") ? "; an expression begins with =" : "");
    return false;
  }
  strcpy(written, text + rest);
  while (*written && written[strlen(written) - 1] == ' ')
    written[strlen(written) - 1] = '\0';
  if (!GrUnitFactor(written, unit, &factor, problem))
    return false;
  *value = ScaleNumber(text, length, mantissa, factor);
  if (!isfinite(*value))
    snprintf(problem, GR_PROBLEM_MAX, "'%s' is too large for a number; write a smaller one", GrExcerptOf(text).text);
  return isfinite(*value);
}

bool GrUnitSplit(const char *text, double *number, char unit[GR_UNIT_MAX])
{
  size_t mantissa;
  text += strspn(text, " ");
  size_t length = NumberLength(text, &mantissa), rest = length + strspn(text + length, " ");
  if (!length || length > NUMBER_MAX || strlen(text + rest) >= GR_UNIT_MAX)
    return false;
  strcpy(unit, text + rest);
  *number = ScaleNumber(text, length, mantissa, 1.0);
  return isfinite(*number);
}
