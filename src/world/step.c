/* step: the weights of velocity Verlet, with a linear decay of velocities (drag) included exactly.

   One step of length h [s], from the positions x_n [m], velocities v_n [m/s] and a_n = a(t_n, x_n, v_n) [m/s^2]:
     1. half kick, drift   v_{n+1/2} = v_n + h/2 a_n,   x_{n+1} = x_n + h v_{n+1/2}
     2. predict            w = v_{n+1/2} + h/2 a_n            (`half`: w = v_{n+1/2})
     3. forces             a_{n+1} = a(t_{n+1}, x_{n+1}, w)
     4. half kick          v_{n+1} = w + h/2 (a_{n+1} - a_n)   (`half`: w + h/2 a_{n+1}),
                           which is v_{n+1/2} + h/2 a_{n+1}

   Order: w differs from v_{n+1} by h/2 (a_{n+1} - a_n) = O(h^2), so the scheme has second order also for forces that
   depend on the velocity. With `half` the error of w is O(h), and damping reduces the scheme to first order (the
   convention of LAMMPS, for comparisons). Forces that jump or have a kink reduce the order in the step with the jump.
   In assemblies the forces of contacts that close or open are corrected (contact/batch_force.c, law/slide/slide.h).

   With the decay rate g of a velocity [1/s] and z = g h, phi_0 = (1 - e^-z)/z, phi_1 = (1 - phi_0)/z; the accelerations
   contain the drag:
     1. mean velocity   m = v + h phi_1 a,  position + h m
     2. predict         w = v + h phi_0 a  (`half`: w = m);  a' from w
     4. finish          v' = w + h phi_1 a' - b a,  b = h phi_1 e^-z
                        (half: b = h (phi_1 - phi_0) + h phi_1 (1 - z phi_1)); the acceleration at v' is a' - g (v' - w)
   For g = 0 (phi_0 = 1, phi_1 = 1/2) this is velocity Verlet. With forces that are constant apart from a linear drag,
   position and velocity are exact for any step: a step has no limit from drag. With other forces the scheme has second
   order.
   Source: M. Hochbruck, A. Ostermann, Acta Numerica 19 (2010) 209, section 2.2 (exponential methods). */
#include "world/step.h"

/* predicted: h phi_0, or h phi_1 for `half`: the weight of a_n in w. */
static GrStepWeights WeightsOf(double h, double rate, const double phi[2], double predicted)
{
  const double mean = h * phi[1];

  return (GrStepWeights){.start = mean,
                         .drift = h,
                         .predict = predicted - mean,
                         .end = mean,
                         .back = (predicted - h * phi[0]) + mean * (1 - rate * predicted),
                         .rate = rate};
}

static GrStepWeights WeighFull(double h, double rate, const double phi[2])
{
  return WeightsOf(h, rate, phi, h * phi[0]);
}

static GrStepWeights WeighHalf(double h, double rate, const double phi[2])
{
  return WeightsOf(h, rate, phi, h * phi[1]);
}

const GrStepRule GrStepVerlet = {WeighFull, GR_VELOCITY_PREDICTED};
const GrStepRule GrStepVerletHalf = {WeighHalf, GR_VELOCITY_MEAN};
const GrStepRule GrStepStages = {WeighFull, GR_VELOCITY_AT_END};
