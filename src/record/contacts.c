/* The contact network of a bulk case: a file for each time; see network.h. */
#include "record/recorder_impl.h"

#include "parallel/redistribute.h"
#include "record/network.h"
#include "record/network_list.h"
#include "record/wrap.h"

enum { AXES = 3 };

/* Centres and radii on the ranks that have their rows. */
static PetscErrorCode GatherSpheres(GrRecorder r, const double *u, double **position, double **radius)
{
  const GrStore *store = GrBulkStore(r->world);
  const PetscInt n = store->columns.n;
  double *wrapped;
  PetscInt64 *image;
  GrRowPlan plan;

  PetscFunctionBeginUser;
  PetscCall(GrRowPlanCreate(r->world->comm, n, store->id, GrWorldTotal(r->world), &plan));
  const size_t rows = (size_t)GrRowPlanRows(plan).count;
  PetscCall(PetscMalloc1(AXES * rows, position));
  PetscCall(PetscMalloc1(rows, radius));
  PetscCall(PetscMalloc2(GR_STATE * (size_t)n, &wrapped, AXES * (size_t)n, &image));
  GrWrap(r->world, n, u, store->image, wrapped, image);
  PetscCall(GrRowPlanGather(plan, AXES, GR_STATE, wrapped, *position));
  PetscCall(GrRowPlanGather(plan, 1, 1, store->radius, *radius));
  PetscCall(PetscFree2(wrapped, image));
  PetscCall(GrRowPlanDestroy(&plan));
  PetscFunctionReturn(0);
}

static PetscErrorCode RecordNetwork(GrRecorder r, void *data, const GrSample *m)
{
  double *position, *radius;
  GrColumns contacts;

  PetscFunctionBeginUser;
  PetscCall(GrContactListCreate(&contacts));
  PetscCall(GrContactListFill(r->world, m->u, &contacts));
  PetscCall(GatherSpheres(r, m->u, &position, &radius));
  const GrNetworkSample sample = {m->step, m->time, GrWorldTotal(r->world), position, radius};
  PetscCall(GrNetworkWrite(r->world->comm, r->directory, &sample, &contacts));
  PetscCall(PetscFree(position));
  PetscCall(PetscFree(radius));
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
  const GrOutputInterval interval = {.every = r->world->the_case->output.contacts_every, .last = PETSC_TRUE};

  PetscFunctionBeginUser;
  if (interval.every > 0)
    PetscCall(GrRecorderAdd(r, &ContactOps, interval, NULL, NULL));
  PetscFunctionReturn(0);
}

static GrForecast ForecastContacts(GrWorld w, const GrTime *time)
{
  const GrOutputInterval interval = {.every = w->the_case->output.contacts_every, .last = PETSC_TRUE};
  const double contacts = GrRecorderDenseContacts(w->the_case) * (double)GrWorldTotal(w);

  return GrRecorderForecastOf("contacts, of a dense packing", interval, time,
                              interval.every > 0 ? contacts * sizeof(double) * GrNetworkNumbers() : 0);
}

const GrWriterKind GrRecorderContacts = {AddContacts, ForecastContacts};
