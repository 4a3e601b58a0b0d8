/* Particles from CSV files, good and bad ones.
   Labels: particle. */
#include "unit.h"

#include "make_help.h"

enum { N = 50 };

static const char *file;

static GrGrains FromCsv(void)
{
  GrGrains g = Grains("file", &file);
  file = "grains.csv";
  g.radii.mean = NAN;
  return g;
}

/* Ids backwards, a second group behind, positions beyond the periodic side. */
static void TestCsv(void **state)
{
  char text[100 * N], *at = text + sprintf(text, "x,y,z,id,radius,vy,wx\n");
  GrGrains g[2] = {FromCsv(), FromCsv()};
  GrGroupProperties properties[2];
  for (int i = 0; i < N; i++)
    at += sprintf(at, "%.17g,5e-3,%.17g,%d,%.17g,%d,%d\n", 0.01 * i, 1e-4 * i, N - i, 1e-3 + 1e-6 * i, i, -i);
  WriteCsv(text);
  g[0].velocity[0] = 4, g[0].velocity[1] = 5, g[0].spin[0] = 6;
  g[1].radii.mean = 2e-3, g[1].mass = 0.5;
  GrCase c = Case(3, 2, g);
  GrStore s = Make(&c, properties);
  assert_true(properties[0].count == N && properties[1].first_id == N + 1 && properties[1].count == N &&
              s.columns.n == 2 * N);
  assert_true(properties[0].radius_min == 1e-3 && properties[0].radius_max == 1e-3 + 1e-6 * (N - 1));
  assert_true(properties[1].radius_min == 2e-3 && properties[1].radius_max == 2e-3);
  for (int i = 0; i < N; i++) {
    PetscInt one = RowOf(&s, N - i), two = RowOf(&s, 2 * N - i);
    const double *u = &s.state[GR_STATE * one], r = 1e-3 + 1e-6 * i;
    assert_true(u[0] >= -0.01 && u[0] < 0.01 && fabs(remainder(u[0] - 0.01 * i, 0.02)) < 1e-15);
    assert_true(s.reference[3 * one] == u[0] && s.image[3 * one] == 0);
    assert_true(u[3] == 4 && u[4] == i && u[5] == 0 && u[6] == -i);
    assert_true(s.radius[one] == r && fabs(s.mass[one] / (4 * M_PI / 3 * r * r * r * 2500) - 1) < 1e-14);
    assert_true(s.radius[two] == 2e-3 && s.mass[two] == 0.5 && s.group[two] == 1);
  }
  GrStoreDestroy(&s);
}

/* Lines give the ids; a column of masses; folders and the key mass. */
static void TestCsvWithoutIds(void **state)
{
  GrGrains g = FromCsv();
  GrGroupProperties properties[1];
  WriteCsv("x,y,z,radius,mass\n# nothing\n0,0,0,1e-3,3\n1e-3,0,0,1e-3,4\n2e-3,0,0,1e-3,5\n3e-3,0,0,1e-3,6\n");
  char absolute[512];
  snprintf(absolute, sizeof absolute, "%s", Path("grains.csv"));
  file = absolute;
  GrCase c = Case(3, 1, &g);
  GrStore s = Make(&c, properties);
  for (int id = 1; id <= 4; id++)
    assert_true(s.state[GR_STATE * RowOf(&s, id)] == 1e-3 * (id - 1) && s.mass[RowOf(&s, id)] == id + 2);
  GrStoreDestroy(&s);
  g.fixed = true;
  s = Make(&c, properties);
  assert_true(s.mass[RowOf(&s, 4)] == 6);
  GrStoreDestroy(&s);
}

static void TestWrongCsv(void **state)
{
  char begin[600], place[400];
  GrGrains g = FromCsv();
  GrCase c = Case(3, 1, &g);
  const struct {
    const char *text, *at, *message;
  } wrong[] = {
      {"id,x,y,z,radius\n1,0,0,0,1e-3\n4,0,0,0,1e-3\n3,0,0,0,1e-3\n", ":3: ", "id: 4 is beyond the 3 particles"},
      {"x,y,z,radius\n0,0,0,1e-3\n\n0,0,0.02,1e-3\n0,1,0,1e-3\n",
       ":4: ", "particle 2 at (0, 0, 0.02) m lies outside the domain along z"},
      {"id,x,y,z,radius\n2,0,0,0.2,1e-3\n1,0,0,0.3,1e-3\n", ":3: ", "particle 1 at (0, 0, 0.3) m"},
      {"id,x,y,z,radius\n1,0,0,0,1e-3\n1,0,0,0,1e-3\n", ":3:1: ", "given on line 2 already"},
      {"x,y,z,radius\n0,0,0,-1\n", ":2:7: ", "not positive"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    WriteCsv(wrong[i].text);
    snprintf(begin, sizeof begin, "%s%s", Path("grains.csv"), wrong[i].at);
    AssertRefused(&c, GR_EXIT_INPUT, begin, wrong[i].message);
  }
  WriteCsv("x,y,z\n0,0,0\n");
  snprintf(place, sizeof place, "%s:12:3: particles.grains.radius: ", input);
  AssertRefused(&c, GR_EXIT_INPUT, place, "has no column radius");
  g.count = 2, g.radii.mean = 1;
  AssertRefused(&c, GR_EXIT_INPUT, Path("grains.csv"), "has 1 particles where 2 are expected");
  file = "nowhere.csv";
  AssertRefused(&c, GR_EXIT_FILE, Path("nowhere.csv"), "No such file");
}

/* In dimension 2 all lie and move in one plane, whichever the file has. */
static void TestFlatCsv(void **state)
{
  GrGrains g = FromCsv();
  GrGroupProperties properties[1];
  GrCase c = Case(2, 1, &g);
  c.domain.lower[2] = c.domain.upper[2] = 0.5;
  WriteCsv("x,y,z,radius,wz,vz\n0,0,7,1e-3,3,0\n1e-3,1e-3,7,1e-3,4,0\n");
  GrStore s = Make(&c, properties);
  assert_true(s.state[2] == 0.5 && s.state[GR_STATE + 2] == 0.5 && s.state[GR_STATE * RowOf(&s, 2) + 8] == 4);
  GrStoreDestroy(&s);
  WriteCsv("x,y,z,radius\n0,0,7,1e-3\n1e-3,1e-3,7.5,1e-3\n");
  AssertRefused(&c, GR_EXIT_INPUT, Path("grains.csv"), ":3: particle 2 has z = 7.5 m, others z = 7 m");
  WriteCsv("x,y,z,radius,wx\n0,0,7,1e-3,0\n1e-3,1e-3,7,1e-3,1\n");
  AssertRefused(&c, GR_EXIT_INPUT, Path("grains.csv"), ":3: particle 2 moves out of the plane");
}

UNIT_PETSC(BEFORE(Begin), BEFORE(Setup), CASE(TestCsv), CASE(TestCsvWithoutIds), CASE(TestWrongCsv), CASE(TestFlatCsv),
           AFTER(Teardown));
