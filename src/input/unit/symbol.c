/* Symbols of units, by UDUNITS-2. */
#include "input/unit/symbol.h"

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

/* What is said of a symbol that is none but for upper and lower case. */
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

const char *GrSymbolMeasure(const char *symbol, GrMeasure *measure)
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
