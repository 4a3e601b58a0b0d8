/* Linear spring that is stiffer on unloading, after Walton and Braun.

   F = k1 d + gamma0 v                      d >= d_max
   F = max(0, k2 (d - d_0)) + gamma0 v      d < d_max,   d_0 = (1 - k1/k2) d_max
     d overlap [m];  d_max its largest value since the contact closed [m];  k1, k2 stiffness on first loading and on
     unloading and reloading [N/m];  v rate of the overlap [m/s];  gamma0 viscosity [N s/m];  d_0 overlap at which the
     surfaces separate [m]
   Source: O. R. Walton and R. L. Braun, J. Rheol. 30 (1986) 949, with k2 constant; the limit k_c = 0, k2 = k_p of L15
   (A. Singh, V. Magnanimo and S. Luding, arXiv:1503.03720 (2015)) eq. 6.
   Valid: k2 >= k1; any speed. Without viscosity the restitution of a free impact is sqrt(k1/k2).
   History: d_max.  Energy: recoverable k2 (d - d_0)^2/2, consumed k1 (1 - k1/k2) d_max^2/2.
   Limits: without viscosity the restitution does not depend on the speed, and the force is never negative. */
#include "law/common/loss.h"
#include "law/loop.h"

enum { STIFFNESS_LOADING, STIFFNESS_UNLOADING, VISCOSITY, N_PARAMETERS };
enum { K1, K2, GAMMA0, N_COEFFICIENTS };
enum { D_MAX, N_HISTORY };
enum { REJOINS, PARTS, N_CORNERS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [STIFFNESS_LOADING] = {"k1", "N/m", NULL, ABOVE_ZERO, NULL, "stiffness on first loading", 1e8},
    [STIFFNESS_UNLOADING] = {"k2", "N/m", NULL, ABOVE_ZERO, NULL, "stiffness on unloading and reloading, at least k1",
                             2e8},
    [VISCOSITY] = {GR_VISCOSITY},
};

static const GrLawHistory history[N_HISTORY] = {
    {"overlap_max", "m", "largest overlap since the contact closed"},
};

static const char *PrepareWaltonBraun(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[K1] = value[STIFFNESS_LOADING].number;
  coefficient[K2] = value[STIFFNESS_UNLOADING].number;
  coefficient[GAMMA0] = value[VISCOSITY].number;
  if (coefficient[K2] < coefficient[K1])
    return "k2 is smaller than k1, the contact would give back more than it took; write k2 = k1/e^2 for a restitution "
           "e";
  return NULL;
}

/* Force on the unloading line through (d_max, k1 d_max), exact at d = d_max; 0 where the surfaces have separated. */
GR_INLINE double UnloadingLine(const GrLawBatch *batch, int i, double d_max)
{
  const double *const *c = batch->coefficient;
  const double force = c[K1][i] * d_max + c[K2][i] * (batch->overlap[i] - d_max);
  return force < 0.0 ? 0.0 : force;
}

GR_INLINE GrLawParts PartsOfWaltonBraun(const GrLawBatch *batch, int i)
{
  const double d_max = GrLarger(batch->history[D_MAX][i], batch->overlap[i]), gamma = batch->coefficient[GAMMA0][i];
  batch->trial[D_MAX][i] = d_max;
  return (GrLawParts){UnloadingLine(batch, i, d_max), gamma * batch->rate[i], gamma, 0};
}

GR_LAW_FORCE(WaltonBraun)

GR_INLINE GrLawEnergies EnergiesOfWaltonBraun(const GrLawBatch *batch, int i)
{
  const double k1 = batch->coefficient[K1][i], k2 = batch->coefficient[K2][i], d_max = batch->trial[D_MAX][i];
  const double force = UnloadingLine(batch, i, d_max);
  return (GrLawEnergies){0.5 * (force * force) / k2, 0.5 * k1 * (1.0 - k1 / k2) * (d_max * d_max)};
}

GR_LAW_ENERGY(WaltonBraun)

GR_LAW_CONSTANT(StiffnessOfWaltonBraun, K2)
GR_LAW_CONSTANT(DampingOfWaltonBraun, GAMMA0)

/* Exact without viscosity. */
static double RestitutionOfWaltonBraun(const double *coefficient, double mass, double speed, bool no_pull)
{
  return coefficient[GAMMA0] > 0.0 ? NAN : sqrt(coefficient[K1] / coefficient[K2]);
}

/* Reloading rejoins loading at d_max; the surfaces part at d_0. */
static void CornersOfWaltonBraun(const GrLawBatch *batch, double *const *corner)
{
  const double *restrict k1 = batch->coefficient[K1], *restrict k2 = batch->coefficient[K2];
  const double *restrict committed = batch->history[D_MAX];
  double *restrict rejoins = corner[REJOINS], *restrict parts = corner[PARTS];
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    double d_max = committed[i];
    rejoins[i] = k2[i] > k1[i] ? d_max : 0.0;
    parts[i] = (1.0 - k1[i] / k2[i]) * d_max;
  }
}

const GrLaw GrLaw_walton_braun = {
    .name = "walton_braun",
    .summary = "linear spring, stiffer on unloading; restitution sqrt(k1/k2) at any speed",
    .source = "O. R. Walton and R. L. Braun, J. Rheol. 30 (1986) 949, with constant k2",
    .equation = "loading (d >= d_max):   F = k1 d + gamma0 v\n"
                "unloading (d < d_max):  F = max(0, k2 (d - d_0)) + gamma0 v, d_0 = (1 - k1/k2) d_max",
    .range = "k2 >= k1; any speed. A free impact returns e = sqrt(k1/k2), less with viscosity. The stiffnesses are "
             "chosen, not material properties.",
    .defects = "The restitution does not depend on the speed. The history is forgotten when the contact opens, at d = "
               "0 and not at d_0, so a second impact meets the virgin surface.",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareWaltonBraun,
    .force = ForceOfWaltonBraun,
    .energy = EnergyOfWaltonBraun,
    .stiffness = StiffnessOfWaltonBraun,
    .damping = DampingOfWaltonBraun,
    .onset = 1,
    .restitution = RestitutionOfWaltonBraun,
    .corners = CornersOfWaltonBraun,
    .n_corners = N_CORNERS,
    .end = 1 + PARTS,
};
