/* batch_force: computes the forces and torques of the contacts of a batch from their geometry; see batch.h.

   A batch whose contacts have the same contact rule is evaluated as a whole. A batch with several rules is divided into
   one part per rule, and the results of the parts are copied to the batch.

   First step of a contact. A contact closes within a step, but velocity Verlet applies its first force for a whole
   step. If the viscosity grows as d^q, q < 1, the impulse of the dashpot then has an error of order h^(1 + q). This
   error is zeta(-q, x), the difference of the sum of (x + j)^q, j = 0, 1, .., and its integral. The first dashpot force
   is therefore multiplied by
     w = 1 - zeta(-q, x)/x^q = (y/x)^q (y/(1 + q) - 1/2 + q/(12 y)),  x = min(d/(v h), 1),  y = 1 + x
     d overlap [m];  v overlap rate [m/s];  h step [s];  x part of the step in which the bodies touch [1]
     zeta  Hurwitz's zeta function; the second form is its Euler-Maclaurin expansion, with an error below 0.001 x^-q
   For a linear dashpot w = 1/2 + x.

   Last steps of a contact that may pull. A contact also opens within a step. If tension is not clipped, the dashpot
   force at the end has the same error. The overlap and its rate predict the part of a step y = -d/(v h) until the
   surfaces separate, with an error of O(h). A factor that jumps with y would turn this error into an error of the force
   in steps in which the prediction is wrong. The correction is therefore divided between the last two steps, so that
   the force is continuous in y, and 0 at y = 0:
     w = f y^(1 - q),                                          0 < y < 1;  f = 2^q (2/(1 + q) - 1/2 + q/24)
     w = y/(1 + q) + 1/2 + q/(12 y) - f (y - 1)/y^q,           1 < y < 2
   The sum over the two steps is that of the first step, by reversal of time. For a linear dashpot w = 3/2 y and
   w = 2 - y/2.
   The viscosity that friction laws use and the power are multiplied by w as well. w is 1 with time.velocity: half, the
   scheme of LAMMPS, with Runge-Kutta methods and in chains.

   Laws whose force jumps (GrLaw.jumps). The force jumps from 0 to J at the touch, d = 0, and from J to 0 at the end,
   d = -s. The force gets the addition (w - 1) J with the weights of q = 0: w = 1/2 + x in the step of the touch; in the
   last two steps w = 3/2 y and 2 - y/2, y = -(d + s)/(v h).  s reach of the law [m];  J with the current rate v [N] */
#include "contact/batch_impl.h"

#include "base/math/exponential.h"
#include "contact/normal.h"
#include "law/one.h"
#include <math.h>
#include <string.h>

_Static_assert((int)GR_BATCH <= (int)GR_SLIDE_BATCH, "laws of sliding take a batch at a time");

GrLawBatch GrBatchArraysOfLaw(int rows, const GrBatchGeometry *g, const GrBatchLaws *l, int role, double *force,
                              double *dashpot)
{
  const int c = l->rule->coefficient[role], h = l->rule->history[role];
  return (GrLawBatch){.n = rows,
                      .overlap = g->overlap,
                      .rate = g->rate,
                      .coefficient = l->coefficients + c,
                      .history = l->history + h,
                      .trial = l->trial + h,
                      .force = force,
                      .dashpot = dashpot};
}

/* Evaluates the normal law or the adhesion. The law with the normal dashpot also writes its viscosity and the square
   root of the overlap to `handed_on`, if a law of sliding uses them. */
static void EvaluateLaw(const GrInteraction *r, int role, GrBatchHandedOn *handed_on, GrLawBatch *arrays)
{
  const bool used = r->shares || r->roots;

  if (role == (r->reaches ? GR_ROLE_ADHESION : GR_ROLE_NORMAL)) {
    memset(handed_on->viscosity, 0, sizeof(handed_on->viscosity)); /* of a law that does not write it, too */
    arrays->viscosity = used ? handed_on->viscosity : NULL;
    arrays->root = used ? handed_on->root : NULL;
  }
  r->law[role]->force(arrays);
}

/* Computes the overlaps at which the normal force becomes 0 on unloading, from the trial histories. Returns NULL if
   they are 0. */
static const double *FindEnds(const GrLaw *law, const GrLawBatch *arrays, double corner[GR_LAW_CORNERS_MAX][GR_BATCH])
{
  GrLawBatch batch = *arrays;
  double *corners[GR_LAW_CORNERS_MAX];

  if (!law->end)
    return NULL;
  for (int k = 0; k < GR_LAW_CORNERS_MAX; k++)
    corners[k] = corner[k];
  batch.history = (const double *const *)arrays->trial;
  law->corners(&batch, corners);
  return corner[law->end - 1];
}

/* Multiplies the dashpot force of contact i, and its viscosity, by a weight [1]. */
static inline void WeightDashpot(GrLawBatch *arrays, int i, double weight)
{
  arrays->force[i] += (weight - 1) * arrays->dashpot[i];
  arrays->dashpot[i] *= weight;
  if (arrays->viscosity)
    arrays->viscosity[i] *= weight;
}

/* Corrects the dashpots of contacts that closed within the step; see the head of the file. */
static void WeightFirstSteps(const GrBatchEntries *e, double power, double step, int n, const GrBatchGeometry *g,
                             GrLawBatch *arrays)
{
  const double q = power - 1;

  for (int i = 0; i < n; i++) {
    if (e->entry[i] >= 0)
      continue;
    const double part = g->overlap[i] / (g->rate[i] * step);
    if (!(part > 0 && part < 2))
      continue;
    const double x = PetscMin(PetscMax(part, 1e-30), 1), y = x + 1;
    WeightDashpot(arrays, i, GrPower(y / x, q) * (y / power - 0.5 + q / (12 * y)));
  }
}

/* Corrects the dashpots of contacts that will open within two steps; see the head of the file. */
static void WeightLastSteps(double power, double step, int n, const GrBatchGeometry *g, GrLawBatch *arrays)
{
  const double q = power - 1, whole = GrPower(2, q) * (2 / power - 0.5 + q / 24);
  const double *restrict overlap = g->overlap, *restrict rate = g->rate;
  int64_t ends[GR_BATCH], some = 0; /* as wide as the compared doubles */

  for (int i = 0; i < n; i++) {
    ends[i] = (overlap[i] > 0) & (overlap[i] < 2 * (-rate[i] * step));
    some |= ends[i];
  }
  for (int i = 0; some && i < n; i++) {
    if (!ends[i])
      continue;
    const double left = -g->rate[i] * step;
    const double y = PetscMax(g->overlap[i] / left, 1e-30), other = GrPower(y, -q);
    WeightDashpot(arrays, i, y < 1 ? whole * y * other : y / power + 0.5 + q / (12 * y) - whole * (y - 1) * other);
  }
}

/* Adds a multiple of the jump of a law in contact i to its force, dashpot and viscosity. The jump is the force at
   this overlap [m], just before the end of the law or just after the touch. */
static void AddJump(const GrLaw *law, double weight, double overlap, int i, GrLawBatch *arrays)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX], history[GR_LAW_HISTORY_MAX], viscosity = 0, root;
  GrLawOne one;

  for (int k = 0; k < law->n_coefficients; k++)
    coefficient[k] = arrays->coefficient[k][i];
  for (int k = 0; k < law->n_history; k++)
    history[k] = arrays->history[k][i];
  GrLawOneMake(law, coefficient, history, 1, overlap, arrays->rate[i], &one);
  one.batch.viscosity = arrays->viscosity ? &viscosity : NULL;
  one.batch.root = &root;
  law->force(&one.batch);
  arrays->force[i] += weight * one.force;
  arrays->dashpot[i] += weight * one.dashpot;
  if (arrays->viscosity)
    arrays->viscosity[i] += weight * viscosity;
}

/* Whether the bodies of contact i have touched in this step: the first history value of the law has become different
   from 0 or, for a law without history, the contact is new. */
static bool Touches(const GrBatchEntries *e, const GrLaw *law, const GrLawBatch *arrays, int i)
{
  if (law->n_history)
    return arrays->history[0][i] == 0 && arrays->trial[0][i] != 0;
  return !e->in_place && e->entry[i] < 0;
}

/* Returns the reach of the law in contact i [m]. */
static double ReachOf(const GrLaw *law, const GrLawBatch *arrays, int i)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];

  for (int k = 0; k < law->n_coefficients; k++)
    coefficient[k] = arrays->coefficient[k][i];
  return law->reach ? law->reach(coefficient) : 0;
}

/* Corrects the force of a law that jumps, in the step of the touch and in the last two steps; see the head of the
   file. */
static void WeightJumps(const GrBatchEntries *e, const GrLaw *law, double step, int n, const GrBatchGeometry *g,
                        GrLawBatch *arrays)
{
  for (int i = 0; i < n; i++) {
    const double path = g->rate[i] * step, inside = 1e-12 * fabs(path);
    if (path > 0 && g->overlap[i] > 0 && g->overlap[i] < 2 * path && Touches(e, law, arrays, i))
      AddJump(law, PetscMin(g->overlap[i] / path, 1) - 0.5, inside, i, arrays);
    if (!(path < 0 && g->overlap[i] < -2 * path))
      continue;
    const double reach = ReachOf(law, arrays, i), left = -(g->overlap[i] + reach) / path;
    if (left > 0 && left < 2)
      AddJump(law, left < 1 ? 1.5 * left - 1 : 1 - 0.5 * left, inside - reach, i, arrays);
  }
}

void GrBatchEvaluateNormal(const GrBatchEntries *e, double step, const GrBatchContacts *c, const GrBatchGeometry *g,
                           GrBatchLaws *l, GrBatchResults *results)
{
  const GrInteraction *r = l->rule;
  const double onset = r->law[GR_ROLE_NORMAL]->onset;
  GrBatchHandedOn *handed_on = &l->handed_on;
  GR_BATCH_ALIGNED double force[GR_BATCH], dashpot[GR_BATCH];
  GrLawBatch arrays = GrBatchArraysOfLaw(c->rows, g, l, GR_ROLE_NORMAL, force, dashpot);

  EvaluateLaw(r, GR_ROLE_NORMAL, handed_on, &arrays);
  if (step > 0 && onset > 0 && !e->in_place)
    WeightFirstSteps(e, onset, step, c->n, g, &arrays);
  if (step > 0 && onset > 0 && !r->clips)
    WeightLastSteps(onset, step, c->n, g, &arrays);
  if (step > 0 && r->law[GR_ROLE_NORMAL]->jumps)
    WeightJumps(e, r->law[GR_ROLE_NORMAL], step, c->n, g, &arrays);
  GrNormalForce(GrBatchRows(c), r->clips, g->overlap, &arrays, results->normal_force, results->viscous);
  handed_on->end =
      r->law[GR_ROLE_SLIDE + GR_TANGENTIAL] ? FindEnds(r->law[GR_ROLE_NORMAL], &arrays, handed_on->corner) : NULL;
  if (!r->law[GR_ROLE_ADHESION])
    return;
  arrays = GrBatchArraysOfLaw(c->rows, g, l, GR_ROLE_ADHESION, force, dashpot);
  EvaluateLaw(r, GR_ROLE_ADHESION, handed_on, &arrays);
  if (step > 0 && r->law[GR_ROLE_ADHESION]->jumps)
    WeightJumps(e, r->law[GR_ROLE_ADHESION], step, c->n, g, &arrays);
  GrNormalAddAdhesion(GrBatchRows(c), NULL, &arrays, results->normal_force, results->viscous);
}

/* Returns an array that is positive if the bodies are in contact: the overlap, or the history value that marks a
   contact in a normal law with a reach. */
static const double *InsideOf(const GrBatchGeometry *g, const GrBatchLaws *l)
{
  return l->rule->reaches ? l->trial[l->rule->history[GR_ROLE_ADHESION]] : g->overlap;
}

/* Finds the effective radii of the contacts [m]. */
static void FindRadii(const GrModel *m, const GrBatchContacts *c, const GrBatchGeometry *g, double *restrict radius)
{
  const bool one = c->uniform == GR_BATCH_ONE_TYPE, family = GrModelFamily(m, c->type[0]);
  const double of_type = m->pairs.type[c->type[0]].radius;
  const int rows = GrBatchRows(c);

  for (int i = 0; one && i < rows; i++)
    radius[i] = family ? GrBatchEffectiveRadius(g, i) : of_type;
  for (int i = 0; !one && i < rows; i++)
    radius[i] = GrModelFamily(m, c->type[i]) ? GrBatchEffectiveRadius(g, i) : m->pairs.type[c->type[i]].radius;
}

/* Computes the slip [m/s] of rolling, R (w1 - w2) x n, or of twisting, R ((w1 - w2) . n) n, with the effective radius
   R = radii[rows]. */
static void ComputeSpinSlip(int slide, int rows, const double *restrict radii, const GrBatchGeometry *restrict g,
                            double slip[restrict 3][GR_BATCH])
{
  for (int i = 0; i < rows; i++) {
    const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]}, radius = radii[i];
    const double w[3] = {g->relative_spin[0][i], g->relative_spin[1][i], g->relative_spin[2][i]};
    const double about = radius * (w[0] * n[0] + w[1] * n[1] + w[2] * n[2]);
    slip[0][i] = slide == GR_ROLLING ? radius * (w[1] * n[2] - w[2] * n[1]) : about * n[0];
    slip[1][i] = slide == GR_ROLLING ? radius * (w[2] * n[0] - w[0] * n[2]) : about * n[1];
    slip[2][i] = slide == GR_ROLLING ? radius * (w[0] * n[1] - w[1] * n[0]) : about * n[2];
  }
}

void GrBatchEvaluateSliding(const GrModel *m, const GrBatchLaws *l, int slide, const GrBatchContacts *c,
                            const GrBatchGeometry *g, GrBatchResults *r, GrBatchSlide *own, double *stored)
{
  const int role = GR_ROLE_SLIDE + slide, first = l->rule->coefficient[role], h = l->rule->history[role];
  const double(*slip)[GR_BATCH] = slide == GR_TANGENTIAL ? g->slip : (const double(*)[GR_BATCH])own->slip;
  double(*force)[GR_BATCH] = slide == GR_TANGENTIAL ? r->friction : own->force;
  double *power = slide == GR_TANGENTIAL ? r->sliding : own->power;
  GrSlideBatch arrays = {.n = c->rows,
                         .interval = l->interval,
                         .velocity = m->velocity,
                         .rate = g->rate,
                         .overlap = g->overlap,
                         .normal_force = r->normal_force,
                         .viscosity = l->handed_on.viscosity,
                         .root = l->rule->roots ? l->handed_on.root : NULL,
                         .end = l->handed_on.end,
                         .normal = {g->normal[0], g->normal[1], g->normal[2]},
                         .slip = {slip[0], slip[1], slip[2]},
                         .coefficient = l->coefficients + first,
                         .history = l->history + h,
                         .trial = l->trial + h,
                         .force = {force[0], force[1], force[2]},
                         .stored = stored,
                         .power = power,
                         .slides = slide == GR_TANGENTIAL && c->with_wall ? r->slides : NULL};

  if (slide != GR_TANGENTIAL) {
    FindRadii(m, c, g, own->radius);
    ComputeSpinSlip(slide, GrBatchRows(c), own->radius, g, own->slip);
  }
  l->rule->law[role]->slide(&arrays);
  if (!m->adheres) /* without adhesion all contacts of the batch touch */
    return;
  GrNormalClearSeparated(GrBatchRows(c), InsideOf(g, l), 3, arrays.force);
  GrNormalClearSeparated(GrBatchRows(c), InsideOf(g, l), 1, &power);
  if (stored)
    GrNormalClearSeparated(GrBatchRows(c), InsideOf(g, l), 1, &stored);
}

/* Copies the results of a part to the whole batch, and its trial histories to trial[k], value k of each contact of the
   whole batch. Does not set values that the rule of the part does not have. */
static void ScatterResults(const GrModel *m, const GrBatchPart *part, const GrBatchLaws *l,
                           double trial[GR_MODEL_HISTORY][GR_BATCH], GrBatchResults *r)
{
  const int n = part->batch.contacts.n;
  const GrBatchResults *from = &part->batch.results;

  for (int i = 0; i < n; i++) {
    const int k = part->target[i];
    r->normal_force[k] = from->normal_force[i];
    r->viscous[k] = from->viscous[i];
    for (int a = 0; a < 3; a++)
      r->friction[a][k] = from->friction[a][i];
    for (int a = 0; a < 3 && m->turns; a++)
      r->spin_torque[a][k] = from->spin_torque[a][i];
    r->sliding[k] = from->sliding[i];
    if (part->batch.contacts.with_wall)
      r->slides[k] = from->slides[i];
  }
  for (int k = 0; k < l->rule->n_history; k++)
    for (int i = 0; i < n; i++)
      trial[k][part->target[i]] = l->scratch[k][i];
}

/* Sets the trial histories of separated bodies to 0, except the histories of adhesion and bonds. */
static void ClearSeparated(int rows, const GrBatchGeometry *g, const GrBatchLaws *l)
{
  const GrInteraction *r = l->rule;
  const int from = r->history[GR_ROLE_ADHESION], to = r->history[GR_ROLE_SLIDE];

  GrNormalClearSeparated(rows, InsideOf(g, l), from, l->trial);
  GrNormalClearSeparated(rows, InsideOf(g, l), r->history[GR_ROLE_BOND] - to, l->trial + to);
}

/* Adds the torque R (n x F_r) of rolling or R F_t of twisting [N m], and the power of the law [W]. */
static void AddSpinTorque(int slide, int rows, const GrBatchGeometry *restrict g, const GrBatchSlide *restrict own,
                          GrBatchResults *restrict r)
{
  for (int i = 0; i < rows; i++) {
    const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]}, radius = own->radius[i];
    const double f[3] = {own->force[0][i], own->force[1][i], own->force[2][i]};
    const double roll[3] = {n[1] * f[2] - n[2] * f[1], n[2] * f[0] - n[0] * f[2], n[0] * f[1] - n[1] * f[0]};
    for (int a = 0; a < 3; a++)
      r->spin_torque[a][i] += radius * (slide == GR_ROLLING ? roll[a] : f[a]);
    r->sliding[i] += own->power[i];
  }
}

/* Sets the results of all laws of sliding to 0. Needed if the model has rolling, twisting or bonds, or if the rule has
   no tangential law. */
static void ClearSliding(const GrModel *m, GrBatchResults *r)
{
  memset(r->friction, 0, sizeof(r->friction));
  memset(r->sliding, 0, sizeof(r->sliding));
  if (m->turns)
    memset(r->spin_torque, 0, sizeof(r->spin_torque));
}

/* Evaluates all laws of contacts that all follow l->rule. The batch must be padded. */
static void EvaluateRule(const GrModel *m, const GrBatchEntries *e, const GrBatchContacts *c, const GrBatchGeometry *g,
                         GrBatchLaws *l, GrBatchResults *r)
{
  double stored[GR_BATCH];
  GrBatchSlide own;

  GrBatchLoad(m, e, c, g, l);
  GrBatchEvaluateNormal(e, m->velocity == GR_VELOCITY_PREDICTED ? l->interval : 0, c, g, l, r);
  if (m->turns || !l->rule->law[GR_ROLE_SLIDE + GR_TANGENTIAL])
    ClearSliding(m, r);
  for (int i = 0; c->with_wall && i < GrBatchRows(c); i++)
    r->slides[i] = 1;
  for (int s = 0; s < GR_SLIDES; s++) {
    if (!l->rule->law[GR_ROLE_SLIDE + s])
      continue;
    GrBatchEvaluateSliding(m, l, s, c, g, r, &own, NULL);
    if (s != GR_TANGENTIAL)
      AddSpinTorque(s, GrBatchRows(c), g, &own, r);
  }
  if (m->adheres)
    ClearSeparated(GrBatchRows(c), g, l);
  if (l->rule->law[GR_ROLE_BOND])
    GrBatchAddBond(m, l, GrBatchRows(c), g, r, stored);
}

/* Evaluates a batch with several rules, part by part. */
static void EvaluateParts(const GrModel *m, const GrBatchEntries *e, const GrBatchContacts *c, const GrBatchGeometry *g,
                          GrBatchLaws *l, GrBatchResults *r)
{
  const GrHistory *h = e->history;
  double trial[GR_MODEL_HISTORY][GR_BATCH];
  GrBatchPart part;

  for (int k = 0; k < m->n_history; k++)
    memset(trial[k], 0, (size_t)c->n * sizeof(double));
  GrBatchBeginParts(&part);
  while (GrBatchNextPart(m, c, g, e, &part, l)) {
    EvaluateRule(m, &part.entries, &part.batch.contacts, &part.batch.geometry, l, &part.batch.results);
    ScatterResults(m, &part, l, trial, r);
  }
  for (int k = 0; e->keep && k < m->n_history; k++)
    memcpy(GrHistoryValues(h, GrHistoryTrial(h), e->block, k), trial[k], (size_t)c->n * sizeof(double));
}

/* Whether the contacts have several contact rules. */
static bool HaveSeveralRules(const GrModel *m, const GrBatchContacts *c)
{
  const GrModelPairType *restrict type = m->pairs.type;
  int several = 0;

  for (int i = 1; c->uniform < GR_BATCH_ONE_RULE && i < c->n; i++)
    several |= type[c->type[i]].rule ^ type[c->type[0]].rule;
  return several != 0;
}

void GrBatchEvaluate(const GrModel *m, double interval, bool keep, GrBatch *t)
{
  const GrBatchContacts *c = &t->contacts;
  GrBatchEntries entries;
  GrBatchLaws l;

  GrBatchFindEntries(keep, c, &entries);
  l.interval = interval;
  l.rule = &m->rule[c->n ? m->pairs.type[c->type[0]].rule : 0];
  if (HaveSeveralRules(m, c))
    EvaluateParts(m, &entries, c, &t->geometry, &l, &t->results);
  else if (c->n) {
    GrBatchPad(t);
    EvaluateRule(m, &entries, c, &t->geometry, &l, &t->results);
  }
  if (keep)
    GrBatchKeepContacts(c);
}

void GrBatchSetForces(const GrModel *m, GrBatch *t)
{
  GrBatchResults *r = &t->results;

  for (int i = 0; i < t->contacts.n; i += GR_SIMD) {
    GrBatchForces forces;
    GrBatchForcesAt(&t->geometry, r, m->turns, i, &forces);
    for (int a = 0; a < 3; a++) {
      GrSimdStore(&forces.force[a], &r->force[a][i]);
      GrSimdStore(&forces.torque[0][a], &r->torque[0][a][i]);
      GrSimdStore(&forces.torque[1][a], &r->torque[1][a][i]);
    }
  }
}
