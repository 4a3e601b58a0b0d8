/* Detects a pulse in a sampled signal; the method is in pulse.h. */
#include "record/pulse.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

static const double ratio = 1.0442737824274138; /* 2^(1/16) */
static const double deep = 1.0 / 1024; /* of the first sample above zero: where the ladder begins, if y was below */

static const GrRecorderPulse none = {NAN, NAN, NAN, NAN};

void GrRecorderPulseBegin(GrRecorderPulseWatch *w)
{
  *w = (GrRecorderPulseWatch){.now = none, .best = none};
}

/* Time at which the straight line from the latest sample to (t, y) is at `level`. */
static double TimeOfCrossing(const GrRecorderPulseWatch *w, double t, double y, double level)
{
  return w->time[1] + (level - w->above[1]) / (y - w->above[1]) * (t - w->time[1]);
}

/* Time [s] at which y rose to `height`; NaN if fewer than four levels are stored, or none below it. */
static double TimeOfRise(const GrRecorderPulseWatch *w, double height)
{
  const int kept = (int)PetscMin(w->passed, GR_PULSE_LEVELS);
  double level[4], time[4], at = w->level / ratio;
  int down = 0; /* number of stored levels above `height` */

  while (down < kept && at > height) {
    at /= ratio;
    down++;
  }
  if (down == kept)
    return NAN;
  const int first = PetscMin(PetscMax(down - 2, 0), kept - 4); /* two levels above and two below, if both exist */
  if (first < 0)
    return NAN;
  at = w->level / ratio;
  for (int k = 0; k < first + 4; k++, at /= ratio)
    if (k >= first) {
      level[k - first] = at;
      time[k - first] = w->passage[(int)fmod(w->passed - 1 - k, GR_PULSE_LEVELS)];
    }
  double sum = 0; /* Lagrange's cubic through the four points */
  for (int i = 0; i < 4; i++) {
    double product = time[i];
    for (int j = 0; j < 4; j++)
      product *= j == i ? 1 : (height - level[j]) / (level[i] - level[j]);
    sum += product;
  }
  return sum;
}

/* The latest sample is higher than its neighbours: the vertex of the parabola through the three. */
static void RefineTop(GrRecorderPulseWatch *w, double t, double y)
{
  const double before = w->time[1] - w->time[0], after = t - w->time[1];
  const double rise = (w->above[1] - w->above[0]) / before, fall = (y - w->above[1]) / after;
  const double curvature = (fall - rise) / (before + after), slope = (rise * after + fall * before) / (before + after);
  const double shift = -slope / (2 * curvature), peak = w->above[1] + 0.5 * slope * shift;

  if (peak <= w->now.peak)
    return;
  w->now = (GrRecorderPulse){
      .arrival = TimeOfRise(w, 0.5 * peak), .peak_time = w->time[1] + shift, .end = NAN, .peak = peak};
}

/* Is the open pulse to be kept? */
static bool IsKept(const GrRecorderPulseWatch *w, double threshold)
{
  const bool first = isnan(w->best.peak);
  if (isnan(w->now.peak))
    return false;
  return threshold > 0 ? first && w->now.peak >= threshold : first || w->now.peak > w->best.peak;
}

void GrRecorderPulseSample(GrRecorderPulseWatch *w, double threshold, double t, double value)
{
  if (w->samples == 0)
    w->base = value;
  const double y = value - w->base;
  if (w->samples > 0 && y > w->above[1] && y > 0 && y < INFINITY) {
    if (w->open == 0) {
      w->open = 1;
      w->passed = 0;
      w->level = PetscMax(PetscMax(w->above[1], deep * y), DBL_MIN);
    }
    for (; w->level <= y; w->level *= ratio, w->passed++)
      w->passage[(int)fmod(w->passed, GR_PULSE_LEVELS)] = TimeOfCrossing(w, t, y, w->level);
  }
  if (w->samples > 1 && w->open != 0 && w->above[1] >= w->above[0] && w->above[1] > y)
    RefineTop(w, t, y);
  if (w->open != 0 && y <= 0.5 * w->now.peak) {
    w->now.end = TimeOfCrossing(w, t, y, 0.5 * w->now.peak);
    if (IsKept(w, threshold))
      w->best = w->now;
    w->now = none;
    w->open = 0;
  }
  w->time[0] = w->time[1];
  w->above[0] = w->above[1];
  w->time[1] = t;
  w->above[1] = y;
  w->samples = PetscMin(w->samples + 1, 2);
}

GrRecorderPulse GrRecorderPulseFound(const GrRecorderPulseWatch *w, double threshold)
{
  return IsKept(w, threshold) ? w->now : w->best;
}
