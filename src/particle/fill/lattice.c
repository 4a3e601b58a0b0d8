/* Sites of five lattices in a box, and groups of particles on them; geometry in lattice.h. */
#include "particle/fill/lattice.h"

#include "base/math/random.h"
#include "particle/fill/part.h"
#include "particle/fill/registry.h"
#include <math.h>

static const double sites_max = 0x1p60, axis_max = 0x1p31;

/* Relative to the spacing: larger than the rounding of decimal numbers. A box of ten spacings must hold ten. */
static const double slack = 1e-9;

/* Steps and shifts in units of the spacing: sx, sy, sz; shift_x, shift_y. */
static const struct {
  double step[3], shift[2];
} shapes[] = {
    [GR_LATTICE_SIMPLE_CUBIC] = {{1, 1, 1}, {0, 0}},
    [GR_LATTICE_FCC] = {{1.4142135623730951, 0.70710678118654757, 0.70710678118654757}, {0.70710678118654757, 0}},
    [GR_LATTICE_HCP] = {{1, 0.8660254037844386, 0.81649658092772603}, {0.5, 0.28867513459481287}},
    [GR_LATTICE_SQUARE] = {{1, 1, 0}, {0, 0}},
    [GR_LATTICE_HEXAGONAL] = {{1, 0.8660254037844386, 0}, {0.5, 0}}};

/* Number of multiples 0, 1, 2, ... of `step` up to `length`; 0 if it is negative. */
static double CountFitting(double length, double step)
{
  double n = floor(length / step + slack) + 1;
  return n > 0 ? n : 0;
}

/* If rows (axis 1) and layers (axis 2) are shifted alternately, a period has two of them. */
static double StepsPerPeriod(const GrLattice *l, int axis)
{
  return axis > 0 && shapes[l->kind].shift[0] > 0 ? 2 : 1;
}

/* Sets origin, step and stretch of an axis. count: sites of unshifted rows, and of rows shifted by `shift` spacings. */
static const char *PrepareAxis(GrLattice *l, int axis, double shift, double count[2])
{
  double length = l->upper[axis] - l->lower[axis], step = shapes[l->kind].step[axis] * l->spacing;
  double margin = l->periodic[axis] ? 0 : l->clearance + l->jitter;
  l->origin[axis] = l->lower[axis] + margin;
  l->stretch[axis] = 1;
  if (!(length > 0) || isinf(length))
    return "the box is empty; write an upper corner above the lower one";
  if (length / step > axis_max)
    return "the box holds more than 2^31 sites along an axis; write a smaller box or a larger spacing";
  if (l->periodic[axis]) {
    double period = StepsPerPeriod(l, axis) * step, n = floor(length / period + slack);
    if (n < 1)
      return "the box is shorter than one period of the lattice along a periodic axis; write a larger box";
    count[0] = count[1] = n * StepsPerPeriod(l, axis);
    l->stretch[axis] = length / (n * period);
  } else {
    count[0] = CountFitting(length - 2 * margin, step);
    count[1] = CountFitting(length - 2 * margin - shift * l->spacing, step);
  }
  l->step[axis] = step * l->stretch[axis];
  return NULL;
}

static PetscInt64 InLayer(const GrLattice *l, int odd)
{
  return l->n_rows[odd] / 2 * l->in_pair[0] + l->n_rows[odd] % 2 * l->in_row[odd];
}

/* Computes the numbers of sites of rows, layers and the lattice from the numbers along the axes. */
static const char *CountSites(GrLattice *l, const double row[2], const double rows[2], double layers)
{
  bool alternate = shapes[l->kind].shift[0] > 0;
  if (row[0] * rows[0] * layers > sites_max)
    return "the box holds more than 2^60 sites; write a smaller box or a larger spacing";
  for (int odd = 0; odd < 2; odd++) {
    l->n_rows[odd] = (PetscInt64)rows[odd];
    l->in_row[odd] = (PetscInt64)row[alternate && odd];
  }
  l->in_pair[0] = l->in_row[0] + l->in_row[1];
  l->in_layer = InLayer(l, 0);
  l->in_pair[1] = l->in_layer + InLayer(l, 1);
  l->sites = (PetscInt64)layers / 2 * l->in_pair[1] + (PetscInt64)layers % 2 * l->in_layer;
  return l->sites ? NULL : "no site fits into the box; write a larger box or a smaller radius";
}

const char *GrFillLatticePrepare(GrLattice *l)
{
  const char *problem;
  const double *shift = shapes[l->kind].shift;
  bool flat = shapes[l->kind].step[2] == 0;
  double row[2], rows[2], layers[2] = {1, 1};
  if (!(l->spacing > 0) || isinf(l->spacing))
    return "the spacing must be positive; write the distance between nearest neighbours";
  if (!(l->clearance >= 0) || !(l->jitter >= 0))
    return "clearance and jitter cannot be negative; write 0 or more";
  if ((problem = PrepareAxis(l, 0, shift[0], row)) || (problem = PrepareAxis(l, 1, shift[1], rows)))
    return problem;
  if (flat) {
    l->origin[2] = l->lower[2];
    l->step[2] = 0;
    l->stretch[2] = 1;
  } else if ((problem = PrepareAxis(l, 2, 0, layers))) {
    return problem;
  }
  for (int axis = 0; axis < 2; axis++)
    l->shift[axis] = shift[axis] * l->spacing * l->stretch[axis];
  return CountSites(l, row, rows, layers[0]);
}

void GrFillLatticeSite(const GrLattice *l, PetscInt64 site, double x[3])
{
  PetscInt64 layer = site / l->in_pair[1] * 2, in = site % l->in_pair[1];
  bool odd_layer = in >= l->in_layer;
  in -= odd_layer ? l->in_layer : 0;
  PetscInt64 row = in / l->in_pair[0] * 2, i = in % l->in_pair[0], first_row = l->in_row[odd_layer];
  bool second_row = i >= first_row;
  i -= second_row ? first_row : 0;
  bool shifted = odd_layer != second_row;
  row += second_row;
  layer += odd_layer;
  x[0] = l->origin[0] + ((double)i * l->step[0] + (shifted ? l->shift[0] : 0));
  x[1] = l->origin[1] + ((double)row * l->step[1] + (odd_layer ? l->shift[1] : 0));
  x[2] = l->origin[2] + (double)layer * l->step[2];
}

void GrFillLatticePositions(const GrLattice *l, uint64_t seed, PetscInt64 first, PetscInt64 first_id, PetscInt n,
                            double *x)
{
  const GrRandom random = {seed, GR_RANDOM_JITTER};
  int dimension = shapes[l->kind].step[2] == 0 ? 2 : 3;
  for (PetscInt i = 0; i < n; i++) {
    double *position = x + 3 * (size_t)i;
    GrFillLatticeSite(l, first + i, position);
    for (int axis = 0; axis < dimension && l->jitter > 0; axis++) {
      double length = l->upper[axis] - l->lower[axis];
      position[axis] += l->jitter * (2 * GrRandomUniform(random, first_id + i, (uint32_t)axis) - 1);
      if (l->periodic[axis] && position[axis] < l->lower[axis])
        position[axis] += length;
      if (l->periodic[axis] && position[axis] >= l->upper[axis])
        position[axis] -= length;
    }
  }
}

static const GrGeneratorKey keys[] = {
    {"sites", GR_GIVEN_WORD, "the arrangement; square and hexagonal are one layer in a plane of equal z",
     .choices = "simple_cubic|fcc|hcp|square|hexagonal", FIELD(GrLattice, kind)},
    {"spacing", GR_GIVEN_NUMBER, "the distance between nearest neighbours, centre to centre", "m", NULL, POSITIVE,
     FIELD(GrLattice, spacing)},
    {"jitter", GR_GIVEN_NUMBER, "the largest random shift of each coordinate", "m", "0", NOT_NEGATIVE,
     FIELD(GrLattice, jitter)},
    {"count", GR_GIVEN_INTEGER, "the number of particles; as many as there are sites unless given", .fallback = "",
     COUNT, FIELD(GrLattice, count)},
    GR_FILL_PART(GrLattice),
    {0}};

/* Dimension 2 needs a lattice of one layer. In dimension 3 the height of such a layer must be given, since the lower
   face of the domain may be a wall. */
static const char *CheckLattice(const GrCase *the_case, GrGrains *grains, GrGeneratorFault *fault)
{
  GrLattice *given = grains->given;
  const bool flat = shapes[given->kind].step[2] == 0;

  grains->count = given->count;
  fault->key = flat ? "lower" : "sites";
  if (the_case->dimension == 2 && !flat)
    return "has layers above each other, and dimension 2 has one; write square or hexagonal";
  fault->what = GR_WRONG_MISSING;
  if (the_case->dimension == 3 && flat && isnan(given->lower[0]))
    return "is missing; give the lower corner; the layer has its z";
  fault->what = GR_WRONG_VALUE;
  if (flat && given->upper[2] == given->lower[2]) /* the part may be as thin as the layer */
    given->upper[2] = the_case->domain.upper[2];
  return GrFillPartCheck(the_case, given->lower, given->upper, fault);
}

const char *GrFillLatticeOfGroup(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii,
                                 GrLattice *l)
{
  *l = *(const GrLattice *)grains->given;
  l->clearance = radii->largest;
  GrFillPartPeriodic(the_case, l->lower, l->upper, l->periodic);
  return GrFillLatticePrepare(l);
}

static const char *CountLattice(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii,
                                PetscInt64 *count, GrGeneratorFault *fault)
{
  GrLattice lattice;
  const char *sentence = GrFillLatticeOfGroup(the_case, grains, radii, &lattice);

  *count = lattice.count ? lattice.count : lattice.sites;
  if (sentence || *count <= lattice.sites)
    return sentence;
  return GrGeneratorComplain(
      fault, "count", GR_WRONG_VALUE,
      "the part to fill has %" PetscInt64_FMT " sites; write a count up to this, or a larger part", lattice.sites);
}

static void PlaceOnLattice(const GrPlaces *p)
{
  GrLattice lattice;

  (void)GrFillLatticeOfGroup(p->the_case, p->grains, p->radii, &lattice); /* checked when the particles were counted */
  for (PetscInt i = 0; i < p->n; i++)
    GrFillLatticePositions(&lattice, (uint64_t)p->grains->seed, p->first + i, p->id + i, 1, p->state[i]);
}

const GrGenerator GrGenerator_lattice = {.name = "lattice",
                                         .summary = "a regular arrangement; sites in closed meshes are left out",
                                         .keys = keys,
                                         .size = sizeof(GrLattice),
                                         .fills = true,
                                         .check = CheckLattice,
                                         .count = CountLattice,
                                         .place = PlaceOnLattice};
