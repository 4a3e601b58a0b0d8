/* Twisting resistance after Marshall: the sliding resistance of a contact, integrated over its area.

   M = -(k_t a^2 theta + c_t a^2 W)/2;  torque M n on the first body;  Coulomb's law with the limit 2/3 mu a N and the
   choices of `slider`: slide.h, with numbers in place of vectors.
     W = (w1 - w2).n relative spin about the normal [rad/s];  theta its integral since the contact closed [rad];
     a contact radius, sqrt(R d) of Hertz's contact [m];  k_t = 8 G a, or `stiffness`: that of sliding [N/m];
     c_t = damping times the viscosity of the normal law [N s/m];  N normal force [N];  mu friction [1];
     1/G = (2 - nu1)/G1 + (2 - nu2)/G2, G_i = E_i/(2 (1 + nu_i)) [Pa]
   Source: J. S. Marshall, J. Comput. Phys. 228 (2009) 1541, eqs. 30, 32, 34 and 44. Here in the form of GrSlideBatch: F
   = M/R, s = R W, xi = R theta, so that k = k_t a^2/(2 R^2) and so on.
   Valid: as the law mindlin; the whole contact area sticks or slides at once. Pressure and stiffness are uniform over
   the area; with Hertz's pressure the largest torque would be 3 pi/16 mu a N.
   History: xi, a number, which needs no rotation.  Energy: k xi^2/2, with k at the present overlap.
   Limits: as the law mindlin. With damping: 0 the twist oscillates. */
#include "law/slide/twist.h"

enum { FRICTION, DAMPING, SHEAR_MODULUS, STIFFNESS, FRICTION_PULL, SLIDER, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, K = GR_SLIDE_SLIDER + 1, K_OF_RADIUS, INVERSE_RADIUS, MU, MU_PULL, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [FRICTION] = {"friction", "1", NULL, FROM_ZERO, NULL,
                  "mu of sliding: the largest torque is 2/3 mu a times the normal force", 0.3},
    [DAMPING] = {GR_SLIDE_DAMPING("1")},
    [SHEAR_MODULUS] = {GR_SLIDE_SHEAR_MODULUS},
    [STIFFNESS] = {"stiffness", "N/m", NULL, ABOVE_ZERO, "",
                   "k_t of sliding, for example that of linear_spring; if omitted: 8 G a, that of mindlin", 0},
    [FRICTION_PULL] = {GR_SLIDE_FRICTION_PULL},
    [SLIDER] = {GR_SLIDE_SLIDER_ROW},
};

static const GrLawHistory history[GR_TWIST_HISTORY] = {GR_TWIST_ROWS};

/* With root = a/sqrt(R): k = root^2 (K + K_OF_RADIUS root), c = SHARE root^2/R times the viscosity of the normal law,
   largest force MU root N. */
static const char *PrepareMarshall(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const double r = pair->radius, g = value[STIFFNESS].given ? 0.0 : GrSlideShearModulus(pair, &value[SHEAR_MODULUS]);
  if (isnan(g))
    return "the shear modulus is not known; give youngs_modulus and poisson_ratio of both materials, shear_modulus, or "
           "stiffness";
  if (value[STIFFNESS].given && value[SHEAR_MODULUS].given)
    return "stiffness and shear_modulus are both given; write one of the two";
  coefficient[SHARE] = 0.5 * value[DAMPING].number;
  coefficient[GR_SLIDE_SLIDER] = value[SLIDER].choice;
  coefficient[K] = value[STIFFNESS].given ? 0.5 * value[STIFFNESS].number / r : 0.0;
  coefficient[K_OF_RADIUS] = 4.0 * g / sqrt(r);
  coefficient[INVERSE_RADIUS] = 1.0 / r;
  coefficient[MU] = 2.0 / 3.0 * value[FRICTION].number / sqrt(r);
  coefficient[MU_PULL] = 2.0 / 3.0 * value[FRICTION_PULL].number / sqrt(r);
  return NULL;
}

GR_INLINE GrSlideTerms TermsOfMarshall(const GrSlideBatch *batch, double root, int i)
{
  const double *const *coefficient = batch->coefficient, square = root * root;
  const double k = square * (coefficient[K][i] + coefficient[K_OF_RADIUS][i] * root);
  const double c = coefficient[SHARE][i] * batch->viscosity[i] * square * coefficient[INVERSE_RADIUS][i];
  const double cap = root * GrSlideCap(coefficient[MU][i], coefficient[MU_PULL][i], batch->normal_force[i]);
  return (GrSlideTerms){k, c, cap, cap};
}

static void SlideMarshall(const GrSlideBatch *batch)
{
  GrTwistRun(batch, TermsOfMarshall, true);
}

static double StiffnessOfMarshall(const double *coefficient, double overlap)
{
  return overlap * (coefficient[K] + coefficient[K_OF_RADIUS] * sqrt(overlap));
}

const GrLaw GrLaw_marshall = {
    .name = "marshall",
    .kind = GR_LAW_TWISTING,
    .summary = "resistance to spin about the normal that follows from the resistance to sliding",
    .source = "J. S. Marshall, J. Comput. Phys. 228 (2009) 1541, eqs. 30, 32, 34 and 44",
    .equation = "torque M n on the first body, the opposite on the other; n: normal from the first to the other\n"
                "M = -(k_t a^2 theta + c_t a^2 W)/2, k_t = 8 G a or stiffness\n"
                "|k_t a^2 theta/2| > L: theta is reduced until |k_t a^2 theta/2| = L = 2/3 mu a N\n"
                "|M| > L:               slides with the torque L\n"
                "slider: total:         only |M| is limited; if |M| > L, theta is set so that |M| = L\n"
                "W = (w1 - w2).n; theta: its integral since the contact closed; N: normal force\n"
                "a: contact radius, sqrt(R d) of Hertz's contact; c_t = damping times the viscosity of the normal law\n"
                "1/G = (2 - nu1)/G1 + (2 - nu2)/G2, G_i = E_i/(2 (1 + nu_i))",
    .range = "as mindlin: overlap much smaller than R, contacts that stick or slide as a whole. Pressure and stiffness "
             "are assumed uniform over the contact area; with Hertz's pressure the largest torque would be 3 pi/16 mu "
             "a N. Use friction, damping and stiffness of the sliding law. With slider: total it is twisting marshall "
             "of LAMMPS' pair style granular. With tangential mindlin, LAMMPS since 2023 omits the factor a: k_t = 8 "
             "G. To compare, set stiffness to the value of 8 G.",
    .defects = "With damping: 0 the twist oscillates. The stiffness follows the contact area at the same angle: a "
               "twisted spring gains energy if the area grows, which the ledger shows as a negative loss by friction, "
               "and loses energy if it shrinks. With slider: total, the spring displacement is set so that spring and "
               "dashpot together equal the limit.",
    .parameters = parameters,
    .n_history = GR_TWIST_HISTORY,
    .history = history,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = PrepareMarshall,
    .stiffness = StiffnessOfMarshall,
    .roots = true,
    .slide = SlideMarshall,
};
