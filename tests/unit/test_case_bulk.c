/* Cases in dimension 2 and 3: meaning of a text, and equality of the resolved text.
   Labels: input io particle record. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_bulk.h"
#include "case_help.h"
#include "particle/fill/lattice.h"
#include "particle/fill/previous.h"
#include "particle/fill/random/random.h"

static void Near(const double is[3], double x, double y, double z)
{
  assert_true(is[0] == x && is[1] == y && is[2] == z);
}

static void ReadsParticles(void **state)
{
  GrCase *c = Parse(text, NULL);
  const GrGrains *bed = &c->grains[0], *rain = &c->grains[1], *one = &c->grains[2], *read = &c->grains[3],
                 *old = &c->grains[4];
  assert_int_equal(c->n_grains, 5);
  assert_string_equal(rain->name, "rain");
  assert_int_equal(rain->place.line, 21);
  const GrLattice *sites = bed->given;
  const GrPackCase *random = rain->given;
  assert_string_equal(bed->generator->name, "lattice");
  assert_int_equal(sites->kind, GR_LATTICE_FCC);
  assert_true(sites->spacing == 1e-3 && sites->jitter == 1e-6 && bed->fixed);
  Near(sites->lower, 0, 0, -1e-3);
  Near(sites->upper, 0.01, 0.01, 5e-3);
  assert_int_equal(bed->radii.kind, GR_RADII_CONSTANT);
  assert_true(bed->radii.mean == 0.4e-3 && isnan(bed->radii.from) && isnan(bed->mass));
  assert_string_equal(rain->generator->name, "random");
  assert_true(random->solid_fraction == 0.05 && random->gap == 2e-6 && !rain->fixed);
  assert_int_equal(rain->radii.kind, GR_RADII_NORMAL);
  assert_true(rain->radii.deviation == 0.1e-3 && rain->radii.to == 0.6e-3);
  Near(rain->velocity, 0, 0, -2);
  assert_true(fabs(rain->spin[1] - 2 * 3.14159265358979323846) < 1e-14);
  assert_true(rain->velocity_deviation == 1e-3 && rain->spin_deviation == 3.0 && rain->seed == 7);
  assert_true(one->mass == 1e-3 && one->seed == 1 && one->count == 1);
  assert_string_equal(read->generator->name, "file");
  assert_string_equal(GrGeneratorFile(read), "packing.csv");
  assert_true(isnan(read->radii.mean) && read->count == 0);
  assert_string_equal(old->generator->name, "previous");
  assert_int_equal(((const GrPreviousGiven *)old->given)->frame, 3);
  assert_true(read->material == 1 && !GrGeneratorFile(bed));
  GrCaseDestroy(&c);
}

/* Counts follow from the generators; ids as long as they are known. */
static void CountsParticles(void **state)
{
  GrCase *c = Parse(text, NULL);
  const GrGrains *g = c->grains;
  GrDistribution radii;
  assert_null(GrFillDistributionOf(&g[0].radii, 1, &radii));
  GrLattice lattice;
  assert_null(GrFillLatticeOfGroup(c, &g[0], &radii, &lattice));
  assert_true(lattice.periodic[0] && !lattice.periodic[1] && !lattice.periodic[2] && lattice.clearance == 0.4e-3);
  assert_int_equal(g[0].count, lattice.sites);
  assert_null(GrFillDistributionOf(&g[1].radii, 1, &radii));
  GrPackCase pack;
  assert_null(GrPackOfGroup(c, &g[1], &radii, &pack));
  assert_int_equal(g[1].count, pack.count);
  assert_true(!pack.periodic[0] && pack.lower[0] == 1e-3); /* a part of a periodic side */
  assert_true(pack.count > 50 && pack.seed == 7 && pack.first_id == g[0].count + 1);
  assert_true(g[2].first_id == g[0].count + g[1].count + 1 && g[3].first_id == g[2].first_id + 1);
  assert_true(g[4].first_id == 0 && c->n_particles == 0);
  GrCaseDestroy(&c);
  c = Parse(least, "particles.disks.lattice.count=7");
  assert_int_equal(c->n_particles, 7);
  GrCaseDestroy(&c);
}

static void ReadsRest(void **state)
{
  GrCase *c = Parse(text, NULL);
  const GrWall *floor = &c->walls[0], *lid = &c->walls[1];
  const GrContactRule *rule = &c->rules[0];
  Near(c->domain.upper, 0.01, 0.01, 0.02);
  assert_true(c->domain.periodic[0] && !c->domain.periodic[1] && !c->domain.periodic[2]);
  Near(c->gravity_vector, 0, 1, -9.81);
  assert_string_equal(rule->slide[GR_TANGENTIAL]->name, "mindlin");
  assert_string_equal(rule->slide[GR_ROLLING]->name, "rolling_spring");
  assert_string_equal(rule->slide[GR_TWISTING]->name, "twisting_spring");
  assert_true(rule->slide_value[GR_TANGENTIAL][0].number == 0.3);
  assert_int_equal(rule->lever, GR_LEVER_MIXED);
  assert_int_equal(c->n_walls, 2);
  Near(floor->value[0].number, 0.01, 0, 0);
  Near(floor->value[1].number, 0, 3.0 / 4.0 / 1.25, 1.0 / 1.25);
  Near(floor->motion.velocity, 1, 2, 3);
  Near(floor->motion.amplitude, 0, 0, 1e-3);
  assert_true(floor->motion.frequency == 50.0 && fabs(floor->motion.phase - 1.5707963267948966) < 1e-15);
  Near(floor->motion.pivot, 0.01, 0, 0);
  Near(floor->motion.angular_velocity, 5, 0, 0);
  Near(lid->value[0].number, 0.01, 0.01, 0.02);
  Near(lid->value[1].number, 0, 0, -1);
  assert_int_equal(lid->material, 1);
  assert_true(c->n_group_forces == 1 && c->group_forces[0].group == 1 && c->group_forces[0].force[2] == 1e-3);
  assert_true(c->drag.linear == 1.0 && c->drag.quadratic == 2.0 && c->drag.angular == 3.0);
  assert_true(c->drag.viscosity == 7.0 && c->drag.density == 8.0);
  Near(c->drag.fluid, 4, 5, 6);
  assert_true(c->time.skin == 0.1e-3 && c->time.rebalance == 500);
  assert_true(c->output.walls.every == 1e-6 && c->output.observables.every == 2e-6);
  assert_true(c->output.contacts.every == 3e-6 && c->output.checkpoint.every == 4e-6 && !c->output.checkpoint_end);
  assert_true(c->output.wall_time == 7200.0);
  GrCaseDestroy(&c);
}

static void FillsIn(void **state)
{
  GrCase *c = Parse(least, NULL);
  const GrGrains *disks = c->grains;
  Near(c->domain.lower, 0, 0, 0);
  Near(c->domain.upper, 1, 2, 0);
  assert_true(!c->domain.periodic[0] && !c->domain.periodic[1] && !c->domain.periodic[2]);
  Near(((const GrLattice *)disks->given)->upper, 1, 2, 0);
  Near(disks->velocity, 0, 0, 0);
  Near(c->gravity_vector, 0, 0, 0);
  assert_true(c->n_walls == 0 && c->n_group_forces == 0 && c->drag.linear == 0.0);
  assert_null(c->rules[0].slide[GR_TANGENTIAL]);
  assert_int_equal(c->rules[0].lever, GR_LEVER_CONTACT);
  assert_true(c->time.skin == 0.0 && c->time.rebalance == 0);
  assert_true(c->output.walls.every == 0.0 && c->output.checkpoint.every == 0.0 && c->output.checkpoint_end);
  assert_true(c->output.wall_time == 0.0);
  assert_true(disks->count > 100 && c->n_particles == disks->count);
  GrCaseDestroy(&c);
}

/* Values that must be written without loss of a bit. */
static void ResolvesToItself(void **state)
{
  static const char *const set[] = {
      "title=as it stands",
      "walls.floor.normal=[0, 0.1, 0.7]",
      "walls.floor.normal=[0, 1e-300, 3e-300]",
      "walls.floor.normal=[0, 1, 1]",
      "walls={}",
      "forces=[{group: rain, force: [1, 2, 3]}, {group: rain, force: [1, 2, 3]}]",
      "particles.rain.radius={distribution: list, radii: [0.3 mm, 0.4 mm, 0.5 mm], fractions: [0.3333333333, "
      "0.3333333333, 0.3333333333]}",
      "particles.rain.radius={distribution: list, radii: [3e-4, 3e-4, 3e-4, 3e-4, 3e-4, 3e-4, 3e-4, 3e-4, 4e-4], "
      "fractions: [0.11100148, 0.161075481, 0.1948692649, 0.0234336458, 0.0071534287, 0.2064627528, 0.1070547607, "
      "0.1882091761, 0.0007400099]}",
      "particles.rain.radius={distribution: list, radii: [0.3 mm, 0.4 mm, 0.5 mm]}",
      "particles.rain.radius={distribution: uniform, from: 0.1234567890123456789 mm, to: 0.5 mm}",
      "particles.rain.radius={distribution: weibull, by: mass, scale: 0.4 mm, shape: 3, from: 0.2 mm, to: 0.5 mm}",
      "particles.rain.radius={distribution: sieve, by: mass, radii: [0.2 mm, 0.3 mm, 0.5 mm], passing: [0, 0.4, 1]}",
      "particles.rain.random={count: 12}",
      "particles.rain.seed=9223372036854775807",
      "particles.old.previous.frame=last",
      "particles.read.file=\"a \\\"b\\\" c.csv\"",
      "particles.read.radius=0.2 mm",
      "time.skin=auto",
      "output={}",
      "gravity=[0.1, -4.9406564584124654e-324, 1e300]"};
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    GrCase *c = Parse(text, set[i]), *again = Parse(c->resolved, NULL);
    assert_string_equal(c->resolved, again->resolved);
    assert_memory_equal(&c->domain, &again->domain, sizeof c->domain);
    assert_memory_equal(&c->drag, &again->drag, sizeof c->drag);
    assert_memory_equal(c->gravity_vector, again->gravity_vector, sizeof c->gravity_vector);
    for (int w = 0; w < c->n_walls; w++)
      assert_memory_equal(&c->walls[w], &again->walls[w], sizeof(GrWall));
    for (int g = 0; g < c->n_grains; g++) {
      const GrGrains *one = &c->grains[g], *two = &again->grains[g];
      assert_int_equal(one->count, two->count);
      assert_true(one->seed == two->seed && one->radii.n_entries == two->radii.n_entries);
      assert_ptr_equal(one->generator, two->generator);
      if (!GrGeneratorFile(one))
        assert_memory_equal(one->given, two->given, one->generator->size);
      for (int k = 0; k < one->radii.n_entries; k++)
        assert_true(one->radii.radius[k] == two->radii.radius[k] &&
                    (one->radii.fraction ? one->radii.fraction[k] == two->radii.fraction[k]
                                         : one->radii.passing[k] == two->radii.passing[k]));
    }
    GrCaseDestroy(&c);
    GrCaseDestroy(&again);
  }
}

static void FindsFiles(void **state)
{
  GrCase *c;
  char path[32];
  assert_int_equal(GrCaseParse("in/put.yaml", least, 0, NULL, &c), 0);
  assert_int_equal(GrCaseFile(c, "a.csv", sizeof path, path), 0);
  assert_string_equal(path, "in/a.csv");
  assert_int_equal(GrCaseFile(c, "/a.csv", sizeof path, path), 0);
  assert_string_equal(path, "/a.csv");
  assert_int_not_equal(GrCaseFile(c, "a-name-of-more-than-thirty-two-characters.csv", sizeof path, path), 0);
  GrFailureClear();
  GrCaseDestroy(&c);
  c = Parse(least, NULL);
  assert_int_equal(GrCaseFile(c, "b/a.csv", sizeof path, path), 0);
  assert_string_equal(path, "b/a.csv");
  GrCaseDestroy(&c);
}

UNIT_PETSC(BEFORE(RegisterToys), CASE(ReadsParticles), CASE(CountsParticles), CASE(ReadsRest), CASE(FillsIn),
           CASE(ResolvesToItself), CASE(FindsFiles));
