/* Cases: meaning of a text, invalid texts and their messages, and equality of the resolved text.
   Labels: chain input law record time. */
#include "unit.h"

#include <granum/case.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_help.h"
#include "input/key/registry.h"
#include "input/key/unit_pattern.h"
#include "input/unit/unit.h"

static const char text[] =
    "title: A case\n"
    "dimension: 1\n"
    "materials:\n"
    "  steel: {density: 7800 kg/m^3, youngs_modulus: 200 GPa, poisson_ratio: 0.3, yield_stress: 1 GPa}\n"
    "  rubber: {density: 1.1 g/cm^3, yield_stress: 5 MPa}\n"
    "contacts:\n"
    "  - between: '*'\n"
    "    normal: {law: hertz, stiffness: 1e8}\n"
    "  - between: [rubber, steel]\n"
    "    normal: {law: toy, stiffness: 1.4e8 N/m^1.5, speed: 2 m/s, mode: hard}\n"
    "    tension: allow\n"
    "particles:\n"
    "  first: {chain: {count: 2, gap: -1 um}, material: steel, radius: 1 cm, velocity: 2}\n"
    "  wall: {chain: {count: 3}, material: rubber, radius: 2 cm, mass: 5 g, gap: 1 mm, fixed: true}\n"
    "initial_velocities: [{id: 2, velocity: 7}, {id: 1, velocity: 6}]\n"
    "ends: {right: fixed}\n"
    "gravity: -9.81\n"
    "time: {end: 1 ms, step: 2 us}\n"
    "output:\n"
    "  energy: {every: 1 us}\n"
    "  sensors: {group: wall, at: [3, 1], every: 0.1 us}\n";

static void ReadsAll(void **state)
{
  GrCase *c = Parse(text, NULL);
  assert_string_equal(c->file, "a.yaml");
  assert_string_equal(c->text, text);
  assert_string_equal(c->title, "A case");
  assert_string_equal(c->source, "");
  assert_int_equal(c->n_materials, 2);
  assert_true(c->materials[1].body.density == 1100.0);
  assert_true(isnan(c->materials[1].body.youngs_modulus));
  assert_int_equal(c->materials[1].place.line, 5);
  assert_int_equal(c->n_rules, 2);
  assert_int_equal(c->rules[0].material[0], GR_ANY);
  assert_int_equal(c->rules[1].tension, GR_TENSION_ALLOW);
  assert_ptr_equal(c->rules[1].law, &toy);
  assert_true(c->rules[1].value[0].number == 1.4e8);
  assert_true(c->rules[1].value[1].given && c->rules[1].value[1].number == 0.5);
  assert_false(c->rules[1].value[2].given);
  assert_int_equal(c->rules[1].value[3].choice, 1);
  assert_int_equal(c->rules[1].value[4].choice, -1);
  assert_true(c->rules[1].value[4].number == 2.0);
  assert_int_equal(c->n_particles, 5);
  assert_int_equal(c->groups[1].first_id, 3);
  assert_string_equal(c->groups[1].name, "wall");
  assert_int_equal(c->groups[1].fixed, true);
  assert_true(c->groups[0].between.gap == -1e-6 && c->groups[0].before.gap == 0.0);
  assert_true(c->groups[1].before.gap == 1e-3 && c->groups[1].mass == 5e-3);
  /* 4/3 pi R^3 rho: five roundings at most */
  assert_true(fabs(c->groups[0].mass / (4.0 / 3.0 * 3.14159265358979323846 * 1e-6 * 7800.0) - 1.0) < 1e-15);
  assert_int_equal(c->velocities[0].id, 1);
  assert_true(c->velocities[0].velocity == 6.0 && c->velocities[1].velocity == 7.0);
  assert_int_equal(c->ends[0], GR_END_FREE);
  assert_int_equal(c->ends[1], GR_END_FIXED);
  assert_true(c->gravity == -9.81 && c->time.end == 1e-3 && c->time.step == 2e-6);
  assert_true(c->time.safety == 0.5 && c->time.accuracy == 0.001 && c->time.tolerance == 1e-9 &&
              c->time.overlap_limit == 0.1);
  assert_string_equal(c->time.method, "5dp");
  assert_int_equal(c->time.velocity, GR_VELOCITY_FULL);
  assert_true(c->output.trajectory.every == 0.0 && c->output.energy.every == 1e-6);
  assert_int_equal(c->output.n_sensors, 1);
  assert_int_equal(c->output.sensors[0].group, 1);
  assert_int_equal(c->output.sensors[0].n_at, 2);
  assert_int_equal(c->output.sensors[0].at[0], 3);
  GrCaseDestroy(&c);
  assert_null(c);
}

static void ChoosesRules(void **state)
{
  GrCase *c = Parse(
      text,
      "contacts=[{between: '*', normal: {law: hertz, stiffness: 1}}, {between: ['*', rubber], normal: {law: hertz, "
      "stiffness: 2}}, {between: [steel, rubber], normal: {law: hertz, stiffness: 3}}]");
  assert_ptr_equal(GrCaseRule(c, 0, 0), &c->rules[0]);
  assert_ptr_equal(GrCaseRule(c, 1, 1), &c->rules[1]);
  assert_ptr_equal(GrCaseRule(c, 0, 1), &c->rules[2]);
  assert_ptr_equal(GrCaseRule(c, 1, 0), &c->rules[2]);
  c->n_rules = 0;
  assert_null(GrCaseRule(c, 0, 0));
  c->n_rules = 3;
  GrCaseDestroy(&c);
}

/* Values that must be written without loss of a bit. */
static void ResolvesToItself(void **state)
{
  static const char *const set[] = {
      "title=\"quotes \\\" back\\\\slash \u00b5 \\t #: {\"",
      "particles.first.radius=0.1234567890123456789 cm",
      "particles.first.chain.precompression=1e-300",
      "time.step=auto",
      "time={end: 1 h, integrator: rk, method: 4, tolerance: 1e-12}",
      "time.velocity=half",
      "contacts.1.between=[steel, '*']",
      "output.sensors=[{group: first, at: [1], every: 1}, {group: wall, at: [2, 1], every: 3 ns}]",
      "output={}",
      "initial_velocities=[]",
      "gravity=-4.9406564584124654e-324",
      "particles.wall.chain.count=4611686018427387901"};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    const char *all[] = {set[i], "particles.first.chain.gap=0"};
    GrCase *c, *again;
    FACT(!GrCaseParse("a.yaml", text, 2, all, &c), "%s: %s", set[i], GrFailureMessage());
    again = Parse(c->resolved, NULL);
    assert_string_equal(c->resolved, again->resolved);
    assert_string_equal(c->title, again->title);
    assert_memory_equal(&c->time, &again->time, offsetof(GrTime, method));
    assert_true(c->groups[0].radius == again->groups[0].radius && c->gravity == again->gravity);
    assert_int_equal(c->n_particles, again->n_particles);
    GrCaseDestroy(&c);
    GrCaseDestroy(&again);
  }
}

static void ResolvesShippedInputs(void **state)
{
  static const char *const names[] = {"horizontal-70", "two-spheres", "hertz-200", "precompressed"};
  const char *source = getenv("GRANUM_SOURCE");
  assert_non_null(source);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[4096];
    GrCase *c, *again;
    snprintf(path, sizeof path, "%s/inputs/chain/%s.yaml", source, names[i]);
    FACT(!GrCaseRead(PETSC_COMM_WORLD, path, 0, NULL, &c), "%s", GrFailureMessage());
    again = Parse(c->resolved, NULL);
    assert_string_equal(c->resolved, again->resolved);
    GrCaseDestroy(&c);
    GrCaseDestroy(&again);
  }
}

static void Refuses(void **state)
{
  static const Bad bad[] = {
      {"contacts.1.normal.stiffness=5 N/m", "contacts.1.normal.stiffness: the unit 'N/m' does not convert to N/m^1.5"},
      {"contacts.1.normal.stiffness=0", "0 is out of range; write a number above 0 N/m^1.5"},
      {"contacts.1.normal={law: toy}",
       "contacts.1.normal.stiffness: is missing; give a number in N/m^1.5: stiffness of the toy"},
      {"contacts.1.normal.mode=Hard", "'Hard' is not known; did you mean 'hard'?"},
      {"contacts.1.normal.mode=3", "'3' is not known; write one of: soft, hard"},
      {"contacts.1.normal.speed=warp", "'warp' is not known; write a number or one of: seismic, ma_liu"},
      {"contacts.1.normal.stifness=1", "unknown parameter of the law toy; did you mean 'stiffness'?"},
      {"contacts.1.normal.law=hurtz", "there is no law 'hurtz'; did you mean 'hertz'?"},
      {"particles.wall.fixed=yes", "'yes' is neither true nor false"},
      {"materials={steel: {density: 7800}, rubber: {density: 1000}}",
       "the law toy needs it of at least one of the materials 'steel' and 'rubber'; give yield_stress"},
      {"particles.first.chain.count=4611686018427387902", "2^62 particles or more"}};
  ExpectRefusals(text, bad, sizeof bad / sizeof *bad);
}

/* An error message of the law's prepare is reported at the rule. */
static void HearsLaws(void **state)
{
  const char *set[] = {"particles.wall.fixed=false", "particles.wall.mass=1 mg"};
  GrCase *c;
  assert_int_not_equal(GrCaseParse("a.yaml", text, 2, set, &c), 0);
  assert_string_equal(GrFailureMessage(),
                      "a.yaml:10:13: contacts.1.normal: for beads of 'first' and 'wall': the pair is too light for "
                      "the toy; write a mass of 10 mg or more");
  GrFailureClear();
}

/* The first failure is kept, and its exit code is returned. */
static void KeepsFirstFailure(void **state)
{
  assert_int_equal(GrFailureCode(), GR_EXIT_DONE);
  assert_string_equal(GrFailureMessage(), "");
  assert_int_not_equal(GrFail(GR_EXIT_FILE, "first %d", 1), 0);
  assert_int_not_equal(GrFail(GR_EXIT_INPUT, "second"), 0);
  assert_int_equal(GrFailureCode(), GR_EXIT_FILE);
  assert_string_equal(GrFailureMessage(), "first 1");
  GrFailureClear();
}

static void CheckUnits(const GrKey *keys)
{
  GrKeyRows rows;
  GrKeyGiven given;
  for (const GrKey *row = GrKeyRowsOf(keys, NULL, &rows); row->name; row++) {
    const GrKey *key = GrKeyGivenOf(row, &given);
    GrKeyShownWords words;
    char one[64], problem[GR_PROBLEM_MAX];
    double value = 0.0;
    assert_true(strlen(GrKeyShown(key, &words).meaning) > 0);
    if (key->section && key->section != keys) /* conditions contain conditions */
      CheckUnits(key->section);
    if (!key->unit || strcmp(key->unit, "1") == 0)
      continue;
    snprintf(one, sizeof one, "1 %s", key->unit);
    FACT(GrUnitParse(one, key->unit, &value, problem) && value == 1.0, "%s: unit %s: %s", key->name, key->unit,
         problem);
  }
}

/* Units of all tables and of all laws can be read; defaults of laws can be read. */
static void KnowsAllUnits(void **state)
{
  CheckUnits(GrCaseKeys);
  for (int i = 0; GrLawAt(i); i++) {
    const GrKey law = {.count = 0};
    GrKeyRows rows = {0};
    GrKeyRowsOfParameters(GrLawAt(i)->parameters, &law, &rows);
    for (const GrKey *key = rows.row; key->name; key++) {
      GrNode node = {.type = GR_NODE_SCALAR, .origin = "default", .text = key->fallback};
      double number;
      int choice;
      FACT(!node.text || !*node.text || !GrKeyNumberOrWord(&node, key, &choice, &number), "%s.%s: %s", GrLawAt(i)->name,
           key->name, GrFailureMessage());
    }
    CheckUnits(rows.row);
  }
}

static char *Printed(PetscErrorCode (*print)(FILE *))
{
  static char *characters; // the stream keeps its address
  size_t size;
  FILE *out = open_memstream(&characters, &size);
  assert_int_equal(print(out), 0);
  fclose(out);
  return characters;
}

static PetscErrorCode PrintKeys(FILE *out)
{
  return GrKeysPrint(NULL, out);
}

/* Balanced brackets outside strings; every key of the tables is included. */
static void PrintsTables(void **state)
{
  char *schema = Printed(GrKeysPrintSchema), *keys = Printed(PrintKeys);
  int depth = 0;
  bool string = false;
  for (const char *at = schema; *at; at++) {
    if (*at == '\\')
      at++;
    else if (*at == '"')
      string = !string;
    else if (!string)
      depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
    assert_true(depth >= 0);
  }
  assert_int_equal(depth, 0);
  assert_non_null(strstr(schema, "\"enum\": [\"toy\"]"));
  assert_non_null(strstr(schema, "\"precompression\": {\"description\""));
  assert_non_null(strstr(schema, "{\"if\": {\"properties\": {\"problem\": {\"const\": \"impact\"}}, \"required\": "
                                 "[\"problem\"]}, \"then\": {\"type\": \"object\", \"additionalProperties\": false, "));
  assert_non_null(strstr(keys, "| `precompression` | number | N | >= 0 | `0` |"));
  assert_non_null(strstr(keys, "## contacts.N.normal with law: toy\n"));
  assert_non_null(strstr(keys, "## contacts.N.adhesion with law: toy_pull\n"));
  assert_null(strstr(keys, "## contacts.N.normal with law: toy_pull\n"));
  assert_non_null(strstr(keys, "| `bodies` | `impact`, `bounce`, `path`, `fit` | list |"));
  assert_non_null(strstr(keys, "| `dimension` | `particles` | whole number |"));
  assert_non_null(strstr(keys, "| `materials` | all | map of names |"));
  assert_non_null(strstr(keys, "| `speed` | number or word | m/s | >= 0, `seismic`, `ma_liu` | `seismic` | `speed: "
                               "seismic` | a number or a word |"));
  free(schema);
  free(keys);
}

/* Laws of programs may have any number of units: each referenced unit is defined, once. */
static void DefinesEveryUnit(void **state)
{
  enum { EACH = 20 };
  static char unit[EACH * EACH][16];
  GrText references = {0}, text = {0};
  char *definitions, definition[64];

  for (int i = 0; i < 2 * EACH * EACH; i++) {
    snprintf(unit[i / 2], sizeof unit[0], "m%d.s%d", i / 2 / EACH, i / 2 % EACH);
    GrKeyUnitReference(&references, unit[i / 2], GR_SIGN_ANY);
  }
  assert_int_equal(GrTextPour(&references, NULL), 0);
  GrKeyUnitDefinitions(&text);
  assert_int_equal(GrTextTake(&text, &definitions), 0);
  for (int i = 0; i < EACH * EACH; i++) {
    snprintf(definition, sizeof definition, "\"number_in_m%d_s%d\": {", i / EACH, i % EACH);
    const char *found = strstr(definitions, definition);
    assert_true(found && !strstr(found + 1, definition));
  }
  PetscFree(definitions);
}

/* Values by path: given values and defaults, in SI; an unknown path is a failure with the keys that exist. */
static void GetsValues(void **state)
{
  static const char *const wrong[][2] = {
      {"time.ends", "time.ends: time has no key ends; did you mean end"},
      {"gravitation.x", "gravitation.x: the case has no key gravitation; "},
      {"contacts.2", "contacts.2: contacts is a list of 2 and has no item 2; write an index from 0 to 1"},
      {"time.end.unit", "time.end.unit: time.end is a value and has no keys; write time.end"}};
  GrCase *c = Parse(text, NULL);
  double number;
  char value[64];

  assert_int_equal(GrCaseGet(c, "time.end", &number, 0, NULL), 0);
  assert_true(number == 1e-3);
  assert_int_equal(GrCaseGet(c, "contacts.1.normal.share", &number, sizeof(value), value), 0); /* a default */
  assert_true(number == 0.5);
  assert_int_equal(GrCaseGet(c, "contacts.1.normal.law", &number, sizeof(value), value), 0);
  assert_true(isnan(number));
  assert_string_equal(value, "toy");
  assert_int_equal(GrCaseGet(c, "contacts.1.between", NULL, sizeof(value), value), 0);
  assert_string_equal(value, "[rubber, steel]");
  assert_int_equal(GrCaseGet(c, "contacts.1.between", NULL, 5, value), 0);
  assert_string_equal(value, "[rub");
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    assert_int_not_equal(GrCaseGet(c, wrong[i][0], &number, 0, NULL), 0);
    assert_int_equal(GrFailureCode(), GR_EXIT_INPUT);
    FACT(strstr(GrFailureMessage(), wrong[i][1]), "%s", GrFailureMessage());
    GrFailureClear();
  }
  assert_int_equal(GrCaseDestroy(&c), 0);
}

/* The JSON of a case, which is YAML, gives the same case. */
static void PrintsJson(void **state)
{
  GrCase *c = Parse(text, NULL), *again;
  size_t length;
  char *json;

  FILE *out = open_memstream(&json, &length);
  assert_int_equal(GrCasePrintJson(c, out), 0);
  fclose(out);
  assert_non_null(strstr(json, "\"end\": 0.001"));
  assert_non_null(strstr(json, "\"fixed\": true"));
  assert_non_null(strstr(json, "\"title\": \"A case\""));
  assert_int_equal(GrCaseParse("a.yaml", json, 0, NULL, &again), 0);
  assert_string_equal(GrCaseResolved(again), GrCaseResolved(c));
  free(json);
  assert_int_equal(GrCaseDestroy(&again), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
}

UNIT_PETSC(BEFORE(RegisterToys), CASE(ReadsAll), CASE(ChoosesRules), CASE(ResolvesToItself),
           CASE(ResolvesShippedInputs), CASE(Refuses), CASE(HearsLaws), CASE(KeepsFirstFailure), CASE(KnowsAllUnits),
           CASE(PrintsTables), CASE(DefinesEveryUnit), CASE(GetsValues), CASE(PrintsJson));
