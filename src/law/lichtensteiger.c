/* Hertz's spring with Lichtensteiger's dashpot, which grows with the overlap and falls with the approach speed.

   F = K d^(3/2) + chi d v,  chi = (sqrt(5)/2) g1(e) K^(4/5) m^(1/5)/v0^(3/5),  g1(e) = 2 |ln e|/sqrt(pi^2 + ln^2 e)
     d overlap [m];  v overlap rate [m/s];  K Hertz stiffness [N/m^1.5];  m reduced mass [kg];  e restitution [1];
     v0 approach speed when the contact closed [m/s];  chi [N s/m^2]
   Source: M. J. Lichtensteiger, Impact Analysis of Viscoelastic Spheres, Fruits and Vegetables With Rigid, Plane
   Surfaces, The Ohio State University (1982); J25 (W. Jia et al., A novel nonlinear viscous contact model with a
   Newtonian fluid-filled dashpot, AIMS Press (2025)) Table 5.
   Valid: as Hertz's law, one impact at a time.
   History: v0, see common/approach.h.  Energy: 2/5 K d^(5/2).
   Limits: the powers in chi make the restitution independent of v0, but it differs from e. The force is negative at the
   end of an impact. */
#include "base/math/exponential.h"
#include "law/common/approach.h"
#include "law/common/loss.h"
#include "law/common/newtonian.h"
#include "law/hertz.h"

enum { RESTITUTION, FLOOR, STIFFNESS, VISCOSITY, SPEED, GIVEN, N_PARAMETERS };
enum { K, C, V_LOWEST, V_HIGHEST, IMPLIED, N_COEFFICIENTS };
enum { N_HISTORY = 1 };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [RESTITUTION] = {GR_RETURNED(
        "e in the formula of chi; a free impact returns more than e, see defects; 1: no damping")},
    [FLOOR] = {GR_APPROACH_FLOOR},
    [STIFFNESS] = {GR_HERTZ_STIFFNESS},
    [VISCOSITY] = {GR_RETURNED_VISCOSITY},
    [SPEED] = {GR_RETURNED_SPEED},
    [GIVEN] = {GR_APPROACH_GIVEN},
};

static const GrLawHistory history[N_HISTORY] = {{GR_APPROACH_HISTORY}};

static const char *PrepareLichtensteiger(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  double e, loss;
  const char *wrong = GrReturnedPrepare(pair, &value[RESTITUTION], &value[STIFFNESS], &coefficient[K], &e);
  if (wrong)
    return wrong;
  loss = 0.5 * sqrt(5.0) * GrLossLinear(e);
  coefficient[C] = loss > 0.0 ? loss * GrPower(coefficient[K], 0.8) * GrPower(pair->mass, 0.2) : 0.0;
  GrApproachPrepare(&value[FLOOR], &value[GIVEN], coefficient[K], pair->mass, &coefficient[V_LOWEST]);
  return NULL;
}

GR_INLINE GrLawParts PartsOfLichtensteiger(const GrLawBatch *batch, int i)
{
  const double d = batch->overlap[i], v0 = GrApproachFollow(batch, i, V_LOWEST);
  return GrHertzParts(batch, i, GrRoot(d), batch->coefficient[C][i] * GrPower(v0, -0.6) * d);
}

GR_LAW_FORCE(Lichtensteiger)

/* chi d, v0 as common/approach.h explains; it grows with d, like d^(1/4) above the floor. */
static double DampingOfLichtensteiger(const double *coefficient, double overlap)
{
  double v0 = GrApproachImplied(&coefficient[V_LOWEST], overlap);
  return coefficient[C] * GrPower(v0, -0.6) * overlap;
}

const GrLaw GrLaw_lichtensteiger = {
    .name = "lichtensteiger",
    .summary = "Hertz with a dashpot that grows with the overlap and falls with the approach speed",
    .source = "M. J. Lichtensteiger, Impact Analysis of Viscoelastic Spheres, Fruits and Vegetables With Rigid, Plane "
              "Surfaces, The Ohio State University (1982); W. Jia et al., A novel nonlinear viscous contact model with "
              "a Newtonian fluid-filled dashpot, AIMS Press (2025), Table 5",
    .equation = "F = K d^(3/2) + chi d v, chi = sqrt(5) |ln e|/sqrt(ln^2 e + pi^2) K^(4/5) m^(1/5)/v0^(3/5)\n"
                "K = 4/3 E sqrt(R), m = m1 m2/(m1 + m2); v0: overlap rate when the contact closed",
    .range = GR_HERTZ_RANGE " Impacts one at a time, each with its own v0.",
    .defects = "Returns the same restitution at every speed, but more than e: 0.9 becomes 0.940, 0.7 becomes 0.818, "
               "0.5 becomes 0.692, 0.1 becomes 0.408 (0.420 with tension: clip). (J25 prints a restitution of 0.616 "
               "for e = 0.918, but its own formula gives 0.951.) Pulls at the end of restitution. " GR_APPROACH_CARD
               ", and is damped accordingly: set speed_floor to the speeds that matter. " GR_APPROACH_BOUND
               ". It holds for free impacts, and in chains for contacts that touch at the start. If other contacts "
               "press a contact to a larger overlap than its v0 would, it needs a time.step below m/(2 chi d).",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareLichtensteiger,
    .force = ForceOfLichtensteiger,
    .energy = GrHertzEnergy,
    .stiffness = GrHertzStiffness,
    .damping = DampingOfLichtensteiger,
};
