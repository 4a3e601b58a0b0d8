/* Linear spring, dashpot and slider against sliding (linear_spring) or rolling (rolling_spring).

   T = -(k xi + c s);  L = mu (N + k_c d) if N + k_c d >= 0, otherwise friction_pull |N + k_c d|; Coulomb's law with the
   limit L and the choices of `slider`: slide.h.
     xi displacement [m];  s slip, of the surfaces or R times the relative spin across the normal [m/s];  k stiffness
     [N/m];  c = damping times the viscosity of the normal law, plus viscosity [N s/m];  N normal force [N];  d overlap
     [m];  k_c cohesion [N/m];  mu friction [1]
   Source: P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47; S. Luding, Granular Matter 10 (2008) 235,
   eqs. 17 to 20, and its rolling resistance: a pseudo-force that gives the torque R n x F; the rest: slide.h.
   Valid: any speed; stiffness and friction are chosen.
   History: xi.  Energy: k xi^2/2.
   Limits: as slide.h. */
#include "law/slide/spring.h"

enum { N_HISTORY = GR_SPRING_MORE };

static const GrLawParameter sliding[N_PARAMETERS + 1] = {
    [STIFFNESS] = {"stiffness", "N/m", NULL, ABOVE_ZERO, NULL, "k of the spring", 1e7},
    [FRICTION] = {GR_SLIDE_FRICTION},
    [DAMPING] = {GR_SLIDE_DAMPING("1")},
    [VISCOSITY] = {GR_SLIDE_VISCOSITY},
    [COHESION] = {GR_SLIDE_COHESION},
    [FRICTION_PULL] = {GR_SLIDE_FRICTION_PULL},
    [SLIDER] = {GR_SLIDE_SLIDER_ROW},
};

static const GrLawParameter rolling[N_PARAMETERS + 1] = {GR_SPRING_TORQUE_ROWS};

static const GrLawHistory history[N_HISTORY] = {GR_SPRING_ROWS};

static void SlideLinearSpring(const GrSlideBatch *batch)
{
  GrSlideRun(batch, TermsOfSpring, false, false);
}

#define FUNCTIONS                                                                                                      \
  .n_history = N_HISTORY, .history = history, .n_coefficients = N_COEFFICIENTS, .prepare = PrepareSpring,              \
  .factors = FactorsOfSpring, .stiffness = StiffnessOfSpring, .damping = DampingOfSpring, .slide = SlideLinearSpring

const GrLaw GrLaw_linear_spring = {
    .name = "linear_spring",
    .kind = GR_LAW_TANGENTIAL,
    .summary = "friction with a linear spring",
    .source = "P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47; S. Luding, Granular Matter 10 (2008) 235, "
              "eqs. 17-20",
    .equation = "T = -(k xi + c s), c = damping times the viscosity of the normal law, plus viscosity\n" GR_SPRING_LIMIT
        GR_SLIDE_EQUATION(
            "L") "xi: displacement since the contact closed; s: slip; N: normal force; d: overlap; k_c: cohesion",
    .range = "any. Stiffness and friction are chosen, not material properties; 2/7 of the normal stiffness gives "
             "sliding and normal oscillation of two equal spheres the same period.",
    .defects = GR_SLIDE_CARD ".",
    .parameters = sliding,
    FUNCTIONS,
};

const GrLaw GrLaw_rolling_spring = {
    .name = "rolling_spring",
    .kind = GR_LAW_ROLLING,
    .summary = "resistance to rolling with a linear spring and a largest torque",
    .source = "S. Luding, Granular Matter 10 (2008) 235, rolling resistance; slip: Y. Wang et al., Particuology 23 "
              "(2015) 49, eq. 31",
    .equation =
        "pseudo-force T = -(k xi + c s), c = damping times the viscosity of the normal law, plus "
        "viscosity\n" GR_SPRING_LIMIT GR_SLIDE_EQUATION(
            "L") "s = R (w1 - w2) x n; xi: its integral since the contact closed; N: normal force\n"
                 "d: overlap; k_c: cohesion\n"
                 "torque R n x F on the first body, the opposite on the other; n: normal from the first to the other",
    .range = "any. Stiffness and friction are chosen, not material properties. It is rolling sds of LAMMPS' pair style "
             "granular with slider: total.",
    .defects = "The spring resists an angle, and oscillates unless damping or viscosity is given. " GR_SLIDE_CARD ".",
    .parameters = rolling,
    FUNCTIONS,
};
