/* Hertz's spring with Tsuji's dashpot, the damping of which returns one restitution at every speed.

   F = K d^(3/2) + c d^(1/4) v,  c = (sqrt(5)/2) g1(e) sqrt(K m),  g1(e) = 2 |ln e|/sqrt(pi^2 + ln^2 e)
     d overlap [m];  v its rate [m/s];  K [N/m^1.5];  m reduced mass [kg];  e restitution [1];  c [N s/m^1.25]
   Source: Y. Tsuji, T. Tanaka and T. Ishida, Powder Technol. 71 (1992) 239; W25 (G. Wang et al., Mech. Syst. Signal
   Process. (2025), doi 10.1016/j.ymssp.2025.112399) eq. 26, there called the EDEM model. Valid: as Hertz. History:
   none.  Energy: 2/5 K d^(5/2). Limits: returns e exactly if the contact ends at d = 0; it pulls before that. */
#include "elementary.h"
#include "hertz.h"
#include "independent.h"
#include "loss.h"
#include "newtonian.h"

enum { RESTITUTION, STIFFNESS, VISCOSITY, SPEED, N_PARAMETERS };
enum { K, C, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [RESTITUTION] =
        GR_RETURNED("separation over approach speed of a free impact that ends at zero overlap; 1: no damping"),
    [STIFFNESS] = GR_HERTZ_STIFFNESS,
    [VISCOSITY] = GR_RETURNED_VISCOSITY,
    [SPEED] = GR_RETURNED_SPEED,
};

static const char *Prepare(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  double e;
  const GrReturned returned = {value[RESTITUTION], value[VISCOSITY], value[SPEED]};
  const char *wrong = GrHertzPrepare(pair, &value[STIFFNESS], &coefficient[K]);
  if (!wrong)
    wrong = GrReturnedPrepare(pair, &returned, coefficient[K], &e);
  if (wrong)
    return wrong;
  coefficient[C] = GrDashpot(0.5 * sqrt(5.0) * GrLossLinear(e), coefficient[K], pair->mass);
  return NULL;
}

GR_INLINE void Forces(const GrLawBlock *block, bool wanted)
{
  const double *restrict d = block->overlap, *restrict v = block->rate;
  const double *restrict k = block->coefficient[K], *restrict c = block->coefficient[C];
  double *restrict force = block->force, *restrict dashpot = block->dashpot, *restrict viscosity = block->viscosity;
  double *restrict roots = block->root;
  GR_INDEPENDENT
  for (int i = 0; i < block->n; i++) {
    const GrRoots root = GrRootsOf(d[i]);
    const double viscous = c[i] * root.fourth;
    dashpot[i] = viscous * v[i];
    force[i] = k[i] * d[i] * root.square + dashpot[i];
    if (wanted) {
      viscosity[i] = viscous;
      roots[i] = root.square;
    }
  }
}

static void Force(const GrLawBlock *block)
{
  if (block->viscosity)
    Forces(block, true);
  else
    Forces(block, false);
}

static double Damping(const double *coefficient, double overlap)
{
  return coefficient[C] * sqrt(sqrt(overlap));
}

/* Exact. */
static double Restitution(const double *coefficient, double mass, double speed)
{
  return GrReturnedLinear(GrLossOfRoot(coefficient[C], coefficient[K], mass));
}

const GrLaw GrLaw_tsuji = {
    .name = "tsuji",
    .summary = "Hertz with a dashpot that returns its restitution at any speed",
    .source = "Y. Tsuji, T. Tanaka and T. Ishida, Powder Technol. 71 (1992) 239; G. Wang et al., Mech. Syst. Signal "
              "Process. (2025), doi 10.1016/j.ymssp.2025.112399, eq. 26 (there: the EDEM model)",
    .equation = "F = K d^(3/2) + (sqrt(5)/2) g1(e) sqrt(K m) d^(1/4) v\n"
                "g1(e) = 2 |ln e|/sqrt(pi^2 + ln^2 e), K = 4/3 E sqrt(R), m = m1 m2/(m1 + m2)",
    .range = GR_HERTZ_RANGE,
    .defects = "Pulls at the end of restitution. With tension: clip the contact gives back more than e (0.9 becomes "
               "0.902, 0.5 becomes 0.550), because it ends at the first zero of the force.",
    .parameters = parameters,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = Prepare,
    .roots = true,
    .force = Force,
    .energy = GrHertzEnergy,
    .stiffness = GrHertzStiffness,
    .damping = Damping,
    .restitution = Restitution,
};
