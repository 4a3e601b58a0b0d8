/* lane: what the laws of a single lane say at a given overlap, from its committed history; see lanes.h. */
#include "impact/lanes.h"

void GrLaneSet(GrLanes *l, int i, double mass, double onset, double speed, double gravity)
{
  l->mass[i] = mass;
  l->inverse_mass[i] = 1 / mass;
  l->onset[i] = onset;
  l->speed[i] = speed;
  l->slowness[i] = 1 / speed;
  l->gravity[i] = gravity;
}

/* One lane of a law as a block: `zero` is the rate. */
typedef struct {
  const double *coefficient[GR_LAW_COEFFICIENTS_MAX], *history[GR_LAW_HISTORY_MAX];
  double *trial[GR_LAW_HISTORY_MAX], trial_value[GR_LAW_HISTORY_MAX], committed[GR_LAW_HISTORY_MAX];
  double overlap, zero, force, dashpot;
  GrLawBlock block;
} One;

static void MakeOne(const GrLaneLaw *l, int lane, double overlap, One *one)
{
  for (int k = 0; k < l->law->n_coefficients; k++)
    one->coefficient[k] = &l->coefficient[k][lane];
  for (int k = 0; k < l->law->n_history; k++) {
    one->committed[k] = one->trial_value[k] = l->history[k][lane];
    one->history[k] = &one->committed[k];
    one->trial[k] = &one->trial_value[k];
  }
  one->overlap = overlap;
  one->zero = 0;
  one->block = (GrLawBlock){.n = 1,
                            .overlap = &one->overlap,
                            .rate = &one->zero,
                            .coefficient = one->coefficient,
                            .history = one->history,
                            .trial = one->trial,
                            .force = &one->force,
                            .dashpot = &one->dashpot};
}

void GrLaneAdhesionEnergy(const GrLanes *l, int lane, double overlap, double *recoverable, double *spent)
{
  One one;
  *recoverable = *spent = 0;
  if (!l->adhesion.law)
    return;
  MakeOne(&l->adhesion, lane, overlap, &one);
  l->adhesion.law->energy(&one.block, recoverable, spent);
}

void GrLaneEnergy(const GrLanes *l, int lane, double overlap, double *recoverable, double *spent)
{
  One one;
  double more[2];
  MakeOne(&l->normal, lane, overlap, &one);
  l->normal.law->energy(&one.block, recoverable, spent);
  GrLaneAdhesionEnergy(l, lane, overlap, &more[0], &more[1]);
  *recoverable += more[0];
  *spent += more[1];
}

void GrLaneSlowEnergy(const GrLanes *l, int lane, double overlap, double *recoverable, double *spent)
{
  One one;
  double more[2];
  MakeOne(&l->normal, lane, overlap, &one);
  l->normal.law->force(&one.block); /* the trial history of this overlap */
  l->normal.law->energy(&one.block, recoverable, spent);
  GrLaneAdhesionEnergy(l, lane, overlap, &more[0], &more[1]);
  *recoverable += more[0];
  *spent += more[1];
}

double GrLaneStaticForce(const GrLanes *l, int lane, double overlap)
{
  One one;
  MakeOne(&l->normal, lane, overlap, &one);
  l->normal.law->force(&one.block);
  double force = one.force - one.dashpot;
  force = l->clip != 0 && force < 0 ? 0 : force;
  if (!l->adhesion.law)
    return force;
  MakeOne(&l->adhesion, lane, overlap, &one);
  l->adhesion.law->force(&one.block);
  return force + one.force;
}
