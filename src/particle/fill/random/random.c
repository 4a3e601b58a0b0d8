/* Random sequential addition by rounds of proposals; algorithm, proof and limits are in random.h. */
#include "particle/fill/random/random.h"

#include "base/join.h"
#include "base/math/random.h"
#include "base/watch.h"
#include "particle/fill/random/random_occupied.h"
#include <granum/error.h>

/* CHECK_FIRST: rounds of a class before the first check whether it is done. */
enum { CHECK_FIRST = 8, BATCH_MAX = 1024, CLASSES_MAX = 64, ADVICE = 128 };

static const double fraction_max = 0.355;    /* of the volume between walls; equal spheres jam at 0.384 */
static const double fraction_max_flat = 0.5; /* of the area; equal discs jam at 0.547 */
static const double advice_margin = 0.93;    /* factor on the number of spheres that messages advise */
static const double thin_open = 0.9;     /* least fraction of the width between two near walls that counts as free */
static const double class_ratio = 0.7;   /* smallest to largest radius of a class */
static const double widening = 1 + 1e-9; /* factor on the reach, for the rounding of coordinates and faces */
static const double tries_each = 5000,
                    tries_more = 1e6; /* the search gives up after tries_each count + tries_more tries */

/* A sphere of the class without a place. */
typedef struct {
  PetscInt i;     /* index of the sphere on this rank */
  PetscInt64 try; /* number of its proposal, or of its next position */
  double key;     /* key of the proposal; -1: none */
} Waiting;

/* Progress of a class: positions tried since the last check, spheres without a place, rounds with such spheres. */
typedef struct {
  PetscInt64 tries, left, rounds;
} Progress;

typedef struct {
  const GrPackCase *c;
  GrPack *pack;
  double reach; /* largest distance of two spheres that can touch [m] */
  Progress mine;
  GrPackHalo halo;
  GrPackTaken taken;
  GrPackTable placed, proposed;
  PetscInt n_waiting;
  Waiting *waiting; /* [rows.count] */
  bool *settled;    /* [rows.count] */
} Packing;

/* Volume of the box, and the part of it between walls; areas for discs. */
static const char *MeasureBox(const GrPackCase *c, double *box, double *open)
{
  const double reach = 2 * c->radii->largest + c->gap;
  *box = *open = 1;
  for (int axis = 0; axis < (c->flat ? 2 : 3); axis++) {
    double length = c->upper[axis] - c->lower[axis];
    if (!(length > 0) || isinf(length))
      return "the box is empty; write an upper corner above the lower one";
    if (c->periodic[axis] && length < 2 * reach)
      return "a periodic box must be at least two of the largest diameters long; write a longer one";
    if (!c->periodic[axis] && length < reach + c->gap)
      return "the largest sphere does not fit between the walls; write a larger box or smaller radii";
    *box *= length;
    *open *= PetscMax(length - 2 * GrPackInset(c, axis), thin_open * length);
  }
  return NULL;
}

/* Writes the correction of a group with too many particles, of which only this part finds places [1]. The advised
   numbers leave a margin. */
static void WriteAdvice(const GrPackCase *c, double part, size_t length, char *text)
{
  const double share = advice_margin * part;

  snprintf(text, length,
           "write count: %" PetscInt64_FMT
           " or solid_fraction: %.2g at most, and let the particles settle to reach more",
           (PetscInt64)(share * (double)c->count), floor(100 * share * c->solid_fraction) / 100);
}

/* Checks that the solid fraction is below jamming. The space open to the spheres is the box without half a radius along
   each wall; a clump counts as the sphere around it, and a gap widens the spheres. The advice leaves a margin: close to
   the limit some spheres find no place. */
static const char *CheckFraction(const GrPackCase *c, double sphere, double open)
{
  static char problem[400];
  char advice[ADVICE];
  const double most = c->flat ? fraction_max_flat : fraction_max, wide = 1 + 0.5 * c->gap / c->radii->mean_radius;
  const double fraction = (double)c->count * sphere * wide * wide * (c->flat ? 1 : wide) / open;
  if (fraction <= most)
    return NULL;
  WriteAdvice(c, most / fraction, sizeof(advice), advice);
  snprintf(problem, sizeof problem,
           "the volume of %" PetscInt64_FMT
           " particles is %.3g of the space for them (the part to fill without half a radius along each wall; a clump "
           "counts as the sphere around it), and random placing jams near %.2f; %s",
           c->count, fraction, c->flat ? 0.55 : 0.38, advice);
  return problem;
}

const char *GrPackPrepare(GrPackCase *c)
{
  const GrDistribution *radii = c->radii;
  double sphere = c->flat ? GR_PI * radii->mean_square : 4.0 / 3.0 * GR_PI * radii->mean_cube, box, open;
  const char *problem;
  if (!(c->gap >= 0) || isinf(c->gap))
    return "the gap cannot be negative; write 0 or more";
  if ((problem = MeasureBox(c, &box, &open)))
    return problem;
  if (c->count == 0 && !(c->solid_fraction > 0 && c->solid_fraction < 1))
    return "the solid fraction must lie between 0 and 1; write a number such as 0.3";
  if (c->count == 0)
    c->count = (PetscInt64)PetscMin(floor(c->solid_fraction * box / sphere + 0.5), 0x1p60);
  if (c->count < 1)
    return "not a single sphere would be placed; write a larger solid fraction, or a count of at least 1";
  c->solid_fraction = (double)c->count * sphere / box;
  return CheckFraction(c, sphere, open);
}

/* Draws try number `try` of a sphere: a position in its region and a key. */
static void DrawTry(const Packing *p, GrPackSphere *s, const double lower[3], const double upper[3], PetscInt64 try)
{
  const GrPackCase *c = p->c;
  const GrRandom random = {c->seed, GR_RANDOM_PACK};
  uint64_t bits[4];
  for (int half = 0; half < 2; half++)
    GrRandomPair(random, c->first_id + s->number, (uint32_t)(2 * try + half), &bits[2 * half]);
  GrPackPlace(c, s->radius, lower, upper, bits, s->x);
  s->key = GrUniformOf(bits[3]);
}

/* Finds the next free position of a sphere: its proposal of an earlier round, or one of the next `batch` tries. New
   proposals get larger keys than proposals of earlier rounds. */
static bool FindPlace(Packing *p, Waiting *w, GrPackSphere *s, PetscInt64 batch, PetscInt64 *tries)
{
  double lower[3], upper[3];
  GrPackRegion(&p->halo, GrPackRegionOf(&p->halo, s->number), lower, upper);
  if (w->key >= 0) {
    DrawTry(p, s, lower, upper, w->try);
    s->key = w->key;
    if (!GrPackTableBlocks(&p->placed, s))
      return true;
    w->try++;
  }
  for (PetscInt64 k = 0; k < batch; k++, w->try++) {
    DrawTry(p, s, lower, upper, w->try);
    *tries += 1;
    if (GrPackTakenBlocks(&p->taken, s) || GrPackTableBlocks(&p->placed, s) || GrPackSolidBlocks(p->c, s))
      continue;
    w->key = s->key += (double)p->pack->rounds;
    return true;
  }
  w->key = -1;
  return false;
}

static PetscErrorCode ProposePlaces(Packing *p, PetscInt64 batch, PetscInt64 *tries)
{
  for (PetscInt k = 0; k < p->n_waiting; k++) {
    Waiting *w = &p->waiting[k];
    GrPackSphere s = {.radius = p->pack->radius[w->i], .number = p->pack->rows.first + w->i};
    if (!FindPlace(p, w, &s, batch, tries))
      continue;
    PetscCall(GrPackTableAdd(&p->proposed, &s));
    PetscCall(GrPackPost(&p->halo, &s, p->reach, false));
  }
  return 0;
}

/* Turns proposals that no proposal of smaller key blocks into places. The first n of the table belong to this rank. */
static PetscErrorCode SettleProposals(Packing *p, PetscInt n)
{
  for (PetscInt k = 0; k < n; k++) {
    GrPackSphere s = p->proposed.sphere[k];
    if (GrPackTableBlocks(&p->proposed, &s))
      continue;
    PetscInt i = (PetscInt)(s.number - p->pack->rows.first);
    s.key = -1;
    p->settled[i] = true;
    for (int axis = 0; axis < 3; axis++)
      p->pack->x[3 * (size_t)i + (size_t)axis] = s.x[axis];
    PetscCall(GrPackTableAdd(&p->placed, &s));
    PetscCall(GrPackPost(&p->halo, &s, p->reach, false));
  }
  return 0;
}

/* Sends the posted spheres, and adds the received spheres to a table. */
static PetscErrorCode DeliverTo(Packing *p, GrPackTable *table)
{
  GrParallelColumns *posted = &p->halo.posted;

  PetscCall(GrParallelColumnsExchange(p->halo.comm, posted, p->halo.to));
  for (PetscInt k = 0; k < posted->n; k++)
    PetscCall(GrPackTableAdd(table, (const GrPackSphere *)posted->data[0] + k));
  posted->n = 0;
  return 0;
}

/* One round. It changes nothing if no sphere waits on any rank. */
static PetscErrorCode RunRound(Packing *p, PetscInt64 batch)
{
  p->mine.rounds += p->n_waiting > 0;
  PetscCall(ProposePlaces(p, batch, &p->mine.tries));
  PetscInt own = p->proposed.n, n = 0;
  PetscCall(DeliverTo(p, &p->proposed));
  PetscCall(SettleProposals(p, own));
  PetscCall(DeliverTo(p, &p->placed));
  GrPackTableClear(&p->proposed);
  for (PetscInt k = 0; k < p->n_waiting; k++)
    if (!p->settled[p->waiting[k].i])
      p->waiting[n++] = p->waiting[k];
  p->n_waiting = n;
  p->pack->rounds += 1;
  return 0;
}

static void JoinProgress(const void *lower, void *value)
{
  const Progress *a = lower;
  Progress *b = value;

  *b = (Progress){a->tries + b->tries, a->left + b->left, PetscMax(a->rounds, b->rounds)};
}

/* Sums the progress of the class over all ranks. */
static PetscErrorCode ReduceProgress(Packing *p, Progress *all)
{
  p->mine.left = p->n_waiting;
  *all = p->mine;
  PetscCall(GrJoinAll(p->halo.comm, sizeof(*all), JoinProgress, all));
  p->pack->tries += all->tries;
  p->mine.tries = 0;
  return 0;
}

/* Places the spheres with above < radius <= to. */
static PetscErrorCode PlaceClass(Packing *p, double above, double to)
{
  const PetscInt64 before = p->pack->rounds;
  const double most = tries_each * (double)p->c->count + tries_more;
  PetscInt64 batch = 1, round = 1;
  Progress all = {.left = 1};
  char advice[ADVICE];

  p->n_waiting = 0;
  p->mine = (Progress){0};
  for (PetscInt i = 0; i < (PetscInt)p->pack->rows.count; i++)
    if (p->pack->radius[i] > above && p->pack->radius[i] <= to)
      p->waiting[p->n_waiting++] = (Waiting){.i = i, .key = -1};
  for (PetscInt64 check = CHECK_FIRST; all.left; check *= 2) {
    for (; round <= check; round++, batch = PetscMin(2 * batch, BATCH_MAX)) {
      GrWatchMark();
      PetscCall(RunRound(p, batch));
    }
    PetscCall(ReduceProgress(p, &all));
    if (all.left && (double)p->pack->tries > most) {
      WriteAdvice(p->c, 1 - (double)all.left / (double)p->c->count, sizeof(advice), advice);
      return GrFail(GR_EXIT_INPUT,
                    "%s: %" PetscInt64_FMT " of %" PetscInt64_FMT
                    " spheres did not fit at a solid fraction of %.3f%s%s; %s%s",
                    p->c->origin, all.left, p->c->count, p->c->solid_fraction,
                    p->halo.first && p->c->first_id > 1 ? " beside the groups before it" : "",
                    p->c->n_solids ? " outside of closed meshes" : "", advice, GrPackSolidAdvice(p->c));
    }
  }
  p->pack->rounds = before + all.rounds; /* as if each round had been followed by a check */
  return 0;
}

/* Classes with spheres: bits. The last bit is for all further classes. */
static PetscErrorCode FindClasses(const Packing *p, uint64_t *classes)
{
  const GrDistribution *radii = p->c->radii;
  uint64_t mine = 0;
  int k = 0;

  for (double to = radii->largest; to >= radii->smallest; to *= class_ratio, k += k < CLASSES_MAX - 1)
    for (PetscInt i = 0; i < (PetscInt)p->pack->rows.count; i++)
      if (p->pack->radius[i] > class_ratio * to && p->pack->radius[i] <= to)
        mine |= (uint64_t)1 << k;
  *classes = ~(uint64_t)0;
  if (k > 1)
    PetscCallMPI(MPI_Allreduce(&mine, classes, 1, MPI_UINT64_T, MPI_BOR, p->halo.comm));
  return 0;
}

static PetscErrorCode PlaceClasses(Packing *p)
{
  uint64_t classes;
  int k = 0;

  PetscCall(FindClasses(p, &classes));
  for (double to = p->c->radii->largest; to >= p->c->radii->smallest; to *= class_ratio, k += k < CLASSES_MAX - 1)
    if (classes >> k & 1)
      PetscCall(PlaceClass(p, class_ratio * to, to));
    else
      p->pack->rounds += 1;
  return 0;
}

static PetscErrorCode DrawRadii(const GrPackCase *c, GrPack *pack)
{
  PetscInt n = (PetscInt)pack->rows.count;
  PetscInt64 *id;

  PetscCall(PetscMalloc1(n, &id));
  for (PetscInt i = 0; i < n; i++)
    id[i] = c->first_id + pack->rows.first + i;
  GrFillDistributionRadii(c->radii, c->seed, n, id, pack->radius);
  return PetscFree(id);
}

/* The box of regions and cells; for discs it is as thick as the largest sphere. */
static GrPackCase ThickenFlat(const GrPackCase *c)
{
  GrPackCase thick = *c;
  const double half = c->radii->largest + c->gap;
  if (c->flat) {
    thick.lower[2] = c->lower[2] - half;
    thick.upper[2] = c->lower[2] + half;
    thick.periodic[2] = false;
  }
  return thick;
}

/* Places this rank's share of the spheres, after earlier spheres have been distributed. */
static PetscErrorCode FillBox(Packing *p, const GrPackCase *thick)
{
  const PetscInt64 first = GrPackFirstOf(&p->halo, p->halo.mine.first),
                   end = GrPackFirstOf(&p->halo, p->halo.mine.first + p->halo.mine.count);
  PetscInt n;

  p->pack->rows = (GrRows){.total = p->c->count, .first = first, .count = end - first};
  PetscCall(PetscIntCast(end - first, &n));
  PetscCall(PetscMalloc2(3 * (size_t)n, &p->pack->x, n, &p->pack->radius));
  PetscCall(PetscMalloc1(n, &p->waiting));
  PetscCall(PetscCalloc1(n, &p->settled));
  PetscCall(DrawRadii(p->c, p->pack));
  GrPackTableInit(&p->placed, thick, p->reach);
  GrPackTableInit(&p->proposed, thick, p->reach);
  PetscErrorCode failed = PlaceClasses(p);
  PetscCall(GrPackTableDestroy(&p->placed));
  PetscCall(GrPackTableDestroy(&p->proposed));
  PetscCall(PetscFree(p->waiting));
  PetscCall(PetscFree(p->settled));
  return failed;
}

PetscErrorCode GrPackGenerate(MPI_Comm comm, const GrPackCase *c, GrPack *pack)
{
  Packing p = {.c = c, .pack = pack, .reach = (2 * c->radii->largest + c->gap) * widening};
  const GrPackCase thick = ThickenFlat(c);

  *pack = (GrPack){.x = NULL};
  PetscCall(GrPackHaloCreate(comm, &thick, p.reach, &p.halo));
  PetscErrorCode failed = GrPackTakenCreate(c, &thick, &p.halo, &p.taken);
  if (!failed)
    failed = FillBox(&p, &thick);
  PetscCall(GrPackTakenDestroy(&p.taken));
  PetscCall(GrPackHaloDestroy(&p.halo));
  if (failed)
    PetscCall(GrPackDestroy(pack));
  return failed;
}

PetscErrorCode GrPackDestroy(GrPack *pack)
{
  return PetscFree2(pack->x, pack->radius);
}
