/* Static elastoplastic contact of Ma and Liu.

   Loading, d >= d_max:    F = K d^(3/2)                     d < d_y
                           F = d [c1 + c2 ln(d/d_y)] + c3    d_y <= d < d_p
                           F = F_p + k1 (d - d_p)            d >= d_p
   Unloading, d < d_max:   the loading curve if d_max < d_e, else F = K_r (d - d_r)^(3/2), 0 for d < d_r, with
     x = min(d_max, d_p),  R_e = R K x^(3/2)/F(x),  K_r = 4/3 E sqrt(R_e) = K sqrt(K x^(3/2)/F(x)),
     d_r = d_max - [F(d_max)/K_r]^(2/3)
   plus gamma0 v on both, as long as the bodies touch (d > 0)
     d overlap [m];  v overlap rate [m/s];  gamma0 viscosity, 0 in the sources [N s/m];  d_max largest overlap since the
     contact closed [m];  d_y, d_p, F_y, F_p, c1, c2, c3, k1: see common/yield.h;  R_e radius of curvature after
     yielding [m];  d_r residual overlap [m];  d_e elastic limit [m], see below
   Source: D. Ma and C. Liu, J. Appl. Mech. 82 (2015), doi 10.1115/1.4031483; as printed in W23 (G. Wang, D. Ma, C.
   Liu and Y. Liu, Mech. Syst. Signal Process. 185 (2023) 109785) eqs. 1-4 and W25 (G. Wang et al., Mech. Syst.
   Signal Process. (2025), doi 10.1016/j.ymssp.2025.112399) eqs. 1-3.
   Valid: spheres that yield near the contact and keep their shape elsewhere; no effect of the strain rate except the
   viscosity.
   History: d_max. The unloading curve follows from it by one logarithm and one cube root.  Energy: all integrals in
   closed form (W23 eqs. 2 and 4); consumed = U_load(d_max) - 2/5 K_r (d_max - d_r)^(5/2).

   Corrections: (a) W23 prints R_e with the Hertzian force at d_y. Then d_r is negative and the restitution is 2. With
   the Hertzian force at d_max (at d_p beyond full plasticity) the results are the numbers of the papers. (b) For d_max
   <= d_p the formulas reduce to d_r = d_max (1 - q), q = F(d_max)/(K d_max^(3/2)). If the loading curve is above the
   Hertzian curve, q > 1, d_r is negative and unloading returns more energy than loading needed. This happens just above
   d_y if ln(eps^2/2) < 2 (2 psi/1.61 - 1). With the parameter value `passive`, the contact is elastic up to d_e, the
   overlap at which the two curves intersect again. With `published`, d_e = d_y. */
#include "law/ma_liu.h"
#include "law/common/loss.h"
#include "law/hertz.h"
#include <string.h>

enum { HARDNESS_RATIO, CONFORMITY, UNLOADING, STIFFNESS, VISCOSITY, N_PARAMETERS };
enum { GAMMA0 = 8, N_COEFFICIENTS }; /* after the eight numbers of GrMaLiu */
enum { D_MAX, N_HISTORY };
enum { FIRST_YIELD, FULLY_PLASTIC, REJOINS, PARTS, N_CORNERS };
enum { PASSIVE, PUBLISHED };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [HARDNESS_RATIO] = {GR_YIELD_HARDNESS_RATIO},
    [CONFORMITY] = {GR_YIELD_CONFORMITY},
    [UNLOADING] =
        {"unloading", NULL, "passive|published", WORDS_ONLY, "passive",
         "passive: elastic until the published unloading curve loses energy; published: elastic up to d_y only", 0},
    [STIFFNESS] = {GR_YIELD_STIFFNESS},
    [VISCOSITY] = {GR_VISCOSITY},
};

static const GrLawHistory history[N_HISTORY] = {
    {"overlap_max", "m", "largest overlap since the contact closed"},
};

/* d - d_r, or 0 after the surfaces have separated. */
static inline double IndentationOfUnloading(GrMaLiuUnloading u, double d)
{
  double depth = d - u.residual;
  return depth < 0.0 ? 0.0 : depth;
}

/* d_e: the largest overlap in (d_y, d_p) with F >= K d^(3/2). The difference has at most one sign change; F is smaller
   above it. */
static double ElasticLimit(const GrYield *y)
{
  double low = y->d_y, high = y->d_p;
  for (int i = 0; i < 200; i++) {
    double d = 0.5 * (low + high), force = d * (y->c1 + y->c2 * GrLogarithm(d / y->d_y)) + y->c3;
    if (force < y->k * d * sqrt(d))
      high = d;
    else
      low = d;
  }
  return high;
}

const char *GrMaLiuPrepare(const GrYield *y, bool published, GrMaLiu *s)
{
  if (!(y->f_p < y->k * y->d_p * sqrt(y->d_p)))
    return "hardness_ratio is too large for this conformity, the contact would be stiffer than an elastic one; raise "
           "conformity (13 to 20 in the source) or lower hardness_ratio (2.6 to 3.0)";
  *s = (GrMaLiu){y->k, y->d_y, y->d_p, published ? y->d_y : ElasticLimit(y), y->c1, y->c2, y->c3, y->k1};
  return NULL;
}

static const char *PrepareMaLiu(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  GrYield y;
  GrMaLiu s;
  const char *wrong =
      GrYieldPrepare(pair, &value[STIFFNESS], value[HARDNESS_RATIO].number, value[CONFORMITY].number, &y);
  if (!wrong)
    wrong = GrMaLiuPrepare(&y, value[UNLOADING].choice == PUBLISHED, &s);
  if (wrong)
    return wrong;
  memcpy(coefficient, &s, sizeof(s));
  coefficient[GAMMA0] = value[VISCOSITY].number;
  return NULL;
}

GR_INLINE GrLawParts PartsOfMaLiu(const GrLawBatch *batch, int i)
{
  const GrMaLiu s = GrMaLiuAt(batch->coefficient, i);
  const double d = batch->overlap[i], d_max = GrLarger(batch->history[D_MAX][i], d);
  const GrMaLiuUnloading u = GrMaLiuUnload(s, d_max, GrMaLiuLoad(s, d_max));
  const double loading = GrMaLiuLoad(s, d).force, depth = IndentationOfUnloading(u, d);
  const double unloading = u.k * depth * sqrt(depth), gamma = batch->coefficient[GAMMA0][i];
  const bool on_load = (d >= d_max) | (d_max < s.d_e);
  batch->trial[D_MAX][i] = d_max;
  return (GrLawParts){on_load ? loading : unloading, gamma * batch->rate[i], gamma, 0};
}

GR_LAW_FORCE(MaLiu)

GR_INLINE GrLawEnergies EnergiesOfMaLiu(const GrLawBatch *batch, int i)
{
  const GrMaLiu s = GrMaLiuAt(batch->coefficient, i);
  const double d = batch->overlap[i], d_max = batch->trial[D_MAX][i];
  const GrMaLiuPoint top = GrMaLiuLoad(s, d_max);
  const GrMaLiuUnloading u = GrMaLiuUnload(s, d_max, top);
  const double depth = IndentationOfUnloading(u, d), returned = 0.4 * u.k * (depth * depth) * sqrt(depth);
  const double elastic = GrMaLiuLoad(s, d).work, lost = top.work - 0.4 * u.k * (u.depth * u.depth) * sqrt(u.depth);
  return d_max < s.d_e ? (GrLawEnergies){elastic, 0.0} : (GrLawEnergies){returned, lost};
}

GR_LAW_ENERGY(MaLiu)

static GrMaLiu SphereOf(const double *coefficient)
{
  const double *column[N_COEFFICIENTS];
  for (int c = 0; c < N_COEFFICIENTS; c++)
    column[c] = &coefficient[c];
  return GrMaLiuAt(column, 0);
}

/* An unloading curve is steepest where it starts, with 3/2 K_r (d_max - d_r)^(1/2), which for d_max <= d_p is Hertz's
   3/2 K d_max^(1/2) and grows with d_max. At a given overlap no curve from a larger d_max is steeper if q <= 1, so the
   bound holds for every history; with `published` unloading and q > 1, for histories up to `overlap`. Between d_y and
   about 2 d_y the loading curve may be steeper. */
static double StiffnessOfMaLiu(const double *coefficient, double overlap)
{
  GrMaLiu s = SphereOf(coefficient);
  if (overlap < s.d_y)
    return GrHertzStiffness(coefficient, overlap);
  double x = overlap < s.d_p ? overlap : s.d_p, loading = s.c1 + s.c2 * (1.0 + GrLogarithm(x / s.d_y));
  GrMaLiuUnloading u = GrMaLiuUnload(s, overlap, GrMaLiuLoad(s, overlap));
  double unloading = 1.5 * u.k * sqrt(u.depth);
  return loading > unloading ? loading : unloading;
}

GR_LAW_CONSTANT(DampingOfMaLiu, GAMMA0)

/* Exact without viscosity (W23 eqs. 2, 4 and 38). */
static double RestitutionOfMaLiu(const double *coefficient, double mass, double speed, bool no_pull)
{
  GrMaLiu s = SphereOf(coefficient);
  double returned = GrMaLiuRestitution(s, GrMaLiuChord(s), 0.5 * mass * speed * speed);
  return coefficient[GAMMA0] > 0.0 ? NAN : returned;
}

/* Loading meets d_y and d_p, where the curvature jumps. A contact past its elastic limit rejoins loading at d_max and
   parts at d_r. */
static void CornersOfMaLiu(const GrLawBatch *batch, double *const *corner)
{
  const double *restrict committed = batch->history[D_MAX];
  double *restrict first_yield = corner[FIRST_YIELD], *restrict fully_plastic = corner[FULLY_PLASTIC];
  double *restrict rejoins = corner[REJOINS], *restrict parts = corner[PARTS];
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    GrMaLiu s = GrMaLiuAt(batch->coefficient, i);
    double d_max = committed[i];
    GrMaLiuUnloading u = GrMaLiuUnload(s, d_max, GrMaLiuLoad(s, d_max));
    bool yielded = d_max >= s.d_e;
    first_yield[i] = yielded ? 0.0 : s.d_y;
    fully_plastic[i] = d_max >= s.d_p ? 0.0 : s.d_p;
    rejoins[i] = yielded ? d_max : 0.0;
    parts[i] = yielded ? u.residual : 0.0;
  }
}

const GrLaw GrLaw_ma_liu = {
    .name = "ma_liu",
    .summary = "static elastoplastic contact: elastic, elastoplastic, fully plastic, with its own unloading",
    .source = "D. Ma and C. Liu, J. Appl. Mech. 82 (2015), doi 10.1115/1.4031483; G. Wang et al., Mech. Syst. Signal "
              "Process. (2025), doi 10.1016/j.ymssp.2025.112399, eqs. 1-3 (W25); G. Wang, D. Ma, C. Liu and Y. Liu, "
              "Mech. Syst. Signal Process. 185 (2023) 109785, eqs. 1-4 (W23)",
    .equation = "loading (d >= d_max):   F = K d^(3/2)                    d < d_y\n"
                "                        F = d [c1 + c2 ln(d/d_y)] + c3   d_y <= d < d_p\n"
                "                        F = F_p + k1 (d - d_p)           d >= d_p\n"
                "unloading (d < d_max):  as loading                       d_max < d_e\n"
                "                        F = K_r (d - d_r)^(3/2)          d_max >= d_e\n"
                "d_y = pi^2 R p_y^2/(4 E^2), d_p = eps^2 d_y/2, p_y = 1.61 s_y, lam = ln(eps^2/2)\n"
                "c2 = (2 psi s_y - p_y) pi R/lam, c1 = [p_y (1 + lam) - 2 psi s_y] pi R/lam\n"
                "c3 = F_y - c1 d_y, F_y = K d_y^(3/2), F_p = d_p (c1 + c2 lam) + c3, k1 = 2 pi R psi s_y\n"
                "K_r = K sqrt(K x^(3/2)/F(x)), x = min(d_max, d_p), d_r = d_max - [F(d_max)/K_r]^(2/3)\n"
                "s_y: the smaller yield stress of the pair; d_e = d_y in print, see defects\n"
                "plus gamma0 v on both branches",
    .range = "spheres that yield at the contact and keep their shape elsewhere; no rate effects but viscosity. psi 2.6 "
             "to 3.0 and eps 13 to 20 in the source. ln(eps^2/2) must exceed 1 and F_p must stay below K d_p^(3/2). "
             "Without viscosity a free impact returns sqrt(U_r/U_c), the work of unloading over that of loading.",
    .defects =
        "W23 prints the unloading radius with Hertz's force at d_y, which makes d_r negative and the restitution 2; "
        "Hertz's force at min(d_max, d_p), used here, reproduces the papers' energies and restitutions to all digits. "
        "Where the loading curve runs above Hertz's (just above d_y if ln(eps^2/2) < 2 (2 psi/1.61 - 1)), the "
        "published unloading has d_r < 0 and returns up to 1.5 % more energy than loading took (psi 3, eps 13, d_max "
        "below 2.77 d_y). With unloading: passive, the default, the contact is elastic up to d_e, where the two curves "
        "cross again; above d_e it follows the published curve (at d_e the fraction of the energy returned drops from "
        "1 to 0.994 for psi 3, eps 13). unloading: published has d_e = d_y. Its theoretical restitution is W23 eq. 4, "
        "for unloading down to d_r; if d_r < 0, the contact ends earlier, at overlap 0, and an impact returns up to "
        "5e-6 less. The history is forgotten when the contact opens, so a second impact meets the virgin surface.",
    .needs = GR_NEEDS_YIELD_STRESS,
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareMaLiu,
    .force = ForceOfMaLiu,
    .energy = EnergyOfMaLiu,
    .stiffness = StiffnessOfMaLiu,
    .damping = DampingOfMaLiu,
    .onset = 1,
    .restitution = RestitutionOfMaLiu,
    .corners = CornersOfMaLiu,
    .n_corners = N_CORNERS,
    .end = 1 + PARTS,
};
