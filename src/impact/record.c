/* record: see record.h. One row per column of the table of impacts. */
#include "impact/record.h"

#include <math.h>

enum { PATH = 256 };

typedef struct {
  GrColumn column;
  size_t offset; /* in GrImpact */
} ImpactColumn;
#define COLUMN(member, unit, description)                                                                              \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(GrImpact, member)                                               \
  }
static const ImpactColumn columns[] = {
    COLUMN(approach_velocity, "m/s", "relative speed before the impact"),
    COLUMN(separation_velocity, "m/s", "relative speed after it; 0: the bodies stick"),
    COLUMN(restitution, "1", "separation over approach velocity"),
    COLUMN(restitution_theory, "1", "what the theory of the law says; not a number: nothing"),
    COLUMN(overlap_max, "m", "largest overlap"),
    COLUMN(force_max, "N", "largest force"),
    COLUMN(force_min, "N", "smallest force; negative: the largest pull"),
    COLUMN(duration, "s", "time in contact; of bodies that stick, until that is certain"),
    COLUMN(energy_lost, "J", "kinetic energy before less kinetic energy after"),
    COLUMN(energy_viscous, "J", "work of the dashpots"),
    COLUMN(energy_plastic, "J", "energy spent by the history of the contact"),
    COLUMN(energy_residual, "1", "what the books miss, over the kinetic energy at overlap 0"),
    COLUMN(residual_overlap, "m", "largest overlap without static force after the turn"),
};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]), CURVES = 4 };
static const GrColumn curve_columns[CURVES] = {
    {"time", GR_REAL, 0, "s", "time since the first touch"},
    {"overlap", GR_REAL, 0, "m", "overlap"},
    {"rate", GR_REAL, 0, "m/s", "overlap rate, positive on approach"},
    {"force", GR_REAL, 0, "N", "contact force, positive when it pushes"},
};

struct GrImpactRecord_ {
  GrTable table, curves; /* NULL: not kept */
  PetscInt64 samples;
  double *data[COLUMNS], *sample[CURVES];
};

/* Values of the swept keys, one per row, given by the first rank. */
static PetscErrorCode WriteSwept(GrResults results, const char *group, int rank, const GrImpactRecordRows *rows)
{
  const GrStudy *s = rows->study;
  const PetscInt64 total = rows->first[s->n_points], count = rank == 0 ? total : 0;
  double *value;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(count, &value));
  for (int k = 0; k < s->n_swept; k++) {
    const GrColumn column = {s->swept[k], GR_REAL, 1, s->unit[k], "value of this key in SI; not a number: a word"};
    GrTable table;
    for (int p = 0; p < s->n_points && rank == 0; p++)
      for (PetscInt64 row = rows->first[p]; row < rows->first[p + 1]; row++)
        value[row] = s->value[p * s->n_swept + k];
    PetscCall(GrTableCreate(results, group, 1, &column, total, &table));
    PetscCall(GrTableWrite(table, 0, count, (const void *const[]){value}));
    PetscCall(GrTableDestroy(&table));
  }
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateTables(GrResults results, int rank, const GrImpactRecordRows *rows, GrImpactRecord r)
{
  const PetscInt64 total = rows->first[rows->study->n_points];
  GrColumn column[COLUMNS], curve[CURVES];
  char group[PATH], below[PATH + 16];

  PetscFunctionBeginUser;
  for (int k = 0; k < COLUMNS; k++)
    column[k] = columns[k].column;
  for (int k = 0; k < CURVES; k++) {
    curve[k] = curve_columns[k];
    curve[k].components = (int)rows->samples;
  }
  PetscCall(PetscSNPrintf(group, sizeof(group), "/impact%s%s", *rows->variant->name ? "/" : "", rows->variant->name));
  PetscCall(GrTableCreate(results, group, COLUMNS, column, total, &r->table));
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/curves", group));
  if (rows->samples)
    PetscCall(GrTableCreate(results, below, CURVES, curve, total, &r->curves));
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/swept", group));
  PetscCall(WriteSwept(results, below, rank, rows));
  PetscFunctionReturn(0);
}

PetscErrorCode GrImpactRecordCreate(GrResults results, MPI_Comm comm, const GrImpactRecordRows *rows,
                                    GrImpactRecord *record)
{
  GrImpactRecord r;
  int rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(PetscNew(&r));
  r->samples = rows->samples;
  for (int k = 0; k < COLUMNS; k++)
    PetscCall(PetscMalloc1(rows->room, &r->data[k]));
  for (int k = 0; k < CURVES; k++)
    PetscCall(PetscMalloc1(rows->room * rows->samples, &r->sample[k]));
  if (results)
    PetscCall(CreateTables(results, rank, rows, r));
  *record = r;
  PetscFunctionReturn(0);
}

GrImpactCurve GrImpactRecordCurve(GrImpactRecord r, PetscInt64 i)
{
  const PetscInt64 at = i * r->samples;
  return (GrImpactCurve){r->sample[0] + at, r->sample[1] + at, r->sample[2] + at, r->sample[3] + at};
}

PetscErrorCode GrImpactRecordWrite(GrImpactRecord r, PetscInt64 first, PetscInt64 count, const GrImpact result[])
{
  const void *data[COLUMNS], *sample[CURVES];

  PetscFunctionBeginUser;
  if (!r->table)
    PetscFunctionReturn(0);
  for (int k = 0; k < COLUMNS; k++) {
    data[k] = r->data[k];
    for (PetscInt64 i = 0; i < count; i++)
      r->data[k][i] = *(const double *)((const char *)&result[i] + columns[k].offset);
  }
  for (int k = 0; k < CURVES; k++)
    sample[k] = r->sample[k];
  PetscCall(GrTableWrite(r->table, first, count, data));
  if (r->curves)
    PetscCall(GrTableWrite(r->curves, first, count, sample));
  PetscFunctionReturn(0);
}

PetscErrorCode GrImpactRecordDestroy(GrImpactRecord *record)
{
  GrImpactRecord r = *record;

  PetscFunctionBeginUser;
  if (!r)
    PetscFunctionReturn(0);
  PetscCall(GrTableDestroy(&r->table));
  PetscCall(GrTableDestroy(&r->curves));
  for (int k = 0; k < COLUMNS; k++)
    PetscCall(PetscFree(r->data[k]));
  for (int k = 0; k < CURVES; k++)
    PetscCall(PetscFree(r->sample[k]));
  PetscCall(PetscFree(*record));
  PetscFunctionReturn(0);
}

void GrImpactRecordVoid(GrImpact *result, double approach_velocity)
{
  for (int k = 0; k < COLUMNS; k++)
    *(double *)((char *)result + columns[k].offset) = NAN;
  result->approach_velocity = approach_velocity;
}
