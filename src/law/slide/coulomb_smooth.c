/* Coulomb friction without history: a ramp of the slip speed replaces sticking.

   F = -mu r(|s|) N s/|s|,  r = 0 for |s| <= v_lo,  r = 1 for |s| >= v_hi,  in between, x = (|s| - v_lo)/(v_hi - v_lo):
     linear: r = x;   smooth: r = x^2 (3 - 2 x)
     s slip [m/s];  N normal force [N];  mu friction [1];  v_lo, v_hi ends of the ramp [m/s]
   Source: W23 (G. Wang, D. Ma, C. Liu and Y. Liu, Mech. Syst. Signal Process. 185 (2023) 109785) eq. 39, which gives
   no formula of the friction over the slip speed. The ramp is granum's choice: the linear one is that of J. A. C.
   Ambrosio, in Virtual Nonlinear Multibody Systems (2003) 57, see also F. Marques et al., Multibody Syst. Dyn. 45
   (2019) 223; the smooth one is the usual cubic step.
   Valid: bodies that slide most of the time.
   History: none.  Energy: the law stores no energy.
   Limits: a body on a slope does not stick; it creeps at a speed between v_lo and v_hi. */
#include "base/math/independent.h"
#include "law/slide/slide.h"
#include "law/slide/slip.h"
#include <math.h>

enum { FRICTION, V_LO, V_HI, RAMP, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, MU, LOW, WIDTH, CUBIC, N_COEFFICIENTS };
enum { LINEAR, SMOOTH };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [FRICTION] = {GR_SLIDE_FRICTION},
    [V_LO] = {"v_lo", "m/s", NULL, FROM_ZERO, NULL, "slip speed up to which there is no friction", 1e-3},
    [V_HI] = {"v_hi", "m/s", NULL, ABOVE_ZERO, NULL, "slip speed above which friction has its full value", 1e-2},
    [RAMP] = {"ramp", NULL, "linear|smooth", WORDS_ONLY, "linear", "friction between v_lo and v_hi", 0},
};

static const char *PrepareCoulombSmooth(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[SHARE] = 0;
  coefficient[MU] = value[FRICTION].number;
  coefficient[LOW] = value[V_LO].number;
  coefficient[WIDTH] = value[V_HI].number - value[V_LO].number;
  coefficient[CUBIC] = value[RAMP].choice == SMOOTH ? 1.0 : 0.0;
  if (!(coefficient[WIDTH] > 0))
    return "v_hi is not above v_lo, the friction would jump; write v_hi = 10 v_lo";
  return NULL;
}

static bool FactorsOfCoulombSmooth(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  return GrSlideFactors(PrepareCoulombSmooth, N_COEFFICIENTS, pair, value, factor);
}

static inline double RampFriction(double x, double cubic)
{
  double inside = x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x, smooth = inside * inside * (3.0 - 2.0 * inside);
  return cubic != 0.0 ? smooth : inside;
}

static void SlideCoulombSmooth(const GrSlideBatch *batch)
{
  const double *restrict normal_force = batch->normal_force, *restrict mu = batch->coefficient[MU];
  const double *restrict low = batch->coefficient[LOW], *restrict width = batch->coefficient[WIDTH];
  const double *restrict cubic = batch->coefficient[CUBIC];
  double *restrict stored = batch->stored, *restrict power = batch->power;
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    GrVector slip = GrVectorAt(batch->slip, i);
    double speed = sqrt(GrDot(slip, slip)), cap = mu[i] * (normal_force[i] <= 0.0 ? 0.0 : normal_force[i]);
    double size = cap * RampFriction((speed - low[i]) / width[i], cubic[i]),
           scale = size / (speed == 0.0 ? 1.0 : speed);
    GrVectorPut((GrVector){-scale * slip.x, -scale * slip.y, -scale * slip.z}, batch->force, i);
    if (stored)
      stored[i] = 0.0;
    power[i] = size * speed;
  }
}

/* No spring. */
static double StiffnessOfCoulombSmooth(const double *coefficient, double overlap)
{
  return 0.0;
}

const GrLaw GrLaw_coulomb_smooth = {
    .name = "coulomb_smooth",
    .kind = GR_LAW_TANGENTIAL,
    .summary = "Coulomb friction with a ramp of the slip speed; no sticking, no history",
    .source = "G. Wang, D. Ma, C. Liu and Y. Liu, Mech. Syst. Signal Process. 185 (2023) 109785, eq. 39; ramp (chosen "
              "here): J. A. C. Ambrosio, in Virtual Nonlinear Multibody Systems (2003) "
              "57; F. Marques et al., Multibody Syst. Dyn. 45 (2019) 223",
    .equation = "F = -mu r(|s|) N s/|s|; s: slip; N: normal force\n"
                "r = 0 for |s| <= v_lo, 1 for |s| >= v_hi, in between with x = (|s| - v_lo)/(v_hi - v_lo)\n"
                "ramp: linear    r = x\n"
                "ramp: smooth    r = x^2 (3 - 2 x)",
    .range = "bodies that slide most of the time, at speeds above v_hi. The ramp is a dashpot of up to mu N/(v_hi - "
             "v_lo) (linear; smooth: half as much again), which the bounds on the step do not know: the step must stay "
             "well below (v_hi - v_lo) m/(mu N), m the mass that a force at the contact moves.",
    .defects = "The ramp between v_lo and v_hi is a choice of granum: eq. 39 of the source has a coefficient that "
               "depends on the slip speed, and gives neither its formula nor the two speeds. Nothing sticks: a body on "
               "a slope creeps between v_lo and v_hi instead of resting. The linear ramp has "
               "corners at both ends.",
    GR_LAW_ROWS,
    .prepare = PrepareCoulombSmooth,
    .factors = FactorsOfCoulombSmooth,
    .stiffness = StiffnessOfCoulombSmooth,
    .slide = SlideCoulombSmooth,
};
