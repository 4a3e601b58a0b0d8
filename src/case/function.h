/* Functions of time: values of keys such as `gravity` that the input gives as expressions with the time t, such as
   =-9.81 m/s^2*(1 + 0.1*sin(2*pi*5 Hz*t)). The reader of expressions (input/key/constants.c) compiles an expression to
   a program for a stack of numbers. All numbers are in SI units. */
#ifndef GRANUM_CASE_FUNCTION_H
#define GRANUM_CASE_FUNCTION_H

#include "base/math/exponential.h"
#include "base/math/sine.h"
#include <math.h>
#include <stdbool.h>

/* Instructions. NUMBER and TIME push a number; ADD to DIVIDE replace two numbers by one; the others replace the last
   number. POWER raises it to GrInstruction.number. */
typedef enum {
  GR_DO_NUMBER,
  GR_DO_TIME,
  GR_DO_ADD,
  GR_DO_SUBTRACT,
  GR_DO_MULTIPLY,
  GR_DO_DIVIDE,
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
  double number; /* of NUMBER and POWER */
} GrInstruction;

enum { GR_FUNCTION_MAX = 96, GR_FUNCTION_TEXT = 256, GR_FUNCTION_UNIT = 96 };

/* A function of time. n = 0: the value is constant, and stored elsewhere. */
typedef struct GrFunction_ {
  int n; /* number of instructions */
  GrInstruction instruction[GR_FUNCTION_MAX];
  char text[GR_FUNCTION_TEXT]; /* the expression without constants */
  char unit[GR_FUNCTION_UNIT]; /* SI unit of its value */
} GrFunction;

/* Returns x to a power that is a multiple of 1/2, by multiplications and a square root. */
static inline double GrFunctionPower(double x, double power)
{
  const double whole = floor(fabs(power));
  double result = fabs(power) > whole ? sqrt(x) : 1;

  for (int k = 0; k < (int)whole; k++)
    result *= x;
  return power < 0 ? 1 / result : result;
}

/* Returns the value of a function at time t [s]. The function must have instructions. */
static inline double GrFunctionAt(const GrFunction *f, double t)
{
  double stack[GR_FUNCTION_MAX + 1], other;
  int top = -1;

  for (int k = 0; k < f->n; k++) {
    const GrInstruction *i = &f->instruction[k];
    if (i->what == GR_DO_NUMBER || i->what == GR_DO_TIME)
      stack[++top] = i->what == GR_DO_TIME ? t : i->number;
    else if (i->what == GR_DO_ADD)
      top--, stack[top] += stack[top + 1];
    else if (i->what == GR_DO_SUBTRACT)
      top--, stack[top] -= stack[top + 1];
    else if (i->what == GR_DO_MULTIPLY)
      top--, stack[top] *= stack[top + 1];
    else if (i->what == GR_DO_DIVIDE)
      top--, stack[top] /= stack[top + 1];
    else if (i->what == GR_DO_NEGATE)
      stack[top] = -stack[top];
    else if (i->what == GR_DO_POWER)
      stack[top] = GrFunctionPower(stack[top], i->number);
    else if (i->what == GR_DO_SINE)
      GrSineCosine(stack[top], &stack[top], &other);
    else if (i->what == GR_DO_COSINE)
      GrSineCosine(stack[top], &other, &stack[top]);
    else if (i->what == GR_DO_EXPONENTIAL)
      stack[top] = GrExp(stack[top]);
    else
      stack[top] = i->what == GR_DO_ROOT ? sqrt(stack[top]) : fabs(stack[top]);
  }
  return stack[0];
}

/* Sets v to the vector whose components are functions of time, or constants where a function has no instructions. */
static inline void GrFunctionVectorAt(const GrFunction f[3], const double constant[3], double t, double v[3])
{
  for (int k = 0; k < 3; k++)
    v[k] = f[k].n > 0 ? GrFunctionAt(&f[k], t) : constant[k];
}

/* Whether at least one component is a function of time. */
static inline bool GrFunctionVaries(const GrFunction f[3])
{
  return f[0].n > 0 || f[1].n > 0 || f[2].n > 0;
}

#endif
