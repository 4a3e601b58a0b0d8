/* Elastic-plastic spring-dashpot (EPSD) against rolling. The stiffness of the spring follows from that of the normal
   contact, and therefore from the load.

   T = -(k xi + c s);  torque R n x F on the first body;  L = mu N, under tension friction_pull |N|; Coulomb's law with
   the limit L: slide.h, with `slider: spring` and, for Hertz's stiffness, `area: thornton`.
     k = f mu^2 k_n,  c = 2 z sqrt(7/5 m k)
     s = R (w1 - w2) x n slip [m/s];  xi its integral since the contact closed [m];  R effective radius [m];  n normal;
     N normal force [N];  mu friction [1];  f stiffness_factor, 2.25 in the source [1];  z damping_ratio [1];
     k_n stiffness of the normal contact [N/m]: the parameter `stiffness`, or Hertz's tangent 2 E a, E effective modulus
     [Pa], a contact radius [m];  m reduced mass [kg]
   The torque per angle is k_r = k R^2 = f k_n (mu R)^2, and the angle of full torque is N/(f mu k_n R).

   Source: model C of J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi, Powder Technol. 206 (2011) 269: k_r = 2.25 k_n
   (mu R)^2, largest torque mu R N, viscous torque of the damping ratio z that ends at the largest torque; see also
   C. M. Wensrich and A. Katterfeld, Powder Technol. 217 (2012) 409, and K. Iwashita and M. Oda, J. Eng. Mech. 124
   (1998) 285, with k_r = k_t R^2. epsd2 of LIGGGHTS has this k_r without viscous torque, as rolling_spring with the
   stiffness k_t.
   Valid: any speed. A sphere on a plane rocks with w^2 = k_r/(7/5 m R^2) if the tangential stiffness k_t is much larger
   than k; otherwise w^2 is the lower root of (k_t - m w^2)(k_t R^2 + k_r - 2/5 m R^2 w^2) = k_t^2 R^2. The oscillation
   decays as exp(-z w t).
   History: xi, and root = a/sqrt(R) [m^(1/2)].  Energy: k xi^2/2, with k at the present overlap.
   Limits: as slide.h. c is exact for a sphere on a plane; two free spheres of equal size rock with 0.94 z. Ai takes the
   inertia of a pair about the contact point, which for such spheres is 3.5 times the inertia of their rocking. In Ai's
   law spring and dashpot together may exceed the limit L R; here they may not. */
#include "law/slide/springs.h"

enum { FRICTION, DAMPING_RATIO, STIFFNESS, STIFFNESS_FACTOR, FRICTION_PULL, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, K = GR_SLIDE_MORE + 1, K_OF_RADIUS, DASHPOT, MU, MU_PULL, N_COEFFICIENTS };
enum { ROOT = GR_SPRING_MORE, N_HISTORY };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [FRICTION] = {"friction", "1", NULL, ABOVE_ZERO, NULL,
                  "mu: largest torque divided by R times the normal force; k grows with its square", 0.1},
    [DAMPING_RATIO] = {"damping_ratio", "1", NULL, FROM_ZERO, "0.3",
                       "z: damping ratio of a sphere that rocks on a plane; 1 is critical", 0},
    [STIFFNESS] = {"stiffness", "N/m", NULL, ABOVE_ZERO, "",
                   "k_n of the normal law, for example that of linear; if omitted: Hertz's 2 E a", 0},
    [STIFFNESS_FACTOR] = {"stiffness_factor", "1", NULL, ABOVE_ZERO, "2.25", "f: k over mu^2 k_n", 0},
    [FRICTION_PULL] = {GR_SLIDE_FRICTION_PULL},
};

static const GrLawHistory history[N_HISTORY] = {
    GR_SPRING_ROWS,
    [ROOT] = {GR_SPRING_ROOT_ROW},
};

/* With root = a/sqrt(R): k = K + K_OF_RADIUS root, c = sqrt(DASHPOT k). */
static bool FactorsOfRollingEpsd(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  const double mu = value[FRICTION].number, z = value[DAMPING_RATIO].number;
  const double scale = value[STIFFNESS_FACTOR].number * (mu * mu);
  const bool given = value[STIFFNESS].given;

  factor[SHARE] = (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = 0};
  factor[GR_SLIDE_SLIDER] = (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = GR_SLIDER_SPRING};
  factor[GR_SLIDE_AREA] =
      (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = given ? GR_AREA_DISPLACEMENT : GR_AREA_THORNTON};
  factor[K] = (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = given ? scale * value[STIFFNESS].number : 0.0};
  factor[K_OF_RADIUS] = (GrLawFactor){.form = GR_FACTOR_ROOT, .factor = given ? 0.0 : scale * 2.0 * pair->modulus};
  factor[DASHPOT] = (GrLawFactor){.form = GR_FACTOR_MASS_ALONE, .factor = 4.0 * 7.0 / 5.0 * (z * z)};
  factor[MU] = (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = mu};
  factor[MU_PULL] = (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = value[FRICTION_PULL].number};
  return true;
}

static const char *PrepareRollingEpsd(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  GrLawFactor factor[N_COEFFICIENTS];

  if (!value[STIFFNESS].given && isnan(pair->modulus))
    return "the stiffness of the normal contact is not known; give youngs_modulus and poisson_ratio of both materials, "
           "or stiffness";
  FactorsOfRollingEpsd(pair, value, factor);
  GrLawScale(N_COEFFICIENTS, factor, pair->radius, pair->mass, coefficient);
  if (isinf(pair->mass)) /* both bodies are fixed */
    coefficient[DASHPOT] = 0.0;
  return NULL;
}

GR_INLINE GrSlideTerms TermsOfRollingEpsd(const GrSlideBatch *batch, double root, int i)
{
  const double *const *coefficient = batch->coefficient;
  const double k = coefficient[K][i] + coefficient[K_OF_RADIUS][i] * root, c = sqrt(coefficient[DASHPOT][i] * k);
  const double cap = GrSlideCap(coefficient[MU][i], coefficient[MU_PULL][i], batch->normal_force[i]);
  return (GrSlideTerms){k, c, cap, cap};
}

static void SlideRollingEpsd(const GrSlideBatch *batch)
{
  GrSlideRun(batch, TermsOfRollingEpsd, true, false);
}

static double StiffnessOfRollingEpsd(const double *coefficient, double overlap)
{
  return coefficient[K] + coefficient[K_OF_RADIUS] * sqrt(overlap);
}

static double DampingOfRollingEpsd(const double *coefficient, double overlap)
{
  return sqrt(coefficient[DASHPOT] * StiffnessOfRollingEpsd(coefficient, overlap));
}

const GrLaw GrLaw_rolling_epsd = {
    .name = "rolling_epsd",
    .kind = GR_LAW_ROLLING,
    .summary = "resistance to rolling with spring, dashpot and limit, whose stiffness follows the load",
    .source =
        "model C of J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi, Powder Technol. 206 (2011) 269; C. M. Wensrich "
        "and A. Katterfeld, Powder Technol. 217 (2012) 409; K. Iwashita and M. Oda, J. Eng. Mech. 124 (1998) 285",
    .equation = "pseudo-force T = -(k xi + c s), k = f mu^2 k_n, c = 2 z sqrt(7/5 m k)\n"
                "k_n = stiffness or, if omitted, 2 E a; a: contact radius; m = m1 m2/(m1 + m2)\n"
                "L = mu N, under tension friction_pull |N|\n"
                "sticks if |k xi| <= L and |T| <= L: F = T\n"
                "otherwise slides: xi is shortened until |k xi| <= L; F = T min(1, L/|T|)\n"
                "s = R (w1 - w2) x n; xi: its integral since the contact closed; N: normal force\n"
                "torque R n x F on the first body, the opposite on the other; n: normal from the first to the other",
    .range =
        "any speed. A sphere on a plane rocks with w^2 = k R^2/(7/5 m R^2) and the damping ratio z if the "
        "tangential stiffness is much larger than k. With model hertz, epsd of LIGGGHTS takes the secant stiffness "
        "4/3 E a as k_n: stiffness_factor 1.5. Its epsd2 (no dashpot, k = k_t) is rolling_spring with the "
        "stiffness k_t.",
    .defects = "Spring and dashpot together are limited to L; in the source only the spring is. The dashpot is exact "
               "for a sphere on a plane; two free spheres of equal size rock with 0.94 z. If the contact area grows, "
               "the spring "
               "keeps its force and loses energy, which the ledger counts as loss by friction. The spring follows the "
               "contact plane, but not a spin of the pair about the normal.",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareRollingEpsd,
    .factors = FactorsOfRollingEpsd,
    .stiffness = StiffnessOfRollingEpsd,
    .damping = DampingOfRollingEpsd,
    .roots = true,
    .slide = SlideRollingEpsd,
};
