/* lammps: lines of particles to rows in the order of their ids; see lammps.h. */
#include "particle/fill/lammps.h"

#include "parallel/sparse_exchange.h"
#include <granum/error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of particles, or of Velocities, on its way to the rank of its id. */
typedef struct {
  GrLammpsParticle particle;
  PetscInt64 moves; /* it is one of Velocities */
  PetscInt64 line;
} Row;
enum { ROW_WORDS = sizeof(Row) / sizeof(PetscInt64) };
_Static_assert(sizeof(Row) % sizeof(PetscInt64) == 0, "rows travel as words");

typedef struct {
  GrLines lines;
  const GrLammpsHead *head;
  const GrLammpsAsked *asked;
  Row *row;
  PetscInt64 n;
  GrCsvProblem problem; /* line 0: none */
} Reading;

static int CompareRows(const void *a, const void *b)
{
  const Row *p = a, *q = b;
  if (p->particle.id != q->particle.id)
    return p->particle.id < q->particle.id ? -1 : 1;
  if (p->moves != q->moves)
    return p->moves < q->moves ? -1 : 1;
  return (p->line > q->line) - (p->line < q->line);
}

/* By id, then Atoms before Velocities, then by line. A rank without rows has no array. */
static void SortRows(Reading *r)
{
  if (r->n > 0)
    qsort(r->row, (size_t)r->n, sizeof(Row), CompareRows);
}

static void Complain(GrCsvProblem *problem, PetscInt64 line, const char *text)
{
  if (problem->line && problem->line <= line)
    return;
  problem->line = line;
  problem->column = 1;
  snprintf(problem->text, sizeof problem->text, "%s", text);
}

/* This rank's lines of a table, as rows behind those it has; one without ids is in the order of its lines. */
static PetscErrorCode TakeLines(Reading *r, const GrLammpsTable *table, PetscInt64 moves)
{
  const bool numbered = GrLammpsColumnsHave(&table->columns, GR_LAMMPS_ID);
  const char *begin, *end;

  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(r->n + GrLinesMost(&r->lines)) * sizeof(Row), &r->row));
  while (!r->problem.line && GrLinesNext(&r->lines, &begin, &end, &r->problem)) {
    Row *row = &r->row[r->n++];
    *row = (Row){.moves = moves, .line = r->lines.line};
    row->particle.id = numbered ? 0 : row->line;
    if (!GrLammpsLineParse(&table->columns, &r->head->box, &r->asked->scale, begin, end, &row->particle, &r->problem))
      r->problem.line = row->line;
  }
  PetscFunctionReturn(0);
}

/* All particles that the file says it has, no more and no fewer. */
static PetscErrorCode CheckCount(Reading *r, const GrLammpsTable *table, PetscInt64 n)
{
  GrCsvProblem problem = {0};
  const bool dump = r->head->form == GR_LAMMPS_DUMP;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPIU_INT64, MPI_SUM, r->lines.comm));
  if (n == r->head->count && n > 0)
    PetscFunctionReturn(0);
  problem.line = table->run.line - 1;
  problem.column = 1;
  snprintf(problem.text, sizeof problem.text,
           "%s has %" PetscInt64_FMT " of %" PetscInt64_FMT " particles; give a file that is whole%s", table->title, n,
           r->head->count, dump && r->head->last_frame > 0 ? ", or another frame by the key frame" : "");
  PetscCall(GrLinesAgreeOnProblem(&r->lines, &problem));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadTable(Reading *r, const GrLammpsTable *table, PetscInt64 moves)
{
  const PetscInt64 before = r->n;

  PetscFunctionBeginUser;
  PetscCall(GrLinesRead(&r->lines, &table->run));
  PetscCall(TakeLines(r, table, moves));
  PetscCall(GrLinesFree(&r->lines));
  PetscCall(GrLinesAgreeOnProblem(&r->lines, &r->problem));
  PetscCall(CheckCount(r, table, r->n - before));
  PetscFunctionReturn(0);
}

/* Rows in the order of ids as one message to each rank. */
static int MakeMessages(const Reading *r, PetscInt64 lowest, PetscInt64 highest, GrMessage message[])
{
  const double share = ((double)highest - (double)lowest + 1) / r->lines.size;
  int messages = 0;

  for (PetscInt64 i = 0; i < r->n; i++) {
    const double to = floor(((double)r->row[i].particle.id - (double)lowest) / share);
    const PetscMPIInt rank = (PetscMPIInt)PetscMin(to, r->lines.size - 1);
    if (messages == 0 || message[messages - 1].rank != rank)
      message[messages++] = (GrMessage){rank, 0, (PetscInt64 *)&r->row[i]};
    message[messages - 1].words += ROW_WORDS;
  }
  return messages;
}

/* Rows in the order of their ids, over all ranks. */
static PetscErrorCode OrderRows(Reading *r)
{
  PetscInt64 range[2] = {INT64_MIN, INT64_MIN}, arrived = 0;
  GrTraffic traffic = {0};
  GrMessage *out, *in;
  int n_in;

  PetscFunctionBeginUser;
  SortRows(r);
  if (r->n) {
    range[0] = -r->row[0].particle.id;
    range[1] = r->row[r->n - 1].particle.id;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, range, 2, MPIU_INT64, MPI_MAX, r->lines.comm));
  PetscCall(PetscMalloc1(PetscMin(r->n, (PetscInt64)r->lines.size), &out));
  PetscCall(GrSparseExchange(r->lines.comm, MakeMessages(r, -range[0], range[1], out), out, &n_in, &in, &traffic));
  PetscCall(PetscFree(out));
  for (int p = 0; p < n_in; p++)
    arrived += in[p].words / ROW_WORDS;
  PetscCall(PetscRealloc((size_t)arrived * sizeof(Row), &r->row));
  r->n = 0;
  for (int p = 0; p < n_in; r->n += in[p++].words / ROW_WORDS)
    memcpy(&r->row[r->n], in[p].data, (size_t)in[p].words * sizeof(PetscInt64));
  PetscCall(GrSparseExchangeFree(n_in, &in));
  SortRows(r);
  PetscFunctionReturn(0);
}

static void ComplainTwice(Reading *r, const Row *one, const Row *two)
{
  char text[sizeof r->problem.text];
  snprintf(text, sizeof text,
           "id: %" PetscInt64_FMT " is given on line %" PetscInt64_FMT " already; give every particle its own",
           two->particle.id, one->line);
  Complain(&r->problem, two->line, text);
}

/* The rows of particles, each with the velocity of its id, if there are any. */
static void JoinVelocities(Reading *r)
{
  const bool apart = *r->head->velocities.title;
  PetscInt64 n = 0;

  for (PetscInt64 i = 0; i < r->n; i++) {
    Row *own = &r->row[i], *next = i + 1 < r->n && own[1].particle.id == own->particle.id ? own + 1 : NULL;
    if (next && next->moves == own->moves)
      ComplainTwice(r, own, next);
    if (own->moves && (i == 0 || own[-1].particle.id != own->particle.id))
      Complain(&r->problem, own->line, "this id is not one of Atoms; give a line for the same ids there and here");
    if (own->moves)
      continue;
    if (apart && !next)
      Complain(&r->problem, own->line, "Velocities has no line of this id; give one, or leave all out");
    for (int v = GR_CSV_VX; apart && next && v <= GR_CSV_WZ; v++)
      own->particle.value[v] = next->particle.value[v];
    if (!r->asked->type || own->particle.type == r->asked->type)
      r->row[n++] = *own;
  }
  r->n = n;
}

/* Columns of what the file says, in the order of the rows. */
static PetscErrorCode MakeColumns(const Reading *r, GrCsv *csv)
{
  PetscFunctionBeginUser;
  for (int v = 0; v < GR_CSV_VALUES; v++)
    if (GrLammpsColumnsHave(&r->head->particles.columns, v) || GrLammpsColumnsHave(&r->head->velocities.columns, v)) {
      PetscCall(PetscMalloc1((size_t)r->n + 1, &csv->value[v]));
      for (PetscInt64 i = 0; i < r->n; i++)
        csv->value[v][i] = r->row[i].particle.value[v];
    }
  PetscCall(PetscMalloc1((size_t)r->n + 1, &csv->line));
  for (PetscInt64 i = 0; i < r->n; i++)
    csv->line[i] = r->row[i].line;
  csv->rows.count = r->n;
  PetscCall(GrCsvCount(r->lines.comm, csv));
  PetscFunctionReturn(0);
}

/* Everything that may fail for the user's reasons. */
static PetscErrorCode ReadAll(Reading *r, GrCsv *csv)
{
  PetscFunctionBeginUser;
  PetscCall(ReadTable(r, &r->head->particles, 0));
  if (*r->head->velocities.title)
    PetscCall(ReadTable(r, &r->head->velocities, 1));
  PetscCall(OrderRows(r));
  JoinVelocities(r);
  PetscCall(GrLinesAgreeOnProblem(&r->lines, &r->problem));
  PetscCall(MakeColumns(r, csv));
  PetscFunctionReturn(0);
}

PetscErrorCode GrLammpsRead(MPI_Comm comm, const char *path, const GrLammpsHead *head, const GrLammpsAsked *asked,
                            GrCsv *csv)
{
  Reading r = {.lines = {.comm = comm, .path = path, .wanted = "a LAMMPS file"}, .head = head, .asked = asked};

  PetscFunctionBeginUser;
  *csv = (GrCsv){.id = NULL};
  PetscCallMPI(MPI_Comm_rank(comm, &r.lines.rank));
  PetscCallMPI(MPI_Comm_size(comm, &r.lines.size));
  PetscErrorCode failed = ReadAll(&r, csv);
  PetscCall(GrLinesFree(&r.lines));
  PetscCall(PetscFree(r.row));
  if (failed)
    PetscCall(GrCsvDestroy(csv));
  PetscFunctionReturn(failed);
}
