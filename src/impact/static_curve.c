/* static_curve: computes the force of a contact along a slow approach and separation; see static_curve.h. */
#include "impact/static_curve.h"
#include "law/one.h"

#include <math.h>
#include <string.h>

enum { LAWS = 2, HALF = GR_STATIC_POINTS / 2, HALVINGS = 60, THIRDS = 90 };
static const double touch = 1e-9;   /* overlap after the touch, divided by the largest overlap [1] */
static const double nearly = 1e-12; /* distance from the end of the attraction, divided by the reach [1] */
static const double jump = 1e-3;    /* smallest jump of the force that is marked, divided by the largest pull [1] */

/* Normal law and adhesion of a contact, and the history after the last point of its path. */
typedef struct {
  const GrLaw *law[LAWS]; /* NULL: the contact has no such law */
  const double *coefficient[LAWS];
  double history[LAWS][GR_LAW_HISTORY_MAX];
  double reach; /* largest gap at which a law acts [m] */
} Contact;

static Contact MakeContact(const GrImpactSetting *setting, const GrImpactTask *task)
{
  Contact c = {.law = {setting->law, setting->adhesion},
               .coefficient = {task->coefficient, task->adhesion_coefficient}};
  for (int l = 0; l < LAWS; l++)
    if (c.law[l] && c.law[l]->reach)
      c.reach = fmax(c.reach, c.law[l]->reach(c.coefficient[l]));
  return c;
}

/* Whether a law does not act at an overlap, because the contact is open. Its history then ends, as in a simulation. */
static bool IsOpen(const Contact *c, const GrLaw *law, double overlap)
{
  return law->reach ? overlap < -c->reach : overlap <= 0;
}

/* Returns the static force at an overlap after the path so far [N]. next: the contact with the history after it. */
static double ForceAt(const Contact *c, double overlap, Contact *next)
{
  double force = 0;
  *next = *c;
  for (int l = 0; l < LAWS; l++) {
    GrLawOne one;
    if (!c->law[l])
      continue;
    if (IsOpen(c, c->law[l], overlap)) {
      memset(next->history[l], 0, sizeof(next->history[l]));
      continue;
    }
    GrLawOneMake(c->law[l], c->coefficient[l], c->history[l], 1, overlap, 0, &one);
    c->law[l]->force(&one.batch);
    force += one.force;
    for (int h = 0; h < c->law[l]->n_history; h++)
      next->history[l][h] = one.trial[h];
  }
  return force;
}

/* Moves the contact to an overlap; returns this point of the path. */
static GrStaticPoint MoveTo(Contact *c, double overlap)
{
  const Contact before = *c;
  return (GrStaticPoint){overlap, ForceAt(&before, overlap, c)};
}

/* Approaches from the gap `far` to the overlap `top`: half of the points are gaps. */
static void Approach(Contact *c, double far, double top, GrStaticCurve *curve)
{
  for (int i = 0; i < HALF; i++)
    curve->approach[i] = MoveTo(c, far * (i - HALF + 1) / (HALF - 1));
  for (int i = HALF; i < GR_STATIC_POINTS; i++)
    curve->approach[i] = MoveTo(c, top * fmax(touch, (double)(i - HALF) / (HALF - 1)));
}

/* Returns the gap at which the attraction ends on separation [m]; 0: the contact does not attract at a gap. */
static double EndOfAttraction(const Contact *c)
{
  double held = 0, open = c->reach;
  Contact next;
  if (!(ForceAt(c, -nearly * c->reach, &next) < 0))
    return 0;
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = 0.5 * (held + open);
    *(ForceAt(c, -middle, &next) < 0 ? &held : &open) = middle;
  }
  return held;
}

/* Returns the point of the largest attraction between two overlaps, from the contact at the overlap `high`. The force
   has a single minimum there. */
static GrStaticPoint FindPullOff(const Contact *c, double low, double high)
{
  Contact next;
  for (int i = 0; i < THIRDS; i++) {
    const double third = (high - low) / 3;
    if (ForceAt(c, low + third, &next) < ForceAt(c, high - third, &next))
      high -= third;
    else
      low += third;
  }
  return (GrStaticPoint){high, ForceAt(c, high, &next)};
}

/* Separates the contact from the overlap `top` to the gap `far`. Gaps are denser near the end, where the slope of the
   force may be infinite. */
static void Separate(Contact *c, double far, double top, GrStaticCurve *curve)
{
  GrStaticPoint *points = curve->separation;
  Contact passed[GR_STATIC_POINTS];
  int least = 0, held = HALF - 1;
  for (int i = 0; i < HALF; passed[i++] = *c)
    points[i] = MoveTo(c, top * fmax(touch, (double)(HALF - 1 - i) / (HALF - 1)));
  const double end = EndOfAttraction(c), last = end > 0 ? end : far;
  for (int i = HALF; i < GR_STATIC_POINTS - 2; passed[i++] = *c) {
    const double x = (double)(i - HALF) / (GR_STATIC_POINTS - 3 - HALF);
    points[i] = MoveTo(c, 0 - last * (x * (2 - x)));
    held = end > 0 ? i : held;
  }
  points[GR_STATIC_POINTS - 2] = (GrStaticPoint){-last, 0};
  points[GR_STATIC_POINTS - 1] = MoveTo(c, -far);
  for (int i = 1; i <= held; i++)
    least = points[i].force < points[least].force ? i : least;
  const int before = least > 0 ? least - 1 : 0, after = least < held ? least + 1 : held;
  curve->pull_off = FindPullOff(&passed[before], points[after].overlap, points[before].overlap);
}

/* Returns the point after the first jump of the force on approach: at the reach or at the touch. */
static GrStaticPoint FindJump(Contact c, double top, double pull)
{
  const double overlap[2] = {-c.reach, 0}, beyond[2] = {nearly * c.reach, touch * top};
  for (int i = 0; i < 2; i++) {
    const double before = MoveTo(&c, overlap[i]).force, after = MoveTo(&c, overlap[i] + beyond[i]).force;
    if (before - after > jump * pull)
      return (GrStaticPoint){overlap[i], after};
  }
  return (GrStaticPoint){NAN, NAN};
}

void GrImpactStaticCurve(const GrImpactSetting *setting, const GrImpactTask *task, double top, GrStaticCurve *curve)
{
  const Contact at_start = MakeContact(setting, task);
  const double far = fmax(1.25 * at_start.reach, 0.1 * top);
  Contact c = at_start;
  Approach(&c, far, top, curve);
  Separate(&c, far, top, curve);
  curve->jump_in = FindJump(at_start, top, -curve->pull_off.force);
}

void GrImpactStaticPath(const GrImpactSetting *setting, const GrImpactTask *task, PetscInt n, const double overlap[],
                        double force[])
{
  Contact c = MakeContact(setting, task);
  for (PetscInt i = 0; i < n; i++) {
    force[i] = MoveTo(&c, overlap[i]).force;
    if (setting->tension == GR_TENSION_CLIP && !setting->adhesion && force[i] < 0)
      force[i] = 0;
  }
}
