/* Records the contact network of an assembly: a file DIRECTORY/contacts-STEP.h5 for each output time.

   The group `contacts` has step and time, and a row for each contact: first, second, wall, normal, overlap,
   overlap_max, force, branch and point. Rows are sorted by (first, second, wall), so that no bit depends on the number
   of ranks. Each contact is sent to the rank that has the row of its first particle. The ranks write their rows one
   after another. */
#include "base/member.h"
#include "record/recorder_impl.h"

#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include "parallel/redistribute.h"
#include "record/observed.h"
#include <stdlib.h>
#include <string.h>

enum { AXES = 3 };

/* A contact as written; 8-byte words only. */
typedef struct {
  PetscInt64 first, second, wall;
  double normal[AXES], overlap, overlap_max, force[AXES], branch[AXES], point[AXES];
} Row;
enum { WORDS = sizeof(Row) / sizeof(double) };

static const GrMember Columns[] = {
    {{"first", GR_INTEGER, 1, "1", "id of the first particle"}, offsetof(Row, first), GR_ANYTHING},
    {{"second", GR_INTEGER, 1, "1", "id of the second particle; 0: a wall"}, offsetof(Row, second), GR_ANYTHING},
    {{"wall", GR_INTEGER, 1, "1", "number of the wall in the input, from 0; -1: none"},
     offsetof(Row, wall),
     GR_ANYTHING},
    {{"normal", GR_REAL, AXES, "1", "unit vector from the first to the second particle, or into the wall"},
     offsetof(Row, normal),
     GR_ANYTHING},
    {{"overlap", GR_REAL, 1, "m", "overlap of the undeformed bodies"}, offsetof(Row, overlap), GR_ANYTHING},
    {{"overlap_max", GR_REAL, 1, "m",
      "largest overlap that the normal law remembers, if it remembers one; otherwise the overlap"},
     offsetof(Row, overlap_max),
     GR_ANYTHING},
    {{"force", GR_REAL, AXES, "N", "force on the first particle"}, offsetof(Row, force), GR_ANYTHING},
    {{"branch", GR_REAL, AXES, "m",
      "from the centre of the first to that of the second, or to the point of contact on a wall"},
     offsetof(Row, branch),
     GR_ANYTHING},
    {{"point", GR_REAL, AXES, "m",
      "point of contact: half the overlap inside the surface of the first, or on the wall; seen from the first "
      "particle, so it may be outside of a periodic box"},
     offsetof(Row, point),
     GR_ANYTHING}};
enum { COLUMNS = sizeof(Columns) / sizeof(Columns[0]) };
static const GrColumn StepColumn = {"step", GR_INTEGER, 1, "1", "number of the time step"};
static const GrColumn TimeColumn = {"time", GR_REAL, 1, "s", "simulated time"};

/* Ids, centres [m] and radii [m] of the particles whose rows this rank has, in the order of ids. */
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

  PetscCall(GrRowPlanPresent(r->world->comm, n, store->id, &s->plan));
  const size_t rows = (size_t)GrRowPlanRows(s->plan).count;
  PetscCall(PetscMalloc3(rows, &s->id, AXES * rows, &s->position, rows, &s->radius));
  PetscCall(PetscMalloc2(GR_STATE * (size_t)n, &wrapped, AXES * (size_t)n, &image));
  for (PetscInt i = 0; i < n; i++)
    GrBulkCellWrapRow(r->world->bulk, u + GR_STATE * i, store->image + 3 * i, wrapped + GR_STATE * i, image + 3 * i);
  PetscCall(GrRowPlanGather(s->plan, 1, 1, store->id, s->id));
  PetscCall(GrRowPlanGather(s->plan, AXES, GR_STATE, wrapped, s->position));
  PetscCall(GrRowPlanGather(s->plan, 1, 1, store->radius, s->radius));
  return PetscFree2(wrapped, image);
}

/* Two contacts with images of the same particle differ in the branch. */
static int CompareContacts(const void *one, const void *two)
{
  const GrContact *a = one, *b = two;
  const PetscInt64 x[] = {a->first, a->second, a->wall}, y[] = {b->first, b->second, b->wall};

  for (int k = 0; k < 3; k++)
    if (x[k] != y[k])
      return x[k] < y[k] ? -1 : 1;
  for (int k = 0; k < AXES; k++)
    if (a->branch[k] != b->branch[k])
      return a->branch[k] < b->branch[k] ? -1 : 1;
  return 0;
}

/* Sends each contact to the rank that has the row of its first particle, and sorts the contacts there. Collective. */
static PetscErrorCode SortContacts(MPI_Comm comm, const GrRowSplit *split, GrParallelColumns *list)
{
  int *to;

  PetscCall(PetscMalloc1(list->n, &to));
  for (PetscInt i = 0; i < list->n; i++)
    to[i] = GrRowSplitRank(split, GrRecorderContactList(list)[i].first);
  PetscCall(GrParallelColumnsExchange(comm, list, to));
  PetscCall(PetscFree(to));
  if (list->n > 1) /* an empty list may be NULL */
    qsort(GrRecorderContactList(list), (size_t)list->n, sizeof(GrContact), CompareContacts);
  return 0;
}

/* The row of a contact whose first particle is sphere i of s. */
static Row MakeRow(const GrContact *c, const Spheres *s, PetscInt64 i)
{
  const double lever = s->radius[i] - 0.5 * c->overlap;
  Row row = {
      .first = c->first, .second = c->second, .wall = c->wall, .overlap = c->overlap, .overlap_max = c->overlap_max};

  for (int k = 0; k < AXES; k++) {
    row.normal[k] = c->normal[k];
    row.force[k] = c->force[k];
    row.branch[k] = c->branch[k];
    row.point[k] = s->position[AXES * i + k] + (c->second ? lever * c->normal[k] : c->branch[k]);
  }
  return row;
}

/* Array k of `data` has column k of all rows; they are parts of `words`, [WORDS n]. Contacts and spheres are both in
   the order of ids. */
static void FillColumns(const GrParallelColumns *list, const Spheres *s, double *words, const void *data[COLUMNS])
{
  const size_t n = (size_t)list->n;
  PetscInt64 at = 0;

  for (size_t i = 0; i < n; i++) {
    const GrContact *c = &GrRecorderContactList(list)[i];
    while (s->id[at] < c->first)
      at++;
    const Row row = MakeRow(c, s, at);
    for (int k = 0; k < COLUMNS; k++) {
      const size_t begin = Columns[k].offset / sizeof(double), width = (size_t)Columns[k].column.components;
      data[k] = words + begin * n;
      memcpy(words + begin * n + width * i, (const char *)&row + Columns[k].offset, width * sizeof(double));
    }
  }
}

static PetscErrorCode WriteFile(GrRecorder r, const GrSample *m, PetscInt64 n, const void *const data[COLUMNS])
{
  const MPI_Comm comm = r->world->comm;
  const GrRows one = {1, 0, r->world->rank == 0};
  char path[PETSC_MAX_PATH_LEN];
  GrColumn column[COLUMNS];
  PetscInt64 first = 0, total;
  GrResults results;
  GrTable table;

  for (int k = 0; k < COLUMNS; k++)
    column[k] = Columns[k].column;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/contacts-%" PetscInt64_FMT ".h5", r->directory, m->step));
  PetscCallMPI(MPI_Exscan(&n, &first, 1, MPIU_INT64, MPI_SUM, comm)); /* does not change the first rank's */
  PetscCallMPI(MPI_Allreduce(&n, &total, 1, MPIU_INT64, MPI_SUM, comm));
  PetscCall(GrResultsCreate(comm, path, r->author, NULL, &results));
  PetscCall(GrResultsRows(results, "/contacts", &StepColumn, one, &m->step));
  PetscCall(GrResultsRows(results, "/contacts", &TimeColumn, one, &m->time));
  PetscCall(GrTableCreate(results, "/contacts", COLUMNS, column, total, &table));
  PetscCall(GrTableWrite(table, first, n, data));
  PetscCall(GrTableDestroy(&table));
  return GrResultsFinish(&results);
}

static PetscErrorCode RecordContacts(GrRecorder r, void *data, const GrSample *m)
{
  const void *columns[COLUMNS] = {NULL};
  Spheres spheres;
  GrParallelColumns list;
  double *words;

  PetscCall(GrRecorderContactListCreate(r->world, m->u, &list));
  PetscCall(GatherSpheres(r, m->u, &spheres));
  PetscCall(SortContacts(r->world->comm, GrRowPlanSplit(spheres.plan), &list));
  PetscCall(PetscMalloc1(WORDS * (size_t)list.n, &words));
  FillColumns(&list, &spheres, words, columns);
  PetscCall(WriteFile(r, m, list.n, columns));
  PetscCall(PetscFree(words));
  PetscCall(PetscFree3(spheres.id, spheres.position, spheres.radius));
  PetscCall(GrRowPlanDestroy(&spheres.plan));
  return GrParallelColumnsDestroy(&list);
}

static const GrWriterOps ContactOps = {.record = RecordContacts};

static PetscErrorCode AddContacts(GrRecorder r)
{
  const GrRecorderInterval interval = {.when = r->world->the_case->output.contacts, .last = true};

  if (GrOutputIsRecorded(&interval.when))
    PetscCall(GrRecorderAdd(r, &ContactOps, interval, NULL, NULL));
  return 0;
}

/* Size of the rows of the contacts of a dense packing. */
static double ExpectBytes(GrWorld w)
{
  return GrRecorderDenseContacts(w->the_case) * (double)GrWorldTotal(w) * sizeof(Row);
}

const GrWriterKind GrRecorderContacts = {
    .what = "contacts-STEP.h5, of a dense packing", .add = AddContacts, .file_bytes = ExpectBytes};
