/* Tangential contact of two spheres after Mindlin: spring from the shear moduli, dashpot, slider.

   T = -(k xi + c s),  k = 8 G sqrt(R d),  c = damping times the viscosity of the normal law; Coulomb's law and the
   choices of `area` and `slider`: slide.h.
     xi tangential displacement [m];  s slip [m/s];  d overlap [m];  R = R1 R2/(R1 + R2) [m];
     1/G = (2 - nu1)/G1 + (2 - nu2)/G2,  G_i = E_i/(2 (1 + nu_i)) [Pa]
   Source: R. D. Mindlin, J. Appl. Mech. 16 (1949) 259; K. L. Johnson, Contact Mechanics (1985), section 7.2, without
   partial slip. area: thornton: C. Thornton, S. J. Cummins and P. W. Cleary, Powder Technol. 233 (2013) 30.
   Valid: as Hertz's law; the whole contact area sticks or slides at once.
   History: xi; whether the contact slides; root = a/sqrt(R), a contact radius [m], which for Hertz is sqrt(d).
   Energy: k xi^2/2, with k at the present overlap. The ledger counts energy that the spring loses by a change of the
   contact area as loss by friction.
   Limits: no partial slip (Mindlin and Deresiewicz), which partial_slip has; the card has the error in impacts. */
#include "law/slide/springs.h"

enum { FRICTION, FRICTION_STATIC, DAMPING, SHEAR_MODULUS, FRICTION_PULL, SLIDER, AREA, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, K = GR_SLIDE_MORE + 1, MU, MU_STATIC, MU_PULL, N_COEFFICIENTS };
enum { SLIDES = GR_SPRING_MORE, ROOT, N_HISTORY };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [FRICTION] = {GR_SLIDE_FRICTION},
    [FRICTION_STATIC] = {"friction_static", "1", NULL, FROM_ZERO, "",
                         "mu_s: friction force over normal force at which sliding begins; if omitted: friction", 0},
    [DAMPING] = {GR_SLIDE_DAMPING("1")},
    [SHEAR_MODULUS] = {GR_SLIDE_SHEAR_MODULUS},
    [FRICTION_PULL] = {GR_SLIDE_FRICTION_PULL},
    [SLIDER] = {GR_SLIDE_SLIDER_ROW},
    [AREA] = {GR_SLIDE_AREA_ROW},
};

static const GrLawHistory history[N_HISTORY] = {
    GR_SPRING_ROWS,
    [SLIDES] = {"slides", "1", "1 while the contact slides"},
    [ROOT] = {GR_SPRING_ROOT_ROW},
};

static const char *PrepareMindlin(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  double g = GrSlideShearModulus(pair, &value[SHEAR_MODULUS]);
  double mu = value[FRICTION].number, mu_static = value[FRICTION_STATIC].given ? value[FRICTION_STATIC].number : mu;
  if (isnan(g))
    return "the shear modulus is not known; give youngs_modulus and poisson_ratio of both materials, or shear_modulus";
  if (mu_static < mu)
    return "friction_static is below friction; write at least the value of friction, or leave it out";
  coefficient[SHARE] = value[DAMPING].number;
  coefficient[GR_SLIDE_SLIDER] = value[SLIDER].choice;
  coefficient[GR_SLIDE_AREA] = value[AREA].choice;
  coefficient[K] = 8.0 * g * sqrt(pair->radius);
  coefficient[MU] = mu;
  coefficient[MU_STATIC] = mu_static;
  coefficient[MU_PULL] = value[FRICTION_PULL].number;
  return NULL;
}

static bool FactorsOfMindlin(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  const bool given = GrSlideFactors(PrepareMindlin, N_COEFFICIENTS, pair, value, factor);
  factor[K] = (GrLawFactor){.form = GR_FACTOR_ROOT, .factor = 8.0 * GrSlideShearModulus(pair, &value[SHEAR_MODULUS])};
  return given;
}

GR_INLINE GrSlideTerms TermsOfMindlin(const GrSlideBatch *batch, double root, int i)
{
  const double *const *coefficient = batch->coefficient;
  const double normal_force = batch->normal_force[i], pull = coefficient[MU_PULL][i];
  return (GrSlideTerms){coefficient[K][i] * root, coefficient[SHARE][i] * batch->viscosity[i],
                        GrSlideCap(coefficient[MU][i], pull, normal_force),
                        GrSlideCap(coefficient[MU_STATIC][i], pull, normal_force)};
}

static void SlideMindlin(const GrSlideBatch *batch)
{
  GrSlideRun(batch, TermsOfMindlin, true, true);
}

GR_LAW_ROOT(StiffnessOfMindlin, K)

const GrLaw GrLaw_mindlin = {
    .name = "mindlin",
    .kind = GR_LAW_TANGENTIAL,
    .summary = "friction with Mindlin's spring, from the shear moduli",
    .source = "R. D. Mindlin, J. Appl. Mech. 16 (1949) 259; K. L. Johnson, Contact Mechanics (1985), section 7.2; "
              "area: thornton: C. Thornton, S. J. Cummins and P. W. Cleary, Powder Technol. 233 (2013) 30; slider: P. "
              "A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47",
    .equation =
        "T = -(k xi + c s), k = 8 G sqrt(R d), c = damping times the viscosity of the normal law\n" GR_SLIDE_EQUATION(
            "mu N") "if the contact stuck at the last step, both limits of the stick test use mu_s; the sliding force "
                    "always uses mu\n"
                    "xi: displacement since the contact closed; s: slip; N: normal force\n"
                    "1/G = (2 - nu1)/G1 + (2 - nu2)/G2, G_i = E_i/(2 (1 + nu_i))\n" GR_SLIDE_AREA_EQUATION,
    .range = "as Hertz: overlap much smaller than R. Contacts that stick or slide as a whole: the stiffness is that of "
             "a contact without slip at its rim. LAMMPS' pair style granular: `tangential mindlin NULL 1 MU` equals "
             "damping: 1, slider: total, area: displacement; mindlin/force: area: force; mindlin_rescale: area: "
             "rescale; mindlin_rescale/force: area: thornton.",
    .defects =
        "No partial slip before the whole contact slides; `partial_slip` has it. In elastic impacts of equal spheres "
        "(Poisson's ratio 0.3) too much slip is left, compared with N. Maw, J. R. Barber and J. N. Fawcett, Wear 38 "
        "(1976) 101. With area: thornton the error of the slip after the impact, divided by the slip before, is at "
        "most 2 percent for psi >= 4.75 and reaches 42 percent near psi = 0.8; psi = 2 (1 - nu) tan(angle)/(mu (2 - "
        "nu)), angle of incidence at the contact: tan(angle) = initial slip/approach speed. The largest error is 56 "
        "percent with rescale, 69 percent with force and 86 percent with displacement. " GR_SLIDE_AREA_CARD
        " " GR_SLIDE_CARD ".",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareMindlin,
    .factors = FactorsOfMindlin,
    .stiffness = StiffnessOfMindlin,
    .roots = true,
    .slide = SlideMindlin,
};
