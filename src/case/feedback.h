/* Expressions with observables: values of keys, such as the velocity of a wall, that follow from numbers that granum
   computes during the run, such as the force on the wall. They are evaluated at the start, every GrTime.feedback_every
   steps, and where a stage begins. Between two evaluations the value is constant (a zero-order hold); t does not
   advance in it either. The held value and its integral are part of the state of a run. All numbers are in SI units. */
#ifndef GRANUM_CASE_FEEDBACK_H
#define GRANUM_CASE_FEEDBACK_H

#include "case/condition.h"
#include "case/function.h"

enum { GR_FEEDBACK_MAX = 8 }; /* largest number of observables of an expression */

/* Observables and held value of an expression. The value is `before` up to the time `since`, and `value` after it. */
struct GrFeedback_ {
  int n;                                 /* number of observables */
  GrCondition observed[GR_FEEDBACK_MAX]; /* the observables; bounds are not used */
  bool in_use;                           /* whether a world uses the held value */
  double value, before;                  /* held value, and the value before it */
  double since;                          /* time of the last evaluation [s] */
  double integral;                       /* integral of the held values from 0 to `since` [unit s] */
};

/* Holds a new value of an expression from time t [s] on. */
void GrFunctionHold(GrFunction *function, double t, double value);

/* Writes "wall_force(lid, z)", the k-th observable of an expression, to text[length]. */
void GrFunctionNameObserved(const GrFunction *function, const GrCase *the_case, int k, size_t length, char *text);

/* Returns the held value at time t [s], which is not earlier than the evaluation before the last one. */
static inline double GrFeedbackAt(const GrFeedback *f, double t)
{
  return t >= f->since ? f->value : f->before;
}

/* Returns the integral of the held values from 0 to this time t [s]. */
static inline double GrFeedbackIntegral(const GrFeedback *f, double t)
{
  return f->integral + GrFeedbackAt(f, t) * (t - f->since);
}

#endif
