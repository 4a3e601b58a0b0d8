/* previous: a run of rows from either kind of file, and the particles that are there closed up; see previous.h. */
#include "particle/fill/previous.h"

#include "base/memory.h"
#include "io/checkpoint/checkpoint.h"
#include "io/h5/hdf5_call.h"
#include "io/h5/plain.h"
#include "parallel/decomposition.h"
#include "parallel/row_order.h"
#include "particle/store.h"
#include <errno.h>
#include <granum/error.h>
#include <granum/results.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  GrResults results;       /* the file */
  PetscInt64 frame, total; /* rows of the frame */
  int dimension;           /* 2: vectors of the plane have two components */
  double plane;            /* z of all, in dimension 2 [m] */
  double time;             /* of the frame [s] */
} GrFrame;

static const char grains[] = "particles/grains";
enum { PATH_BYTES = 128 };

/* A dataset of real numbers; of anything else the rank is 0. It is closed with the file. */
static PetscErrorCode OpenNumbers(const GrFrame *f, const char *path, GrDataset *d)
{
  PetscBool exists = PETSC_FALSE;

  PetscFunctionBeginUser;
  *d = (GrDataset){.results = f->results, .path = (char *)path};
  PetscCall(GrPlainExists(f->results, path, &exists));
  if (!exists)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: has no %s; give results with a trajectory of a run in dimension 2 or 3, or a "
                               "checkpoint of it",
                               f->results->path, path));
  PetscCall(GrPlainOpen(d));
  if (d->memory != H5T_NATIVE_DOUBLE)
    d->extent.rank = 0;
  PetscFunctionReturn(0);
}

/* Times rise from frame to frame, unless a run was killed before it wrote the last ones. */
static PetscErrorCode ReadTimes(const GrFrame *f, hsize_t frames, PetscInt64 *last, double *t)
{
  const GrSlab all = {{0}, {frames}};
  char path[PATH_BYTES];
  GrDataset time;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/position/time", grains);
  PetscCall(OpenNumbers(f, path, &time));
  *last = (PetscInt64)frames - 1;
  if (time.extent.rank != 1 || time.extent.size[0] != frames)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: %s does not have the time of each frame; give a file of granum",
                               f->results->path, path));
  PetscCall(GrDatasetRead(&time, &all, t));
  while (*last > 0 && !(t[*last] > t[0]))
    --*last;
  for (PetscInt64 k = 0; k <= *last; k++)
    if (!isfinite(t[k]))
      PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                                 "%s: %s of frame %" PetscInt64_FMT
                                 " is not a number; the file is damaged or was changed: give another one",
                                 f->results->path, path, k));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadPlane(GrFrame *f)
{
  const GrSlab one = {{0}, {1}};
  char path[PATH_BYTES];
  GrDataset plane;

  PetscFunctionBeginUser;
  if (f->dimension == 3)
    PetscFunctionReturn(0);
  snprintf(path, sizeof path, "%s/box/plane", grains);
  PetscCall(OpenNumbers(f, path, &plane));
  if (plane.extent.rank != 1 || plane.extent.size[0] != 1)
    PetscFunctionReturn(
        GrFail(GR_EXIT_FILE, "%s: %s is not one real number; give a file of granum", f->results->path, path));
  PetscCall(GrDatasetRead(&plane, &one, &f->plane));
  PetscFunctionReturn(0);
}

/* Frames and rows, and which frame is meant. */
static PetscErrorCode ChooseFrame(GrFrame *f, PetscInt64 frame)
{
  char path[PATH_BYTES];
  GrDataset value;
  PetscInt64 last = 0;
  double *times;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/position/value", grains);
  PetscCall(OpenNumbers(f, path, &value));
  if (value.extent.rank != 3 || value.extent.size[2] < 2 || value.extent.size[2] > 3)
    PetscFunctionReturn(
        GrFail(GR_EXIT_FILE,
               "%s: %s does not have two or three coordinates for each particle; give results of a run in "
               "dimension 2 or 3",
               f->results->path, path));
  if (value.extent.size[0] == 0)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: has no frame; give results with a trajectory", f->results->path));
  PetscCall(PetscMalloc1(value.extent.size[0], &times));
  PetscErrorCode failed = ReadTimes(f, value.extent.size[0], &last, times);
  f->time = failed ? NAN : times[frame < 0 ? last : PetscMin(frame, last)];
  PetscCall(PetscFree(times));
  PetscCall(failed);
  if (frame > last)
    PetscFunctionReturn(GrFail(
        GR_EXIT_INPUT, "%s: has no frame %" PetscInt64_FMT "; write a frame from 0 to %" PetscInt64_FMT ", or last",
        f->results->path, frame, last));
  f->frame = frame < 0 ? last : frame;
  f->total = (PetscInt64)value.extent.size[1];
  f->dimension = (int)value.extent.size[2];
  PetscCall(ReadPlane(f));
  PetscFunctionReturn(0);
}

/* Collective, here and below. frame -1: the last that was written. To be closed whether this fails or not. */
static PetscErrorCode OpenFrame(MPI_Comm comm, const char *path, PetscInt64 frame, GrFrame *f)
{
  PetscFunctionBeginUser;
  *f = (GrFrame){.time = NAN};
  PetscCall(PetscNew(&f->results));
  f->results->comm = comm;
  f->results->packs = PETSC_TRUE;
  f->results->file = H5I_INVALID_HID;
  PetscCall(PetscStrallocpy(path, &f->results->path));
  PetscCall(GrHdf5Quiet());
  PetscCall(GrPlainFileOpen(f->results));
  PetscCall(ChooseFrame(f, frame));
  PetscFunctionReturn(0);
}

static PetscErrorCode CloseFrame(GrFrame *f)
{
  PetscFunctionBeginUser;
  if (f->results->file >= 0)
    H5Fclose(f->results->file); /* it was only read */
  PetscCall(PetscFree(f->results->path));
  PetscCall(PetscFree(f->results));
  PetscFunctionReturn(0);
}

/* Rows of two numbers become rows of three, in place: `third` where there are two. */
static void Widen(PetscInt64 rows, double third, double *data)
{
  for (PetscInt64 i = rows - 1; i >= 0; i--) {
    const double x = data[2 * i], y = data[2 * i + 1];
    data[3 * i] = x;
    data[3 * i + 1] = y;
    data[3 * i + 2] = isnan(x) && isnan(y) ? x : third;
  }
}

/* Rows of a real field: [rows.count][components]; of the frame, or of the file if it is written once. Behind those that
   are there, rows of a frame are not numbers. third: of what has two components in the file. */
static PetscErrorCode ReadField(const GrFrame *f, const GrStoreField *field, double third, GrRows rows, double *data)
{
  const GrColumn column = GrStoreWritten(field, f->dimension);
  const hsize_t components = (hsize_t)column.components;
  const hsize_t first = (hsize_t)rows.first, count = (hsize_t)rows.count;
  const GrSlab once = {{first, 0}, {count, components}},
               of_frame = {{(hsize_t)f->frame, first, 0}, {1, count, components}};
  char path[PATH_BYTES];
  PetscBool of_frames;
  GrDataset d;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/count", grains);
  PetscCall(GrPlainExists(f->results, path, &of_frames)); /* particles come and go, and all fields are in frames */
  of_frames = (PetscBool)(of_frames || field->write == GR_WRITE_FRAMES);
  snprintf(path, sizeof path, "%s/%s%s", grains, column.name, of_frames ? "/value" : "");
  PetscCall(OpenNumbers(f, path, &d));
  const int rank = of_frames + (components > 1 ? 2 : 1);
  if (d.extent.rank != rank || d.extent.size[of_frames] != (hsize_t)f->total ||
      (components > 1 && d.extent.size[rank - 1] != components) || (of_frames && d.extent.size[0] <= (hsize_t)f->frame))
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s does not have %d real numbers for each of %" PetscInt64_FMT
                               " particles; give a file of granum",
                               f->results->path, path, (int)components, f->total));
  PetscCall(GrDatasetRead(&d, of_frames ? &of_frame : &once, data));
  if (column.components < field->column.components)
    Widen(rows.count, third, data);
  PetscFunctionReturn(0);
}

/* A series of the box, [D][D] or [D] numbers in the frame with D its dimension; the others of numbers[3][columns]
   stay. */
static PetscErrorCode ReadOfBox(const GrFrame *f, const char *name, int columns, double *numbers)
{
  const hsize_t rows = (hsize_t)f->dimension, n = columns > 1 ? rows : 1;
  const GrSlab slab = {{(hsize_t)f->frame, 0, 0}, {1, rows, n}};
  double read[9];
  char path[PATH_BYTES];
  GrDataset d;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/box/%s/value", grains, name);
  PetscCall(OpenNumbers(f, path, &d));
  if (d.extent.rank != (n > 1 ? 3 : 2) || d.extent.size[0] <= (hsize_t)f->frame || d.extent.size[1] != rows ||
      (n > 1 && d.extent.size[2] != n))
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: %s does not have the box of each frame; give a file of granum",
                               f->results->path, path));
  PetscCall(GrDatasetRead(&d, &slab, read));
  for (hsize_t a = 0; a < rows; a++)
    for (hsize_t k = 0; k < n; k++)
      numbers[a * (hsize_t)columns + k] = read[a * n + k];
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadBox(const GrFrame *f, GrPreviousBox *box)
{
  char path[PATH_BYTES];

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/box/velocity_gradient", grains);
  PetscCall(GrPlainExists(f->results, path, &box->deforms));
  if (!box->deforms)
    PetscFunctionReturn(0);
  PetscCall(ReadOfBox(f, "edges", 3, box->edges[0]));
  PetscCall(ReadOfBox(f, "lower", 1, box->lower));
  PetscCall(ReadOfBox(f, "velocity_gradient", 3, box->gradient[0]));
  PetscFunctionReturn(0);
}

enum { STATE_WITHIN = 65536 }; /* bytes of run.json, from the start */

/* The fields that are read, by their names in the rows of GrStoreFieldAt. */
enum { POSITION, VELOCITY, SPIN, RADIUS, MASS, FIELDS };
static const char *const names[FIELDS] = {"position", "velocity", "angular_velocity", "radius", "mass"};

typedef enum { KIND_UNKNOWN, KIND_RESULTS, KIND_CHECKPOINT } Kind;

typedef struct {
  MPI_Comm comm;
  const char *path;
  const GrStoreField *field[FIELDS];
  double *data[FIELDS];
  GrRows rows; /* of the file */
  double time;
  GrPreviousBox box;
} Reading;

static void FindFields(Reading *r)
{
  for (int k = 0; k < FIELDS; k++)
    for (int f = 0; GrStoreFieldAt(f); f++)
      if (strcmp(GrStoreFieldAt(f)->column.name, names[k]) == 0)
        r->field[k] = GrStoreFieldAt(f);
}

/* Collective. A file of HDF5 that is no checkpoint should be results. */
static PetscErrorCode FindKind(const Reading *r, Kind *kind)
{
  GrErrorContext context = {r->comm, r->path, "read", "the file"};
  int rank, told[2] = {0, KIND_UNKNOWN};

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(r->comm, &rank));
  PetscCall(GrHdf5Quiet());
  if (rank == 0 && access(r->path, R_OK) != 0)
    told[0] = errno;
  else if (rank == 0)
    told[1] = GrCheckpointIs(r->path) ? KIND_CHECKPOINT : H5Fis_hdf5(r->path) > 0 ? KIND_RESULTS : KIND_UNKNOWN;
  PetscCallMPI(MPI_Bcast(told, 2, MPI_INT, 0, r->comm));
  PetscCall(GrHdf5SystemAgree(&context, told[0]));
  *kind = (Kind)told[1];
  PetscFunctionReturn(0);
}

/* This rank's run of the rows, and memory for them. */
static PetscErrorCode ShareRows(Reading *r, PetscInt64 total)
{
  int rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(r->comm, &rank));
  PetscCallMPI(MPI_Comm_size(r->comm, &size));
  PetscCall(GrMemoryDemand(r->comm, GR_EXIT_FILE, r->path, (GrDemand){"particles", total, GR_MEMORY_SPHERE, GR_STATE}));
  r->rows = GrDecompose(total, rank, size);
  for (int k = 0; k < FIELDS; k++)
    PetscCall(PetscMalloc1((size_t)r->rows.count * (size_t)r->field[k]->column.components + 1, &r->data[k]));
  PetscFunctionReturn(0);
}

/* What run.json beside the results says of the run: its state, or "". */
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

/* The last frame of a run that did not come to its end may not be what is meant. */
static void WarnOfUnfinished(const Reading *r, double time)
{
  static const struct {
    const char *state, *told;
  } states[] = {{"failed", "failed"},
                {"stopped", "was stopped before its end"},
                {"running", "was killed, or is going on"},
                {"killed", "was killed"}};
  char state[16];
  int rank;

  MPI_Comm_rank(r->comm, &rank);
  if (rank > 0)
    return;
  FindState(r->path, sizeof state, state);
  for (size_t k = 0; k < sizeof states / sizeof states[0]; k++)
    if (strcmp(state, states[k].state) == 0)
      GrWarn(stderr, "%s: the last frame, at t = %.9g s, is taken of a run that %s; name a frame if that is meant",
             r->path, time, states[k].told);
}

static PetscErrorCode ReadFrame(Reading *r, const GrFrame *frame)
{
  PetscFunctionBeginUser;
  PetscCall(ShareRows(r, frame->total));
  for (int k = 0; k < FIELDS; k++)
    PetscCall(ReadField(frame, r->field[k], k == POSITION ? frame->plane : 0, r->rows, r->data[k]));
  PetscCall(ReadBox(frame, &r->box));
  PetscFunctionReturn(0);
}

/* v - G (x - centre) */
static void TakeOffFlow(const Reading *r)
{
  const GrPreviousBox *box = &r->box;

  for (PetscInt i = 0; box->deforms && i < r->rows.count; i++)
    for (int k = 0; k < 3; k++) {
      const double middle = 0.5 * (box->edges[0][k] + box->edges[1][k] + box->edges[2][k]);
      for (int a = 0; a < 3; a++)
        r->data[VELOCITY][3 * i + a] -= box->gradient[a][k] * (r->data[POSITION][3 * i + k] - box->lower[k] - middle);
    }
}

static PetscErrorCode ReadResults(Reading *r, PetscInt64 number)
{
  GrFrame frame;

  PetscFunctionBeginUser;
  PetscErrorCode failed = OpenFrame(r->comm, r->path, number, &frame);
  if (!failed)
    failed = ReadFrame(r, &frame);
  r->time = frame.time;
  if (!failed && number < 0)
    WarnOfUnfinished(r, frame.time);
  PetscCall(CloseFrame(&frame));
  PetscFunctionReturn(failed);
}

/* The rows of a checkpoint in the order of their ids, which are freed. */
static PetscErrorCode OrderRows(Reading *r, PetscInt64 *id)
{
  size_t size[FIELDS + 1] = {[FIELDS] = sizeof(*id)};
  PetscInt64 twice;
  GrColumns rows;

  PetscFunctionBeginUser;
  for (int k = 0; k < FIELDS; k++)
    size[k] = (size_t)r->field[k]->column.components * sizeof(double);
  PetscCall(GrColumnsCreate(FIELDS + 1, size, &rows));
  rows.n = rows.capacity = (PetscInt)r->rows.count;
  for (int k = 0; k < FIELDS; k++)
    rows.data[k] = r->data[k];
  rows.data[FIELDS] = id;
  PetscCall(GrRowOrder(r->comm, FIELDS, &rows, &twice));
  for (int k = 0; k < FIELDS; k++)
    r->data[k] = rows.data[k];
  PetscCall(PetscFree(rows.data[FIELDS]));
  PetscCall(GrDecomposeCounts(r->comm, rows.n, &r->rows));
  if (twice > 0)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: particles/id has the id %" PetscInt64_FMT " twice; give another file",
                               r->path, twice));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadTable(Reading *r, GrCheckpoint file)
{
  const GrStoreField *id_field = GrStoreFieldAt(0);
  PetscInt64 total, *id;

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointTableRows(file, "particles", &total));
  if (total < 0)
    PetscFunctionReturn(GrFail(
        GR_EXIT_FILE, "%s: the checkpoint has no particles in space; give one of a run in dimension 2 or 3", r->path));
  PetscCall(ShareRows(r, total));
  PetscCall(GrCheckpointHas(file, "numbers", "cell_sides", &r->box.deforms));
  if (r->box.deforms)
    PetscFunctionReturn(
        GrFail(GR_EXIT_FILE,
               "%s: the checkpoint is of a box that deforms, whose particles may be outside of it; give "
               "results.h5 of the run, with a trajectory",
               r->path));
  for (int k = 0; k < FIELDS; k++)
    PetscCall(
        GrCheckpointGetColumn(file, "particles", &r->field[k]->column, &r->field[k]->bounds, r->rows, r->data[k]));
  PetscCall(PetscMalloc1(r->rows.count + 1, &id));
  PetscCall(GrCheckpointGetColumn(file, "particles", &id_field->column, &id_field->bounds, r->rows, id));
  PetscCall(OrderRows(r, id));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadCheckpoint(Reading *r, PetscInt64 number)
{
  GrCheckpoint file;

  PetscFunctionBeginUser;
  if (number >= 0)
    PetscFunctionReturn(
        GrFail(GR_EXIT_INPUT, "%s: a checkpoint has no frames; remove the key frame, or write last", r->path));
  PetscCall(GrCheckpointOpen(r->comm, r->path, &file));
  PetscErrorCode failed = ReadTable(r, file);
  PetscCall(GrCheckpointClose(&file));
  PetscFunctionReturn(failed);
}

/* Of a particle that has left, nothing that changes is a number. */
static PetscBool HasLeft(const Reading *r, PetscInt64 i)
{
  for (int f = POSITION; f <= SPIN; f++)
    for (int k = 0; k < 3; k++)
      if (!isnan(r->data[f][3 * i + k]))
        return PETSC_FALSE;
  return PETSC_TRUE;
}

/* The first field of a particle that cannot be so, FIELDS if there is none. What is held has an infinite mass. */
static int FindWrong(const Reading *r, PetscInt64 i)
{
  for (int f = 0; f < FIELDS; f++)
    for (int k = 0; k < r->field[f]->column.components; k++) {
      const double x = r->data[f][r->field[f]->column.components * i + k];
      if (isnan(x) || (isinf(x) && f != MASS) || (x <= 0 && (f == MASS || f == RADIUS)))
        return f;
    }
  return FIELDS;
}

/* Collective. Every row is a whole particle, or of one that has left. */
static PetscErrorCode CheckRows(const Reading *r)
{
  int64_t mine = INT64_MAX, first;

  PetscFunctionBeginUser;
  for (PetscInt64 i = 0; i < r->rows.count && mine == INT64_MAX; i++) {
    const int wrong = HasLeft(r, i) ? FIELDS : FindWrong(r, i);
    if (wrong < FIELDS)
      mine = (int64_t)(r->rows.first + i) * FIELDS + wrong;
  }
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT64_T, MPI_MIN, r->comm));
  if (first == INT64_MAX)
    PetscFunctionReturn(0);
  PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                             "%s: %s of particle %" PRId64 " is not a number that it can have; the file is damaged "
                             "or was changed: give another one",
                             r->path, r->field[first % FIELDS]->column.name, first / FIELDS + 1));
}

/* Drops the rows without a particle. Returns how many stay. */
static PetscInt64 CloseUp(Reading *r)
{
  PetscInt64 n = 0;
  for (PetscInt64 i = 0; i < r->rows.count; i++) {
    if (HasLeft(r, i))
      continue;
    for (int k = 0; k < FIELDS; k++) {
      size_t width = (size_t)r->field[k]->column.components;
      memmove(&r->data[k][(size_t)n * width], &r->data[k][(size_t)i * width], width * sizeof(double));
    }
    n++;
  }
  return n;
}

static PetscErrorCode ReadAny(Reading *r, PetscInt64 frame)
{
  Kind kind = KIND_UNKNOWN;

  PetscFunctionBeginUser;
  PetscCall(FindKind(r, &kind));
  if (kind == KIND_UNKNOWN)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: is neither results.h5 nor a checkpoint; give one of them, or a CSV file by the key "
                               "file",
                               r->path));
  PetscCall(kind == KIND_RESULTS ? ReadResults(r, frame) : ReadCheckpoint(r, frame));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPreviousRead(MPI_Comm comm, const char *path, PetscInt64 frame, GrPrevious *previous)
{
  Reading r = {.comm = comm, .path = path, .time = NAN};

  PetscFunctionBeginUser;
  FindFields(&r);
  *previous = (GrPrevious){.position = NULL};
  PetscErrorCode failed = ReadAny(&r, frame);
  if (!failed)
    failed = CheckRows(&r);
  if (!failed)
    TakeOffFlow(&r);
  if (!failed)
    PetscCall(GrDecomposeCounts(comm, CloseUp(&r), &previous->rows));
  previous->time = r.time;
  previous->box = r.box;
  previous->position = r.data[POSITION];
  previous->velocity = r.data[VELOCITY];
  previous->spin = r.data[SPIN];
  previous->radius = r.data[RADIUS];
  previous->mass = r.data[MASS];
  if (failed)
    PetscCall(GrPreviousDestroy(previous));
  PetscFunctionReturn(failed);
}

PetscErrorCode GrPreviousDestroy(GrPrevious *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(p->position));
  PetscCall(PetscFree(p->velocity));
  PetscCall(PetscFree(p->spin));
  PetscCall(PetscFree(p->radius));
  PetscCall(PetscFree(p->mass));
  PetscFunctionReturn(0);
}
