/* Studies: the cases of a text and their order, invalid texts and their places, and equal cases of the resolved
   text.
   Labels: case chain impact input io law run time. */
#include "unit.h"

#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "case/study.h"
#include <granum/error.h>

static const char text[] = "problem: impact\n"
                           "title: 'a: \"b\" #c'\n"
                           "materials:\n"
                           "  steel: {density: 7800 kg/m^3, youngs_modulus: 207 GPa, poisson_ratio: 0.3}\n"
                           "contacts:\n"
                           "  - between: '*'\n"
                           "    normal: {law: tsuji, restitution: 0.7}\n"
                           "bodies:\n"
                           "  - {material: steel, radius: 20 mm}\n"
                           "  - {material: steel, radius: 20 mm}\n"
                           "velocities: [1, 2]\n"
                           "variants:\n"
                           "  as-is: {}\n"
                           "  soft-0.5:\n"
                           "    materials.steel.youngs_modulus: 65 MPa\n"
                           "    contacts.0: {between: [steel, steel], normal: {law: hertz}}\n"
                           "    bodies.1.mass: 3 g\n"
                           "    velocities: {from: 1, to: 3, count: 3}\n"
                           "sweep:\n"
                           "  bodies.0.radius: [10 mm, 0.03]\n"
                           "  method: [4, 5dp]\n"
                           "  tolerance: {from: 1e-12, to: 1e-8, count: 3, spacing: log}\n";

static GrStudy *Parse(const char *input, int n, const char *const *set)
{
  GrStudy *study;
  FACT(!GrStudyParse("a.yaml", input, n, set, &study), "%s", GrFailureMessage());
  return study;
}

static void IsOneCase(void **state)
{
  char plain[2048];
  GrStudy *study;
  GrCase *c;
  snprintf(plain, sizeof plain, "%.*s", (int)(strstr(text, "variants:") - text), text);
  study = Parse(plain, 0, NULL);
  assert_int_equal(GrCaseParse("a.yaml", plain, 0, NULL, &c), 0);
  assert_string_equal(study->file, "a.yaml");
  assert_int_equal(study->n_variants, 1);
  assert_int_equal(study->n_points, 1);
  assert_int_equal(study->n_swept, 0);
  assert_string_equal(study->variant[0].name, "");
  assert_string_equal(study->resolved, c->resolved);
  assert_string_equal(study->variant[0].point[0]->resolved, c->resolved);
  GrCaseDestroy(&c);
  GrStudyDestroy(&study);
  assert_null(study);
}

static void MakesVariants(void **state)
{
  GrStudy *study = Parse(text, 0, NULL);
  assert_int_equal(study->n_variants, 2);
  assert_string_equal(study->variant[0].name, "as-is");
  assert_string_equal(study->variant[1].name, "soft-0.5");
  const GrCase *plain = study->variant[0].point[0], *soft = study->variant[1].point[0];
  assert_string_equal(plain->title, "a: \"b\" #c");
  assert_string_equal(plain->rules[0].law->name, "tsuji");
  assert_string_equal(soft->rules[0].law->name, "hertz");
  assert_true(plain->materials[0].body.youngs_modulus == 207e9 && soft->materials[0].body.youngs_modulus == 65e6);
  assert_true(soft->impact.body[1].mass == 3e-3 && plain->impact.body[1].mass > 0.2);
  assert_int_equal(plain->impact.velocities.count, 2);
  assert_true(GrKeyRangeAt(&soft->impact.velocities, 2) == 3.0);
  GrStudyDestroy(&study);
}

/* The last key runs fastest. */
static void OrdersSweeps(void **state)
{
  static const double tolerance[] = {1e-12, 1e-10, 1e-8};
  GrStudy *study = Parse(text, 0, NULL);
  assert_int_equal(study->n_points, 12);
  assert_int_equal(study->n_swept, 3);
  assert_string_equal(study->swept[0], "bodies.0.radius");
  assert_string_equal(study->swept[2], "tolerance");
  for (int p = 0; p < 12; p++) {
    const double *value = &study->value[3 * p];
    assert_true(value[0] == (p < 6 ? 0.01 : 0.03));
    assert_true(p / 3 % 2 ? isnan(value[1]) : value[1] == 4.0);
    assert_true(fabs(value[2] / tolerance[p % 3] - 1.0) < 1e-14); /* GrPower over four decades: (2 + 10) 2.3e-16 */
    for (int v = 0; v < 2; v++) {
      const GrImpactCase *impact = &study->variant[v].point[p]->impact;
      assert_true(impact->body[0].radius == value[0] && impact->tolerance == value[2]);
      assert_string_equal(impact->method, p / 3 % 2 ? "5dp" : "4");
    }
  }
  GrStudyDestroy(&study);
}

static void ExpectSame(const GrStudy *a, const GrStudy *b)
{
  assert_string_equal(a->resolved, b->resolved);
  assert_int_equal(a->n_variants, b->n_variants);
  assert_int_equal(a->n_points, b->n_points);
  assert_int_equal(a->n_swept, b->n_swept);
  assert_memory_equal(a->value, b->value, sizeof *a->value * (size_t)(a->n_points * a->n_swept));
  for (int k = 0; k < a->n_swept; k++)
    assert_string_equal(a->swept[k], b->swept[k]);
  for (int v = 0; v < a->n_variants; v++) {
    assert_string_equal(a->variant[v].name, b->variant[v].name);
    for (int p = 0; p < a->n_points; p++)
      assert_string_equal(a->variant[v].point[p]->resolved, b->variant[v].point[p]->resolved);
  }
}

/* Texts that the writer must quote, and shapes it must indent. */
static void ResolvesToItself(void **state)
{
  static const char *const set[] = {
      "title=\"- x\\n\\t: {\\L\\x85 \\u00b5 null\"",
      "title=' null '",
      "title='null'",
      "title=~",
      "title=\"\"",
      "title='-'",
      "title='5 %'",
      "title='...'",
      "title='# no comment'",
      "title='a '",
      "sweep={velocities: [[1, 2], {from: 1, to: 2, count: 2}, 3 km/h], title: ['', ~, '~']}",
      "sweep={bodies: [[{material: steel, radius: 1}, {material: steel, radius: 2}]]}"};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    const char *all[] = {"variants.soft-0.5={contacts.0: {between: [steel, '*'], normal: {law: hertz}}}", set[i]};
    GrStudy *study = Parse(text, 2, all), *again = Parse(study->resolved, 0, NULL);
    ExpectSame(study, again);
    GrStudyDestroy(&study);
    GrStudyDestroy(&again);
  }
}

static void SetsItsParts(void **state)
{
  static const char *const set[] = {"sweep.bodies.0.radius=[5 mm]", "sweep.bodies.1.radius=[7 mm, 8 mm]",
                                    "variants.soft-0.5.bodies.1.mass=4 g", "variants.new.end=apart", "curves=true"};
  GrStudy *study = Parse(text, 5, set);
  assert_int_equal(study->n_variants, 3);
  assert_int_equal(study->n_swept, 4);
  assert_int_equal(study->n_points, 12);
  assert_string_equal(study->swept[3], "bodies.1.radius");
  assert_true(study->variant[1].point[1]->impact.body[1].mass == 4e-3);
  assert_true(study->variant[1].point[1]->impact.body[1].radius == 8e-3);
  assert_string_equal(study->variant[2].name, "new");
  assert_int_equal(study->variant[2].point[0]->impact.end, GR_END_APART);
  assert_int_equal(study->variant[2].point[0]->impact.curves, true);
  GrStudyDestroy(&study);
  static const char *const other[] = {"sweep={tolerance: [1e-9]}", "variants={}", "variants.one={end: zero_force}"};
  study = Parse(text, 3, other);
  assert_int_equal(study->n_variants, 1);
  assert_int_equal(study->n_points, 1);
  assert_int_equal(study->variant[0].point[0]->impact.end, GR_END_ZERO_FORCE);
  GrStudyDestroy(&study);
}

/* Replacement in the text (or NULL and a --set), and the message. */
static void Refuses(void **state)
{
  static const struct {
    const char *old, *by, *message;
  } bad[] = {
      {"65 MPa", "65 m",
       "a.yaml:15:37: materials.steel.youngs_modulus: the unit 'm' does not convert to Pa; write a number in Pa, or "
       "one "
       "with such a unit (variant soft-0.5, bodies.0.radius = 10 mm, method = 4, tolerance = 1.0e-12)"},
      {"steel.youngs_modulus: 65", "steel.youngs: 65",
       "a.yaml:15:5: materials.steel.youngs: unknown key; known here: density, youngs_modulus, poisson_ratio, "
       "yield_stress (variant soft-0.5"},
      {"bodies.1.mass", "bodies.2.mass",
       "a.yaml:17:5: variants.soft-0.5.bodies.2.mass: '2' is past the end of the list"},
      {"bodies.1.mass", "bodies.1.mass.x", "a.yaml:17:22: bodies.1.mass: is a map; write a single value"},
      {"bodies.1.mass", "method", "a.yaml:17:5: variants.soft-0.5.method: is swept as well"},
      {"bodies.1.mass", "bodies..mass", "a.yaml:17:5: variants.soft-0.5.bodies..mass: the path has an empty"},
      {"bodies.1.mass", "dimension", "a.yaml:17:5: dimension: belongs to problem: particles"},
      {"bodies.1.mass", "variants", "a.yaml:17:5: variants: makes several cases"},
      {"soft-0.5", "0.5", "a.yaml:14:3: variants.0.5: is not a name; write letters"},
      {"as-is: {}", "as-is: 5", "a.yaml:13:3: variants.as-is: is not a map of changes"},
      {"[10 mm, 0.03]", "[10 mm, 0]",
       "a.yaml:20:28: bodies.0.radius: 0 is out of range; write a number above 0 m (variant as-is, bodies.0.radius = "
       "0, "
       "method = 4, tolerance = 1.0e-12)"},
      {"[10 mm, 0.03]", "[]", "a.yaml:20:20: sweep.bodies.0.radius: is not a list of values"},
      {"[10 mm, 0.03]", "10 mm", "a.yaml:20:20: sweep.bodies.0.radius: is not a list of values"},
      {"[10 mm, 0.03]", "{from: 1 s, to: 2 s, count: 2}",
       "a.yaml:20:20: bodies.0.radius: the unit 's' does not convert to m"},
      {"bodies.0.radius:", "bodies.x.radius:", "a.yaml:20:3: sweep.bodies.x.radius: 'x' must be a position in a list"},
      {"to: 1e-8", "to: 1e-8 m", "a.yaml:22:32: sweep.tolerance.to: has another unit than from"},
      {"from: 1e-12", "from: 0", "a.yaml:22:21: sweep.tolerance.from: spacing: log needs ends above 0"},
      {"to: 1e-8", "to: -1", "a.yaml:22:32: sweep.tolerance.to: spacing: log needs ends above 0"},
      {"from: 1e-12", "from: x", "a.yaml:22:21: sweep.tolerance.from: 'x' is not a finite number"},
      {"count: 3, ", "", "a.yaml:22:3: sweep.tolerance.count: is missing"},
      {"count: 3, ", "count: 0, ", "0 is out of range"},
      {"count: 3, ", "count: 2501, ", "a.yaml:22:3: sweep.tolerance: makes more than 10000 cases in all"},
      {"spacing: log", "spacing: log, step: 3",
       "sweep.tolerance.step: unknown key; known here: from, to, count, spacing"},
      {NULL, "variants=[a]", "variants: is not a map of variants"},
      {NULL, "variants.x.end=stop", "--set variants.x.end=stop: end: 'stop' is not known; write one of: separation, "},
      {"problem: impact", "dimension: 1",
       "a.yaml:8:1: bodies: belongs to problem: impact; remove it, or write problem"},
      {"problem: impact", "problem: particles", "a.yaml:8:1: bodies: belongs to problem: impact"},
      {"problem: impact", "problem: imp", "a.yaml:1:10: problem: 'imp' is not known"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char input[2048];
    const char *at = bad[i].old ? strstr(text, bad[i].old) : text;
    GrStudy *study = NULL;
    snprintf(input, sizeof input, "%.*s%s%s", (int)(at - text), text, bad[i].old ? bad[i].by : "",
             at + (bad[i].old ? strlen(bad[i].old) : 0));
    FACT(GrStudyParse("a.yaml", input, bad[i].old ? 0 : 1, &bad[i].by, &study), "accepted: %s", bad[i].by);
    assert_null(study);
    assert_int_equal(GrFailureCode(), GR_EXIT_INPUT);
    FACT(!strncmp(GrFailureMessage(), bad[i].message, strlen(bad[i].message)) ||
             strstr(GrFailureMessage(), bad[i].message),
         "expected '%s' in: %s", bad[i].message, GrFailureMessage());
    GrFailureClear();
  }
}

/* Names of variants, which become names of folders in the folder of the study. */
static void ChecksNames(void **state)
{
  static const struct {
    const char *name;
    const char *message; /* NULL: accepted */
  } row[] = {{"run", NULL},
             {"runs.json", NULL},
             {"results", NULL},
             {"checkpoint-x.h5", NULL},
             {"a..b", NULL},
             {"run.json", "is the name of a file that granum reads or writes"},
             {"Run.JSON", "is the name of a file"},
             {"status.json", "is the name of a file"},
             {"study.json", "is the name of a file"},
             {"input.yaml", "is the name of a file"},
             {"source.yaml", "is the name of a file"},
             {"results.h5", "is the name of a file"},
             {"results-data.h5", "is the name of a file"},
             {"results.h5.part", "is the name of a file"},
             {"results.h5-8.lock", "is the name of a file"},
             {"results.xdmf", "is the name of a file"},
             {"bodies.xdmf", "is the name of a file"},
             {"checkpoint-12.h5", "is the name of a file"},
             {"checkpoint-12.h5.part-0a", "is the name of a file"},
             {"contacts-12.h5", "is the name of a file"},
             {"contacts-12-data.h5", "is the name of a file"},
             {"stop", "is the name of a file"},
             {"checkpoint", "is the name of a file"},
             {"report", "is the name of a file"},
             {".granum.lock", "is not a name"},
             {"..", "is not a name"},
             {"a/b", "is not a name"},
             {"-x", "is not a name"},
             {"''", "is not a name"},
             {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "is a name of more than 63"}};
  const char *at = strstr(text, "as-is");
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char input[2048];
    GrStudy *study = NULL;
    snprintf(input, sizeof input, "%.*s%s%s", (int)(at - text), text, row[i].name, at + strlen("as-is"));
    const PetscErrorCode error = GrStudyParse("a.yaml", input, 0, NULL, &study);
    FACT(!error == !row[i].message, "%s: %s", row[i].name, error ? GrFailureMessage() : "accepted");
    FACT(!error || (GrFailureCode() == GR_EXIT_INPUT && strstr(GrFailureMessage(), row[i].message) &&
                    !strncmp(GrFailureMessage(), "a.yaml:13:3: variants.", strlen("a.yaml:13:3: variants."))),
         "%s: %s", row[i].name, GrFailureMessage());
    GrFailureClear();
    GrStudyDestroy(&study);
  }
}

static void ReadsShippedInputs(void **state)
{
  const char *source = getenv("GRANUM_SOURCE");
  char pattern[4096];
  glob_t found;
  assert_non_null(source);
  snprintf(pattern, sizeof pattern, "%s/inputs/*/*.yaml", source);
  assert_int_equal(glob(pattern, 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    GrStudy *study;
    FACT(!GrStudyRead(PETSC_COMM_WORLD, found.gl_pathv[i], 0, NULL, &study), "%s", GrFailureMessage());
    GrStudy *again; /* as the file: the data of fits are in files beside it */
    FACT(!GrStudyReadText(PETSC_COMM_WORLD, found.gl_pathv[i], study->resolved, 0, NULL, &again), "%s",
         GrFailureMessage());
    ExpectSame(study, again);
    GrStudyDestroy(&study);
    GrStudyDestroy(&again);
  }
  globfree(&found);
}

UNIT_PETSC(CASE(IsOneCase), CASE(MakesVariants), CASE(OrdersSweeps), CASE(ResolvesToItself), CASE(SetsItsParts),
           CASE(Refuses), CASE(ChecksNames), CASE(ReadsShippedInputs));
