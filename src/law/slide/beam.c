/* Breakable bond of two spheres: an elastic beam of circular section between the two centres.

   N = k_n (D - L)              k_n = E A/L                                A = pi r^2
   Q = -(k_s x + c_s s)         1/k_s = L^3/(12 E I) + L/(kappa G A)       I = pi r^4/4
   M = -(k_b b + c_b b')        k_b = E I/L                                J = 2 I
   T = -(k_t t + c_t t')        k_t = G J/L                                kappa = 6 (1 + nu)/(7 + 6 nu)
   breaks when  N/A + k_b |b| r/I > sigma  or  k_s |x|/A + k_t |t| r/J > tau
     N pull [N];  Q, M, T shear force, bending and twisting moment on the first body [N], [N m], in the middle;
     D distance of the centres, L its value when the bond formed [m];  r radius of the section [m];  n normal;
     s = (v - (v.n) n) + D w x n slip of the two ends of the halves in the middle [m/s], v = v1 - v2, w = (w1 + w2)/2;
     b', t' = across and along n of w1 - w2 [rad/s];  x, b, t their integrals since the bond formed [m], [rad];
     E, G, nu Young's and shear modulus, Poisson's ratio of the bond;  sigma, tau tensile and shear strength [Pa];
     c = 2 damping sqrt(k m), for moments with 2/5 m R^2 in place of m: m reduced mass [kg], R smaller radius [m];
     the pull has the dashpot c_n as well
   These are the exact forces of a Timoshenko beam between two nodes, or, with theory: euler_bernoulli, of a Bernoulli
   beam (kappa infinite). The lever of Q is D/2 on both bodies, so that angular momentum is conserved.
   x, b and t are sums of the mean rates q of the steps, like the distance D. With the rates u = q + h/2 a_n that
   velocity Verlet predicts for the end of a step, springs without dashpots would gain energy. Since q = q_before + h
   a_n, the mean rate is q = (2 u + q_before)/3. For the first step of a bond, q_before is the rate of the pair when the
   bond formed. An evaluation without a step, when parameters change, keeps q.
   Source: J. S. Przemieniecki, Theory of Matrix Structural Analysis (1968), section 5.6; G. R. Cowper, J. Appl. Mech.
   33 (1966) 335 (kappa); strength: D. O. Potyondy and P. A. Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329.
   Valid: small strains; any rotation of the pair as a whole, since x and b rotate with the normal and with the mean
   spin about it.
   History: L (see granum/law.h), x, b, t and their q.  Energy: (k_n (D - L)^2 + k_s x^2 + k_b b^2 + k_t t^2)/2. The
   loss at breaking is this energy minus half of its growth in the last step, so that it balances the trapezoidal work
   of that step.
   Limits: stresses are computed in the middle of the bond; larger moments towards the ends are ignored. A bond does not
   break under compression. With an infinite sigma it never breaks; beyond a strain of 0.25 the neighbour search may not
   find the pair, and the run stops. */
#include "base/math/elementary.h"
#include "base/math/independent.h"
#include "law/rows.h"
#include "law/slide/slip.h"
#include <stdint.h>

enum { YOUNGS_MODULUS = GR_BOND_PARAMETERS, POISSON_RATIO, SHEAR_MODULUS, RADIUS, RADIUS_RATIO, THEORY };
enum { TENSILE_STRENGTH = THEORY + 1, SHEAR_STRENGTH, DAMPING, N_PARAMETERS };
enum { EULER_BERNOULLI = 1 };
enum { GAP, EA, EI, GJ, BENDING, SHEAR, BEND_PULL, TWIST_SHEAR, PULL_MOST, SHEAR_MOST };
enum { C_N = SHEAR_MOST + 1, C_S, C_B, C_T, SPAN, SMALLER, REACH, N_COEFFICIENTS };
enum { LENGTH = GR_BOND_LENGTH, X = GR_BOND_LOST, B = X + 3, T = B + 3, X_RATE, B_RATE = X_RATE + 3 };
enum { T_RATE = B_RATE + 3, N_HISTORY };

static const double gap_else = 1e-3;     /* default gap / smaller radius */
static const double poisson_else = 0.25; /* default Poisson's ratio */
static const double strain_else = 0.1;   /* strain at which a bond without tensile strength breaks */
static const double strain_most = 0.25;  /* strain up to which a bond that never breaks finds its partner */
static const double guard = 0.01;        /* reach beyond failure / length, for a step that overshoots */

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    GR_BOND_FORMATION,
    [YOUNGS_MODULUS] = {"youngs_modulus", "Pa", NULL, ABOVE_ZERO, NULL, "E: Young's modulus of the bond", 1e9},
    [POISSON_RATIO] = {"poisson_ratio", "1", NULL, -1, 0.5, true, false, "",
                       "nu: G = E/(2 (1 + nu)); left out: 0.25, or from shear_modulus", 0},
    [SHEAR_MODULUS] = {"shear_modulus", "Pa", NULL, ABOVE_ZERO, "", "G, instead of poisson_ratio", 0},
    [RADIUS] = {"radius", "m", NULL, ABOVE_ZERO, "", "r: radius of the section, instead of radius_ratio", 0},
    [RADIUS_RATIO] = {"radius_ratio", "1", NULL, ABOVE_ZERO, "", "r / radius of the smaller sphere; if omitted: 1", 0},
    [THEORY] = {"theory", NULL, "timoshenko|euler_bernoulli", WORDS_ONLY, "timoshenko",
                "the beam theory: with or without shear deformation", 0},
    [TENSILE_STRENGTH] = {"tensile_strength", "Pa", GR_UNBREAKABLE, ABOVE_ZERO, "",
                          "sigma: tensile strength, the largest stress of tension and bending; infinite: the bond does "
                          "not break, and the run stops if it gets a quarter longer; if omitted: 0.1 E",
                          0},
    [SHEAR_STRENGTH] = {"shear_strength", "Pa", GR_UNBREAKABLE, ABOVE_ZERO, "",
                        "tau: shear strength, the largest stress of shear and twist; infinite, or if omitted: no limit",
                        0},
    [DAMPING] = {"damping", "1", NULL, FROM_ZERO, "0",
                 "damping of each spring, divided by the critical damping of the two spheres alone", 0},
};

static const GrLawHistory history[N_HISTORY] = {
    [LENGTH] = {"length", "m",
                "distance of the centres at forming; 0: no bond; -1, -2, -3, -4: broken by tension, bending, shear, "
                "twist, until the surfaces part"},
    [X] =
        GR_VECTOR_ROWS("shear", "m", "shear displacement; of a bond that has just broken the energy that is lost [J]"),
    [B] = GR_VECTOR_ROWS("bend", "rad", "bending angle"),
    [T] = {"twist", "rad", "twisting angle"},
    [X_RATE] = GR_VECTOR_ROWS("shear_rate", "m/s", "mean rate of the shear displacement in the last step"),
    [B_RATE] = GR_VECTOR_ROWS("bend_rate", "rad/s", "mean rate of the bending angle"),
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
  if (isfinite(sigma) && sigma > e)
    return "tensile_strength is above youngs_modulus, where the bond would be twice as long before it breaks; write a "
           "smaller one, or infinite for a bond that never breaks";
  coefficient[GAP] = gap->given ? gap->number : touch ? 0.0 : gap_else * smaller;
  coefficient[EA] = e * area;
  coefficient[EI] = e * i;
  coefficient[GJ] = 2.0 * g * i;
  coefficient[BENDING] = 1.0 / (12.0 * coefficient[EI]);
  coefficient[SHEAR] = value[THEORY].choice == EULER_BERNOULLI ? 0.0 : 1.0 / (kappa * g * area);
  coefficient[BEND_PULL] = area * (r / i); /* stresses times the area: forces */
  coefficient[TWIST_SHEAR] = area * (0.5 * r / i);
  coefficient[PULL_MOST] = sigma * area;
  coefficient[SHEAR_MOST] = (value[SHEAR_STRENGTH].given ? value[SHEAR_STRENGTH].number : INFINITY) * area;
  coefficient[C_S] = 2.0 * value[DAMPING].number * sqrt(pair->mass);
  coefficient[C_N] = coefficient[C_S] * sqrt(coefficient[EA]);
  coefficient[C_B] = coefficient[C_S] * sqrt(0.4) * smaller * sqrt(coefficient[EI]);
  coefficient[C_T] = coefficient[C_S] * sqrt(0.4) * smaller * sqrt(coefficient[GJ]);
  coefficient[SPAN] = span;
  coefficient[SMALLER] = smaller;
  coefficient[REACH] = coefficient[GAP] + ((isinf(sigma) ? strain_most : sigma / e) + guard) * span;
  return NULL;
}

/* One number each for pull, shear, bending and twisting. */
typedef struct {
  double n, s, b, t;
} Four;

/* Stiffnesses of a bond, and 1/L. */
typedef struct {
  Four k;
  double inverse;
} Springs;

/* bending: 1/(12 E I); shear: 1/(kappa G A); length: L. With q = L^2/(12 E I) + 1/(kappa G A), k_s = 1/(L q) and 1/L =
   q k_s, so that one division suffices. */
static inline Springs SpringsOf(double ea, double ei, double gj, double bending, double shear, double length)
{
  const double q = length * length * bending + shear, k_s = 1.0 / (length * q), inverse = q * k_s;
  return (Springs){{ea * inverse, k_s, ei * inverse, gj * inverse}, inverse};
}

/* Coefficients of the dashpots, which are proportional to the roots of the stiffnesses. n, s, b, t: coefficients C_N to
   C_T. */
static inline Four DashpotsOf(double n, double s, double b, double t, double k_s, double inverse)
{
  const double root = sqrt(inverse);
  return (Four){n * root, s * sqrt(k_s), b * root, t * root};
}

/* Intermediate results of a batch, from rates to forces, in short loops that the compiler vectorises (springs.h). The
   values of pairs without a bond are not used. */
typedef struct {
  _Alignas(GR_SLIDE_BATCH * sizeof(double)) double kn[GR_SLIDE_BATCH], ks[GR_SLIDE_BATCH]; /* as GR_BATCH_ALIGNED */
  double kb[GR_SLIDE_BATCH], kt[GR_SLIDE_BATCH], inverse[GR_SLIDE_BATCH];                  /* inverse: 1/L */
  double bend[3][GR_SLIDE_BATCH], twist[GR_SLIDE_BATCH];                                   /* b', t' */
  double e[GR_SLIDE_BATCH];                                                                /* D - L */
  double half[GR_SLIDE_BATCH], share[GR_SLIDE_BATCH];   /* q and share of TurnedWith */
  double stored[GR_SLIDE_BATCH], lost[GR_SLIDE_BATCH];  /* energy, and loss if the bond breaks in this step [J] */
  double holds[GR_SLIDE_BATCH], length[GR_SLIDE_BATCH]; /* whether the bond holds; L in the trial history */
  double moves[GR_SLIDE_BATCH]; /* whether the history keeps the mean rates: the bond holds, or there is none yet */
} Beams;

/* Weights of the mean rate of a step: of the rate in the batch, and of the mean rate of the previous step. */
typedef struct {
  double now, before;
} Mean;

/* Velocities at the end of a step are exact only at the start, and after changes of velocities. */
static inline Mean MeanIn(const GrBondBatch *batch)
{
  if (batch->velocity != GR_VELOCITY_PREDICTED)
    return (Mean){1.0, 0.0};
  return batch->interval > 0.0 ? (Mean){2.0 / 3.0, 1.0 / 3.0} : (Mean){0.0, 1.0};
}

/* Computes stiffnesses, and all quantities that need no rotation: D - L, rates of bending and twisting, the twist. */
static void StretchBeams(const GrBondBatch *batch, Beams *restrict s)
{
  const double *const *c = batch->coefficient, *const *h = batch->history;
  const double dt = batch->interval;
  const Mean mean = MeanIn(batch);

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double length = h[LENGTH][i] > 0.0 ? h[LENGTH][i] : 1.0;
    const Springs springs = SpringsOf(c[EA][i], c[EI][i], c[GJ][i], c[BENDING][i], c[SHEAR][i], length);
    const Four k = springs.k;
    const GrVector n = GrVectorAt(batch->normal, i), turn = GrVectorAt(batch->relative_spin, i);
    const double twist = GrDot(turn, n), t_rate = mean.now * twist + mean.before * h[T_RATE][i];
    s->kn[i] = k.n;
    s->ks[i] = k.s;
    s->kb[i] = k.b;
    s->kt[i] = k.t;
    s->inverse[i] = springs.inverse;
    GrVectorSet(GrVectorSum(1.0, turn, -twist, n), s->bend, i);
    s->twist[i] = twist;
    s->e[i] = batch->distance[i] - length;
    batch->trial[T][i] = h[T][i] + dt * t_rate;
    batch->trial[T_RATE][i] = t_rate;
    s->half[i] = 0.5 * batch->about[i] * dt;
    s->share[i] = 1.0 / (1.0 + s->half[i] * s->half[i]);
  }
}

/* Rotates a vector of the history with the normal and the spin w about it: into the plane normal to n with unchanged
   length, then about n by w dt. `q`: w dt/2, the tangent of half this angle; `share`: 1/(1 + q^2). */
static inline GrVector TurnedWith(GrVector x, GrVector n, double q, double share)
{
  const double along = GrDot(x, n);
  const GrVector flat = GrVectorSum(1.0, x, -along, n);
  const double left = GrDot(flat, flat), growth = sqrt(1.0 + along * along / (left > 0.0 ? left : 1.0));
  const GrVector side = {n.y * flat.z - n.z * flat.y, n.z * flat.x - n.x * flat.z, n.x * flat.y - n.y * flat.x};
  return GrVectorSum(growth * (1.0 - q * q) * share, flat, growth * 2.0 * q * share, side);
}

/* Advances a displacement or angle normal to n, and its mean rate, by the rate at the end of the step. row,
   row_rate: indices of both in the history. */
GR_INLINE void MoveAcross(const GrBondBatch *batch, const double *const rate[3], int row, int row_rate,
                          const Beams *restrict s)
{
  const double *const *from = batch->history + row, *const *before = batch->history + row_rate;
  const double dt = batch->interval;
  const Mean mean = MeanIn(batch);

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector n = GrVectorAt(batch->normal, i);
    const double q = s->half[i], share = s->share[i];
    const GrVector turned = TurnedWith(GrVectorAt(from, i), n, q, share);
    const GrVector last = TurnedWith(GrVectorAt(before, i), n, q, share);
    const GrVector moved = GrVectorSum(mean.now, GrVectorAt(rate, i), mean.before, last);
    GrVectorPut(GrVectorSum(1.0, turned, dt, moved), batch->trial + row, i);
    GrVectorPut(moved, batch->trial + row_rate, i);
  }
}

/* Computes the energy of the springs and decides which bonds break. The cause is the larger part of the stress that
   exceeds its strength: pull or bending, otherwise shear or twisting. Stresses are compared as forces, and as squares
   where they are lengths of vectors: no roots, no divisions. */
static void CheckStrengths(const GrBondBatch *batch, Beams *restrict s)
{
  const double *const *c = batch->coefficient, *const *now = (const double *const *)batch->trial;
  const double *restrict formed = batch->history[LENGTH], *restrict rate = batch->rate;
  const double half = 0.5 * batch->interval;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const Four k = {s->kn[i], s->ks[i], s->kb[i], s->kt[i]};
    const GrVector x = GrVectorAt(now + X, i), b = GrVectorAt(now + B, i), slip = GrVectorAt(batch->slip, i);
    const double e = s->e[i], t = now[T][i], xx = GrDot(x, x), bb = GrDot(b, b), length = formed[i];
    const double growth =
        k.n * e * -rate[i] + k.s * GrDot(x, slip) + (k.b * GrDot(b, GrVectorIn(s->bend, i)) + k.t * t * s->twist[i]);
    const double pull = k.n * e, bend = k.b * c[BEND_PULL][i], shear = k.s * k.s * xx;
    const double twist = k.t * fabs(t) * c[TWIST_SHEAR][i], bent = bend * bend * bb;
    const double left = c[PULL_MOST][i] - pull, rest = c[SHEAR_MOST][i] - twist; /* for bending, for shear */
    const double torn = (pull >= 0.0) & (pull * pull >= bent) ? (double)GR_BOND_TENSION : (double)GR_BOND_BENDING;
    const double cut = shear >= twist * twist ? (double)GR_BOND_SHEAR : (double)GR_BOND_TWIST;
    const double there = length > 0.0 ? 1.0 : 0.0, sheared = (rest < 0.0) | (shear > rest * rest) ? cut : 0.0;
    const double end = there * ((left < 0.0) | (bent > left * left) ? torn : sheared); /* how the bond breaks, or 0 */
    const double stored = 0.5 * (k.n * e * e + k.s * xx + (k.b * bb + k.t * t * t));
    s->stored[i] = stored;
    s->lost[i] = end > 0.0 ? stored - half * growth : 0.0;
    s->holds[i] = end > 0.0 ? 0.0 : there;
    s->moves[i] = end > 0.0 || length < 0.0 ? 0.0 : 1.0;
    s->length[i] = end > 0.0 ? -end : length;
  }
}

/* Whether some bond of the batch has dashpots. */
static bool AreDamped(const GrBondBatch *batch)
{
  const double *restrict c = batch->coefficient[C_S];
  int64_t damped = 0;

  for (int i = 0; i < batch->n; i++)
    damped += c[i] > 0.0;
  return damped > 0;
}

/* Forces, moments and dashpots of unbroken bonds; 0 for other pairs. damped: result of AreDamped. */
GR_INLINE void PullBeams(const GrBondBatch *batch, bool damped, const Beams *restrict s)
{
  const double *const *c = batch->coefficient, *const *now = (const double *const *)batch->trial;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const bool holds = s->holds[i] == 1.0;
    const Four k = {s->kn[i], s->ks[i], s->kb[i], s->kt[i]}, none_of = {0.0, 0.0, 0.0, 0.0};
    const double longer = -batch->rate[i], turn = s->twist[i];
    const Four d = damped ? DashpotsOf(c[C_N][i], c[C_S][i], c[C_B][i], c[C_T][i], k.s, s->inverse[i]) : none_of;
    const GrVector n = GrVectorAt(batch->normal, i), slip = GrVectorAt(batch->slip, i), bend = GrVectorIn(s->bend, i);
    const double pull = k.n * s->e[i] + d.n * longer, twist = -(k.t * now[T][i] + d.t * turn);
    const GrVector shear = GrVectorSum(-k.s, GrVectorAt(now + X, i), -d.s, slip);
    const GrVector moment = GrVectorSum(-k.b, GrVectorAt(now + B, i), -d.b, bend);
    const double viscous =
        d.n * longer * longer + d.s * GrDot(slip, slip) + (d.b * GrDot(bend, bend) + d.t * turn * turn);
    const GrVector none = {0.0, 0.0, 0.0}, force = GrVectorSum(1.0, shear, pull, n);
    GrVectorPut(holds ? force : none, batch->force, i);
    GrVectorPut(holds ? GrVectorSum(1.0, moment, twist, n) : none, batch->moment, i);
    batch->stored[i] = holds ? s->stored[i] : 0.0;
    batch->viscous[i] = holds ? viscous : 0.0;
  }
}

/* Trial history: springs of unbroken bonds; 0 for other pairs, whose length has the state of the bond. A pair without a
   bond keeps its rates, because a bond may form in this step. */
static void KeepBeams(const GrBondBatch *batch, const Beams *restrict s)
{
  double *restrict length = batch->trial[LENGTH], *restrict first = batch->trial[X];
  int64_t without = 0;

  for (int i = 0; i < batch->n; i++) {
    length[i] = s->length[i];
    without += s->holds[i] != 1.0;
  }
  if (without == 0)
    return;
  for (int i = 0; i < batch->n; i++)
    first[i] = s->holds[i] == 1.0 ? first[i] : s->lost[i]; /* GR_BOND_LOST */
  for (int k = X + 1; k < N_HISTORY; k++) {
    const double *restrict keep = k < X_RATE ? s->holds : s->moves;
    double *restrict to = batch->trial[k];
    for (int i = 0; i < batch->n; i++)
      to[i] = keep[i] == 1.0 ? to[i] : 0.0;
  }
}

/* Sets the mean rates of pairs without a bond to their present rates. */
static void TakeRates(const GrBondBatch *batch, const Beams *restrict s)
{
  const double *restrict length = batch->history[LENGTH];
  int64_t without = 0;

  for (int i = 0; i < batch->n; i++)
    without += !(length[i] > 0.0);
  for (int i = 0; without && i < batch->n; i++) {
    if (length[i] > 0.0)
      continue;
    GrVectorPut(GrVectorAt(batch->slip, i), batch->trial + X_RATE, i);
    GrVectorPut(GrVectorIn(s->bend, i), batch->trial + B_RATE, i);
    batch->trial[T_RATE][i] = s->twist[i];
  }
}

static void HoldBeam(const GrBondBatch *batch)
{
  Beams s;
  const double *const bend[3] = {s.bend[0], s.bend[1], s.bend[2]};

  StretchBeams(batch, &s);
  MoveAcross(batch, batch->slip, X, X_RATE, &s);
  MoveAcross(batch, bend, B, B_RATE, &s);
  TakeRates(batch, &s);
  CheckStrengths(batch, &s);
  if (AreDamped(batch))
    PullBeams(batch, true, &s);
  else
    PullBeams(batch, false, &s);
  KeepBeams(batch, &s);
}

/* Combines the springs of pull, shear, bending and twist to one spring that acts on the mass alone. Rotations are
   converted with the moment of inertia 2/5 m R^2 and the lever D/2 of the shear force. */
static double SumOf(Four k, double smaller, double length)
{
  const double lever = 0.5 * length / smaller;
  return k.n + (1.0 + 2.5 * lever * lever) * k.s + 2.5 * (k.b + k.t) / (smaller * smaller);
}

static double StiffnessOfBeam(const double *c, double overlap)
{
  const double length = c[SPAN] - overlap;
  return SumOf(SpringsOf(c[EA], c[EI], c[GJ], c[BENDING], c[SHEAR], length).k, c[SMALLER], length);
}

static double DampingOfBeam(const double *c, double overlap)
{
  const double length = c[SPAN] - overlap;
  const Springs s = SpringsOf(c[EA], c[EI], c[GJ], c[BENDING], c[SHEAR], length);
  return SumOf(DashpotsOf(c[C_N], c[C_S], c[C_B], c[C_T], s.k.s, s.inverse), c[SMALLER], length);
}

static double ReachOfBeam(const double *coefficient)
{
  return coefficient[REACH];
}

const GrLaw GrLaw_beam = {
    .name = "beam",
    .kind = GR_LAW_BOND,
    .summary = "bond: an elastic beam from centre to centre, which breaks by tension, bending, shear or twist",
    .source =
        "J. S. Przemieniecki, Theory of Matrix Structural Analysis (1968), section 5.6; G. R. Cowper, J. Appl. Mech. "
        "33 (1966) 335; D. O. Potyondy and P. A. Cundall, Int. J. Rock Mech. Min. Sci. 41 (2004) 1329, eq. 16",
    .equation = "pull     k_n (D - L), k_n = E A/L\n"
                "shear    Q = -(k_s x + c_s s) in the middle, 1/k_s = L^3/(12 E I) + L/(kappa G A)\n"
                "bending  M = -(k_b b + c_b b'), k_b = E I/L\n"
                "twist    T = -(k_t t + c_t t'), k_t = G J/L\n"
                "breaks   k_n (D - L)/A + k_b |b| r/I > sigma, or k_s |x|/A + k_t |t| r/J > tau\n"
                "A = pi r^2, I = pi r^4/4, J = 2 I, kappa = 6 (1 + nu)/(7 + 6 nu); L: distance of the centres at "
                "forming\n"
                "x, b, t: displacements and angles since the bond formed, which turn with the pair",
    .range =
        "small strains; the pair may turn by any angle. The forces are those of the exact beam of Timoshenko, or of "
        "Euler and Bernoulli, between two nodes. The contact laws act in addition to the bond, and remain after it "
        "breaks.",
    .defects = "The stresses are those of the springs in the middle of the bond; a bending moment that grows towards "
               "its ends is not seen there. The step in which a stress is exceeded is the first without the bond.",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareBeam,
    .stiffness = StiffnessOfBeam,
    .damping = DampingOfBeam,
    .reach = ReachOfBeam,
    .hold = HoldBeam,
};
