/* Last steps of the creation of a group, after its particles have been appended to the store:

   x <- x - L floor((x - lower)/L)     periodic axes; L = upper - lower [m]
   x <- x - s floor((y - lower)/L_y)   before that, if images across y have an offset s along x [m]
   m  = 4/3 pi R^3 rho                 unless given; mass [kg], radius R [m], density rho [kg/m^3]
   v <- v + s Z,  w <- w + s' Z'       velocity [m/s] and spin [rad/s]; s, s': standard deviations; Z, Z': normal random
                                       numbers of the particle */
#include "particle/fill/clump.h"
#include "particle/fill/cut.h"

#include "base/math/random.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

enum { BATCH = 256 };
static const char axes[] = "xyz";

/* Wraps x into [lower, upper). Does not change a number in this range. */
static double WrapInto(double x, double lower, double upper)
{
  double length = upper - lower;
  x -= length * floor((x - lower) / length);
  return x < lower || x >= upper ? lower : x; /* by rounding at a face */
}

static void FindMass(GrFilling *m, PetscInt i, GrComplaint *complaint)
{
  const GrMaterial *material = &m->the_case->materials[m->grains->material];
  double r = m->store->radius[i], *mass = &m->store->mass[i];
  if (!isnan(m->grains->mass))
    *mass = m->grains->mass;
  if (isnan(*mass) && isnan(material->body.density))
    GrFillComplain(complaint, m, i,
                   "particle %" PetscInt64_FMT
                   " has no mass, and the material '%s' has no density; give one of the two",
                   m->store->id[i], material->name);
  else if (isnan(*mass))
    *mass = 4.0 / 3.0 * PETSC_PI * r * r * r * material->body.density;
  if (!(*mass > 0 && isfinite(*mass)))
    GrFillComplain(complaint, m, i,
                   "particle %" PetscInt64_FMT
                   " has a mass of %g kg from its radius and density; correct these, or give the mass",
                   m->store->id[i], *mass);
}

/* Dimension 2: lowest z of all particles, which all must have. Collective. */
static PetscErrorCode FindPlane(const GrFilling *m, double *z)
{
  double lowest = INFINITY;

  for (PetscInt i = m->begin; i < m->end; i++)
    lowest = PetscMin(lowest, m->store->state[GR_STATE * (size_t)i + 2]);
  PetscCallMPI(MPI_Allreduce(&lowest, z, 1, MPI_DOUBLE, MPI_MIN, m->comm));
  return 0;
}

static void CheckFlat(const GrFilling *m, PetscInt i, double z, GrComplaint *complaint)
{
  const double *u = &m->store->state[GR_STATE * (size_t)i];
  PetscInt64 id = m->store->id[i];
  if (u[2] != z)
    GrFillComplain(complaint, m, i,
                   "particle %" PetscInt64_FMT " has z = %.15g m, others z = %.15g m, which dimension 2 does not "
                   "allow; write one z for all, or dimension: 3",
                   id, u[2], z);
  else if (u[5] != 0 || u[6] != 0 || u[7] != 0)
    GrFillComplain(complaint, m, i,
                   "particle %" PetscInt64_FMT " moves out of the plane of dimension 2; write vz, wx and wy of 0, or "
                   "dimension: 3",
                   id);
}

/* Moves a position into the domain along its periodic axes. Offsets of the box displace x and y of images along z, and
   x of images along y. */
static void WrapPlace(const GrDomain *domain, int dimension, double u[3])
{
  for (int axis = dimension - 1; axis >= 0; axis--) {
    const double lower = domain->lower[axis], upper = domain->upper[axis];
    const double whole = floor((u[axis] - lower) / (upper - lower));
    if (!domain->periodic[axis] || !isfinite(u[axis]))
      continue;
    for (int k = 0; k < GR_PLANES; k++)
      if (GrPlaneAcross(k) == axis && GrCellOffset(&domain->cell, k) != 0)
        u[GrPlaneAlong(k)] -= GrCellOffset(&domain->cell, k) * whole;
    u[axis] = WrapInto(u[axis], lower, upper);
  }
}

static void PlaceParticle(const GrFilling *m, PetscInt i, GrComplaint *complaint)
{
  const GrDomain *domain = &m->the_case->domain;
  double *u = &m->store->state[GR_STATE * (size_t)i], given[3] = {u[0], u[1], u[2]};
  if (m->the_case->dimension == 2)
    u[2] = domain->lower[2];
  WrapPlace(domain, m->the_case->dimension, u);
  for (int axis = 0; axis < m->the_case->dimension; axis++) {
    double lower = domain->lower[axis], upper = domain->upper[axis];
    if (!(u[axis] >= lower && u[axis] <= upper))
      GrFillComplain(complaint, m, i,
                     "particle %" PetscInt64_FMT
                     " at (%.15g, %.15g, %.15g) m lies outside the domain along %c; move it, or make the domain larger",
                     m->store->id[i], given[0], given[1], given[2], axes[axis]);
  }
  memcpy(&m->store->reference[3 * (size_t)i], u, 3 * sizeof(double));
}

static void CheckMotion(const GrFilling *m, PetscInt i, GrComplaint *complaint)
{
  const double *u = &m->store->state[GR_STATE * (size_t)i];
  for (int k = 3; k < GR_STATE; k++)
    if (!isfinite(u[k]))
      GrFillComplain(complaint, m, i,
                     "particle %" PetscInt64_FMT " has %s of %g along %c; give a file in which all are numbers",
                     m->store->id[i], k < 6 ? "a velocity" : "a spin", u[k], axes[k % 3]);
}

static void CheckRadius(const GrFilling *m, PetscInt i, GrComplaint *complaint)
{
  double r = m->store->radius[i];
  if (!(r > 0 && isfinite(r)))
    GrFillComplain(complaint, m, i,
                   "particle %" PetscInt64_FMT " has a radius of %g m; give a file in which all are positive",
                   m->store->id[i], r);
}

/* Adds deviation times a normal number to one number of the state of every particle. */
static void AddNormalNumbers(GrFilling *m, GrRandomUse use, int axis, double deviation)
{
  const GrRandom random = {(uint64_t)m->grains->seed, use};
  const size_t entry = (size_t)((use == GR_RANDOM_VELOCITY ? 3 : 6) + axis);
  double z[BATCH];
  for (PetscInt first = m->begin, n; first < m->end; first += n) {
    n = PetscMin(m->end - first, BATCH);
    GrRandomNormals(random, (uint32_t)axis, n, &m->store->id[first], z);
    for (PetscInt i = 0; i < n; i++)
      m->store->state[GR_STATE * (size_t)(first + i) + entry] += deviation * z[i];
  }
}

static void StirAll(GrFilling *m)
{
  bool flat = m->the_case->dimension == 2;
  for (int axis = 0; axis < 3; axis++) {
    if (m->grains->velocity_deviation > 0 && !(flat && axis == 2))
      AddNormalNumbers(m, GR_RANDOM_VELOCITY, axis, m->grains->velocity_deviation);
    if (m->grains->spin_deviation > 0 && !(flat && axis < 2))
      AddNormalNumbers(m, GR_RANDOM_SPIN, axis, m->grains->spin_deviation);
  }
}

/* Relative difference between the mass of a particle and the mass by its radius and the density of its material [1].
   0: the input does not give both. */
static double MassOffDensity(const GrFilling *m, PetscInt i)
{
  const double r = m->store->radius[i], density = m->the_case->materials[m->grains->material].body.density;

  if (!isnan(m->grains->mass) || isnan(density))
    return 0;
  return fabs(m->store->mass[i] / (4.0 / 3.0 * PETSC_PI * r * r * r * density) - 1);
}

static void WarnOfDensity(const GrFilling *m)
{
  int rank;

  MPI_Comm_rank(m->comm, &rank);
  if (rank == 0)
    GrWarn(
        stderr,
        "%s:%d:%d: particles.%s: the particles keep the masses of the file, although the density of the material '%s' "
        "would give other masses: the density has no effect on them; to change the masses, write mass or radius",
        m->the_case->file, m->grains->place.line, m->grains->place.column, m->grains->name,
        m->the_case->materials[m->grains->material].name);
}

/* Fails if a particle is wrong. Finds the range of radii, and whether particles move. Collective. */
static PetscErrorCode AgreeOnGroup(const GrFilling *m, const GrComplaint *complaint, GrGroupProperties *properties)
{
  enum { SMALLEST, LARGEST, WRONG, MOVES, OFF_DENSITY, ALL };
  const double rounding = 1e-5;
  /* maxima over all ranks; of the smallest radius, minus the radius */
  double all[ALL] = {[SMALLEST] = -INFINITY, [LARGEST] = -INFINITY, [WRONG] = complaint->id > 0};

  all[MOVES] = m->grains->velocity_deviation > 0 || m->grains->spin_deviation > 0;
  for (PetscInt i = m->begin; i < m->end; i++) {
    all[SMALLEST] = PetscMax(all[SMALLEST], -m->store->radius[i]);
    all[LARGEST] = PetscMax(all[LARGEST], m->store->radius[i]);
    for (int k = 3; k < GR_STATE; k++)
      all[MOVES] = PetscMax(all[MOVES], m->store->state[GR_STATE * (size_t)i + (size_t)k] != 0);
    all[OFF_DENSITY] = PetscMax(all[OFF_DENSITY], MassOffDensity(m, i));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, all, ALL, MPI_DOUBLE, MPI_MAX, m->comm));
  if (all[WRONG] > 0)
    return GrFillComplaintAgree(complaint, m);
  if (all[OFF_DENSITY] > rounding)
    WarnOfDensity(m);
  *properties = (GrGroupProperties){m->first_id, m->count, -all[SMALLEST], all[LARGEST], all[MOVES] > 0, 0};
  return 0;
}

PetscErrorCode GrFillFinish(GrFilling *m, GrGroupProperties *properties)
{
  GrComplaint complaint = {0};
  PetscInt64 left_out;
  double z = 0;

  if (m->drawn)
    GrFillDistributionRadii(&m->radii, (uint64_t)m->grains->seed, m->end - m->begin, &m->store->id[m->begin],
                            &m->store->radius[m->begin]);
  for (PetscInt i = m->begin; i < m->end && m->clump && !m->drawn; i++)
    m->store->radius[i] *= m->reach;
  PetscCall(GrFillCut(m, &left_out));
  for (PetscInt i = m->begin; i < m->end && m->clump; i++)
    m->store->radius[i] /= m->reach;
  if (m->the_case->dimension == 2)
    PetscCall(FindPlane(m, &z));
  for (PetscInt i = m->begin; i < m->end; i++) {
    if (m->the_case->dimension == 2)
      CheckFlat(m, i, z, &complaint);
    PlaceParticle(m, i, &complaint);
    CheckRadius(m, i, &complaint);
    CheckMotion(m, i, &complaint);
    FindMass(m, i, &complaint);
  }
  PetscCall(AgreeOnGroup(m, &complaint, properties));
  properties->left_out = left_out;
  StirAll(m);
  return GrFillClumpExpand(m, properties);
}
