/* margin: computes the margin of each particle: its displacement from its reference position up to which no contact is
   missed; see displacement.c.

   Margins are skin/2 times a power of 2. Particles that are fast, or have a fast candidate partner, have larger
   margins. A few fast particles therefore neither cause an early rebuild of the neighbour list nor enlarge all margins.
   The margins follow from positions, velocities and counts before the rebuild, which are the same on any number of
   ranks. If the case gives a skin, all margins are half of it. If the step length is fixed, step_margin.c gives a lower
   limit of the margins that granum chooses. */
#include "bulk/bulk.h"

#include <granum/error.h>
#include <math.h>

/* Classes of speeds: with v_max the largest speed, class e has speeds of at most 2^-e v_max and more than half of that.
   Margins of class c are 2^c times the smallest margin. Particles of all classes with a margin of their own then take
   the same time to move by it. */
enum { CLASSES = GR_COUNTED_CLASSES };

static void CountNeighbours(GrWorld w, PetscInt64 own[GR_COUNTED_COUNTS])
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->history;
  const PetscInt n = b->store.columns.n;

  own[GR_COUNTED_PARTICLES] = n;
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    const GrPair pair = GrBulkCandidate(&b->neighbours, k);
    own[GR_COUNTED_CANDIDATES] += (pair.first < n) + (pair.second < n);
    own[GR_COUNTED_MADE_TYPES] += pair.type < b->model.pairs.n_kept ? 0 : (pair.first < n) + (pair.second < n);
  }
  for (PetscInt block = 0; block < h->n_blocks; block++)
    for (int e = 0; e < h->n[h->committed][block]; e++) {
      const PetscInt k = GR_BLOCK_SLOTS * block + h->slot[h->committed][GR_BLOCK_SLOTS * block + e];
      const GrPair pair = GrBulkCandidate(&b->neighbours, k);
      own[GR_COUNTED_CONTACTS] += (pair.first < n) + (pair.second < n);
    }
}

/* Costs [ns] of an idle candidate in a step, of a particle in a rebuild, and of preparing the laws for a candidate
   without a shared pair type in a rebuild; measured on packings, beds and flows. Only the ratios matter. */
static const double testing = 10, listing = 800, preparing = 200;

typedef struct {
  double largest;          /* largest speed of a particle on any rank [m/s] */
  double *speed;           /* [n_all] largest speed of each particle and its partners in candidate pairs [m/s] */
  const PetscInt64 *count; /* [GR_COUNTED_COUNTS] counts before the last rebuild, sums over all ranks */
} Speeds;

static int SpeedClass(const Speeds *s, PetscInt i)
{
  return s->speed[i] > 0 ? PetscMin(CLASSES - 1, PetscMax(0, -ilogb(s->speed[i] / s->largest) - 1)) : CLASSES - 1;
}

/* Largest speed of each particle and its candidate partners, including ghosts. Not all partners of a ghost are known on
   this rank. */
static PetscErrorCode SpreadSpeeds(const GrBulk b, double speed[])
{
  double *own; /* squares */

  PetscCall(PetscMalloc1(b->neighbours.n_all, &own));
  for (PetscInt i = 0; i < b->neighbours.n_all; i++) {
    double v[3];
    GrBulkCellSubtractFlow(b, b->store.state + GR_STATE * i, v);
    speed[i] = own[i] = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  }
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    const GrPair pair = GrBulkCandidate(&b->neighbours, k);
    speed[pair.first] = PetscMax(speed[pair.first], own[pair.second]);
    speed[pair.second] = PetscMax(speed[pair.second], own[pair.first]);
  }
  for (PetscInt i = 0; i < b->neighbours.n_all; i++)
    speed[i] = sqrt(speed[i]);
  return PetscFree(own);
}

/* Largest speed over all ranks [m/s]; the check that ended the epoch may have found it. Collective. */
static PetscErrorCode FindLargestSpeed(GrWorld w, double *fastest)
{
  const GrBulk b = w->bulk;
  double largest = 0;

  *fastest = b->epoch.checked.fastest;
  if (b->epoch.checked.step == b->numbers.steps)
    return 0;
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    double v[3];
    GrBulkCellSubtractFlow(b, b->store.state + GR_STATE * i, v);
    largest = PetscMax(largest, v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
  largest = sqrt(largest);
  PetscCallMPI(MPI_Allreduce(&largest, fastest, 1, MPI_DOUBLE, MPI_MAX, w->comm));
  return 0;
}

/* Finds the speeds of this rank, and its counts, which the next check reduces over all ranks. Collective. */
static PetscErrorCode CountRank(GrWorld w, Speeds *s)
{
  const GrBulk b = w->bulk;
  PetscInt64 *count = b->ownership.counts.count;
  PetscInt64 bytes;
  PetscInt messages;

  PetscCall(GrBulkExchangeHalo(w, b->store.state));
  GrParallelGhostsTraffic(b->neighbours.ghosts, &messages, &bytes);
  w->load.traffic.messages += messages;
  w->load.traffic.bytes += bytes;
  PetscCall(SpreadSpeeds(b, s->speed));
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    const int e = SpeedClass(s, i);
    count[GR_COUNTED_SPEED + e]++;
    count[GR_COUNTED_MARGIN + PetscMin(CLASSES - 1, ilogb(b->store.margin[i] / (0.5 * b->numbers.skin)))]++;
  }
  CountNeighbours(w, count);
  b->ownership.counts.skin = b->numbers.skin;
  b->ownership.counts.has_counts = true;
  return 0;
}

/* Class of the margin of a particle with this class of speed if the fastest particle has class `top`. */
static int MarginClass(int top, int speed)
{
  return PetscMax(0, top - speed);
}

/* Ratio of the number of idle candidates to that with the smallest margin for all particles. */
static double WidenedBy(const PetscInt64 margin[CLASSES])
{
  double sum = 0, n = 0;
  for (int c = 0; c < CLASSES; c++) {
    const double mean = 0.5 * (ldexp(1, c) + 1);
    sum += mean * mean * (double)margin[c];
    n += (double)margin[c];
  }
  return sum / n;
}

static double WidenedByTop(const Speeds *s, int top)
{
  PetscInt64 margin[CLASSES] = {0};
  for (int e = 0; e < CLASSES; e++)
    margin[MarginClass(top, e)] += s->count[GR_COUNTED_SPEED + e];
  return WidenedBy(margin);
}

/* Highest class of the fastest particle at which at most an eighth of the particles have margins wider than the
   smallest. If many particles are fast, slow particles collide with them, exceed their margins and end the
   epoch. */
static int HighestTop(const Speeds *s)
{
  PetscInt64 all = 0, wide = 0;
  int top = 0;

  for (int e = 0; e < CLASSES; e++)
    all += s->count[GR_COUNTED_SPEED + e];
  for (; top < CLASSES - 1 && 8 * (wide + s->count[GR_COUNTED_SPEED + top]) <= all; top++)
    wide += s->count[GR_COUNTED_SPEED + top];
  return top;
}

/* Chooses skin and class of the fastest particle by their cost:
     cost of a step and particle = testing f^2 g idle + rebuilding/(f p steps)
   f  skin divided by the skin of the epoch that ends
   g  ratio of the number of idle candidates to that with the smallest margin for all particles (WidenedBy)
   p  time in which a particle moves by its margin, divided by that time in the epoch that ends, at equal skin
   idle  number of candidates per particle that do not act, with the smallest margin for all particles
   testing, rebuilding  cost of testing a candidate, and of a rebuild per particle
   steps  number of steps of the epoch that ends
   Wider margins increase the number of idle candidates with the square of the margin; narrower margins increase the
   number of rebuilds. The counts of the previous epoch are scaled with the square of the skin. All
   numbers are the same on any number of ranks. Limits: the skin changes by one of `factors`, and the ratio of the
   largest to the smallest margin at most doubles, because the measured costs hold only nearby. A skin that walls have
   widened beyond the usual limit shrinks again. */
static void AdaptMargins(GrWorld w, const Speeds *s, int *top)
{
  static const double factors[] = {0.7, 0.85, 1, 1.2, 1.5};
  const GrBulk b = w->bulk;
  const double steps = (double)PetscMax(1, b->numbers.steps - b->numbers.reneighboured), old = b->numbers.skin;
  const double thinnest = 0.02 * b->particles.smallest_radius;
  const double thickest =
      PetscMax(0.5 * (b->particles.smallest_radius + b->particles.largest_radius), factors[0] * old);
  const int before = ilogb(b->neighbours.largest_margin / (0.5 * old)), highest = PetscMin(HighestTop(s), before + 1);
  const PetscInt64 *n = s->count;
  double best = INFINITY;

  if (n[GR_COUNTED_PARTICLES] == 0) /* all have left, none is inserted yet, or nothing has been counted */
    return;
  const double particles = (double)n[GR_COUNTED_PARTICLES], wider = old / b->numbers.counted_skin;
  const double idle = wider * wider * 0.5 * (double)(n[GR_COUNTED_CANDIDATES] - n[GR_COUNTED_CONTACTS]) / particles /
                      WidenedBy(n + GR_COUNTED_MARGIN);
  const double rebuilding = listing + preparing * 0.5 * (double)n[GR_COUNTED_MADE_TYPES] / particles;
  for (int t = PetscMax(0, PetscMin(before - 1, highest)); t <= highest; t++)
    for (size_t k = 0; k < sizeof(factors) / sizeof(factors[0]); k++) {
      const double f = factors[k], widest = ldexp(f * old, t), pace = s->largest / (0.5 * widest);
      const double longer = b->numbers.pace > 0 && pace > 0 ? b->numbers.pace / pace : ldexp(f, t - before);
      const double cost = testing * f * f * WidenedByTop(s, t) * idle + rebuilding / (longer * steps);
      if (f * old >= thinnest && f * old <= thickest && widest <= 2 * thickest && cost < best) {
        best = cost;
        b->numbers.skin = f * old;
        *top = t;
      }
    }
}

/* Class of the fastest particle after an epoch that ended with an insertion. How long that epoch would have lasted is
   not known. */
static int KeepMargins(const GrBulk b, const Speeds *s)
{
  if (!(b->neighbours.largest_margin > 0)) /* there were no particles */
    return 0;
  return PetscMin(HighestTop(s), ilogb(b->neighbours.largest_margin / (0.5 * b->numbers.skin)));
}

/* Bounds of the widths: the largest margin is that of the fastest particle, and the largest particle may have it. */
static void BoundWidths(GrBulk b, double fastest, int top, const GrStepPath *path)
{
  const double margin = ldexp(0.5 * b->numbers.skin, MarginClass(top, fastest > 0 ? 0 : CLASSES - 1));

  b->neighbours.largest_margin = b->population.total > 0 ? PetscMax(margin, GrBulkStepMargin(path, fastest)) : 0;
  b->neighbours.widest = b->population.total > 0 ? b->particles.largest_radius + b->neighbours.largest_margin : 0;
}

PetscErrorCode GrBulkSetMargins(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrStepPath path = GrBulkFindStepPath(w);
  Speeds s = {0};
  int top = 0;

  PetscCall(FindLargestSpeed(w, &s.largest));
  if (b->numbers.expected_speed > 0 && s.largest > b->numbers.expected_speed)
    b->numbers.seen_speed = s.largest;
  if (w->the_case->time.skin > 0)
    return 0;
  PetscCall(PetscMalloc1(b->neighbours.n_all, &s.speed));
  s.count = b->numbers.counted;
  PetscCall(CountRank(w, &s));
  if (w->bulk->population.insertion && GrBulkInsertIsDue(w, w->clock.committed))
    top = KeepMargins(b, &s);
  else
    AdaptMargins(w, &s, &top);
  b->numbers.skin = PetscMax(b->numbers.skin, GrBulkFindWallSkin(w, &path));
  for (PetscInt i = 0; i < b->store.columns.n; i++)
    b->store.margin[i] = PetscMax(ldexp(0.5 * b->numbers.skin, MarginClass(top, SpeedClass(&s, i))),
                                  GrBulkStepMargin(&path, s.speed[i]));
  if (b->population.insertion)
    b->neighbours.widths_known = false;
  else
    BoundWidths(b, s.largest, top, &path);
  b->numbers.pace = s.largest / ldexp(0.5 * b->numbers.skin, top);
  return PetscFree(s.speed);
}

PetscErrorCode GrBulkMeasureExposure(GrWorld w)
{
  const GrBulk b = w->bulk;
  double *speed, exposure = 0;

  b->numbers.exposure = 0;
  if (!(b->neighbours.largest_margin >
        0.5 * b->numbers.skin)) /* all margins are equal: checks find the largest speed */
    return 0;
  PetscCall(PetscMalloc1(b->neighbours.n_all, &speed));
  PetscCall(SpreadSpeeds(b, speed));
  for (PetscInt i = 0; i < b->store.columns.n; i++)
    exposure = PetscMax(exposure, speed[i] / b->store.margin[i]);
  b->numbers.exposure = exposure;
  return PetscFree(speed);
}
