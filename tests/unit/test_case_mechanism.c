/* Mechanisms: meaning of their texts, invalid texts and their messages, and equality of the resolved text.
   Labels: contact impact input law mechanism parallel record time. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_help.h"

static const char mechanism_text[] = "problem: mechanism\n"
                                     "materials:\n"
                                     "  rubber: {density: 1000 kg/m^3, yield_stress: 1 GPa}\n"
                                     "  steel: {density: 7800 kg/m^3, youngs_modulus: 200 GPa, poisson_ratio: 0.3}\n"
                                     "contacts:\n"
                                     "  - between: '*'\n"
                                     "    normal: {law: toy, stiffness: 1e8}\n"
                                     "mechanism:\n"
                                     "  type: impact_damper\n"
                                     "  main_mass: 500 g\n"
                                     "  impact_mass: 4 g\n"
                                     "  stiffness: 1 N/cm\n"
                                     "  gap: 20 mm\n"
                                     "  displacement: -3 cm\n"
                                     "surfaces:\n"
                                     "  stop: {material: rubber, shape: plane}\n"
                                     "  mass: {material: rubber, radius: 1 cm}\n"
                                     "time: {end: 2 ms}\n"
                                     "trajectory: {every: 1 us}\n";

/* The value of a parameter by its name. */
static GrLawValue ValueOf(const GrCase *c, const char *name)
{
  const GrLawParameter *row = c->motion.mechanism->parameters;
  const GrLawValue *value = c->motion.value;
  for (; row->name && strcmp(row->name, name) != 0; row++)
    value++;
  assert_non_null(row->name);
  return *value;
}

static void ReadsMechanisms(void **state)
{
  GrCase *c = Parse(mechanism_text, NULL);
  double coefficient[GR_MECHANISM_COEFFICIENTS_MAX];
  const GrContactRule *rule;
  GrLawPair pair;
  assert_int_equal(c->problem, GR_PROBLEM_MECHANISM);
  assert_ptr_equal(c->motion.mechanism, GrMechanismFind("impact_damper"));
  assert_true(ValueOf(c, "main_mass").number == 0.5 && ValueOf(c, "stiffness").number == 100);
  assert_true(ValueOf(c, "displacement").number == -0.03 && ValueOf(c, "friction").number == 0);
  assert_true(c->motion.end == 2e-3 && c->motion.every == 1e-6 && c->motion.contacts == 3);
  assert_true(c->impact.tolerance == 1e-12 && !strcmp(c->impact.method, "8vr"));
  assert_int_equal(c->motion.n_surfaces, 2);
  assert_string_equal(c->motion.surface[0].name, "mass"); /* in the order of the mechanism, not of the text */
  assert_true(c->motion.surface[0].radius == 0.01 && c->motion.surface[1].shape == GR_SHAPE_PLANE);
  assert_null(GrCaseMechanism(c, coefficient));
  GrCaseMechanismPair(c, coefficient, 1, &pair, &rule);
  assert_true(fabs(pair.mass / (0.5 * 0.004 / 0.504) - 1) < 1e-15 && pair.radius == 0.01);
  assert_ptr_equal(rule, c->rules);
  assert_int_equal(rule->tension, GR_TENSION_CLIP);
  GrCaseDestroy(&c);
}

static void ResolvesMechanismsToThemselves(void **state)
{
  static const char *const set[] = {
      "mechanism.gap=0.1234567890123456789 mm",
      "contacts.0.tangential={law: coulomb_smooth, friction: 0.1, v_lo: 1e-3, v_hi: 1e-2}",
      "trajectory={}",
      "surfaces.stop={material: rubber, radius: 11 mm, concave: true}",
      "mechanism={type: slider_crank_block, drive: held, crank_length: 1, crank_mass: 1, crank_inertia: 1, rod_length: "
      "3, "
      "rod_mass: 1, rod_inertia: 1, slider_mass: 1, block_mass: 1, half_length: 0, crank_speed: 1, block_position: 9}",
  };
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    const char *both[] = {set[i],
                          "surfaces={slider: {material: rubber, radius: 1}, block: {material: rubber, radius: 1}}"};
    GrCase *c = NULL, *again;
    assert_int_equal(GrCaseParse("a.yaml", mechanism_text, i == 4 ? 2 : 1, both, &c), 0);
    again = Parse(c->resolved, NULL);
    assert_string_equal(c->resolved, again->resolved);
    assert_memory_equal(c->motion.value, again->motion.value, sizeof(GrLawValue));
    assert_true(c->motion.every == again->motion.every);
    GrCaseDestroy(&c);
    GrCaseDestroy(&again);
  }
}

static void RefusesMechanisms(void **state)
{
  static const Bad bad[] = {
      {"dimension=1", "dimension: belongs to problem: particles; remove it, or write problem: particles"},
      {"bodies=[]", "bodies: belongs to problem: impact; remove it, or write problem: impact"},
      {"problem=impact", "belongs to problem: mechanism; remove it, or write problem: mechanism"},
      {"problem=mechanics", "'mechanics' is not known; did you mean 'mechanism'?"},
      {"mechanism=5", "mechanism: is not a map of keys; write type: below it"},
      {"mechanism={gap: 1}", "mechanism.type: is missing; give the name of a mechanism"},
      {"mechanism.type=impact_dumper",
       "mechanism.type: there is no mechanism 'impact_dumper'; did you mean 'impact_damper'?"},
      {"mechanism.type=lever", "there is no mechanism 'lever'; write one of: impact_damper, slider_crank_block"},
      {"mechanism.gup=1", "mechanism.gup: unknown parameter of the mechanism impact_damper; did you mean 'gap'?"},
      {"mechanism={type: impact_damper}", "mechanism.main_mass: is missing; give a number in kg: mass on the spring"},
      {"mechanism.gap=0", "mechanism.gap: 0 is out of range; write a number above 0 m"},
      {"mechanism.gap=1 s", "mechanism.gap: the unit 's' does not convert to m"},
      {"mechanism.impact_offset=11 mm", "mechanism: impact_offset puts the small mass outside the gap; write one of"},
      {"surfaces.stopp={material: rubber, shape: plane}",
       "surfaces.stopp: is not a surface of the mechanism impact_damper; its surfaces are: mass, stop"},
      {"surfaces={mass: {material: rubber, radius: 1}}",
       "surfaces.stop: is missing, and the mechanism impact_damper has it; give both stops"},
      {"surfaces.mass.material=gum", "surfaces.mass.material: "},
      {"surfaces.mass={material: rubber}",
       "surfaces.mass.radius: is missing, and shape: sphere needs it; give the radius"},
      {"surfaces.stop.radius=1", "surfaces.stop.radius: has no meaning with shape: plane; remove it"},
      {"surfaces.stop.concave=true", "surfaces.stop.concave: has no meaning with shape: plane; remove it"},
      {"surfaces.mass.concave=true", "surfaces.mass.concave: the surface that touches the socket 'mass' is not"},
      {"surfaces.stop={material: rubber, radius: 9 mm, concave: true}",
       "surfaces.stop.radius: the socket must be larger than what is in it; write a radius above 0.01 m"},
      {"contacts=[]", "contacts: no rule for rubber and rubber, which touch"},
      {"contacts.0.tangential={law: mindlin, friction: 0.1}",
       "contacts.0.tangential.law: the law mindlin remembers, and mechanisms take friction without memory; write"},
      {"contacts.0.adhesion={law: toy_pull, force: 1 mN}", "contacts.0.adhesion: acts at a distance"},
      {"contacts.0.rolling={}", "contacts.0.rolling: "},
      {"surfaces={stop: {material: steel, shape: plane}, mass: {material: steel, radius: 1 cm}}",
       "materials.steel.yield_stress: is missing, and the law toy needs it"},
      {"mechanism.impact_mass=1 mg", "contacts.0.normal: for 'mass' and 'stop': the pair is too light for the toy"},
      {"time={}", "time.end: is missing; give the time at which the run ends"},
      {"time.step=1", "time.step: unknown key"},
      {"trajectory.points=5", "trajectory.points: unknown key"},
      {"tolerance=1", "tolerance: 1 is out of range"},
  };
  ExpectRefusals(mechanism_text, bad, sizeof bad / sizeof *bad);
}

/* The crank of the other mechanism. */
static void RefusesCranks(void **state)
{
  static const char text[] =
      "problem: mechanism\n"
      "materials: {rubber: {density: 1, yield_stress: 1}}\n"
      "contacts: [{between: '*', normal: {law: toy, stiffness: 1e8}}]\n"
      "mechanism: {type: slider_crank_block, crank_length: 1, crank_mass: 1, crank_inertia: 1, rod_length: 3, "
      "rod_mass: 1, rod_inertia: 1, slider_mass: 1, block_mass: 1, half_length: 0, crank_speed: 1, "
      "block_position: 9}\n"
      "surfaces: {slider: {material: rubber, radius: 1}, block: {material: rubber, radius: 1}}\n"
      "time: {end: 1}\n";
  static const Bad bad[] = {
      {"mechanism.drive=driven", "mechanism.drive: 'driven' is not known; write one of: free, held"},
      {"mechanism.crank_length=3", "mechanism: the crank is not shorter than the rod and would not turn all the way"},
      {"mechanism.block_position=3", "mechanism: the block overlaps the slider at the start; write a larger"},
      {"mechanism.crank_inertia=1 kg m", "mechanism.crank_inertia: the unit 'kg m' does not convert to kg m^2"},
  };
  ExpectRefusals(text, bad, sizeof bad / sizeof *bad);
}

UNIT(BEFORE(RegisterToys), CASE(ReadsMechanisms), CASE(ResolvesMechanismsToThemselves), CASE(RefusesMechanisms),
     CASE(RefusesCranks));
