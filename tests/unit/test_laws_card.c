/* The registry, the cards, the effective quantities of a pair, and what `prepare` refuses.
   Labels: law. */
#include "law/card/card.h"
#include "unit.h"

#include <granum/law.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void TestRegistry(void **state)
{
  const char *expected[] = {"hertz", "linear", "tsuji", "ma_liu", "kelvin_voigt_elastoplastic"};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    assert_non_null(GrLawFind(expected[i]));
  assert_null(GrLawFind("hooke"));
  assert_null(GrLawFind(""));
  assert_null(GrLawAt(-1));
  int n = 0;
  while (GrLawAt(n)) {
    assert_ptr_equal(GrLawFind(GrLawAt(n)->name), GrLawAt(n)); /* names are unique */
    n++;
  }
  static GrLaw mine; /* the registry keeps its address */
  GrLaw incomplete;
  mine = *GrLawFind("hertz");
  assert_int_equal(GrLawRegister(&mine), 1); /* the name is taken */
  mine.name = "my_own";
  incomplete = mine;
  incomplete.stiffness = NULL;
  assert_int_equal(GrLawRegister(&incomplete), 1);
  assert_int_equal(GrLawRegister(&mine), 0);
  assert_ptr_equal(GrLawAt(n), &mine);
  assert_ptr_equal(GrLawFind("my_own"), &mine);
}

static void TestNearest(void **state)
{
  assert_string_equal(GrLawNearest("herz"), "hertz");
  assert_string_equal(GrLawNearest("tsujii"), "tsuji");
  assert_string_equal(GrLawNearest("maliu"), "ma_liu");
  assert_string_equal(GrLawNearest("kelvin_voigt_elasto_plastic"), "kelvin_voigt_elastoplastic");
  assert_string_equal(GrLawNearest("linear"), "linear");
  assert_null(GrLawNearest("gravity_and_more"));
  assert_null(GrLawNearest(""));
}

/* Returns the output of a function. */
static char *Printed(int (*print)(const char *, FILE *), const char *name, int expected)
{
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(print(name, file), expected);
  size_t size = (size_t)ftell(file);
  char *text = calloc(size + 1, 1);
  assert_non_null(text);
  rewind(file);
  assert_int_equal(fread(text, 1, size, file), size);
  fclose(file);
  return text;
}

static int List(const char *unused, FILE *out)
{
  GrLawsList(out);
  return 0;
}

static void TestCards(void **state)
{
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++) {
    char *card = Printed(GrLawCard, law->name, 0), *list = Printed(List, NULL, 0);
    assert_non_null(strstr(card, law->name));
    assert_non_null(strstr(list, law->name));
    assert_true(law->summary && law->source && law->equation && law->range && law->defects);
    for (const GrLawParameter *p = law->parameters; p->name; p++) {
      char row[128];
      snprintf(row, sizeof row, p->unit ? "%s [%s]" : "%s: ", p->name, p->unit);
      assert_non_null(strstr(card, row));
      assert_true((p->unit || p->choices) && p->meaning);
    }
    for (int h = 0; h < law->n_history; h++)
      assert_non_null(strstr(card, law->history[h].name));
    assert_non_null(strstr(card, "\nexample"));
    for (const char *line = card; *line; line += strcspn(line, "\n") + 1) {
      size_t length = strcspn(line, "\n");
      assert_true(length > 0 && length <= 100 && line[length - 1] != ' ');
    }
    free(card);
    free(list);
  }
  char *nothing = Printed(GrLawCard, "hooke", 1);
  assert_string_equal(nothing, "");
  free(nothing);
}

/* The laws that a word selects, as "a b ". */
static const char *Selected(const char *word)
{
  static char names[4096];
  const GrLaw *law;
  *names = '\0';
  for (int i = 0; (law = GrCardFind(word, i)); i++)
    strcat(strcat(names, law->name), " ");
  return names;
}

static void TestFind(void **state)
{
  assert_string_equal(Selected("tsuji"), "tsuji "); /* also in the source of jkr */
  assert_string_equal(Selected("EDEM"), "tsuji ");
  assert_string_equal(Selected("hunt"), "hunt_crossley ");
  assert_string_equal(Selected("kelvin_voigt"), "linear kelvin_voigt_elastoplastic ");
  assert_string_equal(Selected("Kelvin-Voigt"), "linear kelvin_voigt_elastoplastic ");
  assert_non_null(strstr(Selected("brilliantov"), "kuwabara_kono hertz_history "));
  assert_string_equal(Selected("safaeifar"), "safaeifar_farshidianfar "); /* also in six sources */
  assert_string_equal(Selected("suji"), "");
  assert_string_equal(Selected("no such law"), "");
  assert_string_equal(Selected(""), "");
  assert_non_null(strstr(Selected(NULL), "hertz linear tsuji "));
}

/* The card shows the jump of the printed law: 182.18 N at first yield, and just above it K_p d, K_p = 1.6383423e8 N/m.
 */
static void TestCurvesOfKelvinVoigt(void **state)
{
  char *card = Printed(GrLawCard, "kelvin_voigt_elastoplastic", 0);
  char *below = strstr(card, "5.2453e-06"), *above = strstr(card, "5.2505e-06");
  double d, continuous, printed;
  assert_true(below && above);
  assert_int_equal(sscanf(below, "%lf %lf %lf", &d, &continuous, &printed), 3);
  assert_true(fabs(continuous - 182.175) < 1e-3 && printed == continuous);
  assert_int_equal(sscanf(above, "%lf %lf %lf", &d, &continuous, &printed), 3);
  assert_true(fabs(printed - 1.6383423125e8 * 1.001 * 5.2452723213e-6) < 1e-3); /* six digits are printed */
  assert_true(fabs(continuous - 182.17540973 - 1.6383423125e8 * 0.001 * 5.2452723213e-6) < 1e-3);
  free(card);
}

static const GrLawBody steel = {7800, 207e9, 0.3, 1030e6}, unknown = {NAN, NAN, NAN, NAN};

static void TestPairs(void **state)
{
  GrLawPair p;
  GrLawPairSpheres((const GrLawBody[2]){steel, steel}, (const double[2]){1, 3}, (const double[2]){2, 6}, &p);
  assert_true(p.radius == 0.75 && p.mass == 1.5 && p.yield_stress == 1030e6);
  assert_true(fabs(p.modulus - 207e9 / (2 * 0.91)) < 1e-4); /* a rounding of 1e11 is 1.5e-5 */
  GrLawPairSpheres((const GrLawBody[2]){steel, unknown}, (const double[2]){1, INFINITY}, (const double[2]){INFINITY, 6},
                   &p);
  assert_true(p.radius == 1 && p.mass == 6 && isnan(p.modulus) && p.yield_stress == 1030e6);
  GrLawBody softer = steel;
  softer.yield_stress = 940e6;
  GrLawPairSpheres((const GrLawBody[2]){softer, steel}, (const double[2]){1, 3}, (const double[2]){2, 6}, &p);
  assert_true(p.yield_stress == 940e6);
  GrLawPairSpheres((const GrLawBody[2]){unknown, unknown}, (const double[2]){1, -2},
                   (const double[2]){INFINITY, INFINITY}, &p);
  assert_true(p.radius == 2 && isinf(p.mass) && isnan(p.yield_stress));
}

/* A refusal is one sentence with what to write instead, and names the key. */
static void Refuses(const char *name, const GrLawPair *pair, const GrLawValue *value, const char *key)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  const char *wrong = GrLawFind(name)->prepare(pair, value, coefficient);
  assert_non_null(wrong);
  assert_non_null(strstr(wrong, key));
  assert_true(strchr(wrong, ';') && !strchr(wrong, '\n') && strlen(wrong) < 300);
}

static void TestRefusals(void **state)
{
  const GrLawValue none = {false, -1, NAN}, e = {true, -1, 0.9}, psi = {true, -1, 3}, eps = {true, -1, 13},
                   word = {true, 0, 0};
  GrLawPair p, blank, soft;
  const double one[2] = {1, 1};
  GrLawPairSpheres((const GrLawBody[2]){steel, steel}, one, one, &p);
  GrLawPairSpheres((const GrLawBody[2]){unknown, unknown}, one, one, &blank);
  soft = p;
  soft.yield_stress = NAN;
  Refuses("hertz", &blank, &none, "youngs_modulus");
  Refuses("tsuji", &blank, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){e, none}, "or stiffness");
  Refuses("ma_liu", &blank, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){psi, eps, word}, "youngs_modulus");
  Refuses("ma_liu", &soft, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){psi, eps, word}, "yield_stress");
  Refuses("ma_liu", &p, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){{true, -1, 0.805}, eps, word}, "hardness_ratio");
  Refuses("ma_liu", &p, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){psi, {true, -1, 2.3316}, word},
          "conformity"); /* eps^2/2 < e = 2.71828 */
  Refuses("ma_liu", &p, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){psi, {true, -1, 4}, word},
          "raise conformity"); /* F_p above Hertz's */
  Refuses("kelvin_voigt_elastoplastic", &soft, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){e, e, psi, eps, word},
          "yield_stress");
  Refuses("kelvin_voigt_elastoplastic", &p, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){e, e, psi, {true, -1, 2.3}, word},
          "conformity");
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  assert_null(GrLawFind("hertz")->prepare(&blank, &(const GrLawValue){true, -1, 5e9}, coefficient));
  assert_true(coefficient[0] == 5e9);
}

/* K given in place of the elasticity: the same law as from the materials with that K. */
static void TestStiffnessGiven(void **state)
{
  const GrLawValue none = {false, -1, NAN}, e = {true, -1, 0.9}, psi = {true, -1, 3}, eps = {true, -1, 13},
                   word = {true, 0, 0}, floor_speed = {true, -1, 1e-4};
  const char *name[] = {"ma_liu", "kelvin_voigt_elastoplastic", "compliant_dashpot"};
  const int stiffness[] = {3, 5, 6};
  GrLawValue value[3][GR_LAW_PARAMETERS_MAX] = {
      {psi, eps, word, none, {true, -1, 0}}, {e, e, psi, eps, word, none}, {e, e, psi, eps, word, floor_speed, none}};
  GrLawPair pair, blank;
  GrLawPairSpheres((const GrLawBody[2]){steel, steel}, (const double[2]){1, 1}, (const double[2]){1, 1}, &pair);
  blank = pair;
  blank.modulus = NAN;
  for (int i = 0; i < 3; i++) {
    double from_materials[GR_LAW_COEFFICIENTS_MAX] = {0}, given[GR_LAW_COEFFICIENTS_MAX] = {0};
    const GrLaw *law = GrLawFind(name[i]);
    assert_null(law->prepare(&pair, value[i], from_materials));
    assert_non_null(strstr(law->prepare(&blank, value[i], given), "or stiffness"));
    value[i][stiffness[i]] = (GrLawValue){true, -1, from_materials[0]};
    assert_null(law->prepare(&blank, value[i], given));
    for (int k = 0; k < law->n_coefficients; k++) /* roundings of E, up to the fourth power */
      assert_true(fabs(given[k] - from_materials[k]) <= 1e-14 * fabs(from_materials[k]));
  }
}

/* A restitution of 1 means no damping, even where both bodies are held. */
static void TestNoDamping(void **state)
{
  const GrLawValue none = {false, -1, NAN}, one = {true, -1, 1}, k = {true, -1, 1e6};
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  GrLawPair p;
  GrLawPairSpheres((const GrLawBody[2]){steel, steel}, (const double[2]){1, 1}, (const double[2]){INFINITY, INFINITY},
                   &p);
  assert_null(GrLawFind("tsuji")->prepare(&p, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){one, none}, coefficient));
  assert_true(coefficient[1] == 0);
  assert_null(GrLawFind("linear")->prepare(&p, (const GrLawValue[GR_LAW_PARAMETERS_MAX]){k, one}, coefficient));
  assert_true(coefficient[1] == 0);
}

UNIT(CASE(TestCards), CASE(TestFind), CASE(TestCurvesOfKelvinVoigt), CASE(TestRegistry), CASE(TestNearest),
     CASE(TestPairs), CASE(TestRefusals), CASE(TestNoDamping), CASE(TestStiffnessGiven));
