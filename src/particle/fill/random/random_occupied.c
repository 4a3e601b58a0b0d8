/* random_occupied: see random_occupied.h. */
#include "particle/fill/random/random_occupied.h"

#include "base/math/random.h"
#include "parallel/columns.h"
#include <granum/error.h>
#include <math.h>

enum { ROOM_TRIES = 1024, NUMBERS = 4 }; /* x, y, z, radius */

static const double widening = 1 + 1e-6; /* of distances to regions: more than the rounding of faces */

/* Can no sphere of the group come so near that it would touch this one? */
static bool IsAway(const GrPackCase *c, const double sphere[NUMBERS])
{
  const double least = c->radii->smallest + c->gap, reach = (sphere[3] + least) * widening;
  double square = 0;
  for (int axis = 0; axis < (c->flat ? 2 : 3); axis++) {
    double below = c->lower[axis] + least - sphere[axis], above = sphere[axis] - (c->upper[axis] - least);
    double away = c->periodic[axis] ? 0 : PetscMax(0, PetscMax(below, above));
    square += away * away;
  }
  return square >= reach * reach;
}

/* Regions along an axis that a sphere could be in the way of: *n of them from the first on, around periodic ends. */
static PetscInt64 RegionsAlong(const GrPackHalo *halo, int axis, double x, double reach, PetscInt64 *n)
{
  const PetscInt64 all = halo->regions[axis];
  double low = floor((x - reach - halo->origin[axis]) / halo->edge[axis]);
  double high = floor((x + reach - halo->origin[axis]) / halo->edge[axis]);
  if (!halo->periodic[axis]) {
    low = PetscMax(0, PetscMin(low, (double)(all - 1)));
    high = PetscMax(0, PetscMin(high, (double)(all - 1)));
  }
  *n = (PetscInt64)PetscMin(high - low + 1, (double)all);
  return ((PetscInt64)low % all + all) % all;
}

/* Rows of what is taken, each for the rank in `to`. */
typedef struct {
  GrColumns rows;
  int *to;
  PetscInt room;
  PetscInt begin; /* the first row of the sphere at hand */
} Posting;

static PetscErrorCode AddPosting(Posting *posting, int rank, const double sphere[NUMBERS])
{
  GrColumns *rows = &posting->rows;

  PetscFunctionBeginUser;
  if (rows->n == posting->room) {
    posting->room = 2 * posting->room + 64;
    PetscCall(PetscRealloc((size_t)posting->room * sizeof(int), &posting->to));
  }
  PetscCall(GrColumnsReserve(rows, rows->n + 1));
  for (int k = 0; k < NUMBERS; k++)
    ((double *)rows->data[0])[NUMBERS * (size_t)rows->n + (size_t)k] = sphere[k];
  posting->to[rows->n++] = rank;
  PetscFunctionReturn(0);
}

/* Whether the sphere at hand goes to this rank already: there are few. */
static bool IsPosted(const Posting *posting, int rank)
{
  for (PetscInt k = posting->begin; k < posting->rows.n; k++)
    if (posting->to[k] == rank)
      return true;
  return false;
}

/* To each rank with a region within reach, once. */
static PetscErrorCode PostSphere(const GrPackCase *c, const GrPackHalo *halo, const double sphere[NUMBERS],
                                 Posting *posting)
{
  const double reach = (sphere[3] + c->radii->largest + c->gap) * widening;
  PetscInt64 first[3], n[3];

  PetscFunctionBeginUser;
  posting->begin = posting->rows.n;
  for (int axis = 0; axis < 3; axis++)
    first[axis] = RegionsAlong(halo, axis, sphere[axis], reach, &n[axis]);
  for (PetscInt64 k = 0; k < n[0] * n[1] * n[2]; k++) {
    const PetscInt64 x = (first[0] + k % n[0]) % halo->regions[0], y = (first[1] + k / n[0] % n[1]) % halo->regions[1],
                     z = (first[2] + k / n[0] / n[1]) % halo->regions[2];
    const int rank = GrPackOwnerOf(halo, (z * halo->regions[1] + y) * halo->regions[0] + x);
    if (!IsPosted(posting, rank))
      PetscCall(AddPosting(posting, rank, sphere));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrPackTakenAdd(const GrPackCase *c, const GrPackCase *thick, const double sphere[4], GrPackTaken *taken)
{
  const GrPackSphere s = {.x = {sphere[0], sphere[1], sphere[2]}, .radius = sphere[3], .key = -1};
  int power, k = 0;

  PetscFunctionBeginUser;
  (void)frexp(s.radius, &power); /* 2^(power - 1) <= radius < 2^power */
  while (k < taken->n && taken->power[k] != power)
    k++;
  if (k == taken->n) {
    PetscCheck(k < GR_PACK_SIZES_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "radii over 64 powers of 2");
    taken->power[taken->n++] = power;
    GrPackTableInit(&taken->table[k], thick, (ldexp(1, power) + c->radii->largest + c->gap) * widening);
  }
  PetscCall(GrPackTableAdd(&taken->table[k], &s));
  PetscFunctionReturn(0);
}

bool GrPackTakenBlocks(const GrPackTaken *taken, const GrPackSphere *s)
{
  for (int k = 0; k < taken->n; k++)
    if (GrPackTableBlocks(&taken->table[k], s))
      return true;
  return false;
}

/* How many of ROOM_TRIES random places in the region are free for the largest sphere. */
static PetscInt64 MeasureRoom(const GrPackCase *c, const GrPackHalo *halo, PetscInt64 region, const GrPackTaken *taken)
{
  const GrRandom random = {c->seed, GR_RANDOM_ROOM};
  double lower[3], upper[3];
  PetscInt64 room = 0;
  uint64_t bits[4];

  GrPackRegion(halo, region, lower, upper);
  for (uint32_t try = 0; try < ROOM_TRIES; try++) {
    GrPackSphere s = {.radius = c->radii->largest};
    GrRandomPair(random, region + 1, 2 * try, bits);
    GrRandomPair(random, region + 1, 2 * try + 1, bits + 2);
    GrPackPlace(c, s.radius, lower, upper, bits, s.x);
    room += !GrPackTakenBlocks(taken, &s);
  }
  return room;
}

/* The first sphere of each own region, in proportion to the room of all regions before it. */
static PetscErrorCode ShareByRoom(const GrPackCase *c, GrPackHalo *halo, const GrPackTaken *taken)
{
  const PetscInt64 n = halo->mine.count;
  PetscInt64 *room, mine = 0, before = 0, all;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n + 1, &room));
  for (PetscInt64 k = 0; k < n; k++)
    mine += room[k] = MeasureRoom(c, halo, halo->mine.first + k, taken);
  PetscCallMPI(MPI_Exscan(&mine, &before, 1, MPIU_INT64, MPI_SUM, halo->comm)); /* leaves the first rank's as it is */
  PetscCallMPI(MPI_Allreduce(&mine, &all, 1, MPIU_INT64, MPI_SUM, halo->comm));
  for (PetscInt64 k = 0; all && k <= n; k++) {
    const PetscInt64 next = k < n ? before + room[k] : before;
    room[k] = (PetscInt64)((__int128)before * halo->count / all);
    before = next;
  }
  halo->first = room;
  if (!all)
    return GrFail(GR_EXIT_INPUT,
                  "%s: the groups before it leave no place; write a larger part or fewer particles there", c->origin);
  PetscFunctionReturn(0);
}

/* This rank's share of what is in the way goes to where it is in the way; *all: how many there are on all ranks. */
static PetscErrorCode DistributeTaken(const GrPackCase *c, const GrPackHalo *halo, Posting *posting, PetscInt64 *all)
{
  PetscInt64 mine = 0;

  PetscFunctionBeginUser;
  *all = 0;
  if (c->empty)
    PetscFunctionReturn(0);
  for (PetscInt i = 0; i < c->n_taken; i++)
    if (!IsAway(c, &c->taken[NUMBERS * (size_t)i])) {
      PetscCall(PostSphere(c, halo, &c->taken[NUMBERS * (size_t)i], posting));
      mine++;
    }
  PetscCallMPI(MPI_Allreduce(&mine, all, 1, MPIU_INT64, MPI_SUM, halo->comm));
  if (*all)
    PetscCall(GrColumnsExchange(halo->comm, &posting->rows, posting->to));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPackTakenCreate(const GrPackCase *c, const GrPackCase *thick, GrPackHalo *halo, GrPackTaken *taken)
{
  const size_t size = NUMBERS * sizeof(double);
  Posting posting = {.to = NULL};
  PetscInt64 all;

  PetscFunctionBeginUser;
  taken->n = 0;
  PetscCall(GrColumnsCreate(1, &size, &posting.rows));
  PetscCall(DistributeTaken(c, halo, &posting, &all));
  for (PetscInt i = 0; all && i < posting.rows.n; i++)
    PetscCall(GrPackTakenAdd(c, thick, (const double *)posting.rows.data[0] + NUMBERS * (size_t)i, taken));
  PetscCall(PetscFree(posting.to));
  PetscCall(GrColumnsDestroy(&posting.rows));
  if (all)
    PetscCall(ShareByRoom(c, halo, taken));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPackTakenDestroy(GrPackTaken *taken)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < taken->n; k++)
    PetscCall(GrPackTableDestroy(&taken->table[k]));
  PetscFunctionReturn(0);
}
