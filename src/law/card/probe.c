/* Evaluates a law for a single contact at rest; see probe.h. */
#include "law/card/probe.h"

#include "law/one.h"
#include <stddef.h>

void GrLawProbe(const GrLaw *law, const double *own, double overlap, double *force, double *work)
{
  double recoverable, consumed;
  GrLawOne one;
  GrLawOneMake(law, own, NULL, 1, overlap, 0, &one);
  law->force(&one.batch);
  law->energy(&one.batch, &recoverable, &consumed);
  *force = one.force;
  *work = recoverable + consumed;
}
