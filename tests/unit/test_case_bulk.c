/* Cases in dimension 2 and 3: what a text means, what is refused and how, and that the resolved text means the same. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "case_help.h"
#include "input/generate.h"

static const char text[] =
    "dimension: 3\n"
    "domain: {lower: [0, 0, -1 mm], upper: [10 mm, 10 mm, 20 mm], periodic: [true, false, false]}\n"
    "gravity: [0, 1, -9.81 m/s^2]\n"
    "materials:\n"
    "  glass: {density: 2500 kg/m^3, youngs_modulus: 70 GPa, poisson_ratio: 0.25}\n"
    "  steel: {youngs_modulus: 200 GPa, poisson_ratio: 0.3}\n"
    "contacts:\n"
    "  - between: '*'\n"
    "    normal: {law: hertz}\n"
    "    tangential: {law: mindlin, friction: 0.3}\n"
    "    rolling: {law: rolling_spring, stiffness: 1e4, friction: 0.1}\n"
    "    twisting: {law: twisting_spring, stiffness: 1e4, friction: 0.2}\n"
    "    adhesion: {law: reversible, force: 1 uN, stiffness: 1 N/m}\n"
    "    lever: mixed\n"
    "particles:\n"
    "  bed:\n"
    "    lattice: {sites: fcc, spacing: 1 mm, jitter: 1 um, upper: [10 mm, 10 mm, 5 mm]}\n"
    "    material: glass\n"
    "    radius: 0.4 mm\n"
    "    fixed: true\n"
    "  rain:\n"
    "    random: {solid_fraction: 0.05, gap: 2 um, lower: [0, 0, 5 mm]}\n"
    "    material: glass\n"
    "    radius: {distribution: normal, mean: 0.5 mm, deviation: 0.1 mm, from: 0.3 mm, to: 0.6 mm}\n"
    "    velocity: [0, 0, -2]\n"
    "    spin: [0, 60 rpm, 0]\n"
    "    velocity_deviation: 1 mm/s\n"
    "    spin_deviation: 3\n"
    "    seed: 7\n"
    "  one: {lattice: {sites: simple_cubic, spacing: 9 mm, count: 1}, material: steel, radius: 1 mm, mass: 1 g}\n"
    "  read: {file: packing.csv, material: steel}\n"
    "  old: {previous: {file: /a/results.h5, frame: 3}, material: glass, radius: 0.1 mm}\n"
    "walls:\n"
    "  floor:\n"
    "    point: [1 cm, 0, 0]\n"
    "    normal: [0, 3, 4]\n"
    "    material: steel\n"
    "    velocity: [1, 2, 3]\n"
    "    oscillation: {amplitude: [0, 0, 1 mm], frequency: 50 Hz, phase: 90 deg}\n"
    "    rotation: {angular_velocity: [5 rad/s, 0, 0]}\n"
    "  lid: {side: upper_z, material: steel}\n"
    "forces: [{group: rain, force: [0, 0, 1 mN]}]\n"
    "drag: {linear: 1, quadratic: 2, angular: 3, fluid: [4, 5, 6]}\n"
    "time: {end: 1 ms, skin: 0.1 mm, rebalance: 500}\n"
    "output:\n"
    "  walls: {every: 1 us}\n"
    "  observables: {every: 2 us}\n"
    "  contacts: {every: 3 us}\n"
    "  checkpoint: {every: 4 us, end: false}\n"
    "  wall_time: 2 h\n";

static const char least[] = "dimension: 2\n"
                            "domain: {lower: [0, 0], upper: [1, 2]}\n"
                            "materials: {glass: {density: 2500}, wood: {density: 900}}\n"
                            "contacts: [{between: '*', normal: {law: hertz, stiffness: 1e6}}]\n"
                            "particles:\n"
                            "  disks: {lattice: {sites: hexagonal, spacing: 0.1}, material: glass, radius: 0.05}\n"
                            "time: {end: 1}\n";

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
  assert_int_equal(bed->generate, GR_GENERATE_LATTICE);
  assert_int_equal(bed->sites, GR_SITES_FCC);
  assert_true(bed->spacing == 1e-3 && bed->jitter == 1e-6 && isnan(bed->solid_fraction) && bed->fixed);
  Near(bed->lower, 0, 0, -1e-3);
  Near(bed->upper, 0.01, 0.01, 5e-3);
  assert_int_equal(bed->radii.kind, GR_RADII_CONSTANT);
  assert_true(bed->radii.mean == 0.4e-3 && isnan(bed->radii.from) && isnan(bed->mass));
  assert_int_equal(rain->generate, GR_GENERATE_RANDOM);
  assert_true(rain->solid_fraction == 0.05 && rain->gap == 2e-6 && !rain->fixed);
  assert_int_equal(rain->radii.kind, GR_RADII_NORMAL);
  assert_true(rain->radii.deviation == 0.1e-3 && rain->radii.to == 0.6e-3);
  Near(rain->velocity, 0, 0, -2);
  assert_true(fabs(rain->spin[1] - 2 * 3.14159265358979323846) < 1e-14);
  assert_true(rain->velocity_deviation == 1e-3 && rain->spin_deviation == 3.0 && rain->seed == 7);
  assert_true(one->mass == 1e-3 && one->seed == 1 && one->count == 1);
  assert_int_equal(read->generate, GR_GENERATE_FILE);
  assert_string_equal(read->file, "packing.csv");
  assert_true(isnan(read->radii.mean) && read->count == 0);
  assert_int_equal(old->generate, GR_GENERATE_PREVIOUS);
  assert_int_equal(old->frame, 3);
  assert_int_equal(read->material, 1);
  GrCaseDestroy(&c);
}

/* Counts follow from the generators; ids as long as they are known. */
static void CountsParticles(void **state)
{
  GrCase *c = Parse(text, NULL);
  const GrGrains *g = c->grains;
  GrDistribution radii;
  GrRadiiDistribution(&g[0].radii, &radii);
  assert_null(GrDistributionPrepare(&radii));
  GrLattice lattice = GrGrainsLattice(c, &g[0], &radii);
  assert_null(GrLatticePrepare(&lattice));
  assert_true(lattice.periodic[0] && !lattice.periodic[1] && !lattice.periodic[2] && lattice.clearance == 0.4e-3);
  assert_int_equal(g[0].count, lattice.sites);
  GrRadiiDistribution(&g[1].radii, &radii);
  assert_null(GrDistributionPrepare(&radii));
  GrPackCase pack = GrGrainsPack(c, &g[1], &radii);
  pack.count = 0;
  assert_null(GrPackPrepare(&pack));
  assert_int_equal(g[1].count, pack.count);
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
  Near(floor->point, 0.01, 0, 0);
  Near(floor->normal, 0, 3.0 / 4.0 / 1.25, 1.0 / 1.25);
  Near(floor->velocity, 1, 2, 3);
  Near(floor->amplitude, 0, 0, 1e-3);
  assert_true(floor->frequency == 50.0 && fabs(floor->phase - 1.5707963267948966) < 1e-15);
  Near(floor->pivot, 0.01, 0, 0);
  Near(floor->angular_velocity, 5, 0, 0);
  Near(lid->point, 0.01, 0.01, 0.02);
  Near(lid->normal, 0, 0, -1);
  assert_int_equal(lid->material, 1);
  assert_true(c->n_pushes == 1 && c->pushes[0].group == 1 && c->pushes[0].force[2] == 1e-3);
  assert_true(c->drag.linear == 1.0 && c->drag.quadratic == 2.0 && c->drag.angular == 3.0);
  Near(c->drag.fluid, 4, 5, 6);
  assert_true(c->time.skin == 0.1e-3 && c->time.rebalance == 500);
  assert_true(c->output.walls_every == 1e-6 && c->output.observables_every == 2e-6);
  assert_true(c->output.contacts_every == 3e-6 && c->output.checkpoint_every == 4e-6 && !c->output.checkpoint_end);
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
  Near(disks->upper, 1, 2, 0);
  Near(disks->velocity, 0, 0, 0);
  Near(c->gravity_vector, 0, 0, 0);
  assert_true(c->n_walls == 0 && c->n_pushes == 0 && c->drag.linear == 0.0);
  assert_null(c->rules[0].slide[GR_TANGENTIAL]);
  assert_int_equal(c->rules[0].lever, GR_LEVER_CONTACT);
  assert_true(c->time.skin == 0.0 && c->time.rebalance == 0);
  assert_true(c->output.walls_every == 0.0 && c->output.checkpoint_every == 0.0 && c->output.checkpoint_end);
  assert_true(c->output.wall_time == 0.0);
  assert_true(disks->count > 100 && c->n_particles == disks->count);
  GrCaseDestroy(&c);
}

/* Values that the writer must carry over to the last bit. */
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
      "particles.rain.radius={distribution: list, radii: [0.3 mm, 0.4 mm, 0.5 mm]}",
      "particles.rain.radius={distribution: uniform, from: 0.1234567890123456789 mm, to: 0.5 mm}",
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
      assert_memory_equal(c->walls[w].point, again->walls[w].point, offsetof(GrWall, place) - offsetof(GrWall, point));
    for (int g = 0; g < c->n_grains; g++) {
      const GrGrains *one = &c->grains[g], *two = &again->grains[g];
      assert_int_equal(one->count, two->count);
      assert_int_equal(one->frame, two->frame);
      assert_true(one->seed == two->seed && one->radii.n_entries == two->radii.n_entries);
      assert_memory_equal(one->lower, two->lower, sizeof one->lower);
      for (int k = 0; k < one->radii.n_entries; k++)
        assert_true(one->radii.fraction[k] == two->radii.fraction[k]);
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

static void RefusesGroups(void **state)
{
  static const Bad bad[] = {
      {"particles.bed.chain={count: 3}",
       "particles.bed.chain: belongs to dimension: 1; remove it, or write dimension: 1"},
      {"particles.read.file=''", "particles.read.file: is empty; write the name of a file"},
      {"particles.read={material: steel}", "particles.read: does not say how its particles are made; give one of"},
      {"particles.read.random={count: 5}", "particles.read.file: random and file are both given"},
      {"particles.read.previous={file: a.h5}", "particles.read.previous: file and previous are both given"},
      {"particles.old.previous={frame: 1}", "particles.old.previous.file: is missing; give results.h5"},
      {"particles.old.previous.frame=first", "'first' is not a whole number; write digits alone, such as 70, or last"},
      {"particles.old.previous.frame=-1", "-1 is out of range; write a number at least 0"},
      {"particles.bed.lattice.sites=bcc", "particles.bed.lattice.sites: 'bcc' is not known; did you mean 'fcc'?"},
      {"particles.bed.lattice={sites: fcc}", "particles.bed.lattice.spacing: is missing; give the distance between"},
      {"particles.bed.lattice.jitter=-1", "-1 is out of range; write a number at least 0 m"},
      {"particles.bed.lattice.count=100000", "particles.bed.lattice.count: the part to fill has "},
      {"particles.bed.lattice.spacing=1 s", "the unit 's' does not convert to m"},
      {"particles.bed.lattice.upper=[1 cm, 1 cm, 2]",
       "particles.bed.lattice.upper.2: lies outside the domain; write 0.02 m"},
      {"particles.bed.lattice.lower=[0, -1, 0]",
       "particles.bed.lattice.lower.1: lies outside the domain; write 0 m or more"},
      {"particles.bed.lattice.lower=[0, 0, 5 mm]", "leaves nothing to fill along z"},
      {"particles.bed.lattice.upper=[1 cm, 0.1 mm, 1 mm]", "particles.bed.lattice: no site fits into the box"},
      {"particles.bed.lattice.upper=[1, 1]", "is no list of three; write [x, y, z]: the upper corner of the part"},
      {"particles.rain.random={}", "particles.rain.random.count: is missing; give count, or solid_fraction"},
      {"particles.rain.random.count=5",
       "particles.rain.random.solid_fraction: count and solid_fraction are both given"},
      {"particles.rain.random.solid_fraction=0.9", "particles.rain.random: spheres placed at random jam"},
      {"particles.rain.random.solid_fraction=1", "1 is out of range; write a number above 0 and below 1"},
      {"particles.rain.random.gap=-1 um", "out of range; write a number at least 0 m"},
      {"particles.bed={lattice: {sites: fcc, spacing: 1 mm}, material: glass}",
       "particles.bed.radius: is missing; give the radius of the particles"},
      {"particles.bed.material=steel", "particles.bed.mass: is missing, and the material 'steel' has no density"},
      {"particles.bed.material=stele", "'stele' is not defined in materials; did you mean 'steel'?"},
      {"particles.bed.radius=0", "particles.bed.radius: 0 is out of range; write a number above 0 m"},
      {"particles.bed.radius=[1]", "particles.bed.radius: is a list"},
      {"particles.rain.radius.mean=1 mm", "particles.rain.radius.mean: does not lie between from and to; write"},
      {"particles.rain.radius.deviation=0", "0 is out of range; write a number above 0 m"},
      {"particles.rain.radius.distribution=normall", "did you mean 'normal'?"},
      {"particles.rain.radius.distribution=uniform",
       "particles.rain.radius.mean: has no meaning for the distribution uniform"},
      {"particles.rain.radius.fractions=[1]",
       "particles.rain.radius.fractions: has no meaning for the distribution normal"},
      {"particles.rain.radius={distribution: normal, mean: 1}", "particles.rain.radius.deviation: is missing, and the"},
      {"particles.rain.radius={distribution: uniform, from: 2 mm, to: 1 mm}",
       "particles.rain.radius: from and to must be"},
      {"particles.rain.radius={mean: 1 mm}", "particles.rain.radius.distribution: is missing"},
      {"particles.rain.radius={distribution: list}", "particles.rain.radius.radii: is missing"},
      {"particles.rain.radius={distribution: list, radii: 5}", "particles.rain.radius.radii: is no list of numbers"},
      {"particles.rain.radius={distribution: list, radii: [1 mm, 0]}",
       "particles.rain.radius.radii.1: 0 is out of range"},
      {"particles.rain.radius={distribution: list, radii: [1 mm, 2 mm], fractions: [1]}",
       "particles.rain.radius.fractions: are 1, and there are 2 radii"},
      {"particles.rain.radius={distribution: list, radii: [1 mm, 2 mm], fractions: [0.3, 0.6]}",
       "particles.rain.radius.fractions: add up to 0.9; write"},
      {"particles.rain.velocity=5",
       "particles.rain.velocity: is no list of three; write [x, y, z]: the initial velocity"},
      {"particles.rain.velocity=[1, 2]", "particles.rain.velocity: is no list of three"},
      {"particles.rain.velocity=[1, 2, 3 m]", "particles.rain.velocity.2: the unit 'm' does not convert to m/s"},
      {"particles.rain.spin=[1, 2, 3 Hz]", "particles.rain.spin.2: the unit 'Hz' is one of frequency, not of angular"},
      {"particles.rain.velocity_deviation=-1", "out of range"},
      {"particles.rain.spin_deviation=1 m/s", "does not convert to rad/s"},
      {"particles.rain.seed=-1", "-1 is out of range; write a number at least 0"},
      {"particles.rain.seed=9223372036854775808", "out of range"},
      {"particles.rain.seed=1.5", "is not a whole number"},
      {"particles={}", "particles: is no map of names; give the groups"}};
  ExpectRefusals(text, bad, sizeof bad / sizeof *bad);
}

static void RefusesRest(void **state)
{
  static const Bad bad[] = {
      {"domain=5", "domain: is no map of keys"},
      {"domain={lower: [0, 0, 0]}", "domain.upper: is missing; give the upper corner"},
      {"domain.upper.1=0", "domain.upper.1: is not above lower along y; write more than 0 m"},
      {"domain.upper.0=1 kg", "does not convert to m"},
      {"domain.periodic=true", "domain.periodic: is no list of three; write [true, true, false]: along which axes"},
      {"domain.periodic.2=yes", "domain.periodic.2: 'yes' is neither true nor false"},
      {"domain.periodic.2=true", "walls.floor.normal.2: makes the wall cut the periodic side along z"},
      {"gravity=-9.81", "gravity: is no list of three; write [x, y, z]: the acceleration of gravity"},
      {"gravity.2=-9.81 m/s", "gravity.2: the unit 'm/s' does not convert to m/s^2"},
      {"ends={left: fixed}", "ends: belongs to dimension: 1; remove it, or write dimension: 1"},
      {"initial_velocities=[]", "initial_velocities: belongs to dimension: 1"},
      {"output.sensors=[]", "output.sensors: belongs to dimension: 1"},
      {"bodies=[]", "bodies: belongs to problem: impact"},
      {"walls.floor.side=lower_z", "walls.floor.point: side and point are both given; keep side, or point and normal"},
      {"walls.lid.normal=[0, 0, 1]", "walls.lid.normal: side and normal are both given"},
      {"walls.lid.side=upper_x", "walls.lid.side: is periodic in the domain; write another side"},
      {"walls.lid.side=top", "walls.lid.side: 'top' is not known; write one of: lower_x"},
      {"walls.lid={material: steel}", "walls.lid.point: is missing; give point and normal, or a side"},
      {"walls.lid={material: steel, point: [0, 0, 0]}", "walls.lid.normal: is missing; give the direction"},
      {"walls.lid={side: upper_z}", "walls.lid.material: is missing"},
      {"walls.floor.normal=[0, 0, 0]", "walls.floor.normal: has no direction; write one such as"},
      {"walls.floor.normal=[1, 0, 1]", "walls.floor.normal.0: makes the wall cut the periodic side along x"},
      {"walls.floor.normal=[0, 0, 1 m]", "takes no unit"},
      {"walls.floor.oscillation={frequency: 5}", "walls.floor.oscillation.amplitude: is missing or zero"},
      {"walls.floor.oscillation={amplitude: [0, 0, 1]}", "walls.floor.oscillation.frequency: is missing or zero"},
      {"walls.floor.oscillation.frequency=-5", "out of range; write a number at least 0 1/s"},
      {"walls.floor.oscillation.frequency=60 rpm",
       "is one of angular velocity, not of frequency; write a number in Hz"},
      {"walls.floor.rotation.angular_velocity=[0, 1, 0]", "turns the wall into the periodic side along x; write one"},
      {"walls.fl.oor={}", "walls.fl.oor: unknown key"},
      {"forces={group: rain}", "forces: is no list"},
      {"forces.0.group=snow", "forces.0.group: 'snow' is not defined; add it to particles"},
      {"forces.0.group=bed", "forces.0.group: has fixed: true, so no force moves it"},
      {"forces=[{group: rain}]", "forces.0.force: is missing; give the force"},
      {"forces.0.force.2=1 J", "does not convert to N"},
      {"drag.linear=1 N s", "does not convert to N s/m"},
      {"drag.quadratic=-1", "out of range; write a number at least 0 N s^2/m^2"},
      {"drag.fluid=1", "drag.fluid: is no list of three"},
      {"time.skin=-1 mm", "out of range; write a number above 0 m"},
      {"time.skin=atuo", "did you mean 'auto'?"},
      {"time.rebalance=0", "0 is out of range; write a number at least 1"},
      {"time.rebalance=never", "'never' is not a whole number; write digits alone, such as 70, or auto"},
      {"output.checkpoint.every=0", "out of range; write a number above 0 s"},
      {"output.checkpoint.end=at", "neither true nor false"},
      {"output.wall_time=1 m", "does not convert to s"},
      {"output.walls=[]", "output.walls: is no map of keys"},
      {"contacts.0.tangential=mindlin", "contacts.0.tangential: is no map; write {law: NAME, ...}"},
      {"contacts.0.tangential={law: mindlin}", "contacts.0.tangential.friction: is missing"},
      {"contacts.0.tangential.law=rolling_spring", "'rolling_spring' is a law for rolling:, not for tangential:"},
      {"contacts.0.twisting={law: hertz}",
       "'hertz' is a law for normal:, not for twisting:; write one of: twisting_spring"},
      {"contacts.0.rolling.friction=-1", "contacts.0.rolling.friction: -1 is out of range"},
      {"contacts.0.lever=arm", "contacts.0.lever: 'arm' is not known; write one of: contact, radius, mixed"},
      {"contacts.0.tangential.friction_static=0.1",
       "contacts.0.tangential: for particles of 'bed' and 'rain': friction_static"},
      {"contacts.0.between=[glass, glass]", "contacts: no rule for glass and steel, which touch"},
      {"materials.steel={density: 7800}", "contacts.0.normal: for particles of 'bed' and 'one': the effective modulus"},
      {"contacts=[]", "contacts: no rule for glass and glass"}};
  ExpectRefusals(text, bad, sizeof bad / sizeof *bad);
}

/* A single particle never meets one of its group; walls need rules with particles, and not with each other. */
static void CoversPairs(void **state)
{
  static const char *const set[] = {
      "contacts=[{between: [glass, glass], normal: {law: hertz, stiffness: 1}}, {between: [glass, wood], normal: {law: "
      "hertz, stiffness: 1}}]",
      "walls={floor: {side: lower_y, material: wood}, lid: {side: upper_y, material: wood}}",
      "particles.one={lattice: {sites: square, spacing: 1, count: 1}, material: wood, radius: 0.01}",
      "particles.one={lattice: {sites: square, spacing: 1, count: 2}, material: wood, radius: 0.01}",
      "contacts=[{between: [glass, glass], normal: {law: hertz, stiffness: 1}}]"};
  const char *const walls[] = {set[0], set[1]}, *const one[] = {set[0], set[2]}, *const two[] = {set[0], set[3]},
                    *const bare[] = {set[4], set[1]};
  GrCase *c;
  assert_int_equal(GrCaseParse("a.yaml", least, 2, walls, &c), 0);
  GrCaseDestroy(&c);
  assert_int_equal(GrCaseParse("a.yaml", least, 2, one, &c), 0);
  GrCaseDestroy(&c);
  assert_int_not_equal(GrCaseParse("a.yaml", least, 2, two, &c), 0);
  assert_non_null(strstr(GrFailureMessage(), "no rule for wood and wood"));
  GrFailureClear();
  assert_int_not_equal(GrCaseParse("a.yaml", least, 2, bare, &c), 0);
  assert_non_null(strstr(GrFailureMessage(), "no rule for glass and wood"));
  GrFailureClear();
}

static void RefusesInPlane(void **state)
{
  static const Bad bad[] = {
      {"domain.upper=[1]", "domain.upper: is no list of three or two; write [x, y, z]: the upper corner"},
      {"domain.periodic=[true, true, true]", "domain.periodic.2: is out of the plane of dimension 2; write false"},
      {"domain={lower: [0, 0], upper: [0.09, 2], periodic: [true, false]}",
       "so short that a particle would touch itself"},
      {"gravity=[0, 0, -9.81]", "gravity.2: points out of the plane of dimension 2; write 0, or dimension: 3"},
      {"particles.disks.lattice.sites=fcc", "particles.disks.lattice.sites: has layers above each other"},
      {"particles.disks={random: {count: 5}, material: glass, radius: 1 mm}",
       "particles.disks.random: fills a space, not a"},
      {"particles.disks.velocity=[0, 0, 1]", "particles.disks.velocity.2: points out of the plane"},
      {"particles.disks.spin=[0, 1]", "particles.disks.spin: turns out of the plane of dimension 2; write [0, 0, w]"},
      {"walls={a: {side: lower_z, material: glass}}", "walls.a.side: is out of the plane of dimension 2"},
      {"walls={a: {point: [0, 0], normal: [0, 1, 1], material: glass}}", "walls.a.normal.2: points out of the plane"},
      {"walls={a: {side: lower_x, velocity: [0, 0, 1], material: glass}}",
       "walls.a.velocity.2: points out of the plane"},
      {"walls={a: {side: lower_x, oscillation: {amplitude: [0, 0, 1], frequency: 1}, material: glass}}",
       "walls.a.oscillation.amplitude.2: points out of the plane"},
      {"walls={a: {side: lower_x, rotation: {angular_velocity: [1, 0, 0]}, material: glass}}",
       "walls.a.rotation.angular_velocity: turns out of the plane"},
      {"forces=[{group: disks, force: [0, 0, 1]}]", "forces.0.force.2: points out of the plane"},
      {"drag.fluid=[0, 0, 1]", "drag.fluid.2: points out of the plane"},
      {"dimension=1", "domain: belongs to dimension: 2 or 3; remove it, or write dimension: 3"},
      {"problem=impact", "dimension: belongs to problem: particles; remove it, or write problem: particles"}};
  ExpectRefusals(least, bad, sizeof bad / sizeof *bad);
}

/* A particle reaches itself across the sides by its diameter of 0.1 m and by adhesion, 1 m. */
static void MeasuresSides(void **state)
{
  const char *set[] = {"domain.periodic=[false, true]", "contacts.0.adhesion={law: reversible, force: 1, stiffness: 1}",
                       "domain.upper.1=1.1"};
  GrCase *c;
  assert_int_equal(GrCaseParse("a.yaml", least, 2, set, &c), 0);
  GrCaseDestroy(&c);
  assert_int_not_equal(GrCaseParse("a.yaml", least, 3, set, &c), 0);
  assert_non_null(strstr(GrFailureMessage(), "domain.upper.1: makes a periodic side along y so short that a particle "
                                             "would touch itself; write a side longer than 1.1 m"));
  GrFailureClear();
}

/* A complaint stands where the value is. */
static void SaysWhere(void **state)
{
  GrCase *c;
  const char *set[] = {"materials.steel.poisson_ratio=0.3"};
  char wrong[sizeof text + 16];
  char *at;
  strcpy(wrong, text);
  at = strstr(wrong, "0.6 mm}");
  memcpy(at, "0.4 mm}", 7);
  assert_int_not_equal(GrCaseParse("a.yaml", wrong, 1, set, &c), 0);
  assert_string_equal(GrFailureMessage(), "a.yaml:24:42: particles.rain.radius.mean: does not lie between from and to; "
                                          "write from < mean < to");
  GrFailureClear();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ReadsParticles), cmocka_unit_test(CountsParticles),  cmocka_unit_test(ReadsRest),
      cmocka_unit_test(FillsIn),        cmocka_unit_test(ResolvesToItself), cmocka_unit_test(FindsFiles),
      cmocka_unit_test(RefusesGroups),  cmocka_unit_test(RefusesRest),      cmocka_unit_test(CoversPairs),
      cmocka_unit_test(RefusesInPlane), cmocka_unit_test(MeasuresSides),    cmocka_unit_test(SaysWhere)};
  PetscInitializeNoArguments();
  GrErrorHandlerInstall();
  int failed = RegisterToys() ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
  PetscFinalize();
  return failed;
}
