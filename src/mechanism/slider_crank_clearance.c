/* Slider-crank whose rod and slider meet in a joint with clearance: a journal that moves in a bearing and touches it
   from inside.

   Coordinates: a angle of the crank, b of the rod, both counter-clockwise from the line of the slider; x of the slider.
   With e(u) = (cos u, sin u), e'(u) = (-sin u, cos u) the rod begins at r e(a), has its centre at r e(a) + l/2 e(b) and
   ends at p = r e(a) + l e(b); the crank turns about (0, 0) and has its centre at r/2 e(a). Kinetic energy:
     T = 1/2 (J_1 + m_1 r^2/4 + m_2 r^2) a'^2 + 1/2 (J_2 + m_2 l^2/4) b'^2 + k cos(a - b) a' b' + 1/2 m_3 x'^2,
     k = m_2 r l/2
   and by Lagrange's equations
     (J_1 + m_1 r^2/4 + m_2 r^2) a'' + k cos(a - b) b'' = M - k sin(a - b) b'^2 - dV/da + Q_a
     (J_2 + m_2 l^2/4) b''           + k cos(a - b) a'' =     k sin(a - b) a'^2 - dV/db + Q_b
     m_3 x''                                            =                                 Q_x
   V = g (m_1 r/2 sin a + m_2 (r sin a + l/2 sin b)) potential energy; M moment on the crank: given by the input, or the
   moment that keeps a' constant.
   Joint: s = (x, 0) - p is the vector from the centre of the rod's part of the joint to the centre of the slider's
   part, n = s/|s| its direction, and t the unit vector across n, counter-clockwise. Overlap and slip of the journal are
     d = |s| - (R_b - R_j)
     journal on the slider:  slip = s' . t - (|s| + R_j) b'
     journal on the rod:     slip = s' . t + R_j b'
   d' = n . s' and the slip are linear in a', b', x'. Their coefficients are the two directions that GrMechanism needs
   for a contact, and Q are the generalised forces along them. Both laws act at the surface of the journal, at the
   distance R_j from its centre. Without clearance sin b = -(r/l) sin a determines the position of the slider (`ideal`).
     r, l lengths of crank and rod [m];  m_1, m_2, m_3 masses of crank, rod and slider [kg];  J_1, J_2 inertias of crank
     and rod about their centres [kg m^2];  R_j, R_b radii of journal and bearing [m];  g gravity, against y [m/s^2]
   Source: G. Wang, D. Ma, C. Liu and Y. Liu, Mech. Syst. Signal Process. 185 (2023) 109785, section 6 (eq. 39 for
   the friction), after P. Flores et al., Nonlinear Dyn. 65 (2011) 383. They do not state where the centres of mass
   are, and which part has the journal.
   Limits: all bodies are rigid, and the slider does not tilt. At |s| = 0 n is not defined; the code uses the x axis. */
#include "base/math/sine.h"
#include "mechanism/registry.h"
#include "mechanism/slider_crank.h"
#include <math.h>

/* Parameters, which are the first coefficients as well; then the other coefficients. */
enum { CRANK_LENGTH, CRANK_MASS, CRANK_INERTIA, ROD_LENGTH, ROD_MASS, ROD_INERTIA, SLIDER_MASS, CRANK_ANGLE };
enum { CRANK_SPEED = CRANK_ANGLE + 1, DRIVE, TORQUE, JOURNAL_ON, GRAVITY, N_PARAMETERS };
enum { I_CRANK = N_PARAMETERS, I_ROD, K, HELD, FIXED_ARM, TURNS, CLEARANCE, W_CRANK, W_ROD, N_COEFFICIENTS };
enum { AT_SPEED, BY_TORQUE };
enum { ON_SLIDER, ON_ROD };
enum { CRANK, ROD, SLIDER, N_COORDINATES };
enum { JOURNAL, BEARING, N_SURFACES };
enum { IDEAL, IDEAL_VELOCITY, IDEAL_ACCELERATION, DEVIATION, JOURNAL_X, JOURNAL_Y, CRANK_MOMENT, N_OBSERVABLES };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [CRANK_LENGTH] = {"crank_length", "m", NULL, ABOVE_ZERO, NULL, "length of the crank, r", 0.05},
    [CRANK_MASS] = {"crank_mass", "kg", NULL, FROM_ZERO, NULL, "mass of the crank, m_1, with its centre half way",
                    17.9},
    [CRANK_INERTIA] = {"crank_inertia", "kg m^2", NULL, FROM_ZERO, NULL, "inertia of the crank about its centre, J_1",
                       0.460327},
    [ROD_LENGTH] = {"rod_length", "m", NULL, ABOVE_ZERO, NULL, "length of the connecting rod, l", 0.3},
    [ROD_MASS] = {"rod_mass", "kg", NULL, ABOVE_ZERO, NULL, "mass of the rod, m_2, with its centre half way", 1.13},
    [ROD_INERTIA] = {"rod_inertia", "kg m^2", NULL, FROM_ZERO, NULL, "inertia of the rod about its centre, J_2",
                     0.0153},
    [SLIDER_MASS] = {"slider_mass", "kg", NULL, ABOVE_ZERO, NULL, "mass of the slider, m_3", 1.013},
    [CRANK_ANGLE] = {"crank_angle", "rad", NULL, ANY_NUMBER, "0",
                     "angle of the crank at the start; 0: away from the slider's end", 0},
    [CRANK_SPEED] = {"crank_speed", "rad/s", NULL, ANY_NUMBER, NULL,
                     "rate of the crank's angle, at the start or always", 20.0},
    [DRIVE] = {"drive", NULL, "speed|torque", WORDS_ONLY, "speed",
               "speed: the crank keeps crank_speed; torque: it starts with it and the moment `torque` drives it", 0},
    [TORQUE] = {"torque", "N m", NULL, ANY_NUMBER, "0", "moment on the crank, counter-clockwise; for drive: torque", 0},
    [JOURNAL_ON] = {"journal_on", NULL, "slider|rod", WORDS_ONLY, "slider",
                    "the body that has the journal; the other body has the bearing", 0},
    [GRAVITY] = {"gravity", "m/s^2", NULL, FROM_ZERO, "0", "gravity, perpendicular to the path of the slider", 0},
};

static const GrMechanismQuantity coordinates[N_COORDINATES] = {
    [CRANK] = {"crank", "rad", "angle of the crank, counter-clockwise from the way of the slider"},
    [ROD] = {"rod", "rad", "angle of the rod, the same way"},
    [SLIDER] = {"slider", "m", "position of the slider, from the axis of the crank"},
};
static const GrMechanismQuantity observables[N_OBSERVABLES] = {
    [IDEAL] = {"ideal", "m", "position of the slider without clearance, at this angle of the crank"},
    [IDEAL_VELOCITY] = {"ideal_velocity", "m/s", "the rate of it, with this motion of the crank"},
    [IDEAL_ACCELERATION] = {"ideal_acceleration", "m/s^2", "its second rate"},
    [DEVIATION] = {"deviation", "m", "position of the slider beyond that without clearance"},
    [JOURNAL_X] = {"journal_x", "m", "centre of the journal from that of the bearing, along the way of the slider"},
    [JOURNAL_Y] = {"journal_y", "m", "the same, across"},
    [CRANK_MOMENT] = {"crank_moment", "N m", "moment that drives the crank, counter-clockwise"},
};
static const GrMechanismQuantity surfaces[N_SURFACES] = {
    [JOURNAL] = {"journal", NULL, "the journal"},
    [BEARING] = {"bearing", NULL, "the bearing around it, a socket: concave: true"},
};
static const GrMechanismContact contacts[] = {
    {"joint", "of journal and bearing", {JOURNAL, BEARING}},
};

static const char *CheckSizes(const GrLawValue *value, const double *radius)
{
  if (!(value[ROD_LENGTH].number > value[CRANK_LENGTH].number))
    return "the crank could not turn: the rod must be longer than it; raise rod_length or lower crank_length";
  if (!(value[CRANK_MASS].number > 0 || value[CRANK_INERTIA].number > 0))
    return "the crank has neither mass nor inertia; give crank_inertia";
  if (!(radius[BEARING] < 0) || !(radius[JOURNAL] > 0) || isinf(radius[JOURNAL]))
    return "the journal is inside the bearing; write concave: true and a radius for the surface bearing, and a smaller "
           "radius for journal";
  if (value[DRIVE].choice == AT_SPEED && value[TORQUE].number != 0)
    return "torque has no effect as the crank keeps its speed; remove it, or write drive: torque";
  return NULL;
}

static const char *JointPrepare(const GrLawValue *value, const double *radius, double *c)
{
  const bool on_slider = value[JOURNAL_ON].choice == ON_SLIDER;
  for (int k = 0; k < N_PARAMETERS; k++)
    c[k] = value[k].number;
  const double r = c[CRANK_LENGTH], l = c[ROD_LENGTH], g = c[GRAVITY], crank = c[CRANK_MASS], rod = c[ROD_MASS];
  c[I_CRANK] = c[CRANK_INERTIA] + (0.25 * crank + rod) * (r * r);
  c[I_ROD] = c[ROD_INERTIA] + 0.25 * rod * (l * l);
  c[K] = 0.5 * rod * (r * l);
  c[HELD] = value[DRIVE].choice == BY_TORQUE ? 0 : 1;
  c[FIXED_ARM] = on_slider ? radius[JOURNAL] : -radius[JOURNAL];
  c[TURNS] = on_slider ? 1 : 0;
  c[CLEARANCE] = -(radius[BEARING] + radius[JOURNAL]);
  c[W_CRANK] = g * (0.5 * crank + rod) * r;
  c[W_ROD] = g * (0.5 * rod) * l;
  return CheckSizes(value, radius);
}

static void BodyMass(const double *c, double *mass)
{
  mass[JOURNAL] = c[TURNS] != 0 ? c[SLIDER_MASS] : c[ROD_MASS];
  mass[BEARING] = c[TURNS] != 0 ? c[ROD_MASS] : c[SLIDER_MASS];
}

static void JointStart(const double *c, double *q, double *v)
{
  const GrMechanismSliderCrank ideal = GrMechanismSliderCrankAt(c[CRANK_LENGTH], c[ROD_LENGTH], c[CRANK_ANGLE]);
  q[CRANK] = c[CRANK_ANGLE];
  q[ROD] = GrMechanismSliderCrankRod(&ideal);
  q[SLIDER] = ideal.x;
  v[CRANK] = c[CRANK_SPEED];
  v[ROD] = ideal.rod1 * c[CRANK_SPEED];
  v[SLIDER] = ideal.x1 * c[CRANK_SPEED];
}

/* ---- motion ---- */

static unsigned JointHeld(const double *c)
{
  return c[HELD] != 0 ? 1u << CRANK : 0;
}

static void JointMass(const double *c, const double *q, double *m)
{
  double sine, cosine;
  GrSineCosine(q[CRANK] - q[ROD], &sine, &cosine);
  for (int i = 0; i < N_COORDINATES * N_COORDINATES; i++)
    m[i] = 0;
  m[CRANK * N_COORDINATES + CRANK] = c[I_CRANK];
  m[ROD * N_COORDINATES + ROD] = c[I_ROD];
  m[SLIDER * N_COORDINATES + SLIDER] = c[SLIDER_MASS];
  m[CRANK * N_COORDINATES + ROD] = m[ROD * N_COORDINATES + CRANK] = c[K] * cosine;
}

static void JointForce(const double *c, double t, const double *q, const double *v, double *force)
{
  double sine, cosine, sine_a, cosine_a, sine_b, cosine_b;
  GrSineCosine(q[CRANK] - q[ROD], &sine, &cosine);
  GrSineCosine(q[CRANK], &sine_a, &cosine_a);
  GrSineCosine(q[ROD], &sine_b, &cosine_b);
  force[CRANK] = c[TORQUE] - c[K] * sine * (v[ROD] * v[ROD]) - c[W_CRANK] * cosine_a;
  force[ROD] = c[K] * sine * (v[CRANK] * v[CRANK]) - c[W_ROD] * cosine_b;
  force[SLIDER] = 0;
}

static double JointPotential(const double *c, const double *q)
{
  double sine_a, sine_b, cosine;
  GrSineCosine(q[CRANK], &sine_a, &cosine);
  GrSineCosine(q[ROD], &sine_b, &cosine);
  return c[W_CRANK] * sine_a + c[W_ROD] * sine_b;
}

static double JointSupply(const double *c, double t, const double *q, const double *v)
{
  return c[TORQUE] * v[CRANK];
}

/* ---- joint ---- */

/* s and its derivatives with respect to a and b; that to x is (1, 0). */
typedef struct {
  double x, y, a[2], b[2];
} Gap;

static Gap GapAt(const double *c, const double *q)
{
  double sine_a, cosine_a, sine_b, cosine_b;
  GrSineCosine(q[CRANK], &sine_a, &cosine_a);
  GrSineCosine(q[ROD], &sine_b, &cosine_b);
  return (Gap){.x = q[SLIDER] - c[CRANK_LENGTH] * cosine_a - c[ROD_LENGTH] * cosine_b,
               .y = -c[CRANK_LENGTH] * sine_a - c[ROD_LENGTH] * sine_b,
               .a = {c[CRANK_LENGTH] * sine_a, -c[CRANK_LENGTH] * cosine_a},
               .b = {c[ROD_LENGTH] * sine_b, -c[ROD_LENGTH] * cosine_b}};
}

static void JointTouch(const double *c, int k, const double *q, double *overlap, double *normal, double *tangent)
{
  const Gap s = GapAt(c, q);
  const double size = sqrt(s.x * s.x + s.y * s.y), x = size > 0 ? s.x / size : 1, y = size > 0 ? s.y / size : 0;
  *overlap = size - c[CLEARANCE];
  normal[CRANK] = x * s.a[0] + y * s.a[1];
  normal[ROD] = x * s.b[0] + y * s.b[1];
  normal[SLIDER] = x;
  tangent[CRANK] = -y * s.a[0] + x * s.a[1];
  tangent[ROD] = -y * s.b[0] + x * s.b[1] - (c[TURNS] * size + c[FIXED_ARM]);
  tangent[SLIDER] = -y;
}

static void JointObserve(const double *c, const GrMechanismState *state, double *value)
{
  const double *q = state->position, rate = state->velocity[CRANK], side = c[TURNS] != 0 ? 1.0 : -1.0;
  const GrMechanismSliderCrank ideal = GrMechanismSliderCrankAt(c[CRANK_LENGTH], c[ROD_LENGTH], q[CRANK]);
  const Gap s = GapAt(c, q);
  value[IDEAL] = ideal.x;
  value[IDEAL_VELOCITY] = ideal.x1 * rate;
  value[IDEAL_ACCELERATION] = ideal.x2 * (rate * rate) + ideal.x1 * state->acceleration[CRANK];
  value[DEVIATION] = q[SLIDER] - ideal.x;
  value[JOURNAL_X] = side * s.x;
  value[JOURNAL_Y] = side * s.y;
  value[CRANK_MOMENT] = c[TORQUE] + state->reaction[CRANK];
}

const GrMechanism GrMechanism_slider_crank_clearance = {
    .name = "slider_crank_clearance",
    .summary = "a slider-crank, driven at a speed or by a moment, with clearance in the joint of rod and slider",
    .source = "G. Wang, D. Ma, C. Liu and Y. Liu, Mech. Syst. Signal Process. 185 (2023) 109785, section 6",
    .parameters = parameters,
    .n_coordinates = N_COORDINATES,
    .coordinate = coordinates,
    .n_observables = N_OBSERVABLES,
    .observable = observables,
    .n_surfaces = N_SURFACES,
    .surface = surfaces,
    .n_contacts = 1,
    .contact = contacts,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = JointPrepare,
    .body_mass = BodyMass,
    .start = JointStart,
    .held = JointHeld,
    .mass = JointMass,
    .force = JointForce,
    .potential = JointPotential,
    .supply = JointSupply,
    .touch = JointTouch,
    .observe = JointObserve,
};
