/* Spring and dashpot with free exponents.

   F = K d^a + D d^g |v|^(b - 1) v,  K = F_r/d_r^a,  D = D_r/(d_r^g v_r^b)
     d overlap [m];  v overlap rate [m/s];  a, g, b exponents [1];  F_r, D_r forces of spring and dashpot at the
     overlap d_r [m] and the rate v_r [m/s] [N];  K [N/m^a];  D [N s^b/m^(g + b)]
   Source: J25 (W. Jia et al., A novel nonlinear viscous contact model with a Newtonian fluid-filled dashpot, AIMS Press
   (2025)) eq. 1.
   Valid: a >= 1, g >= 0, b >= 1.
   History: none.  Energy: K d^(a + 1)/(a + 1).
   Limits: for b > 1 the damping dF/dv has no upper bound; the bound on the step takes it at the speed with which a
   contact without losses reaches the overlap. The force is negative at the end of an impact if g < a. */
#include "law/common/exact_hysteresis.h"
#include "law/common/loss.h"
#include "law/power.h"

enum { FORCE, EXPONENT, DAMPING_FORCE, DAMPING_EXPONENT, SPEED_EXPONENT, OVERLAP, SPEED, N_PARAMETERS };
enum { K, A, D, G, B, IMPLIED, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [FORCE] = {"force", "N", NULL, ABOVE_ZERO, NULL,
               "F_r of the spring; with the default of reference_overlap: K in "
               "SI units",
               1e9},
    [EXPONENT] = {GR_POWER_EXPONENT, NULL, "a of the spring", 1.6},
    [DAMPING_FORCE] = {"damping_force", "N", NULL, FROM_ZERO, "0",
                       "D_r of the dashpot; with the defaults of reference_overlap and reference_speed: D in SI units",
                       0},
    [DAMPING_EXPONENT] = {"damping_exponent", "1", NULL, 0, 10, false, false, "0",
                          "g: exponent of the overlap in the dashpot", 0},
    [SPEED_EXPONENT] = {"speed_exponent", "1", NULL, 1, 10, false, false, "1",
                        "b: exponent of the overlap rate in the dashpot", 0},
    [OVERLAP] = {"reference_overlap", "m", NULL, ABOVE_ZERO, "1 m", "d_r: overlap of force and damping_force", 0},
    [SPEED] = {"reference_speed", "m/s", NULL, ABOVE_ZERO, "1 m/s", "v_r: overlap rate of damping_force", 0},
};

static const char *PreparePowerLaw(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const double d = value[OVERLAP].number, v = value[SPEED].number, damping = value[DAMPING_FORCE].number;
  const double a = value[EXPONENT].number, g = value[DAMPING_EXPONENT].number, b = value[SPEED_EXPONENT].number;
  coefficient[A] = a;
  coefficient[G] = g;
  coefficient[B] = b;
  coefficient[K] = value[FORCE].number * GrPower(d, -a);
  coefficient[D] = damping > 0.0 ? damping * GrPower(d, -g) * GrPower(v, -b) : 0.0;
  coefficient[IMPLIED] = 2.0 * coefficient[K] / ((a + 1.0) * pair->mass);
  if (!(coefficient[K] > 0.0) || isinf(coefficient[K]) || isinf(coefficient[D]))
    return "K or D is zero or infinite in double precision; write a reference_overlap or reference_speed near those of "
           "the contacts";
  return NULL;
}

/* Returns d^g for d >= 0, also for g = 0. */
GR_INLINE double DampingPower(double d, double g)
{
  const double power = GrPowerOf(GR_POWER_ANY, d, g);
  return g == 0.0 ? 1.0 + GrMarkNan(d) : power;
}

GR_INLINE GrLawParts PartsAtPowerLaw(GrPowerForm form, const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient, d = batch->overlap[i] < 0.0 ? 0.0 : batch->overlap[i];
  const double v = batch->rate[i], speed = fabs(v), b = c[B][i];
  const double secant = GrPowerOf(GR_POWER_ANY, speed, b - 1.0), linear = 1.0 + GrMarkNan(v);
  const double viscosity = c[D][i] * DampingPower(d, c[G][i]) * (b == 1.0 ? linear : secant);
  return (GrLawParts){c[K][i] * GrPowerOf(form, d, c[A][i]), viscosity * v, b * viscosity, 0};
}

GR_INLINE GrLawEnergies EnergiesAtPowerLaw(GrPowerForm form, const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient, d = batch->overlap[i], a = c[A][i];
  return (GrLawEnergies){c[K][i] / (a + 1.0) * (d * GrPowerOf(form, d, a)), 0};
}

GR_POWER_FORCE_AND_ENERGY(PowerLaw, A)

static double StiffnessOfPowerLaw(const double *coefficient, double overlap)
{
  return coefficient[K] * GrPowerSlope(overlap, coefficient[A]);
}

/* At the speed that reaches the overlap without loss. */
static double DampingOfPowerLaw(const double *coefficient, double overlap)
{
  const double b = coefficient[B], a = coefficient[A];
  const double speed = sqrt(coefficient[IMPLIED] * overlap * GrPowerOf(GR_POWER_ANY, overlap, a));
  const double secant = b == 1.0 ? 1.0 : GrPowerOf(GR_POWER_ANY, speed, b - 1.0);
  return b * coefficient[D] * DampingPower(overlap, coefficient[G]) * secant;
}

/* Exact in three cases: without dashpot; with g = a and b = 1, hysteresis damping; and with g = (a - 1)/2 and b = 1,
   where the law is a linear oscillator in y = d^((a + 1)/2) with the spring 2 K/(a + 1) and the viscosity 2 D/(a + 1).
 */
static double RestitutionOfPowerLaw(const double *coefficient, double mass, double speed, bool no_pull)
{
  const double k = coefficient[K], d = coefficient[D], a = coefficient[A], g = coefficient[G], whole = 0.5 * (a + 1.0);
  if (d == 0.0)
    return 1.0;
  if (coefficient[B] == 1.0 && g == a)
    return GrExactRestitution(d * speed / k);
  if (coefficient[B] == 1.0 && g == 0.5 * (a - 1.0))
    return GrReturnedLinear(d / sqrt(k * whole * mass), no_pull);
  return NAN;
}

const GrLaw GrLaw_power_law = {
    .name = "power_law",
    .summary = "spring K d^a and dashpot D d^g v^b with free exponents, for instance for a fit to data",
    .source = "W. Jia et al., A novel nonlinear viscous contact model with a Newtonian fluid-filled dashpot, AIMS "
              "Press (2025), eq. 1",
    .equation = "F = K d^a + D d^g |v|^(b - 1) v\n"
                "K = force/reference_overlap^a\n"
                "D = damping_force/(reference_overlap^g reference_speed^b)\n"
                "restitution of a free impact in closed form, b = 1:\n"
                "g = a:           r, h (1 + r) = ln[(1 + h)/(1 - r h)], h = D v0/K\n"
                "g = (a - 1)/2:   exp[-pi z/sqrt(1 - z^2)], z = D/sqrt(2 (a + 1) K m), ending at d = 0",
    .range = "a >= 1, g >= 0, b >= 1. Spring and dashpot are chosen, not material properties. Hertz's exponent is a = "
             "3/2; tsuji has g = 1/4, kuwabara_kono g = 1/2, newtonian_dashpot g = 1, marhefka_orin g = 3/2, all with "
             "b = 1.",
    .defects = "Pulls at the end of restitution if g < a. The bound on damping, and therefore the automatic step, "
               "assumes for b > 1 the speed that reaches the overlap without loss: 1/2 m v^2 = K d^(a + 1)/(a + 1). If "
               "g < 1, the force of the dashpot is steep where the contact closes; a fixed step errs there by its "
               "first power or more.",
    GR_LAW_ROWS,
    .prepare = PreparePowerLaw,
    .force = ForceOfPowerLaw,
    .energy = EnergyOfPowerLaw,
    .stiffness = StiffnessOfPowerLaw,
    .damping = DampingOfPowerLaw,
    .restitution = RestitutionOfPowerLaw,
};
