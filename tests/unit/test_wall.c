/* Contacts with walls: candidate pairs against a search one by one, before and after all bodies moved; contents of a
   batch; nan; forces on walls.
   Labels: contact wall. */
#include "unit.h"

#include "wall_particles.h"
#include <granum/error.h>

/* The pair type of a candidate pair: the common type, or a separate one, with the right rule and radius. */
static void AssertPairType(PetscInt i, int w, int type, int *own)
{
  if (particle_type[i] == GR_PARTICLE_TYPE_OWN)
    assert_int_equal(type, model.pairs.n_fixed + (*own)++);
  else
    assert_int_equal(type, GrModelPairTypeOf(&model, particle_type[i], walls.type[w]));
  assert_int_equal(model.pairs.type[type].rule, wall[w].material == GLASS);
  assert_true(model.pairs.type[type].radius == radius[i] && model.pairs.type[type].reach == Sticky(w));
}

/* Slots in order: by wall and particle, in blocks of one wall, then by particle and wall in seam blocks. Finds the slot
   of each pair. Returns the number of candidates. */
static int FindSlots(const GrWalls *of, int n_walls, PetscInt slot_of[][N])
{
  int found = 0;
  for (int w = 0; w < n_walls; w++)
    for (int i = 0; i < N; i++)
      slot_of[w][i] = -1;
  for (PetscInt at = 0; at < of->n; at++) {
    const bool seam = at >= of->seams;
    if (of->particle[at] < 0)
      continue;
    const int w = of->of_slot[at];
    const PetscInt i = of->particle[at];
    if (at % GR_BLOCK_SLOTS) {
      const PetscInt i_before = of->particle[at - 1];
      const int w_before = of->of_slot[at - 1];
      assert_true(i_before >= 0 && (seam || w == w_before));
      assert_true(seam ? i > i_before || (i == i_before && w > w_before) : i > i_before);
    } else if (at && !seam) {
      assert_true(w >= of->of_slot[at - GR_BLOCK_SLOTS]);
    }
    assert_int_equal(slot_of[w][i], -1);
    slot_of[w][i] = at;
    found++;
  }
  assert_int_equal(of->n % GR_BLOCK_SLOTS, 0);
  return found;
}

/* Complete and without additional pairs; the previous list has no effect. */
static void TestList(void **state)
{
  static PetscInt slot_of[WALLS][N];
  const double t = 0.83, reaches[] = {0.5, 0, 0.01};
  for (int turn = 0; turn < 3; turn++) {
    int own = 0, found = 0;
    GrModelForget(&model);
    assert_int_equal(GrWallsList(&walls, &model, &particles, t, reaches[turn], stickiness), 0);
    const int listed = FindSlots(&walls, WALLS, slot_of);
    for (int w = 0; w < WALLS; w++) {
      for (int i = 0; i < N; i++) {
        double room = GapOf(w, t, reference + 3 * i) - (radius[i] + reaches[turn] + Sticky(w));
        assert_true(fabs(room) > 1e-14); /* otherwise the test is not sensitive */
        if (room > 0 || (particle_type[i] == HELD && !GrWallMoves(&wall[w])))
          continue;
        assert_true(slot_of[w][i] >= 0);
        AssertPairType(i, w, walls.pair_type[slot_of[w][i]], &own);
        found++;
      }
    }
    assert_true(found == listed && found > 100);
    assert_int_equal(model.pairs.n, model.pairs.n_fixed + own);
    assert_true(GR_BLOCK_SLOTS * walls.history.n_blocks == walls.n && walls.history.n_values == 1);
    for (PetscInt block = 0; block < walls.history.n_blocks; block++)
      assert_int_equal(walls.history.n[walls.history.committed][block], 0);
  }
}

/* Visited contacts, and whether they are right. */
typedef struct {
  double t;
  PetscInt n, last; /* contacts, last slot */
  int batches;      /* with contacts */
  char met[WALLS][N];
} Visit;

/* v - (v . n) n + l w x n, with half the overlap lost to the lever. */
static double SlipOf(const GrBatch *batch, int i, const double spin[3], int k)
{
  const int l = (k + 1) % 3, m = (k + 2) % 3;
  const double lever = radius[batch->contacts.first[i]] - 0.5 * batch->geometry.overlap[i];
  double rate = 0;
  for (int a = 0; a < 3; a++)
    rate += batch->geometry.velocity[a][i] * batch->geometry.normal[a][i];
  assert_true(fabs(batch->geometry.rate[i] - rate) < 1e-14);
  return batch->geometry.velocity[k][i] - rate * batch->geometry.normal[k][i] +
         lever * (spin[l] * batch->geometry.normal[m][i] - spin[m] * batch->geometry.normal[l][i]);
}

/* Slots rise; numbers in the batch as the equations of wall/wall.h and contact/batch.h have them. */
static void Check(void *context, GrBatch *batch)
{
  Visit *v = context;
  if (!batch->contacts.n) /* nothing of the block acts */
    return;
  assert_true(batch->contacts.n <= GR_BATCH);
  v->batches++;
  for (int i = 0; i < batch->contacts.n; i++, v->n++) {
    const int w = (int)batch->contacts.second[i];
    const Plane pose = PlaneAt(&wall[w], v->t);
    const PetscInt slot = GR_BLOCK_SLOTS * batch->contacts.block + batch->contacts.slot[i],
                   p = batch->contacts.first[i];
    const double *at = x + 9 * p, *spin = at + 6, gap = GapOf(w, v->t, at);
    double arm[3];
    assert_true(slot > v->last && walls.particle[slot] == p && walls.of_slot[slot] == w);
    assert_true(batch->contacts.type[i] == walls.pair_type[slot] && batch->geometry.radius[0][i] == radius[p] &&
                batch->geometry.radius[1][i] == 0);
    assert_true(fabs(batch->geometry.overlap[i] - (radius[p] - gap)) < 1e-15);
    for (int k = 0; k < 3; k++)
      arm[k] = at[k] - 0.5 * (radius[p] + gap) * pose.normal[k] - pose.pivot[k]; /* the middle of the overlap */
    for (int k = 0; k < 3; k++) {
      const int l = (k + 1) % 3, m = (k + 2) % 3;
      double u = pose.velocity[k] + pose.spin[l] * arm[m] - pose.spin[m] * arm[l];
      assert_true(batch->geometry.normal[k][i] == -pose.normal[k] &&
                  fabs(batch->geometry.velocity[k][i] - (at[3 + k] - u)) < 1e-14);
      assert_true(fabs(batch->geometry.slip[k][i] - SlipOf(batch, i, spin, k)) < 1e-14);
      assert_true(batch->geometry.relative_spin[k][i] == spin[k] - pose.spin[k]);
    }
    v->met[w][p] = 1;
    v->last = slot;
  }
}

/* Particles move by `move` along each axis at most. */
static void Move(double move)
{
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++)
      x[9 * i + k] = reference[3 * i + k] + move * Next();
}

/* As long as no particle and no wall came farther than the reach allows, no contact is missed. */
static void TestWalk(void **state)
{
  const GrParallelBox box = {{-0.1, -0.1, -0.1}, {1.1, 1.1, 1.1}, {false}, {0}};
  const double from = 0.4, reach = 0.02;
  static GrBatch batch;
  static Visit visit;
  model.turns = true;
  assert_int_equal(GrWallsList(&walls, &model, &particles, from, reach, stickiness), 0);
  for (double t = from; t < from + 0.03; t += 0.001) {
    double path = 0;
    PetscInt acting = 0;
    for (int w = 0; w < WALLS; w++)
      path = fmax(path, GrWallPath(&wall[w], &box, from, t));
    assert_true(path < reach);
    Move((reach - path) / sqrt(3));
    visit = (Visit){.t = t, .last = -1};
    GrWallsWalk(&walls, &model, &particles, t, &batch, Check, &visit);
    for (int w = 0; w < WALLS; w++)
      for (int i = 0; i < N; i++)
        if ((particle_type[i] != HELD || GrWallMoves(&wall[w])) && GapOf(w, t, x + 9 * i) < radius[i] + Sticky(w)) {
          assert_true(visit.met[w][i]);
          acting++;
        }
    assert_true(acting == visit.n && visit.batches >= WALLS);
  }
}

typedef struct {
  int contacts, numbers; /* of particle 1, and overlaps among them that are numbers */
} Lost;

static void CountNaN(void *context, GrBatch *batch)
{
  Lost *lost = context;
  for (int i = 0; i < batch->contacts.n; i++)
    if (batch->contacts.first[i] == 1) {
      lost->contacts++;
      lost->numbers += !isnan(batch->geometry.overlap[i]);
    }
}

/* A particle with position nan is a candidate of every wall and acts, with a common or an individual radius. */
static void TestNaN(void **state)
{
  static GrBatch batch;
  for (int own = 0; own < 2; own++) {
    Lost lost = {0};
    particle_type[1] = own ? GR_PARTICLE_TYPE_OWN : SHARED;
    reference[3] = x[9] = NAN;
    assert_int_equal(GrWallsList(&walls, &model, &particles, 0, 0, stickiness), 0);
    GrWallsWalk(&walls, &model, &particles, 0, &batch, CountNaN, &lost);
    assert_true(lost.contacts == WALLS && lost.numbers == 0);
  }
}

/* A particle with prescribed motion and an individual radius acts on a floor at rest if it moves, wherever it is. */
static void TestDriven(void **state)
{
  static PetscInt slot_of[WALLS][N];
  for (int moves = 0; moves < 2; moves++) {
    for (int k = 0; k < 9; k++)
      x[k] = x[9 + k] = 0;
    reference[3] = reference[4] = reference[5] = 0;
    x[14] = -moves;
    particle_type[0] = particle_type[1] = GR_PARTICLE_TYPE_OWN;
    group[0] = group[1] = 2;
    GrModelForget(&model);
    assert_int_equal(GrWallsList(&walls, &model, &particles, 0, 0, stickiness), 0);
    assert_true(FindSlots(&walls, WALLS, slot_of) > 0);
    assert_true((slot_of[0][1] >= 0) == moves);
    assert_true(!moves || model.pairs.type[walls.pair_type[slot_of[0][1]]].radius == radius[1]);
  }
}

typedef struct {
  GrSum sum[WALLS][6];
  long double expected[WALLS][6];
} Forces;

/* Invents forces and adds them up in long double as well. */
static void AddForces(void *context, GrBatch *batch)
{
  Forces *f = context;
  for (int i = 0; i < batch->contacts.n; i++) {
    const PetscInt w = batch->contacts.second[i];
    const Plane pose = PlaneAt(&wall[w], 0.2);
    long double arm[3], force[3];
    for (int k = 0; k < 3; k++) {
      batch->results.force[k][i] = 1e3 * Next();
      batch->results.torque[1][k][i] = Next();
      force[k] = -batch->results.force[k][i];
      arm[k] = x[9 * batch->contacts.first[i] + k] -
               (radius[batch->contacts.first[i]] - batch->geometry.overlap[i]) * pose.normal[k] - pose.point[k];
    }
    for (int k = 0; k < 3; k++) {
      const int l = (k + 1) % 3, m = (k + 2) % 3;
      f->expected[w][k] += force[k];
      f->expected[w][3 + k] += arm[l] * force[m] - arm[m] * force[l] + batch->results.torque[1][k][i];
    }
  }
  GrWallsAddForce(&walls, batch, x, 0.2, f->sum);
}

static void TestForce(void **state)
{
  static GrBatch batch;
  static Forces f;
  assert_int_equal(GrWallsList(&walls, &model, &particles, 0.2, 0, stickiness), 0);
  GrWallsWalk(&walls, &model, &particles, 0.2, &batch, AddForces, &f);
  for (int w = 0; w < WALLS; w++)
    for (int k = 0; k < 6; k++) {
      assert_true(f.expected[w][k] != 0);
      assert_true(fabsl(GrSumValue(&f.sum[w][k]) - f.expected[w][k]) < 1e-9L);
    }
}

enum { MANY = 300, SHAPES = 3 };
static GrWall many[MANY];

/* Makes small walls of three shapes and two materials, inside the box, around it and far from it. Every second wall
   moves. */
static void MakeMany(void)
{
  const GrWallShape *const shape[SHAPES] = {&GrWall_disc, &GrWall_sphere, &GrWall_cylinder};
  for (int w = 0; w < MANY; w++) {
    many[w] = (GrWall){.shape = shape[w % SHAPES], .material = w / SHAPES % 2};
    for (int k = 0; k < 3; k++) {
      many[w].value[0].number[k] = 0.5 + (w % 5 < 2 ? 0.7 : 2) * Next();
      many[w].motion.velocity[k] = w % 2 ? 0 : 2 * Next();
    }
    if (many[w].shape == &GrWall_sphere) {
      many[w].value[1].number[0] = 0.03;
      continue;
    }
    many[w].value[1].number[w % 2 ? 0 : 2] = 1;
    many[w].value[2].number[0] = 0.05;
    many[w].value[5].number[0] = 0.03;
  }
}

/* Compares the candidates with a search over all pairs of a wall and a particle. Returns the number of candidates. */
static PetscInt CompareMany(const GrWalls *own, double t, double reach)
{
  static PetscInt slot_of[MANY][N];
  const PetscInt listed = FindSlots(own, MANY, slot_of);
  PetscInt found = 0;
  for (int w = 0; w < MANY; w++) {
    const GrWallPose pose = GrWallAt(&many[w], t);
    const double sticky = many[w].material == GLASS ? stickiness : 0;
    for (int i = 0; i < N; i++) {
      double unused[3];
      const double gap = GrWallGap(&many[w], &pose, reference + 3 * i, unused);
      if ((particle_type[i] == HELD && !GrWallMoves(&many[w])) || gap >= radius[i] + reach + sticky)
        continue;
      assert_true(slot_of[w][i] >= 0);
      found++;
    }
  }
  assert_int_equal(found, listed);
  return found;
}

/* Walls with equal material and radius share a type. From list to list particles and walls come nearer and go away. */
static void TestMany(void **state)
{
  GrParticleType body[PARTICLE_TYPES + GR_WALL_TYPES * MANY] = {
      {.material = STEEL, .radius = 0.02, .mass = 0.5},
      {.material = STEEL, .radius = 0.02, .mass = 0.5, .motion = GR_BODY_AT_REST}};
  GrCase crowded = the_case;
  GrModel own_model;
  GrWalls own;
  int of_wall[MANY], shifted = 0;
  MakeMany();
  crowded.n_walls = MANY;
  crowded.walls = many;
  const int types = GrWallsTypes(MANY, many, PARTICLE_TYPES, body, of_wall);
  assert_int_equal(types, PARTICLE_TYPES + 2 * SHAPES);
  assert_int_equal(GrModelCreate(&crowded, types, body, &own_model), 0);
  assert_int_equal(own_model.pairs.n_fixed, PARTICLE_TYPES * types);
  assert_int_equal(GrWallsCreate(&crowded, &own_model, &own), 0);
  for (double t = 0; t < 8; t += 0.5, shifted++) {
    const double reach = shifted % 3 ? 0.01 : 0.02;
    GrModelForget(&own_model);
    assert_int_equal(GrWallsList(&own, &own_model, &particles, t, reach, stickiness), 0);
    assert_true(CompareMany(&own, t, reach) > 0 && own.n < MANY * GR_BLOCK_SLOTS);
    for (int i = 0; i < 3 * N; i++)
      reference[i] += shifted < 8 ? 0.05 : -0.07;
  }
  assert_int_equal(GrWallsDestroy(&own), 0);
  assert_int_equal(GrModelDestroy(&own_model), 0);
}

UNIT_PETSC(CASE_WITH(TestList, Setup, Teardown), CASE_WITH(TestWalk, Setup, Teardown),
           CASE_WITH(TestNaN, Setup, Teardown), CASE_WITH(TestDriven, Setup, Teardown),
           CASE_WITH(TestForce, Setup, Teardown), CASE_WITH(TestMany, Setup, Teardown));
