/* Elastoplastic spring and dashpot after Kelvin and Voigt: a Hertzian spring up to first yield and a linear spring
   beyond, each with a dashpot for a given restitution.

   d <= d_y:               F = K d^(3/2) + g2(e1) sqrt(K m) d^(1/4) v
   d > d_y, printed:       F = K_p d + g1(e2) sqrt(K_p m) v
   d > d_y, continuous:    F = F_y + K_p (d - d_y) + g1(e2) sqrt(K_p m) v
     K_p = (F_p - F_y)/(d_p - d_y) [N/m];  g1, g2: see common/loss.h;  d_y, d_p, F_y, F_p: see common/yield.h
     d overlap [m];  v overlap rate [m/s];  m reduced mass [kg];  e1, e2 restitutions below and above d_y [1]
   Source: W25 (G. Wang et al., Mech. Syst. Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399) eqs. 11, 12, 23,
   25.
   Valid: as Hertz's law below d_y; above it the spring is that of a contact loaded to about d_p.
   History: none; the current d selects the equation.  Energy: potential of the static spring.
   Limits: no residual deformation; all loss is viscous, and the force is negative at the end of an impact. The spring
   force jumps at d_y in the printed form. */
#include "law/common/loss.h"
#include "law/common/yield.h"
#include "law/hertz.h"

enum { RESTITUTION_ELASTIC, RESTITUTION_PLASTIC, HARDNESS_RATIO, CONFORMITY, VARIANT, STIFFNESS, N_PARAMETERS };
enum { K, D_Y, K_P, JUMP, C_ELASTIC, C_PLASTIC, N_COEFFICIENTS }; /* the first four as in GrYieldEnergy */
enum { CONTINUOUS, PRINTED };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [RESTITUTION_ELASTIC] = {"restitution_elastic", "1", GR_ELASTIC, 0, 1, true, false, NULL,
                             "e1 of the dashpot below d_y; 1: no damping", 0.86},
    [RESTITUTION_PLASTIC] = {"restitution_plastic", "1", GR_ELASTIC, 0, 1, true, false, NULL,
                             "e2 of the dashpot above d_y; 1: no damping", 0.70},
    [HARDNESS_RATIO] = {GR_YIELD_HARDNESS_RATIO},
    [CONFORMITY] = {GR_YIELD_CONFORMITY},
    [VARIANT] = {"variant", NULL, "continuous|printed", WORDS_ONLY, "continuous",
                 "spring above d_y: joined to Hertz's at F_y, or through the origin as printed", 0},
    [STIFFNESS] = {GR_YIELD_STIFFNESS},
};

static const char *PrepareKelvinVoigt(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  GrYield y;
  const char *wrong =
      GrYieldPrepare(pair, &value[STIFFNESS], value[HARDNESS_RATIO].number, value[CONFORMITY].number, &y);
  if (wrong)
    return wrong;
  double k_p = (y.f_p - y.f_y) / (y.d_p - y.d_y); /* W25 eq. 12 */
  coefficient[K] = y.k;
  coefficient[D_Y] = y.d_y;
  coefficient[C_ELASTIC] = GrDashpot(GrLossJankowski(value[RESTITUTION_ELASTIC].number), y.k, pair->mass);
  coefficient[K_P] = k_p;
  coefficient[C_PLASTIC] = GrDashpot(GrLossLinear(value[RESTITUTION_PLASTIC].number), k_p, pair->mass);
  coefficient[JUMP] = value[VARIANT].choice == PRINTED ? k_p * y.d_y - y.f_y : 0.0;
  return NULL;
}

GR_INLINE GrLawParts PartsOfKelvinVoigt(const GrLawBatch *batch, int i)
{
  const double *const *coefficient = batch->coefficient;
  const double below = coefficient[C_ELASTIC][i] * sqrt(GrRoot(batch->overlap[i])), above = coefficient[C_PLASTIC][i];
  const double c = batch->overlap[i] > coefficient[D_Y][i] ? above : below;
  return (GrLawParts){GrYieldSpring(batch, i), c * batch->rate[i], c, 0};
}

GR_LAW_FORCE(KelvinVoigt)

static double DampingOfKelvinVoigt(const double *coefficient, double overlap)
{
  double hertz = coefficient[C_ELASTIC] * sqrt(sqrt(overlap < coefficient[D_Y] ? overlap : coefficient[D_Y]));
  return overlap > coefficient[D_Y] && coefficient[C_PLASTIC] > hertz ? coefficient[C_PLASTIC] : hertz;
}

/* An oscillator m x'' = -k x - c x', below its critical damping: x ~ exp(-a t) cos(w t). */
typedef struct {
  double a, w;
} Oscillator;

typedef struct {
  double x, v;
} State;

static Oscillator OscillatorOf(double k, double c, double mass)
{
  double a = 0.5 * c / mass;
  return (Oscillator){a, sqrt(k / mass - a * a)};
}

static State StateAfter(Oscillator o, State s, double t)
{
  double decay = exp(-o.a * t), c = cos(o.w * t), sine = sin(o.w * t) / o.w, square = o.a * o.a + o.w * o.w;
  return (State){decay * (s.x * c + (s.v + o.a * s.x) * sine), decay * (s.v * c - (o.a * s.v + square * s.x) * sine)};
}

/* The time after which an oscillator turns that moves up from x >= 0. */
static double TurnOf(Oscillator o, State s)
{
  return atan2(o.w * s.v, o.a * s.v + (o.a * o.a + o.w * o.w) * s.x) / o.w;
}

/* The speed with which an oscillator passes x, to where it moves without turning between two times. */
static double SpeedAt(Oscillator o, State s, double x, double from, double to)
{
  bool up = StateAfter(o, s, to).x > x;
  for (int i = 0; i < 100; i++) {
    double middle = 0.5 * (from + to);
    if ((StateAfter(o, s, middle).x > x) == up)
      to = middle;
    else
      from = middle;
  }
  return fabs(StateAfter(o, s, to).v);
}

/* Restitution, exact if the dashpots are not overdamped and the contact ends at overlap 0. Up to d_y the motion is the
   oscillator in d^(5/4) of GrLossOfRoot; beyond it is an oscillator about the overlap at which the line has force 0. */
static double RestitutionOfKelvinVoigt(const double *coefficient, double mass, double speed, bool no_pull)
{
  double k = coefficient[K], d_y = coefficient[D_Y], y = d_y * sqrt(sqrt(d_y)), k_p = coefficient[K_P];
  double loss = GrLossOfRoot(coefficient[C_ELASTIC], k, mass);
  Oscillator elastic = OscillatorOf(0.8 * k, 0.8 * coefficient[C_ELASTIC], mass);
  Oscillator plastic = OscillatorOf(k_p, coefficient[C_PLASTIC], mass);
  State start = {0, speed}, yields = {(k * d_y * sqrt(d_y) + coefficient[JUMP]) / k_p, 0}, leaves = {y, 0};
  if (no_pull || !(elastic.w > 0.0 && plastic.w > 0.0))
    return NAN;
  if (!(StateAfter(elastic, start, TurnOf(elastic, start)).x > y))
    return GrReturnedLinear(loss, no_pull);
  yields.v = SpeedAt(elastic, start, y, 0, TurnOf(elastic, start));
  double turn = TurnOf(plastic, yields);
  leaves.v = -SpeedAt(plastic, yields, yields.x, turn, turn + GR_PI / plastic.w);
  return SpeedAt(elastic, leaves, 0, 0, GR_PI / elastic.w) / speed;
}

const GrLaw GrLaw_kelvin_voigt_elastoplastic = {
    .name = "kelvin_voigt_elastoplastic",
    .summary = "Hertz up to first yield, a straight line beyond, each with its own dashpot",
    .source = "G. Wang et al., Mech. Syst. Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399, eqs. 11, 12, 23 "
              "and 25 (W25)",
    .equation = "d <= d_y:              F = K d^(3/2) + g2(e1) sqrt(K m) d^(1/4) v\n"
                "d > d_y, continuous:   F = F_y + K_p (d - d_y) + g1(e2) sqrt(K_p m) v\n"
                "d > d_y, printed:      F = K_p d + g1(e2) sqrt(K_p m) v\n"
                "K_p = (F_p - F_y)/(d_p - d_y), g1(e) = 2 |ln e|/sqrt(pi^2 + ln^2 e)\n"
                "g2(e) = 9 sqrt(5) (1 - e^2)/{e [e (9 pi - 16) + 16]}\n"
                "d_y, d_p, F_y, F_p: as in ma_liu",
    .range = "as Hertz below d_y. Above it one straight line stands for the whole elastoplastic and plastic curve, so "
             "it is best for overlaps of the order of d_p. The restitution of a free impact is known in closed form "
             "unless the impact is overdamped (e1 below 0.375).",
    .defects = "As printed the static force jumps at d_y, by a factor of 4.72 for the steel spheres of W25 Table 1 "
               "(182.18 N below, 859.36 N above; see the example), and the damping jumps with it. For a static load "
               "between these two forces there is no overlap of equilibrium, so a chain with this preload never comes "
               "to rest, and no step resolves the jump. variant: continuous, the default, starts the straight line at "
               "the force F_y that Hertz's spring has reached; variant: printed is the published law. Neither variant "
               "returns e1 and e2 exactly: g2 is derived for damping on approach only but acts in both phases (a free "
               "impact below d_y at e1 = 0.95 returns 0.900). g1 is derived for a linear spring alone, whose contact "
               "ends at overlap 0. The spring keeps no residual overlap.",
    .needs = GR_NEEDS_YIELD_STRESS,
    GR_LAW_ROWS,
    .prepare = PrepareKelvinVoigt,
    .force = ForceOfKelvinVoigt,
    .energy = GrYieldEnergy,
    .stiffness = GrYieldStiffness,
    .damping = DampingOfKelvinVoigt,
    .onset = 1.25,
    .restitution = RestitutionOfKelvinVoigt,
    .corners = GrYieldCorners,
    .n_corners = GR_YIELD_CORNERS,
};
