/* Spring, dashpot and slider: what the laws of sliding and rolling share that remember a displacement.

   xi = turned(X_0) + s (t - t_a),  X = xi + s t_l,  T = -(k xi + c s)
   turned(x) = f |x|/|f| = f sqrt(1 + (x.n)^2/f.f),  f = x - (x.n) n
   sticks, |T| <= a:  F = T
   slides, |T| > a:   F = b T/|T|,  xi = -(F + c s)/k
     xi displacement of the spring [m];  X_0, X the same as committed and as trial history, t_a and t_l [s] ahead;
     n normal;  s slip [m/s];  t time since the history was committed [s];  k stiffness [N/m];  c viscosity [N s/m];
     F force on the first body [N];  b dynamic friction times normal force [N];
     a static friction times normal force [N], or b while the contact slides
   Source: S. Luding, Granular Matter 10 (2008) 235, eqs. 17 to 20, in the order of the LAMMPS pair
   style granular. Valid: steps in which n turns by far less than a right angle. Energy: k xi^2/2. Limits: the slider
   limits spring and dashpot together, and the spring takes what the dashpot leaves of b. If c |s| alone exceeds b, the
   spring stands against the slip and counts as loaded. turned() keeps the length of the spring, and its direction up to
   half the square of the angle by which n turns in a step; a spin of the pair about n does not turn it. A contact whose
   b is 0, such as one that pulls unless friction_pull is given, has F = 0 and xi = 0. */
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

/* `root`: sqrt(d), of a law with `roots`. */
typedef GrSlideTerms (*GrSlideTermsOf)(const GrSlideBatch *batch, double root, int i);

/* The history of these laws: the spring, and where a law tells static from dynamic friction, whether it slides. */
enum { GR_SPRING_X, GR_SPRING_Y, GR_SPRING_Z, GR_SPRING_SLIDES, GR_SPRING_HISTORY = GR_SPRING_SLIDES };

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

static inline GrVector GrScaled(double a, GrVector v)
{
  return (GrVector){a * v.x, a * v.y, a * v.z};
}

/* A strip of a batch on its way from springs to forces, in short passes: a core looks ahead over a limited number of
   instructions, and in one long pass would wait for each root in turn. */
enum { GR_STRIP = 64 };
typedef struct {
  int from, n;                                                         /* its first contact, and how many */
  _Alignas(GR_STRIP * sizeof(double)) double k[GR_STRIP], c[GR_STRIP]; /* GrSlideTerms; as GR_BATCH_ALIGNED */
  double cap[GR_STRIP];                                                /* b */
  double spring[3][GR_STRIP];                                          /* f, then xi */
  double root[GR_STRIP];                                               /* sqrt(d) */
  double growth[GR_STRIP];                                             /* |x|/|f| */
  double trial[3][GR_STRIP];                                           /* T */
  double over[GR_STRIP];                                               /* 1: |T| > a; 0 */
  double scale[GR_STRIP];                                              /* b/|T| */
} GrStrip;

/* How far springs turn into the plane with the normal n: f, which is x less what stands along n, and |x|/|f| (0 of a
   spring that stood along n does no harm). */
GR_INLINE void GrStripTurn(const GrSlideBatch *batch, GrStrip *restrict s)
{
  const double *restrict n_x = batch->normal[0] + s->from, *restrict n_y = batch->normal[1] + s->from;
  const double *restrict n_z = batch->normal[2] + s->from;
  const double *restrict x = batch->history[GR_SPRING_X] + s->from, *restrict y = batch->history[GR_SPRING_Y] + s->from;
  const double *restrict z = batch->history[GR_SPRING_Z] + s->from;

  GR_INDEPENDENT
  for (int i = 0; i < s->n; i++) {
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

/* sqrt(d): where the batch has it, or taken here. */
static inline const double *GrStripRoots(const GrSlideBatch *batch, GrStrip *s)
{
  if (batch->root)
    return batch->root + s->from;
  for (int i = 0; i < s->n; i++)
    s->root[i] = GrRoot(batch->overlap[s->from + i]);
  return s->root;
}

/* Springs moved on, T, and how it compares with its limits. `remembers`: contacts that slide have another limit. */
GR_INLINE void GrStripStick(const GrSlideBatch *batch, GrSlideTermsOf terms, const double *restrict root,
                            bool remembers, GrStrip *restrict s)
{
  const double *restrict s_x = batch->slip[0] + s->from, *restrict s_y = batch->slip[1] + s->from;
  const double *restrict s_z = batch->slip[2] + s->from;
  const double *restrict slid = remembers ? batch->history[GR_SPRING_SLIDES] + s->from : NULL;
  const double interval = batch->interval - batch->committed_offset;

  GR_INDEPENDENT
  for (int i = 0; i < s->n; i++) {
    const GrSlideTerms m = terms(batch, root[i], s->from + i);
    const GrVector slip = {s_x[i], s_y[i], s_z[i]}, flat = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const GrVector spring = GrVectorSum(s->growth[i], flat, interval, slip);
    const GrVector trial = GrVectorSum(-m.k, spring, -m.c, slip);
    const double limit = remembers && slid[i] != 0.0 ? m.cap : m.breakaway, square = GrDot(trial, trial);
    s->k[i] = m.k;
    s->c[i] = m.c;
    s->cap[i] = m.cap;
    s->spring[0][i] = spring.x;
    s->spring[1][i] = spring.y;
    s->spring[2][i] = spring.z;
    s->trial[0][i] = trial.x;
    s->trial[1][i] = trial.y;
    s->trial[2][i] = trial.z;
    s->over[i] = square > limit * limit ? 1.0 : 0.0;
    s->scale[i] = m.cap * GrInverseRoot(square);
  }
}

/* Where the arrays of a strip are. */
typedef struct {
  const double *slip[3];
  double *force[3], *spring[3], *stored, *power, *slides;
} GrStripView;

GR_INLINE GrStripView GrStripViewOf(const GrSlideBatch *batch, bool remembers, int from)
{
  return (GrStripView){
      {batch->slip[0] + from, batch->slip[1] + from, batch->slip[2] + from},
      {batch->force[0] + from, batch->force[1] + from, batch->force[2] + from},
      {batch->trial[GR_SPRING_X] + from, batch->trial[GR_SPRING_Y] + from, batch->trial[GR_SPRING_Z] + from},
      batch->stored ? batch->stored + from : NULL,
      batch->power ? batch->power + from : NULL,
      remembers ? batch->trial[GR_SPRING_SLIDES] + from : NULL};
}

/* From T to the force and the spring that it leaves, ahead of the next step; where somebody `asks`, its energy and what
   is lost. Lets go what is held by nothing. A cap which is not a number shows. */
GR_INLINE void GrStripSlide(const GrStripView *restrict v, double offset, bool asks, bool remembers,
                            const GrStrip *restrict s)
{
  GR_INDEPENDENT
  for (int i = 0; i < s->n; i++) {
    const bool over = s->over[i] != 0.0;
    const GrVector slip = {v->slip[0][i], v->slip[1][i], v->slip[2][i]};
    const GrVector trial = {s->trial[0][i], s->trial[1][i], s->trial[2][i]};
    const GrVector spring = {s->spring[0][i], s->spring[1][i], s->spring[2][i]};
    const double compliance = 1.0 / s->k[i], held = s->cap[i] <= 0.0 ? 0.0 : 1.0 + 0.0 * s->cap[i];
    const GrVector force = GrScaled(over ? s->scale[i] : 1.0, trial);
    const GrVector left = GrVectorSum(-compliance, force, -s->c[i] * compliance, slip);
    const GrVector next = {over ? left.x : spring.x, over ? left.y : spring.y, over ? left.z : spring.z};
    const GrVector final = GrScaled(held, force), kept = GrScaled(held, next);
    v->force[0][i] = final.x;
    v->force[1][i] = final.y;
    v->force[2][i] = final.z;
    v->spring[0][i] = kept.x + offset * slip.x;
    v->spring[1][i] = kept.y + offset * slip.y;
    v->spring[2][i] = kept.z + offset * slip.z;
    if (asks && v->power)
      v->power[i] = over ? -GrDot(final, slip) : held * (s->c[i] * GrDot(slip, slip));
    if (asks && v->stored)
      v->stored[i] = 0.5 * s->k[i] * GrDot(kept, kept);
    if (remembers)
      v->slides[i] = over ? held : 0.0 * held;
  }
}

/* A batch. `roots`: the terms ask for sqrt(d). `remembers`: the law has the history GR_SPRING_SLIDES. Trial and
   committed history may be the same memory: a strip is read before it is written. */
GR_INLINE void GrSlideRun(const GrSlideBatch *batch, GrSlideTermsOf terms, bool roots, bool remembers)
{
  GrStrip s;

  for (s.from = 0; s.from < batch->n; s.from += GR_STRIP) {
    const GrStripView view = GrStripViewOf(batch, remembers, s.from);
    s.n = batch->n - s.from < GR_STRIP ? batch->n - s.from : GR_STRIP;
    GrStripTurn(batch, &s);
    GrStripStick(batch, terms, roots ? GrStripRoots(batch, &s) : batch->overlap + s.from, remembers, &s);
    if (batch->stored || batch->power)
      GrStripSlide(&view, batch->trial_offset, true, remembers, &s);
    else
      GrStripSlide(&view, batch->trial_offset, false, remembers, &s);
  }
}

#endif
