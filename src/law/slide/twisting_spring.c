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
#include "law/slide/spring.h"
#include "law/slide/twist.h"

static const GrLawParameter parameters[N_PARAMETERS + 1] = {GR_SPRING_TORQUE_ROWS};

static const GrLawHistory history[GR_TWIST_HISTORY] = {GR_TWIST_ROWS};

static void SlideTwistingSpring(const GrSlideBatch *batch)
{
  GrTwistRun(batch, TermsOfSpring, false);
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
