/* Computes an ensemble of two bodies on prescribed paths: one member for each case. */
#include "impact/path.h"
#include "run/ensemble_layout.h"

#define RUN(member, unit, description) GR_MEMBER_REAL(GrPathRun, member, unit, description)
static const GrMember run_columns[] = {
    RUN(overlap_max, "m", "largest overlap of the points"),
    RUN(force_max, "N", "largest normal force of the points"),
    RUN(force_min, "N", "smallest normal force of the points; negative: the largest pull"),
    RUN(friction_max, "N", "largest friction force of the points"),
    RUN(energy_start, "J", "elastic energy and plastic work of the contact at the start"),
    RUN(energy_supplied, "J", "work of the prescribed motion"),
    RUN(energy_dissipated, "J", "energy dissipated by all mechanisms"),
    RUN(energy_exchanged, "J", "energy_start and the magnitudes of the works of all mechanisms"),
    RUN(energy_residual, "1", "largest absolute residual of the energy balance / energy_exchanged"),
    GR_MEMBER_INTEGER(GrPathRun, steps, "number of time steps"),
    GR_MEMBER_INTEGER(GrPathRun, first_point, "first row of the case in trajectory, from 0"),
};

#define POINT(member, unit, description) GR_MEMBER_REAL(GrPathPoint, member, unit, description)
static const GrMember point_columns[] = {
    GR_MEMBER_INTEGER(GrPathPoint, run, "number of the case in the sweep, from 1"),
    POINT(time, "s", "time"),
    POINT(turn, "rad", "rotation of both bodies together about the axis of turn"),
    POINT(overlap, "m", "overlap; negative: distance of the surfaces"),
    POINT(rate, "m/s", "overlap rate, positive during approach"),
    POINT(slide_y, "m", "way of sliding along y: integral of the slip of the first surface"),
    POINT(slide_z, "m", "way of sliding along z: integral of the slip of the first surface"),
    POINT(roll_y, "rad", "rotation of the first body relative to the second about y"),
    POINT(roll_z, "rad", "rotation of the first body relative to the second about z"),
    POINT(twist, "rad", "rotation of the first body relative to the second about x, the normal at the start"),
    POINT(force, "N", "normal force, positive if repulsive"),
    POINT(friction_x, "N", "friction force on the first body along x"),
    POINT(friction_y, "N", "friction force on the first body along y"),
    POINT(friction_z, "N", "friction force on the first body along z"),
    POINT(torque_x, "N m", "torque of twisting and rolling resistance on the first body about x"),
    POINT(torque_y, "N m", "torque of twisting and rolling resistance on the first body about y"),
    POINT(torque_z, "N m", "torque of twisting and rolling resistance on the first body about z"),
    POINT(supplied, "J", "work of the prescribed motion since the start"),
    POINT(elastic, "J", "recoverable energy of normal law and adhesion"),
    POINT(spring_sliding, "J", "energy of the spring of sliding"),
    POINT(spring_rolling, "J", "energy of the spring of rolling resistance"),
    POINT(spring_twisting, "J", "energy of the spring of twisting resistance"),
    POINT(dissipated_viscous, "J", "work of the normal dashpots"),
    POINT(dissipated_plastic, "J", "plastic work"),
    POINT(dissipated_sliding, "J", "energy that sliding friction dissipates"),
    POINT(dissipated_rolling, "J", "energy that rolling resistance dissipates"),
    POINT(dissipated_twisting, "J", "energy that twisting resistance dissipates"),
    POINT(residual, "J", "residual: growth of the sum of all energies except supplied, minus supplied"),
};

static const GrEnsembleTable tables[] = {
    {"trajectory", GR_MEMBERS(point_columns), offsetof(GrPathResult, trajectory),
     offsetof(GrPathResult, run.first_point)},
    {"", GR_MEMBERS(run_columns), 0, 0},
};
enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

/* Law number k of a contact rule, in the order of the history: normal, adhesion, sliding, rolling, twisting. */
static const GrLaw *LawAt(const GrContactRule *rule, int k)
{
  return k == 0 ? rule->law : k == 1 ? rule->adhesion : rule->slide[k - 2];
}
static const char *const keys[] = {"normal", "adhesion", "tangential", "rolling", "twisting"};
enum { LAWS = sizeof(keys) / sizeof(keys[0]) };

static const GrContactRule *RuleOf(const GrCase *c)
{
  const GrBody *body = c->impact.body;
  return GrCaseRule(c, body[0].material, body[1].material);
}

/* Whether two cases have the same laws, so that their histories have the same columns. */
static bool SameLaws(const GrCase *one, const GrCase *two)
{
  bool same = true;

  for (int k = 0; k < LAWS; k++)
    same = same && LawAt(RuleOf(one), k) == LawAt(RuleOf(two), k);
  return same;
}

const char *GrPathHistory(const GrCase *the_case, int k, size_t size, char name[], const char **unit)
{
  for (int i = 0; i < LAWS; i++) {
    const GrLaw *law = LawAt(RuleOf(the_case), i);
    const int n = law ? law->n_history : 0;
    if (k < n) {
      snprintf(name, size, "%s_%s", keys[i], law->history[k].name);
      *unit = law->history[k].unit;
      return law->history[k].meaning;
    }
    k -= n;
  }
  return NULL;
}

/* Writes the tables of a variant. The trajectory has the history of the contact if all cases have the same laws. */
static PetscErrorCode RecordPaths(GrRunEnsemble *e, const GrRunEnsemblePart *part)
{
  const GrVariant *variant = &e->study->variant[part->variant];
  GrRunEnsembleLayout *layout;
  char name[GR_LAYOUT_TEXT];
  const char *unit, *meaning;
  bool same = true;

  for (int i = 1; i < e->study->n_points; i++)
    same = same && SameLaws(variant->point[0], variant->point[i]);
  PetscCall(GrRunEnsembleLayoutCreate(&tables[0], sizeof(GrPathPoint), &layout));
  for (int k = 0; same && (meaning = GrPathHistory(variant->point[0], k, sizeof(name), name, &unit)); k++)
    PetscCall(GrRunEnsembleLayoutAdd(layout, name, unit, meaning));
  PetscCall(GrRunEnsembleRecord(e, part, TABLES, (const GrEnsembleTable[TABLES]){layout->table, tables[1]}));
  return PetscFree(layout);
}

/* Solves one case: n is 1. */
static PetscErrorCode SolvePath(GrRunEnsemble *e, PetscInt64 i, PetscInt n)
{
  const GrRunEnsembleMember member = GrRunEnsembleAt(e, i);
  GrPathResult *result = (GrPathResult *)e->result + i;

  PetscCall(GrPathSolve(member.the_case, (double)member.number, result));
  e->counted += (PetscInt64)result->run.steps;
  if (result->why)
    GrRunEnsembleFail(e, i, "after %.0f steps, with a largest overlap of %.4g m: %s", result->run.steps,
                      result->run.overlap_max, result->why);
  return 0;
}

static PetscErrorCode ShowPath(MPI_Comm comm, PetscInt64 number, const void *result)
{
  const GrPathRun *r = &((const GrPathResult *)result)->run;
  return PetscSynchronizedPrintf(comm, "%6" PetscInt64_FMT " %12.6g %12.6g %12.6g %12.6g %12.6g %10.2g\n", number,
                                 r->overlap_max, r->force_max, r->friction_max, r->energy_supplied,
                                 r->energy_dissipated, r->energy_residual);
}

const GrRunEnsembleKind GrPathEnsemble = {
    .group = "path",
    .members = "prescribed paths",
    .counted = "steps",
    .failed = "paths were not followed to the end",
    .member = "path",
    .remedy = "change its parameters or its motion",
    .heading = "   run    overlap m      force N   friction N   supplied J dissipated J   residual",
    .size = sizeof(GrPathResult),
    .residual = offsetof(GrPathResult, run.energy_residual),
    .n_tables = TABLES,
    .tables = tables,
    .solve = SolvePath,
    .record = RecordPaths,
    .show = ShowPath,
};
