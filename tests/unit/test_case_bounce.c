/* Bouncing balls: meaning of their texts, invalid texts and their messages, and equality of the resolved text.
   Labels: contact impact input law record. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_help.h"

static const char bounce_text[] = "problem: bounce\n"
                                  "materials:\n"
                                  "  rubber: {density: 1000 kg/m^3, yield_stress: 1 GPa}\n"
                                  "contacts:\n"
                                  "  - between: '*'\n"
                                  "    normal: {law: toy, stiffness: 1e8, hint: 2 mm}\n"
                                  "bodies:\n"
                                  "  - {material: rubber, radius: 1 cm}\n"
                                  "  - {shape: plane, material: rubber, fixed: true}\n"
                                  "drop: 50 cm\n"
                                  "gravity: 9.81 m/s^2\n"
                                  "schedule:\n"
                                  "  - {from_bounce: 3, set: {share: 0.25, mode: hard}}\n"
                                  "  - {from_bounce: 6, set: {stiffness: 2e8 N/m^1.5, speed: 3 m/s}}\n"
                                  "until: {bounces: 7}\n"
                                  "trajectory: {every: 2 ms}\n";
enum { STIFFNESS, SHARE, HINT, MODE, SPEED };

static void ReadsBounces(void **state)
{
  GrCase *c = Parse(bounce_text, NULL);
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  assert_int_equal(c->problem, GR_PROBLEM_BOUNCE);
  assert_true(c->bounce.drop == 0.5 && c->bounce.velocity == 0 && c->gravity == 9.81);
  assert_true(c->bounce.gravity_in_contact);
  assert_true(c->bounce.bounces == 7 && c->bounce.swings == 10000 && c->bounce.energy == 1e-12);
  assert_true(c->bounce.every == 2e-3 && c->bounce.contacts == 3 && c->bounce.points == 100);
  assert_int_equal(c->rules[0].tension, GR_TENSION_ALLOW);
  assert_int_equal(c->bounce.n_changes, 2);
  assert_int_equal(c->bounce.change[1].from_bounce, 6);
  GrCaseBounceValues(c, 0, value);
  assert_true(value[STIFFNESS].number == 1e8 && value[SHARE].number == 0.5 && value[MODE].choice == 0);
  GrCaseBounceValues(c, 1, value);
  assert_true(value[STIFFNESS].number == 1e8 && value[SHARE].number == 0.25 && value[MODE].choice == 1);
  assert_true(value[HINT].given && value[HINT].number == 2e-3 && value[SPEED].choice == 0);
  GrCaseBounceValues(c, 2, value); /* the first change holds on */
  assert_true(value[STIFFNESS].number == 2e8 && value[SHARE].number == 0.25 && value[MODE].choice == 1);
  assert_true(value[SPEED].choice == -1 && value[SPEED].number == 3);
  GrCaseDestroy(&c);
}

static void ResolvesBouncesToThemselves(void **state)
{
  static const char *const set[] = {
      "drop=0.1234567890123456789 mm",
      "schedule=[]",
      "schedule.0.set={hint: 3 mm}",
      "velocity=1e-3",
      "gravity_in_contact=false",
      "trajectory={}",
      "bodies=[{shape: plane, material: rubber, fixed: true}, {material: rubber, radius: 1}]"};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    GrCase *c = Parse(bounce_text, set[i]), *again = Parse(c->resolved, NULL);
    assert_string_equal(c->resolved, again->resolved);
    assert_true(c->bounce.drop == again->bounce.drop && c->bounce.n_changes == again->bounce.n_changes);
    for (int k = 0; k < c->bounce.n_changes; k++)
      assert_true(c->bounce.change[k].value[HINT].given == again->bounce.change[k].value[HINT].given);
    assert_null(strstr(c->resolved, "velocities"));
    GrCaseDestroy(&c);
    GrCaseDestroy(&again);
  }
}

static void RefusesBounces(void **state)
{
  static const Bad bad[] = {
      {"dimension=1", "dimension: belongs to problem: particles; remove it, or write problem: particles"},
      {"velocities=1", "velocities: belongs to problem: impact; remove it, or write problem: impact"},
      {"problem=impact", "drop: belongs to problem: bounce; remove it, or write problem: bounce"},
      {"problem=bouncing", "'bouncing' is not known; write one of: particles, impact, bounce"},
      {"dropp=1", "unknown key; did you mean 'drop'?"},
      {"drop=-1", "drop: -1 is out of range; write a number at least 0 m"},
      {"drop=1 s", "drop: the unit 's' does not convert to m"},
      {"drop=0", "drop: is missing, and the ball lies still; give the height it falls from, or velocity"},
      {"gravity=0", "gravity: 0 is out of range; write a number above 0 m/s^2"},
      {"gravity=[0, 0, 1]", "gravity: "},
      {"until.bounces=0", "until.bounces: 0 is out of range"},
      {"until.energy=1", "until.energy: 1 is out of range"},
      {"trajectory.points=1", "trajectory.points: 1 is out of range"},
      {"bodies.1={material: rubber, radius: 1}",
       "bodies: both bodies are free, and a ball bounces on one that is held"},
      {"bodies.0.fixed=true", "bodies.1.fixed: both bodies are fixed"},
      {"contacts.0.adhesion={law: toy_pull, force: 1 mN}", "contacts.0.adhesion: a bouncing ball flies free"},
      {"contacts.0.tangential={law: mindlin, friction: 1}", "contacts.0.tangential: beads on a line do not slide"},
      {"schedule={}", "schedule: is not a list; give changes of the normal law"},
      {"schedule.0.from_bounce=0", "schedule.0.from_bounce: 0 is out of range"},
      {"schedule.1.from_bounce=3", "schedule.1.from_bounce: must be above the 3 of the change before it"},
      {"schedule.0.set=5", "schedule.0.set: is not a map of parameters; give"},
      {"schedule.0.set={}", "schedule.0.set: is not a map of parameters; give"},
      {"schedule.0={from_bounce: 2}", "schedule.0.set: is missing; give the parameters of the normal law that change"},
      {"schedule.0.set={shore: 0.1}", "schedule.0.set.shore: unknown key; did you mean 'share'?"},
      {"schedule.0.set={law: hertz}", "schedule.0.set.law: cannot change, its parameters can; remove it"},
      {"schedule.0.set={share: 2}", "schedule.0.set.share: 2 is out of range"},
      {"schedule.0.set={hint: 2 s}", "schedule.0.set.hint: the unit 's' does not convert to m"},
      {"bodies.0.mass=1 mg", "contacts.0.normal: for the two bodies: the pair is too light for the toy"},
  };
  ExpectRefusals(bounce_text, bad, sizeof bad / sizeof *bad);
}

/* Messages of a law about changed parameters. */
static void HearsLawsOfChanges(void **state)
{
  static const Bad bad[] = {
      {"schedule.0.set={k_p: 1e5}", "schedule.0.set: from bounce 3: k_p must exceed k1"},
  };
  char text[2048];
  snprintf(text, sizeof text,
           "%.*s    normal: {law: luding, k1: 1e6, k_p: 5e6, k_c: 0, plasticity_depth: 0.05}\n%s"
           "schedule: [{from_bounce: 3, set: {k_p: 4e6}}]\n",
           (int)(strstr(bounce_text, "    normal:") - bounce_text), bounce_text,
           "bodies:\n  - {material: rubber, radius: 1 cm}\n  - {shape: plane, material: rubber, fixed: true}\n"
           "drop: 1\ngravity: 1\n");
  ExpectRefusals(text, bad, 1);
}

UNIT_PETSC(BEFORE(RegisterToys), CASE(ReadsBounces), CASE(ResolvesBouncesToThemselves), CASE(RefusesBounces),
           CASE(HearsLawsOfChanges));
