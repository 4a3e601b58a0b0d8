/* Hertz's spring with the drag of a Newtonian fluid as dashpot.

   F = K d^(3/2) + 6 pi mu phi d v;  phi = 1 (drag: stokes) or 1 + 0.15 Re^0.687, Re = rho R v0/mu (drag: impact_speed)
     d overlap [m];  v overlap rate [m/s];  K Hertz stiffness [N/m^1.5];  mu viscosity [Pa s];  phi correction of the
     drag of Stokes [1];  Re Reynolds number [1];  rho mean density of the two bodies [kg/m^3];  R effective radius [m];
     v0 approach speed when the contact closed [m/s]
   Source: J25 (W. Jia et al., A novel nonlinear viscous contact model with a Newtonian fluid-filled dashpot, AIMS
   Press (2025)) eqs. 8 to 11.
   Valid: as Hertz's law; the correction for 1 < Re < 800 in the source.
   History: v0, see common/approach.h.  Energy: 2/5 K d^(5/2).
   Limits: J25 writes phi(Re) in eq. 11. Its tables result with phi = 1 in the equation of motion, and with phi(v0) in
   the estimate of the restitution, eq. 24, where psi is sqrt(d_max) [m^0.5] and not a length. The force is negative at
   the end of an impact. */
#include "base/math/exponential.h"
#include "law/common/approach.h"
#include "law/common/newtonian.h"
#include "law/hertz.h"

enum { VISCOSITY, DRAG, FLOOR, STIFFNESS, GIVEN, N_PARAMETERS };
enum { K, C, CORRECTION, V_LOWEST, V_HIGHEST, IMPLIED, N_COEFFICIENTS };
enum { N_HISTORY = 1 };
enum { STOKES, IMPACT_SPEED };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [VISCOSITY] = {"viscosity", "Pa*s", NULL, ABOVE_ZERO, NULL,
                   "mu: viscosity of the fluid that stands for the loss in the bodies", 1.5e5},
    [DRAG] = {"drag", NULL, "stokes|impact_speed", WORDS_ONLY, "stokes",
              "phi: 1, or corrected by the Reynolds number at the approach speed", 0},
    [FLOOR] = {GR_APPROACH_FLOOR},
    [STIFFNESS] = {GR_HERTZ_STIFFNESS},
    [GIVEN] = {GR_APPROACH_GIVEN},
};

static const GrLawHistory history[N_HISTORY] = {{GR_APPROACH_HISTORY}};

/* phi - 1 at an approach speed of 1 m/s. */
static const char *FindCorrection(const GrLawPair *pair, const GrLawValue *value, double *correction)
{
  *correction = 0;
  if (value[DRAG].choice != IMPACT_SPEED)
    return NULL;
  *correction = GrNewtonianCorrection(pair, value[VISCOSITY].number);
  if (!isnan(*correction))
    return NULL;
  return isinf(pair->radius)
             ? "drag: impact_speed needs a radius, and both bodies are planes; write drag: stokes"
             : "drag: impact_speed needs the density of both bodies; give density of both materials, or drag: stokes";
}

static const char *PrepareNewtonianDashpot(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const char *wrong = GrHertzPrepare(pair, &value[STIFFNESS], &coefficient[K]);
  if (!wrong)
    wrong = FindCorrection(pair, value, &coefficient[CORRECTION]);
  if (wrong)
    return wrong;
  coefficient[C] = 6.0 * GR_PI * value[VISCOSITY].number;
  GrApproachPrepare(&value[FLOOR], &value[GIVEN], coefficient[K], pair->mass, &coefficient[V_LOWEST]);
  return NULL;
}

GR_INLINE GrLawParts PartsOfNewtonianDashpot(const GrLawBatch *batch, int i)
{
  const double d = batch->overlap[i], v0 = GrApproachFollow(batch, i, V_LOWEST);
  const double phi = 1.0 + batch->coefficient[CORRECTION][i] * GrPower(v0, 0.687);
  return GrHertzParts(batch, i, GrRoot(d), batch->coefficient[C][i] * phi * d);
}

GR_LAW_FORCE(NewtonianDashpot)

/* 6 pi mu phi d, v0 as common/approach.h explains. */
static double DampingOfNewtonianDashpot(const double *coefficient, double overlap)
{
  double v0 = GrApproachImplied(&coefficient[V_LOWEST], overlap);
  return coefficient[C] * (1.0 + coefficient[CORRECTION] * GrPower(v0, 0.687)) * overlap;
}

/* An estimate: see common/newtonian.h. */
static double RestitutionOfNewtonianDashpot(const double *coefficient, double mass, double speed, bool no_pull)
{
  double v0 = GrApproachAt(speed, coefficient[V_LOWEST], coefficient[V_HIGHEST]),
         phi = 1.0 + coefficient[CORRECTION] * GrPower(v0, 0.687);
  return GrNewtonianReturned(coefficient[K], mass, coefficient[C] * phi, speed);
}

const GrLaw GrLaw_newtonian_dashpot = {
    .name = "newtonian_dashpot",
    .summary = "Hertz with the drag of a Newtonian fluid as dashpot; restitution falls with speed",
    .source = "W. Jia et al., A novel nonlinear viscous contact model with a Newtonian fluid-filled dashpot, AIMS "
              "Press (2025), eqs. 8 to 11 (J25)",
    .equation = "F = K d^(3/2) + 6 pi mu phi d v, K = 4/3 E sqrt(R)\n"
                "drag: stokes          phi = 1\n"
                "drag: impact_speed    phi = 1 + 0.15 Re^0.687, Re = rho R v0/mu\n"
                "rho: mean density of the two bodies; v0: overlap rate when the contact closed",
    .range = GR_HERTZ_RANGE " The correction holds for 1 < Re < 800 in the source; its own examples have Re below 1. A "
                            "free impact returns about 2 K psi/(2 K psi + 5 A D v0), A = 0.3537, D = 6 pi mu phi, psi "
                            "= sqrt(d_max) (eq. 24): within 0.5 % in these examples.",
    .defects = "J25 writes phi(Re) in the force, but its tables follow with phi = 1 in the equation of motion and "
               "phi(v0) in the estimate of restitution (eq. 24). There psi is sqrt(d_max), not a length. The source "
               "has a sphere on a plane without density; rho here is the mean of two densities. drag: impact_speed "
               "needs both densities. Pulls at the end of restitution. " GR_APPROACH_CARD ". " GR_APPROACH_BOUND
               "; the approach of a contact that has lost energy was faster, and phi is then larger.",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareNewtonianDashpot,
    .force = ForceOfNewtonianDashpot,
    .energy = GrHertzEnergy,
    .stiffness = GrHertzStiffness,
    .damping = DampingOfNewtonianDashpot,
    .restitution = RestitutionOfNewtonianDashpot,
};
