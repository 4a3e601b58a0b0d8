/* Hertzian spring with Tsuji's dashpot: the restitution does not depend on the speed.

   F = K d^(3/2) + c d^(1/4) v,  c = sqrt(5) z sqrt(K m),  z = |ln e|/sqrt(pi^2 + ln^2 e) if the contact ends at d = 0;
   otherwise see common/loss.c
     d overlap [m];  v overlap rate [m/s];  K [N/m^1.5];  m reduced mass [kg];  e restitution [1];  c [N s/m^1.25]
   Source: Y. Tsuji, T. Tanaka and T. Ishida, Powder Technol. 71 (1992) 239; W25 (G. Wang et al., Mech. Syst. Signal
   Process. (2025), doi 10.1016/j.ymssp.2025.112399) eq. 26, there called the EDEM model.
   Valid: as Hertz's law.
   History: none.  Energy: 2/5 K d^(5/2).
   Limits: if the contact ends at d = 0, the force is negative before the end. */
#include "law/common/loss.h"
#include "law/common/newtonian.h"
#include "law/hertz.h"

enum { RESTITUTION, STIFFNESS, VISCOSITY, SPEED, COEFFICIENT, N_PARAMETERS };
enum { K, C, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [RESTITUTION] = {GR_RETURNED("e: separation over approach speed of a free impact; 1: no damping")},
    [STIFFNESS] = {GR_HERTZ_STIFFNESS},
    [VISCOSITY] = {GR_RETURNED_VISCOSITY},
    [SPEED] = {GR_RETURNED_SPEED},
    [COEFFICIENT] = {GR_COEFFICIENT},
};

/* sqrt(5) z. */
static double LossOfTsuji(const GrLawPair *pair, const GrLawValue *value, double e)
{
  return GrLossOf(pair, &value[COEFFICIENT], e, 0.5 * sqrt(5.0));
}

static const char *PrepareTsuji(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  double e;
  const char *wrong = GrReturnedPrepare(pair, &value[RESTITUTION], &value[STIFFNESS], &coefficient[K], &e);
  if (wrong)
    return wrong;
  coefficient[C] = GrDashpot(LossOfTsuji(pair, value, e), coefficient[K], pair->mass);
  return NULL;
}

/* A restitution from the fluid depends on R and m. */
static bool FactorsOfTsuji(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  if (value[RESTITUTION].choice >= 0)
    return false;
  factor[K] = GrHertzFactor(pair, &value[STIFFNESS]);
  factor[C] = GrDashpotFactor(K, LossOfTsuji(pair, value, value[RESTITUTION].number));
  return true;
}

GR_INLINE GrLawParts PartsOfTsuji(const GrLawBatch *batch, int i)
{
  const double root = GrRoot(batch->overlap[i]);
  return GrHertzParts(batch, i, root, batch->coefficient[C][i] * sqrt(root));
}

GR_LAW_FORCE(Tsuji)

static double DampingOfTsuji(const double *coefficient, double overlap)
{
  return coefficient[C] * sqrt(sqrt(overlap));
}

/* Exact. */
static double RestitutionOfTsuji(const double *coefficient, double mass, double speed, bool no_pull)
{
  return GrReturnedLinear(GrLossOfRoot(coefficient[C], coefficient[K], mass), no_pull);
}

const GrLaw GrLaw_tsuji = {
    .name = "tsuji",
    .summary = "Hertz with a dashpot that returns its restitution at any speed",
    .source = "Y. Tsuji, T. Tanaka and T. Ishida, Powder Technol. 71 (1992) 239; G. Wang et al., Mech. Syst. Signal "
              "Process. (2025), doi 10.1016/j.ymssp.2025.112399, eq. 26 (there: the EDEM model)",
    .equation = "F = K d^(3/2) + sqrt(5) z sqrt(K m) d^(1/4) v, K = 4/3 E sqrt(R), m = m1 m2/(m1 + "
                "m2)\n" GR_COEFFICIENT_EQUATION GR_POLYNOMIAL_EQUATION("sqrt(5) z"),
    .range = GR_HERTZ_RANGE " With tension: allow it is hertz/material of LAMMPS' pair style granular: coefficient: "
                            "published with damping coeff_restitution, polynomial with damping tsuji.",
    .defects = "Pulls at the end of restitution. " GR_COEFFICIENT_CARD,
    GR_LAW_ROWS,
    .prepare = PrepareTsuji,
    .factors = FactorsOfTsuji,
    .roots = true,
    .force = ForceOfTsuji,
    .energy = GrHertzEnergy,
    .stiffness = GrHertzStiffness,
    .damping = DampingOfTsuji,
    .onset = 1.25,
    .restitution = RestitutionOfTsuji,
};
