/* Checks of packing tasks, and groups of spheres at random positions; see random.h. */
#include "particle/fill/random/random.h"

#include "particle/fill/random/random_occupied.h"
#include <granum/error.h>

enum { ADVICE = 128 };

static const double fraction_max = 0.355;    /* of the volume between walls; equal spheres jam at 0.384 */
static const double fraction_max_flat = 0.5; /* of the area; equal discs jam at 0.547 */
static const double advice_margin = 0.93;    /* factor on the number of spheres that messages advise */
static const double thin_open = 0.9; /* least fraction of the width between two near walls that counts as free */
static const double tries_each = 5000,
                    tries_more = 1e6; /* the search gives up after tries_each count + tries_more tries */

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

/* Message about spheres that did not fit. */
static PetscErrorCode ComplainLeft(const GrPlacer *p)
{
  const GrPackCase *c = p->c;
  char advice[ADVICE];

  WriteAdvice(c, 1 - (double)p->left / (double)c->count, sizeof(advice), advice);
  return GrFail(GR_EXIT_INPUT,
                "%s: %" PetscInt64_FMT " of %" PetscInt64_FMT
                " spheres did not fit at a solid fraction of %.3f%s%s; %s%s",
                c->origin, p->left, c->count, c->solid_fraction,
                p->halo->first && c->first_id > 1 ? " beside the groups before it" : "",
                c->n_obstacles ? " outside of closed meshes" : "", advice, GrPackSolidAdvice(c));
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

/* Places this rank's share of the spheres, after earlier spheres have been distributed. */
static PetscErrorCode FillBox(GrPlacer *p, GrPack *pack)
{
  const PetscInt64 first = GrPackFirstOf(p->halo, p->halo->mine.first),
                   end = GrPackFirstOf(p->halo, p->halo->mine.first + p->halo->mine.count);
  PetscInt n;

  pack->rows = (GrRows){.total = p->c->count, .first = first, .count = end - first};
  PetscCall(PetscIntCast(end - first, &n));
  PetscCall(PetscMalloc2(3 * (size_t)n, &pack->x, n, &pack->radius));
  PetscCall(DrawRadii(p->c, pack));
  p->tries_max = tries_each * (double)p->c->count + tries_more;
  const GrPlacerSpheres spheres = {.first = first, .n = n, .radius = pack->radius, .x = pack->x};
  PetscCall(GrPlacerPlace(p, &spheres, &n));
  pack->rounds = p->rounds;
  pack->tries = p->tries;
  return p->left > 0 ? ComplainLeft(p) : 0;
}

PetscErrorCode GrPackGenerate(MPI_Comm comm, const GrPackCase *c, GrPack *pack)
{
  GrPlacer p;
  GrPackHalo halo;

  *pack = (GrPack){.x = NULL};
  PetscCall(GrPlacerCreate(comm, c, &p));
  PetscCall(GrPackHaloCreate(comm, &p.thick, p.reach, &halo));
  p.halo = &halo;
  p.comm = halo.comm;
  PetscErrorCode failed = GrPackTakenShare(&p);
  if (!failed)
    failed = FillBox(&p, pack);
  PetscCall(GrPlacerDestroy(&p));
  PetscCall(GrPackHaloDestroy(&halo));
  if (failed)
    PetscCall(GrPackDestroy(pack));
  return failed;
}

PetscErrorCode GrPackDestroy(GrPack *pack)
{
  return PetscFree2(pack->x, pack->radius);
}
