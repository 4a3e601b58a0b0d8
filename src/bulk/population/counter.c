/* counter: particles that pass planes and discs, and particles in regions; see counter.h.

   A particle passes a plane between two states if it is on different sides in the two states. It passes a disc if the
   line between its two positions intersects the disc. The first state has the reference position of the particle, the
   second its current position. The displacement between them is at most the margin of the particle (displacement.c), so
   that no passage is missed. Both positions belong to the same periodic image: neither migration nor wrapping into the
   box changes the result. The number of passages up to a time is the number up to the last change of the reference
   positions plus the number since then. Momentum and energy come from the second state.

     side: (x - p) . n < 0     p, n point and normal of the surface
     passes at q = a + s (b - a), s = d_a/(d_a - d_b), d = (x - p) . n;  of a disc |q - p| <= R
     a, b first and second position;  R radius of the disc [m]

   Planes and discs across periodic sides have periodic images. Particles with prescribed velocities are counted by
   number only. A counter for one stage is active from the first to the last commit of the stage, because this stage
   begins and ends with new reference positions, also if it alters nothing. */
#include "bulk/population/counter.h"
#include "bulk/bulk.h"
#include "bulk/population/residence.h"

#include "base/math/vector.h"
#include "particle/fill/within.h"
#include "particle/selection.h"
#include <math.h>

bool GrBulkCounterIsActive(GrWorld w, const GrCounter *c)
{
  return !isnan(GrBulkStageOrigin(w, c->during));
}

bool GrBulkCounterChanges(GrWorld w)
{
  const GrOutput *output = &w->the_case->output;
  const int at = w->bulk->stages.at;
  bool changes = false;

  for (int k = 0; k < output->n_counters; k++) {
    const GrCounter *c = &output->counters[k];
    changes = changes || (c->within.shape == GR_WITHIN_ALL && (c->during == at || c->during == at + 1));
  }
  return changes;
}

/* A particle that counters count: a sphere without a body, or a rigid body, by its centre of mass. */
typedef struct {
  PetscInt64 group;
  PetscInt first;          /* its index in the store; of a body, of its first sphere */
  bool prescribed;         /* whether its motion is prescribed: it has no mass in the sums */
  double mass, radius;     /* mass [kg]; radius [m], of a body that of the sphere of equal volume */
  double rotation;         /* twice the rotational energy of a body [J]; NaN: a sphere */
  const double *reference; /* reference position [m] */
  double u[GR_STATE];      /* current state: position, velocity, spin */
} Counted;

/* Number of rows: spheres, then bodies. */
static PetscInt CountRows(GrWorld w)
{
  return w->bulk->store.columns.n + w->bulk->store.bodies.columns.n;
}

/* Particle of row i. Returns false if the counter does not count it, or if it is a sphere of a body. */
static bool FindCounted(GrWorld w, const GrCounter *c, const double *u, PetscInt i, Counted *p)
{
  const GrStore *s = &w->bulk->store;
  const GrBodies *b = &s->bodies;
  const PetscInt k = i - s->columns.n;

  if (k < 0 && GrBulkBodyOf(w, i) >= 0)
    return false;
  if (k < 0) {
    *p = (Counted){s->group[i],          i,  GrStoreIsPrescribed(w->the_case, s, i), s->mass[i], s->radius[i], NAN,
                   s->reference + 3 * i, {0}};
    PetscArraycpy(p->u, u + GR_STATE * i, GR_STATE);
  } else {
    *p = (Counted){.group = b->group[k],
                   .first = w->bulk->bodies.begin[k],
                   .mass = b->mass[k],
                   .radius = GrBodiesEqualRadius(w->the_case, &w->bulk->store.bodies, k),
                   .reference = b->reference + 3 * k};
    GrCopy3(b->position + 3 * k, p->u);
    GrCopy3(b->velocity + 3 * k, p->u + 3);
    GrBulkBodySpin(w, k, p->u + 6);
    p->rotation = GrDot3(p->u + 6, b->momentum + 3 * k);
  }
  return GrSelectionHas(&c->which, w->the_case, p->group, p->radius);
}

static void AddParticle(const Counted *p, int way, GrBulkCount *count)
{
  const double *own = p->u, m = p->mass, R = p->radius;
  GrSum *sum = count->sum[way];

  count->number[way]++;
  if (p->prescribed)
    return;
  GrSumAdd(&sum[GR_COUNT_MASS], m);
  if (!isnan(p->rotation))
    GrSumAdd(&sum[GR_COUNT_KINETIC], 0.5 * p->rotation);
  for (int k = 0; k < 3; k++) {
    GrSumAdd(&sum[GR_COUNT_MOMENTUM + k], m * own[3 + k]);
    GrSumAdd(&sum[GR_COUNT_KINETIC], 0.5 * m * own[3 + k] * own[3 + k]);
    if (isnan(p->rotation))
      GrSumAdd(&sum[GR_COUNT_KINETIC], 0.5 * (0.4 * m * R * R) * own[6 + k] * own[6 + k]);
  }
}

/* Surface of a counter: a disc, or a plane (infinite radius). */
typedef struct {
  double point[3], normal[3], radius; /* centre [m], unit normal, radius [m] */
  int images[3];                      /* number of periodic images on each side of the surface, along each axis */
} Surface;

static Surface SurfaceOf(GrWorld w, const GrCounter *c)
{
  const bool plane = !isnan(c->plane.point[0]);
  const double *point = plane ? c->plane.point : c->disc.centre, *normal = plane ? c->plane.normal : c->disc.normal;
  Surface s = {.radius = plane ? INFINITY : c->disc.radius};

  for (int a = 0; a < w->the_case->dimension; a++) {
    s.point[a] = point[a];
    s.normal[a] = normal[a];
    s.images[a] = w->bulk->box.periodic[a] && (!plane || normal[a] != 0);
  }
  return s;
}

/* Passage of a particle from a to b through a surface: distances from the surface before and after it [m]. */
typedef struct {
  double before, after;
} Passage;

/* Direction of a passage from a to b through the surface, shifted along each axis: 1 forwards, -1 backwards, 0 none. */
static int PassesImage(const Surface *s, const double shift[3], int dimension, const Counted *p, Passage *passage)
{
  const double *a = p->reference, *b = p->u;
  double before = 0, after = 0, square = 0;

  for (int k = 0; k < dimension; k++) {
    before += (a[k] - s->point[k] - shift[k]) * s->normal[k];
    after += (b[k] - s->point[k] - shift[k]) * s->normal[k];
  }
  if ((before < 0) == (after < 0))
    return 0;
  for (int k = 0; k < dimension; k++) {
    const double q = a[k] + before / (before - after) * (b[k] - a[k]) - s->point[k] - shift[k];
    square += q * q;
  }
  *passage = (Passage){before, after};
  return square > s->radius * s->radius ? 0 : before < 0 ? 1 : -1;
}

/* Calls `visit` for each passage of a particle through the surface and its images. way: as of PassesImage. */
typedef PetscErrorCode (*PassageVisit)(void *context, const Counted *p, int way, const Passage *passage);
static PetscErrorCode VisitPassages(GrWorld w, const Surface *s, const Counted *p, PassageVisit visit, void *context)
{
  const GrParallelBox *box = &w->bulk->box;
  Passage passage;

  for (int i = -s->images[0]; i <= s->images[0]; i++)
    for (int j = -s->images[1]; j <= s->images[1]; j++)
      for (int k = -s->images[2]; k <= s->images[2]; k++) {
        const double shift[3] = {i * (box->upper[0] - box->lower[0]), j * (box->upper[1] - box->lower[1]),
                                 k * (box->upper[2] - box->lower[2])};
        const int way = PassesImage(s, shift, w->the_case->dimension, p, &passage);
        if (way != 0)
          PetscCall(visit(context, p, way, &passage));
      }
  return 0;
}

/* Visits the passages since the last reneighbouring. */
static PetscErrorCode VisitAllPassages(GrWorld w, const GrCounter *c, const double *u, PassageVisit visit,
                                       void *context)
{
  const Surface surface = SurfaceOf(w, c);
  Counted p;

  for (PetscInt i = 0; i < CountRows(w) && GrBulkCounterIsActive(w, c); i++)
    if (FindCounted(w, c, u, i, &p))
      PetscCall(VisitPassages(w, &surface, &p, visit, context));
  return 0;
}

static PetscErrorCode CountPassage(void *context, const Counted *p, int way, const Passage *passage)
{
  (void)passage;
  AddParticle(p, way > 0 ? GR_COUNT_FORWARDS : GR_COUNT_BACKWARDS, context);
  return 0;
}

/* A counter that begins or ends residence times. */
typedef struct {
  GrWorld world;
  int counter;
} Residence;

static PetscErrorCode NotePassage(void *context, const Counted *p, int way, const Passage *passage)
{
  const Residence *r = context;
  const Surface surface = SurfaceOf(r->world, &r->world->the_case->output.counters[r->counter]);

  if (way < 0)
    return 0;
  return GrBulkResidencePass(
      r->world, r->counter, p->first,
      GrBulkResidenceFindPassage(r->world, passage->before, passage->after, GrDot3(p->u + 3, surface.normal)));
}

/* Whether a point is in the region of a counter, at its place in the box. */
static bool IsInside(GrWorld w, const GrCounter *c, const double x[3])
{
  double own[GR_STATE] = {x[0], x[1], x[2]}, moved[3];

  GrBulkCellWrap(w->bulk, own, moved);
  return GrFillWithinHas(&c->within, w->the_case->dimension, own);
}

static void AddInside(GrWorld w, const GrCounter *c, const double *u, GrBulkCount *count)
{
  Counted p;

  for (PetscInt i = 0; i < CountRows(w); i++)
    if (FindCounted(w, c, u, i, &p) && IsInside(w, c, p.u))
      AddParticle(&p, GR_COUNT_FORWARDS, count);
}

/* A particle that enters or leaves the region of a counter. */
typedef struct {
  GrWorld world;
  const GrCounter *counter;
  const Counted *particle;
  bool before; /* whether it was inside at the last reneighbouring */
} Crossing;

static bool StaysOnSide(const void *context, double span, double t)
{
  const Crossing *c = context;
  const Counted *p = c->particle;
  double x[3];

  for (int a = 0; a < 3; a++)
    x[a] = GrBulkResidencePathAt(&(GrBulkPath){p->reference[a], p->u[a], p->u[3 + a]}, span, t);
  return IsInside(c->world, c->counter, x) == c->before;
}

/* Begins and ends the clocks of the particles in the region of counter k. */
static PetscErrorCode UpdateClocks(GrWorld w, int k)
{
  const GrCounter *c = &w->the_case->output.counters[k];
  const double from = GrBulkStageOrigin(w, c->during); /* NaN: the counter is not active */
  Counted p;

  for (PetscInt i = 0; i < CountRows(w); i++) {
    if (!FindCounted(w, c, w->bulk->store.state, i, &p))
      continue;
    double *clock = GrBulkResidenceClock(w, k, p.first);
    const bool before = IsInside(w, c, p.reference), now = IsInside(w, c, p.u);
    const Crossing path = {w, c, &p, before};
    const double crossing = before == now ? NAN : GrBulkResidenceFindChange(w, StaysOnSide, &path);
    if (isnan(from) || (before && crossing <= from)) {
      *clock = INFINITY;
      continue;
    }
    if (before && isinf(*clock)) /* inside when the run, the particle or the counter began */
      *clock = PetscMax(w->bulk->numbers.reference_time, from);
    if (before && !now)
      PetscCall(GrBulkResidenceLeaveRegion(w, k, p.first, crossing, GR_EXIT_COUNTER));
    else if (now && !before)
      *clock = PetscMax(crossing, from);
  }
  return 0;
}

/* Counters that begin residence times are first, because a particle may pass two counters in an epoch. */
PetscErrorCode GrBulkCounterAddPassages(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrOutput *output = &w->the_case->output;

  for (int way = GR_RESIDENCE_BEGINS; way <= GR_RESIDENCE_ENDS; way++)
    for (int k = 0; k < output->n_counters; k++)
      if (output->counters[k].residence == (GrResidence)way)
        PetscCall(VisitAllPassages(w, &output->counters[k], b->store.state, NotePassage, &(Residence){w, k}));
  for (int k = 0; k < output->n_counters; k++)
    if (output->counters[k].within.shape == GR_WITHIN_ALL)
      PetscCall(VisitAllPassages(w, &output->counters[k], b->store.state, CountPassage, &b->population.counts[k]));
    else if (output->counters[k].residence == GR_RESIDENCE_INSIDE)
      PetscCall(UpdateClocks(w, k));
  return 0;
}

PetscErrorCode GrBulkCounterSum(GrWorld w, int k, const double *u, GrBulkCount *now, GrBulkCount *net)
{
  const GrCounter *c = &w->the_case->output.counters[k];

  *now = w->bulk->population.counts[k];
  if (c->within.shape == GR_WITHIN_ALL)
    PetscCall(VisitAllPassages(w, c, u, CountPassage, now));
  else
    AddInside(w, c, u, now);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, now->number, GR_COUNT_WAYS, MPIU_INT64, MPI_SUM, w->comm));
  PetscCall(GrSumReduce(now->sum[0], GR_COUNT_WAYS * GR_COUNT_SUMS, w->comm));
  *net = *now;
  net->number[0] -= now->number[GR_COUNT_BACKWARDS];
  for (int s = 0; s < GR_COUNT_SUMS; s++)
    GrSumSubtract(&net->sum[0][s], &now->sum[GR_COUNT_BACKWARDS][s]);
  return 0;
}
