/* Tangential part of the LAMMPS pair style gran/hertz/history: spring and dashpot that grow with the contact radius.

   T = -sqrt(R d) (k xi + m gamma s); Coulomb's law and the choices of `area` and `slider`: slide.h.
     xi tangential displacement [m];  s slip [m/s];  d overlap [m];  R effective radius [m];  m reduced mass [kg];
     k stiffness [Pa];  gamma damping [1/(m s)];  N normal force [N];  mu friction [1]
   Source: documentation of LAMMPS, pair_style gran/hertz/history; L. E. Silbert et al., Phys. Rev. E 64 (2001)
   051302; N. V. Brilliantov et al., Phys. Rev. E 53 (1996) 5382; the rest: slide.h.
   Valid: as Hertz's law.
   History: xi; the root of the overlap, which is proportional to the contact radius.
   Energy: sqrt(R d) k xi^2/2.
   Limits: as the law mindlin. The normal part, sqrt(R d) (k_n d + m gamma_n v), is the law kuwabara_kono with
   K = k_n sqrt(R) and damping gamma_n. LAMMPS rotates the spring without keeping its length. */
#include "law/slide/springs.h"

enum { STIFFNESS, FRICTION, DAMPING, FRICTION_PULL, SLIDER, AREA, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, K = GR_SLIDE_MORE + 1, C, MU, MU_PULL, N_COEFFICIENTS };
enum { ROOT = GR_SPRING_MORE, N_HISTORY };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [STIFFNESS] = {"stiffness", "Pa", NULL, ABOVE_ZERO, NULL, "k; 2/7 of that of the normal law is common", 6e10},
    [FRICTION] = {GR_SLIDE_FRICTION},
    [DAMPING] = {"damping", "m^-1 s^-1", NULL, FROM_ZERO, "0", "gamma; half that of the normal law is common", 0},
    [FRICTION_PULL] = {GR_SLIDE_FRICTION_PULL},
    [SLIDER] = {GR_SLIDE_SLIDER_ROW},
    [AREA] = {GR_SLIDE_AREA_ROW},
};

static const GrLawHistory history[N_HISTORY] = {GR_SPRING_ROWS, [ROOT] = {GR_SPRING_ROOT_ROW}};

static const char *PrepareHertzHistory(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  double root = sqrt(pair->radius), gamma = value[DAMPING].number;
  coefficient[SHARE] = 0;
  coefficient[GR_SLIDE_SLIDER] = value[SLIDER].choice;
  coefficient[GR_SLIDE_AREA] = value[AREA].choice;
  coefficient[K] = value[STIFFNESS].number * root;
  coefficient[C] = gamma > 0.0 ? pair->mass * gamma * root : 0.0; /* the mass may be infinite */
  coefficient[MU] = value[FRICTION].number;
  coefficient[MU_PULL] = value[FRICTION_PULL].number;
  return NULL;
}

static bool FactorsOfHertzHistory(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  const bool given = GrSlideFactors(PrepareHertzHistory, N_COEFFICIENTS, pair, value, factor);
  factor[K] = (GrLawFactor){.form = GR_FACTOR_ROOT, .factor = value[STIFFNESS].number};
  factor[C] = (GrLawFactor){.form = GR_FACTOR_MASS, .factor = value[DAMPING].number};
  return given;
}

GR_INLINE GrSlideTerms TermsOfHertzHistory(const GrSlideBatch *batch, double root, int i)
{
  const double *const *coefficient = batch->coefficient;
  double cap = GrSlideCap(coefficient[MU][i], coefficient[MU_PULL][i], batch->normal_force[i]);
  return (GrSlideTerms){coefficient[K][i] * root, coefficient[C][i] * root, cap, cap};
}

static void SlideHertzHistory(const GrSlideBatch *batch)
{
  GrSlideRun(batch, TermsOfHertzHistory, true, false);
}

GR_LAW_ROOT(StiffnessOfHertzHistory, K)
GR_LAW_ROOT(DampingOfHertzHistory, C)

const GrLaw GrLaw_hertz_history = {
    .name = "hertz_history",
    .kind = GR_LAW_TANGENTIAL,
    .summary = "friction with spring and dashpot that grow with the contact radius, as gran/hertz/history of LAMMPS",
    .source = "documentation of LAMMPS, pair_style gran/hertz/history; L. E. Silbert et al., Phys. Rev. E 64 (2001) "
              "051302; N. V. Brilliantov et al., Phys. Rev. E 53 (1996) 5382",
    .equation = "T = -sqrt(R d) (k xi + m gamma s)\n" GR_SLIDE_EQUATION(
        "mu N") "xi: displacement since the contact closed; s: slip; N: normal force; m: reduced "
                "mass\n" GR_SLIDE_AREA_EQUATION,
    .range = "as Hertz. Its partner in LAMMPS, F = sqrt(R d) (k_n d + m gamma_n v), is kuwabara_kono with stiffness: "
             "k_n sqrt(R) and damping: gamma_n. LAMMPS: slider: total, area: displacement.",
    .defects = "No partial slip before the whole contact slides. " GR_SLIDE_AREA_CARD
               " LAMMPS lets the spring lose length as the contact plane rotates. " GR_SLIDE_CARD ".",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareHertzHistory,
    .factors = FactorsOfHertzHistory,
    .stiffness = StiffnessOfHertzHistory,
    .damping = DampingOfHertzHistory,
    .roots = true,
    .slide = SlideHertzHistory,
};
