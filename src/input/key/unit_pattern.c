/* Patterns of JSON Schema for a number with a unit, as editors check them: the number, its sign, and behind it one of
   the usual symbols and names of units that the reader of units takes for the key, or a product or quotient, of which a
   pattern cannot tell the dimension. The reader (input/unit/unit.h) has the last word on a unit. */
#include "input/key/unit_pattern.h"
#include "input/unit/unit.h"
#include <string.h>

/* Units that stand alone, and what may stand before them. */
#define SHORT_PREFIX "(da|[fpnumcdhkMGT]|\\u00b5|\\u03bc)?"
#define LONG_PREFIX "(femto|pico|nano|micro|milli|centi|deci|hecto|kilo|mega|giga|tera)?"
static const struct {
  const char *word;
  enum { ALONE, SYMBOL, NAME } form;
} units[] = {{"m", SYMBOL},      {"g", SYMBOL},      {"s", SYMBOL},         {"N", SYMBOL},       {"Pa", SYMBOL},
             {"J", SYMBOL},      {"W", SYMBOL},      {"Hz", SYMBOL},        {"rad", SYMBOL},     {"K", SYMBOL},
             {"bar", SYMBOL},    {"eV", SYMBOL},     {"L", SYMBOL},         {"l", SYMBOL},       {"meter", NAME},
             {"metre", NAME},    {"gram", NAME},     {"second", NAME},      {"newton", NAME},    {"pascal", NAME},
             {"joule", NAME},    {"watt", NAME},     {"hertz", NAME},       {"radian", NAME},    {"liter", NAME},
             {"litre", NAME},    {"minute", NAME},   {"hour", NAME},        {"day", NAME},       {"degree", NAME},
             {"inch", ALONE},    {"inches", ALONE},  {"in", ALONE},         {"foot", ALONE},     {"feet", ALONE},
             {"ft", ALONE},      {"yard", ALONE},    {"mil", ALONE},        {"angstrom", ALONE}, {"micron", ALONE},
             {"t", ALONE},       {"tonne", ALONE},   {"tonnes", ALONE},     {"lb", ALONE},       {"pound", ALONE},
             {"oz", ALONE},      {"min", ALONE},     {"h", ALONE},          {"hr", ALONE},       {"d", ALONE},
             {"deg", ALONE},     {"\\u00b0", ALONE}, {"arc_degree", ALONE}, {"rpm", ALONE},      {"%", ALONE},
             {"percent", ALONE}, {"ppm", ALONE},     {"psi", ALONE},        {"ksi", ALONE},      {"atm", ALONE},
             {"dyne", ALONE},    {"dyn", ALONE},     {"erg", ALONE},        {"lbf", ALONE},      {"kgf", ALONE}};
enum { UNITS = sizeof units / sizeof *units };

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

/* Lengths, times, masses and pure numbers are written with one word; a unit of other dimensions may be a product. */
static bool TakesProduct(const char *unit)
{
  return strcmp(unit, "m") != 0 && strcmp(unit, "s") != 0 && strcmp(unit, "kg") != 0 && strcmp(unit, "1") != 0;
}

static bool Fits(const char *word, const char *unit)
{
  char problem[GR_PROBLEM_MAX];
  double factor;
  return GrUnitFactor(strncmp(word, "\\u00b0", 6) == 0 ? "\xc2\xb0" : word, unit, &factor, problem);
}

static void PrintWord(GrText *out, int i, const char **separator)
{
  static const char *const before[] = {[ALONE] = "", [SYMBOL] = SHORT_PREFIX, [NAME] = LONG_PREFIX};
  GrTextPrint(out, "%s%s%s%s", *separator, before[units[i].form], units[i].word, units[i].form == NAME ? "s?" : "");
  *separator = "|";
}

static void PrintPattern(GrText *out, const char *unit, GrSign sign)
{
  const char *separator = "";
  GrTextPrint(out, "^\\\\s*%s\\\\s*(|", signs[sign].pattern);
  for (int i = 0; i < UNITS; i++)
    if (Fits(units[i].word, unit))
      PrintWord(out, i, &separator);
  GrTextPrint(out, "%s)\\\\s*$", TakesProduct(unit) ? PRODUCT : "");
}

/* ---- definitions ---- */

/* Those that were referred to; units are literals of the tables of keys. */
enum { DEFINITIONS_MAX = 256 };
static struct {
  const char *unit;
  GrSign sign;
} definitions[DEFINITIONS_MAX];
static int n_definitions;

/* "positive number in kg per m3": a name that needs no escape in a reference. */
static void PrintName(GrText *out, const char *unit, GrSign sign)
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

void GrKeyUnitReference(GrText *out, const char *unit, GrSign sign)
{
  int i = 0;
  while (i < n_definitions && (definitions[i].sign != sign || strcmp(definitions[i].unit, unit) != 0))
    i++;
  if (i == n_definitions && n_definitions < DEFINITIONS_MAX) {
    definitions[n_definitions].unit = unit;
    definitions[n_definitions++].sign = sign;
  }
  GrTextPrint(out, "\"$ref\": \"#/$defs/");
  PrintName(out, unit, sign);
  GrTextPrint(out, "\"");
}

void GrKeyUnitDefinitions(GrText *out)
{
  for (int i = 0; i < n_definitions; i++) {
    GrTextPrint(out, "\"");
    PrintName(out, definitions[i].unit, definitions[i].sign);
    GrTextPrint(out, "\": {\"type\": \"string\", \"pattern\": \"");
    PrintPattern(out, definitions[i].unit, definitions[i].sign);
    GrTextPrint(out, "\"},\n");
  }
  n_definitions = 0;
}
