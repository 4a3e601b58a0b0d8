/* Keys, checks and estimates of groups that are inserted during the run; see insert.h.

   At most f V/V_p spheres find a position at the same time. V is the volume of the region and V_p the mean volume of a
   sphere (areas or lengths in fewer dimensions). f is the fraction at which random placing jams: 0.384 in space, 0.547
   in the plane, 0.748 on a line; 1.25 times as much for unequal radii.
   A particle with the speed v moves through the region, along its velocity or along gravity, in the time T [s] with
     v T + g T^2/2 = H
   H: length of the region in this direction [m], for a disc the mean diameter of the particles; g: component of gravity
   in this direction [m/s^2]. The mean time in the region is t = T for a disc, and t = T/2 for other regions. granum
   refuses a rate [1/s] that the region cannot hold. The condition is
     rate t <= f V/V_p */
#include "particle/fill/insert.h"

#include "base/math/row.h"
#include "base/math/vector.h"
#include "particle/bodies.h"
#include "particle/fill/distribution.h"
#include "particle/fill/registry.h"
#include <stdio.h>

#define OF_TIME(member) FIELD(GrInsert, member), .of_time = offsetof(GrInsert, member##_of_time)
static const GrGeneratorKey keys[] = {
    {"region", GR_GIVEN_REGION,
     "the region in which particles are inserted completely: one of box, cylinder, sphere, disc",
     FIELD(GrInsert, region)},
    {"rate", GR_GIVEN_OF_TIME, "the number of particles that are inserted per time", "1/s", "", POSITIVE,
     OF_TIME(rate)},
    {"mass_rate", GR_GIVEN_OF_TIME, "the mass that is inserted per time, instead of rate", "kg/s", "", POSITIVE,
     .excludes = "rate", OF_TIME(mass_rate)},
    {"count", GR_GIVEN_INTEGER, "the total number of particles; without a rate all are inserted at once",
     .fallback = "", COUNT, FIELD(GrInsert, count)},
    {"mass", GR_GIVEN_NUMBER, "the total mass that is inserted, instead of count", "kg", "", POSITIVE,
     .excludes = "count", FIELD(GrInsert, mass)},
    {"solid_fraction", GR_GIVEN_NUMBER, "the largest solid fraction of the region", "1", "", .lower = 0,
     .lower_open = true, .upper = 1, .upper_open = true, FIELD(GrInsert, solid_fraction)},
    {"level", GR_GIVEN_NUMBER,
     "insertion ends when a particle at rest below the region reaches this height, measured against gravity", "m", "",
     ANY, FIELD(GrInsert, level)},
    {"from", GR_GIVEN_NUMBER, "the time at which insertion begins", "s", "0", NOT_NEGATIVE, FIELD(GrInsert, from)},
    {"until", GR_GIVEN_NUMBER, "the latest time at which insertion ends", "s", "", POSITIVE, FIELD(GrInsert, until)},
    {"every", GR_GIVEN_NUMBER,
     "the time between two insertions; default: the time in which a particle moves by the largest diameter", "s", "",
     POSITIVE, FIELD(GrInsert, every)},
    {"gap", GR_GIVEN_NUMBER, "the least distance to any surface", "m", "0", NOT_NEGATIVE, FIELD(GrInsert, gap)},
    {"tries", GR_GIVEN_INTEGER, "the number of random positions that are tried for a particle at an insertion",
     .fallback = "1000", COUNT, FIELD(GrInsert, tries)},
    {"during", GR_GIVEN_STAGE, "the stage in which particles are inserted; times count from its beginning",
     .fallback = "", FIELD(GrInsert, during)},
    {0}};

const GrInsert *GrFillInsertOf(const GrGrains *grains)
{
  return grains->generator == &GrGenerator_insert ? grains->given : NULL;
}

double GrFillInsertMass(const GrCase *the_case, const GrGrains *grains, double r)
{
  r /= GrBodiesReach(the_case, grains - the_case->grains);
  const double density = the_case->materials[grains->material].body.density;
  return isnan(grains->mass) ? 4.0 / 3.0 * GR_PI * r * r * r * density : grains->mass;
}

/* ---- estimates before the run ---- */

typedef GrInsertPlan Plan;

/* Time in which a particle moves by a length [s]. */
static double TimeToPass(const Plan *p, double length)
{
  const double *velocity = p->grains->velocity, *gravity = p->the_case->gravity_vector;
  const double v = GrNorm3(velocity), g = GrNorm3(gravity);
  double along = v > 0 ? 0 : g;

  for (int k = 0; k < 3 && v > 0; k++)
    along += velocity[k] * gravity[k] / v;
  along = PetscMax(along, 0);
  return v > 0 || along > 0 ? 2 * length / (v + sqrt(v * v + 2 * along * length)) : INFINITY;
}

/* Mean time of a particle in the region [s]. */
static double TimeToClear(const Plan *p)
{
  const double *velocity = p->grains->velocity, *along = GrNorm3(velocity) > 0 ? velocity : p->the_case->gravity_vector;
  double unit[3];

  if (p->insert->region.shape == GR_WITHIN_DISC)
    return TimeToPass(p, 2 * p->radii.mean_radius);
  if (!(GrNorm3(along) > 0))
    return INFINITY;
  for (int k = 0; k < 3; k++)
    unit[k] = along[k] / GrNorm3(along);
  return 0.5 * TimeToPass(p, GrFillRegionExtent(&p->region, unit));
}

/* Largest number of particles in the region, and their solid fraction. */
static double MostThatFit(const Plan *p, double *fraction)
{
  static const double jammed[] = {0, 0.748, 0.547, 0.384};
  const GrDistribution *d = &p->radii;
  int dimensions;
  const double volume = GrFillRegionVolume(&p->region, &dimensions);
  const double size[] = {0, 2 * d->mean_radius, GR_PI * d->mean_square, 4.0 / 3.0 * GR_PI * d->mean_cube};

  *fraction = jammed[dimensions] * (d->smallest < d->largest ? 1.25 : 1);
  return *fraction * volume / size[dimensions];
}

static const char *CheckAmounts(const GrInsert *i, GrGeneratorFault *fault)
{
  const bool rate = !isnan(i->rate) || !isnan(i->mass_rate);

  if (rate || i->count || !isnan(i->mass) || !isnan(i->solid_fraction) || !isnan(i->level))
    return NULL;
  fault->what = GR_WRONG_KEY;
  return "does not say how many come in; give rate or mass_rate, count or mass, solid_fraction or level";
}

static const char *CheckTimes(const Plan *p, GrGeneratorFault *fault)
{
  const GrInsert *i = p->insert;
  const double end = p->the_case->time.end;

  if (i->until <= i->from)
    return GrGeneratorComplain(fault, "until", GR_WRONG_VALUE, "is not after from, %g s; write a later time", i->from);
  if (p->the_case->n_stages == 0 && i->from >= end)
    return GrGeneratorComplain(
        fault, "from", GR_WRONG_VALUE,
        "is not before the end of the run, %g s, so that nothing would come in; write an earlier time", end);
  return NULL;
}

/* Checks that the case and the group have no key that excludes insertion. */
static const char *CheckGroup(const Plan *p, GrGeneratorFault *fault)
{
  const GrCell *cell = &p->the_case->domain.cell;
  bool deforms = GrCellHasOffset(cell);

  for (int k = 0; k < p->the_case->n_stages; k++)
    deforms = deforms || p->the_case->stages[k].changes_cell;
  for (int k = 0; k < GR_CELL_RATES; k++)
    deforms =
        deforms || (cell->rate[k] != 0 && !isnan(cell->rate[k])) || cell->rate_of_time[k] || GrCellServes(cell, k);
  fault->what = GR_WRONG_KEY;
  if (deforms)
    return "is not possible in a box that deforms (domain.cell); insert the particles in an earlier run, and continue "
           "it with previous";
  if (p->grains->fixed)
    return "does not go with fixed: true; remove one of the two";
  if (p->grains->within.shape != GR_WITHIN_ALL)
    return "does not go with within; write the shape as region, and remove within";
  return NULL;
}

/* Checks that the region is inside the domain and large enough for the largest particle. */
static const char *CheckRegion(const Plan *p, GrGeneratorFault *fault)
{
  const double *least = p->the_case->domain.lower, *most = p->the_case->domain.upper;
  double lower[3], upper[3];

  GrFillRegionBox(&p->region, lower, upper);
  for (int k = 0; k < p->the_case->dimension; k++) {
    const double slack = 1e-9 * (most[k] - least[k]);
    if (lower[k] >= least[k] - slack && upper[k] <= most[k] + slack)
      continue;
    return GrGeneratorComplain(
        fault, "region", GR_WRONG_KEY,
        "reaches from %.9g m to %.9g m along %c, out of the domain, %.9g m to %.9g m; move it inside, or make the "
        "domain larger",
        lower[k], upper[k], "xyz"[k], least[k], most[k]);
  }
  if (p->radii.largest + p->insert->gap < GrFillRegionLargest(&p->region))
    return NULL;
  return GrGeneratorComplain(
      fault, "region", GR_WRONG_KEY,
      "is too small for a particle %s a radius of %g m, with which the radius of the region, or half its length, "
      "would have to be larger; write a larger region",
      GrBodiesReach(p->the_case, p->grains - p->the_case->grains) > 1 ? "whose containing sphere has" : "with",
      p->radii.largest);
}

static const char *CheckLevel(const Plan *p, GrGeneratorFault *fault)
{
  const double *gravity = p->the_case->gravity_vector, g = GrNorm3(gravity);
  double up[3], height = 0;

  if (isnan(p->insert->level))
    return NULL;
  if (!(g > 0))
    return GrGeneratorComplain(fault, "level", GR_WRONG_KEY,
                               "needs gravity, which says where up is; give gravity, or remove level");
  for (int k = 0; k < 3; k++) {
    up[k] = -gravity[k] / g;
    height += up[k] * p->region.centre[k];
  }
  height -= 0.5 * GrFillRegionExtent(&p->region, up);
  if (p->insert->level <= height)
    return NULL;
  return GrGeneratorComplain(
      fault, "level", GR_WRONG_VALUE,
      "is above the lowest point of the region, at %.9g m, where particles are not at rest; write a lower level, "
      "or move the region up",
      height);
}

static const char *CheckFraction(const Plan *p, GrGeneratorFault *fault)
{
  if (isnan(p->insert->solid_fraction))
    return NULL;
  if (p->insert->region.shape == GR_WITHIN_DISC)
    return GrGeneratorComplain(fault, "solid_fraction", GR_WRONG_KEY,
                               "is one of a volume, which a disc has not; write another region");
  if (p->insert->solid_fraction <= p->fraction)
    return NULL;
  return GrGeneratorComplain(fault, "solid_fraction", GR_WRONG_VALUE,
                             "is more than spheres at random places reach, %.3g; write less, or fill up to a level",
                             p->fraction);
}

/* Largest value of a rate during the run; infinite: it is not known before the stages have been read. */
static double LargestRate(const GrCase *c, const GrFunction *of_time, double constant)
{
  if (!of_time)
    return constant;
  return of_time->largest > 0 ? of_time->largest
         : c->n_stages > 0    ? INFINITY
                              : GrFunctionBound(of_time, 0, c->time.end);
}

/* Integral of a rate; of an expression with observables its upper bound. */
static double AmountOf(const GrFunction *f, double constant, double begin, double time)
{
  return f && f->feedback ? f->largest * time : GrFunctionIntegralOr(f, constant, begin, time);
}

/* Amount that comes in within a time after `from`: the number or, if mass_rate is given, the mass [kg]. */
static double AmountWithin(const Plan *p, double time)
{
  const GrInsert *i = p->insert;
  double begin = i->from; /* in the run, if all earlier stages take their longest time */

  for (int k = 0; k < i->during; k++)
    begin += GrStageLatest(&p->the_case->stages[k]);
  return isnan(i->rate) ? AmountOf(i->mass_rate_of_time, i->mass_rate, begin, time) / p->mass
                        : AmountOf(i->rate_of_time, i->rate, begin, time);
}

/* Computes the total number and the rate, if they are known. The integral of a rate is known after the checks. */
static void FindAmounts(Plan *p)
{
  const GrInsert *i = p->insert;
  const GrFunction *of_time = isnan(i->rate) ? i->mass_rate_of_time : i->rate_of_time;

  p->mass = isnan(p->grains->mass) ? GrFillInsertMass(p->the_case, p->grains, 1) * p->radii.mean_cube : p->grains->mass;
  p->all = i->count ? (double)i->count : !isnan(i->mass) ? i->mass / p->mass : INFINITY;
  p->rate = !isnan(i->rate)        ? LargestRate(p->the_case, of_time, i->rate)
            : !isnan(i->mass_rate) ? LargestRate(p->the_case, of_time, i->mass_rate) / p->mass
                                   : INFINITY;
  if (isfinite(p->rate) && !isnan(i->until) && (!of_time || of_time->largest > 0))
    p->all = PetscMin(p->all, of_time ? AmountWithin(p, i->until - i->from) : p->rate * (i->until - i->from));
}

void GrFillInsertPlanOf(const GrCase *the_case, const GrGrains *grains, GrInsertPlan *p)
{
  *p = (Plan){.the_case = the_case, .grains = grains, .insert = grains->given};
  (void)GrFillDistributionOf(&grains->radii, GrBodiesReach(the_case, grains - the_case->grains), &p->radii);
  GrFillRegionPrepare(the_case, &p->insert->region, &p->region);
  p->fits = MostThatFit(p, &p->fraction);
  p->stay = TimeToClear(p);
  FindAmounts(p);
}

/* Time of the last event after `from` [s]. An event at the end of the run would insert particles too late. */
static double LastEvent(const Plan *p)
{
  const GrInsert *i = p->insert;
  const GrCase *c = p->the_case;
  const bool to_end = i->during < 0 || i->during == c->n_stages - 1;
  const double end = i->during < 0 ? c->time.end : GrStageLatest(&c->stages[i->during]);
  const double events = (end - i->from) / i->every, rounding = 1e-9;

  if (i->until < end || (!to_end && i->until <= end))
    return i->until - i->from;
  return fmax(0, to_end ? ceil(events * (1 - rounding)) - 1 : floor(events * (1 + rounding))) * i->every;
}

double GrFillInsertExpected(const GrInsertPlan *p)
{
  const bool varies = p->insert->rate_of_time || p->insert->mass_rate_of_time;
  const double amount = varies ? AmountWithin(p, LastEvent(p)) : p->rate * LastEvent(p);

  return fmin(p->all, isfinite(p->rate) ? floor(amount + 0.5) : INFINITY);
}

/* Checks that the region can hold the particles. */
static const char *CheckRate(const Plan *p, GrGeneratorFault *fault)
{
  const GrInsert *i = p->insert;
  const double rate = p->rate, all = p->all, end = isnan(i->until) ? p->the_case->time.end : i->until;
  const double span = p->the_case->n_stages > 0 && isnan(i->until) ? INFINITY : end - i->from;
  const double most = isinf(p->stay) ? p->fits : p->fits * (1 + span / p->stay);
  const char *key = !isnan(i->rate) ? "rate" : !isnan(i->mass_rate) ? "mass_rate" : i->count ? "count" : "mass";

  if (isfinite(rate) && isfinite(p->stay) && PetscMin(rate * p->stay, all) > p->fits)
    return GrGeneratorComplain(
        fault, key, GR_WRONG_VALUE,
        "is impossible: %.4g particles per second that stay %.4g s each would be %.0f at a time, and the region "
        "holds at most %.0f; write at most %.4g %s, or a larger region, or a higher velocity",
        rate, p->stay, rate * p->stay, p->fits, p->fits / p->stay * (isnan(i->rate) ? p->mass : 1),
        isnan(i->rate) ? "kg/s" : "1/s");
  if (isfinite(all) && all > most)
    return GrGeneratorComplain(
        fault, key, GR_WRONG_VALUE,
        "makes %.0f particles, and no more than %.0f get in: the region holds %.0f at a time%s; write less, or a "
        "larger region%s",
        all, most, p->fits, isinf(p->stay) ? ", and nothing moves them out of it" : "",
        isinf(p->stay) ? ", or a velocity" : "");
  return NULL;
}

static const char *ChooseEvery(const Plan *p, GrInsert *i, GrGeneratorFault *fault)
{
  if (!isnan(i->every))
    return NULL;
  i->every = TimeToPass(p, 2 * p->radii.largest);
  if (isfinite(i->every))
    return NULL;
  if (isnan(i->rate) && isnan(i->mass_rate)) {
    i->every =
        p->the_case->n_stages ? 1 : p->the_case->time.end; /* all at once: later events would find no place either */
    return NULL;
  }
  return GrGeneratorComplain(
      fault, "every", GR_WRONG_MISSING,
      "is missing, and nothing moves the particles, which have no velocity and no gravity; give the time from one "
      "event to the next");
}

static const char *CheckInsert(const GrCase *the_case, GrGrains *grains, GrGeneratorFault *fault)
{
  GrInsert *insert = grains->given;
  Plan p = {.the_case = the_case, .grains = grains, .insert = insert};
  const char *sentence;

  if ((sentence = CheckGroup(&p, fault)) || (sentence = CheckAmounts(insert, fault)) ||
      (sentence = CheckTimes(&p, fault)))
    return sentence;
  if (grains->radii.kind == GR_RADII_CONSTANT && isnan(grains->radii.mean))
    return NULL; /* reported by a later check */
  GrFillInsertPlanOf(the_case, grains, &p);
  if ((sentence = CheckRegion(&p, fault)) || (sentence = CheckLevel(&p, fault)) ||
      (sentence = CheckFraction(&p, fault)) || (sentence = CheckRate(&p, fault)))
    return sentence;
  return ChooseEvery(&p, insert, fault);
}

static const char *CountInsert(const GrCase *the_case, const GrGrains *grains, const struct GrDistribution *radii,
                               PetscInt64 *count, GrGeneratorFault *fault)
{
  *count = 0; /* at the start */
  return NULL;
}

static void PlaceNone(const GrPlaces *places) {}

const GrGenerator GrGenerator_insert = {
    .name = "insert",
    .summary = "particles that are inserted during the run, at free random positions of a region",
    .keys = keys,
    .size = sizeof(GrInsert),
    .check = CheckInsert,
    .count = CountInsert,
    .place = PlaceNone};
