/* Stages of a case: walls, rules, gravity, drag and cell of each; its end; the resolved case; invalid stages.
   Labels: bulk contact input law particle time wall. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_help.h"

static const char staged[] =
    "dimension: 3\n"
    "domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}\n"
    "materials: {glass: {density: 2500}, plate: {density: 8000}}\n"
    "contacts:\n"
    "  - {between: '*', normal: {law: hertz, stiffness: 1e6}}\n"
    "  - between: [glass, plate]\n"
    "    normal: {law: linear, stiffness: 1e3, restitution: 0.5}\n"
    "    tangential: {law: linear_spring, friction: 0.5, stiffness: 10}\n"
    "particles:\n"
    "  beads: {random: {count: 5}, material: glass, radius: 1 mm}\n"
    "walls:\n"
    "  lid: {side: upper_z, material: plate, servo: {stress: 1 kPa, max_speed: 1 m/s}}\n"
    "  left: {side: lower_x, material: plate, mass: 1 g, load: 2 N}\n"
    "  late: {side: lower_x, material: plate, absent: true}\n"
    "  floor: {point: [0, 0, 0], normal: [0, 0, 1], material: plate}\n"
    "drag: {linear: 1, angular: 2}\n"
    "stages:\n"
    "  rest: {until: {kinetic_over_elastic: 1 %, after: 1 ms, at_most: 5 ms}, gravity: [0, 0, -1]}\n"
    "  turn:\n"
    "    until: {time: 2 ms}\n"
    "    walls:\n"
    "      lid: {servo: {}, rotation: {angular_velocity: [0, 0, 1]}}\n"
    "      left: {absent: true}\n"
    "      late: {absent: false, velocity: [0, 1, 0]}\n"
    "    contacts: [{between: [plate, glass], tangential: {friction: 0.1}, tension: allow}]\n"
    "    drag: {linear: 3}\n"
    "  last: {until: {time: 3 ms}, walls: {late: {servo: {force: 1, max_speed: 2}}}, gravity: [0, 0, 0]}\n"
    "time: {step: 1 us}\n";

static void MakesEachStage(void **state)
{
  GrCase *c = Parse(staged, NULL);
  const GrStage *rest = &c->stages[0], *turn = &c->stages[1], *last = &c->stages[2];
  assert_int_equal(c->n_stages, 3);
  assert_string_equal(turn->name, "turn");
  assert_true(fabs(c->time.end - 10e-3) < 1e-15);
  assert_true(rest->until.condition.below == 0.01 && rest->until.every == 100 && isnan(rest->until.time));
  assert_true(GrStageLatest(rest) == 5e-3 && GrStageLatest(turn) == 2e-3);
  assert_true(rest->gravity_vector[2] == -1 && turn->gravity_vector[2] == -1 && last->gravity_vector[2] == 0);
  assert_true(rest->drag.linear == 1 && turn->drag.linear == 3 && last->drag.linear == 3 && last->drag.angular == 2);
  assert_true(rest->walls[0].servo.stress == 1000 && !GrWallIsLoaded(&turn->walls[0]));
  assert_true(turn->walls[0].motion.angular_velocity[2] == 1 && isnan(turn->walls[0].motion.pivot[0]));
  assert_true(GrWallIsLoaded(&rest->walls[1]) && !GrWallIsLoaded(&turn->walls[1]) && turn->walls[1].mass == 1e-3);
  assert_true(rest->walls[2].absent && !turn->walls[2].absent && turn->walls[2].motion.velocity[1] == 1);
  assert_true(last->walls[2].motion.velocity[1] == 1 && last->walls[2].servo.force == 1);
  assert_true(rest->rules[1].slide_value[0][1].number == 0.5 && turn->rules[1].slide_value[0][1].number == 0.1);
  assert_true(rest->rules[1].tension == GR_TENSION_CLIP && last->rules[1].tension == GR_TENSION_ALLOW);
  assert_true(last->rules[1].law == c->rules[1].law && last->rules[1].value[0].number == 1e3);
  GrCaseDestroy(&c);
}

/* Comparisons are numbered in the order of the input. */
static void JoinsConditions(void **state)
{
  GrCase *c =
      Parse(staged, "stages.turn.until={when: {any: [{all: [{contacts: {above: 2}}, {time: 1 ms}]}, {wall_force: "
                    "{wall: left, component: x, below: 3 N}}]}, at_most: 2 ms}");
  GrCase *again = Parse(c->resolved, NULL);
  const GrCondition *when = &c->stages[1].until.condition;
  assert_int_equal(when->n_any, 2);
  assert_int_equal(when->any[0].n_all, 2);
  assert_true(when->any[0].all[0].above == 2 && isnan(when->any[0].all[0].below) && when->any[0].all[1].time == 1e-3);
  assert_int_equal(when->any[0].all[1].number, 1);
  assert_int_equal(when->any[1].number, 2);
  assert_true(when->any[1].object == 1 && when->any[1].component == 0 && when->any[1].below == 3);
  assert_string_equal(when->any[1].indicator.name, "wall_force");
  assert_string_equal(c->resolved, again->resolved);
  GrCaseDestroy(&c);
  GrCaseDestroy(&again);
}

/* The resolved case reads as the same case. */
static void ResolvesToItself(void **state)
{
  GrCase *c = Parse(staged, NULL), *again = Parse(c->resolved, NULL);
  assert_string_equal(c->resolved, again->resolved);
  assert_non_null(strstr(c->resolved, "        servo: {}\n"));
  assert_null(strstr(c->resolved, "\n  end:"));
  GrCaseDestroy(&c);
  GrCaseDestroy(&again);
}

/* A stage may repeat values that stay the same, and then gives nothing. */
static void RepeatsValues(void **state)
{
  GrCase *c = Parse(staged, "stages.more={until: {time: 1}, walls: {lid: {material: plate}, left: {}}, drag: {}, "
                            "contacts: [{between: [plate, glass], normal: {law: linear}}]}");
  GrCase *again = Parse(c->resolved, NULL);
  assert_int_equal(c->stages[3].n_wall_changes, 0);
  assert_string_equal(c->stages[3].given, "");
  assert_string_equal(c->stages[1].given,
                      "contacts.1.tangential.friction|contacts.1.tension|walls.lid.servo|walls.lid.rotation|"
                      "walls.left.absent|walls.late.absent|walls.late.velocity|drag.linear");
  assert_string_equal(c->resolved, again->resolved);
  GrCaseDestroy(&c);
  GrCaseDestroy(&again);
}

static void Refuses(void **state)
{
  static const Bad bad[] = {
      {"stages={}", "stages: is not a map of names; give the successive stages of the run"},
      {"stages=[]", "stages: is not a map of names"},
      {"stages={a b: {until: {time: 1}}}", "stages.a b: is not a name; write letters"},
      {"stages.more={until: {time: 1}, particles: 1}", "stages.more.particles: unknown key; known here: until, walls"},
      {"stages.more={gravity: [0, 0, 0]}", "stages.more.until: is missing; give the end of the stage"},
      {"stages.turn.until={}",
       "stages.turn.until.time: is missing; give the duration of the stage, or kinetic_over_elastic or when"},
      {"stages.turn.until={when: {}, at_most: 1 ms}", "stages.turn.until.when: has no condition; give one, or join"},
      {"stages.turn.until={when: {contacts: {above: 1}, bonds: {below: 1}}, at_most: 1 ms}",
       "stages.turn.until.when: has several conditions; give one, or join several by any"},
      {"stages.turn.until={when: {any: []}, at_most: 1 ms}", "stages.turn.until.when.any: is an empty list"},
      {"stages.turn.until={when: {all: [{contacts: {above: 1}, time: 1}]}, at_most: 1 ms}",
       "stages.turn.until.when.all.0: has several conditions; write each"},
      {"stages.turn.until={when: {contacts: 5}, at_most: 1 ms}",
       "stages.turn.until.when.contacts: is not a map; write contacts: {..}, with above or below"},
      {"stages.turn.until={when: {contacts: {}}, at_most: 1 ms}",
       "stages.turn.until.when.contacts.above: is missing; give the value above which the condition holds, or below"},
      {"stages.turn.until={when: {stress: {above: 1 kPa}}, at_most: 1 ms}", "when.stress.component: is missing"},
      {"stages.turn.until={when: {stress: {component: zz, above: 1 mm}}, at_most: 1 ms}",
       "stages.turn.until.when.stress.above: the unit 'mm' does not convert to Pa"},
      {"stages.turn.until={when: {strain: {component: zz, above: 1}}, at_most: 1 ms}",
       "stages.turn.until.when.strain.component: 'zz' is not known; did you mean 'z'?"},
      {"stages.turn.until={when: {shear_strain: {above: 1}}, at_most: 1 ms}",
       "stages.turn.until.when.shear_strain: needs domain.cell, which the case does not have"},
      {"stages.turn.until={when: {stres: {component: zz, above: 1}}, at_most: 1 ms}",
       "stages.turn.until.when.stres: unknown key; did you mean 'stress'?"},
      {"stages.turn.until={when: {wall_force: {wall: lidd, component: z, above: 1}}, at_most: 1 ms}",
       "when.wall_force.wall: 'lidd' is not defined in walls; did you mean 'lid'?"},
      {"stages.turn.until={when: {counter_mass: {counter: out, above: 1}}, at_most: 1 ms}",
       "when.counter_mass.counter: 'out' is not defined; add it to output.counters"},
      {"stages.turn.until={when: {contacts: {above: 1}}}", "stages.turn.until.at_most: is missing, and when needs it"},
      {"stages.turn.until={when: {contacts: {above: 1}}, at_most: 1 ms, unmet: stop}",
       "stages.turn.until.unmet: 'stop' is not known; write one of: continue, fail"},
      {"stages.turn.until={time: 1 ms, unmet: fail}", "stages.turn.until.at_most: is missing, and unmet needs it"},
      {"stages.turn.until.time=0", "stages.turn.until.time: 0 is out of range; write a number above 0 s"},
      {"stages.turn.until.time=-1 ms", "is out of range; write a number above 0 s"},
      {"stages.turn.until.time=0.1 us", "time.step: 1e-06 s is not shorter than the stage 'turn'"},
      {"stages.turn.until.every=5", "stages.turn.until.kinetic_over_elastic: is missing, and every needs it"},
      {"stages.turn.until.kinetic_over_elastic=1",
       "kinetic_over_elastic: time and kinetic_over_elastic are both given"},
      {"stages.rest.until={kinetic_over_elastic: 1}",
       "stages.rest.until.at_most: is missing, and kinetic_over_elastic needs it"},
      {"stages.rest.until.after=5 ms", "stages.rest.until.at_most: is not after after, 0.005 s"},
      {"stages.turn.walls={}", "stages.turn.walls: is not a map of names; give the changes of walls"},
      {"stages.turn.walls={lidd: {absent: true}}",
       "stages.turn.walls.lidd: 'lidd' is not defined in walls; did you mean 'lid'?"},
      {"stages.turn.walls={roof: {absent: true}}", "'roof' is not defined; add it to walls"},
      {"stages.turn.walls.lid.material=glass", "stages.turn.walls.lid.material: stays the same in all stages"},
      {"stages.turn.walls.lid.point=[0, 0, 0]",
       "stages.turn.walls.lid.point: stays the same in all stages; remove it, or give"},
      {"stages.turn.walls.lid.side=lower_z", "stages.turn.walls.lid.side: stays the same in all stages"},
      {"stages.turn.walls.floor={point: [0, 0, 1 mm]}", "stages.turn.walls.floor.point: stays the same in all stages"},
      {"stages.turn.walls.lid.servo={force: 1}", "walls.lid.servo.max_speed: is missing, and force needs it"},
      {"stages.last.walls.late.velocity=[1, 0, 0]", "walls.late.velocity: moves the wall along its normal, where its"},
      {"stages.turn.walls.left={absent: false}", "walls.late.side: the wall 'left' is at this side already"},
      {"stages.turn.contacts=[]",
       "stages.turn.contacts: is not a list; give the changes of parameters of contact rules"},
      {"stages.turn.contacts.0.between=[glass, glass]",
       "between: no contact rule is between these two; write it as in"},
      {"stages.turn.contacts=[{normal: {stiffness: 1}}]",
       "stages.turn.contacts.0.between: is missing; give the value of"},
      {"stages.turn.contacts.0.normal={law: hertz}",
       "contacts.0.normal.law: stays the same in all stages; write linear, or remove it"},
      {"stages.turn.contacts.0.normal={stifness: 1}",
       "stages.turn.contacts.0.normal.stifness: unknown parameter of the law linear"},
      {"stages.turn.contacts=[{between: [glass, plate]}, {between: [plate, glass], tension: allow}]",
       "stages.turn.contacts.1.between: the stage has an earlier entry for this rule"},
      {"stages.turn.contacts.0.rolling={friction: 1}",
       "rolling: the rule has no such law, and laws stay in all stages"},
      {"stages.turn.contacts.0.normal=2", "stages.turn.contacts.0.normal: is not a map of parameters"},
      {"stages.turn.contacts.0.lever=radius",
       "lever: stays the same in all stages; write it in contacts.1, or remove it"},
      {"stages.turn.drag.linear=-1", "stages.turn.drag.linear: -1 is out of range"},
      {"stages.turn.gravity=1", "stages.turn.gravity: is not a list of three"},
      {"time.end=1", "time.end: follows from the stages; remove time.end, or the stages"},
      {"dimension=1", "belongs to dimension: 2 or 3"},
  };
  ExpectRefusals(staged, bad, sizeof bad / sizeof *bad);
}

/* Without any contact, no condition on the contact energy can hold. */
static void NeedsElasticEnergy(void **state)
{
  static const char alone[] = "dimension: 3\n"
                              "domain: {lower: [0, 0, 0], upper: [1, 1, 1]}\n"
                              "materials: {glass: {density: 2500}}\n"
                              "contacts: [{between: '*', normal: {law: hertz, stiffness: 1e6}}]\n"
                              "particles: {one: {at: {position: [0.5, 0.5, 0.5]}, material: glass, radius: 0.1}}\n"
                              "stages: {rest: {until: {kinetic_over_elastic: 1, at_most: 1}}}\n"
                              "time: {}\n";
  static const Bad bad[] = {
      {"title=x", "stages.rest.until.kinetic_over_elastic: no two bodies ever touch"},
      {"time.integrator=rk", "stages: do not go with time.integrator: rk; write integrator: verlet"}};
  GrCase *c;
  ExpectRefusals(alone, bad, 2);
  c = Parse(alone, "particles.one.at=[{position: [0, 0, 0]}, {position: [0, 0, 1]}]");
  GrCaseDestroy(&c);
}

/* Keys that dimension 2 or a deforming box exclude are excluded in a stage as well. */
static void HoldsStagesToTheDomain(void **state)
{
  static const char flat[] = "dimension: 2\n"
                             "domain: {lower: [0, 0], upper: [1, 1], periodic: [true, true]}\n"
                             "materials: {glass: {density: 2500}}\n"
                             "contacts: [{between: '*', normal: {law: hertz, stiffness: 1e6}}]\n"
                             "particles: {some: {random: {count: 2}, material: glass, radius: 0.1}}\n"
                             "stages: {one: {until: {time: 1}}, two: {until: {time: 1}, gravity: [0, -1, 0]}}\n"
                             "time: {}\n";
  static const Bad bad[] = {{"stages.two.gravity=[0, 0, -1]", "gravity.2: "},
                            {"domain.cell={rate: {xy: 1}}", "gravity: does not go with a box that deforms"}};
  GrCase *c = Parse(flat, NULL);
  GrCaseDestroy(&c);
  ExpectRefusals(flat, bad, sizeof bad / sizeof *bad);
}

/* A component of the cell has the rate or the stress that was given last. */
static void ChangesTheCell(void **state)
{
  static const char cell[] =
      "dimension: 3\n"
      "domain: {lower: [0, 0, 0], upper: [1, 1, 1], periodic: [true, true, true], cell: {rate: {xx: -1, zz: -2}}}\n"
      "materials: {glass: {density: 2500}}\n"
      "contacts: [{between: '*', normal: {law: hertz, stiffness: 1e6}}]\n"
      "particles: {some: {random: {count: 2}, material: glass, radius: 0.1}}\n"
      "stages:\n"
      "  one: {until: {time: 1}}\n"
      "  two: {until: {time: 1}, cell: {servo: {xx: {stress: 5, max_rate: 3}}, rate: {xy: 4}}}\n"
      "  three: {until: {time: 1}, cell: {rate: {xx: 6}}}\n"
      "time: {}\n";
  static const Bad bad[] = {
      {"domain.cell={}", "stages.two.cell: changes a box that does not deform; write domain"},
      {"stages.two.cell.offset.xy=1", "stages.two.cell.offset: stays the same in all stages; write it in domain.cell"},
      {"stages.two.cell.rate.xx=1", "stages.two.cell.rate.xx: rate and servo are both given along x; keep one"},
      {"stages.two.cell.servo.xy={stress: 5, max_rate: 3}",
       "stages.two.cell.rate.xy: rate and servo are both given in the plane xy; keep one"},
      {"stages.two.cell.rate.yx=1", "stages.two.cell.rate.yx: unknown key"},
      {"stages.two.cell.servo.xx.stress=-1", "is out of range"},
      {"stages.two.cell=1", "stages.two.cell: is not a map of keys"},
      {"stages.three.gravity=[0, 0, 1]", "gravity: does not go with a box that deforms"}};
  GrCase *c = Parse(cell, NULL), *again = Parse(c->resolved, NULL);
  const GrCell *one = &c->stages[0].domain.cell, *two = &c->stages[1].domain.cell, *three = &c->stages[2].domain.cell;
  assert_true(one->rate[GR_CELL_XX] == -1 && isnan(one->rate[GR_CELL_XY]) && !(one->servo[0].max_rate > 0));
  assert_true(two->servo[0].stress == 5 && isnan(two->rate[GR_CELL_XX]) && two->rate[GR_CELL_XY] == 4);
  assert_true(three->rate[GR_CELL_XX] == 6 && !(three->servo[0].max_rate > 0) && three->rate[GR_CELL_ZZ] == -2);
  assert_string_equal(c->resolved, again->resolved);
  assert_true(again->stages[2].domain.cell.rate[GR_CELL_XX] == 6 &&
              !(again->stages[2].domain.cell.servo[0].max_rate > 0));
  GrCaseDestroy(&c);
  GrCaseDestroy(&again);
  ExpectRefusals(cell, bad, sizeof bad / sizeof *bad);
}

UNIT_PETSC(BEFORE(RegisterToys), CASE(MakesEachStage), CASE(JoinsConditions), CASE(ResolvesToItself),
           CASE(RepeatsValues), CASE(Refuses), CASE(NeedsElasticEnergy), CASE(HoldsStagesToTheDomain),
           CASE(ChangesTheCell));
