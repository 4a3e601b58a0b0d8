/* Partition, exchange of rows, ghosts: compared with a search over all points on every rank.
   Labels: parallel. */
#include "unit.h"

#include "parallel/columns.h"
#include "parallel/ghosts.h"
#include "parallel/pace.h"
#include <granum/error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOTAL = 3000 };

static double point[3][TOTAL]; /* the same on every rank */

static void MakePoints(double length)
{
  srand(4711);
  for (int i = 0; i < TOTAL; i++)
    for (int k = 0; k < 3; k++)
      point[k][i] = length * (rand() / (RAND_MAX + 1.0)) * (k == 0 ? 4 : 1); /* a box of 4 x 1 x 1 */
}

/* Cuts with the points dealt out round-robin. */
static GrParallelPartition Cut(double share)
{
  GrParallelPartition p;
  double *x[3];
  PetscInt n = 0;
  for (int k = 0; k < 3; k++)
    x[k] = malloc(TOTAL * sizeof(double));
  for (int i = rank; i < TOTAL; i += ranks, n++)
    for (int k = 0; k < 3; k++)
      x[k][n] = point[k][i];
  assert_int_equal(GrParallelPartitionCreate(PETSC_COMM_WORLD, &p), 0);
  assert_int_equal(GrParallelPartitionDivide(p, n, (const double *const *)x, NULL, share), 0);
  for (int k = 0; k < 3; k++)
    free(x[k]);
  return p;
}

static int Owner(GrParallelPartition p, int i)
{
  int owner = -1;
  assert_int_equal(GrParallelPartitionOwner(p, (const double[3]){point[0][i], point[1][i], point[2][i]}, &owner), 0);
  return owner;
}

/* All ranks agree on the owners, each gets its share within the tolerance of the cuts, and regions hold their points.
   mean: mean of the shares. */
static void CheckPartition(double share, double mean)
{
  GrParallelPartition p;
  int owner[TOTAL], highest[TOTAL], mine = 0;
  double lower[3], upper[3];
  MakePoints(1);
  p = Cut(share);
  GrParallelPartitionRegion(p, lower, upper);
  for (int i = 0; i < TOTAL; i++) {
    owner[i] = Owner(p, i);
    mine += owner[i] == rank;
    if (owner[i] == rank)
      for (int k = 0; k < 3; k++)
        assert_true(point[k][i] >= lower[k] && point[k][i] <= upper[k]);
  }
  MPI_Allreduce(owner, highest, TOTAL, MPI_INT, MPI_MAX, PETSC_COMM_WORLD);
  assert_memory_equal(owner, highest, sizeof owner);
  assert_true(fabs(mine * ranks * mean / share - TOTAL) <= 0.03 * TOTAL);
  assert_int_equal(GrParallelPartitionDestroy(&p), 0);
}

static void test_partition(void **state)
{
  CheckPartition(1, 1);
}

/* The last rank gets half of the share of the others. */
static void test_shares(void **state)
{
  CheckPartition(rank == ranks - 1 ? 0.5 : 1, (ranks - 0.5) / ranks);
}

/* Speeds count once enough time is measured, and if they differ by a tenth; old epochs are forgotten. */
static void test_pace(void **state)
{
  GrParallelPace pace = {0};
  assert_int_equal(GrParallelPaceSpeed(&pace), 0);
  GrParallelPaceAdd(&pace, 0.01, 0.02);
  assert_int_equal(GrParallelPaceSpeed(&pace), 0);
  GrParallelPaceAdd(&pace, 0.04, 0.08);
  assert_int_equal(GrParallelPaceSpeed(&pace), 500000);
  for (int i = 0; i < 100; i++)
    GrParallelPaceAdd(&pace, 0.5, 0.5);
  assert_int_equal(GrParallelPaceSpeed(&pace), 1000000);
  assert_true(GrParallelPaceCounts(900000, 1000000));
  assert_false(GrParallelPaceCounts(950000, 1000000));
  assert_false(GrParallelPaceCounts(0, 1000000));
}

/* Heavier points on one side move the cuts there. */
static void test_weights(void **state)
{
  GrParallelPartition p;
  double x[3][64], weight[64], carried = 0, all = 0;
  for (int i = 0; i < 64; i++) {
    x[0][i] = (i * ranks + rank + 0.5) / 64;
    x[1][i] = x[2][i] = 0;
    weight[i] = x[0][i] < 0.25 * ranks ? 4 : 1;
  }
  const double *const xs[3] = {x[0], x[1], x[2]};
  assert_int_equal(GrParallelPartitionCreate(PETSC_COMM_WORLD, &p), 0);
  assert_int_equal(GrParallelPartitionDivide(p, 64, xs, weight, 1), 0);
  for (int i = 0; i < 64 * ranks; i++) {
    double at = (i + 0.5) / 64, w = at < 0.25 * ranks ? 4 : 1;
    int owner;
    assert_int_equal(GrParallelPartitionOwner(p, (const double[3]){at, 0, 0}, &owner), 0);
    carried += owner == rank ? w : 0;
    all += w;
  }
  assert_true(fabs(carried * ranks - all) <= 0.1 * all);
  assert_int_equal(GrParallelPartitionDestroy(&p), 0);
}

/* Every row arrives at its destination, complete and once; rows that do not migrate keep their order. */
static void test_exchange(void **state)
{
  enum { ID, POSITION, MARK };
  const size_t bytes[3] = {sizeof(PetscInt64), 3 * sizeof(double), sizeof(char)};
  const PetscInt n = rank == 1 ? 0 : 500; /* one rank begins empty */
  GrParallelColumns c;
  PetscInt total;
  int *to = malloc(500 * sizeof(int));
  assert_int_equal(GrParallelColumnsCreate(3, bytes, &c), 0);
  assert_int_equal(GrParallelColumnsReserve(&c, n), 0);
  for (PetscInt i = 0; i < n; i++) {
    PetscInt64 id = (PetscInt64)rank * 1000 + i;
    double x[3] = {(double)id, 2.0 * (double)id, -(double)id};
    ((PetscInt64 *)c.data[ID])[i] = id;
    memcpy((double *)c.data[POSITION] + 3 * i, x, sizeof x);
    ((char *)c.data[MARK])[i] = (char)(id % 100);
    to[i] = (int)(id * 7 % ranks);
  }
  c.n = n;
  assert_int_equal(GrParallelColumnsExchange(PETSC_COMM_WORLD, &c, to), 0);
  PetscInt64 before = -1;
  for (PetscInt i = 0; i < c.n; i++) {
    PetscInt64 id = ((PetscInt64 *)c.data[ID])[i], from = id / 1000;
    const double *x = (double *)c.data[POSITION] + 3 * i;
    assert_int_equal(id * 7 % ranks, rank);
    assert_true(x[0] == (double)id && x[1] == 2.0 * (double)id && x[2] == -(double)id);
    assert_int_equal(((char *)c.data[MARK])[i], id % 100);
    PetscInt64 order = (from == rank ? -1 : from) * 1000 + id % 1000; /* own rows first, then by rank */
    assert_true(i == 0 || order > before);
    before = order;
  }
  MPI_Allreduce(&c.n, &total, 1, MPIU_INT, MPI_SUM, PETSC_COMM_WORLD);
  assert_int_equal(total, ranks > 1 ? 500 * (ranks - 1) : 500);
  assert_int_equal(GrParallelColumnsDestroy(&c), 0);
  free(to);
}

static double Distance(const GrParallelBox *box, int i, int j)
{
  double square = 0;
  for (int k = 0; k < 3; k++) {
    double d = point[k][i] - point[k][j], length = box->upper[k] - box->lower[k];
    d -= box->periodic[k] ? length * rint(d / length) : 0;
    square += d * d;
  }
  return sqrt(square);
}

/* Every fourth particle has half the reach. */
static double Reach(int i, double reach)
{
  return i % 4 == 0 ? 0.5 * reach : reach;
}

/* Whether the cube around particle j, or around an image of it, meets the region. */
static int IsNear(const GrParallelBox *box, const double lower[3], const double upper[3], int j, double reach)
{
  int near = 1;
  for (int k = 0; k < 3; k++) {
    int along = 0;
    for (int s = -1; s <= 1; s++) {
      const double x = point[k][j] + s * (box->upper[k] - box->lower[k]);
      along |= (s == 0 || box->periodic[k]) && x - reach <= upper[k] && x + reach >= lower[k];
    }
    near &= along;
  }
  return near;
}

/* Leaves out the ghosts of every third id. */
static void LeaveOut(GrParallelGhosts g, GrParallelColumns *columns, int column, GrTraffic *traffic)
{
  static unsigned char keep[TOTAL];
  static PetscInt number[TOTAL];
  const PetscInt64 *id = (const PetscInt64 *)columns->data[column] + columns->n;
  const PetscInt n = GrParallelGhostsCount(g);
  PetscInt kept = 0;

  for (PetscInt k = 0; k < n; k++)
    keep[k] = id[k] % 3 != 0;
  assert_int_equal(GrParallelGhostsKeep(g, keep, columns, 1, &column, traffic, number), 0);
  for (PetscInt k = 0; k < n; k++)
    assert_int_equal(number[k], keep[k] ? kept++ : -1);
  assert_int_equal(GrParallelGhostsCount(g), kept);
}

/* For every pair of near particles of two ranks, each is the other rank's ghost, once, with the numbers of its
   owner; some are left out. No ghost is far from the region. */
static void CheckGhosts(const GrParallelBox *box, double reach)
{
  GrParallelPartition p = Cut(1);
  GrParallelGhosts g;
  enum { UNUSED, ID };
  const size_t size_of[2] = {sizeof(double), sizeof(PetscInt64)};
  GrTraffic traffic = {0};
  GrParallelColumns columns;
  static double x[3][TOTAL], reaches[TOTAL], record[TOTAL][4];
  static int owner[TOTAL], seen[TOTAL];
  PetscInt64 *id;
  PetscInt n = 0, messages;
  PetscInt64 bytes;
  double lower[3], upper[3];
  GrParallelPartitionRegion(p, lower, upper);
  assert_int_equal(GrParallelColumnsCreate(2, size_of, &columns), 0);
  assert_int_equal(GrParallelColumnsReserve(&columns, TOTAL), 0);
  id = columns.data[ID];
  for (int i = 0; i < TOTAL; i++) {
    owner[i] = Owner(p, i);
    seen[i] = 0;
    if (owner[i] != rank)
      continue;
    for (int k = 0; k < 3; k++)
      x[k][n] = record[n][k] = point[k][i];
    reaches[n] = Reach(i, reach);
    record[n][3] = 3.0 * i;
    id[n++] = i;
  }
  const double *const xs[3] = {x[0], x[1], x[2]};
  columns.n = n;
  assert_int_equal(
      GrParallelGhostsCreate(PETSC_COMM_WORLD, p, box, xs, reaches, NULL, &columns, 1, (const int[]){ID}, &traffic, &g),
      0);
  assert_true(GrParallelGhostsCount(g) <= TOTAL - n);
  const GrTraffic all = traffic;
  const PetscInt fetched = GrParallelGhostsCount(g);
  LeaveOut(g, &columns, ID, &traffic);
  id = columns.data[ID];
  const PetscInt64 *const ghost_id = id + n;
  assert_int_equal(GrParallelGhostsAttach(g, 4, n, record[0]), 0);
  for (int round = 0; round < 2; round++) { /* the second with other numbers */
    assert_int_equal(GrParallelGhostsBegin(g), 0);
    assert_int_equal(GrParallelGhostsEnd(g), 0);
    for (PetscInt i = 0; i < GrParallelGhostsCount(g); i++) {
      const double *ghost = record[n + i];
      assert_true(ghost[0] == point[0][ghost_id[i]] && ghost[2] == point[2][ghost_id[i]]);
      assert_true(ghost[3] == 3.0 * (double)ghost_id[i] + round);
      seen[ghost_id[i]]++;
    }
    for (PetscInt i = 0; i < n; i++)
      record[i][3] += 1;
  }
  for (int j = 0; j < TOTAL; j++) {
    assert_true(seen[j] == 0 || (seen[j] == 2 && owner[j] != rank && j % 3 != 0));
    assert_true(seen[j] == 0 || IsNear(box, lower, upper, j, Reach(j, reach)));
    for (PetscInt i = 0; i < n && owner[j] != rank && j % 3 != 0; i++)
      if (Distance(box, (int)id[i], j) < Reach(j, reach))
        assert_int_equal(seen[j], 2);
  }
  GrParallelGhostsTraffic(g, &messages, &bytes);
  assert_true(messages <= ranks - 1 && bytes % 32 == 0);
  assert_true(bytes < 32 * all.bytes / 8 || all.bytes == 0); /* a word for each ghost, at first */
  assert_true(all.messages >= messages && traffic.bytes == all.bytes + fetched);
  assert_int_equal(GrParallelColumnsDestroy(&columns), 0);
  assert_int_equal(GrParallelGhostsDestroy(&g), 0);
  assert_int_equal(GrParallelPartitionDestroy(&p), 0);
}

static void test_ghosts(void **state)
{
  GrParallelBox box = {{0, 0, 0}, {4, 1, 1}, {false, false, false}, {0}};
  MakePoints(1);
  CheckGhosts(&box, 0.05);
  for (int k = 0; k < 3; k++)
    box.periodic[k] = true;
  CheckGhosts(&box, 0.05);
  CheckGhosts(&box, 0.45); /* nearly everything is near */
  box.periodic[1] = false;
  CheckGhosts(&box, 0.2);
}

/* A particle without reach is a ghost on each rank that requests it, once, and its owner is known. */
static void test_needs(void **state)
{
  const GrParallelBox box = {.upper = {1, 1, 1}};
  const size_t size_of = sizeof(PetscInt64);
  const double x[3][2] = {{0.1, 0.9}, {0.2, 0.8}, {0.3, 0.7}}, *const xs[3] = {x[0], x[1], x[2]}, reach[2] = {-1, -1};
  GrParallelPartition p = Cut(1);
  GrTraffic traffic = {0};
  GrNeeds more = {0};
  GrParallelColumns columns;
  GrParallelGhosts g;
  assert_int_equal(GrParallelColumnsCreate(1, &size_of, &columns), 0);
  assert_int_equal(GrParallelColumnsReserve(&columns, 2), 0);
  columns.n = 2;
  for (int k = 0; k < 2; k++)
    ((PetscInt64 *)columns.data[0])[k] = 2 * rank + k;
  for (int other = ranks; other-- > 0;)
    for (int k = 0; other != rank && k < 2; k++)
      assert_int_equal(GrParallelGhostsNeed(&more, other, 1), 0);
  assert_int_equal(
      GrParallelGhostsCreate(PETSC_COMM_WORLD, p, &box, xs, reach, &more, &columns, 1, (const int[]){0}, &traffic, &g),
      0);
  assert_int_equal(GrParallelGhostsCount(g), ranks - 1);
  int *owner = malloc((size_t)ranks * sizeof(int));
  GrParallelGhostsOwners(g, owner);
  for (int k = 0; k < ranks - 1; k++) {
    assert_int_equal(owner[k], k + (k >= rank));
    assert_int_equal(((const PetscInt64 *)columns.data[0])[2 + k], 2 * owner[k] + 1);
  }
  free(owner);
  assert_int_equal(PetscFree(more.need), 0);
  assert_int_equal(GrParallelGhostsDestroy(&g), 0);
  assert_int_equal(GrParallelColumnsDestroy(&columns), 0);
  assert_int_equal(GrParallelPartitionDestroy(&p), 0);
}

UNIT_PETSC(CASE(test_partition), CASE(test_shares), CASE(test_pace), CASE(test_weights), CASE(test_exchange),
           CASE(test_ghosts), CASE(test_needs));
