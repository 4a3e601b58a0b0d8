/* Computes an ensemble of impacts: one impact for each velocity of each case. An ensemble may have millions of impacts.
   They are computed and written in rounds, so memory does not grow with their number. */
#include "impact/columns.h"
#include <math.h>

static const GrMember columns[] = {GR_IMPACT_COLUMNS};
static const GrEnsembleTable tables[] = {{"", GR_MEMBERS(columns), 0, 0}};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };
static const GrColumn curve_columns[GR_CURVE_COLUMNS] = {
    [GR_CURVE_TIME] = {"time", GR_REAL, 0, "s", "time since the surfaces touched"},
    [GR_CURVE_OVERLAP] = {"overlap", GR_REAL, 0, "m",
                          "overlap; negative, with `end: apart`: distance between the surfaces"},
    [GR_CURVE_RATE] = {"rate", GR_REAL, 0, "m/s", "overlap rate, positive during approach"},
    [GR_CURVE_FORCE] = {"force", GR_REAL, 0, "N", "contact force, positive if repulsive"},
    [GR_CURVE_DAMPING] = {"damping_force", GR_REAL, 0, "N", "force of the dashpots, a part of the contact force"},
    [GR_CURVE_KINETIC] = {"kinetic", GR_REAL, 0, "J", "kinetic energy of the relative motion"},
    [GR_CURVE_ELASTIC] = {"elastic", GR_REAL, 0, "J", "recoverable energy of the contact"},
    [GR_CURVE_VISCOUS] = {"dissipated_viscous", GR_REAL, 0, "J", "work of the dashpots since the surfaces touched"},
    [GR_CURVE_PLASTIC] = {"dissipated_plastic", GR_REAL, 0, "J", "plastic work since the surfaces touched"},
};
_Static_assert(COLUMNS + 1 <= GR_ENSEMBLE_COLUMNS, "a table for each column, and one for the curves");

static PetscInt64 CountVelocities(const GrCase *c)
{
  return c->impact.velocities.count;
}

static PetscInt64 SamplesOf(const GrCase *c)
{
  return GR_CURVE_COLUMNS * GrImpactSettingOf(c).points;
}

PetscErrorCode GrImpactPrepare(const GrCase *c, GrImpactPoint *point)
{
  const GrContactRule *rule;
  const char *wrong;

  GrCaseImpactPair(c, &point->pair, &rule);
  wrong = rule->law->prepare(&point->pair, rule->value, point->coefficient);
  if (!wrong && rule->adhesion)
    wrong = rule->adhesion->prepare(&point->pair, rule->adhesion_value, point->adhesion_coefficient);
  PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "law %s: %s", rule->law->name, wrong);
  return 0;
}

/* Samples of the i-th member of this rank in this round. */
static GrImpactCurve CurveOf(const GrRunEnsemble *e, PetscInt64 points, PetscInt64 i)
{
  GrImpactCurve curve;
  for (int k = 0; k < GR_CURVE_COLUMNS; k++)
    curve.column[k] = GrImpactSamples(e, points, k, i);
  return curve;
}

PetscErrorCode GrImpactSolveCase(const GrCase *the_case, PetscInt n, const double speed[], GrImpact result[],
                                 const char *why[])
{
  GrImpactSetting setting = GrImpactSettingOf(the_case);
  GrImpactTask *task;
  GrImpactPoint point;

  setting.points = 0;
  PetscCall(GrImpactPrepare(the_case, &point));
  PetscCall(PetscMalloc1(n, &task));
  for (PetscInt i = 0; i < n; i++)
    task[i] = (GrImpactTask){point.coefficient, point.adhesion_coefficient, point.pair.mass, speed[i]};
  PetscCall(GrImpactSolve(&setting, n, task, result, NULL, why));
  return PetscFree(task);
}

static PetscErrorCode SolveImpacts(GrRunEnsemble *e, PetscInt64 first, PetscInt n)
{
  const GrImpactSetting setting = GrImpactSettingOf(GrRunEnsembleAt(e, first).the_case);
  GrImpact *result = (GrImpact *)e->result + first;
  const GrCase *before = NULL;
  GrImpactTask *task;
  GrImpactCurve *curve;
  const char **why;
  GrImpactPoint *all, *point;

  PetscCall(PetscMalloc4(n, &task, n, &curve, n, &why, n, &all));
  point = all - 1;
  for (PetscInt i = 0; i < n; i++) {
    const GrRunEnsembleMember m = GrRunEnsembleAt(e, first + i);
    if (m.the_case != before)
      PetscCall(GrImpactPrepare(m.the_case, ++point));
    before = m.the_case;
    task[i] = (GrImpactTask){point->coefficient, point->adhesion_coefficient, point->pair.mass,
                             GrKeyRangeAt(&m.the_case->impact.velocities, m.within)};
    curve[i] = CurveOf(e, setting.points, first + i);
  }
  PetscCall(GrImpactSolve(&setting, n, task, result, setting.points ? curve : NULL, why));
  for (PetscInt i = 0; i < n; i++) {
    if (!why[i])
      continue;
    GrRunEnsembleFail(e, first + i, "(approach velocity %g m/s, law %s: %s)", task[i].speed, setting.law->name, why[i]);
    for (int k = 0; k < COLUMNS; k++)
      *(double *)((char *)&result[i] + columns[k].offset) = NAN;
    result[i].approach_velocity = task[i].speed;
    for (int c = 0; c < GR_CURVE_COLUMNS; c++)
      for (PetscInt64 k = 0; k < setting.points; k++)
        curve[i].column[c][k] = NAN;
  }
  PetscCall(PetscFree4(task, curve, why, all));
  e->counted += n;
  return 0;
}

static PetscErrorCode RecordImpacts(GrRunEnsemble *e, const GrRunEnsemblePart *part)
{
  return GrImpactRecord(e, part, GR_CURVE_COLUMNS, curve_columns);
}

static PetscErrorCode ShowImpact(MPI_Comm comm, PetscInt64 number, const void *result)
{
  const GrImpact *r = result;
  return PetscSynchronizedPrintf(comm, "%12.6g %12.6g %12.6g %12.6g %12.6g %12.6g\n", r->approach_velocity,
                                 r->separation_velocity, r->restitution, r->overlap_max, r->force_max, r->energy_lost);
}

const GrRunEnsembleKind GrImpactEnsemble = {
    .group = "impact",
    .members = "impacts",
    .counted = "impacts",
    .failed = "impacts have no result; their results are NaN",
    .member = "impact",
    .remedy = "change its parameters or speed",
    .heading = "approach m/s   separation  restitution    overlap m      force N       lost J",
    .size = sizeof(GrImpact),
    .residual = offsetof(GrImpact, energy_residual),
    .n_tables = 1,
    .tables = tables,
    .count = CountVelocities,
    .capacity = GrImpactCapacity,
    .samples = SamplesOf,
    .same_setting = GrImpactSameSetting,
    .solve = SolveImpacts,
    .record = RecordImpacts,
    .show = ShowImpact,
};
