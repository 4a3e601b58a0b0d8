/* The detector of pulses against pulses whose peak, arrival and width are known: a parabola, which it finds exactly up
   to the straight lines of its rungs, and a squared cosine, with the errors that record/pulse.h states.
   Labels: record. */
#include "unit.h"

#include "record/pulse.h"

#include <math.h>

/* height cos^2(pi (t - centre) / (2 rise)) inside centre +- rise: half of its height at centre +- rise / 2. */
typedef struct {
  double height, centre, rise;
} Hump;

static double Cosine(const Hump *hump, double t)
{
  const double phase = (t - hump->centre) / hump->rise, c = cos(0.5 * M_PI * phase);
  return fabs(phase) < 1 ? hump->height * c * c : 0;
}

static double Parabola(const Hump *hump, double t)
{
  const double phase = (t - hump->centre) / hump->rise;
  return fabs(phase) < 1 ? hump->height * (1 - phase * phase) : 0;
}

static GrRecorderPulse See(double (*shape)(const Hump *, double), int n, const Hump hump[], double base,
                           double threshold, double step, double end)
{
  GrRecorderPulseWatch watch;
  GrRecorderPulseBegin(&watch);
  for (int k = 0; k * step <= end; k++) {
    double value = base;
    for (int i = 0; i < n; i++)
      value += shape(&hump[i], k * step);
    GrRecorderPulseSample(&watch, threshold, k * step, value);
  }
  return GrRecorderPulseFound(&watch, threshold);
}

static void Near(double got, double expected, double tolerance)
{
  FACT(fabs(got - expected) <= tolerance, "%.12g instead of %.12g, off by %.2g", got, expected, got - expected);
}

/* The vertex is exact; where the signal has a curvature q the straight lines are q h^2 / 8 off. */
static void test_parabola(void **state)
{
  const Hump hump = {3, 1.23456, 0.7};
  const double h = 0.01, slope = 2 * sqrt(0.5) * 3 / 0.7, line = 2 * 3 / (0.7 * 0.7) * h * h / 8 / slope;
  const GrRecorderPulse p = See(Parabola, 1, &hump, -5, NAN, h, 3);
  Near(p.peak, 3, 1e-12);
  Near(p.peak_time, 1.23456, 1e-12);
  Near(p.arrival, 1.23456 - 0.7 * sqrt(0.5), 1.1 * line);
  Near(p.end, 1.23456 + 0.7 * sqrt(0.5), 1.1 * line);
}

/* Errors fall with the step as stated: the peak by 16, its time by 8; times on the flanks of a squared cosine, which
   are straight at half height, better than by 4. */
static void test_order(void **state)
{
  for (double h = 0.02; h > 0.004; h /= 2) {
    const Hump hump = {2, 1.4142, 0.5};
    const GrRecorderPulse p = See(Cosine, 1, &hump, 0, NAN, h, 3);
    const double s = h / 0.5;
    Near(p.peak, 2, 2 * 1.2 * pow(s, 4)); /* pi^4/48 times at most 9/16 */
    Near(p.peak_time, 1.4142, 0.5 * 0.2 * pow(s, 3));
    Near(p.arrival, 1.1642, 0.5 * 0.1 * s * s);
    Near(p.end - p.arrival, 0.5, 0.5 * 0.2 * s * s);
  }
}

static void test_highest_or_first(void **state)
{
  const Hump hump[] = {{0.01, 0.5, 0.2}, {1, 1.5, 0.3}, {1.5, 3, 0.4}, {1.2, 5, 0.4}};
  Near(See(Cosine, 4, hump, 0, NAN, 1e-3, 6).peak_time, 3, 1e-6);
  Near(See(Cosine, 4, hump, 0, 0.5, 1e-3, 6).peak_time, 1.5, 1e-6);
  Near(See(Cosine, 4, hump, 0, 0.001, 1e-3, 6).peak_time, 0.5, 1e-6);
  assert_true(isnan(See(Cosine, 4, hump, 0, 2, 1e-3, 6).peak));
}

/* Two humps that part only above half of the height of the higher one are one pulse, whichever comes first. */
static void test_double_hump(void **state)
{
  const Hump up[] = {{0.8, 1, 0.4}, {1, 1.5, 0.4}}, down[] = {{1, 1, 0.4}, {0.8, 1.5, 0.4}};
  Near(See(Cosine, 2, up, 0, NAN, 1e-3, 3).peak_time, 1.5, 0.01);
  Near(See(Cosine, 2, up, 0, NAN, 1e-3, 3).arrival, 0.832, 0.01);
  Near(See(Cosine, 2, down, 0, NAN, 1e-3, 3).peak_time, 1, 0.01);
  Near(See(Cosine, 2, down, 0, NAN, 1e-3, 3).end, 1.668, 0.01);
}

static void test_record_ends(void **state)
{
  const Hump hump = {1, 1, 0.5};
  assert_true(isnan(See(Cosine, 1, &hump, 0, NAN, 1e-3, 0.99).peak)); /* still rising */
  const GrRecorderPulse p = See(Cosine, 1, &hump, 0, NAN, 1e-3, 1.1); /* not yet fallen to half */
  Near(p.peak, 1, 1e-9);
  Near(p.arrival, 0.75, 1e-5);
  assert_true(isnan(p.end));
  assert_true(isnan(See(Cosine, 0, NULL, 7, NAN, 1e-3, 1).peak)); /* nothing happens */
}

/* A pulse of one or two samples, samples slightly above zero, and nan. */
static void test_extremes(void **state)
{
  const double t[] = {0, 1, 2, 3, 4}, spike[] = {0, 0, 1, 0, 0}, tiny[] = {0, 1e-320, 1e-300, 1, 0},
               bad[] = {0, INFINITY, NAN, 1, 0};
  GrRecorderPulseWatch watch;
  GrRecorderPulseBegin(&watch);
  for (int k = 0; k < 5; k++)
    GrRecorderPulseSample(&watch, NAN, t[k], spike[k]);
  Near(watch.best.peak, 1, 0);
  Near(watch.best.peak_time, 2, 0);
  Near(watch.best.arrival, 1.5, 1e-12);
  Near(watch.best.end, 2.5, 1e-12);
  GrRecorderPulseBegin(&watch);
  for (int k = 0; k < 5; k++)
    GrRecorderPulseSample(&watch, NAN, t[k], tiny[k]);
  Near(watch.best.end, 3.5, 0.1);
  GrRecorderPulseBegin(&watch);
  for (int k = 0; k < 5; k++)
    GrRecorderPulseSample(&watch, NAN, t[k], bad[k]);
}

UNIT(CASE(test_parabola), CASE(test_order), CASE(test_highest_or_first), CASE(test_double_hump), CASE(test_record_ends),
     CASE(test_extremes));
