/* Reads consecutive rows from a frame or a checkpoint, and omits rows without a particle; see previous.h. */
#include "particle/fill/previous.h"

#include "base/memory.h"
#include "io/checkpoint/checkpoint.h"
#include "io/h5/reader.h"
#include "parallel/decomposition.h"
#include "parallel/row_split.h"
#include <errno.h>
#include <granum/error.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STATE_WITHIN = 65536, PATH_BYTES = 128 }; /* STATE_WITHIN: bytes of run.json, from the start */

/* The fields that every file must have, by their names in the rows of GrStoreFields. */
enum { POSITION = GR_PREVIOUS_POSITION, VELOCITY, SPIN, REQUIRED = GR_PREVIOUS_MASS + 1 };
static const char *const names[REQUIRED] = {"position", "velocity", "angular_velocity", "radius", "mass"};

/* Fields of bodies, in the same order. */
#define OF_BODY(name, width, when, range)                                                                              \
  {                                                                                                                    \
    {name, GR_REAL, width, "", ""}, .write = (when), .bounds = range                                                   \
  }
static const GrField body_fields[GR_PREVIOUS_BODY] = {OF_BODY("position", 3, GR_WRITE_FRAMES, GR_FINITE),
                                                      OF_BODY("velocity", 3, GR_WRITE_FRAMES, GR_FINITE),
                                                      OF_BODY("angular_velocity", 3, GR_WRITE_FRAMES, GR_FINITE),
                                                      OF_BODY("moments", 3, GR_WRITE_ONCE, GR_POSITIVE),
                                                      OF_BODY("mass", 1, GR_WRITE_ONCE, GR_POSITIVE),
                                                      OF_BODY("orientation", 4, GR_WRITE_FRAMES, GR_FINITE)};

typedef struct {
  MPI_Comm comm;
  const char *path;
  GrPrevious *previous; /* rows: of the file */
} Reading;

/* A frame of results, which each rank reads for itself. */
typedef struct {
  GrHdf5Reader reader;
  hsize_t frame, total; /* number of the frame, from 0; rows */
  hsize_t dimension;    /* 2: vectors of the plane have two components */
  double plane;         /* z of all, in dimension 2 [m] */
  double time;          /* [s] */
  const char *group;    /* "grains" or "bodies", in /particles */
} Frame;

static const GrField *FieldAt(const GrPrevious *p, int k)
{
  return p->bodies ? &body_fields[k] : GrFieldAt(&GrStoreFields, p->field[k]);
}

/* Lists the required fields, then the registered properties. */
static void ListFields(GrPrevious *p)
{
  const GrField *field;

  p->n_fields = p->bodies ? GR_PREVIOUS_BODY : REQUIRED;
  for (int f = 0; !p->bodies && (field = GrFieldAt(&GrStoreFields, f)); f++) {
    for (int k = 0; k < REQUIRED; k++)
      if (strcmp(field->column.name, names[k]) == 0)
        p->field[k] = f;
    if (field->in >= GR_STORE_COLUMNS)
      p->field[p->n_fields++] = f;
  }
}

/* Removes property k from the list: the file does not have it. */
static void DropProperty(GrPrevious *p, int k)
{
  p->field[k] = p->field[--p->n_fields];
}

/* ---- a frame of results ---- */

static PetscErrorCode ReadNumbers(const Frame *f, const char *name, const GrHdf5ReaderBox *box, double *data)
{
  char path[2 * PATH_BYTES];

  snprintf(path, sizeof path, "particles/%s/%s", f->group, name);
  return GrHdf5ReaderReals(&f->reader, path, box, data);
}

static bool HasGroup(const Frame *f, const char *name)
{
  char path[PATH_BYTES];
  snprintf(path, sizeof path, "particles/%s/%s", f->group, name);
  return GrHdf5ReaderFind(&f->reader, path) != NULL;
}

/* Times increase from frame to frame, except for frames that a killed run planned and did not write. */
static PetscErrorCode ReadTimes(const Frame *f, hsize_t frames, PetscInt64 *last, double *t)
{
  PetscCall(ReadNumbers(f, "position/time", &(GrHdf5ReaderBox){1, {frames}, {0}, {frames}}, t));
  *last = (PetscInt64)frames - 1;
  while (*last > 0 && !(t[*last] > t[0]))
    --*last;
  for (PetscInt64 k = 0; k <= *last; k++)
    if (!isfinite(t[k]))
      return GrFail(GR_EXIT_FILE,
                    "%s: particles/grains/position/time of frame %" PetscInt64_FMT
                    " is not a number; the file is damaged or was changed, so give another one",
                    f->reader.path, k);
  return 0;
}

/* Checks that a group of clumps reads bodies, and a group of spheres a run without bodies: without their bodies,
   spheres that overlap would fly apart. Sets the number of bodies. */
static PetscErrorCode ChooseBodies(Frame *f, bool wanted)
{
  const bool has = GrHdf5ReaderFind(&f->reader, "particles/bodies/id") != NULL;
  hsize_t length[H5S_MAX_RANK];
  int rank;

  if (has && !wanted)
    return GrFail(GR_EXIT_INPUT, "%s: has rigid bodies; give the group the clump of that run, clump: NAME",
                  f->reader.path);
  if (wanted && !has)
    return GrFail(GR_EXIT_INPUT, "%s: has no rigid bodies; remove clump, or give results of clumps", f->reader.path);
  if (has) {
    PetscCall(GrHdf5ReaderExtent(&f->reader, "particles/bodies/position/value", &rank, length));
    f->total = length[1];
    f->group = "bodies";
  }
  return 0;
}

/* Sets the number of the frame and its size. */
static PetscErrorCode ChooseFrame(Frame *f, PetscInt64 frame)
{
  hsize_t length[H5S_MAX_RANK];
  PetscInt64 last = 0;
  double *times;
  int rank;

  PetscCall(GrHdf5ReaderExtent(&f->reader, "particles/grains/position/value", &rank, length));
  if (rank != 3 || length[2] < 2 || length[2] > 3 || length[0] == 0)
    return GrFail(GR_EXIT_FILE,
                  "%s: has no particles/grains/position/value; give results with a trajectory of a run in "
                  "dimension 2 or 3, or a checkpoint of it",
                  f->reader.path);
  f->total = length[1];
  f->dimension = length[2];
  PetscCall(PetscMalloc1(length[0], &times));
  PetscErrorCode failed = ReadTimes(f, length[0], &last, times);
  f->frame = (hsize_t)(frame < 0 ? last : PetscMin(frame, last));
  f->time = failed ? NAN : times[f->frame];
  PetscCall(PetscFree(times));
  PetscCall(failed);
  if (frame > last)
    return GrFail(GR_EXIT_INPUT,
                  "%s: has no frame %" PetscInt64_FMT "; write a frame from 0 to %" PetscInt64_FMT ", or last",
                  f->reader.path, frame, last);
  if (f->dimension == 2)
    PetscCall(ReadNumbers(f, "box/plane", &(GrHdf5ReaderBox){1, {1}, {0}, {1}}, &f->plane));
  return 0;
}

/* Expands rows of two numbers to rows of three, in place; the third number is `third`. */
static void Widen(PetscInt64 rows, double third, double *data)
{
  for (PetscInt64 i = rows - 1; i >= 0; i--) {
    const double x = data[2 * i], y = data[2 * i + 1];
    data[3 * i] = x;
    data[3 * i + 1] = y;
    data[3 * i + 2] = isnan(x) && isnan(y) ? x : third;
  }
}

/* Reads the rows of a real field, [rows.count][components], from the frame, or from the file if it is written once.
   Rows after the last particle of a frame are NaN. third: third component of vectors with two components in the file.
   */
static PetscErrorCode ReadField(const Frame *f, const GrField *field, double third, GrRows rows, double *data)
{
  const GrColumn column = GrFieldWritten(field, (int)f->dimension);
  const hsize_t n = (hsize_t)column.components, first = (hsize_t)rows.first, count = (hsize_t)rows.count;
  const bool frames = field->write == GR_WRITE_FRAMES || HasGroup(f, "count"); /* particles vary */
  const int rank = n > 1 ? 2 : 1;
  const GrHdf5ReaderBox once = {rank, {f->total, n}, {first, 0}, {count, n}},
                        of_frame = {1 + rank, {f->frame + 1, f->total, n}, {f->frame, first, 0}, {1, count, n}};
  char name[PATH_BYTES];

  snprintf(name, sizeof name, "%s%s", column.name, frames ? "/value" : "");
  PetscCall(ReadNumbers(f, name, frames ? &of_frame : &once, data));
  if (column.components < field->column.components)
    Widen(rows.count, third, data);
  return 0;
}

/* Reads a series of the box, n numbers for each axis, to numbers[3][columns]. */
static PetscErrorCode ReadOfBox(const Frame *f, const char *name, hsize_t n, hsize_t columns, double *numbers)
{
  const hsize_t rows = f->dimension;
  double read[9];

  PetscCall(ReadNumbers(
      f, name, &(GrHdf5ReaderBox){n > 1 ? 3 : 2, {f->frame + 1, rows, n}, {f->frame, 0, 0}, {1, rows, n}}, read));
  for (hsize_t a = 0; a < rows; a++)
    for (hsize_t k = 0; k < n; k++)
      numbers[a * columns + k] = read[a * n + k];
  return 0;
}

static PetscErrorCode ReadBox(const Frame *f, GrPreviousBox *box)
{
  box->deforms = HasGroup(f, "box/velocity_gradient");
  if (!box->deforms)
    return 0;
  PetscCall(ReadOfBox(f, "box/edges/value", f->dimension, 3, box->edges[0]));
  PetscCall(ReadOfBox(f, "box/lower/value", 1, 1, box->lower));
  return ReadOfBox(f, "box/velocity_gradient/value", f->dimension, 3, box->gradient[0]);
}

/* Sets this rank's share of the rows and allocates memory for the fields and, in a last column, for ids. */
static PetscErrorCode ShareRows(Reading *r, PetscInt64 total)
{
  GrPrevious *p = r->previous;
  size_t size[GR_PREVIOUS_FIELDS_MAX + 1];
  PetscInt rows;
  int rank, ranks;

  PetscCallMPI(MPI_Comm_rank(r->comm, &rank));
  PetscCallMPI(MPI_Comm_size(r->comm, &ranks));
  PetscCall(GrMemoryDemand(r->comm, GR_EXIT_FILE, r->path, (GrDemand){"particles", total, GR_MEMORY_SPHERE, GR_STATE}));
  p->rows = GrRowDecompose(total, rank, ranks);
  PetscCall(PetscIntCast(p->rows.count, &rows));
  for (int k = 0; k < p->n_fields; k++)
    size[k] = (size_t)FieldAt(p, k)->column.components * sizeof(double);
  size[p->n_fields] = sizeof(PetscInt64);
  PetscCall(GrParallelColumnsCreate(p->n_fields + 1, size, &p->columns));
  PetscCall(GrParallelColumnsReserve(&p->columns, PetscMax(rows, 1)));
  p->columns.n = rows;
  return 0;
}

/* State of the run from the run.json beside the results, or "". */
static void FindState(const char *path, size_t length, char *state)
{
  static const char member[] = "\n  \"state\": \"";
  const char *slash = strrchr(path, '/');
  char name[PETSC_MAX_PATH_LEN], text[STATE_WITHIN];

  state[0] = '\0';
  snprintf(name, sizeof name, "%.*srun.json", slash ? (int)(slash + 1 - path) : 0, path);
  FILE *file = fopen(name, "r");
  if (!file)
    return;
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  const char *found = strstr(text, member), *word = found ? found + sizeof member - 1 : "";
  snprintf(state, length, "%.*s", (int)strcspn(word, "\""), word);
}

/* Warns if the run has not reached its end: the user may not want its last frame. */
static void WarnOfUnfinished(const Reading *r, double time)
{
  char state[16] = "";
  int rank;

  MPI_Comm_rank(r->comm, &rank);
  if (rank == 0)
    FindState(r->path, sizeof state, state);
  if (state[0] && strcmp(state, "completed") != 0)
    GrWarn(stderr,
           "%s: run.json says that this run is %s, not completed; its last frame, at t = %.9g s, is used: to silence "
           "this, write the number of the frame",
           r->path, state, time);
}

static PetscErrorCode ReadFrame(const Frame *frame, GrPrevious *p)
{
  for (int k = 0; k < p->n_fields; k++)
    PetscCall(ReadField(frame, FieldAt(p, k), k == POSITION ? frame->plane : 0, p->rows, p->columns.data[k]));
  return ReadBox(frame, &p->box);
}

/* v - G (x - centre) */
static void TakeOffFlow(GrPrevious *p)
{
  const GrPreviousBox *box = &p->box;
  const double *x = p->columns.data[POSITION];
  double *v = p->columns.data[VELOCITY];

  for (PetscInt64 i = 0; box->deforms && i < p->columns.n; i++)
    for (int k = 0; k < 3; k++) {
      const double middle = 0.5 * (box->edges[0][k] + box->edges[1][k] + box->edges[2][k]);
      for (int a = 0; a < 3; a++)
        v[3 * i + a] -= box->gradient[a][k] * (x[3 * i + k] - box->lower[k] - middle);
    }
}

static PetscErrorCode ReadResults(Reading *r, PetscInt64 number)
{
  GrPrevious *p = r->previous;
  Frame frame = {.time = NAN, .group = "grains"};

  PetscErrorCode failed = GrHdf5ReaderOpen(r->path, &frame.reader);
  const bool open = !failed;
  failed = failed ? failed : ChooseFrame(&frame, number);
  failed = GrFailAgree(r->comm, failed ? failed : ChooseBodies(&frame, p->bodies));
  for (int k = p->n_fields - 1; !failed && k >= REQUIRED; k--)
    if (!HasGroup(&frame, FieldAt(p, k)->column.name))
      DropProperty(p, k);
  if (!failed)
    failed = ShareRows(r, (PetscInt64)frame.total);
  if (!failed)
    failed = GrFailAgree(r->comm, ReadFrame(&frame, p));
  p->time = frame.time;
  if (!failed && number < 0)
    WarnOfUnfinished(r, frame.time);
  if (open)
    PetscCall(GrHdf5ReaderClose(&frame.reader));
  return failed;
}

/* Sorts the rows of a checkpoint by id. */
static PetscErrorCode OrderRows(Reading *r)
{
  GrPrevious *p = r->previous;
  PetscInt64 twice;

  PetscCall(GrRowOrder(r->comm, p->n_fields, &p->columns, &twice));
  PetscCall(GrRowDecomposeCounts(r->comm, p->columns.n, &p->rows));
  if (twice > 0)
    return GrFail(GR_EXIT_FILE, "%s: particles/id has the id %" PetscInt64_FMT " twice; give another file", r->path,
                  twice);
  return 0;
}

static PetscErrorCode RefuseDeformed(GrCheckpoint file, const char *path)
{
  if (GrCheckpointHas(file, "numbers", "cell_sides"))
    return GrFail(GR_EXIT_FILE,
                  "%s: the checkpoint is of a box that deforms, whose particles may be outside the box; give "
                  "results.h5 of the run, with a trajectory",
                  path);
  return 0;
}

/* Reads the fields and, into the last column, the ids. */
static PetscErrorCode ReadTable(Reading *r, GrCheckpoint file)
{
  GrPrevious *p = r->previous;
  PetscInt64 total;

  PetscCall(GrCheckpointTableRows(file, "particles", &total));
  if (total < 0)
    return GrFail(GR_EXIT_FILE, "%s: the checkpoint has no particles in space; give one of a run in dimension 2 or 3",
                  r->path);
  if (GrCheckpointHas(file, "bodies", "id") || p->bodies)
    return GrFail(GR_EXIT_INPUT,
                  "%s: bodies cannot be read from a checkpoint; give results.h5 of the run, with a "
                  "trajectory, and clump: NAME",
                  r->path);
  for (int k = p->n_fields - 1; k >= REQUIRED; k--)
    if (!GrCheckpointHas(file, "particles", FieldAt(p, k)->column.name))
      DropProperty(p, k);
  PetscCall(ShareRows(r, total));
  PetscCall(RefuseDeformed(file, r->path));
  for (int k = 0; k <= p->n_fields; k++) {
    const GrField *field = k < p->n_fields ? FieldAt(p, k) : GrFieldAt(&GrStoreFields, GR_STORE_ID);
    PetscCall(GrCheckpointGetColumn(file, "particles", &field->column, &field->bounds, p->rows, p->columns.data[k]));
  }
  return OrderRows(r);
}

static PetscErrorCode ReadCheckpoint(Reading *r, PetscInt64 number)
{
  GrCheckpoint file;

  if (number >= 0)
    return GrFail(GR_EXIT_INPUT, "%s: a checkpoint has no frames; remove the key frame, or write last", r->path);
  PetscCall(GrCheckpointOpen(r->comm, r->path, &file));
  PetscErrorCode failed = ReadTable(r, file);
  PetscCall(GrCheckpointClose(&file));
  return failed;
}

static PetscErrorCode IsCheckpoint(MPI_Comm comm, const char *path, int *checkpoint)
{
  int rank;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  *checkpoint = rank == 0 && GrCheckpointIs(path);
  PetscCallMPI(MPI_Bcast(checkpoint, 1, MPI_INT, 0, comm));
  return 0;
}

/* ---- the box ---- */

static PetscErrorCode ReadBoxOfResults(const char *path, PetscInt64 number, GrPreviousBox *box, char *text)
{
  Frame frame = {.group = "grains"};

  PetscErrorCode failed = GrHdf5ReaderOpen(path, &frame.reader);
  const bool open = !failed;
  failed = failed ? failed : ChooseFrame(&frame, number);
  box->lower[2] = frame.plane;
  failed = failed ? failed : ReadBox(&frame, box);
  failed = failed ? failed : GrHdf5ReaderText(&frame.reader, "parameters/resolved", NULL, text, GR_PREVIOUS_CASE_MAX);
  if (open)
    PetscCall(GrHdf5ReaderClose(&frame.reader));
  return failed;
}

static PetscErrorCode ReadBoxOfCheckpoint(MPI_Comm comm, const char *path, char *text)
{
  GrCheckpoint file;
  char *resolved = NULL;

  PetscCall(GrCheckpointOpen(comm, path, &file));
  PetscErrorCode failed = RefuseDeformed(file, path);
  failed = failed ? failed : GrCheckpointGetText(file, "case", &resolved);
  snprintf(text, GR_PREVIOUS_CASE_MAX, "%s", resolved ? resolved : "");
  PetscCall(PetscFree(resolved));
  PetscCall(GrCheckpointClose(&file));
  return failed;
}

PetscErrorCode GrFillPreviousReadBox(MPI_Comm comm, const char *path, PetscInt64 frame, GrPreviousBox *box, char *text)
{
  int checkpoint;

  *box = (GrPreviousBox){.deforms = false};
  PetscCall(IsCheckpoint(comm, path, &checkpoint));
  if (checkpoint)
    return ReadBoxOfCheckpoint(comm, path, text);
  return GrFailAgree(comm, ReadBoxOfResults(path, frame, box, text));
}

/* ---- the particles ---- */

/* Whether row i has no particle: all its numbers that change with time are NaN. */
static bool IsAbsent(const GrPrevious *p, PetscInt i)
{
  for (int f = POSITION; f <= SPIN; f++)
    for (int k = 0; k < 3; k++)
      if (!isnan(((const double *)p->columns.data[f])[3 * i + k]))
        return false;
  return true;
}

/* Drops the rows without a particle. */
static void DropAbsent(GrPrevious *p)
{
  PetscInt n = 0;

  for (PetscInt i = 0; i < p->columns.n; i++)
    if (!IsAbsent(p, i))
      GrParallelColumnsMoveUp(&p->columns, p->n_fields, NULL, i, 1, n++);
  p->columns.n = n;
}

/* Collective. Fails unless all numbers are within the bounds of their fields. */
static PetscErrorCode CheckRows(const Reading *r)
{
  const GrPrevious *p = r->previous;
  PetscErrorCode error = 0;
  char what[256];

  for (int k = 0; k < p->n_fields && !error; k++) {
    const GrColumn *column = &FieldAt(p, k)->column;
    const GrBounds *bounds = &FieldAt(p, k)->bounds;
    const double *data = p->columns.data[k];
    const PetscInt64 row = GrBoundsFirst(bounds, column, p->columns.n, data);
    if (row == p->columns.n)
      continue;
    GrBoundsDescribe(bounds, column, data + column->components * row, what, sizeof what);
    error = GrFail(GR_EXIT_FILE, "%s: %s of a particle %s; the file is damaged or was changed, so give another one",
                   r->path, column->name, what);
  }
  return GrFailAgree(r->comm, error);
}

/* Collective. */
static PetscErrorCode ReadAny(Reading *r, PetscInt64 frame)
{
  int checkpoint;

  PetscCall(IsCheckpoint(r->comm, r->path, &checkpoint));
  return checkpoint ? ReadCheckpoint(r, frame) : ReadResults(r, frame);
}

PetscErrorCode GrFillPreviousRead(MPI_Comm comm, const char *path, PetscInt64 frame, GrPrevious *previous)
{
  Reading r = {comm, path, previous};

  *previous = (GrPrevious){.time = NAN, .bodies = previous->bodies};
  ListFields(previous);
  PetscErrorCode failed = ReadAny(&r, frame);
  if (!failed) {
    DropAbsent(previous);
    failed = CheckRows(&r);
  }
  if (!failed) {
    TakeOffFlow(previous);
    PetscCall(GrRowDecomposeCounts(comm, previous->columns.n, &previous->rows));
  } else {
    PetscCall(GrFillPreviousDestroy(previous));
  }
  return failed;
}

PetscErrorCode GrFillPreviousDestroy(GrPrevious *previous)
{
  return GrParallelColumnsDestroy(&previous->columns);
}
