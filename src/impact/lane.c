/* lane: forces and energies of a single lane at a given overlap, from its committed history; see lanes.h. */
#include "impact/lanes.h"

#include "contact/normal.h"
#include "law/one.h"

void GrImpactLaneSet(GrImpactLanes *l, int i, double mass, double onset, double speed, double gravity)
{
  l->mass[i] = mass;
  l->inverse_mass[i] = 1 / mass;
  l->onset[i] = onset;
  l->speed[i] = speed;
  l->slowness[i] = 1 / speed;
  l->gravity[i] = gravity;
}

/* Makes a batch of one lane of a law at rate 0. */
static void MakeOne(const GrImpactLaneLaw *l, int lane, double overlap, GrLawOne *one)
{
  GrLawOneMake(l->law, &l->coefficient[0][lane], &l->history[0][lane], GR_LANES, overlap, 0, one);
}

/* Adds the energies of a law. `slow`: after a slow change of the overlap from its committed value. */
static void AddEnergy(const GrImpactLaneLaw *l, int lane, double overlap, bool slow, double *recoverable,
                      double *consumed)
{
  GrLawOne one;
  double more[2];
  MakeOne(l, lane, overlap, &one);
  if (slow)
    l->law->force(&one.batch); /* sets the trial history of this overlap */
  l->law->energy(&one.batch, &more[0], &more[1]);
  *recoverable += more[0];
  *consumed += more[1];
}

/* The law that acts beyond overlap 0, or NULL: an adhesion, or a normal law with a reach, which takes no adhesion. */
static const GrImpactLaneLaw *LawBeyond(const GrImpactLanes *l)
{
  return l->adhesion.law ? &l->adhesion : l->normal.law->reach ? &l->normal : NULL;
}

void GrImpactLaneAdhesionEnergy(const GrImpactLanes *l, int lane, double overlap, double *recoverable, double *consumed)
{
  const GrImpactLaneLaw *beyond = LawBeyond(l);
  *recoverable = *consumed = 0;
  if (beyond)
    AddEnergy(beyond, lane, overlap, false, recoverable, consumed);
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

void GrImpactLaneEnergy(const GrImpactLanes *l, int lane, double overlap, bool slow, double *recoverable,
                        double *consumed)
{
  *recoverable = *consumed = 0;
  AddEnergy(&l->normal, lane, overlap, slow, recoverable, consumed);
  if (l->adhesion.law)
    AddEnergy(&l->adhesion, lane, overlap, false, recoverable, consumed);
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
