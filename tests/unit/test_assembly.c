/* Parts of an assembly right after its set-up, each against its formula: the first motion of a deforming box, the
   masses of rigid bodies at walls, their contacts with parallel normals, inserted particles, the message about a
   particle that moved too far, the stable step, the barriers by place, the report.
   Labels: bulk contact input law particle run time wall. */
#include "unit.h"

#include "bulk/bound/bound.h"
#include "bulk/fall/near.h"
#include "bulk/population/insert.h"
#include "bulk_bench.h"
#include "run/run_impl.h"

#define LAWS                                                                                                           \
  "materials: {m: {density: 2000, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"                                         \
  "contacts: [{between: '*', normal: {law: tsuji, restitution: 0.9}}]\n"

static Bench OpenSheared(const char *cell)
{
  return Open("dimension: 3\n"
              "domain: {lower: [0, 0, 0], upper: [4 mm, 5 mm, 6 mm], periodic: [true, true, true], cell: {%s}}\n" LAWS
              "particles: {ball: {at: {position: [2 mm, 3 mm, 3 mm]}, radius: 0.5 mm, material: m}}\n"
              "time: {end: 1 ms, step: 1 us}\n",
              cell);
}

/* With constant rates the lengths L grow as exp(G_aa t), and d^2s/dt^2 = G_yy^2 s + G_yz (G_yy + G_zz) L_z. */
static void TestRatesOfBox(void **state)
{
  Bench bench = OpenSheared("offset: {yz: 0.5 mm}, rate: {xx: 7, yy: 2, zz: -1, yz: 3}");
  GrCellMotion *m = &bench.world->bulk->cell->committed;
  const double length[3] = {4e-3, 5e-3, 6e-3}, rate[3] = {7, 2, -1};

  for (int a = 0; a < 3; a++) {
    Near(m->speed[a], rate[a] * length[a], 1e-14, "speed of a length");
    Near(m->acceleration[a], rate[a] * rate[a] * length[a], 1e-14, "acceleration of a length");
  }
  Near(m->speed[GR_SIDE_OFFSET + GR_PLANE_YZ], 2 * 0.5e-3 + 3 * 6e-3, 1e-14, "speed of the offset");
  Near(m->acceleration[GR_SIDE_OFFSET + GR_PLANE_YZ], 4 * 0.5e-3 + 3 * (2 - 1) * 6e-3, 1e-14,
       "acceleration of the offset");
  Close(&bench);
}

/* A length under stress control keeps its speed, its mean speed and its acceleration if the rates change; the offset
   follows the length. The other lengths have no mean speed. */
static void TestSpeedsUnderStress(void **state)
{
  Bench bench = OpenSheared("offset: {xy: 0.5 mm}, rate: {xy: 3, zz: 2}, servo: {xx: {stress: 2 kPa, max_rate: 40}}");
  GrCellMotion *m = &bench.world->bulk->cell->committed;

  m->speed[0] = 8e-3;
  m->acceleration[0] = 16e-3;
  m->mean_speed[0] = m->mean_speed[2] = 1;
  m->speed[2] = 0;
  GrBulkCellChangeRates(bench.world);
  assert_true(m->speed[0] == 8e-3 && m->acceleration[0] == 16e-3 && m->mean_speed[0] == 1);
  Near(m->speed[2], 2 * 6e-3, 1e-14, "speed of a length");
  assert_true(m->mean_speed[2] == 0);
  Near(m->speed[GR_SIDE_OFFSET], 2 * 0.5e-3 + 3 * 5e-3, 1e-14, "speed of the offset");
  Near(m->acceleration[GR_SIDE_OFFSET], 4 * 0.5e-3 + 3 * 2 * 5e-3, 1e-14, "acceleration of the offset");
  Close(&bench);
}

enum { WALL_LEFT, WALL_FLOOR, WALL_LID, SPHERES = 7 };

/* Masses of the contacts of each sphere with each wall [kg]; 0: no contact. */
typedef struct {
  const GrBulk bulk;
  double mass[SPHERES + 1][3];
} Masses;

static void KeepMasses(void *context, GrBatch *t)
{
  Masses *m = context;
  for (int i = 0; i < t->contacts.n; i++)
    m->mass[m->bulk->store.id[t->contacts.first[i]]][t->contacts.second[i]] = t->geometry.mass[i];
}

/* Dumbbells of two spheres of 1 mm, 3 mm apart: the first (ids 1, 2) lies on a floor that has risen by 0.5 mm and
   touches the left wall, the second (3, 4) lies against the lid, which has a mass, the third (5, 6) stands inclined by
   45 degrees on the floor. Sphere 7 belongs to no body. */
static void TestMassesAtWalls(void **state)
{
  static const char text[] =
      "dimension: 3\n"
      "domain: {lower: [0, 0, 0], upper: [40 mm, 40 mm, 20 mm]}\n" LAWS "clumps:\n"
      "  lying: {spheres: [{centre: [-1.5 mm, 0, 0], radius: 1 mm}, {centre: [1.5 mm, 0, 0], radius: 1 mm}]}\n"
      "  inclined: {spheres: [{centre: [%.17g, 0, %.17g], radius: 1 mm}, {centre: [%.17g, 0, %.17g], radius: 1 mm}]}\n"
      "particles:\n"
      "  low: {at: {position: [2.49 mm, 10 mm, 1.49 mm]}, clump: lying, orientation: fixed, material: m}\n"
      "  high: {at: {position: [20 mm, 10 mm, 19.01 mm]}, clump: lying, orientation: fixed, material: m}\n"
      "  slope: {at: {position: [20 mm, 30 mm, %.17g]}, clump: inclined, orientation: fixed, material: m}\n"
      "  ball: {at: {position: [30 mm, 30 mm, 1.49 mm]}, radius: 1 mm, material: m}\n"
      "walls:\n"
      "  left: {side: lower_x, material: m}\n"
      "  floor: {side: lower_z, material: m, velocity: [0, 0, 0.5]}\n"
      "  lid: {side: upper_z, material: m, mass: %.17g, load: 1 mN}\n"
      "time: {end: 2 ms, step: 1 us, skin: 2 mm, overlap_limit: 1}\n";
  const double r = 1e-3, d = 1.5e-3, c = d / sqrt(2), sphere = SphereMass(2000, r), mass = 2 * sphere, lid = 3 * mass;
  const double inertia = 2 * (0.4 * sphere * r * r + sphere * d * d);
  Bench bench = Open(text, -c, -c, c, c, 1.49e-3 + c, lid);
  Masses found = {bench.world->bulk, {{0}}};

  bench.world->clock.committed = bench.world->clock.evaluation = 1e-3;
  GrBulkWalkWalls(bench.world, KeepMasses, &found);
  for (int id = 1; id <= 2; id++)
    Near(found.mass[id][WALL_FLOOR], mass / 2, 1e-12, "a dumbbell that lies on the floor");
  Near(found.mass[1][WALL_LEFT], mass, 1e-12, "the end of a dumbbell at a wall");
  for (int id = 3; id <= 4; id++)
    Near(found.mass[id][WALL_LID], 0.5 / (1 / mass + 1 / lid), 1e-12, "a dumbbell at a wall with a mass");
  Near(found.mass[5][WALL_FLOOR], 1 / (1 / mass + c * c / inertia), 1e-12, "an inclined dumbbell");
  assert_true(isnan(found.mass[7][WALL_FLOOR]));
  assert_true(found.mass[2][WALL_LEFT] == 0 && found.mass[6][WALL_FLOOR] == 0 && found.mass[7][WALL_LEFT] == 0);
  Close(&bench);
}

/* A dumbbell between the two rows of a fork, which has contacts with normals of opposite directions. The candidates of
   a row whose normals are parallel are in one ring, those of the other row are not. */
static void TestRings(void **state)
{
  Bench bench = Open(
      "dimension: 3\n"
      "domain: {lower: [0, 0, 0], upper: [40 mm, 40 mm, 40 mm]}\n" LAWS "clumps:\n"
      "  fork: {spheres: [{centre: [-3 mm, 0, -2 mm], radius: 1 mm}, {centre: [3 mm, 0, -2 mm], radius: 1 mm},\n"
      "    {centre: [-3 mm, 0, 2 mm], radius: 1 mm}, {centre: [3 mm, 0, 2 mm], radius: 1 mm}]}\n"
      "  dumbbell: {spheres: [{centre: [-3 mm, 0, 0], radius: 1.01 mm}, {centre: [3 mm, 0, 0], radius: 1.01 mm}]}\n"
      "particles:\n"
      "  fork: {at: {position: [20 mm, 20 mm, 20 mm]}, clump: fork, orientation: fixed, material: m}\n"
      "  held: {at: {position: [20 mm, 20 mm, 20 mm]}, clump: dumbbell, orientation: fixed, material: m}\n"
      "time: {end: 2 ms, step: 1 us, skin: 0.1 mm, overlap_limit: 1}\n");
  const GrBulk b = bench.world->bulk;
  int candidates = 0, joined = 0;

  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    const GrPair pair = GrBulkCandidate(&b->neighbours, k);
    const double *x = b->store.state, z = x[GR_STATE * pair.second + 2] - x[GR_STATE * pair.first + 2];
    candidates++;
    for (PetscInt other = b->bodies.next[k]; other != k; other = b->bodies.next[other], joined++) {
      const GrPair also = GrBulkCandidate(&b->neighbours, other);
      assert_true(z * (x[GR_STATE * also.second + 2] - x[GR_STATE * also.first + 2]) > 0);
    }
  }
  assert_true(candidates == 4 && joined == 4);
  Close(&bench);
}

/* Fills a small region in one event. Particles have consecutive ids, the numbers of their group, and places inside the
   region at which they touch neither each other nor the ball; the last ones are inserted in a second batch. */
static void TestInsertedParticles(void **state)
{
  enum { MOST = 1000 }; /* more than there are places */
  Bench bench = Open(
      "dimension: 3\n"
      "domain: {lower: [0, 0, 0], upper: [20 mm, 20 mm, 20 mm]}\n" LAWS "particles:\n"
      "  ball: {at: {position: [10 mm, 10 mm, 10 mm]}, radius: 2 mm, material: m}\n"
      "  rain: {insert: {region: {box: {lower: [3 mm, 3 mm, 3 mm], upper: [17 mm, 17 mm, 17 mm]}}, rate: 5e4 1/s,\n"
      "    gap: 0.1 mm, tries: 100}, radius: {distribution: uniform, from: 0.8 mm, to: 1.2 mm}, material: m, velocity: "
      "[1, 2, 3],\n"
      "    spin: [4, 5, 6]}\n"
      "time: {end: 1 ms, step: 1 us}\n");
  struct GrBulkInsertion *all = bench.world->bulk->population.insertion;
  static const double motion[] = {1, 2, 3, 4, 5, 6};
  double sum = 0;

  all->n = 0;
  all->next_id = 2;
  all->of[0].mass = 0;
  Works(GrBulkInsertPlace(bench.world, &all->of[0], (GrInsertLimit){MOST, INFINITY, INFINITY}));
  print_message("%d particles\n", (int)all->n);
  assert_true(all->n > 64 && all->n < MOST && all->n <= all->capacity);
  assert_true(all->next_id == 2 + all->n);
  for (PetscInt i = 0; i < all->n; i++) {
    const GrFillGrain *one = &all->particle[i];
    assert_true(one->id == 2 + i && one->group == 1 && one->radius >= 0.8e-3 && one->radius <= 1.2e-3);
    Near(one->mass, SphereMass(2000, one->radius), 1e-14, "mass");
    assert_memory_equal(one->state + 3, motion, sizeof(motion));
    sum += one->mass;
    for (int a = 0; a < 3; a++)
      assert_true(one->state[a] >= 3e-3 + one->radius && one->state[a] <= 17e-3 - one->radius);
    for (PetscInt k = -1; k < i; k++) {
      const double *x = k < 0 ? (const double[]){10e-3, 10e-3, 10e-3} : all->particle[k].state, *y = one->state;
      const double r[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
      assert_true(sqrt(Dot(r, r)) > one->radius + (k < 0 ? 2e-3 : all->particle[k].radius) + 0.1e-3);
    }
  }
  Near(all->of[0].mass, sum, 1e-12, "inserted mass");
  all->n = 0;
  Close(&bench);
}

static Bench OpenTwo(const char *time)
{
  return Open(
      "dimension: 3\n"
      "domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}\n" LAWS
      "particles: {balls: {at: [{position: [3 mm, 3 mm, 3 mm]}, {position: [7 mm, 7 mm, 7 mm]}], radius: 1 mm,\n"
      "  material: m}}\n"
      "walls: {floor: {side: lower_z, material: m}}\n"
      "time: {end: 1 ms, step: 1 us%s}\n",
      time);
}

static void CheckMessage(Bench *bench, GrFault fault, const char *expected)
{
  char message[GR_MESSAGE_MAX];

  bench->world->bulk->step.fault = fault;
  GrBulkDescribeFault(bench->world, message);
  assert_string_equal(message, expected);
  bench->world->bulk->step.fault = (GrFault){0};
}

#define MOVED                                                                                                          \
  " has moved by 0.0002 m since its neighbours were listed, further than its margin, 0.0001 m, within which no "       \
  "contact is missed; "

/* The message depends on the displacement in a step, and on the keys of the case. */
static void TestPathMessage(void **state)
{
  Bench bench = OpenTwo("");
  const double margin = 1e-4, h = bench.world->clock.fixed_step;
  GrFault fault = {.what = GR_BROKEN_PATH, .time = 0.5, .first = 7, .wall = -1, .overlap = 2e-4, .limit = margin};

  assert_true(h > 0.99e-6 && h < 1.01e-6);
  fault.speed = 100;
  CheckMessage(&bench, fault,
               "at t = 0.5 s: particle 7 at 100 m/s" MOVED
               "it is too fast for the step: write a time.step of 2.5e-07 s or less");
  fault.speed = 10;
  CheckMessage(&bench, fault,
               "at t = 0.5 s: particle 7 at 10 m/s" MOVED
               "a contact shot it off, too stiff for the step: write a shorter time.step than 1e-06 s");
  bench.world->clock.fixed_step = 0;
  CheckMessage(&bench, fault,
               "at t = 0.5 s: particle 7 at 10 m/s" MOVED
               "it is too fast for the step: write a shorter time.step than 0 s");
  bench.world->clock.fixed_step = h;
  fault.overlap = fault.speed = NAN;
  CheckMessage(
      &bench, fault,
      "at t = 0.5 s: the position of particle 7 is not a number: write a shorter time.step than 1e-06 s; or look "
      "for extreme values in the input");
  Close(&bench);
  bench = OpenTwo(", skin: 0.2 mm");
  CheckMessage(
      &bench,
      (GrFault){.what = GR_BROKEN_PATH, .time = 0.5, .overlap = 2e-4, .limit = margin, .speed = 0.25 * margin / h},
      "at t = 0.5 s: wall floor at 25 m/s" MOVED "a contact shot it off, too stiff for the step: write a shorter "
      "time.step than 1e-06 s; or write a larger time.skin");
  Close(&bench);
}

/* The limits of the step of four spheres with a linear law, the first two of them at this distance. */
static GrStepBound FindBound(double distance, double speed, const char *more)
{
  GrStepBound bound;
  Bench bench =
      Open("dimension: 3\n"
           "domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm]}\n"
           "materials: {m: {density: 2000, youngs_modulus: 1e7, poisson_ratio: 0.3}}\n"
           "contacts: [{between: '*', normal: {law: linear, stiffness: 2000, viscosity: 0.2}}]\n"
           "particles: {balls: {at: [{position: [3 mm, 3 mm, 3 mm], velocity: [%.17g, 0, 0]},\n"
           "  {position: [%.17g, 3 mm, 3 mm]}, {position: [3 mm, 7 mm, 3 mm]}, {position: [7 mm, 7 mm, 7 mm]}],\n"
           "  radius: 1 mm, material: m}}\n"
           "%s\n"
           "time: {end: 10 us, step: 0.1 us, accuracy: 1}\n",
           speed, 3e-3 + distance, more);

  Works(GrBulkLimitFind(bench.world, &bound));
  Close(&bench);
  return bound;
}

/* Stable step [s] of the same contacts, whose factors are `weight` (contact/stable_step.c), on a mass [kg]. */
static double StableStep(double weight, double viscosity, double mass)
{
  const double c = weight * viscosity;
  return 2 * mass / (c + sqrt(c * c + mass * weight * 2000));
}

/* A body has 12 contacts with the overlap at the start, or 3 contacts with the overlap of an impact. */
static void TestStepBound(void **state)
{
  const double mass = SphereMass(2000, 1e-3) / 2, speed = 0.01, impact = 2 * speed * sqrt(mass / 2000);
  const struct {
    double distance, speed, weight, overlap;
  } rows[] = {{1.99e-3, 0, 4, 1e-5}, {2.01e-3, speed, 2, impact}};
  char overlap[64], limit[160];

  for (int k = 0; k < 2; k++) {
    const GrStepBound bound = FindBound(rows[k].distance, rows[k].speed, "");
    const double stable = StableStep(rows[k].weight, 0.2, mass);
    snprintf(overlap, sizeof(overlap), "expected overlap %.4g m", rows[k].overlap);
    snprintf(limit, sizeof(limit), "the dashpot of the normal law linear, without which the stable step is %.2g times",
             StableStep(rows[k].weight, 0, mass) / stable);
    print_message("%s\n", bound.reason);
    Near(bound.stable, stable, 1e-12, "stable step");
    assert_non_null(strstr(bound.reason, overlap));
    assert_non_null(strstr(bound.reason, limit));
    assert_true(fabs(bound.impact_share - 0.5 * rows[k].speed / speed * impact / 1e-3) < 1e-12);
    assert_true(bound.rest_share == 0);
  }
  assert_true(isinf(FindBound(2.01e-3, 0, "").stable));
  assert_true(FindBound(2.01e-3, 0, "gravity: [0, 0, -9.81]").rest_share >= mass / 1.5 * 9.81 / 2000 / 1e-3);
}

/* All four spheres may touch a wall with a mass, which counts each contact twice. */
static void TestStepOfWall(void **state)
{
  const GrStepBound bound =
      FindBound(1.99e-3, 0, "walls: {lid: {side: upper_z, material: m, mass: 0.1 mg, load: 0.1 nN}}");

  print_message("%s\n", bound.reason);
  Near(bound.stable, StableStep(8, 0.2, 1e-7), 1e-12, "stable step");
  assert_non_null(strstr(bound.reason, "expected overlap 1e-05 m"));
}

/* The nearest barrier of a block is the nearest of all barriers, inside of the box and outside. */
static void TestNearBarriers(void **state)
{
  enum { WALLS = 6, POINTS = 20000 };
  Bench bench =
      Open("dimension: 3\n"
           "domain: {lower: [0, 0, 0], upper: [20 mm, 30 mm, 40 mm]}\n" LAWS
           "particles: {ball: {at: {position: [10 mm, 10 mm, 39 mm]}, radius: 0.5 mm, material: m}}\n"
           "walls:\n"
           "  floor: {side: lower_z, material: m}\n"
           "  top: {side: upper_z, material: m}\n"
           "  ball: {shape: sphere, centre: [5 mm, 5 mm, 5 mm], radius: 2 mm, material: m}\n"
           "  block: {shape: box, centre: [14 mm, 9 mm, 9 mm], lengths: [4 mm, 2 mm, 3 mm], material: m}\n"
           "  plate: {shape: disc, centre: [8 mm, 20 mm, 20 mm], normal: [1, 0, 2], radius: 5 mm, material: m}\n"
           "  same: {shape: sphere, centre: [5 mm, 5 mm, 5 mm], radius: 2 mm, material: m}\n"
           "time: {end: 1 ms, step: 1 us}\n");
  const GrBulk b = bench.world->bulk;
  const PetscInt blocks[3] = {4, 5, 6};
  GrBarrier barrier[WALLS];
  double x[3], unused[3];
  int found, met[WALLS] = {0};
  GrNear near;

  for (int k = 0; k < WALLS; k++)
    barrier[k] = (GrBarrier){&bench.world->the_case->walls[k], GrWallsAt(&b->walls, k, 0), 1e-3 * (k == 0)};
  Works(GrBulkFallNearCreate(&b->box, WALLS, barrier, blocks, &near));
  assert_true(near.begin[4 * 5 * 6] < 4 * 5 * 6 * WALLS); /* some barriers are nowhere the nearest in a block */
  srand(5);
  for (int n = 0; n < POINTS; n++) {
    double least = INFINITY;
    int first = -1;
    for (int a = 0; a < 3; a++)
      x[a] = b->box.lower[a] + (1.2 * rand() / RAND_MAX - 0.1) * (b->box.upper[a] - b->box.lower[a]);
    for (int k = 0; k < WALLS; k++) {
      const double gap = GrWallGap(barrier[k].wall, &barrier[k].pose, x, unused) + barrier[k].path;
      first = gap < least ? k : first;
      least = PetscMin(least, gap);
    }
    assert_true(GrBulkFallNearFind(&near, x, &found) == least);
    assert_int_equal(found, first);
    met[found]++;
  }
  for (int k = 0; k < WALLS - 1; k++)
    assert_true(met[k] > 0);
  Works(GrBulkFallNearDestroy(&near));
  Close(&bench);
}

/* Runs a case and reads the parts of its wall time from its card [s]. */
static void MeasureRun(double *start, double *steps, double *end, double *whole)
{
  Bench bench = OpenTwo("");
  char line[1024];
  FILE *out = tmpfile();
  int found = 0;

  Run(&bench, NULL, NULL);
  bench.run->verbose = true;
  Works(GrRunReport(bench.run, out));
  rewind(out);
  while (found < 4 && fgets(line, sizeof(line), out))
    found = sscanf(line, "  wall_seconds: start %lf, steps %lf, end %lf, whole %lf", start, steps, end, whole);
  fclose(out);
  Close(&bench);
  print_message("%g s + %g s + %g s = %g s\n", *start, *steps, *end, *whole);
  assert_int_equal(found, 4);
}

/* The parts of the wall time add up to the whole. A second run of the process begins at the end of the first. */
static void TestWallSeconds(void **state)
{
  const double begin = GrTimersNow();
  double start, steps, end, whole;

  for (int k = 0; k < 2; k++) {
    MeasureRun(&start, &steps, &end, &whole);
    assert_true(start > 0 && steps > 0 && end > 0);
    Near(whole, start + steps + end, 1e-5, "whole time");
  }
  assert_true(start < GrTimersNow() - begin);
}

UNIT_PETSC(CASE(TestWallSeconds), CASE(TestRatesOfBox), CASE(TestSpeedsUnderStress), CASE(TestMassesAtWalls),
           CASE(TestRings), CASE(TestInsertedParticles), CASE(TestPathMessage), CASE(TestStepBound),
           CASE(TestStepOfWall), CASE(TestNearBarriers));
