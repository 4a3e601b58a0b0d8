/* Viscoelastic spheres of Kuwabara and Kono: Hertz's contact with the viscosities of the bodies.

   F = K d^(3/2) + 3/2 A K d^(1/2) v,  or F = K d^(3/2) + m gamma sqrt(R d) v
     d overlap [m];  v overlap rate [m/s];  K [N/m^1.5];  A time of dissipation [s], given or from viscosities:
     A = (g1 D1 + g2 D2)/(D1 + D2),  D_i = (1 - nu_i^2)/E_i [1/Pa]
     g_i = (1/E_i) (1 + nu_i)/(1 - nu_i) [4/3 eta_s (1 - nu_i + nu_i^2) + eta_b (1 - 2 nu_i)^2] [s]
     eta_s, eta_b viscosities in shear and in bulk, of both bodies [Pa s]
     m reduced mass [kg];  R effective radius [m];  gamma damping [1/(m s)]
   Source: G. Kuwabara and K. Kono, Jpn. J. Appl. Phys. 26 (1987) 1230; J25 (W. Jia et al., A novel nonlinear viscous
   contact model with a Newtonian fluid-filled dashpot, AIMS Press (2025)) Table 5, which prints (1 - 2 nu) without
   the square.
   Valid: as Hertz's law; A v much smaller than d.
   History: none.  Energy: 2/5 K d^(5/2).
   Limits: the slope of the damping over d is infinite at d = 0; the force is negative at the end of an impact. */
#include "law/hertz.h"

enum { TIME, ETA_SHEAR, ETA_BULK, STIFFNESS, DAMPING, N_PARAMETERS };
enum { K, C, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [TIME] = {"dissipation_time", "s", "viscosities", FROM_ZERO, "",
              "A; or the word viscosities: A is computed from eta_shear, eta_bulk and the materials", 1e-6},
    [ETA_SHEAR] = {"eta_shear", "Pa*s", NULL, FROM_ZERO, "",
                   "viscosity of both bodies in shear; only with dissipation_time: viscosities", 0},
    [ETA_BULK] = {"eta_bulk", "Pa*s", NULL, FROM_ZERO, "",
                  "viscosity of both bodies in bulk; only with dissipation_time: viscosities", 0},
    [STIFFNESS] = {GR_HERTZ_STIFFNESS},
    [DAMPING] = {"damping", "m^-1 s^-1", NULL, FROM_ZERO, "",
                 "gamma, instead of dissipation_time: the viscosity over reduced mass and contact radius; LAMMPS: "
                 "damping viscoelastic",
                 0},
};

/* A of two bodies. */
static double FromViscosities(const GrLawBody body[2], double shear, double bulk)
{
  double weighted = 0, weights = 0;
  for (int i = 0; i < 2; i++) {
    double nu = body[i].poisson_ratio, modulus = body[i].youngs_modulus;
    double weight = (1.0 - nu * nu) / modulus, narrow = 1.0 - 2.0 * nu;
    double viscosity = 4.0 / 3.0 * shear * (1.0 - nu + nu * nu) + bulk * narrow * narrow;
    weighted += weight * (1.0 + nu) / (1.0 - nu) * viscosity / modulus;
    weights += weight;
  }
  return weighted / weights;
}

static const char *DissipationTime(const GrLawPair *pair, const GrLawValue *value, double *a)
{
  bool shear = value[ETA_SHEAR].given, bulk = value[ETA_BULK].given;
  if (value[TIME].choice < 0) {
    if (shear || bulk)
      return "dissipation_time is given as a number, and eta_shear or eta_bulk too; leave the viscosities out, or give "
             "dissipation_time: viscosities";
    *a = value[TIME].number;
    return NULL;
  }
  if (!shear || !bulk)
    return "dissipation_time: viscosities needs both of them; give eta_shear and eta_bulk";
  *a = FromViscosities(pair->body, value[ETA_SHEAR].number, value[ETA_BULK].number);
  if (isnan(*a))
    return "dissipation_time: viscosities needs the elasticity of the bodies; give youngs_modulus and poisson_ratio of "
           "both materials, or dissipation_time as a number";
  return NULL;
}

static const char *PrepareKuwabaraKono(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const double gamma = value[DAMPING].number;
  double a;
  const char *wrong = GrHertzPrepare(pair, &value[STIFFNESS], &coefficient[K]);
  if (wrong)
    return wrong;
  if (value[TIME].given == value[DAMPING].given)
    return "the damping must be given once; write either dissipation_time or damping";
  if (value[DAMPING].given) {
    coefficient[C] = gamma > 0.0 ? pair->mass * gamma * sqrt(pair->radius) : 0.0; /* the mass may be infinite */
    return NULL;
  }
  wrong = DissipationTime(pair, value, &a);
  if (!wrong)
    coefficient[C] = 1.5 * a * coefficient[K];
  return wrong;
}

static bool FactorsOfKuwabaraKono(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  double a;
  factor[K] = GrHertzFactor(pair, &value[STIFFNESS]);
  factor[C] = (GrLawFactor){.form = GR_FACTOR_MASS, .factor = value[DAMPING].number};
  if (value[DAMPING].given)
    return true;
  if (DissipationTime(pair, value, &a))
    return false;
  factor[C] = (GrLawFactor){GR_FACTOR_MULTIPLE, K, 1.5 * a};
  return true;
}

GR_INLINE GrLawParts PartsOfKuwabaraKono(const GrLawBatch *batch, int i)
{
  const double root = GrRoot(batch->overlap[i]);
  return GrHertzParts(batch, i, root, batch->coefficient[C][i] * root);
}

GR_LAW_FORCE(KuwabaraKono)

GR_LAW_ROOT(DampingOfKuwabaraKono, C)

const GrLaw GrLaw_kuwabara_kono = {
    .name = "kuwabara_kono",
    .summary = "Hertz with the viscosities of the bodies; restitution falls with speed",
    .source = "G. Kuwabara and K. Kono, Jpn. J. Appl. Phys. 26 (1987) 1230; N. V. Brilliantov, F. Spahn, J.-M. "
              "Hertzsch and T. Poschel, Phys. Rev. E 53 (1996) 5382; W. Jia et al., A novel nonlinear viscous contact "
              "model with a Newtonian fluid-filled dashpot, AIMS Press (2025), Table 5 (J25)",
    .equation = "F = K d^(3/2) + 3/2 A K d^(1/2) v, or F = K d^(3/2) + m gamma sqrt(R d) v; K = 4/3 E sqrt(R)\n"
                "A = dissipation_time, or (g1 D1 + g2 D2)/(D1 + D2) with D_i = (1 - nu_i^2)/E_i and\n"
                "g_i = (1/E_i) (1 + nu_i)/(1 - nu_i) [4/3 eta_s (1 - nu_i + nu_i^2) + eta_b (1 - 2 nu_i)^2]",
    .range = GR_HERTZ_RANGE " A must be short against the duration of the contact. With damping: gamma, m the reduced "
                            "mass, it is hertz/material of LAMMPS' pair style granular with damping viscoelastic.",
    .defects =
        "J25 prints (1 - 2 nu) without the square, so that the bulk viscosity counts more: 2.5 times at nu = 0.3. "
        "Pulls at the end of restitution. Both bodies have the same viscosities here; for two different bodies give A.",
    GR_LAW_ROWS,
    .prepare = PrepareKuwabaraKono,
    .factors = FactorsOfKuwabaraKono,
    .roots = true,
    .force = ForceOfKuwabaraKono,
    .energy = GrHertzEnergy,
    .stiffness = GrHertzStiffness,
    .damping = DampingOfKuwabaraKono,
    .onset = 1.5,
};
