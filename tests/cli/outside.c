/* A program outside granum that adds a mechanism, an integrator, a wall shape, an observable and a particle
   generator. They become words of the input and columns of the results. It also resumes a run with a custom force.
   For tests/cli/test_install.py; exit code 0 if all results are right. The mechanism: a mass m on a spring k; at q =
   0 a stop reverses it with a second spring K,
   q'' = -k q/m + max(-q, 0) K/m.  Solution: q = cos(w t) with w^2 = k/m up to the stop, then a contact of duration
   pi/w'
   with w'^2 = (k + K)/m. */
#include <granum.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const GrLawParameter parameters[] = {
    {.name = "mass", .unit = "kg", .upper = INFINITY, .lower_open = true, .meaning = "mass", .example = 1},
    {.name = "stiffness",
     .unit = "N/m",
     .upper = INFINITY,
     .lower_open = true,
     .meaning = "of the spring",
     .example = 1},
    {0},
};
static const GrMechanismQuantity coordinate[] = {{.name = "stretch", .unit = "m", .meaning = "of the spring"}};
static const GrMechanismQuantity surface[] = {{.name = "weight", .meaning = "the body that swings"},
                                              {.name = "stop", .meaning = "the body that reverses it"}};
static const GrMechanismContact contact[] = {
    {.name = "bounce", .meaning = "the weight on the stop", .surface = {0, 1}}};

static const char *Prepare(const GrLawValue *value, const double *radius, double *coefficient)
{
  coefficient[0] = value[0].number;
  coefficient[1] = value[1].number;
  return NULL;
}

static void BodyMass(const double *c, double *mass)
{
  mass[0] = c[0];
  mass[1] = INFINITY;
}

static void Start(const double *c, double *q, double *v)
{
  q[0] = 1;
  v[0] = 0;
}

static void Mass(const double *c, const double *q, double *m)
{
  m[0] = c[0];
}

static void Force(const double *c, double t, const double *q, const double *v, double *force)
{
  force[0] = -c[1] * q[0];
}

static double Potential(const double *c, const double *q)
{
  return 0.5 * c[1] * q[0] * q[0];
}

static void Touch(const double *c, int k, const double *q, double *overlap, double *normal, double *tangent)
{
  *overlap = -q[0];
  normal[0] = -1;
  tangent[0] = 0;
}

static const GrMechanism oscillator = {
    .name = "oscillator",
    .summary = "a mass on a spring",
    .source = "this test",
    .parameters = parameters,
    .n_coordinates = 1,
    .coordinate = coordinate,
    .n_surfaces = 2,
    .surface = surface,
    .n_contacts = 1,
    .contact = contact,
    .n_coefficients = 2,
    .prepare = Prepare,
    .body_mass = BodyMass,
    .start = Start,
    .mass = Mass,
    .force = Force,
    .potential = Potential,
    .touch = Touch,
};

static const char swing[] =
    "problem: mechanism\n"
    "materials: {steel: {density: 7800}}\n"
    "contacts: [{between: '*', normal: {law: linear, stiffness: 4e4, restitution: 1}}]\n"
    "surfaces: {weight: {material: steel, radius: 1 cm}, stop: {material: steel, shape: plane}}\n"
    "mechanism: {type: oscillator, mass: 2 kg, stiffness: 8 N/m}\n"
    "time: {end: 3 s}\n"
    "trajectory: {every: 1 s}\n";

/* The last point of the trajectory: run, time, then the stretch. */
static PetscErrorCode Swing(bool *right)
{
  GrMechanismResult result;
  GrCase *c;

  PetscFunctionBeginUser;
  PetscCall(GrCaseParse("swing", swing, 0, NULL, &c));
  PetscCall(GrMechanismSolve(c, 1, &result));
  const double *last = (const double *)((const char *)result.trajectory.row +
                                        result.trajectory.size * (size_t)(result.trajectory.n - 1));
  const double back = 3 - 2 * M_PI / sqrt(40008 / 2.0); /* without the two contact durations */
  *right = fabs(last[1] - 3) < 1e-12 && fabs(last[2] - fabs(cos(2 * back))) < 1e-6;
  if (!*right)
    printf("at %.17g s: %.17g m, not %.17g m\n", last[1], last[2], fabs(cos(2 * back)));
  PetscCall(GrMechanismResultDestroy(&result));
  PetscCall(GrCaseDestroy(&c));
  PetscFunctionReturn(0);
}

/* A constant force along x. */
static void Push(void *context, const GrForceChunk *c)
{
  for (PetscInt i = 0; i < c->n; i++)
    c->force[3 * i] = 1e-3;
}
static const GrForce push = {.name = "push", .act = Push};

static const char row[] = "dimension: 1\n"
                          "materials: {steel: {density: 7800, youngs_modulus: 200 GPa, poisson_ratio: 0.3}}\n"
                          "contacts: [{between: '*', normal: {law: hertz}}]\n"
                          "particles: {beads: {chain: {count: 8}, material: steel, radius: 5 mm, velocity: 1}}\n"
                          "time: {end: 50 us, step: 0.2 us}\n";

/* Runge-Kutta of order 5 with fixed steps, which granum does not have. */
static PetscErrorCode SetUpFixed(TS ts, const char *method)
{
  TSAdapt adapt;

  PetscFunctionBeginUser;
  PetscCall(TSSetType(ts, TSRK));
  PetscCall(TSRKSetType(ts, TSRK5F));
  PetscCall(TSGetAdapt(ts, &adapt));
  PetscCall(TSAdaptSetType(adapt, TSADAPTNONE));
  PetscFunctionReturn(0);
}
static const GrIntegrator fixed = {.name = "fixed_rk",
                                   .summary = "fixed steps of order 5",
                                   .fixed_step = true,
                                   .integrates_work = true,
                                   .set_up = SetUpFixed};

/* The run makes all 250 steps, and the work of the force on a single bead is exact. */
static PetscErrorCode Step(bool *right)
{
  const char *const set[] = {"time.integrator=fixed_rk", "particles.beads.chain.count=1"};
  GrLedger ledger;
  PetscInt64 step;
  GrWorld world;
  double time;
  GrCase *c;
  GrRun run;

  PetscFunctionBeginUser;
  PetscCall(GrCaseParse("row", row, 2, set, &c));
  GrCaseSetForce(c, &push);
  PetscCall(GrWorldCreate(PETSC_COMM_WORLD, c, &world));
  PetscCall(GrRunCreate(world, NULL, NULL, &run));
  PetscCall(GrRunSolve(run));
  PetscCall(GrRunWhen(run, &step, &time));
  PetscCall(GrRunLedger(run, &ledger));
  const double mass = 7800 * 4 * M_PI / 3 * 125e-9, path = 1 * time + 0.5 * 1e-3 / mass * time * time;
  *right = step == 250 && fabs(ledger.external_work - 1e-3 * path) < 1e-9 * 1e-3 * path;
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrWorldDestroy(&world));
  PetscCall(GrCaseDestroy(&c));
  PetscFunctionReturn(0);
}

/* Final state of a run: mean position of its beads on this rank, and work of all forces. */
typedef struct {
  double position, work;
} End;

static PetscErrorCode Finish(GrRun *run, End *end)
{
  double position[3 * 8];
  bool ended;
  GrLedger ledger;

  PetscFunctionBeginUser;
  PetscCall(GrRunSteps(*run, 3, &ended));
  PetscCall(GrRunSolve(*run));
  PetscCall(GrRunRead(*run, GR_READ_POSITION, position));
  PetscCall(GrRunLedger(*run, &ledger));
  *end = (End){.work = ledger.external_work};
  for (PetscInt i = 0; i < GrRunCount(*run); i++)
    end->position += position[3 * i] / (double)GrRunCount(*run);
  PetscCall(GrRunDestroy(run));
  PetscFunctionReturn(0);
}

static PetscErrorCode RunInto(const char *path, const char *set, End *end)
{
  GrRunFolder folder;
  GrWorld world;
  GrCase *c;
  GrRun run;

  PetscFunctionBeginUser;
  PetscCall(GrCaseParse("row", row, 1, &set, &c));
  GrCaseSetForce(c, &push);
  PetscCall(GrWorldCreate(PETSC_COMM_WORLD, c, &world));
  PetscCall(GrRunFolderCreate(PETSC_COMM_WORLD, path, GR_FOLDER_REFUSE, NULL, &folder));
  PetscCall(GrRunCreate(world, folder, NULL, &run));
  PetscCall(Finish(&run, end));
  PetscCall(GrRunFolderClose(&folder, 0));
  PetscCall(GrWorldDestroy(&world));
  PetscCall(GrCaseDestroy(&c));
  PetscFunctionReturn(0);
}

static PetscErrorCode GoOn(const char *path, const GrForce *force, const char *set, End *end)
{
  const GrRunOptions options = {.n_set = 1, .set = &set, .force = force};
  GrRunFolder folder;
  GrWorld world = NULL;
  GrCase *c = NULL;
  GrRun run = NULL;

  PetscFunctionBeginUser;
  PetscCall(GrRunFolderCreate(PETSC_COMM_WORLD, NULL, GR_FOLDER_CONTINUE, NULL, &folder));
  PetscErrorCode error = GrRunResume(PETSC_COMM_WORLD, path, folder, &options, &c, &world, &run);
  error = error ? error : Finish(&run, end);
  PetscCall(GrRunFolderClose(&folder, error));
  PetscCall(GrWorldDestroy(&world));
  PetscCall(GrCaseDestroy(&c));
  PetscFunctionReturn(error);
}

/* Without its force the run is not resumed, and the message has the reason; with the force the bits
   equal an uninterrupted run. */
static PetscErrorCode Resume(bool *right)
{
  const char *const whole = "time.end=50 us", *const part = "time.end=20 us";
  bool refused;
  End end[2];

  PetscFunctionBeginUser;
  PetscCall(RunInto("whole", whole, &end[0]));
  PetscCall(RunInto("cut", part, &end[1]));
  refused = GoOn("cut", NULL, whole, &end[1]) && GrFailureCode() == GR_EXIT_INPUT &&
            strstr(GrFailureMessage(), "the run had the force push, and cannot continue with none");
  GrFailureClear();
  PetscCall(GoOn("cut", &push, whole, &end[1]));
  *right = refused && end[0].work > 0 && end[0].work == end[1].work && end[0].position == end[1].position;
  PetscFunctionReturn(0);
}

/* A corner: two faces at a right angle; a sphere may touch both. */
static const GrWallParameter corner_rows[] = {
    {.name = "edge", .kind = GR_WALL_POINT, .meaning = "a point of the edge, which is along y"}, {0}};

static int CornerParts(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach, int64_t part[])
{
  double edge[3];
  int n = 0;

  GrWallMovePoint(pose, GrWallValues(wall)[0].number, edge);
  for (int face = 0; face < 3; face += 2)
    if (x[face] - edge[face] < reach)
      part[n++] = face;
  return n;
}

static void TouchCorner(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  double edge[3];

  GrWallMovePoint(pose, GrWallValues(wall)[0].number, edge);
  for (int i = 0; i < chunk->n; i++) {
    const int face = (int)chunk->part[i];
    chunk->gap[i] = chunk->x[face][i] - edge[face];
    for (int k = 0; k < 3; k++)
      chunk->normal[k][i] = k == face;
  }
}
static const GrWallShape corner = {.name = "corner",
                                   .summary = "two faces at a right angle",
                                   .parameters = corner_rows,
                                   .touch = TouchCorner,
                                   .parts = CornerParts};

static const char heap[] =
    "dimension: 3\n"
    "materials: {glass: {density: 2500, youngs_modulus: 1 MPa, poisson_ratio: 0.3}}\n"
    "contacts: [{between: '*', normal: {law: tsuji, restitution: 0.7}, tangential: {law: mindlin, friction: 0.5}}]\n"
    "domain: {lower: [0, 0, 0], upper: [10 mm, 10 mm, 10 mm], periodic: [false, true, false]}\n"
    "gravity: [-5, 0, -9]\n"
    "particles:\n"
    "  beads: {random: {count: 120}, material: glass, radius: {distribution: uniform, from: 0.4 mm, to: 0.6 mm},\n"
    "          velocity: [0, 0.2, 0]}\n"
    "walls:\n"
    "  a: {point: [0, 0, 0], normal: [1, 0, 0], material: glass, velocity: [0.01, 0.05, 0]}\n"
    "  b: {point: [0, 0, 0], normal: [0, 0, 1], material: glass, velocity: [0.01, 0.05, 0]}\n"
    "time: {end: 60 ms, step: 10 us, skin: 0.1 mm}\n"
    "output: {trajectory: {every: 20 ms}, observables: {every: 20 ms}}\n";

/* Centre of mass; and virial, the work of the contacts per relative decrease of the box. */
static void AddMass(const GrObservedSystem *s, const GrObservedParticle *p, GrObservableSums sums)
{
  for (int k = 0; k < 3; k++)
    GrObservableAdd(sums, k, p->mass * p->position[k]);
}

static void AddVirial(const GrObservedSystem *s, const GrContact *c, GrObservableSums sums)
{
  for (int k = 0; k < 3; k++)
    GrObservableAdd(sums, 3, -c->force[k] * c->branch[k]);
}

static void CentreAndVirial(const GrObservedSystem *s, const double sum[], double value[])
{
  for (int k = 0; k < 3; k++)
    value[k] = sum[k] / s->mass;
  value[3] = sum[3];
}
static const GrObservable centre = {.name = "centre_and_virial",
                                    .unit = "1",
                                    .description = "centre of mass [m]; sum of force times branch [N m]",
                                    .n_values = 4,
                                    .n_sums = 4,
                                    .particle = AddMass,
                                    .contact = AddVirial,
                                    .value = CentreAndVirial};

/* The energies at the end. */
static PetscErrorCode Pile(const char *path, int n_set, const char *const set[], GrLedger *ledger)
{
  GrRunFolder folder;
  GrWorld world;
  GrCase *c;
  GrRun run;

  PetscFunctionBeginUser;
  PetscCall(GrCaseParse("heap", heap, n_set, set, &c));
  PetscCall(GrWorldCreate(PETSC_COMM_WORLD, c, &world));
  PetscCall(GrRunFolderCreate(PETSC_COMM_WORLD, path, GR_FOLDER_REFUSE, NULL, &folder));
  PetscCall(GrRunCreate(world, folder, NULL, &run));
  PetscCall(GrRunSolve(run));
  PetscCall(GrRunLedger(run, ledger));
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrRunFolderClose(&folder, 0));
  PetscCall(GrWorldDestroy(&world));
  PetscCall(GrCaseDestroy(&c));
  PetscFunctionReturn(0);
}

/* A corner gives the same bits as two planes: each face has its own contact history. */
static PetscErrorCode Corner(bool *right)
{
  const char *const set[] = {"walls={a: {shape: corner, edge: [0, 0, 0], material: glass, velocity: [0.01, 0.05, 0]}}"};
  GrLedger planes, both;

  PetscFunctionBeginUser;
  PetscCall(Pile("planes", 0, NULL, &planes));
  PetscCall(Pile("corner", 1, set, &both));
  *right = !memcmp(&planes, &both, sizeof planes) && planes.dissipated_frictional > 0;
  if (!*right)
    printf("%.17g J of friction, not %.17g J\n", both.dissipated_frictional, planes.dissipated_frictional);
  PetscFunctionReturn(0);
}

/* Particles in a line; the speed increases by a constant from one to the next. */
typedef struct {
  double from[3], step[3], faster; /* [m], [m], [m/s] */
  PetscInt64 count;
} Line;
static const GrGeneratorKey line_keys[] = {{.name = "from",
                                            .kind = GR_GIVEN_POINT,
                                            .meaning = "the first place",
                                            .unit = "m",
                                            .offset = offsetof(Line, from),
                                            .lower = -INFINITY,
                                            .upper = INFINITY},
                                           {.name = "step",
                                            .kind = GR_GIVEN_POINT,
                                            .meaning = "from place to place",
                                            .unit = "m",
                                            .offset = offsetof(Line, step),
                                            .lower = -INFINITY,
                                            .upper = INFINITY},
                                           {.name = "faster",
                                            .kind = GR_GIVEN_NUMBER,
                                            .meaning = "the difference of velocities along x",
                                            .unit = "m/s",
                                            .fallback = "0",
                                            .offset = offsetof(Line, faster),
                                            .lower = -INFINITY,
                                            .upper = INFINITY},
                                           {.name = "count",
                                            .kind = GR_GIVEN_INTEGER,
                                            .meaning = "the number of particles",
                                            .offset = offsetof(Line, count),
                                            .lower = 1,
                                            .upper = 1e6},
                                           {0}};

static const char *CountLine(const GrCase *c, const struct GrGrains *grains, const struct GrDistribution *radii,
                             PetscInt64 *count, GrGeneratorFault *fault)
{
  const Line *given = GrGeneratorGroupOf(c, grains, radii).given;

  *count = given->count;
  fault->key = "step";
  return given->step[0] || given->step[1] || given->step[2] ? NULL : "is zero; write where the next particle stands";
}

static void PlaceLine(const GrPlaces *p)
{
  const Line *given = GrGeneratorGroupOf(p->the_case, p->grains, p->radii).given;

  for (PetscInt i = 0; i < p->n; i++) {
    for (int k = 0; k < 3; k++)
      p->state[i][k] = given->from[k] + (double)(p->first + i) * given->step[k];
    p->state[i][3] += (double)(p->first + i) * given->faster;
  }
}
static const GrGenerator line = {.name = "line",
                                 .summary = "particles in a file",
                                 .keys = line_keys,
                                 .size = sizeof(Line),
                                 .count = CountLine,
                                 .place = PlaceLine};

#define BEADS(made) "particles={beads: {" made ", material: glass, radius: 0.9 mm, velocity: [0.5, 0, 0]}}"

/* A line gives the same bits as `at` with the same positions; errors are reported at its key. */
static PetscErrorCode MakeLine(bool *right)
{
  const char *const set[] = {BEADS("line: {from: [0.001953125, 0.005, 0.005], step: [0.001953125, 0, 0], faster: -0.25,"
                                   " count: 3}")};
  const char *const at[] = {BEADS("at: [{position: [0.001953125, 0.005, 0.005]}, {position: [0.00390625, 0.005, 0.005],"
                                  " velocity: [0.25, 0, 0]}, {position: [0.005859375, 0.005, 0.005],"
                                  " velocity: [0, 0, 0]}]")};
  const char *const bad[] = {BEADS("line: {from: [0, 0, 0], step: [0, 0, 0], count: 3}")};
  GrLedger ledger[2];
  GrCase *c;

  PetscFunctionBeginUser;
  PetscCall(Pile("line", 1, set, &ledger[0]));
  PetscCall(Pile("at", 1, at, &ledger[1]));
  *right = !memcmp(&ledger[0], &ledger[1], sizeof *ledger) && ledger[0].dissipated_frictional > 0;
  *right = *right && GrCaseParse("heap", heap, 1, bad, &c) && GrFailureCode() == GR_EXIT_INPUT &&
           strstr(GrFailureMessage(), "particles.beads.line.step: is zero; write where");
  if (!*right)
    printf("%.17g J of friction, not %.17g J; %s\n", ledger[0].dissipated_frictional, ledger[1].dissipated_frictional,
           GrFailureMessage());
  GrFailureClear();
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  bool swings = false, goes_on = false, steps = false, piles = false, made = false;

  if (PetscInitialize(&argc, &argv, NULL, NULL) || GrErrorHandlerInstall())
    return 1;
  const bool taken = !GrMechanismRegister(&oscillator) && GrMechanismRegister(&oscillator) &&
                     !GrIntegratorRegister(&fixed) && GrIntegratorRegister(&fixed) && !GrWallShapeRegister(&corner) &&
                     GrWallShapeRegister(&corner) && GrWallShapeFind(corner.name) == &corner &&
                     !GrObservableRegister(&centre) && GrObservableRegister(&centre) && !GrGeneratorRegister(&line) &&
                     GrGeneratorRegister(&line);
  if (Swing(&swings) || Step(&steps) || Corner(&piles) || MakeLine(&made) || Resume(&goes_on))
    printf("%s\n", GrFailureMessage());
  printf("registers %d, swings %d, steps %d, piles %d, made %d, goes on %d\n", taken, swings, steps, piles, made,
         goes_on);
  return PetscFinalize() || !(taken && swings && steps && piles && made && goes_on);
}
