/* Compliant dashpot of Wang: a Hertzian spring up to first yield and a linear spring beyond, both with hysteresis
   damping.

   d <= d_y:               F = K d^(3/2) [1 + h v/v0]
   d > d_y, continuous:    F = [F_y + K_l (d - d_y)] [1 + c v/v0]
   d > d_y, printed:       F = K_l d [1 + c v/v0]
     h = 3 (1 - e1^2)/[2 (2 - 3 e1 + 3 e1^2)],  c = 192 (1 - e2)/[pi^2 (24 - pi^2)],  K_l = (F_p - F_y)/(d_p - d_y)
   e1 = exp[-3/5 (c0/c2) (v0/c0)^(3/5)] (seismic),  e2 = restitution of Ma and Liu's law at v0 (ma_liu), or given
     d overlap [m];  v overlap rate [m/s];  v0 approach speed of the contact [m/s];  e1, e2 restitutions of the elastic
     and the plastic range [1];  c0 = sqrt(E/rho), c2 = sqrt(G/rho) speeds of waves in body 0 [m/s];
     K [N/m^1.5] and K_l [N/m] stiffness up to d_y and beyond;  d_y, d_p, F_y, F_p: see common/yield.h
   Source: W23 (G. Wang, D. Ma, C. Liu and Y. Liu, Mech. Syst. Signal Process. 185 (2023) 109785) eqs. 16, 17 and 35
   to 38.
   Valid: as Hertz's law below d_y; above it one line approximates the curve up to d_p.
   History: v0, see common/approach.h.  Energy: potential of the static spring.
   Limits: no residual deformation, all loss is viscous. The restitution of a free impact is not e1 or e2; h has its
   maximum 1 at e1 = 1/3, so a smaller e1 gives less damping. The spring force jumps at d_y in the printed form. */
#include "base/math/exponential.h"
#include "law/common/approach.h"
#include "law/common/exact_hysteresis.h"
#include "law/ma_liu.h"

enum { ELASTIC, PLASTIC, HARDNESS_RATIO, CONFORMITY, VARIANT, SPEED_FLOOR, STIFFNESS, GIVEN, N_PARAMETERS };
/* The first four as in GrYieldEnergy; from MA_LIU on the numbers of GrMaLiu. SEISMIC and CHORD are 0 where e1 and e2
   are numbers, DERIVED where both are. */
enum { K, D_Y, K_L, JUMP, H, C, V_MIN, V_MAX, MASS, DERIVED, SEISMIC, CHORD, MA_LIU, N_COEFFICIENTS = MA_LIU + 8 };
enum { N_HISTORY = 1 };
enum { CONTINUOUS, PRINTED };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [ELASTIC] = {"restitution_elastic", "1", "seismic|" GR_ELASTIC, 0, 1, false, false, NULL,
                 "e1 of the damping below d_y, 1: none; or the word seismic: from the waves in body 0 at the approach "
                 "speed of each contact",
                 0.95},
    [PLASTIC] = {"restitution_plastic", "1", "ma_liu|" GR_ELASTIC, 0, 1, false, false, NULL,
                 "e2 of the damping above d_y, 1: none; or the word ma_liu: what the law ma_liu returns at the "
                 "approach speed of each contact",
                 0.70},
    [HARDNESS_RATIO] = {GR_YIELD_HARDNESS_RATIO},
    [CONFORMITY] = {GR_YIELD_CONFORMITY},
    [VARIANT] = {"variant", NULL, "continuous|printed", WORDS_ONLY, "continuous",
                 "spring above d_y: joined to Hertz's at F_y, or through the origin as printed", 0},
    [SPEED_FLOOR] = {GR_APPROACH_FLOOR},
    [STIFFNESS] = {GR_YIELD_STIFFNESS},
    [GIVEN] = {GR_APPROACH_GIVEN},
};

static const GrLawHistory history[N_HISTORY] = {{GR_APPROACH_HISTORY}};

/* h (W23 eq. 35) and c (eq. 36) of a restitution. */
static inline double ElasticFactor(double e)
{
  return 1.5 * (1.0 - e * e) / (2.0 - 3.0 * e + 3.0 * e * e);
}

static inline double PlasticFactor(double e)
{
  return 192.0 * (1.0 - e) / (GR_PI * GR_PI * (24.0 - GR_PI * GR_PI));
}

/* 0.6 (c0/c2) c0^(-3/5), so that e1 = exp(-SEISMIC v0^(3/5)) (W23 eq. 37). */
static const char *PrepareSeismic(const GrLawBody *body, double *seismic)
{
  if (isnan(body->youngs_modulus + body->poisson_ratio + body->density))
    return "restitution_elastic: seismic needs the waves of the first body; give youngs_modulus, poisson_ratio and "
           "density of its material, or restitution_elastic as a number";
  double c0 = sqrt(body->youngs_modulus / body->density), ratio = sqrt(2.0 * (1.0 + body->poisson_ratio));
  *seismic = 0.6 * ratio * GrPower(c0, -0.6);
  return NULL;
}

static const char *PrepareMaLiu(const GrYield *y, double *coefficient)
{
  GrMaLiu s;
  const char *wrong = GrMaLiuPrepare(y, false, &s);
  if (wrong)
    return wrong;
  memcpy(&coefficient[MA_LIU], &s, sizeof(s));
  coefficient[CHORD] = GrMaLiuChord(s);
  return NULL;
}

static const char *PrepareCompliantDashpot(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  GrYield y;
  const GrLawValue e1 = value[ELASTIC], e2 = value[PLASTIC];
  const char *wrong =
      GrYieldPrepare(pair, &value[STIFFNESS], value[HARDNESS_RATIO].number, value[CONFORMITY].number, &y);
  for (int i = 0; i < N_COEFFICIENTS; i++)
    coefficient[i] = 0;
  if (!wrong && e1.choice >= 0)
    wrong = PrepareSeismic(&pair->body[0], &coefficient[SEISMIC]);
  if (!wrong && e2.choice >= 0)
    wrong = PrepareMaLiu(&y, coefficient);
  if (wrong)
    return wrong;
  double k_l = (y.f_p - y.f_y) / (y.d_p - y.d_y); /* W23 eq. 17 */
  coefficient[K] = y.k;
  coefficient[D_Y] = y.d_y;
  coefficient[H] = e1.choice >= 0 ? 0.0 : ElasticFactor(e1.number);
  coefficient[K_L] = k_l;
  coefficient[C] = e2.choice >= 0 ? 0.0 : PlasticFactor(e2.number);
  coefficient[JUMP] = value[VARIANT].choice == PRINTED ? k_l * y.d_y - y.f_y : 0.0;
  GrApproachRange(&value[SPEED_FLOOR], &value[GIVEN], &coefficient[V_MIN], &coefficient[V_MAX]);
  coefficient[MASS] = pair->mass;
  coefficient[DERIVED] = e1.choice >= 0 || e2.choice >= 0 ? 1.0 : 0.0;
  return NULL;
}

/* The factors of v/v0 below and above d_y. */
typedef struct {
  double below, above;
} Factors;

/* Damping factors of a contact with the approach speed v0. `seismic`, `ma_liu`: some contact of the batch may need e1
   or e2 from that model. */
GR_INLINE Factors FactorsAt(const double *const *coefficient, int i, double v0, bool seismic, bool ma_liu)
{
  Factors f = {coefficient[H][i], coefficient[C][i]};
  if (seismic) {
    double rate = coefficient[SEISMIC][i], factor = ElasticFactor(GrExp(-rate * GrPower(v0, 0.6)));
    f.below = rate > 0.0 ? factor : f.below;
  }
  if (ma_liu) {
    double chord = coefficient[CHORD][i], work = 0.5 * coefficient[MASS][i] * (v0 * v0);
    double factor = PlasticFactor(GrMaLiuRestitution(GrMaLiuAt(coefficient + MA_LIU, i), chord, work));
    f.above = chord > 0.0 ? factor : f.above;
  }
  return f;
}

/* Has any contact of the batch a restitution that is not a number? */
static bool AnyDerived(const GrLawBatch *batch)
{
  const double *derived = batch->coefficient[DERIVED];
  uint64_t any = 0;
  for (int i = 0; i < batch->n; i++)
    any |= GrBitsOf(derived[i]);
  return any;
}

/* Does any contact of the batch need e2 from Ma and Liu, being beyond d_y? */
static bool AnyYielded(const GrLawBatch *batch)
{
  const double *chord = batch->coefficient[CHORD], *d_y = batch->coefficient[D_Y], *overlap = batch->overlap;
  int any = 0;
  for (int i = 0; i < batch->n; i++)
    any |= (chord[i] > 0.0) & (overlap[i] > d_y[i]);
  return any;
}

/* W23 eq. 36. */
GR_INLINE GrLawParts PartsAt(const GrLawBatch *batch, int i, bool seismic, bool ma_liu)
{
  const double v0 = GrApproachFollow(batch, i, V_MIN), spring = GrYieldSpring(batch, i);
  const Factors f = FactorsAt(batch->coefficient, i, v0, seismic, ma_liu);
  const double factor = GrSelect(batch->overlap[i] > batch->coefficient[D_Y][i], f.above, f.below);
  return (GrLawParts){spring, spring * (factor * (batch->rate[i] / v0)), spring * factor / v0, 0};
}

GR_INLINE GrLawParts PartsOfNumbers(const GrLawBatch *batch, int i)
{
  return PartsAt(batch, i, false, false);
}

GR_INLINE GrLawParts PartsOfWaves(const GrLawBatch *batch, int i)
{
  return PartsAt(batch, i, true, false);
}

GR_INLINE GrLawParts PartsOfMaLiu(const GrLawBatch *batch, int i)
{
  return PartsAt(batch, i, true, true);
}

/* Waves cost about ten times as much as numbers, Ma and Liu's law about fifty times. */
static void ForceOfCompliantDashpot(const GrLawBatch *batch)
{
  if (!AnyDerived(batch))
    GrLawForce(batch, PartsOfNumbers);
  else if (!AnyYielded(batch))
    GrLawForce(batch, PartsOfWaves);
  else
    GrLawForce(batch, PartsOfMaLiu);
}

static Factors FactorsOf(const double *coefficient, double v0)
{
  const double *column[N_COEFFICIENTS];
  for (int c = 0; c < N_COEFFICIENTS; c++)
    column[c] = &coefficient[c];
  return FactorsAt(column, 0, v0, true, true);
}

/* The speed v0 that does the work `work`, 1/2 m v0^2 = work. */
static double SpeedOf(const double *coefficient, double work)
{
  return GrApproachAt(sqrt(2.0 * work / coefficient[MASS]), coefficient[V_MIN], coefficient[V_MAX]);
}

/* Below d_y the damping grows with d. On the line, force^2 = F^2 + 2 K_l (work - W) for F and W just above d_y, so that
   force/v0 is monotonic where v0 is above the floor and grows where it is the floor: it is largest at d_y, at d, or
   where v0 leaves the floor. The factors grow with v0 if they depend on it. */
static double DampingOfCompliantDashpot(const double *coefficient, double overlap)
{
  double d_y = coefficient[D_Y], x = overlap < d_y ? overlap : d_y, hertz = coefficient[K] * x * sqrt(x);
  double start = hertz + coefficient[JUMP], first = 0.4 * hertz * x, beyond = overlap - x;
  double v0 = SpeedOf(coefficient, first), largest = FactorsOf(coefficient, v0).below * hertz / v0;
  double last = first + beyond * (start + 0.5 * coefficient[K_L] * beyond);
  double floored = 0.5 * coefficient[MASS] * (coefficient[V_MIN] * coefficient[V_MIN]);
  double work[3] = {first, last, floored < first ? first : floored > last ? last : floored};
  double above = FactorsOf(coefficient, SpeedOf(coefficient, last)).above;
  for (int i = 0; overlap > d_y && i < 3; i++) {
    double spring = sqrt(start * start + 2.0 * coefficient[K_L] * (work[i] - first));
    largest = GrLarger(largest, above * spring / SpeedOf(coefficient, work[i]));
  }
  return largest;
}

/* Exact: two ranges of hysteresis damping, the work of the spring up to d_y being all that is asked of the spring. */
static double RestitutionOfCompliantDashpot(const double *coefficient, double mass, double speed, bool no_pull)
{
  double v0 = GrApproachAt(speed, coefficient[V_MIN], coefficient[V_MAX]), d_y = coefficient[D_Y];
  double work = 0.4 * coefficient[K] * d_y * d_y * sqrt(d_y) / (mass * speed * speed);
  Factors f = FactorsOf(coefficient, v0);
  return GrExactRestitutionOfTwo(f.below * speed / v0, f.above * speed / v0, work);
}

const GrLaw GrLaw_compliant_dashpot = {
    .name = "compliant_dashpot",
    .summary = "Hertz up to first yield, a straight line beyond, both with damping relative to the approach speed",
    .source = "G. Wang, D. Ma, C. Liu and Y. Liu, Mech. Syst. Signal Process. 185 (2023) 109785, eqs. 16, 17 and 35 to "
              "38 (W23)",
    .equation = "d <= d_y:              F = K d^(3/2) [1 + h v/v0]\n"
                "d > d_y, continuous:   F = [F_y + K_l (d - d_y)] [1 + c v/v0]\n"
                "d > d_y, printed:      F = K_l d [1 + c v/v0]\n"
                "h = 3 (1 - e1^2)/[2 (2 - 3 e1 + 3 e1^2)], c = 192 (1 - e2)/[pi^2 (24 - pi^2)]\n"
                "K_l = (F_p - F_y)/(d_p - d_y); d_y, d_p, F_y, F_p: as in ma_liu\n"
                "e1, seismic: exp[-3/5 (c0/c2) (v0/c0)^(3/5)], c0 = sqrt(E/rho), c2 = sqrt(G/rho) of body 0\n"
                "e2, ma_liu: restitution of the law ma_liu at v0, 1 if nothing yields\n"
                "v0: overlap rate when the contact closed, at least speed_floor",
    .range = "as Hertz below d_y. Above it one straight line stands for the whole elastoplastic and plastic curve, so "
             "it is best for overlaps of the order of d_p. e1 from 1/3 to 1. Body 0 is the first of the two bodies, in "
             "a chain the bead with the lower number. The restitution of a free impact is known exactly, because it "
             "depends on the spring only through the work up to d_y. " GR_APPROACH_CARD ".",
    .defects =
        "As printed the static force jumps at d_y, by a factor of 4.72 for steel spheres (see the example), and the "
        "damping jumps with it; variant: continuous, the default, starts the line at the force F_y. A free impact does "
        "not return e2: 0.6909 becomes 0.778, 0.6558 becomes 0.759 (W23 section 5, 4 and 6 m/s). h is largest, 1, at "
        "e1 = 1/3 and falls below it. The number W23 gives for K_l is F_p/d_p, not its eq. 17. The spring keeps no "
        "residual overlap. The bound on damping, and with it the step chosen by the run, takes v0 as the speed that "
        "reaches the overlap without loss, 1/2 m v0^2 = work of the spring (2/5 K d^(5/2) below d_y); a contact that "
        "closes slowly and is then loaded by other contacts has more damping.",
    .needs = GR_NEEDS_YIELD_STRESS,
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareCompliantDashpot,
    .force = ForceOfCompliantDashpot,
    .energy = GrYieldEnergy,
    .stiffness = GrYieldStiffness,
    .damping = DampingOfCompliantDashpot,
    .restitution = RestitutionOfCompliantDashpot,
    .corners = GrYieldCorners,
    .n_corners = GR_YIELD_CORNERS,
};
