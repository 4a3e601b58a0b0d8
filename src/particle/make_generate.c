/* make_generate: groups of particles on lattice sites, at random places, and at places that are given. */
#include "particle/make_group.h"

#include "domain/decomposition.h"
#include "input/generate.h"
#include <string.h>

static void SetPosition(GrMaking *m, PetscInt i, const double x[3])
{
  memcpy(&m->store->state[GR_STATE * (size_t)i], x, 3 * sizeof(double));
}

PetscErrorCode GrMakeLattice(GrMaking *m)
{
  GrLattice lattice = GrGrainsLattice(m->the_case, m->grains, &m->radii);
  const char *problem;
  double x[3];

  PetscFunctionBeginUser;
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
  GrPackCase c = GrGrainsPack(m->the_case, g, &m->radii);
  const char *problem;
  GrPack pack;

  PetscFunctionBeginUser;
  c.origin = origin;
  c.first_id = m->first_id; /* the case does not know it behind a group from a file */
  snprintf(origin, sizeof origin, "%s:%d:%d: particles.%s.random", m->the_case->file, g->place.line, g->place.column,
           g->name);
  if ((problem = GrPackPrepare(&c)))
    PetscFunctionReturn(GrMakingFail(m, ".random", "%s", problem));
  PetscCall(GrPackGenerate(m->comm, &c, &pack));
  PetscErrorCode failed = TakePack(m, &pack);
  PetscCall(GrPackDestroy(&pack));
  PetscFunctionReturn(failed);
}

PetscErrorCode GrMakeAt(GrMaking *m)
{
  const GrRows rows = GrDecompose(m->grains->n_at, m->rank, m->size);

  PetscFunctionBeginUser;
  PetscCall(GrMakingAppend(m, rows.count));
  for (PetscInt i = m->begin; i < m->end; i++) {
    const PetscInt64 k = rows.first + (i - m->begin);
    const GrPlaced *placed = &m->grains->at[k];
    double *state = &m->store->state[GR_STATE * (size_t)i];
    m->store->id[i] = m->first_id + k;
    SetPosition(m, i, placed->position);
    memcpy(state + 3, placed->velocity, sizeof placed->velocity);
    memcpy(state + 6, placed->spin, sizeof placed->spin);
  }
  PetscFunctionReturn(0);
}
