/* Numbers with units: accepted texts, their bits, and invalid texts.
   Labels: input. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "input/unit/unit.h"

typedef struct {
  const char *text, *unit;
  double value;
} Good;

static void Accepts(void **state)
{
  static const Good good[] = {{"0.00238", "m", 2.38e-3},
                              {"2.38 mm", "m", 2.38e-3},
                              {"2.38mm", "m", 2.38e-3},
                              {" 2.38  mm ", "m", 2.38e-3},
                              {"600 us", "s", 600e-6},
                              {"600 \u00b5s", "s", 600e-6},
                              {"600 \u03bcs", "s", 600e-6},
                              {"-.5e1 um", "m", -5e-6},
                              {"5. m", "m", 5.0},
                              {"193 GPa", "Pa", 193e9},
                              {"1e3 kN", "N", 1e6},
                              {"1e3", "N", 1e3},
                              {"7.8 g/cm^3", "kg/m^3", 7800.0},
                              {"7.8 g/cm**3", "kg/m^3", 7800.0},
                              {"7.8 g/cm3", "kg/m^3", 7800.0},
                              {"7.8 g/cm\u00b3", "kg/m^3", 7800.0},
                              {"7800 kg.m-3", "kg/m^3", 7800.0},
                              {"7800 kg m^-3", "kg/m^3", 7800.0},
                              {"4 mm2", "m^2", 4e-6},
                              {"4 mm\u00b2", "m^2", 4e-6},
                              {"3 N s/m", "N s/m", 3.0},
                              {"3 N*s/m", "N s/m", 3.0},
                              {"3 N\u00b7s/m", "kg/s", 3.0},
                              {"3 1/s", "Hz", 3.0},
                              {"3 N/(m s)", "Pa m/s", 3.0},
                              {"3 J/kg/K", "m^2/(s^2 K)", 3.0},
                              {"1.4e8 N/m^1.5", "N/m^1.5", 1.4e8},
                              {"1.4e8 kg m^-0.5 s-2", "N/m^1.5", 1.4e8},
                              {"1e4 N/cm^1.5", "N/m^1.5", 1e7},
                              {"2 m^0.5/m", "1/m^0.5", 2.0},
                              {"2 (m^2 s)^0.5", "m s^0.5", 2.0},
                              {"1.5 h", "s", 5400.0},
                              {"89 %", "1", 0.89},
                              {"0.89", "1", 0.89},
                              {"3 K", "K", 3.0}};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    char problem[GR_PROBLEM_MAX];
    double value = NAN;
    FACT(GrUnitParse(good[i].text, good[i].unit, &value, problem), "'%s': %s", good[i].text, problem);
    /* Exact: a power of ten moves the decimal exponent, and the other factors here are whole numbers. */
    FACT(value == good[i].value, "'%s' gave %.17g, not %.17g", good[i].text, value, good[i].value);
  }
}

/* N/mm^1.5 = 1000^1.5 N/m^1.5: no power of ten to a whole exponent. */
static void TakesRoots(void **state)
{
  char problem[GR_PROBLEM_MAX];
  double value;
  assert_true(GrUnitParse("1.4e8 N/mm^1.5", "N/m^1.5", &value, problem));
  /* 1000^1.5 and the product: a handful of roundings of 1.1e-16 each */
  assert_true(fabs(value / (1.4e8 * 1000.0 * sqrt(1000.0)) - 1.0) < 1e-15);
}

static void Refuses(void **state)
{
  static const struct {
    const char *text, *unit, *problem;
  } bad[] = {{"5 Hz", "s", "does not convert to s"},
             {"5 N/m", "N/m^1.5", "does not convert"},
             {"5 N/m^2", "N/m^1.5", "does not convert"},
             {"5 kg s-2", "N/m^1.5", "does not convert"}, /* what UDUNITS makes of N/m^1.5 */
             {"5 m", "1", "takes no unit"},
             {"20 degC", "K", "offset"},
             {"20 celsius", "K", "offset"},
             {"nan", "m", "not a finite number"},
             {"inf", "m", "not a finite number"},
             {"-inf m", "m", "not a finite number"},
             {".inf", "m", "not a finite number"},
             {"1e400", "m", "too large"},
             {"1e306 km", "m", "too large"},
             {"1,5 mm", "m", "decimal point"},
             {"0x10", "m", "not known"},
             {"", "m", "not a finite number"},
             {"mm", "m", "not a finite number"},
             {"5 foo", "m", "not known"},
             {"5 mm mm", "m", "does not convert"},
             {"5 kg/m s", "kg s/m", "ambiguous"},
             {"5 mm^0.3", "m", "exponent"},
             {"5 m^99", "m", "exponent"},
             {"5 m^0", "1/s", "exponent"},
             {"5 m^", "m", "exponent"},
             {"5 m2.5", "m^2.5", "ambiguous"},
             {"5 (m^0.5)^0.5", "m^0.5", "multiple of 1/2"},
             {"5 (m", "m", "brackets"},
             {"5 m)", "m", "brackets"},
             {"5 ((((((m))))))", "m", "brackets"},
             {"5 m/", "m", "cannot be read"},
             {"5 m@2", "m", "cannot be read"},
             {"5 10 m", "m", "cannot be read"},
             {"5 m since 2000", "m", "not known"},
             {"5 \x01\x02", "m", "\\x01"},
             {"5 \xff\xfe", "m", "\\xff"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char problem[GR_PROBLEM_MAX] = "";
    double value;
    FACT(!GrUnitParse(bad[i].text, bad[i].unit, &value, problem), "'%s' was read as %g %s", bad[i].text, value,
         bad[i].unit);
    FACT(strstr(problem, bad[i].problem) && strstr(problem, "; "), "'%s': %s", bad[i].text, problem);
  }
}

/* One short sentence, for any length. */
static void StaysShort(void **state)
{
  static char text[100000];
  char problem[GR_PROBLEM_MAX];
  double value;
  for (size_t i = 0; i < 3; i++) {
    memset(text, "9m("[i], sizeof text - 1);
    text[0] = '1';
    assert_false(GrUnitParse(text, "m", &value, problem));
    assert_true(strlen(problem) < GR_PROBLEM_MAX - 1);
  }
}

UNIT(CASE(Accepts), CASE(TakesRoots), CASE(Refuses), CASE(StaysShort));
