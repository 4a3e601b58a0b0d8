/* Hertz's spring, or one with another exponent, with hysteresis damping in proportion to the overlap rate. The law has
   no reference speed, so it is the same in chains, in assemblies and in free impacts.

   F = S R (d/R)^n (1 + alpha v) = K d^n (1 + alpha v),  S = 4/3 E R or given,  K = S R^(1 - n)
     d overlap [m];  v overlap rate [m/s];  n exponent [1];  R effective radius [m];  E effective modulus [Pa];
     S [N/m];  K [N/m^n], for n = 3/2 that of Hertz;  alpha [s/m], given or h(e)/v_e with the positive root h of
     h (1 + e) = ln[(1 + h)/(1 - e h)];  e restitution of a free impact at the reference speed v_e [m/s]
   Source: D. W. Marhefka and D. E. Orin, IEEE Trans. Syst. Man Cybern. A 29 (1999) 566, eqs. 2 and 12, whose lambda is
   alpha K, and whose alpha is 2/3 of this alpha; h(e): common/exact_hysteresis.h.
   Valid: as Hertz's law for n = 3/2.
   History: none.  Energy: K d^(n + 1)/(n + 1).
   Limits: the static part of the force is never negative, but the whole force is for v < -1/alpha, which a free impact
   does not reach. The restitution falls with the speed and approaches 1 for slow impacts. */
#include "law/common/exact_hysteresis.h"
#include "law/power.h"
#include "law/rows.h"

enum { ALPHA, RESTITUTION, SPEED, EXPONENT, STIFFNESS, N_PARAMETERS };
enum { K, H, N, MASS, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [ALPHA] = {"alpha", "s/m", NULL, FROM_ZERO, "", "damping per overlap rate; or give restitution and reference_speed",
               0.1},
    [RESTITUTION] = {"restitution", "1", GR_ELASTIC, 0, 1, true, false, "",
                     "e of a free impact at reference_speed, instead of alpha", 0},
    [SPEED] = {"reference_speed", "m/s", NULL, ABOVE_ZERO, "", "v_e: approach speed of the impact that returns e", 0},
    [EXPONENT] = {GR_POWER_EXPONENT, "1.5", "n of the spring; 1.5: Hertz", 0},
    [STIFFNESS] = {GR_POWER_STIFFNESS("stiffness", "S"), 0},
};

static const char *PrepareMarhefkaOrin(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const GrLawValue *alpha = &value[ALPHA], *e = &value[RESTITUTION], *speed = &value[SPEED];
  if (alpha->given == e->given || e->given != speed->given)
    return "the damping must be given once; write alpha, or restitution with reference_speed";
  coefficient[H] = alpha->given ? alpha->number : GrExactHysteresis(e->number) / speed->number;
  coefficient[N] = value[EXPONENT].number;
  coefficient[MASS] = pair->mass;
  return GrPowerStiffness(pair, &value[STIFFNESS], coefficient[N], &coefficient[K]);
}

GR_INLINE GrLawParts PartsAtMarhefkaOrin(GrPowerForm form, const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient;
  const double spring = c[K][i] * GrPowerOf(form, batch->overlap[i], c[N][i]), viscosity = spring * c[H][i];
  return (GrLawParts){spring, viscosity * batch->rate[i], viscosity, 0};
}

GR_INLINE GrLawEnergies EnergiesAtMarhefkaOrin(GrPowerForm form, const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient, d = batch->overlap[i], n = c[N][i];
  return (GrLawEnergies){c[K][i] / (n + 1.0) * (d * GrPowerOf(form, d, n)), 0};
}

GR_POWER_FORCE_AND_ENERGY(MarhefkaOrin, N)

static double StiffnessOfMarhefkaOrin(const double *coefficient, double overlap)
{
  return coefficient[K] * GrPowerSlope(overlap, coefficient[N]);
}

static double DampingOfMarhefkaOrin(const double *coefficient, double overlap)
{
  return coefficient[K] * GrPowerOf(GR_POWER_ANY, overlap, coefficient[N]) * coefficient[H];
}

/* Exact: the relation of common/exact_hysteresis.h holds for every static force. */
static double RestitutionOfMarhefkaOrin(const double *coefficient, double mass, double speed, bool no_pull)
{
  return GrExactRestitution(coefficient[H] * speed);
}

const GrLaw GrLaw_marhefka_orin = {
    .name = "marhefka_orin",
    .summary = "spring K d^n with hysteresis damping without a reference speed; right for chains",
    .source = "D. W. Marhefka and D. E. Orin, IEEE Trans. Syst. Man Cybern. A 29 (1999) 566, eqs. 2 and 12",
    .equation = "F = K d^n (1 + alpha v), K = S R^(1 - n), S = stiffness or 4/3 E R\n"
                "n = 3/2 without stiffness: K = 4/3 E sqrt(R)\n"
                "instead of alpha: alpha = h/v_e, h (1 + e) = ln[(1 + h)/(1 - e h)], restitution e at v_e\n"
                "a free impact at the speed v_i returns r, h (1 + r) = ln[(1 + h)/(1 - r h)], h = alpha v_i",
    .range = "with n = 1.5 as Hertz: overlap much smaller than R; contact long against the time an elastic wave takes "
             "through the bodies. The damping depends on the current rate only, so that contacts in chains and "
             "assemblies, also closed ones, are damped as in a free impact.",
    .defects = "The source writes lambda d^n v for the damping, lambda = 3/2 a K, where a is 2/3 of alpha; it "
               "approximates the restitution by 1 - a v_i, which 1 - 2/3 alpha v_i is for slow impacts. A contact that "
               "other forces open faster than 1/alpha pulls; tension: clip removes this pull.",
    GR_LAW_ROWS,
    .prepare = PrepareMarhefkaOrin,
    .force = ForceOfMarhefkaOrin,
    .energy = EnergyOfMarhefkaOrin,
    .stiffness = StiffnessOfMarhefkaOrin,
    .damping = DampingOfMarhefkaOrin,
    .restitution = RestitutionOfMarhefkaOrin,
};
