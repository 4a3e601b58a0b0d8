/* Bond of two spheres as an elastic beam of circular section from centre to centre, which breaks.

   N = k_n (D - L)              k_n = E A/L                                A = pi r^2
   Q = -(k_s x + c_s s)         1/k_s = L^3/(12 E I) + L/(kappa G A)       I = pi r^4/4
   M = -(k_b b + c_b b')        k_b = E I/L                                J = 2 I
   T = -(k_t t + c_t t')        k_t = G J/L                                kappa = 6 (1 + nu)/(7 + 6 nu)
   breaks when  N/A + k_b |b| r/I > sigma  or  k_s |x|/A + k_t |t| r/J > tau
     N pull [N];  Q, M, T shear force, bending and twisting moment on the first body [N], [N m], in the middle;
     D distance of the centres, L that at forming [m];  r radius of the section [m];  n normal;
     s = (v - (v.n) n) + D w x n slip of the two ends of the halves in the middle [m/s], v = v1 - v2, w = (w1 + w2)/2;
     b', t' = across and along n of w1 - w2 [rad/s];  x, b, t their integrals since the bond formed [m], [rad];
     E, G, nu Young's and shear modulus, Poisson's ratio of the bond;  sigma, tau tensile and shear strength [Pa];
     c = 2 damping sqrt(k m), for moments with 2/5 m R^2 in place of m: m reduced mass [kg], R smaller radius [m];
     the pull has the dashpot c_n as well
   These are the forces of the exact beam between two nodes: Timoshenko's, or with theory: euler_bernoulli Bernoulli's,
   where kappa is infinite. The levers of Q are D/2 for both, so that angular momentum is conserved.
   x, b and t are sums of mean rates, as the distance is one of mean velocities: with the rates that velocity Verlet
   predicts for the end of a step, u = q + h/2 a_n, springs without dashpots would gain energy. Here q is the mean rate,
   and since q = q_before + h a_n, it is q = (2 u + q_before)/3.
   Source: J. S. Przemieniecki, Theory of Matrix Structural Analysis (1968), section 5.6; G. R. Cowper, J. Appl. Mech.
   33 (1966) 335 (kappa); strength: D. O. Potyondy and P. A. Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329.
   Valid: small strains; turns of any size as a whole, since x and b turn with the normal and the mean spin about it.
   History: L (see granum/law.h), x, b, t and their q.  Energy: (k_n (D - L)^2 + k_s x^2 + k_b b^2 + k_t t^2)/2. What is
   lost when the bond breaks is that less half a step of its growth, so that it balances the trapezoidal work of the
   last step.
   Limits: the stresses are those of the springs in the middle of the bond; a moment that grows towards the ends is not
   seen. Compression breaks nothing. */
#include "law/slide.h"

enum {
  YOUNGS_MODULUS = GR_BOND_PARAMETERS,
  POISSON_RATIO,
  SHEAR_MODULUS,
  RADIUS,
  RADIUS_RATIO,
  THEORY,
  TENSILE_STRENGTH,
  SHEAR_STRENGTH,
  DAMPING,
  N_PARAMETERS
};
enum { EULER_BERNOULLI = 1 };
enum {
  GAP,
  EA,
  EI,
  GJ,
  SHEAR,
  AREA,
  R_OVER_I,
  R_OVER_J,
  SIGMA,
  TAU,
  C_FORCE,
  C_MOMENT,
  SPAN,
  SMALLER,
  REACH,
  N_COEFFICIENTS
};
enum {
  LENGTH = GR_BOND_LENGTH,
  X = GR_BOND_LOST,
  B = X + 3,
  T = B + 3,
  X_RATE,
  B_RATE = X_RATE + 3,
  T_RATE = B_RATE + 3,
  N_HISTORY
};

static const double gap_else = 1e-3;     /* over the smaller radius */
static const double poisson_else = 0.25; /* Poisson's ratio where nothing is said */
static const double strain_else = 0.1;   /* at which a bond without tensile strength breaks */
static const double guard = 0.01;        /* reach beyond failure, over the length: what a step may overshoot */

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    GR_BOND_FORMATION,
    [YOUNGS_MODULUS] = {"youngs_modulus", "Pa", NULL, 0, INFINITY, true, true, NULL, "E: Young's modulus of the bond",
                        1e9},
    [POISSON_RATIO] = {"poisson_ratio", "1", NULL, -1, 0.5, true, false, "",
                       "nu: G = E/(2 (1 + nu)); left out: 0.25, or from shear_modulus", 0},
    [SHEAR_MODULUS] = {"shear_modulus", "Pa", NULL, 0, INFINITY, true, true, "", "G, in place of poisson_ratio", 0},
    [RADIUS] = {"radius", "m", NULL, 0, INFINITY, true, true, "", "r: radius of the section, in place of radius_ratio",
                0},
    [RADIUS_RATIO] = {"radius_ratio", "1", NULL, 0, INFINITY, true, true, "",
                      "r over the radius of the smaller sphere; left out: 1", 0},
    [THEORY] = {"theory", NULL, "timoshenko|euler_bernoulli", 0, 0, false, false, "timoshenko",
                "with or without the shear of the section", 0},
    [TENSILE_STRENGTH] = {"tensile_strength", "Pa", NULL, 0, INFINITY, true, true, "",
                          "sigma: largest stress of pull and bending; left out: 0.1 E", 0},
    [SHEAR_STRENGTH] = {"shear_strength", "Pa", NULL, 0, INFINITY, true, true, "",
                        "tau: largest stress of shear and twist; left out: no limit", 0},
    [DAMPING] = {"damping", "1", NULL, 0, INFINITY, false, true, "0",
                 "damping of each of the springs, over the critical one of the two spheres alone", 0},
};

static const GrLawHistory history[N_HISTORY] = {
    [LENGTH] = {"length", "m",
                "distance of the centres at forming; 0: no bond; -1, -2, -3, -4: broken by tension, "
                "bending, shear, twist, until the surfaces part"},
    [X] = {"shear_x", "m", "shear displacement; of a bond that has just broken the energy that is lost [J]"},
    [X + 1] = {"shear_y", "m", "the same, y"},
    [X + 2] = {"shear_z", "m", "the same, z"},
    [B] = {"bend_x", "rad", "bending angle"},
    [B + 1] = {"bend_y", "rad", "the same, y"},
    [B + 2] = {"bend_z", "rad", "the same, z"},
    [T] = {"twist", "rad", "twisting angle"},
    [X_RATE] = {"shear_rate_x", "m/s", "mean rate of the shear displacement in the last step"},
    [X_RATE + 1] = {"shear_rate_y", "m/s", "the same, y"},
    [X_RATE + 2] = {"shear_rate_z", "m/s", "the same, z"},
    [B_RATE] = {"bend_rate_x", "rad/s", "mean rate of the bending angle"},
    [B_RATE + 1] = {"bend_rate_y", "rad/s", "the same, y"},
    [B_RATE + 2] = {"bend_rate_z", "rad/s", "the same, z"},
    [T_RATE] = {"twist_rate", "rad/s", "mean rate of the twisting angle"},
};

static const char *PrepareBeam(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const bool touch = value[GR_BOND_FORM].choice == GR_BOND_AT_TOUCH;
  const GrLawValue *from = &value[GR_BOND_FROM], *until = &value[GR_BOND_UNTIL], *gap = &value[GR_BOND_GAP];
  if (!touch && (from->given || until->given))
    return "from and until are for bonds that form at a touch; write form: touch, or remove them";
  if (from->given && until->given && !(until->number > from->number))
    return "until is not after from, so no bond would form; write a later time";
  const bool by_g = value[SHEAR_MODULUS].given, by_r = value[RADIUS].given;
  if (by_g && value[POISSON_RATIO].given)
    return "poisson_ratio and shear_modulus are both given; keep one of the two";
  if (by_r && value[RADIUS_RATIO].given)
    return "radius and radius_ratio are both given; keep one of the two";
  const double e = value[YOUNGS_MODULUS].number;
  const double given_nu = value[POISSON_RATIO].given ? value[POISSON_RATIO].number : poisson_else;
  const double g = by_g ? value[SHEAR_MODULUS].number : e / (2.0 * (1.0 + given_nu)), nu = e / (2.0 * g) - 1.0;
  const double smaller = fmin(fabs(pair->radii[0]), fabs(pair->radii[1]));
  const double ratio = value[RADIUS_RATIO].given ? value[RADIUS_RATIO].number : 1.0;
  const double r = by_r ? value[RADIUS].number : ratio * smaller, area = M_PI * r * r, i = 0.25 * area * r * r;
  const double kappa = 6.0 * (1.0 + nu) / (7.0 + 6.0 * nu), span = pair->radii[0] + pair->radii[1];
  const double sigma = value[TENSILE_STRENGTH].given ? value[TENSILE_STRENGTH].number : strain_else * e;
  if (sigma > e)
    return "tensile_strength is above youngs_modulus, where the bond would be twice as long before it breaks; write a "
           "smaller one";
  coefficient[GAP] = gap->given ? gap->number : touch ? 0.0 : gap_else * smaller;
  coefficient[EA] = e * area;
  coefficient[EI] = e * i;
  coefficient[GJ] = 2.0 * g * i;
  coefficient[SHEAR] = value[THEORY].choice == EULER_BERNOULLI ? 0.0 : 1.0 / (kappa * g * area);
  coefficient[AREA] = area;
  coefficient[R_OVER_I] = r / i;
  coefficient[R_OVER_J] = 0.5 * r / i;
  coefficient[SIGMA] = sigma;
  coefficient[TAU] = value[SHEAR_STRENGTH].given ? value[SHEAR_STRENGTH].number : INFINITY;
  coefficient[C_FORCE] = 2.0 * value[DAMPING].number * sqrt(pair->mass);
  coefficient[C_MOMENT] = coefficient[C_FORCE] * sqrt(0.4) * smaller;
  coefficient[SPAN] = span;
  coefficient[SMALLER] = smaller;
  coefficient[REACH] = coefficient[GAP] + (sigma / e + guard) * span;
  return NULL;
}

/* Of pull, shear, bending and twisting. */
typedef struct {
  double n, s, b, t;
} Four;

static inline Four StiffnessesOf(double ea, double ei, double gj, double shear, double length)
{
  const double bend = ei / length;
  return (Four){ea / length, 1.0 / (length * length / (12.0 * bend) + shear * length), bend, gj / length};
}

/* A vector of history as the normal and the spin w about it have turned it over the time dt: put into the plane across
   n with its length kept, and turned about n by w dt (an angle whose half has the tangent w dt/2). */
static inline GrVector TurnedWith(GrVector x, GrVector n, double w, double dt)
{
  const double along = GrDot(x, n), q = 0.5 * w * dt, share = 1.0 / (1.0 + q * q);
  const GrVector flat = GrVectorSum(1.0, x, -along, n);
  const double left = GrDot(flat, flat), growth = sqrt(1.0 + along * along / (left > 0.0 ? left : 1.0));
  const GrVector side = {n.y * flat.z - n.z * flat.y, n.z * flat.x - n.x * flat.z, n.x * flat.y - n.y * flat.x};
  return GrVectorSum(growth * (1.0 - q * q) * share, flat, growth * 2.0 * q * share, side);
}

static inline GrVector VectorAt(const double *const x[3], int i)
{
  return (GrVector){x[0][i], x[1][i], x[2][i]};
}

static inline void PutVector(GrVector v, double *const to[3], int i)
{
  to[0][i] = v.x;
  to[1][i] = v.y;
  to[2][i] = v.z;
}

/* How the two bodies move against each other, as the bond sees it. */
typedef struct {
  GrVector n, slip, bend; /* s, b' */
  double longer, twist;   /* dD/dt, t' */
  double about;           /* w . n */
} Rates;

static Rates RatesOf(const GrBondBatch *batch, int i)
{
  const GrVector n = VectorAt(batch->normal, i), turn = VectorAt(batch->relative_spin, i);
  const double twist = GrDot(turn, n);
  return (Rates){.n = n,
                 .slip = VectorAt(batch->slip, i),
                 .bend = GrVectorSum(1.0, turn, -twist, n),
                 .longer = -batch->rate[i],
                 .twist = twist,
                 .about = batch->about[i]};
}

/* The mean rate of a step, by that predicted for its end and the mean one of the step before. */
static inline double MeanOf(bool mean, double rate, double before)
{
  return mean ? rate : (2.0 * rate + before) / 3.0;
}

static inline GrVector MeanVector(bool mean, GrVector rate, GrVector before)
{
  return (GrVector){MeanOf(mean, rate.x, before.x), MeanOf(mean, rate.y, before.y), MeanOf(mean, rate.z, before.z)};
}

/* Where the springs are, and how fast they moved there. */
typedef struct {
  double e, t, t_rate; /* D - L, t */
  GrVector x, b, x_rate, b_rate;
} Springs;

static Springs SpringsOf(const GrBondBatch *batch, const Rates *r, int i)
{
  const double dt = batch->interval;
  const double *const *h = batch->history;
  const GrVector x = TurnedWith(VectorAt(h + X, i), r->n, r->about, dt);
  const GrVector b = TurnedWith(VectorAt(h + B, i), r->n, r->about, dt);
  const GrVector x_before = TurnedWith(VectorAt(h + X_RATE, i), r->n, r->about, dt);
  const GrVector b_before = TurnedWith(VectorAt(h + B_RATE, i), r->n, r->about, dt);
  const GrVector x_rate = MeanVector(batch->mean, r->slip, x_before);
  const GrVector b_rate = MeanVector(batch->mean, r->bend, b_before);
  const double t_rate = MeanOf(batch->mean, r->twist, h[T_RATE][i]);
  return (Springs){.e = batch->distance[i] - h[LENGTH][i],
                   .t = h[T][i] + dt * t_rate,
                   .t_rate = t_rate,
                   .x = GrVectorSum(1.0, x, dt, x_rate),
                   .b = GrVectorSum(1.0, b, dt, b_rate),
                   .x_rate = x_rate,
                   .b_rate = b_rate};
}

/* 0, or how a bond with these springs breaks: the larger part of the stress says. */
static int EndOf(const GrBondBatch *batch, Four k, const Springs *s, int i)
{
  const double *const *c = batch->coefficient;
  const double pull = k.n * s->e / c[AREA][i], bend = k.b * sqrt(GrDot(s->b, s->b)) * c[R_OVER_I][i];
  const double shear = k.s * sqrt(GrDot(s->x, s->x)) / c[AREA][i], twist = k.t * fabs(s->t) * c[R_OVER_J][i];
  if (pull + bend > c[SIGMA][i])
    return pull >= bend ? GR_BOND_TENSION : GR_BOND_BENDING;
  if (shear + twist > c[TAU][i])
    return shear >= twist ? GR_BOND_SHEAR : GR_BOND_TWIST;
  return 0;
}

/* No bond: nothing acts, and the length stays as it is. */
static void LeaveUnbonded(const GrBondBatch *batch, double length, int i)
{
  static const GrVector zero = {0, 0, 0};
  for (int k = 0; k < N_HISTORY; k++)
    batch->trial[k][i] = k == LENGTH ? length : 0.0;
  PutVector(zero, batch->force, i);
  PutVector(zero, batch->moment, i);
  batch->stored[i] = batch->viscous[i] = 0.0;
}

static void KeepSprings(const GrBondBatch *batch, double length, const Springs *s, int i)
{
  batch->trial[LENGTH][i] = length;
  batch->trial[T][i] = s->t;
  batch->trial[T_RATE][i] = s->t_rate;
  PutVector(s->x, batch->trial + X, i);
  PutVector(s->b, batch->trial + B, i);
  PutVector(s->x_rate, batch->trial + X_RATE, i);
  PutVector(s->b_rate, batch->trial + B_RATE, i);
}

static void HoldPair(const GrBondBatch *batch, double length, int i)
{
  const double *const *c = batch->coefficient;
  const Four k = StiffnessesOf(c[EA][i], c[EI][i], c[GJ][i], c[SHEAR][i], length);
  const double c_force = c[C_FORCE][i], c_moment = c[C_MOMENT][i];
  const Four dashpot = {c_force * sqrt(k.n), c_force * sqrt(k.s), c_moment * sqrt(k.b), c_moment * sqrt(k.t)};
  const Rates r = RatesOf(batch, i);
  const Springs s = SpringsOf(batch, &r, i);
  const double stored = 0.5 * (k.n * s.e * s.e + k.s * GrDot(s.x, s.x) + (k.b * GrDot(s.b, s.b) + k.t * s.t * s.t));
  const double growth =
      k.n * s.e * r.longer + k.s * GrDot(s.x, r.slip) + (k.b * GrDot(s.b, r.bend) + k.t * s.t * r.twist);
  const int end = EndOf(batch, k, &s, i);
  if (end) {
    LeaveUnbonded(batch, -end, i);
    batch->trial[GR_BOND_LOST][i] = stored - 0.5 * batch->interval * growth;
    return;
  }
  const double pull = k.n * s.e + dashpot.n * r.longer, twist = -(k.t * s.t + dashpot.t * r.twist);
  const GrVector shear = GrVectorSum(-k.s, s.x, -dashpot.s, r.slip), bend = GrVectorSum(-k.b, s.b, -dashpot.b, r.bend);
  KeepSprings(batch, length, &s, i);
  PutVector(GrVectorSum(1.0, shear, pull, r.n), batch->force, i);
  PutVector(GrVectorSum(1.0, bend, twist, r.n), batch->moment, i);
  batch->stored[i] = stored;
  batch->viscous[i] = dashpot.n * r.longer * r.longer + dashpot.s * GrDot(r.slip, r.slip) +
                      (dashpot.b * GrDot(r.bend, r.bend) + dashpot.t * r.twist * r.twist);
}

static void HoldBeam(const GrBondBatch *batch)
{
  for (int i = 0; i < batch->n; i++) {
    const double length = batch->history[LENGTH][i];
    if (length > 0.0)
      HoldPair(batch, length, i);
    else
      LeaveUnbonded(batch, length, i);
  }
}

/* Of springs of pull, shear, bending and twist as one that acts on the mass alone: a turn moves the rim of a sphere,
   whose moment of inertia is 2/5 m R^2, and the lever of the shear is D/2. */
static double SumOf(Four k, double smaller, double length)
{
  const double lever = 0.5 * length / smaller;
  return k.n + (1.0 + 2.5 * lever * lever) * k.s + 2.5 * (k.b + k.t) / (smaller * smaller);
}

static double StiffnessOfBeam(const double *c, double overlap)
{
  const double length = c[SPAN] - overlap;
  return SumOf(StiffnessesOf(c[EA], c[EI], c[GJ], c[SHEAR], length), c[SMALLER], length);
}

static double DampingOfBeam(const double *c, double overlap)
{
  const double length = c[SPAN] - overlap;
  const Four k = StiffnessesOf(c[EA], c[EI], c[GJ], c[SHEAR], length);
  return SumOf((Four){c[C_FORCE] * sqrt(k.n), c[C_FORCE] * sqrt(k.s), c[C_MOMENT] * sqrt(k.b), c[C_MOMENT] * sqrt(k.t)},
               c[SMALLER], length);
}

static double ReachOfBeam(const double *coefficient)
{
  return coefficient[REACH];
}

const GrLaw GrLaw_beam = {
    .name = "beam",
    .kind = GR_LAW_BOND,
    .summary = "bond: an elastic beam from centre to centre, which breaks by tension, bending, shear or twist",
    .source = "J. S. Przemieniecki, Theory of Matrix Structural Analysis (1968), section 5.6; G. R. Cowper, J. Appl. "
              "Mech. 33 (1966) 335; D. O. Potyondy and P. A. Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329, "
              "eq. 16",
    .equation = "pull     k_n (D - L), k_n = E A/L\n"
                "shear    Q = -(k_s x + c_s s) in the middle, 1/k_s = L^3/(12 E I) + L/(kappa G A)\n"
                "bending  M = -(k_b b + c_b b'), k_b = E I/L\n"
                "twist    T = -(k_t t + c_t t'), k_t = G J/L\n"
                "breaks   k_n (D - L)/A + k_b |b| r/I > sigma, or k_s |x|/A + k_t |t| r/J > tau\n"
                "A = pi r^2, I = pi r^4/4, J = 2 I, kappa = 6 (1 + nu)/(7 + 6 nu); L: distance of the centres at "
                "forming\n"
                "x, b, t: displacements and angles since the bond formed, which turn with the pair",
    .range = "small strains; the pair may turn by any angle. The forces are those of the exact beam of Timoshenko, or "
             "of Euler and Bernoulli, between two nodes. The laws of the contact act beside the bond, and alone after "
             "it.",
    .defects = "The stresses are those of the springs in the middle of the bond; a bending moment that grows towards "
               "its ends is not seen there. The step in which a stress is exceeded is the first without the bond.",
    .parameters = parameters,
    .n_history = N_HISTORY,
    .history = history,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = PrepareBeam,
    .stiffness = StiffnessOfBeam,
    .damping = DampingOfBeam,
    .reach = ReachOfBeam,
    .hold = HoldBeam,
};
