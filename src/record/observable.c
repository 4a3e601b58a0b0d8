/* Records observables, which are sums over the particles and contacts of an assembly, in the table observables/bulk;
   see granum/particle.h. Quantities of the whole system, such as the mean velocity, are computed first, then the sums
   of each observable. Limit: 2^31 contacts of one particle. */
#include "record/recorder_impl.h"

#include <granum/error.h>
#include <granum/particle.h>

#include "bulk/body/body.h"
#include "bulk/output.h"
#include "bulk/population/population.h"
#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include "record/indicator.h"
#include "record/observable_sums.h"
#include "record/observed.h"
#include <math.h>

static bool HasForce(const GrContact *c)
{
  const double *f = c->force;
  return f[0] != 0 || f[1] != 0 || f[2] != 0;
}

/* Sends the ids of the particles of contacts with a force to the ranks that have the rows of the ids. Collective. */
static PetscErrorCode TouchedIds(MPI_Comm comm, PetscInt64 total, const GrParallelColumns *contacts,
                                 GrParallelColumns *ids)
{
  const size_t bytes = sizeof(PetscInt64);
  int *to, size;

  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(GrParallelColumnsCreate(1, &bytes, ids));
  PetscCall(GrParallelColumnsReserve(ids, 2 * contacts->n));
  PetscCall(PetscMalloc1(2 * contacts->n, &to));
  for (PetscInt i = 0; i < contacts->n; i++)
    for (int k = 0; k < 2; k++) {
      const GrContact *c = &GrRecorderContactList(contacts)[i];
      const PetscInt64 id = c->body[k];
      if (id == 0 || !HasForce(c))
        continue;
      to[ids->n] = GrRowRank(id - 1, total, size);
      ((PetscInt64 *)ids->data[0])[ids->n++] = id;
    }
  PetscCall(GrParallelColumnsExchange(comm, ids, to));
  return PetscFree(to);
}

/* Sums over all ranks: ends of contacts with a force at particles; ends at particles with at least two; number of such
   particles. */
enum { ENDS, BACKBONE_ENDS, BACKBONE, COUNTS };

static PetscErrorCode CountTouched(MPI_Comm comm, PetscInt64 total, const GrParallelColumns *contacts,
                                   PetscInt64 count[COUNTS])
{
  GrParallelColumns ids;
  int *ends, rank, size;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  const GrRows rows = GrRowDecompose(total, rank, size);
  PetscCall(TouchedIds(comm, total, contacts, &ids));
  PetscCall(PetscCalloc1((size_t)rows.count, &ends));
  for (PetscInt i = 0; i < ids.n; i++)
    ends[((const PetscInt64 *)ids.data[0])[i] - 1 - rows.first]++;
  for (PetscInt64 k = 0; k < rows.count; k++) {
    count[ENDS] += ends[k];
    count[BACKBONE_ENDS] += ends[k] >= 2 ? ends[k] : 0;
    count[BACKBONE] += ends[k] >= 2;
  }
  PetscCall(PetscFree(ends));
  PetscCall(GrParallelColumnsDestroy(&ids));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, count, COUNTS, MPIU_INT64, MPI_SUM, comm));
  return 0;
}

static PetscErrorCode CountContacts(MPI_Comm comm, PetscInt64 total, const GrParallelColumns *contacts,
                                    GrObservedSystem *s)
{
  PetscInt64 count[COUNTS] = {0};

  for (PetscInt i = 0; i < contacts->n; i++)
    s->contacts += HasForce(&GrRecorderContactList(contacts)[i]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &s->contacts, 1, MPIU_INT64, MPI_SUM, comm));
  PetscCall(CountTouched(comm, total, contacts, count));
  s->touches = count[ENDS];
  s->backbone_touches = count[BACKBONE_ENDS];
  s->backbone = count[BACKBONE];
  return 0;
}

static PetscErrorCode SumMomentum(GrWorld w, const double *u, GrObservedSystem *s)
{
  GrObservedParticle p;
  GrSum sum[4]; /* mass, momentum */
  double motion[6];

  for (int k = 0; k < 4; k++)
    GrSumClear(&sum[k]);
  for (PetscInt i = 0; i < GrRecorderCountParticles(w); i++) {
    if (!GrRecorderFindParticle(w, u, i, motion, &p) || p.prescribed)
      continue;
    GrSumAdd(&sum[0], p.mass);
    for (int k = 0; k < 3; k++)
      GrSumAdd(&sum[1 + k], p.mass * p.velocity[k]);
  }
  PetscCall(GrSumReduce(sum, 4, w->comm));
  s->mass = GrSumValue(&sum[0]);
  for (int k = 0; k < 3; k++) {
    s->momentum[k] = GrSumValue(&sum[1 + k]);
    s->mean_velocity[k] = s->mass > 0 ? s->momentum[k] / s->mass : 0;
  }
  return 0;
}

/* Computes the quantities of the whole system. Collective. */
static PetscErrorCode ObserveSystem(GrWorld w, const GrSample *m, const GrParallelColumns *contacts,
                                    GrObservedSystem *s)
{
  *s = (GrObservedSystem){.time = m->time,
                          .dimension = w->the_case->dimension,
                          .volume = GrBulkVolume(w, m->time),
                          .particles = GrRecorderCountParticles(w) - GrBulkBodySpheres(w),
                          .bonds = GrBulkBondCount(w),
                          .left = GrWorldLeft(w)};
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &s->particles, 1, MPIU_INT64, MPI_SUM, w->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &s->bonds, 1, MPIU_INT64, MPI_SUM, w->comm));
  PetscCall(GrWorldDeepestReduce(w));
  s->overlap_max = w->deepest.recent;
  PetscCall(CountContacts(w->comm, GrBulkPopulationIds(w), contacts, s));
  return SumMomentum(w, m->u, s);
}

/* elastic: elastic energy of each particle (GrRecorderFindElastic). */
static void AddParticles(GrWorld w, const GrObservable *o, const GrObservedSystem *s, const double *u,
                         const double elastic[], GrObservableSums sums)
{
  GrObservedParticle particle;
  double motion[6];

  for (PetscInt i = 0; o->particle && i < GrRecorderCountParticles(w); i++)
    if (GrRecorderFindParticle(w, u, i, motion, &particle)) {
      particle.elastic = elastic[i];
      o->particle(s, &particle, sums);
    }
}

/* What the observables are computed from. */
typedef struct {
  GrParallelColumns contacts;
  double *elastic;
  GrObservedSystem system;
} Observed;

static PetscErrorCode ObservedCreate(GrWorld w, const GrSample *m, Observed *observed)
{
  PetscCall(GrRecorderContactListCreate(w, m->u, &observed->contacts));
  PetscCall(GrRecorderFindElastic(w, m->u, &observed->elastic));
  return ObserveSystem(w, m, &observed->contacts, &observed->system);
}

static PetscErrorCode ObservedDestroy(Observed *observed)
{
  PetscCall(PetscFree(observed->elastic));
  return GrParallelColumnsDestroy(&observed->contacts);
}

/* Computes the values of an observable. Collective. */
static PetscErrorCode FindValues(GrWorld w, const GrSample *m, const Observed *observed, const GrObservable *o,
                                 double values[])
{
  struct GrObservableSums_ sums;
  double sum[GR_OBSERVABLE_SUMS_MAX];

  for (int i = 0; i < o->n_sums; i++)
    GrSumClear(&sums.sum[i]);
  AddParticles(w, o, &observed->system, m->u, observed->elastic, &sums);
  for (PetscInt i = 0; o->contact && i < observed->contacts.n; i++)
    o->contact(&observed->system, &GrRecorderContactList(&observed->contacts)[i], &sums);
  PetscCall(GrSumReduce(sums.sum, o->n_sums, w->comm));
  for (int i = 0; i < o->n_sums; i++) {
    sum[i] = GrSumValue(&sums.sum[i]);
    if (isnan(sum[i]))
      return GrFail(GR_EXIT_PHYSICS,
                    "at t = %.9g s: the observable %s is not a number: a contribution of a particle "
                    "or contact is not finite; make the steps shorter, or look for extreme values in the input",
                    m->time, o->name);
  }
  o->value(&observed->system, sum, values);
  return 0;
}

static PetscErrorCode Observe(GrWorld w, const GrSample *m, int width, double values[])
{
  const GrObservable *o;
  Observed observed;

  PetscCall(ObservedCreate(w, m, &observed));
  w->deepest.recent = 0; /* the next row begins */
  for (int k = 0; (o = GrObservableAt(k)); values += o->n_values, k++)
    PetscCall(FindValues(w, m, &observed, o, values));
  return ObservedDestroy(&observed);
}

static PetscErrorCode FindObservable(GrWorld w, const GrCondition *c, double t, const double *u, double *value)
{
  const GrSample sample = {.time = t, .u = u};
  double values[GR_OBSERVABLE_VALUES_MAX];
  Observed observed;

  PetscCall(ObservedCreate(w, &sample, &observed));
  PetscCall(FindValues(w, &sample, &observed, c->indicator.what, values));
  *value = values[PetscMax(c->component, 0)];
  return ObservedDestroy(&observed);
}

const GrIndicatorKind GrIndicatorObservables = {.find = FindObservable};

/* ---- the table ---- */

static int ListColumns(GrWorld w, int k, GrColumn columns[])
{
  const GrObservable *o;

  for (k = 0; (o = GrObservableAt(k)); k++) {
    const char *unit = w->the_case->dimension == 2 && o->plane_unit ? o->plane_unit : o->unit;
    columns[k] = (GrColumn){o->name, o->whole ? GR_INTEGER : GR_REAL, o->n_values, unit, o->description};
  }
  return k;
}

static const GrTablesKind Tables = {.group = "/observables/bulk",
                                    .when = offsetof(GrCase, output.observables),
                                    .columns = ListColumns,
                                    .fill = Observe};
const GrWriterKind GrRecorderObservables = {.what = "observables", .tables = &Tables};
