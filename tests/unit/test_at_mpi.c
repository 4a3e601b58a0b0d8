/* Particles placed one by one: meaning of the input, invalid input, and equal particles on any number of ranks.
   Labels: bulk input law parallel particle. */
#include "unit.h"

#include "make_help.h"

static const char text[] =
    "dimension: 3\n"
    "domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 20 mm], periodic: [true, false, false]}\n"
    "materials: {glass: {density: 2500}}\n"
    "contacts: [{between: '*', normal: {law: hertz, stiffness: 1e6}}]\n"
    "particles:\n"
    "  bed: {lattice: {sites: square, spacing: 2 mm, count: 7, lower: [0, 0, 1 mm]}, material: glass, radius: 1 mm}\n"
    "  some:\n"
    "    at:\n"
    "      - {position: [1 mm, 2 mm, 15 mm]}\n"
    "      - {position: [12 mm, 5 mm, 15 mm], velocity: [0, 0, -3], spin: [0, 60 rpm, 0]}\n"
    "      - {position: [9 mm, 5 mm, 15 mm], spin: [1, 0, 0]}\n"
    "      - {position: [5 mm, 5 mm, 15 mm]}\n"
    "    material: glass\n"
    "    radius: 0.5 mm\n"
    "    velocity: [1, 2, 3]\n"
    "  one: {at: {position: [5 mm, 5 mm, 19 mm]}, material: glass, radius: 1 mm, mass: 1 g}\n"
    "time: {end: 1}\n";

static GrCase *Parsed(const char *input_text, int n, const char *const set[])
{
  GrCase *c;
  FACT(!GrCaseParse("at.yaml", input_text, n, set, &c), "%s", GrFailureMessage());
  return c;
}

static void AssertState(const GrStore *s, PetscInt64 id, const double expected[GR_STATE])
{
  const double *u = &s->state[GR_STATE * (size_t)RowOf(s, id)];
  for (int k = 0; k < GR_STATE; k++)
    assert_true(fabs(u[k] - expected[k]) < 1e-15);
}

static void CheckMade(const GrCase *c)
{
  GrGroupProperties properties[3];
  GrStore s = Make(c, properties);
  assert_true(properties[1].first_id == 8 && properties[1].count == 4 && properties[2].first_id == 12 &&
              properties[2].count == 1);
  AssertState(&s, 8, (const double[]){1e-3, 2e-3, 15e-3, 1, 2, 3, 0, 0, 0});
  AssertState(&s, 9, (const double[]){2e-3, 5e-3, 15e-3, 0, 0, -3, 0, 2 * PETSC_PI, 0}); /* through the periodic side */
  AssertState(&s, 10, (const double[]){9e-3, 5e-3, 15e-3, 1, 2, 3, 1, 0, 0});
  AssertState(&s, 12, (const double[]){5e-3, 5e-3, 19e-3, 0, 0, 0, 0, 0, 0});
  assert_true(s.mass[RowOf(&s, 12)] == 1e-3 && s.radius[RowOf(&s, 8)] == 0.5e-3);
  GrStoreDestroy(&s);
}

/* As written, and as resolved. */
static void TestMade(void **state)
{
  GrCase *c = Parsed(text, 0, NULL), *again;
  assert_true(c->n_grains == 3 && c->grains[1].n_given == 4 && c->grains[1].count == 4 && c->n_particles == 12);
  CheckMade(c);
  again = Parsed(c->resolved, 0, NULL);
  CheckMade(again);
  assert_string_equal(again->resolved, c->resolved);
  GrCaseDestroy(&again);
  GrCaseDestroy(&c);
}

static void TestSet(void **state)
{
  const char *const set[] = {"particles.some.at.1.position.2=16 mm", "particles.one.at.velocity=[0, 0, -1]"};
  GrCase *c = Parsed(text, 2, set);
  const double(*some)[9] = c->grains[1].given, (*one)[9] = c->grains[2].given; /* position, velocity, spin */
  assert_true(some[1][2] == 16e-3 && one[0][5] == -1);
  GrCaseDestroy(&c);
}

static void TestRefused(void **state)
{
  static const char *const bad[][2] = {
      {"particles.some.at=[]", "particles.some.at: is empty; write {position: [x, y, z]}"},
      {"particles.some.at.2={velocity: [0, 0, 0]}", "particles.some.at.2.position: is missing; give the position"},
      {"particles.some.at.2.position=[0, 11 mm, 0]", "position.1: lies outside the domain; write 0 m to 0.01 m"},
      {"particles.some.at.2.place=[0, 0, 0]", "particles.some.at.2.place: unknown key; "},
      {"particles.some.file=a.csv", "at and file are both given"},
      {"particles.some.at=7", "is not a list; give particles placed one by one"},
      {"dimension=2", "particles.some.at.1.velocity.2: "},
  };
  for (size_t k = 0; k < sizeof(bad) / sizeof(bad[0]); k++) {
    GrCase *c = NULL;
    FACT(GrCaseParse("at.yaml", text, 1, bad[k], &c), "%s is not refused", bad[k][0]);
    FACT(GrFailureCode() == GR_EXIT_INPUT && strstr(GrFailureMessage(), bad[k][1]), "%s: %s", bad[k][0],
         GrFailureMessage());
    GrFailureClear();
  }
}

UNIT_PETSC(BEFORE(Begin), CASE_WITH(TestMade, Setup, Teardown), CASE_WITH(TestSet, Setup, Teardown),
           CASE_WITH(TestRefused, Setup, Teardown));
