/* random_halo: regions, owners, messages; see random_halo.h. */
#include "particle/fill/random/random_halo.h"

#include "base/math/random.h"
#include "parallel/decomposition.h"
#include <limits.h>
#include <math.h>

enum { TAG = 71, SPHERES_PER_REGION = 340, NEIGHBOURS = 27 };
enum { MESSAGE_MAX = INT_MAX / sizeof(GrPackSphere) };

static const double region_edge = 8; /* at least so many reaches */

double GrPackInset(const GrPackCase *c, int axis)
{
  return c->periodic[axis] || (c->flat && axis == 2) ? 0 : 0.5 * c->radii->mean_radius;
}

/* Regions of at least 8 reaches and 340 spheres, or as long as the box. */
static void PlanRegions(GrPackHalo *p, const GrPackCase *c)
{
  double length[3], whole = 1, volume = 0, edge = region_edge * p->reach;
  for (int axis = 0; axis < 3; axis++) {
    double inset = GrPackInset(c, axis);
    p->periodic[axis] = c->periodic[axis];
    p->origin[axis] = c->lower[axis] + inset;
    length[axis] = c->upper[axis] - c->lower[axis] - 2 * inset;
    whole *= length[axis];
  }
  double least = PetscMax(edge * edge * edge, whole * SPHERES_PER_REGION / (double)c->count);
  for (p->n_regions = 0; volume < least && p->n_regions != 1; edge *= 1.25) {
    volume = 1;
    p->n_regions = 1;
    for (int axis = 0; axis < 3; axis++) {
      p->regions[axis] = (PetscInt64)PetscMax(1, floor(length[axis] / edge));
      p->edge[axis] = length[axis] / (double)p->regions[axis];
      p->n_regions *= p->regions[axis];
      volume *= p->edge[axis];
    }
  }
}

/* Number of the first sphere of a region; the count of all for the region after the last. */
PetscInt64 GrPackFirstOf(const GrPackHalo *p, PetscInt64 region)
{
  if (p->first)
    return p->first[region - p->mine.first];
  return (PetscInt64)((__int128)region * p->count / p->n_regions);
}

/* The last own region that begins with this sphere or before it. */
static PetscInt64 LastFrom(const GrPackHalo *p, PetscInt64 number)
{
  PetscInt64 low = 0, high = p->mine.count - 1;
  while (low < high) {
    PetscInt64 middle = low + (high - low + 1) / 2;
    if (p->first[middle] <= number)
      low = middle;
    else
      high = middle - 1;
  }
  return p->mine.first + low;
}

PetscInt64 GrPackRegionOf(const GrPackHalo *p, PetscInt64 number)
{
  PetscInt64 region = (PetscInt64)((__int128)number * p->n_regions / p->count);
  if (p->first)
    return LastFrom(p, number);
  while (GrPackFirstOf(p, region + 1) <= number)
    region++;
  return region;
}

/* The rank to which GrDecompose gives the region. */
int GrPackOwnerOf(const GrPackHalo *p, PetscInt64 region)
{
  PetscInt64 share = p->n_regions / p->size, more = p->n_regions % p->size, ahead = more * (share + 1);
  return (int)(region < ahead ? region / (share + 1) : more + (region - ahead) / share);
}

static void RegionPlace(const GrPackHalo *p, PetscInt64 region, PetscInt64 at[3])
{
  at[0] = region % p->regions[0];
  at[1] = region / p->regions[0] % p->regions[1];
  at[2] = region / p->regions[0] / p->regions[1];
}

/* Neighbour n of a region, -1 beyond a wall, or if x is given and lies farther than the reach from it. */
static PetscInt64 RegionBeside(const GrPackHalo *p, PetscInt64 region, int n, const double *x)
{
  PetscInt64 at[3];
  const int offset[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
  RegionPlace(p, region, at);
  for (int axis = 0; axis < 3; axis++) {
    double face = p->origin[axis] + p->edge[axis] * (double)(at[axis] + (offset[axis] > 0));
    if (x && offset[axis] && fabs(x[axis] - face) > p->reach)
      return -1;
    at[axis] += offset[axis];
    if ((at[axis] < 0 || at[axis] >= p->regions[axis]) && !p->periodic[axis])
      return -1;
    at[axis] = (at[axis] + p->regions[axis]) % p->regions[axis];
  }
  return (at[2] * p->regions[1] + at[1]) * p->regions[0] + at[0];
}

void GrPackRegion(const GrPackHalo *p, PetscInt64 region, double lower[3], double upper[3])
{
  PetscInt64 at[3];
  RegionPlace(p, region, at);
  for (int axis = 0; axis < 3; axis++) {
    bool first = at[axis] == 0, last = at[axis] == p->regions[axis] - 1, wall = !p->periodic[axis];
    lower[axis] = first && wall ? -INFINITY : p->origin[axis] + p->edge[axis] * (double)at[axis];
    upper[axis] = last && wall ? INFINITY : p->origin[axis] + p->edge[axis] * (double)(at[axis] + 1);
  }
}

/* The box of the rank that owns the region; NULL if it is this rank. */
static GrPackBox *BoxOf(GrPackHalo *p, PetscInt64 region)
{
  int owner = GrPackOwnerOf(p, region);
  for (int i = 0; i < p->n_peers; i++)
    if (p->out[i].rank == owner)
      return &p->out[i];
  return NULL;
}

/* One box for each other rank that owns a neighbour of an own region. */
static PetscErrorCode FindPeers(GrPackHalo *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(PetscMin(p->mine.count * NEIGHBOURS, (PetscInt64)p->size), &p->out));
  for (PetscInt64 i = 0; i < p->mine.count; i++)
    for (int n = 0; n < NEIGHBOURS; n++) {
      PetscInt64 region = RegionBeside(p, p->mine.first + i, n, NULL);
      if (region >= 0 && GrPackOwnerOf(p, region) != p->rank && !BoxOf(p, region))
        p->out[p->n_peers++].rank = GrPackOwnerOf(p, region);
    }
  PetscCall(PetscMalloc1(p->n_peers, &p->request));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReserveBox(GrPackBox *box, PetscInt n)
{
  PetscFunctionBeginUser;
  if (n > box->capacity) {
    box->capacity = PetscMax(n, 2 * box->capacity);
    PetscCall(PetscRealloc((size_t)box->capacity * sizeof(*box->sphere), &box->sphere));
  }
  PetscFunctionReturn(0);
}

/* Puts the sphere into the box of every rank with a region within reach. */
void GrPackPlace(const GrPackCase *c, double radius, const double lower[3], const double upper[3],
                 const uint64_t bits[3], double x[3])
{
  for (int axis = 0; axis < 3; axis++) {
    double from = PetscMax(lower[axis], c->periodic[axis] ? lower[axis] : c->lower[axis] + radius + c->gap);
    double to = PetscMin(upper[axis], c->periodic[axis] ? upper[axis] : c->upper[axis] - radius - c->gap);
    double at = from + (to - from) * GrUniformOf(bits[axis]);
    x[axis] = c->flat && axis == 2 ? c->lower[2] : at < to ? at : from;
  }
}

PetscErrorCode GrPackExchange(GrPackHalo *p, const GrPackSphere *s)
{
  PetscFunctionBeginUser;
  for (int n = 0; n < NEIGHBOURS && p->n_peers; n++) {
    PetscInt64 region = RegionBeside(p, s->region, n, s->x);
    GrPackBox *box = region < 0 ? NULL : BoxOf(p, region);
    if (!box || (box->n && box->sphere[box->n - 1].number == s->number))
      continue;
    PetscCall(ReserveBox(box, box->n + 1));
    box->sphere[box->n++] = *s;
  }
  PetscFunctionReturn(0);
}

/* Empties the boxes: what they hold is added to the same table of the ranks they are for. */
PetscErrorCode GrPackDeliver(GrPackHalo *p, GrPackTable *table)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < p->n_peers; i++) {
    PetscCheck(p->out[i].n <= MESSAGE_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "too many spheres for a message");
    int bytes = (int)((size_t)p->out[i].n * sizeof(GrPackSphere));
    PetscCallMPI(MPI_Isend(p->out[i].sphere, bytes, MPI_BYTE, p->out[i].rank, TAG, p->comm, &p->request[i]));
    p->messages += 1;
    p->bytes += bytes;
  }
  for (int i = 0; i < p->n_peers; i++) {
    MPI_Status status;
    int bytes;
    PetscCallMPI(MPI_Probe(p->out[i].rank, TAG, p->comm, &status));
    PetscCallMPI(MPI_Get_count(&status, MPI_BYTE, &bytes));
    PetscInt n = (PetscInt)((size_t)bytes / sizeof(GrPackSphere));
    PetscCall(ReserveBox(&p->in, n));
    PetscCallMPI(MPI_Recv(p->in.sphere, bytes, MPI_BYTE, p->out[i].rank, TAG, p->comm, MPI_STATUS_IGNORE));
    for (PetscInt k = 0; k < n; k++)
      PetscCall(GrPackTableAdd(table, &p->in.sphere[k]));
  }
  PetscCallMPI(MPI_Waitall(p->n_peers, p->request, MPI_STATUSES_IGNORE));
  for (int i = 0; i < p->n_peers; i++)
    p->out[i].n = 0;
  PetscFunctionReturn(0);
}

PetscErrorCode GrPackHaloCreate(MPI_Comm comm, const GrPackCase *c, double reach, GrPackHalo *p)
{
  PetscFunctionBeginUser;
  *p = (GrPackHalo){.count = c->count, .reach = reach};
  PetscCallMPI(MPI_Comm_dup(comm, &p->comm));
  PetscCallMPI(MPI_Comm_rank(p->comm, &p->rank));
  PetscCallMPI(MPI_Comm_size(p->comm, &p->size));
  PlanRegions(p, c);
  p->mine = GrDecompose(p->n_regions, p->rank, p->size);
  PetscCall(FindPeers(p));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPackHaloDestroy(GrPackHalo *p)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < p->n_peers; i++)
    PetscCall(PetscFree(p->out[i].sphere));
  PetscCall(PetscFree(p->in.sphere));
  PetscCall(PetscFree(p->out));
  PetscCall(PetscFree(p->request));
  PetscCall(PetscFree(p->first));
  PetscCallMPI(MPI_Comm_free(&p->comm));
  PetscFunctionReturn(0);
}
