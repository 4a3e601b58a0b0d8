/* feedback: holds the value of an expression with observables, and names its observables; see feedback.h. */
#include "case/feedback.h"

#include <stdio.h>
#include <string.h>

void GrFunctionHold(GrFunction *f, double t, double value)
{
  GrFeedback *own = f->feedback;

  own->integral = GrFeedbackIntegral(own, t);
  own->before = own->value;
  own->value = value;
  own->since = t;
}

void GrFunctionNameObserved(const GrFunction *f, const GrCase *c, int k, size_t length, char *text)
{
  const GrCondition *o = &f->feedback->observed[k];
  const char *object = o->indicator.kind->object ? o->indicator.kind->name(c, o->object) : "",
             *words = o->indicator.components;

  for (int i = 0; words && i < o->component; i++)
    words += strcspn(words, "|") + 1;
  snprintf(text, length, "%s%s%s%s%.*s%s", o->indicator.name, *object || words ? "(" : "", object,
           *object && words ? ", " : "", words ? (int)strcspn(words, "|") : 0, words ? words : "",
           *object || words ? ")" : "");
}
