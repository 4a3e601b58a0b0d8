/* search: the partners of one owned sphere after the other, in the order of memory; see search.h.

   The nine runs of places around the sphere's cell are tested in groups of fixed length, for vector units. Of what is
   near, the sphere lists the pairs that no owned sphere before it has listed; each such pair is hung into a chain of
   its partner, which finds it there when its turn comes. New and old partners are sorted together by (id, shift); then
   the pairs get their numbers and are written, once, in their final places. */
#include "contact/search.h"

#include "contact/cells.h"

struct GrPairSearch_ {
  GrCells cells;
  double side[3]; /* of the box [m] */

  /* Of the sphere at hand: groups of GR_LANES places, the first place and a bit for each that is near; the partners,
     before sorting in the one pair of arrays, afterwards in the other. */
  PetscInt capacity_groups;
  PetscInt *place;
  unsigned char *near;
  uint64_t *key[2];
  PetscInt *partner[2]; /* local index, or ~k of the pair k if that was listed before */

  /* The chain of the pairs of an owned sphere that others have listed: head[i], next[head[i]], ... until -1. */
  PetscInt capacity_spheres, capacity_pairs;
  PetscInt *head;      /* [n_owned + 1]; the last takes what belongs into no chain */
  PetscInt *next;      /* [pairs] */
  uint64_t *key_there; /* [pairs] the key of the pair for the sphere in whose chain it is */
};

enum { RANK_SORT_MAX = 64 };

/* Before a loop of fixed length that is to become vector code rather than straight scalar code. */
#if defined(__GNUC__) && !defined(__clang__)
#define GR_VECTOR_LOOP _Pragma("GCC unroll 1")
#else
#define GR_VECTOR_LOOP
#endif

/* Room for n groups and up to 7 empty ones, and for partners in all their places; keeps the groups. */
static PetscErrorCode GrowGroups(GrPairSearch g, PetscInt n)
{
  const PetscInt groups = n + n / 2 + 8, partners = groups * GR_LANES + GR_LANES;

  PetscFunctionBeginUser;
  g->capacity_groups = groups - 7;
  PetscCall(PetscRealloc((size_t)groups * sizeof(*g->place), &g->place));
  PetscCall(PetscRealloc((size_t)groups * sizeof(*g->near), &g->near));
  for (int b = 0; b < 2; b++) {
    PetscCall(PetscFree(g->key[b]));
    PetscCall(PetscFree(g->partner[b]));
    PetscCall(PetscMalloc1(partners, &g->key[b]));
    PetscCall(PetscMalloc1(partners, &g->partner[b]));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrPairSearchCreate(GrPairSearch *search)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(search));
  PetscCall(GrowGroups(*search, 8));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPairSearchDestroy(GrPairSearch *search)
{
  PetscFunctionBeginUser;
  if (!*search)
    PetscFunctionReturn(0);
  PetscCall(GrCellsDestroy(&(*search)->cells));
  PetscCall(PetscFree((*search)->place));
  PetscCall(PetscFree((*search)->near));
  PetscCall(PetscFree((*search)->head));
  PetscCall(PetscFree((*search)->next));
  PetscCall(PetscFree((*search)->key_there));
  for (int b = 0; b < 2; b++) {
    PetscCall(PetscFree((*search)->key[b]));
    PetscCall(PetscFree((*search)->partner[b]));
  }
  PetscCall(PetscFree(*search));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPairsDestroy(GrPairs *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(p->listed, p->begin));
  PetscCall(PetscFree(p->first));
  PetscCall(PetscFree(p->second));
  PetscCall(PetscFree(p->shift));
  PetscCall(PetscFree(p->contact));
  PetscCall(PetscMemzero(p, sizeof(*p)));
  PetscFunctionReturn(0);
}

PetscErrorCode GrSpaceOrder(GrPairSearch search, const GrSpheres *spheres, PetscInt *order)
{
  PetscFunctionBeginUser;
  PetscCall(GrCellsOrder(&search->cells, spheres, order));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReserveSpheres(GrPairSearch g, GrPairs *p, PetscInt n)
{
  const PetscInt capacity = n + PetscMin(n / 2, PETSC_MAX_INT - 1 - n) + 1;

  PetscFunctionBeginUser;
  if (n >= g->capacity_spheres) {
    g->capacity_spheres = capacity;
    PetscCall(PetscFree(g->head));
    PetscCall(PetscMalloc1(capacity, &g->head));
  }
  if (n >= p->capacity_spheres) {
    p->capacity_spheres = capacity;
    PetscCall(PetscFree2(p->listed, p->begin));
    PetscCall(PetscMalloc2(capacity, &p->listed, capacity, &p->begin));
  }
  PetscFunctionReturn(0);
}

/* Room for n pairs. There are at most two contacts to a pair, and entries of `contact` hold twice its number. */
static PetscErrorCode GrowPairs(GrPairSearch g, GrPairs *p, PetscInt64 n)
{
  const PetscInt64 capacity = PetscMin(n + n / 2, (PetscInt64)(PETSC_MAX_INT / 2));

  PetscFunctionBeginUser;
  PetscCheck(n <= capacity, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "more contacts on one rank than its integers can count; use more ranks");
  if (n > p->capacity_pairs) {
    p->capacity_pairs = (PetscInt)capacity;
    PetscCall(PetscRealloc((size_t)capacity * sizeof(*p->first), &p->first));
    PetscCall(PetscRealloc((size_t)capacity * sizeof(*p->second), &p->second));
    PetscCall(PetscRealloc((size_t)capacity * sizeof(*p->shift), &p->shift));
    PetscCall(PetscRealloc((size_t)capacity * 2 * sizeof(*p->contact), &p->contact));
  }
  if (n > g->capacity_pairs) {
    g->capacity_pairs = p->capacity_pairs;
    PetscCall(PetscRealloc((size_t)g->capacity_pairs * sizeof(*g->next), &g->next));
    PetscCall(PetscRealloc((size_t)g->capacity_pairs * sizeof(*g->key_there), &g->key_there));
  }
  PetscFunctionReturn(0);
}

/* A bit for each of the GR_LANES places from `place` on that is near sphere i (x, y, z, radius, reach) and holds an
   image of itself or of a sphere behind it in memory. */
static inline unsigned Near(const GrCells *c, PetscInt place, const double sphere[5], PetscInt i)
{
  static const uint64_t bit[GR_LANES] = {1, 2, 4, 8, 16, 32, 64, 128};
  const double *restrict x = c->x[0] + place, *restrict y = c->x[1] + place, *restrict z = c->x[2] + place;
  const double *restrict r = c->radius + place;
  const PetscInt *restrict index = c->index + place;
  const double x0 = sphere[0], y0 = sphere[1], z0 = sphere[2], radius = sphere[3], reach = sphere[4];
  uint64_t bits = 0;
  GR_VECTOR_LOOP
  for (int k = 0; k < GR_LANES; k++) {
    double dx = x[k] - x0, dy = y[k] - y0, dz = z[k] - z0, cut = (radius + r[k]) + reach;
    bits |= ((dx * dx + dy * dy + dz * dz < cut * cut) & (index[k] >= i)) ? bit[k] : 0;
  }
  return (unsigned)bits;
}

/* Groups of places around owned sphere i, with their bits; their number goes to `groups`, a multiple of 8 (empty ones
   at the end). */
static PetscErrorCode FindNear(GrPairSearch g, const GrSpheres *s, PetscInt i, PetscInt *groups)
{
  const GrCells cells = g->cells, *c = &cells; /* a copy, which no store below can change */
  const double sphere[5] = {s->x[0][i], s->x[1][i], s->x[2][i], s->radius[i], s->reach};
  PetscInt low[3], high[3], n = 0;

  PetscFunctionBeginUser;
  for (int a = 0; a < 3; a++) {
    PetscInt cell = GrCellOf(c, a, sphere[a]);
    low[a] = PetscMax(cell - GrCellSteps[a], 0);
    high[a] = PetscMin(cell + GrCellSteps[a], c->count[a] - 1);
  }
  for (PetscInt z = low[2]; z <= high[2]; z++) {
    for (PetscInt y = low[1]; y <= high[1]; y++) {
      const PetscInt *row = c->start + (z * c->count[1] + y) * c->count[0];
      const PetscInt begin = row[low[0]], end = row[high[0] + 1];
      if (PetscUnlikely((end - begin) / GR_LANES + 1 > g->capacity_groups - n))
        PetscCall(GrowGroups(g, n + (end - begin) / GR_LANES + 1));
      for (PetscInt place = begin; place < end; place += GR_LANES, n++) {
        g->place[n] = place;
        g->near[n] =
            (unsigned char)(Near(c, place, sphere, i) & (0xffu >> (GR_LANES - PetscMin(end - place, GR_LANES))));
      }
    }
  }
  while (n % 8)
    g->near[n++] = 0;
  *groups = n;
  PetscFunctionReturn(0);
}

/* The rule of search.h, for an image of sphere j relative to sphere i; the other way round only signs change. */
static PetscBool NearImage(const GrPairSearch g, const GrSpheres *s, PetscInt i, PetscInt j, int image)
{
  double d[3], cut = (s->radius[i] + s->radius[j]) + s->reach;
  for (int a = 0; a < 3; a++)
    d[a] = (s->x[a][j] - s->x[a][i]) + GrShiftAxis(image, a) * g->side[a];
  return (PetscBool)(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < cut * cut);
}

/* A key orders the partners of a sphere, by (id, shift of the pair, 1 if the sphere is its second): from bit 6 on the
   id, then 5 bits, then one. */
static inline uint64_t Key(PetscInt64 id, int shift, int is_second)
{
  return (uint64_t)id << 6 | (uint64_t)(shift + 13) << 1 | (uint64_t)is_second;
}

/* The partners with which sphere i lists a pair, and their keys; returns their number. */
static PetscInt NewPartners(GrPairSearch g, const GrSpheres *s, PetscInt i, PetscInt groups)
{
  const PetscInt *restrict index = g->cells.index;
  const signed char *restrict images = g->cells.image;
  uint64_t *restrict key = g->key[0];
  PetscInt *restrict partner = g->partner[0], n = 0;

  for (PetscInt first = 0; first < groups; first += 8) {
    uint64_t bits = 0;
    for (int b = 0; b < 8; b++)
      bits |= (uint64_t)g->near[first + b] << 8 * b;
    for (; bits; bits &= bits - 1) {
      const int bit = __builtin_ctzll(bits);
      const PetscInt place = g->place[first + bit / GR_LANES] + bit % GR_LANES, j = index[place];
      const int image = images[place];
      if (PetscUnlikely(image) && !NearImage(g, s, i, j, image))
        continue;
      const int is_second = j == i ? image < 0 : s->id[i] > s->id[j];
      partner[n] = j;
      key[n] = Key(s->id[j], is_second ? -image : image, is_second);
      n += (j != i) | (image != 0);
    }
  }
  return n;
}

/* Appends the partners in the chain of sphere i to the n new ones; returns the number of all. */
static PetscInt ListedPartners(GrPairSearch g, PetscInt i, PetscInt n)
{
  for (PetscInt k = g->head[i]; k >= 0; k = g->next[k], n++) {
    g->partner[0][n] = ~k;
    g->key[0][n] = g->key_there[k];
  }
  return n;
}

/* Sorts a few partners: the place of a key is the number of keys below it; no branch depends on the data. Beyond n the
   keys are the largest there are, and the sorted arrays have a place for them. */
static void RankSort(PetscInt n, const uint64_t *restrict key, const PetscInt *restrict partner,
                     uint64_t *restrict sorted_key, PetscInt *restrict sorted_partner)
{
  for (PetscInt base = 0; base < n; base += GR_LANES) {
    uint64_t rank[GR_LANES] = {0};
    for (PetscInt k = 0; k < n; k++)
      GR_VECTOR_LOOP
    for (int l = 0; l < GR_LANES; l++)
      rank[l] += key[k] < key[base + l];
    for (int l = 0; l < GR_LANES; l++) {
      sorted_key[rank[l]] = key[base + l];
      sorted_partner[rank[l]] = partner[base + l];
    }
  }
}

/* Sorts the partners of the sphere at hand by key and returns in which pair of arrays they are then: short stretches by
   rank, then merged, doubling their length, from one pair of arrays to the other. */
static int SortPartners(GrPairSearch g, PetscInt n)
{
  int now = 1;
  for (int l = 0; l < GR_LANES; l++)
    g->key[0][n + l] = UINT64_MAX;
  for (PetscInt begin = 0; begin < n; begin += RANK_SORT_MAX)
    RankSort(PetscMin(n - begin, RANK_SORT_MAX), g->key[0] + begin, g->partner[0] + begin, g->key[1] + begin,
             g->partner[1] + begin);
  for (PetscInt length = RANK_SORT_MAX; length < n; length *= 2) {
    const uint64_t *key = g->key[now];
    for (PetscInt begin = 0; begin < n; begin += 2 * length) {
      const PetscInt middle = PetscMin(begin + length, n), end = PetscMin(begin + 2 * length, n);
      PetscInt a = begin, b = middle;
      for (PetscInt k = begin; k < end; k++) {
        PetscInt from = b == end || (a < middle && key[a] < key[b]) ? a++ : b++;
        g->key[!now][k] = key[from];
        g->partner[!now][k] = g->partner[now][from];
      }
    }
    now = !now;
  }
  return now;
}

/* Numbers the n contacts of owned sphere i, sorted by key, and lists the pairs that are its own to list. */
static void List(GrPairSearch g, const GrSpheres *s, PetscInt i, PetscInt n, GrPairs *p)
{
  const int sorted = SortPartners(g, n);
  const uint64_t *restrict key = g->key[sorted];
  const PetscInt *restrict partner = g->partner[sorted];
  PetscInt *restrict contact = p->contact + p->begin[i], *restrict head = g->head, *restrict next = g->next;
  PetscInt *restrict first = p->first, *restrict second = p->second, pairs = p->n;
  const uint64_t own_key = Key(s->id[i], -13, 0);
  uint64_t *restrict key_there = g->key_there;
  signed char *restrict shift = p->shift;

  for (PetscInt k = 0; k < n; k++) {
    const PetscInt j = partner[k], chain = ((j > i) & (j < s->n_owned)) ? j : s->n_owned;
    const int is_second = (int)(key[k] & 1), again = (j == i) & is_second; /* as `first` it came just before */
    first[pairs] = is_second ? j : i;
    second[pairs] = is_second ? i : j;
    shift[pairs] = (signed char)((int)(key[k] >> 1 & 31) - 13);
    key_there[pairs] = own_key | ((key[k] ^ 1) & 63);
    next[pairs] = head[chain];
    head[chain] = pairs;
    contact[k] = 2 * (j < 0 ? ~j : pairs - again) + is_second;
    pairs += (j >= 0) & !again;
  }
  p->n = pairs;
  p->listed[i + 1] = pairs;
  p->begin[i + 1] = p->begin[i] + n;
}

PetscErrorCode GrPairSearchRun(GrPairSearch g, const GrSpheres *s, GrPairs *p)
{
  PetscFunctionBeginUser;
  PetscCheck(s->reach >= 0, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "negative reach");
  PetscCall(ReserveSpheres(g, p, s->n_owned));
  p->n = p->listed[0] = p->begin[0] = 0;
  if (!s->n_owned)
    PetscFunctionReturn(0);
  PetscCall(GrCellsBuild(&g->cells, s));
  for (int a = 0; a < 3; a++)
    g->side[a] = s->upper[a] - s->lower[a];
  for (PetscInt i = 0; i <= s->n_owned; i++)
    g->head[i] = -1;
  for (PetscInt i = 0; i < s->n_owned; i++) {
    PetscInt groups = 0, n, most;
    PetscCall(FindNear(g, s, i, &groups));
    most = groups * GR_LANES;
    if (PetscUnlikely(most >= PetscMin(p->capacity_pairs, g->capacity_pairs) - p->n)) /* List writes one beyond */
      PetscCall(GrowPairs(g, p, (PetscInt64)p->n + most + 1));
    n = ListedPartners(g, i, NewPartners(g, s, i, groups)); /* no more than places: the rule is symmetric */
    List(g, s, i, n, p);
  }
  PetscFunctionReturn(0);
}
