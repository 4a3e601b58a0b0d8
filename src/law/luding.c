/* Elastoplastic contact with cohesion after Luding. The force is piecewise linear in the overlap.

   F = k1 d                 plastic branch,   k2 (d - d_0) >= k1 d and d <= d_p
   F = k2 (d - d_0)         elastic branch,   between the plastic and the cohesive branch
   F = -k_c d               cohesive branch,  -k_c d >= k2 (d - d_0)
   plus gamma0 v;  d_0 = (1 - k1/k2) d_m,  k2 = k1 (1 + eta y),  y = d_m/d_p (linear) or sqrt(d_m/d_p) (sqrt),
   eta = (k_p - k1)/k1,  beta = k_c/k1,  d_p = k_p/(k_p - k1) phi_f 2 R
     d overlap [m];  v overlap rate [m/s];  d_m plastic memory, see below [m];  k1, k2, k_p, k_c stiffness on loading,
     on unloading, its limit, of the cohesive branch [N/m];  phi_f plasticity depth [1];  R = a1 a2/(a1 + a2) [m];
     gamma0 viscosity [N s/m]
   Source: L15 (A. Singh, V. Magnanimo and S. Luding, arXiv:1503.03720 (2015)) eqs. 5 to 12, A.1 to A.3 and D.1; S.
   Luding, Granular Matter 10 (2008) 235.
   Valid: k1 < k_p; two bodies in contact (d > 0); no adhesion at a distance.
   History: d_m and E_c. d_m increases with d on the plastic branch up to d_p; beyond d_p the contact is elastic with
   the stiffness k_p. On the cohesive branch d_m decreases with d, so that k2 (d - d_0) = -k_c d and reloading is
   elastic. With x = d/d_p,
     linear:  d_m = d_p [eta x + sqrt(eta^2 x^2 + 4 eta (1 + beta) x)]/(2 eta)
     sqrt:    d_m = d_p s^2,  s^3 - x s - (1 + beta) x/eta = 0
   Energy: recoverable k2 (d - d_0)^2/2. Plastic loading dissipates S(d_m) = k1 d_m^2 (1 - k1/k2)/2. A cycle of first
   loading to d_m and unloading to an open contact dissipates G(d_m) = S(d_m) [1 + beta q/(1 + beta + q)],
   q = k2/k1 - 1. Unloading from d_m to d_m' on the cohesive branch dissipates energy while d_m decreases, so the
   consumed energy is not a function of d_m. E_c accumulates G(d_m) - G(d_m') in each unloading of this kind;
   consumed = S(d_m) + E_c. It depends on the sequence of d, not on the time steps.
   Limits: contacts may stick. L15 eqs. 32 and 33, with adhesion eqs. 30 and 31, give restitutions in
   closed form. */
#include "law/common/loss.h"
#include "law/loop.h"

enum { STIFFNESS_1, STIFFNESS_P, STIFFNESS_C, PLASTICITY_DEPTH, INTERPOLATION, VISCOSITY, DEPTH_TUNED, N_PARAMETERS };
enum { K1, ETA, BETA, D_P, GAMMA0, ROOT, N_COEFFICIENTS };
enum { D_M, E_C, N_HISTORY };
enum { REJOINS, LIMIT, COHESIVE, N_CORNERS };
enum { LINEAR, SQRT };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [STIFFNESS_1] = {"k1", "N/m", NULL, ABOVE_ZERO, NULL, "stiffness on plastic loading", 1e8},
    [STIFFNESS_P] = {"k_p", "N/m", NULL, ABOVE_ZERO, NULL, "largest stiffness on unloading, above k1", 5e8},
    [STIFFNESS_C] = {"k_c", "N/m", NULL, FROM_ZERO, NULL, "steepness of the cohesive branch; 0: none", 2e7},
    [PLASTICITY_DEPTH] = {"plasticity_depth", "1", NULL, 0, 1, true, false, NULL,
                          "phi_f: sets the overlap d_p at which the contact is elastic again", 0.01},
    [INTERPOLATION] = {"interpolation", NULL, "linear|sqrt", WORDS_ONLY, "linear",
                       "how k2 grows from k1 to k_p with d_m/d_p", 0},
    [VISCOSITY] = {GR_VISCOSITY},
    [DEPTH_TUNED] = {"plasticity_depth_tuned", "1", NULL, 0, 1, true, false, "",
                     "phi_f' above phi_f: the same law up to the limit that phi_f and k_p set, plastic up to a wider "
                     "one; k_p' follows",
                     0},
};

static const GrLawHistory history[N_HISTORY] = {
    {"overlap_max", "m", "d_m: largest overlap since the contact closed, up to d_p; falls on the cohesive branch"},
    {"cohesive_loss", "J", "E_c: energy taken on the cohesive branch and on plastic loading since undone"},
};

/* k_p' from k_p and B = phi_f'/phi_f, so that k2 remains the same function of d_m (L15 eqs. A.1 to A.3). With the sqrt
   A.1 has (d_p/d_p')^(1/2), and X = k_p' - k1 solves X^3 = C (X + k1), C = B (k_p - k1)^3/k_p. */
static double TunedStiffness(double k1, double k_p, double b, bool root)
{
  double ab = b * (k_p - k1) * (k_p - k1) / k_p, c = ab * (k_p - k1);
  return k1 + (root ? GrCubicRoot(c, c * k1) : 0.5 * ab + sqrt(0.25 * ab * ab + k1 * ab));
}

static const char *PrepareLuding(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  double k1 = value[STIFFNESS_1].number, k_p = value[STIFFNESS_P].number, depth = value[PLASTICITY_DEPTH].number;
  const GrLawValue tuned = value[DEPTH_TUNED];
  bool root = value[INTERPOLATION].choice == SQRT;
  if (!(k_p > k1))
    return "k_p must exceed k1, or nothing is plastic; write k_p = 5 k1, or use the law linear";
  if (tuned.given && !(tuned.number > depth))
    return "plasticity_depth_tuned widens the plastic range, so it must exceed plasticity_depth; leave it out, or "
           "write 5 to 10 times plasticity_depth";
  if (tuned.given) {
    k_p = TunedStiffness(k1, k_p, tuned.number / depth, root);
    depth = tuned.number;
  }
  coefficient[K1] = k1;
  coefficient[ETA] = (k_p - k1) / k1;
  coefficient[BETA] = value[STIFFNESS_C].number / k1;
  coefficient[D_P] = k_p / (k_p - k1) * depth * 2.0 * pair->radius;
  coefficient[GAMMA0] = value[VISCOSITY].number;
  coefficient[ROOT] = root ? 1.0 : 0.0;
  return NULL;
}

/* The coefficients of one contact. */
typedef struct {
  double k1, eta, beta, d_p, root;
} Lines;

static Lines LinesOf(const double *coefficient)
{
  return (Lines){coefficient[K1], coefficient[ETA], coefficient[BETA], coefficient[D_P], coefficient[ROOT]};
}

typedef struct {
  double d_m, e_c;
  bool cohesive;
} Memory;

static inline Lines LinesAt(const double *const *coefficient, int i)
{
  return (Lines){coefficient[K1][i], coefficient[ETA][i], coefficient[BETA][i], coefficient[D_P][i],
                 coefficient[ROOT][i]};
}

/* q = k2/k1 - 1 (L15 eqs. 9 and D.1). */
static inline double ExcessStiffness(Lines l, double d_m)
{
  double y = d_m / l.d_p, root = sqrt(y);
  return l.eta * (l.root != 0.0 ? root : y);
}

/* d_m of a contact on the cohesive branch at overlap d: the largest d_m that any contact has there. `roots`:
   some contact of the batch uses the sqrt. */
static inline double LargestMemory(Lines l, double d, bool roots)
{
  double x = d / l.d_p, a = l.eta * x;
  double largest = (a + sqrt(a * a + 4.0 * l.eta * (1.0 + l.beta) * x)) / (2.0 * l.eta);
  if (roots) {
    double s = GrCubicRoot(x, (1.0 + l.beta) * x / l.eta);
    largest = l.root != 0.0 ? s * s : largest;
  }
  return l.d_p * largest;
}

/* S: energy dissipated by plastic loading to d_m. */
static inline double LoadingLoss(Lines l, double d_m)
{
  double q = ExcessStiffness(l, d_m);
  return 0.5 * l.k1 * (d_m * d_m) * (q / (1.0 + q));
}

/* G: energy dissipated by a cycle to d_m and back until the contact opens. */
static inline double CycleLoss(Lines l, double d_m)
{
  double q = ExcessStiffness(l, d_m);
  return LoadingLoss(l, d_m) * (1.0 + l.beta * q / (1.0 + l.beta + q));
}

/* Memory of a contact after its overlap has changed to d. */
static inline Memory FollowOverlap(Lines l, Memory was, double d, bool roots)
{
  double top = GrLarger(was.d_m, d > l.d_p ? l.d_p : d), largest = LargestMemory(l, d, roots);
  double loss = CycleLoss(l, top) - CycleLoss(l, largest);
  bool falls = largest < top;
  return (Memory){falls ? largest : top, was.e_c + (falls ? loss : 0.0), largest <= top};
}

/* Static force: the line through (d_m, k1 d_m), exact on the plastic branch, or the cohesive one. */
static inline double LineForce(Lines l, Memory m, double d)
{
  double elastic = l.k1 * m.d_m + l.k1 * (1.0 + ExcessStiffness(l, m.d_m)) * (d - m.d_m), cohesive = -l.beta * l.k1 * d;
  return m.cohesive ? cohesive : elastic;
}

GR_INLINE GrLawParts PartsAt(const GrLawBatch *batch, int i, bool roots)
{
  const Lines l = LinesAt(batch->coefficient, i);
  const double d = batch->overlap[i], gamma = batch->coefficient[GAMMA0][i];
  const Memory m = FollowOverlap(l, (Memory){batch->history[D_M][i], batch->history[E_C][i], false}, d, roots);
  batch->trial[D_M][i] = m.d_m;
  batch->trial[E_C][i] = m.e_c;
  return (GrLawParts){LineForce(l, m, d) + GrMarkNan(m.d_m + m.e_c), gamma * batch->rate[i], gamma, 0};
}

/* At an overlap other than that of the history (0 when a contact has opened), the memory follows first. */
GR_INLINE GrLawEnergies EnergiesOfLuding(const GrLawBatch *batch, int i)
{
  const Lines l = LinesAt(batch->coefficient, i);
  const double d = batch->overlap[i];
  const Memory m = FollowOverlap(l, (Memory){batch->trial[D_M][i], batch->trial[E_C][i], false}, d, true);
  const double force = LineForce(l, m, d);
  return (GrLawEnergies){0.5 * (force * force) / (l.k1 * (1.0 + ExcessStiffness(l, m.d_m))),
                         LoadingLoss(l, m.d_m) + m.e_c};
}

GR_INLINE GrLawParts PartsOfLinear(const GrLawBatch *batch, int i)
{
  return PartsAt(batch, i, false);
}

GR_INLINE GrLawParts PartsOfSqrt(const GrLawBatch *batch, int i)
{
  return PartsAt(batch, i, true);
}

/* Does any contact of the batch use the sqrt? Without, the cubic need not be solved. */
static bool HasRoots(const GrLawBatch *batch)
{
  const double *root = batch->coefficient[ROOT];
  int any = 0;
  for (int i = 0; i < batch->n; i++)
    any |= root[i] != 0.0;
  return any;
}

static void ForceOfLuding(const GrLawBatch *batch)
{
  if (HasRoots(batch))
    GrLawForce(batch, PartsOfSqrt);
  else
    GrLawForce(batch, PartsOfLinear);
}

GR_LAW_ENERGY(Luding)

/* k2 of the largest memory a contact can have that is not on the cohesive branch. */
static double StiffnessOfLuding(const double *coefficient, double overlap)
{
  Lines l = LinesOf(coefficient);
  double d_m = LargestMemory(l, overlap, true);
  return l.k1 * (1.0 + ExcessStiffness(l, d_m < l.d_p ? d_m : l.d_p));
}

/* Returns the energy that a cycle of loading to d_m <= d_p and unloading dissipates, divided by k1 d_m^2/2. */
static double LostShare(Lines l, double d_m, double beta)
{
  const double q = ExcessStiffness(l, d_m);
  return q / (1.0 + q) * (1.0 + beta * q / (1.0 + beta + q));
}

GR_LAW_CONSTANT(DampingOfLuding, GAMMA0)

/* L15 eqs. 32 and 33 with alpha = 0, e^2 from the largest overlap over d_p, chi; 0 where the bodies stick. Without pull
   the cohesive branch has no work: beta = 0. Exact without viscosity. */
static double RestitutionOfLuding(const double *coefficient, double mass, double speed, bool no_pull)
{
  Lines l = LinesOf(coefficient);
  double chi = speed * sqrt(mass / l.k1) / l.d_p, d_m = chi < 1.0 ? chi * l.d_p : l.d_p;
  double lost = LostShare(l, d_m, no_pull ? 0.0 : l.beta);
  double square = chi < 1.0 ? 1.0 - lost : 1.0 - lost / (chi * chi);
  return coefficient[GAMMA0] > 0.0 ? NAN : square > 0.0 ? sqrt(square) : 0.0;
}

/* L15 eqs. 30 and 31 with eqs. 20b and 29, in which k2 may have any interpolation. The largest overlap d solves
   m v^2/2 = k1 d^2/2 - f_a d. A constant force does no work in a whole impact, so only the loss changes. */
static double RestitutionOfPulledLuding(const double *coefficient, double mass, double speed, double pull)
{
  const Lines l = LinesOf(coefficient);
  const double energy = mass * (speed * speed), d = (pull + sqrt(pull * pull + l.k1 * energy)) / l.k1;
  const double d_m = d < l.d_p ? d : l.d_p, square = 1.0 - LostShare(l, d_m, l.beta) * (l.k1 * (d_m * d_m)) / energy;
  return coefficient[GAMMA0] > 0.0 ? NAN : square > 0.0 ? sqrt(square) : 0.0;
}

/* The elastic branch meets the plastic one at d_m and the cohesive one where k2 (d - d_0) = -k_c d, d = q d_m/(1 + beta
   + q). The plastic branch ends at d_p. A contact on the cohesive branch has its last corner there. */
static void CornersOfLuding(const GrLawBatch *batch, double *const *corner)
{
  const double *restrict memory = batch->history[D_M];
  double *restrict rejoins = corner[REJOINS], *restrict limit = corner[LIMIT], *restrict cohesive = corner[COHESIVE];
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    Lines l = LinesAt(batch->coefficient, i);
    double d_m = memory[i], q = ExcessStiffness(l, d_m);
    bool plastic = d_m < l.d_p;
    rejoins[i] = plastic ? d_m : 0.0;
    limit[i] = plastic ? l.d_p : 0.0;
    cohesive[i] = q * d_m / (1.0 + l.beta + q);
  }
}

const GrLaw GrLaw_luding = {
    .name = "luding",
    .summary = "elastoplastic and cohesive contact, piecewise linear; bodies may stick; needs tension: allow",
    .source = "A. Singh, V. Magnanimo and S. Luding, arXiv:1503.03720 (2015), eqs. "
              "5-12, A.1-A.3 and D.1 (L15); S. Luding, Granular Matter 10 (2008) 235",
    .equation = "plastic branch:   F = k1 d + gamma0 v           k2 (d - d_0) >= k1 d and d <= d_p\n"
                "elastic branch:   F = k2 (d - d_0) + gamma0 v   in between\n"
                "cohesive branch:  F = -k_c d + gamma0 v         -k_c d >= k2 (d - d_0)\n"
                "d_0 = (1 - k1/k2) d_m, d_p = k_p/(k_p - k1) phi_f 2 R, R = a1 a2/(a1 + a2)\n"
                "k2 = k1 + (k_p - k1) y, y = d_m/d_p (linear) or sqrt(d_m/d_p) (sqrt)\n"
                "d_m: largest overlap, up to d_p; falls on the cohesive branch: k2 (d - d_0) = -k_c d\n"
                "with plasticity_depth_tuned, phi_f': k_p' and phi_f' instead of k_p and phi_f, where\n"
                "(k_p' - k1)^n/(k_p' phi_f') = (k_p - k1)^n/(k_p phi_f), n = 2 (linear) or 3 (sqrt)",
    .range = "k1 < k_p. Meso-particles (agglomerates, core and shell); the stiffnesses are chosen, not material "
             "properties. No attraction at a distance: add a law of adhesion for it. Without viscosity, and ending at "
             "d = 0, a free impact returns e, e^2 = 1 - q/(1 + q) [1 + beta q/(1 + beta + q)]/max(1, chi)^2, chi = v0 "
             "sqrt(m/k1)/d_p, q = k2/k1 - 1 at d_m = min(1, chi) d_p, beta = k_c/k1, or 0 with tension: clip; if e^2 "
             "is negative, the bodies stick.",
    .defects = "The static force on the cohesive branch is tensile, so give tension: allow. tension: clip sets this "
               "force to 0, so that there is no cohesion; the energy that the cohesive branch would consume counts as "
               "plastic work. Beyond d_p the contact is elastic again, so the restitution grows with the speed. The "
               "history is forgotten when the contact opens.",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareLuding,
    .force = ForceOfLuding,
    .energy = EnergyOfLuding,
    .stiffness = StiffnessOfLuding,
    .damping = DampingOfLuding,
    .onset = 1,
    .restitution = RestitutionOfLuding,
    .restitution_with_pull = RestitutionOfPulledLuding,
    .corners = CornersOfLuding,
    .n_corners = N_CORNERS,
    .end = 1 + COHESIVE,
};
