/* Impacts: meaning of their texts, invalid texts and their messages, and equality of the resolved text.
   Labels: impact input law. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_help.h"

static const char impact_text[] = "problem: impact\n"
                                  "materials:\n"
                                  "  steel: {density: 7800 kg/m^3, yield_stress: 1 GPa}\n"
                                  "  lead: {yield_stress: 5 MPa}\n"
                                  "contacts:\n"
                                  "  - between: [steel, lead]\n"
                                  "    normal: {law: toy, stiffness: 1e8}\n"
                                  "    adhesion: {law: toy_pull, force: 1 mN}\n"
                                  "  - between: '*'\n"
                                  "    normal: {law: hertz, stiffness: 1e9}\n"
                                  "    tension: clip\n"
                                  "bodies:\n"
                                  "  - {material: steel, radius: 1 cm}\n"
                                  "  - {shape: plane, material: lead, fixed: true}\n"
                                  "velocities: [50 mm/s, 8 m/s]\n";

static void ReadsImpacts(void **state)
{
  GrCase *c = Parse(impact_text, NULL);
  const GrContactRule *rule;
  GrLawPair pair;
  assert_int_equal(c->problem, GR_PROBLEM_IMPACT);
  assert_int_equal(c->impact.n_bodies, 2);
  assert_int_equal(c->impact.body[1].shape, GR_SHAPE_PLANE);
  assert_int_equal(c->impact.body[1].material, 1);
  assert_int_equal(c->impact.body[1].fixed, true);
  assert_int_equal(c->impact.body[1].place.line, 14);
  assert_true(isnan(c->impact.body[1].radius) && isinf(c->impact.body[1].mass));
  /* 4/3 pi R^3 rho: five roundings at most */
  assert_true(fabs(c->impact.body[0].mass / (4.0 / 3.0 * 3.14159265358979323846 * 1e-6 * 7800.0) - 1.0) < 1e-15);
  assert_int_equal(c->impact.velocities.count, 2);
  assert_true(GrKeyRangeAt(&c->impact.velocities, 0) == 0.05 && GrKeyRangeAt(&c->impact.velocities, 1) == 8.0);
  assert_int_equal(c->impact.end, GR_END_SEPARATION);
  assert_int_equal(c->impact.curves, false);
  assert_int_equal(c->impact.curve_points, 256);
  assert_true(isnan(c->impact.curve_until) && c->impact.tolerance == 1e-12);
  assert_string_equal(c->impact.method, "8vr");
  assert_int_equal(c->rules[0].tension, GR_TENSION_ALLOW); /* the default of an impact */
  assert_int_equal(c->rules[1].tension, GR_TENSION_CLIP);
  assert_ptr_equal(c->rules[0].adhesion, &toy_pull);
  assert_true(c->rules[0].adhesion_value[0].number == 1e-3);
  assert_null(c->rules[1].adhesion);
  GrCaseImpactPair(c, &pair, &rule);
  assert_ptr_equal(rule, &c->rules[0]);
  assert_true(pair.radius == 0.01 && pair.mass == c->impact.body[0].mass && pair.yield_stress == 5e6);
  GrCaseDestroy(&c);
}

static void PairsSockets(void **state)
{
  GrCase *c = Parse(impact_text, "bodies=[{material: lead, radius: 21 mm, concave: true, mass: 3}, {material: steel, "
                                 "radius: 20 mm, mass: 1, fixed: false}]");
  const GrContactRule *rule;
  GrLawPair pair;
  GrCaseImpactPair(c, &pair, &rule);
  assert_true(fabs(pair.radius / 0.42 - 1.0) < 1e-14); /* R1 R2/(R2 - R1), whose difference loses a digit and a half */
  assert_true(pair.mass == 0.75);
  GrCaseDestroy(&c);
}

static void SpacesRanges(void **state)
{
  GrCase *c = Parse(impact_text, "velocities={from: 1 cm/s, to: 10, count: 4, spacing: log}");
  static const double logarithmic[] = {0.01, 0.1, 1.0, 10.0};
  for (int i = 0; i < 4; i++) /* (2 + |y ln x|) 2.3e-16 of GrPower, and two logarithms: below 1e-14 */
    assert_true(fabs(GrKeyRangeAt(&c->impact.velocities, i) / logarithmic[i] - 1.0) < 1e-14);
  assert_true(GrKeyRangeAt(&c->impact.velocities, 0) == 0.01 && GrKeyRangeAt(&c->impact.velocities, 3) == 10.0);
  GrCaseDestroy(&c);
  c = Parse(impact_text, "velocities={from: 3, to: 1, count: 5}");
  for (int i = 0; i < 5; i++)
    assert_true(GrKeyRangeAt(&c->impact.velocities, i) == 3.0 - 0.5 * i);
  GrCaseDestroy(&c);
  c = Parse(impact_text, "velocities={from: 3, to: 1, count: 1}");
  assert_true(GrKeyRangeAt(&c->impact.velocities, 0) == 3.0);
  GrCaseDestroy(&c);
  c = Parse(impact_text, "velocities=2 km/h");
  assert_int_equal(c->impact.velocities.count, 1);
  assert_true(fabs(GrKeyRangeAt(&c->impact.velocities, 0) * 1.8 - 1.0) < 1e-15); /* one factor */
  GrCaseDestroy(&c);
}

static void ResolvesImpactsToThemselves(void **state)
{
  static const char *const set[] = {
      "velocities={from: 0.1234567890123456789 mm/s, to: 30, count: 200, spacing: log}",
      "velocities=1e-300",
      "end=apart",
      "curve_until=2 ms",
      "method=4",
      "title=\"\\L\\N\\x80\\x9f\\uFEFF\\uFFFE\\P \u00b5 \u20ac \\U0001F600\"", /* breaks and other unprintables */
      "contacts.1.adhesion={law: hertzian, force: 0.1}",
      "bodies.1={material: lead, radius: 0.02, concave: true, fixed: true}",
      "bodies.1={shape: plane, material: lead, mass: 1e-3}"};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    GrCase *c = Parse(impact_text, set[i]), *again = Parse(c->resolved, NULL);
    const GrRange *range = &c->impact.velocities;
    assert_string_equal(c->resolved, again->resolved);
    assert_string_equal(c->title, again->title);
    assert_int_equal(c->rules[0].tension, again->rules[0].tension);
    assert_ptr_equal(c->rules[0].adhesion, again->rules[0].adhesion);
    assert_int_equal(range->count, again->impact.velocities.count);
    assert_true(GrKeyRangeAt(range, range->count - 1) == GrKeyRangeAt(&again->impact.velocities, range->count - 1));
    assert_null(strstr(c->resolved, "dimension"));
    assert_null(strstr(c->resolved, "time"));
    assert_null(strstr(c->resolved, "sweep"));
    GrCaseDestroy(&c);
    GrCaseDestroy(&again);
  }
}

static void RefusesImpacts(void **state)
{
  static const Bad bad[] = {
      {"dimension=1", "dimension: belongs to problem: particles; remove it, or write problem: particles"},
      {"particles={}", "particles: belongs to problem: particles"},
      {"time={end: 1}", "time: belongs to problem: particles"},
      {"problem=particles", "bodies: belongs to problem: impact; remove it, or write problem: impact"},
      {"problem=impacts", "'impacts' is not known; did you mean 'impact'?"},
      {"velocites=1", "unknown key; did you mean 'velocities'?"},
      {"gravite=1", "unknown key; known here: problem, title, source, author, materials, contacts, bodies"},
      {"variants={a: {}}", "variants: makes several cases"},
      {"sweep={a: [1]}", "sweep: makes several cases"},
      {"velocities=[]", "velocities: is empty; give the approach velocities"},
      {"velocities=0", "0 is out of range; write a number above 0 m/s"},
      {"velocities=[1, -1]", "velocities.1: -1 is out of range"},
      {"velocities=1 m", "velocities: the unit 'm' does not convert to m/s"},
      {"velocities={from: 1, to: 2}", "velocities.count: is missing"},
      {"velocities={from: 1, to: 2, count: 0}", "velocities.count: 0 is out of range"},
      {"velocities={from: 0, to: 2, count: 3, spacing: log}", "velocities.from: 0 is out of range"},
      {"velocities={from: 1, to: 2, count: 3, spacing: lag}", "did you mean 'log'?"},
      {"bodies=[{material: steel, radius: 1}]", "bodies: there are 1 bodies, and two collide; write exactly two"},
      {"bodies.0.fixed=true", "bodies.1.fixed: both bodies are fixed"},
      {"bodies.0={shape: plane, material: steel, mass: 1}", "bodies.1.shape: both bodies are planes"},
      {"bodies.1.radius=1", "bodies.1.radius: has no meaning with shape: plane; remove it"},
      {"bodies.1.concave=true", "bodies.1.concave: has no meaning with shape: plane; remove it"},
      {"bodies.1.fixed=false", "bodies.1.mass: is missing, and a plane has none by its density; give mass or fixed"},
      {"bodies.0={material: steel}",
       "bodies.0.radius: is missing, and shape: sphere needs it; give the radius of a sphere"},
      {"bodies.0={material: lead, radius: 1}", "bodies.0.mass: is missing, and the material 'lead' has no density"},
      {"bodies.0={material: steel, radius: 1, concave: true}", "and a socket has none by its density"},
      {"bodies.0={material: steel, radius: 1, concave: true, mass: 1}", "a plane does not fit into a socket"},
      {"bodies.1={material: lead, radius: 1 cm, concave: true, mass: 1}",
       "bodies.1.radius: the socket must be larger than the ball in it; write a radius above 0.01 m"},
      {"bodies=[{material: lead, radius: 1, concave: true, mass: 1}, {material: lead, radius: 2, concave: true, mass: "
       "1}]",
       "bodies.1.concave: both bodies are sockets"},
      {"contacts=[{between: [lead, lead], normal: {law: hertz}}]", "no rule for steel and lead"},
      {"contacts.0.normal={law: toy, stiffness: 1, restitution: 1}", "unknown parameter of the law toy"},
      {"contacts.0.normal.law=hertzian", "'hertzian' is a law for `adhesion`, not for `normal`; write one of: hertz"},
      {"contacts.0.normal.law=toy_pul", "there is no law 'toy_pul'; write one of: hertz"},
      {"contacts.0.adhesion.law=toy", "'toy' is a law for `normal`, not for `adhesion`; write one of: "},
      {"contacts.0.adhesion.law=hertzia", "there is no law 'hertzia'; did you mean 'hertzian'?"},
      {"contacts.0.adhesion={law: toy_pull}", "contacts.0.adhesion.force: is missing; give a number in N: the pull"},
      {"contacts.0.adhesion.force=2 N", "contacts.0.adhesion: for the two bodies: the pull is too strong for the toy"},
      {"bodies.0.mass=1 mg", "contacts.0.normal: for the two bodies: the pair is too light for the toy"},
      {"materials={steel: {density: 1}, lead: {density: 1}}",
       "the law toy needs it of at least one of the materials 'steel' and 'lead'; give yield_stress"},
      {"curve_points=1", "at least 2"},
      {"method=5dq", "did you mean '5dp'?"},
      {"tolerance=0.1", "at least 1e-14 and at most 0.01"}};
  ExpectRefusals(impact_text, bad, sizeof bad / sizeof *bad);
}

UNIT_PETSC(BEFORE(RegisterToys), CASE(ReadsImpacts), CASE(PairsSockets), CASE(SpacesRanges),
           CASE(ResolvesImpactsToThemselves), CASE(RefusesImpacts));
