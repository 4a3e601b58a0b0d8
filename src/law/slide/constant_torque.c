/* Constant torque against rolling (rolling_constant) or against spin about the normal (twisting_constant). The torque
   opposes the motion with its full size L R until the motion ends. Then a numerical spring and dashpot hold the contact
   at rest.

   T = turn(H) + c s;  |T| <= L: F = -T, otherwise F = -L T/|T|;  the torque is R n x F (rolling) or R F (twisting)
     s slip [m/s]: R times the relative spin, across the normal n or along it;  R effective radius [m];
     L = mu (N + k_c d) if N + k_c d >= 0, otherwise friction_pull |N + k_c d| [N];  mu friction [1];  N normal force
     [N];  d overlap [m];  k_c cohesion [N/m];  H force of the spring [N], the contact history;
     k = A m/h^2 stiffness [N/m], c = B m/h viscosity [N s/m];  B = 1/32, A = B^2/(4 7/5) [1];
     h length of the step [s];  m reduced mass of the two bodies [kg]
   Rule of rest. H grows by k times the displacement of the step (weights: slip.h), and is shortened to L. While the
   contact rolls, H is at L: the torque is exactly L R against the slip. When s reaches 0, the spring relaxes and pulls
   back over a distance of L/k = L h^2/(A m), without oscillation: A and B are the critical damping of a solid sphere
   that rolls on a plane, whose inertia is 7/5 m R^2. The torque thus falls from L R to the static torque in about 300
   steps. It does not change its sign from step to step (no chatter). A static torque below L R holds the contact for
   ever: H then balances it, and the contact does not creep. If the spring of sliding is softer than the hold, the held
   sphere swings on that spring, until the dashpot of sliding has stopped it.
   Why a spring of the step: the published law is a jump at s = 0, for which no step is short enough. A and B are so
   small that the spring cannot make the step unstable: with velocity Verlet a sphere with z contacts is stable for
   5/3 z (A/4 + B) < 1, in two dimensions 5/2 z (A/4 + B) < 1 (contact/stable_step.c): up to 19 and 12 contacts. The
   spring therefore needs no parameter, and the law does not shorten the automatic step. As h goes to 0, the law
   converges to the published one.
   h = 0 (first evaluation of a run): k = c = 0, so F = -H, at most L.

   Source: Y. C. Zhou, B. D. Wright, R. Y. Yang, B. H. Xu and A. B. Yu, Physica A 269 (1999) 536, directional constant
   torque; model A of J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi, Powder Technol. 206 (2011) 269; the rule of rest is
   granum's.
   Valid: any speed. A sphere that rolls on a plane at the speed v comes to rest after the path 7 v^2/(10 mu g), g
   gravity [m/s^2], if friction prevents slip; a sphere that spins about the normal with w [rad/s] after the angle
   R w^2/(5 mu g).
   History: H, and the mean slip of the last step.
   Energy: the law stores no energy. The energy of the numerical spring, at most L^2 h^2/(2 A m), counts as dissipated;
   the spring returns it as a negative loss.
   Limits: the path has an error of L h^2/(A m). After a rest the sphere has rolled back by the same distance. The
   approach to rest takes a number of steps, not a time, so that it does not converge in second order. With Runge-Kutta
   methods, whose steps vary, the hold varies with them. */
#include "base/math/independent.h"
#include "law/slide/slide.h"
#include "law/slide/slip.h"
#include <stdbool.h>

enum { FRICTION, COHESION, FRICTION_PULL, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, MASS, MU, MU_PULL, K_C, N_COEFFICIENTS };
enum { HOLD, SLIP = HOLD + 3, N_HISTORY = SLIP + 3 };

static const double dashpot = 1.0 / 32;                     /* B: viscosity times step over reduced mass [1] */
static const double spring = 1.0 / 32 / 32 / (4 * 7.0 / 5); /* A: stiffness times step^2 over reduced mass [1] */
static const double heaviest = 1e100; /* instead of the infinite mass of a pair of fixed bodies [kg] */

static const GrLawParameter rolling[N_PARAMETERS + 1] = {
    [FRICTION] = {"friction", "1", NULL, FROM_ZERO, NULL, "mu: torque divided by R times the normal force", 0.1},
    [COHESION] = {GR_SLIDE_COHESION},
    [FRICTION_PULL] = {GR_SLIDE_FRICTION_PULL},
};

static const GrLawHistory history[N_HISTORY] = {
    GR_VECTOR_ROWS("hold", "N", "force of the spring that holds the contact at rest"), GR_SLIP_ROWS};

static const char *PrepareConstantTorque(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[SHARE] = 0;
  coefficient[MASS] = pair->mass;
  coefficient[MU] = value[FRICTION].number;
  coefficient[MU_PULL] = value[FRICTION_PULL].number;
  coefficient[K_C] = value[COHESION].number;
  return NULL;
}

static bool FactorsOfConstantTorque(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  const bool given = GrSlideFactors(PrepareConstantTorque, N_COEFFICIENTS, pair, value, factor);
  factor[MASS] = (GrLawFactor){.form = GR_FACTOR_MASS_ALONE, .factor = 1.0};
  return given;
}

/* Rotates a vector into the contact plane or, with `along`, onto the normal n, and preserves its length. The result is
   at most 100 times as long as the part of the vector in that direction. */
GR_INLINE GrVector TurnHold(GrVector old, GrVector n, bool along)
{
  const double part = GrDot(old, n);
  const GrVector line = {part * n.x, part * n.y, part * n.z};
  const GrVector kept = along ? line : GrVectorSum(1.0, old, -1.0, line);
  const double left = GrDot(kept, kept) + 1e-280, whole = GrDot(old, old), longest = 1e4 * left;
  const double growth = sqrt((whole < longest ? whole : longest) / left);
  return (GrVector){growth * kept.x, growth * kept.y, growth * kept.z};
}

/* Returns the force H of the spring of contact i after the step [N], before it is shortened to the limit. Also writes
   the mean slip of the step to the trial history. h: step [s]; k: stiffness [N/m]; slip: slip s [m/s]. */
GR_INLINE GrVector MoveHold(const GrSlideBatch *batch, GrSlipWeights weight, bool along, double h, double k,
                            GrVector slip, int i)
{
  const GrVector n = GrVectorAt(batch->normal, i), last = GrVectorAt(batch->history + SLIP, i);
  const bool first = GrIsFirst(last) & (batch->velocity != GR_VELOCITY_MEAN);
  const double time = GrTouchTime(first, h, batch->rate[i], batch->overlap[i]);
  const GrVector old = GrVectorSum(1.0, GrVectorAt(batch->history + HOLD, i), k * weight.before * h, last);
  const GrVector mean = GrVectorSum(first ? 1.0 : weight.share, slip, weight.rest, last);
  const double share = (first ? 0.5 : weight.inner) + weight.outer;
  GrVectorPut(mean, batch->trial + SLIP, i);
  return GrVectorSum(1.0, TurnHold(old, n, along), k * share * time, slip);
}

/* Implements GrLaw.slide. along: whether the slip is along the normal (twisting). */
GR_INLINE void SlideConstantTorque(const GrSlideBatch *batch, bool along)
{
  const GrSlipWeights weight = GrSlipWeightsOf(batch);
  const double h = batch->interval, rate = h > 0.0 ? 1.0 / h : 0.0, share = GrSlipShareOfMean(batch);
  const double *restrict normal_force = batch->normal_force, *restrict overlap = batch->overlap;
  const double *const *coefficient = batch->coefficient;
  double *restrict power = batch->power;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double mass = coefficient[MASS][i] < heaviest ? coefficient[MASS][i] : heaviest;
    const double hk = spring * mass * rate, c = dashpot * mass * rate;
    const double cap =
        GrSlideCap(coefficient[MU][i], coefficient[MU_PULL][i], normal_force[i] + coefficient[K_C][i] * overlap[i]);
    const GrVector slip = GrVectorAt(batch->slip, i), free = MoveHold(batch, weight, along, h, hk * rate, slip, i);
    const double elastic = sqrt(GrDot(free, free)), cut = cap / (elastic + 1e-300);
    const double kept = cap <= 0.0 ? 0.0 : elastic <= cap ? 1.0 : cut;
    const GrVector hold = {kept * free.x, kept * free.y, kept * free.z};
    const GrVector both = GrVectorSum(1.0, hold, c, slip);
    const double size = sqrt(GrDot(both, both)), ratio = cap / (size + 1e-300);
    const double part = cap <= 0.0 ? 0.0 : size <= cap ? 1.0 : ratio;
    const GrVector force = {-part * both.x, -part * both.y, -part * both.z};
    const GrVector mean = GrVectorAt((const double *const *)batch->trial + SLIP, i);
    const double holds = (elastic <= cap) & (size <= cap) & (cap > 0.0) ? 1.0 : 0.0; /* a factor: no branch */
    GrVectorPut(hold, batch->trial + HOLD, i);
    GrVectorPut(force, batch->force, i);
    power[i] = -GrDot(force, slip) - holds * GrSlipExcess(hk, c, share, slip, mean);
  }
  for (int i = 0; batch->stored && i < batch->n; i++)
    batch->stored[i] = 0.0;
}

static void SlideRollingConstant(const GrSlideBatch *batch)
{
  SlideConstantTorque(batch, false);
}

static void SlideTwistingConstant(const GrSlideBatch *batch)
{
  SlideConstantTorque(batch, true);
}

/* The spring of the step never limits the step; see the head of the file. */
static double StiffnessOfConstantTorque(const double *coefficient, double overlap)
{
  return 0.0;
}

#define SOURCE                                                                                                         \
  "Y. C. Zhou, B. D. Wright, R. Y. Yang, B. H. Xu and A. B. Yu, Physica A 269 (1999) 536; model A of J. Ai, J.-F. "    \
  "Chen, J. M. Rotter and J. Y. Ooi, Powder Technol. 206 (2011) 269; the rule of rest is granum's"
#define EQUATION(SLIP, TORQUE)                                                                                         \
  "pseudo-force F = -L s/|s| while the contact moves\n"                                                                \
  "at rest F = -(H + c s), at most L; H: force of a spring of the step, stiffness k = A m/h^2, c = B m/h\n"            \
  "A = 1/5734.4, B = 1/32; h: step; m = m1 m2/(m1 + m2): critical damping of a sphere on a plane\n"                    \
  "L = mu (N + k_c d) if N + k_c d >= 0, otherwise friction_pull |N + k_c d|\n" SLIP                                   \
  "; N: normal force; d: overlap; k_c: cohesion\n" TORQUE " on the first body, the opposite on the other; n: normal "  \
  "from the first to the other"
#define RANGE                                                                                                          \
  "The law needs no stiffness, and does not shorten the automatic step: the spring that holds a contact at rest is "   \
  "as soft as the step allows. It rests without chatter: the torque falls to the static torque within about 300 "      \
  "steps. A static torque below L R does not make the contact creep."
#define FUNCTIONS                                                                                                      \
  .parameters = rolling, .n_history = N_HISTORY, .history = history, .n_coefficients = N_COEFFICIENTS,                 \
  .prepare = PrepareConstantTorque, .factors = FactorsOfConstantTorque, .stiffness = StiffnessOfConstantTorque

const GrLaw GrLaw_rolling_constant = {
    .name = "rolling_constant",
    .kind = GR_LAW_ROLLING,
    .summary = "constant torque against rolling, which holds a contact at rest",
    .source = SOURCE,
    .equation = EQUATION("s = R (w1 - w2) x n", "torque R n x F"),
    .range =
        "any speed. A sphere that rolls on a plane at the speed v comes to rest after the path 7 v^2/(10 mu g). On "
        "a slope it stays at rest up to the angle atan(mu). " RANGE,
    .defects = "The published torque jumps at s = 0, so that a sphere at rest oscillates in every step; hence the "
               "spring. The sphere rolls back by L h^2/(A m) when it comes to rest. The energy of the spring counts as "
               "dissipated. With Runge-Kutta methods, whose steps vary, the hold varies with them.",
    FUNCTIONS,
    .slide = SlideRollingConstant,
};

const GrLaw GrLaw_twisting_constant = {
    .name = "twisting_constant",
    .kind = GR_LAW_TWISTING,
    .summary = "constant torque against spin about the normal, which holds a contact at rest",
    .source = SOURCE,
    .equation = EQUATION("s = R (w1 - w2).n n", "torque R F"),
    .range = "any speed. A sphere that spins on a plane about the normal with w comes to rest after the angle "
             "R w^2/(5 mu g). " RANGE,
    .defects = "As rolling_constant.",
    FUNCTIONS,
    .slide = SlideTwistingConstant,
};
