/* impact_study: the ensemble of impacts. The members of a case are its velocities.

   They may be millions, so they are written in rounds, a row each and perhaps a curve: memory does not grow with their
   number. */
#include "run/ensemble.h"
#include <granum/impact.h>
#include <math.h>

enum { ROUND = 8192, CURVE_ROUND = 1 << 20, PATH = 272 };

static const GrLogColumn columns[] = {
    GR_LOG_REAL(GrImpact, approach_velocity, "m/s", "relative speed before the impact"),
    GR_LOG_REAL(GrImpact, separation_velocity, "m/s", "relative speed after it; 0: the bodies stick"),
    GR_LOG_REAL(GrImpact, restitution, "1", "separation over approach velocity"),
    GR_LOG_REAL(GrImpact, restitution_theory, "1", "what the theory of the law says; not a number: nothing"),
    GR_LOG_REAL(GrImpact, overlap_max, "m", "largest overlap"),
    GR_LOG_REAL(GrImpact, force_max, "N", "largest force"),
    GR_LOG_REAL(GrImpact, force_min, "N",
                "smallest force; negative: the largest pull, below overlap 0 as well with end: apart"),
    GR_LOG_REAL(GrImpact, duration, "s",
                "time from overlap 0 to the end of the impact; of bodies that stick, until that is certain"),
    GR_LOG_REAL(GrImpact, energy_lost, "J", "kinetic energy before less kinetic energy after"),
    GR_LOG_REAL(GrImpact, energy_viscous, "J", "work of the dashpots"),
    GR_LOG_REAL(GrImpact, energy_plastic, "J", "plastic work of the history of the contact"),
    GR_LOG_REAL(GrImpact, energy_residual, "1", "what the ledger misses, over the kinetic energy at overlap 0"),
    GR_LOG_REAL(GrImpact, residual_overlap, "m", "largest overlap without static force after the turn"),
};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]), CURVES = 4 };
static const GrColumn curve_columns[CURVES] = {
    {"time", GR_REAL, 0, "s", "time since the first touch"},
    {"overlap", GR_REAL, 0, "m", "overlap; negative: distance of the surfaces, with end: apart"},
    {"rate", GR_REAL, 0, "m/s", "overlap rate, positive on approach"},
    {"force", GR_REAL, 0, "N", "contact force, positive when it pushes"},
};

/* A point of the sweep. */
typedef struct {
  GrLawPair pair;
  GrImpactSetting setting;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], adhesion_coefficient[GR_LAW_COEFFICIENTS_MAX];
} Point;

/* A variant being worked off. */
typedef struct {
  Point *point;           /* [n_points] */
  PetscInt64 samples;     /* per curve, the same at all points; 0: no curves */
  double *sample[CURVES]; /* of this round, [e->count * samples] */
  GrTable table, curves;  /* NULL: not kept */
} Variant;

static PetscInt64 CountVelocities(const GrCase *c)
{
  return c->impact.velocities.count;
}

static PetscInt64 RoomOf(const GrCase *c)
{
  return c->impact.curves ? PetscMax(1, CURVE_ROUND / c->impact.curve_points) : ROUND;
}

/* The setting of a case, its pair of bodies, and the coefficients of its laws. */
static PetscErrorCode PreparePoint(const GrCase *c, Point *point)
{
  const GrContactRule *rule;
  const char *wrong;

  PetscFunctionBeginUser;
  GrCaseImpactPair(c, &point->pair, &rule);
  point->setting = GrImpactSettingOf(c);
  wrong = rule->law->prepare(&point->pair, rule->value, point->coefficient);
  if (!wrong && rule->adhesion)
    wrong = rule->adhesion->prepare(&point->pair, rule->adhesion_value, point->adhesion_coefficient);
  PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "law %s: %s", rule->law->name, wrong);
  PetscFunctionReturn(0);
}

static PetscErrorCode BeginVariant(GrEnsemble *e, int variant)
{
  const int n = e->study->n_points;
  Variant *v;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&v));
  PetscCall(PetscMalloc1(n, &v->point));
  for (int p = 0; p < n; p++)
    PetscCall(PreparePoint(e->study->variant[variant].point[p], &v->point[p]));
  v->samples = v->point[0].setting.points;
  for (int k = 0; k < CURVES; k++)
    PetscCall(PetscMalloc1(v->samples * RoomOf(e->study->variant[variant].point[0]), &v->sample[k]));
  e->work = v;
  PetscFunctionReturn(0);
}

static PetscErrorCode EndVariant(GrEnsemble *e)
{
  Variant *v = e->work;

  PetscFunctionBeginUser;
  PetscCall(GrTableDestroy(&v->table));
  PetscCall(GrTableDestroy(&v->curves));
  for (int k = 0; k < CURVES; k++)
    PetscCall(PetscFree(v->sample[k]));
  PetscCall(PetscFree(v->point));
  PetscCall(PetscFree(e->work));
  PetscFunctionReturn(0);
}

/* ---- computing ---- */

/* An impact that has no end: every number but its approach velocity is none. */
static void VoidImpact(const Variant *v, PetscInt64 i, double speed, GrImpact *result)
{
  for (int k = 0; k < COLUMNS; k++)
    *(double *)((char *)result + columns[k].offset) = NAN;
  result->approach_velocity = speed;
  for (PetscInt64 k = i * v->samples; k < (i + 1) * v->samples; k++)
    v->sample[0][k] = v->sample[1][k] = v->sample[2][k] = v->sample[3][k] = NAN;
}

/* Members [begin, end) of this round, all of one setting. */
static PetscErrorCode SolveAlike(GrEnsemble *e, const GrImpactSetting *setting, PetscInt begin, PetscInt end,
                                 const GrImpactTask task[])
{
  const Variant *v = e->work;
  const PetscInt n = end - begin;
  GrImpact *result = (GrImpact *)e->result + begin;
  GrImpactCurve *curve;
  const char **why;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, &curve, n, &why));
  for (PetscInt64 i = 0, at = begin * v->samples; i < n; i++, at += v->samples)
    curve[i] = (GrImpactCurve){v->sample[0] + at, v->sample[1] + at, v->sample[2] + at, v->sample[3] + at};
  PetscCall(GrImpactSolve(setting, n, task, result, v->samples ? curve : NULL, why));
  for (PetscInt i = 0; i < n; i++) {
    if (!why[i])
      continue;
    GrEnsembleFail(e, begin + i, "(approach velocity %g m/s, law %s: %s)", task[i].speed, setting->law->name, why[i]);
    VoidImpact(v, begin + i, task[i].speed, &result[i]);
  }
  PetscCall(PetscFree2(curve, why));
  GrEnsembleProgress(e, end);
  PetscFunctionReturn(0);
}

static PetscErrorCode ComputeImpacts(GrEnsemble *e)
{
  const PetscInt n = (PetscInt)e->count;
  const Variant *v = e->work;
  const Point *before = NULL;
  GrImpactTask *task;
  PetscInt begin = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &task));
  for (PetscInt i = 0; i < n; i++) {
    const GrEnsembleMember m = GrEnsembleAt(e, i);
    const Point *p = &v->point[m.point];
    if (before && before != p && !GrImpactSettingSame(&before->setting, &p->setting)) {
      PetscCall(SolveAlike(e, &before->setting, begin, i, &task[begin]));
      begin = i;
    }
    task[i] = (GrImpactTask){p->coefficient, p->adhesion_coefficient, p->pair.mass,
                             GrRangeAt(&m.the_case->impact.velocities, m.within)};
    before = p;
  }
  if (before)
    PetscCall(SolveAlike(e, &before->setting, begin, n, &task[begin]));
  PetscCall(PetscFree(task));
  e->counted += n;
  PetscFunctionReturn(0);
}

/* ---- keeping ---- */

static PetscErrorCode CreateTables(const GrEnsemble *e, const GrEnsemblePart *part)
{
  Variant *v = e->work;
  GrColumn column[COLUMNS], curve[CURVES];
  char below[PATH];

  PetscFunctionBeginUser;
  for (int k = 0; k < COLUMNS; k++)
    column[k] = columns[k].column;
  for (int k = 0; k < CURVES; k++) {
    curve[k] = curve_columns[k];
    curve[k].components = (int)v->samples;
  }
  PetscCall(GrTableCreate(e->results, part->group, COLUMNS, column, part->rows.total, &v->table));
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/curves", part->group));
  if (v->samples)
    PetscCall(GrTableCreate(e->results, below, CURVES, curve, part->rows.total, &v->curves));
  PetscFunctionReturn(0);
}

static PetscErrorCode RecordImpacts(const GrEnsemble *e, const GrEnsemblePart *part)
{
  const Variant *v = e->work;
  const PetscInt64 first = part->rows.first, n = part->rows.count;
  const void *data[COLUMNS];
  double *number;

  PetscFunctionBeginUser;
  if (!v->table)
    PetscCall(CreateTables(e, part));
  PetscCall(PetscMalloc1(n * COLUMNS, &number));
  for (int k = 0; k < COLUMNS; k++) {
    data[k] = &number[k * n];
    for (PetscInt64 i = 0; i < n; i++)
      number[k * n + i] =
          *(const double *)((const char *)part->result + (size_t)i * sizeof(GrImpact) + columns[k].offset);
  }
  PetscCall(GrTableWrite(v->table, first, n, data));
  if (v->curves)
    PetscCall(GrTableWrite(v->curves, first, n, (const void *const *)v->sample));
  PetscCall(PetscFree(number));
  PetscFunctionReturn(0);
}

static PetscErrorCode ShowImpact(MPI_Comm comm, PetscInt64 number, const void *result)
{
  const GrImpact *r = result;
  return PetscSynchronizedPrintf(comm, "%12.6g %12.6g %12.6g %12.6g %12.6g %12.6g\n", r->approach_velocity,
                                 r->separation_velocity, r->restitution, r->overlap_max, r->force_max, r->energy_lost);
}

const GrEnsembleKind GrImpacts = {
    .group = "impact",
    .members = "impacts",
    .counted = "impacts",
    .failed = "impacts have no result and stand as not-a-number",
    .member = "impact",
    .remedy = "change its parameters or speed",
    .heading = "approach m/s   separation  restitution    overlap m      force N       lost J",
    .size = sizeof(GrImpact),
    .count = CountVelocities,
    .room = RoomOf,
    .begin = BeginVariant,
    .end = EndVariant,
    .compute = ComputeImpacts,
    .record = RecordImpacts,
    .show = ShowImpact,
};
