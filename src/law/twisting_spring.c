/* Linear spring, dashpot and slider against spin about the normal.

   T = -(k xi + c s);  |T| <= mu (N + k_c d): F = T;  else F = mu (N + k_c d) sign(T);  torque R F n on the first body
     s = R (w1 - w2).n slip [m/s];  xi its integral since the contact closed [m];  w1, w2 spins [rad/s];  n normal;
     R effective radius [m];  k stiffness [N/m];  c = damping times the viscosity of the normal law, plus viscosity
     [N s/m];  N normal force [N];  d overlap [m];  k_c cohesion [N/m];  mu friction [1]
   Source: S. Luding, Granular Matter 10 (2008) 235, torsion resistance; J. S. Marshall, J. Comput. Phys. 228 (2009)
   1541, eqs. 30 and 34; slider and dashpot as in slide.h, with numbers in place of vectors.
   Valid: any speed; stiffness and friction are chosen.
   History: xi, a number, which turns with n by itself.  Energy: k xi^2/2.
   Limits: as slide.h. */
#include "law/spring.h"

enum { SPRING, N_HISTORY };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {GR_SPRING_TORQUE_ROWS};

static const GrLawHistory history[N_HISTORY] = {
    [SPRING] = {"twist", "m", "displacement of the spring: R times the angle"},
};

typedef struct {
  double spring, force, power;
} Twist;

static inline Twist TwistOf(GrSlideTerms m, double spring, double slip)
{
  double trial = -(m.k * spring + m.c * slip), size = fabs(trial);
  double scale = size > m.cap ? m.cap / (size + 1e-300) : 1.0; /* below 0 the cap of a contact that pulls */
  double held = m.cap <= 0.0 ? 0.0 : 1.0 + 0.0 * m.cap;        /* a cap which is not a number shows */
  double force = held * scale * trial, left = -(force + m.c * slip) / m.k;
  double viscous = held * m.c * (slip * slip), whole = -force * slip;
  return (Twist){held * (size > m.cap ? left : spring), force, size > m.cap ? whole : viscous};
}

static void SlideTwistingSpring(const GrSlideBatch *batch)
{
  const double interval = batch->interval - batch->committed_offset, offset = batch->trial_offset;
  const double *restrict n_x = batch->normal[0], *restrict n_y = batch->normal[1], *restrict n_z = batch->normal[2];
  const double *restrict s_x = batch->slip[0], *restrict s_y = batch->slip[1], *restrict s_z = batch->slip[2];
  const double *restrict share = batch->coefficient[SHARE], *restrict k = batch->coefficient[K];
  const double *restrict c = batch->coefficient[C], *restrict mu = batch->coefficient[MU];
  const double *restrict k_c = batch->coefficient[K_C], *restrict overlap = batch->overlap;
  const double *restrict normal_c = batch->viscosity, *restrict normal_force = batch->normal_force;
  const double *restrict committed = batch->history[SPRING];
  double *restrict trial = batch->trial[SPRING];
  double *restrict f_x = batch->force[0], *restrict f_y = batch->force[1], *restrict f_z = batch->force[2];
  double *restrict stored = batch->stored, *restrict power = batch->power;
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    double cap = mu[i] * (normal_force[i] + k_c[i] * overlap[i]);
    double slip = s_x[i] * n_x[i] + s_y[i] * n_y[i] + s_z[i] * n_z[i];
    GrSlideTerms m = {k[i], share[i] * normal_c[i] + c[i], cap, cap};
    Twist now = TwistOf(m, committed[i] + slip * interval, slip);
    f_x[i] = now.force * n_x[i];
    f_y[i] = now.force * n_y[i];
    f_z[i] = now.force * n_z[i];
    trial[i] = now.spring + offset * slip;
    if (stored)
      stored[i] = 0.5 * k[i] * (now.spring * now.spring);
    if (power)
      power[i] = now.power;
  }
}

const GrLaw GrLaw_twisting_spring = {
    .name = "twisting_spring",
    .kind = GR_LAW_TWISTING,
    .summary = "resistance to spin about the normal with a linear spring and a largest torque",
    .source = "S. Luding, Granular Matter 10 (2008) 235, torsion resistance; J. S. Marshall, J. Comput. Phys. 228 "
              "(2009) 1541, "
              "eqs. 30 and 34",
    .equation = "pseudo-force T = -(k xi + c s), c = damping times the viscosity of the normal law, plus viscosity\n"
                "sticks, |T| <= mu (N + k_c d):  F = T\n"
                "slides, otherwise:              F = mu (N + k_c d) sign(T)\n"
                "s = R (w1 - w2).n; xi: its integral since the contact closed; N: normal force\n"
                "d: overlap; k_c: cohesion\n"
                "torque R F n on the first body, the opposite on the other; n: normal from the first to the other",
    .range =
        "any. Stiffness and friction are chosen, not material properties. It is twisting sds of LAMMPS' pair style "
        "granular, whose stiffness is R^2 stiffness, whose damping R^2 viscosity and whose friction R friction.",
    .defects =
        "The spring is one of the angle, and swings unless damping or viscosity is given. The slider limits spring "
        "and dashpot together, and the spring is set to what the dashpot leaves of the limit.",
    .parameters = parameters,
    .n_history = N_HISTORY,
    .history = history,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = PrepareSpring,
    .factors = FactorsOfSpring,
    .stiffness = StiffnessOfSpring,
    .damping = DampingOfSpring,
    .slide = SlideTwistingSpring,
};
