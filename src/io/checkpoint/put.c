/* Tables and numbers on their way into a checkpoint: a group for each table with a dataset for each column; numbers are
   tables of one row, really, in the group `numbers`.

   The first rank makes the datasets of all columns of a table and tells where they lie; then each rank writes its rows,
   a run of rows after the other: those of all columns are put together, summed and written (direct.c), so that memory
   that several columns come from is read once, and the little room for a run is used again for the next one. Ranks wait
   for each other once a table, before they write. */
#include "io/checkpoint/checksum.h"
#include "io/checkpoint/file.h"

#include <errno.h>
#include <granum/error.h>
#include <inttypes.h>
#include <string.h>

enum { MISFIT = -2, FAILED = -3 }; /* instead of a place in the file */

static size_t RowBytes(const GrColumn *column)
{
  return sizeof(double) * (size_t)column->components;
}

/* First rank. Makes the dataset of a column with so many rows; where they begin in the file, -1: there are none. */
static PetscErrorCode MakeColumn(GrCheckpoint file, const char *table, const GrColumn *column, PetscInt64 rows,
                                 int64_t *at)
{
  const int rank = column->components > 1 ? 2 : 1;
  const GrExtent extent = {.rank = rank, .size = {(hsize_t)rows, (hsize_t)column->components}};
  GrDataset dataset;

  PetscFunctionBeginUser;
  PetscCall(GrDatasetCreate(&file->inside, table, column, &extent, &dataset));
  const haddr_t begin = H5Dget_offset(dataset.id);
  *at = begin == HADDR_UNDEF ? -1 : (int64_t)begin;
  PetscCall(GrDatasetClose(&dataset));
  PetscFunctionReturn(0);
}

/* The rows of this rank to their places, behind where the columns begin in the file: 0 or the error number. */
static PetscErrorCode WriteRuns(GrCheckpoint file, int n, const GrColumn column[], GrRows rows, GrRowsFill fill,
                                void *context, GrDirectColumn out[], int *error)
{
  const PetscInt count = (PetscInt)rows.count, run = PetscMin(GrCheckpointRunRows(n, column), count);
  char **room;
  void **data;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, &room, n, &data));
  for (int k = 0; k < n; k++)
    PetscCall(PetscMalloc1((size_t)run * out[k].width, &room[k]));
  for (PetscInt first = 0; first < count && !*error; first += run) {
    const PetscInt m = PetscMin(run, count - first);
    for (int k = 0; k < n; k++)
      data[k] = room[k];
    PetscCall(fill(context, first, m, data));
    for (int k = 0; k < n && !*error; k++)
      *error = GrCheckpointDirectWrite(file, &out[k], data[k], (size_t)m);
  }
  for (int k = 0; k < n; k++) {
    GrCheckpointDirectEnd(file, &out[k]);
    PetscCall(PetscFree(room[k]));
  }
  PetscCall(PetscFree2(room, data));
  PetscFunctionReturn(0);
}

/* What this rank has written of columns that begin at[k] bytes into the file. */
static PetscErrorCode NoteColumns(GrCheckpoint file, const char *table, int n, const GrColumn column[], GrRows rows,
                                  const int64_t at[], const GrDirectColumn out[], int error)
{
  const uint64_t after = (uint64_t)(rows.total - rows.first - rows.count);

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    char *path;
    PetscCall(GrResultsJoin(table, column[k].name, &path));
    if (error && !file->error)
      file->error = GrFail(GR_EXIT_FILE, "%s: could not write %s: %s", file->inside.path, path, strerror(error));
    PetscCall(GrCheckpointNoteGiven(file, path, at[k], GrChecksumShift(out[k].part, after * out[k].width),
                                    (uint64_t)rows.total * out[k].width));
    PetscCall(PetscFree(path));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteTable(GrCheckpoint file, const char *table, int n, const GrColumn column[], GrRows rows,
                                 const int64_t at[], GrRowsFill fill, void *context)
{
  GrDirectColumn *out;
  int error = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &out));
  for (int k = 0; k < n; k++) {
    const int64_t begin = at[k] + rows.first * (int64_t)RowBytes(&column[k]);
    out[k] = (GrDirectColumn){RowBytes(&column[k]), begin, begin, 0};
    if (at[k] < 0 && rows.count > 0)
      error = EIO;
  }
  if (!error)
    PetscCall(WriteRuns(file, n, column, rows, fill, context, out, &error));
  PetscCall(NoteColumns(file, table, n, column, rows, at, out, error));
  PetscCall(PetscFree(out));
  PetscFunctionReturn(0);
}

/* A number for a row, one in 2^64. The differences of the numbers of end and begin, added up over runs of rows, are
   that of the whole if each begins where another ends; gaps and overlaps show. */
static uint64_t Scatter(PetscInt64 row)
{
  uint64_t x = ((uint64_t)row + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/* First rank. Makes the columns of a table; a place is MISFIT if one has not as many rows as the others. */
static PetscErrorCode MakeTable(GrCheckpoint file, const char *table, int n, const GrColumn column[], PetscInt64 rows,
                                int64_t at[])
{
  PetscInt64 total;

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointTableRows(file, table, &total));
  for (int k = 0; k < n; k++)
    if (total < 0 || total == rows)
      PetscCall(MakeColumn(file, table, &column[k], rows, &at[k]));
    else
      at[0] = MISFIT;
  PetscFunctionReturn(0);
}

/* The rows of the ranks are those of the table; nobody has failed to write before. */
static PetscErrorCode AgreeOnRows(GrCheckpoint file, const char *table, GrRows rows)
{
  enum { COUNT, RUNS, ERRORS, WORDS };
  uint64_t word[WORDS] = {(uint64_t)rows.count, Scatter(rows.first + rows.count) - Scatter(rows.first),
                          file->error != 0};

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, word, WORDS, MPI_UINT64_T, MPI_SUM, file->comm));
  if (word[ERRORS])
    PetscFunctionReturn(GrFailAgree(file->comm, file->error));
  PetscCheck(word[RUNS] == Scatter(rows.total) - Scatter(0), PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "%s: the rows of the ranks, %" PRIu64 " of %" PetscInt64_FMT ", have gaps or overlap", table, word[COUNT],
             rows.total);
  PetscFunctionReturn(0);
}

/* Where the columns of a table are in the file, on every rank. */
static PetscErrorCode PlaceTable(GrCheckpoint file, const char *table, int n, const GrColumn column[], GrRows rows,
                                 int64_t at[])
{
  PetscFunctionBeginUser;
  PetscCall(AgreeOnRows(file, table, rows));
  if (file->rank == 0 && !file->error)
    file->error = MakeTable(file, table, n, column, rows.total, at);
  if (file->error)
    at[0] = FAILED;
  PetscCallMPI(MPI_Bcast(at, n, MPI_INT64_T, 0, file->comm));
  if (at[0] == FAILED)
    PetscFunctionReturn(GrFailAgree(file->comm, file->error));
  PetscCheck(at[0] != MISFIT, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
             "%s/%s: the table has another number of rows than %" PetscInt64_FMT, table, column[0].name, rows.total);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointPutTable(GrCheckpoint file, const char *table, int n, const GrColumn column[], GrRows rows,
                                    GrRowsFill fill, void *context)
{
  int64_t *at;

  PetscFunctionBeginUser;
  if (file->kept) {
    PetscCall(GrMemoryCheckpointAddTable(file, table, n, column, rows, fill, context));
    PetscFunctionReturn(0);
  }
  PetscCall(GrCheckpointCheckTable(table));
  for (int k = 0; k < n; k++)
    PetscCall(GrCheckpointCheckName(column[k].name));
  PetscCall(PetscMalloc1(n, &at));
  PetscErrorCode error = PlaceTable(file, table, n, column, rows, at);
  if (!error)
    error = WriteTable(file, table, n, column, rows, at, fill, context);
  PetscCall(PetscFree(at));
  PetscFunctionReturn(error);
}

/* A column that is in memory as it is in the file. */
typedef struct {
  const char *data;
  size_t width;
} Given;

static PetscErrorCode PointAtGiven(void *context, PetscInt first, PetscInt n, void *data[])
{
  const Given *given = context;

  (void)n;
  data[0] = (void *)(given->data + given->width * (size_t)first);
  return 0;
}

PetscErrorCode GrCheckpointPutColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows,
                                     const void *data)
{
  Given given = {data, RowBytes(column)};

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointPutTable(file, table, 1, column, rows, PointAtGiven, &given));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointPutNumber(GrCheckpoint file, const GrColumn *column, const void *value)
{
  Given given = {value, RowBytes(column)};
  int64_t at = -1;

  PetscFunctionBeginUser;
  if (file->kept) {
    PetscCall(GrMemoryCheckpointAddNumber(file, column, value));
    PetscFunctionReturn(0);
  }
  PetscCall(GrCheckpointCheckName(column->name));
  if (file->rank == 0 && !file->error)
    file->error = MakeColumn(file, GR_CHECKPOINT_NUMBERS, column, 1, &at);
  PetscCall(WriteTable(file, GR_CHECKPOINT_NUMBERS, 1, column, (GrRows){1, 0, file->rank == 0 && !file->error}, &at,
                       PointAtGiven, &given));
  PetscFunctionReturn(0);
}
