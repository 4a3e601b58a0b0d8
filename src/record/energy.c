/* Records the energy ledger of a run in the table observables/energy, also at the start and at the end. */
#include "base/member.h"
#include "bulk/population/population.h"
#include "record/indicator.h"
#include "record/recorder_impl.h"
#include "world/balance.h"
#include <math.h>

/* One row per column of the table; the last one only if particles are inserted or removed. */
#define LEDGER(member, description)                                                                                    \
  {                                                                                                                    \
    {#member, GR_REAL, 1, "J", description}, offsetof(GrLedger, member), GR_ANYTHING                                   \
  }
static const GrMember LedgerRows[] = {
    LEDGER(kinetic, "kinetic energy of all particles and of walls that move freely"),
    LEDGER(elastic, "recoverable energy of the contacts, and of the springs of walls"),
    LEDGER(dissipated_viscous, "work of the normal dashpots and of the dashpots of walls since the start"),
    LEDGER(dissipated_frictional,
           "work against sliding, rolling and twisting since the start, minus the energy of their springs"),
    LEDGER(dissipated_plastic, "plastic work of the contacts since the start"),
    LEDGER(dissipated_bonds, "energy lost with bonds that broke since the start"),
    LEDGER(dissipated_drag, "energy dissipated by drag since the start"),
    LEDGER(carried_out, "energy of particles that left or were removed, and of their contacts"),
    LEDGER(taken_by_changes, "energy removed from contacts and walls when a stage changed their parameters"),
    LEDGER(external_work, "work of gravity, other forces, loads and moving walls since the start"),
    LEDGER(residual, "kinetic + elastic + dissipated + carried_out + taken_by_changes - external_work - brought_in, "
                     "minus its value at the start"),
    LEDGER(exchanged, "energy with which the residual is compared: dissipated + absolute external work + largest fall "
                      "of the elastic energy, and at least the largest kinetic energy"),
    LEDGER(brought_in, "energy of particles inserted since the start"),
};
enum { LEDGER_ROWS = sizeof(LedgerRows) / sizeof(LedgerRows[0]) };

static int CountRows(GrWorld w)
{
  return w->bulk && GrBulkPopulationVaries(w) ? LEDGER_ROWS : LEDGER_ROWS - 1;
}

/* Last column. */
static const GrColumn LeftColumn = {"particles_left", GR_INTEGER, 1, "1",
                                    "number of particles that have left the domain since the start"};

static PetscErrorCode FillLedger(GrWorld w, const GrSample *m, int width, double values[])
{
  const GrLeft left = GrWorldLeft(w);
  GrLedger ledger;

  PetscCall(GrWorldBalanceCheck(w, m->u, m->step, false));
  PetscCall(GrWorldLedger(w, m->u, &ledger));
  for (int k = 0; k < CountRows(w); k++)
    values[k] = *(const double *)((const char *)&ledger + LedgerRows[k].offset);
  values[width - 1] = 0;
  for (int side = 0; side < GR_SIDES; side++)
    values[width - 1] += (double)(left.open[side] + left.past_walls[side]);
  return 0;
}

static PetscErrorCode FindRatio(GrWorld w, const GrCondition *c, double t, const double *u, double *value)
{
  double energy[GR_SUM_ENERGIES];

  PetscCall(GrWorldSumEnergies(w, u, energy));
  *value = energy[GR_SUM_ELASTIC] > 0 ? energy[GR_SUM_KINETIC] / energy[GR_SUM_ELASTIC] : INFINITY;
  return 0;
}

const GrIndicatorKind GrIndicatorEnergies = {.find = FindRatio};

static int ListColumns(GrWorld w, int k, GrColumn columns[])
{
  for (k = 0; k < CountRows(w); k++)
    columns[k] = LedgerRows[k].column;
  columns[k] = LeftColumn;
  return k + 1;
}

static const GrTablesKind Tables = {.group = "/observables/energy",
                                    .when = offsetof(GrCase, output.energy),
                                    .first = true,
                                    .columns = ListColumns,
                                    .fill = FillLedger};
const GrWriterKind GrRecorderLedger = {.what = "energy", .tables = &Tables};
