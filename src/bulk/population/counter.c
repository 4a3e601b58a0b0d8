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
   number only. A counter for one stage is active from the first to the last commit of the stage, because a stage begins
   and ends with new reference positions. */
#include "bulk/population/counter.h"
#include "bulk/bulk.h"

#include "base/math/vector.h"
#include "particle/fill/within.h"
#include "particle/selection.h"
#include <math.h>

bool GrBulkCounterIsActive(GrWorld w, const GrCounter *c)
{
  return !isnan(GrBulkStageOrigin(w, c->during));
}

/* A particle that counters count: a sphere without a body, or a rigid body, by its centre of mass. */
typedef struct {
  PetscInt64 group;
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
    *p = (Counted){
        s->group[i], GrStoreIsPrescribed(w->the_case, s, i), s->mass[i], s->radius[i], NAN, s->reference + 3 * i, {0}};
    PetscArraycpy(p->u, u + GR_STATE * i, GR_STATE);
  } else {
    *p = (Counted){.group = b->group[k],
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

/* Direction of a passage from a to b through the surface, shifted along each axis: 1 forwards, -1 backwards, 0 none. */
static int PassesImage(const Surface *s, const double shift[3], int dimension, const double *a, const double *b)
{
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
  return square > s->radius * s->radius ? 0 : before < 0 ? 1 : -1;
}

/* Adds the passages of a particle through the surface and its images. */
static void AddPassages(GrWorld w, const Surface *s, const Counted *p, GrBulkCount *count)
{
  const GrParallelBox *box = &w->bulk->box;

  for (int i = -s->images[0]; i <= s->images[0]; i++)
    for (int j = -s->images[1]; j <= s->images[1]; j++)
      for (int k = -s->images[2]; k <= s->images[2]; k++) {
        const double shift[3] = {i * (box->upper[0] - box->lower[0]), j * (box->upper[1] - box->lower[1]),
                                 k * (box->upper[2] - box->lower[2])};
        const int way = PassesImage(s, shift, w->the_case->dimension, p->reference, p->u);
        if (way != 0)
          AddParticle(p, way > 0 ? GR_COUNT_FORWARDS : GR_COUNT_BACKWARDS, count);
      }
}

/* Adds the passages since the last reneighbouring. */
static void AddPassed(GrWorld w, const GrCounter *c, const double *u, GrBulkCount *count)
{
  const Surface surface = SurfaceOf(w, c);
  Counted p;

  for (PetscInt i = 0; i < CountRows(w) && GrBulkCounterIsActive(w, c); i++)
    if (FindCounted(w, c, u, i, &p))
      AddPassages(w, &surface, &p, count);
}

static void AddInside(GrWorld w, const GrCounter *c, const double *u, GrBulkCount *count)
{
  double own[GR_STATE], moved[3];
  Counted p;

  for (PetscInt i = 0; i < CountRows(w); i++) {
    if (!FindCounted(w, c, u, i, &p))
      continue;
    PetscArraycpy(own, p.u, GR_STATE);
    GrBulkCellWrap(w->bulk, own, moved);
    if (GrFillWithinHas(&c->within, w->the_case->dimension, own))
      AddParticle(&p, GR_COUNT_FORWARDS, count);
  }
}

void GrBulkCounterAddPassages(GrWorld w)
{
  const GrBulk b = w->bulk;

  for (int k = 0; k < w->the_case->output.n_counters; k++)
    if (w->the_case->output.counters[k].within.shape == GR_WITHIN_ALL)
      AddPassed(w, &w->the_case->output.counters[k], b->store.state, &b->population.counts[k]);
}

PetscErrorCode GrBulkCounterSum(GrWorld w, int k, const double *u, GrBulkCount *now, GrBulkCount *net)
{
  const GrCounter *c = &w->the_case->output.counters[k];

  *now = w->bulk->population.counts[k];
  if (c->within.shape == GR_WITHIN_ALL)
    AddPassed(w, c, u, now);
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
