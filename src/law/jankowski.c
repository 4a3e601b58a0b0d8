/* Hertz's spring with Jankowski's dashpot, which is derived for damping on approach only.

   F = K d^(3/2) + c d^(1/4) v,  c = g2(e) sqrt(K m),  g2(e) = 9 sqrt(5) (1 - e^2)/{e [e (9 pi - 16) + 16]}
   `phases: approach`: c acts only while v > 0;  `phases: both`: c always acts
     d overlap [m];  v overlap rate [m/s];  K [N/m^1.5];  m reduced mass [kg];  e restitution [1];  c [N s/m^1.25]
   Source: R. Jankowski, Earthq. Eng. Struct. Dyn. 34 (2005) 595 and 35 (2006) 517 (g2); W25 (G. Wang et al., Mech.
   Syst. Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399) eqs. 23 and 24; J25 (W. Jia et al., A novel
   nonlinear viscous contact model with a Newtonian fluid-filled dashpot, AIMS Press (2025)) Table 5, there in both
   phases.
   Valid: as Hertz's law.
   History: none.  Energy: 2/5 K d^(5/2).
   Limits: with `approach`, the slope of the force jumps when v changes sign, and the force is never negative. With
   `both`, the restitution is much smaller than e, and the force is negative at the end of the contact. */
#include "law/common/loss.h"
#include "law/common/newtonian.h"
#include "law/hertz.h"

enum { RESTITUTION, PHASES, STIFFNESS, VISCOSITY, SPEED, COEFFICIENT, N_PARAMETERS };
enum { K, C_APPROACH, C_SEPARATION, N_COEFFICIENTS };
enum { APPROACH, BOTH };
enum { PUBLISHED, EXACT };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [RESTITUTION] = {GR_RETURNED(
        "e in the formula of g2; the restitution of a free impact is about e, see defects; 1: no damping")},
    [PHASES] = {"phases", NULL, "approach|both", WORDS_ONLY, "approach",
                "when the dashpot acts: approach, only while the bodies approach, as in the derivation of g2; both, "
                "also on separation, as in J25",
                0},
    [STIFFNESS] = {GR_HERTZ_STIFFNESS},
    [VISCOSITY] = {GR_RETURNED_VISCOSITY},
    [SPEED] = {GR_RETURNED_SPEED},
    [COEFFICIENT] = {"coefficient", NULL, "published|exact", WORDS_ONLY, "published",
                     "published: g2 of the source; exact: the dashpot with which a free impact returns restitution", 0},
};

/* g2, or the loss factor for K d^(3/2) of the oscillator of GrLossOfRoot with restitution e. */
static double LossOfJankowski(double e, const GrLawPair *pair, const GrLawValue *value)
{
  if (value[COEFFICIENT].choice != EXACT)
    return GrLossJankowski(e);
  return 0.5 * sqrt(5.0) * (value[PHASES].choice == BOTH ? GrLossReturning(e, pair->no_pull) : GrLossApproach(e));
}

static const char *PrepareJankowski(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  double e;
  const char *wrong = GrReturnedPrepare(pair, &value[RESTITUTION], &value[STIFFNESS], &coefficient[K], &e);
  if (wrong)
    return wrong;
  coefficient[C_APPROACH] = GrDashpot(LossOfJankowski(e, pair, value), coefficient[K], pair->mass);
  coefficient[C_SEPARATION] = value[PHASES].choice == BOTH ? coefficient[C_APPROACH] : 0.0;
  return NULL;
}

/* A restitution from the fluid depends on R and m. */
static bool FactorsOfJankowski(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  if (value[RESTITUTION].choice >= 0)
    return false;
  const double loss = LossOfJankowski(value[RESTITUTION].number, pair, value);
  factor[K] = GrHertzFactor(pair, &value[STIFFNESS]);
  factor[C_APPROACH] = GrDashpotFactor(K, loss);
  factor[C_SEPARATION] = GrDashpotFactor(K, value[PHASES].choice == BOTH ? loss : 0.0);
  return true;
}

GR_INLINE GrLawParts PartsOfJankowski(const GrLawBatch *batch, int i)
{
  const double root = GrRoot(batch->overlap[i]);
  const double approach = batch->coefficient[C_APPROACH][i], separation = batch->coefficient[C_SEPARATION][i];
  return GrHertzParts(batch, i, root, (batch->rate[i] > 0.0 ? approach : separation) * sqrt(root));
}

GR_LAW_FORCE(Jankowski)

static double DampingOfJankowski(const double *coefficient, double overlap)
{
  return coefficient[C_APPROACH] * sqrt(sqrt(overlap));
}

/* Exact. */
static double RestitutionOfJankowski(const double *coefficient, double mass, double speed, bool no_pull)
{
  double loss = GrLossOfRoot(coefficient[C_APPROACH], coefficient[K], mass);
  return coefficient[C_SEPARATION] > 0.0 ? GrReturnedLinear(loss, no_pull) : GrReturnedApproach(loss);
}

const GrLaw GrLaw_jankowski = {
    .name = "jankowski",
    .summary = "Hertz with Jankowski's dashpot, on approach only or in both phases",
    .source =
        "R. Jankowski, Earthq. Eng. Struct. Dyn. 34 (2005) 595 and 35 (2006) 517 (g2); G. Wang et al., Mech. Syst. "
        "Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399, eqs. 23 and 24 (W25); W. Jia et al., A novel "
        "nonlinear viscous contact model with a Newtonian fluid-filled dashpot, AIMS Press (2025), Table 5 (J25)",
    .equation = "F = K d^(3/2) + g2(e) sqrt(K m) d^(1/4) v, the second term while v > 0 only or always\n"
                "g2(e) = 9 sqrt(5) (1 - e^2)/{e [e (9 pi - 16) + 16]}, K = 4/3 E sqrt(R), m = m1 m2/(m1 + m2)",
    .range = GR_HERTZ_RANGE " e from 0.7 on; below, the approximation behind g2 is poor.",
    .defects = "g2 is derived for a dashpot that acts on approach only. With phases: approach, the default, a free "
               "impact returns e within 0.4 % from 0.7 on. J25 applies the dashpot in both phases (phases: both): 0.95 "
               "becomes 0.900, 0.9 becomes 0.802, 0.7 becomes 0.419, with pull at the end of restitution (tension: "
               "allow; with clip the restitution is larger). The restitution of a free impact is known in closed form "
               "for both phases. coefficient: exact computes from it the dashpot that returns e.",
    GR_LAW_ROWS,
    .prepare = PrepareJankowski,
    .factors = FactorsOfJankowski,
    .force = ForceOfJankowski,
    .energy = GrHertzEnergy,
    .stiffness = GrHertzStiffness,
    .damping = DampingOfJankowski,
    .onset = 1.25,
    .restitution = RestitutionOfJankowski,
};
