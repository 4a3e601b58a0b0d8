/* Hertz's elastic contact of two spheres.

   F = K d^(3/2),  K = 4/3 E sqrt(R)
     d overlap [m];  R = R1 R2/(R1 + R2) [m];  1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 [Pa];  K [N/m^1.5]
   Source: H. Hertz, J. reine angew. Math. 92 (1882) 156; K. L. Johnson, Contact Mechanics (1985), eq. 4.23.
   Valid: elastic bodies without friction; d much smaller than R; duration of the contact much longer than the time in
   which an elastic wave crosses the bodies.
   History: none.  Energy: 2/5 K d^(5/2).
   Limits: no dissipation at any speed. */
#include "law/hertz.h"

enum { STIFFNESS, N_PARAMETERS };
enum { K, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {[STIFFNESS] = {GR_HERTZ_STIFFNESS}};

GrLawFactor GrHertzFactor(const GrLawPair *pair, const GrLawValue *stiffness)
{
  if (stiffness->given)
    return (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = stiffness->number};
  return (GrLawFactor){.form = GR_FACTOR_ROOT, .factor = 4.0 / 3.0 * pair->modulus};
}

const char *GrHertzPrepare(const GrLawPair *pair, const GrLawValue *stiffness, double *k)
{
  const GrLawFactor factor = GrHertzFactor(pair, stiffness);
  GrLawScale(1, &factor, pair->radius, pair->mass, k);
  if (!stiffness->given && isnan(pair->modulus))
    return "the effective modulus is not known; give youngs_modulus and poisson_ratio of both materials, or stiffness";
  return NULL;
}

GR_INLINE GrLawEnergies EnergiesOfHertz(const GrLawBatch *batch, int i)
{
  const double d = batch->overlap[i];
  return (GrLawEnergies){0.4 * batch->coefficient[K][i] * (d * d) * sqrt(d), 0};
}

void GrHertzEnergy(const GrLawBatch *batch, double *recoverable, double *consumed)
{
  GrLawEnergy(batch, recoverable, consumed, EnergiesOfHertz);
}

double GrHertzStiffness(const double *coefficient, double overlap)
{
  return 1.5 * coefficient[K] * sqrt(overlap);
}

static const char *PrepareHertz(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  return GrHertzPrepare(pair, &value[STIFFNESS], &coefficient[K]);
}

static bool FactorsOfHertz(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  factor[K] = GrHertzFactor(pair, &value[STIFFNESS]);
  return true;
}

GR_INLINE GrLawParts PartsOfHertz(const GrLawBatch *batch, int i)
{
  return GrHertzParts(batch, i, GrRoot(batch->overlap[i]), 0.0);
}

GR_LAW_FORCE(Hertz)

static double RestitutionOfHertz(const double *coefficient, double mass, double speed, bool no_pull)
{
  return 1.0;
}

const GrLaw GrLaw_hertz = {
    .name = "hertz",
    .summary = "elastic contact of two spheres, without energy loss",
    .source = "H. Hertz, J. reine angew. Math. 92 (1882) 156; K. L. Johnson, Contact Mechanics (1985), eq. 4.23",
    .equation = "F = K d^(3/2)\n"
                "K = 4/3 E sqrt(R), 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2, R = R1 R2/(R1 + R2)",
    .range = "elastic and frictionless; overlap much smaller than R; contact long against the time an elastic wave "
             "takes through the bodies.",
    .defects = "None known.",
    GR_LAW_ROWS,
    .prepare = PrepareHertz,
    .factors = FactorsOfHertz,
    .force = ForceOfHertz,
    .energy = GrHertzEnergy,
    .stiffness = GrHertzStiffness,
    .restitution = RestitutionOfHertz,
};
