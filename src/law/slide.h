/* Spring, dashpot and slider: what the laws of sliding and rolling share that remember a displacement.

   xi = g turned(X_0) + s (t - t_a),  X = xi + s t_l,  T = -(k xi + c s)
   turned(x) = f |x|/|f| = f sqrt(1 + (x.n)^2/f.f),  f = x - (x.n) n
   sticks, |T| <= a:  F = T
   slides, |T| > a:   F = b T/|T|,  xi = -(F + c s)/k
   both at once:      F = -(e k xi + e c s),  xi = e xi - (1 - e) c/k s,  e = b/|T| or 1
     xi displacement of the spring [m];  X_0, X the same as committed and as trial history, t_a and t_l [s] ahead;
     n normal;  s slip [m/s];  t time since the history was committed [s];  k stiffness [N/m];  c viscosity [N s/m];
     g 1, or what a law makes of the root of the overlap as committed and now (GrSpringGrowth);
     F force on the first body [N];  b dynamic friction times normal force [N];
     a static friction times normal force [N], or b while the contact slides
   Source: S. Luding, Granular Matter 10 (2008) 235, eqs. 17 to 20, in the order of the LAMMPS pair
   style granular. Valid: steps in which n turns by far less than a right angle. Energy: k xi^2/2. Limits: the slider
   limits spring and dashpot together, and the spring takes what the dashpot leaves of b. If c |s| alone exceeds b, the
   spring stands against the slip and counts as loaded. turned() keeps the length of the spring, and its direction up to
   half the square of the angle by which n turns in a step; a spin of the pair about n does not turn it. A contact whose
   b is 0, such as one that pulls unless friction_pull or cohesion is given, has F = 0 and xi = 0. */
#ifndef GRANUM_LAW_SLIDE_H
#define GRANUM_LAW_SLIDE_H

#include "base/elementary.h"
#include "base/independent.h"
#include <granum/law.h>
#include <math.h>

typedef struct {
  double x, y, z;
} GrVector;

/* What distinguishes the laws, of contact i of a batch. */
typedef struct {
  double k, c;           /* of spring and dashpot */
  double cap, breakaway; /* b, and a of a contact that sticks [N] */
} GrSlideTerms;

/* `root`: sqrt(d). */
typedef GrSlideTerms (*GrSlideTermsOf)(const GrSlideBatch *batch, double root, int i);

/* g, by which a spring grows whose contact had this root `before`, 0 if it is new, and has `now`. */
typedef double (*GrSpringGrowth)(double before, double now);

/* The history of these laws: the spring; where a law tells static from dynamic friction, whether it slides; after that,
   where it has a GrSpringGrowth, the root. */
enum { GR_SPRING_X, GR_SPRING_Y, GR_SPRING_Z, GR_SPRING_SLIDES, GR_SPRING_ROOT, GR_SPRING_HISTORY = GR_SPRING_SLIDES };

#define GR_SPRING_ROWS                                                                                                 \
  {"spring_x", "m", "displacement of the spring, in the contact plane"}, {"spring_y", "m", "the same, y"},             \
  {                                                                                                                    \
    "spring_z", "m", "the same, z"                                                                                     \
  }

/* The parameters most of them have. */
#define GR_SLIDE_FRICTION                                                                                              \
  {                                                                                                                    \
    "friction", "1", NULL, 0, INFINITY, false, true, NULL, "largest force over the normal force", 0.3                  \
  }
#define GR_SLIDE_FRICTION_PULL                                                                                         \
  {                                                                                                                    \
    "friction_pull", "1", NULL, 0, INFINITY, false, true, "0",                                                         \
        "largest force over pull of a contact whose normal force pulls; LAMMPS: as friction", 0                        \
  }
#define GR_SLIDE_DAMPING(FALLBACK)                                                                                     \
  {                                                                                                                    \
    "damping", "1", NULL, 0, INFINITY, false, true, FALLBACK, "viscosity over that of the normal law", 0               \
  }
#define GR_SLIDE_VISCOSITY                                                                                             \
  {                                                                                                                    \
    "viscosity", "N s/m", NULL, 0, INFINITY, false, true, "0", "viscosity besides that of damping", 0                  \
  }
/* Of what sticks by cohesion. Source: S. Luding, Granular Matter 10 (2008) 235, the Coulomb limit of cohesive contacts.
   */
#define GR_SLIDE_COHESION                                                                                              \
  {                                                                                                                    \
    "cohesion", "N/m", NULL, 0, INFINITY, false, true, "0",                                                            \
        "k_c: the limit is that of the normal force plus cohesion times the overlap; with luding its k_c", 0           \
  }

/* What the cards say of the slider. */
#define GR_SLIDE_CARD                                                                                                  \
  "The slider limits spring and dashpot together, and the spring is set to what the dashpot leaves of the limit: at "  \
  "speeds where the dashpot alone exceeds it, the spring stands against the slip, and its energy counts as stored. "   \
  "The spring follows the contact plane, but not a spin of the pair about the normal"

/* Largest force of a contact that pushes, or pulls if normal_force < 0. */
static inline double GrSlideCap(double friction, double friction_pull, double normal_force)
{
  double pushed = friction * normal_force, pulled = -friction_pull * normal_force;
  return pulled > pushed ? pulled : pushed;
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

/* A batch on its way from springs to forces, in short passes: a core looks ahead over a limited number of instructions,
   and in one long pass would wait for each root in turn. */
typedef struct {
  _Alignas(GR_SLIDE_BATCH * sizeof(double)) double spring[3][GR_SLIDE_BATCH]; /* f, then xi; as GR_BATCH_ALIGNED */
  double growth[GR_SLIDE_BATCH];                                              /* |x|/|f| */
  double root[GR_SLIDE_BATCH];                                                /* where a law asks for it again */
  double k[GR_SLIDE_BATCH], c[GR_SLIDE_BATCH];                                /* GrSlideTerms */
  double share[GR_SLIDE_BATCH];                                               /* e; without friction 0 */
  double lag[GR_SLIDE_BATCH];                                                 /* -(1 - e) c/k [s]; without friction 0 */
} GrSprings;

/* How far springs turn into the plane with the normal n: f, which is x less what stands along n, and |x|/|f| (0 of a
   spring that stood along n does no harm). */
GR_INLINE void GrSpringsTurn(const GrSlideBatch *batch, GrSprings *restrict s)
{
  const double *restrict n_x = batch->normal[0], *restrict n_y = batch->normal[1], *restrict n_z = batch->normal[2];
  const double *restrict x = batch->history[GR_SPRING_X], *restrict y = batch->history[GR_SPRING_Y];
  const double *restrict z = batch->history[GR_SPRING_Z];

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrVector n = {n_x[i], n_y[i], n_z[i]}, old = {x[i], y[i], z[i]};
    const double along = GrDot(old, n);
    const GrVector flat = GrVectorSum(1.0, old, -along, n);
    const double left = GrDot(flat, flat);
    s->spring[0][i] = flat.x;
    s->spring[1][i] = flat.y;
    s->spring[2][i] = flat.z;
    s->growth[i] = sqrt(1.0 + along * along / (left > 0.0 ? left : 1.0));
  }
}

/* Springs moved on, and how T compares with its limits. `rooted`: the batch has sqrt(d). `remembers`: contacts that
   slide have another limit. `grow`: NULL, or g. A limit that is not a number shows. */
GR_INLINE void GrSpringsMove(const GrSlideBatch *batch, GrSlideTermsOf terms, bool rooted, bool remembers,
                             GrSpringGrowth grow, GrSprings *restrict s)
{
  const double *restrict s_x = batch->slip[0], *restrict s_y = batch->slip[1], *restrict s_z = batch->slip[2];
  const double *restrict slid = remembers ? batch->history[GR_SPRING_SLIDES] : NULL;
  const double *restrict before = grow ? batch->history[GR_SPRING_ROOT] : NULL;
  const double *restrict root = batch->root, *restrict overlap = batch->overlap;
  const double interval = batch->interval - batch->committed_offset;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double now = rooted ? root[i] : GrRoot(overlap[i]);
    const double growth = grow ? grow(before[i], now) * s->growth[i] : s->growth[i];
    const GrSlideTerms m = terms(batch, now, i);
    const GrVector slip = {s_x[i], s_y[i], s_z[i]}, flat = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const GrVector spring = GrVectorSum(growth, flat, interval, slip);
    const GrVector trial = GrVectorSum(m.k, spring, m.c, slip);
    const double limit = remembers && slid[i] != 0.0 ? m.cap : m.breakaway, square = GrDot(trial, trial);
    const double length = sqrt(square + 1e-300), inverse = 1.0 / (length * m.k); /* one division for two */
    const bool sticks = square <= limit * limit, none = m.cap <= 0.0;
    const double share = sticks ? 1.0 : m.cap * m.k * inverse;
    s->spring[0][i] = spring.x;
    s->spring[1][i] = spring.y;
    s->spring[2][i] = spring.z;
    s->k[i] = m.k;
    s->c[i] = m.c;
    s->share[i] = none ? 0.0 : share;
    s->lag[i] = none || sticks ? 0.0 : (share - 1.0) * (m.c * length * inverse);
    if (grow)
      s->root[i] = now;
  }
}

/* The force, and the spring that it leaves, ahead of the next step. Lets go what is held by nothing. */
GR_INLINE void GrSpringsPull(const GrSlideBatch *batch, bool remembers, bool grows, const GrSprings *restrict s)
{
  const double *restrict s_x = batch->slip[0], *restrict s_y = batch->slip[1], *restrict s_z = batch->slip[2];
  double *restrict f_x = batch->force[0], *restrict f_y = batch->force[1], *restrict f_z = batch->force[2];
  double *restrict x = batch->trial[GR_SPRING_X], *restrict y = batch->trial[GR_SPRING_Y];
  double *restrict z = batch->trial[GR_SPRING_Z], *restrict slides = remembers ? batch->trial[GR_SPRING_SLIDES] : NULL;
  double *restrict root = grows ? batch->trial[GR_SPRING_ROOT] : NULL;
  const double offset = batch->trial_offset;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double share = s->share[i];
    const GrVector slip = {s_x[i], s_y[i], s_z[i]}, spring = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const GrVector force = GrVectorSum(-share * s->k[i], spring, -share * s->c[i], slip);
    const GrVector ahead = GrVectorSum(share, spring, s->lag[i] + offset, slip);
    f_x[i] = force.x;
    f_y[i] = force.y;
    f_z[i] = force.z;
    x[i] = ahead.x;
    y[i] = ahead.y;
    z[i] = ahead.z;
    if (remembers)
      slides[i] = share == 1.0 || share == 0.0 ? 0.0 : 1.0;
    if (grows)
      root[i] = s->root[i];
  }
}

/* Where somebody asks: the energy of the spring, and what is lost. */
static inline void GrSpringsAccount(const GrSlideBatch *batch, const GrSprings *s)
{
  for (int i = 0; i < batch->n; i++) {
    const GrVector slip = {batch->slip[0][i], batch->slip[1][i], batch->slip[2][i]};
    const GrVector force = {batch->force[0][i], batch->force[1][i], batch->force[2][i]};
    const GrVector spring = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const GrVector kept = GrVectorSum(s->share[i], spring, s->lag[i], slip);
    if (batch->power)
      batch->power[i] = s->share[i] == 1.0 ? s->c[i] * GrDot(slip, slip) : -GrDot(force, slip);
    if (batch->stored)
      batch->stored[i] = 0.5 * s->k[i] * GrDot(kept, kept);
  }
}

/* A batch. `remembers`: the law has the history GR_SPRING_SLIDES. `grow`: NULL, or the law has GR_SPRING_ROOT too. */
GR_INLINE void GrSlideRun(const GrSlideBatch *batch, GrSlideTermsOf terms, bool remembers, GrSpringGrowth grow)
{
  GrSprings s;

  GrSpringsTurn(batch, &s);
  if (batch->root)
    GrSpringsMove(batch, terms, true, remembers, grow, &s);
  else
    GrSpringsMove(batch, terms, false, remembers, grow, &s);
  GrSpringsPull(batch, remembers, grow != NULL, &s);
  if (batch->stored || batch->power)
    GrSpringsAccount(batch, &s);
}

#endif
