/* Unit strings in the form of H5MD's units module 1.0: factors separated by a space, each a symbol with an optional
   signed integer power directly after it, as in "m s-1". The first factor may be a number.
   https://www.nongnu.org/h5md/modules/units.html

   Limits: no parentheses; a fractional power is copied ("N m-1.5") although the module does not allow it. */
#include "io/h5/results_file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Appends one factor of `length` characters, with its power negated if `turned`. */
static void AppendFactor(char text[GR_H5MD_UNIT_MAX], const char *factor, int length, int turned)
{
  int symbol = 0;
  while (symbol < length && (isalpha((unsigned char)factor[symbol]) || factor[symbol] == '_'))
    symbol++;
  const char *power = factor + symbol;
  int n_power = length - symbol;
  if (symbol > 0 && n_power > 0 && *power == '^')
    power++, n_power--;
  if (length == 1 && *factor == '1') /* dimensionless: written only if it is the only factor */
    return;
  const char *sign = "";
  if (turned > 0) {
    if (n_power > 0 && *power == '-')
      power++, n_power--;
    else
      sign = "-";
    if (n_power == 0)
      power = "1", n_power = 1;
  }
  size_t used = strlen(text);
  snprintf(text + used, GR_H5MD_UNIT_MAX - used, "%s%.*s%s%.*s", used ? " " : "", symbol, factor, sign, n_power, power);
}

void GrResultsUnit(const char *unit, char text[GR_H5MD_UNIT_MAX])
{
  text[0] = '\0';
  int turned = 0;
  for (const char *at = unit; *at;) {
    int length = (int)strcspn(at, " /*");
    if (length > 0) {
      AppendFactor(text, at, length, turned);
      turned = 0;
    }
    at += length;
    if (*at)
      turned |= *at++ == '/';
  }
  if (!text[0])
    snprintf(text, GR_H5MD_UNIT_MAX, "1");
}
