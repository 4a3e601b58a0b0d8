/* Computes an ensemble of oblique impacts: one impact for each velocity and direction of each case.

   The central impact with the same approach velocity is computed first (solver.c). It gives the step of the oblique
   impact (oblique.h), and it is the result itself if the bodies have neither a tangential velocity nor a spin. */
#include "base/math/sine.h"
#include "impact/columns.h"
#include "impact/oblique.h"
#include <granum/two_bodies.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const GrMember columns[] = {GR_IMPACT_COLUMNS GR_OBLIQUE_RESULTS(GR_OBLIQUE_COLUMN)};
static const GrEnsembleTable tables[] = {{"", GR_MEMBERS(columns), 0, 0}};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };
_Static_assert(COLUMNS + 1 <= GR_ENSEMBLE_COLUMNS, "a table for each column, and one for the curves");
static const GrColumn curve_columns[GR_OBLIQUE_COLUMNS] = {
    {"time", GR_REAL, 0, "s", "time since the surfaces touched"},
    {"overlap", GR_REAL, 0, "m", "overlap; negative, with `end: apart`: distance between the surfaces"},
    {"rate", GR_REAL, 0, "m/s", "overlap rate, positive during approach"},
    {"force", GR_REAL, 0, "N", "normal force, positive if repulsive"},
    {"slip_y", GR_REAL, 0, "m/s", "slip of the contact points along y"},
    {"slip_z", GR_REAL, 0, "m/s", "slip of the contact points along z"},
    {"friction_y", GR_REAL, 0, "N", "friction force on the first body along y"},
    {"friction_z", GR_REAL, 0, "N", "friction force on the first body along z"},
    {"path_y", GR_REAL, 0, "m", "displacement of the contact point along y, relative to the second body"},
    {"path_z", GR_REAL, 0, "m", "displacement of the contact point along z, relative to the second body"},
};

/* ---- cases and members ---- */

static const GrRange *DirectionsOf(const GrCase *c)
{
  return c->impact.angles.count ? &c->impact.angles : &c->impact.tangential;
}

static PetscInt64 CountDirections(const GrCase *c)
{
  return PetscMax(1, DirectionsOf(c)->count);
}

static PetscInt64 CountImpacts(const GrCase *c)
{
  return c->impact.velocities.count * CountDirections(c);
}

static PetscInt64 SamplesOf(const GrCase *c)
{
  return GR_OBLIQUE_COLUMNS * GrImpactSettingOf(c).points;
}

static bool TakesOblique(const GrCase *c)
{
  bool spins = false;

  for (int i = 0; i < 2; i++)
    for (int a = 0; a < 3; a++)
      spins = spins || c->impact.body[i].spin[a] != 0;
  return spins || DirectionsOf(c)->count > 0;
}

/* Sets the velocities along normal and surface of impact number `within` of a case [m/s]. */
static void VelocitiesOf(const GrCase *c, PetscInt64 within, double velocity[2])
{
  const PetscInt64 directions = CountDirections(c);
  const double speed = GrKeyRangeAt(&c->impact.velocities, within / directions);
  double sine, cosine;

  velocity[0] = speed;
  velocity[1] = c->impact.tangential.count ? GrKeyRangeAt(&c->impact.tangential, within % directions) : 0;
  if (!c->impact.angles.count)
    return;
  GrSineCosine(GrKeyRangeAt(&c->impact.angles, within % directions), &sine, &cosine);
  velocity[0] = speed * cosine;
  velocity[1] = speed * sine;
}

/* Sets the members of a task that follow from the case. */
static void DescribeBodies(const GrCase *c, double mass, GrObliqueTask *task)
{
  const GrBody *body = c->impact.body;

  task->mass = mass;
  task->curvature = GrTwoBodiesCurvature(body);
  for (int i = 0; i < 2; i++) {
    const bool ball = GrTwoBodiesIsBall(&body[i]);
    task->radius[i] = ball ? body[i].radius : 0;
    task->inverse_inertia[i] = ball && !body[i].fixed ? 2.5 / (body[i].mass * (body[i].radius * body[i].radius)) : 0;
    memcpy(task->spin[i], body[i].spin, sizeof(task->spin[i]));
  }
}

/* Whether the bodies neither slide nor spin, so that only the normal motion remains. */
static bool IsCentral(const GrObliqueTask *t)
{
  bool moves = t->velocity[1] != 0;

  for (int i = 0; i < 2; i++)
    for (int a = 0; a < 3; a++)
      moves = moves || t->spin[i][a] != 0;
  return !moves;
}

/* Friction coefficient of the law of sliding of a case [1]; NaN: there is none. */
static double FrictionOf(const GrCase *c)
{
  const GrContactRule *rule;
  GrLawPair pair;

  GrCaseImpactPair(c, &pair, &rule);
  const GrLaw *law = rule->slide[GR_TANGENTIAL];
  for (int k = 0; law && law->parameters[k].name; k++)
    if (!strcmp(law->parameters[k].name, "friction"))
      return rule->slide_value[GR_TANGENTIAL][k].number;
  return NAN;
}

/* Whether two rules have the same laws of sliding, rolling and twisting, words of their parameters, and levers: a law
   reads its words once for all contacts of a batch. */
static bool SameSliding(const GrContactRule *one, const GrContactRule *two)
{
  bool same = one->lever == two->lever;

  for (int s = 0; same && s < GR_SLIDES; s++) {
    same = one->slide[s] == two->slide[s];
    for (int k = 0; same && one->slide[s] && one->slide[s]->parameters[k].name; k++)
      same = one->slide_value[s][k].choice == two->slide_value[s][k].choice;
  }
  return same;
}

static bool SameSetting(const GrCase *one, const GrCase *two)
{
  const GrContactRule *rule[2];
  GrLawPair pair;

  GrCaseImpactPair(one, &pair, &rule[0]);
  GrCaseImpactPair(two, &pair, &rule[1]);
  return GrImpactSameSetting(one, two) && SameSliding(rule[0], rule[1]) && one->impact.accuracy == two->impact.accuracy;
}

/* ---- results ---- */

/* Sets the quantities before an impact. */
static void SetBefore(const GrObliqueTask *t, GrOblique *o)
{
  const double y = t->radius[0] * t->spin[0][2] + t->radius[1] * t->spin[1][2];
  const double z = t->radius[0] * t->spin[0][1] + t->radius[1] * t->spin[1][1];

  o->angle = GrSineArcTangent(t->velocity[1], t->velocity[0]);
  o->tangential_velocity = t->velocity[1];
  o->slip_before_y = t->velocity[1] + y;
  o->slip_before_z = -z;
}

/* Sets the tangential quantities after an impact. */
static void SetAfter(const GrObliqueTask *t, const double velocity[3], const double spin[2][3], GrOblique *o)
{
  const double slip = o->slip_before_y * o->slip_before_y + o->slip_before_z * o->slip_before_z;
  const double along = velocity[1] - t->velocity[1], across = velocity[2];

  o->velocity_y = velocity[1];
  o->velocity_z = velocity[2];
  o->rebound_angle = GrSineArcTangent(velocity[1], -velocity[0]);
  o->tangential_restitution = t->velocity[1] > 0 ? velocity[1] / t->velocity[1] : NAN;
  o->slip_y = velocity[1] + (t->radius[0] * spin[0][2] + t->radius[1] * spin[1][2]);
  o->slip_z = velocity[2] - (t->radius[0] * spin[0][1] + t->radius[1] * spin[1][1]);
  o->slip_restitution = slip > 0 ? (o->slip_y * o->slip_before_y + o->slip_z * o->slip_before_z) / slip : NAN;
  o->impulse_ratio = sqrt(along * along + across * across) / (t->velocity[0] - velocity[0]);
  o->spin_1_x = spin[0][0];
  o->spin_1_y = spin[0][1];
  o->spin_1_z = spin[0][2];
  o->spin_2_x = spin[1][0];
  o->spin_2_y = spin[1][1];
  o->spin_2_z = spin[1][2];
}

static double KineticOf(const GrObliqueTask *t, const double velocity[3], const double spin[2][3])
{
  double energy = 0;

  for (int a = 0; a < 3; a++) {
    energy += 0.5 * t->mass * (velocity[a] * velocity[a]);
    for (int i = 0; i < 2; i++)
      energy += t->inverse_inertia[i] > 0 ? 0.5 * (spin[i][a] * spin[i][a]) / t->inverse_inertia[i] : 0;
  }
  return energy;
}

/* Sets the energies of an oblique impact. The ledger: kinetic energy before the impact = kinetic energy after it + all
   losses + energy left in the contact + residual. */
static void SetEnergies(const GrObliqueTask *t, const GrObliqueMotion *m, GrOblique *o)
{
  const double start[3] = {t->velocity[0], t->velocity[1], 0};
  const double before = KineticOf(t, start, t->spin), after = KineticOf(t, m->velocity, m->spin);

  o->impact.energy_lost = before - after;
  o->impact.energy_viscous = m->viscous;
  o->impact.energy_plastic = m->plastic;
  o->energy_sliding = -m->work[GR_WORK_SLIDING] - m->springs;
  o->energy_rolling = -m->work[GR_WORK_ROLLING];
  o->energy_twisting = -m->work[GR_WORK_TWISTING];
  o->energy_elastic = m->elastic + m->springs;
  o->impact.energy_residual = (before - after - m->viscous - m->plastic - o->energy_sliding - o->energy_rolling -
                               o->energy_twisting - o->energy_elastic) /
                              before;
}

/* Sets the result of an oblique impact; o->impact has the central impact with the same approach velocity. */
static void SetOblique(const GrObliqueTask *t, const GrObliqueMotion *m, GrOblique *o)
{
  GrImpact *r = &o->impact;

  SetAfter(t, m->velocity, m->spin, o);
  r->separation_velocity = t->sticks ? 0 : -m->velocity[0];
  r->restitution = r->separation_velocity / r->approach_velocity;
  r->overlap_max = m->overlap_max;
  r->force_max = m->force_max;
  r->force_min = m->force_min;
  r->duration = m->duration;
  if (t->sticks) /* there is no rebound */
    o->rebound_angle = o->tangential_restitution = o->slip_restitution = o->impulse_ratio = NAN;
  SetEnergies(t, m, o);
  o->steps = m->steps;
  o->error = m->error;
}

/* Sets the result of a central impact without spin. */
static void SetCentral(const GrObliqueTask *t, GrOblique *o)
{
  const double velocity[3] = {-o->impact.separation_velocity, 0, 0}, spin[2][3] = {{0}};

  SetAfter(t, velocity, spin, o);
  if (o->impact.separation_velocity == 0)
    o->rebound_angle = NAN;
}

/* ---- computation ---- */

/* Members of a call of SolveImpacts. */
typedef struct {
  GrRunEnsemble *ensemble;
  PetscInt64 first; /* index of the first member among the members of this rank */
  PetscInt n;
  GrImpactSetting setting;
  GrImpactPoint *point; /* [n] coefficients of the cases */
  GrImpactTask *central;
  GrObliqueTask *task;
  GrImpact *impact; /* results of the central impacts */
  const char **why;
} Members;

/* Samples of a column of member i. */
static double *SamplesAt(const Members *s, PetscInt i, int column)
{
  const PetscInt64 points = GrImpactSettingOf(GrRunEnsembleAt(s->ensemble, s->first).the_case).points;
  return GrImpactSamples(s->ensemble, points, column, s->first + i);
}

/* Prepares the laws of a case. bodies: gets a pair type for it. point: its coefficients; task: its bodies. */
static PetscErrorCode AddCase(const GrCase *c, GrTwoBodies *bodies, GrImpactPoint *point, GrObliqueTask *task)
{
  const GrBody *body = bodies->model.the_case->impact.body;
  const GrContactRule *rule;

  *task = (GrObliqueTask){0};
  PetscCall(GrImpactPrepare(c, point));
  GrCaseImpactPair(c, &point->pair, &rule);
  PetscCall(GrModelAddPair(&bodies->model, GrModelRule(&bodies->model, body[0].material, body[1].material), rule,
                           &point->pair, &task->type));
  DescribeBodies(c, point->pair.mass, task);
  return 0;
}

/* Sets the tasks of member i. velocity: along normal and surface [m/s]. */
static void SetTask(Members *s, PetscInt i, const GrImpactPoint *point, const GrObliqueTask *task,
                    const double velocity[2])
{
  s->task[i] = *task;
  memcpy(s->task[i].velocity, velocity, sizeof(s->task[i].velocity));
  s->central[i] = (GrImpactTask){point->coefficient, point->adhesion_coefficient, point->pair.mass, velocity[0]};
}

/* Sets the tasks of all members of an ensemble. */
static PetscErrorCode SetTasks(Members *s, GrTwoBodies *bodies)
{
  const GrCase *before = NULL;
  GrImpactPoint *point = s->point - 1;
  GrObliqueTask task;
  double velocity[2];

  for (PetscInt i = 0; i < s->n; i++) {
    const GrRunEnsembleMember m = GrRunEnsembleAt(s->ensemble, s->first + i);
    if (m.the_case != before)
      PetscCall(AddCase(m.the_case, bodies, ++point, &task));
    before = m.the_case;
    VelocitiesOf(m.the_case, m.within, velocity);
    SetTask(s, i, point, &task, velocity);
  }
  return 0;
}

/* Computes the central impacts of all members. Members that are central get their curves, too. */
static PetscErrorCode SolveCentral(Members *s)
{
  GrImpactSetting curves = s->setting;
  GrImpactCurve *curve;
  GrImpactTask *task;
  GrImpact *impact;
  const char **why;
  double *unused; /* quantities that only curves of central impacts have */
  PetscInt n = 0;

  s->setting.points = 0;
  PetscCall(GrImpactSolve(&s->setting, s->n, s->central, s->impact, NULL, s->why));
  if (curves.points == 0)
    return 0;
  PetscCall(PetscMalloc5(s->n, &curve, s->n, &task, s->n, &impact, s->n, &why, curves.points, &unused));
  for (PetscInt i = 0; i < s->n; i++) {
    if (!IsCentral(&s->task[i]))
      continue;
    for (int k = GR_OBLIQUE_SLIP; k < GR_OBLIQUE_COLUMNS; k++)
      PetscCall(PetscArrayzero(SamplesAt(s, i, k), curves.points));
    task[n] = s->central[i];
    for (int k = 0; k < GR_CURVE_COLUMNS; k++)
      curve[n].column[k] = k <= GR_CURVE_FORCE ? SamplesAt(s, i, k) : unused;
    n++;
  }
  PetscCall(GrImpactSolve(&curves, n, task, impact, curve, why));
  return PetscFree5(curve, task, impact, why, unused);
}

/* Computes the members that are not central, and sets their results. */
static PetscErrorCode SolveOblique(Members *s, GrTwoBodies *bodies, PetscInt64 points, GrOblique result[])
{
  const GrCase *c = bodies->model.the_case;
  const GrObliqueSetting setting = {c->impact.end, c->impact.accuracy, points};
  GrObliqueTask *task;
  GrObliqueMotion *motion;
  GrObliqueCurve *curve;
  const char **why;
  PetscInt *member, n = 0;

  PetscCall(PetscMalloc5(s->n, &task, s->n, &motion, s->n, &curve, s->n, &why, s->n, &member));
  for (PetscInt i = 0; i < s->n; i++) {
    if (s->why[i] || IsCentral(&s->task[i]))
      continue;
    s->task[i].duration = s->impact[i].duration;
    s->task[i].sticks = s->impact[i].separation_velocity == 0;
    for (int k = 0; k < GR_OBLIQUE_COLUMNS; k++)
      curve[n].column[k] = points ? SamplesAt(s, i, k) : NULL;
    task[n] = s->task[i];
    member[n++] = i;
  }
  PetscCall(GrObliqueSolve(&setting, bodies, n, task, motion, points ? curve : NULL, why));
  for (PetscInt k = 0; k < n; k++) {
    s->why[member[k]] = why[k];
    if (!why[k])
      SetOblique(&task[k], &motion[k], &result[member[k]]);
  }
  return PetscFree5(task, motion, curve, why, member);
}

/* Reports a member that failed; its results and curves are NaN. */
static void FailMember(Members *s, PetscInt i, PetscInt64 points, GrOblique *o)
{
  GrRunEnsembleFail(s->ensemble, s->first + i, "(velocities %g and %g m/s along normal and surface, law %s: %s)",
                    s->task[i].velocity[0], s->task[i].velocity[1], s->setting.law->name, s->why[i]);
  for (int k = 0; k < COLUMNS; k++)
    *(double *)((char *)o + columns[k].offset) = NAN;
  o->impact.approach_velocity = s->task[i].velocity[0];
  SetBefore(&s->task[i], o);
  for (int k = 0; k < GR_OBLIQUE_COLUMNS; k++)
    for (PetscInt64 j = 0; j < points; j++)
      SamplesAt(s, i, k)[j] = NAN;
}

/* Solves the tasks of all members. friction[n]: coefficients of the laws of sliding [1]. */
static PetscErrorCode SolveTasks(Members *s, GrTwoBodies *bodies, PetscInt64 points, const double friction[],
                                 GrOblique result[])
{
  PetscCall(SolveCentral(s));
  for (PetscInt i = 0; i < s->n; i++) {
    result[i].impact = s->impact[i];
    result[i].friction = friction[i];
    SetBefore(&s->task[i], &result[i]);
    SetCentral(&s->task[i], &result[i]);
  }
  return SolveOblique(s, bodies, points, result);
}

static PetscErrorCode SolveImpacts(GrRunEnsemble *e, PetscInt64 first, PetscInt n)
{
  const GrCase *c = GrRunEnsembleAt(e, first).the_case;
  Members s = {.ensemble = e, .first = first, .n = n, .setting = GrImpactSettingOf(c)};
  GrOblique *result = (GrOblique *)e->result + first;
  const PetscInt64 points = s.setting.points;
  GrTwoBodies *bodies;
  double *friction;

  PetscCall(GrTwoBodiesCreate(c, GR_VELOCITY_PREDICTED, &bodies));
  PetscCall(PetscMalloc6(n, &s.point, n, &s.central, n, &s.task, n, &s.impact, n, &s.why, n, &friction));
  PetscCall(SetTasks(&s, bodies));
  for (PetscInt i = 0; i < n; i++)
    friction[i] = FrictionOf(GrRunEnsembleAt(e, first + i).the_case);
  PetscCall(SolveTasks(&s, bodies, points, friction, result));
  for (PetscInt i = 0; i < n; i++)
    if (s.why[i])
      FailMember(&s, i, points, &result[i]);
  e->counted += n;
  PetscCall(PetscFree6(s.point, s.central, s.task, s.impact, s.why, friction));
  return GrTwoBodiesDestroy(&bodies);
}

PetscInt64 GrObliqueCount(const GrCase *the_case)
{
  return CountImpacts(the_case);
}

void GrObliqueVelocities(const GrCase *the_case, PetscInt64 first, PetscInt n, double normal[], double tangential[])
{
  for (PetscInt i = 0; i < n; i++) {
    double velocity[2];
    VelocitiesOf(the_case, first + i, velocity);
    normal[i] = velocity[0];
    tangential[i] = velocity[1];
  }
}

PetscErrorCode GrObliqueSolveCase(const GrCase *the_case, PetscInt n, const double normal[], const double tangential[],
                                  GrOblique result[], const char *why[])
{
  Members s = {.setting = GrImpactSettingOf(the_case)};
  GrImpactPoint point;
  GrObliqueTask task;
  GrTwoBodies *bodies;
  double *friction;

  PetscCall(GrTwoBodiesCreate(the_case, GR_VELOCITY_PREDICTED, &bodies));
  PetscCall(PetscMalloc4(GR_IMPACT_ROUND, &s.central, GR_IMPACT_ROUND, &s.task, GR_IMPACT_ROUND, &s.impact,
                         GR_IMPACT_ROUND, &friction));
  PetscCall(PetscArrayzero(result, n));
  PetscCall(AddCase(the_case, bodies, &point, &task));
  for (PetscInt i = 0; i < GR_IMPACT_ROUND; i++)
    friction[i] = FrictionOf(the_case);
  for (PetscInt first = 0; first < n; first += GR_IMPACT_ROUND) { /* memory does not grow with the number of impacts */
    s.n = PetscMin(GR_IMPACT_ROUND, n - first);
    s.why = why + first;
    s.setting.points = 0;
    for (PetscInt i = 0; i < s.n; i++)
      SetTask(&s, i, &point, &task, (const double[]){normal[first + i], tangential[first + i]});
    PetscCall(SolveTasks(&s, bodies, 0, friction, result + first));
  }
  PetscCall(PetscFree4(s.central, s.task, s.impact, friction));
  return GrTwoBodiesDestroy(&bodies);
}

/* ---- output ---- */

static PetscErrorCode RecordImpacts(GrRunEnsemble *e, const GrRunEnsemblePart *part)
{
  return GrImpactRecord(e, part, GR_OBLIQUE_COLUMNS, curve_columns);
}

static PetscErrorCode ShowImpact(MPI_Comm comm, PetscInt64 number, const void *result)
{
  const GrOblique *o = result;
  const double degrees = 57.295779513082323;
  return PetscSynchronizedPrintf(comm, "%12.6g %12.6g %12.6g %12.6g %12.6g %12.6g %12.6g\n",
                                 o->impact.approach_velocity, degrees * o->angle, o->impact.restitution,
                                 o->tangential_restitution, degrees * o->rebound_angle, o->impulse_ratio,
                                 o->impact.energy_lost);
}

const GrRunEnsembleKind GrObliqueEnsemble = {
    .group = "impact",
    .members = "oblique impacts",
    .counted = "impacts",
    .failed = "impacts have no result; their results are NaN",
    .member = "impact",
    .remedy = "change its parameters, velocity or accuracy",
    .heading = "approach m/s    angle deg  restitution   tangential  rebound deg      impulse       lost J",
    .size = sizeof(GrOblique),
    .residual = offsetof(GrOblique, impact.energy_residual),
    .n_tables = 1,
    .tables = tables,
    .takes = TakesOblique,
    .count = CountImpacts,
    .capacity = GrImpactCapacity,
    .samples = SamplesOf,
    .same_setting = SameSetting,
    .solve = SolveImpacts,
    .record = RecordImpacts,
    .show = ShowImpact,
};
