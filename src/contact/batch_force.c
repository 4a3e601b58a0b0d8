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
   For a linear dashpot w = 1/2 + x. The viscosity that friction laws use and the power are multiplied by w as well. w
   is 1 with time.velocity: half, the scheme of LAMMPS, with Runge-Kutta methods and in chains. */
#include "contact/batch_impl.h"

#include "base/math/exponential.h"
#include "contact/normal.h"
#include <string.h>

_Static_assert((int)GR_BATCH <= (int)GR_SLIDE_BATCH, "laws of sliding take a batch at a time");

GrLawBatch GrBatchArraysOfLaw(const GrBatch *t, const GrBatchLaws *l, int role, double *force, double *dashpot)
{
  const int c = l->rule->coefficient[role], h = l->rule->history[role];
  return (GrLawBatch){.n = t->rows,
                      .overlap = t->overlap,
                      .rate = t->rate,
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
  const PetscBool used = (PetscBool)(r->shares || r->roots);

  if (role == (r->reaches ? GR_ROLE_ADHESION : GR_ROLE_NORMAL)) {
    if (!used || !r->law[role]->damping)
      memset(handed_on->viscosity, 0, sizeof(handed_on->viscosity));
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

/* Corrects the dashpots of contacts that closed within the step; see the head of the file. */
static void WeightDashpots(const GrBatchEntries *e, double power, double step, const GrBatch *t, GrLawBatch *arrays)
{
  const double q = power - 1;

  for (int i = 0; i < t->n; i++) {
    if (e->entry[i] >= 0)
      continue;
    const double part = t->overlap[i] / (t->rate[i] * step);
    if (!(part > 0 && part < 2))
      continue;
    const double x = PetscMin(PetscMax(part, 1e-6), 1), y = x + 1;
    const double weight = GrPower(y / x, q) * (y / power - 0.5 + q / (12 * y));
    arrays->force[i] += (weight - 1) * arrays->dashpot[i];
    arrays->dashpot[i] *= weight;
    if (arrays->viscosity)
      arrays->viscosity[i] *= weight;
  }
}

void GrBatchEvaluateNormal(const GrBatchEntries *e, double step, const GrBatchLaws *l, GrBatchHandedOn *handed_on,
                           GrBatch *t)
{
  const GrInteraction *r = l->rule;
  GR_BATCH_ALIGNED double force[GR_BATCH], dashpot[GR_BATCH];
  GrLawBatch arrays = GrBatchArraysOfLaw(t, l, GR_ROLE_NORMAL, force, dashpot);

  EvaluateLaw(r, GR_ROLE_NORMAL, handed_on, &arrays);
  if (step > 0 && r->law[GR_ROLE_NORMAL]->onset > 0 && e->way != GR_HISTORY_IN_PLACE)
    WeightDashpots(e, r->law[GR_ROLE_NORMAL]->onset, step, t, &arrays);
  GrNormalForce(GrBatchRows(t), r->clips, t->overlap, &arrays, t->normal_force, t->viscous);
  handed_on->end =
      r->law[GR_ROLE_SLIDE + GR_TANGENTIAL] ? FindEnds(r->law[GR_ROLE_NORMAL], &arrays, handed_on->corner) : NULL;
  if (!r->law[GR_ROLE_ADHESION])
    return;
  arrays = GrBatchArraysOfLaw(t, l, GR_ROLE_ADHESION, force, dashpot);
  EvaluateLaw(r, GR_ROLE_ADHESION, handed_on, &arrays);
  GrNormalAddAdhesion(GrBatchRows(t), NULL, &arrays, t->normal_force, t->viscous);
}

/* Returns an array that is positive if the bodies are in contact: the overlap, or the history value that marks a
   contact in a normal law with a reach. */
static const double *InsideOf(const GrBatch *t, const GrBatchLaws *l)
{
  return l->rule->reaches ? l->trial[l->rule->history[GR_ROLE_ADHESION]] : t->overlap;
}

/* Returns the effective radius of contact i [m]. */
static double RadiusOfPair(const GrModel *m, const GrBatch *t, int i)
{
  return GrModelFamily(m, t->type[i]) ? GrBatchEffectiveRadius(t, i) : m->pair_type[t->type[i]].radius;
}

/* Computes the slip [m/s] of rolling, R (w1 - w2) x n, or of twisting, R ((w1 - w2) . n) n, with the effective radius
   R. */
static void ComputeSpinSlip(const GrModel *m, const GrBatch *t, int slide, double slip[3][GR_BATCH])
{
  for (int i = 0; i < GrBatchRows(t); i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = RadiusOfPair(m, t, i);
    const double w[3] = {t->relative_spin[0][i], t->relative_spin[1][i], t->relative_spin[2][i]};
    const double about = radius * (w[0] * n[0] + w[1] * n[1] + w[2] * n[2]);
    slip[0][i] = slide == GR_ROLLING ? radius * (w[1] * n[2] - w[2] * n[1]) : about * n[0];
    slip[1][i] = slide == GR_ROLLING ? radius * (w[2] * n[0] - w[0] * n[2]) : about * n[1];
    slip[2][i] = slide == GR_ROLLING ? radius * (w[0] * n[1] - w[1] * n[0]) : about * n[2];
  }
}

void GrBatchEvaluateSliding(const GrModel *m, const GrBatchLaws *l, int slide, double interval,
                            const GrBatchHandedOn *handed_on, GrBatch *t, GrBatchSlide *own, double *stored)
{
  const int role = GR_ROLE_SLIDE + slide, c = l->rule->coefficient[role], h = l->rule->history[role];
  double(*slip)[GR_BATCH] = slide == GR_TANGENTIAL ? t->slip : own->slip;
  double(*force)[GR_BATCH] = slide == GR_TANGENTIAL ? t->friction : own->force;
  double *power = slide == GR_TANGENTIAL ? t->sliding : own->power;
  GrSlideBatch arrays = {.n = t->rows,
                         .interval = interval,
                         .velocity = m->velocity,
                         .rate = t->rate,
                         .overlap = t->overlap,
                         .normal_force = t->normal_force,
                         .viscosity = handed_on->viscosity,
                         .root = l->rule->roots ? handed_on->root : NULL,
                         .end = handed_on->end,
                         .normal = {t->normal[0], t->normal[1], t->normal[2]},
                         .slip = {slip[0], slip[1], slip[2]},
                         .coefficient = l->coefficients + c,
                         .history = l->history + h,
                         .trial = l->trial + h,
                         .force = {force[0], force[1], force[2]},
                         .stored = stored,
                         .power = power};

  if (slide != GR_TANGENTIAL)
    ComputeSpinSlip(m, t, slide, slip);
  l->rule->law[role]->slide(&arrays);
  if (!m->adheres) /* without adhesion all contacts of the batch touch */
    return;
  GrNormalClearSeparated(GrBatchRows(t), InsideOf(t, l), 3, arrays.force);
  GrNormalClearSeparated(GrBatchRows(t), InsideOf(t, l), 1, &power);
  if (stored)
    GrNormalClearSeparated(GrBatchRows(t), InsideOf(t, l), 1, &stored);
}

/* Copies the results of a part to the whole batch. target: number of each contact in the whole batch. */
static void ScatterResults(const GrModel *m, const GrBatch *from, const int target[], GrBatch *t)
{
  for (int i = 0; i < from->n; i++) {
    const int k = target[i];
    t->normal_force[k] = from->normal_force[i];
    t->viscous[k] = from->viscous[i];
    for (int a = 0; a < 3; a++)
      t->friction[a][k] = from->friction[a][i];
    for (int a = 0; a < 3 && m->turns; a++)
      t->spin_torque[a][k] = from->spin_torque[a][i];
    t->sliding[k] = from->sliding[i];
  }
}

/* Sets the trial histories of separated bodies to 0, except the histories of adhesion and bonds. */
static void ClearSeparated(const GrBatch *t, const GrBatchLaws *l)
{
  const GrInteraction *r = l->rule;
  const int from = r->history[GR_ROLE_ADHESION], to = r->history[GR_ROLE_SLIDE];

  GrNormalClearSeparated(GrBatchRows(t), InsideOf(t, l), from, l->trial);
  GrNormalClearSeparated(GrBatchRows(t), InsideOf(t, l), r->history[GR_ROLE_BOND] - to, l->trial + to);
}

/* Adds the torque R (n x F_r) of rolling or R F_t of twisting [N m], and the power of the law [W]. */
static void AddSpinTorque(const GrModel *m, int slide, const GrBatchSlide *own, GrBatch *t)
{
  for (int i = 0; i < GrBatchRows(t); i++) {
    const double n[3] = {t->normal[0][i], t->normal[1][i], t->normal[2][i]}, radius = RadiusOfPair(m, t, i);
    const double f[3] = {own->force[0][i], own->force[1][i], own->force[2][i]};
    const double roll[3] = {n[1] * f[2] - n[2] * f[1], n[2] * f[0] - n[0] * f[2], n[0] * f[1] - n[1] * f[0]};
    for (int a = 0; a < 3; a++)
      t->spin_torque[a][i] += radius * (slide == GR_ROLLING ? roll[a] : f[a]);
    t->sliding[i] += own->power[i];
  }
}

/* Sets the results of all laws of sliding to 0. Needed if the model has rolling, twisting or bonds, or if the rule has
   no tangential law. */
static void ClearSliding(const GrModel *m, GrBatch *t)
{
  memset(t->friction, 0, sizeof(t->friction));
  memset(t->sliding, 0, sizeof(t->sliding));
  if (m->turns)
    memset(t->spin_torque, 0, sizeof(t->spin_torque));
}

/* Evaluates all laws of a batch whose contacts all follow l->rule. interval: see GrBatchEvaluate. */
static void EvaluateRule(const GrModel *m, const GrBatchEntries *e, double interval, GrBatchLaws *l, GrBatch *t)
{
  const GrInteraction *r = l->rule;
  double stored[GR_BATCH];
  GrBatchSlide own;
  GrBatchHandedOn handed_on;

  GrBatchPad(t);
  GrBatchLoad(m, e, t, l);
  GrBatchEvaluateNormal(e, m->velocity == GR_VELOCITY_PREDICTED ? interval : 0, l, &handed_on, t);
  if (m->turns || !r->law[GR_ROLE_SLIDE + GR_TANGENTIAL])
    ClearSliding(m, t);
  for (int s = 0; s < GR_SLIDES; s++) {
    if (!r->law[GR_ROLE_SLIDE + s])
      continue;
    GrBatchEvaluateSliding(m, l, s, interval, &handed_on, t, &own, NULL);
    if (s != GR_TANGENTIAL)
      AddSpinTorque(m, s, &own, t);
  }
  if (m->adheres)
    ClearSeparated(t, l);
  if (r->law[GR_ROLE_BOND])
    GrBatchAddBond(m, l, interval, t, stored);
  GrBatchWriteHistory(e, t, l);
}

/* Evaluates a batch with several rules, part by part. */
static void EvaluateParts(const GrModel *m, GrBatchEntries *entries, double interval, GrBatchLaws *l, GrBatch *t)
{
  GrBatchPart part;
  double copy[GR_MODEL_HISTORY][GR_BATCH];
  const GrHistory *h = entries->history;

  for (int k = 0; k < m->n_history; k++)
    memcpy(copy[k], h->value[h->committed][k] + entries->base, sizeof(copy[k]));
  entries->copy = copy;
  GrBatchBeginParts(&part);
  while (GrBatchNextPart(m, t, entries, &part, l)) {
    EvaluateRule(m, &part.entries, interval, l, &part.batch);
    ScatterResults(m, &part.batch, part.entries.target, t);
  }
}

void GrBatchEvaluate(const GrModel *m, GrHistory *h, double interval, PetscBool keep, GrBatch *t)
{
  const int rule = t->n ? m->pair_type[t->type[0]].rule : 0;
  int several = 0;
  GrBatchEntries entries;
  GrBatchLaws l;

  GrBatchFindEntries(h, keep, t, &entries);
  for (int i = 0; !t->one_rule && i < t->n; i++)
    several |= m->pair_type[t->type[i]].rule != rule;
  l.rule = &m->rule[rule];
  if (several)
    EvaluateParts(m, &entries, interval, &l, t);
  else if (t->n)
    EvaluateRule(m, &entries, interval, &l, t);
  if (keep)
    GrBatchKeepContacts(h, t);
}

void GrBatchSetForces(const GrModel *m, GrBatch *t)
{
  for (int i = 0; i < t->n; i += GR_ROW) {
    GrBatchForces forces;
    GrBatchForcesAt(t, m->turns, i, &forces);
    for (int a = 0; a < 3; a++) {
      GrVec4Store(&forces.force[a], &t->force[a][i]);
      GrVec4Store(&forces.torque[0][a], &t->torque[0][a][i]);
      GrVec4Store(&forces.torque[1][a], &t->torque[1][a][i]);
    }
  }
}
