/* The contact network of a bulk case: a file for each time; see network.h. */
#include "record/recorder_impl.h"

#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include "parallel/redistribute.h"
#include "record/network.h"
#include "record/network_list.h"

enum { AXES = 3 };

/* Ids, centres and radii on the ranks that have their rows. */
typedef struct {
  GrRowPlan plan;
  PetscInt64 *id;
  double *position, *radius;
} Spheres;

static PetscErrorCode GatherSpheres(GrRecorder r, const double *u, Spheres *s)
{
  const GrStore *store = GrBulkStore(r->world);
  const PetscInt n = store->columns.n;
  double *wrapped;
  PetscInt64 *image;

  PetscFunctionBeginUser;
  PetscCall(GrRowPlanPresent(r->world->comm, n, store->id, &s->plan));
  const size_t rows = (size_t)GrRowPlanRows(s->plan).count;
  PetscCall(PetscMalloc3(rows, &s->id, AXES * rows, &s->position, rows, &s->radius));
  PetscCall(PetscMalloc2(GR_STATE * (size_t)n, &wrapped, AXES * (size_t)n, &image));
  for (PetscInt i = 0; i < n; i++)
    GrBulkCellWrapRow(r->world->bulk, u + GR_STATE * i, store->image + 3 * i, wrapped + GR_STATE * i, image + 3 * i);
  PetscCall(GrRowPlanGather(s->plan, 1, 1, store->id, s->id));
  PetscCall(GrRowPlanGather(s->plan, AXES, GR_STATE, wrapped, s->position));
  PetscCall(GrRowPlanGather(s->plan, 1, 1, store->radius, s->radius));
  PetscCall(PetscFree2(wrapped, image));
  PetscFunctionReturn(0);
}

static PetscErrorCode RecordNetwork(GrRecorder r, void *data, const GrSample *m)
{
  Spheres spheres;
  GrColumns contacts;

  PetscFunctionBeginUser;
  PetscCall(GrContactListCreate(&contacts));
  PetscCall(GrContactListFill(r->world, m->u, &contacts));
  PetscCall(GatherSpheres(r, m->u, &spheres));
  const GrNetworkSample sample = {r->author,  m->step,          m->time,       GrRowPlanSplit(spheres.plan),
                                  spheres.id, spheres.position, spheres.radius};
  PetscCall(GrNetworkWrite(r->world->comm, r->directory, &sample, &contacts));
  PetscCall(PetscFree3(spheres.id, spheres.position, spheres.radius));
  PetscCall(GrRowPlanDestroy(&spheres.plan));
  PetscCall(GrColumnsDestroy(&contacts));
  PetscFunctionReturn(0);
}

static PetscErrorCode DestroyNetwork(void *data)
{
  return 0;
}

static const GrWriterOps ContactOps = {.record = RecordNetwork, .destroy = DestroyNetwork};

static PetscErrorCode AddContacts(GrRecorder r)
{
  const GrOutputInterval interval = {.when = r->world->the_case->output.contacts, .last = PETSC_TRUE};

  PetscFunctionBeginUser;
  if (GrOutputIsRecorded(&interval.when))
    PetscCall(GrRecorderAdd(r, &ContactOps, interval, NULL, NULL));
  PetscFunctionReturn(0);
}

static GrForecast ForecastContacts(GrWorld w, const GrTime *time)
{
  const GrOutputInterval interval = {.when = w->the_case->output.contacts, .last = PETSC_TRUE};
  const double contacts = GrRecorderDenseContacts(w->the_case) * (double)GrWorldTotal(w);

  return GrRecorderForecastOf("contacts-STEP.h5, of a dense packing", interval, time,
                              GrOutputIsRecorded(&interval.when) ? contacts * sizeof(double) * GrNetworkNumbers() : 0);
}

const GrWriterKind GrRecorderContacts = {AddContacts, ForecastContacts};
