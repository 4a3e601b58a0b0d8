/* Functions of time: values of keys such as `gravity` that the input gives as expressions with the time t, such as
   =-9.81 m/s^2*(1 + 0.1*sin(2*pi*5 Hz*t)), or as tables over time. The reader of expressions
   (input/key/constants.c) compiles an expression to a program for a stack of numbers. A table is linear between its
   points, and constant before the first and after the last point. t is the time of the run, in stages also. A value
   depends on t only, so that it has the same bits on any number of ranks and after a restart. An expression may also
   name observables of the run, such as =1 m/s/kg*inserted_mass; its value is then held constant between two evaluations
   (case/feedback.h). All numbers are in SI units. */
#ifndef GRANUM_CASE_FUNCTION_H
#define GRANUM_CASE_FUNCTION_H

#include <math.h>
#include <petscsys.h>
#include <stdbool.h>

/* Instructions. NUMBER, TIME and OBSERVED push a number; ADD to LARGER replace two numbers by one; the others replace
   the last number. POWER raises it to GrInstruction.number. */
typedef enum {
  GR_DO_NUMBER,
  GR_DO_TIME,
  GR_DO_OBSERVED,
  GR_DO_ADD,
  GR_DO_SUBTRACT,
  GR_DO_MULTIPLY,
  GR_DO_DIVIDE,
  GR_DO_SMALLER,
  GR_DO_LARGER,
  GR_DO_NEGATE,
  GR_DO_POWER,
  GR_DO_SINE,
  GR_DO_COSINE,
  GR_DO_EXPONENTIAL,
  GR_DO_ROOT,
  GR_DO_ABSOLUTE
} GrDo;
typedef struct {
  GrDo what;
  double number; /* of NUMBER and POWER; of OBSERVED the index of the observable in GrFeedback.observed */
} GrInstruction;

enum { GR_FUNCTION_MAX = 96, GR_FUNCTION_TEXT = 256, GR_FUNCTION_UNIT = 96, GR_FUNCTION_PROBLEM = 512 };

/* Required properties of a function, as bits: integral, slope, observables allowed. */
enum { GR_USES_INTEGRAL = 1, GR_USES_SLOPE = 2, GR_USES_FEEDBACK = 4 };

/* A function of time: an expression, or a table if n_points > 0. A key whose value is constant has none (NULL). */
typedef struct GrFunction_ GrFunction;
typedef struct GrFeedback_ GrFeedback; /* case/feedback.h */
struct GrFunction_ {
  int n; /* number of instructions */
  GrInstruction instruction[GR_FUNCTION_MAX];
  int n_points;                /* number of points of a table */
  double *time, *value;        /* [n_points] times, ascending [s], and values at these times */
  double *way;                 /* [n_points] integral of the table from time[0] to each time */
  char *text;                  /* the expression without constants, or the table as a map in YAML */
  char unit[GR_FUNCTION_UNIT]; /* unit of the input for its value; the numbers are converted to SI */
  double lower, upper;         /* smallest and largest value that the key accepts */
  unsigned uses;               /* bits GR_USES_... */
  /* The following members are set by GrFunctionPrepare. */
  double largest;       /* upper bound of the magnitude of the value during the run */
  double extreme;       /* value of largest magnitude during the run, from samples */
  double steepest;      /* largest magnitude of the slope during the run, from samples [unit/s] */
  int n_panels;         /* number of intervals for the integral of an expression */
  double *panel, *sum;  /* [n_panels + 1] their limits [s], and the integral from 0 to each limit */
  const void *node;     /* node of the input (GrNode) with the function; valid while the input is read */
  GrFunction *next;     /* next function of the same case; NULL: the last one */
  GrFeedback *feedback; /* observables of the expression and its held value; NULL: it has no observables */
};

/* Returns x to a power that is a multiple of 1/2, by multiplications and a square root. */
static inline double GrFunctionPower(double x, double power)
{
  const double whole = floor(fabs(power));
  double result = fabs(power) > whole ? sqrt(x) : 1;

  for (int k = 0; k < (int)whole; k++)
    result *= x;
  return power < 0 ? 1 / result : result;
}

/* Returns the value of a function at time t [s]; with observables, the held value. */
double GrFunctionAt(const GrFunction *function, double t);

/* Returns the value of an expression at time t [s] for these values of its observables, in the order of
   GrFeedback.observed; NULL: it has none. */
double GrFunctionEvaluate(const GrFunction *function, double t, const double observed[]);

/* Returns the derivative of a function with respect to time at time t [s], 0 for a held value. At a point of a table it
   is the mean of the slopes before and after. */
double GrFunctionSlope(const GrFunction *function, double t);

/* Returns the integral of a function from time 0 to t [s]. Requires GR_USES_INTEGRAL. */
double GrFunctionIntegral(const GrFunction *function, double t);

/* Returns an upper bound of the magnitude of a function between the times `from` and `to` [s]; infinite: the
   expression has no bound that interval arithmetic finds. */
double GrFunctionBound(const GrFunction *function, double from, double to);

/* Completes a function of a run that ends at time `end` [s]: finds its bounds, and what its integral needs. If it is
   not finite during the run, or out of the range of its key, writes a message "PROBLEM; REMEDY" to `problem`, which is
   otherwise "". */
PetscErrorCode GrFunctionPrepare(GrFunction *function, double end, char problem[GR_FUNCTION_PROBLEM]);

/* Frees a list of functions. */
PetscErrorCode GrFunctionsDestroy(GrFunction **list);

/* Returns whether two functions are the same; NULL equals NULL. Two different expressions with observables are never
   equal, because each has its own held value. */
bool GrFunctionsEqual(const GrFunction *a, const GrFunction *b);

/* Returns the value at time t [s] of a key: of the function, or the constant if the function is NULL. */
static inline double GrFunctionOr(const GrFunction *function, double constant, double t)
{
  return function ? GrFunctionAt(function, t) : constant;
}

/* Returns the integral of a key over the time `span` after the time `begin` [s]. */
static inline double GrFunctionIntegralOr(const GrFunction *function, double constant, double begin, double span)
{
  return function ? GrFunctionIntegral(function, begin + span) - GrFunctionIntegral(function, begin) : constant * span;
}

/* Returns an upper bound of the magnitude of a key during the run. */
static inline double GrFunctionLargestOr(const GrFunction *function, double constant)
{
  return function ? function->largest : fabs(constant);
}

/* Sets v to the vector whose components are functions of time, or constants where a function is NULL. */
static inline void GrFunctionVectorAt(const GrFunction *const f[3], const double constant[3], double t, double v[3])
{
  for (int k = 0; k < 3; k++)
    v[k] = GrFunctionOr(f[k], constant[k], t);
}

/* Returns an upper bound of the change of the value of a key within a time span [s], from its largest value and
   slope. */
static inline double GrFunctionChange(const GrFunction *f, double span)
{
  if (!f)
    return 0;
  return f->feedback ? 2 * f->largest : fmin(2 * f->largest, f->steepest * span);
}

/* Returns an upper bound of the change of a vector within a time span [s]. */
static inline double GrFunctionVectorChange(const GrFunction *const f[3], double span)
{
  double squares = 0;

  for (int k = 0; k < 3; k++) {
    const double change = GrFunctionChange(f[k], span);
    squares += change * change;
  }
  return sqrt(squares);
}

/* Whether at least one component is a function of time. */
static inline bool GrFunctionVaries(const GrFunction *const f[3])
{
  return f[0] || f[1] || f[2];
}

#endif
