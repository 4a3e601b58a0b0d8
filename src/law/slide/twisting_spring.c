/* Linear spring, dashpot and slider against spin about the normal.

   T = -(k xi + c s);  torque R F n on the first body;  L = mu (N + k_c d) if N + k_c d >= 0, otherwise
   friction_pull |N + k_c d|; Coulomb's law with the limit L and the choices of `slider`: slide.h, with numbers in place
   of vectors.
     s = R (w1 - w2).n slip [m/s];  xi its integral since the contact closed [m];  w1, w2 spins [rad/s];  n normal;
     R effective radius [m];  k stiffness [N/m];  c = damping times the viscosity of the normal law, plus viscosity
     [N s/m];  N normal force [N];  d overlap [m];  k_c cohesion [N/m];  mu friction [1]
   Source: S. Luding, Granular Matter 10 (2008) 235, torsion resistance; J. S. Marshall, J. Comput. Phys. 228 (2009)
   1541, eqs. 30 and 34; slide.h.
   Valid: any speed; stiffness and friction are chosen.
   History: xi, a number, which needs no rotation.  Energy: k xi^2/2.
   Limits: as slide.h. Beyond the limit LAMMPS (twisting sds) takes the sign of the rate s, not that of T. */
#include "base/math/elementary.h"
#include "base/math/independent.h"
#include "law/slide/spring.h"
#include "law/slide/twist.h"

static const GrLawParameter parameters[N_PARAMETERS + 1] = {GR_SPRING_TORQUE_ROWS};

static const GrLawHistory history[GR_TWIST_HISTORY] = {GR_TWIST_ROWS};

static void SlideTwistingSpring(const GrSlideBatch *batch)
{
  const double *restrict n_x = batch->normal[0], *restrict n_y = batch->normal[1], *restrict n_z = batch->normal[2];
  const double *restrict s_x = batch->slip[0], *restrict s_y = batch->slip[1], *restrict s_z = batch->slip[2];
  const double *restrict share = batch->coefficient[SHARE], *restrict k = batch->coefficient[K];
  const double *restrict c = batch->coefficient[C], *restrict normal_c = batch->viscosity;
  const bool total = batch->coefficient[GR_SLIDE_SLIDER][0] != GR_SLIDER_SPRING;
  double *restrict trial = batch->trial[GR_TWIST_SPRING], *mean = batch->trial[GR_TWIST_SLIP];
  double *restrict f_x = batch->force[0], *restrict f_y = batch->force[1], *restrict f_z = batch->force[2];
  double *restrict stored = batch->stored, *restrict power = batch->power;
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    double cap = SpringCap(batch, i);
    double slip = s_x[i] * n_x[i] + s_y[i] * n_y[i] + s_z[i] * n_z[i];
    GrSlideTerms m = {k[i], share[i] * normal_c[i] + c[i], cap, cap};
    const double spring = GrTwistMoved(batch, slip, i);
    const GrTwist now = GrTwistOf(m, total, spring, slip, mean[i], batch->interval);
    f_x[i] = now.force * n_x[i];
    f_y[i] = now.force * n_y[i];
    f_z[i] = now.force * n_z[i];
    trial[i] = now.spring;
    if (stored)
      stored[i] = 0.5 * k[i] * (now.spring * now.spring);
    power[i] = now.power;
  }
}

const GrLaw GrLaw_twisting_spring = {
    .name = "twisting_spring",
    .kind = GR_LAW_TWISTING,
    .summary = "resistance to spin about the normal with a linear spring and a largest torque",
    .source = "S. Luding, Granular Matter 10 (2008) 235, torsion resistance; J. S. Marshall, J. Comput. Phys. 228 "
              "(2009) 1541, eqs. 30 and 34",
    .equation =
        "pseudo-force T = -(k xi + c s), c = damping times the viscosity of the normal law, plus "
        "viscosity\n" GR_SPRING_LIMIT GR_SLIDE_EQUATION(
            "L") "s = R (w1 - w2).n; xi: its integral since the contact closed; N: normal force\n"
                 "d: overlap; k_c: cohesion\n"
                 "torque R F n on the first body, the opposite on the other; n: normal from the first to the other",
    .range =
        "any. Stiffness and friction are chosen, not material properties. With slider: total it is, up to the limit, "
        "twisting sds of LAMMPS' pair style granular, whose stiffness is R^2 stiffness, whose damping R^2 viscosity "
        "and whose friction R friction. Beyond the limit LAMMPS takes the sign of the rate, so that its torque opposes "
        "s; granum takes the sign of T. They agree while the slip winds the spring. They are opposite where the "
        "contact slides while the spring unwinds, as when the normal force falls after s has changed its sign.",
    .defects = "The spring resists an angle, and oscillates unless damping or viscosity is given. With slider: total, "
               "the spring displacement is set so that spring and dashpot together equal the limit; at high rates it "
               "is opposite to the spin.",
    .parameters = parameters,
    .n_history = GR_TWIST_HISTORY,
    .history = history,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = PrepareSpring,
    .factors = FactorsOfSpring,
    .stiffness = StiffnessOfSpring,
    .damping = DampingOfSpring,
    .slide = SlideTwistingSpring,
};
