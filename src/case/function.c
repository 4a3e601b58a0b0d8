/* function: values, slopes, bounds and integrals of functions of time; see function.h.

   Slopes: each instruction passes on the derivative with the value (automatic differentiation).

   Bounds: interval arithmetic. Each instruction computes the interval of all results for the intervals of its operands.
   The result contains all values of the expression, and is sharper for shorter intervals of time.

   Integral of an expression from 0 to t: sum over panels, and over the part of the last panel up to t, by the formula
   of Gauss and Legendre with 8 nodes (degree 15; M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, table
   25.4). The panels are the intervals [2^k, 2^(k+1)] s for k from -30, which are halved until two halves give the same
   as the whole, with a relative error of 1e-13, or until halving does not help against rounding. They depend neither on
   the time step nor on the end of the run. The integral of a table is exact: a parabola in each interval. */
#include "case/feedback.h"

#include "base/math/bracket.h"
#include "base/math/elementary.h"
#include "base/math/exponential.h"
#include "base/math/sine.h"

#include <string.h>

enum { NODES = 8, FIRST_OCTAVE = -30, DEPTH_MAX = 44, PANELS_MAX = 1 << 20, SAMPLES = 1024, PIECES = 256 };

/* ---- values and slopes ---- */

typedef struct {
  double value, slope;
} Point;

static Point Divide(Point a, Point b)
{
  const double quotient = a.value / b.value;
  return (Point){quotient, (a.slope - quotient * b.slope) / b.value};
}

static Point Raise(Point a, double power)
{
  const double steepness = a.slope == 0 ? 0 : power * GrFunctionPower(a.value, power - 1) * a.slope;
  return (Point){GrFunctionPower(a.value, power), steepness};
}

/* Result of a function with one operand. */
static Point Apply(GrDo what, Point a)
{
  double sine, cosine;

  if (what == GR_DO_SINE || what == GR_DO_COSINE) {
    GrSineCosine(a.value, &sine, &cosine);
    return what == GR_DO_SINE ? (Point){sine, cosine * a.slope} : (Point){cosine, -sine * a.slope};
  }
  if (what == GR_DO_EXPONENTIAL) {
    const double e = GrExp(a.value);
    return (Point){e, e * a.slope};
  }
  if (what == GR_DO_ROOT) {
    const double root = sqrt(a.value);
    return (Point){root, a.slope == 0 ? 0 : 0.5 * a.slope / root};
  }
  return (Point){fabs(a.value), a.value > 0 ? a.slope : a.value < 0 ? -a.slope : 0};
}

/* Returns the smaller or the larger operand; NaN if one of them is NaN. */
static Point Choose(bool larger, Point a, Point b)
{
  if (isnan(a.value) || isnan(b.value))
    return (Point){NAN, NAN};
  return (a.value < b.value) == larger ? b : a;
}

static Point EvaluateExpression(const GrFunction *f, double t, const double observed[])
{
  Point stack[GR_FUNCTION_MAX + 1];
  int top = -1;

  for (int k = 0; k < f->n; k++) {
    const GrInstruction *i = &f->instruction[k];
    if (i->what == GR_DO_NUMBER || i->what == GR_DO_TIME) {
      stack[++top] = i->what == GR_DO_TIME ? (Point){t, 1} : (Point){i->number, 0};
      continue;
    }
    if (i->what == GR_DO_OBSERVED) {
      stack[++top] = (Point){observed[(int)i->number], 0};
      continue;
    }
    if (i->what >= GR_DO_ADD && i->what <= GR_DO_LARGER)
      top--;
    Point *a = &stack[top], b = stack[top + 1];
    if (i->what == GR_DO_ADD)
      *a = (Point){a->value + b.value, a->slope + b.slope};
    else if (i->what == GR_DO_SUBTRACT)
      *a = (Point){a->value - b.value, a->slope - b.slope};
    else if (i->what == GR_DO_MULTIPLY)
      *a = (Point){a->value * b.value, a->slope * b.value + a->value * b.slope};
    else if (i->what == GR_DO_DIVIDE)
      *a = Divide(*a, b);
    else if (i->what == GR_DO_SMALLER || i->what == GR_DO_LARGER)
      *a = Choose(i->what == GR_DO_LARGER, *a, b);
    else if (i->what == GR_DO_NEGATE)
      *a = (Point){-a->value, -a->slope};
    else
      *a = i->what == GR_DO_POWER ? Raise(*a, i->number) : Apply(i->what, *a);
  }
  return stack[0];
}

/* Slope of the interval after point i; 0 outside of the table. */
static double SlopeAfter(const GrFunction *f, int i)
{
  return i < 0 || i + 1 >= f->n_points ? 0 : (f->value[i + 1] - f->value[i]) / (f->time[i + 1] - f->time[i]);
}

static Point EvaluateTable(const GrFunction *f, double t)
{
  const int i = GrLastNotAfter(f->n_points, f->time, t);

  if (i < 0)
    return (Point){f->value[0], 0};
  if (t == f->time[i])
    return (Point){f->value[i], 0.5 * (SlopeAfter(f, i - 1) + SlopeAfter(f, i))};
  return (Point){f->value[i] + SlopeAfter(f, i) * (t - f->time[i]), SlopeAfter(f, i)};
}

double GrFunctionEvaluate(const GrFunction *f, double t, const double observed[])
{
  return EvaluateExpression(f, t, observed).value;
}

double GrFunctionAt(const GrFunction *f, double t)
{
  if (f->feedback)
    return GrFeedbackAt(f->feedback, t);
  return f->n_points ? EvaluateTable(f, t).value : GrFunctionEvaluate(f, t, NULL);
}

double GrFunctionSlope(const GrFunction *f, double t)
{
  if (f->feedback)
    return 0;
  return (f->n_points ? EvaluateTable(f, t) : EvaluateExpression(f, t, NULL)).slope;
}

bool GrFunctionsEqual(const GrFunction *a, const GrFunction *b)
{
  return a == b || (a && b && !a->feedback && !b->feedback && strcmp(a->text, b->text) == 0);
}

/* ---- bounds ---- */

typedef struct {
  double low, high;
} Interval;

static const Interval everything = {-INFINITY, INFINITY};

static Interval Span(const double *x, int n)
{
  Interval s = {x[0], x[0]};

  for (int k = 0; k < n; k++) {
    if (isnan(x[k]))
      return everything;
    s.low = x[k] < s.low ? x[k] : s.low;
    s.high = x[k] > s.high ? x[k] : s.high;
  }
  return s;
}

static Interval Multiply(Interval a, Interval b)
{
  return Span((const double[]){a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}, 4);
}

static Interval Invert(Interval a)
{
  return a.low <= 0 && a.high >= 0 ? everything : (Interval){1 / a.high, 1 / a.low};
}

static Interval Magnitude(Interval a)
{
  const Interval ends = Span((const double[]){fabs(a.low), fabs(a.high)}, 2);
  return a.low <= 0 && a.high >= 0 ? (Interval){0, ends.high} : ends;
}

/* A power that is a multiple of 1/2. */
static Interval RaiseInterval(Interval a, double power)
{
  const double size = fabs(power);
  const bool whole = size == floor(size), even = whole && fmod(size, 2) == 0;

  if (!whole && a.low < 0)
    return everything;
  a = even ? Magnitude(a) : a;
  a = (Interval){GrFunctionPower(a.low, size), GrFunctionPower(a.high, size)};
  return power < 0 ? Invert(a) : a;
}

/* Sine of the angles in an interval; lead: angle that is added, pi/2 for the cosine. */
static Interval Swing(Interval a, double lead)
{
  const double begin = (a.low + lead) / (2 * GR_PI), end = (a.high + lead) / (2 * GR_PI),
               slack = 1e-9 * (1 + fabs(end));
  double ends[4], unused;

  if (!(end - begin < 1))
    return (Interval){-1, 1};
  GrSineCosine(a.low + lead, &ends[0], &unused);
  GrSineCosine(a.high + lead, &ends[1], &unused);
  ends[2] = ceil(begin - slack - 0.25) <= end + slack - 0.25 ? 1 : ends[0];
  ends[3] = ceil(begin - slack - 0.75) <= end + slack - 0.75 ? -1 : ends[0];
  return Span(ends, 4);
}

static Interval ApplyToInterval(const GrInstruction *i, Interval a)
{
  if (i->what == GR_DO_NEGATE)
    return (Interval){-a.high, -a.low};
  if (i->what == GR_DO_POWER)
    return RaiseInterval(a, i->number);
  if (i->what == GR_DO_SINE || i->what == GR_DO_COSINE)
    return Swing(a, i->what == GR_DO_SINE ? 0 : 0.5 * GR_PI);
  if (i->what == GR_DO_EXPONENTIAL)
    return (Interval){GrExp(a.low), GrExp(a.high)};
  if (i->what == GR_DO_ROOT)
    return a.low < 0 ? everything : (Interval){sqrt(a.low), sqrt(a.high)};
  return Magnitude(a);
}

static Interval IntervalOfExpression(const GrFunction *f, double from, double to)
{
  Interval stack[GR_FUNCTION_MAX + 1];
  int top = -1;

  for (int k = 0; k < f->n; k++) {
    const GrInstruction *i = &f->instruction[k];
    if (i->what == GR_DO_NUMBER || i->what == GR_DO_TIME) {
      stack[++top] = i->what == GR_DO_TIME ? (Interval){from, to} : (Interval){i->number, i->number};
      continue;
    }
    if (i->what == GR_DO_OBSERVED) {
      stack[++top] = (Interval){f->feedback->observed[(int)i->number].indicator.not_negative ? 0 : -INFINITY, INFINITY};
      continue;
    }
    if (i->what >= GR_DO_ADD && i->what <= GR_DO_LARGER)
      top--;
    Interval *a = &stack[top], b = stack[top + 1];
    if (i->what == GR_DO_ADD)
      *a = Span((const double[]){a->low + b.low, a->high + b.high}, 2);
    else if (i->what == GR_DO_SUBTRACT)
      *a = Span((const double[]){a->low - b.high, a->high - b.low}, 2);
    else if (i->what == GR_DO_MULTIPLY || i->what == GR_DO_DIVIDE)
      *a = Multiply(*a, i->what == GR_DO_MULTIPLY ? b : Invert(b));
    else if (i->what == GR_DO_SMALLER)
      *a = (Interval){fmin(a->low, b.low), fmin(a->high, b.high)};
    else if (i->what == GR_DO_LARGER)
      *a = (Interval){fmax(a->low, b.low), fmax(a->high, b.high)};
    else
      *a = ApplyToInterval(i, *a);
  }
  return stack[0];
}

double GrFunctionBound(const GrFunction *f, double from, double to)
{
  if (from > to)
    return GrFunctionBound(f, to, from);
  if (f->n_points == 0) {
    const Interval a = IntervalOfExpression(f, from, to);
    return GrLarger(fabs(a.low), fabs(a.high));
  }
  double bound = GrLarger(fabs(GrFunctionAt(f, from)), fabs(GrFunctionAt(f, to)));
  for (int i = GrLastNotAfter(f->n_points, f->time, from) + 1; i < f->n_points && f->time[i] < to; i++)
    bound = GrLarger(bound, fabs(f->value[i]));
  return bound;
}

/* ---- integrals ---- */

/* Integral from a to b by the formula of Gauss and Legendre. largest: output, largest magnitude at a node; NULL: not
   needed. */
static double Quadrature(const GrFunction *f, double a, double b, double *largest)
{
  static const double node[NODES / 2] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                         0.9602898564975363};
  static const double weight[NODES / 2] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                           0.1012285362903763};
  const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
  double sum = 0, most = 0;

  for (int k = 0; k < NODES / 2; k++) {
    const double before = GrFunctionAt(f, middle - half * node[k]), after = GrFunctionAt(f, middle + half * node[k]);
    sum += weight[k] * (before + after);
    most = GrLarger(most, GrLarger(fabs(before), fabs(after)));
  }
  if (largest)
    *largest = most;
  return half * sum;
}

static PetscErrorCode AddPanel(GrFunction *f, double end, double integral)
{
  if (f->n_panels % 1024 == 0) {
    PetscCall(PetscRealloc(sizeof(double) * (size_t)(f->n_panels + 1025), &f->panel));
    PetscCall(PetscRealloc(sizeof(double) * (size_t)(f->n_panels + 1025), &f->sum));
  }
  if (f->n_panels == 0)
    f->panel[0] = f->sum[0] = 0;
  f->panel[f->n_panels + 1] = end;
  f->sum[f->n_panels + 1] = f->sum[f->n_panels] + integral;
  f->n_panels++;
  return 0;
}

/* Adds the panels of the interval from a to b, as far as they begin before `end`. error: relative error of the interval
   that a and b halve. */
static PetscErrorCode DivideInterval(GrFunction *f, double a, double b, double end, int depth, double error)
{
  const double middle = 0.5 * (a + b);
  double largest;

  if (a >= end || f->n_panels >= PANELS_MAX)
    return 0;
  const double whole = Quadrature(f, a, b, &largest);
  const double halves = Quadrature(f, a, middle, NULL) + Quadrature(f, middle, b, NULL);
  const double scale = largest * (b - a), own = scale > 0 ? fabs(whole - halves) / scale : 0;
  const bool exact = own <= 1e-13 || (error < 1e-8 && own > error / 8);
  if ((isfinite(whole) && exact) || depth == DEPTH_MAX)
    return AddPanel(f, b, whole);
  PetscCall(DivideInterval(f, a, middle, end, depth + 1, own));
  return DivideInterval(f, middle, b, end, depth + 1, own);
}

static PetscErrorCode PrepareIntegral(GrFunction *f, double end)
{
  double begin = 0, octave = ldexp(1, FIRST_OCTAVE);

  if (f->n_points > 0) {
    PetscCall(PetscRealloc(sizeof(double) * (size_t)f->n_points, &f->way));
    f->way[0] = 0;
    for (int i = 1; i < f->n_points; i++)
      f->way[i] = f->way[i - 1] + 0.5 * (f->value[i - 1] + f->value[i]) * (f->time[i] - f->time[i - 1]);
    return 0;
  }
  for (f->n_panels = 0; begin < end; begin = octave, octave *= 2)
    PetscCall(DivideInterval(f, begin, octave, end, 0, INFINITY));
  return 0;
}

/* Integral of a table from its first point to t. */
static double IntegralOfTable(const GrFunction *f, double t)
{
  const int found = GrLastNotAfter(f->n_points, f->time, t), i = found < 0 ? 0 : found;

  return f->way[i] + 0.5 * (f->value[i] + GrFunctionAt(f, t)) * (t - f->time[i]);
}

double GrFunctionIntegral(const GrFunction *f, double t)
{
  if (f->feedback)
    return GrFeedbackIntegral(f->feedback, t);
  if (f->n_points > 0)
    return IntegralOfTable(f, t) - IntegralOfTable(f, 0);
  const int last = GrLastNotAfter(f->n_panels + 1, f->panel, t), i = last < 0 ? 0 : last;
  return f->sum[i] + (t == f->panel[i] ? 0 : Quadrature(f, f->panel[i], t, NULL));
}

/* ---- preparation ---- */

/* Finds the bound of an expression between two times. Sets *pole to a time at which it has none. */
static double Explore(const GrFunction *f, double from, double to, int depth, double *pole)
{
  const double bound = GrFunctionBound(f, from, to), middle = 0.5 * (from + to);

  if (isfinite(bound) || !isnan(*pole))
    return bound;
  if (depth == DEPTH_MAX) {
    *pole = middle;
    return bound;
  }
  const double first = Explore(f, from, middle, depth + 1, pole);
  return GrLarger(first, Explore(f, middle, to, depth + 1, pole));
}

/* Checks the value at a time, and finds the largest slope. */
static bool CheckAt(GrFunction *f, double t, char problem[GR_FUNCTION_PROBLEM])
{
  const double value = GrFunctionAt(f, t), slope = fabs(GrFunctionSlope(f, t));
  const char *shown = f->n_points ? "the table" : f->text;

  if (!isfinite(value))
    snprintf(problem, GR_FUNCTION_PROBLEM,
             "is not a finite number at t = %g s: %.200s; write a function that is finite during the run", t, shown);
  else if (value < f->lower || value > f->upper)
    snprintf(problem, GR_FUNCTION_PROBLEM, "is %g at t = %g s: %.200s; write a function that is %s %g during the run",
             value, t, shown, value < f->lower ? "at least" : "at most", value < f->lower ? f->lower : f->upper);
  else if (!isfinite(slope) && (f->uses & GR_USES_SLOPE))
    snprintf(problem, GR_FUNCTION_PROBLEM,
             "has no finite slope at t = %g s: %.200s; write a function without a jump or a vertical slope", t, shown);
  f->extreme = fabs(value) > fabs(f->extreme) ? value : f->extreme;
  if (isfinite(slope))
    f->steepest = GrLarger(f->steepest, slope);
  return !*problem;
}

/* Finds the bounds of an expression with observables, which may have any value, from those of its parts. */
static void PrepareFeedback(GrFunction *f, double end, char problem[GR_FUNCTION_PROBLEM])
{
  Interval all = {INFINITY, -INFINITY};

  for (int k = 0; k < PIECES; k++) {
    const Interval part = IntervalOfExpression(f, end * k / PIECES, end * (k + 1) / PIECES);
    all = (Interval){fmin(all.low, part.low), fmax(all.high, part.high)};
  }
  if (!isfinite(all.low) || !isfinite(all.high))
    snprintf(problem, GR_FUNCTION_PROBLEM,
             "has no %s value for all values of its observables: %.200s; limit it, such as =%s, with the %s value that "
             "the key may take",
             isfinite(all.low) ? "largest" : "smallest", f->text,
             isfinite(all.low)    ? "min(LARGEST, ..)"
             : isfinite(all.high) ? "max(SMALLEST, ..)"
                                  : "max(SMALLEST, min(LARGEST, ..))",
             isfinite(all.low)    ? "largest"
             : isfinite(all.high) ? "smallest"
                                  : "smallest and the largest");
  else if (all.low < f->lower || all.high > f->upper)
    snprintf(problem, GR_FUNCTION_PROBLEM, "may be %g: %.200s; write =%s(%g%s%s, ..)",
             all.low < f->lower ? all.low : all.high, f->text, all.low < f->lower ? "max" : "min",
             all.low < f->lower ? f->lower : f->upper, *f->unit ? " " : "", f->unit);
  f->largest = GrLarger(fabs(all.low), fabs(all.high));
  f->extreme = fabs(all.low) > fabs(all.high) ? all.low : all.high;
}

PetscErrorCode GrFunctionPrepare(GrFunction *f, double end, char problem[GR_FUNCTION_PROBLEM])
{
  double pole = NAN;

  *problem = '\0';
  f->largest = f->extreme = f->steepest = 0;
  if (f->feedback) {
    PrepareFeedback(f, end, problem);
    return 0;
  }
  for (int k = 0; k <= SAMPLES; k++) { /* evenly, and by the golden section, which hits no period again and again */
    const double golden = 0.6180339887498949 * k;
    if (!CheckAt(f, end * k / SAMPLES, problem) || !CheckAt(f, end * (golden - floor(golden)), problem))
      return 0;
  }
  for (int i = 0; i < f->n_points; i++)
    if (f->time[i] >= 0 && f->time[i] <= end && !CheckAt(f, f->time[i], problem))
      return 0;
  for (int k = 0; k < PIECES && isnan(pole); k++)
    f->largest = GrLarger(f->largest, Explore(f, end * k / PIECES, end * (k + 1) / PIECES, 0, &pole));
  if (!isnan(pole))
    snprintf(problem, GR_FUNCTION_PROBLEM,
             "may have no finite value near t = %g s: %.200s; write a function that is finite during the run", pole,
             f->text);
  if (*problem || !(f->uses & GR_USES_INTEGRAL))
    return 0;
  PetscCall(PrepareIntegral(f, end));
  if (f->n_panels >= PANELS_MAX)
    snprintf(problem, GR_FUNCTION_PROBLEM,
             "varies too often during the run to be integrated: %.200s; write a smoother function, or the displacement "
             "itself, as an oscillation or in a table",
             f->text);
  return 0;
}

PetscErrorCode GrFunctionsDestroy(GrFunction **list)
{
  while (*list) {
    GrFunction *f = *list;
    *list = f->next;
    PetscCall(PetscFree(f->time));
    PetscCall(PetscFree(f->value));
    PetscCall(PetscFree(f->way));
    PetscCall(PetscFree(f->panel));
    PetscCall(PetscFree(f->sum));
    PetscCall(PetscFree(f->text));
    PetscCall(PetscFree(f->feedback));
    PetscCall(PetscFree(f));
  }
  return 0;
}
