/* Tangential contact of two spheres with partial slip: four springs at different radii of the contact, each with its
   own dashpot and slider. The outer springs slide first.

   Spring j is at the radius r_j = a sqrt(q_j) and has the fraction w_j of the stiffness:
     k_j = w_j 8 G a,  c_j = w_j damping times the viscosity of the normal law,  L_j = w_j 3/2 (1 - q_j) mu N
     |k_j xi_j| > L_j: xi_j is shortened until |k_j xi_j| = L_j
     T_j = -(k_j xi_j + c_j s),  F = sum of T_j min(1, L_j/|T_j|)
     xi_j displacement of the spring [m];  s slip [m/s];  a = sqrt(R d) contact radius [m];  d overlap [m];
     N normal force [N];  R = R1 R2/(R1 + R2) [m];  1/G = (2 - nu1)/G1 + (2 - nu2)/G2,  G_i = E_i/(2 (1 + nu_i)) [Pa]
   The springs are samples of an elastic foundation along a line through the contact (method of dimensionality
   reduction), which is exact for elastic spheres. w_j is the width of a cell of the foundation, x_j the outer edge of
   the cell, both over a. The sums of w_j and of w_j 3/2 (1 - q_j) are 1.
   If the contact radius changes from a' to a, the displacement keeps its value at a fixed radius. Hence, at fixed q,
   dxi/d(ln a) = 2 q dxi/dq. The law uses
     dxi_j/d(ln a) = ((x_j xi_(j+1) - x_(j-1) xi_(j-1))/w_j - xi_j)/2
   The q_j are such that this is exact for xi linear in q, the displacement under an oblique load and in full sliding.
   At the edge, j = 3, xi_(j+1) is replaced by -xi_j if a grows (new springs carry no load) and by xi_j if it shrinks.
   The midpoint rule for sqrt(a) xi_j gives, with g = (sqrt(a) - sqrt(a'))/(sqrt(a) + sqrt(a')),
     w_j y_j - g (x_j y_(j+1) - x_(j-1) y_(j-1)) = w_j xi_j, in the last row |g| y_j in place of -g x_j y_(j+1)
     xi_j becomes sqrt(a'/a) (2 y_j - xi_j)
   This keeps the total force if a grows, and never increases the energy. One spring would be mindlin with `area:
   thornton`. The system has the xi_(j+1) before Coulomb's law shortens it by a vector e, although a spring that slides
   has its limit throughout the step. xi_j is therefore corrected by -g x_j e/w_j, from the edge inwards; without it the
   error is of first order. It is omitted if it would increase the energy by more than the shortening dissipates.
   Source: V. L. Popov and M. Hess, Method of Dimensionality Reduction in Contact Mechanics and Friction (2015); R. D.
   Mindlin and H. Deresiewicz, J. Appl. Mech. 20 (1953) 327; J. Jaeger, Arch. Appl. Mech. 65 (1995) 478. The x_j are
   chosen for the least error against N. Maw, J. R. Barber and J. N. Fawcett, Wear 38 (1976) 101.
   Valid: as Hertz's law; the pressure of other normal laws is taken to be distributed as Hertz's.
   History: xi_j; the mean slip q; root = a/sqrt(R) of the last step, which for Hertz is sqrt(d).
   Energy: sum of k_j xi_j^2/2, with k_j at the present overlap. The ledger counts energy that springs lose by a change
   of the contact area as loss by friction. Power: the sum over the springs of the power of slide.h.
   Error: of second order in the step. Direction of xi_j in a rolling contact, and other limits: slide.h. */
#include "base/math/elementary.h"
#include "base/math/independent.h"
#include "law/slide/separation.h"
#include "law/slide/slip.h"

enum { FRICTION, DAMPING, SHEAR_MODULUS, FRICTION_PULL, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, K, MU, MU_PULL, N_COEFFICIENTS };
enum { N = 4 }; /* springs */
enum { SLIP = 3 * N, ROOT = SLIP + 3, N_HISTORY };

static const double edge[N] = {0.56, 0.775, 0.905, 1.0};    /* x_j */
static const double weight[N] = {0.56, 0.215, 0.13, 0.095}; /* w_j */
static const double place[N] = {701375.0 / 7490352.0, 3506875.0 / 7490352.0, 5371175.0 / 7490352.0,
                                6860875.0 / 7490352.0}; /* q_j */

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [FRICTION] = {GR_SLIDE_FRICTION},
    [DAMPING] = {GR_SLIDE_DAMPING("1")},
    [SHEAR_MODULUS] = {GR_SLIDE_SHEAR_MODULUS},
    [FRICTION_PULL] = {GR_SLIDE_FRICTION_PULL},
};

#define SPRING_ROWS(J, RADIUS) GR_VECTOR_ROWS("spring" J, "m", "displacement of the spring at " RADIUS " contact radii")
static const GrLawHistory history[N_HISTORY] = {SPRING_ROWS("0", "0.31"),
                                                SPRING_ROWS("1", "0.68"),
                                                SPRING_ROWS("2", "0.85"),
                                                SPRING_ROWS("3", "0.96"),
                                                GR_SLIP_ROWS,
                                                [ROOT] = {GR_SPRING_ROOT_ROW}};

static const char *PreparePartialSlip(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const double g = GrSlideShearModulus(pair, &value[SHEAR_MODULUS]);
  if (isnan(g))
    return "the shear modulus is not known; give youngs_modulus and poisson_ratio of both materials, or shear_modulus";
  coefficient[SHARE] = value[DAMPING].number;
  coefficient[K] = 8.0 * g * sqrt(pair->radius);
  coefficient[MU] = value[FRICTION].number;
  coefficient[MU_PULL] = value[FRICTION_PULL].number;
  return NULL;
}

static bool FactorsOfPartialSlip(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  const bool given = GrSlideFactors(PreparePartialSlip, N_COEFFICIENTS, pair, value, factor);
  factor[K] = (GrLawFactor){.form = GR_FACTOR_ROOT, .factor = 8.0 * GrSlideShearModulus(pair, &value[SHEAR_MODULUS])};
  return given;
}

/* Intermediate results of a batch, which the loops below pass to each other. */
typedef struct {
  _Alignas(GR_SLIDE_BATCH * sizeof(double)) double x[N][3][GR_SLIDE_BATCH]; /* xi_j [m] */
  double half[3][GR_SLIDE_BATCH];                   /* half of the displacement of the bodies in the step [m] */
  double g[GR_SLIDE_BATCH], shrink[GR_SLIDE_BATCH]; /* g of the step [1], sqrt(a'/a) */
  double inverse[N][GR_SLIDE_BATCH];                /* inverse pivots of the elimination, from 1 on */
  double k[GR_SLIDE_BATCH], c[GR_SLIDE_BATCH], cap[GR_SLIDE_BATCH]; /* 8 G a [N/m], c [N s/m], mu N [N] */
  double growth[GR_SLIDE_BATCH], lag[GR_SLIDE_BATCH]; /* factors of hk and 2 c in GrSlipExcess [m^2/s^2] */
  double lost[GR_SLIDE_BATCH];    /* energy that the shortening of xi_(j+1) dissipates, over 8 G a [m^2] */
  double cut[3][GR_SLIDE_BATCH];  /* part of xi_(j+1) that Coulomb's law has cut off in the step [m] */
  double kept[N][GR_SLIDE_BATCH]; /* part of xi_j that Coulomb's law keeps [1] */
  double slides[GR_SLIDE_BATCH];  /* 1: spring 0 slides */
} Springs;

/* Computes half of the displacement of the bodies, t q/2 of slide.h, and stores the mean slip. begins: result of
   GrSlipBegins. */
GR_INLINE void FindHalf(const GrSlideBatch *batch, bool begins, Springs *restrict s)
{
  const double *restrict rate = batch->rate, *restrict overlap = batch->overlap,
                         *restrict before = batch->history[ROOT];
  const GrSlipWeights part = GrSlipWeightsOf(batch);
  const bool closes = batch->velocity == GR_VELOCITY_PREDICTED;
  const double h = batch->interval, earlier = 0.5 * part.before * h;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector n = GrVectorAt(batch->normal, i), slip = GrVectorAt(batch->slip, i);
    const GrVector last = GrVectorAt(batch->history + SLIP, i);
    const bool first = begins && GrIsFirst(last);
    const double whole = (first ? 0.5 : part.inner) + part.outer,
                 share = closes && before[i] == 0.0 ? 2.0 / 3.0 : whole;
    const double time = 0.5 * share * (begins ? GrTouchTime(first, h, rate[i], overlap[i]) : h);
    const GrVector half = GrVectorSum(time, slip, earlier, GrVectorSum(1.0, last, -GrDot(last, n), n));
    GrVectorSet(half, s->half, i);
    GrVectorPut(GrVectorSum(first ? 1.0 : part.share, slip, part.rest, last), batch->trial + SLIP, i);
  }
}

/* Computes the coefficients that all springs of a contact have in common. root: a/sqrt(R) [m^(1/2)]. */
static void FindTerms(const GrSlideBatch *batch, const double *restrict root, Springs *restrict s)
{
  const double *restrict stiffness = batch->coefficient[K], *restrict share = batch->coefficient[SHARE];
  const double *restrict mu = batch->coefficient[MU], *restrict mu_pull = batch->coefficient[MU_PULL];
  const double *restrict normal_force = batch->normal_force, *restrict viscosity = batch->viscosity;
  const double *const *mean_slip = (const double *const *)batch->trial + SLIP;
  const double share_of_mean = GrSlipShareOfMean(batch);

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector slip = GrVectorAt(batch->slip, i), mean = GrVectorAt(mean_slip, i);
    s->k[i] = stiffness[i] * root[i];
    s->c[i] = share[i] * viscosity[i];
    s->cap[i] = GrSlideCap(mu[i], mu_pull[i], normal_force[i]);
    const GrVector ahead = GrVectorSum(1.0, slip, -1.0, mean);
    s->growth[i] = GrDot(mean, ahead) + share_of_mean * GrDot(mean, mean);
    s->lag[i] = GrDot(ahead, ahead);
  }
}

/* Computes the growth of the contact radius and, from it, the factors of the elimination in MoveWithRadius. root:
   a/sqrt(R) [m^(1/2)]. */
static void FindGrowth(const GrSlideBatch *batch, const double *restrict root, Springs *restrict s)
{
  const double *restrict before = batch->history[ROOT];

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double then = before[i], now = root[i];
    const double shrink = now > 0.0 ? then > 0.0 ? sqrt(then / now) : 1.0 : 0.0, g = (1.0 - shrink) / (1.0 + shrink);
    double inverse = 1.0 / weight[0];
    s->shrink[i] = shrink;
    s->g[i] = g;
    for (int j = 1; j < N; j++) {
      const double lower = g * edge[j - 1] * inverse;
      inverse = 1.0 / (weight[j] + lower * (g * edge[j - 1]) + (j == N - 1 ? fabs(g) : 0.0));
      s->inverse[j][i] = inverse;
    }
  }
}

/* Turns the springs into the contact plane with their length kept, then adds the first half of the displacement. */
static void TurnSprings(const GrSlideBatch *batch, Springs *restrict s)
{
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector n = GrVectorAt(batch->normal, i), half = GrVectorIn(s->half, i);
    for (int j = 0; j < N; j++) {
      const GrVector old = GrVectorAt(batch->history + 3 * j, i);
      const double along = GrDot(old, n);
      const GrVector flat = GrVectorSum(1.0, old, -along, n);
      const double left = GrDot(flat, flat);
      const double growth = sqrt(1.0 + along * along / (left > 0.0 ? left : 1.0));
      GrVectorSet(GrVectorSum(growth, flat, 1.0, half), s->x[j], i);
    }
  }
}

/* Moves the springs with the contact radius: solves the tridiagonal system for y by elimination. Springs of a contact
   that has just closed (a' = 0) do not change. In a contact of radius 0 they become 0. */
static void MoveWithRadius(int n, Springs *restrict s)
{
  GR_INDEPENDENT
  for (int i = 0; i < n; i++) {
    const double g = s->g[i], shrink = s->shrink[i];
    const double inverse[N] = {1.0 / weight[0], s->inverse[1][i], s->inverse[2][i], s->inverse[3][i]};
    for (int axis = 0; axis < 3; axis++) {
      double y[N];
      y[0] = weight[0] * s->x[0][axis][i];
      for (int j = 1; j < N; j++)
        y[j] = weight[j] * s->x[j][axis][i] - g * edge[j - 1] * inverse[j - 1] * y[j - 1];
      y[N - 1] *= inverse[N - 1];
      for (int j = N - 2; j >= 0; j--)
        y[j] = (y[j] + g * edge[j] * y[j + 1]) * inverse[j];
      for (int j = 0; j < N; j++)
        s->x[j][axis][i] = shrink * (2.0 * y[j] - s->x[j][axis][i]);
    }
  }
}

/* min(1, limit/|v|); NaN if the limit is. */
static inline double Ratio(double limit, GrVector v)
{
  const double ratio = limit / sqrt(GrDot(v, v) + 1e-300);
  return ratio > 1.0 ? 1.0 : ratio;
}

/* Coulomb's limit of spring j, over that of the contact [1]. */
static inline double LimitOf(int j)
{
  return weight[j] * 1.5 * (1.0 - place[j]);
}

/* Adds the second half of the displacement to spring j, a constant, and shortens it by Coulomb's law. */
GR_INLINE void SlideSpring(const GrSlideBatch *batch, int j, Springs *restrict s)
{
  const double part = weight[j], limit_part = LimitOf(j), reach = edge[j] / part;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double k = part * s->k[i], limit = limit_part * s->cap[i];
    const GrVector half = GrVectorIn(s->half, i), found = GrVectorSum(1.0, GrVectorIn(s->x[j], i), 1.0, half);
    GrVector free = found;
    if (j < N - 1) { /* a spring beyond it was shortened */
      const GrVector corrected = GrVectorSum(1.0, found, -s->g[i] * reach, GrVectorIn(s->cut, i));
      const GrVector mean = GrVectorSum(0.5, GrVectorSum(1.0, found, 1.0, corrected), -2.0, half);
      const double gain = part * GrDot(GrVectorSum(1.0, corrected, -1.0, found), mean);
      free = gain > s->lost[i] ? found : corrected;
    }
    const double kept = Ratio(limit, (GrVector){k * free.x, k * free.y, k * free.z});
    const GrVector spring = {kept * free.x, kept * free.y, kept * free.z};
    s->kept[j][i] = kept;
    s->lost[i] = part * (1.0 - kept) * kept * GrDot(free, free);
    GrVectorSet(GrVectorSum(1.0, free, -1.0, spring), s->cut, i);
    GrVectorPut(spring, batch->trial + 3 * j, i);
  }
}

/* Sums over the springs of a contact. */
typedef struct {
  GrVector force; /* [N] */
  double power;   /* [W] */
  double sticks;  /* 1: the last spring sticks */
} Pull;

/* Adds spring j, a constant, of contact i to the sums of the springs beyond it. */
GR_INLINE Pull PullOf(const GrSlideBatch *batch, const Springs *restrict s, int j, GrVector slip, double h, Pull sum,
                      int i)
{
  const double k = weight[j] * s->k[i], c = weight[j] * s->c[i];
  const GrVector spring = GrVectorAt((const double *const *)batch->trial + 3 * j, i);
  const GrVector pull = GrVectorSum(k, spring, c, slip);
  const double ratio = Ratio(LimitOf(j) * s->cap[i], pull);
  const GrVector force = {-ratio * pull.x, -ratio * pull.y, -ratio * pull.z};
  const double sticks = s->kept[j][i] * ratio == 1.0 ? 1.0 : 0.0;
  const double excess = h * k * s->growth[i] + 2.0 * c * s->lag[i];
  return (Pull){GrVectorSum(1.0, sum.force, 1.0, force), sum.power - (GrDot(force, slip) + sticks * excess), sticks};
}

/* Computes friction forces and powers. */
static void PullSprings(const GrSlideBatch *batch, Springs *restrict s)
{
  const double h = batch->interval;
  double *restrict power = batch->power;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector slip = GrVectorAt(batch->slip, i);
    Pull sum = {{0.0, 0.0, 0.0}, 0.0, 0.0};
    sum = PullOf(batch, s, 3, slip, h, sum, i);
    sum = PullOf(batch, s, 2, slip, h, sum, i);
    sum = PullOf(batch, s, 1, slip, h, sum, i);
    sum = PullOf(batch, s, 0, slip, h, sum, i);
    GrVectorPut(sum.force, batch->force, i);
    power[i] = sum.power;
    s->slides[i] = 1.0 - sum.sticks; /* of spring 0, which slides last */
  }
}

/* Computes the elastic energy of the springs. */
static void StoreEnergies(const GrSlideBatch *batch, const Springs *restrict s)
{
  const double *const *trial = (const double *const *)batch->trial;
  double *restrict stored = batch->stored;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    double sum = 0.0;
    for (int j = N - 1; j >= 0; j--) {
      const GrVector spring = GrVectorAt(trial + 3 * j, i);
      sum += 0.5 * (weight[j] * s->k[i]) * GrDot(spring, spring);
    }
    stored[i] = sum;
  }
}

/* Coulomb's limit of all springs together. */
static GrSlideTerms TermsOfPartialSlip(const GrSlideBatch *batch, double root, int i)
{
  const double cap = GrSlideCap(batch->coefficient[MU][i], batch->coefficient[MU_PULL][i], batch->normal_force[i]);
  return (GrSlideTerms){.cap = cap, .breakaway = cap};
}

static void SlidePartialSlip(const GrSlideBatch *batch)
{
  double found[GR_SLIDE_BATCH];
  const double *root = GrSlideRoots(batch, found);
  Springs s;

  if (GrSlipBegins(batch, SLIP))
    FindHalf(batch, true, &s);
  else
    FindHalf(batch, false, &s);
  FindTerms(batch, root, &s);
  FindGrowth(batch, root, &s);
  TurnSprings(batch, &s);
  MoveWithRadius(batch->n, &s);
  SlideSpring(batch, 3, &s);
  SlideSpring(batch, 2, &s);
  SlideSpring(batch, 1, &s);
  SlideSpring(batch, 0, &s);
  PullSprings(batch, &s);
  memcpy(batch->trial[ROOT], root, (size_t)batch->n * sizeof(double));
  if (batch->slides)
    memcpy(batch->slides, s.slides, (size_t)batch->n * sizeof(double));
  if (batch->stored)
    StoreEnergies(batch, &s);
  GrSlideRelease(batch, TermsOfPartialSlip, NULL, true, (GrSlideSprings){N, weight, s.k});
}

GR_LAW_ROOT(StiffnessOfPartialSlip, K)

const GrLaw GrLaw_partial_slip = {
    .name = "partial_slip",
    .kind = GR_LAW_TANGENTIAL,
    .summary = "friction with partial slip in the contact, from the shear moduli",
    .source = "R. D. Mindlin and H. Deresiewicz, J. Appl. Mech. 20 (1953) 327; J. Jaeger, Arch. Appl. Mech. 65 (1995) "
              "478; V. L. Popov and M. Hess, Method of Dimensionality Reduction in Contact Mechanics and Friction "
              "(Springer 2015); N. Maw, J. R. Barber and J. N. Fawcett, Wear 38 (1976) 101",
    .equation =
        "F = sum over j = 0..3 of T_j min(1, L_j/|T_j|), T_j = -w_j (8 G a xi_j + c s), L_j = w_j 3/2 (1 - q_j) mu N\n"
        "|w_j 8 G a xi_j| > L_j: xi_j is shortened until |w_j 8 G a xi_j| = L_j\n"
        "xi_j: displacement of spring j at the radius a sqrt(q_j); s: slip; N: normal force\n"
        "a = sqrt(R d): contact radius; c = damping times the viscosity of the normal law\n"
        "w = 0.56, 0.215, 0.13, 0.095; q = 0.0936, 0.4682, 0.7171, 0.9160\n"
        "a changes: xi, which is interpolated between the springs, keeps its value at each radius\n"
        "1/G = (2 - nu1)/G1 + (2 - nu2)/G2, G_i = E_i/(2 (1 + nu_i))",
    .range = "as Hertz: overlap much smaller than R, equal elastic constants or little coupling of normal and "
             "tangential displacements. With other normal laws the pressure is taken to be distributed as Hertz's. In "
             "elastic impacts the slip that is left is within 2 percent of the initial slip from the solution of N. "
             "Maw, J. R. Barber and J. N. Fawcett, Wear 38 (1976) 101, at all angles and for Poisson's ratios from 0 "
             "to 0.49, if the contact lasts 40 steps or more; within 4 percent if it lasts 12 steps. At constant "
             "normal force the friction force differs from that of Mindlin by at most 3 percent of mu N. The work of a "
             "cycle differs from that of Mindlin and Deresiewicz by at most 3 percent of 4 F u, where F and u are the "
             "amplitudes of force and displacement.",
    .defects = "Takes several times as many instructions per contact as mindlin, and 16 numbers of history instead of "
               "8; the run of a settling bed takes about 1.5 times as long. The load curve has four corners: cycles "
               "with F < 0.12 mu N lose no energy. Sliding and static friction are equal. The springs follow the "
               "contact plane, but not a spin of the pair about the normal.",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PreparePartialSlip,
    .factors = FactorsOfPartialSlip,
    .stiffness = StiffnessOfPartialSlip,
    .roots = true,
    .slide = SlidePartialSlip,
};
