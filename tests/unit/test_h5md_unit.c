/* Units in the form of H5MD's units module.
   Labels: io. */
#include "unit.h"

#include "io/h5/results_file.h"

static void test_forms(void **state)
{
  static const char *const form[][2] = {
      {"m", "m"},
      {"1", "1"},
      {"", "1"},
      {"m/s", "m s-1"},
      {"m s-1", "m s-1"},
      {"m/s^2", "m s-2"},
      {"1/s", "s-1"},
      {"kg*m/s^2", "kg m s-2"},
      {"kg m^2/s^2", "kg m2 s-2"},
      {"N s/m", "N s m-1"},
      {"J/kg/K", "J kg-1 K-1"},
      {"N/m^1.5", "N m-1.5"},
      {"1/m^-2", "m2"},
  };
  char text[GR_H5MD_UNIT_MAX];
  for (size_t i = 0; i < sizeof(form) / sizeof(*form); i++) {
    GrResultsUnit(form[i][0], text);
    assert_string_equal(text, form[i][1]);
  }
}

UNIT(CASE(test_forms));
