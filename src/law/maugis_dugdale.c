/* Elastic adhesive contact of two spheres after Maugis, with the constant attractive stress of Dugdale around the
   contact: between jkr (large, soft spheres) and dmt (small, stiff spheres).

   With f = F/P, x = a/A, q = d/D, m = c/a, t = sqrt(m^2 - 1), b = arccos(1/m),
     1 = (lambda x^2/2) [t + (m^2 - 2) b] + (4 lambda^2 x/3) [t b - m + 1]
     f = x^3 - lambda x^2 (t + m^2 b),   q = x^2 - (4/3) lambda x t       from d > 0 until d = -d_f
     F = 0                                                                before and after the contact
     P = pi w R,  A = (pi w R^2/K)^(1/3),  D = A^2/R,  lambda = 2 sigma_0 [R/(pi w K^2)]^(1/3),  K = 4/3 E
     d overlap [m];  a contact radius [m];  c outer radius of the ring with the stress sigma_0 [m];  w work of adhesion
     [J/m^2];  sigma_0 stress [Pa], given or 16/(9 sqrt(3)) w/z_0;  z_0 equilibrium distance of the surfaces [m];
     R = R1 R2/(R1 + R2) [m];  1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 [Pa];  plus c_v v, the dashpot of jkr, if e < 1
   d_f: pull_off: fixed_grips, where the overlap is smallest (lambda > 0.938) or where a = 0 (below); largest_pull,
   where the force is smallest.
   Source: D. Maugis, J. Colloid Interface Sci. 150 (1992) 243, eqs. 6.11 to 6.19; sigma_0 of z_0: the largest stress
   of a Lennard-Jones potential, as in the source and K. L. Johnson and J. A. Greenwood, J. Colloid Interface Sci. 192
   (1997) 326; dashpot: jkr.c.
   Valid: a far below R; lambda -> infinity: jkr, pull-off 3/2 pi w R; lambda -> 0: dmt, pull-off 2 pi w R.
   History: whether the spheres are in contact.
   Energy: the recoverable energy is P D [u(x, m) - u at the end of the contact], with
     u = (1/3) [f q + M/2 - x^2 m^2],  M = (2/5) x^5 - (lambda/2) x^4 [m^4 b + t (m^2 + 2/3)]
   u is the elastic energy minus the work of the stress; it follows from its derivatives in d, in w at constant sigma_0,
   and in the scale of length, with the second moment P A^2 M of the pressure over the radius. A touch releases the
   energy W = P D [u at the end - u at d = 0], and the separation needs W, so the energy balance counts W as plastic
   work.
   Limits: the attraction of surfaces that do not touch is left out, as in jkr: a contact begins at d = 0 and
   ends at a = 0 at the latest. The force jumps at both. */
#include "base/math/exponential.h"
#include "law/adhesion.h"
#include "law/common/loss.h"
#include "law/jkr.h"

enum { WORK, DISTANCE, STRESS, RESTITUTION, PULL_OFF, N_PARAMETERS };
/* P, D; REACH: d_f; ROOT: A/sqrt(R); VISCOSITY of the dashpot at x = 1; LEFT: u at the end of the contact; GAIN: LEFT
   - u at d = 0. START, START_Q
   and LINE, SQUARE, CUBE: start of the curve and its derivatives there, see StartOfSearch. */
enum {
  PULL,
  DEPTH,
  REACH = GR_LINE_REACH,
  ROOT,
  VISCOSITY,
  LAMBDA,
  LEFT,
  GAIN,
  START,
  START_Q,
  LINE,
  SQUARE,
  CUBE,
  SCALE_1,
  SCALE_2,
  N_COEFFICIENTS
};
enum { MADE, N_HISTORY };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [WORK] = {GR_JKR_WORK},
    [DISTANCE] = {"equilibrium_distance", "m", NULL, ABOVE_ZERO, "",
                  "z_0: distance of the atoms of two surfaces in contact, some 0.15 to 0.4 nm; or give cohesive_stress",
                  1e-9},
    [STRESS] = {"cohesive_stress", "Pa", NULL, ABOVE_ZERO, "",
                "sigma_0: constant attractive stress around the contact, instead of equilibrium_distance", 0},
    [RESTITUTION] = {GR_JKR_RESTITUTION},
    [PULL_OFF] =
        {"pull_off", NULL, "fixed_grips|largest_pull", WORDS_ONLY, "fixed_grips",
         "where the contact ends: fixed_grips, where the curve of force over overlap turns back or the contact "
         "radius is 0; largest_pull, at the largest pull",
         0},
};

static const GrLawHistory history[N_HISTORY] = {
    {"made", "1", "1 from the touch until pull-off"},
};

/* A point of the curve. Its parameter is y = cot(b/2) - 1 >= 0, so that y = 0 is a = 0, and y -> infinity m -> 1. */
typedef struct {
  double x, m, t, b; /* see the head of the file [1] */
  double q;          /* d/D */
  double slope;      /* dq/dy */
} Point;

/* Returns (p - arctan p)/p^3 for 0 <= p <= 1; error 1e-16. Taylor's polynomial in p^2 - 1/2 of the interpolation in 21
   Chebyshev nodes. */
GR_INLINE double ArcRest(double p)
{
  static const double c[] = {0.2591604972657936,      -0.110814825130714,      0.054814840604563056,
                             -0.029135862645257561,   0.016172974902378685,    -0.0092430962218592715,
                             0.005394792619772752,    -0.0031991752672063966,  0.0019209419408591751,
                             -0.001165063595478422,   0.00071248508377110941,  -0.00043878395169742724,
                             0.00027179651093434934,  -0.00016887578989417193, 0.00010559851183129669,
                             -6.8045396862277948e-05, 4.2879441621764759e-05,  -2.151934283618498e-05,
                             1.360264954056166e-05,   -1.8547431139255272e-05, 1.1832505417555692e-05};
  const double z = p * p - 0.5;
  double sum = 0;
#pragma GCC unroll 32
  for (int k = (int)(sizeof c / sizeof *c) - 1; k >= 0; k--)
    sum = sum * z + c[k];
  return sum;
}

/* Returns the point of the curve at y > 0. With p = tan(b/2) = 1/(1 + y) the brackets of the first equation are
   2 p^3 [1/(1 - p^2) + r] + t^2 b and t p (1 - 2 p^2 r), r = (p - arctan p)/p^3: no cancellation for m -> 1. */
GR_INLINE Point PointAt(double lambda, double y)
{
  const double cot = 1.0 + y, p = 1.0 / cot, inside = y * (y + 2.0), r = ArcRest(p), cube = p * p * p;
  const double t = 2.0 * cot / inside, m = 1.0 + 2.0 / inside, square = 1.0 + t * t, b = 2.0 * p - 2.0 * cube * r;
  const double ring = 2.0 * cube * (cot * cot / inside + r) + b * (t * t), wedge = t * (p - 2.0 * cube * r);
  const double g = 0.5 * lambda * ring, h = 4.0 / 3.0 * (lambda * lambda) * wedge;
  const double x = 2.0 / (h + sqrt(h * h + 4.0 * g));
  const double ring_slope = lambda * t * (t + square * b);
  const double wedge_slope = 4.0 / 3.0 * (lambda * lambda) * (t + b * square - m * t);
  const double x_slope = -(ring_slope * x * x + wedge_slope * x) / (2.0 * g * x + h); /* over b */
  const double q_slope = (2.0 * x - 4.0 / 3.0 * lambda * t) * x_slope - 4.0 / 3.0 * lambda * x * square;
  return (Point){x, m, t, b, x * x - 4.0 / 3.0 * lambda * x * t, q_slope * (-2.0 / (1.0 + cot * cot))};
}

/* f at a point. */
GR_INLINE double ForceAt(double lambda, Point s)
{
  return s.x * s.x * (s.x - lambda * (s.t + s.m * s.m * s.b));
}

/* u at a point. */
GR_INLINE double EnergyAt(double lambda, Point s)
{
  const double x2 = s.x * s.x, m2 = s.m * s.m;
  const double moment = x2 * x2 * (0.4 * s.x - 0.5 * lambda * (m2 * m2 * s.b + s.t * (m2 + 2.0 / 3.0)));
  return (1.0 / 3.0) * (ForceAt(lambda, s) * s.q + 0.5 * moment - x2 * m2);
}

/* The start of the curve, y_0, where q is smallest, and the search for a point on it. */
typedef struct {
  double lambda;
  double y, q;               /* y_0 and q there */
  double line, square, cube; /* dq/dy, q''/2 and q'''/6 there, >= 0 */
  double scale[2];           /* lambda/1.5, (lambda^2/1.5)^(3/2) */
} Curve;

GR_INLINE Curve CurveAt(const double *const *c, int i)
{
  return (Curve){
      c[LAMBDA][i], c[START][i], c[START_Q][i], c[LINE][i], c[SQUARE][i], c[CUBE][i], {c[SCALE_1][i], c[SCALE_2][i]}};
}

/* An upper bound on y - y_0 where q exceeds its smallest value by `over`, or a value near it. q(y) is convex: each term
   of its series in y - y_0 is below q. For large y, from the first equation, (2/b)^3 is about the sum of lambda x^2/1.5
   and (lambda^2 x/1.5)^(3/2), with x^2 near q + 1. */
GR_INLINE double StartOfSearch(Curve k, double q, double over)
{
  const double even = sqrt(k.line * k.line + 4.0 * k.square * over) + k.line;
  const double near = 2.0 * over / (even + 1e-300), cubic = GrCbrt(over / (k.cube + 1e-300));
  const double square = (q > 0.0 ? q : 0.0) + 1.0, root = sqrt(sqrt(square)), x = root * root;
  const double far = 2.0 * GrCbrt(k.scale[0] * square + k.scale[1] * (x * root));
  const double least = near < cubic ? near : cubic;
  return least < far ? least : far;
}

/* Returns the point of the curve at q. Newton's method in y from the right of the root: as q(y) is convex, it converges
   monotonically; the number of steps leaves a relative error of y - y_0 below 1e-12 for 1e-3 <= lambda <= 1e3. */
GR_INLINE Point PointOfOverlap(Curve k, double q)
{
  const double beyond = q - k.q, over = beyond > 0.0 ? beyond : GrMarkNan(beyond);
  double y = k.y + StartOfSearch(k, q, over);
#pragma GCC unroll 5
  for (int step = 0; step < 5; step++) {
    const double tried = y > 1e-12 ? y : 1e-12 + GrMarkNan(y);
    const Point s = PointAt(k.lambda, tried);
    const double newton = tried - (s.q - (k.q + over)) / s.slope, least = k.y + 0.1 * (tried - k.y);
    y = newton < least ? least : newton;
  }
  return PointAt(k.lambda, y > 1e-12 ? y : 1e-12 + GrMarkNan(y));
}

/* ---- coefficients ---- */

enum { HALVINGS = 200, SECTIONS = 120 };
static const double no_ring = 1e-3; /* y below which the curve is taken to end at a = 0 [1] */

/* Derivatives of a function from its values at 0, h, .., 4 h: the first, half the second, a sixth of the third. */
static void Derive(const double v[5], double h, double derivative[3])
{
  derivative[0] = (-25.0 * v[0] + 48.0 * v[1] - 36.0 * v[2] + 16.0 * v[3] - 3.0 * v[4]) / (12.0 * h);
  derivative[1] = (35.0 * v[0] - 104.0 * v[1] + 114.0 * v[2] - 56.0 * v[3] + 11.0 * v[4]) / (24.0 * h * h);
  derivative[2] = (-5.0 * v[0] + 18.0 * v[1] - 24.0 * v[2] + 14.0 * v[3] - 3.0 * v[4]) / (12.0 * h * h * h);
}

/* The curve of lambda. With a = 0 its start follows from the limit of the first equation, in which x m remains. */
static Curve MakeCurve(double lambda)
{
  const double ring = 0.25 * lambda * GR_PI, wedge = 4.0 / 3.0 * (lambda * lambda) * (0.5 * GR_PI - 1.0);
  const double outer = 2.0 / (wedge + sqrt(wedge * wedge + 4.0 * ring)), power = lambda * lambda / 1.5;
  Curve k = {.lambda = lambda, .q = -4.0 / 3.0 * lambda * outer, .scale = {lambda / 1.5, power * sqrt(power)}};
  double low = no_ring, high = 1e5, derivative[3], value[5];
  const bool opens = PointAt(lambda, no_ring).slope > 0.0;
  for (int i = 0; i < HALVINGS && !opens; i++) {
    const double middle = sqrt(low * high);
    *(PointAt(lambda, middle).slope > 0.0 ? &high : &low) = middle;
  }
  k.y = opens ? 0.0 : high;
  k.q = opens ? k.q : PointAt(lambda, high).q;
  const double h = opens ? 10.0 * no_ring : no_ring * high;
  value[0] = k.q;
  for (int i = 1; i < 5; i++)
    value[i] = PointAt(lambda, k.y + i * h).q;
  Derive(value, h, derivative);
  k.line = opens && derivative[0] > 0.0 ? derivative[0] : 0.0;
  k.square = derivative[1] > 0.0 ? derivative[1] : 0.0;
  k.cube = derivative[2] > 0.0 ? derivative[2] : 0.0;
  return k;
}

/* The point of the smallest force, by golden-section search in ln y. */
static Point LargestPull(const Curve *k)
{
  const double golden = 0.5 * (sqrt(5.0) - 1.0);
  double low = GrLogarithm(k->y > 1e-9 ? k->y : 1e-9), high = low + 30.0;
  for (int i = 0; i < SECTIONS; i++) {
    const double left = high - golden * (high - low), right = low + golden * (high - low);
    if (ForceAt(k->lambda, PointAt(k->lambda, GrExp(left))) < ForceAt(k->lambda, PointAt(k->lambda, GrExp(right))))
      high = right;
    else
      low = left;
  }
  return PointAt(k->lambda, GrExp(0.5 * (low + high)));
}

static const char *PrepareMaugisDugdale(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const double w = value[WORK].number, r = pair->radius, stiffness = 4.0 / 3.0 * pair->modulus;
  const double stress =
      value[STRESS].given ? value[STRESS].number : 16.0 / (9.0 * sqrt(3.0)) * w / value[DISTANCE].number;
  const double radius = GrCbrt(GR_PI * w * r * r / stiffness), depth = radius * radius / r, root = sqrt(r);
  const double lambda = 2.0 * stress * GrCbrt(r / (GR_PI * w * stiffness * stiffness));
  if (value[DISTANCE].given == value[STRESS].given)
    return "the range of the attraction must be given once; write equilibrium_distance or cohesive_stress";
  if (!(radius < 0.5 * r))
    return "the contact at pull-off would be wider than 0.3 R, which is no contact of spheres any more; write a "
           "smaller work_of_adhesion, or a larger youngs_modulus";
  if (!(depth > 1e-290))
    return "the work_of_adhesion is zero in double precision; write a larger one, or the law hertz";
  if (!(lambda >= 1e-3))
    return "lambda is below 0.001, where the law is that of Derjaguin, Muller and Toporov; write the normal law hertz "
           "with adhesion: {law: dmt, ..}";
  if (!(lambda <= 1e3))
    return "lambda is above 1000, where the law is that of Johnson, Kendall and Roberts; write the law jkr";
  const Curve k = MakeCurve(lambda);
  const Point grips = PointAt(lambda, k.y > 1e-12 ? k.y : 1e-12), pull = LargestPull(&k);
  const Point end = value[PULL_OFF].choice == GR_JKR_LARGEST_PULL ? pull : grips;
  coefficient[PULL] = GR_PI * w * r;
  coefficient[DEPTH] = depth;
  coefficient[REACH] = -depth * (value[PULL_OFF].choice == GR_JKR_LARGEST_PULL ? pull.q : k.q);
  coefficient[ROOT] = radius / root;
  coefficient[VISCOSITY] =
      GrDashpot(0.5 * sqrt(5.0) * GrLossLinear(value[RESTITUTION].number), stiffness * root, pair->mass) *
      sqrt(radius / root);
  coefficient[LAMBDA] = lambda;
  coefficient[LEFT] = EnergyAt(lambda, end);
  coefficient[GAIN] = coefficient[LEFT] - EnergyAt(lambda, PointOfOverlap(k, 0.0));
  coefficient[START] = k.y;
  coefficient[START_Q] = k.q;
  coefficient[LINE] = k.line;
  coefficient[SQUARE] = k.square;
  coefficient[CUBE] = k.cube;
  coefficient[SCALE_1] = k.scale[0];
  coefficient[SCALE_2] = k.scale[1];
  return NULL;
}

/* ---- force and energy ---- */

GR_INLINE GrLawParts PartsOfMaugisDugdale(const GrLawBatch *batch, int i)
{
  const double *const *k = batch->coefficient;
  const double d = batch->overlap[i];
  const Point s = PointOfOverlap(CurveAt(k, i), d / k[DEPTH][i]);
  const double made = GrLineFollowTouch(k[REACH][i], batch->history[MADE][i], d);
  const double c = made * (k[VISCOSITY][i] * sqrt(s.x));
  batch->trial[MADE][i] = made;
  return (GrLawParts){made * (k[PULL][i] * ForceAt(k[LAMBDA][i], s)), c * batch->rate[i], c, made * (k[ROOT][i] * s.x)};
}

GR_LAW_FORCE(MaugisDugdale)

GR_INLINE GrLawEnergies EnergiesOfMaugisDugdale(const GrLawBatch *batch, int i)
{
  const double *const *k = batch->coefficient;
  const Curve curve = CurveAt(k, i);
  const double scale = batch->trial[MADE][i] * (k[PULL][i] * k[DEPTH][i]), left = k[LEFT][i];
  const double stored = EnergyAt(curve.lambda, PointOfOverlap(curve, batch->overlap[i] / k[DEPTH][i]));
  return (GrLawEnergies){scale * (stored - left), scale * k[GAIN][i]};
}

GR_LAW_ENERGY(MaugisDugdale)

static Curve CurveOf(const double *c)
{
  return (Curve){c[LAMBDA], c[START], c[START_Q], c[LINE], c[SQUARE], c[CUBE], {c[SCALE_1], c[SCALE_2]}};
}

/* The point at an overlap >= 0. */
static Point PointOf(const double *coefficient, double overlap)
{
  return PointOfOverlap(CurveOf(coefficient), overlap > 0.0 ? overlap / coefficient[DEPTH] : 0.0);
}

/* df/dq by the derivatives over b; it grows with the overlap from d = 0 on. */
static double StiffnessOfMaugisDugdale(const double *coefficient, double overlap)
{
  const double lambda = coefficient[LAMBDA];
  const Point s = PointOf(coefficient, overlap);
  const double square = s.m * s.m, cot = (s.m + 1.0) / s.t, per_b = -0.5 * (1.0 + cot * cot);
  const double x_slope = (s.slope * per_b + 4.0 / 3.0 * lambda * s.x * square) / (2.0 * s.x - 4.0 / 3.0 * lambda * s.t);
  const double ring = s.t + square * s.b, ring_slope = 2.0 * square * (1.0 + s.t * s.b);
  const double f_slope = (3.0 * s.x * s.x - 2.0 * lambda * s.x * ring) * x_slope - lambda * s.x * s.x * ring_slope;
  return coefficient[PULL] / coefficient[DEPTH] * (f_slope / (s.slope * per_b));
}

static double DampingOfMaugisDugdale(const double *coefficient, double overlap)
{
  return coefficient[VISCOSITY] * sqrt(PointOf(coefficient, overlap).x);
}

/* Exact without dashpot. */
static double RestitutionOfMaugisDugdale(const double *coefficient, double mass, double speed, bool no_pull)
{
  const double gain = coefficient[PULL] * coefficient[DEPTH] * coefficient[GAIN];
  const double square = 1.0 - 2.0 * gain / (mass * speed * speed);
  return coefficient[VISCOSITY] > 0.0 ? NAN : square > 0.0 ? sqrt(square) : 0.0;
}

const GrLaw GrLaw_maugis_dugdale = {
    .name = "maugis_dugdale",
    .summary = "Hertz with adhesion after Maugis and Dugdale, between jkr and dmt; holds until pull-off",
    .source =
        "D. Maugis, J. Colloid Interface Sci. 150 (1992) 243; stress of z_0: K. L. Johnson and J. A. Greenwood, J. "
        "Colloid Interface Sci. 192 (1997) 326; touch and pull-off: as jkr; dashpot: as jkr",
    .equation = "from a touch (d > 0) until d = -d_f, contact radius a, stress out to the radius m a:\n"
                "1 = (lambda x^2/2) [t + (m^2 - 2) b] + (4 lambda^2 x/3) [t b - m + 1]\n"
                "F/P = x^3 - lambda x^2 (t + m^2 b), d/D = x^2 - (4/3) lambda x t\n"
                "x = a/A, t = sqrt(m^2 - 1), b = arccos(1/m); plus c_v v as jkr with this a\n"
                "P = pi w R, A = (pi w R^2/K)^(1/3), D = A^2/R, K = 4/3 E\n"
                "lambda = 2 sigma_0 [R/(pi w K^2)]^(1/3), sigma_0 = cohesive_stress or 1.0264 w/z_0\n"
                "before and after: F = 0\n"
                "-d_f, fixed_grips: smallest d of the curve, for lambda < 0.938 where a = 0\n"
                "-d_f, largest_pull: where F is smallest\n"
                "largest pull/(pi w R): 1.951 at lambda 0.1, 1.816 at 0.3, 1.601 at 1, 1.506 at 5\n"
                "a free impact with e = 1 returns sqrt(1 - 2 W/(m v^2)), W: energy gained by a touch",
    .range =
        "0.001 <= lambda <= 1000; jkr holds above 5 (its pull-off to 0.5 %), dmt below 0.1 (to 2.5 %). lambda = "
        "1.157 mu with mu = (R w^2/(E^2 z_0^3))^(1/3) of Tabor. a far below R. Until pull-off, laws of friction "
        "use the contact radius a. tension: clip is refused, because it removes the adhesion; an impact needs end: "
        "apart.",
    .defects =
        "The attraction of surfaces that do not touch is left out, as in jkr: a contact begins at the touch, and "
        "at small lambda it ends with a pull near 2 pi w R, as that of dmt without range. The force jumps where "
        "the contact is made and where it ends, so an integrator of fixed step h errs there by up to 2 pi w R v "
        "h in energy; in assemblies the jump is corrected. For lambda > 0.938 the slope of the force is "
        "infinite at the end of fixed_grips. An impact has no dashpot between d = 0 and the end of the contact.",
    GR_LAW_ROWS_AND_HISTORY,
    .needs = GR_NEEDS_ELASTICITY,
    .prepare = PrepareMaugisDugdale,
    .roots = true,
    .force = ForceOfMaugisDugdale,
    .energy = EnergyOfMaugisDugdale,
    .stiffness = StiffnessOfMaugisDugdale,
    .damping = DampingOfMaugisDugdale,
    .restitution = RestitutionOfMaugisDugdale,
    .jumps = true,
    .reach = GrLineReach,
};
