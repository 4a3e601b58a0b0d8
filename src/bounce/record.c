/* record: see record.h. One table of columns for each kind of row. Rows are laid out by ball, so the file is the same
   for any number of ranks. */
#include "bounce/record.h"

enum { PATH = 256, COLUMNS_MAX = 16 };

/* A column and its double in the struct of the row; GR_INTEGER ones are written as integers. */
typedef struct {
  GrColumn column;
  size_t offset;
} RowColumn;
#define REAL(type, member, unit, description)                                                                          \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(type, member)                                                   \
  }
#define WHOLE(type, member, description)                                                                               \
  {                                                                                                                    \
    {#member, GR_INTEGER, 1, "1", description}, offsetof(type, member)                                                 \
  }

static const RowColumn ball_columns[] = {
    WHOLE(GrBounceBall, outcome,
          "0: rests on the surface; 1: stays on it and swings on; 2: has made as many bounces as are allowed"),
    WHOLE(GrBounceBall, bounce_count, "contacts that the ball left"),
    REAL(GrBounceBall, last_onset, "s", "when its last contact began"),
    REAL(GrBounceBall, rest_time, "s", "when it came to rest; not a number: it did not"),
    REAL(GrBounceBall, rest_overlap, "m", "overlap at the end"),
    REAL(GrBounceBall, static_overlap, "m", "overlap at which the contact carries the ball"),
    REAL(GrBounceBall, energy_start, "J", "kinetic and potential energy at the start"),
    REAL(GrBounceBall, energy_residual, "1", "the most that the books ever miss, over the energy at the start"),
    WHOLE(GrBounceBall, first_bounce, "its first row of bounces, from 0"),
    WHOLE(GrBounceBall, first_point, "its first row of trajectory, from 0"),
    WHOLE(GrBounceBall, first_energy, "its first row of energy, from 0"),
};
static const RowColumn bounce_columns[] = {
    WHOLE(GrBounce, ball, "which ball, from 1"),
    WHOLE(GrBounce, number, "number of the bounce, from 1"),
    REAL(GrBounce, time, "s", "when the contact began"),
    REAL(GrBounce, duration, "s", "time in contact; of the last contact, until the ball rests"),
    REAL(GrBounce, speed_in, "m/s", "speed before"),
    REAL(GrBounce, speed_out, "m/s", "speed after; 0: the ball stays"),
    REAL(GrBounce, restitution, "1", "speed after over speed before"),
    REAL(GrBounce, restitution_theory, "1", "what the theory of the law says, without gravity; not a number: nothing"),
    REAL(GrBounce, overlap_max, "m", "largest overlap"),
    REAL(GrBounce, force_max, "N", "largest force"),
    REAL(GrBounce, force_min, "N", "smallest force; negative: the largest pull"),
    REAL(GrBounce, dissipated_viscous, "J", "work of the dashpots in this contact"),
    REAL(GrBounce, dissipated_plastic, "J", "energy spent by the history of this contact"),
};
static const RowColumn point_columns[] = {
    WHOLE(GrBouncePoint, ball, "which ball, from 1"),
    REAL(GrBouncePoint, time, "s", "time"),
    REAL(GrBouncePoint, height, "m", "height of the lowest point above the surface; negative: the overlap"),
    REAL(GrBouncePoint, velocity, "m/s", "velocity, upwards"),
    REAL(GrBouncePoint, force, "N", "contact force, positive when it pushes"),
};
static const RowColumn energy_columns[] = {
    WHOLE(GrBounceEnergy, ball, "which ball, from 1"),
    REAL(GrBounceEnergy, time, "s", "time: the start, the ends of the contacts, the end"),
    REAL(GrBounceEnergy, kinetic, "J", "kinetic energy"),
    REAL(GrBounceEnergy, potential, "J", "energy in gravity, 0 at the surface"),
    REAL(GrBounceEnergy, elastic, "J", "energy that the contact would give back"),
    REAL(GrBounceEnergy, dissipated_viscous, "J", "work of the dashpots since the start"),
    REAL(GrBounceEnergy, dissipated_plastic, "J", "energy spent by the contacts' histories since the start"),
    REAL(GrBounceEnergy, residual, "J", "the sum of all, less its value at the start"),
};
#define TABLE(columns) columns, (int)(sizeof(columns) / sizeof((columns)[0]))

/* Rows of this rank, of a table of `total`. */
typedef struct {
  PetscInt64 total, first, count;
} Span;

/* One column of the rows: row(which, i) is the i-th. */
static void Fill(const RowColumn *column, size_t offset, size_t size, const void *from, PetscInt64 n, void *to)
{
  for (PetscInt64 i = 0; i < n; i++) {
    double value = *(const double *)((const char *)from + (size_t)i * size + offset + column->offset);
    if (column->column.number == GR_INTEGER)
      ((PetscInt64 *)to)[i] = (PetscInt64)value;
    else
      ((double *)to)[i] = value;
  }
}

/* Pieces of rows that stand one after the other in the table. */
typedef struct {
  const void *row;
  size_t offset, size; /* of the struct in the row, and of the row */
  PetscInt64 n;
} Piece;

static PetscErrorCode Write(GrResults results, const char *group, const RowColumn *columns, int n, const Span *span,
                            PetscInt64 pieces, const Piece piece[])
{
  GrColumn column[COLUMNS_MAX];
  const void *data[COLUMNS_MAX];
  GrTable table;
  char *memory; /* 8 bytes a number, of either kind */

  PetscFunctionBegin;
  PetscCall(PetscMalloc1((size_t)span->count * (size_t)n * sizeof(double), &memory));
  for (int k = 0; k < n; k++) {
    char *to = memory + (size_t)span->count * (size_t)k * sizeof(double);
    column[k] = columns[k].column;
    data[k] = to;
    for (PetscInt64 p = 0; p < pieces; to += (size_t)piece[p].n * sizeof(double), p++)
      Fill(&columns[k], piece[p].offset, piece[p].size, piece[p].row, piece[p].n, to);
  }
  PetscCall(GrTableCreate(results, group, n, column, span->total, &table));
  PetscCall(GrTableWrite(table, span->first, span->count, data));
  PetscCall(GrTableDestroy(&table));
  PetscCall(PetscFree(memory));
  PetscFunctionReturn(0);
}

/* Where the rows of this rank stand among those of all. */
static PetscErrorCode Place(MPI_Comm comm, Span *span)
{
  PetscFunctionBegin;
  PetscCallMPI(MPI_Allreduce(&span->count, &span->total, 1, MPIU_INT64, MPI_SUM, comm));
  PetscCallMPI(MPI_Scan(&span->count, &span->first, 1, MPIU_INT64, MPI_SUM, comm));
  span->first -= span->count;
  PetscFunctionReturn(0);
}

/* The logs of a kind, as pieces of one table; `begin`: where a ball keeps its first row. */
static PetscErrorCode WriteLogs(GrResults results, MPI_Comm comm, const char *group, const RowColumn *columns, int n,
                                const GrBounceRows *rows, size_t log, size_t begin)
{
  Span span = {0};
  Piece *piece;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(rows->count, &piece));
  for (PetscInt64 i = 0; i < rows->count; i++) {
    const GrLog *from = (const GrLog *)((const char *)&rows->result[i] + log);
    piece[i] = (Piece){from->row, 0, from->size, from->n};
    span.count += from->n;
  }
  PetscCall(Place(comm, &span));
  for (PetscInt64 i = 0, at = span.first; i < rows->count; at += piece[i].n, i++)
    *(double *)((char *)&rows->result[i].ball + begin) = (double)at;
  PetscCall(Write(results, group, columns, n, &span, rows->count, piece));
  PetscCall(PetscFree(piece));
  PetscFunctionReturn(0);
}

/* Values of the swept keys, one per ball. */
static PetscErrorCode WriteSwept(GrResults results, const char *group, const GrStudy *study, const GrBounceRows *rows)
{
  double *value;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(rows->count, &value));
  for (int k = 0; k < study->n_swept; k++) {
    const GrColumn column = {study->swept[k], GR_REAL, 1, "1", "value of this key in SI; not a number: a word"};
    GrTable table;
    for (PetscInt64 i = 0; i < rows->count; i++)
      value[i] = study->value[(rows->first + i) * study->n_swept + k];
    PetscCall(GrTableCreate(results, group, 1, &column, rows->total, &table));
    PetscCall(GrTableWrite(table, rows->first, rows->count, (const void *const[]){value}));
    PetscCall(GrTableDestroy(&table));
  }
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBounceRecord(GrResults results, MPI_Comm comm, const GrStudy *study, const char *variant,
                              const GrBounceRows *rows)
{
  char group[PATH], below[PATH + 16];
  const Span span = {rows->total, rows->first, rows->count};
  const Piece balls = {rows->result, offsetof(GrBounceResult, ball), sizeof(GrBounceResult), rows->count};
  const struct {
    const char *name;
    const RowColumn *columns;
    int n;
    size_t log, begin;
  } logs[] = {
      {"bounces", TABLE(bounce_columns), offsetof(GrBounceResult, bounces), offsetof(GrBounceBall, first_bounce)},
      {"trajectory", TABLE(point_columns), offsetof(GrBounceResult, trajectory), offsetof(GrBounceBall, first_point)},
      {"energy", TABLE(energy_columns), offsetof(GrBounceResult, energy), offsetof(GrBounceBall, first_energy)},
  };

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(group, sizeof(group), "/bounce%s%s", *variant ? "/" : "", variant));
  for (size_t k = 0; k < sizeof(logs) / sizeof(logs[0]); k++) {
    PetscCall(PetscSNPrintf(below, sizeof(below), "%s/%s", group, logs[k].name));
    PetscCall(WriteLogs(results, comm, below, logs[k].columns, logs[k].n, rows, logs[k].log, logs[k].begin));
  }
  PetscCall(Write(results, group, TABLE(ball_columns), &span, 1, &balls));
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/swept", group));
  PetscCall(WriteSwept(results, below, study, rows));
  PetscFunctionReturn(0);
}
