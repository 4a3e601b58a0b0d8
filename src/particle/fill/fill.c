/* Creates the particles of all groups; see fill.h. */
#include "particle/fill/fill.h"

#include "base/memory.h"
#include "parallel/decomposition.h"
#include "particle/fill/group.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

/* Prepares the distribution of radii. If the constant radius is NaN, a file gives the radii. */
static PetscErrorCode PrepareRadii(GrFilling *m)
{
  const GrRadii *given = &m->grains->radii;
  const char *problem;

  m->drawn = given->kind != GR_RADII_CONSTANT || !isnan(given->mean);
  if (!m->drawn)
    return 0;
  if ((problem = GrFillDistributionOf(given, m->reach, &m->radii)))
    return GrFillFail(m, ".radius", "%s", problem);
  return 0;
}

/* Makes particles whose positions are functions of their numbers. */
static PetscErrorCode PlaceParticles(GrFilling *m, PetscInt64 count)
{
  const GrRows rows = GrRowDecompose(count, m->rank, m->size);
  GrStore *s = m->store;

  PetscCall(GrFillAppend(m, &rows));
  for (PetscInt i = m->begin; i < m->end; i++)
    s->id[i] = m->first_id + rows.first + (i - m->begin);
  if (m->end > m->begin)
    m->grains->generator->place(&(GrPlaces){.the_case = m->the_case,
                                            .grains = m->grains,
                                            .radii = m->drawn ? &m->radii : NULL,
                                            .first = rows.first,
                                            .id = m->first_id + rows.first,
                                            .n = m->end - m->begin,
                                            .state = (double(*)[GR_STATE])s->state + m->begin,
                                            .radius = &s->radius[m->begin],
                                            .mass = &s->mass[m->begin]});
  return 0;
}

/* Checks the count, which has not been checked for a case that a program built, and makes the particles. */
static PetscErrorCode MakeParticles(GrFilling *m)
{
  const GrGenerator *g = m->grains->generator;
  GrGeneratorFault fault = {0};
  const char *sentence = NULL;
  char key[2 * GR_NAME_MAX];
  PetscInt64 count = 0;

  if (g->count)
    sentence = g->count(m->the_case, m->grains, m->drawn ? &m->radii : NULL, &count, &fault);
  snprintf(key, sizeof key, ".%s%s%s", g->name, fault.key ? "." : "", fault.key ? fault.key : "");
  if (sentence)
    return GrFillFail(m, key, "%s", sentence);
  return g->make ? g->make(m) : PlaceParticles(m, count);
}

static PetscErrorCode MakeGroup(GrFilling *m, GrGroupProperties *properties)
{
  if (GrGeneratorFile(m->grains))
    PetscCall(GrCaseFile(m->the_case, GrGeneratorFile(m->grains), sizeof m->path, m->path));
  m->clump = GrBodiesClumpOf(m->the_case, m->group);
  m->reach = GrBodiesReach(m->the_case, m->group);
  PetscCall(PrepareRadii(m));
  PetscCall(MakeParticles(m));
  return GrFillFinish(m, properties);
}

/* Checks that there is memory for the groups whose counts are known without their files. */
static PetscErrorCode DemandMemory(const GrFilling *m)
{
  char origin[PETSC_MAX_PATH_LEN];
  PetscInt64 count = 0;

  for (int g = 0; g < m->the_case->n_grains; g++)
    count += m->the_case->grains[g].count;
  PetscCall(PetscSNPrintf(origin, sizeof origin, "%s: particles", m->the_case->file));
  return GrMemoryDemand(m->comm, GR_EXIT_INPUT, origin, (GrDemand){"particles", count, GR_MEMORY_SPHERE, GR_STATE});
}

PetscErrorCode GrFillStore(MPI_Comm comm, const GrCase *the_case, GrStore *store, GrGroupProperties properties[])
{
  GrFilling m = {.comm = comm, .the_case = the_case, .store = store};
  PetscInt64 first_id = 1;

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
  return 0;
}
