/* study: the ensemble of mechanisms, whose members are their runs. */
#include "run/ensemble.h"
#include <granum/mechanism_run.h>
#include <string.h>

enum { PATH = 256, COLUMNS_MAX = 96, TEXT = 256 };

static const GrLogColumn run_columns[] = {
    GR_LOG_WHOLE(GrMechanismRun, impact_count, "impacts: contacts that closed"),
    GR_LOG_REAL(GrMechanismRun, last_onset, "s", "when the last of them began; not a number: there is none"),
    GR_LOG_REAL(GrMechanismRun, end_time, "s", "how far it was followed"),
    GR_LOG_REAL(GrMechanismRun, energy_start, "J", "kinetic, potential and elastic energy at the start"),
    GR_LOG_REAL(GrMechanismRun, energy_supplied, "J", "the most that drives and prescribed forces ever put in or took"),
    GR_LOG_REAL(GrMechanismRun, energy_residual, "1", "the most that the ledger ever misses, over the sum of both"),
    GR_LOG_WHOLE(GrMechanismRun, steps, "accepted steps"),
    GR_LOG_WHOLE(GrMechanismRun, first_impact, "its first row of impacts, from 0"),
    GR_LOG_WHOLE(GrMechanismRun, first_point, "its first row of trajectory, from 0"),
    GR_LOG_WHOLE(GrMechanismRun, first_energy, "its first row of energy, from 0"),
};
static const GrLogColumn impact_columns[] = {
    GR_LOG_WHOLE(GrMechanismImpact, run, "which case of the sweep, from 1"),
    GR_LOG_WHOLE(GrMechanismImpact, number, "number of the impact, from 1 as they begin"),
    GR_LOG_WHOLE(GrMechanismImpact, contact, "which contact, from 0 in the order of the attribute contacts"),
    GR_LOG_REAL(GrMechanismImpact, time, "s", "when the contact closed"),
    GR_LOG_REAL(GrMechanismImpact, duration, "s", "time in contact; not a number: not open again at the end"),
    GR_LOG_REAL(GrMechanismImpact, speed_in, "m/s", "speed of approach"),
    GR_LOG_REAL(GrMechanismImpact, speed_out, "m/s", "speed of separation; not a number: not open again at the end"),
    GR_LOG_REAL(GrMechanismImpact, restitution, "1",
                "separation over approach; not a number: not open again at the end"),
    GR_LOG_REAL(GrMechanismImpact, overlap_max, "m", "largest overlap"),
    GR_LOG_REAL(GrMechanismImpact, force_max, "N", "largest normal force"),
    GR_LOG_REAL(GrMechanismImpact, force_min, "N", "smallest normal force; negative: the largest pull"),
    GR_LOG_REAL(GrMechanismImpact, dissipated_viscous, "J", "work of the dashpots in this contact"),
    GR_LOG_REAL(GrMechanismImpact, dissipated_plastic, "J", "plastic work of the history of this contact"),
    GR_LOG_REAL(GrMechanismImpact, dissipated_sliding, "J", "work of friction in this contact"),
};
static const GrLogColumn energy_columns[] = {
    GR_LOG_WHOLE(GrMechanismEnergy, run, "which case of the sweep, from 1"),
    GR_LOG_REAL(GrMechanismEnergy, time, "s",
                "time: the start, the ends of contacts, points of the trajectory, the end"),
    GR_LOG_REAL(GrMechanismEnergy, kinetic, "J", "kinetic energy"),
    GR_LOG_REAL(GrMechanismEnergy, potential, "J", "energy of the mechanism's springs and weights"),
    GR_LOG_REAL(GrMechanismEnergy, elastic, "J", "energy that the contacts would give back"),
    GR_LOG_REAL(GrMechanismEnergy, dissipated_mechanism, "J", "work of the mechanism's dampers and guides"),
    GR_LOG_REAL(GrMechanismEnergy, dissipated_viscous, "J", "work of the contacts' dashpots"),
    GR_LOG_REAL(GrMechanismEnergy, dissipated_plastic, "J", "plastic work of the contacts' histories"),
    GR_LOG_REAL(GrMechanismEnergy, dissipated_sliding, "J", "work of friction in the contacts"),
    GR_LOG_REAL(GrMechanismEnergy, supplied, "J", "put in by drives and prescribed forces"),
    GR_LOG_REAL(GrMechanismEnergy, residual, "J", "what the sum of all but supplied has grown by, less supplied"),
};
#define COUNT(columns) ((int)(sizeof(columns) / sizeof((columns)[0])))

/* A table that is put together, with the texts of its columns. */
typedef struct {
  int n;
  size_t offset; /* of the next column in the row */
  GrLogColumn column[COLUMNS_MAX];
  char name[COLUMNS_MAX][TEXT], unit[COLUMNS_MAX][TEXT], description[COLUMNS_MAX][TEXT];
} Layout;

/* `over`: what the unit is divided by, "" if by nothing. */
static void AddColumn(Layout *l, const GrMechanismQuantity *of, const char *suffix, const char *over, const char *what)
{
  const int i = l->n++;
  snprintf(l->name[i], TEXT, "%s%s", of->name, suffix);
  snprintf(l->unit[i], TEXT, "%s%s%s", of->unit, *over ? "/" : "", over);
  snprintf(l->description[i], TEXT, "%s%s", what, of->meaning);
  l->column[i] = (GrLogColumn){{l->name[i], GR_REAL, 1, l->unit[i], l->description[i]}, l->offset};
  l->offset += sizeof(double);
}

static void LayPoints(const GrMechanism *m, Layout *l)
{
  static const GrLogColumn first[] = {{{"run", GR_INTEGER, 1, "1", "which case of the sweep, from 1"}, 0},
                                      {{"time", GR_REAL, 1, "s", "time"}, sizeof(double)}};
  memcpy(l->column, first, sizeof(first));
  l->n = COUNT(first);
  l->offset = sizeof(double) * COUNT(first);
  for (int i = 0; i < m->n_coordinates; i++) {
    AddColumn(l, &m->coordinate[i], "", "", "");
    AddColumn(l, &m->coordinate[i], "_velocity", "s", "rate of the ");
    AddColumn(l, &m->coordinate[i], "_acceleration", "s^2", "second rate of the ");
  }
  for (int k = 0; k < m->n_contacts; k++) {
    const GrMechanismQuantity overlap = {m->contact[k].name, "m", m->contact[k].meaning};
    const GrMechanismQuantity force = {m->contact[k].name, "N", m->contact[k].meaning};
    AddColumn(l, &overlap, "_overlap", "", "overlap, negative: distance, of the contact ");
    AddColumn(l, &force, "_force", "", "normal force, positive when it pushes, of the contact ");
    AddColumn(l, &force, "_friction", "", "friction on the first surface of the contact ");
  }
  for (int i = 0; i < m->n_observables; i++)
    AddColumn(l, &m->observable[i], "", "", "");
}

static void LayImpacts(const GrMechanism *m, Layout *l)
{
  static const struct {
    const char *suffix, *rate, *when, *when_rate;
  } sides[] = {{"_in", "_velocity_in", "before the impact: ", "before the impact: rate of the "},
               {"_out", "_velocity_out", "after the impact (not a number: not open again at the end): ",
                "after the impact (not a number: not open again at the end): rate of the "}};
  memcpy(l->column, impact_columns, sizeof(impact_columns));
  l->n = COUNT(impact_columns);
  l->offset = sizeof(GrMechanismImpact);
  for (int side = 0; side < COUNT(sides); side++) {
    for (int i = 0; i < m->n_coordinates; i++)
      AddColumn(l, &m->coordinate[i], sides[side].rate, "s", sides[side].when_rate);
    for (int i = 0; i < m->n_observables; i++)
      AddColumn(l, &m->observable[i], sides[side].suffix, "", sides[side].when);
  }
}

/* Attributes: the mechanism, and its contacts in their order. */
static PetscErrorCode WriteNames(GrResults results, const char *group, const GrMechanism *m)
{
  char path[PATH + 16], list[PATH] = "";

  PetscFunctionBeginUser;
  for (int k = 0; k < m->n_contacts; k++)
    snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", k ? ", " : "", m->contact[k].name);
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s@type", group));
  PetscCall(GrResultsText(results, path, "", m->name));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s@contacts", group));
  PetscCall(GrResultsText(results, path, "", list));
  PetscFunctionReturn(0);
}

/* Collective. Fills in first_... of the runs. */
static PetscErrorCode RecordRuns(const GrEnsemble *e, const GrEnsemblePart *part)
{
  const GrMechanism *m = e->study->variant[part->variant].point[0]->motion.mechanism;
  Layout *l;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(2, &l));
  LayImpacts(m, &l[0]);
  LayPoints(m, &l[1]);
  const GrEnsembleLog logs[] = {
      {"impacts", l[0].n, l[0].column, offsetof(GrMechanismResult, impacts),
       offsetof(GrMechanismResult, run.first_impact)},
      {"trajectory", l[1].n, l[1].column, offsetof(GrMechanismResult, trajectory),
       offsetof(GrMechanismResult, run.first_point)},
      {"energy", COUNT(energy_columns), energy_columns, offsetof(GrMechanismResult, energy),
       offsetof(GrMechanismResult, run.first_energy)},
  };
  PetscCall(GrEnsembleRecord(e, part, COUNT(logs), logs, COUNT(run_columns), run_columns));
  PetscCall(WriteNames(e->results, part->group, m));
  PetscCall(PetscFree(l));
  PetscFunctionReturn(0);
}

static PetscErrorCode ComputeRuns(GrEnsemble *e)
{
  GrMechanismResult *result = e->result;

  PetscFunctionBeginUser;
  for (PetscInt64 i = 0; i < e->count; i++) {
    const GrEnsembleMember run = GrEnsembleAt(e, i);
    PetscCall(GrMechanismSolve(run.the_case, (double)run.number, &result[i]));
    e->counted += result[i].impacts.n;
    if (*result[i].why)
      GrEnsembleFail(e, i, "at %s", result[i].why);
    GrEnsembleProgress(e, i + 1);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ShowRun(MPI_Comm comm, PetscInt64 number, const void *result)
{
  const GrMechanismRun *r = &((const GrMechanismResult *)result)->run;
  return PetscSynchronizedPrintf(comm, "%6" PetscInt64_FMT " %8.0f %14.5g %12.6g %12.2g %10.0f\n", number,
                                 r->impact_count, r->last_onset, r->end_time, r->energy_residual, r->steps);
}

static PetscErrorCode DestroyRun(void *result)
{
  return GrMechanismResultDestroy(result);
}

const GrEnsembleKind GrMechanisms = {
    .group = "mechanism",
    .members = "runs of a mechanism",
    .counted = "impacts",
    .failed = "mechanisms were not followed to the end",
    .member = "run",
    .remedy = "change its parameters, or the tolerance",
    .heading = "   run  impacts   last onset s        end s     residual      steps",
    .size = sizeof(GrMechanismResult),
    .compute = ComputeRuns,
    .record = RecordRuns,
    .show = ShowRun,
    .destroy = DestroyRun,
};
