/* Walls that are meshes: the force of the particles on each triangle, observables/walls/NAME/triangle_force, at the
   times at which the walls are recorded.

   A contact counts for the triangle that it is at (wall/mesh.h). The sum over the contacts of a triangle is exact, and
   so the same on any number of ranks: each rank adds up its own exactly, as a few doubles whose sum that is,
     s1 = round(S),  s2 = round(S - s1),  ...  until nothing is left,
   one or two as a rule, and sends them to the rank that has the triangle's row, which does the same and rounds.

   Memory: of the order of the contacts with meshes, of the triangles touched, and of the rows of this rank. */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include "parallel/sparse_exchange.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AXES = 3, WORDS = 4 }; /* of a piece */

static const GrColumn column = {"triangle_force", GR_REAL, AXES, "N",
                                "force of the particles on each triangle, rows as in /parameters/walls/NAME/triangles"};

/* A force on a triangle: as many words as in a message. */
typedef struct {
  PetscInt64 triangle;
  double force[AXES];
} Piece;
_Static_assert(sizeof(Piece) == WORDS * sizeof(PetscInt64), "pieces are sent as words");

typedef struct {
  PetscInt n, capacity;
  Piece *piece;
} Pieces;

/* Of one mesh. */
typedef struct {
  int wall;
  GrRows rows;
  GrSeries series;
  Pieces contacts; /* while they are gathered */
} Surface;

typedef struct {
  int n;
  Surface *surface; /* [n] */
} Triangles;

static PetscErrorCode AppendPiece(Pieces *to, PetscInt64 triangle, const double force[AXES])
{
  PetscFunctionBeginUser;
  if (to->n == to->capacity) {
    to->capacity += to->capacity / 2 + 64;
    PetscCall(PetscRealloc((size_t)to->capacity * sizeof(*to->piece), &to->piece));
  }
  to->piece[to->n++] = (Piece){triangle, {force[0], force[1], force[2]}};
  PetscFunctionReturn(0);
}

static int ComparePieces(const void *one, const void *two)
{
  const PetscInt64 a = ((const Piece *)one)->triangle, b = ((const Piece *)two)->triangle;
  return (a > b) - (a < b);
}

/* Adds up the pieces of one triangle from `first` on; returns the first of another. */
static PetscInt SumTriangle(const Pieces *pieces, PetscInt first, GrSum sum[AXES])
{
  PetscInt i = first;

  for (int k = 0; k < AXES; k++)
    GrSumClear(&sum[k]);
  for (; i < pieces->n && pieces->piece[i].triangle == pieces->piece[first].triangle; i++)
    for (int k = 0; k < AXES; k++)
      GrSumAdd(&sum[k], pieces->piece[i].force[k]);
  return i;
}

/* What is left of sums is taken off them, rounded. Whether there was anything. */
static PetscBool TakeOff(GrSum sum[AXES], double force[AXES])
{
  PetscBool any = PETSC_FALSE;

  for (int k = 0; k < AXES; k++) {
    force[k] = GrSumValue(&sum[k]);
    any = (PetscBool)(any || force[k] != 0);
    if (isfinite(force[k]))
      GrSumAdd(&sum[k], -force[k]);
    else
      GrSumClear(&sum[k]);
  }
  return any;
}

/* One piece or a few for each triangle, in the order of triangles. */
static PetscErrorCode CondensePieces(Pieces *pieces, Pieces *condensed)
{
  GrSum sum[AXES];
  double force[AXES];

  PetscFunctionBeginUser;
  qsort(pieces->piece, (size_t)pieces->n, sizeof(*pieces->piece), ComparePieces);
  for (PetscInt i = 0; i < pieces->n;) {
    const PetscInt64 triangle = pieces->piece[i].triangle;
    i = SumTriangle(pieces, i, sum);
    while (TakeOff(sum, force))
      PetscCall(AppendPiece(condensed, triangle, force));
  }
  PetscFunctionReturn(0);
}

/* Pieces in the order of triangles, a message to each rank that has rows of them. */
static PetscErrorCode SendPieces(MPI_Comm comm, int size, PetscInt64 total, const Pieces *pieces, Pieces *arrived)
{
  GrTraffic traffic = {0};
  GrMessage *out, *in;
  int n_out = 0, n_in;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(PetscMin(size, pieces->n), &out));
  for (PetscInt i = 0; i < pieces->n; i++) {
    const int rank = GrRowRank(pieces->piece[i].triangle, total, size);
    if (n_out == 0 || out[n_out - 1].rank != rank)
      out[n_out++] = (GrMessage){rank, 0, (PetscInt64 *)&pieces->piece[i]};
    out[n_out - 1].words += WORDS;
  }
  PetscCall(GrSparseExchange(comm, n_out, out, &n_in, &in, &traffic));
  for (int m = 0; m < n_in; m++)
    for (PetscInt64 word = 0; word < in[m].words; word += WORDS) {
      Piece piece;
      memcpy(&piece, in[m].data + word, sizeof(piece));
      PetscCall(AppendPiece(arrived, piece.triangle, piece.force));
    }
  PetscCall(GrSparseExchangeFree(n_in, &in));
  PetscCall(PetscFree(out));
  PetscFunctionReturn(0);
}

/* The rows of this rank. */
static void FillRows(Pieces *pieces, GrRows rows, double (*force)[AXES])
{
  GrSum sum[AXES];

  qsort(pieces->piece, (size_t)pieces->n, sizeof(*pieces->piece), ComparePieces);
  for (PetscInt i = 0; i < pieces->n;) {
    double *row = force[pieces->piece[i].triangle - rows.first];
    i = SumTriangle(pieces, i, sum);
    for (int k = 0; k < AXES; k++)
      row[k] = GrSumValue(&sum[k]);
  }
}

static PetscErrorCode RecordSurface(GrRecorder r, Surface *s, const GrSample *m)
{
  Pieces condensed = {0}, arrived = {0};
  double(*force)[AXES];

  PetscFunctionBeginUser;
  PetscCall(CondensePieces(&s->contacts, &condensed));
  PetscCall(SendPieces(r->world->comm, r->world->size, s->rows.total, &condensed, &arrived));
  PetscCall(PetscCalloc1((size_t)s->rows.count, &force));
  FillRows(&arrived, s->rows, force);
  PetscCall(GrSeriesAppend(s->series, m->step, m->time, force));
  PetscCall(PetscFree(force));
  PetscCall(PetscFree(condensed.piece));
  PetscCall(PetscFree(arrived.piece));
  PetscCall(PetscFree(s->contacts.piece));
  s->contacts = (Pieces){0};
  PetscFunctionReturn(0);
}

/* For a visit, which cannot fail. */
typedef struct {
  Triangles *triangles;
  PetscErrorCode error;
} Gathering;

static void GatherContact(void *context, int wall, PetscInt64 triangle, const double force[AXES])
{
  Gathering *g = context;

  for (int s = 0; s < g->triangles->n && !g->error; s++)
    if (g->triangles->surface[s].wall == wall)
      g->error = AppendPiece(&g->triangles->surface[s].contacts, triangle, force);
}

static PetscErrorCode RecordTriangles(GrRecorder r, void *data, const GrSample *m)
{
  Triangles *triangles = data;
  Gathering gathering = {triangles, 0};

  PetscFunctionBeginUser;
  PetscCall(GrBulkTriangleForces(r->world, m->u, GatherContact, &gathering));
  PetscCall(gathering.error);
  for (int s = 0; s < triangles->n; s++)
    PetscCall(RecordSurface(r, &triangles->surface[s], m));
  PetscFunctionReturn(0);
}

static PetscErrorCode DestroyTriangles(void *data)
{
  Triangles *triangles = data;

  PetscFunctionBeginUser;
  for (int s = 0; s < triangles->n; s++)
    PetscCall(GrSeriesDestroy(&triangles->surface[s].series));
  PetscCall(PetscFree(triangles->surface));
  PetscCall(PetscFree(triangles));
  PetscFunctionReturn(0);
}

static const GrWriterOps TriangleOps = {.record = RecordTriangles, .destroy = DestroyTriangles};

static GrOutputInterval IntervalOf(const GrCase *c)
{
  return (GrOutputInterval){.when = c->output.walls_triangles ? c->output.walls : (GrOutputTimes){0},
                            .last = PETSC_TRUE};
}

static PetscErrorCode AddTriangles(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  const GrOutputInterval interval = IntervalOf(c);
  Triangles *triangles;
  GrSpan span;
  char path[GR_NAME_MAX + 64];

  PetscFunctionBeginUser;
  if (!GrOutputIsRecorded(&interval.when))
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&triangles));
  PetscCall(PetscCalloc1(c->n_walls, &triangles->surface));
  PetscCall(GrRecorderAdd(r, &TriangleOps, interval, triangles, &span));
  for (int wall = 0; wall < c->n_walls; wall++) {
    if (!c->walls[wall].mesh)
      continue;
    Surface *s = &triangles->surface[triangles->n++];
    s->wall = wall;
    s->rows = GrDecompose(c->walls[wall].mesh->n_triangles, r->world->rank, r->world->size);
    PetscCall(PetscSNPrintf(path, sizeof(path), "/observables/walls/%s", c->walls[wall].name));
    PetscCall(GrSeriesCreate(r->results, path, &column, s->rows, NULL, span, &s->series));
  }
  PetscFunctionReturn(0);
}

static GrForecast ForecastTriangles(GrWorld w, const GrTime *time)
{
  const GrCase *c = w->the_case;
  double triangles = 0;

  for (int wall = 0; wall < c->n_walls && c->output.walls_triangles; wall++)
    triangles += c->walls[wall].mesh ? (double)c->walls[wall].mesh->n_triangles : 0;
  return GrRecorderForecastOf("triangles of walls", IntervalOf(c), time,
                              triangles * GrRecorderColumnsBytes(1, &column));
}

const GrWriterKind GrRecorderTriangles = {AddTriangles, ForecastTriangles};
