/* Linear spring, dashpot and slider against sliding (linear_spring) or rolling (rolling_spring).

   T = -(k xi + c s);  L = mu (N + k_c d) if N + k_c d >= 0, otherwise friction_pull |N + k_c d|; Coulomb's law with the
   limit L and the choices of `slider`: slide.h.
     xi displacement [m];  s slip, of the surfaces or R times the relative spin across the normal [m/s];  k stiffness
     [N/m];  c = damping times the viscosity of the normal law, plus viscosity [N s/m];  N normal force [N];  d overlap
     [m];  k_c cohesion [N/m];  mu friction [1]
   Restitution of the slip, e_t (linear_spring): c = 2 z sqrt(2/7 m k), z = |ln e_t|/sqrt(pi^2 + ln^2 e_t); m reduced
   mass [kg]. 2/7 m is the mass that the friction of two solid spheres, or of a sphere and a plane, has to move. The
   slip of an impact that sticks is a damped oscillation; half a period of it reverses the slip to -e_t times its
   initial value. e_t is exact if the impact lasts as long as this half period, t [s]: k = 2/7 m (pi^2 + ln^2 e_t)/t^2.
   With the normal law `linear`, stiffness k_n and restitution e, t = sqrt(m (pi^2 + ln^2 e)/k_n) with tension: allow.
   Source: P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47; S. Luding, Granular Matter 10 (2008) 235,
   eqs. 17 to 20, and its rolling resistance: a pseudo-force that gives the torque R n x F; the rest: slide.h. Equal
   periods: J. Schaefer, S. Dippel and D. E. Wolf, J. Phys. I France 6 (1996) 5.
   Valid: any speed; stiffness and friction are chosen.
   History: xi.  Energy: k xi^2/2.
   Limits: as slide.h. */
#include "law/common/loss.h"
#include "law/slide/spring.h"

/* `restitution` follows the parameters that linear_spring has in common with the laws of torque. */
enum { RESTITUTION = N_PARAMETERS, N_SLIDING };
enum { N_HISTORY = GR_SPRING_MORE };

static const GrLawParameter sliding[N_SLIDING + 1] = {
    [STIFFNESS] = {"stiffness", "N/m", NULL, ABOVE_ZERO, NULL, "k of the spring", 1e7},
    [FRICTION] = {GR_SLIDE_FRICTION},
    [DAMPING] = {GR_SLIDE_DAMPING("1")},
    [VISCOSITY] = {GR_SLIDE_VISCOSITY},
    [COHESION] = {GR_SLIDE_COHESION},
    [FRICTION_PULL] = {GR_SLIDE_FRICTION_PULL},
    [SLIDER] = {GR_SLIDE_SLIDER_ROW},
    [RESTITUTION] =
        {"restitution", "1", GR_ELASTIC, 0, 1, true, false, "",
         "e_t: reversed slip over initial slip of a free impact that sticks; replaces damping and viscosity", 0},
};

static const GrLawParameter rolling[N_PARAMETERS + 1] = {GR_SPRING_TORQUE_ROWS};

static const GrLawHistory history[N_HISTORY] = {GR_SPRING_ROWS};

/* Returns the loss factor c/sqrt(k m) of the dashpot for the restitution of the slip. */
static double LossOfSlip(const GrLawValue *restitution)
{
  return sqrt(2.0 / 7.0) * GrLossLinear(restitution->number);
}

static const char *PrepareLinearSpring(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  PrepareSpring(pair, value, coefficient);
  if (!value[RESTITUTION].given)
    return NULL;
  if (value[VISCOSITY].number != 0 || value[DAMPING].number != 1)
    return "restitution gives the dashpot alone; leave out damping and viscosity, or restitution";
  coefficient[SHARE] = 0;
  coefficient[C] = GrDashpot(LossOfSlip(&value[RESTITUTION]), coefficient[K], pair->mass);
  return NULL;
}

static bool FactorsOfLinearSpring(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  const bool known = GrSlideFactors(PrepareLinearSpring, N_COEFFICIENTS, pair, value, factor);
  if (value[RESTITUTION].given)
    factor[C] = GrDashpotFactor(K, LossOfSlip(&value[RESTITUTION]));
  return known;
}

static void SlideLinearSpring(const GrSlideBatch *batch)
{
  GrSlideRun(batch, TermsOfSpring, false, false);
}

#define FUNCTIONS                                                                                                      \
  .n_history = N_HISTORY, .history = history, .n_coefficients = N_COEFFICIENTS, .stiffness = StiffnessOfSpring,        \
  .damping = DampingOfSpring, .slide = SlideLinearSpring

const GrLaw GrLaw_linear_spring = {
    .name = "linear_spring",
    .kind = GR_LAW_TANGENTIAL,
    .summary = "friction with a linear spring",
    .source = "P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47; S. Luding, Granular Matter 10 (2008) 235, "
              "eqs. 17-20",
    .equation = "T = -(k xi + c s), c = damping times the viscosity of the normal law, plus viscosity\n" GR_SPRING_LIMIT
        GR_SLIDE_EQUATION(
            "L") "xi: displacement since the contact closed; s: slip; N: normal force; d: overlap; k_c: cohesion\n"
                 "restitution: c = 2 z sqrt(2/7 m k), z = |ln e_t|/sqrt(pi^2 + ln^2 e_t); m = m1 m2/(m1 + m2)",
    .range = "any. Stiffness and friction are chosen, not material properties; 2/7 of the normal stiffness gives "
             "sliding and normal oscillation of two equal spheres the same period. restitution is exact for a single "
             "impact of solid spheres that sticks, if stiffness is 2/7 m (pi^2 + ln^2 e_t)/t^2, t: duration of the "
             "impact. With the normal law linear, stiffness k_n and restitution e, this is 2/7 k_n (pi^2 + ln^2 "
             "e_t)/(pi^2 + ln^2 e). The guide of friction lists how far off it is elsewhere.",
    .defects = GR_SLIDE_CARD ".",
    .parameters = sliding,
    FUNCTIONS,
    .prepare = PrepareLinearSpring,
    .factors = FactorsOfLinearSpring,
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
    .prepare = PrepareSpring,
    .factors = FactorsOfSpring,
};
