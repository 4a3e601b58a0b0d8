/* newtonian: estimate of the restitution of a contact with a fluid-filled dashpot; newtonian.h has the equations. */
#include "law/common/newtonian.h"

#include "base/math/elementary.h"
#include "base/math/exponential.h"
#include "law/hertz.h"

double GrNewtonianCorrection(const GrLawPair *pair, double viscosity)
{
  double rho = 0.5 * (pair->body[0].density + pair->body[1].density), reynolds = rho * pair->radius / viscosity;
  return reynolds > 0.0 && !isinf(reynolds) ? 0.15 * GrPower(reynolds, 0.687) : NAN;
}

/* Newton's steps for sqrt(d_max) fall from above, from the value without loss. */
double GrNewtonianReturned(double k, double mass, double drag, double speed)
{
  double loss = 0.35373658745353381 * drag * speed, energy = 0.5 * mass * (speed * speed);
  double root = GrPower(2.5 * energy / k, 0.2);
  for (int step = 0; step < 100; step++) {
    double cube = root * root * root, excess = 0.4 * k * cube * root * root + loss * cube * root - energy;
    double next = root - excess / (2.0 * k * cube * root + 4.0 * loss * cube);
    if (!(next < root))
      break;
    root = next;
  }
  return 2.0 * k * root / (2.0 * k * root + 5.0 * loss);
}

const char *GrReturnedPrepare(const GrLawPair *pair, const GrLawValue *given, const GrLawValue *stiffness, double *k,
                              double *restitution)
{
  const GrLawValue viscosity = stiffness[1], impact_speed = stiffness[2];
  const double mu = viscosity.number, speed = impact_speed.number;
  const char *wrong = GrHertzPrepare(pair, stiffness, k);
  if (wrong)
    return wrong;
  *restitution = given->number;
  if (given->choice < 0)
    return viscosity.given || impact_speed.given ? "viscosity and impact_speed say nothing beside a restitution; "
                                                   "remove them, or write restitution: newtonian"
                                                 : NULL;
  if (!viscosity.given || !impact_speed.given)
    return "restitution: newtonian needs viscosity and impact_speed; give both, or a number for restitution";
  if (isinf(pair->mass)) /* two held bodies never meet */
    *restitution = 1.0;
  else {
    double correction = GrNewtonianCorrection(pair, mu);
    double phi = isnan(correction) ? 1.0 : 1.0 + correction * GrPower(speed, 0.687);
    *restitution = GrNewtonianReturned(*k, pair->mass, 6.0 * GR_PI * mu * phi, speed);
  }
  return NULL;
}
