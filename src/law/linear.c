/* Linear spring and dashpot.

   F = k d + c v,  c = 2 z sqrt(k m),  z = |ln e|/sqrt(pi^2 + ln^2 e) if the contact ends at d = 0, else see
   common/loss.c; or c given, or c = gamma m
     d overlap [m];  v overlap rate [m/s];  k stiffness [N/m];  m reduced mass [kg];  e restitution [1];  c [N s/m];
     gamma viscosity per mass [1/s]
   Source: P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47; the damping is eqs. 4-11 of W25 (G. Wang et
   al., Mech. Syst. Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399).
   Valid: any speed; the contact lasts pi/sqrt(k/m - c^2/(4 m^2)) up to d = 0 at any speed.
   History: none.  Energy: k d^2/2.
   Limits: if the contact ends at d = 0, the force is negative before the end. The stiffness is not a property of a
   material. */
#include "law/common/loss.h"
#include "law/loop.h"

enum { STIFFNESS, RESTITUTION, COEFFICIENT, VISCOSITY, VISCOSITY_PER_MASS, N_PARAMETERS };
enum { K, C, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [STIFFNESS] = {"stiffness", "N/m", NULL, ABOVE_ZERO, NULL, "k of the spring", 1e8},
    [RESTITUTION] = {"restitution", "1", GR_ELASTIC, 0, 1, true, false, "",
                     "e: separation over approach speed of a free impact; 1 or elastic: no damping", 0.9},
    [COEFFICIENT] = {GR_COEFFICIENT},
    [VISCOSITY] = {"viscosity", "N s/m", NULL, FROM_ZERO, "",
                   "c of the dashpot, instead of restitution; LAMMPS: damping velocity", 0},
    [VISCOSITY_PER_MASS] =
        {"viscosity_per_mass", "s^-1", NULL, FROM_ZERO, "",
         "gamma of the dashpot gamma m, m the reduced mass, instead of restitution; LAMMPS: damping mass_velocity", 0},
};

static bool FactorsOfLinear(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  factor[K] = (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = value[STIFFNESS].number};
  if (value[VISCOSITY].given)
    factor[C] = (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = value[VISCOSITY].number};
  else if (value[VISCOSITY_PER_MASS].given)
    factor[C] = (GrLawFactor){.form = GR_FACTOR_MASS_ALONE, .factor = value[VISCOSITY_PER_MASS].number};
  else
    factor[C] = GrDashpotFactor(K, GrLossOf(pair, &value[COEFFICIENT], value[RESTITUTION].number, 1.0));
  return true;
}

static const char *PrepareLinear(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  GrLawFactor factor[N_COEFFICIENTS];
  if (value[RESTITUTION].given + value[VISCOSITY].given + value[VISCOSITY_PER_MASS].given != 1)
    return "the damping must be given once; write restitution: elastic for none, or one of restitution, viscosity and "
           "viscosity_per_mass";
  FactorsOfLinear(pair, value, factor);
  GrLawScale(N_COEFFICIENTS, factor, pair->radius, pair->mass, coefficient);
  if (factor[C].factor == 0.0) /* the mass may be infinite */
    coefficient[C] = 0.0;
  return NULL;
}

GR_INLINE GrLawParts PartsOfLinear(const GrLawBatch *batch, int i)
{
  const double c = batch->coefficient[C][i];
  return (GrLawParts){batch->coefficient[K][i] * batch->overlap[i], c * batch->rate[i], c, 0};
}

GR_LAW_FORCE(Linear)

GR_INLINE GrLawEnergies EnergiesOfLinear(const GrLawBatch *batch, int i)
{
  const double d = batch->overlap[i];
  return (GrLawEnergies){0.5 * batch->coefficient[K][i] * (d * d), 0};
}

GR_LAW_ENERGY(Linear)

GR_LAW_CONSTANT(StiffnessOfLinear, K)
GR_LAW_CONSTANT(DampingOfLinear, C)

/* Exact. */
static double RestitutionOfLinear(const double *coefficient, double mass, double speed, bool no_pull)
{
  return GrReturnedLinear(coefficient[C] / sqrt(coefficient[K] * mass), no_pull);
}

const GrLaw GrLaw_linear = {
    .name = "linear",
    .summary = "linear spring and dashpot (Kelvin-Voigt); returns its restitution at any speed",
    .source = "P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47; damping: G. Wang et al., Mech. Syst. "
              "Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399, eqs. 4-11",
    .equation =
        "F = k d + c v\n"
        "c = 2 z sqrt(k m), or viscosity, or viscosity_per_mass m; m = m1 m2/(m1 + m2)\n" GR_COEFFICIENT_EQUATION
            GR_POLYNOMIAL_EQUATION("2 z"),
    .range = "any speed; every contact of a pair lasts the same time. The stiffness is chosen, not a material "
             "property. With tension: allow it is the normal model hooke of LAMMPS' pair style granular: viscosity "
             "with damping velocity, viscosity_per_mass with damping mass_velocity, restitution with coefficient: "
             "published with damping coeff_restitution, with coefficient: polynomial with damping tsuji.",
    .defects = "Pulls at the end of restitution. " GR_COEFFICIENT_CARD,
    GR_LAW_ROWS,
    .prepare = PrepareLinear,
    .factors = FactorsOfLinear,
    .force = ForceOfLinear,
    .energy = EnergyOfLinear,
    .stiffness = StiffnessOfLinear,
    .damping = DampingOfLinear,
    .onset = 1,
    .restitution = RestitutionOfLinear,
};
