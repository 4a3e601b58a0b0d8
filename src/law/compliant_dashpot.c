/* Compliant dashpot of Wang: a Hertzian spring with hysteresis damping up to first yield, a straight line with damping
   of the same kind beyond.

   d <= d_y:               F = K d^(3/2) [1 + h v/v0]
   d > d_y, continuous:    F = [F_y + K_l (d - d_y)] [1 + c v/v0]
   d > d_y, printed:       F = K_l d [1 + c v/v0]
     h = 3 (1 - e1^2)/[2 (2 - 3 e1 + 3 e1^2)],  c = 192 (1 - e2)/[pi^2 (24 - pi^2)],  K_l = (F_p - F_y)/(d_p - d_y)
     d overlap [m];  v its rate [m/s];  v0 approach speed of the contact [m/s];  e1, e2 restitutions of the elastic and
     the plastic range [1];  K [N/m^1.5];  K_l [N/m];  d_y, d_p, F_y, F_p: see yield.h
   Source: W23 (G. Wang et al., Development of a Compliant Dashpot Model with Nonlinear and Linear Behaviors for the
   Contact of Multibody Systems) eqs. 16, 17, 35 and 36.
   Valid: as Hertz below d_y; above it one line stands for the curve up to d_p. History: v0, see approach.h.
   Energy: potential of the static spring. Limits: nothing stays deformed, all loss is viscous; a free impact does not
   return e1 or e2, and less is lost at e1 below 1/3, where h has its maximum 1. The printed spring jumps at d_y. */
#include "approach.h"
#include "hertz.h"
#include "independent.h"
#include "yield.h"

enum {
  RESTITUTION_ELASTIC,
  RESTITUTION_PLASTIC,
  HARDNESS_RATIO,
  CONFORMITY,
  VARIANT,
  SPEED_FLOOR,
  N_PARAMETERS,
};
enum { K, D_Y, K_L, JUMP, H, C, FLOOR, MASS, N_COEFFICIENTS }; /* the first four as in GrYieldEnergy */
enum { V0, N_HISTORY };
enum { CONTINUOUS, PRINTED };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [RESTITUTION_ELASTIC] = {"restitution_elastic", "1", NULL, 0, 1, false, false, NULL,
                             "e1 of the damping below d_y; 1: none", 0.95},
    [RESTITUTION_PLASTIC] = {"restitution_plastic", "1", NULL, 0, 1, false, false, NULL,
                             "e2 of the damping above d_y; 1: none", 0.70},
    [HARDNESS_RATIO] = GR_YIELD_HARDNESS_RATIO,
    [CONFORMITY] = GR_YIELD_CONFORMITY,
    [VARIANT] = {"variant", NULL, "continuous|printed", 0, 0, false, false, "continuous",
                 "spring above d_y: joined to Hertz's at F_y, or through the origin as printed", 0},
    [SPEED_FLOOR] = GR_APPROACH_FLOOR,
};

static const GrLawHistory history[N_HISTORY] = {GR_APPROACH_HISTORY};

static const char *Prepare(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  GrYield y;
  const char *wrong = GrYieldPrepare(pair, value[HARDNESS_RATIO].number, value[CONFORMITY].number, &y);
  if (wrong)
    return wrong;
  double e1 = value[RESTITUTION_ELASTIC].number, e2 = value[RESTITUTION_PLASTIC].number;
  double k_l = (y.f_p - y.f_y) / (y.d_p - y.d_y); /* W23 eq. 17 */
  coefficient[K] = y.k;
  coefficient[D_Y] = y.d_y;
  coefficient[H] = 1.5 * (1.0 - e1 * e1) / (2.0 - 3.0 * e1 + 3.0 * e1 * e1);
  coefficient[K_L] = k_l;
  coefficient[C] = 192.0 * (1.0 - e2) / (GR_PI * GR_PI * (24.0 - GR_PI * GR_PI));
  coefficient[JUMP] = value[VARIANT].choice == PRINTED ? k_l * y.d_y - y.f_y : 0.0;
  coefficient[FLOOR] = value[SPEED_FLOOR].number;
  coefficient[MASS] = pair->mass;
  return NULL;
}

/* W23 eq. 36, the static part as Hertz's force up to x = min(d, d_y), a line for the rest d - x, and the jump. */
static void Force(const GrLawBlock *block)
{
  const double *restrict overlap = block->overlap, *restrict rate = block->rate;
  const double *restrict k = block->coefficient[K], *restrict yield = block->coefficient[D_Y];
  const double *restrict h = block->coefficient[H], *restrict c = block->coefficient[C];
  const double *restrict k_l = block->coefficient[K_L], *restrict jump = block->coefficient[JUMP];
  const double *restrict slowest = block->coefficient[FLOOR], *restrict committed = block->history[V0];
  double *restrict trial = block->trial[V0], *restrict force = block->force, *restrict dashpot = block->dashpot;
  GR_INDEPENDENT
  for (int i = 0; i < block->n; i++) {
    double d = overlap[i], d_y = yield[i], jump_above = jump[i], below = h[i], above = c[i];
    double x = d > d_y ? d_y : d, v0 = GrApproachSpeed(committed[i], rate[i], slowest[i]);
    double spring = k[i] * x * sqrt(x) + k_l[i] * (d - x) + (d > d_y ? jump_above : 0.0);
    trial[i] = v0;
    dashpot[i] = spring * ((d > d_y ? above : below) * (rate[i] / v0));
    force[i] = spring + dashpot[i];
  }
}

/* -dF/dv where the static force is `spring`, reached with the work `work` at the speed v0, 1/2 m v0^2 = work. */
static double DampingAt(const double *coefficient, double factor, double spring, double work)
{
  return factor * spring / GrLarger(coefficient[FLOOR], sqrt(2.0 * work / coefficient[MASS]));
}

/* Below d_y the damping grows with d. On the line, force^2 = F^2 + 2 K_l (work - W) for F and W just above d_y, so that
   force/v0 is monotonic where v0 is above the floor and grows where it is the floor: it is largest at d_y, at d, or
   where v0 leaves the floor. */
static double Damping(const double *coefficient, double overlap)
{
  double d_y = coefficient[D_Y], x = overlap < d_y ? overlap : d_y, hertz = coefficient[K] * x * sqrt(x);
  double start = hertz + coefficient[JUMP], first = 0.4 * hertz * x, beyond = overlap - x;
  double largest = DampingAt(coefficient, coefficient[H], hertz, first);
  double last = first + beyond * (start + 0.5 * coefficient[K_L] * beyond);
  double floored = 0.5 * coefficient[MASS] * (coefficient[FLOOR] * coefficient[FLOOR]);
  double work[3] = {first, last, floored < first ? first : floored > last ? last : floored};
  for (int i = 0; overlap > d_y && i < 3; i++) {
    double spring = sqrt(start * start + 2.0 * coefficient[K_L] * (work[i] - first));
    largest = GrLarger(largest, DampingAt(coefficient, coefficient[C], spring, work[i]));
  }
  return largest;
}

const GrLaw GrLaw_compliant_dashpot = {
    .name = "compliant_dashpot",
    .summary = "Hertz up to first yield, a straight line beyond, both with damping relative to the approach speed",
    .source = "G. Wang et al., Development of a Compliant Dashpot Model with Nonlinear and Linear Behaviors for the "
              "Contact of Multibody Systems, eqs. 16, 17, 35 and 36 (W23)",
    .equation = "d <= d_y:              F = K d^(3/2) [1 + h v/v0]\n"
                "d > d_y, continuous:   F = [F_y + K_l (d - d_y)] [1 + c v/v0]\n"
                "d > d_y, printed:      F = K_l d [1 + c v/v0]\n"
                "h = 3 (1 - e1^2)/[2 (2 - 3 e1 + 3 e1^2)], c = 192 (1 - e2)/[pi^2 (24 - pi^2)]\n"
                "K_l = (F_p - F_y)/(d_p - d_y); d_y, d_p, F_y, F_p: as in ma_liu\n"
                "v0: overlap rate when the contact closed, at least speed_floor",
    .range = "as Hertz below d_y. Above it one straight line stands for the whole elastoplastic and plastic curve, "
             "so it is best for overlaps of the order of d_p. e1 from 1/3 to 1. " GR_APPROACH_CARD ".",
    .defects = "As printed the static force jumps at d_y, by a factor of 4.72 for steel spheres (see the example), and "
               "the damping jumps with it; variant: continuous, the default, starts the line at the force F_y. A free "
               "impact does not return e2: 0.6909 becomes 0.778, 0.6558 becomes 0.759 (W23 section 5, 4 and 6 m/s). h "
               "is largest, 1, at e1 = 1/3 and falls below it. The number W23 gives for K_l is F_p/d_p, not its eq. "
               "17. The spring keeps no residual overlap. The bound on damping, and with it the step chosen "
               "by the run, takes v0 as the speed that reaches the overlap without loss, 1/2 m v0^2 = work of the "
               "spring (2/5 K d^(5/2) below d_y); a contact that closes slowly and is then loaded by others damps "
               "more.",
    .needs = GR_NEEDS_ELASTICITY | GR_NEEDS_YIELD_STRESS,
    .parameters = parameters,
    .n_history = N_HISTORY,
    .history = history,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = Prepare,
    .force = Force,
    .energy = GrYieldEnergy,
    .stiffness = GrYieldStiffness,
    .damping = Damping,
};
