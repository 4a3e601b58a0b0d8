/* rest: see rest.h.

   V(d) = U(d) - m g d, with the energy U [J] that the contact would give back or spend on the way to the overlap d [m].
   A ball with m v^2/2 + V(d) < V(0) cannot part, since contacts only take energy. Limits: V has its minimum where the
   static force is m g; of several such overlaps (a force that jumps down) one is found. */
#include "impact/rest.h"

enum { HALVINGS = 100 };

static double OverlapOf(const GrLanes *l, int i)
{
  double q = l->y[GR_Q][i];
  return (q * q) * (q * q);
}

static double PotentialEnergy(const GrLanes *l, int i, double overlap)
{
  double recoverable, spent;
  GrLaneSlowEnergy(l, i, overlap, &recoverable, &spent);
  return recoverable + spent - l->mass[i] * l->gravity[i] * overlap;
}

static double KineticEnergy(const GrLanes *l, int i)
{
  double v = l->y[GR_V][i];
  return 0.5 * l->mass[i] * (v * v);
}

PetscBool GrBallStays(const GrLanes *l, int i)
{
  double d = OverlapOf(l, i), kinetic = KineticEnergy(l, i), work = l->mass[i] * l->gravity[i] * d, recoverable, parted,
         spent;
  if (!(kinetic < work))
    return PETSC_FALSE;
  GrLaneEnergy(l, i, d, &recoverable, &spent);
  GrLaneEnergy(l, i, 0, &parted, &spent);
  return (PetscBool)(kinetic + (recoverable - parted) < work * (1 - 1e-12));
}

double GrStaticOverlap(const GrLanes *l, int i, double reach)
{
  const double weight = l->mass[i] * l->gravity[i];
  double low = 0, high = reach;
  for (int k = 0; k < HALVINGS && GrLaneStaticForce(l, i, high) <= weight; k++)
    high *= 2;
  for (int k = 0; k < HALVINGS; k++) {
    double middle = low + 0.5 * (high - low);
    if (GrLaneStaticForce(l, i, middle) > weight)
      high = middle;
    else
      low = middle;
  }
  return low;
}

double GrEnergyAbove(const GrLanes *l, int i, double static_overlap)
{
  return KineticEnergy(l, i) + PotentialEnergy(l, i, OverlapOf(l, i)) - PotentialEnergy(l, i, static_overlap);
}
