/* generate: groups of particles on lattice sites, at random places, and at places that are given. */
#include "particle/fill/group.h"

#include "parallel/decomposition.h"
#include "particle/fill/from_case.h"
#include <string.h>

static void SetPosition(GrFilling *m, PetscInt i, const double x[3])
{
  memcpy(&m->store->state[GR_STATE * (size_t)i], x, 3 * sizeof(double));
}

PetscErrorCode GrFillLattice(GrFilling *m)
{
  GrLattice lattice = GrFillLatticeOf(m->the_case, m->grains, &m->radii);
  const char *problem;
  double x[3];

  PetscFunctionBeginUser;
  if ((problem = GrLatticePrepare(&lattice)))
    PetscFunctionReturn(GrFillFail(m, ".lattice", "%s", problem));
  PetscInt64 count = m->grains->count ? m->grains->count : lattice.sites;
  if (count > lattice.sites)
    PetscFunctionReturn(GrFillFail(
        m, ".lattice.count",
        "the part to fill has %" PetscInt64_FMT " sites; write a count up to this, or a larger part", lattice.sites));
  GrRows rows = GrDecompose(count, m->rank, m->size);
  PetscCall(GrFillAppend(m, rows.count));
  for (PetscInt i = m->begin; i < m->end; i++) {
    PetscInt64 site = rows.first + (i - m->begin);
    m->store->id[i] = m->first_id + site;
    GrLatticePositions(&lattice, (uint64_t)m->grains->seed, site, m->store->id[i], 1, x);
    SetPosition(m, i, x);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode TakePack(GrFilling *m, const GrPack *pack)
{
  PetscFunctionBeginUser;
  PetscCall(GrFillAppend(m, pack->rows.count));
  for (PetscInt i = m->begin; i < m->end; i++) {
    size_t k = (size_t)(i - m->begin);
    m->store->id[i] = m->first_id + pack->rows.first + (PetscInt64)k;
    SetPosition(m, i, &pack->x[3 * k]);
  }
  PetscFunctionReturn(0);
}

enum { TAKEN = 4 }; /* numbers of a sphere that is taken, see GrPackCase */

/* Adds the images of a sphere that may touch the part. Along an axis where the domain is periodic and the part is not,
   these are up to three. */
static void AddImages(const GrFilling *m, PetscInt i, GrPackCase *c, double *taken)
{
  const GrDomain *domain = &m->the_case->domain;
  const double *u = &m->store->state[GR_STATE * (size_t)i], r = m->store->radius[i];

  for (int image = 0; image < 27; image++) {
    const int shift[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    double *to = &taken[TAKEN * (size_t)c->n_taken];
    PetscBool near = PETSC_TRUE;
    for (int a = 0; a < 3; a++) {
      const PetscBool around = (PetscBool)(domain->periodic[a] && !c->periodic[a]);
      to[a] = u[a] + shift[a] * (domain->upper[a] - domain->lower[a]);
      near = (PetscBool)(near && (shift[a] == 0 || (around && to[a] + r > c->lower[a] && to[a] - r < c->upper[a])));
    }
    to[TAKEN - 1] = r;
    c->n_taken += near;
  }
}

/* The spheres of this rank of all groups before. `taken` is the caller's to free. */
static PetscErrorCode ListTaken(const GrFilling *m, GrPackCase *c, double **taken)
{
  PetscInt room = 0;

  PetscFunctionBeginUser;
  *taken = NULL;
  for (PetscInt i = 0; i < m->begin; i++) {
    if (c->n_taken + 27 > room) {
      PetscCall(PetscIntCast(2 * (PetscInt64)room + m->begin + 27, &room));
      PetscCall(PetscRealloc(TAKEN * (size_t)room * sizeof(double), taken));
    }
    AddImages(m, i, c, *taken);
  }
  c->taken = *taken;
  PetscFunctionReturn(0);
}

PetscErrorCode GrFillRandom(GrFilling *m)
{
  char origin[PETSC_MAX_PATH_LEN];
  const GrGrains *g = m->grains;
  GrPackCase c = GrFillPackOf(m->the_case, g, &m->radii);
  const char *problem;
  double *taken;
  GrPack pack;

  PetscFunctionBeginUser;
  c.origin = origin;
  c.first_id = m->first_id; /* the case does not know it behind a group from a file */
  snprintf(origin, sizeof origin, "%s:%d:%d: particles.%s.random", m->the_case->file, g->place.line, g->place.column,
           g->name);
  if ((problem = GrPackPrepare(&c)))
    PetscFunctionReturn(GrFillFail(m, ".random", "%s", problem));
  PetscCall(ListTaken(m, &c, &taken));
  PetscErrorCode failed = GrPackGenerate(m->comm, &c, &pack);
  PetscCall(PetscFree(taken));
  if (!failed)
    failed = TakePack(m, &pack);
  PetscCall(GrPackDestroy(&pack));
  PetscFunctionReturn(failed);
}

PetscErrorCode GrFillAt(GrFilling *m)
{
  const GrRows rows = GrDecompose(m->grains->n_at, m->rank, m->size);

  PetscFunctionBeginUser;
  PetscCall(GrFillAppend(m, rows.count));
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
