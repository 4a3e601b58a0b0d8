/* The energy ledger of a run: observables/energy. It is recorded at the start and at the end, too. */
#include "bulk/population/population.h"
#include "record/recorder_impl.h"

/* One row per column of the table; the last one only if particles are inserted or removed. */
typedef struct {
  GrColumn column;
  size_t offset; /* in GrLedger */
} LedgerRow;
#define LEDGER(member, description)                                                                                    \
  {                                                                                                                    \
    {#member, GR_REAL, 1, "J", description}, offsetof(GrLedger, member)                                                \
  }
static const LedgerRow LedgerRows[] = {
    LEDGER(kinetic, "kinetic energy of all particles and of walls that move freely"),
    LEDGER(elastic, "energy that the contacts would give back"),
    LEDGER(dissipated_viscous, "work of the normal dashpots since the start"),
    LEDGER(dissipated_frictional,
           "work against sliding, rolling and twisting since the start, less what their springs hold"),
    LEDGER(dissipated_plastic, "plastic work of the contacts since the start"),
    LEDGER(dissipated_bonds, "energy that was lost with bonds that broke since the start"),
    LEDGER(dissipated_drag, "energy taken by the fluid since the start"),
    LEDGER(carried_out, "energy that particles took along which left: their own and that of their contacts"),
    LEDGER(taken_by_changes, "energy that changes from stage to stage took of what contacts and walls held"),
    LEDGER(external_work, "work of gravity, other forces and loads, and of walls that move otherwise, since the start"),
    LEDGER(
        residual,
        "kinetic + elastic + dissipated + carried out + taken by changes - external work, less its value at the start"),
    LEDGER(brought_in, "energy of particles that came since the start, which the residual is less by as well"),
};
enum { LEDGER_ROWS = sizeof(LedgerRows) / sizeof(LedgerRows[0]) };

static int CountRows(GrWorld w)
{
  return w->bulk && GrBulkPopulationVaries(w) ? LEDGER_ROWS : LEDGER_ROWS - 1;
}

/* Last column. */
static const GrColumn LeftColumn = {"particles_left", GR_INTEGER, 1, "1", "particles that have left since the start"};

static PetscErrorCode FillLedger(GrWorld w, const GrSample *m, int width, double values[])
{
  const GrLeft left = GrWorldLeft(w);
  GrLedger ledger;

  PetscCall(GrWorldLedger(w, m->u, &ledger));
  for (int k = 0; k < CountRows(w); k++)
    values[k] = *(const double *)((const char *)&ledger + LedgerRows[k].offset);
  values[width - 1] = 0;
  for (int side = 0; side < GR_SIDES; side++)
    values[width - 1] += (double)(left.open[side] + left.past_walls[side]);
  return 0;
}

static int ListColumns(GrWorld w, int k, GrColumn columns[])
{
  for (k = 0; k < CountRows(w); k++)
    columns[k] = LedgerRows[k].column;
  columns[k] = LeftColumn;
  return k + 1;
}

static const GrTablesKind Tables = {.group = "/observables/energy",
                                    .what = "energy",
                                    .when = offsetof(GrCase, output.energy),
                                    .first = PETSC_TRUE,
                                    .columns = ListColumns,
                                    .fill = FillLedger};
const GrWriterKind GrRecorderLedger = {.tables = &Tables};
