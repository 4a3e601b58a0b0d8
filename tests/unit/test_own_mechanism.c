/* A mechanism that a program registers: a ball that falls under gravity onto a plane. It is read, checked and moved
   like mechanisms of the registry; its first bounce agrees with the balls of problem: bounce, which has another solver.
   Labels: impact input law mechanism. */
#include "unit.h"

#include <math.h>

#include <granum.h>

enum { MASS, DROP, GRAVITY, N_PARAMETERS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [MASS] = {"mass", "kg", NULL, 0, INFINITY, true, true, NULL, "mass of the ball", 1},
    [DROP] = {"drop", "m", NULL, 0, INFINITY, true, true, NULL, "height of its lowest point at the start", 0.9},
    [GRAVITY] = {"gravity", "m/s^2", NULL, 0, INFINITY, true, true, NULL, "gravity", 9.8},
};
static const GrMechanismQuantity height = {"height", "m", "height of the lowest point of the ball"};
static const GrMechanismQuantity surfaces[] = {{"ball", NULL, "the ball"}, {"ground", NULL, "the plane below it"}};
static const GrMechanismContact contact = {"bounce", "of the ball and the ground", {0, 1}};

static const char *Prepare(const GrLawValue *value, const double *radius, double *c)
{
  for (int i = 0; i < N_PARAMETERS; i++)
    c[i] = value[i].number;
  return NULL;
}

static void BodyMass(const double *c, double *mass)
{
  mass[0] = c[MASS];
  mass[1] = INFINITY;
}

static void Start(const double *c, double *q, double *v)
{
  *q = c[DROP];
  *v = 0;
}

static void Mass(const double *c, const double *q, double *m)
{
  *m = c[MASS];
}

static void Force(const double *c, double t, const double *q, const double *v, double *force)
{
  *force = -c[MASS] * c[GRAVITY];
}

static double Potential(const double *c, const double *q)
{
  return c[MASS] * c[GRAVITY] * *q;
}

static void Touch(const double *c, int k, const double *q, double *overlap, double *normal, double *tangent)
{
  *overlap = -*q;
  *normal = -1;
  *tangent = 0;
}

static const GrMechanism ball = {.name = "ball",
                                 .summary = "a ball that falls onto a plane",
                                 .source = "Newton",
                                 .parameters = parameters,
                                 .n_coordinates = 1,
                                 .coordinate = &height,
                                 .n_surfaces = 2,
                                 .surface = surfaces,
                                 .n_contacts = 1,
                                 .contact = &contact,
                                 .n_coefficients = N_PARAMETERS,
                                 .prepare = Prepare,
                                 .body_mass = BodyMass,
                                 .start = Start,
                                 .mass = Mass,
                                 .force = Force,
                                 .potential = Potential,
                                 .touch = Touch};

#define CONTACT                                                                                                        \
  "materials: {rubber: {density: 240}}\n"                                                                              \
  "contacts: [{between: '*', normal: {law: gharib_hurmuzlu, restitution: %g, stiffness: 1.4e8 N/m^1.5}}]\n"
static const char as_mechanism[] =
    "problem: mechanism\n" CONTACT "mechanism: {type: ball, mass: 1, drop: 0.9, gravity: "
    "9.8}\nsurfaces: {ball: {material: rubber, radius: 0.1}, ground: {material: rubber, "
    "shape: plane}}\ntime: {end: 0.9}\n";
static const char as_bounce[] =
    "problem: bounce\n" CONTACT "bodies: [{material: rubber, radius: 0.1, mass: 1}, {shape: plane, material: rubber, "
    "fixed: true}]\ndrop: 0.9\ngravity: 9.8\nuntil: {bounces: 1}\n";

static GrCase *Parse(const char *format, double restitution)
{
  char text[1024];
  GrCase *c;
  (void)snprintf(text, sizeof(text), format, restitution);
  FACT(!GrCaseParse("ball.yaml", text, 0, NULL, &c), "%s", GrFailureMessage());
  return c;
}

/* Flights are carried by steps that are a thousand times as long as a contact, which it must not be lost in. */
static void BouncesAsBallsDo(void **state)
{
  static const double restitution[] = {0.2, 0.4, 0.6, 0.8};
  for (int i = 0; i < 4; i++) {
    GrCase *mechanism = Parse(as_mechanism, restitution[i]), *bounce = Parse(as_bounce, restitution[i]);
    const GrBounceTask task = {1, bounce};
    GrMechanismResult moved;
    GrBounceResult bounced;
    assert_int_equal(GrMechanismSolve(mechanism, 1, &moved), 0);
    assert_int_equal(GrBounceSolve(1, &task, &bounced), 0);
    assert_true(!*moved.why && moved.impacts.n > 0 && moved.run.energy_residual < 1e-9);
    const GrMechanismImpact *first = moved.impacts.row;
    const GrBounce *same = bounced.bounces.row;
    assert_true(fabs(first->time / same->time - 1) < 1e-12);
    assert_true(fabs(first->restitution / same->restitution - 1) < 1e-10);
    assert_true(fabs(first->duration / same->duration - 1) < 1e-10);
    assert_true(fabs(first->force_max / same->force_max - 1) < 1e-9);
    assert_int_equal(GrMechanismResultDestroy(&moved), 0);
    assert_int_equal(GrBounceResultDestroy(&bounced), 0);
    assert_int_equal(GrCaseDestroy(&mechanism), 0);
    assert_int_equal(GrCaseDestroy(&bounce), 0);
  }
}

/* One without a name or a function that every mechanism has, and one whose name is taken. */
static void RefusesHalfMechanisms(void **state)
{
  GrMechanism half = ball;
  assert_int_not_equal(GrMechanismRegister(&ball), 0);
  half.name = "half_ball";
  half.touch = NULL;
  assert_int_not_equal(GrMechanismRegister(&half), 0);
}

static int Register(void **state)
{
  return GrMechanismRegister(&ball);
}

UNIT_PETSC(BEFORE(Register), CASE(BouncesAsBallsDo), CASE(RefusesHalfMechanisms));
