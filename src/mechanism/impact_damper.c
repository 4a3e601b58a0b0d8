/* Impact damper: a mass on a spring, with a small mass that moves in a gap between two stops of the large mass.

   M x'' = -K x - C x' - f + F_r - F_l,  m y'' = f - F_r + F_l
     f = mu m g tanh((x' - y')/v_reg)         friction of the guide; tanh replaces sticking
     F_l at the overlap d = (x - w/2) - y,  F_r at d = y - (x + w/2)         contact forces of the left and right stop
     x, y positions of the large and of the small mass, 0 if the spring is relaxed [m];  M, m the two masses [kg]
     w gap: length of the free path of the small mass [m];  K spring stiffness [N/m];  C = 2 xi sqrt(K M) viscosity
     [N s/m];  xi damping ratio [1];  mu friction coefficient [1];  g gravity [m/s^2];  v_reg slip at which the friction
     is 76 % of mu m g [m/s]
   Source: H. Safaeifar and A. Farshidianfar, Multibody Syst. Dyn. 50 (2020) 233, section 9, eqs. 64 and 67 to 69, where
   the friction has sgn instead of tanh.
   Limits: with tanh, a mass that should stick creeps at a speed much smaller than v_reg. */
#include "base/math/exponential.h"
#include "mechanism/registry.h"

/* Parameters, which are the first coefficients as well; then the other coefficients. */
enum { MAIN_MASS, IMPACT_MASS, STIFFNESS, DAMPING_RATIO, GAP, FRICTION, FRICTION_SPEED, GRAVITY, DISPLACEMENT };
enum { VELOCITY = DISPLACEMENT + 1, IMPACT_OFFSET, IMPACT_VELOCITY, N_PARAMETERS };
enum { DASHPOT = N_PARAMETERS, HALF_GAP, FULL_FRICTION, START, N_COEFFICIENTS };
enum { MAIN, MASS, N_COORDINATES };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [MAIN_MASS] = {"main_mass", "kg", NULL, ABOVE_ZERO, NULL, "mass on the spring, M", 0.5},
    [IMPACT_MASS] = {"impact_mass", "kg", NULL, ABOVE_ZERO, NULL, "small mass in the gap, m", 0.004},
    [STIFFNESS] = {"stiffness", "N/m", NULL, ABOVE_ZERO, NULL, "spring of the main mass, K", 100},
    [DAMPING_RATIO] = {"damping_ratio", "1", NULL, FROM_ZERO, "0",
                       "damping ratio xi of the main mass: C = 2 xi sqrt(K M)", 0},
    [GAP] = {"gap", "m", NULL, ABOVE_ZERO, NULL, "free path of the small mass between its stops, w", 0.02},
    [FRICTION] = {"friction", "1", NULL, FROM_ZERO, "0",
                  "coefficient of the friction of the small mass on its guide, mu", 0},
    [FRICTION_SPEED] = {"friction_speed", "m/s", NULL, ABOVE_ZERO, "1e-3 m/s",
                        "v_reg of the ramp tanh(slip/v_reg) in the place of sticking", 0},
    [GRAVITY] = {"gravity", "m/s^2", NULL, FROM_ZERO, "9.81 m/s^2",
                 "gravity that presses the small mass onto its guide, g", 0},
    [DISPLACEMENT] = {"displacement", "m", NULL, ANY_NUMBER, "0", "initial displacement of the main mass", 0},
    [VELOCITY] = {"velocity", "m/s", NULL, ANY_NUMBER, "0", "initial velocity of the main mass", 0},
    [IMPACT_OFFSET] = {"impact_offset", "m", NULL, ANY_NUMBER, "0",
                       "position of the small mass at the start, from the middle of the gap", 0},
    [IMPACT_VELOCITY] = {"impact_velocity", "m/s", NULL, ANY_NUMBER, "0", "of the small mass at the start", 0},
};

static const GrMechanismQuantity coordinates[N_COORDINATES] = {
    [MAIN] = {"main", "m", "position of the main mass, from where its spring is at rest"},
    [MASS] = {"mass", "m", "position of the small mass, from the same point"},
};
static const GrMechanismQuantity observables[] = {
    {"relative", "m", "position of the small mass from the middle of the gap"},
    {"left_stop", "m", "position of the left stop, from where the spring is at rest"},
    {"right_stop", "m", "position of the right stop, from the same point"},
};
static const GrMechanismQuantity surfaces[] = {
    {"mass", NULL, "the small mass"},
    {"stop", NULL, "both stops at the ends of the gap"},
};
static const GrMechanismContact contacts[] = {
    {"left", "of the small mass and the stop on the left", {0, 1}},
    {"right", "of the small mass and the stop on the right", {0, 1}},
};

static const char *DamperPrepare(const GrLawValue *value, const double *radius, double *c)
{
  for (int k = 0; k < N_PARAMETERS; k++)
    c[k] = value[k].number;
  c[DASHPOT] = 2.0 * c[DAMPING_RATIO] * sqrt(c[STIFFNESS] * c[MAIN_MASS]);
  c[HALF_GAP] = 0.5 * c[GAP];
  c[FULL_FRICTION] = c[FRICTION] * c[IMPACT_MASS] * c[GRAVITY];
  c[START] = c[DISPLACEMENT] + c[IMPACT_OFFSET];
  if (fabs(c[IMPACT_OFFSET]) > c[HALF_GAP])
    return "impact_offset puts the small mass outside the gap; write one of at most half the gap";
  return NULL;
}

static void BodyMass(const double *c, double *mass)
{
  mass[0] = c[IMPACT_MASS];
  mass[1] = c[MAIN_MASS];
}

static void DamperStart(const double *c, double *q, double *v)
{
  q[MAIN] = c[DISPLACEMENT];
  q[MASS] = c[START];
  v[MAIN] = c[VELOCITY];
  v[MASS] = c[IMPACT_VELOCITY];
}

static void DamperMass(const double *c, const double *q, double *m)
{
  m[0] = c[MAIN_MASS];
  m[1] = m[2] = 0;
  m[3] = c[IMPACT_MASS];
}

/* tanh by GrExp, which has the same bits on every machine. */
static double PortableTanh(double x)
{
  double e = GrExp(-2.0 * fabs(x)), size = (1.0 - e) / (1.0 + e);
  return x < 0.0 ? -size : size;
}

/* Returns the friction of the guide on the small mass (eq. 64). */
static double GuideFriction(const double *c, const double *v)
{
  return c[FULL_FRICTION] * PortableTanh((v[MAIN] - v[MASS]) / c[FRICTION_SPEED]);
}

static void DamperForce(const double *c, double t, const double *q, const double *v, double *force)
{
  double guide = GuideFriction(c, v);
  force[MAIN] = -c[STIFFNESS] * q[MAIN] - c[DASHPOT] * v[MAIN] - guide;
  force[MASS] = guide;
}

static double DamperPotential(const double *c, const double *q)
{
  return 0.5 * c[STIFFNESS] * (q[MAIN] * q[MAIN]);
}

static double DamperLoss(const double *c, double t, const double *q, const double *v)
{
  return c[DASHPOT] * (v[MAIN] * v[MAIN]) + GuideFriction(c, v) * (v[MAIN] - v[MASS]);
}

/* Eq. 67 of the source. */
static void DamperTouch(const double *c, int k, const double *q, double *overlap, double *normal, double *tangent)
{
  double side = k == 0 ? 1.0 : -1.0;
  *overlap = side * (q[MAIN] - q[MASS]) - c[HALF_GAP];
  normal[MAIN] = side;
  normal[MASS] = -side;
  tangent[MAIN] = tangent[MASS] = 0;
}

static void DamperObserve(const double *c, const GrMechanismState *state, double *value)
{
  value[0] = state->position[MASS] - state->position[MAIN];
  value[1] = state->position[MAIN] - c[HALF_GAP];
  value[2] = state->position[MAIN] + c[HALF_GAP];
}

const GrMechanism GrMechanism_impact_damper = {
    .name = "impact_damper",
    .summary = "a mass on a spring with a small mass that moves in a gap between two stops",
    .source = "H. Safaeifar and A. Farshidianfar, Multibody Syst. Dyn. 50 (2020) 233, section 9",
    .parameters = parameters,
    .n_coordinates = N_COORDINATES,
    .coordinate = coordinates,
    .n_observables = 3,
    .observable = observables,
    .n_surfaces = 2,
    .surface = surfaces,
    .n_contacts = 2,
    .contact = contacts,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = DamperPrepare,
    .body_mass = BodyMass,
    .start = DamperStart,
    .mass = DamperMass,
    .force = DamperForce,
    .potential = DamperPotential,
    .loss = DamperLoss,
    .touch = DamperTouch,
    .observe = DamperObserve,
};
