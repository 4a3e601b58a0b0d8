/* regions: see regions.h. */
#include "run/regions.h"

#include "bulk/population/insert.h"
#include <math.h>

/* ---- where and when ---- */

static void PrintPoint(const GrCase *c, const double x[3], FILE *out)
{
  fputc('(', out);
  for (int k = 0; k < c->dimension; k++)
    fprintf(out, "%s%.6g", k ? ", " : "", x[k]);
  fputc(')', out);
}

static void PrintDisc(const GrCase *c, const double centre[3], const double normal[3], double radius, FILE *out)
{
  fprintf(out, "a %s about ", c->dimension == 2 ? "line" : "disc");
  PrintPoint(c, centre, out);
  fprintf(out, " m across ");
  PrintPoint(c, normal, out);
  fprintf(out, ", %s %.6g m", c->dimension == 2 ? "half as long as" : "radius", radius);
}

static void PrintRegion(const GrCase *c, const GrWithin *within, FILE *out)
{
  const PetscBool box = (PetscBool)(within->shape == GR_WITHIN_BOX);

  if (within->shape == GR_WITHIN_DISC) {
    PrintDisc(c, within->disc.centre, within->disc.normal, within->disc.radius, out);
  } else if (within->shape == GR_WITHIN_SPHERE) {
    fprintf(out, "a %s about ", c->dimension == 2 ? "circle" : "sphere");
    PrintPoint(c, within->sphere.centre, out);
    fprintf(out, " m, radius %.6g m", within->sphere.radius);
  } else {
    fprintf(out, "a %s from ", box ? "box" : "cylinder");
    PrintPoint(c, box ? within->box.lower : within->cylinder.from, out);
    fprintf(out, " to ");
    PrintPoint(c, box ? within->box.upper : within->cylinder.to, out);
    fprintf(out, " m");
    if (!box)
      fprintf(out, ", radius %.6g m", within->cylinder.radius);
  }
}

/* until: not a number or infinite, to the end; during: -1, of the run. */
static void PrintTimes(const GrCase *c, double from, double until, int during, FILE *out)
{
  fprintf(out, ", from %.6g s", from);
  if (isfinite(until))
    fprintf(out, " until %.6g s", until);
  else
    fprintf(out, " to the end");
  if (during >= 0)
    fprintf(out, " of stage %s", c->stages[during].name);
}

/* ---- what ---- */

static void PrintAmount(const GrInsertPlan *plan, FILE *out)
{
  const GrInsert *i = plan->insert;
  const double expected = GrInsertExpected(plan);

  if (isfinite(plan->rate))
    fprintf(out, ", %.4g particles per second (%.4g kg/s)", plan->rate, plan->rate * plan->mass);
  if (isfinite(expected))
    fprintf(out, ", %.0f particles in all (%.4g kg)", expected, expected * plan->mass);
  else
    fprintf(out, ", as many as find a place");
  if (!isnan(i->solid_fraction))
    fprintf(out, ", up to a solid fraction of %g", i->solid_fraction);
  if (!isnan(i->level))
    fprintf(out, ", up to the level %g m", i->level);
}

static void PrintInsertion(const GrCase *c, const GrGrains *grains, const char *mark, FILE *out)
{
  GrInsertPlan plan;

  GrInsertPlanOf(c, grains, &plan);
  fprintf(out, "%s%s comes in: in ", mark, grains->name);
  PrintRegion(c, &plan.insert->region, out);
  PrintAmount(&plan, out);
  PrintTimes(c, plan.insert->from, plan.insert->until, plan.insert->during, out);
  fprintf(out, ", an event every %.4g s; the region holds at most %.0f at a time", plan.insert->every, plan.fits);
  if (isfinite(plan.stay))
    fprintf(out, ", which stay %.4g s each", plan.stay);
  fputc('\n', out);
}

static void PrintRemoval(const GrCase *c, const GrRemoval *r, const char *mark, FILE *out)
{
  fprintf(out, "%s%s takes out: %s%s whose centre is in ", mark, r->name, r->group < 0 ? "particles" : "those of ",
          r->group < 0 ? "" : c->grains[r->group].name);
  PrintRegion(c, &r->within, out);
  PrintTimes(c, r->from, r->until, r->during, out);
  if (r->every > 0)
    fprintf(out, ", looked at every %.4g s\n", r->every);
  else
    fprintf(out, ", looked at whenever neighbours are listed\n");
}

static void PrintCounter(const GrCase *c, const GrCounter *of, const char *mark, FILE *out)
{
  const char *group = of->group < 0 ? "particles" : c->grains[of->group].name;

  fprintf(out, "%s%s counts: %s ", mark, of->name, group);
  if (of->within.shape != GR_WITHIN_ALL) {
    fprintf(out, "in ");
    PrintRegion(c, &of->within, out);
  } else if (!isnan(of->plane.point[0])) {
    fprintf(out, "through the plane at ");
    PrintPoint(c, of->plane.point, out);
    fprintf(out, " m across ");
    PrintPoint(c, of->plane.normal, out);
  } else {
    fprintf(out, "through ");
    PrintDisc(c, of->disc.centre, of->disc.normal, of->disc.radius, out);
  }
  if (of->during >= 0)
    fprintf(out, ", in stage %s", c->stages[of->during].name);
  if (of->when.n_times > 0)
    fprintf(out, ", %d row%s at given times\n", of->when.n_times, of->when.n_times > 1 ? "s" : "");
  else
    fprintf(out, ", a row every %.4g s\n", of->when.every);
}

void GrRunRegionsPrint(GrWorld w, const char *mark, FILE *out)
{
  const GrCase *c = w->the_case;

  if (!w->bulk)
    return;
  for (int g = 0; g < c->n_grains; g++)
    if (GrInsertOf(&c->grains[g]))
      PrintInsertion(c, &c->grains[g], mark, out);
  for (int k = 0; k < c->n_removals; k++)
    PrintRemoval(c, &c->removals[k], mark, out);
  for (int k = 0; k < c->output.n_counters; k++)
    PrintCounter(c, &c->output.counters[k], mark, out);
}
