/* Evaluates the forces and makes the Runge-Kutta steps of all lanes at once; see lanes.h.

   All loops run over the lanes with the same operations for each, so that the result of an impact does not depend on
   the impacts on other lanes. */
#include "impact/lanes.h"

#include "base/math/exponential.h"
#include "base/math/independent.h"
#include "contact/normal.h"
#include "law/one.h"
#include <math.h>

/* Returns the batch of a law of all lanes. */
static GrLawBatch BlockOfLanes(GrImpactLaneLaw *l, const double *overlap, const double *rate,
                               const double **coefficient, const double **history, double **trial)
{
  for (int k = 0; k < l->law->n_coefficients; k++)
    coefficient[k] = l->coefficient[k];
  for (int k = 0; k < l->law->n_history; k++) {
    history[k] = l->history[k];
    trial[k] = l->trial[k];
  }
  return (GrLawBatch){.n = GR_LANES,
                      .overlap = overlap,
                      .rate = rate,
                      .coefficient = coefficient,
                      .history = history,
                      .trial = trial,
                      .force = l->force,
                      .dashpot = l->dashpot};
}

/* Computes total force and power of the dashpots at (q, v). The laws are also evaluated at overlap 0, where a contact
   begins and ends. */
static void EvaluateForces(GrImpactLanes *l, const double *restrict q, const double *restrict v)
{
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  double *restrict overlap = l->overlap, *trial[GR_LAW_HISTORY_MAX];
  GR_INDEPENDENT
  for (int i = 0; i < GR_LANES; i++)
    overlap[i] = q[i] > 0 ? (q[i] * q[i]) * (q[i] * q[i]) : 0;
  GrLawBatch batch = BlockOfLanes(&l->normal, l->overlap, v, coefficient, history, trial);
  l->normal.law->force(&batch);
  GrNormalForce(GR_LANES, l->clips, NULL, &batch, l->force, l->power);
  if (!l->adhesion.law)
    return;
  batch = BlockOfLanes(&l->adhesion, l->overlap, v, coefficient, history, trial);
  l->adhesion.law->force(&batch);
  GrNormalAddAdhesion(GR_LANES, NULL, &batch, l->force, l->power);
}

/* Computes dy/ds, or dy/dq, dy/dv, from the last evaluation, which was at (q, v). */
static void DeriveState(const GrImpactLanes *l, const double *restrict q, const double *restrict v,
                        double (*restrict k)[GR_LANES])
{
  GR_INDEPENDENT
  for (int i = 0; i < GR_LANES; i++) {
    double slowness = l->slowness[i], j = 4 * (q[i] * q[i] * q[i]) * slowness;
    double dq = v[i] * slowness, dv = (l->gravity[i] - l->force[i] * l->inverse_mass[i]) * j;
    double ds = 1 / (l->by_q[i] != 0 ? dq : l->by_v[i] != 0 ? dv : 1);
    k[GR_Q][i] = l->by_q[i] != 0 ? 1 : dq * ds;
    k[GR_V][i] = l->by_v[i] != 0 ? 1 : dv * ds;
    k[GR_T][i] = j * ds;
    k[GR_W][i] = l->power[i] * (j * ds);
    k[GR_S][i] = ds;
  }
}

/* Computes dF/ds by a difference quotient along the path; `sense` 1: forward, -1: backward. The search for an extremum
   allows for its error, about 1e-6 of F/q. */
static void ForceSlope(GrImpactLanes *l, const double (*restrict y)[GR_LANES], double sense, double *restrict slope)
{
  double q[GR_LANES], v[GR_LANES], step[GR_LANES], here[GR_LANES];
  GR_INDEPENDENT
  for (int i = 0; i < GR_LANES; i++) {
    double j = 4 * (y[GR_Q][i] * y[GR_Q][i] * y[GR_Q][i]) * l->slowness[i];
    here[i] = l->force[i];
    step[i] = sense * 1e-6 * l->q_scale[i];
    q[i] = y[GR_Q][i] + step[i] * (y[GR_V][i] * l->slowness[i]);
    v[i] = y[GR_V][i] + step[i] * (j * (l->gravity[i] - here[i] * l->inverse_mass[i]));
  }
  EvaluateForces(l, q, v);
  GR_INDEPENDENT
  for (int i = 0; i < GR_LANES; i++) {
    slope[i] = (l->force[i] - here[i]) / step[i];
    l->force[i] = here[i];
  }
}

/* Computes q and v of a stage >= 1. */
static void StateAtStage(const GrImpactLanes *l, int stage, double *restrict q, double *restrict v)
{
  double sum_q[GR_LANES] = {0}, sum_v[GR_LANES] = {0};
  for (int j = 0; j < stage; j++) {
    const double a = l->tableau.a[stage][j];
    const double *restrict kq = l->k[j][GR_Q], *restrict kv = l->k[j][GR_V];
    if (a == 0)
      continue;
    GR_INDEPENDENT
    for (int i = 0; i < GR_LANES; i++) {
      sum_q[i] += a * kq[i];
      sum_v[i] += a * kv[i];
    }
  }
  GR_INDEPENDENT
  for (int i = 0; i < GR_LANES; i++) {
    q[i] = l->y[GR_Q][i] + l->h[i] * sum_q[i];
    v[i] = l->y[GR_V][i] + l->h[i] * sum_v[i];
  }
}

static void NoteOverlapRange(GrImpactLanes *l)
{
  double *restrict low = l->lowest, *restrict high = l->highest;
  const double *restrict d = l->overlap;
  GR_INDEPENDENT
  for (int i = 0; i < GR_LANES; i++) {
    low[i] = d[i] < low[i] ? d[i] : low[i];
    high[i] = d[i] > high[i] ? d[i] : high[i];
  }
}

/* Computes y + h sum b_i k_i, and the largest error relative to the scales of q, v, t, W; s needs no accuracy. */
static void CombineStages(GrImpactLanes *l)
{
  double sum[GR_LANE_STATE][GR_LANES] = {{0}}, miss[GR_LANE_STATE][GR_LANES] = {{0}};
  for (int j = 0; j < l->tableau.stages; j++)
    for (int c = 0; c < GR_LANE_STATE; c++) {
      const double b = l->tableau.b[j], e = l->tableau.error[j];
      const double *restrict k = l->k[j][c];
      double *restrict to = sum[c], *restrict missing = miss[c];
      GR_INDEPENDENT
      for (int i = 0; i < GR_LANES; i++) {
        to[i] += b * k[i];
        missing[i] += e * k[i];
      }
    }
  GR_INDEPENDENT
  for (int i = 0; i < GR_LANES; i++) {
    for (int c = 0; c < GR_LANE_STATE; c++)
      l->trial[c][i] = l->y[c][i] + l->h[i] * sum[c][i];
    double end = fabs(l->trial[GR_Q][i]), q_scale = end > l->q_scale[i] ? end : l->q_scale[i];
    double energy = 0.5 * l->mass[i] * (l->speed[i] * l->speed[i]);
    double step = fabs(l->h[i]), eq = step * fabs(miss[GR_Q][i]) / q_scale,
           ev = step * fabs(miss[GR_V][i]) / l->speed[i];
    double et = step * fabs(miss[GR_T][i]) / fabs(l->trial[GR_T][i]), ew = step * fabs(miss[GR_W][i]) / energy;
    double larger = eq > ev ? eq : ev, other = et > ew ? et : ew;
    l->error[i] = (larger > other ? larger : other) + 0 * (eq + ev + et + ew); /* NaN is kept */
  }
}

/* Computes the factor of the next step at which its error is the tolerance. The error is proportional to h^order. */
static void ProposeGrowth(GrImpactLanes *l)
{
  const double power = -1.0 / l->tableau.order;
  GR_INDEPENDENT
  for (int i = 0; i < GR_LANES; i++) {
    double miss = l->error[i] / l->tolerance, factor = 0.9 * GrPower(miss > 1e-6 ? miss : 1e-6, power);
    factor = factor > 5 ? 5 : factor;
    l->growth[i] = miss < INFINITY && factor > 0.2 ? factor : 0.2;
  }
}

void GrImpactLanesStep(GrImpactLanes *l)
{
  double q[GR_LANES], v[GR_LANES];
  for (int i = 0; i < GR_LANES; i++) {
    l->lowest[i] = INFINITY;
    l->highest[i] = 0;
  }
  for (int stage = 1; stage < l->tableau.stages; stage++) {
    StateAtStage(l, stage, q, v);
    EvaluateForces(l, q, v);
    NoteOverlapRange(l);
    DeriveState(l, q, v, l->k[stage]);
  }
  CombineStages(l);
  ProposeGrowth(l);
  EvaluateForces(l, l->trial[GR_Q], l->trial[GR_V]);
  NoteOverlapRange(l);
  for (int i = 0; i < GR_LANES; i++)
    l->end_normal[i] = l->normal.force[i];
  ForceSlope(l, (const double(*)[GR_LANES])l->trial, -1, l->end_slope);
}

static void CommitHistory(GrImpactLaneLaw *law, const double *restrict accept)
{
  for (int k = 0; k < law->law->n_history; k++) {
    double *restrict committed = law->history[k];
    const double *restrict trial = law->trial[k];
    GR_INDEPENDENT
    for (int i = 0; i < GR_LANES; i++)
      committed[i] = accept[i] != 0 ? trial[i] : committed[i];
  }
}

static void FindCorners(GrImpactLanes *l)
{
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX], *corner[GR_LAW_CORNERS_MAX];
  GrLawBatch batch = BlockOfLanes(&l->normal, l->overlap, l->y[GR_V], coefficient, history, trial);
  if (!l->normal.law->corners)
    return;
  for (int k = 0; k < l->normal.law->n_corners; k++)
    corner[k] = l->corner[k];
  l->normal.law->corners(&batch, corner);
}

void GrImpactLanesStart(GrImpactLanes *l)
{
  EvaluateForces(l, l->y[GR_Q], l->y[GR_V]);
  CommitHistory(&l->normal, l->accept);
  if (l->adhesion.law)
    CommitHistory(&l->adhesion, l->accept);
  FindCorners(l);
  for (int i = 0; i < GR_LANES; i++) {
    l->start_force[i] = l->force[i];
    l->start_normal[i] = l->normal.force[i];
  }
  DeriveState(l, l->y[GR_Q], l->y[GR_V], l->k[0]);
  ForceSlope(l, (const double(*)[GR_LANES])l->y, 1, l->slope);
}

/* ---- a single lane, at a given overlap and from its committed history ---- */

void GrImpactLaneSet(GrImpactLanes *l, int i, double mass, double onset, double speed, double gravity)
{
  l->mass[i] = mass;
  l->inverse_mass[i] = 1 / mass;
  l->onset[i] = onset;
  l->speed[i] = speed;
  l->slowness[i] = 1 / speed;
  l->gravity[i] = gravity;
}

static void MakeMoving(const GrImpactLaneLaw *l, int lane, double overlap, double rate, GrLawOne *one)
{
  GrLawOneMake(l->law, &l->coefficient[0][lane], &l->history[0][lane], GR_LANES, overlap, rate, one);
}

/* Makes a batch of one lane of a law at rate 0. */
static void MakeOne(const GrImpactLaneLaw *l, int lane, double overlap, GrLawOne *one)
{
  MakeMoving(l, lane, overlap, 0, one);
}

double GrImpactLaneDamping(const GrImpactLanes *l, int lane)
{
  const double overlap = GrImpactLaneOverlap(l, lane), rate = l->y[GR_V][lane];
  GrLawOne one;
  MakeMoving(&l->normal, lane, overlap, rate, &one);
  l->normal.law->force(&one.batch);
  double damping = one.dashpot - (l->clips && one.force < 0 ? one.force : 0);
  if (l->adhesion.law) {
    MakeMoving(&l->adhesion, lane, overlap, rate, &one);
    l->adhesion.law->force(&one.batch);
    damping += one.dashpot;
  }
  return damping;
}

/* Returns the energies of a law. `slow`: after a slow change of the overlap from its committed value. */
static GrLawEnergies EnergiesOf(const GrImpactLaneLaw *l, int lane, double overlap, bool slow)
{
  GrLawOne one;
  MakeOne(l, lane, overlap, &one);
  if (slow)
    l->law->force(&one.batch); /* sets the trial history of this overlap */
  return GrLawOneEnergies(l->law, &one);
}

/* The law that acts beyond overlap 0, or NULL: an adhesion, or a normal law with a reach, which takes no adhesion. */
static const GrImpactLaneLaw *LawBeyond(const GrImpactLanes *l)
{
  return l->adhesion.law ? &l->adhesion : l->normal.law->reach ? &l->normal : NULL;
}

double GrImpactLaneAdhesionEnergy(const GrImpactLanes *l, int lane, double overlap)
{
  const GrImpactLaneLaw *beyond = LawBeyond(l);
  return beyond ? EnergiesOf(beyond, lane, overlap, false).recoverable : 0;
}

double GrImpactLaneAdhesionForce(const GrImpactLanes *l, int lane, double overlap)
{
  const GrImpactLaneLaw *beyond = LawBeyond(l);
  GrLawOne one;
  if (!beyond)
    return 0;
  MakeOne(beyond, lane, overlap, &one);
  beyond->law->force(&one.batch);
  return one.force;
}

double GrImpactLaneAdhesionReach(const GrImpactLanes *l, int lane)
{
  const GrImpactLaneLaw *beyond = LawBeyond(l);
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  if (!beyond)
    return 0;
  GrImpactLaneCoefficients(beyond, lane, coefficient);
  return beyond->law->reach(coefficient);
}

GrLawEnergies GrImpactLaneEnergy(const GrImpactLanes *l, int lane, double overlap, bool slow)
{
  const GrLawEnergies normal = EnergiesOf(&l->normal, lane, overlap, slow);
  if (!l->adhesion.law)
    return normal;
  const GrLawEnergies adhesion = EnergiesOf(&l->adhesion, lane, overlap, false);
  return (GrLawEnergies){normal.recoverable + adhesion.recoverable, normal.consumed + adhesion.consumed};
}

double GrImpactLaneStaticForce(const GrImpactLanes *l, int lane, double overlap)
{
  GrLawOne one;
  double force;
  MakeOne(&l->normal, lane, overlap, &one);
  l->normal.law->force(&one.batch);
  GrNormalForce(1, l->clips, NULL, &one.batch, &force, NULL);
  return l->adhesion.law ? force + GrImpactLaneAdhesionForce(l, lane, overlap) : force;
}
