/* Evaluates the laws of two bodies on prescribed paths; see path.h. */
#include "impact/path.h"

#include "base/log.h"
#include "base/math/bracket.h"
#include "base/math/sine.h"
#include "case/function.h"
#include <math.h>
#include <string.h>

/* Largest number of evaluations for the integrals of a step; largest number of halvings of a step. */
enum { BUDGET = 20000, DEPTH = 48, AXES = 3 };
/* Allowed difference of the integrals over a step and over its halves, divided by the energy exchanged so far [1]. */
static const double agreement = 1e-15;

/* Integrals over time. Supplied: work on the bodies, negative, of each mechanism (GrTwoBodyWork); LOST_SLIDING:
   friction times slip; VISCOUS: loss in the normal dashpots. SIZE: sum of the magnitudes. */
enum { LOST_SLIDING = GR_WORKS, VISCOUS, SIZE, RATES };

/* Motion of the bodies at one time, in the axes of the pair. */
typedef struct {
  double displacement[AXES], velocity[AXES]; /* of body 1 relative to body 2 [m, m/s] */
  double rotation[2][AXES], spin[2][AXES];   /* of each body [rad, rad/s] */
  double turn;                               /* rotation of the pair [rad] */
  double frame[AXES][AXES];                  /* matrix of this rotation */
} Motion;

typedef struct {
  const GrCase *the_case;
  GrTwoBodies *bodies;    /* lane 0 */
  double end;             /* overlap above which the contact acts [m] */
  double time;            /* end of the last step [s] */
  double inside;          /* a time within the current step, for the slopes of tables at its ends [s] */
  Motion motion;          /* at this time */
  double sum[RATES];      /* integrals since the start */
  double plastic;         /* plastic work of contacts that have ended [J] */
  double way[AXES];       /* integral of the slip [m] */
  int budget;             /* number of evaluations that remain for the integrals of the step */
  bool acts;              /* whether the contact exerts forces, at the last evaluation */
  PetscInt wanted, taken; /* numbers of times at which a point is wanted, and of these points that are set */
  const double *at_time;  /* [wanted] these times, in ascending order [s] */
  GrPathPoint *at;        /* [wanted] these points */
  GrPathResult *result;
} Path;

/* ---- motion ---- */

/* Adds the motion of one component of a body. */
static void AddComponent(const GrFunction *at, double place, const GrFunction *rate, double speed, double t,
                         double inside, double sign, double *displacement, double *velocity)
{
  const double slope = at ? GrFunctionSlope(at, at->n_points > 0 ? inside : t) : 0;

  *displacement += sign * (GrFunctionOr(at, place, t) + GrFunctionIntegralOr(rate, speed, 0, t));
  *velocity += sign * (slope + GrFunctionOr(rate, speed, t));
}

/* Sets the matrix of a rotation by an angle about a unit vector. */
static void SetFrame(const double axis[AXES], double angle, double frame[AXES][AXES])
{
  double sine, cosine;

  GrSineCosine(angle, &sine, &cosine);
  for (int i = 0; i < AXES; i++)
    for (int j = 0; j < AXES; j++)
      frame[i][j] = (i == j ? cosine : 0) + (1 - cosine) * axis[i] * axis[j];
  for (int i = 0; i < AXES; i++) {
    const int j = (i + 1) % AXES, k = (i + 2) % AXES;
    frame[k][j] += sine * axis[i];
    frame[j][k] -= sine * axis[i];
  }
}

static void SetMotion(const Path *p, double t, Motion *m)
{
  const GrCase *c = p->the_case;

  *m = (Motion){.displacement = {c->path.overlap}};
  for (int i = 0; i < 2; i++) {
    const GrBodyPath *b = &c->impact.body[i].path;
    for (int a = 0; a < AXES; a++) {
      AddComponent(b->displacement_of_time[a], b->displacement[a], b->velocity_of_time[a], b->velocity[a], t, p->inside,
                   i ? -1 : 1, &m->displacement[a], &m->velocity[a]);
      AddComponent(b->rotation_of_time[a], b->rotation[a], b->spin_of_time[a], b->spin[a], t, p->inside, 1,
                   &m->rotation[i][a], &m->spin[i][a]);
    }
  }
  m->turn = GrFunctionOr(c->path.turn_of_time, c->path.turn, t);
  SetFrame(c->path.axis, m->turn, m->frame);
}

/* ---- evaluation ---- */

/* Multiplies a vector of lane 0 by the matrix of the rotation of the pair, or by its inverse. */
static void Rotate(const Motion *m, bool back, double vector[AXES][GR_BATCH])
{
  double sum[AXES];

  for (int i = 0; i < AXES; i++) {
    sum[i] = 0;
    for (int j = 0; j < AXES; j++)
      sum[i] += (back ? m->frame[j][i] : m->frame[i][j]) * vector[j][0];
  }
  for (int i = 0; i < AXES; i++)
    vector[i][0] = sum[i];
}

/* Sets displacement, velocities and spins of lane 0, and the geometry of the contact in the axes of the pair. */
static void Place(Path *p, const Motion *m, const double velocity[AXES], const double spin[2][AXES])
{
  GrTwoBodies *b = p->bodies;

  for (int a = 0; a < AXES; a++) {
    b->value[GR_TWO_DISPLACEMENT + a][0] = m->displacement[a];
    b->value[GR_TWO_VELOCITY + a][0] = velocity[a];
    for (int i = 0; i < 2; i++)
      b->value[GR_TWO_SPIN + AXES * i + a][0] = spin[i][a];
  }
  b->n = 1;
  GrTwoBodiesPlace(b, 0);
}

/* Sets the geometry of the contact with the mean velocities since the last step. */
static void PlaceMean(Path *p, const Motion *m, double interval)
{
  const double inverse = 1 / interval;
  double velocity[AXES], spin[2][AXES];

  if (interval == 0) {
    Place(p, m, m->velocity, (const double(*)[AXES])m->spin);
    return;
  }
  for (int a = 0; a < AXES; a++) {
    velocity[a] = inverse * (m->displacement[a] - p->motion.displacement[a]);
    for (int i = 0; i < 2; i++)
      spin[i][a] = inverse * (m->rotation[i][a] - p->motion.rotation[i][a]);
  }
  Place(p, m, velocity, (const double(*)[AXES])spin);
}

static void ClearResults(GrBatchResults *r)
{
  r->normal_force[0] = r->viscous[0] = 0;
  for (int a = 0; a < AXES; a++)
    r->friction[a][0] = r->spin_torque[a][0] = 0;
}

/* Evaluates the laws at time t [s], from the history at p->time, and leaves the geometry with the velocities at this
   time, in the axes of the pair. keep: whether the trial history is stored. */
static void EvaluateAt(Path *p, double t, bool keep, Motion *m)
{
  GrTwoBodies *b = p->bodies;
  GrBatchGeometry *g = &b->batch.geometry;
  GrBatchResults *r = &b->batch.results;

  SetMotion(p, t, m);
  PlaceMean(p, m, t - p->time);
  for (int a = 0; keep && a < AXES; a++)
    p->way[a] += (t - p->time) * g->slip[a][0];
  g->rate[0] = 0;
  for (int a = 0; a < AXES; a++)
    g->rate[0] += m->velocity[a] * g->normal[a][0];
  p->acts = g->overlap[0] > p->end;
  b->n = p->acts;
  Rotate(m, false, g->normal);
  Rotate(m, false, g->slip);
  Rotate(m, false, g->relative_spin);
  ClearResults(r);
  GrTwoBodiesForces(b, t - p->time, keep);
  Rotate(m, true, r->friction);
  Rotate(m, true, r->spin_torque);
  Place(p, m, m->velocity, (const double(*)[AXES])m->spin);
}

/* ---- integrals ---- */

/* Computes the integrands at time t within a step. */
static void FindRates(Path *p, double t, double rate[RATES])
{
  const GrBatchResults *r = &p->bodies->batch.results;
  const GrBatchGeometry *g = &p->bodies->batch.geometry;
  Motion m;

  EvaluateAt(p, t, false, &m);
  GrTwoBodiesPower(p->bodies, 0, rate);
  rate[LOST_SLIDING] = rate[SIZE] = 0;
  for (int a = 0; a < AXES; a++)
    rate[LOST_SLIDING] -= r->friction[a][0] * g->slip[a][0];
  rate[VISCOUS] = r->viscous[0];
  for (int k = 0; k < GR_WORKS; k++) {
    rate[k] = -rate[k];
    rate[SIZE] += fabs(rate[k]);
  }
}

/* Integrates from a to b by the formula of Lobatto with 4 nodes. at_a, at_b: integrands at the ends. */
static void Integrate(Path *p, double a, double b, const double at_a[RATES], const double at_b[RATES],
                      double sum[RATES])
{
  const double middle = 0.5 * (a + b), half = 0.5 * (b - a), inner = 0.44721359549995794 * half;
  double first[RATES], second[RATES];

  FindRates(p, middle - inner, first);
  FindRates(p, middle + inner, second);
  for (int k = 0; k < RATES; k++)
    sum[k] = half * ((at_a[k] + at_b[k]) / 6 + (first[k] + second[k]) * (5.0 / 6));
  p->budget -= 2;
}

/* Adds the integrals from a to b to p->sum, and halves the interval until they agree within `limit` [J]. whole: the
   integrals by one formula. */
static void AddIntegrals(Path *p, double a, double b, const double at_a[RATES], const double at_b[RATES],
                         const double whole[RATES], double limit, int depth)
{
  const double middle = 0.5 * (a + b);
  double at_middle[RATES], first[RATES], second[RATES], error = 0;

  FindRates(p, middle, at_middle);
  Integrate(p, a, middle, at_a, at_middle, first);
  Integrate(p, middle, b, at_middle, at_b, second);
  for (int k = 0; k < SIZE; k++)
    error = fmax(error, fabs(whole[k] - (first[k] + second[k])));
  if (error > limit && depth < DEPTH && p->budget > 0) {
    AddIntegrals(p, a, middle, at_a, at_middle, first, limit, depth + 1);
    AddIntegrals(p, middle, b, at_middle, at_b, second, limit, depth + 1);
    return;
  }
  for (int k = 0; k < RATES; k++)
    p->sum[k] += first[k] + second[k];
}

/* Adds the plastic work of a contact that ends in this step. */
static void AddPlasticWork(Path *p)
{
  GrTwoBodies *b = p->bodies;
  double plastic_work[GR_BATCH];
  int entry[GR_BATCH];
  GrBatchContacts ending = {.history = &b->history};

  if (b->model.n_normal_history == 0)
    return;
  ending.n = GrHistoryEnding(&b->history, 0, b->model.n_normal_history, entry);
  ending.type[0] = b->batch.contacts.type[0];
  if (!ending.n)
    return;
  GrBatchPlasticWork(&b->model, &ending, plastic_work);
  p->plastic += plastic_work[0];
}

/* Ends the path if the overlap is above the radius of a sphere, beyond the range of every law. */
static void CheckOverlap(Path *p)
{
  const GrTwoBodies *b = p->bodies;

  for (int i = 0; i < 2; i++) {
    const double radius = b->value[GR_TWO_RADIUS + i][0];
    if (radius > 0 && b->batch.geometry.overlap[0] > radius)
      p->result->why = "the overlap exceeds the radius of a sphere";
  }
}

/* Makes a step to time t. */
static void Step(Path *p, double t)
{
  const double from = p->time;
  double at_from[RATES], at_t[RATES], whole[RATES];
  Motion m;

  p->budget = BUDGET;
  FindRates(p, from, at_from);
  FindRates(p, t, at_t);
  Integrate(p, from, t, at_from, at_t, whole);
  AddIntegrals(p, from, t, at_from, at_t, whole, agreement * (p->sum[SIZE] + whole[SIZE] + p->result->run.energy_start),
               0);
  EvaluateAt(p, t, true, &m);
  CheckOverlap(p);
  AddPlasticWork(p);
  GrHistoryCommit(&p->bodies->history);
  p->motion = m;
  p->time = t;
  p->result->run.steps++;
}

/* ---- points ---- */

/* Energies of the contact with its committed history [J]: recoverable, plastic work, springs of each kind. */
static void FindEnergies(Path *p, double *elastic, double *plastic, double springs[GR_SLIDES])
{
  GrTwoBodies *b = p->bodies;
  double energy[3][GR_BATCH], spring[GR_BATCH];

  *elastic = 0;
  *plastic = p->plastic;
  memset(springs, 0, GR_SLIDES * sizeof(*springs));
  if (!p->acts)
    return;
  Rotate(&p->motion, false, b->batch.geometry.normal);
  GrBatchEnergies(&b->model, &b->batch, energy[0], energy[1], energy[2]);
  *elastic = energy[0][0];
  *plastic += energy[2][0];
  for (int s = 0; s < GR_SLIDES; s++) {
    GrBatchSprings(&b->model, &b->batch, s, spring);
    springs[s] = spring[0];
  }
  Rotate(&p->motion, true, b->batch.geometry.normal);
}

static void SetEnergies(Path *p, GrPathPoint *at)
{
  double springs[GR_SLIDES];

  FindEnergies(p, &at->elastic, &at->dissipated_plastic, springs);
  for (int k = 0; k < GR_WORKS; k++)
    at->supplied += p->sum[k];
  at->spring_sliding = springs[GR_TANGENTIAL];
  at->spring_rolling = springs[GR_ROLLING];
  at->spring_twisting = springs[GR_TWISTING];
  at->dissipated_viscous = p->sum[VISCOUS];
  at->dissipated_sliding = p->sum[LOST_SLIDING] - springs[GR_TANGENTIAL];
  at->dissipated_rolling = p->sum[GR_WORK_ROLLING] - springs[GR_ROLLING];
  at->dissipated_twisting = p->sum[GR_WORK_TWISTING] - springs[GR_TWISTING];
  const double stored = at->elastic + at->spring_sliding + at->spring_rolling + at->spring_twisting;
  const double lost = at->dissipated_viscous + at->dissipated_plastic + at->dissipated_sliding +
                      at->dissipated_rolling + at->dissipated_twisting;
  if (at->time == 0)
    p->result->run.energy_start = stored + lost;
  at->residual = stored + lost - p->result->run.energy_start - at->supplied;
}

/* Updates the summary. */
static void Summarize(const GrPathPoint *at, GrPathRun *run)
{
  const double friction =
      sqrt(at->friction_x * at->friction_x + at->friction_y * at->friction_y + at->friction_z * at->friction_z);

  run->overlap_max = fmax(run->overlap_max, at->overlap);
  run->force_max = fmax(run->force_max, at->force);
  run->force_min = fmin(run->force_min, at->force);
  run->friction_max = fmax(run->friction_max, friction);
  run->energy_supplied = at->supplied;
  run->energy_dissipated = at->dissipated_viscous + at->dissipated_plastic + at->dissipated_sliding +
                           at->dissipated_rolling + at->dissipated_twisting;
  run->energy_residual = fmax(run->energy_residual, fabs(at->residual));
}

/* Two times that differ less are the same time, relative to the end of the path: a step between them would divide the
   rounding errors of displacements by its length. */
static const double same_time = 1e-12;

/* Whether a point is wanted at time t, or at an earlier time that is not reached yet. */
static bool Wants(const Path *p, double t)
{
  return p->taken < p->wanted && p->at_time[p->taken] <= t + same_time * p->the_case->path.end;
}

/* Appends a row with the state at the end of the last step, or sets the wanted points at this time. */
static PetscErrorCode KeepPoint(Path *p, double id)
{
  const GrTwoBodies *b = p->bodies;
  const GrBatchGeometry *g = &b->batch.geometry;
  const GrBatchResults *r = &b->batch.results;
  const Motion *m = &p->motion;
  struct {
    GrPathPoint at;
    double history[GR_MODEL_HISTORY];
  } row = {.at = {.run = id, .time = p->time, .turn = m->turn, .overlap = g->overlap[0], .rate = g->rate[0]}};

  row.at.slide_y = p->way[1];
  row.at.slide_z = p->way[2];
  row.at.twist = m->rotation[0][0] - m->rotation[1][0];
  row.at.roll_y = m->rotation[0][1] - m->rotation[1][1];
  row.at.roll_z = m->rotation[0][2] - m->rotation[1][2];
  row.at.force = r->normal_force[0];
  row.at.friction_x = r->friction[0][0];
  row.at.friction_y = r->friction[1][0];
  row.at.friction_z = r->friction[2][0];
  row.at.torque_x = r->spin_torque[0][0];
  row.at.torque_y = r->spin_torque[1][0];
  row.at.torque_z = r->spin_torque[2][0];
  for (int k = 0; p->acts && k < b->model.n_history; k++)
    row.history[k] = *GrHistoryValue(&b->history, b->history.committed, 0, k);
  SetEnergies(p, &row.at);
  Summarize(&row.at, &p->result->run);
  if (!isfinite(row.at.force) || !isfinite(row.at.residual))
    p->result->why = p->result->why ? p->result->why : "a number is not finite";
  for (; Wants(p, p->time); p->taken++)
    p->at[p->taken] = row.at;
  return p->wanted ? 0 : GrLogAppend(&p->result->trajectory, &row);
}

/* ---- the whole path ---- */

/* End of the step from time t: `to`, or an earlier point of a table or wanted point. */
static double EndOfStep(const Path *p, double t, double to)
{
  const double same = same_time * p->the_case->path.end;
  double next = to;

  for (const GrFunction *f = p->the_case->functions; f; f = f->next) {
    const int i = f->n_points ? GrLastNotAfter(f->n_points, f->time, t + same) + 1 : 0;
    if (i < f->n_points && f->time[i] < next)
      next = f->time[i];
  }
  if (p->taken < p->wanted && p->at_time[p->taken] < next)
    next = p->at_time[p->taken];
  return next < to - same ? next : to;
}

/* Follows the path from the start to the end. */
static PetscErrorCode Follow(Path *p, double id)
{
  const GrPathCase *c = &p->the_case->path;
  PetscInt64 step = 1, point = 1;

  p->inside = 0.5 * EndOfStep(p, 0, c->end / (double)c->steps);
  EvaluateAt(p, 0, true, &p->motion);
  GrHistoryCommit(&p->bodies->history);
  PetscCall(KeepPoint(p, id));
  while (step <= c->steps && !p->result->why) {
    const double end = c->end * ((double)step / (double)c->steps), next = EndOfStep(p, p->time, end);
    p->inside = 0.5 * (p->time + next);
    Step(p, next);
    const bool due = next == end && rint((double)point * (double)c->steps / (double)c->points) <= (double)step;
    if (due || next < end || Wants(p, next))
      PetscCall(KeepPoint(p, id));
    point += due;
    step += next == end;
  }
  return 0;
}

/* Sets the members of lane 0 that do not change. */
static PetscErrorCode SetBodies(Path *p)
{
  GrTwoBodies *b = p->bodies;
  const GrBody *body = p->the_case->impact.body;
  const GrContactRule *rule;
  GrLawPair pair;
  PetscInt type;

  GrCaseImpactPair(p->the_case, &pair, &rule);
  PetscCall(GrModelAddPair(&b->model, GrModelRule(&b->model, body[0].material, body[1].material), rule, &pair, &type));
  b->batch.contacts.type[0] = (int)type;
  b->value[GR_TWO_CURVATURE][0] = GrTwoBodiesCurvature(body);
  for (int i = 0; i < 2; i++)
    b->value[GR_TWO_RADIUS + i][0] = GrTwoBodiesIsBall(&body[i]) ? body[i].radius : 0;
  p->end = -b->model.pairs.type[type].reach;
  return GrHistoryReset(&b->history, 1);
}

/* Computes a path whose case, result and wanted points are set. */
static PetscErrorCode Solve(Path *p, double id)
{
  PetscCall(GrTwoBodiesCreate(p->the_case, GR_VELOCITY_MEAN, &p->bodies));
  PetscCall(SetBodies(p));
  *p->result =
      (GrPathResult){.trajectory.size = sizeof(GrPathPoint) + sizeof(double) * (size_t)p->bodies->model.n_history};
  PetscCall(Follow(p, id));
  p->result->run.energy_exchanged = p->result->run.energy_start + p->sum[SIZE];
  if (p->result->run.energy_exchanged > 0)
    p->result->run.energy_residual /= p->result->run.energy_exchanged;
  return GrTwoBodiesDestroy(&p->bodies);
}

PetscErrorCode GrPathSolve(const GrCase *the_case, double id, GrPathResult *result)
{
  Path p = {.the_case = the_case, .result = result};
  return Solve(&p, id);
}

PetscErrorCode GrPathSolveAt(const GrCase *the_case, PetscInt n, const double time[], GrPathPoint at[],
                             const char **why)
{
  GrPathResult result;
  Path p = {.the_case = the_case, .result = &result, .wanted = n, .at_time = time, .at = at};

  for (PetscInt i = 0; i < n; i++)
    for (size_t k = 0; k < sizeof(*at) / sizeof(double); k++)
      ((double *)&at[i])[k] = NAN;
  PetscCall(Solve(&p, 1));
  *why = result.why;
  return GrPathResultDestroy(&result);
}

PetscErrorCode GrPathResultDestroy(GrPathResult *result)
{
  return GrLogDestroy(&result->trajectory);
}
