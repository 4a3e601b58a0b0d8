/* The generator `random`: groups of particles at random positions, without overlap with earlier groups. */
#include "particle/fill/group.h"
#include "particle/fill/part.h"
#include "particle/fill/random/random.h"
#include "particle/fill/registry.h"
#include <math.h>
#include <string.h>

static const GrGeneratorKey keys[] = {
    {"count", GR_GIVEN_INTEGER, "the number of particles", .fallback = "", COUNT, .unless = "solid_fraction",
     .example = 1000, FIELD(GrPackCase, count)},
    {"solid_fraction", GR_GIVEN_NUMBER, "the volume of the particles divided by the volume of the part to fill", "1",
     "", .lower = 0, .lower_open = true, .upper = 1, .upper_open = true, .excludes = "count", .example = 0.25,
     FIELD(GrPackCase, solid_fraction)},
    {"gap", GR_GIVEN_NUMBER, "the least distance between two surfaces", "m", "0", NOT_NEGATIVE, FIELD(GrPackCase, gap)},
    GR_FILL_PART(GrPackCase),
    {0}};

static const char *CheckRandom(const GrCase *the_case, GrGrains *grains, GrGeneratorFault *fault)
{
  GrPackCase *given = grains->given;

  grains->count = given->count;
  return GrFillPartCheck(the_case, given->lower, given->upper, fault);
}

const char *GrPackOfGroup(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii, GrPackCase *pack)
{
  *pack = *(const GrPackCase *)grains->given;
  pack->flat = the_case->dimension == 2 ? true : false;
  pack->radii = radii;
  pack->seed = (uint64_t)grains->seed;
  pack->first_id = grains->first_id;
  GrFillPartPeriodic(the_case, pack->lower, pack->upper, pack->periodic);
  return GrPackPrepare(pack);
}

static const char *CountRandom(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii,
                               PetscInt64 *count, GrGeneratorFault *fault)
{
  GrPackCase pack;
  const char *sentence = GrPackOfGroup(the_case, grains, radii, &pack);
  *count = pack.count;
  return sentence;
}

static PetscErrorCode TakePack(GrFilling *m, const GrPack *pack)
{
  PetscCall(GrFillAppend(m, &pack->rows));
  for (PetscInt i = m->begin; i < m->end; i++) {
    size_t k = (size_t)(i - m->begin);
    m->store->id[i] = m->first_id + pack->rows.first + (PetscInt64)k;
    memcpy(&m->store->state[GR_STATE * (size_t)i], &pack->x[3 * k], 3 * sizeof(double));
  }
  return 0;
}

/* Adds the images of a sphere that may touch the part. Along an axis where the domain is periodic and the part is not,
   these are up to three. */
static void AddImages(const GrFilling *m, PetscInt i, GrPackCase *c, GrPackSphere *taken)
{
  const GrDomain *domain = &m->the_case->domain;
  const double *u = &m->store->state[GR_STATE * (size_t)i], r = m->store->radius[i];

  for (int image = 0; image < 27; image++) {
    const int shift[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    GrPackSphere *to = &taken[c->n_taken];
    double moved[3] = {shift[0], shift[1], shift[2]}; /* edge vectors of the box to the image */
    bool near = true;
    for (int a = 2; a >= 0; a--) {
      const bool around = domain->periodic[a] && !c->periodic[a];
      const double length = domain->upper[a] - domain->lower[a];
      double x = u[a], whole = 0;
      bool displaced = false;
      for (int k = 0; k < GR_PLANES; k++)
        if (GrPlaneAlong(k) == a && GrCellOffset(&domain->cell, k) != 0) { /* images beyond a side are displaced */
          x += moved[GrPlaneAcross(k)] * GrCellOffset(&domain->cell, k);
          displaced = true;
        }
      if (displaced)
        whole = floor((x - domain->lower[a]) / length);
      moved[a] -= whole;
      to->x[a] = x - length * whole + shift[a] * length;
      near = near && (shift[a] == 0 || (around && to->x[a] + r > c->lower[a] && to->x[a] - r < c->upper[a]));
    }
    to->radius = r;
    to->key = -1;
    c->n_taken += near;
  }
}

/* Lists this rank's spheres of all earlier groups. The caller frees `taken`. */
static PetscErrorCode ListTaken(const GrFilling *m, GrPackCase *c, GrPackSphere **taken)
{
  PetscInt capacity = 0;

  *taken = NULL;
  for (PetscInt i = 0; i < m->begin; i++) {
    if (c->n_taken + 27 > capacity) {
      PetscCall(PetscIntCast(2 * (PetscInt64)capacity + m->begin + 27, &capacity));
      PetscCall(PetscRealloc((size_t)capacity * sizeof(**taken), taken));
    }
    AddImages(m, i, c, *taken);
  }
  c->taken = *taken;
  return 0;
}

static PetscErrorCode MakeRandom(GrFilling *m)
{
  char origin[PETSC_MAX_PATH_LEN];
  const GrGrains *g = m->grains;
  GrPackCase c;
  GrPackSphere *taken;
  GrFillObstacle *solid;
  GrPack pack;

  (void)GrPackOfGroup(m->the_case, g, &m->radii, &c); /* checked when the particles were counted */
  c.origin = origin;
  c.first_id = m->first_id; /* not known to the case if an earlier group is from a file */
  snprintf(origin, sizeof origin, "%s:%d:%d: particles.%s.random", m->the_case->file, g->place.line, g->place.column,
           g->name);
  PetscCall(ListTaken(m, &c, &taken));
  PetscCall(GrFillSolidsFind(m->the_case, g, m->radii.smallest, &c.n_obstacles, &solid));
  c.obstacle = solid;
  PetscErrorCode failed = GrPackGenerate(m->comm, &c, &pack);
  PetscCall(PetscFree(taken));
  PetscCall(GrFillObstaclesFree(c.n_obstacles, &solid));
  if (!failed)
    failed = TakePack(m, &pack);
  PetscCall(GrPackDestroy(&pack));
  return failed;
}

const GrGenerator GrGenerator_random = {
    .name = "random",
    .summary = "random positions without overlap, also with earlier groups, and outside of closed meshes",
    .keys = keys,
    .size = sizeof(GrPackCase),
    .fills = true,
    .remedy = "a random group keeps clear of the groups before it only: write it behind the other one",
    .check = CheckRandom,
    .count = CountRandom,
    .make = MakeRandom};
