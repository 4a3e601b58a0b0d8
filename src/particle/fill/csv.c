/* csv: a particle file, each rank its part of the bytes; format and limits in csv.h. */
#include "particle/fill/csv.h"

#include "particle/fill/csv_ids.h"
#include "particle/fill/lines.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_MAX = 1 << 16 };

/* What rank 0 finds at the start of the file. */
typedef struct {
  int error; /* errno */
  GrCsvProblem problem;
  PetscInt64 size; /* bytes of the file */
  GrLinesRun data; /* the lines after the header */
  GrCsvHeader header;
} Head;

typedef struct {
  GrLines lines;
  Head head;
  GrCsvPlaces places;   /* [rows.count], if there are ids */
  GrCsvProblem problem; /* line 0: none */
} Reading;

/* Finds the header in the first bytes of the file. */
static void FindHeader(Head *head, const char *text, PetscInt64 n)
{
  PetscInt64 at = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  head->data.end = head->size;
  for (head->data.line = 2; at < n; head->data.line++) {
    const char *begin = text + at, *end = memchr(begin, '\n', (size_t)(n - at));
    if (!end && n < head->size)
      break;
    end = end ? end : text + n;
    head->data.begin = PetscMin(end - text + 1, head->size);
    if (!GrCsvLineEmpty(begin, end)) {
      if (!GrCsvHeaderParse(begin, end, &head->header, &head->problem))
        head->problem.line = head->data.line - 1;
      return;
    }
    at = end - text + 1;
  }
  head->problem = (GrCsvProblem){.line = 1, .column = 1};
  snprintf(head->problem.text, sizeof head->problem.text,
           "there is no header in the first %d bytes; begin with the names of the columns: x, y, z, ...", HEAD_MAX);
}

/* What rank 0 knows after looking at the file. */
static void ReadHead(const char *path, Head *head)
{
  struct stat status;
  char text[HEAD_MAX];
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &status)) {
    head->error = errno;
  } else if (!S_ISREG(status.st_mode)) {
    head->error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  } else {
    PetscInt64 n = PetscMin((PetscInt64)status.st_size, HEAD_MAX);
    head->size = (PetscInt64)status.st_size;
    head->error = GrLinesReadAt(file, text, n, 0);
    if (!head->error)
      FindHeader(head, text, n);
  }
  if (file >= 0)
    close(file);
}

/* One line into the row that follows those read; a first problem ends the reading. */
static void TakeLine(Reading *r, GrCsv *csv, const char *begin, const char *end)
{
  double value[GR_CSV_VALUES];
  PetscInt64 id = 0, i = csv->rows.count;
  int place = 0;
  if (!GrCsvLineParse(&r->head.header, begin, end, value, &id, &place, &r->problem)) {
    r->problem.line = r->lines.line;
    return;
  }
  for (int v = 0; v < GR_CSV_VALUES; v++)
    if (csv->value[v])
      csv->value[v][i] = value[v];
  csv->line[i] = r->lines.line;
  if (csv->id) {
    csv->id[i] = id;
    r->places.column[i] = place;
  }
  csv->rows.count++;
}

/* Columns long enough for every line that begins in the part. */
static PetscErrorCode AllocateColumns(Reading *r, GrCsv *csv)
{
  PetscInt64 n = GrLinesMost(&r->lines);

  PetscFunctionBeginUser;
  for (int v = 0; v < GR_CSV_VALUES; v++)
    if (GrCsvHas(&r->head.header, v))
      PetscCall(PetscMalloc1((size_t)n, &csv->value[v]));
  if (GrCsvHas(&r->head.header, GR_CSV_ID)) {
    PetscCall(PetscMalloc1((size_t)n, &csv->id));
    PetscCall(PetscMalloc1((size_t)n, &r->places.column));
  }
  PetscCall(PetscMalloc1((size_t)n, &csv->line));
  r->places.line = csv->line;
  PetscFunctionReturn(0);
}

PetscErrorCode GrCsvCount(MPI_Comm comm, GrCsv *csv)
{
  int rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Exscan(&csv->rows.count, &csv->rows.first, 1, MPIU_INT64, MPI_SUM, comm));
  csv->rows.first = rank ? csv->rows.first : 0;
  PetscCallMPI(MPI_Allreduce(&csv->rows.count, &csv->rows.total, 1, MPIU_INT64, MPI_SUM, comm));
  PetscFunctionReturn(0);
}

/* Everything that may fail for the user's reasons. */
static PetscErrorCode ReadAll(Reading *r, GrCsv *csv)
{
  const char *begin, *end;

  PetscFunctionBeginUser;
  if (r->lines.rank == 0)
    ReadHead(r->lines.path, &r->head);
  PetscCallMPI(MPI_Bcast(&r->head, sizeof r->head, MPI_BYTE, 0, r->lines.comm));
  PetscCall(GrLinesAgreeOnError(&r->lines, r->head.error));
  r->problem = r->head.problem;
  PetscCall(GrLinesAgreeOnProblem(&r->lines, &r->problem));
  PetscCall(GrLinesRead(&r->lines, &r->head.data));
  PetscCall(AllocateColumns(r, csv));
  while (!r->problem.line && GrLinesNext(&r->lines, &begin, &end, &r->problem))
    TakeLine(r, csv, begin, end);
  PetscCall(GrLinesAgreeOnProblem(&r->lines, &r->problem));
  if (csv->id)
    PetscCall(GrCsvCheckIds(r->lines.comm, csv->rows.count, csv->id, &r->places, &r->problem));
  PetscCall(GrLinesAgreeOnProblem(&r->lines, &r->problem));
  PetscCall(GrCsvCount(r->lines.comm, csv));
  if (!csv->rows.total)
    r->problem = (GrCsvProblem){r->head.data.line - 1, 1, "no particle follows the header; write one line for each"};
  PetscCall(GrLinesAgreeOnProblem(&r->lines, &r->problem));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCsvRead(MPI_Comm comm, const char *path, GrCsv *csv)
{
  Reading r = {.lines = {.comm = comm, .path = path, .wanted = "a CSV file, or of one of LAMMPS"}};

  PetscFunctionBeginUser;
  *csv = (GrCsv){.id = NULL};
  PetscCallMPI(MPI_Comm_rank(comm, &r.lines.rank));
  PetscCallMPI(MPI_Comm_size(comm, &r.lines.size));
  PetscErrorCode failed = ReadAll(&r, csv);
  PetscCall(GrLinesFree(&r.lines));
  PetscCall(PetscFree(r.places.column));
  if (failed)
    PetscCall(GrCsvDestroy(csv));
  PetscFunctionReturn(failed);
}

PetscErrorCode GrCsvDestroy(GrCsv *csv)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(csv->id));
  PetscCall(PetscFree(csv->line));
  for (int v = 0; v < GR_CSV_VALUES; v++)
    PetscCall(PetscFree(csv->value[v]));
  PetscFunctionReturn(0);
}
