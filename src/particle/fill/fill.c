/* fill: group after group, each from rows of its own kind to finished particles; see fill.h. */
#include "particle/fill/fill.h"

#include "base/memory.h"
#include "contact/model.h"
#include "particle/fill/from_case.h"
#include "particle/fill/group.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

static const struct {
  PetscErrorCode (*make)(GrFilling *making);
} sources[] = {[GR_GENERATE_LATTICE] = {GrFillLattice},
               [GR_GENERATE_RANDOM] = {GrFillRandom},
               [GR_GENERATE_FILE] = {GrFillFromFile},
               [GR_GENERATE_PREVIOUS] = {GrFillPrevious},
               [GR_GENERATE_AT] = {GrFillAt}};

/* Radii that are not drawn are those of a file: a constant that is not a number. */
static PetscErrorCode PrepareRadii(GrFilling *m)
{
  const GrRadii *given = &m->grains->radii;
  const char *problem;

  PetscFunctionBeginUser;
  m->drawn = given->kind != GR_RADII_CONSTANT || !isnan(given->mean);
  if (!m->drawn)
    PetscFunctionReturn(0);
  GrDistributionOf(given, &m->radii);
  if ((problem = GrDistributionPrepare(&m->radii)))
    PetscFunctionReturn(GrFillFail(m, ".radius", "%s", problem));
  PetscFunctionReturn(0);
}

static PetscErrorCode FindGroupProperties(const GrFilling *m, GrGroupProperties *properties)
{
  double local[2] = {INFINITY, INFINITY}, all[2];

  PetscFunctionBeginUser;
  for (PetscInt i = m->begin; i < m->end; i++) {
    local[0] = PetscMin(local[0], m->store->radius[i]);
    local[1] = PetscMin(local[1], -m->store->radius[i]);
  }
  PetscCallMPI(MPI_Allreduce(local, all, 2, MPI_DOUBLE, MPI_MIN, m->comm));
  *properties = (GrGroupProperties){m->first_id, m->count, all[0], -all[1]};
  PetscFunctionReturn(0);
}

static PetscErrorCode MakeGroup(GrFilling *m, GrGroupProperties *properties)
{
  PetscFunctionBeginUser;
  if (m->grains->generate == GR_GENERATE_FILE || m->grains->generate == GR_GENERATE_PREVIOUS)
    PetscCall(GrCaseFile(m->the_case, m->grains->file, sizeof m->path, m->path));
  PetscCall(PrepareRadii(m));
  PetscCall(sources[m->grains->generate].make(m));
  PetscCall(GrFillFinish(m));
  PetscCall(FindGroupProperties(m, properties));
  PetscFunctionReturn(0);
}

/* Of the groups whose counts are known without their files. */
static PetscErrorCode DemandMemory(const GrFilling *m)
{
  char origin[PETSC_MAX_PATH_LEN];
  PetscInt64 count = 0;

  PetscFunctionBeginUser;
  for (int g = 0; g < m->the_case->n_grains; g++)
    count += m->the_case->grains[g].count;
  PetscCall(PetscSNPrintf(origin, sizeof origin, "%s: particles", m->the_case->file));
  PetscCall(GrMemoryDemand(m->comm, GR_EXIT_INPUT, origin, (GrDemand){"particles", count, GR_MEMORY_SPHERE, GR_STATE}));
  PetscFunctionReturn(0);
}

PetscErrorCode GrFillStore(MPI_Comm comm, const GrCase *the_case, GrStore *store, GrGroupProperties properties[])
{
  GrFilling m = {.comm = comm, .the_case = the_case, .store = store};
  PetscInt64 first_id = 1;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &m.rank));
  PetscCallMPI(MPI_Comm_size(comm, &m.size));
  PetscCall(DemandMemory(&m));
  for (int g = 0; g < the_case->n_grains; g++) {
    GrFilling group = m;
    group.group = g;
    group.grains = &the_case->grains[g];
    group.first_id = first_id;
    group.begin = group.end = store->columns.n;
    PetscErrorCode failed = MakeGroup(&group, &properties[g]);
    PetscCall(PetscFree(group.line));
    PetscCall(failed);
    first_id += properties[g].count;
  }
  PetscFunctionReturn(0);
}
