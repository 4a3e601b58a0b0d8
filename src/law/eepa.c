/* Edinburgh elasto-plastic adhesive contact (EEPA): stiffer on unloading than on loading, with an adhesion that grows
   with the largest overlap, and a constant pull.

   F = k1 d^n - f0               plastic branch,    k2 (d^n - d_p^n) >= k1 d^n
   F = k2 (d^n - d_p^n) - f0     elastic branch,    between the plastic and the adhesive branch
   F = -k_adh d^n - f0           adhesive branch,   -k_adh d^n >= k2 (d^n - d_p^n)
   plus c d^((n - 1)/2) v;  d_p = lambda^(1/n) d_m,  k2 = k1/(1 - lambda),  c = 2 z sqrt[(n + 1)/2 k1 m],
   z = |ln e|/sqrt(pi^2 + ln^2 e)
     d overlap [m];  v overlap rate [m/s];  d_m plastic memory, see below [m];  d_p plastic overlap [m];  n exponent
     [1]; lambda plasticity ratio [1];  f0 constant pull [N];  e restitution without plasticity and adhesion [1];  k1,
     k2, k_adh [N/m^n], all = S R^(1 - n) with the values S [N/m] of the parameters, or k1 = 4/3 E R^(2 - n);  R
     effective radius [m];  E effective modulus [Pa];  m reduced mass [kg]
   Source: S. C. Thakur, J. P. Morrissey, J. Sun, J. F. Chen and J. Y. Ooi, Granular Matter 16 (2014) 383, eqs. 5 to 7
   and 16, where f0 has the opposite sign and the dashpot is that of n = 1; for n = 3/2 it is that of tsuji.c; factors
   of R: J. P. Morrissey, thesis, University of Edinburgh (2013), and the
   documentation of LAMMPS.
   Valid: 0 <= lambda < 1; two bodies in contact (d > 0).
   History: d_m and E_c. d_m increases with d on the plastic branch. On the adhesive branch it decreases with d, so that
   reloading is elastic: d_m = rho d, rho^n = (k2 + k_adh)/(lambda k2).
   Energy: recoverable U - f0 d, U = k2 [(d^(n+1) - d_p^(n+1))/(n + 1) - d_p^n (d - d_p)]. Plastic loading to d_m
   dissipates s d_m^(n+1). A cycle of first loading to d_m and unloading to an open contact dissipates g d_m^(n+1). With
   q = lambda^(1/n), U(d_m)/d_m^(n+1) = u_m and U(d_m/rho)/d_m^(n+1) = u_a,
     s = k1/(n + 1) - u_m,   g = s + u_a + k_adh/[(n + 1) rho^(n+1)]
   E_c accumulates g (d_m^(n+1) - d_m'^(n+1)) while the adhesive branch decreases the memory from d_m to d_m'; consumed
   = s d_m^(n+1) + E_c. It depends on the sequence of d, not on the time steps.
   Limits: the force jumps by f0 where the contact closes and opens. Contacts may stick. The pressure is not limited. */
#include "law/common/loss.h"
#include "law/power.h"

enum { STIFFNESS, PLASTICITY, ADHESION, PULL, EXPONENT, RESTITUTION, N_PARAMETERS };
enum { K1, K2, K_ADH, F0, N, VISCOSITY, LAMBDA, ROOT, RHO, RHO_POWER, LOSS, CYCLE, N_COEFFICIENTS };
enum { D_M, E_C, N_HISTORY };
enum { REJOINS, ADHESIVE, N_CORNERS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [STIFFNESS] = {GR_POWER_STIFFNESS("k1", "k1"), 0},
    [PLASTICITY] = {"plasticity_ratio", "1", NULL, 0, 1, false, true, NULL,
                    "lambda = 1 - k1/k2: share of the largest overlap, to the power n, that is plastic; 0: elastic",
                    0.8},
    [ADHESION] = {"k_adh", "N/m", NULL, FROM_ZERO, NULL,
                  "steepness of the adhesive branch, scaled with R as k1; 0: no adhesion that grows with the overlap",
                  1e8},
    [PULL] = {"f0", "N", NULL, FROM_ZERO, "0", "constant pull in contact", 0},
    [EXPONENT] = {GR_POWER_EXPONENT, "1.5", "n of all branches; 1: straight lines", 0},
    [RESTITUTION] = {"restitution", "1", GR_ELASTIC, 0, 1, true, false, "1",
                     "e that the dashpot alone returns, without plasticity and adhesion; 1: no dashpot", 0},
};

static const GrLawHistory history[N_HISTORY] = {
    {"overlap_max", "m", "d_m: largest overlap since the contact closed; falls on the adhesive branch"},
    {"adhesive_loss", "J", "E_c: energy taken on the adhesive branch and on plastic loading since undone"},
};

/* rho of a contact without plasticity, which has no adhesive branch. */
static const double no_branch = 1e100;

/* Coefficients of the energies; see the head of the file. All are divided by d_m^(n+1) [N/m^n]. */
static void PrepareLosses(double *c)
{
  const double n = c[N], lambda = c[LAMBDA], q = c[ROOT], u = 1.0 / c[RHO], plastic = q * lambda;
  const double end = u * GrPowerOf(GR_POWER_ANY, u, n);
  const double largest = c[K2] * ((1.0 - plastic) / (n + 1.0) - lambda * (1.0 - q));
  const double adhesive = c[K2] * ((end - plastic) / (n + 1.0) - lambda * (u - q));
  c[LOSS] = lambda > 0.0 ? c[K1] / (n + 1.0) - largest : 0.0;
  c[CYCLE] = lambda > 0.0 ? c[LOSS] + adhesive + c[K_ADH] * end / (n + 1.0) : 0.0;
}

static const char *PrepareEepa(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const double n = value[EXPONENT].number, lambda = value[PLASTICITY].number, e = value[RESTITUTION].number;
  const GrLawValue adhesion = {true, -1, value[ADHESION].number};
  const char *wrong = GrPowerStiffness(pair, &value[STIFFNESS], n, &coefficient[K1]);
  if (wrong)
    return wrong;
  coefficient[K_ADH] = 0.0;
  if (adhesion.number > 0.0)
    wrong = GrPowerStiffness(pair, &adhesion, n, &coefficient[K_ADH]);
  const double k2 = coefficient[K1] / (1.0 - lambda), ratio = (k2 + coefficient[K_ADH]) / (lambda * k2);
  coefficient[K2] = k2;
  coefficient[F0] = value[PULL].number;
  coefficient[N] = n;
  coefficient[VISCOSITY] = GrDashpot(GrLossLinear(e), 0.5 * (n + 1.0) * coefficient[K1], pair->mass);
  coefficient[LAMBDA] = lambda;
  coefficient[ROOT] = lambda > 0.0 ? GrPower(lambda, 1.0 / n) : 0.0;
  coefficient[RHO] = lambda > 0.0 ? GrPower(ratio, 1.0 / n) : no_branch;
  coefficient[RHO_POWER] = lambda > 0.0 ? ratio : no_branch;
  PrepareLosses(coefficient);
  return wrong;
}

/* A contact at overlap d. */
typedef struct {
  double power;          /* d^n */
  double d_m, power_max; /* d_m, d_m^n */
  double e_c;
  bool adhesive; /* on the adhesive branch */
} State;

/* The state after the overlap has changed to that of the batch. past: history values before. */
GR_INLINE State FollowOverlap(GrPowerForm form, const GrLawBatch *batch, int i, const double past[N_HISTORY])
{
  const double *const *c = batch->coefficient, d = batch->overlap[i] < 0.0 ? 0.0 : batch->overlap[i];
  const double power = GrPowerOf(form, d, c[N][i]), top = GrLarger(past[D_M], d);
  const double power_top = GrPowerOf(form, top, c[N][i]);
  const double largest = c[RHO][i] * d, power_largest = c[RHO_POWER][i] * power;
  const double loss = c[CYCLE][i] * (top * power_top - largest * power_largest);
  const bool falls = largest < top;
  return (State){power, falls ? largest : top, falls ? power_largest : power_top, past[E_C] + (falls ? loss : 0.0),
                 largest <= top};
}

/* The viscosity c d^((n - 1)/2) at d >= 0. */
GR_INLINE double ViscosityAt(GrPowerForm form, double c, double d, double n)
{
  if (form == GR_POWER_LINE)
    return c;
  const double hertz = GrRoot(GrRoot(d)), power = GrPower(d, 0.5 * (n - 1.0)), other = d > 0.0 ? power : 0.0;
  return c * (form == GR_POWER_HERTZ || n == 1.5 ? hertz : n == 1.0 ? 1.0 : other);
}

GR_INLINE GrLawParts PartsAtEepa(GrPowerForm form, const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient, past[N_HISTORY] = {batch->history[D_M][i], batch->history[E_C][i]};
  const State s = FollowOverlap(form, batch, i, past);
  const double elastic = c[K1][i] * s.power_max + c[K2][i] * (s.power - s.power_max), adhesive = -c[K_ADH][i] * s.power;
  const double viscosity = ViscosityAt(form, c[VISCOSITY][i], batch->overlap[i], c[N][i]);
  batch->trial[D_M][i] = s.d_m;
  batch->trial[E_C][i] = s.e_c;
  return (GrLawParts){(s.adhesive ? adhesive : elastic) - c[F0][i] + GrMarkNan(s.d_m + s.e_c),
                      viscosity * batch->rate[i], viscosity, 0};
}

/* At an overlap other than that of the history (0 when a contact has opened), the memory follows first. */
GR_INLINE GrLawEnergies EnergiesAtEepa(GrPowerForm form, const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient, past[N_HISTORY] = {batch->trial[D_M][i], batch->trial[E_C][i]};
  const State s = FollowOverlap(form, batch, i, past);
  const double d = batch->overlap[i] < 0.0 ? 0.0 : batch->overlap[i], lambda = c[LAMBDA][i], n = c[N][i];
  const double flat = c[ROOT][i] * s.d_m, power_flat = lambda * s.power_max;
  const double stored = c[K2][i] * ((d * s.power - flat * power_flat) * (1.0 / (n + 1.0)) - power_flat * (d - flat));
  return (GrLawEnergies){GrLarger(stored, 0.0) - c[F0][i] * d, c[LOSS][i] * (s.d_m * s.power_max) + s.e_c};
}

GR_POWER_FORCE_AND_ENERGY(Eepa, N)

/* The slope of the elastic branch, which depends on the overlap alone. */
static double StiffnessOfEepa(const double *coefficient, double overlap)
{
  return coefficient[K2] * GrPowerSlope(overlap, coefficient[N]);
}

static double DampingOfEepa(const double *coefficient, double overlap)
{
  return ViscosityAt(GR_POWER_ANY, coefficient[VISCOSITY], overlap, coefficient[N]);
}

/* Largest overlap of a free impact, by halving: m v^2/2 = k1 d^(n+1)/(n + 1) - pull d. */
static double LargestOverlap(const double *coefficient, double energy, double pull)
{
  const double n = coefficient[N], k = coefficient[K1] / (n + 1.0);
  double low = 1e-300, high = 1e10;
  for (int i = 0; i < 200; i++) {
    const double d = sqrt(low) * sqrt(high);
    if (d * (k * GrPower(d, n) - pull) < energy)
      low = d;
    else
      high = d;
  }
  return low;
}

/* Exact without dashpot: a constant force does no work in a whole impact. */
static double RestitutionOfPulledEepa(const double *coefficient, double mass, double speed, double pull)
{
  const double energy = 0.5 * mass * (speed * speed), d = LargestOverlap(coefficient, energy, coefficient[F0] + pull);
  const double square = 1.0 - coefficient[CYCLE] * d * GrPower(d, coefficient[N]) / energy;
  return coefficient[VISCOSITY] > 0.0 ? NAN : square > 0.0 ? sqrt(square) : 0.0;
}

/* Without pull the adhesive branch does no work, and only plastic loading counts. */
static double RestitutionOfEepa(const double *coefficient, double mass, double speed, bool no_pull)
{
  const double square = 1.0 - coefficient[LOSS] * (coefficient[N] + 1.0) / coefficient[K1];
  if (!no_pull)
    return RestitutionOfPulledEepa(coefficient, mass, speed, 0.0);
  return coefficient[VISCOSITY] + coefficient[F0] > 0.0 ? NAN : square > 0.0 ? sqrt(square) : 0.0;
}

/* The elastic branch meets the plastic branch at d_m and the adhesive branch at d_m/rho. */
static void CornersOfEepa(const GrLawBatch *batch, double *const *corner)
{
  const double *restrict memory = batch->history[D_M], *restrict rho = batch->coefficient[RHO];
  double *restrict rejoins = corner[REJOINS], *restrict adhesive = corner[ADHESIVE];
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const bool plastic = rho[i] < no_branch;
    rejoins[i] = plastic ? memory[i] : 0.0;
    adhesive[i] = plastic ? memory[i] / rho[i] : 0.0;
  }
}

const GrLaw GrLaw_eepa = {
    .name = "eepa",
    .summary = "Edinburgh elasto-plastic adhesive contact (EEPA), for cohesive powders; needs tension: allow",
    .source = "S. C. Thakur, J. P. Morrissey, J. Sun, J. F. Chen and J. Y. Ooi, Granular Matter 16 (2014) 383, eqs. "
              "5-7 and 16; factors of R: J. P. Morrissey, thesis, University of Edinburgh (2013)",
    .equation = "plastic branch:   F = k1 d^n - f0               k2 (d^n - d_p^n) >= k1 d^n\n"
                "elastic branch:   F = k2 (d^n - d_p^n) - f0     in between\n"
                "adhesive branch:  F = -k_adh d^n - f0           -k_adh d^n >= k2 (d^n - d_p^n)\n"
                "d_p = lambda^(1/n) d_m, k2 = k1/(1 - lambda), lambda = plasticity_ratio\n"
                "k1, k_adh: the parameters times R^(1 - n), or k1 = 4/3 E R^(2 - n), R = R1 R2/(R1 + R2)\n"
                "d_m: largest overlap; falls on the adhesive branch: k2 (d^n - d_p^n) = -k_adh d^n\n"
                "largest pull after loading to d_m: f0 + k_adh d_m^n lambda k2/(k2 + k_adh)\n"
                "plus 2 z sqrt[(n + 1)/2 k1 m] d^((n - 1)/2) v, z = |ln e|/sqrt(pi^2 + ln^2 e)\n"
                "a free impact with f0 = 0, e = 1 returns r at any speed; for n = 1:\n"
                "r^2 = 1 - lambda [1 + beta q/(1 + beta + q)], q = lambda/(1 - lambda), beta = k_adh/k1",
    .range = "0 <= lambda < 1. Meso-particles (groups of fine grains); k1, k_adh and f0 are calibrated with tests of "
             "the bulk. With n = 1, f0 = 0 and k_adh = 0 it is walton_braun with k2 = k1/(1 - lambda), but that a "
             "contact unloaded to below d_p reloads from its current overlap; with lambda = 0 it is elastic. With n = "
             "1.5 and without k1, loading is Hertz's. The normal model epa_nonlinear of "
             "LAMMPS has the same branches. For the friction limit of the source give linear_spring its stiffness 2/7 "
             "k1 and, if n = 1, cohesion: k_adh.",
    .defects = "The static force is tensile on the adhesive branch, so give tension: allow. tension: clip sets this "
               "force to 0, so that there is no cohesion; the energy that the adhesive branch would consume counts as "
               "plastic work. The pressure has no limit: hardening only by the overlap. Morrissey and EDEM have "
               "another exponent of the adhesive branch, and compute k_adh from a surface energy; here the exponent "
               "is n, as in the source. The source has the dashpot of n = 1; for n = 1.5 it is that of tsuji. The "
               "force jumps by f0 where the contact closes and opens: in chains an "
               "integrator of fixed step h errs there by up to f0 v h in energy; in assemblies the jump is corrected. "
               "The history is forgotten when the contact opens.",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareEepa,
    .force = ForceOfEepa,
    .energy = EnergyOfEepa,
    .stiffness = StiffnessOfEepa,
    .damping = DampingOfEepa,
    .restitution = RestitutionOfEepa,
    .restitution_with_pull = RestitutionOfPulledEepa,
    .jumps = true,
    .corners = CornersOfEepa,
    .n_corners = N_CORNERS,
    .end = 1 + ADHESIVE,
};
