/* make_generate: groups of particles on lattice sites and at random places. */
#include "particle/make_group.h"

#include "domain/decomposition.h"
#include "particle/lattice.h"
#include "particle/pack.h"
#include <string.h>

/* A part that is shorter than the domain has faces like walls, since another group may stand beside it. */
static void FindPeriodic(const GrMaking *m, PetscBool periodic[3])
{
  const GrDomain *domain = &m->the_case->domain;
  for (int axis = 0; axis < 3; axis++) {
    bool whole = m->grains->lower[axis] == domain->lower[axis] && m->grains->upper[axis] == domain->upper[axis];
    periodic[axis] = whole && domain->periodic[axis] ? PETSC_TRUE : PETSC_FALSE;
  }
}

static void SetPosition(GrMaking *m, PetscInt i, const double x[3])
{
  memcpy(&m->store->state[GR_STATE * (size_t)i], x, 3 * sizeof(double));
}

PetscErrorCode GrMakeLattice(GrMaking *m)
{
  GrLattice lattice = {.kind = (GrLatticeKind)m->grains->sites,
                       .spacing = m->grains->spacing,
                       .clearance = m->radii.largest,
                       .jitter = m->grains->jitter};
  const char *problem;
  double x[3];

  PetscFunctionBeginUser;
  memcpy(lattice.lower, m->grains->lower, sizeof lattice.lower);
  memcpy(lattice.upper, m->grains->upper, sizeof lattice.upper);
  FindPeriodic(m, lattice.periodic);
  if ((problem = GrLatticePrepare(&lattice)))
    PetscFunctionReturn(GrMakingFail(m, ".lattice", "%s", problem));
  PetscInt64 count = m->grains->count ? m->grains->count : lattice.sites;
  if (count > lattice.sites)
    PetscFunctionReturn(GrMakingFail(
        m, ".lattice.count",
        "the part to fill has %" PetscInt64_FMT " sites; write a count up to this, or a larger part", lattice.sites));
  GrRows rows = GrDecompose(count, m->rank, m->size);
  PetscCall(GrMakingAppend(m, rows.count));
  for (PetscInt i = m->begin; i < m->end; i++) {
    PetscInt64 site = rows.first + (i - m->begin);
    m->store->id[i] = m->first_id + site;
    GrLatticePositions(&lattice, (uint64_t)m->grains->seed, site, m->store->id[i], 1, x);
    SetPosition(m, i, x);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode TakePack(GrMaking *m, const GrPack *pack)
{
  PetscFunctionBeginUser;
  PetscCall(GrMakingAppend(m, pack->rows.count));
  for (PetscInt i = m->begin; i < m->end; i++) {
    size_t k = (size_t)(i - m->begin);
    m->store->id[i] = m->first_id + pack->rows.first + (PetscInt64)k;
    SetPosition(m, i, &pack->x[3 * k]);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrMakeRandom(GrMaking *m)
{
  char origin[PETSC_MAX_PATH_LEN];
  const GrGrains *g = m->grains;
  GrPackCase c = {.origin = origin,
                  .gap = g->gap,
                  .flat = m->the_case->dimension == 2 ? PETSC_TRUE : PETSC_FALSE,
                  .radii = &m->radii,
                  .seed = (uint64_t)g->seed,
                  .first_id = m->first_id,
                  .count = g->count,
                  .solid_fraction = g->solid_fraction};
  const char *problem;
  GrPack pack;

  PetscFunctionBeginUser;
  memcpy(c.lower, g->lower, sizeof c.lower);
  memcpy(c.upper, g->upper, sizeof c.upper);
  FindPeriodic(m, c.periodic);
  snprintf(origin, sizeof origin, "%s:%d:%d: particles.%s.random", m->the_case->file, g->place.line, g->place.column,
           g->name);
  if ((problem = GrPackPrepare(&c)))
    PetscFunctionReturn(GrMakingFail(m, ".random", "%s", problem));
  PetscCall(GrPackGenerate(m->comm, &c, &pack));
  PetscErrorCode failed = TakePack(m, &pack);
  PetscCall(GrPackDestroy(&pack));
  PetscFunctionReturn(failed);
}
