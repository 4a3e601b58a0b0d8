/* Spring, dashpot and slider: common code of the laws of sliding and rolling with a spring.

   The spring displacement xi [m] is the integral of the slip s [m/s] since the contact closed. Coulomb's law limits the
   force of the spring alone, and the force of spring and dashpot together:
     xi = g turn(xi_0 + t q/2) + t q/2,  E = -k xi,  T = E - c s;  |E| <= L and |T| <= L: the contact sticks, F = T
     otherwise it slides:  |E| > b: xi is shortened until |E| = b;  then |T| > b: F = b T/|T|, otherwise F = T
   q is the mean slip of the step h, and t the part of the step in which the surfaces touch: h, in the first step
   min(h, d/v) with the overlap d and its rate v. Velocity Verlet predicts the slip at the end of the step from the
   acceleration a before it, s = q + h/2 a. Since q = q_0 + h a with q_0 of the step before,
     q = (2 s + q_0)/3;  q = s in the first step
   Thus xi is the displacement by which the bodies move, and springs without dashpots conserve energy up to the step
   bound (contact/stable_step.c). Sums of predicted slips would gain energy at any step. With time.velocity: half, s is
   the mean slip, and as in LAMMPS t = h and xi = g turn(xi_0) + t q. With Runge-Kutta methods s is the slip at the end
   of the step, so q = (s + s_0)/2.
   With `slider: total` the limit applies to T alone. If |T| > L, the spring displacement is set so that spring and
   dashpot together equal the limit (the rule of LAMMPS):
     F = b T/|T|,  xi = -(F + c s)/k
   turn(x) = f |x|/|f|,  f = x - (x.n) n: the spring follows the contact plane and keeps its length.
     g growth factor of the spring if the contact radius changes [1], see below;  n normal;  k stiffness [N/m];
     c viscosity [N s/m];  F force on the first body [N];  b dynamic friction times normal force [N];  L limit of the
     stick test [N]: b if the contact slid at the last step, otherwise static friction times normal force
   If k is proportional to the contact radius (a' at the last step, a now), the parameter `area` chooses g:
                     g              force kept     energy k xi^2/2 times                LAMMPS
     thornton        min(1, a'/a)   where a grows  a'/a where it grows, a/a' otherwise  mindlin_rescale/force
     force           a'/a           always         a'/a                                 mindlin/force
     rescale         min(1, a/a')   -              a/a' where it grows, (a/a')^3        mindlin_rescale
     displacement    1              -              a/a'                                 mindlin
   Only `thornton` never increases the energy of the spring, so cyclic changes of the contact area cannot create energy.
   Source: P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47 (spring and slider); S. Luding, Granular Matter
   10 (2008) 235, eqs. 17 to 20 (rotation of the spring; dashpot); C. Thornton, S. J. Cummins and P. W. Cleary, Powder
   Technol. 233 (2013) 30 (area: F = F' + k ds under loading, F = F' k/k' + k ds under unloading).
   Why two limits: at the onset of a contact k xi is zero, and both the normal and the tangential dashpot dominate. The
   tangential dashpot exceeds the limit if `damping` times slip exceeds friction times approach speed. With
   `slider: total` the spring then gets a displacement opposite to the slip. Its force drives the slip once the dashpot
   force falls or k grows. With two limits the spring stores no more than the work that stretched it, F opposes the slip
   of the slider, and |F| <= b while the contact slides, |F| = b in steady sliding.
   Energy: k xi^2/2. Power: the loss of the dashpot while the contact sticks, otherwise -F.s, which includes the change
   of the spring energy.
   Valid: steps in which n rotates by far less than a right angle.
   Error: that of xi is of second order in the step, also if the contact closes within a step. The direction error of
   turn() is at most theta^2/4 per step, theta rotation of n in the step [rad].
   Limits: a spin of the pair about n does not rotate the spring. If b is 0, for example under tension without
   friction_pull or cohesion, F = 0 and xi = 0. The energy ledger takes the work of friction from predicted slips, so
   that of an undamped mode of frequency w [rad/s] is off by w (h w)^3/4 of its energy per time. */
#ifndef GRANUM_LAW_SLIDE_H
#define GRANUM_LAW_SLIDE_H

#include "base/elementary.h"
#include "base/independent.h"
#include <granum/law.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  double x, y, z;
} GrVector;

/* Stiffness, viscosity and limits of one contact; each law computes its own. */
typedef struct {
  double k, c;           /* [N/m], [N s/m] */
  double cap, breakaway; /* b, and L of a contact that sticks [N] */
} GrSlideTerms;

/* Computes the terms of contact i of a batch; root: contact radius over sqrt(R) in laws with `area`, otherwise 0. */
typedef GrSlideTerms (*GrSlideTermsOf)(const GrSlideBatch *batch, double root, int i);

/* History of these laws: the spring and its mean slip; then, in laws with static friction, whether the contact slides;
   last, in laws with `area`, the root. */
enum { GR_SPRING_X, GR_SPRING_Y, GR_SPRING_Z, GR_SPRING_SLIP, GR_SPRING_MORE = GR_SPRING_SLIP + 3 };

/* Coefficients of these laws, after GR_SLIDE_SHARE: the choices of the parameters `slider` and `area`. */
enum { GR_SLIDE_SLIDER = GR_SLIDE_SHARE + 1, GR_SLIDE_AREA, GR_SLIDE_MORE = GR_SLIDE_AREA };
enum { GR_SLIDER_SPRING, GR_SLIDER_TOTAL };
enum { GR_AREA_THORNTON, GR_AREA_FORCE, GR_AREA_RESCALE, GR_AREA_DISPLACEMENT };

#define GR_SLIP_ROWS                                                                                                   \
  {"slip_x", "m/s", "mean slip of the last step"}, {"slip_y", "m/s", "the same, y"},                                   \
  {                                                                                                                    \
    "slip_z", "m/s", "the same, z"                                                                                     \
  }
#define GR_SPRING_ROWS                                                                                                 \
  {"spring_x", "m", "displacement of the spring, in the contact plane"}, {"spring_y", "m", "the same, y"},             \
      {"spring_z", "m", "the same, z"}, GR_SLIP_ROWS

/* Parameter rows that several laws share. */
#define GR_SLIDE_FRICTION                                                                                              \
  {                                                                                                                    \
    "friction", "1", NULL, 0, INFINITY, false, true, NULL,                                                             \
        "sliding friction coefficient: friction force over normal force while the contact slides", 0.3                 \
  }
#define GR_SLIDE_FRICTION_PULL                                                                                         \
  {                                                                                                                    \
    "friction_pull", "1", NULL, 0, INFINITY, false, true, "0",                                                         \
        "limit of the friction force over the tension of the contact; LAMMPS uses the value of friction", 0            \
  }
#define GR_SLIDE_DAMPING(FALLBACK)                                                                                     \
  {                                                                                                                    \
    "damping", "1", NULL, 0, INFINITY, false, true, FALLBACK, "tangential damping coefficient over the normal one", 0  \
  }
#define GR_SLIDE_SHEAR_MODULUS                                                                                         \
  {                                                                                                                    \
    "shear_modulus", "Pa", NULL, 0, INFINITY, true, true, "", "G of the pair; if omitted: from the materials", 0       \
  }
#define GR_SLIDE_VISCOSITY                                                                                             \
  {                                                                                                                    \
    "viscosity", "N s/m", NULL, 0, INFINITY, false, true, "0", "damping coefficient in addition to that from damping", \
        0                                                                                                              \
  }
/* Source: S. Luding, Granular Matter 10 (2008) 235, the Coulomb limit of cohesive contacts. */
#define GR_SLIDE_COHESION                                                                                              \
  {                                                                                                                    \
    "cohesion", "N/m", NULL, 0, INFINITY, false, true, "0",                                                            \
        "k_c: the normal force in the limit grows by k_c times the overlap; with luding use its k_c", 0                \
  }

#define GR_SLIDE_SLIDER_ROW                                                                                            \
  {                                                                                                                    \
    "slider", NULL, "spring|total", 0, 0, false, false, "spring",                                                      \
        "spring: Coulomb's law limits the spring force and the total force; total: only the total force, and the "     \
        "spring is reset to fit it (the rule of LAMMPS)",                                                              \
        0                                                                                                              \
  }
#define GR_SLIDE_AREA_ROW                                                                                              \
  {                                                                                                                    \
    "area", NULL, "thornton|force|rescale|displacement", 0, 0, false, false, "thornton",                               \
        "rule that rescales the spring displacement when the contact radius changes", 0                                \
  }
#define GR_SPRING_ROOT_ROW                                                                                             \
  {                                                                                                                    \
    "root", "m^0.5", "contact radius divided by the root of the effective radius"                                      \
  }

/* Lines and sentences of the law cards; LIMIT: Coulomb's limit as text. */
#define GR_SLIDE_EQUATION(LIMIT)                                                                                       \
  "sticks if |k xi| <= " LIMIT " and |T| <= " LIMIT ": F = T\n"                                                        \
  "otherwise slides: xi is shortened until |k xi| <= " LIMIT "; F = T min(1, " LIMIT "/|T|)\n"                         \
  "slider: total: sticks if |T| <= " LIMIT "; else F = " LIMIT " T/|T| and xi is set to -(F + c s)/k\n"
#define GR_SLIDE_AREA_EQUATION                                                                                         \
  "area: xi is multiplied by g when the contact radius changes from a' to a\n"                                         \
  "  thornton: g = min(1, a'/a); force: a'/a; rescale: min(1, a/a'); displacement: 1"
#define GR_SLIDE_AREA_CARD                                                                                             \
  "A change of the contact area can increase the energy of the spring: with area: displacement and rescale if the "    \
  "area grows, with area: force if it shrinks. The ledger shows the gain as a negative loss by friction. With area: "  \
  "thornton the spring only loses energy."
#define GR_SLIDE_CARD                                                                                                  \
  "With slider: total, the spring gets a displacement opposite to the slip if the dashpot force exceeds the limit, "   \
  "as at the onset of a damped contact; its force then drives the slip. The spring follows the contact plane, but "    \
  "not a spin of the pair about the normal"

/* Coulomb's limit [N]: friction times the normal force, or friction_pull times the tension if normal_force < 0. */
static inline double GrSlideCap(double friction, double friction_pull, double normal_force)
{
  double compression = friction * normal_force, tension = -friction_pull * normal_force;
  return tension > compression ? tension : compression;
}

/* G of a pair [Pa]: 1/G = (2 - nu1)/G1 + (2 - nu2)/G2, unless the parameter shear_modulus is given. NaN: unknown. */
static inline double GrSlideShearModulus(const GrLawPair *pair, const GrLawValue *given)
{
  double compliance = 0;
  for (int i = 0; i < 2; i++) {
    const double nu = pair->body[i].poisson_ratio;
    compliance += 2.0 * (2.0 - nu) * (1.0 + nu) / pair->body[i].youngs_modulus;
  }
  return given->given ? given->number : 1.0 / compliance;
}

static inline double GrDot(GrVector a, GrVector b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* a v + b w */
static inline GrVector GrVectorSum(double a, GrVector v, double b, GrVector w)
{
  return (GrVector){a * v.x + b * w.x, a * v.y + b * w.y, a * v.z + b * w.z};
}

/* Intermediate values of a batch. The work is split into short loops: a core looks ahead over a limited number of
   instructions, and in one long loop it would wait for each square root in turn. */
typedef struct {
  _Alignas(GR_SLIDE_BATCH * sizeof(double)) double spring[3][GR_SLIDE_BATCH]; /* xi; as GR_BATCH_ALIGNED [m] */
  double root[GR_SLIDE_BATCH];                 /* contact radius over sqrt(R), in laws with `area` [m^(1/2)] */
  double k[GR_SLIDE_BATCH], c[GR_SLIDE_BATCH]; /* [N/m], [N s/m] */
  double force_ratio[GR_SLIDE_BATCH];          /* |F|/|T| [1]: 1 only if the contact sticks, 0 without friction */
  /* With `slider: total`: (force_ratio - 1) c/k if the contact slides, otherwise 0 [s]; see GrSpringsPull. */
  double lag[GR_SLIDE_BATCH];
} GrSprings;

/* Properties of a law that its loops depend on, as constants: the compiler makes separate loops for each law. */
typedef struct {
  GrSlideTermsOf terms;
  bool areal;     /* the law has the parameter `area`; its history stores the root */
  bool remembers; /* the law has static friction; its history stores whether the contact slides */
  bool total;     /* slider: total */
} GrSlideKind;

GR_INLINE int GrSpringRootRow(GrSlideKind kind)
{
  return GR_SPRING_MORE + kind.remembers;
}

/* Computes the root of each contact, unless the normal law has computed it. */
GR_INLINE void GrSpringsFindRoots(const GrSlideBatch *batch, GrSprings *restrict s)
{
  const double *restrict root = batch->root, *restrict overlap = batch->overlap;

  if (root)
    memcpy(s->root, root, (size_t)batch->n * sizeof(double));
  for (int i = 0; !root && i < batch->n; i++)
    s->root[i] = GrRoot(overlap[i]);
}

/* Weights of slips [1]. x_0 + before h q_0 turns with the contact plane and grows, inner h s grows, and outer h s does
   not; the mean slip that is kept is share s + rest q_0. In the first step t s/2 grows, t s/2 does not; s is kept. */
typedef struct {
  double before, inner, outer, share, rest;
} GrSlipWeights;

static inline GrSlipWeights GrSlipWeightsOf(const GrSlideBatch *batch)
{
  if (batch->velocity == GR_VELOCITY_PREDICTED)
    return (GrSlipWeights){1.0 / 3.0, 1.0 / 6.0, 0.5, 2.0 / 3.0, 1.0 / 3.0};
  return batch->velocity == GR_VELOCITY_AT_END ? (GrSlipWeights){0.5, 0.0, 0.5, 1.0, 0.0}
                                               : (GrSlipWeights){0.0, 0.0, 1.0, 1.0, 0.0};
}

/* t of a contact: min(d/v, h) in its first step, otherwise h. There is one division for both, so that loops become
   vectors. */
static inline double GrTouchTime(bool first, double h, double rate, double overlap)
{
  const double slowest = overlap * (1.0 / h);
  return (first ? overlap : h) / (first ? (rate > slowest ? rate : slowest) : 1.0);
}

/* Whether a contact is in its first step: it has no mean slip yet. */
static inline bool GrIsFirst(double x, double y, double z)
{
  return fabs(x) + fabs(y) + fabs(z) == 0.0;
}

/* Whether any contact is in its first step, unless slips are mean ones. */
GR_INLINE bool GrSpringsBegin(const GrSlideBatch *batch)
{
  const double *restrict q_x = batch->history[GR_SPRING_SLIP], *restrict q_y = batch->history[GR_SPRING_SLIP + 1];
  const double *restrict q_z = batch->history[GR_SPRING_SLIP + 2];
  int64_t first = 0;

  for (int i = 0; i < batch->n; i++)
    first += GrIsFirst(q_x[i], q_y[i], q_z[i]);
  return first > 0 && batch->velocity != GR_VELOCITY_MEAN;
}

/* Turns springs with the contact plane, lets them grow, adds the slip of the step, and stores its mean. begins: some
   contacts are in their first step. The growth G = g |x|/|f| has one root and one division:
   G^2 = |x|^2 under^2/(|f|^2 over^2), g = min(under/over, most). G is 0 if over is 0. |x|/|f| is 1 if x = 0, and at
   most 100: a spring parallel to n is lost. */
GR_INLINE void GrSpringsStretch(const GrSlideBatch *batch, GrSlideKind kind, bool begins, GrSprings *restrict s)
{
  const double *restrict n_x = batch->normal[0], *restrict n_y = batch->normal[1], *restrict n_z = batch->normal[2];
  const double *restrict s_x = batch->slip[0], *restrict s_y = batch->slip[1], *restrict s_z = batch->slip[2];
  const double *restrict x = batch->history[GR_SPRING_X], *restrict y = batch->history[GR_SPRING_Y];
  const double *restrict z = batch->history[GR_SPRING_Z], *restrict rate = batch->rate;
  const double *q_x = batch->history[GR_SPRING_SLIP], *q_y = batch->history[GR_SPRING_SLIP + 1];
  const double *q_z = batch->history[GR_SPRING_SLIP + 2], *restrict overlap = batch->overlap;
  double *mean_x = batch->trial[GR_SPRING_SLIP], *mean_y = batch->trial[GR_SPRING_SLIP + 1];
  double *mean_z = batch->trial[GR_SPRING_SLIP + 2];
  const double *restrict before = kind.areal ? batch->history[GrSpringRootRow(kind)] : NULL;
  const int area = kind.areal ? (int)batch->coefficient[GR_SLIDE_AREA][0] : GR_AREA_DISPLACEMENT;
  const double *over = area == GR_AREA_RESCALE ? before : s->root;
  const double *under = area == GR_AREA_RESCALE || area == GR_AREA_DISPLACEMENT ? s->root : before;
  const double most = area == GR_AREA_FORCE ? 1e300 : 1.0, tiny = 1e-280, h = batch->interval;
  const GrSlipWeights weight = GrSlipWeightsOf(batch);
  const double earlier = weight.before * h;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector n = {n_x[i], n_y[i], n_z[i]}, slip = {s_x[i], s_y[i], s_z[i]}, last = {q_x[i], q_y[i], q_z[i]};
    const GrVector old = GrVectorSum(1.0, (GrVector){x[i], y[i], z[i]}, earlier, last);
    const double along = GrDot(old, n), divisor = kind.areal ? over[i] : 1.0, root = kind.areal ? under[i] : 1.0;
    const GrVector flat = GrVectorSum(1.0, old, -along, n);
    const double left = GrDot(flat, flat) + tiny, length = left + along * along, longest = 1e4 * left;
    const double factor = root < most * divisor ? root : most * divisor;
    const double whole = (length < longest ? length : longest) * (factor * factor);
    const double growth = sqrt(whole / (left * (divisor * divisor) + 1e-300));
    const bool first = begins && GrIsFirst(last.x, last.y, last.z);
    const double time = begins ? GrTouchTime(first, h, rate[i], overlap[i]) : h, inner = first ? 0.5 : weight.inner;
    const GrVector free = GrVectorSum(growth, flat, (growth * inner + weight.outer) * time, slip);
    const GrVector kept = GrVectorSum(first ? 1.0 : weight.share, slip, weight.rest, last);
    s->spring[0][i] = free.x;
    s->spring[1][i] = free.y;
    s->spring[2][i] = free.z;
    mean_x[i] = kept.x;
    mean_y[i] = kept.y;
    mean_z[i] = kept.z;
  }
}

#define NEARLY_ONE (1.0 - 0x1p-53) /* largest force ratio of a contact that slides */

/* Applies Coulomb's law. If the limit is NaN, the force is NaN. */
GR_INLINE void GrSpringsMove(const GrSlideBatch *batch, GrSlideKind kind, GrSprings *restrict s)
{
  const double *restrict s_x = batch->slip[0], *restrict s_y = batch->slip[1], *restrict s_z = batch->slip[2];
  const double *restrict slid = kind.remembers ? batch->history[GR_SPRING_MORE] : NULL;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrSlideTerms m = kind.terms(batch, kind.areal ? s->root[i] : 0.0, i);
    const GrVector slip = {s_x[i], s_y[i], s_z[i]}, free = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const double limit = kind.remembers ? slid[i] != 0.0 ? m.cap : m.breakaway : m.breakaway, bound = limit * limit;
    const GrVector whole = GrVectorSum(m.k, free, m.c, slip);
    const double elastic = kind.total ? 0.0 : m.k * m.k * GrDot(free, free), both = GrDot(whole, whole);
    const bool sticks = (both > elastic ? both : elastic) <= bound, none = m.cap <= 0.0;
    const double cut = m.cap / sqrt(elastic + 1e-300), kept = kind.total || sticks || cut > 1.0 ? 1.0 : cut;
    const GrVector spring = {kept * free.x, kept * free.y, kept * free.z};
    const GrVector trial = GrVectorSum(m.k, spring, m.c, slip);
    const double ratio = m.cap / sqrt(GrDot(trial, trial) + 1e-300), slides = ratio > NEARLY_ONE ? NEARLY_ONE : ratio;
    const double force_ratio = sticks ? 1.0 : slides;
    s->spring[0][i] = spring.x;
    s->spring[1][i] = spring.y;
    s->spring[2][i] = spring.z;
    s->k[i] = m.k;
    s->c[i] = m.c;
    s->force_ratio[i] = none ? 0.0 : force_ratio;
    if (kind.total)
      s->lag[i] = none || sticks ? 0.0 : (force_ratio - 1.0) * (m.c / m.k);
  }
}

/* Computes forces and trial springs. Without friction the spring is zero.
   With `slider: total` the spring of a contact that slides lags behind the slip: xi becomes force_ratio xi + lag s,
   which is -(F + c s)/k. */
GR_INLINE void GrSpringsPull(const GrSlideBatch *batch, GrSlideKind kind, const GrSprings *restrict s)
{
  const double *restrict s_x = batch->slip[0], *restrict s_y = batch->slip[1], *restrict s_z = batch->slip[2];
  double *restrict f_x = batch->force[0], *restrict f_y = batch->force[1], *restrict f_z = batch->force[2];
  double *restrict x = batch->trial[GR_SPRING_X], *restrict y = batch->trial[GR_SPRING_Y];
  double *restrict z = batch->trial[GR_SPRING_Z], *restrict slides =
                                                      kind.remembers ? batch->trial[GR_SPRING_MORE] : NULL;
  double *restrict root = kind.areal ? batch->trial[GrSpringRootRow(kind)] : NULL;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double force_ratio = s->force_ratio[i], kept = kind.total || force_ratio == 0.0 ? force_ratio : 1.0;
    const GrVector slip = {s_x[i], s_y[i], s_z[i]}, spring = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const GrVector force = GrVectorSum(-force_ratio * s->k[i], spring, -force_ratio * s->c[i], slip);
    const GrVector held = kind.total ? GrVectorSum(kept, spring, s->lag[i], slip)
                                     : (GrVector){kept * spring.x, kept * spring.y, kept * spring.z};
    f_x[i] = force.x;
    f_y[i] = force.y;
    f_z[i] = force.z;
    x[i] = held.x;
    y[i] = held.y;
    z[i] = held.z;
    if (kind.remembers)
      slides[i] = force_ratio == 1.0 || force_ratio == 0.0 ? 0.0 : 1.0;
    if (kind.areal)
      root[i] = s->root[i];
  }
}

/* Computes the energy of the springs and the power, each if the caller asks for it. Power: the loss of the dashpot
   while the contact sticks, otherwise -F.s, which includes the change of the spring energy. */
GR_INLINE void GrSpringsAccount(const GrSlideBatch *batch, GrSlideKind kind, const GrSprings *s)
{
  for (int i = 0; i < batch->n; i++) {
    const GrVector slip = {batch->slip[0][i], batch->slip[1][i], batch->slip[2][i]};
    const GrVector force = {batch->force[0][i], batch->force[1][i], batch->force[2][i]};
    const GrVector spring = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const double force_ratio = s->force_ratio[i], kept = kind.total || force_ratio == 0.0 ? force_ratio : 1.0;
    const GrVector held = GrVectorSum(kept, spring, kind.total ? s->lag[i] : 0.0, slip);
    if (batch->power)
      batch->power[i] = force_ratio == 1.0 ? s->c[i] * GrDot(slip, slip) : -GrDot(force, slip);
    if (batch->stored)
      batch->stored[i] = 0.5 * s->k[i] * GrDot(held, held);
  }
}

GR_INLINE void GrSlideRunKind(const GrSlideBatch *batch, GrSlideKind kind)
{
  GrSprings s;

  if (kind.areal)
    GrSpringsFindRoots(batch, &s);
  if (GrSpringsBegin(batch))
    GrSpringsStretch(batch, kind, true, &s);
  else
    GrSpringsStretch(batch, kind, false, &s);
  GrSpringsMove(batch, kind, &s);
  GrSpringsPull(batch, kind, &s);
  if (batch->stored || batch->power)
    GrSpringsAccount(batch, kind, &s);
}

/* Computes forces, trial histories and energies of a batch; areal, remembers: see GrSlideKind. All contacts of a batch
   have the same contact rule, so the parameters of the first contact apply to all. */
GR_INLINE void GrSlideRun(const GrSlideBatch *batch, GrSlideTermsOf terms, bool areal, bool remembers)
{
  if (batch->coefficient[GR_SLIDE_SLIDER][0] != GR_SLIDER_SPRING)
    GrSlideRunKind(batch, (GrSlideKind){terms, areal, remembers, true});
  else
    GrSlideRunKind(batch, (GrSlideKind){terms, areal, remembers, false});
}

#endif
