/* Spring, dashpot and slider: common code of the laws of sliding and rolling with a spring.

   The spring displacement xi [m] is the integral of the slip s [m/s] since the contact closed. Coulomb's law limits the
   force of the spring alone, and the force of spring and dashpot together:
     xi = g turn(xi_0) + integral of s,  E = -k xi,  T = E - c s;  |E| <= L and |T| <= L: the contact sticks, F = T
     otherwise it slides:  |E| > b: xi is shortened until |E| = b;  then |T| > b: F = b T/|T|, otherwise F = T
   with `slider: total` the limit applies to T alone, and the spring is set to the rest (the rule of LAMMPS):
     |T| > L: F = b T/|T|,  xi = -(F + c s)/k
   turn(x) = f |x|/|f|,  f = x - (x.n) n: the spring follows the contact plane and keeps its length.
     g growth factor of the spring where the contact area changes [1], see below;  n normal;  k stiffness [N/m];
     c viscosity [N s/m];  F force on the first body [N];  b dynamic friction times normal force [N];  L the limit [N]: b
     while the contact slides, static friction times normal force while it sticks
   Where k is proportional to the contact radius, a' at the last step and a now, the parameter `area` chooses g:
                     g              force kept     energy k xi^2/2 times                LAMMPS
     thornton        min(1, a'/a)   where a grows  a'/a where it grows, a/a' otherwise  mindlin_rescale/force
     force           a'/a           always         a'/a                                 mindlin/force
     rescale         min(1, a/a')   -              a/a' where it grows, (a/a')^3        mindlin_rescale
     displacement    1              -              a/a'                                 mindlin
   Only `thornton` never increases the energy of the spring, so that a change of the area does no work on the slip.
   Source: P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47 (spring and slider); S. Luding, Granular Matter
   10 (2008) 235, eqs. 17 to 20 (rotation of the spring; dashpot); C. Thornton, S. J. Cummins and P. W. Cleary, Powder
   Technol. 233 (2013) 30 (area: F = F' + k ds under loading, F = F' k/k' + k ds under unloading).
   Why two limits: at the start of a contact k xi and the normal force are zero, and the dashpot alone exceeds the limit.
   If the spring then takes the rest, as with `slider: total`, it is stretched against the slip by no displacement at
   all, and accelerates the slip as soon as the contact stiffens. With two limits the spring stores no more than the work
   that stretched it, F opposes the slip of the slider, and F = b while the contact slides.
   Energy: k xi^2/2. Valid: steps in which n rotates by far less than a right angle. Error: second order in the step.
   Limits: turn() keeps the direction of the spring up to half the square of the rotation of n in a step; a spin of the
   pair about n does not rotate it. Where b is 0, for example under tension without friction_pull or cohesion, F = 0 and
   xi = 0. */
#ifndef GRANUM_LAW_SLIDE_H
#define GRANUM_LAW_SLIDE_H

#include "base/elementary.h"
#include "base/independent.h"
#include <granum/law.h>
#include <math.h>
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

/* History of these laws: the spring; then, in laws with static friction, whether the contact slides; last, in laws with
   `area`, the root. */
enum { GR_SPRING_X, GR_SPRING_Y, GR_SPRING_Z, GR_SPRING_MORE };

/* Coefficients of these laws, after GR_SLIDE_SHARE: the choices of the parameters `slider` and `area`. */
enum { GR_SLIDE_SLIDER = GR_SLIDE_SHARE + 1, GR_SLIDE_AREA, GR_SLIDE_MORE = GR_SLIDE_AREA };
enum { GR_SLIDER_SPRING, GR_SLIDER_TOTAL };
enum { GR_AREA_THORNTON, GR_AREA_FORCE, GR_AREA_RESCALE, GR_AREA_DISPLACEMENT };

#define GR_SPRING_ROWS                                                                                                 \
  {"spring_x", "m", "displacement of the spring, in the contact plane"}, {"spring_y", "m", "the same, y"},             \
  {                                                                                                                    \
    "spring_z", "m", "the same, z"                                                                                     \
  }

/* Parameter rows that several laws share. */
#define GR_SLIDE_FRICTION                                                                                              \
  {                                                                                                                    \
    "friction", "1", NULL, 0, INFINITY, false, true, NULL, "largest friction force divided by the normal force", 0.3   \
  }
#define GR_SLIDE_FRICTION_PULL                                                                                         \
  {                                                                                                                    \
    "friction_pull", "1", NULL, 0, INFINITY, false, true, "0",                                                         \
        "largest friction force divided by the pull of a contact under tension; LAMMPS uses the value of friction", 0  \
  }
#define GR_SLIDE_DAMPING(FALLBACK)                                                                                     \
  {                                                                                                                    \
    "damping", "1", NULL, 0, INFINITY, false, true, FALLBACK, "viscosity divided by that of the normal law", 0         \
  }
#define GR_SLIDE_VISCOSITY                                                                                             \
  {                                                                                                                    \
    "viscosity", "N s/m", NULL, 0, INFINITY, false, true, "0", "viscosity in addition to that of damping", 0           \
  }
/* Source: S. Luding, Granular Matter 10 (2008) 235, the Coulomb limit of cohesive contacts. */
#define GR_SLIDE_COHESION                                                                                              \
  {                                                                                                                    \
    "cohesion", "N/m", NULL, 0, INFINITY, false, true, "0",                                                            \
        "k_c: the normal force in the limit is increased by cohesion times the overlap; with luding its k_c", 0        \
  }

#define GR_SLIDE_SLIDER_ROW                                                                                            \
  {                                                                                                                    \
    "slider", NULL, "spring|total", 0, 0, false, false, "spring",                                                      \
        "what Coulomb's law limits: the spring, and spring and dashpot together (spring); only both together, and "    \
        "the spring is set to the rest (total, the rule of LAMMPS)",                                                   \
        0                                                                                                              \
  }
#define GR_SLIDE_AREA_ROW                                                                                              \
  {                                                                                                                    \
    "area", NULL, "thornton|force|rescale|displacement", 0, 0, false, false, "thornton",                               \
        "how the spring follows a contact area that changes", 0                                                        \
  }
#define GR_SPRING_ROOT_ROW                                                                                             \
  {                                                                                                                    \
    "root", "m^0.5", "contact radius divided by the root of the effective radius"                                      \
  }

/* Lines and sentences for the cards; LIMIT: Coulomb's limit as text. */
#define GR_SLIDE_EQUATION(LIMIT)                                                                                       \
  "|k xi| > " LIMIT ":      xi is shortened until |k xi| = " LIMIT "\n"                                                \
  "sticks, |T| <= " LIMIT ":  F = T\n"                                                                                 \
  "slides, otherwise:    F = " LIMIT " T/|T|\n"                                                                        \
  "slider: total         xi is set to -(F + c s)/k where the contact slides\n"
#define GR_SLIDE_AREA_EQUATION                                                                                         \
  "area: xi is multiplied by g where the contact radius changes from a' to a\n"                                        \
  "  thornton: g = min(1, a'/a); force: a'/a; rescale: min(1, a/a'); displacement: 1"
#define GR_SLIDE_AREA_CARD                                                                                             \
  "A spring that follows a changing contact area can gain energy, which the ledger shows as a negative loss by "       \
  "friction: with area: displacement and rescale where the area grows, with area: force where it shrinks. With area: " \
  "thornton it only loses energy."
#define GR_SLIDE_CARD                                                                                                  \
  "With slider: total, friction accelerates the slip at the start of a damped contact: the spring is stretched "       \
  "against the slip where the dashpot alone exceeds the limit. The spring follows the contact plane, but not a spin "  \
  "of the pair about the normal"

/* Coulomb's limit [N]: friction times the normal force, or friction_pull times the tension if normal_force < 0. */
static inline double GrSlideCap(double friction, double friction_pull, double normal_force)
{
  double compression = friction * normal_force, tension = -friction_pull * normal_force;
  return tension > compression ? tension : compression;
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
  _Alignas(GR_SLIDE_BATCH * sizeof(double)) double spring[3][GR_SLIDE_BATCH]; /* f, then xi; as GR_BATCH_ALIGNED [m] */
  double growth[GR_SLIDE_BATCH];                                              /* |x|/|f| [1] */
  double root[GR_SLIDE_BATCH];                 /* contact radius over sqrt(R), in laws with `area` [m^(1/2)] */
  double k[GR_SLIDE_BATCH], c[GR_SLIDE_BATCH]; /* [N/m], [N s/m] */
  double share[GR_SLIDE_BATCH];                /* |F|/|T|: 1 only if the contact sticks, 0 without friction [1] */
  double lag[GR_SLIDE_BATCH];                  /* slider: total: -(1 - share) c/k [s]; otherwise unused */
} GrSprings;

/* Projects springs into the contact plane. Where a spring is parallel to n, f = 0 and the growth does not matter. */
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

/* The properties of a law that its loops depend on; constants, so that the compiler makes separate loops for each law. */
typedef struct {
  GrSlideTermsOf terms;
  bool areal;     /* the law has the parameter `area`, and the root in its history */
  bool remembers; /* it has static friction, and whether the contact slides in its history */
  bool total;     /* slider: total */
} GrSlideKind;

GR_INLINE int GrSpringRootRow(GrSlideKind kind)
{
  return GR_SPRING_MORE + kind.remembers;
}

/* Multiplies the growth of springs by g. Without a contact radius the stiffness is 0 too, and so is g. */
GR_INLINE void GrSpringsGrow(const GrSlideBatch *batch, const double *restrict before, GrSprings *restrict s)
{
  const int area = (int)batch->coefficient[GR_SLIDE_AREA][0];
  const double *restrict root = batch->root, *restrict overlap = batch->overlap;

  if (root)
    memcpy(s->root, root, (size_t)batch->n * sizeof(double));
  for (int i = 0; !root && i < batch->n; i++)
    s->root[i] = GrRoot(overlap[i]);
  if (area == GR_AREA_DISPLACEMENT)
    return;
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double now = s->root[i], then = before[i];
    const double over = area == GR_AREA_RESCALE ? then : now, under = area == GR_AREA_RESCALE ? now : then;
    const double ratio = over > 0.0 ? under / over : 0.0;
    s->growth[i] *= area != GR_AREA_FORCE && ratio > 1.0 ? 1.0 : ratio;
  }
}

#define NEARLY_ONE (1.0 - 0x1p-53) /* largest share of a contact that slides */

/* Adds the slip to the springs and applies Coulomb's law. A limit that is not a number makes the force not a number. */
GR_INLINE void GrSpringsMove(const GrSlideBatch *batch, GrSlideKind kind, GrSprings *restrict s)
{
  const double *restrict s_x = batch->slip[0], *restrict s_y = batch->slip[1], *restrict s_z = batch->slip[2];
  const double *restrict slid = kind.remembers ? batch->history[GR_SPRING_MORE] : NULL;
  const double interval = batch->interval - batch->committed_offset;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const GrSlideTerms m = kind.terms(batch, kind.areal ? s->root[i] : 0.0, i);
    const GrVector slip = {s_x[i], s_y[i], s_z[i]}, flat = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const GrVector free = GrVectorSum(s->growth[i], flat, interval, slip);
    const double limit = kind.remembers ? slid[i] != 0.0 ? m.cap : m.breakaway : m.breakaway, bound = limit * limit;
    const GrVector whole = GrVectorSum(m.k, free, m.c, slip);
    const double elastic = kind.total ? 0.0 : m.k * m.k * GrDot(free, free), both = GrDot(whole, whole);
    const bool sticks = (both > elastic ? both : elastic) <= bound, none = m.cap <= 0.0;
    const double cut = m.cap / sqrt(elastic + 1e-300), kept = kind.total || sticks || cut > 1.0 ? 1.0 : cut;
    const GrVector spring = {kept * free.x, kept * free.y, kept * free.z};
    const GrVector trial = GrVectorSum(m.k, spring, m.c, slip);
    const double ratio = m.cap / sqrt(GrDot(trial, trial) + 1e-300), slides = ratio > NEARLY_ONE ? NEARLY_ONE : ratio;
    const double share = sticks ? 1.0 : slides;
    s->spring[0][i] = spring.x;
    s->spring[1][i] = spring.y;
    s->spring[2][i] = spring.z;
    s->k[i] = m.k;
    s->c[i] = m.c;
    s->share[i] = none ? 0.0 : share;
    if (kind.total)
      s->lag[i] = none || sticks ? 0.0 : (share - 1.0) * (m.c / m.k);
  }
}

/* Computes forces and trial springs, the latter advanced by trial_offset. Without friction the spring is zero. */
GR_INLINE void GrSpringsPull(const GrSlideBatch *batch, GrSlideKind kind, const GrSprings *restrict s)
{
  const double *restrict s_x = batch->slip[0], *restrict s_y = batch->slip[1], *restrict s_z = batch->slip[2];
  double *restrict f_x = batch->force[0], *restrict f_y = batch->force[1], *restrict f_z = batch->force[2];
  double *restrict x = batch->trial[GR_SPRING_X], *restrict y = batch->trial[GR_SPRING_Y];
  double *restrict z = batch->trial[GR_SPRING_Z], *restrict slides =
                                                      kind.remembers ? batch->trial[GR_SPRING_MORE] : NULL;
  double *restrict root = kind.areal ? batch->trial[GrSpringRootRow(kind)] : NULL;
  const double offset = batch->trial_offset;

  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double share = s->share[i], kept = kind.total || share == 0.0 ? share : 1.0;
    const GrVector slip = {s_x[i], s_y[i], s_z[i]}, spring = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const GrVector force = GrVectorSum(-share * s->k[i], spring, -share * s->c[i], slip);
    const GrVector ahead = GrVectorSum(kept, spring, kind.total ? s->lag[i] + offset : offset, slip);
    f_x[i] = force.x;
    f_y[i] = force.y;
    f_z[i] = force.z;
    x[i] = ahead.x;
    y[i] = ahead.y;
    z[i] = ahead.z;
    if (kind.remembers)
      slides[i] = share == 1.0 || share == 0.0 ? 0.0 : 1.0;
    if (kind.areal)
      root[i] = s->root[i];
  }
}

/* Where the caller asks for them: energy of the springs, and power that dashpot and slider dissipate. */
GR_INLINE void GrSpringsAccount(const GrSlideBatch *batch, GrSlideKind kind, const GrSprings *s)
{
  for (int i = 0; i < batch->n; i++) {
    const GrVector slip = {batch->slip[0][i], batch->slip[1][i], batch->slip[2][i]};
    const GrVector force = {batch->force[0][i], batch->force[1][i], batch->force[2][i]};
    const GrVector spring = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const double share = s->share[i], kept = kind.total || share == 0.0 ? share : 1.0;
    const GrVector held = GrVectorSum(kept, spring, kind.total ? s->lag[i] : 0.0, slip);
    if (batch->power)
      batch->power[i] = share == 1.0 ? s->c[i] * GrDot(slip, slip) : -GrDot(force, slip);
    if (batch->stored)
      batch->stored[i] = 0.5 * s->k[i] * GrDot(held, held);
  }
}

GR_INLINE void GrSlideRunKind(const GrSlideBatch *batch, GrSlideKind kind)
{
  GrSprings s;

  GrSpringsTurn(batch, &s);
  if (kind.areal)
    GrSpringsGrow(batch, batch->history[GrSpringRootRow(kind)], &s);
  GrSpringsMove(batch, kind, &s);
  GrSpringsPull(batch, kind, &s);
  if (batch->stored || batch->power)
    GrSpringsAccount(batch, kind, &s);
}

/* Forces, trial histories and energies of a batch; areal, remembers: see GrSlideKind. All contacts of a batch follow
   one rule, so the parameters of the first one apply to all. */
GR_INLINE void GrSlideRun(const GrSlideBatch *batch, GrSlideTermsOf terms, bool areal, bool remembers)
{
  if (batch->coefficient[GR_SLIDE_SLIDER][0] != GR_SLIDER_SPRING)
    GrSlideRunKind(batch, (GrSlideKind){terms, areal, remembers, true});
  else
    GrSlideRunKind(batch, (GrSlideKind){terms, areal, remembers, false});
}

#endif
