/* study: computes an ensemble of mechanisms: each member is a run of a mechanism. */
#include "run/ensemble_layout.h"
#include <granum/ensemble.h>
#include <string.h>

enum { PATH = 256 };

static const GrMember run_columns[] = {
    GR_MEMBER_INTEGER(GrMechanismRun, impact_count, "number of impacts: contacts that closed"),
    GR_MEMBER_REAL(GrMechanismRun, last_onset, "s", "time at which the last impact began; NaN: there was no impact"),
    GR_MEMBER_REAL(GrMechanismRun, end_time, "s", "simulated time at the end"),
    GR_MEMBER_REAL(GrMechanismRun, energy_start, "J", "kinetic, potential and elastic energy at the start"),
    GR_MEMBER_REAL(GrMechanismRun, energy_supplied, "J",
                   "largest absolute energy that drives and prescribed forces have supplied"),
    GR_MEMBER_REAL(
        GrMechanismRun, energy_residual, "1",
        "largest absolute residual of the energy balance / energy: energy_start + energy_supplied, or the sum of all "
        "energies at that time if it is larger"),
    GR_MEMBER_INTEGER(GrMechanismRun, steps, "number of accepted steps"),
    GR_MEMBER_INTEGER(GrMechanismRun, first_impact, "first row of the case in impacts, from 0"),
    GR_MEMBER_INTEGER(GrMechanismRun, first_point, "first row of the case in trajectory, from 0"),
    GR_MEMBER_INTEGER(GrMechanismRun, first_energy, "first row of the case in energy, from 0"),
};
static const GrMember impact_columns[] = {
    GR_MEMBER_INTEGER(GrMechanismImpact, run, "number of the case in the sweep, from 1"),
    GR_MEMBER_INTEGER(GrMechanismImpact, number, "number of the impact in the order of onset, from 1"),
    GR_MEMBER_INTEGER(GrMechanismImpact, contact, "number of the contact in the attribute contacts, from 0"),
    GR_MEMBER_REAL(GrMechanismImpact, time, "s", "time at which the contact closed"),
    GR_MEMBER_REAL(GrMechanismImpact, duration, "s", "duration of the contact; NaN: it was still closed at the end"),
    GR_MEMBER_REAL(GrMechanismImpact, speed_in, "m/s", "overlap rate when the contact closed"),
    GR_MEMBER_REAL(GrMechanismImpact, speed_out, "m/s",
                   "separation speed when the contact opened; NaN: it was still closed at the end"),
    GR_MEMBER_REAL(GrMechanismImpact, restitution, "1",
                   "restitution: speed_out / speed_in; NaN: the contact was still closed at the end"),
    GR_MEMBER_REAL(GrMechanismImpact, overlap_max, "m", "largest overlap"),
    GR_MEMBER_REAL(GrMechanismImpact, force_max, "N", "largest normal force"),
    GR_MEMBER_REAL(GrMechanismImpact, force_min, "N", "smallest normal force; negative: the largest pull"),
    GR_MEMBER_REAL(GrMechanismImpact, dissipated_viscous, "J", "work of the dashpots in this contact"),
    GR_MEMBER_REAL(GrMechanismImpact, dissipated_plastic, "J", "plastic work in this contact"),
    GR_MEMBER_REAL(GrMechanismImpact, dissipated_sliding, "J", "work of friction in this contact"),
};
static const GrMember point_columns[] = {
    {.column = {"run", GR_INTEGER, 1, "1", "number of the case in the sweep, from 1"}},
    {.column = {"time", GR_REAL, 1, "s", "time"}, .offset = sizeof(double)}};
static const GrMember energy_columns[] = {
    GR_MEMBER_INTEGER(GrMechanismEnergy, run, "number of the case in the sweep, from 1"),
    GR_MEMBER_REAL(GrMechanismEnergy, time, "s",
                   "time: the start, the ends of contacts, points of the trajectory, the end"),
    GR_MEMBER_REAL(GrMechanismEnergy, kinetic, "J", "kinetic energy"),
    GR_MEMBER_REAL(GrMechanismEnergy, potential, "J", "potential energy of springs and weights of the mechanism"),
    GR_MEMBER_REAL(GrMechanismEnergy, elastic, "J", "recoverable energy of the contacts"),
    GR_MEMBER_REAL(GrMechanismEnergy, dissipated_mechanism, "J",
                   "energy dissipated by dampers and guides of the mechanism"),
    GR_MEMBER_REAL(GrMechanismEnergy, dissipated_viscous, "J", "work of the dashpots of the contacts"),
    GR_MEMBER_REAL(GrMechanismEnergy, dissipated_plastic, "J", "plastic work of the contacts"),
    GR_MEMBER_REAL(GrMechanismEnergy, dissipated_sliding, "J", "work of friction in the contacts"),
    GR_MEMBER_REAL(GrMechanismEnergy, supplied, "J", "energy supplied by drives and prescribed forces"),
    GR_MEMBER_REAL(GrMechanismEnergy, residual, "J",
                   "residual: growth of the sum of all energies except supplied, minus supplied"),
};

/* Impacts and points of the trajectory have further columns, which depend on the mechanism. */
static const GrEnsembleTable tables[] = {
    {"impacts", GR_MEMBERS(impact_columns), offsetof(GrMechanismResult, impacts),
     offsetof(GrMechanismResult, run.first_impact)},
    {"trajectory", GR_MEMBERS(point_columns), offsetof(GrMechanismResult, trajectory),
     offsetof(GrMechanismResult, run.first_point)},
    {"energy", GR_MEMBERS(energy_columns), offsetof(GrMechanismResult, energy),
     offsetof(GrMechanismResult, run.first_energy)},
    {"", GR_MEMBERS(run_columns), 0, 0},
};
enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

/* Adds a column; `over`: divisor of the unit, "" if there is none. */
static PetscErrorCode AddColumn(GrRunEnsembleLayout *l, const GrMechanismQuantity *of, const char *suffix,
                                const char *over, const char *what)
{
  char name[GR_LAYOUT_TEXT], unit[GR_LAYOUT_TEXT], description[GR_LAYOUT_TEXT];

  snprintf(name, sizeof(name), "%s%s", of->name, suffix);
  snprintf(unit, sizeof(unit), "%s%s%s", of->unit, *over ? "/" : "", over);
  snprintf(description, sizeof(description), "%s%s", what, of->meaning);
  return GrRunEnsembleLayoutAdd(l, name, unit, description);
}

static PetscErrorCode AddPointColumns(const GrMechanism *m, GrRunEnsembleLayout *l)
{
  for (int i = 0; i < m->n_coordinates; i++) {
    PetscCall(AddColumn(l, &m->coordinate[i], "", "", ""));
    PetscCall(AddColumn(l, &m->coordinate[i], "_velocity", "s", "rate of the "));
    PetscCall(AddColumn(l, &m->coordinate[i], "_acceleration", "s^2", "second rate of the "));
  }
  for (int k = 0; k < m->n_contacts; k++) {
    const GrMechanismQuantity overlap = {m->contact[k].name, "m", m->contact[k].meaning};
    const GrMechanismQuantity force = {m->contact[k].name, "N", m->contact[k].meaning};
    PetscCall(AddColumn(l, &overlap, "_overlap", "", "overlap, negative: distance, of the contact "));
    PetscCall(AddColumn(l, &force, "_force", "", "normal force, positive when it pushes, of the contact "));
    PetscCall(AddColumn(l, &force, "_friction", "", "friction on the first surface of the contact "));
  }
  for (int i = 0; i < m->n_observables; i++)
    PetscCall(AddColumn(l, &m->observable[i], "", "", ""));
  return 0;
}

static PetscErrorCode AddImpactColumns(const GrMechanism *m, GrRunEnsembleLayout *l)
{
  static const char *const suffix[2] = {"_in", "_out"}, *const rate[2] = {"_velocity_in", "_velocity_out"};
  static const char *const when[2] = {"before the impact: ",
                                      "after the impact (NaN: the contact had not opened at the end): "};
  char when_rate[GR_LAYOUT_TEXT];
  for (int side = 0; side < 2; side++) {
    snprintf(when_rate, sizeof(when_rate), "%srate of the ", when[side]);
    for (int i = 0; i < m->n_coordinates; i++)
      PetscCall(AddColumn(l, &m->coordinate[i], rate[side], "s", when_rate));
    for (int i = 0; i < m->n_observables; i++)
      PetscCall(AddColumn(l, &m->observable[i], suffix[side], "", when[side]));
  }
  return 0;
}

static PetscErrorCode RecordRuns(GrRunEnsemble *e, const GrRunEnsemblePart *part)
{
  const GrMechanism *m = e->study->variant[part->variant].point[0]->motion.mechanism;
  char path[PATH + 16], list[PATH] = "";
  GrRunEnsembleLayout *impacts, *points;

  PetscCall(GrRunEnsembleLayoutCreate(&tables[0], sizeof(GrMechanismImpact), &impacts));
  PetscCall(GrRunEnsembleLayoutCreate(&tables[1], sizeof(double[2]), &points));
  PetscCall(AddImpactColumns(m, impacts));
  PetscCall(AddPointColumns(m, points));
  PetscCall(GrRunEnsembleRecord(e, part, TABLES,
                                (const GrEnsembleTable[TABLES]){impacts->table, points->table, tables[2], tables[3]}));
  for (int k = 0; k < m->n_contacts; k++)
    snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", k ? ", " : "", m->contact[k].name);
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s@type", part->group));
  PetscCall(GrResultsText(e->results, path, "", m->name));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s@contacts", part->group));
  PetscCall(GrResultsText(e->results, path, "", list));
  PetscCall(PetscFree(impacts));
  return PetscFree(points);
}

/* Solves one run: n is 1. */
static PetscErrorCode SolveRun(GrRunEnsemble *e, PetscInt64 i, PetscInt n)
{
  const GrRunEnsembleMember run = GrRunEnsembleAt(e, i);
  GrMechanismResult *result = (GrMechanismResult *)e->result + i;

  PetscCall(GrMechanismSolve(run.the_case, (double)run.number, result));
  e->counted += result->impacts.n;
  if (*result->why)
    GrRunEnsembleFail(e, i, "at %s", result->why);
  return 0;
}

static PetscErrorCode ShowRun(MPI_Comm comm, PetscInt64 number, const void *result)
{
  const GrMechanismRun *r = &((const GrMechanismResult *)result)->run;
  return PetscSynchronizedPrintf(comm, "%6" PetscInt64_FMT " %8.0f %14.5g %12.6g %12.2g %10.0f\n", number,
                                 r->impact_count, r->last_onset, r->end_time, r->energy_residual, r->steps);
}

const GrRunEnsembleKind GrMechanismEnsemble = {
    .group = "mechanism",
    .members = "runs of a mechanism",
    .counted = "impacts",
    .failed = "mechanisms were not followed to the end",
    .member = "run",
    .remedy = "change its parameters, or the tolerance",
    .heading = "   run  impacts   last onset s        end s     residual      steps",
    .size = sizeof(GrMechanismResult),
    .residual = offsetof(GrMechanismResult, run.energy_residual),
    .n_tables = TABLES,
    .tables = tables,
    .solve = SolveRun,
    .record = RecordRuns,
    .show = ShowRun,
};
