/* Cases in dimension 2 and 3: invalid texts and their messages.
   Labels: bulk chain contact impact input io law particle record wall. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_bulk.h"
#include "case_help.h"

static void RefusesGroups(void **state)
{
  static const Bad bad[] = {
      {"particles.bed.chain={count: 3}",
       "particles.bed.chain: belongs to dimension: 1; remove it, or write dimension: 1"},
      {"particles.read.file=''", "particles.read.file: is empty; write the name of a file"},
      {"particles.read={material: steel}", "particles.read: does not say how its particles are made; give one of"},
      {"particles.read.random={count: 5}", "particles.read.random: file and random are both given"},
      {"particles.read.previous={file: a.h5}", "particles.read.file: previous and file are both given"},
      {"particles.old.previous={frame: 1}", "particles.old.previous.file: is missing; give results.h5"},
      {"particles.old.velocity=[0, 1, 0]", "particles.old.velocity: is that of the earlier run; remove it"},
      {"particles.old.spin=[0, 0, 1]", "particles.old.spin: is that of the earlier run; remove it"},
      {"particles.old.previous.frame=first", "'first' is not a whole number; write digits alone, such as 70, or last"},
      {"particles.old.previous.frame=-1", "-1 is out of range; write a number at least 0"},
      {"particles.bed.lattice.sites=bcc", "particles.bed.lattice.sites: 'bcc' is not known; did you mean 'fcc'?"},
      {"particles.bed.lattice={sites: fcc}", "particles.bed.lattice.spacing: is missing; give the distance between"},
      {"particles.one.lattice.sites=square",
       "particles.one.lattice.lower: is missing; give the lower corner; the layer has its z"},
      {"particles.bed.lattice.jitter=-1", "-1 is out of range; write a number at least 0 m"},
      {"particles.bed.lattice.count=100000", "particles.bed.lattice.count: the part to fill has "},
      {"particles.bed.lattice.spacing=1 s", "the unit 's' does not convert to m"},
      {"particles.bed.lattice.upper=[1 cm, 1 cm, 2]",
       "particles.bed.lattice.upper.2: lies outside the domain; write 0.02 m"},
      {"particles.bed.lattice.lower=[0, -1, 0]",
       "particles.bed.lattice.lower.1: lies outside the domain; write 0 m or more"},
      {"particles.bed.lattice.lower=[0, 0, 5 mm]", "leaves nothing to fill along z"},
      {"particles.bed.lattice.upper=[1 cm, 0.1 mm, 1 mm]", "particles.bed.lattice: no site fits into the box"},
      {"particles.bed.lattice.upper=[1, 1]", "is not a list of three; write [x, y, z]: the upper corner of the part"},
      {"particles.rain.random={}",
       "particles.rain.random.count: is missing; give the number of particles, or solid_fraction"},
      {"particles.rain.random.count=5",
       "particles.rain.random.solid_fraction: count and solid_fraction are both given"},
      {"particles.rain.random.solid_fraction=0.9", "particles.rain.random: the volume of 2503 particles"},
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
       "particles.rain.radius.mean: has no meaning with distribution: uniform"},
      {"particles.rain.radius.fractions=[1]",
       "particles.rain.radius.fractions: has no meaning with distribution: normal"},
      {"particles.rain.radius={distribution: normal, mean: 1}",
       "particles.rain.radius.deviation: is missing, and distribution: normal"},
      {"particles.rain.radius={distribution: uniform, from: 2 mm, to: 1 mm}",
       "particles.rain.radius: from and to must be"},
      {"particles.rain.radius={mean: 1 mm}", "particles.rain.radius.distribution: is missing"},
      {"particles.rain.radius={distribution: weibull, mean: 1 mm}",
       "particles.rain.radius.mean: has no meaning with distribution: weibull"},
      {"particles.rain.radius={distribution: sieve, radii: [1 mm, 2 mm]}", "particles.rain.radius.passing: is missing"},
      {"particles.rain.radius={distribution: sieve, radii: [1 mm, 2 mm], passing: [0, 0.5, 1]}",
       "has 3 numbers, and radii has 2"},
      {"particles.rain.radius={distribution: sieve, radii: [1 mm, 2 mm, 3 mm], passing: [1, 0.5, 0]}",
       "passing must begin with 0 and end with 1"},
      {"particles.rain.radius={distribution: lognormal, by: weight, mean: 1 mm}", "particles.rain.radius.by: "},
      {"particles.rain.radius={distribution: list}", "particles.rain.radius.radii: is missing"},
      {"particles.rain.radius={distribution: list, radii: 5}", "particles.rain.radius.radii: is not a list of numbers"},
      {"particles.rain.radius={distribution: list, radii: [1 mm, 0]}",
       "particles.rain.radius.radii.1: 0 is out of range"},
      {"particles.rain.radius={distribution: list, radii: [1 mm, 2 mm], fractions: [1]}",
       "particles.rain.radius.fractions: has 1 numbers, and radii has 2"},
      {"particles.rain.radius={distribution: list, radii: [1 mm, 2 mm], fractions: [0.3, 0.6]}",
       "particles.rain.radius.fractions: add up to 0.9; write"},
      {"particles.rain.velocity=5",
       "particles.rain.velocity: is not a list of three; write [x, y, z]: the initial velocity"},
      {"particles.rain.velocity=[1, 2]", "particles.rain.velocity: is not a list of three"},
      {"particles.rain.velocity=[1, 2, 3 m]", "particles.rain.velocity.2: the unit 'm' does not convert to m/s"},
      {"particles.rain.spin=[1, 2, 3 Hz]", "particles.rain.spin.2: the unit 'Hz' is one of frequency, not of angular"},
      {"particles.rain.velocity_deviation=-1", "out of range"},
      {"particles.rain.spin_deviation=1 m/s", "does not convert to rad/s"},
      {"particles.rain.seed=-1", "-1 is out of range; write a number at least 0"},
      {"particles.rain.seed=9223372036854775808", "out of range"},
      {"particles.rain.seed=1.5", "is not a whole number"},
      {"particles={}", "particles: is not a map of names; give the groups"}};
  ExpectRefusals(text, bad, sizeof bad / sizeof *bad);
}

/* A box of 40 x 40 x 20 mm holds at most 978 of these spheres, which remain in it for 9.17 ms. */
static void RefusesInsertion(void **state)
{
  static const Bad bad[] = {
      {"particles.rain.insert={}",
       "particles.rain.insert.region: is missing; give the region in which particles are inserted"},
      {"particles.rain.insert={region: {box: {lower: [0, 0, 60 mm], upper: [40 mm, 40 mm, 80 mm]}}}",
       "particles.rain.insert: does not say how many come in; give rate or mass_rate, count or mass, solid_fraction "
       "or"},
      {"particles.rain.insert.region={}",
       "particles.rain.insert.region: has no shape; give one of box, cylinder, sphere, d"},
      {"particles.rain.insert.region={cone: {}}", "particles.rain.insert.region.cone: unknown key; known here: box"},
      {"particles.rain.insert.region={box: {lower: [0, 0, 60 mm], upper: [50 mm, 40 mm, 80 mm]}}",
       "particles.rain.insert.region: reaches from 0 m to 0.05 m along x, out of the domain, 0 m to 0.04 m; move it"},
      {"particles.rain.insert.region={sphere: {centre: [20 mm, 20 mm, 70 mm], radius: 1.5 mm}}",
       "particles.rain.insert.region: is too small for a particle with a radius of 0.002 m"},
      {"particles.rain.insert.region={disc: {centre: [20 mm, 20 mm, 70 mm], normal: [0, 0, 0], radius: 1 cm}}",
       "particles.rain.insert.region.disc: has a normal without length; write one such as [0, 0, 1]"},
      {"particles.rain.insert.rate=1e7",
       "particles.rain.insert.rate: is impossible: 1e+07 particles per second that stay"},
      {"particles.rain.insert.rate=1e7", "write at most 1.066e+05 1/s, or a larger region, or a higher velocity"},
      {"particles.rain.insert={region: {box: {lower: [0, 0, 6 cm], upper: [4 cm, 4 cm, 8 cm]}}, mass_rate: 1000}",
       "write at most 4.186 kg/s, or a larger region"},
      {"particles.rain.insert.rate=0.1 kg/s", "the unit 'kg/s' does not convert to 1/s"},
      {"particles.rain.insert.mass_rate=1",
       "particles.rain.insert.mass_rate: rate and mass_rate are both given; keep one"},
      {"particles.rain.insert={region: {box: {lower: [0, 0, 6 cm], upper: [4 cm, 4 cm, 8 cm]}}, mass_rate: 1 kg/s, "
       "count: 5, mass: 1}",
       "particles.rain.insert.mass: count and mass are both given; keep one of them"},
      {"particles.rain.insert={region: {box: {lower: [0, 0, 6 cm], upper: [4 cm, 4 cm, 8 cm]}}, count: 1000000}",
       "particles.rain.insert.count: makes 1000000 particles, and no more than"},
      {"particles.rain.insert.until=0", "particles.rain.insert.until: 0 is out of range; write a number above 0 s"},
      {"particles.rain.insert.from=0.1 s", "particles.rain.insert.until: is not after from, 0.1 s; write a later time"},
      {"particles.rain.insert={region: {box: {lower: [0, 0, 6 cm], upper: [4 cm, 4 cm, 8 cm]}}, rate: 1, from: 1}",
       "particles.rain.insert.from: is not before the end of the run, 0.2 s, so that nothing would come in"},
      {"particles.rain.insert.during=fill", "particles.rain.insert.during: 'fill' is not defined; add it to stages"},
      {"particles.rain.insert.level=70 mm",
       "particles.rain.insert.level: is above the lowest point of the region, at 0.06"},
      {"particles.rain.insert.solid_fraction=0.6",
       "particles.rain.insert.solid_fraction: is more than spheres at random places reach, 0.48; write less, or fill"},
      {"particles.rain.insert.solid_fraction=1", "1 is out of range; write a number above 0 and below 1"},
      {"particles.rain.insert.tries=0", "particles.rain.insert.tries: 0 is out of range; write a number at least 1"},
      {"particles.rain.insert.rat=5", "particles.rain.insert.rat: unknown key; did you mean 'rate'?"},
      {"particles.rain.fixed=true", "particles.rain.insert: does not go with fixed: true; remove one of the two"},
      {"particles.rain.within={sphere: {centre: [0, 0, 0], radius: 1}}",
       "particles.rain.insert: does not go with within; write the shape as region, and remove within"},
      {"particles.rain.random={count: 5}", "particles.rain.random: insert and random are both given"},
      {"particles.rain={insert: {rate: 1, region: {sphere: {centre: [2 cm, 2 cm, 7 cm], radius: 1 cm}}}, material: "
       "glass}",
       "particles.rain.radius: is missing; give the radius of the particles"}};
  static const char *const still[] = {"gravity=[0, 0, 0]", "particles.rain.velocity=[0, 0, 0]"};
  static const char *const more[][2] = {
      {"particles.rain.insert.every=1 ms",
       "makes 1000 particles, and no more than 978 get in: the region holds 978 at a "},
      {"particles.rain.insert.count=100", "particles.rain.insert.every: is missing, and nothing moves the particles"},
      {"particles.rain.insert.level=5 mm", "particles.rain.insert.level: needs gravity, which says where up is; give"}};

  ExpectRefusals(raining, bad, sizeof bad / sizeof *bad);
  for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
    const char *set[] = {still[0], still[1], more[k][0]};
    GrCase *c;
    assert_int_not_equal(GrCaseParse("a.yaml", raining, 3, set, &c), 0);
    FACT(strstr(GrFailureMessage(), more[k][1]), "%s: %s", more[k][0], GrFailureMessage());
    GrFailureClear();
  }
}

static void RefusesRest(void **state)
{
  static const Bad bad[] = {
      {"domain=5", "domain: is not a map of keys"},
      {"domain={lower: [0, 0, 0]}", "domain.upper: is missing; give the upper corner"},
      {"domain.upper.1=0", "domain.upper.1: is not above lower along y; write more than 0 m"},
      {"domain.upper.0=1 kg", "does not convert to m"},
      {"domain.periodic=true",
       "domain.periodic: is not a list of three; write [true, true, false]: the axes along which"},
      {"domain.periodic.2=yes", "domain.periodic.2: 'yes' is neither true nor false"},
      {"domain.periodic.2=true", "walls.floor.normal.2: makes the wall cut the periodic side along z"},
      {"gravity=-9.81", "gravity: is not a list of three; write [x, y, z]: the acceleration of gravity"},
      {"gravity.2=-9.81 m/s", "gravity.2: the unit 'm/s' does not convert to m/s^2"},
      {"ends={left: fixed}", "ends: belongs to dimension: 1; remove it, or write dimension: 1"},
      {"initial_velocities=[]", "initial_velocities: belongs to dimension: 1"},
      {"output.sensors=[]", "output.sensors: belongs to dimension: 1"},
      {"bodies=[]", "bodies: belongs to problem: impact"},
      {"walls.floor.side=lower_z", "walls.floor.side: point and side are both given; keep one of them"},
      {"walls.lid.normal=[0, 0, 1]", "walls.lid.side: normal and side are both given"},
      {"walls.lid.side=upper_x", "walls.lid.side: is periodic in the domain; write another side"},
      {"walls.lid.side=top", "walls.lid.side: 'top' is not known; write one of: lower_x"},
      {"walls.lid={material: steel}", "walls.lid.point: is missing; give a point of the plane, or side"},
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
      {"walls.fl.oor={}", "there is no 'fl' in walls; to add it, give it whole"},
      {"forces={group: rain}", "forces: is not a list"},
      {"forces.0.group=snow", "forces.0.group: 'snow' is not defined; add it to particles"},
      {"forces.0.group=bed", "forces.0.group: has fixed: true, so no force moves it"},
      {"forces=[{group: rain}]", "forces.0.force: is missing; give the force"},
      {"forces.0.force.2=1 J", "does not convert to N"},
      {"drag.linear=1 N s", "does not convert to N s/m"},
      {"drag.quadratic=-1", "out of range; write a number at least 0 N s^2/m^2"},
      {"drag.fluid=1", "drag.fluid: is not a list of three"},
      {"time.skin=-1 mm", "out of range; write a number above 0 m"},
      {"time.skin=atuo", "did you mean 'auto'?"},
      {"time.rebalance=0", "0 is out of range; write a number at least 1"},
      {"time.rebalance=never", "'never' is not a whole number; write digits alone, such as 70, or auto"},
      {"output.checkpoint.every=0", "out of range; write a number above 0 s"},
      {"output.checkpoint.end=at", "neither true nor false"},
      {"output.wall_time=1 m", "does not convert to s"},
      {"output.walls=[]", "output.walls: is not a map of keys"},
      {"contacts.0.tangential=mindlin", "contacts.0.tangential: is not a map of keys; write law: below it"},
      {"contacts.0.tangential={law: mindlin}", "contacts.0.tangential.friction: is missing"},
      {"contacts.0.tangential.law=rolling_spring", "'rolling_spring' is a law for `rolling`, not for `tangential`"},
      {"contacts.0.twisting={law: hertz}",
       "'hertz' is a law for `normal`, not for `twisting`; write one of: twisting_spring"},
      {"contacts.0.rolling.friction=-1", "contacts.0.rolling.friction: -1 is out of range"},
      {"contacts.0.lever=arm", "contacts.0.lever: 'arm' is not known; write one of: contact, radius, mixed"},
      {"contacts.0.tangential.friction_static=0.1",
       "contacts.0.tangential: for particles of 'bed' and 'rain': friction_static"},
      {"contacts.0.between=[glass, glass]", "contacts: no rule for glass and steel, which touch"},
      {"materials.steel={density: 7800}", "contacts.0.normal: for particles of 'bed' and 'one': the effective modulus"},
      {"contacts=[]", "contacts: no rule for glass and glass"}};
  ExpectRefusals(text, bad, sizeof bad / sizeof *bad);
}

static void RefusesInPlane(void **state)
{
  static const Bad bad[] = {
      {"domain.upper=[1]", "domain.upper: is not a list of three or two; write [x, y, z]: the upper corner"},
      {"domain.periodic=[true, true, true]", "domain.periodic.2: is out of the plane of dimension 2; write false"},
      {"domain={lower: [0, 0], upper: [0.09, 2], periodic: [true, false]}",
       "so short that a particle would touch itself"},
      {"gravity=[0, 0, -9.81]", "gravity.2: points out of the plane of dimension 2; write 0, or dimension: 3"},
      {"particles.disks.lattice.sites=fcc", "particles.disks.lattice.sites: has layers above each other"},
      {"particles.disks={random: {solid_fraction: 0.55}, material: glass, radius: 1 mm}",
       "random placing jams near 0.55"},
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

/* A single particle never touches its own group; walls need rules with particles, but not with each other. */
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

/* All groups together have less than 2^62 particles, of which a clump has as many as it has spheres. The number is
   unknown if a shape cuts a group; a group that is inserted later has none. */
static void LimitsCounts(void **state)
{
  static const char many[] =
      "dimension: 3\n"
      "domain: {lower: [0, 0, 0], upper: [1, 1, 1]}\n"
      "materials: {glass: {density: 2500}}\n"
      "contacts: [{between: '*', normal: {law: hertz, stiffness: 1e6}}]\n"
      "clumps: {rod: {spheres: [{centre: [0, 0, 0], radius: 1 nm}, {centre: [1 nm, 0, 0], radius: 1 nm}]}}\n"
      "particles:\n"
      "  half: {random: {count: 2305843009213693952}, material: glass, radius: 1 nm}\n"
      "  rods: {random: {count: 1152921504606846975}, material: glass, clump: rod}\n"
      "  one: {at: [{position: [0.5, 0.5, 0.5]}], material: glass, radius: 1 nm}\n"
      "time: {end: 1}\n";
  static const Bad bad[] = {
      {"particles.one.at=[{position: [0.5, 0.5, 0.5]}, {position: [0, 0, 0]}]", "particles.one: makes 2^62"},
      {"particles.rods.random.count=1152921504606846976", "particles.rods: makes 2^62"}};
  GrCase *c = Parse(many, NULL);

  assert_true(c->grains[1].first_id == ((PetscInt64)1 << 61) + 1);
  assert_true(c->grains[2].first_id == ((PetscInt64)1 << 62) - 1);
  assert_true(c->n_particles == ((PetscInt64)1 << 62) - 1);
  GrCaseDestroy(&c);
  c = Parse(many, "particles.rods.within={sphere: {centre: [0.5, 0.5, 0.5], radius: 0.1}}");
  assert_true(c->grains[1].first_id == ((PetscInt64)1 << 61) + 1);
  assert_true(c->grains[1].count == 0 && c->grains[2].first_id == 0 && c->n_particles == 0);
  GrCaseDestroy(&c);
  c = Parse(raining, "particles.one={at: [{position: [1 cm, 1 cm, 1 cm]}], material: glass, radius: 1 mm}");
  assert_true(c->grains[0].count == 0 && c->grains[1].first_id == 1 && c->n_particles == 1);
  GrCaseDestroy(&c);
  ExpectRefusals(many, bad, sizeof bad / sizeof *bad);
}

/* A particle reaches its own image across the sides by its diameter of 0.1 m and by adhesion, 1 m. */
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

/* An error is reported at the place of the value. */
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

UNIT_PETSC(BEFORE(RegisterToys), CASE(RefusesGroups), CASE(RefusesInsertion), CASE(RefusesRest), CASE(RefusesInPlane),
           CASE(CoversPairs), CASE(LimitsCounts), CASE(MeasuresSides), CASE(SaysWhere));
