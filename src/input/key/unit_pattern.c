/* Writes JSON Schema patterns for numbers with units. A pattern accepts a number of the allowed sign with one of the
   usual units of the key. It also accepts any product or quotient of units, because a pattern cannot check their
   dimension. The reader of units (input/unit/unit.h) makes the exact check. */
#include "input/key/unit_pattern.h"

#include "input/key/key.h"
#include "input/unit/unit.h"
#include <string.h>

/* Usual unit words of UDUNITS, and the text that may precede and follow them. */
enum { WORD_MAX = 32 };
static const struct {
  const char *before, *words, *after;
} forms[] = {{"(da|[fpnumcdhkMGT]|\\u00b5|\\u03bc)?", "m g s N Pa J W Hz rad K bar eV L l", ""},
             {"(femto|pico|nano|micro|milli|centi|deci|hecto|kilo|mega|giga|tera)?",
              "meter metre gram second newton pascal joule watt hertz radian liter litre minute hour day degree "
              "kelvin sec week month year yard mile nautical_mile fathom furlong rod mil angstrom micron fermi "
              "tonne metric_ton ton pound slug grain carat electronvolt gallon quart pint hectare acre knot "
              "arc_degree arc_minute arc_second arcmin arcsec turn revolution cycle atmosphere torr dyne pond "
              "poundal kip erg calorie Btu watthour horsepower poise",
              "s?"},
             {"",
              "inch inches in foot feet ft yd mi t lb oz u amu min h hr d deg \\u00b0 rpm rps % percent ppm ppb "
              "psi ksi atm at mmHg inHg cmH2O dyn bars lbf kgf gf ozf pound_force kilogram_force gram_force "
              "ton_force cal hp cc kt gal gravity stokes St",
              ""}};
enum { FORMS = sizeof forms / sizeof *forms };

/* Numbers in text: of any sign, not negative, positive. A zero has no digit but 0 before its exponent. */
static const struct {
  const char *name, *pattern;
} signs[] = {
    [GR_SIGN_ANY] = {"number", "[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?"},
    [GR_SIGN_NOT_NEGATIVE] = {"number_from_0",
                              "([+]?|-(?=[0.]+([^0-9.]|$)))([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?"},
    [GR_SIGN_POSITIVE] = {"positive_number", "[+]?(?=[0.]*[1-9])([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?"}};

/* A product or quotient: a letter and, behind it, an operator, an exponent or a second factor; or 1 over something. */
#define PRODUCT "|\\\\S*[A-Za-z\u00b5)](\\\\s*[-*/^.\u00b7(]|\\\\s+[A-Za-z]|[0-9\u00b2\u00b3]).*|1\\\\s*/.*"

static bool Fits(const char *word, const char *unit)
{
  char problem[GR_PROBLEM_MAX];
  double factor;
  return GrUnitFactor(strncmp(word, "\\u00b0", 6) == 0 ? "\xc2\xb0" : word, unit, &factor, problem);
}

/* "|kilo?(meter|metre)s?": the words of a form that fit. */
static void PrintForm(GrText *out, int form, const char *unit)
{
  const char *separator = "";
  char word[WORD_MAX];

  for (const char *at = forms[form].words; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
    if (!Fits(word, unit))
      continue;
    if (!*separator)
      GrTextPrint(out, "|%s(", forms[form].before);
    GrTextPrint(out, "%s%s", separator, word);
    separator = "|";
  }
  if (*separator)
    GrTextPrint(out, ")%s", forms[form].after);
}

/* ---- definitions ---- */

/* Definitions that have been referred to. Units come from the tables of keys and from registered laws. */
static struct Definition {
  const char *unit;
  GrKeySign sign;
} * definitions;
static int n_definitions;

/* "positive number in kg per m3": a name that needs no escape in a reference. */
static void PrintName(GrText *out, const char *unit, GrKeySign sign)
{
  GrTextPrint(out, "%s", signs[sign].name);
  if (strcmp(unit, "1") != 0)
    GrTextPrint(out, "_in_");
  for (const char *c = unit; *c && strcmp(unit, "1") != 0; c++) {
    if (*c == '/')
      GrTextPrint(out, "_per_");
    else if (*c == '.' || *c == '*' || *c == ' ' || *c == '-')
      GrTextPrint(out, "_");
    else if (*c != '^' && *c != '(' && *c != ')')
      GrTextPrint(out, "%c", *c);
  }
}

static bool IsDefined(const char *unit, GrKeySign sign)
{
  for (int i = 0; i < n_definitions; i++)
    if (definitions[i].sign == sign && strcmp(definitions[i].unit, unit) == 0)
      return true;
  return false;
}

void GrKeyUnitReference(GrText *out, const char *unit, GrKeySign sign)
{
  if (!IsDefined(unit, sign)) {
    const PetscErrorCode failed = PetscRealloc(sizeof(*definitions) * (size_t)(n_definitions + 1), &definitions);
    if (failed)
      out->failed = failed;
    else
      definitions[n_definitions++] = (struct Definition){unit, sign};
  }
  GrTextPrint(out, "\"$ref\": \"#/$defs/");
  PrintName(out, unit, sign);
  GrTextPrint(out, "\"");
}

void GrKeyUnitDefinitions(GrText *out)
{
  for (int i = 0; i < n_definitions; i++) {
    GrTextPrint(out, i ? ",\n\"" : "\"");
    PrintName(out, definitions[i].unit, definitions[i].sign);
    GrTextPrint(out, "\": {\"type\": \"string\", \"pattern\": \"^\\\\s*=|");
    GrTextPrint(out, "^\\\\s*%s\\\\s*(", signs[definitions[i].sign].pattern);
    for (int form = 0; form < FORMS; form++)
      PrintForm(out, form, definitions[i].unit);
    /* lengths, times, masses and pure numbers are written with one word */
    GrTextPrint(out, "%s)\\\\s*$", GrKeyWordFind("m|s|kg|1", definitions[i].unit) < 0 ? PRODUCT : "");
    GrTextPrint(out, "\"}");
  }
  n_definitions = 0;
  const PetscErrorCode failed = PetscFree(definitions);
  if (failed)
    out->failed = failed;
}
