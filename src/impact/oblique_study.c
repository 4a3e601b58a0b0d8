/* Computes an ensemble of oblique impacts: one impact for each velocity and direction of each case.

   The central impact with the same approach velocity is computed first (solver.c). It gives the step of the oblique
   impact (oblique.h), and it is the result itself if the bodies have neither a tangential velocity nor a spin. */
#include "base/math/sine.h"
#include "impact/columns.h"
#include "impact/oblique.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 8192, CURVE_ROUND = 1 << 20, PATH = 272 };

/* Motion before an oblique impact. Vectors have the axes of oblique.h. */
typedef struct {
  double angle;                        /* angle of the velocity from the normal [rad] */
  double tangential_velocity;          /* velocity of the centres along y [m/s] */
  double slip_before_y, slip_before_z; /* slip of the contact points [m/s] */
  double friction;                     /* coefficient of the law of sliding [1] */
} Before;

/* Motion after an oblique impact. */
typedef struct {
  double rebound_angle;          /* angle of the velocity from the reversed normal [rad] */
  double velocity_y, velocity_z; /* tangential velocity of the centres [m/s] */
  double tangential_restitution; /* velocity_y / tangential_velocity [1] */
  double slip_y, slip_z;         /* slip of the contact points [m/s] */
  double slip_restitution;       /* slip after the impact along the slip before it / slip before it [1] */
  double impulse_ratio;          /* magnitude of the tangential impulse / normal impulse [1] */
  double spin_1_x, spin_1_y, spin_1_z, spin_2_x, spin_2_y, spin_2_z; /* angular velocities of both bodies [rad/s] */
} After;

/* Result of an oblique impact. */
typedef struct {
  GrImpact impact; /* normal motion and energies */
  Before before;
  After after;
  struct {
    double energy_sliding, energy_rolling, energy_twisting; /* losses by friction and resistances [J] */
    double energy_elastic;                                  /* energy left in the contact [J] */
    double steps;                                           /* number of time steps */
    double error; /* estimated error of the velocities, divided by the approach velocity [1] */
  } more;
} Oblique;

#define REAL(part, member, unit, description)                                                                          \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(Oblique, part.member), GR_ANYTHING                              \
  }
static const GrMember columns[] = {
    GR_IMPACT_COLUMNS,
    REAL(before, angle, "rad", "angle of the velocity of the centres from the normal, before the impact"),
    REAL(before, tangential_velocity, "m/s",
         "velocity of the centres along the surface before the impact; direction y"),
    REAL(after, rebound_angle, "rad",
         "angle of the velocity of the centres from the normal after the impact; negative: the velocity along y is "
         "reversed; NaN: the bodies stick"),
    REAL(after, velocity_y, "m/s", "velocity of the centres along y after the impact"),
    REAL(after, velocity_z, "m/s", "velocity of the centres along z, across normal and y, after the impact"),
    REAL(after, tangential_restitution, "1", "velocity_y / tangential_velocity; NaN: there is no tangential velocity"),
    REAL(before, slip_before_y, "m/s", "slip of the contact points along y before the impact"),
    REAL(before, slip_before_z, "m/s", "slip of the contact points along z before the impact"),
    REAL(after, slip_y, "m/s", "slip of the contact points along y after the impact"),
    REAL(after, slip_z, "m/s", "slip of the contact points along z after the impact"),
    REAL(after, slip_restitution, "1",
         "slip after the impact, along the slip before it, divided by the slip before it; negative: reversed"),
    REAL(after, impulse_ratio, "1", "magnitude of the tangential impulse / normal impulse"),
    REAL(after, spin_1_x, "rad/s", "angular velocity of the first body about the normal after the impact"),
    REAL(after, spin_1_y, "rad/s", "angular velocity of the first body about y after the impact"),
    REAL(after, spin_1_z, "rad/s", "angular velocity of the first body about z after the impact"),
    REAL(after, spin_2_x, "rad/s", "angular velocity of the second body about the normal after the impact"),
    REAL(after, spin_2_y, "rad/s", "angular velocity of the second body about y after the impact"),
    REAL(after, spin_2_z, "rad/s", "angular velocity of the second body about z after the impact"),
    REAL(more, energy_sliding, "J", "energy that sliding friction dissipates"),
    REAL(more, energy_rolling, "J", "energy that rolling resistance dissipates"),
    REAL(more, energy_twisting, "J", "energy that twisting resistance dissipates"),
    REAL(more, energy_elastic, "J", "energy left in the contact; 0 unless the bodies stick or end is zero_force"),
    REAL(before, friction, "1", "friction coefficient of the law of sliding; NaN: there is none"),
    REAL(more, steps, "1", "number of time steps; 0: a central impact without friction"),
    REAL(more, error, "1",
         "estimated error of the velocities after the impact, the spins times the radii included, divided by the "
         "approach velocity; 0: a central impact, see tolerance"),
};
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

static PetscInt64 CapacityOf(const GrCase *c)
{
  return c->impact.curves ? PetscMax(1, CURVE_ROUND / c->impact.curve_points) : ROUND;
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

/* Whether a body is a sphere on its outside, which has a centre on the other side of the contact. */
static bool IsBall(const GrBody *body)
{
  return body->shape == GR_SHAPE_SPHERE && !body->concave;
}

/* Curvature of two_bodies.h of the two bodies [1/m]. */
static double CurvatureOf(const GrBody body[2])
{
  if (IsBall(&body[0]) && IsBall(&body[1]))
    return 1 / (body[0].radius + body[1].radius);
  if (body[0].shape == GR_SHAPE_PLANE || body[1].shape == GR_SHAPE_PLANE)
    return 0;
  return -1 / fabs(body[0].radius - body[1].radius);
}

/* Sets the members of a task that follow from the case. */
static void DescribeBodies(const GrCase *c, double mass, GrObliqueTask *task)
{
  const GrBody *body = c->impact.body;

  task->mass = mass;
  task->curvature = CurvatureOf(body);
  for (int i = 0; i < 2; i++) {
    const bool ball = IsBall(&body[i]);
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
static void SetBefore(const GrObliqueTask *t, Oblique *o)
{
  const double y = t->radius[0] * t->spin[0][2] + t->radius[1] * t->spin[1][2];
  const double z = t->radius[0] * t->spin[0][1] + t->radius[1] * t->spin[1][1];

  o->before.angle = GrSineArcTangent(t->velocity[1], t->velocity[0]);
  o->before.tangential_velocity = t->velocity[1];
  o->before.slip_before_y = t->velocity[1] + y;
  o->before.slip_before_z = -z;
}

/* Sets the tangential quantities after an impact. */
static void SetAfter(const GrObliqueTask *t, const double velocity[3], const double spin[2][3], Oblique *o)
{
  const double slip =
      o->before.slip_before_y * o->before.slip_before_y + o->before.slip_before_z * o->before.slip_before_z;
  const double along = velocity[1] - t->velocity[1], across = velocity[2];

  o->after.velocity_y = velocity[1];
  o->after.velocity_z = velocity[2];
  o->after.rebound_angle = GrSineArcTangent(velocity[1], -velocity[0]);
  o->after.tangential_restitution = t->velocity[1] > 0 ? velocity[1] / t->velocity[1] : NAN;
  o->after.slip_y = velocity[1] + (t->radius[0] * spin[0][2] + t->radius[1] * spin[1][2]);
  o->after.slip_z = velocity[2] - (t->radius[0] * spin[0][1] + t->radius[1] * spin[1][1]);
  o->after.slip_restitution =
      slip > 0 ? (o->after.slip_y * o->before.slip_before_y + o->after.slip_z * o->before.slip_before_z) / slip : NAN;
  o->after.impulse_ratio = sqrt(along * along + across * across) / (t->velocity[0] - velocity[0]);
  o->after.spin_1_x = spin[0][0];
  o->after.spin_1_y = spin[0][1];
  o->after.spin_1_z = spin[0][2];
  o->after.spin_2_x = spin[1][0];
  o->after.spin_2_y = spin[1][1];
  o->after.spin_2_z = spin[1][2];
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
static void SetEnergies(const GrObliqueTask *t, const GrObliqueMotion *m, Oblique *o)
{
  const double start[3] = {t->velocity[0], t->velocity[1], 0};
  const double before = KineticOf(t, start, t->spin), after = KineticOf(t, m->velocity, m->spin);

  o->impact.energy_lost = before - after;
  o->impact.energy_viscous = m->viscous;
  o->impact.energy_plastic = m->plastic;
  o->more.energy_sliding = -m->work[GR_WORK_SLIDING] - m->springs;
  o->more.energy_rolling = -m->work[GR_WORK_ROLLING];
  o->more.energy_twisting = -m->work[GR_WORK_TWISTING];
  o->more.energy_elastic = m->elastic + m->springs;
  o->impact.energy_residual = (before - after - m->viscous - m->plastic - o->more.energy_sliding -
                               o->more.energy_rolling - o->more.energy_twisting - o->more.energy_elastic) /
                              before;
}

/* Sets the result of an oblique impact; o->impact has the central impact with the same approach velocity. */
static void SetOblique(const GrObliqueTask *t, const GrObliqueMotion *m, Oblique *o)
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
    o->after.rebound_angle = o->after.tangential_restitution = o->after.slip_restitution = o->after.impulse_ratio = NAN;
  SetEnergies(t, m, o);
  o->more.steps = m->steps;
  o->more.error = m->error;
}

/* Sets the result of a central impact without spin. */
static void SetCentral(const GrObliqueTask *t, Oblique *o)
{
  const double velocity[3] = {-o->impact.separation_velocity, 0, 0}, spin[2][3] = {{0}};

  SetAfter(t, velocity, spin, o);
  if (o->impact.separation_velocity == 0)
    o->after.rebound_angle = NAN;
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
  return s->ensemble->sample + (s->ensemble->count * column + s->first + i) * points;
}

/* Sets the tasks of all members. bodies: gets a pair type for each case. */
static PetscErrorCode SetTasks(Members *s, GrTwoBodies *bodies)
{
  const GrCase *before = NULL;
  GrImpactPoint *point = s->point - 1;
  GrObliqueTask task = {0};

  for (PetscInt i = 0; i < s->n; i++) {
    const GrRunEnsembleMember m = GrRunEnsembleAt(s->ensemble, s->first + i);
    if (m.the_case != before) {
      const GrContactRule *rule;
      PetscCall(GrImpactPrepare(m.the_case, ++point));
      GrCaseImpactPair(m.the_case, &point->pair, &rule);
      const GrBody *body = bodies->model.the_case->impact.body;
      PetscCall(GrModelAddPair(&bodies->model, GrModelRule(&bodies->model, body[0].material, body[1].material), rule,
                               &point->pair, &task.type));
      DescribeBodies(m.the_case, point->pair.mass, &task);
    }
    before = m.the_case;
    s->task[i] = task;
    VelocitiesOf(m.the_case, m.within, s->task[i].velocity);
    s->central[i] =
        (GrImpactTask){point->coefficient, point->adhesion_coefficient, point->pair.mass, s->task[i].velocity[0]};
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
static PetscErrorCode SolveOblique(Members *s, GrTwoBodies *bodies, PetscInt64 points, Oblique result[])
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
static void FailMember(Members *s, PetscInt i, PetscInt64 points, Oblique *o)
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

static PetscErrorCode SolveImpacts(GrRunEnsemble *e, PetscInt64 first, PetscInt n)
{
  const GrCase *c = GrRunEnsembleAt(e, first).the_case;
  Members s = {.ensemble = e, .first = first, .n = n, .setting = GrImpactSettingOf(c)};
  Oblique *result = (Oblique *)e->result + first;
  const PetscInt64 points = s.setting.points;
  GrTwoBodies *bodies;

  bodies = aligned_alloc(_Alignof(GrTwoBodies), sizeof(*bodies)); /* PETSc aligns to 16 bytes only */
  PetscCheck(bodies, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for two bodies");
  memset(bodies, 0, sizeof(*bodies));
  PetscCall(GrModelCreate(c, 0, NULL, &bodies->model));
  bodies->model.velocity = GR_VELOCITY_PREDICTED;
  bodies->history = (GrHistory){.n_values = bodies->model.n_history};
  PetscCall(PetscMalloc5(n, &s.point, n, &s.central, n, &s.task, n, &s.impact, n, &s.why));
  PetscCall(SetTasks(&s, bodies));
  PetscCall(SolveCentral(&s));
  for (PetscInt i = 0; i < n; i++) {
    result[i].impact = s.impact[i];
    result[i].before.friction = FrictionOf(GrRunEnsembleAt(e, first + i).the_case);
    SetBefore(&s.task[i], &result[i]);
    SetCentral(&s.task[i], &result[i]);
  }
  PetscCall(SolveOblique(&s, bodies, points, result));
  for (PetscInt i = 0; i < n; i++)
    if (s.why[i])
      FailMember(&s, i, points, &result[i]);
  e->counted += n;
  PetscCall(PetscFree5(s.point, s.central, s.task, s.impact, s.why));
  PetscCall(GrHistoryDestroy(&bodies->history));
  PetscCall(GrModelDestroy(&bodies->model));
  free(bodies);
  return 0;
}

/* ---- output ---- */

static PetscErrorCode RecordImpacts(GrRunEnsemble *e, const GrRunEnsemblePart *part)
{
  const PetscInt64 points = GrImpactSettingOf(e->study->variant[part->variant].point[0]).points;
  const void *sample[GR_OBLIQUE_COLUMNS];
  GrColumn column[GR_OBLIQUE_COLUMNS];
  char below[PATH];

  for (int k = 0; k < GR_OBLIQUE_COLUMNS; k++) {
    column[k] = curve_columns[k];
    column[k].components = (int)points;
    sample[k] = e->sample + e->count * points * k;
  }
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/curves", part->group));
  if (points && !e->table[COLUMNS]) /* before any values are written */
    PetscCall(GrTableCreate(e->results, below, GR_OBLIQUE_COLUMNS, column, part->rows.total, &e->table[COLUMNS]));
  PetscCall(GrRunEnsembleRecord(e, part, 1, tables));
  if (points)
    PetscCall(GrTableWrite(e->table[COLUMNS], part->rows.first, part->rows.count, sample));
  return 0;
}

static PetscErrorCode ShowImpact(MPI_Comm comm, PetscInt64 number, const void *result)
{
  const Oblique *o = result;
  const double degrees = 57.295779513082323;
  return PetscSynchronizedPrintf(comm, "%12.6g %12.6g %12.6g %12.6g %12.6g %12.6g %12.6g\n",
                                 o->impact.approach_velocity, degrees * o->before.angle, o->impact.restitution,
                                 o->after.tangential_restitution, degrees * o->after.rebound_angle,
                                 o->after.impulse_ratio, o->impact.energy_lost);
}

const GrRunEnsembleKind GrObliqueEnsemble = {
    .group = "impact",
    .members = "oblique impacts",
    .counted = "impacts",
    .failed = "impacts have no result; their results are NaN",
    .member = "impact",
    .remedy = "change its parameters, velocity or accuracy",
    .heading = "approach m/s    angle deg  restitution   tangential  rebound deg      impulse       lost J",
    .size = sizeof(Oblique),
    .residual = offsetof(Oblique, impact.energy_residual),
    .n_tables = 1,
    .tables = tables,
    .takes = TakesOblique,
    .count = CountImpacts,
    .capacity = CapacityOf,
    .samples = SamplesOf,
    .same_setting = SameSetting,
    .solve = SolveImpacts,
    .record = RecordImpacts,
    .show = ShowImpact,
};
