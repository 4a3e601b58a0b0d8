/* Reads units: products, quotients and powers of unit symbols.

   UDUNITS gives the meaning of single symbols only (mm, GPa, us): a factor and integer powers of the SI base units.
   granum reads products, quotients and powers itself, and stores all exponents doubled, because UDUNITS has three
   properties that granum must avoid. It supports integer exponents only and misreads others without an error (N/m^1.5
   becomes 5 kg s-2). It converts a unit into its reciprocal (s into Hz). It ignores the offset of degC in a product.
   Accepted forms: factors joined by space, '*', '.' or the middle dot; '/' before one factor or a bracket; exponents as
   m2, m-2, m^2, m**2, m^1.5, superscripts. Refused: a product after '/' without brackets, because it is ambiguous; any
   unit with an offset or a logarithm; any exponent that is not a multiple of 1/2. */
#include "input/unit/unit.h"

#include "base/excerpt.h"
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <udunits2.h>

static const char *const base_symbol[GR_BASE_UNITS] = {"kg", "m", "s", "A", "K", "mol", "cd"};

static ut_system *UnitSystem(void)
{
  static ut_system *units = NULL;
  static bool tried = false;
  if (!tried) {
    ut_set_error_message_handler(ut_ignore);
    units = ut_read_xml(NULL);
    tried = true;
  }
  return units;
}

static ut_status AddBase(const ut_unit *unit, int power, GrMeasure *measure)
{
  const char *symbol = ut_get_symbol(unit, UT_ASCII);
  if (symbol && strcmp(symbol, "rad") == 0) {
    measure->angle = true;
    return UT_SUCCESS;
  }
  for (int i = 0; symbol && i < GR_BASE_UNITS; i++) {
    if (strcmp(symbol, base_symbol[i]) == 0) {
      measure->twice[i] += 2 * power;
      return UT_SUCCESS;
    }
  }
  return UT_VISIT_ERROR;
}

static ut_status VisitBasic(const ut_unit *unit, void *measure)
{
  return AddBase(unit, 1, measure);
}

static ut_status VisitProduct(const ut_unit *unit, int n, const ut_unit *const *base, const int *power, void *measure)
{
  for (int i = 0; i < n; i++) {
    ut_status status = AddBase(base[i], power[i], measure);
    if (status != UT_SUCCESS)
      return status;
  }
  return UT_SUCCESS;
}

static ut_status VisitTimestamp(const ut_unit *unit, const ut_unit *time, double origin, void *measure)
{
  return UT_VISIT_ERROR;
}

static ut_status VisitLogarithmic(const ut_unit *unit, double base, const ut_unit *reference, void *measure)
{
  return UT_VISIT_ERROR;
}

static const ut_visitor visitor;

static ut_status VisitGalilean(const ut_unit *unit, double scale, const ut_unit *underlying, double offset,
                               void *measure)
{
  if (offset != 0.0)
    return UT_MEANINGLESS;
  ((GrMeasure *)measure)->scale *= scale;
  return ut_accept_visitor(underlying, &visitor, measure);
}

static const ut_visitor visitor = {VisitBasic, VisitProduct, VisitGalilean, VisitTimestamp, VisitLogarithmic};

/* Hz, hertz and their multiples. */
static bool IsCycles(const char *symbol)
{
  size_t length = strlen(symbol);
  bool short_form = length >= 2 && strcmp(symbol + length - 2, "Hz") == 0;
  return short_form || (length >= 5 && strcmp(symbol + length - 5, "hertz") == 0);
}

/* Message about a symbol that is unknown in this spelling, but known with other upper and lower case. */
static const char *SuggestionFor(const char *symbol)
{
  static const struct {
    const char *symbol, *sentence;
  } known[] = {
#define KNOWN(symbol) {symbol, "is not known; did you mean '" symbol "'?"}
      KNOWN("GPa"), KNOWN("MPa"), KNOWN("kPa"), KNOWN("Pa"),  KNOWN("kg"),  KNOWN("mg"),  KNOWN("ug"),
      KNOWN("g"),   KNOWN("mm"),  KNOWN("um"),  KNOWN("nm"),  KNOWN("cm"),  KNOWN("km"),  KNOWN("m"),
      KNOWN("ms"),  KNOWN("us"),  KNOWN("ns"),  KNOWN("s"),   KNOWN("kN"),  KNOWN("mN"),  KNOWN("MN"),
      KNOWN("uN"),  KNOWN("N"),   KNOWN("Hz"),  KNOWN("kHz"), KNOWN("MHz"), KNOWN("J"),   KNOWN("mJ"),
      KNOWN("W"),   KNOWN("K"),   KNOWN("rad"), KNOWN("deg"), KNOWN("rpm"), KNOWN("min"), KNOWN("h")};
#undef KNOWN
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcasecmp(symbol, known[i].symbol) == 0)
      return known[i].sentence;
  }
  return "is not known; write SI symbols such as mm, GPa, us, kg/m^3";
}

/* Looks up one symbol. Returns NULL, or the end of a message: "is not known; write ...". */
static const char *MeasureSymbol(const char *symbol, GrMeasure *measure)
{
  if (!UnitSystem())
    return "cannot be looked up, the UDUNITS-2 database is missing; set UDUNITS2_XML_PATH, or write SI numbers alone";
  const char *name = strcmp(symbol, "deg") == 0 ? "degree" : symbol; /* UDUNITS has no deg */
  ut_unit *unit = ut_parse(UnitSystem(), name, UT_UTF8);
  if (!unit)
    return SuggestionFor(symbol);
  *measure = (GrMeasure){.scale = 1.0, .cycles = IsCycles(symbol)};
  ut_status status = ut_accept_visitor(unit, &visitor, measure);
  ut_free(unit);
  if (status == UT_MEANINGLESS)
    return "has an offset; write the value in K";
  return status == UT_SUCCESS ? NULL : "is not a product of SI units; write SI symbols such as mm, GPa, us";
}

enum { EXPONENT_MAX = 12, SYMBOL_MAX = 32, NESTING_MAX = 4 };

typedef struct {
  const char *at;    /* text that has not been read */
  const char *whole; /* the complete unit, for messages */
  char *problem;     /* [GR_PROBLEM_MAX], empty as long as all is well */
} Reading;

/* Whether a text has a part that only expressions have: a function such as sin(, or a number as a factor. */
static bool IsExpression(const char *text)
{
  for (const char *at = text; *at; at++) {
    const char *next = at + 1 + strspn(at + 1, " ");
    const bool power = *at == '*' && (at[1] == '*' || (at > text && at[-1] == '*'));
    if ((isalpha((unsigned char)*at) && at[1] == '(') ||
        (strchr("*/(", *at) && !power && isdigit((unsigned char)*next)))
      return true;
  }
  return false;
}

static bool RefuseUnit(Reading *reading, const char *what)
{
  snprintf(reading->problem, GR_PROBLEM_MAX, "the unit '%s' %s%s", GrExcerptOf(reading->whole).text, what,
           IsExpression(reading->whole) ? "; an expression begins with =" : "");
  return false;
}

static bool SkipToken(Reading *reading, const char *token)
{
  size_t n = strlen(token);
  bool found = strncmp(reading->at, token, n) == 0;
  if (found)
    reading->at += n;
  return found;
}

static bool SkipSpaces(Reading *reading)
{
  const char *start = reading->at;
  reading->at += strspn(start, " ");
  return reading->at != start;
}

/* Length of the symbol character at `at`, 0 if none: letters, %, _ and UTF-8 other than superscripts and the middle
 * dot. */
static size_t SymbolCharacter(const char *at)
{
  static const char *const others[] = {"\u00b2", "\u00b3", "\u00b7"};
  unsigned char c = (unsigned char)*at;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (strncmp(at, others[i], 2) == 0)
      return 0;
  }
  return c >= 0x80 || isalpha(c) || c == '%' || c == '_';
}

static bool ReadSymbol(Reading *reading, GrMeasure *measure)
{
  char symbol[SYMBOL_MAX] = "";
  size_t used = 0;
  while (used + 1 < sizeof symbol && SymbolCharacter(reading->at)) {
    bool micro = SkipToken(reading, "\u00b5") || SkipToken(reading, "\u03bc");
    symbol[used++] = micro ? 'u' : *reading->at++;
  }
  symbol[used] = '\0';
  if (!used || SymbolCharacter(reading->at))
    return RefuseUnit(reading, "cannot be read; write symbols such as mm, kg/m^3 or N/m^1.5");
  const char *sentence = MeasureSymbol(symbol, measure);
  return sentence ? RefuseUnit(reading, sentence) : true;
}

/* The exponent at `reading->at`, doubled; 2 if there is none. */
static bool ReadExponent(Reading *reading, int *twice)
{
  *twice = 2;
  if (SkipToken(reading, "\u00b2") || SkipToken(reading, "\u00b3")) {
    *twice = reading->at[-1] == '\xb2' ? 4 : 6;
    return true;
  }
  bool marked = SkipToken(reading, "^") || SkipToken(reading, "**");
  const char *digits = reading->at + (*reading->at == '-' || *reading->at == '+');
  if (!isdigit((unsigned char)*digits))
    return !marked && digits == reading->at
               ? true
               : RefuseUnit(reading, "has an exponent that cannot be read; write m^2, m-2 or m^1.5");
  size_t length = strspn(digits, "0123456789");
  bool fraction = digits[length] == '.' && isdigit((unsigned char)digits[length + 1]);
  if (fraction && !marked)
    return RefuseUnit(reading, "is ambiguous after a digit; write fractional exponents as m^1.5");
  if (fraction)
    length += 1 + strspn(digits + length + 1, "0123456789");
  double doubled = 2.0 * strtod(reading->at, NULL);
  if (doubled != nearbyint(doubled) || fabs(doubled) > 2 * EXPONENT_MAX || doubled == 0.0)
    return RefuseUnit(reading, "has an exponent that is 0, above 12 or no multiple of 1/2; write m^2 or m^1.5");
  *twice = (int)doubled;
  reading->at = digits + length;
  return true;
}

void GrUnitRaise(GrMeasure *measure, int twice)
{
  double power = twice % 2 ? sqrt(measure->scale) : 1.0;
  for (int i = 0; i < abs(twice) / 2; i++)
    power *= measure->scale;
  measure->scale = twice < 0 ? 1.0 / power : power;
  for (int i = 0; i < GR_BASE_UNITS; i++)
    measure->twice[i] = measure->twice[i] * twice / 2;
}

static bool ReadProduct(Reading *reading, int nesting, GrMeasure *product);

/* A symbol or a bracket, with its exponent. Exponents inside a bracket must be multiples of 1/2. */
static bool ReadFactor(Reading *reading, int nesting, GrMeasure *factor)
{
  int twice;
  if (SkipToken(reading, "(")) {
    if (nesting >= NESTING_MAX || !ReadProduct(reading, nesting + 1, factor) || !SkipToken(reading, ")"))
      return *reading->problem ? false : RefuseUnit(reading, "has brackets that do not match; write N/(m s)");
  } else if (!ReadSymbol(reading, factor)) {
    return false;
  }
  if (!ReadExponent(reading, &twice))
    return false;
  for (int i = 0; i < GR_BASE_UNITS; i++) {
    if (factor->twice[i] * twice % 2)
      return RefuseUnit(reading, "has an exponent that is not a multiple of 1/2; write m^2 or m^1.5");
  }
  GrUnitRaise(factor, twice);
  return true;
}

/* Factors up to the end or a closing bracket. */
static bool ReadProduct(Reading *reading, int nesting, GrMeasure *product)
{
  bool divides = false, divided = false;
  *product = (GrMeasure){.scale = 1.0};
  SkipSpaces(reading);
  if (reading->at[0] == '1' && reading->at[1 + strspn(reading->at + 1, " ")] == '/') {
    reading->at++; /* 1/s */
    SkipSpaces(reading);
    divides = divided = SkipToken(reading, "/");
    SkipSpaces(reading);
  }
  for (;;) {
    GrMeasure factor;
    if (!ReadFactor(reading, nesting, &factor))
      return false;
    if (divides)
      GrUnitRaise(&factor, -2);
    product->scale *= factor.scale;
    for (int i = 0; i < GR_BASE_UNITS; i++)
      product->twice[i] += factor.twice[i];
    product->angle = product->angle || factor.angle;
    product->cycles = product->cycles || factor.cycles;
    bool space = SkipSpaces(reading);
    if (!*reading->at || *reading->at == ')')
      return true;
    divides = SkipToken(reading, "/");
    bool times =
        !divides && (SkipToken(reading, "*") || SkipToken(reading, ".") || SkipToken(reading, "\u00b7") || space);
    if (times && divided)
      return RefuseUnit(reading, "is ambiguous after '/'; write N/(m s) or N m^-1 s^-1");
    if (!times && !divides)
      return RefuseUnit(reading, "cannot be read; write symbols such as mm, kg/m^3 or N/m^1.5");
    divided = divided || divides;
    SkipSpaces(reading);
  }
}

bool GrUnitRead(const char *text, GrMeasure *measure, char problem[GR_PROBLEM_MAX])
{
  Reading reading = {text, text, problem};
  if (!ReadProduct(&reading, 0, measure))
    return false;
  return *reading.at ? RefuseUnit(&reading, "has brackets that do not match; write N/(m s)") : true;
}

/* Hz counts cycles and rad/s does not: 2 pi lies between them, though both are 1/s. */
static bool CountsCycles(const GrMeasure *from, const GrMeasure *to)
{
  const GrMeasure rate = {.twice = {0, 0, -2}};
  bool is_rate = memcmp(to->twice, rate.twice, sizeof rate.twice) == 0;
  return is_rate && ((from->cycles && to->angle) || (from->angle && !to->angle));
}

bool GrUnitFactor(const char *written, const char *unit, double *factor, char problem[GR_PROBLEM_MAX])
{
  GrMeasure from, to = {.scale = 1.0};
  bool any = !unit, pure = unit && strcmp(unit, "1") == 0;
  *factor = 1.0;
  if (!*written)
    return true;
  if (pure && strcmp(written, "%") != 0) {
    snprintf(problem, GR_PROBLEM_MAX, "'%s' follows a number that takes no unit; write the number alone",
             GrExcerptOf(written).text);
    return false;
  }
  if (!GrUnitRead(written, &from, problem) || (!pure && !any && !GrUnitRead(unit, &to, problem)))
    return false;
  if (!any && memcmp(from.twice, to.twice, sizeof to.twice) != 0) {
    snprintf(problem, GR_PROBLEM_MAX,
             "the unit '%s' does not convert to %s; write a number in %s, or one with such a unit",
             GrExcerptOf(written).text, unit, unit);
    return false;
  }
  if (!any && CountsCycles(&from, &to)) {
    snprintf(problem, GR_PROBLEM_MAX, "the unit '%s' is one of %s; write a number in %s", GrExcerptOf(written).text,
             to.angle ? "frequency, not of angular velocity" : "angular velocity, not of frequency",
             to.angle ? "rad/s" : "Hz");
    return false;
  }
  *factor = from.scale / to.scale;
  return true;
}

void GrUnitPrint(const GrMeasure *measure, char text[GR_UNIT_MAX])
{
  const GrMeasure rate = {.twice = {0, 0, -2}};
  if (measure->cycles && memcmp(measure->twice, rate.twice, sizeof rate.twice) == 0) {
    strcpy(text, "Hz");
    return;
  }
  strcpy(text, measure->angle ? "rad" : "");
  for (int i = 0; i < GR_BASE_UNITS; i++) {
    const size_t used = strlen(text);
    if (measure->twice[i] == 2)
      snprintf(text + used, GR_UNIT_MAX - used, "%s%s", used ? " " : "", base_symbol[i]);
    else if (measure->twice[i])
      snprintf(text + used, GR_UNIT_MAX - used, "%s%s^%g", used ? " " : "", base_symbol[i], measure->twice[i] / 2.0);
  }
}
