/* Linear spring and dashpot.

   F = k d + c v,  c = 2 z sqrt(k m),  z = |ln e|/sqrt(pi^2 + ln^2 e) if the contact ends at d = 0; see loss.c else
     d overlap [m];  v its rate [m/s];  k stiffness [N/m];  m reduced mass [kg];  e restitution [1];  c [N s/m]
   Source: P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47; the damping is eqs. 4-11 of W25 (G. Wang et
   al., Mech. Syst. Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399). Valid: any speed; the contact lasts
   pi/sqrt(k/m - c^2/(4 m^2)) up to d = 0, whatever the speed. History: none.  Energy: k d^2/2. Limits: pulls before it
   ends at d = 0. The stiffness is not a property of a material. */
#include "base/independent.h"
#include "law/loss.h"
#include <granum/law.h>
#include <string.h>

enum { STIFFNESS, RESTITUTION, COEFFICIENT, N_PARAMETERS };
enum { K, C, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [STIFFNESS] = {"stiffness", "N/m", NULL, 0, INFINITY, true, true, NULL, "k of the spring", 1e8},
    [RESTITUTION] = {"restitution", "1", NULL, 0, 1, true, false, NULL,
                     "e: separation over approach speed of a free impact; 1: no damping", 0.9},
    [COEFFICIENT] = GR_COEFFICIENT,
};

static bool FactorsOfLinear(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  const bool no_pull = pair->no_pull && value[COEFFICIENT].choice == GR_COEFFICIENT_EXACT;
  factor[K] = (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = value[STIFFNESS].number};
  factor[C] = GrDashpotFactor(K, GrLossReturning(value[RESTITUTION].number, no_pull));
  return true;
}

static const char *PrepareLinear(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  GrLawFactor factor[N_COEFFICIENTS];
  FactorsOfLinear(pair, value, factor);
  coefficient[K] = factor[K].factor;
  coefficient[C] = GrDashpot(factor[C].factor, factor[K].factor, pair->mass);
  return NULL;
}

static void ForceOfLinear(const GrLawBatch *batch)
{
  const double *restrict d = batch->overlap, *restrict v = batch->rate;
  const double *restrict k = batch->coefficient[K], *restrict c = batch->coefficient[C];
  double *restrict force = batch->force, *restrict dashpot = batch->dashpot;
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    dashpot[i] = c[i] * v[i];
    force[i] = k[i] * d[i] + dashpot[i];
  }
  if (batch->viscosity)
    memcpy(batch->viscosity, batch->coefficient[C], (size_t)batch->n * sizeof(double));
}

static void EnergyOfLinear(const GrLawBatch *batch, double *recoverable, double *spent)
{
  const double *restrict d = batch->overlap, *restrict k = batch->coefficient[K];
  double *restrict stored = recoverable, *restrict gone = spent;
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    stored[i] = 0.5 * k[i] * (d[i] * d[i]);
    gone[i] = 0;
  }
}

static double StiffnessOfLinear(const double *coefficient, double overlap)
{
  return coefficient[K];
}

static double DampingOfLinear(const double *coefficient, double overlap)
{
  return coefficient[C];
}

/* Exact. */
static double RestitutionOfLinear(const double *coefficient, double mass, double speed, bool no_pull)
{
  return GrReturnedLinear(coefficient[C] / sqrt(coefficient[K] * mass), no_pull);
}

const GrLaw GrLaw_linear = {
    .name = "linear",
    .summary = "linear spring and dashpot; returns its restitution at any speed",
    .source = "P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47; damping: G. Wang et al., Mech. Syst. "
              "Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399, eqs. 4-11",
    .equation = "F = k d + c v\n"
                "c = 2 z sqrt(k m), m = m1 m2/(m1 + m2)\n" GR_COEFFICIENT_EQUATION,
    .range =
        "any speed; every contact of a pair lasts the same time. The stiffness is chosen, not a material property.",
    .defects = "Pulls at the end of restitution. " GR_COEFFICIENT_CARD,
    .parameters = parameters,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = PrepareLinear,
    .factors = FactorsOfLinear,
    .force = ForceOfLinear,
    .energy = EnergyOfLinear,
    .stiffness = StiffnessOfLinear,
    .damping = DampingOfLinear,
    .restitution = RestitutionOfLinear,
};
