/* Slider-crank and free block: a crank drives a slider along a line. The slider hits a block that moves on the same
   line.

   I(a) a'' = -I'(a) a'^2/2 - F x'(a) + R,  m5 x5'' = F,  overlap d = x(a) + 2 h - x5
     I(a) = J2 + m2 r^2/4 + m3 (g_x'^2 + g_y'^2) + J3 b'^2 + m4 x'^2
     g_x' = -r sin a (1 - b'/2),  g_y' = r cos a/2             velocity of the middle of the rod over a'
     a crank angle, from the line on which the slider moves [rad];  b angle of the rod [rad], x(a) position of the
     slider [m], and their derivatives by a: see slider_crank.c;  x5 position of the block [m];  r crank length [m]
     m2, J2 crank, m3, J3 rod: mass [kg] and moment of inertia about the centre of mass, at half the length [kg m^2]
     m4 slider, m5 block [kg];  h half the length of the slider, and of the block [m]
     R moment on the crank [N m]: 0 (drive: free), or the moment that keeps its speed constant (drive: held)
   Source: H. Safaeifar and A. Farshidianfar, Multibody Syst. Dyn. 50 (2020) 233, section 10, Tables 5 and 6; the
   equations follow from Lagrange's with the one coordinate a.
   Limits: plane motion without gravity and without friction in the joints; the crank is shorter than the rod. */
#include "mechanism/registry.h"
#include "mechanism/slider_crank.h"
#include <math.h>

/* Parameters, which are the first coefficients as well; then the other coefficients. */
enum { DRIVE, CRANK_LENGTH, CRANK_MASS, CRANK_INERTIA, ROD_LENGTH, ROD_MASS, ROD_INERTIA, SLIDER_MASS, BLOCK_MASS };
enum { HALF_LENGTH = BLOCK_MASS + 1, CRANK_ANGLE, CRANK_SPEED, BLOCK_POSITION, BLOCK_VELOCITY, N_PARAMETERS };
enum { HELD = N_PARAMETERS, CRANK, TOUCHES, N_COEFFICIENTS };
enum { ANGLE, BLOCK, N_COORDINATES };
enum { DRIVE_FREE, DRIVE_HELD };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [DRIVE] = {"drive", NULL, "free|held", WORDS_ONLY, "free",
               "free: the crank rotates freely; held: a moment keeps its speed constant", 0},
    [CRANK_LENGTH] = {"crank_length", "m", NULL, ABOVE_ZERO, NULL, "length of the crank, r", 0.2},
    [CRANK_MASS] = {"crank_mass", "kg", NULL, ABOVE_ZERO, NULL, "mass of the crank, m2", 0.01},
    [CRANK_INERTIA] = {"crank_inertia", "kg m^2", NULL, FROM_ZERO, NULL,
                       "moment of inertia of the crank about its middle, J2", 8e-5},
    [ROD_LENGTH] = {"rod_length", "m", NULL, ABOVE_ZERO, NULL, "length of the rod, l", 0.3},
    [ROD_MASS] = {"rod_mass", "kg", NULL, ABOVE_ZERO, NULL, "mass of the rod, m3", 0.015},
    [ROD_INERTIA] = {"rod_inertia", "kg m^2", NULL, FROM_ZERO, NULL,
                     "moment of inertia of the rod about its middle, J3", 6e-5},
    [SLIDER_MASS] = {"slider_mass", "kg", NULL, ABOVE_ZERO, NULL, "mass of the slider, m4", 0.05},
    [BLOCK_MASS] = {"block_mass", "kg", NULL, ABOVE_ZERO, NULL, "mass of the block, m5", 0.2},
    [HALF_LENGTH] =
        {"half_length", "m", NULL, FROM_ZERO, NULL,
         "half the length of the slider, and of the block, h: they touch when their positions are 2 h apart", 0.01},
    [CRANK_ANGLE] = {"crank_angle", "rad", NULL, ANY_NUMBER, "0",
                     "angle of the crank at the start, from the line of the slider", 0},
    [CRANK_SPEED] = {"crank_speed", "rad/s", NULL, ANY_NUMBER, NULL, "angular speed of the crank at the start", 200},
    [BLOCK_POSITION] = {"block_position", "m", NULL, ANY_NUMBER, NULL,
                        "position of the block at the start, from the crank's bearing", 1},
    [BLOCK_VELOCITY] = {"block_velocity", "m/s", NULL, ANY_NUMBER, "0",
                        "velocity of the block at the start, away from the crank", 0},
};

static const GrMechanismQuantity coordinates[N_COORDINATES] = {
    [ANGLE] = {"crank", "rad", "angle of the crank, from the line of the slider"},
    [BLOCK] = {"block", "m", "place of the block, from the crank's bearing"},
};
static const GrMechanismQuantity observables[] = {
    {"slider", "m", "place of the slider, from the crank's bearing"},
    {"slider_velocity", "m/s", "velocity of the slider"},
    {"slider_acceleration", "m/s^2", "acceleration of the slider"},
    {"crank_moment", "N m", "moment that holds the crank to its speed"},
};
static const GrMechanismQuantity surfaces[] = {
    {"slider", NULL, "the end of the slider"},
    {"block", NULL, "the end of the block that faces it"},
};
static const GrMechanismContact contacts[] = {{"slider_block", "of the slider and the block", {0, 1}}};

static const char *BlockPrepare(const GrLawValue *value, const double *radius, double *c)
{
  for (int k = 0; k < N_PARAMETERS; k++)
    c[k] = value[k].number;
  c[HELD] = value[DRIVE].choice == DRIVE_HELD ? 1 : 0;
  c[CRANK] = c[CRANK_INERTIA] + c[CRANK_MASS] * (0.25 * c[CRANK_LENGTH] * c[CRANK_LENGTH]);
  c[TOUCHES] = 2.0 * c[HALF_LENGTH];
  if (!(c[CRANK_LENGTH] < c[ROD_LENGTH]))
    return "the crank is not shorter than the rod and would not turn all the way; write crank_length below rod_length";
  if (GrMechanismSliderCrankAt(c[CRANK_LENGTH], c[ROD_LENGTH], c[CRANK_ANGLE]).x + c[TOUCHES] > c[BLOCK_POSITION])
    return "the block overlaps the slider at the start; write a larger block_position";
  return NULL;
}

static void BodyMass(const double *c, double *mass)
{
  mass[0] = c[SLIDER_MASS];
  mass[1] = c[BLOCK_MASS];
}

static void BlockStart(const double *c, double *q, double *v)
{
  q[ANGLE] = c[CRANK_ANGLE];
  q[BLOCK] = c[BLOCK_POSITION];
  v[ANGLE] = c[CRANK_SPEED];
  v[BLOCK] = c[BLOCK_VELOCITY];
}

/* There is no `drive`: the acceleration of a held crank is 0. */
static unsigned BlockHeld(const double *c)
{
  return c[HELD] != 0.0 ? 1u << ANGLE : 0u;
}

/* Returns I(a); half_slope: half of its derivative. */
static double CrankInertia(const double *c, double angle, double *half_slope)
{
  const GrMechanismSliderCrank at = GrMechanismSliderCrankAt(c[CRANK_LENGTH], c[ROD_LENGTH], angle);
  const double gx1 = -c[CRANK_LENGTH] * at.sine * (1.0 - 0.5 * at.rod1), gy1 = 0.5 * c[CRANK_LENGTH] * at.cosine;
  const double gx2 = -c[CRANK_LENGTH] * at.cosine * (1.0 - 0.5 * at.rod1) + 0.5 * c[CRANK_LENGTH] * at.sine * at.rod2;
  const double gy2 = -0.5 * c[CRANK_LENGTH] * at.sine;
  *half_slope =
      c[ROD_MASS] * (gx1 * gx2 + gy1 * gy2) + c[ROD_INERTIA] * at.rod1 * at.rod2 + c[SLIDER_MASS] * at.x1 * at.x2;
  return c[CRANK] + c[ROD_MASS] * (gx1 * gx1 + gy1 * gy1) + c[ROD_INERTIA] * at.rod1 * at.rod1 +
         c[SLIDER_MASS] * at.x1 * at.x1;
}

static void BlockMass(const double *c, const double *q, double *m)
{
  double half_slope;
  m[0] = CrankInertia(c, q[ANGLE], &half_slope);
  m[1] = m[2] = 0;
  m[3] = c[BLOCK_MASS];
}

static void BlockForce(const double *c, double t, const double *q, const double *v, double *force)
{
  double half_slope;
  (void)CrankInertia(c, q[ANGLE], &half_slope);
  force[ANGLE] = -half_slope * v[ANGLE] * v[ANGLE];
  force[BLOCK] = 0;
}

static void BlockTouch(const double *c, int k, const double *q, double *overlap, double *normal, double *tangent)
{
  const GrMechanismSliderCrank at = GrMechanismSliderCrankAt(c[CRANK_LENGTH], c[ROD_LENGTH], q[ANGLE]);
  *overlap = at.x + c[TOUCHES] - q[BLOCK];
  normal[ANGLE] = at.x1;
  normal[BLOCK] = -1;
  tangent[ANGLE] = tangent[BLOCK] = 0;
}

static void BlockObserve(const double *c, const GrMechanismState *state, double *value)
{
  const GrMechanismSliderCrank at = GrMechanismSliderCrankAt(c[CRANK_LENGTH], c[ROD_LENGTH], state->position[ANGLE]);
  const double w = state->velocity[ANGLE];
  value[0] = at.x;
  value[1] = at.x1 * w;
  value[2] = at.x1 * state->acceleration[ANGLE] + at.x2 * w * w;
  value[3] = state->reaction[ANGLE];
}

const GrMechanism GrMechanism_slider_crank_block = {
    .name = "slider_crank_block",
    .summary = "a slider-crank whose slider hits a free block",
    .source = "H. Safaeifar and A. Farshidianfar, Multibody Syst. Dyn. 50 (2020) 233, section 10",
    .parameters = parameters,
    .n_coordinates = N_COORDINATES,
    .coordinate = coordinates,
    .n_observables = sizeof(observables) / sizeof(observables[0]),
    .observable = observables,
    .n_surfaces = 2,
    .surface = surfaces,
    .n_contacts = 1,
    .contact = contacts,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = BlockPrepare,
    .body_mass = BodyMass,
    .start = BlockStart,
    .held = BlockHeld,
    .mass = BlockMass,
    .force = BlockForce,
    .touch = BlockTouch,
    .observe = BlockObserve,
};
