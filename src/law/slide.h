/* Spring, dashpot and slider: what the laws of sliding and rolling share that remember a displacement.

   xi = turned(X_0) + s (t - t_a),  X = xi + s t_l,  turned(x) = (x - (x.n) n) |x|/|x - (x.n) n|,  T = -(k xi + c s)
   sticks, |T| <= a:  F = T
   slides, |T| > a:   F = b T/|T|,  xi = -(F + c s)/k
     xi displacement of the spring [m];  X_0, X the same, ahead by t_a and t_l [s] as committed and as trial history;
     n normal;  s slip [m/s];  t time since the history was committed [s];  k stiffness [N/m];  c viscosity [N s/m];  F
   force on the first body [N];  b dynamic friction times push [N];  a static friction times push, or b while the
   contact slides [N] Source: S. Luding, Granular Matter 10 (2008) 235, eqs. 17 to 20, in the order of the LAMMPS pair
   style granular. Valid: steps in which n turns by far less than a right angle. Energy: k xi^2/2. Limits: the slider
   limits spring and dashpot together, and the spring takes what the dashpot leaves of b. If c |s| alone exceeds b, the
   spring stands against the slip and counts as loaded. turned() keeps the length of the spring, and its direction up to
   half the square of the angle by which n turns in a step; a spin of the pair about n does not turn it. A contact whose
   b is 0, such as one that pulls unless friction_pull is given, has F = 0 and xi = 0. */
#ifndef GRANUM_LAW_SLIDE_H
#define GRANUM_LAW_SLIDE_H

#include "independent.h"
#include <granum/law.h>
#include <math.h>

typedef struct {
  double x, y, z;
} GrVector;

/* What distinguishes the laws, of contact i of a block. */
typedef struct {
  double k, c;           /* of spring and dashpot */
  double cap, breakaway; /* b, and a of a contact that sticks [N] */
} GrSlideTerms;

typedef GrSlideTerms (*GrSlideTermsOf)(const GrSlideBlock *block, int i);

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
    "friction", "1", NULL, 0, INFINITY, false, true, NULL, "largest force over push", 0.3                              \
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

/* Largest force of a contact that pushes, or pulls if push < 0. */
static inline double GrSlideCap(double friction, double friction_pull, double push)
{
  double pushed = friction * push, pulled = -friction_pull * push;
  return pulled > pushed ? pulled : pushed;
}

static inline double GrDot(GrVector a, GrVector b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* a v + b w */
static inline GrVector GrSum(double a, GrVector v, double b, GrVector w)
{
  return (GrVector){a * v.x + b * w.x, a * v.y + b * w.y, a * v.z + b * w.z};
}

static inline GrVector GrScaled(double a, GrVector v)
{
  return (GrVector){a * v.x, a * v.y, a * v.z};
}

/* Into the plane with the normal n, at the same length; zero if it stood along n. */
static inline GrVector GrTurned(GrVector v, GrVector n)
{
  GrVector flat = GrSum(1.0, v, -GrDot(v, n), n);
  double left = GrDot(flat, flat);
  return GrScaled(sqrt(GrDot(v, v) / (left > 0.0 ? left : 1.0)), flat);
}

typedef struct {
  GrVector spring, force;
  double slides, power;
} GrSlide;

/* One contact: from the spring in the present plane and the slip to force and new spring. */
static inline GrSlide GrSlideOf(GrSlideTerms m, GrVector spring, GrVector slip, double slid)
{
  GrVector trial = GrSum(-m.k, spring, -m.c, slip);
  double size = sqrt(GrDot(trial, trial)), limit = slid != 0.0 ? m.cap : m.breakaway;
  double slides = size > limit ? 1.0 : 0.0, scale = size > limit ? m.cap / size : 1.0;
  double held = m.cap <= 0.0 ? 0.0 : 1.0 + 0.0 * m.cap; /* a cap which is not a number shows */
  GrVector force = GrScaled(held * scale, trial);
  double compliance = 1.0 / m.k;
  GrVector left = GrSum(-compliance, force, -m.c * compliance, slip);
  GrVector kept = size > limit ? left : spring;
  double viscous = m.c * GrDot(slip, slip), whole = -GrDot(force, slip);
  return (GrSlide){GrScaled(held, kept), force, held * slides, size > limit ? whole : held * viscous};
}

/* A block. `remembers`: the law has the history GR_SPRING_SLIDES. */
GR_INLINE void GrSlideRun(const GrSlideBlock *block, GrSlideTermsOf terms, bool remembers)
{
  const double interval = block->interval - block->ahead, lead = block->lead;
  const double *restrict n_x = block->normal[0], *restrict n_y = block->normal[1], *restrict n_z = block->normal[2];
  const double *restrict s_x = block->slip[0], *restrict s_y = block->slip[1], *restrict s_z = block->slip[2];
  /* the same memory as the old ones, or other */
  const double *old_x = block->history[GR_SPRING_X], *old_y = block->history[GR_SPRING_Y];
  const double *old_z = block->history[GR_SPRING_Z];
  const double *slid = remembers ? block->history[GR_SPRING_SLIDES] : NULL;
  double *new_x = block->trial[GR_SPRING_X], *new_y = block->trial[GR_SPRING_Y];
  double *new_z = block->trial[GR_SPRING_Z];
  double *slides = remembers ? block->trial[GR_SPRING_SLIDES] : NULL;
  double *restrict f_x = block->force[0], *restrict f_y = block->force[1], *restrict f_z = block->force[2];
  double *restrict stored = block->stored, *restrict power = block->power;
  GR_INDEPENDENT
  for (int i = 0; i < block->n; i++) {
    GrSlideTerms m = terms(block, i);
    GrVector slip = {s_x[i], s_y[i], s_z[i]};
    GrVector turned = GrTurned((GrVector){old_x[i], old_y[i], old_z[i]}, (GrVector){n_x[i], n_y[i], n_z[i]});
    GrSlide now = GrSlideOf(m, GrSum(1.0, turned, interval, slip), slip, remembers ? slid[i] : 0.0);
    f_x[i] = now.force.x;
    f_y[i] = now.force.y;
    f_z[i] = now.force.z;
    new_x[i] = now.spring.x + lead * slip.x;
    new_y[i] = now.spring.y + lead * slip.y;
    new_z[i] = now.spring.z + lead * slip.z;
    stored[i] = 0.5 * m.k * GrDot(now.spring, now.spring);
    power[i] = now.power;
    if (remembers)
      slides[i] = now.slides;
  }
}

#endif
